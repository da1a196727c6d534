//! [`Hearing`]: what one player has heard of a game, and nothing else.
//!
//! Everything that is shown or written from a player's side comes from here. It holds that player's pieces and
//! what was announced to them; of the other side it holds no more than where it began, which both know.

use super::{
    Issue, Problem, Rules, Try,
    referee::{notes, read_tries},
};
use crate::{
    kriegspiel::notation::{MoveText, PlyName, PlyNotes, PlyText, Record, Response},
    rules::{Attempt, Board, CheckDirections, Claim, Color, OwnPieces, Role, San, Square},
};

/// What one player has heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Hearing {
    /// The player.
    pub seat: Color,
    /// The board before the first ply.
    pub start: Board,
    /// The rules.
    pub rules: Rules,
    /// What was heard, ply by ply.
    pub plies: Vec<Heard>,
}

/// What was heard of one ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Which ply.
    pub name: PlyName,
    /// Who moved, and what is known of it.
    pub mv: HeardMove,
    /// What was announced.
    pub response: Response,
    /// What a person wrote of it in a file that was filtered already; else empty.
    pub notes: PlyNotes,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum HeardMove {
    /// One's own move.
    Own {
        /// The move as it was tried.
        attempt: Attempt,
        /// How it is written.
        san: San,
        /// Check or mate, which the player hears.
        claim: Claim,
        /// The illegal tries before it, the first one tried first.
        tries: Vec<Try>,
        /// How many there were, which may be more than are listed.
        try_count: u32,
    },
    /// The other's move.
    Other {
        /// How many illegal tries there were.
        tries: u32,
    },
}

/// What a player sees between two plies: their own pieces, and what was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The player's pieces.
    pub own: OwnPieces,
    /// How many plies have been heard.
    pub plies: usize,
    /// Which of the player's pieces were taken, in order.
    pub lost: Vec<Role>,
    /// On which squares pieces of the other side were taken, in order.
    pub taken: Vec<Square>,
    /// From where the player's king is checked now, if the player is to move.
    pub checks: CheckDirections,
}

impl Hearing {
    pub(super) const fn new(seat: Color, start: Board, rules: Rules, plies: Vec<Heard>) -> Self {
        Self { seat, start, rules, plies }
    }

    /// Reads the view that `record` is of `seat`'s, as far as the player's own pieces can make its moves.
    pub(super) fn read(
        record: &Record,
        text: &[u8],
        seat: Color,
        start: Board,
        rules: Rules,
        issues: &mut Vec<Issue>,
    ) -> Self {
        let mut reader =
            Reader { record, text, rules, own: start.own_pieces(seat), doubled: None, issues };
        let mut plies = Vec::with_capacity(record.plies.len());
        for (index, written) in record.plies.iter().enumerate() {
            let heard = if written.name.color == seat {
                reader.own_ply(written)
            } else {
                reader.other_ply(written)
            };
            let Some(mut heard) = heard else { break };
            heard.notes = notes(record, text, index);
            plies.push(heard);
        }
        Self::new(seat, start, rules, plies)
    }

    /// Who is to move after the last ply.
    #[must_use]
    pub fn turn(&self) -> Color {
        let last = self.plies.last().map(|heard| heard.name.color.other());
        last.unwrap_or(self.start.turn())
    }

    /// What the player sees after `plies` plies; after the last where there are fewer.
    #[must_use]
    pub fn sight(&self, plies: usize) -> Sight {
        let plies = plies.min(self.plies.len());
        let mut sight = Sight {
            own: self.start.own_pieces(self.seat),
            plies,
            lost: Vec::new(),
            taken: Vec::new(),
            checks: CheckDirections::NONE,
        };
        for heard in &self.plies[..plies] {
            sight.hear(heard);
        }
        sight
    }
}

impl Sight {
    fn hear(&mut self, heard: &Heard) {
        match heard.mv {
            HeardMove::Own { attempt, .. } => {
                self.own.play(attempt);
                self.taken.extend(heard.response.capture);
                self.checks = CheckDirections::NONE;
            }
            HeardMove::Other { .. } => {
                let lost = heard.response.capture.and_then(|at| self.own.lose(at));
                self.lost.extend(lost);
                self.checks = heard.response.checks;
            }
        }
    }
}

/// Reads a filtered record ply by ply.
struct Reader<'a> {
    record: &'a Record,
    text: &'a [u8],
    rules: Rules,
    own: OwnPieces,
    /// The square that a pawn of the player's has just passed, and where it stands now.
    doubled: Option<(Square, Square)>,
    issues: &'a mut Vec<Issue>,
}

impl Reader<'_> {
    fn issue(&mut self, written: &PlyText, problem: Problem) {
        let span = written.move_span;
        self.issues.push(Issue { span, problem });
    }

    fn own_ply(&mut self, written: &PlyText) -> Option<Heard> {
        let ply = written.name;
        let (san, claim) = match written.mv {
            MoveText::Known(san, claim) => (san, claim),
            MoveText::Hidden => {
                self.issue(written, Problem::Hidden(ply));
                return None;
            }
            MoveText::Unreadable => return None,
        };
        let attempt = match self.own.resolve(&san) {
            Ok(attempt) => attempt,
            Err(why) => {
                self.issue(written, Problem::NoAttempt { ply, why });
                return None;
            }
        };
        let mut tries = Vec::new();
        let mut try_count = 0;
        if let Some(said) = &written.announcement {
            let read = read_tries(&self.own, said, self.text, self.record, ply, self.issues);
            tries.extend(read.into_iter().map(|(_, one)| one));
            try_count = said.tries.count();
        }
        let said = written.announcement.as_ref();
        let response = said.map_or_else(Response::default, |it| it.response);
        if response.pawn_tries.is_some() {
            self.issue(written, Problem::OwnPawnTries { ply });
        }
        let response = response.as_mover_hears();
        let san = self.own.san(attempt, response.capture.is_some());
        self.own.play(attempt);
        self.doubled = match attempt {
            Attempt::Normal { role: Role::Pawn, from, to, .. } if from.distance(to) == 2 => {
                from.offset(ply.color.fold_wb(8, -8)).zip(Some(to))
            }
            _ => None,
        };
        Some(Heard {
            name: ply,
            mv: HeardMove::Own { attempt, san, claim, tries, try_count },
            response,
            notes: PlyNotes::default(),
        })
    }

    fn other_ply(&mut self, written: &PlyText) -> Option<Heard> {
        let ply = written.name;
        match written.mv {
            MoveText::Hidden => {}
            MoveText::Known(..) => {
                let seat = ply.color.other();
                self.issue(written, Problem::Given { ply, seat });
            }
            MoveText::Unreadable => return None,
        }
        if written.announcement.is_none() {
            self.issue(written, Problem::Silence(ply));
        }
        let mut response = self.heard_response(written);
        if let Some(square) = response.capture {
            // Of a capture in passing some name the square where it ends.
            let at = match self.doubled {
                Some((passed, now)) if passed == square => now,
                _ => square,
            };
            response.capture = Some(at);
            let taken = self.own.lose(at);
            if taken.is_none() || taken == Some(Role::King) {
                self.issue(written, Problem::NothingTaken { ply, square });
                return None;
            }
        }
        self.doubled = None;
        let tries = written.announcement.as_ref().map(|it| it.tries.count());
        Some(Heard {
            name: ply,
            mv: HeardMove::Other { tries: tries.unwrap_or(0) },
            response,
            notes: PlyNotes::default(),
        })
    }

    /// What was announced of a ply of the other side.
    fn heard_response(&self, written: &PlyText) -> Response {
        let said = written.announcement.as_ref();
        let mut response = said.map_or_else(Response::default, |it| it.response);
        if self.rules.pawn_tries {
            // Where they are announced at all, silence means that there are none.
            response.pawn_tries = Some(response.pawn_tries.unwrap_or(0));
        }
        response
    }
}
