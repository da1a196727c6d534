//! How one goes through a game of Kriegspiel, and changes sides.

use super::{
    GameScene, GameShown, GameState, GameViews, HeardRow, SeatView, Side, Step, views::referee_text,
};
use crate::{
    app::{Command, Effect, Panel, State},
    notation::KnownTag,
};

/// Whether the tag `name` tells the answer to a problem.
fn is_answer(name: &str) -> bool {
    let tag = KnownTag::of_name(name.as_bytes());
    matches!(tag, Some(KnownTag::Forced | KnownTag::Epsilon))
}

impl State {
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

    /// What is drawn of the game.
    #[must_use]
    pub fn game_scene(&self) -> Option<GameScene> {
        let flipped = self.settings.flipped;
        let game = self.game()?;
        let mut scene = game.views.scene(self.game_document()?, &game.shown, flipped)?;
        if let Some(moment) = &game.shown.plan {
            moment.show_in(&mut scene);
        }
        if self.shell.panel == Panel::Belief {
            scene.heat = game.heat(scene.plies);
        }
        Some(scene)
    }

    /// What was heard, from the side from which the game is shown.
    #[must_use]
    pub fn heard_rows(&self) -> &[HeardRow] {
        self.game().map_or(&[], GameState::rows)
    }

    /// What has just been heard from the side from which the game is shown, as it is read aloud: the ply with what
    /// was said of it, or the try.
    #[must_use]
    pub fn just_heard(&self) -> String {
        let Some(game) = self.game() else {
            return String::new();
        };
        let step = game.shown.step;
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
        self.game_views().is_some_and(|views| views.rows(side).is_some())
    }

    /// The game as a file that was heard from `side`, or as the referee has it.
    pub(in crate::app) fn heard_text(&self, side: Side) -> Option<String> {
        let views = &self.game()?.views;
        match side {
            Side::Seat(seat) => views.seat(seat).map(|view| view.text.clone()),
            Side::Referee => referee_text(self.game_document()?),
        }
    }

    /// What the Text panel shows from a player's side: the game as that player heard it. `None` where the file itself may
    /// be shown: to the referee, and where it tells no more.
    #[must_use]
    pub fn heard_file(&self) -> Option<&str> {
        let view = self.seat_view()?;
        let is_whole = self.game_views()?.is_filtered() && !self.withholds_tags();
        (!is_whole).then_some(&view.text)
    }

    /// Whether the tag at `place` may be shown: from a player's side what tells no more than that player heard, and no
    /// answer that has not been asked for.
    #[must_use]
    pub fn shows_tag(&self, place: usize) -> bool {
        let Some(document) = self.game_document() else {
            return true;
        };
        let record = document.record();
        let tag = record.tags.get(place);
        let name =
            tag.map_or("".into(), |tag| record.encoding.decode(tag.name.of(document.text())));
        let may = self.seat_view().is_none_or(|view| view.tags.contains(&place));
        may && !(self.hides_answer() && is_answer(&name))
    }

    /// Whether the file has tags that the player whose side is shown may not see.
    #[must_use]
    pub fn withholds_tags(&self) -> bool {
        let document = self.game_document();
        let all = document.map_or(0, |document| document.record().tags.len());
        self.seat_view().is_some_and(|view| view.tags.len() < all)
    }

    /// Whether what a person wrote of the game may be shown: in the referee's view, and where the file is the
    /// view that is shown. The referee's notes may tell what a player could not see, on a ply of their own too.
    #[must_use]
    pub fn shows_notes(&self) -> bool {
        self.game().is_none_or(|game| game.views.is_filtered() || game.shown.side == Side::Referee)
    }

    /// After how many plies one stands, whatever is open.
    #[must_use]
    pub fn moment(&self) -> usize {
        match self.game() {
            Some(game) => game.shown.step.plies,
            None => self.playhead().moment(),
        }
    }

    /// Shows the game from `side`; says why not where the file does not hold it.
    pub(in crate::app) fn show_side(&mut self, side: Side) {
        let Some(views) = self.game_views() else {
            return;
        };
        if views.rows(side).is_some() {
            self.settle();
            if let Some(game) = self.game_mut() {
                game.shown = GameShown::at(side, game.shown.step);
            }
            return;
        }
        let own = views.side_or_own(side).name();
        let what = match side {
            Side::Referee => "the referee’s".to_owned(),
            Side::Seat(_) => format!("{}’s", side.name()),
        };
        self.tell(format!("This file is {own}’s view: {what} is not in it and cannot be known."));
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
        self.settle();
        if let Some(game) = self.game_mut() {
            game.go_to(step);
        }
    }

    /// Does what a command of the playhead means in a game of Kriegspiel; `false` where none is open.
    pub(in crate::app) fn walk_game(&mut self, command: Command) -> bool {
        let Some(game) = self.game() else {
            return false;
        };
        let (steps, at) = (&game.views.steps, game.shown.step);
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
