//! How one goes through a match, and what stands on its boards as text.

use crate::{
    app::{Cx, Effect, Session, Step, kriegspiel, notes, playback::variations::step_in_variation},
    rules::{BoardId, BySeat},
    timeline::{self, Timeline},
};

/// Goes to the moment after so many plies, of a match or a game.
pub(in crate::app) fn go_to(cx: &mut Cx<'_>, moment: usize) {
    if cx.game_views().is_some() {
        kriegspiel::go_in_game(cx, Step::after(moment));
    } else {
        play(cx, timeline::Command::GoTo(moment));
    }
}

/// A ply on or back, in the variation where one is shown.
pub(in crate::app) fn step(cx: &mut Cx<'_>, forward: bool) {
    if !step_in_variation(cx, forward) {
        play(cx, timeline::Command::Step { forward });
    }
}

pub(in crate::app) fn play(cx: &mut Cx<'_>, command: timeline::Command) {
    let stays = matches!(command, timeline::Command::Speed(_) | timeline::Command::SkipWaits(_));
    if !stays {
        notes::settle(cx);
    }
    let mut playhead = cx.playhead();
    if let Some(open) = cx.match_mut() {
        open.run(command);
        playhead = open.shown.playhead;
    } else {
        playhead.run(command, &Timeline::default());
    }
    cx.settings.speed = playhead.speed_index();
    cx.settings.skip_waits = playhead.skips_waits();
}

/// Steps on the board in hand; where none is, on the board of the ply that was played last.
pub(in crate::app) fn step_board(cx: &mut Cx<'_>, forward: bool) {
    let board = board(cx);
    // It stays in hand: going back, the ply before may be the other board's.
    take_board(cx, Some(board));
    play(cx, timeline::Command::StepOnBoard { board, forward });
}

/// The board that is stepped on; where none was named, that of the ply that was played last.
pub(in crate::app) fn board(session: &Session) -> BoardId {
    if let Some((posed, _)) = session.solving() {
        return posed.exercise.seat.board();
    }
    let named = session.shown_match().and_then(|open| open.board);
    named.or_else(|| board_played_last(session)).unwrap_or(BoardId::A)
}

pub(in crate::app) fn take_board(cx: &mut Cx<'_>, board: Option<BoardId>) {
    if let Some(open) = cx.match_mut() {
        open.board = board;
    }
}

pub(in crate::app) fn board_played_last(session: &Session) -> Option<BoardId> {
    let plies = &session.match_document()?.played().plies;
    let last = session.playhead().moment().checked_sub(1)?;
    plies.get(last).map(|ply| ply.seat.board())
}

pub(in crate::app) fn step_row(cx: &mut Cx<'_>, down: bool) {
    let Some(open) = cx.shown_match() else {
        return;
    };
    let moment = open.moves.row_step(open.shown.playhead.moment(), down);
    play(cx, timeline::Command::GoTo(moment));
}

/// Does what is also remembered for the next time.
pub(in crate::app) fn play_and_keep(cx: &mut Cx<'_>, command: timeline::Command) {
    play(cx, command);
    cx.save_settings();
}

/// Whether pieces that are moved at the end of a match are written into its record, the other way round.
pub(in crate::app) fn toggle_entering(cx: &mut Cx<'_>) {
    if cx.game().is_some() {
        return kriegspiel::toggle_game_entry(cx);
    }
    if let Some(file) = cx.library.file_mut() {
        file.entering = !file.entering;
    }
}

/// Both boards as BFEN 0.1, or as a `FEN` tag holds them, with the clocks.
pub(in crate::app) fn copy(cx: &mut Cx<'_>, as_tag: bool) {
    if cx.game().is_some() {
        return kriegspiel::copy_game_position(cx);
    }
    let Some(document) = cx.match_document() else {
        return;
    };
    let position = cx.position();
    let text = if as_tag {
        let (moment, time) = (cx.playhead().moment(), cx.playhead().time());
        let clocks = document.timeline().clocks(moment, time);
        position.thief_fen(&BySeat::from_fn(|seat| clocks[seat].ms))
    } else {
        BoardId::ALL.map(|id| position.bfen(id)).join(" | ")
    };
    cx.run(Effect::Copy(text));
}
