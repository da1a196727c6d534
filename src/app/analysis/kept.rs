//! Saving the report in the record.

use super::MatchReport;
use crate::{
    analysis::report::Sentence,
    app::{Cx, Session, analysis::action::tactics_hidden, notes},
    document::{ChangeError, Document, DocumentEdit},
    notation::NoteKind,
    rules::{BySeat, Seat},
    text::sentence,
    timeline::Moment,
};
use std::collections::BTreeMap;

/// The glyph of a ply that misses a mate.
const MISSED: &str = "?";

/// How the report is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// As comments.
    Comments,
    /// As a glyph on each ply that missed a mate and has none.
    Glyphs,
}

/// Returns whether there is a report to save.
pub(in crate::app) fn can_keep_report(session: &Session) -> bool {
    let shown = session.shown_match();
    let report = shown.and_then(|shown| shown.analysis.report());
    report.is_some() && !tactics_hidden(session)
}

/// Writes the report into the record, as one change.
pub(in crate::app) fn keep_report(cx: &mut Cx<'_>, how: ReportForm) {
    let Some((document, report, names)) = reported(cx) else {
        return;
    };
    let edits = match how {
        ReportForm::Comments => comments(document, report, &names),
        ReportForm::Glyphs => glyphs(document, report),
    };
    let name = match how {
        ReportForm::Comments => "report as comments",
        ReportForm::Glyphs => "marking missed mates",
    };
    if edits.is_empty() {
        cx.notify(match how {
            ReportForm::Comments => "The comments already contain the whole report.".to_owned(),
            ReportForm::Glyphs => "Every missed mate already has a glyph.".to_owned(),
        });
    } else if let Err(error) = edit_all(cx, &edits, name) {
        cx.warn(sentence(&error.to_string()));
    }
}

fn reported(session: &Session) -> Option<(&Document, &MatchReport, BySeat<&str>)> {
    let shown = session.shown_match()?;
    let names = BySeat::from_fn(|seat| shown.header.seats[seat].name.as_str());
    Some((&shown.document, shown.analysis.report()?, names))
}

/// Applies `edits` as one change with the undo label `name`.
fn edit_all(cx: &mut Cx<'_>, edits: &[DocumentEdit], name: &str) -> Result<(), ChangeError> {
    notes::settle(cx);
    let Some(open) = &cx.open else {
        return Ok(());
    };
    if !open.content.is_scanned() {
        return Err(ChangeError::Unread);
    }
    let (document, set) = open.content.changed(edits)?;
    notes::take_changed(cx, document, set, name.to_owned());
    Ok(())
}

/// Returns a comment for each moment of the report, without sentences that are already there.
fn comments(document: &Document, report: &MatchReport, names: &BySeat<&str>) -> Vec<DocumentEdit> {
    let mut told: BTreeMap<Moment, Vec<String>> = BTreeMap::new();
    for seat in Seat::ALL {
        for Sentence { moment, text, earlier } in &report.sentences[seat] {
            let words = format!("{}: {text}", names[seat]);
            let earlier = earlier.as_ref().map(|earlier| format!("{}: {earlier}", names[seat]));
            let is_written = |words: &String| written(document, *moment, words);
            if !is_written(&words) && !earlier.as_ref().is_some_and(is_written) {
                told.entry(*moment).or_default().push(words);
            }
        }
    }
    let comments = told.into_iter();
    comments
        .map(|(moment, words)| DocumentEdit::AddComment { moment, text: words.join(" ") })
        .collect()
}

/// Returns whether a comment at `moment` contains `words`.
fn written(document: &Document, moment: Moment, words: &str) -> bool {
    let record = document.record();
    let mut notes = record.notes.iter();
    notes.any(|note| {
        note.after as usize == moment
            && note.kind == NoteKind::Comment
            && record.encoding.decode(note.text.of(document.text())).contains(words)
    })
}

fn glyphs(document: &Document, report: &MatchReport) -> Vec<DocumentEdit> {
    let notes = &document.record().notes;
    let has_glyph = |moment: Moment| {
        let mut notes = notes.iter();
        notes.any(|note| note.after as usize == moment && note.kind == NoteKind::Annotation)
    };
    let after = report.missed_plies().map(|ply| ply + 1);
    after
        .filter(|&moment| !has_glyph(moment))
        .map(|moment| DocumentEdit::Glyph { moment, text: MISSED.to_owned() })
        .collect()
}
