//! Openings, players and drops of an archive, compared with a plain replay.

use super::{
    random::random_matches,
    search::{corpus, slice},
};
use std::{collections::BTreeMap, ops::ControlFlow};
use tandem::{
    archive::{Index, RowNumber},
    file::{Source, Text},
    kriegspiel::Notation,
    notation::{Clock, GameResult, Record, record_ranges},
    replay::{InitialClocks, Match},
    rules::{Board, BoardId, Move, Position, Seat, Team},
    search::{NextMove, Score, Selection, drops, openings, player_profile, players},
};

/// Calls `then` with all records of `text`.
fn with_all<T>(text: &[u8], then: impl FnOnce(&Selection<'_>) -> T) -> T {
    let index = Index::replayed(text);
    let rows: Vec<RowNumber> = (0..).take(index.len()).collect();
    let text = Text::from(Source::from_bytes("a.bpgn", text));
    then(&Selection { index: &index, texts: &[&text], rows: &rows, moves: None })
}

fn matches_of(text: &[u8]) -> Vec<(Record, Match, &[u8])> {
    let of_range = |range| {
        let text = slice(text, range);
        let record = Record::parse(text);
        let played = match Notation::of(&record, text) {
            Notation::Bpgn => Match::replay(&record, text),
            // No match, so no moves on board A.
            Notation::Kriegspiel => Match::default(),
        };
        (record, played, text)
    };
    record_ranges(text).into_iter().map(of_range).collect()
}

fn next_moves(text: &[u8], board: &Board) -> Vec<NextMove> {
    with_all(text, |selection| {
        let mut moves = Vec::new();
        openings(selection, board, None, |_, so_far| {
            moves = so_far.to_vec();
            ControlFlow::Continue(())
        })
        .expect("memory can be read");
        moves
    })
}

/// Returns the part of a board that is compared, as text: pieces, turn, castling.
fn key(position: &Position, id: BoardId) -> String {
    let bfen = position.bfen(id);
    let mut fields = bfen.split(' ');
    let pieces = fields.next().expect("pieces").split('[').next().expect("pieces");
    let fields: Vec<&str> = fields.take(2).collect();
    format!("{} {}", pieces.replace('~', ""), fields.join(" "))
}

/// Returns the time that a ply took, from the clocks before it.
fn used(played: &Match, ply: usize) -> Option<i64> {
    let this = &played.plies[ply];
    let Clock::Left { ms, .. } = this.clock else {
        return match this.clock {
            Clock::Spent { ms } => Some(i64::from(ms)),
            _ => None,
        };
    };
    let before = played.plies[..ply].iter().rev();
    let before = before.filter(|other| other.seat == this.seat);
    let mut before = before.filter_map(|other| match other.clock {
        Clock::Left { ms, .. } => Some(ms),
        _ => None,
    });
    // An estimated initial clock tells no time.
    let initial = match played.set_up.clocks_from {
        InitialClocks::LargestClock => None,
        _ => played.set_up.clocks_ms[this.seat],
    };
    let before = before.next().or(initial)?;
    Some(i64::from(before - ms + played.set_up.increment_ms).max(0))
}

/// Games, wins, draws, losses, and the time of the moves.
type Tally = (u32, u32, u32, u32, i64);

fn expected_moves(text: &[u8], wanted: &str) -> BTreeMap<String, Tally> {
    let mut all: BTreeMap<String, Tally> = BTreeMap::new();
    for (record, played, text) in matches_of(text) {
        // A contradicted result counts for nobody.
        let result = if played.ending.is_contradicted { None } else { record.result(text) };
        for id in BoardId::ALL {
            let mut position = played.set_up.position.clone();
            for (index, ply) in played.plies.iter().enumerate() {
                if ply.seat.board() == id && key(&position, id) == wanted {
                    let san = ply.san(&position);
                    let tally = all.entry(san.trim_end_matches(['+', '#']).to_owned()).or_default();
                    tally.0 += 1;
                    match (result, ply.seat.team()) {
                        (Some(GameResult::First), Team::First)
                        | (Some(GameResult::Second), Team::Second) => tally.1 += 1,
                        (Some(GameResult::Draw), _) => tally.2 += 1,
                        (Some(GameResult::First | GameResult::Second), _) => tally.3 += 1,
                        _ => {}
                    }
                    tally.4 += used(&played, index).unwrap_or(0);
                    break;
                }
                ply.play_on(&mut position);
            }
        }
    }
    all
}

#[test]
fn next_moves_are_those_of_a_plain_replay() {
    for text in [corpus(), random_matches(300_000, 3)] {
        let mut compared = 0;
        for (number, (_, played, _)) in matches_of(&text).iter().enumerate().take(40) {
            for (moment, id) in [(number % 7, BoardId::A), (number % 50, BoardId::B)] {
                let position = played.position_after(moment);
                let got: BTreeMap<String, Tally> = next_moves(&text, &position.boards[id])
                    .into_iter()
                    .map(|next| {
                        let tally = next.tally(None);
                        let Score { won, drawn, lost, .. } = tally.score;
                        let used = i64::try_from(tally.used_ms).expect("small");
                        (next.san, (tally.score.games(), won, drawn, lost, used))
                    })
                    .collect();
                if compared < 24 {
                    assert_eq!(got, expected_moves(&text, &key(&position, id)), "{number}");
                }
                compared += usize::from(!got.is_empty());
            }
        }
        assert!(compared > 10, "{compared}");
    }
}

#[test]
fn the_most_frequent_move_is_the_first() {
    let text = random_matches(200_000, 5);
    let moves = next_moves(&text, &Board::default());
    assert!(moves.len() > 10);
    assert!(moves.windows(2).all(|pair| pair[0].matches > 0));
    let played = |next: &NextMove, on| next.tally(on).score.games();
    assert!(moves.windows(2).all(|pair| played(&pair[0], None) >= played(&pair[1], None)));
    let games: u32 = moves.iter().map(|next| played(next, None)).sum();
    let boards = matches_of(&text);
    let begun = |id: BoardId| {
        let begins = |played: &Match| played.plies.iter().any(|ply| ply.seat.board() == id);
        boards.iter().filter(|(_, played, _)| begins(played)).count()
    };
    assert_eq!(games as usize, begun(BoardId::A) + begun(BoardId::B));
    for id in BoardId::ALL {
        let games: u32 = moves.iter().map(|next| played(next, Some(id))).sum();
        assert_eq!(games as usize, begun(id));
    }
    // A match in which both boards begin with the same move counts once.
    for next in &moves {
        let first = |played: &Match, id| {
            let plies = played.plies.iter();
            plies.clone().find(|ply| ply.seat.board() == id).is_some_and(|ply| ply.mv == next.mv)
        };
        let matches =
            boards.iter().filter(|(_, it, _)| BoardId::ALL.iter().any(|&id| first(it, id)));
        assert_eq!(next.matches as usize, matches.count(), "{}", next.san);
    }
}

#[test]
fn drop_counts_equal_a_plain_replay() {
    for text in [corpus(), random_matches(300_000, 4)] {
        let expect: Vec<(usize, u32)> = matches_of(&text)
            .iter()
            .map(|(_, played, _)| {
                let drops = played.plies.iter().filter(|ply| matches!(ply.mv, Move::Drop { .. }));
                u32::try_from(drops.count()).expect("small")
            })
            .enumerate()
            .collect();
        let got = with_all(&text, |selection| {
            let mut got = Vec::new();
            drops(selection, |id, count| {
                got.push((id, count));
                ControlFlow::Continue(())
            })
            .expect("memory can be read");
            got
        });
        assert_eq!(got, expect);
    }
}

#[test]
fn player_counts_equal_the_records() {
    let text = random_matches(400_000, 6);
    let all = matches_of(&text);
    let name = |record: &Record, text: &[u8], seat: Seat| {
        record.player(text, seat).unwrap_or_default().to_string()
    };
    let listed = with_all(&text, |selection| players(selection.index, selection.rows));
    assert!(listed.len() > 5);
    assert!(listed.windows(2).all(|pair| pair[0].score.games() >= pair[1].score.games()));
    for player in listed.iter().take(5) {
        let told = with_all(&text, |selection| {
            player_profile(selection, &player.name, |_, _| ControlFlow::Continue(()))
                .expect("memory")
        });
        assert_eq!(told.score, player.score);
        let mut of_seats = Score::default();
        let (mut partners, mut opponents) = (0, 0);
        let (mut spent, mut timed) = (0, 0);
        for (record, played, text) in &all {
            let is = |seat: &Seat| name(record, text, *seat) == player.name;
            let Some(seat) = Seat::ALL.into_iter().find(is) else { continue };
            of_seats.add(seat.team(), record.result(text).into());
            partners += u32::from(!is(&seat.partner()));
            let others = seat.team().other().seats();
            opponents +=
                u32::try_from(others.iter().filter(|other| !is(other)).count()).expect("2");
            for ply in (0..played.plies.len()).filter(|&ply| played.plies[ply].seat == seat) {
                if let Some(ms) = used(played, ply) {
                    spent += ms;
                    timed += 1;
                }
            }
        }
        assert_eq!(of_seats, told.score, "{}", player.name);
        let games = |list: &[(String, Score)]| list.iter().map(|(_, s)| s.games()).sum::<u32>();
        assert_eq!((games(&told.partners), games(&told.opponents)), (partners, opponents));
        let seats = Seat::ALL.map(|seat| told.seats[seat].games());
        assert_eq!(seats.iter().sum::<u32>(), told.score.games());
        assert_eq!((told.used_ms, told.timed), (spent.try_into().expect("positive"), timed));
        assert!(told.ratings.is_sorted_by_key(|at| at.date) && !told.ratings.is_empty());
    }
}

#[test]
fn player_at_two_seats_counts_once() {
    let text = b"[Event \"a\"]\n[WhiteA \"x\"]\n[BlackA \"y\"]\n[BlackB \"x\"]\n\n1A. e4 1-0\n";
    let listed = with_all(text, |selection| players(selection.index, selection.rows));
    let games: Vec<(&str, u32)> =
        listed.iter().map(|row| (row.name.as_str(), row.score.games())).collect();
    assert_eq!(games, [("x", 1), ("y", 1)]);
}
