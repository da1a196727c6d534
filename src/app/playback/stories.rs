//! Tooltips of the timeline. A player who does not move, to wait for a piece, *sits*. A *diagonal* is the pair of
//! opponents with the same colour on different boards. Of the two players on a diagonal, the one with more time can sit
//! longer.

use crate::{
    analysis::ledger::LongTurn,
    app::Track,
    document::{Document, Header},
    kriegspiel::notation::color_title,
    rules::{BySeat, Color, Seat},
    timeline::{ClockPrecision, Diagonal, MatchTime, Reading, duration_text, gap_size_text},
};

/// Describes a sit or a long think: player, duration, and the player's lead on the diagonal at its start.
pub fn turn_story(document: &Document, long_turn: &LongTurn) -> String {
    let LongTurn { turn, kind } = long_turn;
    let header = Header::for_window(document);
    let name = |seat: Seat| format!("{} ({})", header.seats[seat].name, seat.name());
    let timeline = document.timeline();
    let precision = timeline.precision;
    let mut words = format!(
        "{} {} for {} from {}",
        name(turn.seat),
        kind.verb(),
        gap_size_text(turn.ms, precision),
        duration_text(turn.from, precision)
    );
    let clocks = timeline.clocks(turn.begins, turn.from);
    let other = turn.seat.diagonal();
    if let (Some(own), Some(theirs)) = (clocks[turn.seat].ms, clocks[other].ms) {
        let gap = gap_size_text(own.abs_diff(theirs), precision);
        let comparison = match own.cmp(&theirs) {
            _ if own.abs_diff(theirs) < precision.step_ms() => "even with".to_owned(),
            std::cmp::Ordering::Greater => format!("{gap} ahead of"),
            _ => format!("{gap} behind"),
        };
        words.push_str(&format!("\n{comparison} {} on the diagonal at the start", name(other)));
    }
    words
}

/// Describes the lead on both diagonals at `time`.
pub fn plot_story(document: &Document, track: &Track, time: MatchTime) -> String {
    let header = Header::for_window(document);
    let moment = track.ticks.partition_point(|tick| tick.time <= time);
    let timeline = document.timeline();
    let clocks = timeline.clocks(moment, time);
    let mut words = duration_text(time, timeline.precision);
    for color in Color::ALL {
        if let Some(lead) = DiagonalLead::of(&header, &clocks, color) {
            words.push('\n');
            words.push_str(&lead.words("diagonal"));
        }
    }
    words
}

/// The lead on a diagonal: the player at `seat` has more time than the opponent who plays the same colour on the other
/// board.
#[derive(Clone, Copy, Debug)]
pub struct DiagonalLead<'a> {
    /// The colour of the pieces of both players.
    pub color: Color,
    pub seat: Seat,
    pub name: &'a str,
    /// The name of the opponent.
    pub other: &'a str,
    /// The difference of the clocks, in milliseconds.
    pub by_ms: u32,
    pub precision: ClockPrecision,
}

impl<'a> DiagonalLead<'a> {
    /// Returns the lead on the diagonal of `color`; `None` if a clock is unknown.
    pub fn of(header: &'a Header, clocks: &BySeat<Reading>, color: Color) -> Option<Self> {
        let Diagonal { ahead: seat, by_ms } = Diagonal::of(clocks, color)?;
        let [name, other] = [seat, seat.diagonal()].map(|seat| header.seats[seat].name.as_str());
        let precision = clocks[seat].precision;
        Some(Self { color, seat, name, other, by_ms, precision })
    }

    /// Returns whether the lead is too small to show.
    pub const fn is_level(&self) -> bool {
        self.by_ms < self.precision.step_ms()
    }

    /// Describes the lead: `White clocks: Margency is 0.3 s ahead of rln`, where `what` is `clocks`.
    pub fn words(&self, what: &str) -> String {
        let Self { color, name, other, .. } = self;
        let label = format!("{} {what}", color_title(*color));
        if self.is_level() {
            return format!("{label}: {name} and {other} are even");
        }
        let gap = gap_size_text(self.by_ms, self.precision);
        format!("{label}: {name} is {gap} ahead of {other}")
    }
}
