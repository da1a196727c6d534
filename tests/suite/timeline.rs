//! Times of plies, clocks, and the playhead.

use proptest::prelude::*;
use tandem::{
    notation::Record,
    replay::{Clock, Match},
    rules::{BoardId, BySeat, Color, Seat},
    timeline::{
        Basis, ClockPrecision, Diagonal, MatchTime, Playhead, PlayheadCommand, Repeat, Timeline,
        clock_text, duration_text, gap_text,
    },
};

/// Compares the times of `text`: their source, and the time of every ply.
fn check(text: &str, expect: &str) {
    let (played, line) = read(text);
    let basis = match line.basis {
        Basis::Nothing => "nothing".to_owned(),
        Basis::Recorded => "recorded".to_owned(),
        Basis::Lag => "lag".to_owned(),
        Basis::Clocks => "clocks".to_owned(),
        Basis::Estimated(delays) => {
            format!("estimated {} {}", delays[BoardId::A], delays[BoardId::B])
        }
    };
    let plies = played.plies.iter().enumerate().map(|(index, ply)| {
        let (number, letter) = (ply.number, ply.seat.letter());
        format!(" {number}{letter} {}", line.time(index))
    });
    let got = format!("{basis}:{}", plies.collect::<String>());
    assert_eq!(got, expect, "{text}");
}

/// Compares the four clocks of `text` at `time`, in the order White A, Black A, White B, Black B; `*` marks the side to
/// move.
fn check_clocks(text: &str, time: MatchTime, expect: &str) {
    let (_, line) = read(text);
    let clocks = line.clocks(line.moment_at(time), time);
    let clocks = Seat::ALL.map(|seat| {
        let turn = if clocks[seat].turn { "*" } else { "" };
        clocks[seat].ms.map_or("-".to_owned(), |ms| ms.to_string()) + turn
    });
    let got = clocks.join(" ");
    assert_eq!(got, expect, "{text} at {time}");
}

fn read(text: &str) -> (Match, Timeline) {
    let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
    let line = Timeline::of(&played);
    (played, line)
}

#[test]
fn time_spent_is_that_of_the_clock_even_if_the_order_contradicts_it() {
    // Black A moves after 20 s of board B, but took 2 s.
    let text = "[TimeControl \"180+0\"]\n\n1A. e4{175} 1B. d4{160} 1a. e5{178} 2A. d4{174}";
    let (_, line) = read(text);
    let spent: Vec<_> = (0..4).map(|ply| line.spent(ply)).collect();
    assert_eq!(spent, [Some(5000), Some(20_000), Some(2000), Some(1000)]);
    // The increment is added after the move.
    let (_, line) = read("[TimeControl \"180+5\"]\n\n1A. e4{183} 1a. e5{185}");
    assert_eq!((line.spent(0), line.spent(1), line.spent(2)), (Some(2000), Some(0), None));
}

// The order of the plies.

const SAMPLE: &str = include_str!("../../assets/samples/bpgn-1.2.bpgn");

/// Returns the number of adjacent pairs of plies on different boards that contradict their order by `times`, and the
/// worst case in milliseconds.
fn contradictions(seats: &[Seat], times: &[i32]) -> (usize, i32) {
    let steps: Vec<i32> = (1..seats.len())
        .filter(|&i| seats[i].board() != seats[i - 1].board())
        .map(|i| times[i - 1] - times[i])
        .filter(|&step| step > 0)
        .collect();
    (steps.len(), steps.iter().copied().max().unwrap_or(0))
}

/// Returns the board times of the sample, computed here with or without lag and the rule of 100 ms.
fn board_times(played: &Match, with_lag: bool, with_rule: bool) -> Vec<i32> {
    let mut left = BySeat::from_fn(|_| 180_000);
    let mut boards = [0, 0];
    let time = |ply: &tandem::replay::Ply| {
        let Clock::Left { ms, .. } = ply.clock else {
            panic!("every ply of the sample has a clock");
        };
        let used = left[ply.seat] - ms;
        left[ply.seat] = ms;
        let board = &mut boards[usize::from(ply.seat.board() == BoardId::B)];
        *board += if with_rule && used == 100 { 0 } else { used };
        *board += if with_lag {
            i32::try_from(ply.lag_ms.expect("a lag for each ply")).expect("a short lag")
        } else {
            0
        };
        *board
    };
    played.plies.iter().map(time).collect()
}

#[test]
fn lag_and_minimum_charge_agree_with_the_sample_order() {
    let (played, line) = read(SAMPLE);
    let seats: Vec<Seat> = played.plies.iter().map(|ply| ply.seat).collect();
    let times: Vec<i32> = (0..line.plies()).map(|index| line.board_time(index)).collect();
    assert_eq!(line.basis, Basis::Lag);
    let (pairs, worst) = contradictions(&seats, &times);
    assert!(pairs <= 1 && worst <= 28, "{pairs} pairs, {worst} ms");
    assert_eq!(times, board_times(&played, true, true));

    // Neither is enough alone.
    let (pairs, worst) = contradictions(&seats, &board_times(&played, true, false));
    assert!(pairs >= 5 && worst > 100, "{pairs} pairs, {worst} ms");
    let (pairs, worst) = contradictions(&seats, &board_times(&played, false, true));
    assert!(pairs >= 20 && worst > 1000, "{pairs} pairs, {worst} ms");
}

#[test]
fn lag_is_real_time_that_no_clock_shows() {
    check(
        "[TimeControl \"180\"][Lag \"500 250 100\"]\n1A. e4 {179.5} 1a. e5 {178.25} 1B. e4 {176.123}",
        "lag: 1A 1000 1a 3000 1B 3977",
    );
}

#[test]
fn minimum_charge_applies_to_millisecond_records_only() {
    check(
        "[TimeControl \"180\"][Lag \"0 0 0\"]\n1A. e4 {179.9} 1a. e5 {178.123} 2A. d4 {179.8}",
        "lag: 1A 0 1a 1877 2A 1877",
    );
    check(
        "[TimeControl \"180\"][Lag \"0 0 0\"]\n1A. e4 {179.9} 1a. e5 {178.1} 2A. d4 {179.8}",
        "lag: 1A 100 1a 2000 2A 2100",
    );
}

#[test]
fn the_running_maximum_keeps_the_order_of_the_file() {
    check(
        "[TimeControl \"180\"][Lag \"0 0 0\"]\n1A. e4 {170} 1B. e4 {179} 1b. e5 {165}",
        "lag: 1A 10000 1B 10000 1b 16000",
    );
}

#[test]
fn no_delay_is_assumed_for_consistent_clocks() {
    check(
        "[TimeControl \"180\"]\n1A. e4 {179} 1B. e4 {178} 1a. e5 {178} 1b. e5 {178}",
        "clocks: 1A 1000 1B 2000 1a 3000 1b 4000",
    );
}

#[test]
fn delays_are_estimated_where_clocks_contradict_the_order() {
    check(
        "[TimeControl \"180\"]\n1A. e4 {175} 1B. e4 {178} 1b. e5 {179}",
        "estimated 0 600: 1A 5000 1B 5000 1b 5000",
    );
    check(
        "[TimeControl \"180\"]\n1B. e4 {180} 1b. e5 {180} 2B. d4 {180} 2b. d5 {180} 3B. a3 {180} 3b. a6 {180} \
         1A. e4 {177} 4B. b3 {180} 4b. b6 {180} 1a. e5 {177}",
        "estimated 150 450: 1B 450 1b 900 2B 1350 2b 1800 3B 2250 3b 2700 1A 3150 4B 3150 4b 3600 1a 6300",
    );
}

#[test]
fn hidden_increment_counts_as_used_time() {
    check(
        "[TimeControl \"180+2\"]\n1A. e4 {181} 1a. e5 {182} 2A. d4 {183} 2a. d5 {190}",
        "clocks: 1A 1000 1a 1000 2A 1000 2a 1000",
    );
}

#[test]
fn match_time_may_be_written_itself() {
    check(
        "[TimeControl \"300\"]\n1A. e4 {[ts=1.5]} 1B. e4 {[ts=2.25]} 1a. e5 1b. e5 {[ts=2]}",
        "recorded: 1A 1500 1B 2250 1a 2250 1b 2250",
    );
}

#[test]
fn clocks_follow_from_written_match_times() {
    let text = "[TimeControl \"300+2\"]\n\
                1A. e4 {[ts=10]} 1a. e5 {[ts=15]} 1B. e4 {[ts=16]} 2A. d4 {[ts=40]}";
    check_clocks(text, 40_000, "269000 297000* 286000 276000*");
}

#[test]
fn time_spent_adds_up_on_its_board() {
    check(
        "[TimeControl \"180\"]\n1A. e4 {[%emt 1.5]} 1B. e4 {[%emt 2]} 1a. e5 {[%emt 3]}",
        "clocks: 1A 1500 1B 2000 1a 4500",
    );
}

#[test]
fn ply_takes_a_second_without_clocks() {
    check("[TimeControl \"180\"]\n1A. e4 1B. e4 1a. e5", "nothing: 1A 1000 1B 2000 1a 3000");
    check("[Event \"a\"]", "nothing:");
}

#[test]
fn ply_without_a_clock_takes_no_time() {
    check(
        "[TimeControl \"180\"]\n1A. e4 {179} 1a. e5 2A. d4 {177}",
        "clocks: 1A 1000 1a 1000 2A 3000",
    );
}

// Clocks.

/// Black A replies after 3 s, of which the clock shows 2, and White A then after 4 s.
const LAGGED: &str =
    "[TimeControl \"180\"][Lag \"0 1000 0\"]\n1A. e4 {179} 1a. e5 {178} 2A. d4 {175}";

#[test]
fn clocks_count_down_and_stop_at_the_next_reading() {
    check_clocks(LAGGED, 0, "180000* 180000 180000* 180000");
    check_clocks(LAGGED, 400, "179600* 180000 179600* 180000");
    check_clocks(LAGGED, 1000, "179000 180000* 179000* 180000");
    check_clocks(LAGGED, 2500, "179000 178500* 177500* 180000");
    check_clocks(LAGGED, 3500, "179000 178000* 176500* 180000");
    check_clocks(LAGGED, 4000, "179000* 178000 176000* 180000");
}

#[test]
fn clocks_are_final_after_the_last_ply() {
    check_clocks(LAGGED, 8000, "175000 178000* 172000* 180000");
    check_clocks(LAGGED, 1_000_000, "175000 178000* 172000* 180000");
}

#[test]
fn a_clock_never_jumps_up_before_its_move() {
    let text = "[TimeControl \"10+5\"]\n1A. e4 {12} 1a. e5 {13} 2A. d4 {14}";
    check_clocks(text, 0, "10000* 10000 10000* 10000");
    check_clocks(text, 2900, "7100* 10000 7100* 10000");
    check_clocks(text, 3000, "12000 10000* 7000* 10000");
    check_clocks(text, 4999, "12000 8001* 5001* 10000");
}

#[test]
fn set_up_clocks_are_the_first_to_be_shown() {
    let text = include_str!("../../assets/samples/bpgn-1.1-bfen.bpgn");
    check_clocks(text, 0, "142000 164000* 142000* 163000");
}

#[test]
fn no_clock_is_shown_without_clocks() {
    check_clocks("[TimeControl \"180\"]\n1A. e4 1a. e5", 1500, "- -* -* -");
}

#[test]
fn long_think_is_a_sit() {
    let sits = |text| -> Vec<(char, u32, u32)> {
        let (_, line) = read(text);
        line.sits().iter().map(|sit| (sit.seat.letter(), sit.from, sit.to)).collect()
    };
    assert_eq!(
        sits(
            "[TimeControl \"180\"]\n1A. e4 {179} 1a. e5 {179} 2A. d4 {178} 1B. e4 {177} 1b. e5 {160} 2a. d5 {158}"
        ),
        [('a', 3000, 24_000), ('b', 3000, 23_000)]
    );
    // A player who has not moved at the end of the match sits until then.
    assert_eq!(
        sits("[TimeControl \"180\"]\n1B. e4 {179} 1A. e4 {179} 1a. e5 {140}"),
        [('a', 1000, 41_000), ('b', 1000, 41_000)]
    );
    assert_eq!(sits("1A. e4 1a. e5"), []);
    assert_eq!(sits(""), []);
}

#[test]
fn sit_lasts_as_long_as_its_clock_ran_and_needs_one() {
    let sits = |text| -> Vec<(char, u32, u32)> {
        let (_, line) = read(text);
        line.sits().iter().map(|sit| (sit.seat.letter(), sit.ms, sit.to - sit.from)).collect()
    };
    let lag = "[TimeControl \"180\"]\n[Lag \"0 0 400\"]\n1A. e4 {179} 1a. e5 {179} 2A. d4 {169}";
    assert_eq!(sits(lag), [('A', 10_000, 10_400)]);
    let (_, line) = read(lag);
    let clocks = line.clocks(2, line.end());
    assert_eq!(
        (clocks[Seat::WhiteA].ms, clocks[Seat::WhiteA].thinking_ms),
        (Some(169_000), 10_000)
    );
    // The clocks of Black A were not entered, whose moves take no time of their own.
    let partly = "[TimeControl \"180\"]\n1A. e4 {179} 1B. e4 {179} 1b. e5 {150} 1a. e5 2A. d4 {178} 2a. d5 2B. d4 {178}";
    let lengths: Vec<_> = sits(partly).into_iter().map(|(seat, ms, _)| (seat, ms)).collect();
    assert_eq!(lengths, [('b', 30_000)]);
    let (_, line) = read(partly);
    assert_eq!(line.clocks(1, 31_000)[Seat::BlackA].thinking_ms, 0);
}

#[test]
fn largest_clock_is_guessed_only_for_seats_with_clocks() {
    let shown = |text| {
        let (_, line) = read(text);
        let clocks = line.clocks(0, 0);
        BySeat::from_fn(|seat| clocks[seat].ms)
    };
    let text = "1A. e4 {178} 1a. e5 1B. d4 1b. d5 2A. Nf3";
    assert_eq!(shown(text), BySeat::new([Some(180_000), None, None, None]));
    let control = format!("[TimeControl \"300\"]\n{text}");
    assert_eq!(shown(&control)[Seat::BlackA], Some(300_000));
    let (_, line) = read(text);
    for (seat, clock) in Seat::ALL.into_iter().map(|seat| (seat, line.clocks(5, line.end())[seat]))
    {
        assert_eq!(clock.ms.is_some(), seat == Seat::WhiteA, "{seat:?}");
    }
}

#[test]
fn time_spent_needs_the_clocks_before_and_after() {
    let text =
        "[TimeControl \"180+0\"]\n\n1A. e4{175} 1a. e5 2A. d4{170} 2a. d5{172} 3A. c4 3a. c5{170}";
    let (_, line) = read(text);
    let spent: Vec<_> = (0..6).map(|ply| line.spent(ply)).collect();
    assert_eq!(spent, [Some(5000), None, Some(5000), None, None, Some(2000)]);
}

#[test]
fn no_time_is_spent_from_an_estimated_start() {
    let text = "1B. d4 {31} 1b. d5 {58} 2B. c4 {29}";
    let spent = |text: &str| {
        let (_, line) = read(text);
        (0..3).map(|ply| line.spent(ply)).collect::<Vec<_>>()
    };
    assert_eq!(spent(text), [None, None, Some(2000)]);
    let control = format!("[TimeControl \"60\"]\n{text}");
    assert_eq!(spent(&control), [Some(29_000), Some(2000), Some(2000)]);
    // The match times still follow from the estimate.
    let (_, line) = read(text);
    assert_eq!(line.time(2), read(&control).1.time(2));
}

#[test]
fn extreme_numbers_do_not_panic() {
    for text in [
        "[TimeControl \"2147483+2147483\"]\n1A. e4 {[ts=2147483]} 1a. e5 {[ts=-2147483.648]} 2A. d4 {[ts=2147483]}",
        "[TimeControl \"2147483+2147483\"]\n1A. e4 {-2147483.648} 1a. e5 {2147483} 2A. d4 {2147483}",
        "[TimeControl \"2147483+2147483\"]\n1A. e4 {[%emt -2147483.648]} 1a. e5 {[%emt 2147483]} 2A. d4 {[%emt 0]}",
        "[Lag \"4294967295 4294967295 2147483647\"]\n1A. e4 {1} 1a. e5 {2147483} 2A. d4 {-2147483.648}",
        "[FEN \"4k3/8/8/8/8/8/8/4K3/ w - - 4294967295 99999999\"]\n1A. Kd2 {1} 1a. Kd7 {-2147483.648}",
    ] {
        let (_, line) = read(text);
        for time in [0, 1, line.end() / 2, line.end(), u32::MAX] {
            let _ = line.clocks(line.moment_at(time), time);
        }
        let _ = line.sits();
    }
}

// Random input.

/// Returns a match of knights that move back and forth, with these clocks and lags.
fn shuffle(clocks: &[(bool, i32, u32)], with_lag: bool) -> String {
    let lags: String = clocks.iter().map(|(_, _, lag)| format!("{lag} ")).collect();
    let mut text = "[TimeControl \"180+1\"]\n".to_owned();
    if with_lag {
        text += &format!("[Lag \"{}\"]\n", lags.trim());
    }
    let mut played = [0, 0];
    for &(on_b, ms, _) in clocks {
        let count = &mut played[usize::from(on_b)];
        let san = ["Nf3", "Nf6", "Ng1", "Ng8"][*count % 4];
        let letter = [['A', 'a'], ['B', 'b']][usize::from(on_b)][*count % 2];
        let sign = if ms < 0 { "-" } else { "" };
        let (s, rest) = (ms.abs() / 1000, ms.abs() % 1000);
        text += &format!("{}{letter}. {san} {{{sign}{s}.{rest:03}}} ", *count / 2 + 1);
        *count += 1;
    }
    text
}

fn any_shuffle() -> impl Strategy<Value = String> {
    let ply = (any::<bool>(), -2000..180_000_i32, 0..2000_u32);
    (proptest::collection::vec(ply, 0..60), any::<bool>())
        .prop_map(|(plies, with_lag)| shuffle(&plies, with_lag))
}

fn any_command() -> impl Strategy<Value = PlayheadCommand> {
    let board = prop_oneof![Just(BoardId::A), Just(BoardId::B)];
    prop_oneof![
        Just(PlayheadCommand::Toggle),
        Just(PlayheadCommand::Pause),
        (0..400_000_u32).prop_map(PlayheadCommand::Seek),
        (0..70_usize).prop_map(PlayheadCommand::GoTo),
        any::<bool>().prop_map(|forward| PlayheadCommand::Step { forward }),
        (board, any::<bool>())
            .prop_map(|(board, forward)| PlayheadCommand::StepOnBoard { board, forward }),
        Just(PlayheadCommand::Start),
        Just(PlayheadCommand::End),
        Just(PlayheadCommand::Faster),
        Just(PlayheadCommand::Slower),
        any::<u8>().prop_map(PlayheadCommand::Speed),
        any::<bool>().prop_map(PlayheadCommand::SkipWaits),
    ]
}

fn agree(head: &Playhead, line: &Timeline) {
    let (moment, time) = (head.moment(), head.time());
    assert!(moment <= line.plies());
    assert!(line.time_of(moment) <= time, "those before were played by then");
    assert!(moment == line.plies() || time <= line.time(moment), "and those after were not");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn times_never_decrease_and_moments_agree(text in any_shuffle()) {
        let (played, line) = read(&text);
        prop_assert_eq!(line.plies(), played.plies.len());
        let mut before = 0;
        for index in 0..line.plies() {
            let time = line.time(index);
            prop_assert!(before <= time);
            prop_assert!(i64::from(time) >= i64::from(line.board_time(index)));
            before = time;
            let moment = line.moment_at(time);
            prop_assert!(moment > index);
            prop_assert_eq!(line.time_of(moment), time);
            prop_assert_eq!(line.time_of(index + 1), time);
        }
        prop_assert_eq!(line.end(), before);
        if let Basis::Estimated(delays) = line.basis {
            for delay in delays.iter() {
                prop_assert!(delay % 50 == 0 && *delay <= 600);
            }
        }
    }

    #[test]
    fn clocks_only_fall_between_two_plies(text in any_shuffle()) {
        let (_, line) = read(&text);
        for moment in 0..line.plies() {
            let (from, to) = (line.time_of(moment), line.time(moment));
            let mut before = line.clocks(moment, from);
            for part in 1..=4 {
                let now = line.clocks(moment, from + (to - from) / 4 * part);
                for seat in Seat::ALL {
                    prop_assert!(now[seat].ms <= before[seat].ms);
                    prop_assert!(now[seat].turn || now[seat].ms == before[seat].ms);
                }
                before = now;
            }
        }
    }

    #[test]
    fn playhead_moment_and_time_always_agree(
        text in any_shuffle(),
        commands in proptest::collection::vec((any_command(), 0.0..9.0_f32), 0..60),
    ) {
        let (_, line) = read(&text);
        let mut head = Playhead::default();
        for (command, dt_s) in commands {
            head.run(command, &line);
            agree(&head, &line);
            head.advance(dt_s, &line);
            agree(&head, &line);
        }
    }

    #[test]
    fn small_steps_add_up_to_one_large_step(
        text in any_shuffle(),
        skip in any::<bool>(),
        speed in 0..7_u8,
        steps in 1..400_u16,
    ) {
        let (_, line) = read(&text);
        let mut slow = Playhead::default();
        slow.run(PlayheadCommand::Speed(speed), &line);
        slow.run(PlayheadCommand::SkipWaits(skip), &line);
        slow.run(PlayheadCommand::Toggle, &line);
        let mut fast = slow;
        // A fraction of a second that is exact in binary.
        for _ in 0..steps {
            slow.advance(0.0625, &line);
        }
        fast.advance(0.0625 * f32::from(steps), &line);
        // Where a long think is cut, the speed is a fraction, and rounding may be visible.
        prop_assert!(slow.time().abs_diff(fast.time()) <= 100, "{} {}", slow.time(), fast.time());
        if !skip {
            prop_assert_eq!(slow.time(), fast.time());
        }
    }
}

#[test]
fn skipping_cuts_a_long_wait_to_a_second() {
    let (_, line) = read("[TimeControl \"180\"]\n1A. e4 {178} 1a. e5 {170} 2A. d4 {176}");
    let mut head = Playhead::default();
    head.run(PlayheadCommand::SkipWaits(true), &line);
    head.run(PlayheadCommand::Toggle, &line);
    let mut seen = Vec::new();
    for _ in 0..5 {
        head.advance(1.0, &line);
        seen.push((head.moment(), head.time(), head.is_playing()));
    }
    // The first 2 s are unchanged, then 10 s pass in one, and the last 2 s are unchanged.
    assert_eq!(
        seen,
        [
            (0, 1000, true),
            (1, 2000, true),
            (2, 12_000, true),
            (2, 13_000, true),
            (3, 14_000, false)
        ]
    );
}

#[test]
fn toggling_at_the_end_plays_from_the_start() {
    let (_, line) = read("1A. e4 1a. e5");
    let mut head = Playhead::default();
    head.run(PlayheadCommand::End, &line);
    assert_eq!((head.moment(), head.is_playing()), (2, false));
    head.run(PlayheadCommand::Toggle, &line);
    assert_eq!((head.moment(), head.is_playing()), (0, true));
    assert!(head.advance(f32::INFINITY, &line));
    assert_eq!((head.moment(), head.time(), head.is_playing()), (2, 2000, false));
    assert!(!head.advance(1.0, &line));
}

#[test]
fn a_match_without_plies_does_not_play() {
    let (_, line) = read("[Event \"a\"]");
    let mut head = Playhead::default();
    head.run(PlayheadCommand::Toggle, &line);
    assert!(!head.is_playing());
}

#[test]
fn ten_minutes_at_sixty_frames_a_second_drop_no_tick() {
    let (_, line) = read("[TimeControl \"900+0\"]\n1A. e4{900} 1B. d4{900} 1a. e5{280} *");
    let mut playhead = Playhead::default();
    playhead.run(PlayheadCommand::Toggle, &line);
    let mut shown = Vec::new();
    for frame in 1..=36_000_u32 {
        playhead.advance(1.0 / 60.0, &line);
        let played = frame * 1000 / 60;
        assert!(playhead.time().abs_diff(played) <= 1, "{frame}");
        let clocks = line.clocks(line.moment_at(playhead.time()), playhead.time());
        let left = clocks[Seat::BlackA].ms.unwrap_or_default();
        if shown.last() != Some(&(left / 100)) {
            shown.push(left / 100);
        }
    }
    // Fifteen minutes decrease to five, one tenth of a second at a time.
    let tenths: Vec<i32> = (3000..=9000).rev().collect();
    let from = shown.first().map_or(0, |first| 9000 - first);
    assert!((0..=1).contains(&from));
    assert_eq!(shown, tenths[usize::try_from(from).unwrap()..]);
}

/// Returns the times shown in a window: match time, clocks, lead and sits, and the moment.
fn shown(line: &Timeline, playhead: &Playhead, time: MatchTime) -> Vec<String> {
    let moment = playhead.moment();
    let clocks = line.clocks(moment, time);
    let clock = |seat: Seat| {
        let reading = &clocks[seat];
        let text = clock_text(reading.ms, ClockPrecision::Tenths);
        let sits = reading.turn && reading.thinking_ms >= line.sit_ms();
        let sits = sits.then_some(reading.thinking_ms / 1000);
        format!("{}{} {} {sits:?}", text.main, text.tenths, text.short)
    };
    let gap = |color: Color| {
        let gap = Diagonal::of(&clocks, color);
        gap.map_or_else(String::new, |gap| {
            format!("{:?} {}", gap.ahead, gap_text(gap.by_ms, ClockPrecision::Tenths))
        })
    };
    let mut texts = vec![duration_text(time, ClockPrecision::Tenths), moment.to_string()];
    texts.extend(Seat::ALL.map(clock));
    texts.extend(Color::ALL.map(gap));
    texts
}

/// Plays `text` from change to change and asserts that nothing changes in between. Returns the number of changes.
fn check_changes(text: &str, speed: u8, skips_waits: bool) -> usize {
    let (_, line) = read(text);
    let mut playhead = Playhead::default();
    playhead.run(PlayheadCommand::Speed(speed), &line);
    playhead.run(PlayheadCommand::SkipWaits(skips_waits), &line);
    playhead.run(PlayheadCommand::Toggle, &line);
    let mut changes = 0;
    while let Some(left_s) = playhead.until_change_s(&line, f64::INFINITY) {
        let before = (playhead, shown(&line, &playhead, playhead.time()));
        #[expect(clippy::cast_possible_truncation, reason = "a part of a second")]
        let (just_before, behind) = ((left_s * 0.999) as f32, (left_s + 0.0001) as f32);
        let mut early = playhead;
        early.advance(just_before, &line);
        if early.time() < playhead.time() + 100 && early.moment() == playhead.moment() {
            for time in playhead.time()..=early.time() {
                assert_eq!(shown(&line, &playhead, time), before.1, "{text} at {time}");
            }
        }
        assert_eq!(early.moment(), playhead.moment(), "{text}");
        playhead.advance(behind, &line);
        let now = shown(&line, &playhead, playhead.time());
        assert_ne!(now, before.1, "{text}: nothing changed at {}", playhead.time());
        changes += 1;
    }
    changes
}

#[test]
fn repaints_on_demand_miss_no_change() {
    let text = "[TimeControl \"65+0\"]\n[Lag \"0 150 333 0 1220 0 0\"]\n\n\
        1A. e4{64.371} 1B. d4{63.002} 1a. e5{40.517} 2A. d4{21.873} 1b. d5{18.118} 2a. d5{3.2} 2B. c4{-2.75} *";
    for (speed, skips_waits) in [(0, false), (2, true), (6, false)] {
        let changes = check_changes(text, speed, skips_waits);
        assert!((200..5000).contains(&changes), "{changes}");
    }
    // At normal speed, a window needs few frames while no clock is low.
    let calm = check_changes("[TimeControl \"300+0\"]\n1A. e4{300} 1a. e5{240} *", 2, false);
    assert!((600..=800).contains(&calm), "{calm} changes in a minute");
}

#[test]
fn paused_window_requests_no_frames() {
    let (_, line) = read("[TimeControl \"300+0\"]\n1A. e4{299} 1a. e5{298}");
    let mut playhead = Playhead::default();
    assert_eq!(playhead.until_change_s(&line, 1.0), None);
    playhead.run(PlayheadCommand::Toggle, &line);
    playhead.run(PlayheadCommand::Seek(500), &line);
    assert_eq!(playhead.until_change_s(&line, 20.0), Some(0.02));
    assert_eq!(playhead.until_change_s(&line, 1000.0), Some(0.1));
    playhead.run(PlayheadCommand::End, &line);
    assert_eq!(playhead.until_change_s(&line, 20.0), None);
}

#[test]
fn very_short_loops_are_ignored() {
    let (_, line) =
        read("[TimeControl \"300+0\"]\n1A. e4{299} 1a. e5{298} 2A. d4{290} 2a. d5{280}");
    let marked = |from: MatchTime, to: MatchTime| {
        let mut playhead = Playhead::default();
        for time in [from, to] {
            playhead.run(PlayheadCommand::Seek(time), &line);
            playhead.run(PlayheadCommand::Loop, &line);
        }
        playhead.repeat()
    };
    assert_eq!(marked(1000, 1000), Repeat::None);
    assert_eq!(marked(1000, 1199), Repeat::None);
    assert_eq!(marked(1000, 1200), Repeat::Between(1000, 1200));
    // Either end may be marked first.
    assert_eq!(marked(3000, 1000), Repeat::Between(1000, 3000));
}

#[test]
fn loop_plays_to_its_end_before_it_starts_again() {
    let (_, line) =
        read("[TimeControl \"300+0\"]\n1A. e4{299} 1a. e5{298} 2A. d4{290} 2a. d5{280}");
    let mut head = Playhead::default();
    for time in [3000, 5000] {
        head.run(PlayheadCommand::Seek(time), &line);
        head.run(PlayheadCommand::Loop, &line);
    }
    head.run(PlayheadCommand::Seek(3000), &line);
    head.run(PlayheadCommand::Toggle, &line);
    let times = [0.5, 1.0, 1.0, 1.0].map(|dt_s| {
        head.advance(dt_s, &line);
        head.time()
    });
    assert_eq!(times, [3500, 4500, 3500, 4500]);
}

#[test]
fn plies_of_a_board_without_clocks_lie_between_those_of_the_other() {
    check(
        "[TimeControl \"180\"]\n1A. e4 {179} 1B. e4 1b. e5 1a. e5 {175}",
        "clocks: 1A 1000 1B 2666 1b 4333 1a 6000",
    );
}
