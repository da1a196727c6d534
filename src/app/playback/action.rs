//! [`PlaybackAction`] and what comes of it.

use super::Origin;
use crate::{
    app::{Content, Effect, State},
    diagram::Mark,
    file::Span,
    replay::{Point, VariationPath},
    rules::{BoardId, Move, Role, Seat, Square},
    timeline::{self, Moment},
};

/// What a person does on the boards and with the playhead.
#[derive(Debug)]
pub enum PlaybackAction {
    /// Something of the playhead.
    Play(timeline::Command),
    /// Seconds have passed.
    Tick(f32),
    /// Board that the pointer is over or that was played on last: the one that `Shift` steps on.
    StepOn(BoardId),
    /// A piece is taken in hand, by a click or dragged.
    PickUp(Seat, Origin, bool),
    /// A square was clicked.
    ClickSquare(BoardId, Square),
    /// The piece that was dragged is let go over a square, or beside the board.
    PutDown(Option<(BoardId, Square)>),
    /// What the pawn becomes that has arrived, or that it goes back.
    Promote(Option<Role>),
    /// A move was typed.
    PlayTyped(String),
    /// Go to a place of the match or of a variation.
    GoToPoint(Point),
    /// Go to this moment of the match or the game.
    GoTo(Moment),
    /// Mark a place in the text of the record.
    MarkText(Span),
    /// Play these plies from what is shown, as a variation.
    PlayLine(Vec<(Seat, Move)>),
    /// Show a variation ply by ply in the list, or in one row.
    Unfold(VariationPath, bool),
    /// Variations of the match that is open are taken from a text.
    Merge(String),
    /// A ply forward, or back, on this board; of the variation where one is tried.
    StepBoard(BoardId, bool),
    /// An arrow or a circle was drawn on a board; the same again takes it away.
    Mark(BoardId, Mark),
}

impl PlaybackAction {
    /// Whether it is what a person does on the boards, those of an exercise as well as those of a match.
    const fn is_on_boards(&self) -> bool {
        matches!(
            self,
            Self::PickUp(..)
                | Self::ClickSquare(..)
                | Self::PutDown(_)
                | Self::Promote(_)
                | Self::PlayTyped(_)
                | Self::Mark(..)
        )
    }
}

impl State {
    pub(in crate::app) fn update_playback(&mut self, action: PlaybackAction) -> Vec<Effect> {
        // The match that lies behind an exercise is not gone through.
        let in_exercise = self.exercise().is_some();
        if in_exercise && !action.is_on_boards() {
            return Vec::new();
        }
        match action {
            PlaybackAction::Play(command) => return self.run(command),
            PlaybackAction::Tick(dt_s) => {
                if let Some(open) = self.match_mut() {
                    open.advance(dt_s);
                }
            }
            PlaybackAction::StepOn(board) => self.take_board(Some(board)),
            PlaybackAction::StepBoard(board, forward) => {
                if !self.step_in_variation(forward) {
                    self.take_board(Some(board));
                    self.step_board(forward);
                }
            }
            PlaybackAction::PickUp(seat, origin, dragged) => self.pick_up(seat, origin, dragged),
            PlaybackAction::ClickSquare(board, square) => self.click_square(board, square),
            PlaybackAction::PutDown(Some((board, square))) => {
                self.put_down(board, square);
            }
            PlaybackAction::PutDown(None) => {
                self.empty_hand();
            }
            PlaybackAction::Promote(role) if !in_exercise && self.game().is_some() => {
                self.promote_try(role);
            }
            PlaybackAction::Promote(role) => self.promote(role),
            PlaybackAction::PlayTyped(typed) => self.play_typed(&typed),
            PlaybackAction::GoToPoint(point) => self.go_to_point(point),
            PlaybackAction::GoTo(moment) => self.go_to(moment),
            PlaybackAction::MarkText(span) => {
                match self.open.as_mut().map(|open| &mut open.content) {
                    Some(Content::Match(open)) => open.shown.lit = Some(span),
                    Some(Content::Game(game)) => game.shown.lit = Some(span),
                    None => {}
                }
            }
            PlaybackAction::PlayLine(plies) => self.play_all_in_variation(&plies),
            PlaybackAction::Unfold(path, unfold) => self.fold(&path, unfold),
            PlaybackAction::Merge(text) => self.merge_variations(&text),
            PlaybackAction::Mark(board, mark) => self.mark(board, mark),
        }
        Vec::new()
    }

    /// Does what `command` asks of the playhead; what is remembered of it is kept.
    fn run(&mut self, command: timeline::Command) -> Vec<Effect> {
        self.play(command);
        match command {
            timeline::Command::GoTo(_) => self.take_board(self.board_played_last()),
            timeline::Command::Speed(_) | timeline::Command::SkipWaits(_) => {
                return vec![self.keep()];
            }
            _ => {}
        }
        Vec::new()
    }
}
