//! [`IssuesAction`] and what comes of it.

use crate::app::{Content, Focus, Panel, State, tag_field};

/// What a person does with an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssuesAction {
    /// Go to the ply that an issue speaks of, or show the tag, and light its place in the text.
    GoTo(usize),
    /// The same, and show the text.
    Show(usize),
}

impl State {
    pub(in crate::app) fn update_issues(&mut self, action: IssuesAction) {
        match action {
            IssuesAction::GoTo(index) => self.go_to_issue(index),
            IssuesAction::Show(index) => {
                self.go_to_issue(index);
                self.show_panel(Panel::Text);
            }
        }
    }

    fn go_to_issue(&mut self, index: usize) {
        let Some(open) = &self.open else { return };
        if let Some(issue) = open.issues.get(index) {
            let (moment, span) = (issue.moment, issue.span);
            match issue.tag {
                // The boards stay as they are: the tag is not about a moment.
                Some(tag) => {
                    let field = tag_field(&open.content, tag);
                    self.show_panel(Panel::Tags);
                    self.shell.focus = field.map(Focus::Field);
                }
                None => self.go_to(moment),
            }
            match self.open.as_mut().map(|open| &mut open.content) {
                Some(Content::Match(open)) => open.shown.lit = Some(span),
                Some(Content::Game(game)) => game.shown.lit = Some(span),
                None => {}
            }
        }
    }
}
