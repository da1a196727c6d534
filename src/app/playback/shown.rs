//! [`MatchState`]: a match as it is shown, with what belongs to the moment that is shown of it.

use super::{Hand, Promotion, Track};
use crate::{
    app::{Analysis, Header, MatchGuesses, MoveList},
    diagram::Mark,
    document::{Document, Unfolded},
    file::Span,
    replay::{Flow, Point, VariationPath, VariationPlace},
    rules::{BoardId, Move, Position},
    timeline::{Command, Playhead},
};
use std::collections::BTreeSet;

/// A match with the rows of its panels, and where in it one stands.
#[derive(Clone, Debug)]
pub struct MatchState {
    /// The record.
    pub document: Document,
    /// Players, event, result.
    pub header: Header,
    /// The four columns.
    pub moves: MoveList,
    /// The timeline.
    pub track: Track,
    /// The way of every piece between the boards.
    pub flow: Flow,
    /// What is exact about its moments.
    pub analysis: Analysis,
    /// What an engine has guessed of them.
    pub guesses: MatchGuesses,
    /// The moment that is shown.
    pub shown: Shown,
    /// The board that `Shift` steps on.
    pub board: Option<BoardId>,
    /// The variations that the list shows ply by ply.
    pub unfolded: BTreeSet<VariationPath>,
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

/// What is tried on the boards and was not played in the match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// The piece in hand.
    pub hand: Option<Hand>,
    /// A pawn that has arrived and must say what it becomes.
    pub promotion: Option<Promotion>,
    /// The place in a variation that is shown instead of the moment at which it leaves the match.
    pub variation: Option<VariationPlace>,
}

impl Shown {
    /// Where `playhead` stands, with nothing drawn or tried.
    #[must_use]
    pub fn at(playhead: Playhead) -> Self {
        Self { playhead, ..Self::default() }
    }

    /// The same at `place` of a variation that leaves the match there.
    fn in_variation(playhead: Playhead, place: VariationPlace) -> Self {
        let attempt = Attempt { variation: Some(place), ..Attempt::default() };
        Self { attempt, ..Self::at(playhead) }
    }
}

impl AsRef<Document> for MatchState {
    fn as_ref(&self) -> &Document {
        &self.document
    }
}

impl MatchState {
    /// The match of `document` where `playhead` stands.
    #[must_use]
    pub fn of(document: Document, playhead: Playhead) -> Self {
        Self {
            header: Header::of(&document).shortened(),
            moves: MoveList::with(&document, Unfolded::These(&BTreeSet::new())),
            track: Track::of(&document),
            flow: Flow::of(document.played()),
            analysis: Analysis::default(),
            guesses: MatchGuesses::default(),
            shown: Shown::at(playhead),
            board: None,
            unfolded: BTreeSet::new(),
            document,
        }
    }

    /// The same match with the bytes of `document`: one stands where one stood, in a variation too where the match has
    /// not changed before it. What else was tried is gone, unless the bytes are the same.
    #[must_use]
    pub fn changed(self, document: Document) -> Self {
        if self.document.text() == document.text() {
            return Self { document, ..self };
        }
        let position = self.position();
        let Shown { mut playhead, marks, attempt, .. } = self.shown;
        let same = |place: &VariationPlace| document.same_place(&self.document, place);
        let variation = attempt.variation.as_ref().and_then(same);
        if variation.is_none() && attempt.variation.is_some() {
            playhead.leave_variation();
        }
        let unfolded: BTreeSet<VariationPath> =
            self.unfolded.into_iter().filter_map(|path| Some(same(&path.after(1))?.path)).collect();
        let mut changed = Self {
            board: self.board,
            analysis: self.analysis.changed(document.played(), document.timeline()),
            guesses: self.guesses.changed(document.played()),
            shown: Shown {
                marks,
                attempt: Attempt { variation, ..Attempt::default() },
                ..Shown::at(playhead)
            },
            ..Self::of(document, playhead)
        };
        if !unfolded.is_empty() {
            changed.unfolded = unfolded;
            changed.list_again();
        }
        if changed.position() != position {
            // They were drawn on other boards.
            changed.shown.marks.clear();
        }
        changed
    }

    /// Where one stands: in the match or in a variation.
    #[must_use]
    pub fn point(&self) -> Point {
        match &self.shown.attempt.variation {
            Some(place) => Point::Variation(place.clone()),
            None => Point::Match(self.shown.playhead.moment()),
        }
    }

    /// Makes the rows of the list again.
    fn list_again(&mut self) {
        self.moves = MoveList::with(&self.document, Unfolded::These(&self.unfolded));
    }

    /// Shows the variation at `path` ply by ply, or in one row.
    pub(in crate::app) fn fold(&mut self, path: &VariationPath, unfold: bool) {
        if unfold {
            let mut next = Some(path.clone());
            while let Some(path) = next {
                next = path.parent().map(|(parent, _)| parent);
                self.unfolded.insert(path);
            }
        } else {
            self.unfolded.remove(path);
        }
        self.list_again();
    }

    /// The last move on `board` in the variation that is shown; `None` where it has none there.
    #[must_use]
    pub fn last_in_variation(&self, board: BoardId) -> Option<Move> {
        let place = self.shown.attempt.variation.as_ref()?;
        let plies = self.document.variations().plies_to(place);
        let last = plies.iter().rfind(|ply| ply.ply.seat.board() == board);
        last.map(|ply| ply.ply.mv)
    }

    /// Both boards as they are shown: at the moment, or in the variation that is tried there.
    #[must_use]
    pub fn position(&self) -> Position {
        let variations = self.document.variations();
        variations.position(self.document.played(), &self.point())
    }

    /// Does what `command` asks of the playhead, of a variation that is shown as of the match. Navigating and playing
    /// clear what was tried and drawn.
    pub(in crate::app) fn run(&mut self, command: Command) {
        if command == Command::Toggle && self.toggle_variation() {
            return;
        }
        self.shown.playhead.run(command, self.document.timeline());
        let stays = match command {
            Command::Pause
            | Command::Faster
            | Command::Slower
            | Command::Speed(_)
            | Command::SkipWaits(_)
            | Command::Loop => true,
            Command::Toggle => !self.shown.playhead.is_playing(),
            _ => false,
        };
        if !stays {
            self.shown = Shown::at(self.shown.playhead);
        }
    }

    /// Goes to `point`, which the match or a variation has.
    pub(in crate::app) fn go_to(&mut self, point: Point) {
        match point {
            Point::Match(moment) => self.run(Command::GoTo(moment)),
            Point::Variation(place) => {
                let leaves_at = self.document.variations().leaves_at(&place.path);
                let left = self.left(&place);
                let mut playhead = self.shown.playhead;
                playhead.enter_variation(leaves_at, left, self.document.timeline());
                self.shown = Shown::in_variation(playhead, place);
            }
        }
    }

    /// Shows the match again where a variation leaves it; `false` where none is shown.
    pub(in crate::app) fn leave_variation(&mut self) -> bool {
        let left = self.shown.attempt.variation.is_some();
        if left {
            let mut playhead = self.shown.playhead;
            playhead.leave_variation();
            self.shown = Shown::at(playhead);
        }
        left
    }

    /// Plays the variation that is shown, or stops; `false` where none is.
    fn toggle_variation(&mut self) -> bool {
        let Some(mut place) = self.shown.attempt.variation.clone() else {
            return false;
        };
        let mut playhead = self.shown.playhead;
        if playhead.is_playing() {
            self.shown.playhead.run(Command::Pause, self.document.timeline());
            return true;
        }
        if self.left(&place) == 0 {
            // At its end it begins again, as a match does.
            place = place.path.after(1);
        }
        playhead.play_variation(self.left(&place));
        self.shown = Shown::in_variation(playhead, place);
        true
    }

    /// How many plies of its variation follow `place`.
    fn left(&self, place: &VariationPlace) -> usize {
        let variation = self.document.variations().get(&place.path);
        variation.map_or(0, |it| it.plies.len().saturating_sub(place.plies))
    }

    /// Lets `dt_s` seconds pass. With a new ply only the piece in hand stays, which may still go somewhere.
    pub(in crate::app) fn advance(&mut self, dt_s: f32) {
        let (before, hand) = (self.shown.playhead.moment(), self.shown.attempt.hand);
        let variation = self.shown.attempt.variation.clone();
        let moved = if let Some(mut place) = variation {
            let played = self.shown.playhead.advance_variation(dt_s, self.left(&place));
            place.plies += played;
            (played > 0).then(|| Shown::in_variation(self.shown.playhead, place))
        } else {
            self.shown.playhead.advance(dt_s, self.document.timeline());
            let moved = self.shown.playhead.moment() != before;
            moved.then(|| Shown::at(self.shown.playhead))
        };
        if let Some(moved) = moved {
            self.shown = moved;
            self.shown.attempt.hand = hand;
        }
    }

    /// How many seconds pass until something changes that is shown of the time, where the timeline is so many pixels wide;
    /// `None` where nothing plays.
    #[must_use]
    pub fn until_change_s(&self, pixels: f32) -> Option<f64> {
        let finest_ms = f64::from(self.track.end) / f64::from(pixels.max(1.0));
        self.shown.playhead.until_change_s(self.document.timeline(), finest_ms)
    }
}
