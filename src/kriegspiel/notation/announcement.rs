//! The referee's announcement of a ply, such as `(Xe7,CF:dxe3,dxc3)`: a capture on e7, check on the file, and the
//! illegal tries before the move, last one first.

use super::{PlyName, Problem};
use crate::{
    file::Span,
    rules::{Bitboard, CheckDirections, Direction, Role, San, Square},
};
use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Response {
    /// The square of the captured piece, `Xe7`.
    pub capture: Option<Square>,
    /// Whether a pawn or a piece was taken, `Xe7p` or `Xe7o`; `None` if not announced.
    pub taken: Option<Man>,
    /// Whether a pawn or a piece has taken, `Xe7<p` or `Xe7<o`; `None` if not announced.
    pub taker: Option<Man>,
    /// The directions of check on the opponent's king, such as `CF`.
    pub checks: CheckDirections,
    /// A promotion, `=` or `=Q`; `None` if there is none or it is not announced.
    pub promotion: Option<Promotion>,
    /// The legal pawn captures that the opponent now has, such as `P2`. Only the opponent hears it. `None` if the rules
    /// have no pawn tries.
    pub pawn_tries: Option<PawnTries>,
    /// The answer to the question "Any?" that the player asked before the move: `A+` for "Try!", `A-` for "No". `None`
    /// if the player did not ask.
    pub answer: Option<bool>,
}

/// A man that takes or is taken, as far as it is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    Pawn,
    /// Any other man.
    Piece,
}

impl Man {
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Pawn => Self::Pawn,
            _ => Self::Piece,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Piece => 'o',
        }
    }

    fn read(letters: &[u8]) -> Option<Self> {
        match letters {
            b"p" | b"P" => Some(Self::Pawn),
            b"o" | b"O" => Some(Self::Piece),
            _ => None,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Piece => "piece",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promotion {
    /// The new piece is not announced.
    Some,
    To(Role),
}

/// The legal pawn captures of the side to move, as far as the rules announce them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PawnTries {
    /// The number, `P2`.
    Number(u16),
    /// Whether there is any, `P+`.
    Any(bool),
    /// The squares of the pawns that can capture, `Pd4,Pf4`.
    From(Bitboard),
}

impl PawnTries {
    pub const fn is_none(self) -> bool {
        match self {
            Self::Number(count) => count == 0,
            Self::Any(any) => !any,
            Self::From(squares) => squares.0 == 0,
        }
    }
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
        let mut words = Vec::new();
        if let Some(square) = self.capture {
            let taken = self.taken.map_or_else(String::new, |man| man.letter().to_string());
            let taker = self.taker.map_or_else(String::new, |man| format!("<{}", man.letter()));
            words.push(format!("X{square}{taken}{taker}"));
        }
        if !self.checks.is_empty() {
            words.push(format!("C{}", self.checks));
        }
        match self.promotion {
            Some(Promotion::Some) => words.push("=".to_owned()),
            Some(Promotion::To(role)) => words.push(format!("={}", role.upper_char())),
            None => {}
        }
        match self.pawn_tries {
            Some(PawnTries::Number(count)) if count > 0 => words.push(format!("P{count}")),
            Some(PawnTries::Any(true)) => words.push("P+".to_owned()),
            Some(PawnTries::From(squares)) => {
                words.extend(squares.into_iter().map(|square| format!("P{square}")));
            }
            _ => {}
        }
        if let Some(any) = self.answer {
            words.push(format!("A{}", if any { '+' } else { '-' }));
        }
        f.write_str(&words.join(","))
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
        b'X' => return read_capture(rest, response).ok_or(Problem::NoCapture(ply)),
        b'C' if rest.is_empty() => response.checks = CheckDirections::UNKNOWN,
        b'C' => {
            let mut is_valid = true;
            for &letter in rest {
                match Direction::from_letter(letter) {
                    Some(direction) => response.checks.add(direction),
                    None => is_valid = false,
                }
            }
            return is_valid.then_some(()).ok_or(Problem::NoDirection(ply));
        }
        b'P' => {
            let tries = read_pawn_tries(rest, response.pawn_tries);
            response.pawn_tries = Some(tries.ok_or(Problem::NoPawnTries(ply))?);
        }
        b'=' => {
            let promotion = match rest {
                b"" => Some(Promotion::Some),
                &[letter] => Role::from_char(char::from(letter)).map(Promotion::To),
                _ => None,
            };
            response.promotion = Some(promotion.ok_or(Problem::Unknown(ply))?);
        }
        b'A' if matches!(rest, b"+" | b"-") => response.answer = Some(rest == b"+"),
        _ => return Err(Problem::Unknown(ply)),
    }
    Ok(())
}

/// Parses a square, optionally followed by what was taken, and by `<` and what has taken. Returns `None` without a square
/// or with other text.
fn read_capture(text: &[u8], response: &mut Response) -> Option<()> {
    let (square, men) = text.split_at_checked(2)?;
    response.capture = Some(Square::from_ascii(square).ok()?);
    let split = men.iter().position(|&byte| byte == b'<').unwrap_or(men.len());
    let (taken, taker) = men.split_at(split);
    if !taken.is_empty() {
        response.taken = Some(Man::read(taken)?);
    }
    if !taker.is_empty() {
        response.taker = Some(Man::read(&taker[1..])?);
    }
    Some(())
}

/// Parses a number, `+` for some, or a square, which is added to those of `earlier`.
fn read_pawn_tries(text: &[u8], earlier: Option<PawnTries>) -> Option<PawnTries> {
    if text == b"+" {
        return Some(PawnTries::Any(true));
    }
    if let Ok(square) = Square::from_ascii(text) {
        let squares = match earlier {
            Some(PawnTries::From(squares)) => squares,
            _ => Bitboard::EMPTY,
        };
        return Some(PawnTries::From(squares | Bitboard::from(square)));
    }
    let count = read_number(text)?;
    u16::try_from(count).ok().map(PawnTries::Number)
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
    if !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
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
