//! `tandem positions`: one line of JSON per moment.

use super::{
    Exit, Positions, Result, Stream,
    archives::{matches_or_position, write_each},
    has_readable_start, print_cut_short, write_json,
};
use crate::{
    document::Document,
    replay::{BranchIndex, Ply, Problem, VariationKind, VariationPath},
    rules::{BoardId, Position},
};
use serde::Serialize;
use std::io::Write;

/// A line of JSON, for one moment. `check` and `mate` refer to the board of the last ply.
#[derive(Default, Serialize)]
struct Line {
    game: usize,
    ply: usize,
    #[serde(rename = "move")]
    name: Option<String>,
    seat: Option<char>,
    san: Option<String>,
    uci: Option<String>,
    clock_ms: Option<i32>,
    lag_ms: Option<u32>,
    /// The match time in milliseconds; `None` in a variation.
    time_ms: Option<u32>,
    check: bool,
    mate: bool,
    a: String,
    b: String,
    /// The place in a variation, such as `21B/1/3`; `None` in the match itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<String>,
}

pub(super) fn run(args: &Positions, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let (matches, done) = matches_or_position(&args.file, args.unpack, err)?;
    let rows = matches.bughouse_rows(args.game, "positions")?;
    let written = matches.select_rows(&rows, |selection| {
        write_each(selection, out, err, |number, document, out, err| {
            if !has_readable_start(number, document, err)? {
                return Ok(Exit::Errors);
            }
            print_notes(number, document, err)?;
            write_match(number, document, args.variations, out)?;
            print_cut_short(number, document, err)
        })
    })?;
    Ok(done.max(written))
}

/// Reports corrections of the starting position, as `tandem check` does.
fn print_notes(game: usize, document: &Document, err: &mut dyn Write) -> Result<()> {
    let issues = document.played().issues.iter();
    for issue in issues.filter(|issue| matches!(issue.problem, Problem::FenNote(_))) {
        writeln!(err, "tandem: game {game}: {}", issue.problem)?;
    }
    Ok(())
}

fn write_match(
    game: usize,
    document: &Document,
    variations: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let played = document.played();
    let mut position = played.set_up.position.clone();
    let mut write = |line: &Line| Ok(write_json(line, out)?);
    let root_count = if variations { document.variations().roots.len() } else { 0 };
    let mut roots = (0..root_count).map(VariationPath::root).peekable();
    // Writes the variations on the ply that leads from the position `before` to `after`.
    let mut write_variations =
        |moment: usize, [before, after]: [&Position; 2], write: &mut WriteLine<'_>| -> Result<()> {
            let is_reached = |path: &VariationPath| {
                document.variations().roots[path.root].after as usize <= moment
            };
            while let Some(path) = roots.next_if(is_reached) {
                let first = document.variations().branches_off_at(&path);
                let start = if first < moment { before } else { after };
                let start = VariationStart { position: start.clone(), plies: first };
                write_variation(game, document, &path, start, write)?;
            }
            Ok(())
        };
    write(&start(game, &position))?;
    write_variations(0, [&position, &position], &mut write)?;
    let mut before = position.clone();
    for (index, ply) in played.plies.iter().enumerate() {
        before.clone_from(&position);
        let time_ms = Some(document.timeline().time(index));
        let line = line(game, index + 1, ply, played.set_up.chess960, &mut position);
        write(&Line { time_ms, ..line })?;
        write_variations(index + 1, [&before, &position], &mut write)?;
    }
    Ok(())
}

/// Where a variation begins: the position, and the number of plies played before it.
struct VariationStart {
    position: Position,
    plies: usize,
}

type WriteLine<'w> = dyn FnMut(&Line) -> Result<()> + 'w;

/// Writes a line for each ply of the variation at `path`. After the line of a ply, writes the lines of its branches.
fn write_variation(
    game: usize,
    document: &Document,
    path: &VariationPath,
    start: VariationStart,
    write: &mut WriteLine<'_>,
) -> Result<()> {
    let Some(variation) = document.variations().get(path) else { return Ok(()) };
    let VariationStart { mut position, plies: first } = start;
    let mut before = position.clone();
    let chess960 = document.played().set_up.chess960;
    for (index, variation_ply) in variation.plies.iter().enumerate() {
        before.clone_from(&position);
        let place = path.clone().after(index + 1);
        let number = first + index + 1;
        let line = line(game, number, &variation_ply.ply, chess960, &mut position);
        write(&Line { variation: Some(document.place_name(&place)), ..line })?;
        for (branch, variation) in variation_ply.branches.iter().enumerate() {
            let turn = BranchIndex { ply: index, branch };
            let start = match variation.kind {
                VariationKind::Alternative => {
                    VariationStart { position: before.clone(), plies: number - 1 }
                }
                VariationKind::Continuation => {
                    VariationStart { position: position.clone(), plies: number }
                }
            };
            write_variation(game, document, &path.branch(turn), start, write)?;
        }
    }
    Ok(())
}

fn start(game: usize, position: &Position) -> Line {
    Line {
        game,
        time_ms: Some(0),
        a: position.bfen(BoardId::A),
        b: position.bfen(BoardId::B),
        ..Line::default()
    }
}

/// Plays `ply`, the ply with number `number`, on `position`, and returns its line without a time.
fn line(game: usize, number: usize, ply: &Ply, chess960: bool, position: &mut Position) -> Line {
    let san = ply.san(position);
    ply.play_on(position);
    Line {
        ply: number,
        name: Some(ply.name().to_string()),
        seat: Some(ply.seat.letter()),
        san: Some(san),
        uci: Some(ply.mv.uci(chess960)),
        clock_ms: ply.clock.left_ms(),
        lag_ms: ply.lag_ms,
        time_ms: None,
        check: ply.check,
        mate: ply.mate,
        ..start(game, position)
    }
}
