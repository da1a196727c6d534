//! A brute-force implementation of `tactics` on shakmaty's Crazyhouse: every legal move is tried, and nothing is
//! cached.
//!
//! Crazyhouse differs from bughouse in two relevant ways. Captured pieces go to the capturer's own pocket, so pockets
//! are reset before each move. Its mate depends on the current pocket, so mate is tested with one piece of each role in
//! it.

use shakmaty::{
    ByColor, CastlingMode, Color, EnPassantMode, FromSetup, Move, Position as _, PositionError,
    Role, Setup, variant::Crazyhouse,
};
use std::fmt::Write as _;
use tandem::rules::{BoardId, Position, Reserve, Seat};

pub const KINDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The number of pieces of each of [`KINDS`].
pub type Pocket = [u8; 5];

const ONE_OF_EACH: Pocket = [1; 5];

fn more(mut pocket: Pocket, role: Role) -> Pocket {
    pocket[role as usize - 1] += 1;
    pocket
}

/// The pocket of the defender; `None` means that any piece may be dropped.
type Defence = Option<Pocket>;

/// One board, without regard to its pockets.
#[derive(Clone)]
pub struct Side {
    position: Crazyhouse,
}

fn build(setup: Setup) -> Crazyhouse {
    Crazyhouse::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position")
}

impl Side {
    /// Returns the position in which the side to move holds `pocket`, and the other side nothing.
    fn with(&self, pocket: Pocket) -> Crazyhouse {
        let mut setup = self.setup();
        let mut pockets = ByColor::default();
        *pockets.get_mut(setup.turn) = pocket_of(pocket);
        setup.pockets = Some(pockets);
        build(setup)
    }

    fn setup(&self) -> Setup {
        self.position.to_setup(EnPassantMode::Always)
    }

    /// Returns every legal move with `pocket`, and the board and the pocket after it.
    fn moves(&self, pocket: Pocket) -> Vec<(Move, Self, Pocket)> {
        let position = self.with(pocket);
        let after = |mv: Move| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let mut pocket = pocket;
            if let Move::Put { role, .. } = mv {
                pocket[role as usize - 1] -= 1;
            }
            (mv, Self { position: next }, pocket)
        };
        position.legal_moves().into_iter().map(after).collect()
    }

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Whether the side to move is mated in bughouse.
    fn is_mated(&self) -> bool {
        self.is_check() && self.moves(ONE_OF_EACH).is_empty()
    }

    /// Whether `mv`, which led here, mates within `n` moves of the attacker, including `mv`.
    fn is_won(&self, attacker: Pocket, defence: Defence, n: u32) -> bool {
        if !self.is_check() {
            return false;
        }
        let answers = self.moves(defence.unwrap_or(ONE_OF_EACH));
        if n == 1 || answers.is_empty() {
            return self.is_mated();
        }
        answers.into_iter().all(|(_, after, left)| {
            let defence = defence.map(|_| left);
            after.mates(attacker, defence, n - 1)
        })
    }

    fn mates(&self, attacker: Pocket, defence: Defence, n: u32) -> bool {
        let mut moves = self.moves(attacker).into_iter();
        moves.any(|(_, after, left)| after.is_won(left, defence, n))
    }

    /// Whether the side to move, which holds `reserve`, mates in at most `n` moves.
    pub fn mates_within(&self, reserve: &Reserve, n: u32) -> bool {
        (1..=n).any(|n| self.mates(pocket(reserve), None, n))
    }

    /// Returns the smallest `n` from 1 to `most` with a mate, and all first moves.
    fn mate(&self, attacker: Pocket, defence: Defence, most: u32) -> Option<(u32, Vec<String>)> {
        (1..=most).find_map(|n| {
            let moves = self.moves(attacker).into_iter();
            let won = moves.filter(|(_, after, left)| after.is_won(*left, defence, n));
            let mut first: Vec<String> = won.map(|(mv, _, _)| uci(mv)).collect();
            first.sort();
            (!first.is_empty()).then_some((n, first))
        })
    }
}

fn pocket_of(pocket: Pocket) -> shakmaty::ByRole<u8> {
    let mut by_role = shakmaty::ByRole::default();
    for (role, count) in KINDS.into_iter().zip(pocket) {
        *by_role.get_mut(role) = count;
    }
    by_role
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

/// Converts one board to shakmaty.
pub fn side(position: &Position, id: BoardId) -> Side {
    let board = &position.boards[id];
    let mut setup = Setup::empty();
    for (square, piece) in board.pieces().iter() {
        setup.board.set_piece_at(square, piece);
        if board.is_promoted(square) {
            setup.promoted.add(square);
        }
    }
    setup.turn = board.turn();
    setup.castling_rights = board.castling();
    setup.ep_square = board.en_passant();
    let position = build(setup);
    Side { position }
}

pub fn pocket(reserve: &Reserve) -> Pocket {
    KINDS.map(|role| reserve.count(role))
}

fn words(name: &str, mate: Option<(u32, Vec<String>)>, text: &mut String) {
    if let Some((n, first)) = mate {
        let _ = writeln!(text, "{name} in {n}: {}", first.join(" "));
    }
}

/// Returns all results for one board, one per line, with mates up to `most`.
pub fn tactics(position: &Position, id: BoardId, most: u32) -> String {
    let here = side(position, id);
    let seat = position.turn(id);
    let own = pocket(&position.reserves[seat]);
    let other = pocket(&position.reserves[seat.opponent()]);
    let mut text = String::new();
    if here.is_check() && !here.is_mated() && here.moves(own).is_empty() {
        text.push_str("stuck\n");
    }
    let mate = here.mate(own, None, most);
    if mate.is_none() {
        if let Some((n, first)) = here.mate(own, Some(other), most) {
            let _ = write!(text, "unless in {n}: {} refuted by", first.join(" "));
            for role in KINDS {
                if !here.mates(own, Some(more(other, role)), n) {
                    let _ = write!(text, " {}", role.upper_char());
                }
            }
            text.push('\n');
        }
        for role in KINDS {
            let mate = here.mate(more(own, role), None, most);
            if mate.is_some() {
                let captures = captures(position, seat, role);
                let name = format!("wanted {} ({captures})", role.upper_char());
                words(&name, mate, &mut text);
            }
        }
    }
    words("mate", mate, &mut text);
    if !here.is_check() {
        let mut setup = here.setup();
        setup.turn = !setup.turn;
        setup.ep_square = None;
        let position = build(setup);
        let there = Side { position };
        let threat = there.mate(other, None, most);
        if threat.is_none() {
            for role in KINDS {
                let name = format!("with {}", role.upper_char());
                words(&name, there.mate(more(other, role), None, most), &mut text);
            }
        }
        words("threat", threat, &mut text);
    }
    text.push_str(&fatal(&here, own, other, most));
    text
}

/// Returns the pieces with which the other side mates after every legal move, one per line. Returns none if it needs no
/// piece for that.
fn fatal(here: &Side, own: Pocket, other: Pocket, most: u32) -> String {
    let moves = here.moves(own);
    let longest = |hand: Pocket| {
        let mates =
            moves.iter().map(|(_, after, _)| (1..=most).find(|&n| after.mates(hand, None, n)));
        mates.collect::<Option<Vec<u32>>>()?.into_iter().max()
    };
    if moves.is_empty() || longest(other).is_some() {
        return String::new();
    }
    let fatal = KINDS.into_iter().filter_map(|role| {
        let n = longest(more(other, role))?;
        Some(format!("fatal {} in {n}\n", role.upper_char()))
    });
    fatal.collect()
}

/// Returns the partner's captures that bring `role`.
fn captures(position: &Position, seat: Seat, role: Role) -> String {
    let (id, color) = match seat {
        Seat::WhiteA => (BoardId::B, Color::Black),
        Seat::BlackA => (BoardId::B, Color::White),
        Seat::WhiteB => (BoardId::A, Color::Black),
        Seat::BlackB => (BoardId::A, Color::White),
    };
    let there = side(position, id);
    if there.position.turn() != color {
        return String::new();
    }
    let brings = |mv: &Move| {
        let taken = mv.capture().map(|taken| {
            let promoted = there.position.promoted().contains(mv.to());
            if promoted { Role::Pawn } else { taken }
        });
        taken == Some(role)
    };
    let moves = there.with([0; 5]).legal_moves();
    let mut captures: Vec<String> = moves.into_iter().filter(brings).map(uci).collect();
    captures.sort();
    captures.join(" ")
}

/// The partner's side of a joint win.
struct JointSearch<'w> {
    /// Each kind with the number of moves to mate.
    wanted: &'w [(Role, u32)],
}

impl JointSearch<'_> {
    /// Returns the wanted kind that the capture `mv` on `side` brings.
    fn brings(&self, side: &Side, mv: &Move) -> Option<Role> {
        let taken = mv.capture()?;
        let promoted = side.position.promoted().contains(mv.to());
        let role = if promoted { Role::Pawn } else { taken };
        self.moves_to_mate(role).map(|_| role)
    }

    fn moves_to_mate(&self, role: Role) -> Option<u32> {
        self.wanted.iter().find(|(kind, _)| *kind == role).map(|(_, moves)| *moves)
    }

    /// Whether `mv`, which led to `after`, wins within `n` moves of the partner, including `mv`.
    fn is_won(
        &self,
        (side, mv): (&Side, &Move),
        after: &Side,
        (own, other): (Pocket, Pocket),
        n: u32,
    ) -> bool {
        if let Some(role) = self.brings(side, mv) {
            let moves = self.moves_to_mate(role).expect("a wanted kind");
            // The opponent of the capturer mates in no more moves.
            return !(1..=moves).any(|n| after.mates(other, None, n));
        }
        if !after.is_check() {
            return false;
        }
        let answers = after.moves(other);
        answers.is_empty()
            || n > 1 && answers.iter().all(|(_, next, left)| self.wins(next, own, *left, n - 1))
    }

    fn wins(&self, side: &Side, own: Pocket, other: Pocket, n: u32) -> bool {
        let moves = side.moves(own);
        moves.iter().any(|(mv, after, left)| self.is_won((side, mv), after, (*left, other), n))
    }

    /// Returns the smallest `n`, all first moves, and the kinds that are captured in lines of minimal length.
    fn shortest(
        &self,
        side: &Side,
        own: Pocket,
        other: Pocket,
        most: u32,
    ) -> Option<(u32, Vec<String>, Vec<Role>)> {
        let n = (1..=most).find(|&n| self.wins(side, own, other, n))?;
        let moves = side.moves(own);
        let won: Vec<_> = moves
            .iter()
            .filter(|(mv, after, left)| self.is_won((side, mv), after, (*left, other), n))
            .collect();
        let mut first: Vec<String> = won.iter().map(|(mv, ..)| uci(*mv)).collect();
        first.sort();
        let taken: Vec<Role> = won.iter().filter_map(|(mv, ..)| self.brings(side, mv)).collect();
        let mut kinds = taken;
        if kinds.is_empty() {
            for (_, after, left) in won {
                for (_, next, rest) in after.moves(other) {
                    let deeper = self.shortest(&next, *left, rest, n - 1);
                    kinds.extend(deeper.map(|(.., kinds)| kinds).unwrap_or_default());
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        Some((n, first, kinds))
    }
}

/// Returns the joint win of `seat`, which sits and wants `wanted`, in the text form used for both solvers.
pub fn joint(position: &Position, seat: Seat, wanted: &[(Role, u32)], most: u32) -> Option<String> {
    let partner = seat.partner();
    let there = side(position, partner.board());
    let [own, other] = [partner, partner.opponent()].map(|seat| pocket(&position.reserves[seat]));
    let (n, first, kinds) = JointSearch { wanted }.shortest(&there, own, other, most)?;
    Some(joint_text(n, &first, &kinds))
}

pub fn joint_text(n: u32, first: &[String], kinds: &[Role]) -> String {
    let kinds: String = kinds.iter().map(|role| role.upper_char()).collect();
    format!("in {n}: {} brings {kinds}", first.join(" "))
}
