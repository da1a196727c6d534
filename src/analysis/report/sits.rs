//! Sits, with the pieces they waited for ([`Wait`]), and the longest thinks ([`Think`]).

use super::MatchTactics;
use crate::{
    replay::Match,
    rules::{Role, Seat},
    timeline::{MatchTime, Sit, Timeline},
};

/// A sit with the pieces it could wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The sit.
    pub sit: Sit,
    /// Whether the seat had no legal move when the sit began.
    pub stuck: bool,
    /// The kinds of piece of which one more would have mated at some moment of the sit, pawn to queen.
    pub wanted: Vec<Role>,
    /// The first wanted piece that arrived, and the ply that brought it.
    pub came: Option<(Role, usize)>,
}

/// The time that a seat spent on a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Think {
    /// The seat.
    pub seat: Seat,
    /// The index of the ply.
    pub ply: usize,
    /// Milliseconds of match time.
    pub ms: MatchTime,
}

/// The maximum number of thinks reported for each seat.
const THINKS: usize = 3;

/// Returns the sits of the match in the order in which they began.
pub(super) fn waits(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Vec<Wait> {
    let mut sits = timeline.sits();
    sits.sort_by_key(|sit| sit.begins);
    sits.into_iter().map(|sit| wait(played, tactics, sit)).collect()
}

fn wait(played: &Match, tactics: &MatchTactics, sit: Sit) -> Wait {
    let (seat, board) = (sit.seat, sit.seat.board());
    let rest = played.plies.iter().enumerate().skip(sit.begins);
    let others = rest.take_while(|(_, ply)| ply.seat.board() != board);
    let others: Vec<_> = others.collect();
    let said = |moment: usize| tactics.moments.get(moment).map(|both| &both[board]);
    let mut wait = Wait {
        sit,
        stuck: said(sit.begins).is_some_and(|said| said.stuck),
        wanted: Vec::new(),
        came: None,
    };
    let wants = |moment: usize, role: Role| {
        said(moment).is_some_and(|said| said.wanted.iter().any(|it| it.role == role))
    };
    for moment in sit.begins..=sit.begins + others.len() {
        let roles = said(moment).map(|said| said.wanted.iter().map(|it| it.role));
        wait.wanted.extend(roles.into_iter().flatten());
    }
    wait.wanted.sort_unstable();
    wait.wanted.dedup();
    wait.came = others.into_iter().find_map(|(index, ply)| {
        let role = ply.taken.filter(|&role| wants(index, role))?;
        (ply.seat.partner() == seat).then_some((role, index))
    });
    wait
}

/// Returns the longest thinks of `seat`, longest first; empty if the match has no clocks.
pub(super) fn thinks(played: &Match, timeline: &Timeline, seat: Seat) -> Vec<Think> {
    if !timeline.has_clocks() {
        return Vec::new();
    }
    let own = (0..played.plies.len()).filter(|&ply| played.plies[ply].seat == seat);
    let mut thinks: Vec<Think> = own
        .filter_map(|ply| Some(Think { seat, ply, ms: timeline.spent(ply)? }))
        .filter(|think| think.ms > 0)
        .collect();
    thinks.sort_by_key(|think| (std::cmp::Reverse(think.ms), think.ply));
    thinks.truncate(THINKS);
    thinks
}
