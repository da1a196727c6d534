//! [`HiddenPieces`]: the value of a `Hidden` tag, an extension of the standard. It names the opponent's pieces whose
//! squares are not known; the `FEN` tag has the pieces that are known.
//!
//! A value is a list of clauses with semicolons between them:
//!
//! | clause | meaning |
//! |---|---|
//! | `k on a8, a6 or c8` | the black king stands on one of these squares |
//! | `b on dark` | a black bishop stands on some dark square; also `light` and `any` |
//! | `2p on a7-h7` | two black pawns stand between the corners `a7` and `h7` |
//! | `q on d8 or off` | the black queen stands on d8 or has been captured |
//! | `2 black units` | Black has two units, including the king and the known ones |
//! | `1-3 black units`, `any black units` | so many units; any number of them |
//!
//! Letters are those of a FEN: capitals for White. All pieces belong to one side. The words `on`, `or`, `and` and the
//! commas may be left out.
//!
//! ```
//! use tandem::kriegspiel::notation::HiddenPieces;
//!
//! let hidden: HiddenPieces = "k on a8, c8 or e8; b on dark; 3 black units".parse().unwrap();
//! assert_eq!(hidden.to_string(), "k on a8, c8, e8; b on dark; 3 black units");
//! ```

use crate::rules::{Bitboard, Color, Piece, Role, Square, color_name};
use std::{fmt, str::FromStr};

/// The maximum number of units of a side.
pub const MAX_UNITS: u8 = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPieces {
    /// The side whose pieces are hidden.
    pub color: Color,
    pub pieces: Vec<HiddenPiece>,
    /// The number of all units of that side; `None` if the pieces of the `FEN` tag and [`Self::pieces`] are all.
    pub units: Option<UnitRange>,
}

/// A piece that stands on one of several squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPiece {
    pub role: Role,
    /// The squares that are listed one by one, which must be free.
    pub listed: Bitboard,
    /// Parts of the board, of which only the free squares count.
    pub areas: Vec<Area>,
    /// Whether the piece may have been captured.
    pub may_be_off: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Any,
    Dark,
    Light,
    /// The squares between two opposite corners.
    Rectangle(Square, Square),
}

/// The number of units of a side, including the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRange {
    pub min: u8,
    pub max: u8,
}

/// An error in the value of a `Hidden` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct HiddenError {
    /// The byte offset and the length of the error in the value.
    pub at: usize,
    pub len: usize,
    pub reason: HiddenReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HiddenReason {
    #[error("no hidden pieces; write them like “k on a8, c8” or “2 black units”")]
    Empty,
    #[error("not a piece or a number of units; write “k on a8, c8” or “2 black units”")]
    Clause,
    #[error("not a square; use squares, corners (a1-h4), dark, light, any or off")]
    Square,
    #[error("no squares for this piece")]
    NoSquares,
    #[error("hidden pieces of both sides; only one side's can be hidden")]
    BothSides,
    #[error("expected “white units” or “black units” after the number")]
    Units,
    #[error("a side has 1 to {MAX_UNITS} units")]
    UnitCount,
    #[error("a second number of units")]
    SecondUnits,
    #[error("more than {MAX_UNITS} hidden pieces")]
    TooMany,
}

impl HiddenPieces {
    /// Returns the side whose king is missing in `fen`, if the other side has one.
    pub fn kingless_side(fen: &str) -> Option<Color> {
        let placement = fen.split_ascii_whitespace().next()?;
        match (placement.contains('K'), placement.contains('k')) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}

impl Area {
    pub fn squares(self) -> Bitboard {
        match self {
            Self::Any => Bitboard::FULL,
            Self::Dark => Bitboard::DARK_SQUARES,
            Self::Light => Bitboard::LIGHT_SQUARES,
            Self::Rectangle(from, to) => {
                let is_between = |square: &Square| {
                    let (file, rank) = (square.file(), square.rank());
                    let files = from.file().min(to.file())..=from.file().max(to.file());
                    let ranks = from.rank().min(to.rank())..=from.rank().max(to.rank());
                    files.contains(&file) && ranks.contains(&rank)
                };
                Square::ALL.into_iter().filter(is_between).collect()
            }
        }
    }
}

impl HiddenPiece {
    /// Returns a piece that stands on one of `squares`.
    pub const fn on(role: Role, squares: Bitboard) -> Self {
        Self { role, listed: squares, areas: Vec::new(), may_be_off: false }
    }

    /// Returns a piece that stands anywhere.
    pub fn anywhere(role: Role) -> Self {
        Self { role, listed: Bitboard::EMPTY, areas: vec![Area::Any], may_be_off: false }
    }

    pub fn squares(&self) -> Bitboard {
        self.areas.iter().fold(self.listed, |all, area| all | area.squares())
    }
}

/// A word of a clause, with its byte offset in the value.
#[derive(Clone, Copy)]
struct Word<'a> {
    at: usize,
    text: &'a str,
}

impl Word<'_> {
    fn error(self, reason: HiddenReason) -> HiddenError {
        HiddenError { at: self.at, len: self.text.len(), reason }
    }

    fn is(self, name: &str) -> bool {
        self.text.eq_ignore_ascii_case(name)
    }
}

/// Returns the words of `value`, which begins at the byte offset `at`.
fn words(value: &str, at: usize) -> Vec<Word<'_>> {
    let words = value.split(|letter: char| letter.is_whitespace() || letter == ',');
    let offset = |word: &str| word.as_ptr().addr() - value.as_ptr().addr();
    let words = words.filter(|word| !word.is_empty());
    words.map(|text| Word { at: at + offset(text), text }).collect()
}

/// Returns the numbers of White's and Black's pieces, such as `7+5`. `counts` are those of the known pieces; hidden pieces
/// count as well.
pub fn piece_count_text(counts: [usize; 2], hidden: Option<&HiddenPieces>) -> String {
    let [mut white, mut black] = counts;
    if let Some(hidden) = hidden {
        let count = hidden.color.fold_wb(&mut white, &mut black);
        *count += hidden.pieces.len();
        if let Some(units) = hidden.units {
            *count = (*count).max(usize::from(units.max));
        }
    }
    format!("{white}+{black}")
}

impl FromStr for HiddenPieces {
    type Err = HiddenError;

    fn from_str(value: &str) -> Result<Self, HiddenError> {
        let mut clauses = Clauses { color: None, pieces: Vec::new(), units: None };
        let mut at = 0;
        for clause in value.split(';') {
            let words = words(clause, at);
            at += clause.len() + 1;
            if let Some((first, rest)) = words.split_first() {
                clauses.read(*first, rest)?;
            }
        }
        let Clauses { color, pieces, units } = clauses;
        let empty = HiddenError { at: 0, len: value.len(), reason: HiddenReason::Empty };
        Ok(Self { color: color.ok_or(empty)?, pieces, units })
    }
}

/// The clauses that have been read.
struct Clauses {
    color: Option<Color>,
    pieces: Vec<HiddenPiece>,
    units: Option<UnitRange>,
}

impl Clauses {
    fn read(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), HiddenError> {
        let digits = first.text.bytes().take_while(u8::is_ascii_digit).count();
        let (count, letter) = first.text.split_at(digits);
        let mut letters = letter.chars();
        let (Some(piece), None) = (letters.next().and_then(Piece::from_char), letters.next())
        else {
            return self.read_units(first, rest);
        };
        self.set_color(first, piece.color)?;
        let count: usize = if count.is_empty() { Ok(1) } else { count.parse() }
            .map_err(|_| first.error(HiddenReason::TooMany))?;
        if self.pieces.len().saturating_add(count) > usize::from(MAX_UNITS) {
            return Err(first.error(HiddenReason::TooMany));
        }
        let hidden = read_squares(piece.role, first, rest)?;
        self.pieces.extend(std::iter::repeat_n(hidden, count));
        Ok(())
    }

    fn set_color(&mut self, word: Word<'_>, color: Color) -> Result<(), HiddenError> {
        if self.color.is_some_and(|it| it != color) {
            return Err(word.error(HiddenReason::BothSides));
        }
        self.color = Some(color);
        Ok(())
    }

    /// Reads a clause such as `1-3 black units`.
    fn read_units(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), HiddenError> {
        let range = if first.is("any") {
            UnitRange { min: 1, max: MAX_UNITS }
        } else {
            let (min, max) = first.text.split_once('-').unwrap_or((first.text, first.text));
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
            if !is_number(min) || !is_number(max) {
                return Err(first.error(HiddenReason::Clause));
            }
            let number = |text: &str| text.parse().unwrap_or(u8::MAX);
            UnitRange { min: number(min), max: number(max) }
        };
        if range.min < 1 || range.min > range.max || range.max > MAX_UNITS {
            return Err(first.error(HiddenReason::UnitCount));
        }
        let [side, unit] = rest else {
            let last = rest.get(2).copied().unwrap_or(first);
            return Err(last.error(HiddenReason::Units));
        };
        let color = if side.is("white") {
            Color::White
        } else if side.is("black") {
            Color::Black
        } else {
            return Err(side.error(HiddenReason::Units));
        };
        if !unit.is("units") && !unit.is("unit") {
            return Err(unit.error(HiddenReason::Units));
        }
        self.set_color(*side, color)?;
        if self.units.replace(range).is_some() {
            return Err(first.error(HiddenReason::SecondUnits));
        }
        Ok(())
    }
}

fn read_squares(
    role: Role,
    piece: Word<'_>,
    words: &[Word<'_>],
) -> Result<HiddenPiece, HiddenError> {
    let mut hidden = HiddenPiece::on(role, Bitboard::EMPTY);
    for &word in words {
        let square = |text: &str| text.to_ascii_lowercase().parse::<Square>().ok();
        if word.is("on") || word.is("or") || word.is("and") {
            continue;
        } else if word.is("off") {
            hidden.may_be_off = true;
        } else if word.is("any") {
            hidden.areas.push(Area::Any);
        } else if word.is("dark") {
            hidden.areas.push(Area::Dark);
        } else if word.is("light") {
            hidden.areas.push(Area::Light);
        } else if let Some(square) = square(word.text) {
            hidden.listed.add(square);
        } else if let Some((from, to)) = word.text.split_once('-')
            && let (Some(from), Some(to)) = (square(from), square(to))
        {
            hidden.areas.push(Area::Rectangle(from, to));
        } else {
            return Err(word.error(HiddenReason::Square));
        }
    }
    if hidden.squares().is_empty() {
        return Err(piece.error(HiddenReason::NoSquares));
    }
    Ok(hidden)
}

impl fmt::Display for HiddenPieces {
    /// Writes the value in the canonical form: equal pieces as one clause, squares in order, areas after them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (index, piece) in self.pieces.iter().enumerate() {
            if self.pieces[..index].contains(piece) {
                continue;
            }
            f.write_str(separator)?;
            separator = "; ";
            let count = self.pieces.iter().filter(|other| *other == piece).count();
            if count > 1 {
                write!(f, "{count}")?;
            }
            write!(f, "{} on ", piece.role.of(self.color).char())?;
            write_squares(f, piece)?;
        }
        let Some(units) = self.units else { return Ok(()) };
        f.write_str(separator)?;
        match units {
            UnitRange { min: 1, max: MAX_UNITS } => f.write_str("any")?,
            UnitRange { min, max } if min == max => write!(f, "{min}")?,
            UnitRange { min, max } => write!(f, "{min}-{max}")?,
        }
        let noun = if units.max == 1 { "unit" } else { "units" };
        write!(f, " {} {noun}", color_name(self.color))
    }
}

fn write_squares(f: &mut fmt::Formatter<'_>, piece: &HiddenPiece) -> fmt::Result {
    let listed = piece.listed.into_iter().map(|square| square.to_string());
    let areas = piece.areas.iter().map(|area| match area {
        Area::Any => "any".to_owned(),
        Area::Dark => "dark".to_owned(),
        Area::Light => "light".to_owned(),
        Area::Rectangle(from, to) => format!("{from}-{to}"),
    });
    let off = piece.may_be_off.then(|| "off".to_owned());
    let all: Vec<String> = listed.chain(areas).chain(off).collect();
    f.write_str(&all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back() {
        for (value, expect) in [
            ("k on a8, a6, c8, e8, e2 or g5", "k on e2, g5, a6, a8, c8, e8"),
            ("k a8", "k on a8"),
            (" K on any ; Q on d1 or off", "K on any; Q on d1, off"),
            ("2p on A7-H7; b on dark;", "2p on a7-h7; b on dark"),
            ("p on a7; p on a7", "2p on a7"),
            ("2 black units", "2 black units"),
            ("1 white unit", "1 white unit"),
            ("1-3 Black Units", "1-3 black units"),
            ("any black units", "any black units"),
        ] {
            let read: HiddenPieces = value.parse().expect(value);
            assert_eq!(read.to_string(), expect);
            assert_eq!(expect.parse(), Ok(read));
        }
    }

    #[test]
    fn errors_have_a_place() {
        use HiddenReason as R;
        for (value, place, reason) in [
            ("", "", R::Empty),
            ("k", "k", R::NoSquares),
            ("k on", "k", R::NoSquares),
            ("k on a9", "a9", R::Square),
            ("k on a8; x on b3", "x", R::Clause),
            ("k on a8; Q on b3", "Q", R::BothSides),
            ("k on a8; 2 white units", "white", R::BothSides),
            ("2 green units", "green", R::Units),
            ("2", "2", R::Units),
            ("0 black units", "0", R::UnitCount),
            ("3-2 black units", "3-2", R::UnitCount),
            ("17 black units", "17", R::UnitCount),
            ("2 black units; 3 black units", "3", R::SecondUnits),
            ("17p on any", "17p", R::TooMany),
            ("99999999999999999999p on any", "99999999999999999999p", R::TooMany),
            ("könig", "könig", R::Clause),
        ] {
            let error = value.parse::<HiddenPieces>().expect_err(value);
            assert_eq!(error.reason, reason, "{value}");
            let found = value.get(error.at..error.at + error.len);
            assert_eq!(found, Some(place), "{value}");
        }
    }
}
