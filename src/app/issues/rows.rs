//! The rows of the Issues panel.

use crate::{
    document::Content,
    file::{LineColumn, Span},
    notation::{GameResult, Severity, Tag},
    replay::{Issue, Problem},
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
    /// The result that the boards or the closing comment show, if the issue is that they contradict the result.
    pub correction: Option<GameResult>,
}

impl IssueRow {
    /// Returns the issues of `document` in text order.
    pub fn all(document: &Content) -> Vec<Self> {
        let ply_starts = document.ply_starts();
        let row = |span: Span, severity, problem: &dyn ToString| {
            let moment = ply_starts.partition_point(|start| *start <= span.start);
            let is_of_tag = |tag: &Tag| (tag.span.start..tag.span.end).contains(&span.start);
            Self {
                place: document.known_line_column(span.start),
                severity,
                text: sentence(&problem.to_string()),
                span,
                moment: moment.min(document.played_plies()),
                tag: document.tags().iter().position(is_of_tag),
                correction: None,
            }
        };
        match document {
            Content::Game(game) => {
                let issues = game.game().issues.iter();
                issues.map(|it| row(it.span, it.problem.severity(), &it.problem)).collect()
            }
            Content::Match(open) => {
                let played = open.played();
                let issue = |it: &Issue| Self {
                    correction: match it.problem {
                        Problem::MateAgainstResult { .. }
                        | Problem::MateWithoutResult { .. }
                        | Problem::CommentAgainstResult { .. }
                        | Problem::Results { .. } => played.ending.correction,
                        _ => None,
                    },
                    ..row(it.span, it.problem.severity(), &it.problem)
                };
                played.issues.iter().map(issue).collect()
            }
        }
    }
}
