//! [`Hearing`]: what one player has heard of a game.
//!
//! Every view of a player is derived from a hearing. A hearing holds the player's moves and the announcements to that
//! player. Of the opponent's pieces, a hearing holds only the starting position, which both players know.

use super::{
    CheckNews, Issue, Obstacle, Problem, Rules, Try, Uncertain,
    game::Basis,
    referee::{TryReader, heard_tries, notes},
};
use crate::{
    kriegspiel::notation::{
        self, MoveText, PlyName, PlyNotes, PlyText, Record, Response, TriesOrder,
    },
    rules::{Attempt, Board, CheckDirections, Claim, Color, OwnPieces, Role, San, Square},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Hearing {
    /// The player who hears.
    pub seat: Color,
    /// The starting position. Of an [`uncertain`](Self::uncertain) one, it has only the known pieces.
    pub start: Board,
    /// The starting position with pieces whose squares the player does not know, if there are any.
    pub uncertain: Option<Uncertain>,
    pub rules: Rules,
    /// Why nothing can be concluded from what the player heard.
    pub obstacle: Option<Obstacle>,
    pub plies: Vec<Heard>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    pub name: PlyName,
    /// The move as far as the player knows it.
    pub mv: HeardMove,
    /// The announcement that the player hears.
    pub response: Response,
    /// The annotations, if the file is the player's view. Annotations in a referee's file are left out, since they may
    /// reveal hidden moves.
    pub notes: PlyNotes,
}

/// A move as far as one player knows it.
#[derive(Clone, Debug, PartialEq)]
pub enum HeardMove {
    /// The player's own move.
    Own {
        /// The move as the player entered it.
        attempt: Attempt,
        /// The move in the notation of Kriegspiel.
        san: San,
        /// Check, mate or neither, as announced to the player.
        claim: Claim,
        /// The illegal tries in the order in which they were made.
        tries: Vec<Try>,
        /// The number of illegal tries. The file may state the number without listing the tries.
        try_count: u32,
    },
    /// A move of the opponent.
    Other {
        /// The number of illegal tries before the move; `None` if the rules do not announce it.
        tries: Option<u32>,
    },
}

/// What a player knows for certain between two plies.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSight {
    pub own: OwnPieces,
    /// The number of plies played.
    pub plies: usize,
    /// The player's pieces that were captured, in order.
    pub lost: Vec<Role>,
    /// The squares on which the player captured pieces, in order.
    pub taken: Vec<Square>,
    /// The directions of check on the player's king; empty if the opponent is to move.
    pub checks: CheckDirections,
}

impl Hearing {
    /// Reads a record that is the view of `seat`, up to the first ply that cannot be read or contradicts the player's
    /// own pieces.
    pub(super) fn read(
        record: &Record,
        text: &[u8],
        seat: Color,
        basis: Basis,
        issues: &mut Vec<Issue>,
    ) -> Self {
        let Basis { start, uncertain, rules, obstacle } = basis;
        let mut reader = Reader {
            record,
            text,
            rules,
            has_known_rules: obstacle.is_none_or(|it| !it.is_about_rules()),
            tries_order: record.tries_order(text),
            own: start.own_pieces(seat),
            double_step: None,
            issues,
        };
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
        Self { seat, start, uncertain, rules, obstacle, plies }
    }

    pub fn turn(&self) -> Color {
        let last = self.plies.last().map(|heard| heard.name.color.other());
        last.unwrap_or(self.start.turn())
    }

    /// Returns whether the diagram of the start is shown after `plies` plies: the player knows all of it but the hidden
    /// pieces, and it is not that of every game.
    pub fn shows_diagram(&self, plies: usize) -> bool {
        plies == 0 && self.start.pieces() != Board::default().pieces()
    }

    /// Returns what the player sees after `plies` plies, or after the last ply if there are fewer.
    pub fn sight(&self, plies: usize) -> PlayerSight {
        let mut sight = PlayerSight {
            own: self.start.own_pieces(self.seat),
            plies: 0,
            lost: Vec::new(),
            taken: Vec::new(),
            checks: CheckDirections::NONE,
        };
        for heard in self.plies.iter().take(plies) {
            sight.hear(heard);
        }
        sight
    }
}

impl PlayerSight {
    /// Updates what the player sees by the next ply.
    pub fn hear(&mut self, heard: &Heard) {
        self.plies += 1;
        match heard.mv {
            HeardMove::Own { attempt, .. } => {
                self.own.play(attempt);
                self.taken.extend(heard.response.capture);
                self.checks = CheckDirections::NONE;
            }
            HeardMove::Other { .. } => {
                let lost = heard.response.capture.and_then(|at| self.own.remove_captured(at));
                self.lost.extend(lost);
                self.checks = heard.response.checks;
            }
        }
    }
}

struct Reader<'a> {
    record: &'a Record,
    text: &'a [u8],
    rules: Rules,
    /// Whether announcements can be checked: the tags do not name unknown rules.
    has_known_rules: bool,
    tries_order: TriesOrder,
    own: OwnPieces,
    /// If the player's last ply was a double step of a pawn: the square that the pawn passed, and the square where it
    /// stands. Otherwise `None`.
    double_step: Option<(Square, Square)>,
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
                self.issue(written, Problem::AttemptError { ply, why });
                return None;
            }
        };
        let mut tries = Vec::new();
        let mut try_count = 0;
        if let Some(announcement) = &written.announcement {
            let (own, record, text) = (&self.own, self.record, self.text);
            let reader = TryReader { own, record, text, order: self.tries_order };
            let read = reader.read(announcement, ply, self.issues);
            tries.extend(read.into_iter().map(|(_, one)| one));
            try_count = announcement.tries.count();
        }
        let response = written.response();
        if response.pawn_tries.is_some() {
            self.issue(written, Problem::OwnPawnTries { ply });
        }
        let response = self.within_rules(response.as_mover_hears(), written).as_mover_hears();
        let san = self.own.san(attempt, response.capture.is_some());
        self.own.play(attempt);
        self.double_step = match attempt {
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
        let mut response = self.within_rules(written.response(), written);
        if let Some(square) = response.capture {
            // Some files announce the target square of an en passant capture instead of the captured pawn's square.
            let at = match self.double_step {
                Some((passed, now)) if passed == square => now,
                _ => square,
            };
            response.capture = Some(at);
            let taken = self.own.remove_captured(at);
            if taken.is_none() || taken == Some(Role::King) {
                self.issue(written, Problem::NothingTaken { ply, square });
                return None;
            }
        }
        self.double_step = None;
        let written_tries = written.announcement.as_ref().map_or(0, |it| it.tries.count());
        let tries = heard_tries(self.rules, written_tries);
        if tries.is_none() && written_tries > 0 {
            self.issue(written, Problem::PrivateTries { ply });
        }
        Some(Heard {
            name: ply,
            mv: HeardMove::Other { tries },
            response,
            notes: PlyNotes::default(),
        })
    }

    /// Returns the part of `response` that the rules have. If the rules have pawn tries, an announcement that mentions
    /// none means that there are none.
    fn within_rules(&mut self, response: Response, written: &PlyText) -> Response {
        if !self.has_known_rules {
            return response;
        }
        let (mut response, has_more) = response.within(self.rules);
        if has_more {
            self.issue(written, Problem::NotAnnounced(written.name));
        }
        if self.rules.check == CheckNews::Directions && response.checks.is_unknown() {
            self.issue(written, Problem::Text(notation::Problem::NoDirection(written.name)));
            response.checks = CheckDirections::NONE;
        }
        response
    }
}
