//! [`Changes`]: what has been changed in a file since it was saved, and how it is taken back.

use crate::{file::EditSet, timeline::Moment};
use std::{collections::BTreeMap, sync::Arc};

/// One step of undo: edits of one record, made one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The record, by its place in the file.
    pub record: usize,
    /// What was changed: `comment on 12b`.
    pub name: String,
    /// Where the playhead stood before it.
    pub before: Moment,
    /// Where it stood after it.
    pub after: Moment,
    steps: Vec<Step>,
    /// Typing into one field goes on in one change.
    field: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    redo: EditSet,
    undo: EditSet,
}

/// The records of a file that differ from it, and every change that was made, without limit.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    texts: BTreeMap<usize, Arc<[u8]>>,
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl Changes {
    /// The bytes of `record` where they differ from the file's.
    #[must_use]
    pub fn text(&self, record: usize) -> Option<&[u8]> {
        self.texts.get(&record).map(|text| &**text)
    }

    /// The records that differ from the file, with their bytes.
    pub fn texts(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.texts.iter().map(|(&id, text)| (id, &**text))
    }

    /// The same, to be shared with a snapshot: a change replaces the bytes of its own record alone.
    #[must_use]
    pub const fn shared(&self) -> &BTreeMap<usize, Arc<[u8]>> {
        &self.texts
    }

    /// Whether nothing differs from the file.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.texts.is_empty()
    }

    /// The change that undo takes back.
    #[must_use]
    pub fn last(&self) -> Option<&Change> {
        self.done.last()
    }

    /// The change that redo makes again.
    #[must_use]
    pub fn next(&self) -> Option<&Change> {
        self.undone.last()
    }

    /// Notes that `set` was made in `text`, the bytes of `record`, from `moment` on. `field` tells the
    /// field that is being typed into: what follows in the same field belongs to the same change.
    pub fn note(
        &mut self,
        record: usize,
        text: &[u8],
        set: EditSet,
        name: String,
        moments: (Moment, Moment),
        field: Option<u64>,
    ) {
        self.undone.clear();
        let step = Step { undo: set.invert(text), redo: set };
        if let Some(last) = self.done.last_mut()
            && field.is_some()
            && last.field == field
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
        });
    }

    /// Ends the change that is being typed: what is typed next is another one.
    pub fn end_typing(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.field = None;
        }
    }

    /// Takes the last change back in `text`, the bytes of its record, and gives them as they were.
    pub fn undo(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let mut change = self.done.pop()?;
        change.field = None;
        let undos = change.steps.iter().rev().map(|step| &step.undo);
        let before = undos.fold(text.to_vec(), |text, undo| undo.apply(&text));
        self.undone.push(change);
        Some(before)
    }

    /// Makes the change again that was taken back last, in `text`, the bytes of its record.
    pub fn redo(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let change = self.undone.pop()?;
        let redos = change.steps.iter().map(|step| &step.redo);
        let after = redos.fold(text.to_vec(), |text, redo| redo.apply(&text));
        self.done.push(change);
        Some(after)
    }

    /// Keeps `text` as the bytes of `record`, which are `original` in its file.
    pub fn keep(&mut self, record: usize, text: &[u8], original: &[u8]) {
        if original == text {
            self.texts.remove(&record);
        } else {
            self.texts.insert(record, Arc::from(text));
        }
    }

    /// Compares what is kept with the file, from which `original` reads a record: what it already holds is no
    /// longer a change.
    pub fn compare(&mut self, mut original: impl FnMut(usize) -> Option<Vec<u8>>) {
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
    fn typing_is_one_change_until_it_ends() {
        let mut changes = Changes::default();
        let mut text = b"e4".to_vec();
        for (at, letter) in [(2, "a"), (3, "b")] {
            let set = set(at, at, letter);
            let after = set.apply(&text);
            changes.note(0, &text, set, "comment on 1A".into(), (1, 1), Some(7));
            text = after;
        }
        changes.end_typing();
        let set = set(4, 4, "c");
        let after = set.apply(&text);
        changes.note(0, &text, set, "comment on 1A".into(), (1, 1), Some(7));
        assert_eq!(changes.undo(&after).unwrap(), b"e4ab");
        assert_eq!(changes.undo(b"e4ab").unwrap(), b"e4");
        assert_eq!(changes.undo(b"e4"), None);
        assert_eq!(changes.redo(b"e4").unwrap(), b"e4ab");
        assert_eq!(changes.redo(b"e4ab").unwrap(), b"e4abc");
        assert_eq!(changes.redo(b"e4abc"), None);
    }
}
