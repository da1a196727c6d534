//! What is heard when a match goes on: a move, a drop, a flag that falls.

use crate::{
    app::{Effect, Session},
    notation::Cause,
    rules::Move,
};

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

/// What is heard of going on from `before`, which is a revision of the match and a moment of it. A leap is
/// not heard, nor is going back.
pub(in crate::app) fn heard_since(
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
