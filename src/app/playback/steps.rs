//! Stepping through a match, and copying its position.

use crate::{
    app::{
        Cx, GameState, KriegspielAction, Session,
        copied::Copied,
        playback::variations::{enter_choice, leap_in_variation, step_in_variation},
    },
    file::Encoding,
    formats::MatchLink,
    rules::{BoardId, BySeat},
    text::sentence,
    timeline::PlayheadCommand,
};

/// Steps forward to the selected next ply, or back to the previous one, in the match or a variation.
pub(in crate::app) fn step(cx: &mut Cx<'_>, forward: bool) {
    if !(forward && enter_choice(cx) || step_in_variation(cx, forward)) {
        cx.play(PlayheadCommand::Step { forward });
    }
}

/// Steps to the next (`forward`) or previous ply on the current board.
pub(in crate::app) fn step_board(cx: &mut Cx<'_>, forward: bool) {
    let board = board(cx);
    // `board` stays the board for steps with `Shift`, even if the last ply was on the other board.
    set_board(cx, Some(board));
    cx.play(PlayheadCommand::StepOnBoard { board, forward });
}

/// Returns the board for steps with `Shift` and for typed moves: the board chosen by earlier steps, by default the
/// board of the last ply. In a puzzle, the board of the seat to move.
pub(in crate::app) fn board(session: &Session) -> BoardId {
    if let Some((puzzle, solving)) = session.solving() {
        return solving.mover().unwrap_or(puzzle.seat).board();
    }
    let chosen = session.match_state().and_then(|open| open.board);
    chosen.or_else(|| board_played_last(session)).unwrap_or(BoardId::A)
}

pub(in crate::app) fn set_board(cx: &mut Cx<'_>, board: Option<BoardId>) {
    cx.in_match(|open| open.board = board);
}

pub(in crate::app) fn board_played_last(session: &Session) -> Option<BoardId> {
    let plies = &session.match_document()?.played().plies;
    let last = session.playhead().moment().checked_sub(1)?;
    plies.get(last).map(|ply| ply.seat.board())
}

/// Goes to the row below in the move list, or to the row above if not `down`. In a variation, goes to the end or the
/// start of the variation.
pub(in crate::app) fn step_row(cx: &mut Cx<'_>, down: bool) {
    if leap_in_variation(cx, down) {
        return;
    }
    let Some(open) = cx.match_state() else { return };
    let moment = open.moves.adjacent_row_moment(open.moment_view.playhead.moment(), down);
    cx.play(PlayheadCommand::GoTo(moment));
}

/// Toggles whether moves made at the end of a match or game are appended to its record.
pub(in crate::app) fn toggle_entering(cx: &mut Cx<'_>) {
    if cx.game().is_some() {
        return cx.request(KriegspielAction::ToggleEntry);
    }
    let is_entering = cx.library.file().is_some_and(|file| file.entering);
    cx.set_entering(!is_entering);
}

/// Returns the bytes of the open record. In a player's view of a game, these are what that player has heard.
fn shared_text(cx: &Cx<'_>) -> Option<Vec<u8>> {
    let open = cx.open.as_ref()?;
    let heard = cx.game().and_then(GameState::heard_record).map(String::into_bytes);
    Some(heard.unwrap_or_else(|| open.content.text().to_vec()))
}

/// Copies the text of the open record.
pub(in crate::app) fn copy_record(cx: &mut Cx<'_>) {
    let Some(text) = shared_text(cx) else { return };
    let text = Encoding::of(&text).decode(&text).into_owned();
    cx.copy(text, Copied::Match);
}

/// Copies the address of a web page that opens the match at the current moment.
pub(in crate::app) fn copy_link(cx: &mut Cx<'_>) {
    let Some(text) = shared_text(cx) else { return };
    let moment = cx.playhead().moment();
    let at = cx.match_document().and_then(|document| document.ply_name(moment));
    let link = MatchLink { text, at };
    let page = cx.settings.page.clone();
    match link.fragment() {
        Ok(fragment) => cx.copy(page + &fragment, Copied::Link),
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

/// Copies both boards as BFEN 0.1. If `as_tag`, copies them in the format of a `FEN` tag instead, with the clocks. In a
/// game of Kriegspiel, copies the position as FEN.
pub(in crate::app) fn copy(cx: &mut Cx<'_>, as_tag: bool) {
    if cx.game().is_some() {
        return cx.request(KriegspielAction::CopyPosition);
    }
    let Some(document) = cx.match_document() else { return };
    let position = cx.position();
    let text = if as_tag {
        let (moment, time) = (cx.playhead().moment(), cx.playhead().time());
        let clocks = document.timeline().clocks(moment, time);
        position.thief_fen(&BySeat::from_fn(|seat| clocks[seat].ms))
    } else {
        BoardId::ALL.map(|id| position.bfen(id)).join(" | ")
    };
    cx.copy(text, Copied::Position);
}
