//! Enters the next ply of a game, as the referee judges it or as a player hears it.

use super::{Game, Referee, Rules, View, referee::heard_tries, response};
use crate::{
    kriegspiel::notation::{Line, PlyName, PlyNotes, Response, WrittenTries},
    rules::{Attempt, Claim, Color, OwnPieces},
};

impl Game {
    /// Returns the name of the next ply. Returns `None` if the record contains further plies that could not be
    /// replayed.
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
    /// Judges `attempt` as ply `name` at the end of the game, and returns the line that records it; `None` if it is
    /// illegal. `tries` are the illegal tries before the attempt, in the order in which they were made.
    pub fn judge(&self, name: PlyName, attempt: Attempt, tries: &[Attempt]) -> Option<Line> {
        let board = self.board_after(usize::MAX);
        let mv = board.legal_move_for(attempt)?;
        let after = board.after_move(mv);
        let announcement = response(&board, mv, &after, self.rules);
        let claim = Claim::of(after.is_check(), after.is_chess_mate());
        let own = board.own_pieces(board.turn());
        Some(own_line(&own, name, attempt, claim, announcement, tries))
    }
}

/// Returns the line that records a ply of the player whose pieces are `own`. `tries` are the illegal tries before the
/// ply, in the order in which they were made.
pub fn own_line(
    own: &OwnPieces,
    name: PlyName,
    attempt: Attempt,
    claim: Claim,
    announcement: Response,
    tries: &[Attempt],
) -> Line {
    let tries = tries.iter().rev();
    Line {
        name,
        mv: Some((own.san(attempt, announcement.capture.is_some()), claim)),
        response: announcement,
        tries: WrittenTries::Listed(tries.map(|&it| own.san(it, false).to_string()).collect()),
        notes: PlyNotes::default(),
    }
}

/// Returns the line that records a ply of the opponent. By `rules` that announce them, `tries` is the number of illegal
/// tries before it.
pub fn heard_line(name: PlyName, announcement: Response, rules: Rules, tries: u32) -> Line {
    Line {
        name,
        mv: None,
        response: announcement,
        tries: WrittenTries::of_opponent(heard_tries(rules, tries)),
        notes: PlyNotes::default(),
    }
}

impl PlyName {
    #[must_use]
    pub fn next(self) -> Self {
        let number = u16::from(self.color == Color::Black);
        Self { number: self.number.saturating_add(number), color: self.color.other() }
    }
}
