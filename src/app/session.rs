//! [`Session`]: what the features share.

use super::{
    Attempt, Draft, Exercises, GameState, GameViews, IssueRow, Library, MatchState, OpenFile,
    Posed, Round, SeatView, Shell, Shown, Side, Solving,
};
use crate::{
    diagram::Mark,
    document::{self, Document, GameDocument},
    file::Span,
    replay::Point,
    rules::{BoardId, Position},
    settings::Settings,
    timeline::{self, Playhead, Timeline},
};

/// The settings, the window, the open file and the open record: what every feature sees.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The settings, which are kept between sessions.
    pub settings: Settings,
    /// The window around the features.
    pub shell: Shell,
    /// The open files.
    pub library: Library,
    /// The puzzles that replace the match on the boards.
    pub exercises: Exercises,
    /// The open record.
    pub open: Option<Open>,
    /// Revision of the shown record; invalidates cached layouts.
    pub revision: u64,
    /// Grows with every change, every typed letter and every save.
    pub(in crate::app) touched: u64,
}

/// The record that is open, with what is shown of it.
#[derive(Clone, Debug)]
pub struct Open {
    /// The record, and what is shown of it.
    pub content: Content,
    /// The issues.
    pub issues: Vec<IssueRow>,
}

/// A record with what is shown of it: a match on two boards, or a game of Kriegspiel.
pub type Content = document::Content<MatchState, GameState>;

impl Open {
    /// `document` at its `start`.
    pub(in crate::app) fn of(document: document::Content, start: Playhead) -> Self {
        Self {
            issues: IssueRow::all(&document),
            content: match document {
                document::Content::Match(document) => {
                    Content::Match(Box::new(MatchState::of(*document, start)))
                }
                document::Content::Game(document) => {
                    Content::Game(Box::new(GameState::of(*document)))
                }
            },
        }
    }

    /// The same record with the bytes of `document`: one stands where one stood, or at `start` where a game has
    /// become a match.
    pub(in crate::app) fn changed(self, document: document::Content, start: Playhead) -> Self {
        let issues = IssueRow::all(&document);
        let content = match (self.content, document) {
            (Content::Match(shown), document::Content::Match(now)) => {
                Content::Match(Box::new(shown.changed(*now)))
            }
            (Content::Game(game), document::Content::Game(now)) => {
                Content::Game(Box::new(game.changed(*now)))
            }
            (_, document) => return Self::of(document, start),
        };
        Self { content, issues }
    }
}

impl Session {
    /// The files that are open.
    #[must_use]
    pub const fn file(&self) -> Option<&OpenFile> {
        self.library.file()
    }

    /// The record that is open, where it is a match.
    #[must_use]
    pub fn match_document(&self) -> Option<&Document> {
        Some(&self.shown_match()?.document)
    }

    /// The record that is open, where it is a game of Kriegspiel.
    #[must_use]
    pub fn game_document(&self) -> Option<&GameDocument> {
        Some(&self.game()?.document)
    }

    /// The match that is open, with what is shown of it.
    #[must_use]
    pub fn shown_match(&self) -> Option<&MatchState> {
        self.open.as_ref()?.content.as_match()
    }

    /// The game of Kriegspiel that is open, with what is shown of it.
    #[must_use]
    pub fn game(&self) -> Option<&GameState> {
        self.open.as_ref()?.content.as_game()
    }

    pub(in crate::app) fn match_mut(&mut self) -> Option<&mut MatchState> {
        match &mut self.open.as_mut()?.content {
            Content::Match(open) => Some(open),
            Content::Game(_) => None,
        }
    }

    /// What belongs to the moment on the boards: that of the exercise, or that of the match.
    pub(in crate::app) fn shown_mut(&mut self) -> Option<&mut Shown> {
        if let Some(round) = &mut self.exercises.round {
            return round.solving_mut().map(|solving| &mut solving.shown);
        }
        match &mut self.open.as_mut()?.content {
            Content::Match(shown) => Some(&mut shown.shown),
            Content::Game(_) => None,
        }
    }

    pub(in crate::app) fn game_mut(&mut self) -> Option<&mut GameState> {
        match &mut self.open.as_mut()?.content {
            Content::Game(game) => Some(game),
            Content::Match(_) => None,
        }
    }

    /// Where in the match; at the start, and at the speed that is remembered, where none is open.
    #[must_use]
    pub fn playhead(&self) -> Playhead {
        self.shown_match().map_or_else(|| self.rewound(), |open| open.shown.playhead)
    }

    /// A playhead at the start, at the speed that is remembered.
    pub(in crate::app) fn rewound(&self) -> Playhead {
        let mut playhead = Playhead::default();
        let none = Timeline::default();
        playhead.run(timeline::Command::Speed(self.settings.speed), &none);
        playhead.run(timeline::Command::SkipWaits(self.settings.skip_waits), &none);
        playhead
    }

    /// What is tried on the boards and is not in the record.
    #[must_use]
    pub fn attempt(&self) -> &Attempt {
        const NOTHING: &Attempt = &Attempt { hand: None, promotion: None, variation: None };
        let shown = match self.exercise() {
            Some(round) => round.now().map(|(_, solving)| &solving.shown),
            None => self.shown_match().map(|open| &open.shown),
        };
        shown.map_or(NOTHING, |shown| &shown.attempt)
    }

    /// Whether the match or a variation of it plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playhead().is_playing()
    }

    /// Whether the engine's output is shown: it is on, a match is open, and no exercise asks.
    #[must_use]
    pub fn guesses(&self) -> bool {
        self.settings.engine && self.shown_match().is_some() && self.exercise().is_none()
    }

    /// Whether the engine searches the open match.
    #[must_use]
    pub fn is_scoring(&self) -> bool {
        self.shown_match().is_some_and(|shown| shown.guesses.is_going)
    }

    /// How many seconds pass until something changes that is shown of the time, where the timeline is so many pixels wide;
    /// `None` where nothing plays.
    #[must_use]
    pub fn until_change_s(&self, pixels: f32) -> Option<f64> {
        self.shown_match()?.until_change_s(pixels)
    }

    /// Arrows and circles that were drawn on the boards and are not kept.
    #[must_use]
    pub fn marks(&self) -> &[(BoardId, Mark)] {
        match self.open.as_ref().map(|open| &open.content) {
            Some(Content::Match(open)) => &open.shown.marks,
            Some(Content::Game(game)) => &game.shown.marks,
            None => &[],
        }
    }

    /// Both boards where the playhead stands, or the variation that is tried; those of an exercise while there is one.
    #[must_use]
    pub fn position(&self) -> Position {
        if let Some(round) = self.exercise() {
            let solving = round.now().map(|(_, solving)| solving);
            return solving.map_or_else(Position::default, |solving| solving.position().clone());
        }
        self.shown_match().map_or_else(Position::default, MatchState::position)
    }

    /// Whether pieces are seen to move.
    #[must_use]
    pub const fn moves_pieces(&self) -> bool {
        self.settings.motion && !self.shell.less_motion
    }

    /// The boards from left to right.
    #[must_use]
    pub const fn board_order(&self) -> [BoardId; 2] {
        if self.settings.switched { [BoardId::B, BoardId::A] } else { [BoardId::A, BoardId::B] }
    }

    /// What is lit in the text of the match.
    #[must_use]
    pub fn lit_span(&self) -> Option<Span> {
        let ply = self.moment().checked_sub(1);
        match &self.open.as_ref()?.content {
            Content::Match(open) => {
                let plies = &open.document.record().plies;
                open.shown.lit.or_else(|| Some(plies.get(ply?)?.span))
            }
            Content::Game(game) => {
                let plies = &game.document.record().plies;
                game.shown.lit.or_else(|| Some(plies.get(ply?)?.span))
            }
        }
    }

    /// The title of the window, with a mark where something is not saved. The name of a file may tell what is asked in
    /// an exercise.
    #[must_use]
    pub fn title(&self) -> String {
        if self.exercise().is_some() {
            return "Exercises – Tandem".to_owned();
        }
        match self.marked_name() {
            Some(name) => format!("{name} – Tandem"),
            None => "Tandem".to_owned(),
        }
    }

    /// The name of the file, with a mark where something is not saved.
    #[must_use]
    pub fn marked_name(&self) -> Option<String> {
        if self.exercise().is_some() {
            return None;
        }
        let mark = if self.is_unsaved() { "• " } else { "" };
        Some(format!("{mark}{}", self.file_name()?))
    }

    /// The name of the file, without its folder.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        self.library.file().map(OpenFile::name)
    }

    /// The exercises that stand in place of the match; `None` where the match is shown. While there are any, nothing
    /// that is known of the match may be seen or heard.
    #[must_use]
    pub const fn exercise(&self) -> Option<&Round> {
        self.exercises.round()
    }

    /// The exercise on the boards.
    pub(in crate::app) fn solving(&self) -> Option<(&Posed, &Solving)> {
        self.exercise()?.now()
    }

    /// The game of Kriegspiel that is open, with what is shown of it.
    #[must_use]
    pub fn game_views(&self) -> Option<&GameViews> {
        Some(&self.game()?.views)
    }

    /// The player's side from which the game is shown; `None` for the referee's, and where there is none.
    #[must_use]
    pub fn seat_view(&self) -> Option<&SeatView> {
        let game = self.game()?;
        match game.shown.side {
            Side::Seat(seat) => game.views.seat(seat),
            Side::Referee => None,
        }
    }

    /// After how many plies one stands, whatever is open.
    #[must_use]
    pub fn moment(&self) -> usize {
        match self.game() {
            Some(game) => game.shown.step.plies,
            None => self.playhead().moment(),
        }
    }

    /// Where one stands: in the match or in a variation.
    #[must_use]
    pub fn point(&self) -> Point {
        self.shown_match().map_or(Point::Match(0), MatchState::point)
    }

    /// Whether the chosen record is being read.
    #[must_use]
    pub fn awaits_record(&self) -> bool {
        let file = self.library.file();
        file.is_some_and(|file| file.arrival.is_some())
    }

    /// What has been typed and is not in a record of the file.
    #[must_use]
    pub fn drafts(&self) -> &[Draft] {
        self.library.file().map_or(&[], |file| file.drafts.as_slice())
    }

    /// Whether closing the window would lose something: a change, typed words, or matches that are in no file.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.is_edited() || self.library.file().is_some_and(|file| !file.storage.is_in_file())
    }

    /// Whether something has been changed or typed since the file was opened or saved.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        let file = self.library.file();
        file.is_some_and(|file| !file.changes.is_clean() || !file.drafts.is_empty())
    }
}
