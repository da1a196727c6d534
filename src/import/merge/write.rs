//! Writes a merged match as BPGN 1.2.

use super::{
    Games, MergeNote,
    order::{Order, OrderedPly, clock_text, name},
    tags,
};
use crate::{
    import::board::BoardGame,
    notation::without_braces,
    rules::{BoardId, ByBoard},
};
use std::fmt::Write as _;

pub(super) const MAX_LINE_WIDTH: usize = 80;

/// Returns the record, followed by a blank line. `with_chat` adds the chat as comments.
pub(super) fn record(
    games: &Games<'_>,
    order: &Order,
    with_chat: bool,
    notes: &mut Vec<MergeNote>,
) -> String {
    let outcome = tags::outcome(games, notes);
    let tags = tags::match_tags(games, &order.start, &outcome);
    let mut text: String =
        tags.iter().map(|(name, value)| tags::line(name, value) + "\n").collect();
    text.push('\n');
    let mut lines = Lines { text, column: 0 };
    if with_chat {
        lines.chat(games, BoardId::A, 0);
    }
    let mut written = ByBoard::<usize>::default();
    for OrderedPly { board, text } in &order.plies {
        lines.word(text);
        written[*board] += 1;
        if with_chat {
            lines.chat(games, *board, written[*board]);
        }
    }
    for board in BoardId::ALL {
        if let Some(comment) = games[board].and_then(|game| unplayed(game, board, order)) {
            lines.word(&comment);
        }
    }
    if !outcome.reason.is_empty() {
        lines.word(&format!("{{{}}}", without_braces(&outcome.reason)));
    }
    lines.word(outcome.result.text());
    lines.text + "\n\n"
}

/// The start of a comment that lists unplayable plies. The board letter and [`UNPLAYED`] follow.
const UNPLAYED_PREFIX: &str = "{C:Board ";

/// The text after the board letter in a comment that lists unplayable plies.
pub(super) const UNPLAYED: &str = ", not played:";

/// Returns the unplayable plies of a board as a comment. Returns `None` if all plies can be played.
pub(super) fn unplayed(game: &BoardGame, board: BoardId, order: &Order) -> Option<String> {
    let first = order.placed[board];
    let rest = &game.plies[first..];
    if rest.is_empty() {
        return None;
    }
    let mut words = format!("{UNPLAYED_PREFIX}{}{UNPLAYED}", board.letter());
    for (index, ply) in (first..).zip(rest) {
        let clock = ply
            .clock_ms
            .map_or(String::new(), |ms| format!(" ({})", clock_text(ms).trim_matches(['{', '}'])));
        let _ = write!(words, " {}. {}{clock}", name(&order.start, board, index), ply.san);
    }
    Some(words + "}")
}

/// A text that is wrapped at [`MAX_LINE_WIDTH`].
pub(super) struct Lines {
    pub(super) text: String,
    pub(super) column: usize,
}

impl Lines {
    /// Writes the chat messages sent directly after ply number `after` of a board as one comment. `after` is 0 for
    /// messages before the first ply.
    fn chat(&mut self, games: &Games<'_>, board: BoardId, after: usize) {
        let comments = games[board].map_or(&[][..], |game| &game.comments);
        // Comments are in order, so a search finds those of a ply without visiting all.
        let start = comments.partition_point(|comment| comment.after < after);
        let chat_lines = comments[start..].iter().take_while(|comment| comment.after == after);
        let chat_lines: Vec<&str> = chat_lines.map(|comment| comment.text.as_str()).collect();
        if !chat_lines.is_empty() {
            let words = chat_lines.join("; ").replace(char::is_control, " ");
            self.word(&format!("{{C:{}}}", without_braces(&words)));
        }
    }

    fn word(&mut self, word: &str) {
        if self.column > 0 {
            self.space_before(word.chars().count());
        }
        self.push(word);
    }

    /// Adds a blank, or a line break if there is no room for a blank and `length` more characters.
    pub(super) fn space_before(&mut self, length: usize) {
        if self.column + 1 + length > MAX_LINE_WIDTH {
            self.break_line();
        } else {
            self.push(" ");
        }
    }

    pub(super) fn break_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    pub(super) fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.column += word.chars().count();
    }
}
