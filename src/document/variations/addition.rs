//! Plies, glyphs and comments added to the variations of a record, as edits of its bytes.

use super::{
    VariationForm,
    outline::{Outline, OutlinePly},
    variation_form::glyph_text,
};
use crate::{
    document::{EditResult, place::RecordEditor},
    file::Edit,
    replay::{Variation, VariationPath},
    timeline::Moment,
};
use std::collections::BTreeMap;

impl RecordEditor<'_> {
    /// Returns the edits that turn the variations of the record into `all`, which has the same variations with
    /// additions: glyphs and comments, branches after those of a ply, plies at the end, and variations after the last
    /// one. At one place, the order is glyph, comment, branches, plies.
    pub(super) fn additions(&self, all: &[Outline]) -> EditResult {
        let roots = &self.document.variations().roots;
        let mut edits = Vec::new();
        for (index, (root, outline)) in roots.iter().zip(all).enumerate() {
            let form = self.document.variation_form(&VariationPath::root(index));
            self.add_to_variation(&root.variation, outline, form, &mut edits);
        }
        let mut groups: BTreeMap<Moment, Vec<u8>> = BTreeMap::new();
        for outline in &all[roots.len()..] {
            let group = groups.entry(outline.after).or_default();
            if !group.is_empty() {
                group.push(b' ');
            }
            outline.write(VariationForm::InComment, group);
        }
        edits.extend(self.insert_groups(&groups)?);
        Ok(edits)
    }

    /// Adds to `edits` those that turn `old` into `new`.
    fn add_to_variation(
        &self,
        old: &Variation,
        new: &Outline,
        form: VariationForm,
        edits: &mut Vec<Edit>,
    ) {
        for (index, (old_ply, ply)) in old.plies.iter().zip(&new.plies).enumerate() {
            if let (true, Some(glyph)) = (old_ply.glyphs.is_empty(), ply.glyphs.first()) {
                edits.push(Edit::insertion(old_ply.san_span.end, glyph_text(glyph)));
            }
            if !ply.diagrams.is_empty() && !old_ply.has_diagram() {
                edits.push(self.diagram_insertion(old_ply));
            }
            let old_comment = old_ply.comments.first().map(|old| old.of(self.text()));
            if let Some(comment) = ply.comments.first().filter(|it| old_comment != Some(it)) {
                edits.push(self.comment_edit(old_ply, form, comment));
            }
            for (old, new) in old_ply.branches.iter().zip(&ply.branches) {
                self.add_to_variation(old, new, form, edits);
            }
            let mut insert = Vec::new();
            for branch in &ply.branches[old_ply.branches.len()..] {
                insert.push(b' ');
                branch.write(form, &mut insert);
            }
            let is_last = index + 1 == old.plies.len();
            let tail: &[OutlinePly] = if is_last { &new.plies[index + 1..] } else { &[] };
            for ply in tail {
                insert.push(b' ');
                ply.write(form, &mut insert);
            }
            if insert.is_empty() {
                continue;
            }
            let end = self.end_of(old, index);
            // A word after a line comment may begin without a space.
            let next = self.text().get(end as usize);
            if next.is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b')') {
                insert.push(b' ');
            }
            edits.push(Edit::insertion(end, insert));
        }
    }

    /// Returns the edits that insert variations. `groups` holds their text by the moment after the ply that they are
    /// on.
    pub fn insert_groups(&self, groups: &BTreeMap<Moment, Vec<u8>>) -> EditResult {
        groups.iter().map(|(moment, group)| self.insert_on_ply(*moment, group)).collect()
    }
}
