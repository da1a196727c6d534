//! [`HeardRow`]: a row of the announcements of a game, in words and in the file's notation. A *try* is a move that a
//! player proposes to the referee.

use super::Step;
use crate::{
    kriegspiel::notation::{
        Line, PlyName, PlyNotes, SILENT, WrittenTries, announcement_words, color_title,
    },
    rules::Claim,
    text::count_text,
};

/// A row of the announcements, for a ply or for tries before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardRow {
    /// The name of the ply. A row of tries has the name of the ply that follows the tries.
    pub name: PlyName,
    /// The step after the announcement.
    pub step: Step,
    /// The first step that the row covers. Differs from `step` only if the row covers several tries, because the file
    /// has only their number.
    pub from: Step,
    /// The move or the try; `hidden` for a hidden move, with `no illegal tries` if there were none; empty for tries that
    /// were only counted.
    pub text: String,
    /// Whether the row is about tries rather than a ply.
    pub is_try: bool,
    /// The announcements in words.
    pub words: String,
    /// The announcements in the file's notation. Empty for tries, because the notation of the next ply includes them,
    /// and for a hidden move without announcements.
    pub code: String,
    pub notes: PlyNotes,
}

impl HeardRow {
    /// Returns the rows of `lines`, the plies of a game in the file's notation. `notes` has the notes on each ply.
    pub fn all(lines: &[Line], notes: &[PlyNotes]) -> Vec<Self> {
        let mut rows = Vec::with_capacity(lines.len() * 2);
        for (ply, line) in lines.iter().enumerate() {
            let at = |tries| Step { plies: ply, tries };
            let row = |from, step, text: String, is_try, words: String| Self {
                name: line.name,
                step,
                from,
                text,
                is_try,
                words,
                code: String::new(),
                notes: PlyNotes::default(),
            };
            match &line.tries {
                WrittenTries::Counted(0) | WrittenTries::Unannounced => {}
                WrittenTries::Counted(count) => {
                    let words = count_text(*count, "illegal try", "illegal tries");
                    let last = at(*count as usize);
                    rows.push(row(at(1), last, String::new(), true, words));
                }
                // The notation lists the last try first.
                WrittenTries::Listed(tries) => {
                    for (index, text) in (1..).zip(tries.iter().rev()) {
                        let words = "Illegal".to_owned();
                        rows.push(row(at(index), at(index), text.clone(), true, words));
                    }
                }
            }
            let mated = matches!(line.mv, Some((_, Claim::Mate)));
            let words = announcement_words(line.response, line.name.color, mated);
            let is_hidden = line.mv.is_none();
            // Of a hidden move without announcements, the notation has at most the number of tries, which is in words.
            let code = if is_hidden && words == SILENT { String::new() } else { line.code() };
            let text = match &line.tries {
                _ if !is_hidden => line.move_text(),
                WrittenTries::Counted(0) => "hidden · no illegal tries".to_owned(),
                _ => "hidden".to_owned(),
            };
            let after = Step::after(ply + 1);
            rows.push(Self {
                code,
                notes: notes.get(ply).cloned().unwrap_or_default(),
                ..row(after, after, text, false, words)
            });
        }
        rows
    }

    /// Returns whether the only announcement is that the move is legal.
    pub fn is_silent(&self) -> bool {
        self.words == SILENT
    }

    pub fn covers(&self, step: Step) -> bool {
        self.from <= step && step <= self.step
    }

    /// Returns the text of the row for screen readers.
    pub fn spoken(&self) -> String {
        let Self { name, text, words, .. } = self;
        let number = name.number;
        let player = color_title(name.color);
        let mut subject = match (self.is_try, text.as_str()) {
            (true, "") => format!("{player}, before move {number}"),
            (true, text) => format!("{player} tries {text} at move {number}"),
            (false, text) => format!("{player}’s move {number}, {text}"),
        };
        let mut notes = String::new();
        for comment in &self.notes.comments {
            notes.push_str(&format!(" “{comment}”"));
        }
        for variation in &self.notes.variations {
            notes.push_str(&format!(" Variation: {variation}."));
        }
        if self.notes.diagram {
            notes.push_str(" A diagram.");
        }
        for glyph in &self.notes.glyphs {
            subject.push_str(&format!(" {glyph}"));
        }
        format!("{subject}: {words}.{notes}")
    }
}
