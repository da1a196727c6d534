//! [`PuzzleSet`]: writes a set of puzzles as BPGN, as JSON or on paper.

use super::name::with_extension_of;
use crate::{
    analysis::{
        ledger,
        puzzles::{Puzzle, diagonal_text, printed_solution, solution_lines, solution_words},
    },
    archive::Collection,
    diagram::{
        DrawnPart, PdfError, PieceSet, PieceSetError, PrintedPuzzle, PuzzleSheet, Sheet, Theme,
        Watch, print_puzzles,
    },
    document::{Header, puzzle_position, puzzle_record},
    rules::{BoardId, Move, Seat, Team},
    text::{capital, dotted, write_json},
};
use serde_json::{Value, json};
use std::{ops::ControlFlow, path::Path};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFormat {
    /// Each puzzle is a match without plies, with the solution as variations.
    Bpgn,
    /// A sheet for print, with the answers at the end.
    Pages,
    Json,
}

impl PuzzleFormat {
    /// All formats, in the order of dialogs.
    pub const ALL: [Self; 3] = [Self::Bpgn, Self::Pages, Self::Json];

    /// Returns the name and the file name extensions of the format, the preferred extension first.
    pub const fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Bpgn => ("BPGN", &["bpgn", "pgn"]),
            Self::Pages => ("Sheet with answers (PDF)", &["pdf"]),
            Self::Json => ("JSON", &["jsonl", "json"]),
        }
    }

    /// Returns the format that has the extension of `path`, or `None`.
    pub fn named(path: &Path) -> Option<Self> {
        with_extension_of(path, &Self::ALL, |format| format.names().1)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct PuzzleSet<'a> {
    pub puzzles: &'a [Puzzle],
    pub list: &'a Collection,
}

#[derive(Debug, thiserror::Error)]
pub enum PuzzleSetError {
    #[error(transparent)]
    Pieces(#[from] PieceSetError),
    #[error(transparent)]
    Pages(#[from] PdfError),
}

/// The paper and the pieces of a printed set of puzzles or book of mistakes.
pub struct PuzzlePaper {
    /// The width and height of a page, in points.
    points: (f32, f32),
    pieces: PieceSet,
}

impl PuzzlePaper {
    /// Returns paper of `points`, its width and height.
    ///
    /// # Errors
    /// If the pieces cannot be loaded.
    pub fn load(points: (f32, f32)) -> Result<Self, PieceSetError> {
        Ok(Self { points, pieces: PieceSet::load("tandem")? })
    }

    pub fn sheet(&self) -> Sheet<'_> {
        let theme = Theme::named("print").unwrap_or_else(Theme::default_theme);
        Sheet::new(self.points, theme, &self.pieces)
    }
}

impl PuzzleSet<'_> {
    /// Returns the bytes of a file in `format`. `paper` is the width and height of pages, in points, and `layout` their
    /// content. `watch` receives
    /// the progress in pages or puzzles, and may cancel.
    ///
    /// # Errors
    /// See [`PuzzleSetError`].
    pub fn write(
        &self,
        format: PuzzleFormat,
        paper: (f32, f32),
        layout: &PuzzleSheet,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, PuzzleSetError> {
        Ok(match format {
            PuzzleFormat::Bpgn => {
                let mut records = Vec::new();
                for puzzle in self.watched(watch) {
                    let (_, puzzle) = puzzle?;
                    records.push(puzzle_record(puzzle, &self.source(puzzle)));
                }
                records.join("\n").into_bytes()
            }
            PuzzleFormat::Json => {
                let mut text = Vec::new();
                for puzzle in self.watched(watch) {
                    let (number, puzzle) = puzzle?;
                    // Writing to memory does not fail.
                    let _ = write_json(&mut text, &self.json(number, puzzle));
                    text.push(b'\n');
                }
                text
            }
            PuzzleFormat::Pages => self.pages(paper, layout, watch)?,
        })
    }

    /// Iterates over the puzzles with their numbers, and reports the progress.
    fn watched(
        &self,
        watch: Watch<'_>,
    ) -> impl Iterator<Item = Result<(usize, &Puzzle), PuzzleSetError>> {
        let all = self.puzzles.len();
        self.puzzles.iter().enumerate().map(move |(done, puzzle)| {
            match watch(DrawnPart { done, all }) {
                ControlFlow::Continue(()) => Ok((done + 1, puzzle)),
                ControlFlow::Break(()) => Err(PdfError::Stopped.into()),
            }
        })
    }

    fn pages(
        &self,
        paper: (f32, f32),
        layout: &PuzzleSheet,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, PuzzleSetError> {
        let paper = PuzzlePaper::load(paper)?;
        Ok(print_puzzles(layout, &self.printed_puzzles(), &paper.sheet(), watch)?)
    }

    /// Returns the puzzles as [`PuzzleSet::write`] prints them. Each solution is searched for.
    pub fn printed_puzzles(&self) -> Vec<PrintedPuzzle> {
        self.puzzles.iter().map(|puzzle| self.printed(puzzle)).collect()
    }

    fn printed(&self, puzzle: &Puzzle) -> PrintedPuzzle {
        let level = puzzle.difficulty.level().name();
        let (turn, question) = (puzzle.turn_text(), puzzle.task.question());
        let clocks = diagonal_text(puzzle).map_or_else(String::new, |clocks| format!(" {clocks}"));
        let source = self.source(puzzle);
        let document = puzzle_position(puzzle, &source);
        let teams = Header::of(&document).teams();
        let origin = dotted([&*teams, &puzzle.origin.event, &puzzle.origin.date, &source]);
        let is_one_board = !puzzle.task.is_about_sitting();
        PrintedPuzzle {
            document,
            flipped: puzzle.seat.team() == Team::Second,
            board: if is_one_board { Some(puzzle.seat.board()) } else { None },
            question: format!("{turn}. {question}{clocks} {level}."),
            choices: puzzle.task.choices(),
            answer: format!("{}. {}", puzzle.seat_text(), capital(&printed_solution(puzzle))),
            origin,
        }
    }

    /// Formats the origin of a puzzle, such as `games.bpgn, match 12, after 34A`. Leaves out the number of the match in a
    /// file with one match. Returns `an earlier set` if the list lacks the match.
    pub fn source(&self, puzzle: &Puzzle) -> String {
        let Some((name, number, matches)) = self.place(puzzle) else {
            return "an earlier set".to_owned();
        };
        let number = if matches > 1 { format!(", match {number}") } else { String::new() };
        let after = puzzle.after.map_or_else(String::new, |ply| format!(", after {ply}"));
        format!("{name}{number}{after}")
    }

    /// Returns the name of the file of a puzzle, the number of its match in that file, and the number of matches there.
    fn place(&self, puzzle: &Puzzle) -> Option<(String, usize, usize)> {
        let record = puzzle.origin.record;
        let (file, _) = self.list.place(record)?;
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (number, matches) = self.list.number_in_file(record)?;
        Some((name, number, matches))
    }

    /// Returns puzzle `number` as JSON.
    fn json(&self, number: usize, puzzle: &Puzzle) -> Value {
        let place = self.place(puzzle);
        let mv = |(seat, mv): (Seat, Move)| format!("{}:{}", seat.letter(), mv.uci(false));
        let lines = solution_lines(puzzle).into_iter();
        json!({
            "number": number,
            "kind": puzzle.task.kind().word(),
            "question": puzzle.task.question(),
            "seat": puzzle.seat.letter(),
            "player": puzzle.origin.players[puzzle.seat],
            // The number of moves to mate.
            "length": puzzle.task.length(),
            "difficulty": puzzle.difficulty.score(),
            "level": puzzle.difficulty.level().name(),
            "missed": puzzle.missed,
            // The position as BFEN, board A first.
            "position": BoardId::ALL.map(|id| puzzle.position.bfen(id)),
            "file": place.as_ref().map(|(name, ..)| name),
            // The number of the match in its file, counted from 1.
            "game": place.as_ref().map(|(_, number, _)| number),
            "ply": puzzle.moment,
            // What became of the chance in the match, as in `tandem analyse --findings`; null if nothing.
            "finding": puzzle.finding_id().map(|id| id.to_string()),
            "themes": puzzle.themes.iter().map(ledger::Theme::word).collect::<Vec<_>>(),
            "source": self.source(puzzle),
            "solution": solution_words(puzzle),
            // The playable lines of the solution. The letter of the seat precedes each move: `A:e2e4`.
            "lines": lines.map(|line| line.into_iter().map(mv).collect()).collect::<Vec<Vec<_>>>(),
        })
    }
}
