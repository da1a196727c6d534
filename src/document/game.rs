//! [`OpenGame`]: a parsed and replayed game of Kriegspiel, and what its notation writes differently from BPGN.

use super::{
    ChangeError, Document, DocumentEdit, EditResult, EditableRecord, RecordEditor,
    open::OpenRecord, open_match::parse_counted_moment, outcome::reason_brace,
};
use crate::{
    file::{Edit, EditSet, Span},
    kriegspiel::{
        Game,
        notation::{
            Line, MoveText, PlyNotes, PlyText, Problem, Record, Tries, TriesOrder, TryText,
            WrittenTries, line_text,
        },
    },
    notation::{DIAGRAM_NAG, GameResult, Note, NoteKind, WrittenRecord, nag_glyph, nag_of},
    text::{single_spaced, unix_lines},
    timeline::Moment,
};

#[derive(Clone, Debug)]
pub struct OpenGame {
    record: Record,
    game: Game,
}

/// An open record that is a game of Kriegspiel.
pub type GameDocument = Document<OpenGame>;

impl OpenRecord for OpenGame {
    type Ply = PlyText;
    type Problem = Problem;

    fn parse(text: &[u8], lacks_separator: bool) -> Self {
        let record = Record::parse(text);
        let mut game = Game::replay(&record, text);
        if lacks_separator {
            game.add_missing_separator_issue();
        }
        Self { record, game }
    }

    fn written(&self) -> &WrittenRecord<PlyText, Problem> {
        &self.record
    }
}

impl EditableRecord for OpenGame {
    /// An announcement belongs to its ply, with the brace and the comment in it.
    fn ply_span(editor: &RecordEditor<'_, Self>, ply: &PlyText) -> Span {
        let Some(announcement) = &ply.announcement else { return ply.span };
        let end = announcement.comment.end.max(announcement.span.end);
        let brace = editor.skip_blanks(end);
        let is_closed = editor.text().get(brace as usize) == Some(&b'}');
        Span::new(ply.span.start, ply.span.end.max(if is_closed { brace + 1 } else { end }))
    }

    fn diagrams_at(document: &GameDocument, moment: Moment) -> Vec<Span> {
        let notes = document.record().diagrams_at(document.text(), moment).into_iter();
        notes.map(|note| note.span).collect()
    }

    fn new_diagram(editor: &RecordEditor<'_, Self>, moment: Moment) -> Result<Edit, ChangeError> {
        let ply = editor.annotated_ply(moment)?;
        let glyphs = editor.document.record().glyphs_at(editor.text(), moment).into_iter();
        let end = glyphs.map(|note| note.span.end).fold(ply.span.end, u32::max);
        Ok(Edit::insertion(end, format!(" {DIAGRAM_NAG}")))
    }

    fn ending(editor: &RecordEditor<'_, Self>, result: GameResult, reason: &[u8]) -> Vec<Edit> {
        let record = editor.document.record();
        let insert = [reason_brace(reason).as_slice(), result.text().as_bytes()].concat();
        let old = record.ending.result_span;
        if old.is_empty() {
            let tags = record.tags.last().map(|tag| tag.span.end);
            let end = editor.end_of_plies(0).or(tags).unwrap_or_else(|| editor.start_of_text());
            return vec![Edit::insertion(end, [editor.line_end(), &insert].concat())];
        }
        let span = editor.reason_note().map_or(old, |brace| brace.span.to(old));
        vec![Edit { span, insert }]
    }

    fn other_edits(editor: &RecordEditor<'_, Self>, edit: &DocumentEdit) -> EditResult {
        match edit {
            DocumentEdit::Glyph { moment, text } => editor.glyphs(*moment, text),
            DocumentEdit::Comment { moment, text } => editor.comment(*moment, 0, text),
            DocumentEdit::CommentAt { moment, place, text } => {
                editor.comment(*moment, *place, text)
            }
            DocumentEdit::GameVariation { moment, place, text } => {
                editor.variation_edits(*moment, *place, text)
            }
            DocumentEdit::AddGamePly(line) => editor.add_line(line),
            DocumentEdit::DeleteFrom { ply } => {
                Ok(vec![editor.remove_with_blanks(editor.span_of_plies(*ply)?)])
            }
            _ => Err(ChangeError::OtherContent("game of Kriegspiel")),
        }
    }

    /// A record that names its variant lists tries in another order than Darkboard's. Once it does, or no longer does, the
    /// lists are reversed, so that the tries are read in the order in which they were made.
    fn rewritten(editor: &RecordEditor<'_, Self>, after: &[u8]) -> Vec<Edit> {
        let (before, text) = (editor.document.record(), editor.text());
        let changed = Record::parse(after);
        if before.tries_order(text) == changed.tries_order(after) {
            return Vec::new();
        }
        let remaining = before.plies.iter().take(changed.plies.len());
        let lists = remaining.filter_map(|ply| match &ply.announcement.as_ref()?.tries {
            Tries::Listed(tries) if tries.len() > 1 => Some(tries.as_slice()),
            _ => None,
        });
        lists.map(|tries| reversed_list(tries, text)).collect()
    }

    fn is_applied(edit: &DocumentEdit, before: &GameDocument, after: &GameDocument) -> bool {
        let is_otherwise_equal = |moment: &Moment| is_equal_except_notes_at(before, after, *moment);
        let plies = before.record().plies.len();
        match edit {
            // The text of a comment was checked when its form was chosen.
            DocumentEdit::Comment { moment, .. }
            | DocumentEdit::CommentAt { moment, .. }
            | DocumentEdit::Diagram { moment, .. } => is_otherwise_equal(moment),
            DocumentEdit::Glyph { moment, text } => {
                let typed = text.split_whitespace().map(nag_glyph);
                is_otherwise_equal(moment)
                    && after.notes(*moment).glyphs.iter().map(String::as_str).eq(typed)
            }
            DocumentEdit::GameVariation { moment, place, text } => {
                let variations = after.notes(*moment).variations;
                let words = single_spaced(text);
                let written = variations.get(*place).or(variations.last());
                is_otherwise_equal(moment) && (words.is_empty() || written == Some(&words))
            }
            DocumentEdit::AddGamePly(line) => {
                let parsed = after.record().plies.last().map(|ply| ply.mv);
                let expected =
                    line.mv.map_or(MoveText::Hidden, |(san, claim)| MoveText::Known(san, claim));
                after.game().plies() == plies + 1
                    && parsed == Some(expected)
                    && after.game().issues.len() <= before.game().issues.len()
                    && (0..=plies).all(|at| before.notes(at) == after.notes(at))
            }
            DocumentEdit::Outcome { .. } => {
                after.game().plies() == before.game().plies()
                    && (0..=plies).all(|at| before.comments(at) == after.comments(at))
            }
            DocumentEdit::DeleteFrom { ply } => after.record().plies.len() == *ply,
            _ => true,
        }
    }
}

impl GameDocument {
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    pub const fn game(&self) -> &Game {
        &self.content.game
    }

    /// Returns the notes at `moment`, which belong to the ply before it.
    pub fn notes(&self, moment: Moment) -> PlyNotes {
        self.record().ply_notes(self.text(), moment)
    }

    /// Parses a moment, written as a number of plies or as `end`. Returns `None` if the game has no such moment.
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        parse_counted_moment(name, self.game().plies()).flatten()
    }

    pub fn annotation(&self, moment: Moment) -> Option<String> {
        Some(self.notes(moment).glyph_text())
    }

    fn comments(&self, moment: Moment) -> Vec<String> {
        let record = self.record();
        let words = |span: Span| unix_lines(record.encoding.decode(span.of(self.text())).trim());
        record.comments_at(moment).into_iter().map(words).collect()
    }

    pub fn comment(&self, moment: Moment, place: usize) -> Option<String> {
        self.comments(moment).into_iter().nth(place)
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        self.record().comments_at(moment).len()
    }

    /// Returns the name of the ply before `moment`, or `None` at the start.
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.ply(moment)?.name.to_string())
    }
}

impl RecordEditor<'_, OpenGame> {
    /// Returns the edits that set the comment with index `place` at `moment`, or add a comment if there is none with
    /// this index. If `words` is empty, they remove the comment. A new comment has four possible forms: text after the
    /// announcement, text in braces, text after `;`, and text after `;` with a line end. The first form that reads back
    /// as intended is used.
    fn comment(&self, moment: Moment, place: usize, words: &str) -> EditResult {
        if moment > 0 {
            self.annotated_ply(moment)?;
        }
        let game = self.document;
        let words = words.trim();
        let mut expected = game.comments(moment);
        if expected.get(place).map_or("", String::as_str) == words {
            return Ok(Vec::new());
        }
        let bytes = self.words(words)?;
        match expected.get_mut(place) {
            Some(old) => words.clone_into(old),
            None => expected.push(words.to_owned()),
        }
        expected.retain(|words| !words.is_empty());
        for edit in self.comment_candidates(moment, place, &bytes) {
            let Ok(set) = EditSet::new(vec![edit.clone()]) else { continue };
            let after = game.with_text(set.apply(self.text()));
            if is_equal_except_notes_at(game, &after, moment) && after.comments(moment) == expected
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

    /// Returns the edits that replace the glyphs of the ply before `moment` with those in `typed`, which are separated
    /// by whitespace.
    fn glyphs(&self, moment: Moment, typed: &str) -> EditResult {
        let ply = self.annotated_ply(moment)?;
        let old = self.document.record().glyphs_at(self.text(), moment);
        let current = self.document.notes(moment).glyphs;
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
        let before = self.text()[..note.span.start as usize].last();
        let has_no_space = before.is_some_and(|byte| !byte.is_ascii_whitespace());
        let glyph = nag_glyph(nag);
        let written = if !has_no_space {
            nag.to_owned()
        } else if glyph.starts_with('$') {
            format!(" {nag}")
        } else {
            glyph.to_owned()
        };
        Edit { span: note.span, insert: written.into_bytes() }
    }

    /// Returns the edits that set the variation with index `place` on the ply before `moment`, or add a variation if
    /// there is none with this index. If `moves` is empty, they remove the variation.
    fn variation_edits(&self, moment: Moment, place: usize, moves: &str) -> EditResult {
        self.annotated_ply(moment)?;
        let game = self.document;
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

    /// Returns the edits that add `line`, a ply with its announcement, after the last ply. The ply gets a line of its
    /// own, as in the specification.
    fn add_line(&self, line: &Line) -> EditResult {
        let (record, game) = (self.document.record(), self.document.game());
        if game.cut_short {
            return Err(ChangeError::Unreached);
        }
        if game.next_name() != Some(line.name) {
            return Err(ChangeError::NotNow);
        }
        let mut line = line.clone();
        if let WrittenTries::Listed(tries) = &mut line.tries
            && record.tries_order(self.document.text()) == TriesOrder::AsPlayed
        {
            tries.reverse();
        }
        let words = line_text(&line, record.plies.is_empty());
        let words = self.encoding.encode(&words)?.into_owned();
        let line_end = self.line_end();
        if let Some(end) = self.end_of_plies(0) {
            return Ok(vec![Edit::insertion(end, [line_end, &words].concat())]);
        }
        let result = record.ending.result_span;
        Ok(vec![match record.notes.last() {
            _ if !result.is_empty() => Edit::insertion(result.start, [&words, line_end].concat()),
            Some(note) => Edit::insertion(note.span.end, [line_end, line_end, &words].concat()),
            None => self.insert_after_tags(&words),
        }])
    }
}

/// Returns the edit that reverses a list of at least two tries. What stands between them stays.
fn reversed_list(tries: &[TryText], text: &[u8]) -> Edit {
    let (first, last) = (tries[0].span, tries[tries.len() - 1].span);
    let mut insert = last.of(text).to_vec();
    for (pair, next) in tries.windows(2).zip(tries.iter().rev().skip(1)) {
        insert.extend_from_slice(Span::new(pair[0].span.end, pair[1].span.start).of(text));
        insert.extend_from_slice(next.span.of(text));
    }
    Edit { span: first.to(last), insert }
}

/// Returns whether two games have the same plies, announcements, endings and notes, apart from the notes at `moment`,
/// and the same number of tags.
fn is_equal_except_notes_at(a: &GameDocument, b: &GameDocument, moment: Moment) -> bool {
    let compared = |game: &GameDocument| {
        let record = game.record();
        let bytes = |span: Span| span.of(game.text()).to_vec();
        let plies: Vec<_> = record
            .plies
            .iter()
            .map(|ply| (ply.name, ply.mv, ply.announcement.as_ref().map(|it| bytes(it.span))))
            .collect();
        let moments = (0..=plies.len()).filter(|at| *at != moment);
        let notes: Vec<_> = moments.map(|at| game.notes(at)).collect();
        (plies, notes, record.ending.result, bytes(record.ending.reason), record.tags.len())
    };
    compared(a) == compared(b)
}
