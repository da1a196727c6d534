//! The rows of the Issues panel.

use crate::{
    document::Document,
    file::{LineColumn, Span},
    notation::Severity,
    replay::kriegspiel,
};

/// An issue as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueRow {
    /// Line and column in the file.
    pub place: LineColumn,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong and what was done about it.
    pub text: String,
    /// The bytes it speaks of, counted from the start of the record.
    pub span: Span,
    /// The moment it speaks of: after the ply that it is about, or 0 for the tags.
    pub moment: usize,
    /// The tag that it is about, by its place among them.
    pub tag: Option<usize>,
}

impl IssueRow {
    /// The issues of `document`, in the order of the text.
    #[must_use]
    pub fn all(document: &Document) -> Vec<Self> {
        if let Some(open) = document.game() {
            let plies = &open.record.plies;
            let tags = &open.record.tags;
            let row = |issue: &kriegspiel::Issue| Self {
                place: document.known_line_column(issue.span.start),
                span: issue.span,
                severity: issue.problem.severity(),
                text: sentence(&issue.problem.to_string()),
                moment: plies
                    .partition_point(|ply| ply.span.start <= issue.span.start)
                    .min(open.game.plies()),
                tag: tags.iter().position(|tag| holds(tag.span, issue.span)),
            };
            return open.game.issues.iter().map(row).collect();
        }
        let played = document.played();
        let (plies, tags) = (&document.record().plies, &document.record().tags);
        played
            .issues
            .iter()
            .map(|issue| Self {
                place: document.known_line_column(issue.span.start),
                span: issue.span,
                severity: issue.problem.severity(),
                text: sentence(&issue.problem.to_string()),
                moment: plies
                    .partition_point(|ply| ply.span.start <= issue.span.start)
                    .min(played.plies.len()),
                tag: tags.iter().position(|tag| holds(tag.span, issue.span)),
            })
            .collect()
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    (outer.start..outer.end).contains(&inner.start)
}

/// A message as a sentence of its own: with a capital and a full stop.
#[must_use]
pub fn sentence(message: &str) -> String {
    format!("{}.", capital(message))
}

/// `words` with a capital.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}
