//! [`read_boards`]: detects the format of single-board exports and reads them.

use super::{BoardsRead, MAX_BOARDS_BYTES, json, page, pgn};
use std::borrow::Cow;

/// Returns whether `text` looks like a single-board export.
pub fn is_board_export(text: &[u8]) -> bool {
    let text = strip_byte_order_mark(text);
    match text.first() {
        Some(b'{') => is_json_of_boards(text),
        Some(b'[') if is_json_list(text) => is_json_of_boards(text),
        Some(b'<') => page::is_page(text),
        _ => pgn::is_pgn(text),
    }
}

/// Reads all boards in `text`. Never fails, but reports unreadable parts as problems.
pub fn read_boards(text: &[u8]) -> BoardsRead {
    read_boards_within(MAX_BOARDS_BYTES, text)
}

/// Like [`read_boards`], but keeps at most `max_bytes` bytes of boards in memory.
pub(in crate::import) fn read_boards_within(max_bytes: usize, text: &[u8]) -> BoardsRead {
    let text = strip_byte_order_mark(text);
    let mut read = BoardsRead::within(max_bytes);
    match text.first() {
        Some(b'{') => json::read(&without_inner_marks(text), &mut read),
        Some(b'[') if is_json_list(text) => json::read(&without_inner_marks(text), &mut read),
        _ if page::is_page(text) => page::read(text, &mut read),
        _ => pgn::read(text, &mut read),
    }
    read.report_lone_variant();
    read
}

/// Returns whether `text`, which begins with `[`, is a JSON list and not a PGN tag.
fn is_json_list(text: &[u8]) -> bool {
    let next = text[1..].iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(next, Some(b'{' | b'[' | b']'))
}

/// Returns whether JSON text contains boards. Only searches for member names, since `text` may be truncated.
fn is_json_of_boards(text: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    has(b"\"moveList\"") || (has(b"\"games\"") && has(b"\"rules\""))
}

/// Replaces the byte order marks between JSON values, which joined files contain, by blanks.
fn without_inner_marks(text: &[u8]) -> Cow<'_, [u8]> {
    let mut blanked = Cow::Borrowed(text);
    for at in memchr::memmem::find_iter(text, BYTE_ORDER_MARK) {
        let after = text[at + BYTE_ORDER_MARK.len()..].trim_ascii_start();
        if matches!(text[..at].trim_ascii_end(), [.., b'}' | b']'])
            && matches!(after, [b'{' | b'[', ..])
        {
            blanked.to_mut()[at..at + BYTE_ORDER_MARK.len()].fill(b' ');
        }
    }
    blanked
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Removes a byte order mark and leading blanks.
fn strip_byte_order_mark(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    text.trim_ascii_start()
}
