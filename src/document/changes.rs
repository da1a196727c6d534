//! [`Changes`]: the unsaved changes of a file, with undo and redo.

use crate::{file::EditSet, timeline::Moment};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

/// One undo step: edits of a record, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The index of the record in the file.
    pub record: usize,
    /// The name of the change for the Edit menu: `comment on 12b`.
    pub name: String,
    /// The moment of the playhead before the change.
    pub before: Moment,
    /// The moment of the playhead after the change.
    pub after: Moment,
    steps: Vec<Step>,
    /// The text field in which the change was typed; `None` once the user has left the field.
    field: Option<u64>,
    /// Whether further edits in `field` join the change.
    joins: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    redo: EditSet,
    undo: EditSet,
}

/// The records that differ from the file, and any number of steps to undo and redo.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The unsaved bytes, by index of the record.
    texts: BTreeMap<usize, Arc<[u8]>>,
    /// The changes that can be undone, oldest first.
    done: Vec<Change>,
    /// The changes that can be redone, the next one last.
    undone: Vec<Change>,
    /// The records that other tabs show. Undo and redo leave their changes to these tabs.
    elsewhere: BTreeSet<usize>,
    /// The number of times that the unsaved bytes were replaced.
    revision: u64,
}

impl Change {
    /// Returns the bytes before the change; `text` is those after it.
    fn reverted(&self, text: Vec<u8>) -> Vec<u8> {
        let undos = self.steps.iter().rev().map(|step| &step.undo);
        undos.fold(text, |text, undo| undo.apply(&text))
    }
}

impl Changes {
    /// Returns the bytes of `record` if they differ from those in the file, otherwise `None`.
    pub fn text(&self, record: usize) -> Option<&[u8]> {
        self.texts.get(&record).map(|text| &**text)
    }

    /// Iterates over the index and the bytes of each record that differs from the file.
    pub fn texts(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.texts.iter().map(|(&id, text)| (id, &**text))
    }

    /// Returns the bytes of the records that differ from the file, by index of the record. Clones of the map share
    /// these bytes.
    pub const fn shared(&self) -> &BTreeMap<usize, Arc<[u8]>> {
        &self.texts
    }

    /// Returns the number of times that the unsaved bytes were replaced, which grows with every change and save.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    pub fn is_clean(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the change that undo would revert, if any.
    pub fn last(&self) -> Option<&Change> {
        Some(&self.done[self.own_index(&self.done)?])
    }

    /// Returns the change that redo would apply, if any.
    pub fn next(&self) -> Option<&Change> {
        Some(&self.undone[self.own_index(&self.undone)?])
    }

    /// Leaves the changes of these records to other tabs: undo and redo skip them. The order of changes matters only
    /// within a record, so that each tab can undo its own.
    pub fn leave_to_others(&mut self, records: BTreeSet<usize>) {
        self.elsewhere = records;
    }

    /// Returns the index of the latest of `changes` that is not left to another tab.
    fn own_index(&self, changes: &[Change]) -> Option<usize> {
        changes.iter().rposition(|change| !self.elsewhere.contains(&change.record))
    }

    /// Adds an undo step for the edits `set`, which were applied to `text`, the bytes of `record` before the change.
    /// `moments` are the moments of the playhead before and after the change. The step joins the previous change if
    /// both come from the same text field of the same record and typing has not ended. Undone changes are dropped, except
    /// those of other tabs.
    pub fn push_step(
        &mut self,
        record: usize,
        text: &[u8],
        set: EditSet,
        name: String,
        moments: (Moment, Moment),
        field: Option<u64>,
    ) {
        self.undone.retain(|change| self.elsewhere.contains(&change.record));
        let step = Step { undo: set.invert(text), redo: set };
        if let Some(last) = self.done.last_mut()
            && field.is_some()
            && last.field == field
            && last.joins
            && last.record == record
        {
            last.after = moments.1;
            last.steps.push(step);
            return;
        }
        self.done.push(Change {
            record,
            name,
            before: moments.0,
            after: moments.1,
            steps: vec![step],
            field,
            joins: true,
        });
    }

    /// Ends a word, so that the next edit in the field is a separate change.
    pub fn end_word(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.joins = false;
        }
    }

    /// Ends typing: what was typed in a field is one change, the next edit is a separate one, and
    /// [`Changes::revert_typing`] reverts nothing.
    pub fn end_typing(&mut self) {
        while let [.., before, last] = self.done.as_mut_slice()
            && last.field.is_some()
            && before.field == last.field
            && before.record == last.record
        {
            before.after = last.after;
            before.steps.append(&mut last.steps);
            self.done.pop();
        }
        self.separate_words();
    }

    /// Ends typing, but leaves each word a change of its own.
    pub fn separate_words(&mut self) {
        for change in self.done.iter_mut().rev().take_while(|change| change.field.is_some()) {
            change.field = None;
        }
    }

    /// Reverts what was typed in `field` of `record` since typing began. `text` is the current bytes of the record.
    /// Returns the bytes before typing, or `None` if nothing was typed. The reverted changes cannot be redone.
    pub fn revert_typing(&mut self, record: usize, field: u64, text: &[u8]) -> Option<Vec<u8>> {
        let mut before = None;
        let is_typed = |change: &mut Change| change.record == record && change.field == Some(field);
        while let Some(change) = self.done.pop_if(is_typed) {
            let now = before.unwrap_or_else(|| text.to_vec());
            before = Some(change.reverted(now));
        }
        before
    }

    /// Undoes the last change. `text` is the current bytes of the record of the change. Returns the bytes before the
    /// change, or `None` if there is nothing to undo.
    pub fn undo(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        self.separate_words();
        let change = self.done.remove(self.own_index(&self.done)?);
        let before = change.reverted(text.to_vec());
        self.undone.push(change);
        Some(before)
    }

    /// Undoes the last change if it was made in `field` of `record`, which is `text` now. Returns the bytes before the
    /// change. Unlike with [`Changes::revert_typing`], the change can be redone.
    pub fn undo_field(&mut self, record: usize, field: u64, text: &[u8]) -> Option<Vec<u8>> {
        let last = self.last()?;
        if last.record == record && last.field == Some(field) { self.undo(text) } else { None }
    }

    /// Redoes the change that was undone last. `text` is the current bytes of the record of the change. Returns the
    /// bytes after the change, or `None` if there is nothing to redo.
    pub fn redo(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let change = self.undone.remove(self.own_index(&self.undone)?);
        let redos = change.steps.iter().map(|step| &step.redo);
        let after = redos.fold(text.to_vec(), |text, redo| redo.apply(&text));
        self.done.push(change);
        Some(after)
    }

    /// Stores `text` as the unsaved bytes of `record`. If `text` equals `original`, the bytes in the file, the record
    /// has no unsaved bytes.
    pub fn set_text(&mut self, record: usize, text: &[u8], original: &[u8]) {
        self.revision += 1;
        if original == text {
            self.texts.remove(&record);
        } else {
            self.texts.insert(record, Arc::from(text));
        }
    }

    /// Forgets the undo steps of `records`, because their bytes were replaced.
    pub fn forget_records(&mut self, records: Range<usize>) {
        self.revision += 1;
        self.done.retain(|change| !records.contains(&change.record));
        self.undone.retain(|change| !records.contains(&change.record));
    }

    /// Drops the records that no longer differ from the file, and ends typing. `original` reads a record of the file,
    /// or returns `None` if the file has no such record.
    pub fn drop_unchanged(&mut self, mut original: impl FnMut(usize) -> Option<Vec<u8>>) {
        self.revision += 1;
        self.texts.retain(|&record, text| original(record).as_deref() != Some(&**text));
        self.end_typing();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Edit, Span};

    fn set(start: u32, end: u32, insert: &str) -> EditSet {
        EditSet::new(vec![Edit { span: Span::new(start, end), insert: insert.into() }]).unwrap()
    }

    #[test]
    fn typing_is_one_undo_step() {
        let mut changes = Changes::default();
        let mut text = b"e4".to_vec();
        type_letter(&mut changes, &mut text, "a");
        type_letter(&mut changes, &mut text, "b");
        changes.end_typing();
        type_letter(&mut changes, &mut text, "c");
        assert_eq!(changes.undo(&text).unwrap(), b"e4ab");
        assert_eq!(changes.undo(b"e4ab").unwrap(), b"e4");
        assert_eq!(changes.undo(b"e4"), None);
        assert_eq!(changes.redo(b"e4").unwrap(), b"e4ab");
        assert_eq!(changes.redo(b"e4ab").unwrap(), b"e4abc");
        assert_eq!(changes.redo(b"e4abc"), None);
    }

    /// Types `letter` at the end of `text` in the field 7.
    fn type_letter(changes: &mut Changes, text: &mut Vec<u8>, letter: &str) {
        let end = u32::try_from(text.len()).unwrap();
        let set = set(end, end, letter);
        let after = set.apply(text);
        changes.push_step(0, text, set, "comment on 1A".into(), (1, 1), Some(7));
        *text = after;
    }

    #[test]
    fn words_typed_in_one_go_are_reverted_together() {
        let mut changes = Changes::default();
        let mut text = b"e4".to_vec();
        type_letter(&mut changes, &mut text, "a");
        changes.end_typing();
        for letter in ["b", "c"] {
            changes.end_word();
            type_letter(&mut changes, &mut text, letter);
        }
        assert_eq!(text, b"e4abc");
        assert_eq!(changes.revert_typing(0, 8, &text), None, "another field");
        assert_eq!(changes.revert_typing(1, 7, &text), None, "another record");
        assert_eq!(changes.revert_typing(0, 7, &text).unwrap(), b"e4a");
        assert_eq!(changes.revert_typing(0, 7, b"e4a"), None);
        assert_eq!(changes.undo(b"e4a").unwrap(), b"e4");
    }

    #[test]
    fn words_typed_in_one_go_are_undone_together_once_the_field_is_left() {
        let mut changes = Changes::default();
        let mut text = b"e4".to_vec();
        for letter in ["a", "b", "c"] {
            changes.end_word();
            type_letter(&mut changes, &mut text, letter);
        }
        changes.end_typing();
        assert_eq!(changes.undo(&text).unwrap(), b"e4");
        assert_eq!(changes.redo(b"e4").unwrap(), b"e4abc");
        changes.end_word();
        type_letter(&mut changes, &mut text, "d");
        changes.end_typing();
        assert_eq!(changes.undo(b"e4abcd").unwrap(), b"e4abc", "typed later");
    }

    #[test]
    fn each_tab_undoes_its_own_record() {
        let mut changes = Changes::default();
        let push = |changes: &mut Changes, record: usize, text: &[u8]| {
            let set = set(0, 0, "x");
            let after = set.apply(text);
            changes.push_step(record, text, set, format!("change of {record}"), (1, 1), None);
            after
        };
        let (first, second) = (push(&mut changes, 0, b"a"), push(&mut changes, 1, b"b"));
        changes.leave_to_others(BTreeSet::from([1]));
        assert_eq!(changes.last().map(|change| change.record), Some(0));
        assert_eq!(changes.undo(&first).unwrap(), b"a");
        assert_eq!(changes.undo(b"a"), None);
        // A change in the other tab keeps what this tab can redo.
        changes.leave_to_others(BTreeSet::from([0]));
        let second = push(&mut changes, 1, &second);
        assert_eq!(changes.undo(&second).unwrap(), b"xb");
        assert_eq!(changes.undo(b"xb").unwrap(), b"b");
        assert_eq!(changes.undo(b"b"), None);
        changes.leave_to_others(BTreeSet::from([1]));
        assert_eq!(changes.redo(b"a").unwrap(), b"xa");
        assert_eq!(changes.redo(b"xa"), None);
    }

    #[test]
    fn undone_words_leave_earlier_ones_in_the_record() {
        let mut changes = Changes::default();
        let mut text = b"e4".to_vec();
        for letter in ["a", "b"] {
            changes.end_word();
            type_letter(&mut changes, &mut text, letter);
        }
        assert_eq!(changes.undo(&text).unwrap(), b"e4a");
        assert_eq!(changes.revert_typing(0, 7, b"e4a"), None);
    }
}
