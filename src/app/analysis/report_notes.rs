//! Adds the report to the record, as comments, variations or glyphs.

use super::{MatchReport, variation_moment::visible_position};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind},
        report::{Line, Sentence, Subject},
    },
    app::{Cx, MatchState, Session},
    document::{ChangeError, Document, DocumentEdit, VariationEdit},
    notation::NoteKind,
    replay::Point,
    rules::{BoardId, Seat},
    text::{count_text, sentence},
    timeline::Moment,
};
use std::collections::BTreeMap;

const MISSED_GLYPH: &str = "?";

/// The format in which the report is saved in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// As comments: one for each moment with a finding. Statements about the whole match are omitted.
    Comments,
    /// As variations: the winning lines of mates and joint wins (wins that use both boards) that were not played.
    Variations,
    /// As a glyph on each ply that missed a mate and has no glyph yet.
    Glyphs,
}

pub(in crate::app) fn can_write_report(session: &Session) -> bool {
    session.match_state().is_some_and(|open_match| open_match.analysis.report.is_some())
        && !session.hides_tactics()
}

/// Adds the report to the record, as one change.
pub(in crate::app) fn write_report(cx: &mut Cx<'_>, how: ReportForm) {
    let Some(open_match) = cx.match_state() else { return };
    let Some(report) = &open_match.analysis.report else { return };
    let (name, edits, words) = match how {
        ReportForm::Variations => return add_missed_wins(cx),
        ReportForm::Comments => {
            let edits = comments(open_match, report);
            let words = match edits.len() {
                0 => "The comments already contain the whole report.".to_owned(),
                count => format!("{} added.", count_text(count, "comment", "comments")),
            };
            ("report as comments", edits, words)
        }
        ReportForm::Glyphs => {
            let edits = glyphs(&open_match.document, report);
            let words = match edits.len() {
                0 if report.missed_plies().next().is_none() => {
                    "No mates were missed in this match.".to_owned()
                }
                0 => "Every missed mate already has a glyph.".to_owned(),
                count => {
                    format!("{} marked with {MISSED_GLYPH}.", count_text(count, "move", "moves"))
                }
            };
            ("marking missed mates", edits, words)
        }
    };
    if edits.is_empty() {
        return cx.notify_in_place(words);
    }
    cx.commit_drafts();
    match cx.change_match(name, |document| Ok(document.changed(&edits)?.0)) {
        Ok(()) => cx.notify_in_place(words),
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

/// Adds the winning line of `seat` at `moment` as a variation.
pub(super) fn add_line(cx: &mut Cx<'_>, seat: Seat, moment: Moment) {
    if cx.hides_tactics() {
        return;
    }
    let open_match = cx.match_state();
    if let Some(win) = open_match.and_then(|open_match| Win::of(open_match, seat, moment)) {
        add_wins(cx, &[win], "adding a winning line");
        cx.go_to(moment);
    }
}

/// Returns whether one of `boards` has a winning line to add at the current point of the match or variation.
pub(in crate::app) fn can_add_line(session: &Session, boards: &[BoardId]) -> bool {
    !visible_lines(session, boards).is_empty()
}

/// Adds the winning lines of `boards` at the current point of the match or variation.
pub(in crate::app) fn add_visible_lines(cx: &mut Cx<'_>, boards: &[BoardId]) {
    let point = cx.point();
    let lines = visible_lines(cx, boards).into_iter();
    let win = |line: &Line| Win { from: point.clone(), line: line.clone(), note: None };
    let wins: Vec<Win> = lines.map(win).collect();
    add_wins(cx, &wins, "adding a winning line");
}

/// Returns the winning lines of `boards` at the current point of the match or variation.
fn visible_lines<'s>(session: &'s Session, boards: &[BoardId]) -> Vec<&'s Line> {
    let open_match = if session.hides_tactics() { None } else { session.match_state() };
    let analysed = open_match.and_then(visible_position).into_iter();
    let lines =
        analysed.flat_map(|analysed| boards.iter().map(move |&board| &analysed.lines[board]));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Adds the lines of the wins that were not played. The lines become variations, in one change.
fn add_missed_wins(cx: &mut Cx<'_>) {
    let Some(open_match) = cx.match_state() else { return };
    let missed = open_match.analysis.report.iter().flat_map(|it| it.missed_wins());
    let wins = missed.filter_map(|(seat, moment)| Win::of(open_match, seat, moment));
    let wins: Vec<Win> = wins.collect();
    if wins.is_empty() {
        cx.notify_in_place("No mate or joint win was missed.".to_owned());
    } else {
        add_wins(cx, &wins, "adding missed wins");
    }
}

struct Win {
    from: Point,
    line: Line,
    /// The comment to add after the last ply of the line; `None` to add no comment.
    note: Option<String>,
}

impl Win {
    /// Returns the winning line of `seat` at `moment`. If the win was missed, a note names the player who missed the
    /// win. Returns `None` without a winning line, and while the report is incomplete.
    fn of(open_match: &MatchState, seat: Seat, moment: Moment) -> Option<Self> {
        let line = open_match.analysis.line(moment, seat.board())?.clone();
        let findings = &open_match.analysis.report.as_ref()?.ledger.findings;
        let is_missed = |it: &&Finding| {
            it.kind.is_missed_win() && it.attacker() == seat && it.shown() == moment
        };
        let note = findings.iter().find(is_missed).map(|it| {
            let name = &open_match.header.seats[it.seat].name;
            match it.kind {
                FindingKind::MateMissed => format!("Mate in {}, missed by {name}", it.length),
                FindingKind::JointSpoiled => format!("Joint win, spoiled by {name}"),
                _ => format!("Joint win, missed by {name}"),
            }
        });
        Some(Self { from: Point::Match(moment), line, note })
    }
}

/// Adds `wins` as one change with the undo label `name`.
fn add_wins(cx: &mut Cx<'_>, wins: &[Win], name: &str) {
    cx.commit_drafts();
    let mut added = 0;
    match cx.change_match(name, |document| with_wins(document, wins, &mut added)) {
        Ok(()) if added == 0 => {
            cx.notify_in_place("The variations are already in the record.".to_owned());
        }
        Ok(()) => {
            cx.notify_in_place(format!("{} added.", count_text(added, "variation", "variations")));
        }
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

/// Returns `document` with the lines of `wins` as variations. Skips lines that `document` already has, and adds the
/// number of the others to `added`.
fn with_wins(
    document: &Document,
    wins: &[Win],
    added: &mut usize,
) -> Result<Document, ChangeError> {
    let mut changed = document.clone();
    for Win { from, line, note } in wins {
        let edit = VariationEdit::Play { from: from.clone(), plies: line.clone() };
        let Some(mut after) = edited(&changed, edit)? else { continue };
        *added += 1;
        let (end, _) = after.variations().follow(after.played(), from.clone(), line);
        if let (Point::Variation(at), Some(note)) = (end, note) {
            // The line is added without the comment if the player's name has characters that a comment cannot contain.
            let edit = VariationEdit::Comment { at, text: note.clone() };
            after = edited(&after, edit).ok().flatten().unwrap_or(after);
        }
        changed = after;
    }
    Ok(changed)
}

/// Returns `document` after `edit`, or `None` if nothing changes.
fn edited(document: &Document, edit: VariationEdit) -> Result<Option<Document>, ChangeError> {
    let (after, set) = document.changed(&[DocumentEdit::Variation(edit)])?;
    Ok(if set.is_empty() { None } else { Some(after) })
}

/// Returns the comments to add: one for each ply that the report is about. Omits sentences that a comment on this ply
/// already contains, or one at the moment of the finding, where earlier versions put them.
fn comments(open_match: &MatchState, report: &MatchReport) -> Vec<DocumentEdit> {
    let mut words_by_moment: BTreeMap<Moment, Vec<String>> = BTreeMap::new();
    for seat in Seat::ALL {
        let name = &open_match.header.seats[seat].name;
        for Sentence { moment, text, earlier, subject, .. } in &report.sentences[seat] {
            let Subject::Finding { played, .. } = subject else { continue };
            let place = played.map_or(*moment, |ply| ply + 1);
            let is_written = |words: &String| {
                let words = format!("{name}: {words}");
                let contains = |at| comment_contains(&open_match.document, at, &words);
                contains(place) || contains(*moment)
            };
            if !is_written(text) && !earlier.iter().any(is_written) {
                words_by_moment.entry(place).or_default().push(format!("{name}: {text}"));
            }
        }
    }
    let comments = words_by_moment.into_iter();
    comments.map(|(moment, words)| DocumentEdit::add_comment(moment, words.join(" "))).collect()
}

fn comment_contains(document: &Document, moment: Moment, words: &str) -> bool {
    let encoding = document.record().encoding;
    let mut comments = document.notes_of(NoteKind::Comment, moment);
    comments.any(|note| encoding.decode(note.text.of(document.text())).contains(words))
}

fn glyphs(document: &Document, report: &MatchReport) -> Vec<DocumentEdit> {
    let has_glyph = |moment| document.notes_of(NoteKind::Annotation, moment).next().is_some();
    let after = report.missed_plies().map(|ply| ply + 1);
    after
        .filter(|&moment| !has_glyph(moment))
        .map(|moment| DocumentEdit::Glyph { moment, text: MISSED_GLYPH.to_owned() })
        .collect()
}
