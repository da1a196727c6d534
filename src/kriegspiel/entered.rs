//! What comes next in a game: a ply as a person enters it, judged by the referee or told by a player.

use super::{Game, Referee, View, response};
use crate::{
    kriegspiel::notation::{Line, PlyName, PlyNotes, Response, WrittenTries},
    rules::{Attempt, Board, Claim, Color, OwnPieces},
};

/// What the referee says to a try.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// It is illegal.
    Illegal,
    /// It is legal: the ply to be written.
    Legal(Box<Line>),
}

impl Game {
    /// Which ply comes next; `None` where not all of the record was played.
    #[must_use]
    pub fn next_name(&self) -> Option<PlyName> {
        let (start, last) = match &self.view {
            View::Referee(referee) => (&referee.start, referee.plies.last().map(|ply| ply.name)),
            View::Seat(hearing) => (&hearing.start, hearing.plies.last().map(|ply| ply.name)),
        };
        let first = PlyName { number: start.fullmoves().max(1), color: start.turn() };
        (!self.cut_short).then(|| last.map_or(first, PlyName::next))
    }
}

impl Referee {
    /// What is said to `attempt` of the side to move at the end, after `tries` that were illegal, the first one first.
    #[must_use]
    pub fn judge(&self, name: PlyName, attempt: Attempt, tries: &[Attempt]) -> Judged {
        let board = self.board_after(usize::MAX);
        let Some(mv) = board.allow(attempt) else {
            return Judged::Illegal;
        };
        let mut after: Board = board.clone();
        after.play(mv);
        let said = response(&board, mv, &after, self.rules);
        let claim = match (after.is_chess_mate(), after.is_check()) {
            (true, _) => Claim::Mate,
            (_, true) => Claim::Check,
            _ => Claim::None,
        };
        let own = board.own_pieces(board.turn());
        Judged::Legal(Box::new(own_line(&own, name, (attempt, claim), said, tries)))
    }
}

/// A player's own ply, of which that player heard `said`, after `tries` that were illegal, the first one first.
#[must_use]
pub fn own_line(
    own: &OwnPieces,
    name: PlyName,
    (attempt, claim): (Attempt, Claim),
    said: Response,
    tries: &[Attempt],
) -> Line {
    let tries = tries.iter().rev();
    Line {
        name,
        mv: Some((own.san(attempt, said.capture.is_some()), claim)),
        response: said,
        tries: WrittenTries::Listed(tries.map(|&it| own.san(it, false).to_string()).collect()),
        notes: PlyNotes::default(),
    }
}

/// A ply of the other side, of which a player heard `said` and how many `tries` came before it.
#[must_use]
pub fn heard_line(name: PlyName, said: Response, tries: u32) -> Line {
    Line {
        name,
        mv: None,
        response: said,
        tries: WrittenTries::Counted(tries),
        notes: PlyNotes::default(),
    }
}

impl PlyName {
    /// The ply behind it.
    #[must_use]
    pub fn next(self) -> Self {
        let number = u16::from(self.color == Color::Black);
        Self { number: self.number.saturating_add(number), color: self.color.other() }
    }
}
