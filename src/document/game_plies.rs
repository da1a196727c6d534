//! Editing of the plies and the end of a game of Kriegspiel.

use super::{ChangeError, EditResult, OpenGame, place::RecordEditor};
use crate::{
    file::{Edit, Span},
    kriegspiel::notation::{Line, TriesOrder, WrittenTries, line_text},
    notation::{GameResult, KnownTag},
};

impl RecordEditor<'_, OpenGame> {
    /// Returns the edits that add `line`, a ply with its announcement, after the last ply. The ply gets a line of its
    /// own, as in the specification.
    pub fn add_game_ply(&self, line: &Line) -> EditResult {
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
        if let Some(end) = self.end_of_game_plies(0) {
            return Ok(vec![Edit::insertion(end, [line_end, &words].concat())]);
        }
        let result = record.ending.result_span;
        Ok(vec![match record.notes.last() {
            _ if !result.is_empty() => Edit::insertion(result.start, [&words, line_end].concat()),
            Some(note) => Edit::insertion(note.span.end, [line_end, line_end, &words].concat()),
            None => self.insert_after_tags(&words),
        }])
    }

    /// Returns the edits that delete ply `index` and all plies after it, with their notes. The reason and the result
    /// stay.
    pub fn delete_game_plies_from(&self, index: usize) -> EditResult {
        let plies = &self.document.record().plies;
        let first = plies.get(index).ok_or(ChangeError::NoPly(index + 1))?;
        let end = self.end_of_game_plies(index);
        let deleted_span = Span::new(first.span.start, end.unwrap_or(first.span.end));
        Ok(vec![self.remove_with_blanks(deleted_span)])
    }

    /// Returns the edits that write `result` to its tag and after the plies. After the plies, `reason` precedes the
    /// result in braces, unless the reason is empty.
    pub fn set_game_outcome(&self, result: GameResult, reason: &str) -> EditResult {
        let record = self.document.record();
        let mut edits = self.tag(KnownTag::Result.name(), result.text())?;
        let reason = self.words(reason.trim())?;
        let mut words = Vec::new();
        if !reason.is_empty() {
            words.extend_from_slice(&[b"{", reason.as_slice(), b"} "].concat());
        }
        words.extend_from_slice(result.text().as_bytes());
        let old = record.ending.result_span;
        let brace = record.notes.iter().find(|note| record.is_reason(note));
        let span = match (old.is_empty(), brace) {
            (false, Some(brace)) => brace.span.to(old),
            (false, None) => old,
            (true, _) => {
                let end = self.end_of_game_plies(0);
                let tags = record.tags.last().map(|tag| tag.span.end);
                words.splice(..0, self.line_end().iter().copied());
                Span::at(end.or(tags).unwrap_or_else(|| self.start_of_text()))
            }
        };
        edits.push(Edit { span, insert: words });
        edits.retain(|edit| edit.span.of(self.text()) != edit.insert);
        Ok(edits)
    }

    /// Returns the end of the plies from `index` on, including their announcements and notes.
    fn end_of_game_plies(&self, index: usize) -> Option<u32> {
        self.end_of_plies(index, |ply| match &ply.announcement {
            Some(it) => self.end_of_announcement(it.comment.end.max(it.span.end)).max(ply.span.end),
            None => ply.span.end,
        })
    }
}
