//! Writes text from BGN so that it is read back as the same note and does not swallow the text after it.

use super::super::{
    Record,
    clock::{BraceKind, inside},
    lexer::{EVENT, TokenKind, tokens},
    without_braces,
};

/// The text around a note. It determines how the note must be written to be read back as the same note.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoteContext {
    /// Whether a time in braces would be read as the clock of the previous ply.
    pub(super) clock_open: bool,
    /// Whether a brace would be read as the reason for the result.
    pub(super) is_last: bool,
}

/// Writes `words` in a brace that begins with `sign`, such as `C:`, and a blank. Replaces braces and event tags in `words` if they
/// would end the brace early.
pub(super) fn write_brace(sign: &str, words: &str, out: &mut String) {
    let start = out.len();
    out.extend(["{", sign, words, "}"]);
    if single_token(out, start) != Some(TokenKind::Brace) {
        out.truncate(start);
        let event = String::from_utf8_lossy(EVENT);
        let words = without_braces(words).replace(&*event, "(Event \"");
        out.extend(["{", sign, &words, "}"]);
    }
    out.push(' ');
}

/// Writes the text of a note unchanged if it is then read back as a note, otherwise as a line comment.
pub(super) fn write_text(text: &str, context: NoteContext, out: &mut String) {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    let is_plain = match (whole_token(text), inside(inner.as_bytes())) {
        (Some(TokenKind::Brace | TokenKind::Paren), BraceKind::Clock(..)) => !context.clock_open,
        (Some(TokenKind::Brace), BraceKind::Other) => !context.is_last,
        (Some(TokenKind::Brace | TokenKind::Paren | TokenKind::Nag), _) => true,
        (Some(TokenKind::LineComment), _) => return write_line(text, out),
        (Some(TokenKind::Escape), _) => {
            if !out.ends_with('\n') {
                out.push('\n');
            }
            return write_line(text, out);
        }
        _ => false,
    };
    if is_plain {
        out.extend([text, " "]);
    } else {
        write_comment_line(text, out);
    }
}

/// Writes unplayable plies. Writes them as a line comment if an unclosed brace would swallow the text after them, or if
/// another record would begin inside them; otherwise writes them unchanged.
pub(super) fn write_unplayed(text: &str, out: &mut String) {
    let is_open = tokens(text.as_bytes()).any(|token| token.kind == TokenKind::OpenBrace);
    let start = out.len();
    write_line(text, out);
    let begins_another = || crate::notation::record_ranges(out.as_bytes()).len() > 1;
    if is_open || begins_another() {
        out.truncate(start);
        write_comment_line(text, out);
    }
}

/// Returns whether `out`, from `start` on, contains a brace that would be read as the reason for a result written after
/// it.
pub(super) fn contains_reason(out: &str, start: usize) -> bool {
    let text = format!("{} *", out.get(start..).unwrap_or_default());
    !Record::parse(text.as_bytes()).ending.reason.is_empty()
}

fn write_comment_line(text: &str, out: &mut String) {
    let words = text.replace(['\n', '\r'], " ");
    if !words.trim().is_empty() {
        out.push_str("; ");
        write_line(words.trim(), out);
    }
}

fn write_line(text: &str, out: &mut String) {
    out.extend([text, "\n"]);
}

/// Returns the kind of the token from `start` to the end of `out`, or `None` if that text is not a single token.
pub(super) fn single_token(out: &str, start: usize) -> Option<TokenKind> {
    whole_token(out.get(start..)?)
}

/// Returns the kind of the token that `text` consists of, or `None` if `text` is not a single token.
fn whole_token(text: &str) -> Option<TokenKind> {
    let first = tokens(text.as_bytes()).next()?;
    if first.span.len() == text.len() { Some(first.kind) } else { None }
}
