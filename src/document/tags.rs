//! Editing of tags.

use super::{ChangeError, Document, DocumentEdit, EditResult, EditableRecord, RecordEditor};
use crate::{
    file::{Edit, Span},
    notation::{Tag, TagKey as _, escape},
};

impl<C: EditableRecord> RecordEditor<'_, C> {
    /// Returns the edits that set the value of the tag `name`. A missing tag is added after the others.
    pub fn tag(&self, name: &str, value: &str) -> EditResult {
        check_name(name)?;
        let value = self.value(value)?;
        let tags = &self.document.content.written().tags;
        if let Some(tag) = name.find_in(tags, self.text()) {
            return Ok(self.replace_value(tag, name, &value));
        }
        let line = self.line_end();
        let written = format_tag(name, &value);
        Ok(vec![match tags.last() {
            Some(last) => Edit::insertion(last.span.end, [line, &written].concat()),
            None => Edit::insertion(self.start_of_text(), [&written, line].concat()),
        }])
    }

    /// Returns the edits that set the name and the value of tag `index`.
    pub fn replace_tag(&self, index: usize, name: &str, value: &str) -> EditResult {
        check_name(name)?;
        let tag = self.tag_at(index)?;
        let value = self.value(value)?;
        if tag.name.of(self.text()) == name.as_bytes() {
            return Ok(self.replace_value(tag, name, &value));
        }
        Ok(vec![Edit { span: tag.span, insert: format_tag(name, &value) }])
    }

    /// Returns the edits that remove tag `index`, including its line if the line contains nothing else.
    pub fn remove_tag(&self, index: usize) -> EditResult {
        let span = self.tag_at(index)?.span;
        let text = self.text();
        let rest = &text[span.end as usize..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let after = &rest[blanks.count()..];
        let starts_line =
            text[..span.start as usize].last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let line_ends: [&[u8]; 3] = [b"\r\n", b"\n", b"\r"];
        let line_end = line_ends.iter().find(|end| after.starts_with(end));
        let end = match line_end {
            Some(line_end) if starts_line => text.len() - after.len() + line_end.len(),
            _ => span.end as usize,
        };
        Ok(vec![Edit::removal(Span::new(span.start, u32::try_from(end).unwrap_or(span.end)))])
    }

    pub fn swap_tags(&self, index: usize, other: usize) -> EditResult {
        let (a, b) = (self.tag_at(index)?.span, self.tag_at(other)?.span);
        if a == b {
            return Ok(Vec::new());
        }
        let edit = |span: Span, from: Span| Edit { span, insert: from.of(self.text()).to_vec() };
        Ok(vec![edit(a, b), edit(b, a)])
    }

    fn tag_at(&self, index: usize) -> Result<&Tag, ChangeError> {
        let tags = &self.document.content.written().tags;
        tags.get(index).ok_or(ChangeError::NoTag)
    }

    fn replace_value(&self, tag: &Tag, name: &str, value: &[u8]) -> Vec<Edit> {
        let text = self.text();
        if tag.value.of(text) == value {
            return Vec::new();
        }
        let before = text.get((tag.value.start as usize).wrapping_sub(1));
        let after = text.get(tag.value.end as usize);
        if before == Some(&b'"') && after == Some(&b'"') {
            return vec![Edit { span: tag.value, insert: value.to_vec() }];
        }
        // A value that had no quotes gets them.
        vec![Edit { span: tag.span, insert: format_tag(name, value) }]
    }

    /// Encodes `value` for use between quotes.
    fn value(&self, value: &str) -> Result<Vec<u8>, ChangeError> {
        if value.contains(['\n', '\r']) {
            return Err(ChangeError::TagLine);
        }
        Ok(self.encoding.encode(&escape(value))?.into_owned())
    }
}

impl DocumentEdit {
    /// Returns the name of the change for the Edit menu, or `None` if the change is not about tags.
    pub(super) fn tag_name<C: EditableRecord>(&self, document: &Document<C>) -> Option<String> {
        Some(match self {
            Self::Tag { name, .. } | Self::TagAt { name, .. } => format!("tag {name}"),
            Self::RemoveTag { index } => match document.content.written().tags.get(*index) {
                Some(tag) => {
                    let name = tag.name.of(document.text());
                    format!("removing tag {}", String::from_utf8_lossy(name))
                }
                None => "removing a tag".to_owned(),
            },
            Self::SwapTags { .. } => "order of tags".to_owned(),
            _ => return None,
        })
    }

    /// Returns whether the tag that this change sets is in `after`, the result of the change; `true` for removals and
    /// swaps, which are not checked. Returns `None` if the change is not about tags.
    pub(super) fn is_tag_applied<C: EditableRecord>(&self, after: &Document<C>) -> Option<bool> {
        Some(match self {
            Self::Tag { name, value } | Self::TagAt { name, value, .. } => {
                let (text, record) = (after.text(), after.content.written());
                record.tags.iter().any(|tag| {
                    let has_name = tag.name.of(text).eq_ignore_ascii_case(name.as_bytes());
                    has_name && record.unescape(tag.value.of(text)) == *value
                })
            }
            Self::RemoveTag { .. } | Self::SwapTags { .. } => true,
            _ => return None,
        })
    }
}

fn format_tag(name: &str, value: &[u8]) -> Vec<u8> {
    [b"[", name.as_bytes(), b" \"", value, b"\"]"].concat()
}

fn check_name(name: &str) -> Result<(), ChangeError> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_allowed) {
        return Err(ChangeError::TagName);
    }
    Ok(())
}
