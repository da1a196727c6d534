//! The review of a match: text in, estimates, turning points and proved mates out.

#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::archive::{corpus_folder, real_files};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};
use tandem::{
    analysis::{
        ledger::{FindingKind, Ledger},
        review::{
            CERTAIN, Choice, Effort, Estimate, Exchange, MISTAKE, PlyEstimate, Reason, Review,
            ReviewInput, choose, rating_lead,
        },
        tactics::{Limits, Solver},
    },
    archive::{Index, RowNumber},
    file::{Source, Text},
    notation::{Record, Records},
    replay::Match,
    rules::{
        Bfen, Board, BoardId, ByBoard, BySeat, Color, Move, Position, Reserve, Role, Seat, Square,
        Team, attacks,
    },
    search::{SearchQuery, Selection, search},
    text::to_u32,
    timeline::Timeline,
};

/// Few positions, since tests are not optimised.
const EFFORT: Effort = Effort {
    nodes: 1_500,
    total: 3_000_000,
    limits: Limits { moves: 3, deliver: 3, nodes: 200_000 },
};

fn replay(text: &str) -> Match {
    let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
    assert!(!played.cut_short, "{:?}", played.issues);
    played
}

fn review_of(played: &Match) -> Review {
    review_with(played, EFFORT, 0)
}

fn review_with(played: &Match, effort: Effort, rating_lead: i32) -> Review {
    let go = || ControlFlow::Continue(());
    let timeline = Timeline::of(played);
    let input = ReviewInput { played, timeline: &timeline, rating_lead };
    Review::of(input, effort, |_, _| go(), &go).expect("not cancelled")
}

/// Black on board A overlooks the mate on f7.
const OVERLOOKED: &str = "[Result \"*\"]\n\n\
    1A. e4{180} 1B. d4{180} 1a. e5{179} 1b. d5{179} 2A. Bc4{178} 2a. Nc6{177} 2B. Nf3{176} \
    2b. Nf6{176} 3A. Qh5{175} 3B. Bf4{175} 3a. Nf6{170} 3b. Bf5{174} 4A. Qxf7#{173}\n";

/// Takes twice and misses a smothered mate by a drop.
const MISSED: &str = "[SetUp \"1\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
    1A. Kf2 1B. Kd2 1a. h6 1b. Kd7\n";

fn turning_points(played: &Match, review: &Review) -> String {
    let mut text = String::new();
    for point in &review.turning_points {
        let name = played.plies[point.ply].name();
        let _ = writeln!(text, "{name} {}", point.sentence);
    }
    text
}

#[test]
fn overlooked_mate_is_a_turning_point_of_the_one_who_allowed_it() {
    let played = replay(OVERLOOKED);
    let review = review_of(&played);
    let points = turning_points(&played, &review);
    assert!(points.contains("3a Nf6 allows Qxf7#. Better: "), "{points}");
    let mates: Vec<(usize, u8, Vec<String>)> = review
        .mates
        .iter()
        .map(|mate| {
            let line = mate.line.iter().map(|mv| mv.uci(false)).collect();
            (mate.moment, mate.moves, line)
        })
        .collect();
    assert_eq!(mates, [(11, 1, vec!["h5f7".to_owned()])]);
    let certain = Estimate { probability: CERTAIN, low: CERTAIN, high: CERTAIN };
    assert_eq!(review.plies.last().unwrap().after, certain);
    // White A had the mate, so Black A's ply lost the most.
    let worst = (0..review.plies.len()).max_by_key(|&ply| review.plies[ply].loss);
    assert_eq!(worst, Some(10));
}

#[test]
fn numbers_of_an_engine_replace_the_score_of_a_board_but_no_proof() {
    let played = replay(OVERLOOKED);
    let review = review_of(&played);
    let by = |moment: usize, a: Option<u16>, b: Option<u16>| {
        review.at_by(moment, &ByBoard::new(a, b)).probability
    };
    for moment in 0..=played.plies.len() {
        assert_eq!(review.at_by(moment, &ByBoard::default()), review.at(moment));
    }
    // The logistic function of the sum of both boards' parts, of which each counts (40 + plies) / (240 + plies).
    let expected = |moment: usize, a: f64, b: f64| {
        let features = &review.features[moment];
        let plies = moment as f64;
        let boards = (2.0 * a - 1.0 + 2.0 * b - 1.0) * (40.0 + plies) / (240.0 + plies);
        let leads = f64::from(features.leads[0] + features.leads[1]) / 1000.0;
        let logit = 3.371 * boards + 6.847 * leads;
        10_000.0 / (1.0 + (-logit).exp())
    };
    for (moment, a, b) in [(0, 0.5, 0.5), (0, 0.9, 0.5), (4, 0.2, 0.6), (7, 1.0, 0.0)] {
        let [first, second] =
            [a, b].map(|chance: f64| u16::try_from(to_u32(chance * 10_000.0)).ok());
        let found = f64::from(by(moment, first, second));
        let expected = expected(moment, a, b);
        assert!((found - expected).abs() < 30.0, "{moment}: {found} {expected}");
    }
    // A proved mate and one on the board stay what they are.
    assert!(by(11, Some(0), Some(5_000)) > by(10, Some(0), Some(5_000)) + 1_000);
    assert_eq!(by(played.plies.len(), Some(0), Some(0)), CERTAIN);
}

#[test]
fn missed_mate_is_named_with_its_move() {
    let played = replay(MISSED);
    let review = review_of(&played);
    assert_eq!(
        review.plies[0].best.map(|best| best != Choice::Move(played.plies[0].mv)),
        Some(true)
    );
    let points = turning_points(&played, &review);
    assert!(points.starts_with("1A N@f7# is mate.\n"), "{points}");
}

#[test]
fn losers_are_told_apart_where_all_turning_points_are_the_winners() {
    let names = BySeat::from_fn(|seat: Seat| seat.name().to_owned());
    for (result, by_winners) in [("1-0", true), ("0-1", false), ("*", false)] {
        let played = replay(&format!("[Result \"{result}\"]\n{MISSED}"));
        let mut review = review_of(&played);
        review.turning_points.retain(|point| point.seat == Seat::WhiteA);
        assert_eq!(review.turning_points.len(), 1);
        let words = review.losers_words(&played, &names);
        let whose = "This is a move of the winners, White A and Black B. ";
        let is_told =
            words.is_some_and(|words| words.starts_with(whose) && words.contains("of the losers"));
        assert_eq!(is_told, by_winners, "{result}");
    }
}

/// Swaps the boards in the movetext of a match that begins at the starting position. The teams swap with them.
fn swapped(text: &str) -> String {
    let swap = |token: &str| match token.strip_suffix('.') {
        Some(name) => {
            let (number, seat) = name.split_at(name.len() - 1);
            let seat = match seat {
                "A" => "B",
                "a" => "b",
                "B" => "A",
                _ => "a",
            };
            format!("{number}{seat}.")
        }
        None => token.to_owned(),
    };
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    let moves: Vec<String> = moves.split_whitespace().map(swap).collect();
    format!("{tags}\n\n{}\n", moves.join(" "))
}

#[test]
fn swapping_the_boards_mirrors_the_estimate() {
    let reviewed = |text: &str| review_of(&replay(text));
    let (one, other) = (reviewed(OVERLOOKED), reviewed(&swapped(OVERLOOKED)));
    assert_eq!(one.start.probability, CERTAIN - other.start.probability);
    for (ply, (one, other)) in one.plies.iter().zip(&other.plies).enumerate() {
        let mirrored = Estimate {
            probability: CERTAIN - other.after.probability,
            low: CERTAIN - other.after.high,
            high: CERTAIN - other.after.low,
        };
        assert_eq!(one.after, mirrored, "ply {ply}");
        assert_eq!((one.best, one.loss, &one.line), (other.best, other.loss, &other.line));
    }
}

#[test]
fn band_contains_the_estimate_and_losses_are_differences() {
    let review = review_of(&replay(OVERLOOKED));
    for ply in &review.plies {
        let Estimate { probability, low, high } = ply.after;
        assert!(low <= probability && probability <= high && high <= CERTAIN, "{ply:?}");
        assert_eq!(ply.with_best - ply.with_played, ply.loss);
    }
    assert!(review.turning_points.iter().all(|point| point.loss >= MISTAKE));
}

/// Asserts that the estimate is certain where only one team mates by force, and nowhere else before a mate.
fn verify_no_proof_is_contradicted(played: &Match, review: &Review) {
    let mut solver = Solver::new(EFFORT.limits);
    let mate = played.plies.iter().position(|ply| ply.mate);
    for moment in 0..=mate.unwrap_or(played.plies.len()) {
        let position = played.position_after(moment);
        let mut mates = |team: Team| {
            BoardId::ALL.into_iter().any(|id| {
                let seat = Seat::new(id, position.boards[id].turn());
                let (board, reserve) = (position.board_of(seat), position.reserves[seat]);
                seat.team() == team && solver.forced_mate(board, reserve).is_some()
            })
        };
        let (first, second) = (mates(Team::First), mates(Team::Second));
        let estimate = review.at(moment);
        if first == second {
            assert!((1..CERTAIN).contains(&estimate.probability), "{moment}: {estimate:?}");
        } else {
            let winner = if first { Team::First } else { Team::Second };
            assert_eq!(estimate, Estimate::won_by(winner), "{moment}");
        }
    }
}

#[test]
fn estimate_contradicts_no_proved_mate() {
    for text in [OVERLOOKED, MISSED] {
        let played = replay(text);
        verify_no_proof_is_contradicted(&played, &review_of(&played));
    }
}

#[test]
fn claimed_mates_hold_whatever_the_defender_drops() {
    for text in [OVERLOOKED, MISSED] {
        let played = replay(text);
        for mate in review_of(&played).mates {
            let position = played.position_after(mate.moment);
            let mut board = position.board_of(mate.seat).clone();
            let mut solver = Solver::new(Limits::default());
            let own: Reserve = position.reserves[mate.seat];
            assert_eq!(solver.mates_within(&board, own, mate.moves), Some(true));
            for &mv in &mate.line {
                assert!(board.legal_moves(&Reserve::ONE_OF_EACH).contains(&mv));
                board.play(mv);
            }
            assert!(board.is_checkmate());
        }
    }
}

#[test]
fn review_ends_when_it_is_cancelled() {
    let played = replay(OVERLOOKED);
    let timeline = Timeline::of(&played);
    let input = ReviewInput { played: &played, timeline: &timeline, rating_lead: 0 };
    for checks in [0, 1, 20, 60] {
        let calls = AtomicUsize::new(0);
        let cancel = || {
            if calls.fetch_add(1, Ordering::Relaxed) < checks {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let go = |_, _| ControlFlow::Continue(());
        assert_eq!(Review::of(input, EFFORT, go, &cancel), None, "{checks}");
    }
    let go = || ControlFlow::Continue(());
    let stop = |done, _| if done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    assert_eq!(Review::of(input, EFFORT, stop, &go), None);
}

#[test]
fn bad_input_gives_an_estimate() {
    let texts = [
        "",
        "[Result \"1-0\"]\n\n1-0\n",
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8[] w - - 0 1 | 8/8/8/8/8/8/8/8[] w - - 0 1\"]\n\n1A. e4\n",
        "[SetUp \"1\"]\n[FEN \"nonsense\"]\n\n1A. e4\n",
        "1A. e4 1a. e5 2A. Ke5 2a. d5\n",
        "1A. e4{9999999} 1a. e5{-5} 1B. e4{0} 1b. P@e5{0}\n",
        // Without kings, with two, and with a side in check that is not to move.
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n1A. Kd1 1B. Kd1\n",
        "[SetUp \"1\"]\n[FEN \"4kk2/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n1A. Kd1\n",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4RK2[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n1B. Kd1 1b. Kd8\n",
        // Mated, stalemated and waiting at the start.
        "[SetUp \"1\"]\n[FEN \"6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1 | 7k/5Q2/8/8/8/8/8/6K1[] b - - 0 1\"]\n\n*\n",
        "[SetUp \"1\"]\n[FEN \"R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[QQQQQQQQQqqqqqqqqq] w - - 0 1\"]\n\n1B. Q@e7+\n",
        // The result, the marks and the clocks contradict the moves; plies follow the mate.
        "[Result \"0-1\"]\n\n1A. e4+{10} 1a. e5#{20} 2A. Bc4{30} 2a. Nc6{40} 3A. Qh5{50} 3a. Nf6{60} 4A. Qxf7{70} 1B. e4{1} \
         4a. Ke7{80} {White A resigns} 0-1\n",
    ];
    for text in texts {
        let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
        let review = review_of(&played);
        if played.unreadable_start().is_none() {
            assert_eq!(review.plies.len(), played.plies.len(), "{text}");
            assert_eq!(review.features.len(), played.plies.len() + 1, "{text}");
        }
        let _ = (review.at(0), review.at(1_000_000));
    }
}

#[test]
fn two_thousand_plies_give_an_estimate_each() {
    let round = |number: usize| {
        let [odd, even] = [2 * number + 1, 2 * number + 2];
        ["A", "B"].map(|board| {
            let black = board.to_lowercase();
            format!("{odd}{board}. Nf3 {odd}{black}. Nf6 {even}{board}. Ng1 {even}{black}. Ng8 ")
        })
    };
    let text: String = (0..250).flat_map(round).collect();
    let played = replay(&text);
    assert_eq!(played.plies.len(), 2_000);
    let effort = Effort { nodes: 40, total: 40_000, ..EFFORT };
    let review = review_with(&played, effort, 0);
    assert_eq!([review.plies.len(), review.features.len()], [2_000, 2_001]);
    assert!((0..=2_000).all(|moment| {
        let Estimate { probability, low, high } = review.at(moment);
        low <= probability && probability <= high && high <= CERTAIN
    }));
}

/// A queen hangs, a knight forks, and a rook pins nothing.
const HANGING: &str = "[Result \"*\"]\n\n1A. e4 1B. e4 1a. e5 1b. e5 2A. Qh5 2B. Nf3 2a. Nc6 2b. Nc6 3A. Nf3 3B. Bb5 3a. g6 \
    3b. a6 4A. a3 4a. gxh5 4B. Bxc6 4b. dxc6 5B. Nxe5 5b. Qd4\n";

/// White B mates with a knight, which Black A could take.
const UNTAKEN: &str = "[SetUp \"1\"]\n\
    [FEN \"4k3/8/3p4/4N3/8/8/8/4K3[] b - - 0 1 | 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1\"]\n\n\
    1a. Kd8 1A. Nf7\n";

/// White B mates with a knight, which White A puts where Black A takes it.
const FED: &str = "[SetUp \"1\"]\n\
    [FEN \"4k3/8/8/8/3p4/8/8/1N2K3[] w - - 0 1 | 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1\"]\n\n\
    1A. Nc3 1a. Kd8\n";

/// The state before a ply that was judged.
struct Judged<'a> {
    ply: &'a PlyEstimate,
    seat: Seat,
    position: Position,
}

impl Judged<'_> {
    fn board(&self) -> &Board {
        self.position.board_of(self.seat)
    }

    fn own(&self) -> Reserve {
        self.position.reserves[self.seat]
    }

    /// Returns the piece that the second move of `line` captures, if the third is on another square.
    fn taken(&self, line: &[Move]) -> Option<Role> {
        let role = self.board().after_move(line[0]).captured_by(line[1]);
        if line.get(2).is_some_and(|third| third.to() == line[1].to()) { None } else { role }
    }

    /// Returns whether `seat`, with one more piece, mates within `moves` on its board; if the other side is to move there,
    /// after each of its moves.
    fn mates_with(&self, seat: Seat, role: Role, moves: u8) -> bool {
        let board = self.position.board_of(seat);
        let mut own = self.position.reserves[seat];
        own.add(role);
        let mut solver = Solver::new(Limits::default());
        let mut mates = |board: &Board| solver.mates_within(board, own, moves) == Some(true);
        if board.turn() == seat.color() {
            return mates(board);
        }
        let replies = board.legal_moves(&self.position.reserves[seat.opponent()]);
        replies.into_iter().all(|reply| mates(&board.after_move(reply)))
    }

    /// Asserts that a reason says that the partner `waits` if the partner is not to move.
    fn verify_turn(&self, partner: Seat, waits: bool) {
        assert_eq!(self.position.turn(partner.board()) != partner, waits, "{:?}", self.ply);
    }

    /// Returns whether the side threatens mate within `moves` after `mv`.
    fn threatens(&self, mv: Move, moves: u8) -> bool {
        let mut own = self.own();
        own.take_dropped(mv);
        let Some(after) = self.board().after_move(mv).null_move() else { return false };
        Solver::new(Limits::default()).mates_within(&after, own, moves) == Some(true)
    }

    /// Returns the pieces that the first player of `line` has won and lost after each of its moves, less those of both.
    fn exchanges(&self, line: &[Move]) -> Vec<([i32; 5], [i32; 5])> {
        let mut board = self.board().clone();
        let (us, them) = (board.turn(), board.turn().other());
        let count = |board: &Board, color: Color, role: Role| {
            i32::try_from(board.pieces().by_piece(role.of(color)).count()).expect("at most 64")
        };
        let counts = |board: &Board, color| Reserve::ROLES.map(|role| count(board, color, role));
        let (our_start, their_start) = (counts(&board, us), counts(&board, them));
        let mut drops = [[0; 5]; 2];
        let mut all = Vec::new();
        for (number, &mv) in line.iter().enumerate() {
            if let Move::Drop { role, .. } = mv {
                drops[number % 2][role as usize - 1] += 1;
            }
            board.play(mv);
            let (ours, theirs) = (counts(&board, us), counts(&board, them));
            let won = std::array::from_fn(|i| their_start[i] + drops[1][i] - theirs[i]);
            let lost = std::array::from_fn(|i| our_start[i] + drops[0][i] - ours[i]);
            let both: [i32; 5] = std::array::from_fn(|i| i32::min(won[i], lost[i]));
            let less = |of: [i32; 5]| std::array::from_fn(|i| of[i] - both[i]);
            all.push((less(won), less(lost)));
        }
        all
    }

    fn has_promoted(&self) -> bool {
        let promotes = |mv: &Move| matches!(mv, Move::Normal { promotion: Some(_), .. });
        Square::ALL.into_iter().any(|square| self.board().is_promoted(square))
            || self.ply.line.iter().chain(&self.ply.played_line).any(promotes)
    }

    /// Returns the squares beside the king of `color` after `mv` that no piece of that color but the king attacks or
    /// occupies.
    fn exposed(&self, mv: Move, color: Color) -> usize {
        let board = self.board().after_move(mv);
        let king = board.king(color);
        let pieces = board.pieces();
        let own = pieces.by_color(color);
        let is_exposed = |square: &Square| {
            let attackers = own.into_iter().filter(|&from| {
                let role = pieces.role_at(from).expect("a piece");
                from != king
                    && attacks::attacks(from, role.of(color), pieces.occupied()).contains(*square)
            });
            !own.contains(*square) && attackers.count() == 0
        };
        Square::ALL
            .into_iter()
            .filter(|square| square.distance(king) == 1)
            .filter(is_exposed)
            .count()
    }

    /// Asserts that what the reason names about the played move does not happen after the better one too: the reply is not
    /// in its line, nor is a capture of the named piece, which is not possible at its end without loss either.
    fn verify_better_line(&self) {
        let ply = self.ply;
        let (role, is_any) = match ply.reason {
            Reason::FeedsMate { role, .. } => (Some(role), true),
            Reason::Loses { role } => (Some(role), false),
            Reason::LosesExchange(Exchange { won, .. }) => {
                let role =
                    Reserve::ROLES.into_iter().rev().find(|&role| won[role as usize - 1] > 0);
                (role, false)
            }
            Reason::Fork { .. } | Reason::MustWait => (None, false),
            _ => return,
        };
        let mut board = self.board().clone();
        // The square of the last capture by the better line, and the value of what it took.
        let mut taken = (None, 0);
        let value = |role: Role| [0, 1, 3, 3, 5, 9, 99][role as usize];
        for (number, &mv) in ply.line.iter().enumerate() {
            let captured = board.captured_by(mv);
            if number % 2 == 1 {
                assert_ne!(mv, ply.played_line[1], "{ply:?}");
                let takes_back =
                    taken.0 == Some(mv.to()) && captured.is_some_and(|role| value(role) <= taken.1);
                assert!(role.is_none() || captured != role || takes_back, "{ply:?}");
            }
            taken = (Some(mv.to()), captured.map_or(0, value));
            board.play(mv);
        }
        let Some(role) = role else { return };
        if ply.line.len().is_multiple_of(2) {
            return;
        }
        for mv in board.legal_moves(&Reserve::EMPTY) {
            if board.captured_by(mv) != Some(role) {
                continue;
            }
            let capturer =
                mv.from().and_then(|from| board.pieces().role_at(from)).expect("a piece");
            let after = board.after_move(mv);
            let replies = after.legal_moves(&Reserve::EMPTY);
            let is_recaptured = replies.iter().any(|reply| reply.to() == mv.to());
            let is_loss = is_recaptured && value(capturer) > value(role);
            assert!(is_loss && !is_any, "{mv:?} {ply:?}");
        }
    }

    /// Asserts that the expected moves promote to a queen or a knight, except for the played move.
    fn verify_promotions(&self) {
        let expected = self.ply.line.iter().chain(self.ply.played_line.iter().skip(1));
        for mv in expected {
            let is_lesser =
                matches!(mv, Move::Normal { promotion: Some(Role::Rook | Role::Bishop), .. });
            assert!(!is_lesser || Some(mv) == self.ply.played_line.first(), "{:?}", self.ply);
        }
    }

    /// Asserts that the ledger blames `index` for the joint win that the reason names, and that the reason names the joint
    /// win that the better move begins by the ledger.
    fn verify_ledger(&self, ledger: &Ledger, index: usize) {
        let ply = self.ply;
        let finding = |kind: FindingKind| {
            ledger.findings.iter().find(|it| it.kind == kind && it.played == Some(index))
        };
        if ply.reason == Reason::SpoilsJoint {
            assert!(finding(FindingKind::JointSpoiled).is_some(), "{ply:?}");
        }
        let missed = finding(FindingKind::JointMissed);
        let begins = missed.is_some_and(|it| {
            matches!(ply.best, Some(Choice::Move(best)) if best != ply.played_line[0] && it.first.contains(&best))
        });
        assert_eq!(matches!(ply.reason, Reason::MissesJoint { .. }), begins, "{ply:?}");
        if let Reason::WinsMatingPiece { moves, .. } = ply.reason {
            let after = self.board().after_move(ply.line[0]);
            let theirs = self.position.reserves[self.seat.opponent()];
            let mates = Solver::new(Limits::default()).mates_within(&after, theirs, moves);
            assert_eq!(mates, Some(false), "{ply:?}");
        }
    }

    /// Asserts that the reason is a fact, by other means than the review.
    fn verify(&self) {
        let Self { ply, seat, .. } = self;
        let board = self.board();
        self.verify_better_line();
        self.verify_promotions();
        let exchange = |pieces: [u8; 5]| pieces.map(i32::from);
        match ply.reason {
            Reason::Loses { role } => {
                assert_eq!(self.taken(&ply.played_line), Some(role), "{ply:?}");
            }
            Reason::Wins { role } => {
                assert_eq!(board.captured_by(ply.line[0]), Some(role), "{ply:?}");
                assert_ne!(ply.line[1].to(), ply.line[0].to());
                let worth = |pieces: [i32; 5]| -> i32 {
                    pieces.iter().zip([1, 3, 3, 5, 9]).map(|(count, value)| count * value).sum()
                };
                let (won, lost) = *self.exchanges(&ply.line).last().expect("a move");
                assert!(worth(won) > worth(lost) || self.has_promoted(), "{ply:?}");
            }
            Reason::AllowsMate { moves } => {
                let after = board.after_move(ply.played_line[0]);
                let theirs = self.position.reserves[seat.opponent()];
                let mut solver = Solver::new(Limits::default());
                let mate = solver.forced_mate(&after, theirs).expect("a mate");
                assert_eq!(mate.moves, moves);
                assert!(mate.first.contains(&ply.played_line[1]), "{ply:?}");
            }
            Reason::FeedsMate { role, moves, waits } => {
                self.verify_turn(seat.opponent().partner(), waits);
                let reply = ply.played_line[1];
                assert_eq!(board.after_move(ply.played_line[0]).captured_by(reply), Some(role));
                assert!(self.mates_with(seat.opponent().partner(), role, moves), "{ply:?}");
            }
            Reason::WinsMatingPiece { role, moves, waits } => {
                self.verify_turn(seat.partner(), waits);
                assert_eq!(board.captured_by(ply.line[0]), Some(role));
                assert!(self.mates_with(seat.partner(), role, moves), "{ply:?}");
            }
            // A promoted piece is captured as a pawn.
            Reason::LosesExchange(_) | Reason::WinsExchange(_) if self.has_promoted() => {}
            Reason::LosesExchange(Exchange { won, lost }) => {
                let expected = (exchange(lost), exchange(won));
                assert!(self.exchanges(&ply.played_line).contains(&expected), "{ply:?}");
            }
            Reason::WinsExchange(Exchange { won, lost }) => {
                let expected = (exchange(won), exchange(lost));
                assert!(self.exchanges(&ply.line).contains(&expected), "{ply:?}");
            }
            Reason::Threatens { moves } => {
                assert!(self.threatens(ply.line[0], moves), "{ply:?}");
                assert!(!self.threatens(ply.played_line[0], 3), "{ply:?}");
            }
            Reason::Hits { role } => {
                let after = board.after_move(ply.line[0]);
                let from = ply.line[0].to();
                let piece = after.pieces().role_at(from).expect("the piece that moved");
                let reach =
                    attacks::attacks(from, piece.of(seat.color()), after.pieces().occupied());
                let theirs = after.pieces().by_piece(role.of(seat.color().other()));
                assert!((reach & theirs).any(), "{ply:?}");
            }
            Reason::Exposes { played, better } => {
                let counts = [played, better].map(usize::from);
                let lines = [&ply.played_line, &ply.line];
                assert_eq!(
                    lines.map(|line| self.exposed(line[0], seat.color())),
                    counts,
                    "{ply:?}"
                );
                assert!(played > better);
            }
            Reason::ExposesTheirs { played, better } => {
                let counts = [played, better].map(usize::from);
                let lines = [&ply.played_line, &ply.line];
                let them = seat.color().other();
                assert_eq!(lines.map(|line| self.exposed(line[0], them)), counts, "{ply:?}");
                assert!(played < better);
            }
            _ => {}
        }
    }
}

#[test]
fn reasons_are_facts_about_their_lines() {
    let mut words = BTreeSet::new();
    let mut sentences = String::new();
    for text in [OVERLOOKED, MISSED, HANGING, UNTAKEN, FED] {
        let played = replay(text);
        let review = review_of(&played);
        for (index, ply) in review.plies.iter().enumerate() {
            let (seat, position) = (played.plies[index].seat, played.position_after(index));
            Judged { ply, seat, position }.verify();
            words.extend(ply.reason.word());
        }
        sentences += &turning_points(&played, &review);
    }
    for part in [
        "4A After a3, gxh5 takes a queen. Better: ",
        "1a Better: dxe5, which takes a knight, with which the partner mates in 1.\n",
        "1A After Nc3, dxc3 takes a knight, with which the capturer's partner mates in 1. Better: ",
    ] {
        assert!(sentences.contains(part), "{part}: {sentences}");
    }
    assert!(words.len() > 5, "{words:?}");
}

#[test]
fn reasons_in_real_matches_are_facts() {
    let effort = Effort { nodes: 300, ..EFFORT };
    let mut words = BTreeSet::new();
    for path in real_files() {
        let text = std::fs::read(&path).expect("a readable file");
        let mut records = Records::of(&text);
        while let Some((record, text, _)) = records.read_next() {
            let played = Match::replay(record, text);
            if played.plies.len() > 80 && corpus_folder().is_none() {
                continue;
            }
            let review = review_with(&played, effort, 0);
            verify_no_proof_is_contradicted(&played, &review);
            let ledger = Ledger::within(&played, &Timeline::of(&played), effort.limits);
            for (index, ply) in review.plies.iter().enumerate() {
                let (seat, position) = (played.plies[index].seat, played.position_after(index));
                let judged = Judged { ply, seat, position };
                judged.verify();
                judged.verify_ledger(&ledger, index);
                words.extend(ply.reason.word());
            }
            // What the played move itself captures is told, too.
            for line in turning_points(&played, &review).lines() {
                let (name, sentence) = line.split_once(' ').unwrap();
                let ply = played.plies.iter().find(|ply| ply.name().to_string() == name).unwrap();
                let tells_reply = sentence.starts_with("After ") && sentence.contains(" takes a ");
                let tells_win = sentence.contains("whose line wins") && !sentence.contains(';');
                let feeds = sentence.contains("with which");
                assert!(ply.taken.is_none() || feeds || !(tells_reply || tells_win), "{line}");
            }
        }
    }
    assert!(words.len() > 1, "{words:?}");
}

#[test]
fn findings_of_a_review_are_estimates() {
    let review = review_of(&replay(OVERLOOKED));
    assert!(!review.turning_points.is_empty());
    let findings = review.findings();
    assert_eq!(findings.len(), review.turning_points.len());
    assert!(findings.iter().all(|it| it.kind == FindingKind::Estimate));
    assert!(!FindingKind::ALL.contains(&FindingKind::Estimate));
}

#[test]
fn player_mates_sits_and_saves_the_king() {
    let choose_in = |fen: &str, clocks: [i32; 4]| {
        let position = Bfen::parse(fen, None).unwrap().position;
        let clocks = BySeat::new(clocks.map(Some));
        let go = || ControlFlow::Continue(());
        match choose(&position, Seat::WhiteA, &clocks, EFFORT, &go).unwrap() {
            Choice::Move(mv) => mv.uci(false),
            Choice::Sit => "sit".to_owned(),
        }
    };
    let level = [60_000; 4];
    let other = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(choose_in(&format!("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | {other}"), level), "N@f7");
    // Black A is to move, and White is stuck in check without a piece.
    assert_eq!(choose_in(&format!("6rk/6pp/8/8/8/8/8/6K1[N] b - - 0 1 | {other}"), level), "sit");
    let stuck = format!("6k1/8/8/8/8/8/5PPP/r5K1[] w - - 0 1 | {other}");
    assert_eq!(choose_in(&stuck, level), "sit");
}

/// Returns the hits of `query` in `text`, with the number of plies before each.
fn hits(text: &str, query: &str) -> Vec<(usize, usize)> {
    let query: SearchQuery = query.parse().expect(query);
    let index = Index::from_bytes(text.as_bytes());
    let rows: Vec<RowNumber> = (0..).take(index.len()).collect();
    let text = Text::from(Source::from_bytes("a.bpgn", text.as_bytes()));
    let selection = Selection { index: &index, texts: &[&text], rows: &rows, moves: None };
    let mut all = Vec::new();
    let found = search(&selection, &query, |_, hits| {
        all.extend(hits.into_iter().map(|hit| (hit.record, hit.moment)));
        ControlFlow::Continue(())
    });
    found.expect("a search in memory");
    all
}

#[test]
fn search_for_losses_finds_the_plies_of_the_review() {
    let texts = [OVERLOOKED, MISSED];
    let plies = texts.map(|text| {
        let played = replay(text);
        let review = review_with(&played, Effort::default(), 0);
        let losses = review.plies.into_iter().map(|ply| ply.loss);
        losses.zip(played.plies.iter().map(|ply| ply.seat)).collect::<Vec<_>>()
    });
    let both = format!("{OVERLOOKED}\n{MISSED}");
    let expected = |is_wanted: &dyn Fn(u16, Seat, usize) -> bool| {
        let mut all = Vec::new();
        for (record, plies) in plies.iter().enumerate() {
            for (moment, &(loss, seat)) in plies.iter().enumerate() {
                if is_wanted(loss, seat, moment) {
                    all.push((record, moment));
                }
            }
        }
        all
    };
    let most = plies.iter().flatten().map(|(loss, _)| *loss).max().unwrap();
    assert!(most > 3_000);
    assert_eq!(hits(&both, "loss>30"), expected(&|loss, _, _| loss > 3_000));
    assert_eq!(hits(&both, "LOSS>0.5%"), expected(&|loss, _, _| loss > 50));
    let on_board_b = |loss, seat: Seat, _| loss > 0 && matches!(seat, Seat::WhiteB | Seat::BlackB);
    assert_eq!(hits(&both, "B:loss>0"), expected(&on_board_b));
    let black = |loss, seat: Seat, _| loss > 0 && matches!(seat, Seat::BlackA | Seat::BlackB);
    assert_eq!(hits(&both, "loss>0 turn:b"), expected(&black));
    // A term about the previous ply, on the same board.
    assert_eq!(hits(&both, "A:mate B:loss>0"), []);
    assert_eq!(
        hits(&both, "Qh5 loss>30 turn:b"),
        expected(&|loss, seat, moment| {
            loss > 3_000 && seat == Seat::BlackA && (9..11).contains(&moment)
        })
    );
    for wrong in ["loss>", "loss>100", "loss>-1", "loss>x", "A:loss>1 B:loss>1"] {
        assert!(wrong.parse::<SearchQuery>().is_err(), "{wrong}");
    }
}

#[test]
fn ratings_count_if_all_four_are_known() {
    let lead = |ratings: [&str; 4]| {
        let [wa, ba, wb, bb] = ratings;
        let text = format!(
            "[WhiteAElo \"{wa}\"]\n[BlackAElo \"{ba}\"]\n[WhiteBElo \"{wb}\"]\n[BlackBElo \"{bb}\"]\n\n1A. e4\n"
        );
        rating_lead(&Record::parse(text.as_bytes()), text.as_bytes())
    };
    assert_eq!(lead(["2000", "1800", "1900", "2100"]), 200);
    assert_eq!(lead(["1800", "2000", "2100", "1900"]), -200);
    assert_eq!(lead(["3000", "1000", "1000", "3000"]), 400, "at most");
    assert_eq!(lead(["3000", "1000", "UNR", "3000"]), 0);
    assert_eq!(lead(["3000", "1000", "0", "3000"]), 0);
    let played = replay(OVERLOOKED);
    let effort = Effort { nodes: 200, ..EFFORT };
    let start = |lead: i32| review_with(&played, effort, lead).start.probability;
    // Elo's formula: ten to one at 400 points.
    let elo = |lead: i32| {
        let level = review_with(&played, effort, 0).start.probability;
        let odds =
            f64::from(level) / f64::from(CERTAIN - level) * 10_f64.powf(f64::from(lead) / 400.0);
        odds / (1.0 + odds)
    };
    for lead in [-400, -150, 0, 37, 400] {
        let difference = f64::from(start(lead)) / f64::from(CERTAIN) - elo(lead);
        assert!(difference.abs() < 0.002, "{lead}: {difference}");
    }
}
