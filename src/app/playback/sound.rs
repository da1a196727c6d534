//! What is heard when a match goes on: a move, a drop, a flag that falls.

use crate::app::{Effect, State};
use crate::{notation::Cause, rules::Move};

/// Something to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A piece moves.
    Move,
    /// A piece is put down from a reserve.
    Drop,
    /// The match ends as a flag falls.
    Flag,
}

impl State {
    /// What is heard of going on from `before`, which is a revision of the match and a moment of it. A leap is
    /// not heard, nor is going back.
    pub(in crate::app) fn heard_since(&self, (revision, moment): (u64, usize)) -> Option<Effect> {
        let now = self.playhead().moment();
        let stepped = now == moment + 1 || (now > moment && self.playhead().is_playing());
        if !self.settings.sounds || revision != self.revision || !stepped {
            return None;
        }
        let played = self.match_document()?.played();
        let ply = played.plies.get(now.checked_sub(1)?)?;
        let flag = now == played.plies.len() && played.ending.cause == Some(Cause::Time);
        Some(Effect::Play(match ply.mv {
            _ if flag => Sound::Flag,
            Move::Drop { .. } => Sound::Drop,
            _ => Sound::Move,
        }))
    }
}
