//! User actions in the Issues panel: [`IssuesAction`].

use crate::app::{Focus, Panel, PlaybackAction, context::Cx, tag_field};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssuesAction {
    /// Go to the ply or tag of the issue with this index, and highlight its place in the text.
    GoTo(usize),
    /// Do the same as `GoTo`, and show the Text panel.
    Show(usize),
}

impl IssuesAction {
    pub(in crate::app) fn apply(self, cx: &mut Cx<'_>) {
        match self {
            Self::GoTo(index) => go_to_issue(index, cx),
            Self::Show(index) => {
                go_to_issue(index, cx);
                cx.show_panel(Panel::Text);
            }
        }
    }
}

fn go_to_issue(index: usize, cx: &mut Cx<'_>) {
    let Some(open) = cx.open.as_ref() else { return };
    let Some(issue) = open.issues.get(index) else { return };
    let (moment, span) = (issue.moment, issue.span);
    match issue.tag {
        // A tag belongs to no moment, so the boards do not change.
        Some(tag) => {
            let field = tag_field(&open.content, tag);
            cx.show_panel(Panel::Tags);
            if let Some(field) = field {
                cx.focus(Focus::Field(field));
            }
        }
        None => cx.request(PlaybackAction::GoTo(moment)),
    }
    // Navigation clears the highlight, so the highlight is requested last.
    cx.request(PlaybackAction::MarkText(span));
}
