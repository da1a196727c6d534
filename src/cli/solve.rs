//! `tandem solve`: a Kriegspiel problem, answered.

use super::{Done, Stop, archive_of, read, summary};
use crate::{
    notation::{
        Notation,
        kriegspiel::{Asked, Record},
    },
    replay::kriegspiel::{Belief, Escape, Game, Plan, Solved, solve},
    rules::Color,
};
use std::{io::Write, ops::ControlFlow, path::Path};

/// `--limit` counts so many positions as one.
const MILLION: u64 = 1_000_000;

pub(super) fn run(
    path: &Path,
    game: Option<usize>,
    limit: u64,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let archive = archive_of(read(path, err)?.0.source)?;
    let record = summary(&archive, game)?;
    let number = game.unwrap_or(1);
    if record.notation != Notation::Kriegspiel {
        return Err(Stop::NoKriegspiel(number));
    }
    let text = archive.source().slice(record.range);
    let game = Game::replay(&Record::parse(text), text);
    let asked = game.asked.ok_or(Stop::NoProblem(number))?;
    if game.cut_short {
        return Err(Stop::CutShort(number));
    }
    let belief = belief(&game, number)?;
    let solved = solve(&belief, asked.depth, &mut |effort| {
        if limit > 0 && effort.boards / MILLION >= limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let forced = matches!(solved, Solved::Forced(_));
    if asked.forced.is_some_and(|said| said != forced) {
        let is = if forced { "is" } else { "is not" };
        writeln!(
            err,
            "tandem: game {number}: its forced tag says otherwise, but mate {is} forced"
        )?;
    }
    match solved {
        Solved::Forced(plan) => {
            write_head(out, &belief, asked)?;
            write_plan(out, &plan, 0)?;
            if !belief.is_exact() {
                return Err(Stop::OnlySample(number));
            }
            Ok(Done::Fine)
        }
        Solved::NotForced(escape) => {
            write_escape(out, &belief, asked, &escape)?;
            Ok(Done::Errors)
        }
        Solved::Stopped => Err(Stop::GaveUp {
            game: number,
            millions: limit,
        }),
        Solved::TooDeep => Err(Stop::TooDeep {
            game: number,
            depth: asked.depth,
        }),
    }
}

/// What the player to move knows at the end of the game.
fn belief(game: &Game, number: usize) -> Result<Belief, Stop> {
    let turn = game.turn();
    let hearing = game
        .hearing(turn)
        .ok_or(Stop::NotToMove { game: number, turn })?;
    let (belief, _) = Belief::after(&hearing, usize::MAX, &mut |_| ControlFlow::Continue(()))
        .map_err(|why| Stop::NoBelief { game: number, why })?;
    Ok(belief)
}

const fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn count(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

fn plies(depth: u32) -> String {
    format!("{depth} {}", if depth == 1 { "ply" } else { "plies" })
}

fn write_head(out: &mut dyn Write, belief: &Belief, asked: Asked) -> Result<(), Stop> {
    let seat = player(belief.seat());
    let within = plies(asked.depth);
    let where_to = match belief.len() {
        1 => "in the one position that is possible".to_owned(),
        n => format!("in every one of {n} positions"),
    };
    writeln!(out, "{seat} mates within {within}, {where_to}:")?;
    Ok(())
}

/// A line for each try, in order; below it, further in, what is done where it is legal and no mate. The words
/// of the referee are in the file's codes.
fn write_plan(out: &mut dyn Write, plan: &Plan, depth: usize) -> Result<(), Stop> {
    let margin = "    ".repeat(depth);
    for one in &plan.tries {
        write!(out, "{margin}{}", one.san)?;
        if one.mates == one.legal {
            write!(out, "#")?;
        }
        write!(out, "  legal in {}, mates in {}", one.legal, one.mates)?;
        if one.illegal > 0 {
            write!(out, "; if illegal, in {}:", one.illegal)?;
        }
        writeln!(out)?;
        for branch in &one.branches {
            let positions = count(branch.positions, "position");
            writeln!(
                out,
                "{margin}  ({}:) ?? ({}:)  {positions}",
                branch.said, branch.reply
            )?;
            write_plan(out, &branch.plan, depth + 1)?;
        }
    }
    Ok(())
}

fn write_escape(
    out: &mut dyn Write,
    belief: &Belief,
    asked: Asked,
    escape: &Escape,
) -> Result<(), Stop> {
    let within = plies(asked.depth);
    let positions = count(belief.len(), "position");
    writeln!(
        out,
        "not forced within {within}: {} of {positions} escape every plan",
        escape.left
    )?;
    writeln!(out, "{}", escape.board.chess_fen())?;
    if escape.even_seen {
        writeln!(out, "here no mate is forced even by one who sees it")?;
    } else {
        writeln!(
            out,
            "here mate is forced by one who sees it, but not in all that it may be"
        )?;
    }
    Ok(())
}
