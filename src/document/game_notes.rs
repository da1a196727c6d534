//! Editing of the notes in a game of Kriegspiel: glyphs, comments, diagrams and variations.

use super::{ChangeError, DocumentEdit, EditResult, GameDocument, OpenGame, place::RecordEditor};
use crate::{
    file::{Edit, EditSet},
    kriegspiel::notation::MoveText,
    notation::{DIAGRAM_NAG, Note, NoteKind, nag_glyph, nag_of},
    timeline::Moment,
};

impl RecordEditor<'_, OpenGame> {
    /// Returns the edits that make the change `edit`, or why it is impossible.
    pub fn game_edits(&self, edit: &DocumentEdit) -> EditResult {
        match edit {
            DocumentEdit::Comment { moment, text } => self.game_comment(*moment, 0, text),
            DocumentEdit::CommentAt { moment, place, text } => {
                self.game_comment(*moment, *place, text)
            }
            DocumentEdit::Glyph { moment, text } => self.game_glyphs(*moment, text),
            DocumentEdit::Diagram { moment, on } => self.game_diagram(*moment, *on),
            DocumentEdit::GameVariation { moment, place, text } => {
                self.game_variation(*moment, *place, text)
            }
            DocumentEdit::AddGamePly(line) => self.add_game_ply(line),
            DocumentEdit::Outcome { result, reason } => self.set_game_outcome(*result, reason),
            DocumentEdit::DeleteFrom { ply } => self.delete_game_plies_from(*ply),
            _ => {
                let error = Err(ChangeError::OtherContent("game of Kriegspiel"));
                edit.tag_edits(self).unwrap_or(error)
            }
        }
    }

    /// Returns the game if `moment` exists in it.
    fn game(&self, moment: Moment) -> Result<&GameDocument, ChangeError> {
        if moment > self.document.record().plies.len() {
            return Err(ChangeError::NoPly(moment));
        }
        Ok(self.document)
    }

    /// Returns the edits that set the comment with index `place` at `moment`, or add a comment if there is none with
    /// this index. If `words` is empty, they remove the comment. A new comment has four possible forms: text after the
    /// announcement, text in braces, text after `;`, and text after `;` with a line end. The first form that reads back
    /// as intended is used.
    fn game_comment(&self, moment: Moment, place: usize, words: &str) -> EditResult {
        let game = self.game(moment)?;
        let words = words.trim();
        if game.comment(moment, place).unwrap_or_default() == words {
            return Ok(Vec::new());
        }
        let bytes = self.words(words)?;
        let mut expected = comments(game, moment);
        match expected.get_mut(place) {
            Some(old) => words.clone_into(old),
            None => expected.push(words.to_owned()),
        }
        expected.retain(|words| !words.is_empty());
        for edit in self.comment_candidates(moment, place, &bytes) {
            let Ok(set) = EditSet::new(vec![edit.clone()]) else { continue };
            let after = game.with_text(set.apply(self.text()));
            if is_equal_except_notes_at(game, &after, moment)
                && comments(&after, moment) == expected
            {
                return Ok(vec![edit]);
            }
        }
        Err(ChangeError::Misread)
    }

    /// Returns alternative edits, each of which writes a comment with the bytes `words`. The preferred one is first.
    fn comment_candidates(&self, moment: Moment, place: usize, words: &[u8]) -> Vec<Edit> {
        let record = self.document.record();
        let brace = [b"{", words, b"}"].concat();
        let spans = record.comments_at(moment);
        if let Some(&old) = spans.get(place) {
            let note = record.notes_at(moment).iter().find(|note| note.text == old);
            return match (words.is_empty(), note) {
                // The empty braces are removed too.
                (true, Some(note)) => vec![self.remove_with_blanks(note.span)],
                (true, None) => vec![self.remove_with_blanks(old)],
                // A line comment cannot hold several lines. If this edit fails, a comment in braces replaces the line
                // comment.
                (false, Some(note)) if note.kind == NoteKind::LineComment => {
                    let whole = Edit { span: note.span, insert: brace };
                    let inner = Edit { span: note.text, insert: [b" ", words].concat() };
                    vec![inner, whole]
                }
                (false, _) => vec![Edit { span: old, insert: words.to_vec() }],
            };
        }
        // A brace right before the result would be read as the reason; text after `;` is not.
        let line = [b"; ", words].concat();
        let whole_line = [line.as_slice(), self.line_end()].concat();
        let Some(ply) = self.document.ply(moment) else {
            let result = record.ending.result_span;
            return vec![match record.plies.first() {
                Some(ply) => Edit::insertion(ply.span.start, [&brace, self.line_end()].concat()),
                None if result.is_empty() => self.insert_after_tags(&brace),
                None => Edit::insertion(result.start, whole_line),
            }];
        };
        let note_at = |at: u32, words: &[u8]| Edit::insertion(at, [b" ", words].concat());
        let after_announcement = match &ply.announcement {
            Some(announcement) if spans.is_empty() => Some(note_at(announcement.span.end, words)),
            _ => None,
        };
        let at = self.end_of_notes(moment, |note| {
            matches!(note.kind, NoteKind::Annotation | NoteKind::Nag | NoteKind::Brace)
        });
        let after_all = self.end_of_notes(moment, |_| true);
        let notes =
            [note_at(at, &brace), note_at(after_all, &line), note_at(after_all, &whole_line)];
        after_announcement.into_iter().chain(notes).collect()
    }

    /// Returns the end of the ply before `moment`, including its announcement and those notes for which `is_counted`
    /// returns `true`. Returns 0 if there is no such ply or note.
    fn end_of_notes(&self, moment: Moment, is_counted: impl Fn(&Note) -> bool) -> u32 {
        let record = self.document.record();
        let ply = self.document.ply(moment);
        let announced = ply.and_then(|ply| ply.announcement.as_ref());
        let notes = record
            .notes_at(moment)
            .iter()
            .filter(|note| is_counted(note) && !record.is_reason(note));
        let ends = notes
            .map(|note| note.span.end)
            .chain(announced.map(|it| self.end_of_announcement(it.comment.end.max(it.span.end))))
            .chain(ply.map(|ply| ply.span.end));
        ends.max().unwrap_or_default()
    }

    /// Returns the end of an announcement, given the end of its content. If a closing brace follows the content, the
    /// end is after that brace.
    pub fn end_of_announcement(&self, end: u32) -> u32 {
        let brace = self.skip_blanks(end);
        if self.text().get(brace as usize) == Some(&b'}') { brace + 1 } else { end }
    }

    /// Returns the edits that replace the glyphs of the ply before `moment` with those in `typed`, which are separated
    /// by whitespace.
    fn game_glyphs(&self, moment: Moment, typed: &str) -> EditResult {
        let game = self.game(moment)?;
        let ply = game.ply(moment).ok_or(ChangeError::NoPlyToAnnotate)?;
        let old = game.record().glyphs_at(self.text(), moment);
        let current = game.notes(moment).glyphs;
        let new: Vec<&str> = typed.split_whitespace().collect();
        let mut edits = Vec::new();
        let mut end = ply.span.end;
        for place in 0..old.len().max(new.len()) {
            let same =
                current.get(place).map(String::as_str) == new.get(place).map(|it| nag_glyph(it));
            if let Some(note) = old.get(place) {
                end = note.span.end;
            }
            if same {
                continue;
            }
            let nag = match new.get(place) {
                Some(glyph) => Some(nag_of(glyph).ok_or(ChangeError::NoGlyph)?),
                None => None,
            };
            edits.push(match (old.get(place), nag) {
                (Some(note), None) => self.remove_span(note.span),
                (Some(note), Some(nag)) => self.replace_glyph(note, &nag),
                (None, nag) => Edit::insertion(end, format!(" {}", nag.unwrap_or_default())),
            });
        }
        Ok(edits)
    }

    /// Returns the edit that replaces `note`, a glyph, with `nag`. If the old glyph follows the move without a space,
    /// so does the new glyph, unless it has to be written as `$` and a number.
    fn replace_glyph(&self, note: &Note, nag: &str) -> Edit {
        let before = (note.span.start as usize).checked_sub(1);
        let has_no_space = before
            .and_then(|at| self.text().get(at))
            .is_some_and(|byte| !byte.is_ascii_whitespace());
        let glyph = nag_glyph(nag);
        let written = match (has_no_space, glyph.starts_with('$')) {
            (true, false) => glyph.to_owned(),
            (true, true) => format!(" {nag}"),
            (false, _) => nag.to_owned(),
        };
        Edit { span: note.span, insert: written.into_bytes() }
    }

    fn game_diagram(&self, moment: Moment, on: bool) -> EditResult {
        let game = self.game(moment)?;
        let ply = game.ply(moment).ok_or(ChangeError::NoPlyToAnnotate)?;
        let old = game.record().diagrams_at(self.text(), moment);
        let glyphs = game.record().glyphs_at(self.text(), moment).into_iter();
        let end = glyphs.map(|note| note.span.end).max();
        Ok(match (on, old.is_empty()) {
            (true, true) => vec![Edit::insertion(
                end.unwrap_or(ply.span.end).max(ply.span.end),
                format!(" {DIAGRAM_NAG}"),
            )],
            (false, false) => old.iter().map(|note| self.remove_span(note.span)).collect(),
            _ => Vec::new(),
        })
    }

    /// Returns the edits that set the variation with index `place` on the ply before `moment`, or add a variation if
    /// there is none with this index. If `moves` is empty, they remove the variation.
    fn game_variation(&self, moment: Moment, place: usize, moves: &str) -> EditResult {
        let game = self.game(moment)?;
        if moment == 0 {
            return Err(ChangeError::NoPlyToAnnotate);
        }
        let moves = moves.trim();
        let old = game.record().variations_at(moment).get(place).copied();
        let current = game.notes(moment).variations;
        if current.get(place).map_or("", String::as_str) == moves {
            return Ok(Vec::new());
        }
        if moves.is_empty() {
            return Ok(old.map(|note| self.remove_with_blanks(note.span)).into_iter().collect());
        }
        let bytes = self.encoding.encode(moves)?.into_owned();
        game.game().variation(&bytes, moment - 1).map_err(ChangeError::Unplayable)?;
        Ok(vec![match old {
            Some(note) => Edit { span: note.text, insert: bytes },
            None => {
                let end = self.end_of_notes(moment, |note| {
                    !matches!(note.kind, NoteKind::Escape | NoteKind::LineComment)
                });
                Edit::insertion(end, [b" (", bytes.as_slice(), b")"].concat())
            }
        }])
    }
}

impl DocumentEdit {
    /// Returns whether `after`, the result of this change to `before`, reads back as intended, with nothing else changed
    /// in the game.
    pub(super) fn is_applied_in_game(&self, before: &GameDocument, after: &GameDocument) -> bool {
        let is_otherwise_equal = |moment: &Moment| is_equal_except_notes_at(before, after, *moment);
        let plies = before.record().plies.len();
        match self {
            // The comment was already checked when its form was chosen.
            Self::Comment { moment, .. } | Self::CommentAt { moment, .. } => {
                is_otherwise_equal(moment)
            }
            Self::Glyph { moment, text } => {
                let typed = text.split_whitespace().map(nag_glyph);
                is_otherwise_equal(moment)
                    && after.notes(*moment).glyphs.iter().map(String::as_str).eq(typed)
            }
            Self::Diagram { moment, on } => {
                is_otherwise_equal(moment) && after.notes(*moment).diagram == *on
            }
            Self::GameVariation { moment, place, text } => {
                let variations = after.notes(*moment).variations;
                let words: Vec<&str> = text.split_whitespace().collect();
                let written = variations.get(*place).or(variations.last());
                is_otherwise_equal(moment)
                    && (words.is_empty() || written == Some(&words.join(" ")))
            }
            Self::AddGamePly(line) => {
                let parsed = after.record().plies.last().map(|ply| ply.mv);
                let expected =
                    line.mv.map_or(MoveText::Hidden, |(san, claim)| MoveText::Known(san, claim));
                after.game().plies() == plies + 1
                    && parsed == Some(expected)
                    && after.game().issues.len() <= before.game().issues.len()
                    && (0..=plies).all(|at| before.notes(at) == after.notes(at))
            }
            Self::Outcome { result, reason } => {
                let record = after.record();
                let recorded = record.encoding.decode(record.ending.reason.of(after.text()));
                after.game().plies() == before.game().plies()
                    && record.ending.result == Some(*result)
                    && recorded.trim() == reason.trim()
                    && (0..=plies).all(|at| comments(before, at) == comments(after, at))
            }
            Self::DeleteFrom { ply } => after.record().plies.len() == *ply,
            _ => self.is_tag_applied(after),
        }
    }
}

fn comments(game: &GameDocument, moment: Moment) -> Vec<String> {
    (0..game.comment_count(moment)).filter_map(|place| game.comment(moment, place)).collect()
}

/// Returns whether two games have the same plies, announcements, endings and notes, apart from the notes at `moment`,
/// and the same number of tags.
fn is_equal_except_notes_at(a: &GameDocument, b: &GameDocument, moment: Moment) -> bool {
    let announced = |game: &GameDocument| -> Vec<_> {
        let plies = game.record().plies.iter();
        plies
            .map(|ply| {
                let announcement = ply.announcement.as_ref();
                (ply.name, ply.mv, announcement.map(|it| it.span.of(game.text()).to_vec()))
            })
            .collect()
    };
    let others = |game: &GameDocument| -> Vec<_> {
        let moments = (0..=game.record().plies.len()).filter(|at| *at != moment);
        moments.map(|at| game.notes(at)).collect()
    };
    let ending = |game: &GameDocument| {
        let ending = game.record().ending;
        (ending.result, ending.reason.of(game.text()).to_vec())
    };
    announced(a) == announced(b)
        && others(a) == others(b)
        && ending(a) == ending(b)
        && a.record().tags.len() == b.record().tags.len()
}
