//! The ledger of findings: whose each is, what counts as one chance, and who is blamed. Matches are text, and so are the
//! findings.

use super::cli;
use std::fmt::Write as _;
use tandem::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, Mistake, SitCost},
        report,
        tactics::Limits,
    },
    notation::Record,
    replay::Match,
    rules::{BySeat, Move, Role, Seat},
    timeline::{MatchTime, Timeline},
};

fn replay(text: &str) -> (Match, Timeline) {
    let record = Record::parse(text.as_bytes());
    let played = Match::replay(&record, text.as_bytes());
    assert!(!played.cut_short, "{:?}", played.issues);
    let timeline = Timeline::of(&played);
    (played, timeline)
}

fn ledger(text: &str) -> (Match, Ledger) {
    let (played, timeline) = replay(text);
    let ledger = Ledger::within(&played, &timeline, Limits::default());
    (played, ledger)
}

fn line(played: &Match, finding: &Finding) -> String {
    let uci = |moves: &[Move]| moves.iter().map(|mv| mv.uci(false)).collect::<Vec<_>>().join(" ");
    let Finding { kind, seat, from, until, length, .. } = finding;
    let mut text = format!("{from}-{until} {} {}", seat.letter(), kind.word());
    if *length > 0 {
        let _ = write!(text, " in {length}");
    }
    if finding.first.len() > 4 {
        let _ = write!(text, " by {} moves", finding.first.len());
    } else if !finding.first.is_empty() {
        let _ = write!(text, " by {}", uci(&finding.first));
    }
    if let Some(piece) = finding.piece {
        let _ = write!(text, " with {}", piece.upper_char());
    }
    if let Some(ply) = finding.played {
        let _ = write!(text, " played {}", played.plies[ply].name());
    }
    if let Some(ms) = finding.took_ms {
        let _ = write!(text, " after {ms}");
    }
    for theme in finding.themes.iter() {
        let _ = write!(text, " {}", theme.word());
    }
    if finding.decided {
        text.push_str(" decided");
    }
    if finding.avoidable {
        text.push_str(" avoidable");
    }
    text
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (played, ledger) = ledger(text);
    let lines: Vec<String> = ledger.findings.iter().map(|it| line(&played, it)).collect();
    assert_eq!(lines, expected, "{text}");
}

/// White A wants a rook, and Black B can win one by a fork.
const FORK: &str = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
    [FEN \"k7/8/1KN5/8/8/8/8/8[] w - - 0 1 | 4k3/8/8/8/1n6/1R6/8/R3K3[] b - - 0 1\"]\n\n";

/// As [`FORK`], but White A is 5 s ahead on the diagonal when the chance comes, at 5.1 s.
const FORK_AHEAD: &str = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
    [FEN \"1k6/8/1KN5/8/8/8/8/8[] b - - 0 1 | 4k3/8/8/8/1n6/1R6/8/R4K2[] w - - 0 1\"]\n\n\
    1B. Ke1{55} 1a. Ka8{54.9} ";

/// White A wants a queen, and Black B can take one.
const CAPTURE: &str = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n";

/// A match from `fen` on board A, with two kings on board B.
fn on_board_a(fen: &str, plies: &str) -> String {
    format!(
        "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n[FEN \"{fen} - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
         {plies}\n"
    )
}

#[test]
fn joint_win_that_the_partner_misses_is_the_partners() {
    // The waiting player has no finding, whoever wins.
    check(
        &format!("{FORK_AHEAD}1b. Kd7{{50}} *\n"),
        &["2-2 b joint-missed in 2 by b4c2 with R played 1b after 9900 drop-mate contact-mate"],
    );
    let unknown = format!("{FORK}1b. Kd7 *\n");
    check(&unknown, &["0-0 b joint-missed in 2 by b4c2 with R played 1b drop-mate contact-mate"]);
}

/// White B may answer the fork by waiting, and White A then runs out of time no later.
#[test]
fn joint_win_that_the_opponents_can_outwait_is_not_missed() {
    check(&format!("{FORK}1b. Kd7{{50}} *\n"), &[]);
    check(&format!("{FORK}1A. Kb5{{50}} *\n"), &[]);
    // White A was ahead when the chance came, but no longer when it moved.
    check(&format!("{FORK_AHEAD}1A. Kb5{{55}} *\n"), &[]);
}

#[test]
fn joint_win_spoiled_by_moving_is_the_waiting_players() {
    check(
        &format!("{FORK_AHEAD}1A. Kb5{{57}} *\n"),
        &["2-2 A joint-spoiled in 2 by b4c2 with R played 1A after 3000 drop-mate contact-mate"],
    );
}

/// While the partner can capture at once, the clocks on the diagonal do not matter. Once the opponent is to move, the
/// piece may leave, so nothing is proved.
#[test]
fn sit_for_a_capture_is_owed_only_while_the_partner_is_to_move() {
    let moves = format!("{CAPTURE}1A. Rh1{{50}} *\n");
    check(
        &moves,
        &["0-0 A joint-spoiled in 1 by d6c5 with Q played 1A after 10000 drop-mate contact-mate"],
    );
    let (played, ledger) = ledger(&moves);
    let words = report::ReportWriter::of(&played, &ledger, &seat_names()).sentences(Seat::WhiteA)
        [0]
    .text
    .clone();
    let expected = "Moved instead of sitting at 1A: Black B's dxc5 wins a queen, then mate in 1 (Black B \
                    could capture at once). Played Rh1 after 10 s.";
    assert_eq!(words, expected);
    check(&format!("{CAPTURE}1b. Kb8{{59.5}} 1A. Rh1{{50}} *\n"), &[]);
}

/// A partner who declines at once a capture that it could see while its opponent thought is blamed.
#[test]
fn capture_that_could_be_foreseen_is_missed_within_a_second() {
    let from = |square: &str, plies: &str| {
        let board = format!("k7/8/3p4/{square}/K7[] w");
        let board = CAPTURE.replace("k7/8/3p4/2Q5/8/8/8/K7[] b", &board);
        format!("{board}{plies} 1b. Kb8{{59.3}} 2B. Qc1{{48}} 2b. d5{{57}} *\n")
    };
    check(
        &from("2Q5/8/8/8", "1B. Kb1{50}"),
        &["1-3 b capture-missed in 1 by d6c5 with Q played 1b after 700 drop-mate contact-mate"],
    );
    // The queen came to c5 only now.
    check(&from("8/8/8/2Q5", "1B. Qc5{50}"), &[]);
}

#[test]
fn joint_win_played_to_its_end_is_one_finding() {
    check(
        &format!("{FORK}1b. Nc2+{{55}} 2B. Kd1{{58}} 2b. Nxa1{{54}} 1A. R@a7#{{50}} 1-0\n"),
        &[
            "0-2 b joint-made in 2 by b4c2 with R played 2b after 8000 drop-mate contact-mate",
            "2-2 B piece-lost in 1 with R played 2b decided",
            "3-3 A mate-found in 1 by R@a7 R@b8 played 1A after 2000 drop-mate contact-mate",
        ],
    );
}

#[test]
fn move_within_a_second_is_not_blamed() {
    check(&format!("{FORK}1b. Kd7{{59.5}} *\n"), &[]);
    check(&format!("{CAPTURE}1A. Rh1{{59.2}} *\n"), &[]);
}

#[test]
fn capture_that_comes_later_is_made_and_not_missed() {
    check(
        &format!("{CAPTURE}1b. dxc5{{59.3}} 1A. Q@b7#{{50}} 1-0\n"),
        &[
            "0-0 B piece-lost in 1 with Q played 1b decided",
            "0-0 b capture-made in 1 by d6c5 with Q played 1b after 700 drop-mate contact-mate",
            "1-1 A mate-found in 1 by Q@a7 Q@b7 played 1A after 9300 drop-mate contact-mate",
        ],
    );
    // The partner plays another move first, and the queen stays. It is taken 0.7 s after it could be taken again.
    check(
        &format!("{CAPTURE}1b. Kb8{{58}} 2B. Kb1{{58}} 2b. dxc5{{57.3}} 1A. Q@b7#{{55}} 1-0\n"),
        &[
            "0-2 b capture-made in 1 by d6c5 with Q played 2b after 4700 drop-mate contact-mate",
            "2-2 B piece-lost in 1 with Q played 2b decided avoidable",
            "3-3 A mate-found in 1 by Q@a7 Q@b7 played 1A after 300 drop-mate contact-mate",
        ],
    );
}

#[test]
fn capture_that_is_gone_is_missed_by_the_capturer() {
    check(
        &format!("{CAPTURE}1b. Kb8{{58}} 2B. Qc1{{58}} 2b. d5{{57}} *\n"),
        &["0-2 b capture-missed in 1 by d6c5 with Q played 1b after 2000 drop-mate contact-mate"],
    );
    // The match is lost before.
    check(
        &format!("{CAPTURE}1b. Kb8{{58}} 2B. Kb1{{58}} 0-1\n"),
        &[
            "0-2 b capture-missed in 1 by d6c5 with Q played 1b after 2000 drop-mate contact-mate decided",
        ],
    );
}

/// Black B's capture brings White A the mating piece, and White B mates Black B at once.
#[test]
fn capture_after_which_the_capturer_is_mated_as_fast_is_no_win() {
    let race = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
        [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | 6rk/6pp/3p4/2Q5/8/8/8/6K1[N] b - - 0 1\"]\n\n";
    check(
        &format!("{race}1b. dxc5{{58}} 2B. N@f7#{{59.5}} 0-1\n"),
        &[
            "0-0 b defence-missed in 1 by 10 moves played 1b after 2000 decided",
            "1-1 B mate-found in 1 by N@f7 played 2B after 500 drop-mate smothered",
        ],
    );
    let mut findings = ledger(&format!("{race}1b. h6{{58}} 2B. Kf2{{59}} *\n")).1.findings;
    findings.retain(|it| it.kind.is_joint() || it.kind == FindingKind::PieceLost);
    assert!(findings.is_empty(), "{findings:?}");
}

/// Returns all sentences about `seat`.
fn sentences_of(text: &str, seat: Seat) -> Vec<String> {
    let (played, ledger) = ledger(text);
    let sentences = report::ReportWriter::of(&played, &ledger, &seat_names()).sentences(seat);
    sentences.into_iter().map(|it| it.text).collect()
}

#[test]
fn found_mate_names_the_shortest_that_was_left() {
    let plies = "1A. P@g7+{57} 1a. Kh7{58} 2A. g8=Q+{56} 2a. Kh6{57}";
    let found = "Found a mate in 3 at 1A: P@g7.";
    let said = |last: &str| {
        let text = on_board_a("7k/5Q2/8/8/8/8/8/K7[P] w", &format!("{plies} {last}"));
        let mut said = sentences_of(&text, Seat::WhiteA);
        said.retain(|it| it.starts_with("Found") || it.starts_with("Missed"));
        said.join(" ")
    };
    assert_eq!(said("3A. Qfg6#{55.8} 1-0"), found);
    let left = said("3A. Qh8+{55.8} *");
    assert!(left.starts_with(found) && left.contains(" At 3A, "), "{left}");
    assert!(left.ends_with(" would have mated at once."), "{left}");
    // After more than a second the mate was missed.
    assert!(said("3A. Qh8+{50} *").contains("Missed a mate in 1 at 3A"));
}

#[test]
fn single_position_has_no_end() {
    let start = "[SetUp \"1\"]\n\
        [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n*\n";
    let said = sentences_of(start, Seat::WhiteA);
    assert_eq!(said, ["With one extra piece there is a forced mate here."]);
}

#[test]
fn lost_piece_is_avoidable_if_another_move_kept_it() {
    let fen = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
        [FEN \"k7/8/1K6/8/8/8/8/8[] b - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] w - - 0 1\"]\n\n";
    check(
        &format!("{fen}1B. Ka2{{57}} 1b. dxc5{{58}} 1a. Kb8{{54}} 2A. Q@b7#{{57}} 1-0\n"),
        &[
            "1-1 B piece-lost in 1 with Q played 1b decided avoidable",
            "3-3 A mate-found in 1 by Q@b7 played 2A after 3000 drop-mate contact-mate",
        ],
    );
    // The piece was fatal for half a second only.
    check(
        &format!("{fen}1B. Ka2{{59.5}} 1b. dxc5{{58}} *\n"),
        &["1-1 B piece-lost in 1 with Q played 1b"],
    );
}

#[test]
fn mate_is_one_finding_from_its_first_moment_to_the_move() {
    let mate = |plies: &str| on_board_a("7k/5Q2/8/8/8/8/8/K7[P] w", plies);
    let themes = "contact-mate double-check discovered-check promotion";
    check(
        &mate("1A. P@g7+{57} 1a. Kh7{58} 2A. g8=Q+{56} 2a. Kh6{57} 3A. Qfg6#{55} 1-0"),
        &[&format!(
            "0-4 A mate-found in 3 by P@g7 played 1A after 3000 {themes} king-hunt decided"
        )],
    );
    // The losers resign before it ends, or the winners.
    for (result, decided) in [("1-0", " decided"), ("0-1", ""), ("*", "")] {
        check(
            &mate(&format!("1A. P@g7+{{57}} 1a. Kh7{{58}} 2A. g8=Q+{{56}} {result}")),
            &[&format!(
                "0-2 A mate-found in 3 by P@g7 played 1A after 3000 {themes} king-hunt{decided}"
            )],
        );
    }
    // A later move spoils it.
    check(
        &mate("1A. P@g7+{57} 1a. Kh7{58} 2A. Ka2{55} *"),
        &[&format!("2-2 A mate-missed in 2 by g7g8q g7g8r played 2A after 2000 {themes}")],
    );
    // The seat loses with the mate on the board, or wins.
    check(
        &mate("1B. Kd1{59} 1b. Kd8{56} 0-1"),
        &[&format!("0-2 A mate-missed in 3 by P@g7 after 5000 {themes} king-hunt decided")],
    );
    check(&mate("1B. Kd1{59} 1b. Kd8{56} 1-0"), &[]);
}

#[test]
fn move_that_allows_mate_is_a_missed_defence() {
    check(
        include_str!("../cmd/analyse.in/scholar.bpgn"),
        &[
            "4-10 b sit after 24000",
            "6-6 a defence-missed in 1 by 8 moves played 3a after 6000",
            "7-7 A mate-missed in 1 by h5f7 played 4A after 2000 contact-mate",
            "8-8 a sit played 4a after 10000",
            "8-8 a defence-missed in 1 by 6 moves played 4a after 10000 decided",
            "9-9 A mate-found in 1 by h5f7 played 5A after 2000 contact-mate",
        ],
    );
}

#[test]
fn found_defence_counts_only_if_few_moves_avoid_the_mate() {
    // The knight threatens to mate on f7, and every move of the rook avoids it.
    check(&on_board_a("6rk/6pp/8/8/8/8/8/6K1[N] b", "1a. Rf8{57} *"), &[]);
    let queen = "k7/8/1K6/8/8/8/8/7r[Q] b";
    check(
        &on_board_a(queen, "1a. Rh7{57} *"),
        &["0-0 a defence-found in 1 by h1b1 h1h6 h1h7 played 1a after 3000"],
    );
    check(
        &on_board_a(queen, "1a. Ra1{57} *"),
        &["0-0 a defence-missed in 1 by h1b1 h1h6 h1h7 played 1a after 3000"],
    );
}

/// Drop mates, contact mates, promotions and king hunts are above.
#[test]
fn themes_follow_their_definitions() {
    for (fen, plies, finding) in [
        (
            "6rk/6pp/8/6N1/8/8/8/K7[] w",
            "1A. Nf7#{57} *",
            "0-0 A mate-found in 1 by g5f7 played 1A after 3000 smothered decided",
        ),
        (
            "6k1/4P1pp/6N1/8/8/8/8/K4R2[] w",
            "1A. Rf8#{57} *",
            "0-0 A mate-found in 1 by f1f8 played 1A after 3000 contact-mate back-rank decided",
        ),
        (
            "3qkb2/3p1pp1/8/8/4N3/8/8/K3R3[] w",
            "1A. Nf6#{57} *",
            "0-0 A mate-found in 1 by e4d6 e4f6 played 1A after 3000 double-check discovered-check decided",
        ),
        (
            "5r1k/6pp/7N/8/8/1Q6/8/6K1[] w",
            "1A. Qg8+{57} *",
            "0-0 A mate-found in 2 by b3g8 played 1A after 3000 smothered sacrifice",
        ),
        (
            "k7/8/1KP5/8/8/8/1P6/7r[Q] b",
            "1a. Rh7{57} *",
            "0-0 a defence-found in 1 by h1h7 played 1a after 3000 only-defence",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/R5K1[] w",
            "1A. Ra8+{59} 1B. Kd1{59} 1b. Kd8{58} 2B. Ke1{57} 2b. Ke8{46} *",
            "1-5 a sit after 16000 starvation",
        ),
    ] {
        let (played, ledger) = ledger(&on_board_a(fen, plies));
        let first = ledger.findings.first().map(|it| line(&played, it));
        assert_eq!(first.as_deref(), Some(finding), "{fen}");
    }
}

/// Every kind of finding keeps its fields when it is cached.
#[test]
fn findings_survive_the_cache() {
    let text = format!("{CAPTURE}1b. dxc5{{59.3}} 1A. Q@b7#{{50}} 1-0\n");
    let (_, ledger) = ledger(&text);
    assert!(ledger.findings.iter().any(|it| it.kind == FindingKind::MateFound));
    let bytes = postcard::to_allocvec(&ledger.findings).expect("a cache entry");
    let read: Vec<Finding> = postcard::from_bytes(&bytes).expect("findings");
    assert_eq!(read, ledger.findings);
}

/// How a generated sit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SitEnd {
    /// The partner captures the queen, and the sitting seat mates with it.
    Mates,
    /// The partner does not capture, and the sitting seat moves.
    Moves,
    /// The partner does not capture, and the match is lost.
    Loses,
}

/// White A, who has mate with a queen, sits from the third ply on. Black B can capture a queen. All times are match times
/// in milliseconds: board A has plies at `white_a`, `black_a` and `ends`, board B at `white_b`, `black_b` and, if the match
/// is lost, `ends`.
#[derive(Debug)]
struct GeneratedSit {
    white_a: MatchTime,
    white_b: MatchTime,
    black_a: MatchTime,
    black_b: MatchTime,
    ends: MatchTime,
    end: SitEnd,
}

const CLOCK_MS: MatchTime = 120_000;

impl GeneratedSit {
    /// Returns the sit number `seed` of a fixed sequence.
    fn of(seed: u64) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |most: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            MatchTime::try_from((state >> 16) % most).expect("a small number")
        };
        let white_a = 100 + below(5_000);
        let white_b = 100 + below(5_000);
        let black_a = white_a.max(white_b) + 1 + below(3_000);
        let black_b = black_a + 100 + below(12_000);
        Self {
            // Plies at the same time have no order.
            white_b: white_b + MatchTime::from(white_a == white_b),
            white_a,
            black_a: black_a + 1,
            black_b: black_b + 1,
            ends: black_a + 45_000 + below(20_000),
            end: [SitEnd::Mates, SitEnd::Moves, SitEnd::Loses][below(3) as usize],
        }
    }

    fn text(&self) -> String {
        let clock = |used: MatchTime| f64::from(CLOCK_MS - used) / 1000.0;
        let a = format!("1A. Kb6{{{:.3}}} ", clock(self.white_a));
        let b = format!("1B. Ka1{{{:.3}}} ", clock(self.white_b));
        let first = if self.white_a < self.white_b { a + &b } else { b + &a };
        let reply = clock(self.black_a - self.white_a);
        let partner = clock(self.black_b - self.white_b);
        let sat = clock(self.white_a + self.ends - self.black_a);
        let last = match self.end {
            SitEnd::Mates => format!("1b. dxc5{{{partner:.3}}} 2A. Q@b7#{{{sat:.3}}} 1-0"),
            SitEnd::Moves => format!("1b. d5{{{partner:.3}}} 2A. Kc6{{{sat:.3}}} *"),
            SitEnd::Loses => {
                let used = clock(self.white_b + self.ends - self.black_b);
                format!("1b. d5{{{partner:.3}}} 2B. Kb1{{{used:.3}}} 0-1")
            }
        };
        format!(
            "[TimeControl \"120+0\"]\n[SetUp \"1\"]\n\
             [FEN \"1k6/8/2K5/8/8/8/8/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/1K6[] w - - 0 1\"]\n\n\
             {first}1a. Ka8{{{reply:.3}}} {last}\n"
        )
    }
}

/// White A's clock runs from the third ply on, and White B's only after the fourth: the lead shrinks until then.
#[test]
fn audit_of_a_sit_has_the_constructed_deadline() {
    let mut costs = [0; 3];
    for seed in 1..=400 {
        let sit = GeneratedSit::of(seed);
        let (_, ledger) = ledger(&sit.text());
        let wait = ledger.waits.iter().find(|it| it.sit.seat == Seat::WhiteA && it.sit.begins == 3);
        let wait = wait.unwrap_or_else(|| panic!("{sit:?} {:?}", ledger.waits));
        assert_eq!((wait.sit.from, wait.sit.to), (sit.black_a, sit.ends), "{sit:?}");
        assert!(wait.wanted.contains(&Role::Queen), "{sit:?}");

        let before_ms = sit.white_b as i32 - sit.white_a as i32;
        let shrinks_ms = sit.black_b - sit.black_a;
        let clocks = wait.clocks.expect("all clocks are known");
        assert_eq!(clocks.before_ms, before_ms, "{sit:?}");
        assert_eq!(clocks.after_ms, before_ms - shrinks_ms as i32, "{sit:?}");
        let safe_ms = match u32::try_from(before_ms) {
            Ok(lead) if lead > shrinks_ms => sit.ends - sit.black_a,
            lead => lead.unwrap_or(0),
        };
        assert_eq!(clocks.safe_ms, safe_ms, "{sit:?}");

        let chance = wait.partner.as_ref().expect("the partner can capture the queen");
        assert_eq!((chance.moment, chance.moves, chance.is_at_hand), (3, 1, true), "{sit:?}");
        assert_eq!(chance.first.iter().map(|mv| mv.uci(false)).collect::<Vec<_>>(), ["d6c5"]);
        let is_overtaken = before_ms > 0 && safe_ms < sit.ends - sit.black_a;
        let is_safe = safe_ms == sit.ends - sit.black_a;
        let (arrival, mate, last_useful, cost) = match sit.end {
            SitEnd::Mates => (Some((Role::Queen, 3)), Some(1), 3, None),
            SitEnd::Moves if is_overtaken => (None, None, 4, Some(SitCost::Lead)),
            SitEnd::Moves => (None, None, 4, None),
            SitEnd::Loses if is_safe => (None, None, 5, None),
            SitEnd::Loses => (None, None, 5, Some(SitCost::Match)),
        };
        assert_eq!((wait.arrival, wait.mate, wait.cost), (arrival, mate, cost), "{sit:?}");
        assert_eq!(wait.last_useful, Some(last_useful), "{sit:?}");
        costs[cost.map_or(0, |cost| 1 + cost as usize)] += 1;
    }
    assert!(costs.iter().all(|&count| count > 20), "{costs:?}");
}

pub fn seat_names() -> BySeat<String> {
    BySeat::from_fn(|seat: Seat| seat.name().to_owned())
}

#[test]
fn sentence_tells_since_when_the_time_of_a_move_counts() {
    let first = |text: &str| {
        let (played, ledger) = ledger(text);
        let sentences =
            report::ReportWriter::of(&played, &ledger, &seat_names()).sentences(Seat::BlackB);
        sentences[0].text.clone()
    };
    let had_mate = "White A had mate in 1.";
    let at_once = format!("{CAPTURE}1b. dxc5{{59.3}} 1A. Q@b7#{{50}} 1-0\n");
    let words = format!("Took a queen at 1b (dxc5) after 0.7 s: {had_mate}");
    assert_eq!(first(&at_once), words);
    // The time of a whole turn is that of the clock, which no lag lengthens.
    assert_eq!(first(&at_once.replacen("[SetUp", "[Lag \"500 0\"]\n[SetUp", 1)), words);
    let later =
        format!("{CAPTURE}1b. Kb8{{58}} 2B. Kb1{{58}} 2b. dxc5{{57.3}} 1A. Q@b7#{{55}} 1-0\n");
    let words = format!("Took a queen at 2b (dxc5), 4.7 s after the chance came: {had_mate}");
    assert_eq!(first(&later), words);
    // A mate that is missed within a second is no mistake, but nobody may think that it was played.
    let missed = format!("{CAPTURE}1b. dxc5{{59.3}} 1A. Rh3{{59.2}} 2B. Kb1{{58}} *\n");
    let words =
        "Took a queen at 1b (dxc5) after 0.7 s: White A had mate in 1, but played Rh3 at once.";
    assert_eq!(first(&missed), words);
}

/// Black B neither takes the queen nor avoids the mate.
const TWO_REASONS: &str = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | \
    r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5Q2/PPPP1PPP/RNB1K1NR[] b KQkq - 0 1\"]\n\n\
    1b. a6{57} 2B. Qxf7#{57} {Black B checkmated} 0-1\n";

#[test]
fn move_that_misses_a_win_and_allows_the_mate_lost_by_the_mate() {
    let (played, ledger) = ledger(TWO_REASONS);
    let mistakes = Mistake::all(&ledger.findings);
    let lines: Vec<Vec<String>> =
        mistakes.iter().map(|it| it.reasons().map(|it| line(&played, it)).collect()).collect();
    let expected = vec![
        "0-0 b defence-missed in 1 by 14 moves played 1b after 3000 decided".to_owned(),
        "0-2 b capture-missed in 1 by d4f3 with Q played 1b after 3000 drop-mate contact-mate"
            .to_owned(),
    ];
    assert_eq!(lines, [expected]);
    let (_, words) =
        report::ReportWriter::of(&played, &ledger, &seat_names()).decision().expect("a decision");
    assert!(words.starts_with("Black B: Allowed mate in 1 at 1b:"), "{words}");
}

/// Black B could take a queen and guard the king at once, and takes the other one, so that White B could mate.
#[test]
fn declined_capture_stays_missed_if_the_next_capture_begins_a_race() {
    let plies = "1b. a6{58} 2B. Kf2{58} 2b. dxc5{56} *";
    let text = format!(
        "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
         [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | 5Qrk/p5pp/3p4/2Q5/8/8/8/6K1[N] b - - 0 1\"]\n\n{plies}\n"
    );
    let (played, ledger) = ledger(&text);
    let joint = ledger.findings.iter().filter(|it| it.kind.is_joint());
    let lines: Vec<String> = joint.map(|it| line(&played, it)).collect();
    let expected =
        "0-2 b capture-missed in 1 by g8f8 with Q played 1b after 2000 drop-mate contact-mate";
    assert_eq!(lines, [expected]);
}

/// The only capture by which Black B could end the sit lets White B mate first.
#[test]
fn capture_that_begins_a_race_is_no_chance_of_a_sit() {
    let race = |moves: &str| {
        format!(
            "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
             [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | 6rk/6pp/3p4/2Q5/8/8/8/6K1[N] b - - 0 1\"]\n\n{moves}\n"
        )
    };
    let sentence = |moves: &str| {
        let mut sentences = sentences_of(&race(moves), Seat::WhiteA);
        sentences.retain(|it| it.starts_with("Sat for"));
        sentences.concat()
    };
    let (_, waited) = ledger(&race("1b. d5{59} 2B. Kf2{59} 1A. Rh3{40} *"));
    assert_eq!(waited.waits[0].partner, None);
    let sat = sentence("1b. d5{59} 2B. Kf2{59} 1A. Rh3{40} *");
    assert!(sat.contains("a queen would have mated. It did not come."), "{sat}");
    // The queen came all the same.
    let sat = sentence("1b. dxc5{59} 2B. Kf2{59} 1A. Q@b7#{40} 1-0");
    assert!(sat.contains("a queen would have mated. Got a queen from 1b"), "{sat}");
    let output = cli::program(&["analyse", "--json", "--at", "0", "-"], race("*").as_bytes());
    let json = String::from_utf8(output.stdout).expect("JSON");
    assert!(json.contains(r#""partner":[]"#) && !json.contains("d6c5"), "{json}");
}

/// Black A sits in check and is mated whatever it plays, so the mate decided the match, and not the sit.
#[test]
fn forced_mate_decides_and_not_the_sit_that_faces_it() {
    let plies = "1A. P@g7+{57} 1a. Kh7{58} 2A. g8=Q+{56} 1B. Kd1{30} 1-0";
    let (played, ledger) = ledger(&on_board_a("7k/5Q2/8/8/8/8/8/K7[P] w", plies));
    let wait = ledger.waits.iter().find(|it| it.sit.seat == Seat::BlackA).expect("a sit");
    assert_eq!((wait.faced_mate, wait.cost), (Some(1), None));
    let (_, words) =
        report::ReportWriter::of(&played, &ledger, &seat_names()).decision().expect("a decision");
    assert_eq!(words, "White A: Found a mate in 3 at 1A: P@g7.");
    let sentences =
        report::ReportWriter::of(&played, &ledger, &seat_names()).sentences(Seat::BlackA);
    let facing = "Sat for 24 s after 2A, facing mate in 1.";
    assert!(sentences.iter().any(|it| it.text.starts_with(facing)), "{sentences:?}");
}

/// White A neither wants a piece nor drops one, and its diagonal opponent moves meanwhile.
#[test]
fn wait_without_a_reason_is_a_think() {
    let quiet = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
        [FEN \"7k/8/8/8/8/8/8/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1A. Kb1{59} 1B. Kd1{58.9} 1a. Kg8{59} 1b. Kd8{58.9} 2B. Ke1{57.9} 2A. Kc1{47} *\n";
    let (played, ledger) = ledger(quiet);
    let sentences =
        report::ReportWriter::of(&played, &ledger, &seat_names()).sentences(Seat::WhiteA);
    let texts: Vec<&str> = sentences.iter().map(|it| it.text.as_str()).collect();
    let thoughts = ["Thought for 12.0 s after 1a.", "Longest thinking times: 2A 12.0 s, 1A 1.0 s."];
    assert_eq!(texts, thoughts);
}

#[test]
fn given_away_finds_only_pieces_that_could_have_been_kept() {
    let kept = "[TimeControl \"60+0\"]\n[SetUp \"1\"]\n\
        [FEN \"k7/8/1K6/8/8/8/8/8[] b - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] w - - 0 1\"]\n\n\
        1B. Ka2{57} 1b. dxc5{58} 1a. Kb8{54} 2A. Q@b7#{57} 1-0\n";
    let forced = format!("{CAPTURE}1b. dxc5{{59.3}} 1A. Q@b7#{{50}} 1-0\n");
    for (text, term, count) in [
        (kept, "fatal", "1\n"),
        (kept, "given-away", "1\n"),
        (&forced, "fatal", "1\n"),
        (&forced, "given-away", "0\n"),
        (&forced, "given-away -a5", "0\n"),
    ] {
        cli::check(&["search", term, "--count", "-"], text.as_bytes(), 0, count, "");
    }
}
