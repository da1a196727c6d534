//! [`Line`]: other moves tried from a moment of the match, beside its record.

use super::{Document, plies::san_text};
use crate::{
    rules::{BoardId, Move, Position, Seat},
    timeline::Moment,
};

/// A ply of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePly {
    /// The number of the seat's move.
    pub number: u16,
    /// Who moves.
    pub seat: Seat,
    /// What is played.
    pub mv: Move,
    /// As it is written, with `+` or `#`.
    pub san: String,
}

/// Moves that are tried without touching the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    from: Moment,
    start: Position,
    plies: Vec<LinePly>,
    /// How many of them stand on the boards.
    at: usize,
}

impl Line {
    /// A line without moves yet, from `moment` of `document`.
    #[must_use]
    pub fn from(document: &Document, moment: Moment) -> Self {
        Self {
            from: moment,
            start: document.played().position_after(moment),
            plies: Vec::new(),
            at: 0,
        }
    }

    /// The moment of the match that it begins at.
    #[must_use]
    pub const fn begins_at(&self) -> Moment {
        self.from
    }

    /// Whether it begins in `document` as it does in the document that it was made for.
    #[must_use]
    pub fn begins_in(&self, document: &Document) -> bool {
        let played = document.played();
        self.from <= played.plies.len() && played.position_after(self.from) == self.start
    }

    /// Its plies.
    #[must_use]
    pub fn plies(&self) -> &[LinePly] {
        &self.plies
    }

    /// How many of its plies stand on the boards.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Both boards where it stands.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        for ply in &self.plies[..self.at] {
            position.play(ply.seat, ply.mv);
        }
        position
    }

    /// The last move of the line on `board`, if one was made there.
    #[must_use]
    pub fn last_on(&self, board: BoardId) -> Option<Move> {
        let plies = self.plies[..self.at].iter();
        let last = plies.rev().find(|ply| ply.seat.board() == board);
        last.map(|ply| ply.mv)
    }

    /// Plays `mv` of `seat` where the line stands; what followed there is forgotten unless it is the same.
    pub fn play(&mut self, document: &Document, seat: Seat, mv: Move) {
        let next = self.plies.get(self.at);
        if next.is_some_and(|ply| ply.seat == seat && ply.mv == mv) {
            self.at += 1;
            return;
        }
        self.plies.truncate(self.at);
        let position = self.position();
        let before = self
            .plies
            .iter()
            .rfind(|ply| ply.seat.board() == seat.board());
        let number = match before {
            Some(ply) if seat.color().is_black() && ply.seat != seat => ply.number,
            Some(ply) => ply.number.saturating_add(1),
            None => document.next_number(self.from, &position, seat),
        };
        self.plies.push(LinePly {
            number,
            seat,
            mv,
            san: san_text(&position, seat, mv),
        });
        self.at += 1;
    }

    /// Goes to `at` plies of the line, or to its end.
    pub fn go_to(&mut self, at: usize) {
        self.at = at.min(self.plies.len());
    }

    /// The line as text: `12A. Nxf7 12b. P@e4`.
    #[must_use]
    pub fn text(&self) -> String {
        let plies = self.plies.iter();
        plies
            .map(|ply| format!("{}{}. {}", ply.number, ply.seat.letter(), ply.san))
            .collect::<Vec<_>>()
            .join(" ")
    }
}
