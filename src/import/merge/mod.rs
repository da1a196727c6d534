//! Pairs single-board exports into matches.
//!
//! [`Importer`] reads exports, pairs the boards, merges their plies into one order, and writes each match as BPGN 1.2.
//! It uses no network and changes no file.

mod half_match;
pub(super) mod order;
mod pair;
mod tags;
mod write;

pub use half_match::{Completion, HalfMatchCandidate, completions};
pub(in crate::import) use tags::day_of;

use crate::{
    import::{
        ImportSummary,
        board::{
            BoardGame, BoardOrigin, BoardProblem, BoardRef, BoardsRead, MAX_BOARDS_BYTES,
            read_boards_within,
        },
    },
    rules::{BfenError, BoardId, ByBoard, IllegalMove},
    text::count_text,
};

/// The two boards of a match; `None` for a missing board.
type Games<'g> = ByBoard<Option<&'g BoardGame>>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    /// The matches, in the order of their first boards.
    pub matches: Vec<ImportedMatch>,
    /// The problems, in the order of the files and up to a limit per file.
    pub problems: Vec<FileProblem>,
    /// For each file with more problems than the limit, the index of the file and the number of further problems.
    pub omitted_problems: Vec<(usize, usize)>,
    /// The number of boards that were left out because they repeat another board.
    pub repeated: usize,
    /// The number of skipped games of other variants.
    pub other_games: usize,
}

impl Import {
    /// Returns the counts of the import, with all matches counted as new.
    pub fn summary(&self) -> ImportSummary {
        ImportSummary {
            matches: self.matches.len(),
            halves: self.matches.iter().filter(|found| found.is_half()).count(),
            repeated: self.repeated,
            other_games: self.other_games,
            ..ImportSummary::default()
        }
    }
}

/// A match of two paired boards, or half a match if the partner board is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedMatch {
    /// The match as one BPGN record with LF line ends.
    pub text: String,
    /// The index of each board's file; `None` for a missing board.
    pub files: ByBoard<Option<usize>>,
    /// The numbers and uuids of the boards on their site.
    pub ids: Vec<String>,
    /// The partner board, if it is missing and the site names it.
    pub missing: Option<BoardRef>,
    pub notes: Vec<MergeNote>,
}

impl ImportedMatch {
    pub fn is_half(&self) -> bool {
        self.files.iter().any(Option::is_none)
    }

    /// Returns the notes about the match. A note about a missing partner board comes last.
    pub fn notes(&self) -> impl Iterator<Item = ImportNote> {
        let notes = self.notes.iter().map(|note| note.to_string().into());
        let missing = self.missing.as_ref().map(|board| {
            let address = board.data_address();
            ImportNote {
                text: format!(
                    "the partner board is missing; get it from {address} and import both files \
                     together"
                ),
                address: Some(address),
            }
        });
        notes.chain(missing)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportNote {
    /// The text, in lower case and without a full stop.
    pub text: String,
    /// The address in the text, if there is one.
    pub address: Option<String>,
}

impl From<String> for ImportNote {
    fn from(text: String) -> Self {
        Self { text, address: None }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FileProblem {
    pub file: usize,
    pub problem: BoardProblem,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MergeNote {
    /// By the clocks, this drop was played before its piece was captured.
    #[error(
        "by the clocks, {ply} drops its piece up to {late_ms} ms before it is captured; moved the drop after the capture"
    )]
    Reordered {
        /// The name of the ply, such as `12A`.
        ply: String,
        /// By the clocks, the time from the drop to the capture of its piece, in milliseconds.
        late_ms: i32,
    },
    /// The dropped piece did not reach the reserve in time and was added to it.
    #[error("{ply} drops a piece that is not in reserve")]
    Lent { ply: String },
    #[error(
        "{ply} cannot be played ({why}); moved it {}to a comment on board {}",
        if *.rest == 0 { String::new() } else { format!("and {} ", count_text(*.rest, "later move", "later moves")) },
        board.letter()
    )]
    Illegal {
        ply: String,
        why: IllegalMove,
        board: BoardId,
        /// The number of later plies on the same board.
        rest: usize,
    },
    /// The clock rose during the ply by more than the increment.
    #[error("the clock of {ply} went up; assumed the move took no time")]
    RisingClock { ply: String },
    /// Without clocks, the order between the boards is a guess.
    #[error("no clocks; the order between boards is a guess")]
    NoClocks,
    #[error("cannot read the starting position ({0}); used the standard one")]
    Start(BfenError),
    #[error("skipped {}", count_text(*messages, "chat message", "chat messages"))]
    Chat { messages: usize },
    /// The number of notes beyond the limit per match.
    #[error("{} not listed", count_text(*notes, "more note", "more notes"))]
    More { notes: usize },
    /// The boards name different winners.
    #[error("the boards name different winners; used the result of the board that ended first")]
    TwoWinners,
}

/// Reads exports one after the other, then pairs the boards into matches.
///
/// Boards are paired by the site's numbers and uuids where known. Other boards are paired by date, time control, end
/// and opposite results.
#[derive(Debug, Default)]
pub struct Importer {
    /// The number of files read.
    files: usize,
    boards: Vec<BoardGame>,
    /// The memory of `boards`, in bytes.
    bytes: usize,
    /// The problems and counts so far, without matches.
    import: Import,
    with_chat: bool,
}

/// The maximum number of problems in all files together. Further problems are only counted.
const MAX_PROBLEMS: usize = 10_000;

/// The maximum number of notes about a match.
const MAX_NOTES: usize = 20;

impl Importer {
    /// With `with_chat`, the chat becomes comments.
    pub fn new(with_chat: bool) -> Self {
        Self { with_chat, ..Self::default() }
    }

    /// Reads the boards of the next file; files are numbered from 0.
    pub fn add(&mut self, bytes: &[u8]) {
        self.add_within(MAX_BOARDS_BYTES, bytes);
    }

    /// Like [`Importer::add`], with at most `max_bytes` bytes of boards of all files in memory.
    fn add_within(&mut self, max_bytes: usize, bytes: &[u8]) {
        let file = self.files;
        self.files += 1;
        let read = read_boards_within(max_bytes.saturating_sub(self.bytes), bytes);
        self.bytes += read.bytes;
        let BoardsRead { boards, mut problems, omitted_problems, other_games, .. } = read;
        let import = &mut self.import;
        import.other_games += other_games;
        self.boards.extend(boards.into_iter().map(|board| BoardGame { file, ..board }));
        // A file has at least one problem in the list, since its other problems are reported with the last one.
        let listed = MAX_PROBLEMS.saturating_sub(import.problems.len()).max(1);
        let omitted = omitted_problems + problems.split_off(listed.min(problems.len())).len();
        let problems = problems.into_iter();
        import.problems.extend(problems.map(|problem| FileProblem { file, problem }));
        if omitted > 0 {
            import.omitted_problems.push((file, omitted));
        }
    }

    /// Removes repeated boards, pairs the others, and merges each pair into a match.
    pub fn finish(mut self) -> Import {
        let repeated = pair::remove_repeated(&mut self.boards);
        let pairs = pair::find_pairs(&self.boards);
        let matches = pairs.iter().map(|pair| merge(&self.boards, pair, self.with_chat));
        Import { matches: matches.collect(), repeated, ..self.import }
    }
}

fn merge(boards: &[BoardGame], pair: &ByBoard<Option<usize>>, with_chat: bool) -> ImportedMatch {
    let game_of = |board: BoardId| pair[board].map(|index| &boards[index]);
    let games = ByBoard::from_fn(game_of);
    let mut notes = Vec::new();
    let order = order::in_order(&games, &mut notes);
    let text = write::record(&games, &order, with_chat, &mut notes);
    let present = games.iter().flatten();
    let messages = present.clone().map(|game| game.comments.len()).sum();
    if messages > 0 && !with_chat {
        notes.push(MergeNote::Chat { messages });
    }
    let mut missing = None;
    if games.iter().any(Option::is_none) {
        // Without the captures of the partner board, nearly every drop lacks its piece, and there is no order between
        // boards.
        notes.retain(|note| !matches!(note, MergeNote::Lent { .. } | MergeNote::NoClocks));
        missing = present.clone().find_map(|game| game.partner.clone());
    }
    if notes.len() > MAX_NOTES {
        let more = notes.split_off(MAX_NOTES).len();
        notes.push(MergeNote::More { notes: more });
    }
    ImportedMatch {
        text,
        files: ByBoard::from_fn(|board| games[board].map(|game| game.file)),
        ids: present.flat_map(|game| ids(game)).collect(),
        missing,
        notes,
    }
}

fn ids(game: &BoardGame) -> impl Iterator<Item = String> {
    game.names().map(|name| name.to_string())
}

fn has_clocks(game: &BoardGame) -> bool {
    game.origin != BoardOrigin::Month && game.plies.iter().any(|ply| ply.clock_ms.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_over_the_limit_are_dropped() {
        let mut importer = Importer::default();
        let boards: String =
            (1..=5).map(|id| format!("{{\"game\":{{\"id\":{id},\"moveList\":\"\"}}}}")).collect();
        let bytes = read_boards_within(usize::MAX, boards.as_bytes()).bytes * 3 / 5;
        importer.add_within(bytes, boards.as_bytes());
        importer.add_within(bytes, boards.as_bytes());
        assert_eq!((importer.boards.len(), importer.bytes), (3, bytes));
        let import = importer.finish();
        assert_eq!(import.matches.len(), 3);
        let warnings: Vec<_> = import
            .problems
            .iter()
            .map(|it| (it.file, it.problem.board, it.problem.kind.to_string()))
            .collect();
        let words = "an import is limited to 512 MB of boards; skipped this one and the following, which \
                     another import can read";
        assert_eq!(warnings, [(0, 4, words.to_owned()), (1, 1, words.to_owned())]);
    }
}
