//! `tandem solve`: solves a Kriegspiel problem.

use super::{
    Done, RecordFile, Solve, Stop, Stream, check_obstacle, game_diagram::print_belief_progress,
    stop_if, write_json,
};
use crate::{
    kriegspiel::{
        Belief, Branch, Game, MAX_SOLVE_PLIES, Plan, PlanTry, Refutation, Solved,
        notation::ProblemQuestion, solve,
    },
    rules::color_name,
    text::count_text,
};
use serde_json::{Value, json};
use std::io::Write;

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
    let question = game
        .question
        .ok_or_else(|| format!("game {number} is not a problem: it has no valid Depth tag"))?;
    check_obstacle(number, game.obstacle)?;
    if game.cut_short {
        return Err(format!(
            "game {number} cannot be solved: it contains an illegal move; see tandem check"
        )
        .into());
    }
    let belief = belief(game, number, err)?;
    let solved = solve(&belief, question.depth, &mut |effort| {
        let (whole, tenth) = (effort.boards / MILLION, effort.boards % MILLION * 10 / MILLION);
        err.progress(format_args!("{whole}.{tenth} million positions"));
        stop_if(limit > 0 && effort.boards / MILLION >= limit)
    });
    if !belief.is_exact() && matches!(solved, Solved::Forced(_)) {
        let count = belief.len();
        return Err(format!(
            "game {number}: undecided: too many possible positions; mate is forced in a sample of {count}"
        )
        .into());
    }
    let forced = match &solved {
        Solved::Forced(_) => Some(true),
        Solved::NotForced(_) => Some(false),
        Solved::Stopped | Solved::TooDeep => None,
    };
    if let (Some(claimed), Some(forced)) = (question.forced, forced)
        && claimed != forced
    {
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
                let mut solution = solution_json(number, &belief, plan.plies(), true);
                solution["plan"] = plan_json(&plan);
                write_json(&solution, out)?;
            } else {
                write_head(out, &belief, plan.plies())?;
                write_plan(out, &plan, 0)?;
                write_epsilon(out, question, epsilon)?;
            }
            Ok(Done::Fine)
        }
        Solved::NotForced(escape) => {
            if *json {
                let mut solution = solution_json(number, &belief, question.depth, false);
                solution["escape"] = escape_json(&escape);
                write_json(&solution, out)?;
            } else {
                write_escape(out, &belief, question, &escape)?;
                write_epsilon(out, question, epsilon)?;
            }
            Ok(Done::Errors)
        }
        Solved::Stopped => Err(format!(
            "game {number}: undecided after {limit} million positions; raise --limit (0 = no limit)"
        )
        .into()),
        Solved::TooDeep => Err(format!(
            "game {number}: undecided: mate within {} half-moves is too deep; the limit is {MAX_SOLVE_PLIES}",
            question.depth
        )
        .into()),
    }
}

/// Returns the positions that the player to move considers possible at the end of the game.
fn belief(game: &Game, number: usize, err: &Stream<'_>) -> Result<Belief, Stop> {
    let turn = game.turn();
    let hearing = game.hearing(turn).ok_or_else(|| {
        let turn = color_name(turn);
        format!(
            "game {number} is not a problem: {turn} is to move, but the file is the opponent's view"
        )
    })?;
    let plies = hearing.plies.len();
    let (belief, _) =
        Belief::after(&hearing, plies, &mut |part| print_belief_progress(err, part, plies))
            .map_err(|why| format!("game {number}: {why}"))?;
    Ok(belief)
}

/// Returns the result as JSON, without its `plan` or `escape`. `plies` is the length of the plan or, if mate is not
/// forced, the number of plies within which the problem asks for mate.
fn solution_json(game: usize, belief: &Belief, plies: u32, forced: bool) -> Value {
    json!({
        "game": game,
        // The side that gives mate.
        "side": color_name(belief.seat()),
        "plies": plies,
        "positions": belief.len(),
        "forced": forced,
        // Whether `positions` is the number of all possible positions, and not of a sample.
        "exact": belief.is_exact(),
    })
}

/// Returns the tries of a plan as JSON. The numbers count the positions in which a try is legal, gives mate or is
/// illegal. In the branches, `said` is the announcement of the try, `reply` that of the opponent's reply.
fn plan_json(plan: &Plan) -> Value {
    let branch = |branch: &Branch| {
        json!({
            "said": branch.announcement.to_string(),
            "reply": branch.reply.to_string(),
            "positions": branch.positions,
            "plan": plan_json(&branch.plan),
        })
    };
    let plan_try = |one: &PlanTry| {
        json!({
            "san": one.san.to_string(),
            "legal": one.legal,
            "mates": one.mates,
            "illegal": one.illegal,
            "branches": one.branches.iter().map(branch).collect::<Value>(),
        })
    };
    plan.tries.iter().map(plan_try).collect()
}

fn escape_json(escape: &Refutation) -> Value {
    json!({
        "fen": escape.board.chess_fen(),
        // The number of positions left once every try that wins wherever it is legal has been made. No plan mates in
        // all of the positions left.
        "left": escape.left,
        // Whether even a player who sees the whole board cannot force mate in the position `fen`.
        "even_seen": escape.even_seen,
    })
}

fn plies(depth: u32) -> String {
    count_text(depth, "half-move", "half-moves")
}

fn write_head(out: &mut dyn Write, belief: &Belief, within: u32) -> Result<(), Stop> {
    let seat = belief.seat().fold_wb("White", "Black");
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
