//! [`Track`]: the data of the timeline: plies in two lanes, sits and long thinks, and the leads on both diagonals. A player who does
//! not move, to wait for a piece, *sits*. A *diagonal* is the pair of opponents with the same colour on different
//! boards.

use crate::{
    analysis::ledger::{LongTurn, TurnKind},
    document::Document,
    notation::NoteKind,
    replay::Ply,
    rules::{Color, Move, Seat, Team},
    timeline::{Basis, Diagonal, MatchTime, Moment},
};

/// The mark of a ply in its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick {
    pub time: MatchTime,
    pub seat: Seat,
    pub capture: bool,
    pub drop: bool,
    pub check: bool,
    pub mate: bool,
    /// Whether the ply has a comment or an annotation.
    pub comment: bool,
}

impl Tick {
    pub(super) const fn of(ply: &Ply, time: MatchTime, comment: bool) -> Self {
        Self {
            time,
            seat: ply.seat,
            capture: ply.taken.is_some(),
            drop: matches!(ply.mv, Move::Drop { .. }),
            check: ply.check,
            mate: ply.mate,
            comment,
        }
    }
}

/// A point of the plot: the leads on both diagonals at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotPoint {
    pub time: MatchTime,
    /// The lead of White A over White B, and of Black B over Black A, in milliseconds; negative if behind.
    pub ahead_ms: [i32; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    pub ticks: Vec<Tick>,
    /// The sits and long thinks.
    pub long_turns: Vec<LongTurn>,
    /// The minimum duration of a sit, in milliseconds.
    pub sit_ms: MatchTime,
    /// The leads on both diagonals at each moment; empty without clocks.
    pub plot: Vec<PlotPoint>,
    /// The match time at the end of the match, in milliseconds.
    pub end: MatchTime,
    pub basis: Basis,
}

impl Track {
    pub fn of(document: &Document) -> Self {
        let timeline = document.timeline();
        let plies = &document.played().plies;
        let mut commented = vec![false; plies.len() + 1];
        for note in &document.record().notes {
            if matches!(note.kind, NoteKind::Comment | NoteKind::Annotation)
                && let Some(place) = commented.get_mut(note.after as usize)
            {
                *place = true;
            }
        }
        let ticks = plies
            .iter()
            .enumerate()
            .map(|(index, ply)| Tick::of(ply, timeline.time(index), commented[index + 1]))
            .collect();
        // If only the initial clocks are known, there is nothing to plot.
        let moments = if timeline.has_clocks() { 0..plies.len() + 1 } else { 0..0 };
        let plot = moments.filter_map(|moment| point(document, moment));
        Self {
            ticks,
            long_turns: document.long_turns(),
            sit_ms: timeline.sit_ms(),
            plot: plot.collect(),
            end: timeline.end(),
            basis: timeline.basis,
        }
    }

    /// Returns the timeline up to `moment`, whose match time is `time`. The end of the timeline remains the end of the
    /// whole match.
    pub fn until(&self, moment: Moment, time: MatchTime) -> Self {
        let ticks = self.ticks[..moment.min(self.ticks.len())].to_vec();
        let long_turns = self.long_turns.iter().filter(|it| it.turn.to <= time).copied().collect();
        let plot = self.plot.iter().take_while(|point| point.time <= time).copied().collect();
        Self { ticks, long_turns, plot, ..self.clone() }
    }

    /// Returns what the turn of `seat` at `time` is, once it lasts for [`Self::sit_ms`]. While it has no end, the record
    /// shows no reason to wait.
    pub fn turn_kind(&self, seat: Seat, time: MatchTime) -> TurnKind {
        let is_now =
            |it: &&LongTurn| it.turn.seat == seat && (it.turn.from..=it.turn.to).contains(&time);
        self.long_turns.iter().find(is_now).map_or(TurnKind::Think, |it| it.kind)
    }
}

fn point(document: &Document, moment: usize) -> Option<PlotPoint> {
    let timeline = document.timeline();
    let time = timeline.time_of(moment);
    let clocks = timeline.clocks(moment, time);
    let ahead = |color| {
        let diagonal = Diagonal::of(&clocks, color)?;
        let ms = i32::try_from(diagonal.by_ms).unwrap_or(i32::MAX);
        Some(if diagonal.ahead.team() == Team::First { ms } else { -ms })
    };
    Some(PlotPoint { time, ahead_ms: [ahead(Color::White)?, ahead(Color::Black)?] })
}
