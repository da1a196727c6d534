//! Which boards belong together.

use super::tags::{day_of, time_of_day};
use crate::{
    import::board::{BoardGame, BoardOrigin, BoardRef},
    notation::{GameResult, read_time_of_day},
    rules::{BoardId, ByBoard},
};
use std::collections::{HashMap, HashSet};

/// The boards of a match by their place in the list.
pub(super) type Pair = ByBoard<Option<usize>>;

/// Two boards of one match are begun within so many units of 100 ns, which the first two fields of their uuids
/// count. On real matches it is 1 or 10,001.
const UUID_STEP: u64 = 100_000;

/// Boards of one match have neighbouring numbers: two apart, or one before 2021.
const ID_STEP: u64 = 2;

/// The boards of one match end within so many seconds of each other.
const MAX_END_S: u64 = 60;

const DAY_S: u32 = 86_400;

/// Keeps the first of each board; returns how many went.
pub(super) fn remove_repeated(boards: &mut Vec<BoardGame>) -> usize {
    let before = boards.len();
    let mut seen: HashSet<BoardRef> = HashSet::new();
    let mut texts: HashSet<String> = HashSet::new();
    boards.retain(|board| {
        let number = board.id.map(BoardRef::Number);
        let uuid = board.uuid.clone().map(BoardRef::Uuid);
        let names: Vec<BoardRef> = number.into_iter().chain(uuid).collect();
        if names.is_empty() {
            let BoardGame { players, date, end_time, plies, .. } = board;
            return texts.insert(format!("{:?}", (players, date, end_time, plies)));
        }
        let new = !names.iter().any(|name| seen.contains(name));
        seen.extend(names);
        new
    });
    before - boards.len()
}

/// The matches that `boards` make: each board is in one.
pub(super) fn find_pairs(boards: &[BoardGame]) -> Vec<Pair> {
    let mut partner: Vec<Option<usize>> = vec![None; boards.len()];
    by_name(boards, &mut partner);
    by_what_they_share(boards, &mut partner);
    let mut pairs = Vec::new();
    for (index, other) in partner.iter().enumerate() {
        match other {
            Some(other) if *other < index => {}
            Some(other) => pairs.push(seated(boards, index, *other)),
            None => {
                let board = half(&boards[index]);
                pairs.push(ByBoard::from_fn(|id| (id == board).then_some(index)));
            }
        }
    }
    pairs
}

/// Two boards that name each other, then one that is named.
fn by_name(boards: &[BoardGame], partner: &mut [Option<usize>]) {
    let mut places: HashMap<BoardRef, usize> = HashMap::new();
    for (index, board) in boards.iter().enumerate() {
        let number = board.id.map(BoardRef::Number);
        let uuid = board.uuid.clone().map(BoardRef::Uuid);
        for name in number.into_iter().chain(uuid) {
            places.entry(name).or_insert(index);
        }
    }
    let named = |index: usize| -> Option<usize> {
        let name = boards[index].partner.as_ref()?;
        places.get(name).copied().filter(|other| *other != index)
    };
    for mutual in [true, false] {
        for index in 0..boards.len() {
            if let Some(other) = named(index)
                && partner[index].is_none()
                && partner[other].is_none()
                && (if mutual {
                    named(other) == Some(index)
                } else {
                    // A board that names a third one belongs to that, wherever it is.
                    boards[other].partner.is_none() && can_be_one(&boards[index], &boards[other])
                })
            {
                partner[index] = Some(other);
                partner[other] = Some(index);
            }
        }
    }
}

/// Whether two boards, one of which names the other, may have been played together.
fn can_be_one(first: &BoardGame, second: &BoardGame) -> bool {
    let same_end = match (first.end_s, second.end_s) {
        (Some(first), Some(second)) => first.abs_diff(second) <= MAX_END_S,
        // The date of a record may be that of the beginning.
        _ => match [first, second].map(end_of_day_s) {
            [Some(first), Some(second)] => {
                let apart = first.abs_diff(second);
                u64::from(apart.min(DAY_S.saturating_sub(apart))) <= MAX_END_S
            }
            _ => true,
        },
    };
    let same_control = match (first.control, second.control) {
        (Some(first), Some(second)) => first == second,
        _ => true,
    };
    same_end && same_control && are_opposite(first, second)
}

/// The seconds from midnight to the end of a board.
fn end_of_day_s(board: &BoardGame) -> Option<u32> {
    match board.end_s {
        Some(end_s) => u32::try_from(end_s.rem_euclid(i64::from(DAY_S))).ok(),
        None => read_time_of_day(board.end_time.as_bytes()),
    }
}

/// Whether the results of two boards make one team win.
fn are_opposite(first: &BoardGame, second: &BoardGame) -> bool {
    match (first.result, second.result) {
        (Some(GameResult::First), Some(other)) => other == GameResult::Second,
        (Some(GameResult::Second), Some(other)) => other == GameResult::First,
        _ => true,
    }
}

/// Boards of which no name is known, by what they share; the nearest first.
fn by_what_they_share(boards: &[BoardGame], partner: &mut [Option<usize>]) {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, board) in boards.iter().enumerate() {
        if let Some(key) = shared(board).filter(|_| partner[index].is_none()) {
            groups.entry(key).or_default().push(index);
        }
    }
    for group in groups.into_values() {
        let mut near: Vec<(u64, usize, usize)> = Vec::new();
        // Boards that end in the same second are few; a group that is not is no help.
        for (place, &first) in group.iter().enumerate().take(64) {
            for &second in group.iter().skip(place + 1).take(64) {
                if let Some(distance) = distance(&boards[first], &boards[second]) {
                    near.push((distance, first, second));
                }
            }
        }
        near.sort_unstable();
        for (_, first, second) in near {
            if partner[first].is_none() && partner[second].is_none() {
                partner[first] = Some(second);
                partner[second] = Some(first);
            }
        }
    }
}

/// What both boards of a match have alike; `None` where a board says too little of itself.
fn shared(board: &BoardGame) -> Option<String> {
    if board.partner.is_some() {
        return None;
    }
    let (date, time) = match board.end_s {
        Some(end_s) => (day_of(end_s), time_of_day(end_s)),
        None if board.date.is_empty() || board.end_time.is_empty() => return None,
        None => (board.date.clone(), board.end_time.clone()),
    };
    let control = match board.control {
        Some(control) => format!("{}+{}", control.initial_ms, control.increment_ms),
        None => board.control_text.clone(),
    };
    Some(format!("{date} {time} {control}"))
}

/// How far two boards that share all else are from each other; `None` where they cannot be one match.
fn distance(first: &BoardGame, second: &BoardGame) -> Option<u64> {
    let name = |board: &BoardGame| board.players.clone().map(|player| player.name);
    if !are_opposite(first, second) || name(first) == name(second) {
        return None;
    }
    match (uuid_time(first), uuid_time(second)) {
        (Some(first), Some(second)) => {
            Some(first.abs_diff(second)).filter(|step| *step <= UUID_STEP)
        }
        _ => match (first.id, second.id) {
            (Some(first), Some(second)) => {
                Some(first.abs_diff(second)).filter(|step| *step <= ID_STEP)
            }
            _ if [first, second].iter().any(|board| board.origin == BoardOrigin::Answer) => None,
            _ => Some(first.file.abs_diff(second.file) as u64),
        },
    }
}

/// The low part of the time in a uuid of the first version, in units of 100 ns.
fn uuid_time(board: &BoardGame) -> Option<u64> {
    let mut parts = board.uuid.as_deref()?.split('-');
    let low = u64::from_str_radix(parts.next()?, 16).ok()?;
    let middle = u64::from_str_radix(parts.next()?, 16).ok()?;
    Some(middle.checked_shl(32)? | low)
}

/// Board A is the one with the smaller number; where there are none, that which comes first.
fn seated(boards: &[BoardGame], first: usize, second: usize) -> Pair {
    let key = |index: usize| (boards[index].id, boards[index].uuid.as_deref());
    let (a, b) = if key(second).0.is_some() && key(second) < key(first) {
        (second, first)
    } else {
        (first, second)
    };
    ByBoard::from_fn(|id| Some(if id == BoardId::A { a } else { b }))
}

/// Which board a single one is.
fn half(board: &BoardGame) -> BoardId {
    match (board.id, &board.partner) {
        (Some(id), Some(BoardRef::Number(other))) if *other < id => BoardId::B,
        _ => BoardId::A,
    }
}
