//! [`San`]: a move in notation, independent of any position.
//!
//! Parsing accepts every spelling found in real files and reports what it ignored; formatting is standard SAN.
//! [`super::Board::resolve`] turns a [`San`] into a move on a board.

use crate::typography::{CharacterName, Normalized, unusual_character};
use shakmaty::{CastlingSide, File, Rank, Role, Square};
use std::fmt;

/// The syntax of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A move of a piece on the board.
    Normal {
        /// The piece that moves; a pawn if no letter is written. A pawn with both file and rank of origin (`e1g1`)
        /// stands for any piece on that square.
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        /// Whether an `x` is written.
        capture: bool,
        promotion: Option<Role>,
    },
    Drop {
        /// The dropped piece; `None` for chess.com's `$146@`, which does not name the piece.
        role: Option<Role>,
        to: Square,
    },
    Castle(CastlingSide),
}

/// The check or mate claimed by the suffix of a move. It is only a hint, since the position decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// Neither `+` nor `#`.
    #[default]
    None,
    Check,
    Mate,
}

impl Claim {
    /// Returns the claim for a move that gives check or mate.
    pub const fn of(check: bool, mate: bool) -> Self {
        match (check, mate) {
            (_, true) => Self::Mate,
            (true, false) => Self::Check,
            (false, false) => Self::None,
        }
    }

    /// Returns the suffix as written: `+`, `#`, or nothing.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Check => "+",
            Self::Mate => "#",
        }
    }
}

/// Nonstandard notation that was accepted, with a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NonstandardSan {
    /// `Qe9e8`: an origin rank that does not exist.
    #[error("there is no rank {}; ignored it", *.0 as char)]
    NoSuchRank(u8),
}

/// A parsed move with its suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanText {
    pub san: San,
    /// The check or mate claimed by the suffix.
    pub claim: Claim,
    /// The byte range of a glyph such as `!` or `?!` in the text, as start and end; empty if there is none.
    pub glyph: (u8, u8),
    pub nonstandard: Option<NonstandardSan>,
}

/// Why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SanError {
    #[error("no target square")]
    NoTarget,
    /// `h9`: a letter and a digit that are not those of a square.
    #[error("{file}{rank} is not a square")]
    NotASquare { file: char, rank: char },
    #[error("a pawn can only promote to Q, R, B or N")]
    Promotion,
    /// A drop of a king or of something that is not a piece.
    #[error("only Q, R, B, N and P can be dropped")]
    Dropped,
    /// Trailing text that does not belong to a move.
    #[error("unexpected text after the move")]
    Trailing,
    /// Longer than [`San::MAX_LEN`].
    #[error("too long for a move")]
    TooLong,
    /// `--`, `Z0` and the like.
    #[error("a null move; players cannot pass")]
    NullMove,
    /// `Sf3`: a move in another language. The fields are its letter, and the move with the English letter.
    #[error("“{letter}{}” is {} for {san}", after_letter(*.san), language_of(*.letter))]
    Foreign { letter: char, san: San },
    /// `Zf3`: a move with a letter that stands for no piece.
    #[error("{0} is no English piece letter; use K, Q, R, B, N or P")]
    PieceLetter(char),
    /// Nothing but dots.
    #[error("dots without a move")]
    OnlyDots,
    /// A character that does not belong to a move, or whose meaning is not certain.
    #[error("unexpected character {}", CharacterName(*.0))]
    Character(char),
}

/// The signs that follow a move, without the move: `+`, `!?`, `±`, `e.p.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanSuffix {
    /// The check or mate that the signs claim.
    pub claim: Claim,
    /// The byte range of the glyph in the text, as start and end; empty if there is none.
    pub glyph: (u8, u8),
}

impl San {
    /// The maximum length of a move in bytes. Longer texts are rejected unparsed.
    pub const MAX_LEN: usize = 24;

    /// Parses one move. Nothing else may be in `text`.
    ///
    /// Besides SAN, accepts other spellings of castling (`0-0`, `o-o`), drops (`@e4`, `p@e4`, `$146@g4`), promotions
    /// (`e8Q`, `e8/Q`, `e8(Q)`), captures without a file (`xe6`) and full origins (`Ng1f3`, `e2e4`, `d4xe5`, `Nf6-d5`).
    /// Check, mate, `!`, `?` and `e.p.` may follow in any order.
    ///
    /// If that fails, also accepts figurines, dashes, full-width and invisible characters, dots around the move, and
    /// other signs after it: `e5±`, `e5+-`, `Nf3N`, `Qh5ch`.
    ///
    /// # Errors
    /// If the text is not a move.
    #[inline]
    pub fn parse(text: &[u8]) -> Result<SanText, SanError> {
        match Self::parse_ascii(text) {
            Err(why) => parse_unusual(text, why),
            read => read,
        }
    }

    #[inline]
    fn parse_ascii(text: &[u8]) -> Result<SanText, SanError> {
        let mut reader = Reader { text, at: 0 };
        if text.len() > Self::MAX_LEN {
            return Err(SanError::TooLong);
        }
        let mut nonstandard = None;
        let san = reader.san(&mut nonstandard)?;
        let (claim, glyph) =
            if reader.at == text.len() { (Claim::None, (0, 0)) } else { reader.suffix()? };
        Ok(SanText { san, claim, glyph, nonstandard })
    }

    /// Parses `text` as signs after a move, without the move. Returns `None` if anything else is in it.
    pub fn parse_suffix(text: &[u8]) -> Option<SanSuffix> {
        let normalized = Normalized::of(text)?;
        if normalized.bytes().is_empty() { None } else { read_suffix(&normalized, 0) }
    }
}

/// Formats the move in SAN, without `+` or `#`. A drop that does not name its piece is written as a drop of a pawn.
impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Normal { role, file, rank, to, capture, promotion } => {
                if role != Role::Pawn {
                    write!(f, "{}", role.upper_char())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    write!(f, "={}", role.upper_char())?;
                }
                Ok(())
            }
            Self::Drop { role, to } => {
                write!(f, "{}@{to}", role.unwrap_or(Role::Pawn).upper_char())
            }
            Self::Castle(CastlingSide::KingSide) => f.write_str("O-O"),
            Self::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O"),
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline]
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn san(&mut self, nonstandard: &mut Option<NonstandardSan>) -> Result<San, SanError> {
        let first = self.peek();
        let role = match first {
            b'a'..=b'h' => {
                if self.text.get(1) == Some(&b'@') {
                    // A drop of a bishop in lower case (`b@e4`). No other piece shares its letter with a file.
                    self.at = 1;
                    return self.drop(role_of(first));
                }
                Role::Pawn
            }
            b'N' | b'B' | b'R' | b'Q' | b'K' | b'P' | b'n' | b'r' | b'q' | b'k' | b'p' => {
                self.at = 1;
                let role = role_of(first);
                if self.peek() == b'@' {
                    return self.drop(role);
                }
                role.ok_or(SanError::NoTarget)?
            }
            b'O' | b'o' | b'0' => return self.castle(),
            b'@' => return self.drop(Some(Role::Pawn)),
            b'$' => {
                self.at = self.text[1..]
                    .iter()
                    .position(|b| !b.is_ascii_digit())
                    .map_or(self.text.len(), |n| n + 1);
                if self.peek() != b'@' {
                    return Err(SanError::NoTarget);
                }
                self.at += 1;
                let to = self.square().ok_or(SanError::NoTarget)?;
                return Ok(San::Drop { role: None, to });
            }
            _ => Role::Pawn,
        };
        let (file1, rank1) = (self.file(), self.rank(nonstandard));
        let sign_at = self.at;
        let capture = matches!(self.peek(), b'x' | b'X' | b':');
        if capture || self.peek() == b'-' {
            self.at += 1;
        }
        let (file2, rank2) = (self.file(), self.rank(nonstandard));
        let (file, rank, to) = match (file1, rank1, file2, rank2) {
            (file, rank, Some(f), Some(r)) => (file, rank, Square::from_coords(f, r)),
            // What follows the square is a suffix, such as `ch` or `-/+`.
            (Some(f), Some(r), _, None) if !capture => {
                self.at = sign_at;
                (None, None, Square::from_coords(f, r))
            }
            _ => return Err(SanError::NoTarget),
        };
        let promotion = if role == Role::Pawn && self.at < self.text.len() {
            self.promotion(to)?
        } else {
            None
        };
        Ok(San::Normal { role, file, rank, to, capture, promotion })
    }

    /// Parses a drop of `role`, from the `@` on.
    fn drop(&mut self, role: Option<Role>) -> Result<San, SanError> {
        let role = role.filter(|&role| role != Role::King).ok_or(SanError::Dropped)?;
        self.at += 1;
        let to = self.square().ok_or(SanError::NoTarget)?;
        Ok(San::Drop { role: Some(role), to })
    }

    fn castle(&mut self) -> Result<San, SanError> {
        let mut letters = 0;
        while matches!(self.peek(), b'O' | b'o' | b'0') {
            letters += 1;
            self.at += 1;
            if self.peek() == b'-' {
                self.at += 1;
            }
        }
        match letters {
            2 => Ok(San::Castle(CastlingSide::KingSide)),
            3 => Ok(San::Castle(CastlingSide::QueenSide)),
            _ => Err(SanError::NoTarget),
        }
    }

    #[inline]
    fn file(&mut self) -> Option<File> {
        let byte = self.peek().wrapping_sub(b'a');
        if byte >= 8 {
            return None;
        }
        self.at += 1;
        Some(File::new(u32::from(byte)))
    }

    #[inline]
    fn rank(&mut self, nonstandard: &mut Option<NonstandardSan>) -> Option<Rank> {
        let digit = self.peek();
        let byte = digit.wrapping_sub(b'1');
        if byte < 8 {
            self.at += 1;
            return Some(Rank::new(u32::from(byte)));
        }
        if digit.is_ascii_digit() {
            self.at += 1;
            *nonstandard = Some(NonstandardSan::NoSuchRank(digit));
        }
        None
    }

    fn square(&mut self) -> Option<Square> {
        let file = self.file()?;
        let rank = self.peek().wrapping_sub(b'1');
        if rank >= 8 {
            return None;
        }
        self.at += 1;
        Some(Square::from_coords(file, Rank::new(u32::from(rank))))
    }

    /// Parses the promotion of a pawn that moves to `to`.
    fn promotion(&mut self, to: Square) -> Result<Option<Role>, SanError> {
        let open = self.peek();
        let sign = matches!(open, b'=' | b'/' | b'(');
        let letter = self.text.get(self.at + usize::from(sign)).copied().unwrap_or(0);
        // A sign of equality, or of a novelty: `e5N`.
        let is_equal = open == b'=' && !letter.is_ascii_alphanumeric();
        let is_novelty = open == b'N' && !matches!(to.rank(), Rank::First | Rank::Eighth);
        if is_equal || is_novelty {
            return Ok(None);
        }
        self.at += usize::from(sign);
        // No suffix begins with the letter of a promotion piece, not even `e.p.`, so this letter names a promotion
        // piece.
        match role_of(letter) {
            Some(role @ (Role::Queen | Role::Rook | Role::Bishop | Role::Knight)) => {
                self.at += 1;
                if open == b'(' {
                    if self.peek() != b')' {
                        return Err(SanError::Promotion);
                    }
                    self.at += 1;
                }
                Ok(Some(role))
            }
            _ if sign || letter.is_ascii_uppercase() => Err(SanError::Promotion),
            _ => Ok(None),
        }
    }

    fn suffix(&mut self) -> Result<(Claim, (u8, u8)), SanError> {
        let mut claim = Claim::None;
        let mut glyph = (0, 0);
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            match rest[0] {
                b'+' => {
                    claim = if claim == Claim::Mate { claim } else { Claim::Check };
                    self.at += 1;
                }
                b'#' => {
                    claim = Claim::Mate;
                    self.at += 1;
                }
                b'!' | b'?' => {
                    let from = self.at;
                    while matches!(self.peek(), b'!' | b'?') {
                        self.at += 1;
                    }
                    #[expect(clippy::cast_possible_truncation, reason = "at most MAX_LEN")]
                    {
                        glyph = (from as u8, self.at as u8);
                    }
                }
                b'e' if rest.starts_with(b"e.p.") => self.at += 4,
                b'e' if rest.starts_with(b"ep") => self.at += 2,
                _ => return Err(SanError::Trailing),
            }
        }
        Ok((claim, glyph))
    }
}

/// Signs after a move that neither claim anything nor are made of `!` and `?`. A longer sign comes before its parts.
const SIGNS: [&[u8]; 15] = [
    b"+/-",
    b"-/+",
    b"+/=",
    b"=/+",
    b"=/\x01",
    b"\x01/=",
    b"+-",
    b"-+",
    b"+=",
    b"=+",
    b"TN",
    b"=",
    b"N",
    b"~",
    &[Normalized::SIGN],
];

/// Words and signs after a move that claim check or mate, or nothing. A longer one comes before its parts.
const CLAIMS: [(&[u8], Claim); 16] = [
    (b"checkmate", Claim::Mate),
    (b"check", Claim::Check),
    (b"mate", Claim::Mate),
    (b"dbl.ch", Claim::Check),
    (b"dblch", Claim::Check),
    (b"dis.ch", Claim::Check),
    (b"disch", Claim::Check),
    (b"ch", Claim::Check),
    (b"#", Claim::Mate),
    (b"+", Claim::Check),
    (b"e.p.", Claim::None),
    (b"e.p", Claim::None),
    (b"ep", Claim::None),
    (b".", Claim::None),
    (b",", Claim::None),
    (b"-", Claim::None),
];

/// Reads the signs after a move, from byte `at` to the end. Returns `None` if anything else is there.
fn read_suffix(text: &Normalized, mut at: usize) -> Option<SanSuffix> {
    let bytes = text.bytes();
    let mut claim = Claim::None;
    let mut glyph: Option<(usize, usize)> = None;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let marks = rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let sign = SIGNS.iter().find(|sign| rest.starts_with(sign)).map_or(marks, |it| it.len());
        if sign > 0 {
            let from = glyph.filter(|(_, end)| *end == at).map_or(at, |(from, _)| from);
            glyph = Some((from, at + sign));
            at += sign;
            continue;
        }
        let (words, claimed) = CLAIMS.iter().find(|(words, _)| rest.starts_with(words))?;
        at += words.len();
        claim = match (claim, claimed) {
            (Claim::Mate, _) | (_, Claim::Mate) => Claim::Mate,
            (Claim::None, &claimed) => claimed,
            (Claim::Check, _) => Claim::Check,
        };
    }
    let glyph = glyph.map_or((0, 0), |(from, to)| text.place(from, to));
    Some(SanSuffix { claim, glyph })
}

/// Parses a move that is not plain SAN, as [`San::parse`] describes. If it is no move either, returns the most precise
/// reason, or `why`.
#[cold]
fn parse_unusual(text: &[u8], why: SanError) -> Result<SanText, SanError> {
    const NULL_MOVES: [&[u8]; 7] = [b"--", b"Z0", b"z0", b"null", b"pass", b"0000", b"@@@@"];
    let Some(normalized) = Normalized::of(text) else { return Err(why) };
    let bytes = normalized.bytes();
    let start = bytes.iter().take_while(|&&byte| byte == b'.').count();
    let core = &bytes[start..];
    let mut nonstandard = None;
    let mut reader = Reader { text: core, at: 0 };
    if let Ok(san) = reader.san(&mut nonstandard)
        && let Some(SanSuffix { claim, glyph }) = read_suffix(&normalized, start + reader.at)
        && core.len() <= San::MAX_LEN
    {
        return Ok(SanText { san, claim, glyph, nonstandard });
    }
    if let Some(character) = unusual_character(text) {
        return Err(SanError::Character(character));
    }
    if core.is_empty() && start > 0 {
        return Err(SanError::OnlyDots);
    }
    if NULL_MOVES.contains(&core) {
        return Err(SanError::NullMove);
    }
    if let [letter @ b'A'..=b'Z', rest @ ..] = core
        && role_of(*letter).is_none()
        && San::parse_ascii(&[b"N", rest].concat()).is_ok()
    {
        let foreign = FOREIGN_LETTERS.iter().find(|(foreign, ..)| foreign == letter);
        if let Some((_, english, _)) = foreign
            && let Ok(read) = San::parse_ascii(&[&[*english][..], rest].concat())
        {
            return Err(SanError::Foreign { letter: *letter as char, san: read.san });
        }
        return Err(SanError::PieceLetter(*letter as char));
    }
    Err(if why == SanError::NoTarget { find_off_board(core).unwrap_or(why) } else { why })
}

/// Returns the error about the first letter and digit of `text` that are not those of a square.
fn find_off_board(text: &[u8]) -> Option<SanError> {
    text.windows(2).find_map(|pair| {
        let &[file, rank] = pair else { return None };
        let is_square = matches!((file, rank), (b'a'..=b'h', b'1'..=b'8'));
        // The sign of a capture is no file.
        let is_pair = file.is_ascii_lowercase() && file != b'x' && rank.is_ascii_digit();
        if is_square || !is_pair {
            return None;
        }
        Some(SanError::NotASquare { file: file.into(), rank: rank.into() })
    })
}

/// Letters of pieces in other languages, each with the English letter. A letter that is also English has no row.
const FOREIGN_LETTERS: [(u8, u8, &str); 7] = [
    (b'S', b'N', "German"),
    (b'L', b'B', "German"),
    (b'T', b'R', "German"),
    (b'D', b'Q', "German"),
    (b'F', b'B', "French"),
    (b'C', b'N', "French"),
    (b'A', b'B', "Spanish"),
];

/// Returns the language of a letter in [`FOREIGN_LETTERS`].
fn language_of(letter: char) -> &'static str {
    let row = FOREIGN_LETTERS.iter().find(|(foreign, ..)| char::from(*foreign) == letter);
    row.map_or("", |(.., language)| language)
}

/// Returns the text of a move without the letter of its piece.
fn after_letter(san: San) -> String {
    san.to_string().chars().skip(1).collect()
}

#[inline]
const fn role_of(letter: u8) -> Option<Role> {
    Role::from_char(letter as char)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let got = match San::parse(text.as_bytes()) {
            Ok(read) => {
                let glyph = text.get(usize::from(read.glyph.0)..usize::from(read.glyph.1)).unwrap();
                let claim = read.claim.suffix();
                let nonstandard = read.nonstandard.map_or(String::new(), |o| format!(" ({o})"));
                format!("{}{claim}{glyph}{nonstandard}", read.san)
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn standard_forms_round_trip() {
        for text in [
            "e4", "exd5", "Nf3", "Nbd2", "N1d2", "Nb1d2", "Qxe7+", "fxg8=Q", "fxg8=N+", "O-O",
            "O-O-O+", "P@e7", "Q@d6+", "R@d8#", "e4!?",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn nonstandard_forms_are_normalized() {
        check("0-0", "O-O");
        check("o-o-o", "O-O-O");
        check("@e4", "P@e4");
        check("p@e4", "P@e4");
        check("b@e4", "B@e4");
        check("n@f3", "N@f3");
        check("$146@g4", "P@g4");
        check("e8Q", "e8=Q");
        check("e8/R", "e8=R");
        check("e8(N)+", "e8=N+");
        check("xe6", "xe6");
        check("e2e4", "e2e4");
        check("d4xe5", "d4xe5");
        check("Nf6-d5", "Nf6d5");
        check("Nf3xe5", "Nf3xe5");
        check("exd6e.p.", "exd6");
        check("exd6ep+", "exd6+");
        check("Pe4", "e4");
        check("Qh5++", "Qh5+");
        check("Qh5!#", "Qh5#!");
    }

    #[test]
    fn signs_after_a_move_are_glyphs() {
        check("e5±", "e5±");
        check("e5=", "e5=");
        check("e5+-", "e5+-");
        check("e5-/+", "e5-/+");
        check("e5=/∞", "e5=/∞");
        check("e5⁉", "e5⁉");
        check("e5!?±", "e5!?±");
        check("e5N", "e5N");
        check("Nf3N", "Nf3N");
        check("e8N", "e8=N");
        check("e8=N=", "e8=N=");
        check("e8=", "e8=");
        check("e5†", "e5+");
        check("Qh5‡!", "Qh5#!");
        check("e5ch", "e5+");
        check("e5ch.", "e5+");
        check("Qh5mate", "Qh5#");
        check("N@f7+=", "N@f7+=");
        check("Nf3-/+", "Nf3-/+");
        check("Nf3-", "Nf3");
        check("d6ep", "d6");
        check("O-O∞", "O-O∞");
        check("e4\u{2a72}", "e4\u{2a72}");
    }

    #[test]
    fn typographic_characters_are_read() {
        check("O–O", "O-O");
        check("0—0—0+", "O-O-O+");
        check("e2−e4", "e2e4");
        check("e×d5", "exd5");
        check("♘f3", "Nf3");
        check("♞@f3", "N@f3");
        check("♟\u{fe0e}e5", "e5");
        check("\u{200b}e\u{2060}5", "e5");
        check("Ｎｆ３", "Nf3");
        check("...e5", "e5");
        check("…e5", "e5");
        check("Nf3.", "Nf3");
        let latin = San::parse(b"O\x96O\xb1").unwrap();
        assert_eq!((latin.san, latin.glyph), (San::Castle(CastlingSide::KingSide), (3, 4)));
    }

    #[test]
    fn invalid_origin_square_is_ignored_and_reported() {
        check("Qe9e8", "Qee8 (there is no rank 9; ignored it)");
    }

    #[test]
    fn invalid_move_is_explained() {
        check("", "no target square");
        check("e", "no target square");
        check("Nx3", "no target square");
        check("O", "no target square");
        check("Q@h9", "h9 is not a square");
        check("mQ@h9", "h9 is not a square");
        check("Ni5", "i5 is not a square");
        check("K@e4", "only Q, R, B, N and P can be dropped");
        check("h@e4", "only Q, R, B, N and P can be dropped");
        check("e8=K", "a pawn can only promote to Q, R, B or N");
        check("e8(Q", "a pawn can only promote to Q, R, B or N");
        check("e4z", "unexpected text after the move");
        check("e4!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!", "too long for a move");
        check("--", "a null move; players cannot pass");
        check("Z0", "a null move; players cannot pass");
        check("0000", "a null move; players cannot pass");
        check("Sf3", "“Sf3” is German for Nf3");
        check("Lxe5+", "“Lxe5” is German for Bxe5");
        check("D@g7", "“D@g7” is German for Q@g7");
        check("Ce2", "“Ce2” is French for Ne2");
        check("Zf3", "Z is no English piece letter; use K, Q, R, B, N or P");
        check("....", "dots without a move");
        check("–", "unexpected character U+2013, a dash");
        check("“e5”", "unexpected character U+201C, a quotation mark");
        check("ё5", "unexpected character U+0451, a Cyrillic letter");
        check("e\u{a0}9", "unexpected character U+00A0, a no-break space");
    }
}
