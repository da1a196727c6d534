//! Finds the two boards of each match.

use super::tags::{day_of, time_of_day};
use crate::{
    import::board::{BoardGame, BoardOrigin, BoardRef},
    notation::{GameResult, read_time_of_day},
    rules::{BoardId, ByBoard},
};
use std::collections::{HashMap, HashSet};

/// The indices of the boards of a match; `None` for a missing board.
pub(super) type Pair = ByBoard<Option<usize>>;

/// The maximum difference between the start times of the boards of a match, in units of 100 ns. The start time is in
/// the first two fields of a uuid. In real matches the difference is 1 or 10,001.
const MAX_UUID_TIME_DIFFERENCE: u64 = 100_000;

/// The maximum difference between the numbers of the two boards of a match. The numbers differ by two, or by one before
/// 2021.
const MAX_ID_DIFFERENCE: u64 = 2;

const MAX_END_DIFFERENCE_S: u64 = 60;

const DAY_S: u32 = 86_400;

/// Removes repeated boards and returns their number. A board repeats another one if they share a number or uuid. A
/// board with neither repeats another such board if players, date, end time and plies are equal.
pub(super) fn remove_repeated(boards: &mut Vec<BoardGame>) -> usize {
    let before = boards.len();
    let mut seen: HashSet<BoardRef> = HashSet::new();
    let mut texts: HashSet<String> = HashSet::new();
    boards.retain(|board| {
        let names: Vec<BoardRef> = board.names().collect();
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

/// Groups `boards` into matches. Each board is in exactly one match, with its partner or alone.
pub(super) fn find_pairs(boards: &[BoardGame]) -> Vec<Pair> {
    let mut partner: Vec<Option<usize>> = vec![None; boards.len()];
    pair_by_name(boards, &mut partner);
    pair_by_attributes(boards, &mut partner);
    let mut pairs = Vec::new();
    for (index, other) in partner.iter().enumerate() {
        match other {
            Some(other) if *other < index => {}
            Some(other) => pairs.push(order_pair(boards, index, *other)),
            None => {
                let board = board_of_lone(&boards[index]);
                pairs.push(ByBoard::from_fn(|id| (id == board).then_some(index)));
            }
        }
    }
    pairs
}

/// Pairs boards by the partners that they name: first boards that name each other, then boards of which only one names
/// the other.
fn pair_by_name(boards: &[BoardGame], partner: &mut [Option<usize>]) {
    let mut places: HashMap<BoardRef, usize> = HashMap::new();
    for (index, board) in boards.iter().enumerate() {
        for name in board.names() {
            places.entry(name).or_insert(index);
        }
    }
    let named_partner = |index: usize| -> Option<usize> {
        let name = boards[index].partner.as_ref()?;
        places.get(name).copied().filter(|other| *other != index)
    };
    for mutual in [true, false] {
        for index in 0..boards.len() {
            if let Some(other) = named_partner(index)
                && partner[index].is_none()
                && partner[other].is_none()
                && (if mutual {
                    named_partner(other) == Some(index)
                } else {
                    // A board that names a third board is not the partner, even if the third board is missing.
                    boards[other].partner.is_none() && may_be_pair(&boards[index], &boards[other])
                })
            {
                partner[index] = Some(other);
                partner[other] = Some(index);
            }
        }
    }
}

/// Returns whether two boards may belong to one match, given that one refers to the other.
fn may_be_pair(first: &BoardGame, second: &BoardGame) -> bool {
    let same_end = match (first.end_s, second.end_s) {
        (Some(first), Some(second)) => first.abs_diff(second) <= MAX_END_DIFFERENCE_S,
        // The date may be that of the start of the match, so compare only the time of day.
        _ => match [first, second].map(end_of_day_s) {
            [Some(first), Some(second)] => {
                let difference = first.abs_diff(second);
                u64::from(difference.min(DAY_S.saturating_sub(difference))) <= MAX_END_DIFFERENCE_S
            }
            _ => true,
        },
    };
    let same_control = match (first.control, second.control) {
        (Some(first), Some(second)) => first == second,
        _ => true,
    };
    same_end && same_control && results_may_agree(first, second)
}

fn end_of_day_s(board: &BoardGame) -> Option<u32> {
    match board.end_s {
        Some(end_s) => u32::try_from(end_s.rem_euclid(i64::from(DAY_S))).ok(),
        None => read_time_of_day(board.end_time.as_bytes()),
    }
}

/// Returns whether the results may be those of one match: known results must be wins of the same team or both draws.
fn results_may_agree(first: &BoardGame, second: &BoardGame) -> bool {
    use GameResult::{Draw, First, Second, Unknown};
    match (first.result.unwrap_or(Unknown), second.result.unwrap_or(Unknown)) {
        (Unknown, _) | (_, Unknown) => true,
        results => matches!(results, (First, Second) | (Second, First) | (Draw, Draw)),
    }
}

/// Pairs boards that name no partner and have equal [`shared_attributes`]. Boards with the smallest [`distance`] are
/// paired first.
fn pair_by_attributes(boards: &[BoardGame], partner: &mut [Option<usize>]) {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, board) in boards.iter().enumerate() {
        if let Some(key) = shared_attributes(board).filter(|_| partner[index].is_none()) {
            groups.entry(key).or_default().push(index);
        }
    }
    for group in groups.into_values() {
        let mut near: Vec<(u64, usize, usize)> = Vec::new();
        // Few boards end in the same second. A larger group than this could not be paired reliably.
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

/// Returns the attributes that both boards of a match share, as one text: date, end time and time control. Returns
/// `None` if the board names its partner, or has no date or no end time.
fn shared_attributes(board: &BoardGame) -> Option<String> {
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

/// Returns the distance between two boards: by uuid time, by number or by file. Returns `None` if they cannot belong to
/// one match.
fn distance(first: &BoardGame, second: &BoardGame) -> Option<u64> {
    let name = |board: &BoardGame| board.players.clone().map(|player| player.name);
    if !results_may_agree(first, second) || name(first) == name(second) {
        return None;
    }
    match (uuid_time(first), uuid_time(second)) {
        (Some(first), Some(second)) => {
            Some(first.abs_diff(second)).filter(|step| *step <= MAX_UUID_TIME_DIFFERENCE)
        }
        _ => match (first.id, second.id) {
            (Some(first), Some(second)) => {
                Some(first.abs_diff(second)).filter(|step| *step <= MAX_ID_DIFFERENCE)
            }
            _ if [first, second].iter().any(|board| board.origin == BoardOrigin::Response) => None,
            _ => Some(first.file.abs_diff(second.file) as u64),
        },
    }
}

/// Returns the lower part of the time in a version 1 uuid, in units of 100 ns.
fn uuid_time(board: &BoardGame) -> Option<u64> {
    let mut parts = board.uuid.as_deref()?.split('-');
    let low = u64::from_str_radix(parts.next()?, 16).ok()?;
    let middle = u64::from_str_radix(parts.next()?, 16).ok()?;
    Some(middle.checked_shl(32)? | low)
}

/// Returns the two boards as a pair. The board with the smaller number is board A; without numbers, `first` is.
fn order_pair(boards: &[BoardGame], first: usize, second: usize) -> Pair {
    let key = |index: usize| (boards[index].id, boards[index].uuid.as_deref());
    let (a, b) = if key(second).0.is_some() && key(second) < key(first) {
        (second, first)
    } else {
        (first, second)
    };
    ByBoard::from_fn(|id| Some(if id == BoardId::A { a } else { b }))
}

/// Returns whether a board without its partner becomes board A or B: B if the missing partner has a smaller number,
/// otherwise A.
fn board_of_lone(board: &BoardGame) -> BoardId {
    match (board.id, &board.partner) {
        (Some(id), Some(BoardRef::Number(other))) if *other < id => BoardId::B,
        _ => BoardId::A,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_boards_does_not_decide_whether_they_pair() {
        use GameResult::{Draw, First, Second, Unknown};
        let board = |result, id: u64| BoardGame {
            id: Some(id),
            partner: (id == 1).then_some(BoardRef::Number(2)),
            result,
            ..BoardGame::default()
        };
        let results = [None, Some(First), Some(Second), Some(Draw), Some(Unknown)];
        for first in results {
            for second in results {
                let known = |result: Option<GameResult>| result.filter(|it| *it != Unknown);
                let expected = match (known(first), known(second)) {
                    (Some(Draw), Some(other)) => other == Draw,
                    (Some(first), Some(second)) => second != Draw && first != second,
                    _ => true,
                };
                let pairs = find_pairs(&[board(first, 1), board(second, 2)]);
                assert_eq!(pairs.len() == 1, expected, "{first:?} {second:?}");
            }
        }
    }
}
