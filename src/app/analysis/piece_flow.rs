//! [`PieceFlow`]: the path of one piece from its capture through a reserve to its drop.

use crate::{
    app::{Attempt, MatchState, Place, Session, role_plural},
    document::Document,
    replay::Flow,
    rules::{BoardId, Move, Reserve, Role, Seat, Square, role_name},
    text::capital,
    timeline::{ClockPrecision, MatchTime, Moment, gap_size_text},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceFlow {
    /// The index of the capturing ply, and the square of the capture; `None` if the piece was in reserve from the
    /// start.
    pub capture: Option<(usize, Place)>,
    pub reserve: Place,
    /// The index of the dropping ply, and the square of the drop; `None` if the piece stays in reserve.
    pub drop: Option<(usize, Place)>,
    pub words: String,
}

impl PieceFlow {
    /// Returns the path of the piece that ply `ply` of `document` captures or drops; `flow` is the piece flow of the
    /// match. Returns `None` if the ply neither captures nor drops a piece, or drops a piece that was not in reserve.
    pub fn of(document: &Document, flow: &Flow, ply: usize) -> Option<Self> {
        let plies = &document.played().plies;
        let played = plies.get(ply)?;
        let (taken, dropped) = match played.mv {
            Move::Drop { .. } if played.is_lent => return None,
            Move::Drop { .. } => (flow.capture_of_drop(ply), Some(ply)),
            _ => (played.taken.map(|_| ply), flow.drop_of_capture(ply)),
        };
        let (seat, role) = match (taken, dropped) {
            (Some(taken), _) => (plies[taken].seat.partner(), plies[taken].taken?),
            (None, Some(dropped)) => match plies[dropped].mv {
                Move::Drop { role, .. } => (plies[dropped].seat, role),
                _ => return None,
            },
            (None, None) => return None,
        };
        let on_board =
            |index: usize, square| (index, Place::Square(plies[index].seat.board(), square));
        Some(Self {
            capture: taken.map(|index| on_board(index, plies[index].mv.capture_square())),
            reserve: Place::Reserve(seat, role),
            drop: dropped.map(|index| on_board(index, plies[index].mv.to())),
            words: words(document, role, taken, dropped),
        })
    }
}

/// Describes the path of a piece, such as `Knight captured by 25B, held 24 s, dropped by 32a on b6`. `taken` and
/// `dropped` are the indices of the capturing ply and of the dropping ply, if any.
fn words(document: &Document, role: Role, taken: Option<usize>, dropped: Option<usize>) -> String {
    let plies = &document.played().plies;
    let name = |index: usize| plies[index].name();
    let begin = match taken {
        Some(index) => format!("{} captured by {}", capital(role_name(role)), name(index)),
        None => format!("{} in reserve from the start", capital(role_name(role))),
    };
    let end = match dropped {
        Some(index) => format!("dropped by {} on {}", name(index), plies[index].mv.to()),
        None => "never dropped".to_owned(),
    };
    let waited = taken.zip(dropped).and_then(|(taken, dropped)| {
        let ms = waited_ms(document, taken, dropped)?;
        Some(format!("held {}", held_for_text(ms, document.timeline().precision)))
    });
    [Some(begin), waited, Some(end)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the time from the capture of a piece by ply `taken` to its drop by ply `dropped`, in milliseconds; `None`
/// without clocks.
fn waited_ms(document: &Document, taken: usize, dropped: usize) -> Option<MatchTime> {
    let timeline = document.timeline();
    let ms = timeline.time(dropped).saturating_sub(timeline.time(taken));
    if timeline.has_clocks() { Some(ms) } else { None }
}

/// Formats how long a piece is held: without tenths from 10 s on, and always in seconds.
fn held_for_text(ms: MatchTime, precision: ClockPrecision) -> String {
    match ms {
        0..10_000 => gap_size_text(ms, precision),
        _ => format!("{} s", ms / 1000),
    }
}

/// Describes how long `seat` has held the pieces in reserve at `moment`. `time` is the match time of that moment.
/// Returns one line per kind of piece, such as `knight: 24 s since 25B`, or `knight: since 25B` without clocks.
pub fn reserve_text(
    document: &Document,
    flow: &Flow,
    seat: Seat,
    moment: Moment,
    time: MatchTime,
) -> Vec<String> {
    let timeline = document.timeline();
    let plies = &document.played().plies;
    let held = flow.reserve_pieces(document.played(), seat, moment);
    let held_text = |taken: Option<usize>| match taken {
        None => "from the start".to_owned(),
        Some(ply) => {
            let name = plies[ply].name();
            let ms = time.saturating_sub(timeline.time(ply));
            if timeline.has_clocks() {
                format!("{} since {name}", held_for_text(ms, timeline.precision))
            } else {
                format!("since {name}")
            }
        }
    };
    let kinds = Reserve::ROLES.into_iter().filter_map(|role| {
        let of_kind = held.iter().filter(|held| held.role == role);
        let times: Vec<String> = of_kind.map(|held| held_text(held.captured_by)).collect();
        let count = u8::try_from(times.len()).unwrap_or(u8::MAX);
        if count == 0 {
            return None;
        }
        Some(format!("{}: {}", role_plural(count, role), times.join(", ")))
    });
    kinds.collect()
}

/// Returns the index of the ply that dropped the piece on `square` of `board`; `None` if the piece was not dropped.
/// Also returns `None` during playback, in a variation, and while the user is moving a piece.
pub fn dropped_onto(open: &MatchState, board: BoardId, square: Square) -> Option<usize> {
    let playhead = &open.moment_view.playhead;
    if playhead.is_playing() || open.moment_view.attempt != Attempt::default() {
        return None;
    }
    Flow::dropped_onto(open.document.played(), board, square, playhead.moment())
}

/// Returns the path of the piece that the ply `hovered` captures or drops. If `hovered` is `None`, uses the last ply on
/// the boards, except during playback, in a variation, and while the user is moving a piece; these cases give `None`.
/// Always returns `None` in a puzzle, and if piece flow is switched off.
pub fn piece_flow(session: &Session, hovered: Option<usize>) -> Option<PieceFlow> {
    let open = session.match_state()?;
    // The path of a piece could reveal the solution.
    if !session.settings.flow || session.puzzle().is_some() {
        return None;
    }
    let playhead = &open.moment_view.playhead;
    let is_still = !playhead.is_playing() && open.moment_view.attempt == Attempt::default();
    let selected = if is_still { playhead.moment().checked_sub(1) } else { None };
    PieceFlow::of(&open.document, &open.flow, hovered.or(selected)?)
}
