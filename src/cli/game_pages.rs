//! `tandem convert` of games of Kriegspiel to a page that replays or to paper, from the referee's side or a player's.

use super::{
    Convert, Done, Side, Stop,
    game_diagram::{about, players},
    say_boxes, say_shown_in_part, write,
};
use crate::{
    archive::Archive,
    diagram::{GameView, Sheet, Theme, UNWATCHED, letters_without_face},
    document::Content,
    formats::Paged,
    notation::Notation,
    replay::kriegspiel::View,
    rules::Color,
};
use std::io::Write;

/// A game with what its title tells.
struct OneGame {
    content: Content,
    seat: Option<Color>,
    names: [String; 2],
    ratings: [String; 2],
    about: String,
}

impl OneGame {
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

/// Whether match `game`, or all where none is named, is Kriegspiel.
pub(super) fn are_games(archive: &Archive, game: Option<usize>) -> bool {
    let mut all = (1..).zip(archive.records());
    let wanted = |number: usize| game.is_none_or(|game| game == number);
    all.clone().any(|(number, _)| wanted(number))
        && all.all(|(number, one)| !wanted(number) || one.notation == Notation::Kriegspiel)
}

/// Writes game `game`, or all of them where paper is asked for and none is named.
pub(super) fn to_pages(
    archive: &Archive,
    asked: &Convert,
    (writer, game): (&Paged, Option<usize>),
    (theme, sheet): (&Theme, &Sheet<'_>),
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let mut done = Done::Fine;
    let mut games = Vec::new();
    for (number, record) in (1..).zip(archive.records()) {
        if game.is_some_and(|game| game != number) {
            continue;
        }
        let content = Content::open(archive.source().clone(), record.range);
        let one = one_game(content, number, asked)?;
        let cut_short = one.view().is_some_and(|view| view.game.cut_short);
        if cut_short {
            say_shown_in_part(number, err)?;
            done = Done::Errors;
        }
        games.push(one);
    }
    let mut views = games.iter().filter_map(OneGame::view);
    let bytes = match writer {
        Paged::Paper(writer) => {
            let told = games.iter().map(|one| one.names.concat() + &one.about);
            say_boxes(&letters_without_face(&told.collect::<String>()), err)?;
            (writer.of_games)(&mut views, sheet, UNWATCHED)?
        }
        Paged::Page(writer) => {
            let page = views.next();
            let page = page.map(|view| (writer.of_game)(view, theme, sheet.pieces, false, 0));
            page.unwrap_or_default().into_bytes()
        }
    };
    write(&asked.out, &bytes, out)?;
    Ok(done)
}

fn one_game(content: Content, number: usize, asked: &Convert) -> Result<OneGame, Stop> {
    let document = content.as_game().ok_or(Stop::NoKriegspiel(number))?;
    let side = asked.side.map(|side| match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    });
    if let (View::Seat(hearing), Some(side)) = (&document.game().view, side)
        && hearing.seat != side
    {
        return Err(Stop::OtherView {
            game: number,
            seat: hearing.seat,
        });
    }
    let (names, ratings) = players(document);
    let about = about(document);
    Ok(OneGame {
        seat: side,
        names,
        ratings,
        about,
        content,
    })
}
