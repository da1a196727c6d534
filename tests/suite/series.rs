//! Series: which matches of a list belong together, and their scores.
#![expect(clippy::cast_possible_truncation, reason = "a test counts in dozens")]

use proptest::prelude::*;
use tandem::{
    archive::{Index, Row, SeriesPlace},
    notation::GameResult,
};

/// A match between two teams of two: players, seats, time and result.
#[derive(Clone, Copy, Debug)]
struct PlayedMatch {
    /// The pair of teams, from 0.
    teams: usize,
    /// Whether the teams, and the players within each team, have swapped seats.
    swapped: [bool; 3],
    minutes: i64,
    result: Option<GameResult>,
}

const RESULTS: [Option<GameResult>; 4] =
    [Some(GameResult::First), Some(GameResult::Second), Some(GameResult::Draw), None];

impl PlayedMatch {
    /// Returns the record. Minutes are counted from a midnight between two months of a leap year.
    fn text(&self) -> String {
        let name = |player: char| format!("{player}{}", self.teams);
        let one = pair('a', 'b', self.swapped[1]);
        let other = pair('c', 'd', self.swapped[2]);
        let [[white_a, black_b], [black_a, white_b]] = pair(one, other, self.swapped[0]);
        let day = match self.minutes.div_euclid(1440) {
            -2 => "2024.02.28",
            -1 => "2024.02.29",
            _ => "2024.03.01",
        };
        let minutes = self.minutes.rem_euclid(1440);
        let (hours, minutes) = (minutes / 60, minutes % 60);
        let result = self.result.map_or("*", GameResult::text);
        let [white_a, black_a, white_b, black_b] = [white_a, black_a, white_b, black_b].map(name);
        format!(
            "[Event \"x\"]\n[WhiteA \"{white_a}\"]\n[BlackA \"{black_a}\"]\n[WhiteB \"{white_b}\"]\n\
             [BlackB \"{black_b}\"]\n[Date \"{day}\"]\n[Time \"{hours}:{minutes:02}:00\"]\n\n1A. e4 {result}\n\n"
        )
    }
}

fn pair<T>(one: T, other: T, swapped: bool) -> [T; 2] {
    if swapped { [other, one] } else { [one, other] }
}

/// Implements the documented definition plainly: two matches of the same teams within an hour of each other are in one
/// series, together with all others linked in this way.
fn plain_series(all: &[PlayedMatch]) -> Vec<Option<SeriesPlace>> {
    let mut series: Vec<usize> = (0..all.len()).collect();
    loop {
        let before = series.clone();
        for (i, one) in all.iter().enumerate() {
            for (j, other) in all.iter().enumerate() {
                if one.teams == other.teams && (one.minutes - other.minutes).abs() <= 60 {
                    let first = series[i].min(series[j]);
                    (series[i], series[j]) = (first, first);
                }
            }
        }
        if series == before {
            break;
        }
    }
    let mut number = 0;
    let mut places = vec![None; all.len()];
    for first in 0..all.len() {
        // Ordered by time. Matches at the same time count once, as the first of them in the list.
        let mut times: Vec<i64> = Vec::new();
        let mut members: Vec<usize> = (0..all.len()).filter(|&i| series[i] == first).collect();
        members.sort_by_key(|&i| all[i].minutes);
        let mut points = [0, 0];
        for &i in &members {
            if !times.contains(&all[i].minutes) {
                times.push(all[i].minutes);
                let [white_a, other] = match all[i].result {
                    Some(GameResult::First) => [2, 0],
                    Some(GameResult::Second) => [0, 2],
                    Some(GameResult::Draw) => [1, 1],
                    _ => [0, 0],
                };
                points[usize::from(all[i].swapped[0])] += white_a;
                points[usize::from(!all[i].swapped[0])] += other;
            }
        }
        if times.len() < 2 {
            continue;
        }
        number += 1;
        let starts_swapped = all[members[0]].swapped[0];
        if starts_swapped {
            points.reverse();
        }
        for &i in &members {
            let game = times.iter().position(|&time| time == all[i].minutes);
            places[i] = Some(SeriesPlace {
                number,
                game: game.expect("its time") as u32 + 1,
                games: times.len() as u32,
                points,
                is_swapped: all[i].swapped[0] != starts_swapped,
            });
        }
    }
    places
}

fn places(index: &Index) -> Vec<Option<SeriesPlace>> {
    index.find_series();
    index.rows().map(|row| row.series).collect()
}

fn played() -> impl Strategy<Value = PlayedMatch> {
    let minutes = prop_oneof![-130..130_i64, -2000..1300_i64];
    (0..3_usize, any::<[bool; 3]>(), minutes, 0..4_usize).prop_map(
        |(teams, swapped, minutes, result)| PlayedMatch {
            teams,
            swapped,
            minutes,
            result: RESULTS[result],
        },
    )
}

proptest! {
    #[test]
    fn series_match_the_plain_definition(all in prop::collection::vec(played(), 0..24)) {
        let text: String = all.iter().map(PlayedMatch::text).collect();
        let index = Index::from_bytes(text.as_bytes());
        let expect = plain_series(&all);
        prop_assert_eq!(&places(&index), &expect);
        // Grouping loses no row, and keeps the rows of each series together in order.
        let mut rows: Vec<u32> = (0..all.len() as u32).collect();
        index.group_series(&mut rows);
        let mut sorted = rows.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..all.len() as u32).collect::<Vec<_>>());
        let together: Vec<_> = rows.iter().map(|&row| expect[row as usize]).collect();
        let number = |place: &Option<SeriesPlace>| place.map(|place| place.number);
        let stretches: Vec<_> = together.chunk_by(|a, b| a.is_some() && number(a) == number(b)).collect();
        let series = expect.iter().flatten().map(|place| place.number).max().unwrap_or(0);
        let alone = expect.iter().filter(|place| place.is_none()).count();
        prop_assert_eq!(stretches.len(), alone + series as usize);
        for stretch in stretches {
            prop_assert!(stretch.iter().flatten().map(|place| place.game).is_sorted());
        }
    }
}

#[test]
fn matches_without_four_names_or_a_time_are_in_no_series() {
    let at = |minutes| PlayedMatch {
        teams: 0,
        swapped: [false; 3],
        minutes,
        result: Some(GameResult::First),
    };
    let both = format!("{}{}", at(0).text(), at(10).text());
    for (from, to) in [
        ("[Time ", "[Tim "),
        ("2024.03.01", "2024.03.??"),
        ("2024.03.01", ""),
        ("\"d0\"", "\"\""),
        ("\"d0\"", "\"?\""),
        ("[WhiteB \"d0\"]", ""),
    ] {
        let text = both.replace(from, to);
        assert_ne!(text, both, "{from}");
        assert_eq!(places(&Index::from_bytes(text.as_bytes())), [None, None]);
    }
    // Alternative names of the tags, and a time zone after the time.
    let text = both.replace("[Time ", "[EndTime ").replace(":00\"]", ":00 GMT+0000\"]");
    let text = text.replace("[Date ", "[UTCDate ");
    let index = Index::from_bytes(text.as_bytes());
    assert!(places(&index).iter().all(Option::is_some));
}

#[test]
fn growing_list_groups_series_across_chunks() {
    let text = |minutes| {
        let result = Some(GameResult::Draw);
        let swapped = [false; 3];
        PlayedMatch { teams: 1, swapped, minutes, result }.text()
    };
    let mut index = Index::from_bytes(text(0).as_bytes());
    assert_eq!(places(&index), [None]);
    index.join(&Index::from_bytes(text(-30).as_bytes()));
    let games: Vec<_> = places(&index).iter().map(|place| place.map(|it| it.game)).collect();
    assert_eq!(games, [Some(2), Some(1)]);
    assert_eq!(index.row(0).map(|row: Row<&str>| row.series_score()), Some(Some("1–1".into())));
}
