//! The rows of the Issues panel.

use crate::{
    document::Content,
    file::{LineColumn, Span},
    notation::Severity,
    text::sentence,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueRow {
    /// Line and column in the file.
    pub place: LineColumn,
    pub severity: Severity,
    /// The problem and how it was handled.
    pub text: String,
    /// The affected bytes, relative to the start of the record.
    pub span: Span,
    /// The moment after the affected ply; 0 for tags.
    pub moment: usize,
    /// The index of the affected tag, if a tag is affected.
    pub tag: Option<usize>,
}

impl IssueRow {
    /// Returns the issues of `document` in text order.
    #[must_use]
    pub fn all(document: &Content) -> Vec<Self> {
        match document {
            Content::Game(game) => {
                let spans = game.record().plies.iter().map(|ply| ply.span);
                let row = IssuePlace::of(document, spans, game.game().plies());
                let issues = game.game().issues.iter();
                issues.map(|it| row.row(it.span, it.problem.severity(), &it.problem)).collect()
            }
            Content::Match(open) => {
                let spans = open.record().plies.iter().map(|ply| ply.span);
                let row = IssuePlace::of(document, spans, open.played().plies.len());
                let issues = open.played().issues.iter();
                issues.map(|it| row.row(it.span, it.problem.severity(), &it.problem)).collect()
            }
        }
    }
}

/// Finds the moment and the tag of an issue.
struct IssuePlace<'d> {
    document: &'d Content,
    /// The start offsets of the plies in the record, in bytes.
    plies: Vec<u32>,
    /// The number of legal plies.
    last: usize,
}

impl<'d> IssuePlace<'d> {
    fn of(document: &'d Content, plies: impl Iterator<Item = Span>, last: usize) -> Self {
        Self { document, plies: plies.map(|span| span.start).collect(), last }
    }

    fn row(&self, span: Span, severity: Severity, problem: &impl ToString) -> IssueRow {
        let mut tags = self.document.tags().iter();
        IssueRow {
            place: self.document.known_line_column(span.start),
            span,
            severity,
            text: sentence(&problem.to_string()),
            moment: self.plies.partition_point(|start| *start <= span.start).min(self.last),
            tag: tags.position(|tag| holds(tag.span, span)),
        }
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    (outer.start..outer.end).contains(&inner.start)
}
