//! The history of every piece across the boards.

use crate::random::random_matches;
use std::collections::BTreeMap;
use tandem::{
    notation::{Record, Records},
    replay::{EventKind, Flow, Match, Origin, PiecePath},
    rules::{BoardId, Reserve, Role, Seat, Square},
};

fn replay(text: &str) -> Match {
    Match::replay(&Record::parse(text.as_bytes()), text.as_bytes())
}

/// Describes a piece: what it is, and what happens to it.
fn story(played: &Match, flow: &Flow, story: usize) -> String {
    let story = &flow.paths[story];
    let mut text = match story.origin {
        Origin::Board(board, square) => format!("{} {}{square}", story.role.char(), board.letter()),
        Origin::Reserve(seat) => format!("{} of {}", story.role.char(), seat.letter()),
        Origin::Lent { ply } => format!("{} lent at {ply}", story.role.char()),
    };
    for event in &story.events {
        let ply = &played.plies[event.ply];
        let by = format!("{}{} on {}", ply.number, ply.seat.letter(), event.square);
        text += &match event.kind {
            EventKind::Taken { to } => format!(", taken by {by} for {}", to.letter()),
            EventKind::Dropped => format!(", dropped by {by}"),
            EventKind::Promoted(role) => format!(", {} by {by}", role.char()),
        };
    }
    text
}

/// Returns the piece that ply `index` captures or drops.
fn moved_by(flow: &Flow, index: usize) -> usize {
    let is_moved = |path: &PiecePath| path.events.iter().any(|event| event.ply == index);
    flow.paths.iter().position(is_moved).expect("a piece")
}

#[test]
fn a_pawn_is_followed_from_board_to_board() {
    let text = "1A. e4 1B. a3 1a. d5 2A. exd5 1b. P@e3 2B. fxe3 2a. Qxd5 2b. e6 3B. P@d4 *\n";
    let played = replay(text);
    assert_eq!(played.plies.len(), 9, "{:?}", played.issues);
    let flow = Flow::of(&played);
    assert_eq!(flow.paths.len(), 64);
    let first = moved_by(&flow, 3);
    assert_eq!(
        story(&played, &flow, first),
        "p Ad7, taken by 2A on d5 for b, dropped by 1b on e3, taken by 2B on e3 for a"
    );
    let second = moved_by(&flow, 8);
    assert_eq!(
        story(&played, &flow, second),
        "p Ae2, taken by 2a on d5 for B, dropped by 3B on d4"
    );
    assert_eq!((flow.capture_of_drop(4), flow.drop_of_capture(3)), (Some(3), Some(4)));
    assert_eq!((flow.capture_of_drop(8), flow.drop_of_capture(6)), (Some(6), Some(8)));
    let none = (flow.drop_of_capture(5), flow.capture_of_drop(0), flow.drop_of_capture(0));
    assert_eq!(none, (None, None, None));
}

#[test]
fn promoted_piece_is_captured_as_a_pawn() {
    let fen = "4k3/1P6/8/8/8/8/8/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/K7[q] b - - 0 1";
    let text = format!("[FEN \"{fen}\"]\n\n1A. b8=Q+ 1a. Kd7 2A. Qb7+ 2a. Kd8 1b. Q@b2+ *\n");
    let played = replay(&text);
    let flow = Flow::of(&played);
    assert_eq!(played.plies.len(), 5, "{:?}", played.issues);
    let all: Vec<String> = (0..flow.paths.len()).map(|id| story(&played, &flow, id)).collect();
    assert!(all.contains(&"p Ab7, q by 1A on b8".to_owned()), "{all:?}");
    assert!(all.contains(&"q of b, dropped by 1b on b2".to_owned()), "{all:?}");
}

#[test]
fn missing_piece_is_lent() {
    let played = replay("1A. e4 1a. N@e5 *\n");
    let flow = Flow::of(&played);
    let dropped = moved_by(&flow, 1);
    assert_eq!(story(&played, &flow, dropped), "n lent at 1, dropped by 1a on e5");
}

/// At the end, every piece is where its story says.
#[test]
fn piece_flows_end_at_the_final_squares() {
    let text = random_matches(60_000, 5);
    let mut records = Records::of(&text);
    let (mut matches, mut taken_twice) = (0, 0);
    while let Some((record, text, _)) = records.read_next() {
        let played = Match::replay(record, text);
        let flow = Flow::of(&played);
        let mut reserves: BTreeMap<(Seat, Role), usize> = BTreeMap::new();
        let mut on_boards = 0;
        for story in &flow.paths {
            let takings =
                story.events.iter().filter(|it| matches!(it.kind, EventKind::Taken { .. }));
            taken_twice += usize::from(takings.count() > 1);
            let mut role = story.role;
            let mut held = match story.origin {
                Origin::Reserve(seat) => Some(seat),
                _ => None,
            };
            for event in &story.events {
                match event.kind {
                    EventKind::Taken { to } => {
                        assert_eq!(held, None, "what is in reserve is not taken");
                        assert_eq!(to.color(), story.color);
                        role = if promoted(story, event.ply) { Role::Pawn } else { role };
                        held = Some(to);
                    }
                    EventKind::Dropped => {
                        let seat = played.plies[event.ply].seat;
                        assert!(held == Some(seat) || matches!(story.origin, Origin::Lent { .. }));
                        held = None;
                    }
                    EventKind::Promoted(to) => role = to,
                }
            }
            match held {
                Some(seat) => *reserves.entry((seat, role)).or_default() += 1,
                None => on_boards += 1,
            }
        }
        let end = played.position_after(usize::MAX);
        for seat in Seat::ALL {
            for role in Reserve::ROLES {
                let told = reserves.get(&(seat, role)).copied().unwrap_or(0);
                assert_eq!(told, usize::from(end.reserves[seat].count(role)));
            }
        }
        let stand = |id| end.boards[id].pieces().occupied().count();
        assert_eq!(on_boards, BoardId::ALL.into_iter().map(stand).sum::<usize>());
        matches += 1;
    }
    assert!(matches > 10 && taken_twice > 10, "{matches} matches, {taken_twice} taken twice");
}

/// Whether a piece was promoted before `ply`, and after its last drop or capture.
fn promoted(story: &PiecePath, ply: usize) -> bool {
    let last = story.events.iter().rfind(|event| event.ply < ply);
    let last = last.map(|event| event.kind);
    matches!(last, Some(EventKind::Promoted(_)))
}

#[test]
fn reserve_holds_captures_not_dropped_yet() {
    let text = "1A. e4 1B. a3 1a. d5 2A. exd5 1b. P@e3 2B. fxe3 2a. Qxd5 2b. e6 3B. P@d4 *\n";
    let played = replay(text);
    let flow = Flow::of(&played);
    let held = |seat, plies| -> Vec<(Role, Option<usize>)> {
        let held = flow.reserve_pieces(&played, seat, plies);
        held.iter().map(|held| (held.role, held.captured_by)).collect()
    };
    assert_eq!(held(Seat::BlackB, 3), []);
    assert_eq!(held(Seat::BlackB, 4), [(Role::Pawn, Some(3))]);
    assert_eq!(held(Seat::BlackB, 5), []);
    assert_eq!(held(Seat::BlackA, 9), [(Role::Pawn, Some(5))]);
}

#[test]
fn reserves_follow_the_rules() {
    let text = random_matches(20_000, 7);
    let mut records = Records::of(&text);
    while let Some((record, text, _)) = records.read_next() {
        let played = Match::replay(record, text);
        let flow = Flow::of(&played);
        for plies in 0..=played.plies.len() {
            let position = played.position_after(plies);
            for seat in Seat::ALL {
                let held = flow.reserve_pieces(&played, seat, plies);
                for role in Reserve::ROLES {
                    let count = held.iter().filter(|held| held.role == role).count();
                    let reserve = position.reserves[seat].count(role);
                    assert_eq!(count, usize::from(reserve), "{seat:?} {role:?} at {plies}");
                }
            }
        }
    }
}

/// The ply that dropped a piece, found from its square, is the one in its story.
#[test]
fn dropped_piece_is_traced_back_to_its_capture() {
    let text = "1A. e4 1B. a3 1a. d5 2A. exd5 1b. P@e3 2B. fxe3 2a. Qxd5 2b. e6 3B. P@d4 3b. h6 4B. d5 4b. exd5 *\n";
    let played = replay(text);
    assert_eq!(played.plies.len(), 12, "{:?}", played.issues);
    let on = |square, plies| Flow::dropped_onto(&played, BoardId::B, square, plies);
    assert_eq!(on(Square::E3, 5), Some(4), "dropped there");
    assert_eq!(on(Square::E3, 6), None, "taken by a pawn of its own board");
    assert_eq!(on(Square::D4, 9), Some(8));
    assert_eq!(on(Square::D5, 11), Some(8), "it has gone on");
    assert_eq!(on(Square::D4, 11), None, "and has left");
    assert_eq!(on(Square::D5, 12), None, "and was taken");
}
