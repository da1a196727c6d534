//! `tandem puzzles`: a set of puzzles from matches, as a file of positions with their solutions, as pages, or as JSON.

use super::{
    Done, Paper, Puzzles, Stop, Stream,
    archives::{Matches, check_walk, print_skipped},
    check_target, diagram, parse_query, write,
};
use crate::{
    analysis::puzzles::{
        Posed, Puzzle, PuzzleFilter, daily, order_by_difficulty, puzzles_of_record,
        remove_repeated, solution_lines, solution_words,
    },
    analysis::tactics::Solver,
    diagram::{PieceSet, PrintedPuzzle, Sheet, print_puzzles},
    document::{Document, puzzle_record},
    file::{FileRange, Source},
    kriegspiel::Notation,
    rules::{BoardId, Seat, Team},
    search::walk_all,
    text::{count_words, grouped},
};
use serde::Serialize;
use std::{collections::HashSet, io::Write, ops::ControlFlow, path::Path};

/// The maximum number of puzzles that are held before the set is drawn.
const MAX_FOUND: usize = 200_000;

pub(super) fn run(args: &Puzzles, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let query = parse_query(args.find.as_deref())?;
    let is_paper = args.out.extension().is_some_and(|it| it.eq_ignore_ascii_case("pdf"));
    for file in &args.files {
        check_target(file, &args.out)?;
    }
    let matches = Matches::open_all(&args.files, err)?;
    let mut done = matches.print_damage(err)?;
    let mut found = Found::default();
    matches.select(&query, |selection| {
        print_skipped(selection, "puzzles", err)?;
        let filter = args.filter();
        let walked = walk_all(
            selection,
            |solver: &mut Solver, record, posed: &mut Vec<Posed>| {
                if record.notation != Notation::Bpgn {
                    return;
                }
                let mut these = puzzles_of_record(record.id, record.text, None, solver);
                these.puzzles.retain(|puzzle| filter.admits(puzzle));
                posed.push(these);
            },
            |walked, posed| {
                found.add(posed);
                match found.puzzles.len() < MAX_FOUND {
                    true => err.walked(walked),
                    false => ControlFlow::Break(()),
                }
            },
        );
        check_walk(walked)?;
        Ok(())
    })?;
    done = done.max(found.print_summary(err)?);
    let set = args.drawn(found.puzzles);
    if set.is_empty() {
        return Err(Stop::NoPuzzles);
    }
    if is_paper {
        args.write_pages(&matches, &set, out, err)?;
    } else if args.json {
        let mut text = Vec::new();
        for (number, puzzle) in (1..).zip(&set) {
            serde_json::to_writer(&mut text, &Line::of(number, puzzle, &source(&matches, puzzle)))
                .map_err(std::io::Error::from)?;
            text.push(b'\n');
        }
        write(&args.out, &text, out)?;
    } else {
        let text = records(&matches, &set).join("\n");
        write(&args.out, text.as_bytes(), out)?;
    }
    Ok(done)
}

/// The puzzles of all matches.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    seen: HashSet<String>,
    merged: usize,
    refused: usize,
}

impl Found {
    fn add(&mut self, posed: Vec<Posed>) {
        for mut posed in posed {
            self.merged += posed.merged + remove_repeated(&mut posed.puzzles, &mut self.seen);
            self.refused += usize::from(posed.refused);
            self.puzzles.append(&mut posed.puzzles);
        }
    }

    /// Reports the numbers; puzzles without a solution make the status an error.
    fn print_summary(&self, err: &mut dyn Write) -> Result<Done, Stop> {
        let count = |number: usize, one: &str, many: &str| count_words(number as u64, one, many);
        let puzzles = count(self.puzzles.len(), "puzzle", "puzzles");
        let merged = count(self.merged, "duplicate", "duplicates");
        writeln!(err, "tandem: {puzzles}, {merged} merged")?;
        if self.puzzles.len() >= MAX_FOUND {
            let most = grouped(MAX_FOUND);
            writeln!(
                err,
                "tandem: stopped after {most} puzzles; narrow the set to search all matches"
            )?;
        }
        if self.refused == 0 {
            return Ok(Done::Fine);
        }
        let refused = count(self.refused, "record", "records");
        writeln!(
            err,
            "tandem: {refused} skipped: the Puzzle tag names a puzzle that the position does not have"
        )?;
        Ok(Done::Errors)
    }
}

impl Puzzles {
    fn filter(&self) -> PuzzleFilter {
        PuzzleFilter {
            kinds: self.kind.clone(),
            min_length: self.length.unwrap_or(0),
            max_length: self.length,
            player: self.player.clone().unwrap_or_default(),
            missed: self.missed,
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            time_trouble: self.time_trouble,
        }
    }

    /// Returns the set, from easy to hard: that of a day, or so many, evenly spread over the difficulties.
    fn drawn(&self, mut found: Vec<Puzzle>) -> Vec<Puzzle> {
        let count = self.count.map_or(found.len(), |count| count as usize);
        if let Some(day) = self.day {
            return daily(&found, day, count.min(found.len()));
        }
        order_by_difficulty(&mut found);
        let all = found.len();
        if count >= all {
            return found;
        }
        (0..count).map(|index| found[index * all / count].clone()).collect()
    }

    fn write_pages(
        &self,
        matches: &Matches,
        set: &[Puzzle],
        out: &mut dyn Write,
        err: &Stream<'_>,
    ) -> Result<(), Stop> {
        let theme = diagram::theme("print")?;
        let pieces = PieceSet::load("tandem")?;
        let sheet = Sheet {
            points: match self.paper {
                Paper::A4 => Sheet::A4,
                Paper::Letter => Sheet::LETTER,
            },
            theme,
            pieces: &pieces,
            flipped: false,
        };
        let printed: Vec<PrintedPuzzle> = records(matches, set)
            .into_iter()
            .zip(set)
            .map(|(text, puzzle)| printed(text, puzzle, &source(matches, puzzle)))
            .collect();
        let title = match set {
            [_] => "1 puzzle".to_owned(),
            set => format!("{} puzzles", set.len()),
        };
        let bytes = print_puzzles(&title, &printed, &sheet, &|part| {
            err.progress(format_args!("Page {} of {}", part.done + 1, part.all));
            ControlFlow::Continue(())
        })?;
        write(&self.out, &bytes, out)
    }
}

/// Returns the records of a set.
fn records(matches: &Matches, set: &[Puzzle]) -> Vec<String> {
    set.iter().map(|puzzle| puzzle_record(puzzle, &source(matches, puzzle))).collect()
}

/// Returns where a puzzle comes from: `games.bpgn, match 12, after 34A`.
fn source(matches: &Matches, puzzle: &Puzzle) -> String {
    let file = matches.list.place(puzzle.origin.record).map(|(file, _)| file.path.as_path());
    let name = file.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let after = puzzle.after.map_or_else(String::new, |ply| format!(", after {ply}"));
    format!("{name}, match {}{after}", puzzle.origin.record + 1)
}

fn printed(text: String, puzzle: &Puzzle, source: &str) -> PrintedPuzzle {
    let whole = FileRange::new(0, text.len() as u64);
    let level = puzzle.difficulty.level().name();
    PrintedPuzzle {
        document: Document::open(Source::from_bytes("", text), whole),
        flipped: puzzle.seat.team() == Team::Second,
        question: format!(
            "{}: {} {level}.",
            puzzle.origin.player(puzzle.seat),
            puzzle.task.question()
        ),
        answer: format!("{} ({source})", solution_words(puzzle)),
    }
}

/// A puzzle as JSON.
#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    kind: &'static str,
    question: String,
    seat: char,
    player: &'a str,
    /// The moves to mate.
    length: u8,
    difficulty: u32,
    level: &'static str,
    missed: bool,
    /// Both boards in BFEN.
    position: [String; 2],
    game: usize,
    ply: usize,
    source: &'a str,
    solution: String,
    /// The lines that can be played, each move with the letter of its seat.
    lines: Vec<Vec<String>>,
}

impl<'a> Line<'a> {
    fn of(number: usize, puzzle: &'a Puzzle, source: &'a str) -> Self {
        let mv =
            |(seat, mv): (Seat, crate::rules::Move)| format!("{}:{}", seat.letter(), mv.uci(false));
        let lines = solution_lines(puzzle).into_iter();
        Self {
            number,
            kind: puzzle.task.kind().word(),
            question: puzzle.task.question(),
            seat: puzzle.seat.letter(),
            player: &puzzle.origin.players[puzzle.seat],
            length: puzzle.task.length(),
            difficulty: puzzle.difficulty.score(),
            level: puzzle.difficulty.level().name(),
            missed: puzzle.missed,
            position: BoardId::ALL.map(|id| puzzle.position.bfen(id)),
            game: puzzle.origin.record + 1,
            ply: puzzle.moment,
            source,
            solution: solution_words(puzzle),
            lines: lines.map(|line| line.into_iter().map(mv).collect()).collect(),
        }
    }
}
