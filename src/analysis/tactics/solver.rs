//! [`Solver`]: answers all queries about the tactics of a board.

use super::{
    drops::{Defence, Hand},
    joint::{ClosedGame, Joint, JointSearch},
    proof_table::AttackResources,
    search::{OutOfNodes, Search},
    words::{BoardTactics, ConditionalMate, ExtraPiece, Mate},
};
use crate::rules::{Board, BoardId, ByBoard, Move, Position, Reserve, Seat};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a mate, in moves of the attacker; 0 disables the search.
    pub moves: u8,
    /// The maximum length of a joint win, in moves of the partner; 0 disables the search.
    pub deliver: u8,
    /// The maximum number of positions that each query examines. The tactics of a board take up to 27 queries, plus one
    /// for a joint win.
    pub nodes: u32,
}

impl Default for Limits {
    /// Returns limits of 3 moves for mates and joint wins. Their budget of positions is far more than any position in
    /// real matches needs.
    fn default() -> Self {
        Self { moves: 3, deliver: 3, nodes: 2_000_000 }
    }
}

/// Answers queries about tactics and remembers the last result for each board. If only one reserve of a board has
/// changed, reuses the part of the last result that does not depend on that reserve.
#[derive(Debug, Default)]
pub struct Solver {
    limits: Limits,
    search: Search,
    /// The last result for each board. Most plies leave one board unchanged, so the result for that board is reused.
    last: ByBoard<Option<EvaluatedBoard>>,
    /// The move that last avoided a mate with one more piece.
    escape: Option<Move>,
    watch: Option<Watch>,
}

/// A progress callback, called before each query.
struct Watch(Box<dyn FnMut(u64) + Send>);

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

#[derive(Clone, Debug)]
struct EvaluatedBoard {
    board: Board,
    own: Reserve,
    other: Reserve,
    tactics: BoardTactics,
    /// The mates of the side to move. They depend on its own reserve alone.
    attack: Attack,
    /// The mates that the other side would have if it were to move.
    counter: Attack,
}

/// The mate of a side. If there is none, the wanted pieces: each of them, if added to the side's reserve, gives it a
/// mate.
#[derive(Clone, Debug, Default)]
struct Attack {
    mate: Option<Mate>,
    wanted: Vec<ExtraPiece>,
    unfinished: bool,
}

impl Solver {
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Sets a callback that is called before each query, with the number of positions examined since the previous
    /// callback.
    pub fn watch(&mut self, watch: impl FnMut(u64) + Send + 'static) {
        self.watch = Some(Watch(Box::new(watch)));
    }

    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the tactics of both boards of `position`, including joint wins.
    pub fn both(&mut self, position: &Position) -> ByBoard<BoardTactics> {
        let mut both = ByBoard::from_fn(|id| self.board_of(position, id));
        let joint = ByBoard::from_fn(|id| self.joint(position, id, &both));
        for id in BoardId::ALL {
            match &joint[id] {
                Ok(joint) => both[id].joint.clone_from(joint),
                Err(OutOfNodes) => both[id].unfinished = true,
            }
        }
        both
    }

    /// Returns the tactics of one board of `position`, for the seat to move there.
    pub fn board_of(&mut self, position: &Position, id: BoardId) -> BoardTactics {
        let seat = position.turn(id);
        let (own, other) = (position.reserves[seat], position.reserves[seat.opponent()]);
        let board = &position.boards[id];
        let last = self.last[id].take().filter(|last| last.board == *board);
        let outcome = match last {
            Some(last) if (last.own, last.other) == (own, other) => last,
            last => self.evaluate(board, own, other, last),
        };
        self.last[id].insert(outcome).tactics.clone()
    }

    /// Returns whether the side to move, with the reserve `own`, mates within `moves` moves whatever the other side
    /// drops. Returns `None` if the budget is exceeded.
    pub fn mates_within(&mut self, board: &Board, own: Reserve, moves: u8) -> Option<bool> {
        self.search.clear_proofs();
        self.begin();
        self.search.mates_within(board, AttackResources::of(Hand::of(own)), moves).ok()
    }

    /// Returns whether `mv`, a legal move of the side to move with the reserve `own`, begins a mate within `moves` moves.
    /// Returns `None` if the budget is exceeded.
    pub fn forces(&mut self, board: &Board, own: Reserve, mv: Move, moves: u8) -> Option<bool> {
        let after = board.after_move(mv);
        if after.is_checkmate() {
            return Some(true);
        }
        if moves < 2 || !after.is_check() {
            return Some(false);
        }
        self.search.clear_proofs();
        self.begin();
        self.search.forces(board, mv, AttackResources::of(Hand::of(own)), moves).ok()
    }

    /// Returns the shortest mate of the side to move on `board`, with the reserve `own`, whatever the other side drops.
    /// Returns `None` if there is none within the limits or the budget is exceeded.
    pub fn forced_mate(&mut self, board: &Board, own: Reserve) -> Option<Mate> {
        self.search.clear_proofs();
        self.mate(board, AttackResources::of(Hand::of(own)), 1).ok().flatten()
    }

    /// Returns the shortest mate of `seat` in `position`, as [`Self::forced_mate`] does. Returns `None` if `seat` is not to
    /// move.
    pub fn mate_of(&mut self, position: &Position, seat: Seat) -> Option<Mate> {
        if position.turn(seat.board()) != seat {
            return None;
        }
        self.forced_mate(position.board_of(seat), position.reserves[seat])
    }

    /// Returns whether the side to move on `board`, with the reserve `own`, has no mate but would have one with one more
    /// piece. Returns `false` if the budget is exceeded.
    pub fn wants_piece(&mut self, board: &Board, own: Reserve) -> bool {
        self.search.clear_proofs();
        self.is_piece_wanted(board, own).unwrap_or(false)
    }

    fn is_piece_wanted(&mut self, board: &Board, own: Reserve) -> Result<bool, OutOfNodes> {
        // If a joker does not mate, no single piece does.
        self.begin();
        if self.joker_mate(board, own)?.is_none() {
            return Ok(false);
        }
        let moves = self.limits.moves;
        let mut mates = |hand| {
            self.begin();
            self.search.mates_within(board, AttackResources::of(hand), moves)
        };
        if mates(Hand::of(own))? {
            return Ok(false);
        }
        for role in Reserve::ROLES {
            if mates(Hand::with(own, role))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the number of moves of the shortest mate of the side to move on `board`, with the reserve `own`, whatever the
    /// other side drops; `None` if there is none within the limits.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn mate_length(&mut self, board: &Board, own: Reserve) -> Result<Option<u8>, OutOfNodes> {
        self.search.clear_proofs();
        self.begin();
        self.shortest(board, AttackResources::of(Hand::of(own)), 1)
    }

    /// Returns the tactics of `board`. The side to move has the reserve `own`, the other side has `other`.
    pub fn board(&mut self, board: &Board, own: Reserve, other: Reserve) -> BoardTactics {
        self.evaluate(board, own, other, None).tactics
    }

    /// Computes the tactics of `board`. `last` is an earlier result for the same board with other reserves, if there is
    /// one.
    fn evaluate(
        &mut self,
        board: &Board,
        own: Reserve,
        other: Reserve,
        last: Option<EvaluatedBoard>,
    ) -> EvaluatedBoard {
        self.search.clear_proofs();
        let (mut attack, mut counter) = (None, None);
        if let Some(last) = last {
            attack = (last.own == own).then_some(last.attack);
            counter = (last.other == other).then_some(last.counter);
        }
        let attack = attack.unwrap_or_else(|| self.attack(board, own));
        let counter = counter.unwrap_or_else(|| {
            let after_null_move = board.null_move();
            after_null_move.map_or_else(Attack::default, |after_null_move| {
                self.attack(&after_null_move, other)
            })
        });
        let mut tactics = BoardTactics {
            stuck: is_stuck(board, &own),
            mate: attack.mate.clone(),
            wanted: attack.wanted.clone(),
            threat: counter.mate.clone(),
            threat_with: counter.wanted.clone(),
            unfinished: attack.unfinished || counter.unfinished,
            ..BoardTactics::default()
        };
        if tactics.mate.is_none() {
            match self.unless(board, own, other) {
                Ok(unless) => tactics.conditional_mate = unless,
                Err(OutOfNodes) => tactics.unfinished = true,
            }
            match self.fatal(board, own, other) {
                Ok(fatal) => tactics.fatal = fatal,
                Err(OutOfNodes) => tactics.unfinished = true,
            }
        }
        EvaluatedBoard { board: board.clone(), own, other, tactics, attack, counter }
    }

    /// Returns the joint win for which the seat to move on board `id` has to sit, or `None`. `both` holds the tactics
    /// of both boards.
    fn joint(
        &self,
        position: &Position,
        id: BoardId,
        both: &ByBoard<BoardTactics>,
    ) -> Result<Option<Joint>, OutOfNodes> {
        let partner = position.turn(id).partner();
        let partner_board = partner.board();
        let applies = position.turn(partner_board) == partner
            && both[id].mate.is_none()
            && !both[id].wanted.is_empty()
            && both[partner_board].mate.is_none();
        if !applies {
            return Ok(None);
        }
        self.delivery(position, position.turn(id), &both[id].wanted)
    }

    /// Returns the joint win in which `seat` sits and its partner wins one of the `wanted` pieces by force. Both must
    /// be to move. Returns `None` if there is none within the limits.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn delivery(
        &self,
        position: &Position,
        seat: Seat,
        wanted: &[ExtraPiece],
    ) -> Result<Option<Joint>, OutOfNodes> {
        let partner = seat.partner();
        let game = ClosedGame {
            board: position.board_of(partner).clone(),
            own: position.reserves[partner],
            other: position.reserves[partner.opponent()],
        };
        JointSearch::of(wanted, self.limits.nodes).shortest(&game, self.limits.deliver)
    }

    fn begin(&mut self) {
        self.search.begin(self.limits.nodes);
        if let Some(Watch(watch)) = &mut self.watch {
            watch(self.search.take_examined());
        }
    }

    /// Returns the mate of the side to move, with the reserve `own`. If there is none, returns the pieces that would
    /// each give that side a mate if added to `own`.
    fn attack(&mut self, board: &Board, own: Reserve) -> Attack {
        let mut attack = Attack::default();
        // If a joker does not mate, no single piece does. A single search with the joker can thus save six searches.
        self.begin();
        let min_moves = match self.joker_mate(board, own) {
            Ok(Some(min_moves)) => min_moves,
            Ok(None) => return attack,
            Err(OutOfNodes) => 1,
        };
        match self.mate(board, AttackResources::of(Hand::of(own)), min_moves) {
            Ok(None) => {}
            Ok(mate) => return Attack { mate, ..attack },
            // Wanted pieces matter only if there is no mate. After an exceeded budget, this is unknown.
            Err(OutOfNodes) => return Attack { unfinished: true, ..attack },
        }
        for role in Reserve::ROLES {
            match self.mate(board, AttackResources::of(Hand::with(own, role)), min_moves) {
                Ok(Some(mate)) => attack.wanted.push(ExtraPiece { role, mate }),
                Ok(None) => {}
                Err(OutOfNodes) => attack.unfinished = true,
            }
        }
        attack
    }

    /// Returns the number of moves in which the side to move mates with one more piece, whose role is chosen when the
    /// piece is dropped. Returns `None` if there is no such mate. A part of the current query.
    fn joker_mate(&mut self, board: &Board, own: Reserve) -> Result<Option<u8>, OutOfNodes> {
        self.shortest(board, AttackResources::of(Hand::with_joker(own)), 1)
    }

    /// Returns the number of moves of the shortest mate of the side to move, which the caller knows to take at least
    /// `min_moves` moves. A part of the current query.
    fn shortest(
        &mut self,
        board: &Board,
        resources: AttackResources,
        min_moves: u8,
    ) -> Result<Option<u8>, OutOfNodes> {
        for moves in min_moves..=self.limits.moves {
            if self.search.mates_within(board, resources, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Returns the shortest mate of the side to move. The caller knows that the mate takes at least `min_moves` moves.
    fn mate(
        &mut self,
        board: &Board,
        resources: AttackResources,
        min_moves: u8,
    ) -> Result<Option<Mate>, OutOfNodes> {
        self.begin();
        let Some(moves) = self.shortest(board, resources, min_moves)? else { return Ok(None) };
        let mut first = self.search.first_moves(board, resources, moves)?;
        first.sort_by_cached_key(|mv| mv.uci(false));
        Ok(Some(Mate { moves, first }))
    }

    /// Returns the pieces with which the other side, if it had one more, would mate after every legal move of the side
    /// to move. Returns none if the other side needs no piece for that, and none if there is no legal move. The caller
    /// guarantees that the side to move has no mate.
    fn fatal(
        &mut self,
        board: &Board,
        own: Reserve,
        other: Reserve,
    ) -> Result<Vec<ExtraPiece>, OutOfNodes> {
        let mut moves = board.legal_moves(&own);
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        // A move that avoided the mate in the last position often does so again.
        if let Some(escape) = self.escape.and_then(|mv| moves.iter().position(|it| *it == mv)) {
            moves.swap(0, escape);
        }
        // If a joker does not mate, no single piece does. The first move usually suffices to see that.
        let mut boards = Vec::with_capacity(moves.len());
        self.begin();
        for mv in moves {
            let after = board.after_move(mv);
            let Some(min_moves) = self.joker_mate(&after, other)? else {
                self.escape = Some(mv);
                return Ok(Vec::new());
            };
            boards.push((after, min_moves));
        }
        if self.longest_mate(&boards, Hand::of(other))?.is_some() {
            return Ok(Vec::new());
        }
        let mut fatal = Vec::new();
        for role in Reserve::ROLES {
            if let Some(moves) = self.longest_mate(&boards, Hand::with(other, role))? {
                fatal.push(ExtraPiece { role, mate: Mate { moves, first: Vec::new() } });
            }
        }
        Ok(fatal)
    }

    /// Returns the longest of the shortest mates on `boards`, or `None` if there is no mate on one of them. Each board
    /// comes with the minimum number of moves of its mate.
    fn longest_mate(
        &mut self,
        boards: &[(Board, u8)],
        hand: Hand,
    ) -> Result<Option<u8>, OutOfNodes> {
        let resources = AttackResources::of(hand);
        let mut longest = 0;
        self.begin();
        for (board, min_moves) in boards {
            let Some(moves) = self.shortest(board, resources, *min_moves)? else { return Ok(None) };
            longest = longest.max(moves);
        }
        Ok(Some(longest))
    }

    /// Returns the shortest mate against the pieces that the other side has now, or `None` if there is none. The caller
    /// guarantees that there is no mate that holds whatever that side drops.
    fn unless(
        &mut self,
        board: &Board,
        own: Reserve,
        other: Reserve,
    ) -> Result<Option<ConditionalMate>, OutOfNodes> {
        let against =
            |defender| AttackResources { hand: Hand::of(own), defence: Defence::Exactly(defender) };
        // A mate in 1 holds whatever is dropped. The caller has excluded such mates, so the search starts at 2.
        let Some(mate) = self.mate(board, against(other), 2)? else { return Ok(None) };
        let mut refuted_by = Vec::new();
        for role in Reserve::ROLES {
            let mut reinforced = other;
            reinforced.add(role);
            self.begin();
            if !self.search.mates_within(board, against(reinforced), mate.moves)? {
                refuted_by.push(role);
            }
        }
        Ok(Some(ConditionalMate { mate, refuted_by }))
    }
}

/// Returns whether the side to move is in check and not mated, but has no legal reply with the reserve `own`.
pub(crate) fn is_stuck(board: &Board, own: &Reserve) -> bool {
    board.is_check() && !board.is_checkmate() && board.legal_moves(own).is_empty()
}
