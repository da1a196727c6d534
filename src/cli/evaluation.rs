//! The evaluations of `tandem analyse --engine`, which are listed apart from the exact tactics.

use super::{Analyse, Result, Stream, analysis_progress::AnalysisProgress};
use crate::{
    document::{Document, Header},
    engine::{
        Engine, EngineError, EngineLimits, EngineLine, EngineResult, LineEnd, MatchScores,
        NO_MISTAKES, Score, Setup, chance_text, engine_folders, engines_in, find_mistakes,
    },
    rules::Seat,
};
use serde_json::{Value, json};
use std::{io::Write, path::PathBuf};

/// The number of lines of play requested with `--at`. Without it, one line is requested.
const LINES: u32 = 3;

impl Analyse {
    pub(super) fn start_engine(&self, err: &Stream<'_>) -> Result<Option<Engine>, EngineError> {
        let Some(path) = self.engine_path() else { return Ok(None) };
        let detect = || engines_in(&engine_folders()).into_iter().next();
        let path = path.cloned().or_else(detect);
        let setup = Setup { lines: if self.at.is_some() { LINES } else { 1 }, ..Setup::default() };
        let path: PathBuf = path.ok_or(EngineError::NoneFound)?;
        Engine::start(&path, setup, EngineLimits::default(), &mut || {
            err.watch("Starting the engine…")
        })
    }

    /// Writes the mistakes that the engine found, grouped by player.
    pub(super) fn write_mistakes(
        &self,
        engine: &mut Engine,
        document: &Document,
        progress: &AnalysisProgress,
        out: &mut dyn Write,
    ) -> Result<()> {
        engine.forget();
        let played = document.played();
        let mut scores = MatchScores::new(engine, self.nodes);
        scores.resume(played, engine, &mut |scores| progress.at(scores.moments.len()))?;
        let mistakes = find_mistakes(played, &scores);
        let header = Header::of(document);
        writeln!(
            out,
            "{}, one board at a time, {} nodes per position:",
            engine.name(),
            self.nodes
        )?;
        for seat in Seat::ALL {
            writeln!(out, "{}: {}", seat.name(), header.seats[seat].name)?;
            let own: Vec<_> = mistakes.iter().filter(|it| it.seat == seat).collect();
            for mistake in &own {
                let best = match &mistake.best {
                    Some(best) => format!(". Better: {best}"),
                    None => String::new(),
                };
                writeln!(
                    out,
                    "  {}: {} → {}{best}.",
                    document.ply_name(mistake.ply + 1).unwrap_or_default(),
                    chance_text(mistake.before),
                    chance_text(mistake.after),
                )?;
            }
            if own.is_empty() {
                writeln!(out, "  {NO_MISTAKES}")?;
            }
        }
        Ok(())
    }
}

/// Writes an evaluation as text: one line of text for each line of play, the best first.
pub(super) fn write_engine_result(result: &EngineResult, out: &mut dyn Write) -> Result<()> {
    for line in &result.lines {
        let chance = line.score.chance().map_or("?".to_owned(), chance_text);
        let (score, depth) = (line.score.text(), line.depth);
        writeln!(out, "  engine: {chance} ({score}, depth {depth}): {}", line.text())?;
    }
    if result.lines.is_empty() {
        writeln!(out, "  engine: no move")?;
    }
    Ok(())
}

/// Returns an evaluation as JSON: one object for each line of play, the best first.
pub(super) fn engine_result_json(result: &EngineResult, chess960: bool) -> Value {
    let lines = result.lines.iter().map(|line| line_json(line, chess960));
    json!({
        "depth": result.depth,
        "nodes": result.nodes,
        "lines": lines.collect::<Vec<_>>(),
    })
}

fn line_json(line: &EngineLine, chess960: bool) -> Value {
    let (cp, mate) = match line.score {
        Score::Centipawns(cp) => (Some(cp), None),
        Score::Mates(moves) => (None, Some(i32::from(moves))),
        Score::Mated(moves) => (None, Some(-i32::from(moves))),
        Score::Unproved(before) => (before, None),
    };
    let not_in_reserve = match &line.end {
        LineEnd::NotInReserve(san) => Some(san),
        _ => None,
    };
    json!({
        "cp": cp,
        "mate": mate,
        "chance": line.score.chance().map(|chance| (chance * 10_000.0).round() / 10_000.0),
        "depth": line.depth,
        "moves": line.moves.iter().map(|mv| mv.uci(chess960)).collect::<Vec<_>>(),
        "not_in_reserve": not_in_reserve,
    })
}
