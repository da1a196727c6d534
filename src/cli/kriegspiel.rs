//! `tandem convert --to kriegspiel`: games as seen by the referee or by a player.

use super::{
    CliError, Convert, Exit, Result, Stream,
    archives::{Matches, check_walk, write_records},
    print_partial, stop_if, write_with,
};
use crate::{
    archive::RowNumber,
    kriegspiel::{
        Game, Notation, View, hide_end,
        notation::{self, Filtered, Record},
        tags_and_lines,
    },
    rules::{Color, color_name},
    search::{WalkedRecord, walk_all},
};
use std::io::{self, Write};

/// Writes all games, or the selected one, with empty lines between them. If a record cannot be converted, writes
/// nothing and returns the error. Games are converted on all cores, without holding the output in memory.
pub(super) fn to_kriegspiel(
    matches: &Matches,
    args: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let rows = matches.rows(args.game)?;
    if let Some(rejected) = first_rejected(matches, &rows, args)? {
        // This pass writes no game. It reports the warnings about the games before the rejected record, then the error
        // of that record.
        return write_games(matches, &rows[..=rejected], args, &mut io::sink(), err);
    }
    let mut done = Exit::Fine;
    write_with(&args.out, out, |to| {
        done = write_games(matches, &rows, args, to, err)?;
        Ok::<_, CliError>(())
    })?;
    Ok(done)
}

/// Returns the index in `rows` of the first record that cannot be converted, or `None` if all can. A record is rejected
/// if it is not a game of Kriegspiel, or if `--as` names a player but the record has only the view of the opponent.
fn first_rejected(matches: &Matches, rows: &[RowNumber], args: &Convert) -> Result<Option<usize>> {
    let other = rows.iter().position(|row| !matches.list.index.is_game(*row));
    let Some(seat) = args.side else { return Ok(other) };
    let games = &rows[..other.unwrap_or(rows.len())];
    let mut rejected = None;
    matches.select_rows(games, |selection| {
        let walked = walk_all(
            selection,
            |(): &mut (), game, rejected: &mut Option<usize>| {
                let view = Record::parse(game.text).filtered(game.text);
                if view == Filtered::For(!seat) {
                    rejected.get_or_insert(game.id);
                }
            },
            |_, found| {
                rejected = found;
                stop_if(rejected.is_some())
            },
        );
        Ok(check_walk(walked)?)
    })?;
    let place = |id| games.iter().position(|&row| row as usize == id);
    Ok(rejected.and_then(place).or(other))
}

fn write_games(
    matches: &Matches,
    rows: &[RowNumber],
    args: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let first = rows.first().map(|&row| row as usize);
    matches.select_rows(rows, |selection| {
        write_records(selection, out, err, |game, out, err| {
            let (text, whole) = game_text(game, args)?;
            if Some(game.id) != first {
                writeln!(out)?;
            }
            out.write_all(text.as_bytes())?;
            if whole {
                return Ok(Exit::Fine);
            }
            print_partial(game.id + 1, err)?;
            Ok(Exit::Errors)
        })
    })
}

/// Fails if `side` is a player, but `view`, the view of game `game`, is that of the opponent.
pub(super) fn check_view(view: &View, side: Option<Color>, game: usize) -> Result<()> {
    match view.seat() {
        Some(seat) if side.is_some_and(|side| side != seat) => {
            Err(format!("game {game} records only {}'s view", color_name(seat)).into())
        }
        _ => Ok(()),
    }
}

/// Returns the game as text, and whether all plies up to `--at` are legal.
fn game_text(game: &WalkedRecord<'_>, args: &Convert) -> Result<(String, bool)> {
    let (text, number) = (game.text, game.id + 1);
    if game.notation != Notation::Kriegspiel {
        return Err(CliError::NoKriegspiel(number));
    }
    let record = Record::parse(text);
    let game = Game::replay(&record, text);
    let plies = args.at.unwrap_or(usize::MAX);
    let is_whole_game = plies >= record.plies.len();
    check_view(&game.view, args.side, number)?;
    let seat = args.side.or(game.view.seat());
    let Some((mut tags, lines)) = tags_and_lines(&record, text, &game, seat, plies) else {
        return Err(CliError::NoKriegspiel(number));
    };
    let mut result = record.ending.result;
    if !is_whole_game {
        result = None;
        hide_end(&mut tags);
    }
    let whole = !game.cut_short || plies <= game.plies();
    Ok((notation::write(&tags, &lines, result), whole))
}
