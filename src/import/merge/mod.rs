//! Matches from boards that were given out one at a time.
//!
//! [`Importer`] reads what sites give out, finds which boards belong together, puts their plies in the order of
//! the match and writes each match as BPGN 1.2. Nothing asks a network, and no source is written to.

mod half;
mod order;
mod pair;
mod tags;
mod write;

pub use half::{Completion, HalfRecord, completions};

use crate::{
    import::board::{
        BoardGame, BoardOrigin, BoardProblem, BoardProblemKind, BoardRef, BoardsRead, read_boards,
    },
    rules::{BfenError, BoardId, ByBoard, IllegalMove},
};

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    /// The matches in the order of their first board.
    pub matches: Vec<ImportedMatch>,
    /// What stands against the files, in their order; of each file the first of many.
    pub problems: Vec<FileProblem>,
    /// The numbers of files against which more stands, and how much.
    pub more_problems: Vec<(usize, usize)>,
    /// How many boards were there twice.
    pub repeated: usize,
}

/// A match that was put together.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedMatch {
    /// The match as one BPGN record, in UTF-8, its lines ended by a line feed.
    pub text: String,
    /// The numbers of the files from which its boards come.
    pub files: ByBoard<Option<usize>>,
    /// The names that its site has for its boards, number and uuid.
    pub ids: Vec<String>,
    /// The other board, where it was not among the files.
    pub missing: Option<BoardRef>,
    /// What was done that a reader should know.
    pub notes: Vec<MergeNote>,
}

impl ImportedMatch {
    /// Whether one of its boards was not among the files.
    #[must_use]
    pub fn is_half(&self) -> bool {
        self.files.iter().any(Option::is_none)
    }

    /// What a reader should know of the match; where the other board is, comes last.
    pub fn notes(&self) -> impl Iterator<Item = ImportNote> {
        let notes = self.notes.iter().map(|note| note.to_string().into());
        let missing = self.missing.as_ref().map(|board| {
            let address = board.answer_address();
            ImportNote {
                text: format!("the other board is at {address}; import both files together"),
                address: Some(address),
            }
        });
        notes.chain(missing)
    }
}

/// Something about an import that a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportNote {
    /// What it is, without a capital and a full stop.
    pub text: String,
    /// The address that it speaks of.
    pub address: Option<String>,
}

impl From<String> for ImportNote {
    fn from(text: String) -> Self {
        Self { text, address: None }
    }
}

/// Something that stands against a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileProblem {
    /// The number of the file, from 0.
    pub file: usize,
    /// What it is.
    pub problem: BoardProblem,
}

/// What was done when two boards became one match.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MergeNote {
    /// The clocks gave an order that cannot be played.
    #[error(
        "{ply} needs a piece that was taken up to {late_ms} ms later by the clocks; it was put behind that"
    )]
    Reordered {
        /// The ply as it is written, `12A`.
        ply: String,
        /// By how much it was moved.
        late_ms: i32,
    },
    /// A drop of a piece that never came in time.
    #[error("{ply} drops a piece that the reserve does not have")]
    Lent {
        /// The ply.
        ply: String,
    },
    /// A ply that cannot be played.
    #[error("{ply} cannot be played ({why}); it and the {rest} plies after it on board {} stand in a comment", board.letter())]
    Illegal {
        /// The ply.
        ply: String,
        /// Why not.
        why: IllegalMove,
        /// Which board.
        board: BoardId,
        /// How many plies come after it.
        rest: usize,
    },
    /// A clock shows more than before.
    #[error("the clock of {ply} shows more than before; its ply was taken to need no time")]
    RisingClock {
        /// The ply.
        ply: String,
    },
    /// No clock is given, so that the order is made up.
    #[error("there are no clocks: the boards take turns where the pieces allow it")]
    NoClocks,
    /// The position at the start cannot be read.
    #[error("the position at the start cannot be read ({0}); the usual one was taken")]
    Start(BfenError),
    /// The two boards name two winners.
    #[error(
        "the boards name two winners; the one whose game was not ended by the other was believed"
    )]
    TwoWinners,
}

/// Reads files one after the other and makes matches of all that was read.
///
/// Boards are told to belong together by the names that the site gives them, else by what they share: day,
/// time control, end and opposite results.
#[derive(Debug)]
pub struct Importer {
    files: usize,
    boards: Vec<BoardGame>,
    problems: Vec<FileProblem>,
    more_problems: Vec<(usize, usize)>,
    max_boards: usize,
}

/// So many boards are held until they are paired, with about a kilobyte each.
const MAX_BOARDS: usize = 1_000_000;

impl Default for Importer {
    fn default() -> Self {
        Self {
            files: 0,
            boards: Vec::new(),
            problems: Vec::new(),
            more_problems: Vec::new(),
            max_boards: MAX_BOARDS,
        }
    }
}

impl Importer {
    /// Reads the boards of one more file, whose number is how many were read before; returns how many it has.
    pub fn add(&mut self, bytes: &[u8]) -> usize {
        let file = self.files;
        self.files += 1;
        let BoardsRead { mut boards, problems, more_problems } = read_boards(bytes);
        let count = boards.len();
        let room = self.max_boards - self.boards.len();
        if count > room {
            boards.truncate(room);
            let kind = BoardProblemKind::TooManyBoards(self.max_boards);
            let problem = BoardProblem { board: room + 1, kind };
            self.problems.push(FileProblem { file, problem });
        }
        let boards = boards.into_iter();
        self.boards.extend(boards.map(|board| BoardGame { file, ..board }));
        let problems = problems.into_iter();
        self.problems.extend(problems.map(|problem| FileProblem { file, problem }));
        if more_problems > 0 {
            self.more_problems.push((file, more_problems));
        }
        count
    }

    /// The matches.
    #[must_use]
    pub fn finish(mut self) -> Import {
        let repeated = pair::remove_repeated(&mut self.boards);
        let pairs = pair::find_pairs(&self.boards);
        Import {
            matches: pairs.iter().map(|pair| merge(&self.boards, pair)).collect(),
            problems: self.problems,
            more_problems: self.more_problems,
            repeated,
        }
    }
}

/// The match of a pair.
fn merge(boards: &[BoardGame], pair: &ByBoard<Option<usize>>) -> ImportedMatch {
    let of = |board: BoardId| pair[board].map(|index| &boards[index]);
    let games = ByBoard::from_fn(of);
    let mut notes = Vec::new();
    let order = order::in_order(&games, &mut notes);
    let text = write::record(&games, &order, &mut notes);
    let present = games.iter().flatten();
    let mut missing = None;
    if games.iter().any(Option::is_none) {
        // What the other board took is not known, so that nearly every drop is one of a piece that is not there.
        notes.retain(|note| !matches!(note, MergeNote::Lent { .. }));
        missing = present.clone().find_map(|game| game.partner.clone());
    }
    ImportedMatch {
        text,
        files: ByBoard::from_fn(|board| games[board].map(|game| game.file)),
        ids: present.flat_map(|game| names(game)).collect(),
        missing,
        notes,
    }
}

/// The names that a site has for a board.
fn names(game: &BoardGame) -> impl Iterator<Item = String> {
    let number = game.id.map(|id| id.to_string());
    number.into_iter().chain(game.uuid.clone())
}

/// Whether the board has a clock for any ply.
fn has_clocks(game: &BoardGame) -> bool {
    game.origin != BoardOrigin::Month && game.plies.iter().any(|ply| ply.clock_ms.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_beyond_the_limit_are_not_held() {
        let mut importer = Importer { max_boards: 3, ..Importer::default() };
        let boards: String =
            (1..=5).map(|id| format!("{{\"game\":{{\"id\":{id},\"moveList\":\"\"}}}}")).collect();
        importer.add(boards.as_bytes());
        importer.add(boards.as_bytes());
        assert_eq!(importer.boards.len(), 3);
        let import = importer.finish();
        assert_eq!(import.matches.len(), 3);
        let said: Vec<_> = import
            .problems
            .iter()
            .map(|it| (it.file, it.problem.board, it.problem.kind.to_string()))
            .collect();
        let words = "an import takes 3 boards; import the other boards by themselves";
        assert_eq!(said, [(0, 4, words.to_owned()), (1, 1, words.to_owned())]);
    }
}
