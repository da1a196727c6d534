//! Score sheets: the moves of each board as its players wrote them down, merged into one order.
//!
//! A sheet is text such as `1. e4 e5 2. Nf3 {2:51} Nc6`. Numbers, board letters and clocks may be missing. With clocks,
//! the plies are ordered by time; without clocks, the boards alternate. Either way a drop waits for the capture of its
//! piece on the other board. A capture never depends on later plies of its own board, so if any order of both boards is
//! legal, this one is.

use super::{
    board::{BoardGame, BoardPly},
    merge::order::times,
};
use crate::{
    document::{AddedPly, Document},
    notation::{KnownTag, PlyName, TimeControl, read_time},
    replay::Point,
    rules::{BoardId, ByBoard, IllegalMove, Position, San, SanError},
};

/// The plies of two score sheets in one order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetOrder {
    pub plies: Vec<AddedPly>,
    /// What does not fit, at most one place for each board.
    pub left: Vec<LeftOver>,
}

/// The end of a score sheet, from the first word on that cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOver {
    pub board: BoardId,
    /// The name of the ply that cannot be played.
    pub name: PlyName,
    /// The move that cannot be played, as written.
    pub word: String,
    pub problem: SheetProblem,
    /// The text of the sheet from `word` on.
    pub text: String,
}

/// The reason why a word of a score sheet cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SheetProblem {
    #[error("{0}")]
    Illegal(IllegalMove),
    #[error("not a valid move: {0}")]
    NoMove(SanError),
    #[error("{0} is a move of the other board")]
    OtherBoard(String),
    #[error("comments are not read here; add them in Notes")]
    Comment,
}

/// A score sheet as read.
#[derive(Default)]
struct Sheet {
    plies: Vec<SheetPly>,
    /// The first word that is not a move, with its offset.
    unreadable: Option<(usize, SheetProblem)>,
}

struct SheetPly {
    san: San,
    clock_ms: Option<i32>,
    /// The offset of the move in the text.
    at: usize,
}

/// Orders the plies of `sheets`, which are played from the end of `document`.
pub fn order_sheets(document: &Document, sheets: &ByBoard<String>) -> SheetOrder {
    let end = document.played().plies.len();
    let mut position = document.played().position_after(end);
    let control = document
        .record()
        .tag_text(document.text(), KnownTag::TimeControl)
        .and_then(|control| TimeControl::parse(&control));
    let read = ByBoard::from_fn(|board| Sheet::read(&sheets[board], board));
    let first =
        ByBoard::from_fn(|board| document.next_name(&Point::Match(end), position.turn(board)));
    let times = sheet_times(&read, control, &position);
    let mut next = ByBoard::<usize>::default();
    let mut order = SheetOrder::default();
    loop {
        let mut boards = BoardId::ALL;
        boards.sort_by_key(|&board| times[board].get(next[board]).copied().unwrap_or(i32::MAX));
        let playable = boards.into_iter().find_map(|board| {
            let ply = read[board].plies.get(next[board])?;
            let seat = position.turn(board);
            let mv = position.resolve(seat, &ply.san).ok()?;
            Some((board, AddedPly { seat, mv, clock_ms: ply.clock_ms }))
        });
        let Some((board, ply)) = playable else { break };
        position.play(ply.seat, ply.mv);
        next[board] += 1;
        order.plies.push(ply);
    }
    for board in BoardId::ALL {
        let sheet = &read[board];
        let (at, problem) = match sheet.plies.get(next[board]) {
            Some(ply) => match position.resolve(position.turn(board), &ply.san) {
                Ok(_) => continue,
                Err(illegal) => (ply.at, SheetProblem::Illegal(illegal)),
            },
            None => match &sheet.unreadable {
                Some((at, problem)) => (*at, problem.clone()),
                None => continue,
            },
        };
        let name = (0..next[board]).fold(first[board], |name, _| name.next());
        let text = sheets[board].get(at..).unwrap_or_default().trim().to_owned();
        let word = text.split_whitespace().next().unwrap_or_default().to_owned();
        order.left.push(LeftOver { board, name, word, problem, text });
    }
    order
}

/// Returns the time of each ply in milliseconds. If neither sheet has clocks, a ply takes one unit of time.
fn sheet_times(
    sheets: &ByBoard<Sheet>,
    control: Option<TimeControl>,
    start: &Position,
) -> ByBoard<Vec<i32>> {
    let mut plies = sheets.iter().flat_map(|sheet| &sheet.plies);
    let has_clocks = plies.any(|ply| ply.clock_ms.is_some());
    ByBoard::from_fn(|board| {
        let sheet = &sheets[board];
        if !has_clocks {
            return (0..).take(sheet.plies.len()).collect();
        }
        let plies = sheet.plies.iter();
        let board_plies = plies.map(|ply| BoardPly { san: ply.san, clock_ms: ply.clock_ms });
        let game = BoardGame { plies: board_plies.collect(), control, ..BoardGame::default() };
        times(&game, board, start, &mut Vec::new())
    })
}

impl Sheet {
    /// Reads `text`, the sheet of `board`, up to the first word that is not a move.
    fn read(text: &str, board: BoardId) -> Self {
        let mut sheet = Self::default();
        for (at, word) in score_words(text) {
            if let Some(clock) = clock_of(word) {
                if let Some(ply) = sheet.plies.last_mut() {
                    ply.clock_ms = Some(clock);
                }
                continue;
            }
            if let Err(problem) = sheet.read_word(at, word, board) {
                sheet.unreadable = Some((at, problem));
                break;
            }
        }
        sheet
    }

    fn read_word(&mut self, at: usize, word: &str, board: BoardId) -> Result<(), SheetProblem> {
        if ["*", "1-0", "0-1", "1/2-1/2", "½-½", "..."].contains(&word) {
            return Ok(());
        }
        if word.starts_with(['{', '(', '[', ';']) {
            return Err(SheetProblem::Comment);
        }
        let san = without_number(word, board)?;
        if san.is_empty() {
            return Ok(());
        }
        let parsed = San::parse(san.as_bytes()).map_err(SheetProblem::NoMove)?;
        let at = at + word.len() - san.len();
        self.plies.push(SheetPly { san: parsed.san, clock_ms: None, at });
        Ok(())
    }
}

/// Iterates over the words of `text` with their offsets. Brackets, with all that is in them, are one word.
pub fn score_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let closing = match rest.chars().next()? {
            '{' => Some('}'),
            '(' => Some(')'),
            '[' => Some(']'),
            _ => None,
        };
        let end = match closing {
            Some(closing) => rest.find(closing).map(|at| at + 1),
            None => rest.find(|c: char| c.is_whitespace() || c == '{'),
        };
        let at = text.len() - rest.len();
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some((at, word))
    })
}

/// Returns the clock that `word` states, in milliseconds: `{118.5}`, `(1:58)`, `1:58`, `{[%clk 0:01:58]}`.
pub fn clock_of(word: &str) -> Option<i32> {
    let inner = word.trim_matches(['{', '}', '(', ')', '[', ']', ' ']);
    let is_in_brackets = inner.len() < word.len();
    let time = inner.strip_prefix("%clk").unwrap_or(inner).trim();
    if !is_in_brackets && !time.contains(':') {
        return None;
    }
    read_time(time.as_bytes()).map(|(ms, _)| ms)
}

/// Removes a move number such as `12.`, `12...` or `12A.` from the start of `word`.
fn without_number(word: &str, board: BoardId) -> Result<&str, SheetProblem> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == word.len() {
        return Ok(word.trim_start_matches(['.', '…']));
    }
    let after_letter = rest.strip_prefix(['A', 'a', 'B', 'b']);
    let (letter, after) = match after_letter {
        Some(after) if after.is_empty() || after.starts_with('.') => (rest.chars().next(), after),
        _ => (None, rest),
    };
    if letter.is_some_and(|letter| letter.to_ascii_uppercase() != board.letter()) {
        return Err(SheetProblem::OtherBoard(word.trim_end_matches('.').to_owned()));
    }
    // `0-0` begins with a digit, but is castling.
    if after.is_empty() || after.starts_with(['.', '…']) {
        return Ok(after.trim_start_matches(['.', '…']));
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{FileRange, Source};

    fn document(text: &str) -> Document {
        let source = Source::from_bytes("match.bpgn", text.as_bytes());
        Document::open(source, FileRange::new(0, text.len() as u64))
    }

    /// Returns the order of the two sheets, and what does not fit.
    fn order(text: &str, a: &str, b: &str) -> (String, Vec<String>) {
        let document = document(text);
        let sheets = ByBoard::from_fn(|board| match board {
            BoardId::A => a.to_owned(),
            BoardId::B => b.to_owned(),
        });
        let order = order_sheets(&document, &sheets);
        let edit = crate::document::DocumentEdit::AddPlies(order.plies);
        let (changed, _) = document.changed(&[edit]).expect("legal plies");
        assert!(!changed.played().cut_short, "{:?}", changed.played().issues);
        let words = |left: &LeftOver| format!("{}. {}: {}", left.name, left.text, left.problem);
        let left = order.left.iter().map(words).collect();
        (String::from_utf8_lossy(changed.text()).into_owned(), left)
    }

    #[test]
    fn boards_alternate_and_drops_wait_for_their_pieces() {
        let (text, left) = order("*\n", "1. e4 d5 2. exd5 Qxd5 3. Nc3", "1. Nf3 P@e4 2. Nd4 P@d3");
        assert_eq!(text, "*\n1A. e4 1B. Nf3 1a. d5 2A. exd5 1b. P@e4 2B. Nd4 2a. Qxd5 3A. Nc3\n");
        assert_eq!(left, ["2b. P@d3: black has no pawn in reserve"]);
    }

    #[test]
    fn clocks_order_the_boards() {
        let (text, left) =
            order("*\n", "1. e4 {178} e5 {170} 2. Nf3 (2:40)", "1.d4 {[%clk 0:02:59]} d5 2:58");
        assert_eq!(
            text,
            "*\n1A. e4{178.000} 1B. d4{179.000} 1b. d5{178.000} 1a. e5{170.000} 2A. Nf3{160.000}\n"
        );
        assert_eq!(left, [""; 0]);
    }

    #[test]
    fn sheets_continue_the_match_and_name_what_is_no_move() {
        let (text, left) =
            order("1A. e4 {C:x} 1a. e5 *\n", "2A. Nf3 Nc6 0-0 Bc4", "1... e5 1B. Sf3 1a. d4");
        assert_eq!(text, "1A. e4 {C:x} 1a. e5 2A. Nf3 2a. Nc6 *\n");
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(left[0].starts_with("3A. 0-0 Bc4: "), "{left:?}");
        assert!(left[1].starts_with("1B. e5 1B. Sf3 1a. d4: "), "{left:?}");
        let (_, left) = order("*\n", "1A. e4 1b. d5", "e4 {good} e5");
        assert!(left[0].ends_with("1b is a move of the other board"), "{left:?}");
        assert!(left[1].ends_with("comments are not read here; add them in Notes"), "{left:?}");
    }
}
