//! Random legal games of chess as PGN, for programs that do not support bughouse. The games resemble the matches of
//! [`super::matches`] as far as possible.

use super::matches::{Recipe, Style, Written, choose, think_ms, write_san, write_seconds};
use super::rng::Rng;
use std::io::{self, Write};
use tandem::rules::{BoardId, Color, Position};

/// Writes games to `out`, which should be buffered.
///
/// # Errors
/// If writing to `out` fails.
pub fn write_games(recipe: &Recipe, out: &mut impl Write) -> io::Result<Written> {
    let mut rng = Rng::new(recipe.seed);
    let mut written = Written::default();
    let mut text = Vec::new();
    while written.bytes < recipe.bytes {
        text.clear();
        written.matches += 1;
        written.plies += write_game(recipe, written.matches, &mut rng, &mut text)?;
        out.write_all(&text)?;
        written.bytes += text.len() as u64;
    }
    Ok(written)
}

/// Writes one game with a clock for every ply. Returns its number of plies.
fn write_game(recipe: &Recipe, round: u64, rng: &mut Rng, out: &mut Vec<u8>) -> io::Result<u64> {
    let mut moves = Vec::new();
    let (plies, result) = write_moves(recipe.plies, rng, &mut moves)?;
    writeln!(out, "[Event \"rated chess game\"]\n[Site \"example.org\"]")?;
    writeln!(out, "[Date \"2005.06.07\"]\n[Round \"{round}\"]")?;
    writeln!(out, "[White \"Alder\"]\n[Black \"Birch\"]")?;
    writeln!(out, "[Result \"{result}\"]\n")?;
    out.extend_from_slice(&moves);
    writeln!(out, "{result}\n")?;
    Ok(plies)
}

/// Writes the moves of a game of `least` to `most` plies, or fewer if the game ends earlier. Returns the number of
/// plies and the result.
fn write_moves(
    (least, most): (usize, usize),
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> io::Result<(u64, &'static str)> {
    // The game is board A of a match in which nothing is captured on board B, so all reserves stay empty.
    let mut position = Position::default();
    let mut clocks = [180_000; 2];
    let length = least + rng.below(most - least + 1);
    for ply in 0..length {
        let seat = position.turn(BoardId::A);
        let Some(mv) = choose(&position, seat, ply >= least, Style::RANDOM, rng) else {
            return Ok((ply as u64, "1/2-1/2"));
        };
        if seat.color() == Color::White {
            write!(out, "{}. ", ply / 2 + 1)?;
        }
        write_san(&position.boards[BoardId::A].san(mv), out)?;
        position.play(seat, mv);
        let check = position.boards[BoardId::A].is_check();
        let over = position.legal_moves(seat.opponent()).is_empty();
        match (check, over) {
            (true, true) => out.push(b'#'),
            (true, false) => out.push(b'+'),
            _ => {}
        }
        let clock = &mut clocks[ply % 2];
        *clock = (*clock - think_ms(*clock, rng)).max(0);
        out.push(b'{');
        write_seconds(*clock, out)?;
        out.extend_from_slice(b"} ");
        if over {
            let result = match (check, seat.color()) {
                (false, _) => "1/2-1/2",
                (true, Color::White) => "1-0",
                (true, Color::Black) => "0-1",
            };
            return Ok((ply as u64 + 1, result));
        }
    }
    Ok((length as u64, "*"))
}
