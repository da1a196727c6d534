//! [`Solver`]: answers every question about a board.

use super::{
    hand::{Defence, Hand},
    search::{Means, OutOfNodes, Search},
    words::{BoardTactics, Mate, OneMore, Unless},
};
use crate::rules::{Board, BoardId, ByBoard, Position, Reserve};
use std::fmt;

/// How far is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest mate that is looked for, in moves of the attacker; none where it is 0.
    pub moves: u8,
    /// How many positions a question may look at; a board has up to 19 questions.
    pub nodes: u32,
}

impl Default for Limits {
    /// Mates up to 3, with a budget that no position of a real match has come near.
    fn default() -> Self {
        Self { moves: 3, nodes: 2_000_000 }
    }
}

/// Answers questions about boards. It keeps memory from one to the next, and no answers but the last ones.
#[derive(Debug, Default)]
pub struct Solver {
    limits: Limits,
    search: Search,
    /// The board of each name that was asked about last, with both reserves, and what was said of it: most plies
    /// leave one board as it is.
    last: ByBoard<Option<(Asked, BoardTactics)>>,
    watch: Option<Watch>,
}

/// Called between two questions.
struct Watch(Box<dyn FnMut(u64) + Send>);

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

/// What an answer depends on.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    board: Board,
    attacker: Reserve,
    defender: Reserve,
}

/// Some kinds of piece, and the mates with one more of each.
type Kinds = Vec<OneMore>;

impl Solver {
    /// One that searches as far as `limits` say.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Calls `watch` between two questions, with the number of positions looked at since the last call.
    pub fn watch(&mut self, watch: impl FnMut(u64) + Send + 'static) {
        self.watch = Some(Watch(Box::new(watch)));
    }

    /// How far it searches.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// What is to be said of both boards of `position`.
    pub fn both(&mut self, position: &Position) -> ByBoard<BoardTactics> {
        ByBoard::from_fn(|id| self.board_of(position, id))
    }

    /// What is to be said of one board of `position`, each judged for the seat to move on it.
    pub fn board_of(&mut self, position: &Position, id: BoardId) -> BoardTactics {
        let seat = position.turn(id);
        let asked = Asked {
            board: position.boards[id].clone(),
            attacker: position.reserves[seat],
            defender: position.reserves[seat.opponent()],
        };
        if let Some((last, said)) = &self.last[id]
            && *last == asked
        {
            return said.clone();
        }
        let said = self.board(&asked.board, asked.attacker, asked.defender);
        self.last[id] = Some((asked, said.clone()));
        said
    }

    /// Whether the side to move, which may drop what `own` holds, mates in at most `moves` moves, whatever the other
    /// side may drop; `None` where the budget ends before that is known.
    pub fn mates_within(&mut self, board: &Board, own: Reserve, moves: u8) -> Option<bool> {
        let means = Means { hand: Hand::of(own), defence: Defence::Anything };
        self.search.forget();
        self.begin();
        self.search.mates_within(board, means, moves).ok()
    }

    /// The shortest mate of the side to move of `board`, which may drop what `own` holds, whatever the other side drops;
    /// `None` where there is none within the limits.
    pub fn forced_mate(&mut self, board: &Board, own: Reserve) -> Option<Mate> {
        self.search.forget();
        let means = Means { hand: Hand::of(own), defence: Defence::Anything };
        self.mate(board, means, 1).ok().flatten()
    }

    /// What is to be said of `board`, where the side to move may drop what `own` holds and the other side what
    /// `other` holds.
    pub fn board(&mut self, board: &Board, own: Reserve, other: Reserve) -> BoardTactics {
        self.search.forget();
        let mut said = BoardTactics { stuck: is_stuck(board, &own), ..BoardTactics::default() };
        (said.mate, said.wanted) = self.mate_or_wanted(board, own, &mut said.unfinished);
        if said.mate.is_none() {
            said.unless = self.unless(board, own, other).unwrap_or_else(|OutOfNodes| {
                said.unfinished = true;
                None
            });
        }
        if let Some(passed) = board.null_move() {
            (said.threat, said.danger) = self.mate_or_wanted(&passed, other, &mut said.unfinished);
        }
        said
    }

    /// Begins a question.
    fn begin(&mut self) {
        self.search.begin(self.limits.nodes);
        if let Some(Watch(watch)) = &mut self.watch {
            watch(self.search.take_looked());
        }
    }

    /// The mate of the side to move, or else the pieces of which one more would mate.
    fn mate_or_wanted(
        &mut self,
        board: &Board,
        own: Reserve,
        unfinished: &mut bool,
    ) -> (Option<Mate>, Kinds) {
        // Who cannot mate with one more piece of any kind needs not be asked six times.
        let least = match self.least_with_joker(board, own) {
            Ok(Some(least)) => least,
            Ok(None) => return (None, Kinds::new()),
            Err(OutOfNodes) => 1,
        };
        let against_anything = |hand| Means { hand, defence: Defence::Anything };
        match self.mate(board, against_anything(Hand::of(own)), least) {
            Ok(Some(mate)) => return (Some(mate), Kinds::new()),
            Ok(None) => {}
            Err(OutOfNodes) => {
                // Whether anything is wanted depends on whether there is a mate already.
                *unfinished = true;
                return (None, Kinds::new());
            }
        }
        let mut kinds = Kinds::new();
        for role in Reserve::ROLES {
            match self.mate(board, against_anything(Hand::with(own, role)), least) {
                Ok(Some(mate)) => kinds.push(OneMore { role, mate }),
                Ok(None) => {}
                Err(OutOfNodes) => *unfinished = true,
            }
        }
        (None, kinds)
    }

    /// The fewest moves in which the side to move mates with one more piece, whose kind it may choose late; `None`
    /// where it does not.
    fn least_with_joker(&mut self, board: &Board, own: Reserve) -> Result<Option<u8>, OutOfNodes> {
        let means = Means { hand: Hand::with_joker(own), defence: Defence::Anything };
        self.begin();
        for moves in 1..=self.limits.moves {
            if self.search.mates_within(board, means, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The shortest mate of the side to move, of which it is known that it takes `least` moves or more.
    fn mate(&mut self, board: &Board, means: Means, least: u8) -> Result<Option<Mate>, OutOfNodes> {
        self.begin();
        for moves in least..=self.limits.moves {
            if self.search.mates_within(board, means, moves)? {
                let mut first = self.search.first_moves(board, means, moves)?;
                first.sort_by_cached_key(|mv| mv.uci(false));
                return Ok(Some(Mate { moves, first }));
            }
        }
        Ok(None)
    }

    /// The mate against what the other side holds, where there is none against everything.
    fn unless(
        &mut self,
        board: &Board,
        own: Reserve,
        other: Reserve,
    ) -> Result<Option<Unless>, OutOfNodes> {
        let against = |defender| Means { hand: Hand::of(own), defence: Defence::Exactly(defender) };
        // The last move mates whatever is held, so that a mate in 1 would be one against everything.
        let Some(mate) = self.mate(board, against(other), 2)? else {
            return Ok(None);
        };
        let mut refuted_by = Vec::new();
        for role in Reserve::ROLES {
            let mut more = other;
            more.add(role);
            self.begin();
            if !self.search.mates_within(board, against(more), mate.moves)? {
                refuted_by.push(role);
            }
        }
        Ok(Some(Unless { mate, refuted_by }))
    }
}

/// Whether the side to move is in check, is not mated, and has no legal answer with what `own` holds.
fn is_stuck(board: &Board, own: &Reserve) -> bool {
    board.is_check() && !board.is_checkmate() && board.legal_moves(own).is_empty()
}
