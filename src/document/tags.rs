//! Tags as edits of bytes.

use super::{ChangeError, place::Place};
use crate::{
    file::{Edit, Span},
    notation::Tag,
};

impl Place<'_> {
    /// Gives the tag `name` a value, behind the others if there is none of that name.
    pub fn tag(&self, name: &str, value: &str) -> Result<Vec<Edit>, ChangeError> {
        check_name(name)?;
        let value = self.value(value)?;
        let record = self.document.record();
        if let Some(tag) = record.find_tag(self.text(), name) {
            return Ok(self.revalued(tag, name, &value));
        }
        let line = self.line_end();
        let written = written(name, &value);
        Ok(vec![match record.tags.last() {
            Some(last) => Edit {
                span: Span::at(last.span.end),
                insert: [line, &written].concat(),
            },
            None => Edit {
                span: Span::at(self.start_of_text()),
                insert: [&written, line].concat(),
            },
        }])
    }

    /// Gives tag `index` another name or value.
    pub fn retagged(
        &self,
        index: usize,
        name: &str,
        value: &str,
    ) -> Result<Vec<Edit>, ChangeError> {
        check_name(name)?;
        let tag = self.tag_at(index)?;
        let value = self.value(value)?;
        if tag.name.of(self.text()) == name.as_bytes() {
            return Ok(self.revalued(tag, name, &value));
        }
        Ok(vec![Edit {
            span: tag.span,
            insert: written(name, &value),
        }])
    }

    /// Takes tag `index` away, and its line with it where it stands alone there.
    pub fn untagged(&self, index: usize) -> Result<Vec<Edit>, ChangeError> {
        let span = self.tag_at(index)?.span;
        let text = self.text();
        let rest = &text[span.end as usize..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let after = &rest[blanks.count()..];
        let starts_line = text[..span.start as usize]
            .last()
            .is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let line_end = if after.starts_with(b"\r\n") {
            2
        } else {
            usize::from(after.starts_with(b"\n") || after.starts_with(b"\r"))
        };
        let end = if starts_line && line_end > 0 {
            text.len() - after.len() + line_end
        } else {
            span.end as usize
        };
        Ok(vec![Edit {
            span: Span::new(span.start, u32::try_from(end).unwrap_or(span.end)),
            insert: Vec::new(),
        }])
    }

    /// Lets the tags `index` and `other` change places.
    pub fn tags_swapped(&self, index: usize, other: usize) -> Result<Vec<Edit>, ChangeError> {
        let (a, b) = (self.tag_at(index)?.span, self.tag_at(other)?.span);
        if a == b {
            return Ok(Vec::new());
        }
        let edit = |span: Span, from: Span| Edit {
            span,
            insert: from.of(self.text()).to_vec(),
        };
        Ok(vec![edit(a, b), edit(b, a)])
    }

    fn tag_at(&self, index: usize) -> Result<&Tag, ChangeError> {
        let tags = &self.document.record().tags;
        tags.get(index).ok_or(ChangeError::NoTag)
    }

    fn revalued(&self, tag: &Tag, name: &str, value: &[u8]) -> Vec<Edit> {
        let text = self.text();
        if tag.value.of(text) == value {
            return Vec::new();
        }
        let before = text.get((tag.value.start as usize).wrapping_sub(1));
        let after = text.get(tag.value.end as usize);
        if before == Some(&b'"') && after == Some(&b'"') {
            return vec![Edit {
                span: tag.value,
                insert: value.to_vec(),
            }];
        }
        // A value without quotes gets them.
        vec![Edit {
            span: tag.span,
            insert: written(name, value),
        }]
    }

    /// `value` as bytes that can stand between quotes.
    fn value(&self, value: &str) -> Result<Vec<u8>, ChangeError> {
        if value.contains(['\n', '\r']) {
            return Err(ChangeError::TagLine);
        }
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        Ok(self.encoding.encode(&escaped)?.into_owned())
    }
}

fn written(name: &str, value: &[u8]) -> Vec<u8> {
    [b"[", name.as_bytes(), b" \"", value, b"\"]"].concat()
}

fn check_name(name: &str) -> Result<(), ChangeError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(ChangeError::TagName);
    }
    Ok(())
}
