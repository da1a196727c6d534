//! `tandem convert --to kriegspiel`: a game as the referee has it, or as one of the players.

use super::{Convert, Done, Side, Stop, summary, write};
use crate::{
    archive::{Archive, Summary},
    notation::{
        GameResult, KnownTag, Notation,
        kriegspiel::{self, Filtered, Record},
    },
    replay::kriegspiel::{Game, View, lines_of_hearing, lines_of_referee, tags},
    rules::Color,
};
use std::io::Write;

/// Every game, or the one that is asked for, with an empty line between them.
pub(super) fn to_kriegspiel(
    archive: &Archive,
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let asked_for = summary(archive, asked.game)?.range;
    let mut texts = Vec::new();
    let mut done = Done::Fine;
    for (number, game) in (1..).zip(archive.records()) {
        if asked.game.is_none() || game.range == asked_for {
            let text = archive.source().slice(game.range);
            let (written, whole) = game_text(text, number, game, asked)?;
            if !whole {
                writeln!(
                    err,
                    "tandem: game {number} is written up to the ply that cannot be played"
                )?;
                done = Done::Errors;
            }
            texts.push(written);
        }
    }
    write(&asked.out, texts.join("\n").as_bytes(), out)?;
    Ok(done)
}

/// The game as text, and whether all of it could be written.
fn game_text(
    text: &[u8],
    number: usize,
    game: &Summary,
    asked: &Convert,
) -> Result<(String, bool), Stop> {
    if game.notation != Notation::Kriegspiel {
        return Err(Stop::NoKriegspiel(number));
    }
    let record = Record::parse(text);
    let game = Game::replay(&record, text);
    let plies = asked.at.unwrap_or(usize::MAX);
    let over = plies >= record.plies.len();
    let seat = asked.side.map(|side| match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    });
    let (lines, rules, filtered) = match (&game.view, seat) {
        (View::Referee(referee), None) => (
            lines_of_referee(referee, plies),
            referee.rules,
            Filtered::No,
        ),
        (View::Referee(referee), Some(seat)) => (
            lines_of_hearing(&referee.hearing(seat), plies),
            referee.rules,
            Filtered::For(seat),
        ),
        (View::Seat(hearing), seat) => {
            if seat.is_some_and(|seat| seat != hearing.seat) {
                return Err(Stop::OtherView {
                    game: number,
                    seat: hearing.seat,
                });
            }
            (
                lines_of_hearing(hearing, plies),
                hearing.rules,
                Filtered::For(hearing.seat),
            )
        }
    };
    let mut tags = tags(&record, text, rules, filtered, game.turn());
    let mut result = record.ending.result;
    if !over {
        result = None;
        for (name, value) in &mut tags {
            if KnownTag::Result.is_named(name) {
                GameResult::Unknown.text().clone_into(value);
            }
        }
    }
    let whole = !game.cut_short || plies <= game.plies();
    Ok((kriegspiel::write(&tags, &lines, result), whole))
}
