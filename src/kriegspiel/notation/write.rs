//! Writes a Kriegspiel game.

use super::{PlyName, PlyNotes, Response, announcement::announcement_span, notes::written_glyph};
use crate::{
    file::Span,
    notation::{DIAGRAM_NAG, GameResult, escape},
    rules::{Claim, Color, San},
};
use std::fmt::Write as _;

/// One ply to write, on its own line as the specification requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub name: PlyName,
    /// The move, and what its suffix claims about check and mate; `None` for `??`.
    pub mv: Option<(San, Claim)>,
    pub response: Response,
    pub tries: WrittenTries,
    pub notes: PlyNotes,
}

/// The illegal tries before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenTries {
    /// The last try comes first.
    Listed(Vec<String>),
    Counted(u32),
    /// Tries of the opponent, if any, by rules that do not announce them.
    Unannounced,
}

impl WrittenTries {
    /// Returns the number of the opponent's tries, or that the player does not hear it.
    pub(crate) fn of_opponent(count: Option<u32>) -> Self {
        count.map_or(Self::Unannounced, Self::Counted)
    }
}

impl Line {
    /// Returns the announcement and the tries in parentheses, such as `(Xe5:e7)`.
    pub fn code(&self) -> String {
        match &self.tries {
            WrittenTries::Listed(tries) => format!("({}:{})", self.response, tries.join(",")),
            WrittenTries::Counted(count) => format!("({}:{count})", self.response),
            WrittenTries::Unannounced => format!("({}:)", self.response),
        }
    }

    /// Returns the move with its suffix, or `??`.
    pub fn move_text(&self) -> String {
        match self.mv {
            Some((san, claim)) => format!("{san}{}", claim.suffix()),
            None => "??".to_owned(),
        }
    }
}

/// Writes a game: tags, an empty line, one ply per line, and `result`, if there is one. For `None`, the game ends with
/// its last ply, as in the example of the specification.
pub fn write(tags: &[(String, String)], lines: &[Line], result: Option<GameResult>) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        // Values must not contain line breaks.
        let value = escape(value).replace(['\n', '\r'], " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    if !tags.is_empty() && !lines.is_empty() {
        text.push('\n');
    }
    for (index, line) in lines.iter().enumerate() {
        text.push_str(&line_text(line, index == 0));
        text.push('\n');
    }
    if let Some(result) = result {
        let _ = writeln!(text, "{}", result.text());
    }
    text
}

/// Formats a ply. A ply of White always has a move number; a ply of Black only if it is the `first` ply of the game.
pub fn line_text(line: &Line, first: bool) -> String {
    let mut text = String::new();
    let number = line.name.number;
    let _ = match line.name.color {
        Color::White => write!(text, "{number}. "),
        Color::Black if first => write!(text, "{number}... "),
        Color::Black => Ok(()),
    };
    text.push_str(&line.move_text());
    let notes = &line.notes;
    for glyph in &notes.glyphs {
        let _ = write!(text, " {}", written_glyph(glyph));
    }
    if notes.diagram {
        let _ = write!(text, " {DIAGRAM_NAG}");
    }
    let _ = write!(text, " {{{}", line.code());
    let comments: Vec<String> = notes.comments.iter().map(|it| in_braces(it)).collect();
    if let Some(first) = comments.first() {
        let _ = write!(text, " {first}");
    }
    text.push('}');
    for comment in comments.iter().skip(1) {
        let _ = write!(text, " {{{comment}}}");
    }
    for variation in &notes.variations {
        let _ = write!(text, " ({variation})");
    }
    text
}

/// Converts `comment` to one line that can be read back from braces.
fn in_braces(comment: &str) -> String {
    let comment = comment.replace('}', ")").replace(['\n', '\r'], " ");
    #[expect(clippy::cast_possible_truncation, reason = "a comment is under 4 GiB")]
    let whole = Span::new(0, comment.len() as u32);
    // A comment that looks like an announcement would be read back as one, so a dash precedes it.
    match announcement_span(comment.as_bytes(), whole) {
        Some(_) => format!("- {comment}"),
        None => comment,
    }
}
