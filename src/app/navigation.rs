//! Navigation in the open record: methods of [`Cx`].

use super::Cx;
use crate::{
    replay::Point,
    timeline::{Moment, PlayheadCommand, Timeline},
};

impl Cx<'_> {
    /// Goes to `moment` of the match or game.
    pub(in crate::app) fn go_to(&mut self, moment: Moment) {
        self.commit_drafts();
        if let Some(open) = self.open_mut() {
            open.go_to(moment);
        }
    }

    /// Goes to `point`, if it exists, and unfolds its variation in the list.
    pub(in crate::app) fn go_to_point(&mut self, point: Point) {
        let place = match &point {
            Point::Match(moment) => return self.go_to(*moment),
            Point::Variation(place) => place.clone(),
        };
        self.commit_drafts();
        let Some(open) = self.match_mut() else { return };
        if open.document.variations().ply(&place).is_none() {
            return;
        }
        open.go_to(point);
        if !open.moves.is_unfolded(&place.path) {
            open.fold(&place.path, true);
        }
    }

    /// Runs `command` on the playhead of the match.
    pub(in crate::app) fn play(&mut self, command: PlayheadCommand) {
        if !matches!(command, PlayheadCommand::Speed(_) | PlayheadCommand::SkipWaits(_)) {
            self.commit_drafts();
        }
        let mut playhead = self.playhead();
        if let Some(open) = self.match_mut() {
            open.run(command);
            playhead = open.moment_view.playhead;
        } else {
            playhead.run(command, &Timeline::default());
        }
        self.remember_speed(playhead);
    }

    /// Pauses the playback of the match. Drafts stay drafts.
    pub(in crate::app) fn pause(&mut self) {
        if let Some(open) = self.match_mut() {
            open.run(PlayheadCommand::Pause);
        }
    }

    /// Pauses the playback and puts down a held piece, before the boards show something else.
    pub(in crate::app) fn leave_boards(&mut self) {
        self.play(PlayheadCommand::Pause);
        if let Some(moment_view) = self.moment_view_mut() {
            moment_view.attempt.hand = None;
        }
    }
}
