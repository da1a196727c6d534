//! Conditions under which commands are available or switched on.

use super::Enabled;
use crate::{
    app::{
        Attempt, FileSession, GameState, HINTS, JobKind, MatchState, Session, Side, State,
        can_open_in_new_tab, kriegspiel, playback,
    },
    platform,
};

pub(super) const fn always(_: &State) -> bool {
    true
}

pub(super) fn open(state: &State) -> Enabled {
    state.open.is_some().into()
}

pub(super) fn file(state: &State) -> Enabled {
    state.library.file().is_some().into()
}

/// Returns whether the list has matches, as far as the filter admits them.
pub(super) fn lists_matches(state: &State) -> Enabled {
    match state.library.file() {
        Some(file) if !file.filter.rows.is_empty() => Enabled::Yes,
        Some(file) if !file.filter.words.trim().is_empty() => {
            Enabled::Because("No match is listed. Clear the filter.")
        }
        _ => Enabled::No,
    }
}

/// Returns whether the shown match can get a tab of its own.
pub(super) fn can_split(state: &State) -> Enabled {
    if state.open.is_some() && !can_open_in_new_tab(state) {
        return Enabled::Because(
            "First choose another match of the list; the tab keeps the one before.",
        );
    }
    open(state)
}

pub(super) fn several_tabs(state: &State) -> bool {
    state.tabs.count() > 1
}

pub(super) fn is_loading(state: &State) -> bool {
    state.library.file().is_some_and(FileSession::is_loading)
}

/// Returns whether a command for matches is available. While a game of Kriegspiel is open, the command is disabled,
/// with the reason `reason`.
pub(super) fn with_match(state: &State, reason: &'static str) -> Enabled {
    if a_game(state) { Enabled::Because(reason) } else { open(state) }
}

/// Returns whether links to the open match can be made. In a browser, an empty address makes the link lead to the page
/// that is open.
pub(super) fn has_link_page(state: &State) -> Enabled {
    if state.settings.page.is_empty() && platform::HAS_DISK {
        return Enabled::Because(
            "A link needs the web address of a copy of Tandem, set in Settings under Matches.",
        );
    }
    open(state)
}

/// Returns whether the program can look for new versions, or can stop doing so.
pub(super) fn updates(state: &State) -> Enabled {
    if state.settings.page.is_empty() && !state.settings.updates {
        return Enabled::Because(
            "This needs the web address of a copy of Tandem, set in Settings under Matches.",
        );
    }
    Enabled::Yes
}

/// Returns whether a command for playback is available. The command is disabled for a game of Kriegspiel, which has no
/// clocks.
pub(super) fn with_clocks(state: &State) -> Enabled {
    with_match(
        state,
        "A game of Kriegspiel has no clocks, so it can’t be played back. Step through it instead.",
    )
}

/// Returns whether a match is open, rather than a game of Kriegspiel or nothing.
pub(super) fn a_match(state: &State) -> bool {
    state.match_state().is_some()
}

pub(super) fn a_game(state: &State) -> bool {
    state.game().is_some()
}

/// Returns whether the open record is a Kriegspiel problem.
pub(super) fn is_problem(state: &State) -> bool {
    state.game().and_then(GameState::question).is_some()
}

/// Returns whether a game of Kriegspiel is shown in the view of `side`.
pub(super) fn is_side(session: &Session, side: Side) -> bool {
    session.game().is_some_and(|game| game.moment_view.side == side)
}

/// Returns whether a command for notes is available. The command is disabled in a player's view of a referee's file,
/// because that view hides notes.
pub(super) fn notes(state: &State) -> Enabled {
    if state.shows_notes() {
        return open(state);
    }
    Enabled::Because(
        "The referee’s notes may reveal hidden information. Switch to the referee’s view to see \
         them.",
    )
}

/// Returns whether moves can be added after the last one. A game of Kriegspiel is entered ply by ply.
pub(super) fn appends(state: &State) -> Enabled {
    if a_game(state) {
        return Enabled::Because("Score sheets are for matches, not for games of Kriegspiel.");
    }
    let document = state.match_document();
    if document.is_some_and(|document| document.played().cut_short) {
        return Enabled::Because("A move of the match is illegal; correct it first (see Issues).");
    }
    open(state)
}

/// Returns whether a command for the notes of the current ply is available. At the start of the match there is no
/// current ply, except in a variation.
pub(super) fn notes_of_any_ply(state: &State) -> Enabled {
    match notes(state) {
        Enabled::Yes if state.noted_moment() == 0 => in_variation(state).into(),
        enabled => enabled,
    }
}

/// Returns whether the boards or the closing comment show another result than the record, so that it can be corrected.
pub(super) fn contradicted(state: &State) -> Enabled {
    let document = state.match_document();
    if document.is_some_and(|it| it.played().ending.correction.is_some()) {
        return Enabled::Yes;
    }
    Enabled::Because("Neither the boards nor the closing comment show another result.")
}

/// Returns whether moves played on the boards are recorded.
pub(super) fn records_moves(state: &State) -> bool {
    match state.game() {
        Some(game) => game.is_entering,
        None => state.file().is_some_and(|file| file.entering),
    }
}

pub(super) fn in_variation(state: &State) -> bool {
    state.attempt().variation.is_some()
}

pub(super) fn has_variations(state: &State) -> bool {
    state.match_document().is_some_and(|document| !document.variations().is_empty())
}

/// Returns whether a ply follows the current point, in the match or a variation.
pub(super) fn choices(state: &State) -> bool {
    state.match_state().is_some_and(|open| !open.choices().is_empty())
}

/// Returns whether the next ply can be selected among different moves.
pub(super) fn has_branch(state: &State) -> bool {
    state.match_state().and_then(playback::branch).is_some()
}

/// Returns whether the command “Back to the main line” is available: in a variation, with a held piece, during a
/// promotion, or while the plan of a Kriegspiel problem is on the board.
pub(super) fn has_left_main_line(state: &State) -> bool {
    let game = state.game().map(|game| &game.moment_view);
    game.is_some_and(|it| {
        it.picked.is_some() || it.pending_promotion.is_some() || it.plan.is_some()
    }) || *state.attempt() != Attempt::default()
}

pub(super) fn with_keyboard(state: &State) -> Enabled {
    if state.shell.keymap.is_hidden() {
        return Enabled::Because("This device has no keyboard.");
    }
    Enabled::Yes
}

/// Returns whether a command for search results is available. Without results, the command is disabled with the reason
/// `reason`.
pub(super) fn with_hits(state: &State, reason: &'static str) -> Enabled {
    if state.search.hits().is_empty() { Enabled::Because(reason) } else { Enabled::Yes }
}

pub(super) fn in_round(state: &State) -> bool {
    state.puzzle().is_some()
}

pub(super) fn unanswered(state: &State) -> bool {
    state.solving().is_some_and(|(_, solving)| solving.awaits_answer())
}

/// Returns whether the puzzle is solved or its solution was shown.
pub(super) fn solved(state: &State) -> bool {
    state.solving().is_some_and(|(_, solving)| !solving.awaits_answer())
}

/// Returns whether there is another hint for the next move of the puzzle.
pub(super) fn more_hints(state: &State) -> Enabled {
    match state.solving() {
        Some((_, solving)) if solving.awaits_answer() && solving.hints.len() >= HINTS => {
            Enabled::Because("There are no more hints for this move.")
        }
        _ => unanswered(state).into(),
    }
}

/// Returns whether there is a puzzle after the current one, or before it unless `forward`.
pub(super) fn puzzle_beside(state: &State, forward: bool) -> Enabled {
    let Some(round) = state.puzzle() else { return Enabled::No };
    if round.beside(forward).is_some() {
        return Enabled::Yes;
    }
    Enabled::Because(if !forward {
        "This is the first puzzle of the set."
    } else if state.jobs.is_running(JobKind::Puzzles) {
        "No further puzzle has been found yet."
    } else {
        "This is the last puzzle of the set."
    })
}

/// Returns whether the match of the puzzle is in the open file. The command is disabled while the puzzle is unsolved,
/// because the match shows the solution.
pub(super) fn has_match(state: &State) -> Enabled {
    let Some((puzzle, solving)) = state.solving() else { return Enabled::No };
    if solving.awaits_answer() {
        return Enabled::Because("Solve the puzzle first: the match shows the solution.");
    }
    let file = state.library.file();
    if file.is_some_and(|file| file.list.index.row(puzzle.origin.record).is_some()) {
        return Enabled::Yes;
    }
    Enabled::Because("The match of this puzzle isn’t open.")
}

/// Returns whether the moves of an ended puzzle can be saved in the match. The command is disabled if the moves drop a
/// piece that was not in reserve in the match.
pub(super) fn played(state: &State) -> Enabled {
    match state.solving() {
        Some((_, solving)) if solving.awaits_answer() || solving.plies().is_empty() => Enabled::No,
        Some((_, solving)) if solving.has_virtual_drop() => Enabled::Because(
            "This variation uses a piece that wasn’t available in the match, so it can’t be \
             saved.",
        ),
        solving => solving.is_some().into(),
    }
}

/// Returns whether the boards of the match can be searched.
pub(super) fn can_review(state: &State) -> Enabled {
    match with_match(state, "A game of Kriegspiel has no review.") {
        Enabled::Yes if state.puzzle().is_some() => Enabled::Because("Finish the puzzles first."),
        Enabled::Yes if state.match_state().is_some_and(MatchState::has_unreadable_start) => {
            Enabled::Because("The starting position cannot be read, so it cannot be reviewed.")
        }
        enabled => enabled,
    }
}

/// Returns whether the book of mistakes can be exported.
pub(super) fn has_book(state: &State) -> Enabled {
    if state.search.book_result().is_some() {
        Enabled::Yes
    } else {
        Enabled::Because("The book of mistakes has to be complete first.")
    }
}

/// Returns whether the match is reviewed and its end is not hidden.
pub(super) fn reviewed(state: &State) -> Enabled {
    match can_review(state) {
        Enabled::Yes if state.hides_end() => Enabled::Because("Watch the match to its end first."),
        Enabled::Yes if state.match_state().is_none_or(|open| !open.review.is_complete()) => {
            if state.jobs.is_running(JobKind::Review) {
                Enabled::Because("The review has to be complete first.")
            } else {
                Enabled::Because("Review the match first.")
            }
        }
        enabled => enabled,
    }
}

/// Returns whether a problem is shown that can be put on the composer's board.
pub(super) fn editable_problem(state: &State) -> Enabled {
    if kriegspiel::open_sketch(state).is_some() {
        return Enabled::Yes;
    }
    if !is_problem(state) {
        return Enabled::No;
    }
    Enabled::Because("Only a problem without moves, by known rules, can be edited.")
}
