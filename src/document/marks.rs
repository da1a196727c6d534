//! The marks saved in the comment of a ply: arrows and circles.

use super::{Document, EditResult, place::RecordEditor};
use crate::{
    file::{Edit, Span},
    notation::{DrawnMarks, Mark, NoteKind, format_marks, parse_drawn_marks},
    replay::Point,
    rules::{BoardId, Seat},
};

impl Document {
    /// Returns the arrows and circles saved with the ply before `at`, each with its board.
    pub fn saved_marks(&self, at: &Point) -> Vec<(BoardId, Mark)> {
        let board = self.default_mark_board(at);
        let drawn = self.saved_marks_at(at).into_iter();
        drawn
            .flat_map(|drawn| {
                let board = drawn.board.unwrap_or(board);
                drawn.marks.into_iter().map(move |mark| (board, mark))
            })
            .collect()
    }

    /// Returns the board of marks that do not name a board: that of the ply before `at`, or board A at the start.
    fn default_mark_board(&self, at: &Point) -> BoardId {
        let seat = match at {
            Point::Match(moment) => moment
                .checked_sub(1)
                .and_then(|index| self.record().plies.get(index))
                .map(|ply| ply.seat),
            Point::Variation(place) => self.variations().ply(place).map(|ply| ply.ply.seat),
        };
        seat.map_or(BoardId::A, Seat::board)
    }

    /// Returns the spans of the comments on the ply before `at`, without braces.
    fn comments_at(&self, at: &Point) -> Vec<Span> {
        match at {
            Point::Match(moment) => {
                self.notes_of(NoteKind::Comment, *moment).map(|note| note.text).collect()
            }
            Point::Variation(place) => {
                self.variations().ply(place).map(|ply| ply.comments.clone()).unwrap_or_default()
            }
        }
    }

    /// Returns the marks saved with the ply before `at`. Their spans count from the start of the record. Marks inside a
    /// variation are excluded unless `at` is in that variation.
    fn saved_marks_at(&self, at: &Point) -> Vec<DrawnMarks> {
        let mut all = Vec::new();
        for comment in self.comments_at(at) {
            for drawn in parse_drawn_marks(comment.of(self.text())) {
                let span = drawn.span.shifted(comment.start);
                if matches!(at, Point::Variation(_)) || self.variations().around(span).is_none() {
                    all.push(DrawnMarks { span, ..drawn });
                }
            }
        }
        all
    }
}

impl RecordEditor<'_> {
    /// Returns the edits that replace the marks saved with the ply before `at` with `marks`.
    pub fn marks(&self, at: &Point, marks: &[(BoardId, Mark)]) -> EditResult {
        let document = self.document;
        let ply_board = document.default_mark_board(at);
        let texts = BoardId::ALL.map(|board| {
            let of_board = marks.iter().filter(|mark| mark.0 == board);
            let of_board: Vec<Mark> = of_board.map(|mark| mark.1).collect();
            format_marks(&of_board, board, ply_board)
        });
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let words = texts.join(" ");
        let drawn = document.saved_marks_at(at);
        let comment = document.comments_at(at).into_iter().next();
        if let Some(first) = drawn.first() {
            let mut edits: Vec<Edit> =
                drawn[1..].iter().map(|other| self.remove_span(other.span)).collect();
            if !words.is_empty() {
                edits.push(Edit { span: first.span, insert: words.into_bytes() });
            } else if comment.is_some_and(|it| it == first.span) && drawn.len() == 1 {
                return self.remove_comment(at);
            } else {
                edits.push(self.remove_span(first.span));
            }
            return Ok(edits);
        }
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let Some(comment) = comment else { return self.new_comment(at, &words) };
        // The marks go after the words and before the variations.
        let variations = document.variations();
        let group = variations.roots[variations.roots_in(comment)].first();
        let until = group.map_or(comment.end, |group| group.variation.span.start);
        let before = Span::new(comment.start, until).of(self.text());
        let end = comment.start + u32::try_from(before.trim_ascii_end().len()).unwrap_or(0);
        let (before, after) = if end == comment.start {
            ("", if group.is_some() { " " } else { "" })
        } else {
            (" ", "")
        };
        Ok(vec![Edit::insertion(end, format!("{before}{words}{after}"))])
    }

    fn new_comment(&self, at: &Point, words: &str) -> EditResult {
        match at {
            Point::Match(moment) => self.add_note(*moment, NoteKind::Comment, words),
            Point::Variation(place) => self.replace_variation_comment(place, words),
        }
    }

    /// Returns the edits that remove the first comment on the ply before `at`.
    fn remove_comment(&self, at: &Point) -> EditResult {
        match at {
            Point::Match(moment) => {
                let comment = self.document.notes_of(NoteKind::Comment, *moment).next();
                Ok(comment.map(|note| self.remove_span(note.span)).into_iter().collect())
            }
            Point::Variation(place) => self.replace_variation_comment(place, ""),
        }
    }
}
