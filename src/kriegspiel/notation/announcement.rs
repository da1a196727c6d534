//! The referee's announcement of a ply, such as `(Xe7,CF:dxe3,dxc3)`: a capture on e7, check on the file, and the
//! illegal tries before the move, last one first.

use super::{PlyName, Problem};
use crate::{
    file::Span,
    rules::{CheckDirections, Direction, San, Square},
};
use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Response {
    /// The square of the captured piece, `Xe7`.
    pub capture: Option<Square>,
    /// The directions of check on the opponent's king, such as `CF`.
    pub checks: CheckDirections,
    /// The number of legal pawn captures that the opponent now has, such as `P2`. Only the opponent hears it. `None` if
    /// the rules have no pawn tries.
    pub pawn_tries: Option<u16>,
}

impl Response {
    /// Returns the part that the player who moved hears: all but the pawn tries.
    #[must_use]
    pub const fn as_mover_hears(self) -> Self {
        Self { pawn_tries: None, ..self }
    }
}

/// Formats the part of an announcement before the colon, such as `Xe7,CF,P2`.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        if let Some(square) = self.capture {
            write!(f, "X{square}")?;
            comma = ",";
        }
        if !self.checks.is_empty() {
            write!(f, "{comma}C{}", self.checks)?;
            comma = ",";
        }
        match self.pawn_tries {
            Some(tries) if tries > 0 => write!(f, "{comma}P{tries}"),
            _ => Ok(()),
        }
    }
}

/// An announcement as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub span: Span,
    /// The announcement of the move, before the colon.
    pub response: Response,
    /// The illegal tries, after the colon.
    pub tries: Tries,
    /// The comment that follows in the same braces, trimmed; empty if there is none.
    pub comment: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Tries {
    /// In text order: the last try comes first.
    Listed(Vec<TryText>),
    Counted(u32),
}

impl Tries {
    #[must_use]
    pub fn count(&self) -> u32 {
        match self {
            Self::Listed(tries) => u32::try_from(tries.len()).unwrap_or(u32::MAX),
            Self::Counted(count) => *count,
        }
    }
}

/// A try as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryText {
    pub span: Span,
    /// `None` if the text is not a move.
    pub san: Option<San>,
}

/// The maximum length of a word in an announcement, in bytes. If a word is longer, the text in parentheses is a
/// comment.
const MAX_WORD_LEN: usize = 6;

/// Returns the span of the announcement at the start of `span`, including its parentheses, or `None` if there is none.
/// An announcement contains a colon. Before the colon there are only short words separated by commas.
pub(super) fn announcement_span(text: &[u8], span: Span) -> Option<Span> {
    let written = span.of(text);
    let body = written.strip_prefix(b"(")?;
    // An announcement is inside braces, so it cannot contain a `}`.
    let close = memchr::memchr2(b')', b'}', body).filter(|&at| body[at] == b')')?;
    let colon = memchr::memchr(b':', &body[..close])?;
    let is_word = |word: &[u8]| {
        let word = word.trim_ascii();
        word.len() <= MAX_WORD_LEN && !word.iter().any(u8::is_ascii_whitespace)
    };
    let has_only_words = body[..colon].split(|&byte| byte == b',').all(is_word);
    #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
    let end = span.start + close as u32 + 2;
    has_only_words.then(|| Span::new(span.start, end))
}

/// Parses the announcement at `span`, as returned by [`announcement_span`]. `hidden` is `true` if the move is written
/// `??`.
pub(super) fn read(
    text: &[u8],
    span: Span,
    ply: PlyName,
    hidden: bool,
    issue: &mut impl FnMut(Span, Problem),
) -> Announcement {
    let inner = Span::new(span.start + 1, span.end - 1);
    let body = inner.of(text);
    #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
    let colon = inner.start + memchr::memchr(b':', body).unwrap_or(body.len()) as u32;
    let mut response = Response::default();
    for word in words(text, Span::new(inner.start, colon)) {
        if let Err(problem) = read_word(word.of(text), &mut response, ply) {
            issue(word, problem);
        }
    }
    let after = Span::new((colon + 1).min(inner.end), inner.end);
    Announcement {
        span,
        response,
        tries: read_tries(text, after, ply, hidden, issue),
        comment: Span::at(span.end),
    }
}

fn read_word(word: &[u8], response: &mut Response, ply: PlyName) -> Result<(), Problem> {
    let (letter, rest) = (word[0].to_ascii_uppercase(), word[1..].trim_ascii());
    match letter {
        b'X' => {
            let square = Square::from_ascii(rest).map_err(|_| Problem::NoCapture(ply))?;
            response.capture = Some(square);
        }
        b'C' => {
            let mut is_valid = !rest.is_empty();
            for &letter in rest {
                match Direction::from_letter(letter) {
                    Some(direction) => response.checks.add(direction),
                    None => is_valid = false,
                }
            }
            return is_valid.then_some(()).ok_or(Problem::NoDirection(ply));
        }
        b'P' => {
            let count = read_number(rest).and_then(|count| u16::try_from(count).ok());
            response.pawn_tries = Some(count.ok_or(Problem::NoPawnTries(ply))?);
        }
        _ => return Err(Problem::Unknown(ply)),
    }
    Ok(())
}

/// Parses the tries at `span`, after the colon: a list of tries, or their number.
fn read_tries(
    text: &[u8],
    span: Span,
    ply: PlyName,
    hidden: bool,
    issue: &mut impl FnMut(Span, Problem),
) -> Tries {
    let mut listed = words(text, span).map(|word| word.of(text));
    let (first, second) = (listed.next(), listed.next());
    if let (Some(only), None) = (first, second)
        && let Some(count) = read_number(only)
    {
        if !hidden {
            issue(span, Problem::OnlyCounted(ply));
        }
        return Tries::Counted(count);
    }
    if hidden && first.is_none() {
        return Tries::Counted(0);
    }
    let moves = || words(text, span).map(|word| (word, San::parse(word.of(text))));
    if hidden && moves().any(|(_, read)| read.is_err()) {
        issue(span, Problem::NoCount(ply));
        return Tries::Counted(0);
    }
    let tries = moves().map(|(span, read)| {
        if let Err(why) = read {
            issue(span, Problem::NoTry { ply, why });
        }
        let san = read.ok().map(|read| read.san);
        TryText { span, san }
    });
    Tries::Listed(tries.collect())
}

fn read_number(text: &[u8]) -> Option<u32> {
    let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| digits)?.parse().ok()
}

/// Iterates over the words of `span`, which are separated by commas. Trims them and skips empty ones.
fn words(text: &[u8], span: Span) -> impl Iterator<Item = Span> {
    let whole = span.of(text);
    let pieces = whole.split(|&byte| byte == b',');
    pieces.filter_map(move |piece| {
        let word = piece.trim_ascii();
        let offset = word.as_ptr().addr() - whole.as_ptr().addr();
        #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
        let (start, len) = (span.start + offset as u32, word.len() as u32);
        (len > 0).then(|| Span::new(start, start + len))
    })
}
