//! `tandem solve`: solves a Kriegspiel problem.

use super::{
    CliError, Exit, RecordFile, Result, Solve, Stream, check_obstacle,
    game_diagram::print_belief_progress, stop_if, write_json,
};
use crate::{
    document::Content,
    kriegspiel::{
        Belief, Branch, Composition, Dual, FailedTry, Game, MAX_SOLVE_PLIES, Plan, PlanTry,
        Refutation, SetReply, SolveProgress, Solved, compose, notation::ProblemQuestion,
        solution_lines, solve,
    },
    parallel::limit_threads,
    rules::{Color, San, color_name},
    text::count_text,
};
use serde_json::{Value, json};
use std::{io::Write, ops::ControlFlow};

/// The unit of `--limit`, in positions.
const MILLION: u64 = 1_000_000;

pub(super) fn run(args: &Solve, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    if let Some(threads) = args.threads {
        limit_threads(threads);
    }
    let matches = RecordFile::open(&args.file, args.unpack, err)?.0.into_matches(&args.file)?;
    if !args.all {
        let number = args.game.unwrap_or(1);
        let problem = ReadProblem::of(&matches.content(args.game)?, number, err)?;
        return problem.solve(args, out, err);
    }
    let mut done = Exit::Fine;
    for row in matches.rows(args.game)? {
        let number = row as usize + 1;
        let problem = ReadProblem::of(&matches.content(Some(number))?, number, err);
        let solved = problem.and_then(|problem| problem.solve_all(args, out, err));
        done = done.max(match solved {
            Ok(done) => done,
            Err(
                stop @ (CliError::Solve(_)
                | CliError::Belief { .. }
                | CliError::NoKriegspiel(_)
                | CliError::Obstacle { .. }),
            ) => {
                writeln!(err, "tandem: {stop}")?;
                Exit::Errors
            }
            Err(stop) => return Err(stop),
        });
    }
    Ok(done)
}

/// The reason why a game has no solution to print. The first field is its number.
#[derive(Debug, thiserror::Error)]
pub(super) enum SolveError {
    #[error("game {0} is not a problem: it has no valid Depth tag")]
    NoDepth(usize),
    #[error("game {0} cannot be solved: it contains an illegal move; see tandem check")]
    Illegal(usize),
    #[error("game {0} is not a problem: {turn} is to move, but the file is the opponent's view", turn = color_name(*_1))]
    OtherView(usize, Color),
    #[error("game {0}: undecided: too many possible positions; mate is forced in a sample of {1}")]
    Sample(usize, usize),
    #[error("game {0}: undecided after {1} million positions; raise --limit (0 = no limit)")]
    Stopped(usize, u64),
    #[error(
        "game {0}: undecided: mate within {1} half-moves is too deep; the limit is {MAX_SOLVE_PLIES}"
    )]
    TooDeep(usize, u32),
}

/// A problem of a file, with what its solver knows.
struct ReadProblem {
    number: usize,
    question: ProblemQuestion,
    belief: Belief,
}

impl ReadProblem {
    fn of(content: &Content, number: usize, err: &Stream<'_>) -> Result<Self> {
        let game = content.as_game().ok_or(CliError::NoKriegspiel(number))?.game();
        let question = game.question.ok_or(SolveError::NoDepth(number))?;
        check_obstacle(number, game.obstacle)?;
        if game.cut_short {
            return Err(SolveError::Illegal(number).into());
        }
        let belief = belief(game, number, err)?;
        Ok(Self { number, question, belief })
    }

    /// Prints keys, set play, failed tries and duals. The status is [`Exit::Failed`] if the search was cut off.
    fn solve_all(self, args: &Solve, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
        let Self { number, question, belief } = self;
        let all = compose(&belief, question.depth, &mut |effort| watch(args.limit, effort, err));
        // A sample with keys decides nothing, but without any, no plan exists.
        let all = all.filter(|all| belief.is_exact() || all.shortest.is_none());
        let forced = all.as_ref().map(|all| all.shortest.is_some());
        if args.json {
            write_json(&all_json(number, &belief, all.as_ref()), out)?;
        } else if let Some(all) = &all {
            write_all(out, number, &belief, question, all)?;
        }
        match forced {
            None => {
                let limit = args.limit;
                writeln!(err, "tandem: game {number}: undecided after {limit} million positions")?;
                return Ok(Exit::Failed);
            }
            Some(forced) => write_wrong_tag(err, number, question, forced)?,
        }
        Ok(if forced == Some(true) { Exit::Fine } else { Exit::Errors })
    }

    /// Prints a plan or a refutation.
    fn solve(self, args: &Solve, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
        let Self { number, question, belief } = self;
        let Solve { limit, json, .. } = args;
        let limit = *limit;
        let solved = solve(&belief, question.depth, &mut |effort| watch(limit, effort, err));
        if !belief.is_exact() && matches!(solved, Solved::Forced(_)) {
            return Err(SolveError::Sample(number, belief.len()).into());
        }
        let forced = match &solved {
            Solved::Forced(_) => Some(true),
            Solved::NotForced(_) => Some(false),
            Solved::Stopped | Solved::TooDeep => None,
        };
        if let Some(forced) = forced {
            write_wrong_tag(err, number, question, forced)?;
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
                Ok(Exit::Fine)
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
                Ok(Exit::Errors)
            }
            Solved::Stopped => Err(SolveError::Stopped(number, limit).into()),
            Solved::TooDeep => Err(SolveError::TooDeep(number, question.depth).into()),
        }
    }
}

/// Reports the progress of a search. Breaks at the limit, in millions of positions.
fn watch(limit: u64, effort: SolveProgress, err: &mut Stream<'_>) -> ControlFlow<()> {
    let (whole, tenth) = (effort.boards / MILLION, effort.boards % MILLION * 10 / MILLION);
    err.progress(format_args!("{whole}.{tenth} million positions"));
    stop_if(limit > 0 && effort.boards / MILLION >= limit)
}

/// Reports if the `Forced` tag differs from `forced`, the result of a search that reached its end.
fn write_wrong_tag(
    err: &mut Stream<'_>,
    number: usize,
    question: ProblemQuestion,
    forced: bool,
) -> Result<()> {
    if question.forced.is_some_and(|claimed| claimed != forced) {
        let verb = if forced { "is" } else { "is not" };
        writeln!(err, "tandem: game {number}: the Forced tag is wrong: mate {verb} forced")?;
    }
    Ok(())
}

fn texts(moves: &[San]) -> Vec<String> {
    moves.iter().map(San::to_string).collect()
}

/// Returns all solutions as JSON; `None` is an undecided search.
fn all_json(number: usize, belief: &Belief, all: Option<&Composition>) -> Value {
    let mut object = json!({
        "game": number,
        "rules": belief.rules().name(),
        "side": color_name(belief.seat()),
        "positions": belief.len(),
        "exact": belief.is_exact(),
        "decided": all.is_some(),
        "forced": all.map(|all| all.shortest.is_some()),
    });
    let Some(all) = all else { return object };
    let mut keys = texts(&all.keys);
    if all.asks {
        keys.push("Any?".to_owned());
    }
    let set_reply = |it: &SetReply| {
        json!({
            "reply": format!("({}:)", it.reply),
            "positions": it.positions,
            "moves": texts(&it.moves),
        })
    };
    let failed = |it: &FailedTry| {
        let refuted_by = json!({
            "position": it.board.chess_fen(),
            "announcement": it.refutation(),
        });
        json!({ "move": it.san.to_string(), "refuted_by": refuted_by })
    };
    let dual = |it: &Dual| {
        json!({
            "after": it.moves_before(),
            "announcement": it.last_announcements(),
            "moves": texts(&it.moves),
        })
    };
    object["plies"] = json!(all.shortest);
    object["keys"] = json!(keys);
    object["longer_keys"] = json!(texts(&all.longer_keys));
    object["set_play"] = all.set_play.iter().map(set_reply).collect();
    object["tries"] = all.tries.iter().map(failed).collect();
    let duals = |is_minor| all.duals.iter().filter(move |it| it.is_minor == is_minor);
    object["duals"] = duals(false).map(dual).collect();
    object["minor_duals"] = duals(true).map(dual).collect();
    object["moves"] = json!(all.plan.as_ref().map(Plan::total_moves));
    object["plan"] = json!(all.plan.as_ref().map(plan_json));
    object
}

fn write_all(
    out: &mut dyn Write,
    number: usize,
    belief: &Belief,
    question: ProblemQuestion,
    all: &Composition,
) -> Result<()> {
    let positions = count_text(belief.len(), "position", "positions");
    let rules = belief.rules().name();
    writeln!(out, "Game {number}: mate within {}, {rules}, {positions}", plies(question.depth))?;
    for line in solution_lines(all, belief.len()) {
        writeln!(out, "{line}")?;
    }
    if let Some(plan) = &all.plan {
        writeln!(out, "plan:")?;
        write_plan(out, plan, 1)?;
    }
    Ok(())
}

/// Returns the positions that the player to move considers possible at the end of the game.
fn belief(game: &Game, number: usize, err: &Stream<'_>) -> Result<Belief> {
    let turn = game.turn();
    let hearing = game.hearing(turn).ok_or(SolveError::OtherView(number, turn))?;
    let plies = hearing.plies.len();
    let (belief, _) =
        Belief::after(&hearing, plies, &mut |part| print_belief_progress(err, part, plies))
            .map_err(|why| CliError::Belief { game: number, why })?;
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
    let mut steps: Vec<Value> = plan.tries.iter().map(plan_try).collect();
    if let Some(question) = &plan.question {
        steps.push(json!({
            "question": "Any?",
            "yes": { "positions": question.yes_positions, "plan": question.yes.as_ref().map(plan_json) },
            "no": { "positions": question.no_positions, "plan": question.no.as_ref().map(plan_json) },
        }));
    }
    steps.into()
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

fn write_head(out: &mut dyn Write, belief: &Belief, within: u32) -> Result<()> {
    let seat = belief.seat().fold_wb("White", "Black");
    let within = plies(within);
    let positions = match belief.len() {
        1 => "in the only possible position".to_owned(),
        n => format!("in all {n} positions"),
    };
    writeln!(out, "{seat} mates within {within}, {positions}:")?;
    Ok(())
}

/// If the problem has an `Epsilon` tag and mate is not forced, writes whether the player can mate with a probability
/// arbitrarily close to 1.
fn write_epsilon(
    out: &mut dyn Write,
    question: ProblemQuestion,
    epsilon: Option<bool>,
) -> Result<()> {
    if question.epsilon.is_none() {
        return Ok(());
    }
    let answer = match epsilon {
        // A mate that is forced leaves nothing to ask.
        Some(true) => return Ok(()),
        Some(false) => "no, because mate cannot be forced in that position",
        None => "unknown, because only plans that mate for sure are searched",
    };
    writeln!(out, "with probability arbitrarily close to 1: {answer}")?;
    Ok(())
}

/// Writes the tries in order. A try that may fail to mate is followed by its branches, indented. Announcements are in
/// the notation of the file.
fn write_plan(out: &mut dyn Write, plan: &Plan, depth: usize) -> Result<()> {
    let margin = "    ".repeat(depth);
    for one in &plan.tries {
        write!(out, "{margin}{}", one.san)?;
        if one.mates == one.legal && one.legal > 0 {
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
    let Some(question) = &plan.question else { return Ok(()) };
    for (answer, count, plan) in [
        ("Try!", question.yes_positions, &question.yes),
        ("No", question.no_positions, &question.no),
    ] {
        let Some(plan) = plan else { continue };
        let positions = count_text(count, "position", "positions");
        writeln!(out, "{margin}Any? {answer}  {positions}")?;
        write_plan(out, plan, depth + 1)?;
    }
    Ok(())
}

fn write_escape(
    out: &mut dyn Write,
    belief: &Belief,
    question: ProblemQuestion,
    escape: &Refutation,
) -> Result<()> {
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
