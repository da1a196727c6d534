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
    /// The moment after the affected ply, or the last moment if that ply is not legal; 0 for tags.
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
                let locator = IssueLocator::of(document, spans, game.game().plies());
                let issues = game.game().issues.iter();
                issues.map(|it| locator.row(it.span, it.problem.severity(), &it.problem)).collect()
            }
            Content::Match(open) => {
                let spans = open.record().plies.iter().map(|ply| ply.span);
                let locator = IssueLocator::of(document, spans, open.played().plies.len());
                let issues = open.played().issues.iter();
                issues.map(|it| locator.row(it.span, it.problem.severity(), &it.problem)).collect()
            }
        }
    }
}

/// Finds the moment and the tag of an issue.
struct IssueLocator<'d> {
    document: &'d Content,
    /// The start offsets of the plies in the record, in bytes.
    ply_starts: Vec<u32>,
    /// The number of legal plies.
    legal_plies: usize,
}

impl<'d> IssueLocator<'d> {
    fn of(document: &'d Content, plies: impl Iterator<Item = Span>, legal_plies: usize) -> Self {
        Self { document, ply_starts: plies.map(|span| span.start).collect(), legal_plies }
    }

    fn row(&self, span: Span, severity: Severity, problem: &impl ToString) -> IssueRow {
        let mut tags = self.document.tags().iter();
        IssueRow {
            place: self.document.known_line_column(span.start),
            span,
            severity,
            text: sentence(&problem.to_string()),
            moment: self
                .ply_starts
                .partition_point(|start| *start <= span.start)
                .min(self.legal_plies),
            tag: tags.position(|tag| contains_start(tag.span, span)),
        }
    }
}

fn contains_start(outer: Span, inner: Span) -> bool {
    (outer.start..outer.end).contains(&inner.start)
}
