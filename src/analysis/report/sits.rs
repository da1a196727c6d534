//! Who waited, for what, and whether it came: [`Wait`]; and who thought longest: [`Think`].

use super::MatchTactics;
use crate::{
    replay::Match,
    rules::{Role, Seat},
    timeline::{MatchTime, Sit, Timeline},
};

/// A long think, with what the seat could wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// When.
    pub sit: Sit,
    /// Whether the seat had no legal move when it began.
    pub stuck: bool,
    /// The kinds of which one more would have mated at any moment of it, pawn to queen.
    pub wanted: Vec<Role>,
    /// The first of them that came, and the ply that brought it.
    pub came: Option<(Role, usize)>,
}

/// How long a seat thought about a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Think {
    /// Who.
    pub seat: Seat,
    /// The ply.
    pub ply: usize,
    /// How long, in milliseconds of match time.
    pub ms: MatchTime,
}

/// So many of the longest thinks are told of each seat.
const THINKS: usize = 3;

/// The sits of the match, in the order in which they began.
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

/// The longest thinks of `seat`, the longest first; none where the match has no clocks.
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
