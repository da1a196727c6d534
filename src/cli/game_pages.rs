//! `tandem convert` for games of Kriegspiel: a replay page or a PDF, as seen by the referee or a player.

use super::{
    Convert, Done, Side, Stop, Stream,
    archives::Matches,
    game_diagram::{about, players},
    print_missing_characters, print_partial, write,
};
use crate::{
    archive::RowNumber,
    diagram::{GameView, Sheet, Theme, game_html, missing_characters, print_games},
    document::Content,
    formats::FileFormat,
    kriegspiel::{Notation, View},
    rules::Color,
};
use std::{io::Write, ops::ControlFlow};

/// A game with the header of its page.
struct TitledGame {
    content: Content,
    seat: Option<Color>,
    names: [String; 2],
    ratings: [String; 2],
    about: String,
}

impl TitledGame {
    fn view(&self) -> Option<GameView<'_>> {
        Some(GameView {
            game: self.content.as_game()?.game(),
            seat: self.seat,
            names: &self.names,
            ratings: &self.ratings,
            about: &self.about,
        })
    }
}

/// Returns whether record `game`, counted from 1, is a game of Kriegspiel. For `None`, returns whether there are
/// records and all of them are games of Kriegspiel.
pub(super) fn are_kriegspiel(matches: &Matches, game: Option<usize>) -> bool {
    let is_game = |row: &RowNumber| matches.notation(*row) == Some(Notation::Kriegspiel);
    let rows = matches.rows(game).unwrap_or_default();
    !rows.is_empty() && rows.iter().all(is_game)
}

/// Writes record `game`, counted from 1. For `None`, writes all games as PDF, or the first one as a replay page. Only
/// one game is in memory at a time.
pub(super) fn to_pages(
    matches: &Matches,
    args: &Convert,
    (format, game): (FileFormat, Option<usize>),
    (theme, sheet): (&Theme, &Sheet<'_>),
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let mut partial_numbers = Vec::new();
    let mut open = |number| {
        let one = load_game(matches.content(Some(number))?, number, args)?;
        if one.view().is_some_and(|view| view.game.cut_short) {
            partial_numbers.push(number);
        }
        Ok::<_, Stop>(one)
    };
    let mut missing = Vec::new();
    let bytes = match format {
        FileFormat::Print => {
            let mut rows = matches.rows(game)?.into_iter();
            let mut stopped = None;
            let bytes = print_games(
                &mut |lay_out| {
                    for row in rows.by_ref() {
                        let one = match open(row as usize + 1) {
                            Ok(one) => one,
                            Err(stop) => {
                                stopped = Some(stop);
                                break;
                            }
                        };
                        missing.extend(missing_characters(&(one.names.concat() + &one.about)));
                        one.view().map_or(Ok(()), &mut *lay_out)?;
                    }
                    Ok(())
                },
                sheet,
                &|part| {
                    err.progress(format_args!("Page {} of {}", part.done + 1, part.all));
                    ControlFlow::Continue(())
                },
            );
            if let Some(stop) = stopped {
                return Err(stop);
            }
            bytes?
        }
        _ => {
            let one = open(game.unwrap_or(1))?;
            let page = one.view();
            let page = page.map(|view| game_html(view, theme, sheet.pieces, false, 0));
            page.unwrap_or_default().into_bytes()
        }
    };
    for number in &partial_numbers {
        print_partial(*number, err)?;
    }
    let missing: String = missing.into_iter().collect();
    print_missing_characters(&missing_characters(&missing), err)?;
    write(&args.out, &bytes, out)?;
    Ok(if partial_numbers.is_empty() { Done::Fine } else { Done::Errors })
}

fn load_game(content: Content, number: usize, args: &Convert) -> Result<TitledGame, Stop> {
    let document = content.as_game().ok_or(Stop::NoKriegspiel(number))?;
    let side = args.side.map(|side| match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    });
    if let (View::Seat(hearing), Some(side)) = (&document.game().view, side)
        && hearing.seat != side
    {
        return Err(Stop::OtherView { game: number, seat: hearing.seat });
    }
    let (names, ratings) = players(document);
    let about = about(document);
    Ok(TitledGame { seat: side, names, ratings, about, content })
}
