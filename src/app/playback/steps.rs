//! Stepping through a match, and copying its position.

use crate::{
    app::{
        Cx, Session, kriegspiel,
        playback::{
            playhead::play,
            variations::{enter_choice, leap_in_variation, step_in_variation},
        },
    },
    formats::MatchLink,
    platform,
    rules::{BoardId, BySeat},
    text::sentence,
    timeline,
};

/// Steps forward to the selected next ply, or back to the previous one, in the match or a variation.
pub(in crate::app) fn step(cx: &mut Cx<'_>, forward: bool) {
    if !(forward && enter_choice(cx) || step_in_variation(cx, forward)) {
        play(cx, timeline::Command::Step { forward });
    }
}

/// Steps to the next (`forward`) or previous ply on the current board.
pub(in crate::app) fn step_board(cx: &mut Cx<'_>, forward: bool) {
    let board = board(cx);
    // `board` stays the board for steps with `Shift`, even if the last ply was on the other board.
    set_board(cx, Some(board));
    play(cx, timeline::Command::StepOnBoard { board, forward });
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
    play(cx, timeline::Command::GoTo(moment));
}

/// Runs `command`, and saves the settings.
pub(in crate::app) fn play_and_save(cx: &mut Cx<'_>, command: timeline::Command) {
    play(cx, command);
    cx.save_settings();
}

/// Toggles whether moves made at the end of a match or game are appended to its record.
pub(in crate::app) fn toggle_entering(cx: &mut Cx<'_>) {
    if cx.game().is_some() {
        return kriegspiel::toggle_game_entry(cx);
    }
    cx.in_file(|file| file.entering = !file.entering);
}

/// Copies the address of a web page that opens the match at the current moment.
pub(in crate::app) fn copy_link(cx: &mut Cx<'_>) {
    let Some(open) = &cx.open else { return };
    let moment = cx.playhead().moment();
    let at = cx.match_document().and_then(|document| document.ply_name(moment));
    // A player's view of a game links to what that player has heard.
    let heard = kriegspiel::heard_record(cx).map(String::into_bytes);
    let text = heard.unwrap_or_else(|| open.content.text().to_vec());
    let link = MatchLink { text, at };
    let page = cx.settings.page.clone();
    match link.fragment() {
        // In a browser, an empty address makes the link lead to the page that is open.
        Ok(_) if page.is_empty() && platform::HAS_DISK => {
            cx.warn("First enter the web address for links in Settings, under Matches.".to_owned());
        }
        Ok(fragment) => cx.copy(page + &fragment),
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

/// Copies both boards as BFEN 0.1. If `as_tag`, copies them in the format of a `FEN` tag instead, with the clocks. In a
/// game of Kriegspiel, copies the position as FEN.
pub(in crate::app) fn copy(cx: &mut Cx<'_>, as_tag: bool) {
    if cx.game().is_some() {
        return kriegspiel::copy_game_position(cx);
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
    cx.copy(text);
}
