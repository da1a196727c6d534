//! The report as display rows, grouped by player; each row leads to a moment.

use crate::{
    analysis::{
        ledger::{Finding, FindingKind, lost_team},
        report::Subject,
    },
    app::{Cx, MatchReport, MatchState, Session, SettingsAction, Switch},
    kriegspiel::Obstacle,
    rules::{BySeat, Seat},
    text::{count_text, sentence},
    timeline::Moment,
};
use std::{borrow::Cow, iter::once};

/// The report, or the reason why it is unavailable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportState {
    /// There is no report. Holds the reason, as a sentence.
    Nothing(Cow<'static, str>),
    /// Tactics are off.
    SwitchedOff,
    /// The number of analysed moments, and the number of all moments.
    Progress(usize, usize),
    Ready(Box<ReportRows>),
}

/// The complete report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportRows {
    /// What decided the match; `None` without a result.
    pub decision: Option<ReportRow>,
    pub seats: BySeat<SeatReportRows>,
}

/// The report about one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatReportRows {
    pub name: String,
    /// The counts, such as `2 mates: 1 found, 1 missed; 1 joint win: 1 missed; gave away 1 mating piece`; empty if all are 0.
    pub summary: String,
    pub rows: Vec<ReportRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// The moment to show when the row is clicked. A row with several moments leads to the first of them after the
    /// current moment, or to the very first if there is none.
    pub moment: Moment,
    /// Whether the row leads to several moments in turn.
    pub has_several: bool,
    pub text: String,
    /// Whether the boards show a moment of the row.
    pub is_shown: bool,
    /// The seat and moment of the winning line that can be added as a variation; `None` without such a line.
    pub line: Option<(Seat, Moment)>,
}

/// The engine's findings, separate from exact analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationReport {
    /// The engine and its search limit, such as `Fairy-Stockfish 11.1, 60000 nodes per position`.
    pub source: String,
    /// The number of analysed moments, and the number of all moments.
    pub progress: (usize, usize),
    /// The mistakes by player. A row leads to the moment before the mistake.
    pub seats: BySeat<Vec<ReportRow>>,
}

pub fn report_state(session: &Session) -> ReportState {
    let nothing = |why: &'static str| ReportState::Nothing(Cow::Borrowed(why));
    let Some(open_match) = session.match_state() else { return nothing("No match.") };
    if let Some(why) = open_match.document.played().unreadable_start() {
        return ReportState::Nothing(sentence(&Obstacle::Start(why).to_string()).into());
    }
    if !session.settings.tactics {
        return ReportState::SwitchedOff;
    }
    if session.hides_tactics() {
        return nothing("The report is hidden while you solve a puzzle.");
    }
    if session.hides_end() {
        return nothing("The report is hidden until you have watched the match to its end.");
    }
    if open_match.analysis.is_stopped {
        return nothing("The report failed because of an internal error.");
    }
    let Some(report) = &open_match.analysis.report else {
        let (analysed, all) = open_match.analysis.progress();
        return ReportState::Progress(analysed, all);
    };
    let moment = open_match.moment_view.playhead.moment();
    let seats = BySeat::from_fn(|seat: Seat| SeatReportRows {
        name: open_match.header.seats[seat].name.clone(),
        summary: summary(report.ledger.of_seat(seat)),
        rows: report.sentences[seat]
            .iter()
            .map(|sentence| {
                let line = match sentence.subject {
                    Subject::Finding { line_of: Some(seat), .. } => Some((seat, sentence.moment)),
                    Subject::Finding { line_of: None, .. } | Subject::Match => None,
                };
                let mut moments = once(sentence.moment).chain(sentence.others.iter().copied());
                ReportRow {
                    moment: moments.clone().find(|&it| it > moment).unwrap_or(sentence.moment),
                    has_several: !sentence.others.is_empty(),
                    text: sentence.text.clone(),
                    is_shown: moments.any(|it| it == moment),
                    line: line.filter(|(seat, moment)| {
                        open_match.analysis.line(*moment, seat.board()).is_some()
                    }),
                }
            })
            .collect(),
    });
    let decision = decision(open_match, report, moment);
    ReportState::Ready(Box::new(ReportRows { decision, seats }))
}

/// Returns the row about what decided the match: its result, and the mistake, lost piece or win that led to it.
fn decision(open_match: &MatchState, report: &MatchReport, now: Moment) -> Option<ReportRow> {
    let result = open_match.header.result.as_str();
    let (moment, reason) = match &report.decision {
        Some((moment, sentence)) => (*moment, Some(sentence.clone())),
        None if result.is_empty() => return None,
        None => {
            let played = open_match.document.played();
            let reason = if played.ending.is_contradicted {
                Some("Who won is uncertain, so no move is named.")
            } else if lost_team(played).is_some() {
                Some("No proved mistake decided it.")
            } else {
                None
            };
            (played.plies.len(), reason.map(str::to_owned))
        }
    };
    let text = match reason {
        Some(reason) if result.is_empty() => reason,
        Some(reason) => format!("{result}. {reason}"),
        None => format!("{result}."),
    };
    Some(ReportRow { moment, has_several: false, text, is_shown: moment == now, line: None })
}

/// Returns the seat to which the report is limited: that of the chosen player or, if only the user's own mistakes are
/// shown, that of the user.
pub fn report_seat(session: &Session) -> Option<Seat> {
    let open_match = session.match_state()?;
    match &session.shell.report_player {
        Some(name) => {
            Seat::ALL.into_iter().find(|seat| open_match.header.seats[*seat].name == *name)
        }
        None if session.settings.only_mine => session.own_seat().map(|(seat, _)| seat),
        None => None,
    }
}

/// Limits the report to the player `name`, also in the next matches, or shows all players if `name` is `None`.
pub(super) fn show_report_of(cx: &mut Cx<'_>, name: Option<String>) {
    if name.is_none() && cx.settings.only_mine {
        cx.request(SettingsAction::Toggle(Switch::OnlyMine));
    }
    cx.limit_report(name);
}

/// Returns the engine's findings about the current match; `None` without evaluations, in a puzzle, and if the engine is
/// off.
pub fn evaluation_report(session: &Session) -> Option<EvaluationReport> {
    if !session.evaluates_positions() {
        return None;
    }
    let open_match = session.match_state()?;
    let evaluations = &open_match.evaluations;
    let searched = evaluations.scores.moments.len();
    if searched == 0 {
        return None;
    }
    let current_moment = open_match.moment_view.playhead.moment();
    Some(EvaluationReport {
        source: format!(
            "{}, {} nodes per position",
            evaluations.scores.engine, evaluations.scores.nodes
        ),
        progress: (searched, open_match.track.ticks.len() + 1),
        seats: BySeat::from_fn(|seat| {
            let rows = evaluations.mistakes.iter().filter(|row| row.seat == seat);
            rows.map(|row| ReportRow {
                moment: row.moment - 1,
                text: format!("{}: {}", row.ply, row.words),
                is_shown: row.moment - 1 == current_moment,
                has_several: false,
                line: None,
            })
            .collect()
        }),
    })
}

/// Counts the findings of a seat in words. Sits have no count, since each has a row.
fn summary<'f>(findings: impl Iterator<Item = &'f Finding>) -> String {
    use FindingKind::{
        CaptureMade, CaptureMissed, DefenceFound, DefenceMissed, JointMade, JointMissed,
        JointSpoiled, MateFound, MateMissed, PieceLost,
    };
    let findings: Vec<&Finding> = findings.collect();
    let count = |kind: FindingKind| findings.iter().filter(|it| it.kind == kind).count();
    let mut parts = Vec::new();
    for (one, many, outcomes) in [
        ("mate", "mates", [(MateFound, "found"), (MateMissed, "missed")].as_slice()),
        ("mating capture", "mating captures", &[(CaptureMade, "made"), (CaptureMissed, "missed")]),
        (
            "joint win",
            "joint wins",
            &[(JointMade, "played"), (JointMissed, "missed"), (JointSpoiled, "spoiled")],
        ),
        ("defence", "defences", &[(DefenceFound, "found"), (DefenceMissed, "missed")]),
    ] {
        let counts = outcomes.iter().map(|&(kind, word)| (count(kind), word));
        let all: usize = counts.clone().map(|(count, _)| count).sum();
        if all > 0 {
            let nonzero = counts.filter(|(count, _)| *count > 0);
            let counts: Vec<String> =
                nonzero.map(|(count, word)| format!("{count} {word}")).collect();
            parts.push(format!("{}: {}", count_text(all, one, many), counts.join(", ")));
        }
    }
    let lost = findings.iter().filter(|it| it.kind == PieceLost);
    let given_away = lost.clone().filter(|it| it.is_mistake()).count();
    for (verb, count) in [("gave away", given_away), ("lost", lost.count() - given_away)] {
        if count > 0 {
            parts.push(format!("{verb} {}", count_text(count, "mating piece", "mating pieces")));
        }
    }
    parts.join("; ")
}
