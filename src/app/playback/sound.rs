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

/// Returns the effect that plays the sound of the last ply. Only playback and single steps forward have sounds;
/// otherwise returns `None`. `revision` (of the shown record) and `moment` are the values before the current action.
pub(in crate::app) fn step_sound(
    session: &Session,
    (revision, moment): (u64, usize),
) -> Option<Effect> {
    let now = session.playhead().moment();
    let stepped = now == moment + 1 || (now > moment && session.playhead().is_playing());
    if !session.settings.sounds || revision != session.revision || !stepped {
        return None;
    }
    let played = session.match_document()?.played();
    let ply = played.plies.get(now.checked_sub(1)?)?;
    let flag = now == played.plies.len() && played.ending.cause == Some(Cause::Time);
    Some(Effect::Play(match ply.mv {
        _ if flag => Sound::Flag,
        Move::Drop { .. } => Sound::Drop,
        _ => Sound::Move,
    }))
}
