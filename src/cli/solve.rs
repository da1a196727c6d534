//! `tandem solve`: solves a Kriegspiel problem.

use super::{
    Done, RecordFile, Solve, Stop, Stream, game_diagram::print_belief_progress, write_json,
};
use crate::{
    kriegspiel::{
        Belief, Game, Plan, PlanTry, Refutation, Solved, notation::ProblemQuestion, solve,
    },
    rules::{Color, color_name},
    text::count_text,
};
use serde::Serialize;
use std::{io::Write, ops::ControlFlow};

/// The unit of `--limit`, in positions.
const MILLION: u64 = 1_000_000;

pub(super) fn run(args: &Solve, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let Solve { file, game, limit, json } = args;
    let (game, limit) = (*game, *limit);
    let matches = RecordFile::open(file, err)?.0.into_matches(file)?;
    let content = matches.content(game)?;
    let number = game.unwrap_or(1);
    let document = content.as_game().ok_or(Stop::NoKriegspiel(number))?;
    let game = document.game();
    let question = game.question.ok_or(Stop::NoProblem(number))?;
    if game.cut_short {
        return Err(Stop::CutShort(number));
    }
    let belief = belief(game, number, err)?;
    let solved = solve(&belief, question.depth, &mut |effort| {
        let (whole, tenth) = (effort.boards / MILLION, effort.boards % MILLION * 10 / MILLION);
        err.progress(format_args!("{whole}.{tenth} million positions"));
        if limit > 0 && effort.boards / MILLION >= limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let forced = matches!(solved, Solved::Forced(_));
    if question.forced.is_some_and(|claimed| claimed != forced) {
        let verb = if forced { "is" } else { "is not" };
        writeln!(err, "tandem: game {number}: the Forced tag is wrong: mate {verb} forced")?;
    }
    let epsilon = solved.epsilon();
    if let (Some(claimed), Some(found)) = (question.epsilon, epsilon)
        && claimed != found
    {
        writeln!(err, "tandem: game {number}: the Epsilon tag is wrong")?;
    }
    match solved {
        Solved::Forced(plan) => {
            if *json {
                write_json(&SolveOutput::forced(number, &belief, question, &plan), out)?;
            } else {
                write_head(out, &belief, plan.plies())?;
                write_plan(out, &plan, 0)?;
                write_epsilon(out, question, epsilon)?;
            }
            if !belief.is_exact() {
                return Err(Stop::OnlySample(number));
            }
            Ok(Done::Fine)
        }
        Solved::NotForced(escape) => {
            if *json {
                write_json(&SolveOutput::escaped(number, &belief, question, &escape), out)?;
            } else {
                write_escape(out, &belief, question, &escape)?;
                write_epsilon(out, question, epsilon)?;
            }
            Ok(Done::Errors)
        }
        Solved::Stopped => Err(Stop::GaveUp { game: number, millions: limit }),
        Solved::TooDeep => Err(Stop::TooDeep { game: number, depth: question.depth }),
    }
}

/// Returns the positions that the player to move considers possible at the end of the game.
fn belief(game: &Game, number: usize, err: &Stream<'_>) -> Result<Belief, Stop> {
    let turn = game.turn();
    let hearing = game.hearing(turn).ok_or(Stop::NotToMove { game: number, turn })?;
    let plies = hearing.plies.len();
    let (belief, _) =
        Belief::after(&hearing, plies, &mut |part| print_belief_progress(err, part, plies))
            .map_err(|why| Stop::BeliefError { game: number, why })?;
    Ok(belief)
}

#[derive(Serialize)]
struct SolveOutput {
    game: usize,
    /// The side that gives mate.
    side: &'static str,
    /// If mate is forced, the length of the plan, in plies. Otherwise, the number of plies within which the problem
    /// asks for mate.
    plies: u32,
    positions: usize,
    forced: bool,
    /// Whether `positions` is the number of all possible positions, and not of a sample.
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<TryObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    escape: Option<EscapeObject>,
}

/// A try in a plan. The numbers count the positions in which the try is legal, gives mate or is illegal.
#[derive(Serialize)]
struct TryObject {
    san: String,
    legal: usize,
    mates: usize,
    illegal: usize,
    branches: Vec<BranchObject>,
}

/// The continuation of a plan after a legal try and the opponent's reply. `said` is the announcement of the try,
/// `reply` that of the opponent's reply.
#[derive(Serialize)]
struct BranchObject {
    said: String,
    reply: String,
    positions: usize,
    plan: Vec<TryObject>,
}

#[derive(Serialize)]
struct EscapeObject {
    fen: String,
    /// The number of positions left once every try that wins wherever it is legal has been made. No plan mates in all
    /// of the positions left.
    left: usize,
    /// Whether even a player who sees the whole board cannot force mate in the position `fen`.
    even_seen: bool,
}

impl SolveOutput {
    const fn of(game: usize, belief: &Belief, question: ProblemQuestion) -> Self {
        Self {
            game,
            side: color_name(belief.seat()),
            plies: question.depth,
            positions: belief.len(),
            forced: false,
            exact: belief.is_exact(),
            plan: None,
            escape: None,
        }
    }

    fn forced(game: usize, belief: &Belief, question: ProblemQuestion, plan: &Plan) -> Self {
        Self {
            forced: true,
            plies: plan.plies(),
            plan: Some(tries(plan)),
            ..Self::of(game, belief, question)
        }
    }

    fn escaped(
        game: usize,
        belief: &Belief,
        question: ProblemQuestion,
        escape: &Refutation,
    ) -> Self {
        Self {
            escape: Some(EscapeObject {
                fen: escape.board.chess_fen(),
                left: escape.left,
                even_seen: escape.even_seen,
            }),
            ..Self::of(game, belief, question)
        }
    }
}

fn tries(plan: &Plan) -> Vec<TryObject> {
    let branches = |one: &PlanTry| {
        let branches = one.branches.iter().map(|branch| BranchObject {
            said: branch.announcement.to_string(),
            reply: branch.reply.to_string(),
            positions: branch.positions,
            plan: tries(&branch.plan),
        });
        branches.collect()
    };
    let tries = plan.tries.iter().map(|one| TryObject {
        san: one.san.to_string(),
        legal: one.legal,
        mates: one.mates,
        illegal: one.illegal,
        branches: branches(one),
    });
    tries.collect()
}

const fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn plies(depth: u32) -> String {
    count_text(depth, "half-move", "half-moves")
}

fn write_head(out: &mut dyn Write, belief: &Belief, within: u32) -> Result<(), Stop> {
    let seat = player(belief.seat());
    let within = plies(within);
    let positions = match belief.len() {
        1 => "in the only possible position".to_owned(),
        n => format!("in all {n} positions"),
    };
    writeln!(out, "{seat} mates within {within}, {positions}:")?;
    Ok(())
}

/// If the problem has an `Epsilon` tag, writes whether the player can mate with a probability arbitrarily close to 1.
fn write_epsilon(
    out: &mut dyn Write,
    question: ProblemQuestion,
    epsilon: Option<bool>,
) -> Result<(), Stop> {
    let answer = match epsilon {
        _ if question.epsilon.is_none() => return Ok(()),
        Some(true) => "yes, because mate is forced",
        Some(false) => "no, because mate cannot be forced in that position",
        None => "unknown, because only plans that mate for sure are searched",
    };
    writeln!(out, "with probability arbitrarily close to 1: {answer}")?;
    Ok(())
}

/// Writes the tries in order. A try that may fail to mate is followed by its branches, indented. Announcements are in
/// the notation of the file.
fn write_plan(out: &mut dyn Write, plan: &Plan, depth: usize) -> Result<(), Stop> {
    let margin = "    ".repeat(depth);
    for one in &plan.tries {
        write!(out, "{margin}{}", one.san)?;
        if one.mates == one.legal {
            write!(out, "#")?;
        }
        let legal = count_text(one.legal, "position", "positions");
        write!(out, "  legal in {legal}, mates in {}", one.mates)?;
        if one.illegal > 0 {
            write!(out, "; illegal in {}, then:", one.illegal)?;
        }
        writeln!(out)?;
        for branch in &one.branches {
            let positions = count_text(branch.positions, "position", "positions");
            writeln!(
                out,
                "{margin}  ({}:) ?? ({}:)  {positions}",
                branch.announcement, branch.reply
            )?;
            write_plan(out, &branch.plan, depth + 1)?;
        }
    }
    Ok(())
}

fn write_escape(
    out: &mut dyn Write,
    belief: &Belief,
    question: ProblemQuestion,
    escape: &Refutation,
) -> Result<(), Stop> {
    let within = plies(question.depth);
    let positions = count_text(belief.len(), "position", "positions");
    let escape_words = if escape.left == 1 { "escapes" } else { "escape" };
    writeln!(
        out,
        "not forced within {within}: {} of {positions} {escape_words} every plan",
        escape.left
    )?;
    writeln!(out, "{}", escape.board.chess_fen())?;
    if escape.even_seen {
        writeln!(out, "mate cannot be forced here even with full information")?;
    } else {
        writeln!(out, "with full information, mate could be forced here")?;
    }
    Ok(())
}
