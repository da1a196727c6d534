//! [`PlaybackAction`] and what comes of it.

use super::Origin;
use crate::{
    app::{
        Content, Cx, kriegspiel, pictures,
        playback::{
            hand::{click_square, empty_hand, pick_up, play_typed, promote, put_down},
            steps::{board_played_last, go_to, play, step_board, take_board},
            variations::{
                fold, go_to_point, merge_variations, play_all_in_variation, step_in_variation,
            },
        },
    },
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

pub(in crate::app) fn update_playback(cx: &mut Cx<'_>, action: PlaybackAction) {
    // The match that lies behind an exercise is not gone through.
    let in_exercise = cx.exercise().is_some();
    if in_exercise && !action.is_on_boards() {
        return;
    }
    match action {
        PlaybackAction::Play(command) => run(cx, command),
        PlaybackAction::Tick(dt_s) => {
            if let Some(open) = cx.match_mut() {
                open.advance(dt_s);
            }
        }
        PlaybackAction::StepOn(board) => take_board(cx, Some(board)),
        PlaybackAction::StepBoard(board, forward) => {
            if !step_in_variation(cx, forward) {
                take_board(cx, Some(board));
                step_board(cx, forward);
            }
        }
        PlaybackAction::PickUp(seat, origin, dragged) => pick_up(cx, seat, origin, dragged),
        PlaybackAction::ClickSquare(board, square) => click_square(cx, board, square),
        PlaybackAction::PutDown(Some((board, square))) => {
            put_down(cx, board, square);
        }
        PlaybackAction::PutDown(None) => {
            empty_hand(cx);
        }
        PlaybackAction::Promote(role) if !in_exercise && cx.game().is_some() => {
            kriegspiel::promote_try(cx, role);
        }
        PlaybackAction::Promote(role) => promote(cx, role),
        PlaybackAction::PlayTyped(typed) => play_typed(cx, &typed),
        PlaybackAction::GoToPoint(point) => go_to_point(cx, point),
        PlaybackAction::GoTo(moment) => go_to(cx, moment),
        PlaybackAction::MarkText(span) => match cx.open.as_mut().map(|open| &mut open.content) {
            Some(Content::Match(open)) => open.shown.lit = Some(span),
            Some(Content::Game(game)) => game.shown.lit = Some(span),
            None => {}
        },
        PlaybackAction::PlayLine(plies) => play_all_in_variation(cx, &plies),
        PlaybackAction::Unfold(path, unfold) => fold(cx, &path, unfold),
        PlaybackAction::Merge(text) => merge_variations(cx, &text),
        PlaybackAction::Mark(board, mark) => pictures::mark(cx, board, mark),
    }
}

/// Does what `command` asks of the playhead; what is remembered of it is kept.
fn run(cx: &mut Cx<'_>, command: timeline::Command) {
    play(cx, command);
    match command {
        timeline::Command::GoTo(_) => take_board(cx, board_played_last(cx)),
        timeline::Command::Speed(_) | timeline::Command::SkipWaits(_) => {
            cx.save_settings();
        }
        _ => {}
    }
}
