//! Moving the playhead of the match.

use crate::{
    app::{Cx, notes},
    timeline::{self, Timeline},
};

pub(in crate::app) fn go_to(cx: &mut Cx<'_>, moment: usize) {
    notes::commit_drafts(cx);
    cx.go_to(moment);
}

pub(in crate::app) fn play(cx: &mut Cx<'_>, command: timeline::Command) {
    let keeps_moment =
        matches!(command, timeline::Command::Speed(_) | timeline::Command::SkipWaits(_));
    if !keeps_moment {
        notes::commit_drafts(cx);
    }
    let mut playhead = cx.playhead();
    if let Some(open) = cx.match_mut() {
        open.run(command);
        playhead = open.moment_view.playhead;
    } else {
        playhead.run(command, &Timeline::default());
    }
    cx.remember_speed(playhead);
}
