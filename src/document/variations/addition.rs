//! [`Additions`]: plies, glyphs and comments added to the variations of a record, as edits of its bytes.

use super::{
    VariationForm,
    outline::{Outline, OutlinePly, get_mut, outlines, ply_mut},
};
use crate::{
    document::{ChangeError, Document, EditResult, change::applied, place::RecordEditor},
    file::{Edit, EditSet, Span},
    notation::PlyName,
    replay::{Variation, VariationKind, VariationPath, VariationPlace},
    rules::Move,
    timeline::Moment,
};
use std::collections::BTreeMap;

/// A ply to be added to this record.
pub(super) struct NewPly {
    pub name: PlyName,
    pub mv: Move,
    pub san: String,
    /// The glyph as written, without blanks; empty if there is none.
    pub glyph: Vec<u8>,
    /// The comment as written, without delimiters; empty if there is none.
    pub comment: Vec<u8>,
    /// The new lines that branch off at this ply: alternatives to it, or continuations after it.
    pub branches: Vec<LineId>,
    /// The line of the ply, and its index in that line.
    pub line: (LineId, usize),
}

/// A sequence of new plies: a variation, or the continuation of one.
pub(super) struct NewLine {
    pub plies: Vec<PlyId>,
    pub form: VariationForm,
    /// The depth of the line: the number of variations that contain it.
    pub depth: usize,
}

pub(super) type PlyId = usize;
pub(super) type LineId = usize;

/// A new variation on a ply of the match.
pub(super) struct NewRoot {
    pub line: LineId,
    /// The moment at which the variation departs from the match. This is after the ply that the variation repeats, if
    /// any.
    pub branches_off_at: Moment,
    /// The ply of the match that the variation must repeat at its start to read back correctly, if any.
    pub repeats: Option<String>,
}

#[derive(Default)]
pub(super) struct Additions {
    pub plies: Vec<NewPly>,
    pub lines: Vec<NewLine>,
    /// The new variations on plies of the match, by the moment after the ply.
    pub roots: BTreeMap<Moment, Vec<NewRoot>>,
    /// The lines that continue an existing variation after its last ply.
    pub tails: BTreeMap<VariationPath, LineId>,
    /// The new variations on the ply before a place.
    pub branches: BTreeMap<VariationPlace, Vec<LineId>>,
    /// The edits that write a glyph on the ply before a place.
    pub glyphs: Vec<(VariationPlace, Edit)>,
    /// The edits that write a comment on the ply before a place.
    pub comments: Vec<(VariationPlace, Edit)>,
}

impl Additions {
    /// Adds a line without plies, and returns its id.
    pub(super) fn line(&mut self, form: VariationForm, depth: usize) -> LineId {
        self.lines.push(NewLine { plies: Vec::new(), form, depth });
        self.lines.len() - 1
    }

    /// Returns the record of `editor` with all additions.
    ///
    /// # Errors
    /// If the result would read back differently.
    pub fn applied(&self, editor: &RecordEditor<'_>) -> Result<Document, ChangeError> {
        let document = editor.document;
        let set = EditSet::new(self.edits(editor)?)?;
        let changed = document.with_text(applied(&set, document.text())?);
        let is_same = changed.played().plies == document.played().plies;
        if is_same && self.outlines(editor) == Some(outlines(&changed)) {
            Ok(changed)
        } else {
            Err(ChangeError::Misread)
        }
    }

    /// Returns the edits of all additions. At one place, the order is glyph, comment, variations, continuation.
    pub fn edits(&self, editor: &RecordEditor<'_>) -> EditResult {
        let notes = self.glyphs.iter().chain(&self.comments);
        let mut edits: Vec<Edit> = notes.map(|(_, edit)| edit.clone()).collect();
        let insertion = |variation: &Variation, index: usize, mut insert: Vec<u8>| {
            let end = editor.end_of(variation, index);
            // A word after a line comment may begin without a space.
            let next = editor.text().get(end as usize);
            if next.is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b')') {
                insert.push(b' ');
            }
            Edit::insertion(end, insert)
        };
        for (place, lines) in &self.branches {
            let mut insert = Vec::new();
            for line in lines {
                insert.push(b' ');
                self.write_group(*line, None, &mut insert);
            }
            edits.push(insertion(editor.variation(&place.path)?, place.plies - 1, insert));
        }
        for (path, line) in &self.tails {
            let variation = editor.variation(path)?;
            let mut insert = Vec::new();
            for ply in &self.lines[*line].plies {
                insert.push(b' ');
                self.write_ply(*ply, &mut insert);
            }
            edits.push(insertion(variation, variation.plies.len() - 1, insert));
        }
        for (moment, roots) in &self.roots {
            let mut groups = Vec::new();
            for root in roots {
                if !groups.is_empty() {
                    groups.push(b' ');
                }
                self.write_group(root.line, root.repeats.as_deref(), &mut groups);
            }
            edits.extend(editor.insert_on_ply(*moment, &groups)?);
        }
        Ok(edits)
    }

    /// Writes a line in parentheses. `repeats` is the ply of the match that the line must repeat first, if any.
    fn write_group(&self, line: LineId, repeats: Option<&str>, out: &mut Vec<u8>) {
        out.push(b'(');
        out.extend_from_slice(repeats.unwrap_or_default().as_bytes());
        for (place, ply) in self.lines[line].plies.iter().enumerate() {
            if place > 0 || repeats.is_some() {
                out.push(b' ');
            }
            self.write_ply(*ply, out);
        }
        out.push(b')');
    }

    fn write_ply(&self, id: PlyId, out: &mut Vec<u8>) {
        let ply = &self.plies[id];
        out.extend_from_slice(format!("{}. {}", ply.name, ply.san).as_bytes());
        if ply.glyph.starts_with(b"$") {
            out.push(b' ');
        }
        out.extend_from_slice(&ply.glyph);
        if !ply.comment.is_empty() {
            out.push(b' ');
            out.extend(self.lines[ply.line.0].form.comment(&ply.comment));
        }
        for line in &ply.branches {
            out.push(b' ');
            self.write_group(*line, None, out);
        }
    }

    /// Returns the outlines that the result must have, or `None` if an addition has no valid place.
    pub fn outlines(&self, editor: &RecordEditor<'_>) -> Option<Vec<Outline>> {
        let document = editor.document;
        let mut all = outlines(document);
        for (place, edit) in &self.glyphs {
            let sign = edit.insert.trim_ascii_start().to_vec();
            ply_mut(&mut all, place)?.glyphs.insert(0, sign);
        }
        self.comment_outlines(editor, &mut all)?;
        for (path, line) in &self.tails {
            get_mut(&mut all, path)?.plies.extend(self.ply_outlines(*line));
        }
        for (place, lines) in &self.branches {
            let branches = lines.iter().map(|line| self.line_outline(*line));
            ply_mut(&mut all, place)?.branches.extend(branches);
        }
        let mut with_roots = Vec::with_capacity(all.len());
        let mut old = all.into_iter();
        let mut copied = 0;
        for (moment, roots) in &self.roots {
            let next = document.next_root_index(*moment);
            with_roots.extend(old.by_ref().take(next.checked_sub(copied)?));
            copied = next;
            for root in roots {
                with_roots.push(self.root_outline(document, *moment, root)?);
            }
        }
        with_roots.extend(old);
        Some(with_roots)
    }

    /// Updates the comments in the outlines `all` for plies that get a new or an edited comment. Returns `None` if a
    /// ply is missing.
    fn comment_outlines(&self, editor: &RecordEditor<'_>, all: &mut [Outline]) -> Option<()> {
        for changes in self.comments.chunk_by(|one, next| one.0 == next.0) {
            let place = &changes[0].0;
            let ply = editor.document.variations().ply(place)?;
            let comments = &mut ply_mut(all, place)?.comments;
            match ply.comments.first() {
                Some(old) => {
                    let relative =
                        |span: Span| Span::new(span.start - old.start, span.end - old.start);
                    let edits = changes.iter().map(|(_, edit)| Edit {
                        span: relative(edit.span),
                        insert: edit.insert.clone(),
                    });
                    let set = EditSet::new(edits.collect()).ok()?;
                    comments[0] = set.apply(old.of(editor.text()));
                }
                None => {
                    let [b' ', _, b'C', b':', words @ .., _] = changes[0].1.insert.as_slice()
                    else {
                        return None;
                    };
                    comments.push(words.to_vec());
                }
            }
        }
        Some(())
    }

    /// Returns the outline of a new variation on the ply before `moment`, or `None` if it has no valid place.
    fn root_outline(&self, document: &Document, moment: Moment, root: &NewRoot) -> Option<Outline> {
        let mut outline = self.line_outline(root.line);
        if root.repeats.is_some() {
            let last = moment.checked_sub(1)?;
            let ply = document.played().plies.get(last)?;
            outline.plies.insert(0, OutlinePly::bare(ply.name(), ply.mv));
            outline.branches_off_at = Some(last);
        } else {
            outline.branches_off_at = Some(root.branches_off_at);
            if root.branches_off_at == moment {
                outline.kind = VariationKind::Continuation;
            }
        }
        Some(outline)
    }

    fn line_outline(&self, line: LineId) -> Outline {
        Outline::alternative(self.ply_outlines(line).collect())
    }

    fn ply_outlines(&self, line: LineId) -> impl Iterator<Item = OutlinePly> {
        self.lines[line].plies.iter().map(|id| {
            let ply = &self.plies[*id];
            let one = |bytes: &[u8]| -> Vec<Vec<u8>> {
                if bytes.is_empty() { Vec::new() } else { vec![bytes.to_vec()] }
            };
            OutlinePly {
                glyphs: one(&ply.glyph),
                comments: one(&ply.comment),
                branches: ply.branches.iter().map(|line| self.line_outline(*line)).collect(),
                ..OutlinePly::bare(ply.name, ply.mv)
            }
        })
    }
}
