//! [`MatchState`]: a match as it is shown, with what belongs to the moment that is shown of it.

use super::{Hand, Promotion, Track};
use crate::{
    app::{Analysis, Header, MoveList},
    diagram::Mark,
    document::{Document, Line},
    file::Span,
    rules::{BoardId, Position},
    timeline::{Command, Playhead},
};

/// A match with the rows of its panels, and where in it one stands.
#[derive(Clone, Debug)]
pub struct MatchState {
    /// Players, event, result.
    pub header: Header,
    /// The four columns.
    pub moves: MoveList,
    /// The timeline.
    pub track: Track,
    /// What is exact about its moments.
    pub analysis: Analysis,
    /// The moment that is shown.
    pub shown: Shown,
    /// The board that `Shift` steps on.
    pub board: Option<BoardId>,
    /// The variation that was left last: undo brings it back until the match is changed.
    pub left: Option<Line>,
}

/// A moment of a match, with what belongs to it and is gone when another one is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Where in the match.
    pub playhead: Playhead,
    /// What is lit in the text; the ply before the moment where nothing is.
    pub lit: Option<Span>,
    /// Arrows and circles on the boards.
    pub marks: Vec<(BoardId, Mark)>,
    /// What is tried from here.
    pub attempt: Attempt,
}

/// What is tried on the boards and is not in the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The piece in hand.
    pub hand: Option<Hand>,
    /// A pawn that has arrived and must say what it becomes.
    pub promotion: Option<Promotion>,
    /// Moves that were played here and are not in the record.
    pub variation: Option<Line>,
}

impl Shown {
    /// Where `playhead` stands, with nothing drawn or tried.
    #[must_use]
    pub fn at(playhead: Playhead) -> Self {
        Self {
            playhead,
            ..Self::default()
        }
    }
}

impl MatchState {
    /// The match of `document` where `playhead` stands.
    #[must_use]
    pub fn of(document: &Document, playhead: Playhead) -> Self {
        Self {
            header: Header::of(document),
            moves: MoveList::of(document),
            track: Track::of(document),
            analysis: Analysis::default(),
            shown: Shown::at(playhead),
            board: None,
            left: None,
        }
    }

    /// The same match with the bytes of `document`: one stands where one stood, and a variation stays where the
    /// match has not changed before it. What else was tried is gone.
    #[must_use]
    pub fn changed(self, document: &Document) -> Self {
        let Shown {
            playhead,
            marks,
            attempt,
            ..
        } = self.shown;
        let variation = attempt.variation.filter(|it| it.begins_in(document));
        Self {
            board: self.board,
            analysis: self
                .analysis
                .changed(document.played(), document.timeline()),
            shown: Shown {
                marks,
                attempt: Attempt {
                    variation,
                    ..Attempt::default()
                },
                ..Shown::at(playhead)
            },
            ..Self::of(document, playhead)
        }
    }

    /// Both boards as they are shown of `document`: at the moment, or in the variation that is tried there.
    #[must_use]
    pub fn position(&self, document: &Document) -> Position {
        match &self.shown.attempt.variation {
            Some(variation) => variation.position(),
            None => document
                .played()
                .position_after(self.shown.playhead.moment()),
        }
    }

    /// Does what `command` asks of the playhead. Whoever goes elsewhere leaves what was tried and drawn.
    pub(in crate::app) fn run(&mut self, command: Command, document: &Document) {
        self.shown.playhead.run(command, document.timeline());
        let stays = matches!(
            command,
            Command::Pause
                | Command::Faster
                | Command::Slower
                | Command::Speed(_)
                | Command::SkipWaits(_)
                | Command::Loop
        );
        if !stays {
            self.go_elsewhere();
        }
    }

    /// Leaves what belongs to the moment that was shown.
    fn go_elsewhere(&mut self) {
        let variation = self.shown.attempt.variation.take();
        self.left = variation.or(self.left.take());
        self.shown = Shown::at(self.shown.playhead);
    }

    /// Lets `dt_s` seconds pass. With a new ply only the piece in hand stays, which may still go somewhere.
    pub(in crate::app) fn advance(&mut self, dt_s: f32, document: &Document) {
        let before = self.shown.playhead.moment();
        self.shown.playhead.advance(dt_s, document.timeline());
        if self.shown.playhead.moment() != before {
            let hand = self.shown.attempt.hand;
            self.go_elsewhere();
            self.shown.attempt.hand = hand;
        }
    }
}
