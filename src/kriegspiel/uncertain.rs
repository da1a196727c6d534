//! [`Uncertain`]: a position of which a player knows only a part.
//!
//! The known pieces come from a `FEN` tag, the hidden ones from a `Hidden` tag ([`HiddenPieces`]). In text, the two are
//! joined by a semicolon: `8/8/8/8/8/8/8/K6R w - - 0 1; k on a8, c8`. If the known pieces lack a king and no clause
//! names it, it stands on any square.
//!
//! The belief is the set of all legal positions: each side has one king, the hidden side at most 16 units and 8 pawns,
//! no pawn stands on the first or last rank, and the side that is not to move is not in check. Whether a position can
//! arise in a game is not tested. Hidden pieces cannot castle, and only a pawn of the `FEN` tag can be captured en
//! passant.

use super::{
    Belief, Limits, Rules,
    hidden::{Hidden, HiddenSet, sorted},
    notation::{HiddenError, HiddenPiece, HiddenPieces, MAX_UNITS, UnitRange, color_title},
};
use crate::rules::{
    Bfen, BfenError, Bitboard, Board, BoardId, Color, Numbers, Pieces, Role, Square, role_name,
};
use std::{fmt, ops::ControlFlow, str::FromStr};

const MAX_PAWNS: usize = 8;

/// The maximum number of placements that are examined, as a multiple of the maximum number of positions: about a
/// second of work.
const PLACEMENTS_PER_POSITION: usize = 4;

/// The number of placements of which the first must be legal for [`Uncertain::check`] to be quick.
const CHECKED_PLACEMENTS: usize = 20_000;

/// The kinds of units that an unnamed unit can be. A king is never unnamed.
const UNIT_ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncertain {
    /// The known pieces, the side to move and its rights. The king of [`HiddenPieces::color`] may be missing.
    known: Board,
    /// Invariant: the king is known or one of the pieces, and every listed square is free.
    hidden: HiddenPieces,
}

/// Why a position with hidden pieces has no belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UncertainError {
    #[error("cannot read the known pieces: {}", .0.problem)]
    Fen(BfenError),
    #[error("cannot read the hidden pieces: {0}")]
    Hidden(#[from] HiddenError),
    #[error("{} has {count} kings", color_title(*color))]
    Kings { color: Color, count: usize },
    #[error("a king cannot be off the board")]
    KingOff,
    #[error("a hidden {} cannot stand on {square}: a known piece does, or a pawn has just passed it", role_name(*role))]
    Occupied { role: Role, square: Square },
    #[error("a pawn cannot stand on {0}")]
    PawnOnBackrank(Square),
    #[error("no square is free for the hidden {}", role_name(*.0))]
    Crowded(Role),
    #[error("{} has at least {named} named units, but at most {max} in all", color_title(*color))]
    Units { color: Color, named: usize, max: u8 },
    #[error("the view is that of {}, whose pieces are hidden", color_title(*.0))]
    View(Color),
    #[error("no placement of the hidden pieces is a legal position")]
    NoPosition,
    #[error("too many possible positions: up to {count}; the limit is {limit}", count = count_words(*.placements))]
    TooMany { placements: u128, limit: usize },
}

/// Formats a count in full up to a trillion, or else as a power of ten.
fn count_words(count: u128) -> String {
    let exponent = count.checked_ilog10().unwrap_or(0);
    if exponent < 12 {
        return count.to_string();
    }
    let tenths = count / 10_u128.pow(exponent - 1);
    format!("{}.{} × 10^{exponent}", tenths / 10, tenths % 10)
}

impl FromStr for Uncertain {
    type Err = UncertainError;

    /// Reads a FEN and, after a semicolon, the hidden pieces.
    fn from_str(text: &str) -> Result<Self, UncertainError> {
        let (fen, hidden) = text.split_once(';').unwrap_or((text, ""));
        Self::read(fen, Some(hidden).filter(|it| !it.trim().is_empty()))
    }
}

impl fmt::Display for Uncertain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.known.chess_fen(), self.hidden)
    }
}

impl Uncertain {
    /// Reads the values of a `FEN` and a `Hidden` tag. Without the latter, one king must be missing.
    ///
    /// # Errors
    /// [`UncertainError`]: a value cannot be read, or they contradict each other.
    pub fn read(fen: &str, hidden: Option<&str>) -> Result<Self, UncertainError> {
        let hidden = match hidden {
            Some(hidden) => hidden.parse()?,
            None => {
                let color = HiddenPieces::kingless_side(fen).unwrap_or(Color::Black);
                HiddenPieces { color, pieces: Vec::new(), units: None }
            }
        };
        let read = Bfen::parse_without(fen, Numbers::Counts, hidden.color);
        let read = read.map_err(UncertainError::Fen)?;
        Self::new(read.position.boards[BoardId::A].clone(), hidden)
    }

    /// Returns whether `text` is a position with hidden pieces: it has a semicolon, or lacks a king.
    pub fn is_text(text: &str) -> bool {
        text.contains(';') || HiddenPieces::kingless_side(text).is_some()
    }

    /// Returns the position of the `known` pieces, to which `hidden` ones are added. Adds the king of the hidden side
    /// on any square if it is missing.
    ///
    /// # Errors
    /// [`UncertainError`]: the known and hidden pieces contradict each other or the rules.
    pub fn new(known: Board, mut hidden: HiddenPieces) -> Result<Self, UncertainError> {
        let color = hidden.color;
        let known_kings = |color: Color| known.pieces().by_piece(color.king()).count();
        let own = known_kings(color.other());
        if own != 1 {
            return Err(UncertainError::Kings { color: color.other(), count: own });
        }
        if let Some(pawn) = (known.pieces().by_role(Role::Pawn) & Bitboard::BACKRANKS).first() {
            return Err(UncertainError::PawnOnBackrank(pawn));
        }
        let is_king = |it: &&HiddenPiece| it.role == Role::King;
        let named = hidden.pieces.iter().filter(is_king).count();
        match named + known_kings(color) {
            0 => hidden.pieces.insert(0, HiddenPiece::anywhere(Role::King)),
            1 => {}
            count => return Err(UncertainError::Kings { color, count }),
        }
        let uncertain = Self { known, hidden };
        uncertain.check_squares()?;
        uncertain.check_units()?;
        Ok(uncertain)
    }

    fn check_squares(&self) -> Result<(), UncertainError> {
        let free = self.free_squares();
        for piece in &self.hidden.pieces {
            let role = piece.role;
            if role == Role::King && piece.may_be_off {
                return Err(UncertainError::KingOff);
            }
            if let Some(square) = (piece.listed & !free).first() {
                return Err(UncertainError::Occupied { role, square });
            }
            if role == Role::Pawn
                && let Some(square) = (piece.listed & Bitboard::BACKRANKS).first()
            {
                return Err(UncertainError::PawnOnBackrank(square));
            }
            if (piece.squares() & free & squares_of(role)).is_empty() && !piece.may_be_off {
                return Err(UncertainError::Crowded(role));
            }
        }
        Ok(())
    }

    fn check_units(&self) -> Result<(), UncertainError> {
        let color = self.hidden.color;
        let sure = self.hidden.pieces.iter().filter(|it| !it.may_be_off).count();
        let named = self.known.pieces().by_color(color).count() + sure;
        let max = self.hidden.units.map_or(MAX_UNITS, |it| it.max);
        if named > usize::from(max) {
            return Err(UncertainError::Units { color, named, max });
        }
        Ok(())
    }

    /// Returns the known pieces, the side to move and its rights. The king of the hidden side may be missing.
    pub const fn known(&self) -> &Board {
        &self.known
    }

    pub const fn hidden(&self) -> &HiddenPieces {
        &self.hidden
    }

    /// Returns the player who knows the position in part.
    pub fn seat(&self) -> Color {
        self.hidden.color.other()
    }

    /// Returns the number of units that the hidden side can have.
    pub fn units(&self) -> UnitRange {
        self.hidden.units.unwrap_or_else(|| {
            let known = self.known.pieces().by_color(self.hidden.color).count();
            let sure = self.hidden.pieces.iter().filter(|it| !it.may_be_off).count();
            let count = |units: usize| u8::try_from(units).unwrap_or(MAX_UNITS).min(MAX_UNITS);
            UnitRange { min: count(known + sure), max: count(known + self.hidden.pieces.len()) }
        })
    }

    /// Returns the squares on which a hidden piece can stand.
    pub fn possible_squares(&self) -> Bitboard {
        let free = self.free_squares();
        let named =
            self.hidden.pieces.len() + self.known.pieces().by_color(self.hidden.color).count();
        if usize::from(self.units().max) > named {
            return free;
        }
        let squares = self.slots().into_iter().map(|slot| slot.squares);
        squares.fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// Looks for a legal position among the first placements.
    ///
    /// # Errors
    /// [`UncertainError::NoPosition`] if there is none and all placements were examined.
    pub fn check(&self) -> Result<(), UncertainError> {
        let mut left = CHECKED_PLACEMENTS;
        let ended = self.for_each_placement(&mut |pieces| {
            left = left.saturating_sub(1);
            if left == 0 || self.is_legal(pieces) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if ended.is_break() { Ok(()) } else { Err(UncertainError::NoPosition) }
    }

    /// Returns what the player knows by `rules`: all legal positions.
    ///
    /// # Errors
    /// [`UncertainError::NoPosition`], or [`UncertainError::TooMany`] if there are more than `limits` allow. There is
    /// no sample.
    pub fn belief(&self, rules: Rules, limits: Limits) -> Result<Belief, UncertainError> {
        let limit = limits.exact;
        let placements = self.placements();
        if placements > limit.saturating_mul(PLACEMENTS_PER_POSITION) as u128 {
            return Err(UncertainError::TooMany { placements, limit });
        }
        let mut positions = HiddenSet::default();
        let mut excess: u128 = 0;
        let _ = self.for_each_placement(&mut |pieces| {
            if self.is_legal(pieces) {
                let hidden = Hidden::of(&self.board(pieces), self.hidden.color);
                if positions.len() < limit || positions.contains(&hidden) {
                    positions.insert(hidden);
                } else {
                    excess += 1;
                }
            }
            ControlFlow::Continue(())
        });
        if excess > 0 {
            return Err(UncertainError::TooMany { placements: limit as u128 + excess, limit });
        }
        if positions.is_empty() {
            return Err(UncertainError::NoPosition);
        }
        Ok(Belief::of_positions(&self.known, self.seat(), rules, limits, sorted(positions)))
    }

    /// Returns the number of placements of the hidden pieces, legal or not. It is a little too large where squares of
    /// different pieces overlap.
    pub fn placements(&self) -> u128 {
        let slots = self.slots();
        let mut product: u128 = 1;
        let mut at = 0;
        while let Some(slot) = slots.get(at) {
            let equal = slots[at..].iter().take_while(|it| *it == slot).count();
            let (squares, equal_count) = (slot.squares.count() as u128, equal as u128);
            let least = if slot.may_be_off { 0 } else { equal_count };
            let ways = (least..=equal_count).map(|count| combinations(squares, count));
            product = product.saturating_mul(ways.fold(0, u128::saturating_add));
            at += equal;
        }
        let Some(units) = self.hidden.units else { return product };
        let known = self.known.pieces().by_color(self.hidden.color).count();
        let sure = slots.iter().filter(|it| !it.may_be_off).count();
        let free = self.free_squares().count() as u128;
        let least = usize::from(units.min).saturating_sub(known + slots.len());
        let most = usize::from(units.max).saturating_sub(known + sure);
        let unnamed = (least..=most).map(|count| {
            let roles = (UNIT_ROLES.len() as u128).pow(u32::try_from(count).unwrap_or(0));
            combinations(free, count as u128).saturating_mul(roles)
        });
        product.saturating_mul(unnamed.fold(0, u128::saturating_add))
    }

    /// Returns the squares on which a hidden piece can stand: those without a known piece that a pawn has not just
    /// passed.
    fn free_squares(&self) -> Bitboard {
        let passed = self.known.en_passant();
        let forward = self.known.turn().fold_wb(8, -8);
        let origin = passed.and_then(|square| square.offset(forward));
        let line = passed.into_iter().chain(origin).collect::<Bitboard>();
        !self.known.pieces().occupied() & !line
    }

    /// Returns the hidden pieces with their possible squares, equal ones side by side.
    fn slots(&self) -> Vec<Slot> {
        let free = self.free_squares();
        let slot = |piece: &HiddenPiece| Slot {
            role: piece.role,
            squares: piece.squares() & free & squares_of(piece.role),
            may_be_off: piece.may_be_off,
        };
        let mut slots: Vec<Slot> = self.hidden.pieces.iter().map(slot).collect();
        slots.sort_by_key(|it| (it.role, it.squares.0, it.may_be_off));
        slots
    }

    fn board(&self, pieces: &Pieces) -> Board {
        let known = &self.known;
        Board::assemble(pieces.clone(), known.castling(), known.en_passant(), known.turn())
    }

    fn is_legal(&self, pieces: &Pieces) -> bool {
        let (us, them) = (self.known.turn(), self.known.turn().other());
        let king = pieces.by_piece(them.king()).first();
        let is_attacked =
            king.is_none_or(|king| pieces.attackers(king, us, pieces.occupied()).any());
        !is_attacked && pieces.by_piece(self.hidden.color.pawn()).count() <= MAX_PAWNS
    }

    /// Calls `visit` with all pieces of each placement. Some placements are visited twice if an unnamed unit can be of
    /// a named kind.
    fn for_each_placement(&self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let units = self.hidden.units;
        let known = self.known.pieces().by_color(self.hidden.color).count();
        let mut placing = Placing {
            color: self.hidden.color,
            slots: self.slots(),
            free: self.free_squares(),
            units: units.map(|it| (usize::from(it.min), usize::from(it.max))),
            pieces: self.known.pieces().clone(),
            visit,
        };
        placing.place_slots(0, known, None)
    }
}

type Visit<'a> = dyn FnMut(&Pieces) -> ControlFlow<()> + 'a;

/// A hidden piece with its possible squares.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot {
    role: Role,
    squares: Bitboard,
    may_be_off: bool,
}

fn squares_of(role: Role) -> Bitboard {
    if role == Role::Pawn { !Bitboard::BACKRANKS } else { Bitboard::FULL }
}

/// Returns the number of ways to choose `count` of `all`.
fn combinations(all: u128, count: u128) -> u128 {
    if count > all {
        return 0;
    }
    (0..count).fold(1, |ways, index| ways * (all - index) / (index + 1))
}

/// Where the last of several equal pieces was put.
#[derive(Clone, Copy)]
enum Place {
    On(Square),
    Off,
}

/// The enumeration of all placements, which recurses once per piece.
struct Placing<'v, 'f> {
    color: Color,
    slots: Vec<Slot>,
    free: Bitboard,
    /// The minimum and maximum number of units.
    units: Option<(usize, usize)>,
    pieces: Pieces,
    visit: &'v mut Visit<'f>,
}

impl Placing<'_, '_> {
    /// Places the pieces from `index` on. `count` units of the side stand already, and the previous piece, if it is
    /// equal to the one at `index`, has its place at `last`.
    fn place_slots(&mut self, index: usize, count: usize, last: Option<Place>) -> ControlFlow<()> {
        let Some(&slot) = self.slots.get(index) else { return self.place_units(count, None) };
        let is_equal = self.slots.get(index + 1) == Some(&slot);
        let after = |place: Place| is_equal.then_some(place);
        let squares = match last {
            None => slot.squares,
            Some(Place::On(square)) => slot.squares & above(square),
            // Equal pieces that are off the board come last.
            Some(Place::Off) => Bitboard::EMPTY,
        };
        for square in squares & !self.pieces.occupied() {
            self.pieces.put(square, slot.role.of(self.color));
            let ended = self.place_slots(index + 1, count + 1, after(Place::On(square)));
            self.pieces.remove(square);
            ended?;
        }
        if slot.may_be_off {
            self.place_slots(index + 1, count, after(Place::Off))?;
        }
        ControlFlow::Continue(())
    }

    /// Places unnamed units above the square `last`, after `count` units.
    fn place_units(&mut self, count: usize, last: Option<Square>) -> ControlFlow<()> {
        let Some((min, max)) = self.units else { return (self.visit)(&self.pieces) };
        if count > max {
            return ControlFlow::Continue(());
        }
        if count >= min {
            (self.visit)(&self.pieces)?;
        }
        if count == max {
            return ControlFlow::Continue(());
        }
        let squares = last.map_or(self.free, |last| self.free & above(last));
        for square in squares & !self.pieces.occupied() {
            for role in UNIT_ROLES {
                if !squares_of(role).contains(square) {
                    continue;
                }
                self.pieces.put(square, role.of(self.color));
                let ended = self.place_units(count + 1, Some(square));
                self.pieces.remove(square);
                ended?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the squares with a higher number than `square`.
fn above(square: Square) -> Bitboard {
    Bitboard(u64::MAX.checked_shl(u32::from(square) + 1).unwrap_or(0))
}
