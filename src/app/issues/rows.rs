//! The rows of the Issues panel.

use crate::{
    document::Content,
    file::{LineColumn, Span},
    notation::Severity,
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

/// A record in which issues have their places.
struct IssuePlace<'d> {
    document: &'d Content,
    /// Where the plies begin.
    plies: Vec<u32>,
    /// How many of them can be shown.
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
