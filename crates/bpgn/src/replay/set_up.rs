//! The start of a match: position, time control and initial clocks.

use super::{Issue, Problem};
use crate::notation::{KnownTag, Record, TimeControl};
use bughouse::{Bfen, BfenError, Board, BySeat, Position, Seat};

/// The start of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetUp {
    /// Both boards before the first ply.
    pub position: Position,
    /// Whether the position comes from the `FEN` tag.
    pub from_fen: bool,
    /// Why the position in the `FEN` tag cannot be read; `None` if it can, and without the tag. The position is then the
    /// standard one, which is not that of the game, so no result may depend on it.
    pub unreadable: Option<BfenError>,
    /// Whether castling follows Fischer random chess. UCI then writes it as the king taking the rook.
    pub chess960: bool,
    /// The initial clocks in milliseconds; `None` for an unknown clock.
    pub clocks_ms: BySeat<Option<i32>>,
    pub clocks_from: InitialClocks,
    /// The increment per ply, in milliseconds.
    pub increment_ms: i32,
}

/// The source of the initial clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialClocks {
    /// No source: the initial clocks are unknown.
    #[default]
    None,
    /// The `TimeControl` tag.
    TimeControl,
    /// The clocks that follow the position in the `FEN` tag.
    Fen,
    /// The largest recorded clock, rounded up to a multiple of 30 s.
    LargestClock,
}

/// The unit to which the largest recorded clock is rounded up, in milliseconds.
const ROUND_UP_MS: i32 = 30_000;

impl SetUp {
    /// Reads the start of `record`, whose bytes are `text`.
    pub fn of_record(record: &Record, text: &[u8]) -> Self {
        Self::of(record, text, &mut Vec::new())
    }

    /// Like [`SetUp::of_record`], but also adds the issues of the tags to `issues`.
    pub(super) fn of(record: &Record, text: &[u8], issues: &mut Vec<Issue>) -> Self {
        let mut set_up = Self::default();
        let control = record.time_control(text);
        if let Some(TimeControl { initial_ms, increment_ms }) = control {
            set_up.increment_ms = increment_ms;
            set_up.clocks_ms = BySeat::from_fn(|_| Some(initial_ms));
            set_up.clocks_from = InitialClocks::TimeControl;
        }
        let seconds = control.and_then(|c| u32::try_from(c.initial_ms / 1000).ok());
        set_up.read_fen(record, text, seconds, issues);
        if set_up.clocks_from == InitialClocks::None
            && let Some(ms) = largest_clock(record)
        {
            set_up.clocks_ms = BySeat::from_fn(|_| Some(ms));
            set_up.clocks_from = InitialClocks::LargestClock;
        }
        set_up
    }

    /// Reads the `FEN` tag. `initial_s` is the initial time in seconds, if known.
    fn read_fen(
        &mut self,
        record: &Record,
        text: &[u8],
        initial_s: Option<u32>,
        issues: &mut Vec<Issue>,
    ) {
        let setup = record.find_tag(text, KnownTag::SetUp);
        let setup_is = |value: &[u8]| setup.filter(|tag| tag.value.of(text).trim_ascii() == value);
        let Some(tag) = record.find_tag(text, KnownTag::Fen).filter(|tag| !tag.value.is_empty())
        else {
            let without = setup_is(b"1");
            issues.extend(without.map(|tag| Issue { span: tag.span, problem: Problem::NoFen }));
            return;
        };
        let mut issue = |problem| {
            issues.push(Issue { span: tag.value, problem });
        };
        match Bfen::parse(&record.unescape(tag.value.of(text)), initial_s) {
            Ok(read) => {
                read.notes.into_iter().map(Problem::FenNote).for_each(issue);
                for seat in Seat::ALL {
                    if let Some(ms) = read.clocks[seat] {
                        self.clocks_ms[seat] = Some(ms);
                        self.clocks_from = InitialClocks::Fen;
                    }
                }
                self.chess960 = read.position.boards.iter().any(Board::is_chess960);
                self.position = read.position;
                self.from_fen = true;
                if setup.is_none() {
                    issues.push(Issue { span: tag.span, problem: Problem::NoSetup });
                } else if let Some(denies) = setup_is(b"0") {
                    issues.push(Issue { span: denies.span, problem: Problem::SetupDenied });
                }
            }
            Err(error) => {
                self.unreadable = Some(error);
                issue(Problem::Fen(error));
            }
        }
    }
}

/// Returns the largest recorded clock, rounded up to a multiple of [`ROUND_UP_MS`], or `None` without clocks.
fn largest_clock(record: &Record) -> Option<i32> {
    let clocks = record.plies.iter().filter_map(|ply| ply.clock.left_ms());
    let largest = clocks.max()?.max(1);
    Some(largest.saturating_add(ROUND_UP_MS - 1) / ROUND_UP_MS * ROUND_UP_MS)
}
