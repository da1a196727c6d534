//! How one goes through a match, and what stands on its boards as text.

use crate::{
    app::{Effect, State, Step},
    rules::{BoardId, BySeat},
    timeline::{self, Timeline},
};

impl State {
    /// Goes to the moment after so many plies, of a match or a game.
    pub(in crate::app) fn go_to(&mut self, moment: usize) {
        if self.game_views().is_some() {
            self.go_in_game(Step::after(moment));
        } else {
            self.play(timeline::Command::GoTo(moment));
        }
    }

    /// A ply on or back, in the variation where one is shown.
    pub(in crate::app) fn step(&mut self, forward: bool) {
        if !self.step_in_variation(forward) {
            self.play(timeline::Command::Step { forward });
        }
    }

    pub(in crate::app) fn play(&mut self, command: timeline::Command) {
        let stays =
            matches!(command, timeline::Command::Speed(_) | timeline::Command::SkipWaits(_));
        if !stays {
            self.settle();
        }
        let mut playhead = self.playhead();
        if let Some(open) = self.match_mut() {
            open.run(command);
            playhead = open.shown.playhead;
        } else {
            playhead.run(command, &Timeline::default());
        }
        self.settings.speed = playhead.speed_index();
        self.settings.skip_waits = playhead.skips_waits();
    }

    /// Steps on the board in hand; where none is, on the board of the ply that was played last.
    pub(in crate::app) fn step_board(&mut self, forward: bool) {
        let board = self.board();
        // It stays in hand: going back, the ply before may be the other board's.
        self.take_board(Some(board));
        self.play(timeline::Command::StepOnBoard { board, forward });
    }

    /// The board that is stepped on; where none was named, that of the ply that was played last.
    pub(in crate::app) fn board(&self) -> BoardId {
        if let Some((posed, _)) = self.solving() {
            return posed.exercise.seat.board();
        }
        let named = self.shown_match().and_then(|open| open.board);
        named.or_else(|| self.board_played_last()).unwrap_or(BoardId::A)
    }

    pub(in crate::app) fn take_board(&mut self, board: Option<BoardId>) {
        if let Some(open) = self.match_mut() {
            open.board = board;
        }
    }

    pub(in crate::app) fn board_played_last(&self) -> Option<BoardId> {
        let plies = &self.match_document()?.played().plies;
        let last = self.playhead().moment().checked_sub(1)?;
        plies.get(last).map(|ply| ply.seat.board())
    }

    pub(in crate::app) fn step_row(&mut self, down: bool) {
        let Some(open) = self.shown_match() else {
            return;
        };
        let moment = open.moves.row_step(open.shown.playhead.moment(), down);
        self.play(timeline::Command::GoTo(moment));
    }

    /// Does what is also remembered for the next time.
    pub(in crate::app) fn play_and_keep(&mut self, command: timeline::Command) -> Vec<Effect> {
        self.play(command);
        vec![self.keep()]
    }

    /// Whether pieces that are moved at the end of a match are written into its record, the other way round.
    pub(in crate::app) fn toggle_entering(&mut self) {
        if self.game().is_some() {
            return self.toggle_game_entry();
        }
        if let Some(file) = self.library.file_mut() {
            file.entering = !file.entering;
        }
    }

    /// Both boards as BFEN 0.1, or as a `FEN` tag holds them, with the clocks.
    pub(in crate::app) fn copy(&mut self, as_tag: bool) -> Vec<Effect> {
        if self.game().is_some() {
            return self.copy_game_position();
        }
        let Some(document) = self.match_document() else {
            return Vec::new();
        };
        let position = self.position();
        let text = if as_tag {
            let (moment, time) = (self.playhead().moment(), self.playhead().time());
            let clocks = document.timeline().clocks(moment, time);
            position.thief_fen(&BySeat::from_fn(|seat| clocks[seat].ms))
        } else {
            BoardId::ALL.map(|id| position.bfen(id)).join(" | ")
        };
        vec![Effect::Copy(text)]
    }
}
