//! `tandem analyse`: prints the tactics of matches as a report, or as JSON with one line per moment. `--engine` adds
//! the evaluations of an engine.

use super::{
    Analyse, Exit, Result, Stream,
    analysis_progress::AnalysisProgress,
    archives::{Matches, matches_or_position, write_each},
    evaluation::{engine_result_json, write_engine_result},
    has_readable_start, ply_named, print_cut_short, write_json,
};
use crate::{
    analysis::{
        ledger::{Ledger, MatchTactics, SitCost, Wait},
        report::{ReportWriter, moment_words},
        tactics::{BoardTactics, ExtraPiece, Joint, Limits, Mate, Solver},
    },
    archive::RowNumber,
    document::{Content, Document, Header},
    engine::{Engine, EngineResult, Moments},
    rules::{BoardId, ByBoard, BySeat, Move, Position, Role, Seat},
    timeline::{Diagonal, Reading},
};
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let path = args.path().ok_or("no file given")?;
    if args.files.len() > 1 {
        return Err("analyse takes one file; add --findings or --summary for several".into());
    }
    // Without `--game`, `--at` applies to the first match.
    let game = args.game.or(args.at.as_ref().map(|_| 1));
    let (matches, done) = matches_or_position(path, args.unpack, err)?;
    let rows = matches.bughouse_rows(game, "analyse")?;
    let progress = AnalysisProgress::new(err.progress_line(), rows.len());
    let written = match args.start_engine(err)? {
        None => matches.select_rows(&rows, |selection| {
            write_each(selection, out, err, |game, document, out, err| {
                if !has_readable_start(game, document, err)? {
                    return Ok(Exit::Errors);
                }
                let done = print_cut_short(game, document, err)?;
                args.write(game, document, None, &progress, out)?;
                Ok(done)
            })
        })?,
        Some(engine) => args.write_evaluations(&matches, &rows, (engine, &progress), out, err)?,
    };
    Ok(done.max(written))
}

impl Analyse {
    /// Writes the analysis with the evaluations of `engine`, one match at a time.
    fn write_evaluations(
        &self,
        matches: &Matches,
        rows: &[RowNumber],
        (mut engine, progress): (Engine, &AnalysisProgress),
        out: &mut dyn Write,
        err: &mut Stream<'_>,
    ) -> Result {
        let mut done = Exit::Fine;
        for &row in rows {
            let Some((file, range)) = matches.list.place(row as usize) else { continue };
            let Content::Match(document) = Content::read(&file.text, range)? else { continue };
            let game = row as usize + 1;
            if !has_readable_start(game, &document, err)? {
                done = Exit::Errors;
                continue;
            }
            done = done.max(print_cut_short(game, &document, err)?);
            self.write(game, &document, Some(&mut engine), progress, out)?;
        }
        Ok(done)
    }

    /// Writes the analysis of match `game`, counted from 1.
    fn write(
        &self,
        game: usize,
        document: &Document,
        mut engine: Option<&mut Engine>,
        progress: &AnalysisProgress,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.json || self.at.is_some() {
            self.write_moments(game, document, engine, progress, out)?;
        } else {
            self.write_report(game, document, progress, out)?;
            if let Some(engine) = &mut engine {
                self.write_mistakes(engine, document, progress, out)?;
            }
        }
        progress.end();
        Ok(())
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { moves: self.mate, deliver: self.deliver, ..Limits::default() }
    }

    /// Returns a tactics solver that reports the number of positions searched to `progress`.
    fn solver(&self, progress: &AnalysisProgress) -> Solver {
        let mut solver = Solver::new(self.limits());
        let progress = progress.clone();
        solver.watch(move |positions| progress.add(positions));
        solver
    }

    /// Writes the report on a whole match, grouped by player.
    fn write_report(
        &self,
        game: usize,
        document: &Document,
        progress: &AnalysisProgress,
        out: &mut dyn Write,
    ) -> Result<()> {
        let played = document.played();
        progress.begin(played.plies.len() + 1);
        let on_moment = |moment, _: &ByBoard<BoardTactics>| progress.at(moment + 1);
        let mut solver = self.solver(progress);
        let tactics = MatchTactics::by(&mut solver, played, 0, on_moment).unwrap_or_default();
        let ledger = Ledger::of(played, document.timeline(), &tactics, &mut solver);
        let header = Header::of(document);
        let names = header.names();
        let result = if header.result.is_empty() { "no result" } else { &header.result };
        writeln!(out, "Match {game}: {result}")?;
        for seat in Seat::ALL {
            writeln!(out, "{}: {}", seat.name(), header.seats[seat].name)?;
            let sentences = ReportWriter::of(played, &ledger, &names).sentences(seat);
            // All long thinks of a player are reported in a single sentence.
            let has_only_thinks = sentences.len() == ledger.thinks[seat].len().min(1);
            if has_only_thinks {
                writeln!(out, "  No forced mates, no mating pieces given away.")?;
            }
            for sentence in sentences {
                writeln!(out, "  {}", sentence.text)?;
            }
        }
        if ledger.unfinished {
            writeln!(out, "Some positions were not fully searched.")?;
        }
        Ok(())
    }

    /// Writes the analysis of each moment, or only of the moment given by `--at`. The output is JSON with `--json`,
    /// otherwise text.
    fn write_moments(
        &self,
        game: usize,
        document: &Document,
        mut engine: Option<&mut Engine>,
        progress: &AnalysisProgress,
        out: &mut dyn Write,
    ) -> Result<()> {
        if let Some(engine) = &mut engine {
            engine.forget();
        }
        let mut evaluations = engine.map(|engine| Moments::new(engine, self.nodes));
        let find_moment = |name| ply_named(document.moment_named(name), name);
        let only_moment = self.at.as_deref().map(find_moment).transpose()?;
        let mut solver = self.solver(progress);
        let played = document.played();
        let names = Header::of(document).names();
        progress.begin(if only_moment.is_some() { 1 } else { played.plies.len() + 1 });
        let sits = document.timeline().sits();
        let mut position = played.set_up.position.clone();
        for moment in 0..=played.plies.len() {
            if let Some(index) = moment.checked_sub(1) {
                played.plies[index].play_on(&mut position);
            }
            if only_moment.is_none_or(|only_moment| only_moment == moment) {
                // The progress line counts analysed moments. With `--at`, only one is analysed, so its progress is 0.
                let _ = progress.at(if only_moment.is_some() { 0 } else { moment });
                let tactics = solver.both(&position);
                let evaluate = |evaluations: &mut Moments<'_>| {
                    evaluations.both(&position, &mut || progress.show())
                };
                let results = evaluations.as_mut().map(evaluate).transpose()?.flatten();
                let clocks =
                    document.timeline().clocks(moment, document.timeline().time_of(moment));
                let analysed = AnalysedMoment {
                    position: &position,
                    tactics: &tactics,
                    clocks: &clocks,
                    names: &names,
                    results: results.as_ref(),
                    chess960: played.set_up.chess960,
                };
                if !self.json {
                    analysed.write_text(out)?;
                    continue;
                }
                let waits = sits.iter().filter(|sit| sit.begins == moment).map(|&sit| {
                    let moments = Wait::tactics_moments(played, &sit);
                    let tactics = MatchTactics::within(&mut solver, played, moments);
                    wait_json(document, &Wait::of(played, document.timeline(), &tactics, sit))
                });
                let waits: Vec<Value> = waits.collect();
                let mut line = json!({
                    "game": game,
                    "ply": moment,
                    "move": document.ply_name(moment),
                    "a": analysed.board(BoardId::A),
                    "b": analysed.board(BoardId::B),
                    "joint": { "a": analysed.joint(BoardId::A), "b": analysed.joint(BoardId::B) },
                });
                if !waits.is_empty() {
                    line["waits"] = waits.into();
                }
                write_json(&line, out)?;
            }
        }
        Ok(())
    }
}

/// Returns a sit as JSON. During a sit, a seat lets its clock run instead of moving. Times are in milliseconds.
pub(super) fn wait_json(document: &Document, wait: &Wait) -> Value {
    let chess960 = document.played().set_up.chess960;
    let partner = wait.partner.as_ref().map(|chance| {
        json!({
            "ply": chance.moment,
            "in": chance.moves,
            // Whether the partner can capture the piece at once.
            "takes": chance.is_at_hand,
            "first": uci_moves(&chance.first, chess960),
        })
    });
    let came = wait.arrival.map(|(role, ply)| {
        json!({
            "piece": role.upper_char(),
            // The number of the ply that captured the piece, counted from 1.
            "ply": ply + 1,
        })
    });
    json!({
        // Whether the record shows a reason to wait: `sit` or, without, `think`.
        "kind": wait.kind.noun(),
        "seat": wait.sit.seat.letter(),
        // The moment at which the sit ends.
        "until": wait.ends,
        // The duration of the sit.
        "ms": wait.sit.ms,
        // Whether the seat was in check and had no legal reply when the sit began.
        "stuck": wait.stuck,
        // The kinds of pieces that would each have given the seat a mate, had one more been in reserve.
        "wanted": letters(&wait.wanted),
        // The partner's first chance to win a wanted piece, and the first wanted piece that the seat received.
        "partner": partner,
        "came": came,
        // The number of moves to mate at the end of the sit; null if there was no mate, or one from the beginning.
        "mate": wait.mate,
        // The last moment at which a wanted piece would have mated; null if none was wanted.
        "last_useful": wait.last_useful,
        // What the sit cost: the match, or the lead on the diagonal; null if nothing.
        "cost": wait.cost.map(SitCost::word),
        // The lead on the diagonal at the beginning and at the end of the sit; null without clocks.
        "lead_ms": wait.clocks.map(|clocks| [clocks.before_ms, clocks.after_ms]),
        // The time for which the seat was ahead on the diagonal during the sit; null without clocks.
        "safe_ms": wait.clocks.map(|clocks| clocks.safe_ms),
    })
}

pub(super) fn uci_moves(moves: &[Move], chess960: bool) -> Vec<String> {
    moves.iter().map(|mv| mv.uci(chess960)).collect()
}

fn letters(roles: &[Role]) -> Vec<char> {
    roles.iter().map(|role| role.upper_char()).collect()
}

/// The analysis of a moment, from which its text or JSON is built.
struct AnalysedMoment<'a> {
    position: &'a Position,
    tactics: &'a ByBoard<BoardTactics>,
    clocks: &'a BySeat<Reading>,
    /// The names of the players, or of the seats where the players are unknown.
    names: &'a BySeat<String>,
    results: Option<&'a ByBoard<EngineResult>>,
    chess960: bool,
}

impl AnalysedMoment<'_> {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let lines = moment_words(self.position, self.tactics, self.clocks, self.names);
        for id in BoardId::ALL {
            let seat = self.position.turn(id);
            match self.names[seat].as_str() {
                name if name == seat.name() => writeln!(out, "{name} to move:")?,
                name => writeln!(out, "{name} ({}) to move:", seat.name())?,
            }
            for line in &lines[id] {
                writeln!(out, "  {line}")?;
            }
            if lines[id].is_empty() {
                writeln!(out, "  no forced mate")?;
            }
            if let Some(results) = self.results {
                write_engine_result(&results[id], out)?;
            }
        }
        Ok(())
    }

    /// Returns the tactics on board `id`, as seen by the side to move. With `--engine`, the evaluation is added.
    fn board(&self, id: BoardId) -> Value {
        let board_tactics = &self.tactics[id];
        let seat = self.position.turn(id);
        let mate = |mate: &Mate| self.mate(mate);
        // The key is the kind of piece of which one more in reserve would give the mate.
        let wanted = |extra: &ExtraPiece| {
            let mut line = self.mate(&extra.mate);
            // The moves by which the partner can capture the piece and is not mated as fast.
            let captures = board_tactics.winning_captures(self.position, seat, extra.role);
            line["partner"] = json!(self.moves(&captures));
            (extra.role.upper_char().to_string(), line)
        };
        let threat_with =
            |extra: &ExtraPiece| (extra.role.upper_char().to_string(), self.mate(&extra.mate));
        // The longest of the shortest mates, one for each move of the side to move.
        let fatal = |extra: &ExtraPiece| {
            (extra.role.upper_char().to_string(), json!({ "in": extra.mate.moves }))
        };
        // A mate that holds only against the opponent's current reserve.
        let unless = board_tactics.conditional_mate.as_ref().map(|unless| {
            let mut line = self.mate(&unless.mate);
            // The kinds of pieces that would each prevent the mate, with one more in the opponent's reserve.
            line["refuted_by"] = json!(letters(&unless.refuted_by));
            line
        });
        let mut board = json!({
            "turn": seat.letter(),
            "stuck": board_tactics.stuck,
            "mate": board_tactics.mate.as_ref().map(mate),
            "unless": unless,
            "wanted": board_tactics.wanted.iter().map(wanted).collect::<Map<_, _>>(),
            "threat": board_tactics.threat.as_ref().map(mate),
            "fatal": board_tactics.fatal.iter().map(fatal).collect::<Map<_, _>>(),
            "threat_with": board_tactics.threat_with.iter().map(threat_with).collect::<Map<_, _>>(),
            "unfinished": board_tactics.unfinished,
        });
        if let Some(results) = self.results {
            board["engine"] = engine_result_json(&results[id], self.chess960);
        }
        board
    }

    /// Returns the joint win of the seat to move on board `id`, which sits until its partner wins the piece that mates.
    fn joint(&self, id: BoardId) -> Option<Value> {
        let Joint { moves, first, delivers, mate } = self.tactics[id].joint.as_ref()?;
        Some(json!({
            "in": moves,
            "first": self.moves(first),
            // The wanted pieces that the partner wins.
            "wanted": letters(delivers),
            // The number of moves to mate with any of these pieces, at most; null if there are no such pieces.
            "mate": mate,
            // The lead of the sitting seat on its diagonal, in milliseconds: its time minus that of the partner's
            // opponent; null without clocks.
            "lead_ms": Diagonal::lead_ms(self.clocks, self.position.turn(id)),
        }))
    }

    fn mate(&self, mate: &Mate) -> Value {
        json!({ "in": mate.moves, "first": self.moves(&mate.first) })
    }

    fn moves(&self, moves: &[Move]) -> Vec<String> {
        uci_moves(moves, self.chess960)
    }
}
