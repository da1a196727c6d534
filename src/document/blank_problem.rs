//! The text of a new Kriegspiel problem without plies.

use super::blank_game::standard_tags;
use crate::{
    kriegspiel::{
        Rules,
        notation::{Filtered, ProblemQuestion, write},
    },
    notation::KnownTag,
    rules::Color,
};

/// The tags of a new problem. An empty value means unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProblemTags {
    /// The author and the first publication.
    pub source: String,
    /// The date, as written in the tag.
    pub date: String,
    pub rules: Rules,
    /// The side to move, which has to mate.
    pub seat: Color,
    /// The pieces that the player knows.
    pub fen: String,
    /// The value of the `Hidden` tag; empty if all pieces are known.
    pub hidden: String,
    pub question: ProblemQuestion,
}

/// Returns the text of a problem without plies, in the view of the player who has to mate. `comments` stand in
/// place of the moves.
pub fn new_problem(tags: &NewProblemTags, comments: &[String]) -> String {
    let filtered = Filtered::For(tags.seat);
    let mut all = standard_tags(&tags.source, &tags.date, ["", ""], tags.rules, filtered);
    let mut tag = |tag: KnownTag, value: String| all.push((tag.name().to_owned(), value));
    tag(KnownTag::SetUp, "1".to_owned());
    tag(KnownTag::Fen, tags.fen.trim().to_owned());
    if !tags.hidden.trim().is_empty() {
        tag(KnownTag::Hidden, tags.hidden.trim().to_owned());
    }
    let ProblemQuestion { depth, forced, epsilon } = tags.question;
    tag(KnownTag::Depth, depth.to_string());
    for (name, value) in [(KnownTag::Forced, forced), (KnownTag::Epsilon, epsilon)] {
        if let Some(value) = value {
            tag(name, if value { "T" } else { "F" }.to_owned());
        }
    }
    // Without a result after them, since the comment before a result is its reason.
    let mut text = write(&all, &[], None);
    if !comments.is_empty() {
        text.push('\n');
    }
    for comment in comments {
        // A comment ends at the first closing brace.
        text.push_str(&format!("{{{}}}\n", comment.replace('}', ")")));
    }
    text
}
