//! Finds the two boards of each match.

use super::{
    MergeNote,
    order::in_order,
    tags::{day_of, time_of_day},
};
use crate::{
    import::board::{BoardGame, BoardOrigin, BoardRef},
    notation::{GameResult, read_time_of_day},
    rules::{BoardId, ByBoard, San},
    text::Day,
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

const MAX_END_DIFFERENCE_S: i64 = 60;

const DAY_S: i64 = 86_400;

/// The offsets of all time zones are multiples of this.
const ZONE_STEP_S: i64 = 15 * 60;

/// The maximum difference between the ends of the boards of a match if nothing else connects them.
const MAX_LONE_END_DIFFERENCE_S: i64 = 2;

/// The maximum difference by which the clocks of the boards of a match contradict each other. In real matches the
/// difference is at most 0.8 s.
const MAX_CLOCK_DIFFERENCE_MS: i64 = 2000;

/// The number of drops from which on the moves of two boards tell whether they belong to one match. Of 464 pairs of boards
/// of different random matches, 17 had a piece for every drop; these had at most 6 drops.
const MIN_DROPS: usize = 10;

/// The maximum number of times that the moves of two boards are compared. Comparing takes about a millisecond.
const MAX_COMPARISONS: usize = 100_000;

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
    let mut comparisons = 0;
    pair_by_attributes(boards, &mut partner, &mut comparisons);
    pair_neighbors(boards, &mut partner, &mut comparisons);
    let mut pairs = Vec::new();
    for (index, other) in partner.iter().enumerate() {
        match other {
            Some(other) if *other < index => {}
            Some(other) => pairs.push(order_pair(boards, index, *other)),
            None => {
                let board = board_of_lone(&boards[index]);
                let mut pair = ByBoard::default();
                pair[board] = Some(index);
                pairs.push(pair);
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
    let same_end = ends_agree(first, second, MAX_END_DIFFERENCE_S).unwrap_or(true);
    let same_control = match (first.control, second.control) {
        (Some(first), Some(second)) => first == second,
        _ => true,
    };
    same_end && same_control && results_may_agree(first, second)
}

/// Returns whether two boards ended within `max_s` seconds of each other, or `None` if an end is unknown. Times of day may
/// be in different time zones, and a date may be that of the start of the match, so only the time of the quarter hour is
/// compared if one of the ends is not in seconds since 1970.
fn ends_agree(first: &BoardGame, second: &BoardGame, max_s: i64) -> Option<bool> {
    if let (Some(first), Some(second)) = (first.end_s, second.end_s) {
        return Some(first.abs_diff(second) <= max_s.unsigned_abs());
    }
    let difference = end_of_day_s(first)? - end_of_day_s(second)?;
    let within_step = difference.rem_euclid(ZONE_STEP_S);
    Some(within_step.min(ZONE_STEP_S - within_step) <= max_s)
}

fn end_of_day_s(board: &BoardGame) -> Option<i64> {
    match board.end_s {
        Some(end_s) => Some(end_s.rem_euclid(DAY_S)),
        None => read_time_of_day(board.end_time.as_bytes()).map(i64::from),
    }
}

/// Returns whether two boards may be of one day: in different time zones, it may be the next day.
fn days_agree(first: &BoardGame, second: &BoardGame) -> bool {
    let day = |board: &BoardGame| -> Option<Day> {
        let date = board.end_s.map_or_else(|| board.date.clone(), day_of);
        date.replace('/', ".").parse().ok()
    };
    match (day(first), day(second)) {
        (Some(first), Some(second)) => first.0.abs_diff(second.0) <= 1,
        _ => first.date == second.date,
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
/// paired first. If there is a choice, or if the boards have no numbers, their moves must agree.
fn pair_by_attributes(
    boards: &[BoardGame],
    partner: &mut [Option<usize>],
    comparisons: &mut usize,
) {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, board) in boards.iter().enumerate() {
        if partner[index].is_none()
            && let Some(key) = shared_attributes(board)
        {
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
        let is_only_choice = near.len() == 1 && boards[group[0]].names().next().is_some();
        for (_, first, second) in near {
            let are_free = partner[first].is_none() && partner[second].is_none();
            if are_free && (is_only_choice || moves_agree(boards, first, second, comparisons)) {
                partner[first] = Some(second);
                partner[second] = Some(first);
            }
        }
    }
}

/// Pairs boards with neighboring numbers or uuids that name no partner, and whose ends are in different time zones or not
/// in the same second. Results and moves must agree, and no other board may fit. If there are too few drops to tell, the
/// ends must be in the same second.
fn pair_neighbors(boards: &[BoardGame], partner: &mut [Option<usize>], comparisons: &mut usize) {
    let is_lone = |index: &usize| partner[*index].is_none() && boards[*index].partner.is_none();
    let lone: Vec<usize> = (0..boards.len()).filter(is_lone).collect();
    let mut sorted = lone.clone();
    let key = |index: &usize| (boards[*index].id, uuid_time(&boards[*index]));
    sorted.sort_by_key(key);
    // At most two boards with a greater number are within the maximum distance. Without numbers, neighbors in the files
    // are compared.
    let adjacent = sorted.windows(2).chain(lone.windows(2)).map(|pair| (pair[0], pair[1]));
    let near = adjacent.chain(sorted.windows(3).map(|three| (three[0], three[2])));
    let mut candidates: Vec<(usize, usize)> = near
        .filter(|&(first, second)| may_be_lone_pair(&boards[first], &boards[second]))
        .map(|(first, second)| (first.min(second), first.max(second)))
        .collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|&(first, second)| moves_agree(boards, first, second, comparisons));
    let mut choices: HashMap<usize, usize> = HashMap::new();
    for (first, second) in &candidates {
        *choices.entry(*first).or_default() += 1;
        *choices.entry(*second).or_default() += 1;
    }
    for (first, second) in candidates {
        if choices[&first] == 1 && choices[&second] == 1 {
            partner[first] = Some(second);
            partner[second] = Some(first);
        }
    }
}

/// Returns whether everything but the moves suggests that two boards, which name no partner, belong to one match.
fn may_be_lone_pair(first: &BoardGame, second: &BoardGame) -> bool {
    let names = |board: &BoardGame| board.players.clone().map(|player| player.name.to_lowercase());
    let (one, two) = (names(first), names(second));
    let have_numbers = first.names().next().is_some() && second.names().next().is_some();
    let has_evidence = drop_count(first) + drop_count(second) >= MIN_DROPS
        || have_numbers && is_same_second(first, second);
    distance(first, second).is_some_and(|distance| have_numbers || distance <= 1)
        && has_evidence
        && one.iter().all(|name| !name.is_empty() && !two.contains(name))
        && first.result.is_some()
        && second.result.is_some()
        && control_key(first) == control_key(second)
        && days_agree(first, second)
        && ends_agree(first, second, MAX_LONE_END_DIFFERENCE_S) == Some(true)
        && clocks_agree(first, second)
}

/// Returns whether two boards may have ended at the same time by their clocks: on the board with the earlier last ply, the
/// player to move had enough time left to wait for the other board.
fn clocks_agree(first: &BoardGame, second: &BoardGame) -> bool {
    let (Some(first), Some(second)) = (LastClock::of(first), LastClock::of(second)) else {
        return true;
    };
    let (earlier, later) =
        if first.used_ms < second.used_ms { (first, second) } else { (second, first) };
    later.used_ms - earlier.used_ms <= earlier.left_ms + MAX_CLOCK_DIFFERENCE_MS
}

/// The clocks of a board after its last ply.
struct LastClock {
    /// The time that both players have used.
    used_ms: i64,
    /// The time that the player to move has left.
    left_ms: i64,
}

impl LastClock {
    /// Returns `None` if the time control or a clock is unknown.
    fn of(board: &BoardGame) -> Option<Self> {
        let control = board.control?;
        let base = i64::from(control.initial_ms);
        let mut last_two = [base, base];
        for ply in &board.plies {
            last_two = [last_two[1], i64::from(ply.clock_ms?)];
        }
        let increments = i64::from(control.increment_ms) * i64::try_from(board.plies.len()).ok()?;
        let used_ms = 2 * base + increments - last_two[0] - last_two[1];
        Some(Self { used_ms, left_ms: last_two[0] })
    }
}

/// Returns whether two boards ended in the same second of a day, in time zones that are known.
fn is_same_second(first: &BoardGame, second: &BoardGame) -> bool {
    let end_of_day_utc_s = |board: &BoardGame| -> Option<i64> {
        let offset_s = if board.end_s.is_some() { 0 } else { zone_offset_s(&board.end_time)? };
        Some((end_of_day_s(board)? - offset_s).rem_euclid(DAY_S))
    };
    let ends = (end_of_day_utc_s(first), end_of_day_utc_s(second));
    ends.0.is_some() && ends.0 == ends.1
}

/// Returns the offset from UTC in seconds of the time zone after a time of day, such as `8:25:14 PST` or
/// `16:25:14 GMT+0000`. Returns `None` for a missing zone and for an abbreviation that several zones share.
fn zone_offset_s(time: &str) -> Option<i64> {
    let zone = time.split_whitespace().nth(1)?;
    let hours = match zone {
        "UTC" | "GMT" => 0,
        "PST" => -8,
        "PDT" | "MST" => -7,
        "MDT" => -6,
        "EST" => -5,
        "EDT" => -4,
        "CET" => 1,
        "CEST" => 2,
        _ => {
            let offset = zone.strip_prefix("GMT").or(zone.strip_prefix("UTC")).unwrap_or(zone);
            let sign = if offset.starts_with('-') { -1 } else { 1 };
            let digits = offset.strip_prefix(['+', '-']).filter(|it| it.len() == 4)?;
            let minutes: i64 = digits.parse().ok()?;
            return Some(sign * (minutes / 100 * 3600 + minutes % 100 * 60));
        }
    };
    Some(hours * 3600)
}

fn drop_count(board: &BoardGame) -> usize {
    board.plies.iter().filter(|ply| matches!(ply.san, San::Drop { .. })).count()
}

/// Returns whether the moves of two boards may be those of one match: every dropped piece was captured on the other board
/// before.
fn moves_agree(boards: &[BoardGame], first: usize, second: usize, comparisons: &mut usize) -> bool {
    *comparisons += 1;
    if *comparisons > MAX_COMPARISONS {
        return false;
    }
    let pair = order_pair(boards, first, second);
    let games = ByBoard::from_fn(|board| pair[board].map(|index| &boards[index]));
    let mut notes = Vec::new();
    in_order(&games, &mut notes);
    let disagrees =
        |note: &MergeNote| matches!(note, MergeNote::Lent { .. } | MergeNote::Illegal { .. });
    !notes.iter().any(disagrees)
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
    Some(format!("{date} {time} {}", control_key(board)))
}

/// Returns the time control, which both boards of a match share, as a text.
fn control_key(board: &BoardGame) -> String {
    match board.control {
        Some(control) => format!("{}+{}", control.initial_ms, control.increment_ms),
        None => board.control_text.clone(),
    }
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
    fn time_zones_have_offsets() {
        for (time, hours) in [
            ("8:25:14 PST", Some(-8.0)),
            ("16:25:14 GMT+0000", Some(0.0)),
            ("21:55:14 GMT+0530", Some(5.5)),
            ("12:55:14 UTC-0330", Some(-3.5)),
            ("8:25:14 IST", None),
            ("8:25:14", None),
            ("8:25:14 GMT+1", None),
        ] {
            assert_eq!(zone_offset_s(time).map(|it| it as f64 / 3600.0), hours, "{time}");
        }
    }

    #[test]
    fn order_of_boards_does_not_decide_whether_they_pair() {
        use GameResult::{Draw, First, Second, Unknown};
        let board = |result, id: u64| BoardGame {
            id: Some(id),
            partner: if id == 1 { Some(BoardRef::Number(2)) } else { None },
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
