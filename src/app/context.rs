//! [`Cx`]: what a feature may use besides its own state.
//!
//! A feature is a struct with `fn update(&mut self, action, cx: &mut Cx)`. It sees the open record, the list, the window
//! and the settings, but no other feature: what it wants of one, it requests as an [`Action`], which
//! [`State::update`] handles next. Work outside the state is an [`Effect`].

use super::{
    Action, Attempt, Content, Effect, EngineState, MatchState, Open, OpenFile, Panel, Round,
    SearchState, Shell, State,
};
use crate::{rules::Position, settings::Settings, timeline::Moment};

/// The open record, the list, the window and the settings, with the queues of effects and requests.
#[derive(Debug)]
pub(in crate::app) struct Cx<'a> {
    /// The settings.
    pub settings: &'a mut Settings,
    /// The window around the features.
    pub shell: &'a mut Shell,
    /// The open files as one list.
    pub file: Option<&'a OpenFile>,
    open: Option<&'a mut Open>,
    exercise: Option<&'a Round>,
    output: Output,
}

/// What a feature leaves behind: effects, and requests to other features.
#[derive(Debug, Default)]
pub(in crate::app) struct Output {
    pub effects: Vec<Effect>,
    pub requests: Vec<Action>,
}

/// The features that own their state.
pub(in crate::app) struct Features<'a> {
    pub search: &'a mut SearchState,
    pub engine: &'a mut EngineState,
}

impl State {
    /// The features apart from what they share.
    pub(super) fn split(&mut self) -> (Features<'_>, Cx<'_>) {
        let features = Features { search: &mut self.search, engine: &mut self.engine };
        let cx = Cx {
            settings: &mut self.settings,
            shell: &mut self.shell,
            file: self.library.file(),
            open: self.open.as_mut(),
            exercise: self.exercises.round(),
            output: Output::default(),
        };
        (features, cx)
    }
}

impl Cx<'_> {
    /// Asks for work outside the state.
    pub fn run(&mut self, effect: Effect) {
        self.output.effects.push(effect);
    }

    /// Asks another feature to do something once this one has finished.
    pub fn request(&mut self, action: Action) {
        self.output.requests.push(action);
    }

    /// The effects and requests.
    pub fn finish(self) -> Output {
        self.output
    }

    /// Shows a panel, with the side that it stands in.
    pub const fn show_panel(&mut self, panel: Panel) {
        self.shell.panel = panel;
        self.shell.panels_asked += 1;
        self.settings.side = true;
    }

    /// Has the settings written.
    pub fn save_settings(&mut self) {
        let settings = Box::new(self.settings.clone());
        self.run(Effect::Keep(settings));
    }

    /// The open record.
    pub fn open(&self) -> Option<&Open> {
        self.open.as_deref()
    }

    /// The open record where it is a match.
    pub fn shown_match(&self) -> Option<&MatchState> {
        self.open.as_ref()?.content.as_match()
    }

    /// The same, to be changed.
    pub fn match_mut(&mut self) -> Option<&mut MatchState> {
        match &mut self.open.as_mut()?.content {
            Content::Match(open) => Some(open),
            Content::Game(_) => None,
        }
    }

    /// Whether the engine's output is shown: it is on, a match is open, and no exercise asks.
    pub fn shows_guesses(&self) -> bool {
        self.settings.engine && self.exercise.is_none() && self.shown_match().is_some()
    }

    /// What is tried on the boards and not in the record.
    pub fn attempt(&self) -> Option<&Attempt> {
        match self.exercise {
            Some(round) => round.now().map(|(_, solving)| &solving.shown.attempt),
            None => self.shown_match().map(|open| &open.shown.attempt),
        }
    }

    /// The moment of the playhead; 0 without a match.
    pub fn moment(&self) -> Moment {
        self.shown_match().map_or(0, |open| open.shown.playhead.moment())
    }

    /// Both boards as they are shown.
    pub fn position(&self) -> Position {
        boards_position(self.open.as_deref(), self.exercise)
    }

    /// Whether the match or a variation of it plays.
    pub fn is_playing(&self) -> bool {
        self.shown_match().is_some_and(|open| open.shown.playhead.is_playing())
    }
}

/// Both boards as they are shown: those of the exercise if there is one, else the moment or the variation of the match.
pub(super) fn boards_position(open: Option<&Open>, exercise: Option<&Round>) -> Position {
    if let Some(round) = exercise {
        let solving = round.now().map(|(_, solving)| solving);
        return solving.map_or_else(Position::default, |solving| solving.position().clone());
    }
    let shown = open.and_then(|open| open.content.as_match());
    shown.map_or_else(Position::default, MatchState::position)
}
