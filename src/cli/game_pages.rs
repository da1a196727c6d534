//! `tandem convert` for games of Kriegspiel: a replay page or a PDF, as seen by the referee or a player.

use super::{
    CliError, Convert, Result, Stream, archives::Matches, game_diagram::TitledGame,
    print_all_partial, print_missing_characters, write,
};
use crate::{
    archive::RowNumber,
    diagram::{Sheet, game_html, missing_characters, print_games},
    formats::FileFormat,
};
use std::io::Write;

/// Returns whether record `game`, counted from 1, is a game of Kriegspiel. For `None`, returns whether there are
/// records and all of them are games of Kriegspiel.
pub(super) fn are_kriegspiel(matches: &Matches, game: Option<usize>) -> bool {
    let rows = matches.rows(game).unwrap_or_default();
    !rows.is_empty() && rows.iter().all(|row| matches.list.index.is_game(*row))
}

/// Writes the games in `rows` as PDF, or the first one as a replay page. Only one game is in memory at a time.
pub(super) fn to_pages(
    matches: &Matches,
    args: &Convert,
    format: FileFormat,
    rows: &[RowNumber],
    sheet: &Sheet<'_>,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let mut partial_numbers = Vec::new();
    let mut open = |row: RowNumber| {
        let number = row as usize + 1;
        let one = TitledGame::of(matches.content(Some(number))?, number, args.side)?;
        if one.view().game.cut_short {
            partial_numbers.push(number);
        }
        Ok::<_, CliError>(one)
    };
    let mut missing = Vec::new();
    let bytes = match format {
        FileFormat::Print => {
            let mut rows = rows.iter();
            let mut stopped = None;
            let bytes = print_games(
                &mut |lay_out| {
                    for &row in rows.by_ref() {
                        let one = match open(row) {
                            Ok(one) => one,
                            Err(stop) => {
                                stopped = Some(stop);
                                break;
                            }
                        };
                        missing.extend(one.caption.missing_characters());
                        lay_out(one.view())?;
                    }
                    Ok(())
                },
                sheet,
                &|part| err.drawn("Page", part),
            );
            if let Some(stop) = stopped {
                return Err(stop);
            }
            bytes?
        }
        _ => {
            let one = open(rows.first().copied().unwrap_or_default())?;
            game_html(one.view(), sheet.theme, sheet.pieces, false, 0).into_bytes()
        }
    };
    let done = print_all_partial(&partial_numbers, err)?;
    let missing: String = missing.into_iter().collect();
    print_missing_characters(&missing_characters(&missing), err)?;
    write(&args.out, &bytes, out)?;
    Ok(done)
}
