//! `tandem analyse`: prints the tactics of matches as a report, or as JSON with one line per moment. `--engine` adds
//! the evaluations of an engine.

use super::{
    Analyse, Done, Stop, Stream,
    analysis_progress::AnalysisProgress,
    archives::{Matches, matches_or_position, write_each},
    evaluation::{EngineResultLine, write_engine_result},
    print_cut_short, write_json,
};
use crate::{
    analysis::{
        report::{MatchTactics, Report, Wait, moment_words, sentences},
        tactics::{BoardTactics, ExtraPiece, Joint, Limits, Mate, Solver, captures_for},
    },
    archive::RowNumber,
    document::{Content, Document, Header},
    engine::{Engine, EngineResult, Moments},
    rules::{BoardId, ByBoard, BySeat, Move, Position, Role, Seat},
    timeline::{Diagonal, Reading},
};
use serde::{Serialize, Serializer};
use std::io::Write;

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let path = args.path().ok_or(Stop::NoFile)?;
    if args.files.len() > 1 {
        return Err(Stop::SeveralFiles);
    }
    // Without `--game`, `--at` applies to the first match.
    let game = args.game.or(args.at.as_ref().map(|_| 1));
    let (matches, done) = matches_or_position(path, err)?;
    let rows = matches.bughouse_rows(game, "analyse")?;
    let progress = AnalysisProgress::new(err.progress_line(), rows.len());
    match args.start_engine(err)? {
        None => matches.select_rows(&rows, |selection| {
            let written = write_each(selection, out, err, |game, document, out, err| {
                let done = print_cut_short(game, document, err)?;
                args.write(game, document, None, &progress, out)?;
                Ok(done)
            })?;
            Ok(done.max(written))
        }),
        Some(engine) => {
            let written = args.write_evaluations(&matches, &rows, (engine, &progress), out, err)?;
            Ok(done.max(written))
        }
    }
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
    ) -> Result<Done, Stop> {
        let mut done = Done::Fine;
        for &row in rows {
            let Some((file, range)) = matches.list.place(row as usize) else { continue };
            let Content::Match(document) = Content::read(&file.text, range)? else { continue };
            let game = row as usize + 1;
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
    ) -> Result<(), Stop> {
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

    /// Returns a tactics solver that reports the number of positions searched to `progress`.
    fn solver(&self, progress: &AnalysisProgress) -> Solver {
        let mut solver =
            Solver::new(Limits { moves: self.mate, deliver: self.deliver, ..Limits::default() });
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
    ) -> Result<(), Stop> {
        let played = document.played();
        progress.begin(played.plies.len() + 1);
        let on_moment = |moment, _: &ByBoard<BoardTactics>| progress.at(moment + 1);
        let tactics = MatchTactics::by(&mut self.solver(progress), played, 0, on_moment);
        let tactics = tactics.unwrap_or_default();
        let report = Report::of(played, document.timeline(), &tactics);
        let header = Header::of(document);
        let result = if header.result.is_empty() { "no result" } else { &header.result };
        writeln!(out, "Match {game}: {result}")?;
        for seat in Seat::ALL {
            writeln!(out, "{}: {}", seat.name(), header.seats[seat].name)?;
            let sentences = sentences(played, &report, seat);
            // All long thinks of a player are reported in a single sentence.
            let has_only_thinks = sentences.len() == report.seats[seat].thinks.len().min(1);
            if has_only_thinks {
                writeln!(out, "  No forced mates, no decisive losses.")?;
            }
            for sentence in sentences {
                writeln!(out, "  {}", sentence.text)?;
            }
        }
        if report.unfinished {
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
    ) -> Result<(), Stop> {
        if let Some(engine) = &mut engine {
            engine.forget();
        }
        let mut evaluations = engine.map(|engine| Moments::new(engine, self.nodes));
        let find_moment = |name: &str| {
            let moment = document.moment_named(name);
            moment.ok_or_else(|| Stop::NoSuchPly(name.to_owned()))
        };
        let only_moment = self.at.as_deref().map(find_moment).transpose()?;
        let mut solver = self.solver(progress);
        let played = document.played();
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
                    evaluations.both(&position, &mut || progress.refresh())
                };
                let results = evaluations.as_mut().map(evaluate).transpose()?.flatten();
                let clocks =
                    document.timeline().clocks(moment, document.timeline().time_of(moment));
                if !self.json {
                    write_moment_text(&position, &tactics, &clocks, results.as_ref(), out)?;
                    continue;
                }
                let waits = sits.iter().filter(|sit| sit.begins == moment).map(|&sit| {
                    let moments = Wait::moments(played, &sit);
                    let tactics = MatchTactics::within(&mut solver, played, moments);
                    WaitLine::of(document, &Wait::of(played, document.timeline(), &tactics, sit))
                });
                let waits = waits.collect();
                let moment_json = MomentJson {
                    position: &position,
                    tactics: &tactics,
                    clocks: &clocks,
                    results: results.as_ref(),
                    chess960: played.set_up.chess960,
                };
                let line = Line {
                    game,
                    ply: moment,
                    name: document.ply_name(moment),
                    a: moment_json.board(BoardId::A),
                    b: moment_json.board(BoardId::B),
                    joint: JointLines {
                        a: moment_json.joint(BoardId::A),
                        b: moment_json.joint(BoardId::B),
                    },
                    waits,
                };
                write_json(&line, out)?;
            }
        }
        Ok(())
    }
}

fn write_moment_text(
    position: &Position,
    tactics: &ByBoard<BoardTactics>,
    clocks: &BySeat<Reading>,
    results: Option<&ByBoard<EngineResult>>,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let lines = moment_words(position, tactics, clocks);
    for id in BoardId::ALL {
        writeln!(out, "{} to move:", position.turn(id).name())?;
        for line in &lines[id] {
            writeln!(out, "  {line}")?;
        }
        if lines[id].is_empty() {
            writeln!(out, "  no forced mate")?;
        }
        if let Some(results) = results {
            write_engine_result(&results[id], out)?;
        }
    }
    Ok(())
}

/// A line of JSON, for one moment.
#[derive(Serialize)]
struct Line {
    /// The number of the match, counted from 1.
    game: usize,
    /// The moment, as the number of plies before it.
    ply: usize,
    #[serde(rename = "move")]
    name: Option<String>,
    a: BoardLine,
    b: BoardLine,
    joint: JointLines,
    /// The sits that begin at the moment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits: Vec<WaitLine>,
}

/// A sit as JSON. During a sit, a seat lets its clock run instead of moving.
#[derive(Serialize)]
struct WaitLine {
    seat: char,
    /// The moment at which the sit ends.
    until: usize,
    /// The duration of the sit, in milliseconds.
    ms: u32,
    /// Whether the seat was in check and had no legal reply when the sit began.
    stuck: bool,
    /// The kinds of pieces that would each have given the seat a mate, had one more been in reserve.
    wanted: Vec<char>,
    /// The partner's first chance to win a wanted piece.
    partner: Option<PartnerLine>,
    /// The first wanted piece that the seat received.
    came: Option<ArrivalLine>,
    /// The number of moves to mate at the end of the sit. `None` if there was no mate, or if the seat had one from the
    /// beginning.
    mate: Option<u8>,
    /// The lead on the diagonal at the beginning and at the end of the sit, in milliseconds; `None` without clocks.
    lead_ms: Option<[i32; 2]>,
    /// The time for which the seat was ahead on the diagonal during the sit, in milliseconds; `None` without clocks.
    safe_ms: Option<u32>,
}

/// A chance of the partner to win a wanted piece.
#[derive(Serialize)]
struct PartnerLine {
    /// The moment of the chance.
    ply: usize,
    #[serde(rename = "in")]
    moves: u8,
    /// Whether the partner can capture the piece at once.
    takes: bool,
    /// The first moves by which the partner can win the piece, in UCI.
    first: Vec<String>,
}

/// The arrival of a wanted piece.
#[derive(Serialize)]
struct ArrivalLine {
    piece: char,
    /// The number of the ply that captured the piece, counted from 1.
    ply: usize,
}

impl WaitLine {
    fn of(document: &Document, wait: &Wait) -> Self {
        let chess960 = document.played().set_up.chess960;
        let partner = wait.partner.as_ref().map(|chance| PartnerLine {
            ply: chance.moment,
            moves: chance.moves,
            takes: chance.is_at_hand,
            first: chance.first.iter().map(|mv| mv.uci(chess960)).collect(),
        });
        Self {
            seat: wait.sit.seat.letter(),
            until: wait.ends,
            ms: wait.sit.to - wait.sit.from,
            stuck: wait.stuck,
            wanted: wait.wanted.iter().map(|role| role.upper_char()).collect(),
            partner,
            came: wait
                .arrival
                .map(|(role, ply)| ArrivalLine { piece: role.upper_char(), ply: ply + 1 }),
            mate: wait.mate,
            lead_ms: wait.clocks.map(|clocks| [clocks.before_ms, clocks.after_ms]),
            safe_ms: wait.clocks.map(|clocks| clocks.safe_ms),
        }
    }
}

/// The joint wins at a moment. In a joint win a seat sits until its partner wins the piece that mates. Each joint win
/// is listed under the board of the seat that sits.
#[derive(Serialize)]
struct JointLines {
    a: Option<JointLine>,
    b: Option<JointLine>,
}

#[derive(Serialize)]
struct JointLine {
    #[serde(rename = "in")]
    moves: u8,
    first: Vec<String>,
    /// The wanted pieces that the partner wins.
    wanted: Vec<char>,
    /// The smallest number of moves to mate with one of these pieces; `None` if there are no such pieces.
    mate: Option<u8>,
    /// The lead of the sitting seat on its diagonal, in milliseconds: its time minus that of the partner's opponent.
    /// `None` without clocks.
    lead_ms: Option<i32>,
}

/// The tactics on one board, as seen by the side to move.
#[derive(Serialize)]
struct BoardLine {
    turn: char,
    stuck: bool,
    mate: Option<MateLine>,
    /// A mate that holds only against the opponent's current reserve.
    unless: Option<UnlessLine>,
    wanted: ByKind<WantedLine>,
    threat: Option<MateLine>,
    danger: ByKind<MateLine>,
    unfinished: bool,
    /// The evaluation; `None` without `--engine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<EngineResultLine>,
}

#[derive(Serialize)]
struct MateLine {
    #[serde(rename = "in")]
    moves: u8,
    first: Vec<String>,
}

/// A mate that holds unless the opponent receives a piece.
#[derive(Serialize)]
struct UnlessLine {
    #[serde(flatten)]
    mate: MateLine,
    /// The kinds of pieces that would each prevent the mate, with one more in the opponent's reserve.
    refuted_by: Vec<char>,
}

/// The mate that one more piece would give.
#[derive(Serialize)]
struct WantedLine {
    #[serde(flatten)]
    mate: MateLine,
    /// The moves by which the partner can capture the piece, in UCI.
    partner: Vec<String>,
}

/// A JSON object with one member per kind of piece.
struct ByKind<T>(Vec<(char, T)>);

impl<T: Serialize> Serialize for ByKind<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(letter, value)| (letter, value)))
    }
}

/// The values from which the JSON of a moment is built.
struct MomentJson<'a> {
    position: &'a Position,
    tactics: &'a ByBoard<BoardTactics>,
    clocks: &'a BySeat<Reading>,
    results: Option<&'a ByBoard<EngineResult>>,
    chess960: bool,
}

impl MomentJson<'_> {
    fn board(&self, id: BoardId) -> BoardLine {
        let board_tactics = &self.tactics[id];
        let seat = self.position.turn(id);
        let mate = |mate: &Mate| self.mate(mate);
        let wanted = |extra: &ExtraPiece| {
            let line = WantedLine {
                mate: self.mate(&extra.mate),
                partner: self.moves(&captures_for(self.position, seat, extra.role)),
            };
            (extra.role.upper_char(), line)
        };
        let danger = |extra: &ExtraPiece| (extra.role.upper_char(), self.mate(&extra.mate));
        BoardLine {
            turn: seat.letter(),
            stuck: board_tactics.stuck,
            mate: board_tactics.mate.as_ref().map(mate),
            unless: board_tactics.conditional_mate.as_ref().map(|unless| UnlessLine {
                mate: self.mate(&unless.mate),
                refuted_by: unless.refuted_by.iter().map(|role: &Role| role.upper_char()).collect(),
            }),
            wanted: ByKind(board_tactics.wanted.iter().map(wanted).collect()),
            threat: board_tactics.threat.as_ref().map(mate),
            danger: ByKind(board_tactics.danger.iter().map(danger).collect()),
            unfinished: board_tactics.unfinished,
            engine: self.results.map(|results| EngineResultLine::of(&results[id], self.chess960)),
        }
    }

    fn joint(&self, id: BoardId) -> Option<JointLine> {
        let Joint { moves, first, delivers, mate } = self.tactics[id].joint.as_ref()?;
        Some(JointLine {
            moves: *moves,
            first: self.moves(first),
            wanted: delivers.iter().map(|role| role.upper_char()).collect(),
            mate: *mate,
            lead_ms: Diagonal::lead_ms(self.clocks, self.position.turn(id)),
        })
    }

    fn mate(&self, mate: &Mate) -> MateLine {
        MateLine { moves: mate.moves, first: self.moves(&mate.first) }
    }

    fn moves(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| mv.uci(self.chess960)).collect()
    }
}
