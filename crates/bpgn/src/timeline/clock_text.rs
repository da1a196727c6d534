//! Formats clocks, match times and clock differences.

use super::MatchTime;
use crate::replay::Match;

/// The time in milliseconds below which a clock shows tenths.
const TENTHS_BELOW_MS: i32 = 20_000;

/// The time in milliseconds below which a player is low on time.
const SHORT_BELOW_MS: i32 = 10_000;

/// The smallest part of a second that a record has in its clocks, and that is shown of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockPrecision {
    /// All clocks are whole seconds.
    Seconds,
    /// Some clock has tenths.
    #[default]
    Tenths,
}

impl ClockPrecision {
    /// Returns the precision of a record with these clocks, in milliseconds. Tenths that are zero in all of them were not
    /// recorded.
    pub fn of(clocks_ms: impl IntoIterator<Item = i32>) -> Self {
        let mut clocks_ms = clocks_ms.into_iter().peekable();
        if clocks_ms.peek().is_some() && clocks_ms.all(|ms| ms % 1000 == 0) {
            Self::Seconds
        } else {
            Self::Tenths
        }
    }

    /// Returns the precision of the clocks of `played`.
    pub fn of_match(played: &Match) -> Self {
        Self::of(played.plies.iter().filter_map(|ply| ply.clock.ms()))
    }

    /// Returns the smallest difference of two clocks that is shown, in milliseconds.
    pub const fn step_ms(self) -> u32 {
        match self {
            Self::Seconds => 1000,
            Self::Tenths => 100,
        }
    }

    /// Returns the tenths of `ms` milliseconds with a point before them, or an empty text without tenths.
    fn tenths(self, ms: u32) -> String {
        match self {
            Self::Seconds => String::new(),
            Self::Tenths => format!(".{}", ms / 100 % 10),
        }
    }
}

/// A clock as shown on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockText {
    /// Minutes and seconds (`1:05`), with hours from 60 minutes on (`1:00:05`) and a sign if negative.
    pub main: String,
    /// Tenths, `.3`; empty from 20 s on, and if they are not recorded.
    pub tenths: String,
    /// The time to the hundredth, for tooltips; to the second if tenths are not recorded.
    pub exact: String,
    /// Whether less than 10 s are left.
    pub short: bool,
}

impl ClockText {
    /// Returns the clock as a player reads it: with tenths if they are shown.
    pub fn face(self) -> String {
        self.main + &self.tenths
    }
}

/// Formats a clock of `ms` milliseconds, or dashes for `None`. Fractions are truncated, as on a real clock.
pub fn clock_text(ms: Option<i32>, precision: ClockPrecision) -> ClockText {
    let Some(ms) = ms else {
        return ClockText {
            main: "–:––".to_owned(),
            tenths: String::new(),
            exact: "no clock recorded".to_owned(),
            short: false,
        };
    };
    let sign = if ms < 0 { "−" } else { "" };
    let abs = ms.unsigned_abs();
    let (minutes, seconds) = (abs / 60_000, abs / 1000 % 60);
    let main = if minutes >= 60 {
        format!("{sign}{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    } else {
        format!("{sign}{minutes}:{seconds:02}")
    };
    let tenths = if ms < TENTHS_BELOW_MS { precision.tenths(abs) } else { String::new() };
    let exact = match precision {
        ClockPrecision::Seconds => main.clone(),
        ClockPrecision::Tenths => format!("{main}.{:02}", abs / 10 % 100),
    };
    ClockText { exact, main, tenths, short: ms < SHORT_BELOW_MS }
}

/// Returns the milliseconds until the text of a running clock at `ms` changes.
pub(super) const fn clock_text_duration_ms(ms: i32) -> u32 {
    if ms >= TENTHS_BELOW_MS {
        ms.unsigned_abs() % 1000 + 1
    } else if ms >= 0 {
        ms.unsigned_abs() % 100 + 1
    } else {
        // A negative clock moves away from zero, so its digits count up.
        100 - ms.unsigned_abs() % 100
    }
}

/// Formats a match time as `2:36.2`, or as `2:36` in whole seconds.
pub fn duration_text(ms: MatchTime, precision: ClockPrecision) -> String {
    format!("{}:{:02}{}", ms / 60_000, ms / 1000 % 60, precision.tenths(ms))
}

/// The minimum clock difference, in milliseconds, that is shown in minutes and seconds.
const LONG_GAP_MS: u32 = 60_000;

/// Formats a clock difference with its sign: `+7.7 s`.
pub fn gap_text(ms: u32, precision: ClockPrecision) -> String {
    format!("+{}", gap_size_text(ms, precision))
}

/// Formats a clock difference or a time used as `7.7 s`, or `7 s` in whole seconds, or `1:05` from one minute on.
pub fn gap_size_text(ms: u32, precision: ClockPrecision) -> String {
    if ms >= LONG_GAP_MS {
        format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
    } else {
        format!("{}{} s", ms / 1000, precision.tenths(ms))
    }
}

/// Returns the milliseconds until the text of a clock difference of `ms` changes. The difference grows if `grows`,
/// otherwise it shrinks.
pub(super) const fn gap_text_duration_ms(ms: u32, grows: bool) -> u32 {
    let step = if ms >= LONG_GAP_MS { 1000 } else { 100 };
    if grows { step - ms % step } else { ms % step + 1 }
}

/// Formats the clock beside a move in seconds, with tenths unless `whole`.
pub fn ply_clock_text(ms: i32, whole: bool) -> String {
    let sign = if ms < 0 { "−" } else { "" };
    let abs = ms.unsigned_abs();
    let precision = if whole { ClockPrecision::Seconds } else { ClockPrecision::Tenths };
    format!("{sign}{}{}", abs / 1000, precision.tenths(abs))
}

/// Formats a clock for a text field: as on the boards, but with up to three decimals (`2:58.839`) and an ASCII minus.
pub fn clock_field_text(ms: i32) -> String {
    let main = clock_text(Some(ms), ClockPrecision::Seconds).main.replace('−', "-");
    let decimals = format!("{:03}", ms.unsigned_abs() % 1000);
    match decimals.trim_end_matches('0') {
        "" => main,
        decimals => format!("{main}.{decimals}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockPrecision::Tenths, *};

    fn check(ms: i32, expect: &str) {
        let text = clock_text(Some(ms), Tenths);
        let short = if text.short { " short" } else { "" };
        assert_eq!(format!("{}{} {}{short}", text.main, text.tenths, text.exact), expect);
    }

    #[test]
    fn a_field_shows_all_decimals_of_a_clock() {
        for (ms, expect) in [
            (298_000, "4:58"),
            (178_839, "2:58.839"),
            (9_500, "0:09.5"),
            (-576, "-0:00.576"),
            (3_723_100, "1:02:03.1"),
        ] {
            assert_eq!(clock_field_text(ms), expect);
        }
    }

    #[test]
    fn clocks_truncate_and_show_tenths_under_20_s() {
        check(180_000, "3:00 3:00.00");
        check(131_599, "2:11 2:11.59");
        check(20_000, "0:20 0:20.00");
        check(19_999, "0:19.9 0:19.99");
        check(9_999, "0:09.9 0:09.99 short");
        check(0, "0:00.0 0:00.00 short");
        check(-576, "−0:00.5 −0:00.57 short");
        check(5_400_000, "1:30:00 1:30:00.00");
        assert_eq!(clock_text(None, Tenths).main, "–:––");
    }

    #[test]
    fn clock_texts_stay_for_their_duration() {
        for ms in (-1200..1200).chain(9_000..11_000).chain(19_000..22_000) {
            let lasts_ms = i32::try_from(clock_text_duration_ms(ms)).unwrap();
            let shown = |ms: i32| {
                let text = clock_text(Some(ms), Tenths);
                (text.main, text.tenths, text.short)
            };
            assert_eq!(shown(ms - lasts_ms + 1), shown(ms), "{ms}");
            // −0:00.0 follows 0:00.0.
            assert_ne!(shown(ms - lasts_ms), shown(ms), "{ms}");
        }
        for ms in (0..1200).chain(59_000..62_000) {
            let (grows, shrinks) =
                (gap_text_duration_ms(ms, true), gap_text_duration_ms(ms, false));
            let text = |ms| gap_text(ms, Tenths);
            assert_eq!(text(ms + grows - 1), text(ms), "{ms}");
            assert_ne!(text(ms + grows), text(ms), "{ms}");
            // At zero the lead changes.
            if let Some(less) = ms.checked_sub(shrinks) {
                assert_eq!(text(less + 1), text(ms), "{ms}");
                assert_ne!(text(less), text(ms), "{ms}");
            }
        }
    }

    #[test]
    fn times_and_gaps() {
        assert_eq!(duration_text(156_210, Tenths), "2:36.2");
        assert_eq!(gap_text(7_740, Tenths), "+7.7 s");
        assert_eq!(gap_text(65_000, Tenths), "+1:05");
        assert_eq!(ply_clock_text(178_188, false), "178.1");
        assert_eq!(ply_clock_text(298_000, true), "298");
        assert_eq!(ply_clock_text(-576, false), "−0.5");
        assert_eq!(ply_clock_text(0, false), "0.0");
        assert_eq!(ply_clock_text(0, true), "0");
    }

    #[test]
    fn durations_have_tenths_or_minutes() {
        for (ms, tenths, seconds) in [
            (0, "0.0 s", "0 s"),
            (1_000, "1.0 s", "1 s"),
            (1_299, "1.2 s", "1 s"),
            (59_999, "59.9 s", "59 s"),
            (60_000, "1:00", "1:00"),
            (3_725_900, "62:05", "62:05"),
        ] {
            assert_eq!(gap_size_text(ms, Tenths), tenths);
            assert_eq!(gap_size_text(ms, ClockPrecision::Seconds), seconds);
        }
        assert_eq!(duration_text(1_299, Tenths), "0:01.2");
        assert_eq!(duration_text(3_725_900, Tenths), "62:05.9");
    }

    #[test]
    fn clocks_in_whole_seconds_have_no_tenths() {
        let precision = ClockPrecision::of([179_000, 9_000, -1_000]);
        assert_eq!(precision, ClockPrecision::Seconds);
        let text = clock_text(Some(9_000), precision);
        assert_eq!((text.main.as_str(), text.tenths.as_str()), ("0:09", ""));
        assert_eq!(text.exact, "0:09");
        assert_eq!(duration_text(156_210, precision), "2:36");
        assert_eq!(gap_text(7_740, precision), "+7 s");
        assert_eq!(gap_size_text(65_000, precision), "1:05");
        assert_eq!(ClockPrecision::of([179_000, 9_100]), Tenths);
        assert_eq!(ClockPrecision::of([]), Tenths);
    }
}
