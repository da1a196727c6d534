//! The sounds of playback: a move, a drop, a flag fall.

use crate::{
    app::{Effect, Session},
    notation::Cause,
    rules::Move,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    Move,
    Drop,
    /// A flag falls and ends the match.
    Flag,
}

/// Returns the effect that plays the sound of the last ply. Only playback and single steps forward have sounds. Returns
/// `None` for other actions, and if sounds are switched off. `revision` (of the shown record) and `moment` are the
/// values before the current action.
pub(in crate::app) fn step_sound(
    session: &Session,
    revision: u64,
    moment: usize,
) -> Option<Effect> {
    let now = session.playhead().moment();
    let is_step = now == moment + 1 || (now > moment && session.playhead().is_playing());
    if !session.settings.sounds || revision != session.revision() || !is_step {
        return None;
    }
    let played = session.match_document()?.played();
    let ply = played.plies.get(now.checked_sub(1)?)?;
    let is_flag_fall = now == played.plies.len() && played.ending.cause == Some(Cause::Time);
    Some(Effect::Play(match ply.mv {
        _ if is_flag_fall => Sound::Flag,
        Move::Drop { .. } => Sound::Drop,
        _ => Sound::Move,
    }))
}
