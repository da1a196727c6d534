//! [`PlaybackAction`]: user actions on the boards and in playback.

use super::Origin;
use crate::{
    app::{
        Cx, KriegspielAction,
        playback::{
            correction::{Correction, CorrectionKind, correct},
            held_piece::{click_square, empty_hand, pick_up, promote, put_down},
            marks::toggle_mark,
            sheets::{add_sheets, type_sheets},
            steps::{board_played_last, set_board, step_board},
            typed_moves::{play_typed, type_moves},
            variations::{merge_variations, play_in_variation, play_reply, step_in_variation},
        },
    },
    diagram::Mark,
    file::Span,
    replay::{Point, VariationPath},
    rules::{BoardId, ByBoard, Move, Role, Seat, Square},
    timeline::{Moment, PlayheadCommand},
};

#[derive(Debug)]
pub enum PlaybackAction {
    /// Run a command of the playhead, such as play or pause.
    Play(PlayheadCommand),
    /// This number of seconds has passed.
    Tick(f32),
    /// Use this board, which is under the pointer, for steps with `Shift`.
    StepOn(BoardId),
    /// Pick up a piece of this seat by a click.
    PickUp(Seat, Origin),
    /// Start dragging a piece of this seat.
    Drag(Seat, Origin),
    ClickSquare(BoardId, Square),
    /// Release the dragged piece over this square; `None` is off the boards.
    PutDown(Option<(BoardId, Square)>),
    /// Choose the promotion piece; `None` takes the move back.
    Promote(Option<Role>),
    PlayTyped(String),
    /// Open the dialog for moves with this letter of a piece.
    TypeMove(char),
    /// Go to a point of the match or a variation.
    GoToPoint(Point),
    /// Go to a moment of the match or game.
    GoTo(Moment),
    /// Highlight a span in the text of the record.
    MarkText(Span),
    /// Play these plies from the current position, as a variation.
    PlayLine(Vec<(Seat, Move)>),
    /// Play this move of the program from the current position, in a variation.
    PlayReply(Seat, Move),
    /// Fold a variation in the list.
    Fold(VariationPath),
    /// Unfold a variation in the list.
    Unfold(VariationPath),
    /// Record this move in this way.
    Correct(Box<Correction>, CorrectionKind),
    /// The text of the score sheets of both boards has changed.
    TypeSheets(ByBoard<String>),
    /// Add the moves of the score sheets after the last move of the match.
    AddSheets,
    /// Import variations from this text into the open match.
    Merge(String),
    /// Step to the next ply on this board; in a variation, to the next ply on either board.
    StepForward(BoardId),
    /// Step to the previous ply on this board; in a variation, to the previous ply on either board.
    StepBack(BoardId),
    /// Toggle an arrow or a circle on a board. In a match, the mark is saved at this point; `None` stands for the
    /// current point.
    Mark(BoardId, Mark, Option<Point>),
}

impl PlaybackAction {
    /// Returns whether the action works on the boards of a puzzle as well.
    const fn is_on_boards(&self) -> bool {
        matches!(
            self,
            Self::PickUp(..)
                | Self::Drag(..)
                | Self::ClickSquare(..)
                | Self::PutDown(_)
                | Self::Promote(_)
                | Self::PlayTyped(_)
                | Self::TypeMove(_)
                | Self::Mark(..)
        )
    }
}

pub(in crate::app) fn update_playback(cx: &mut Cx<'_>, action: PlaybackAction) {
    // The match behind a puzzle stays at its current moment.
    let in_puzzle = cx.puzzle().is_some();
    if in_puzzle && !action.is_on_boards() {
        return;
    }
    cx.take_back_wrong_move();
    match action {
        PlaybackAction::Play(command) => run(cx, command),
        PlaybackAction::Tick(dt_s) => cx.in_match(|open| open.advance(dt_s)),
        PlaybackAction::StepOn(board) => set_board(cx, Some(board)),
        PlaybackAction::StepForward(board) => step_on(cx, board, true),
        PlaybackAction::StepBack(board) => step_on(cx, board, false),
        PlaybackAction::PickUp(seat, origin) => pick_up(cx, seat, origin, false),
        PlaybackAction::Drag(seat, origin) => pick_up(cx, seat, origin, true),
        PlaybackAction::ClickSquare(board, square) => click_square(cx, board, square),
        PlaybackAction::PutDown(Some((board, square))) => {
            put_down(cx, board, square);
        }
        PlaybackAction::PutDown(None) => {
            empty_hand(cx);
        }
        PlaybackAction::Promote(role) if !in_puzzle && cx.game().is_some() => {
            cx.request(KriegspielAction::Promote(role));
        }
        PlaybackAction::Promote(role) => promote(cx, role),
        PlaybackAction::PlayTyped(typed) => play_typed(cx, &typed),
        PlaybackAction::TypeMove(letter) => type_moves(cx, letter.to_string()),
        PlaybackAction::GoToPoint(point) => cx.go_to_point(point),
        PlaybackAction::GoTo(moment) => cx.go_to(moment),
        PlaybackAction::MarkText(span) => {
            if let Some(open) = cx.open_mut() {
                open.highlight(span);
            }
        }
        PlaybackAction::PlayLine(plies) => play_in_variation(cx, &plies),
        PlaybackAction::PlayReply(seat, mv) => play_reply(cx, seat, mv),
        PlaybackAction::Fold(path) => cx.in_match(|open| open.fold(&path, false)),
        PlaybackAction::Unfold(path) => cx.in_match(|open| open.fold(&path, true)),
        PlaybackAction::Correct(correction, kind) => correct(cx, &correction, kind),
        PlaybackAction::TypeSheets(texts) => type_sheets(cx, texts),
        PlaybackAction::AddSheets => add_sheets(cx),
        PlaybackAction::Merge(text) => merge_variations(cx, &text),
        PlaybackAction::Mark(board, mark, at) => toggle_mark(cx, board, mark, at),
    }
}

/// Runs `command`. Saves the settings after a change of the speed or of `SkipWaits`. After `GoTo`, steps with `Shift`
/// use the board of the last ply.
pub(in crate::app) fn run(cx: &mut Cx<'_>, command: PlayheadCommand) {
    cx.play(command);
    match command {
        PlayheadCommand::GoTo(_) => set_board(cx, board_played_last(cx)),
        PlayheadCommand::Speed(_)
        | PlayheadCommand::Faster
        | PlayheadCommand::Slower
        | PlayheadCommand::SkipWaits(_) => cx.save_settings(),
        _ => {}
    }
}

/// Steps on `board`; in a variation, on either board.
fn step_on(cx: &mut Cx<'_>, board: BoardId, forward: bool) {
    if !step_in_variation(cx, forward) {
        set_board(cx, Some(board));
        step_board(cx, forward);
    }
}
