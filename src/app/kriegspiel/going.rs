//! How one goes through a game of Kriegspiel, and changes sides.

use super::{GameScene, GameState, GameViews, HeardRow, SeatView, Side, Step, views::referee_text};
use crate::app::{Command, Effect, State};

impl State {
    /// The game of Kriegspiel that is open, with what is shown of it.
    #[must_use]
    pub fn game_views(&self) -> Option<&GameViews> {
        self.open.as_ref()?.game.as_ref()
    }

    /// The player's side from which the game is shown; `None` for the referee's, and where there is none.
    #[must_use]
    pub fn seat_view(&self) -> Option<&SeatView> {
        match self.game.side {
            Side::Seat(seat) => self.game_views()?.seat(seat),
            Side::Referee => None,
        }
    }

    /// What is drawn of the game.
    #[must_use]
    pub fn game_scene(&self) -> Option<GameScene> {
        let open = self.open.as_ref()?;
        let flipped = self.settings.flipped;
        let views = open.game.as_ref()?;
        let mut scene = views.scene(&open.document, self.game, flipped)?;
        self.heat(&mut scene);
        Some(scene)
    }

    /// What was heard, from the side from which the game is shown.
    #[must_use]
    pub fn heard_rows(&self) -> &[HeardRow] {
        let rows = self.game_views().and_then(|it| it.rows(self.game.side));
        rows.unwrap_or_default()
    }

    /// What has just been heard from the side from which the game is shown, as it is read aloud: the ply with what
    /// was said of it, or the try.
    #[must_use]
    pub fn just_heard(&self) -> String {
        let step = self.game.step;
        let rows = self.heard_rows().iter();
        let mut plies = rows.filter(|row| !row.is_try);
        match plies.find(|row| row.covers(step)) {
            Some(row) => row.spoken(),
            // Each try is another, where tries were only counted, too.
            None => self.game_scene().map_or_else(String::new, |it| it.caption),
        }
    }

    /// Whether the game holds `side`.
    #[must_use]
    pub fn has_side(&self, side: Side) -> bool {
        self.game_views()
            .is_some_and(|views| views.rows(side).is_some())
    }

    /// The game as a file that was heard from `side`, or as the referee has it.
    pub(in crate::app) fn heard_text(&self, side: Side) -> Option<String> {
        let open = self.open.as_ref()?;
        let views = open.game.as_ref()?;
        match side {
            Side::Seat(seat) => views.seat(seat).map(|view| view.text.clone()),
            Side::Referee => referee_text(&open.document),
        }
    }

    /// Whether what a person wrote of the game may be shown: in the referee's view, and where the file is the
    /// view that is shown. The referee's comments may tell what a player could not see.
    #[must_use]
    pub fn shows_comments(&self) -> bool {
        self.game_views()
            .is_none_or(|views| views.is_filtered() || self.game.side == Side::Referee)
    }

    /// After how many plies one stands, whatever is open.
    #[must_use]
    pub fn moment(&self) -> usize {
        if self.game_views().is_some() {
            self.game.step.plies
        } else {
            self.playhead.moment()
        }
    }

    /// Shows a game from its start, a problem from where it asks, and from the side that its file has.
    pub(in crate::app) fn begin_game(&mut self) {
        let side = self
            .game_views()
            .map_or(Side::Referee, |views| views.side_or_own(Side::Referee));
        let plies = self.game_views().map_or(0, |views| views.steps.plies());
        let begins = if self.asked().is_some() { plies } else { 0 };
        self.game = GameState {
            side,
            step: Step::after(begins),
        };
    }

    /// The game was changed: one stands where one stood, if it is still there.
    pub(in crate::app) fn keep_in_game(&mut self) {
        let GameState { side, step } = self.game;
        if let Some(views) = self.game_views() {
            self.game = GameState {
                side: views.side_or_own(side),
                step: views.steps.nearest(step),
            };
        }
    }

    /// Shows the game from `side`; says why not where the file does not hold it.
    pub(in crate::app) fn show_side(&mut self, side: Side) {
        let Some(views) = self.game_views() else {
            return;
        };
        if views.rows(side).is_some() {
            self.settle();
            self.put_back();
            self.game.side = side;
            return;
        }
        let own = views.side_or_own(side).name();
        let what = match side {
            Side::Referee => "the referee’s".to_owned(),
            Side::Seat(_) => format!("{}’s", side.name()),
        };
        self.tell(format!(
            "This file is {own}’s view: {what} is not in it and cannot be known."
        ));
    }

    /// The position as it is shown: from a player's side only that player's pieces, as the first field of a FEN.
    pub(in crate::app) fn copy_game_position(&self) -> Vec<Effect> {
        let Some(scene) = self.game_scene() else {
            return Vec::new();
        };
        vec![Effect::Copy(scene.fen)]
    }

    /// Goes to `step` of the game, or the nearest that there is.
    pub(in crate::app) fn go_in_game(&mut self, step: Step) {
        if let Some(views) = self.game_views() {
            let step = views.steps.nearest(step);
            self.settle();
            self.put_back();
            self.lit = None;
            self.game.step = step;
        }
    }

    /// Does what a command of the playhead means in a game of Kriegspiel; `false` where none is open.
    pub(in crate::app) fn walk_game(&mut self, command: Command) -> bool {
        let Some(views) = self.game_views() else {
            return false;
        };
        let (steps, at) = (&views.steps, self.game.step);
        let step = match command {
            Command::StepForward | Command::RowDown => steps.by_ply(at, true),
            Command::StepBack | Command::RowUp => steps.by_ply(at, false),
            Command::NextTry | Command::BoardForward => steps.by_try(at, true),
            Command::PreviousTry | Command::BoardBack => steps.by_try(at, false),
            Command::Start => Step::default(),
            Command::End => Step::after(steps.plies()),
            _ => return false,
        };
        self.go_in_game(step);
        true
    }
}
