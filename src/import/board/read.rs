//! [`read_boards`]: detects the format of single-board exports and reads them.

use super::{BoardsRead, MAX_BOARDS_BYTES, json, page, pgn};

/// Returns whether `text` looks like a single-board export.
#[must_use]
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
#[must_use]
pub fn read_boards(text: &[u8]) -> BoardsRead {
    read_boards_within(MAX_BOARDS_BYTES, text)
}

/// Like [`read_boards`], but keeps at most `max_bytes` bytes of boards in memory.
pub(in crate::import) fn read_boards_within(max_bytes: usize, text: &[u8]) -> BoardsRead {
    let text = strip_byte_order_mark(text);
    let mut read = BoardsRead::within(max_bytes);
    match text.first() {
        Some(b'{') => json::read(text, &mut read),
        Some(b'[') if is_json_list(text) => json::read(text, &mut read),
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

/// Removes a byte order mark and leading blanks.
fn strip_byte_order_mark(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start()
}
