//! A minimal HTML scanner that finds one element and its attributes.

use super::PageError;
use std::borrow::Cow;

/// The maximum length of an attribute name in bytes. Attributes with longer names are ignored.
const MAX_NAME_BYTES: usize = 64;

/// The names and raw values of the attributes of an element.
#[derive(Debug, Default)]
pub(super) struct Attributes<'h>(Vec<(&'h [u8], &'h [u8])>);

impl Attributes<'_> {
    /// Returns the decoded value of the attribute `name` without surrounding blanks, or `None` if there is no such
    /// attribute.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let (_, raw) = self.0.iter().find(|(it, _)| it.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(decode_references(&String::from_utf8_lossy(raw)).trim().to_owned())
    }
}

/// Returns the attributes of the first element in `page` that has the attribute `name`, or `None` if there is no such
/// element.
///
/// # Errors
/// If the page ends within a tag before that element.
pub(super) fn element_with<'h>(
    page: &'h [u8],
    name: &str,
) -> Result<Option<Attributes<'h>>, PageError> {
    let mut scan = Scan { page, at: 0 };
    while scan.skip_past(b"<") {
        if scan.rest().starts_with(b"!--") {
            if !scan.skip_past(b"-->") {
                return Ok(None);
            }
            continue;
        }
        let tag = scan.name();
        let attributes = scan.attributes()?;
        if attributes.0.iter().any(|(it, _)| it.eq_ignore_ascii_case(name.as_bytes())) {
            return Ok(Some(attributes));
        }
        // Tags inside scripts and styles are text.
        for raw in [b"script".as_slice(), b"style"] {
            if tag.eq_ignore_ascii_case(raw) && !scan.skip_element(raw) {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

struct Scan<'h> {
    page: &'h [u8],
    at: usize,
}

impl<'h> Scan<'h> {
    fn rest(&self) -> &'h [u8] {
        self.page.get(self.at..).unwrap_or_default()
    }

    /// Advances past the next `mark`. If there is none, stays in place and returns `false`.
    fn skip_past(&mut self, mark: &[u8]) -> bool {
        match memchr::memmem::find(self.rest(), mark) {
            Some(before) => {
                self.at += before + mark.len();
                true
            }
            None => false,
        }
    }

    /// Advances past the element name in the next end tag `</name`. Returns `false` if there is no such end tag.
    fn skip_element(&mut self, name: &[u8]) -> bool {
        while self.skip_past(b"</") {
            let start_of_rest = self.rest().get(..name.len());
            if start_of_rest.is_some_and(|it| it.eq_ignore_ascii_case(name)) {
                return true;
            }
        }
        false
    }

    /// Skips white space and the `/` of a self-closing tag.
    fn skip_blanks(&mut self) {
        let blanks =
            self.rest().iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'/');
        self.at += blanks.count();
    }

    fn name(&mut self) -> &'h [u8] {
        let is_delimiter = |byte: &u8| byte.is_ascii_whitespace() || b"=>/\"'<".contains(byte);
        let rest = self.rest();
        let length = rest.iter().position(is_delimiter).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn attributes(&mut self) -> Result<Attributes<'h>, PageError> {
        let mut attributes = Attributes::default();
        loop {
            self.skip_blanks();
            match self.rest().first() {
                None => return Err(PageError::TruncatedTag),
                // `<` begins the next tag, so the current tag was never closed.
                Some(b'>' | b'<') => return Ok(attributes),
                Some(_) => {}
            }
            let name = self.name();
            if name.is_empty() {
                // Skip a stray delimiter.
                self.at += 1;
                continue;
            }
            let before = self.at;
            self.skip_blanks();
            let value = if self.rest().first() == Some(&b'=') {
                self.at += 1;
                self.value()?
            } else {
                self.at = before;
                &[]
            };
            // The first of repeated names counts, as in browsers.
            let is_new = !attributes.0.iter().any(|(it, _)| it.eq_ignore_ascii_case(name));
            if name.len() <= MAX_NAME_BYTES && attributes.0.len() < 500 && is_new {
                attributes.0.push((name, value));
            }
        }
    }

    /// Reads an attribute value: the text in quotation marks, or the text up to a blank or `>`.
    fn value(&mut self) -> Result<&'h [u8], PageError> {
        self.skip_blanks();
        let rest = self.rest();
        match rest.first() {
            Some(quote @ (b'"' | b'\'')) => {
                let length = memchr::memchr(*quote, &rest[1..]).ok_or(PageError::TruncatedTag)?;
                self.at += length + 2;
                Ok(&rest[1..=length])
            }
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                let length = rest.iter().position(is_end).ok_or(PageError::TruncatedTag)?;
                self.at += length;
                Ok(&rest[..length])
            }
        }
    }
}

/// The maximum length of a character reference after its `&`, in bytes. The longest references are decimal code points,
/// such as `#128512;`.
const MAX_REFERENCE_BYTES: usize = 12;

/// Replaces the known character references in `text` by their characters.
fn decode_references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain += before;
        let end = after.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';');
        let known = end.and_then(|end| {
            let (name, after) = after.split_at_checked(end)?;
            Some((character(name)?, after.strip_prefix(';')?))
        });
        let (character, after) = known.unwrap_or(('&', after));
        plain.push(character);
        rest = after;
    }
    Cow::Owned(plain + rest)
}

/// Returns the character for a reference without `&` and `;`, if it is known.
fn character(name: &str) -> Option<char> {
    Some(match name {
        "quot" => '"',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(page: &str) -> Result<Option<String>, PageError> {
        let element = element_with(page.as_bytes(), "data-x")?;
        Ok(element.and_then(|element| element.get("data-x")))
    }

    #[test]
    fn attribute_is_found_anywhere() {
        for page in [
            "<body data-x=\"a&b\">",
            "<body id=y class='z' data-x = 'a&amp;b' q>",
            "<!DOCTYPE html><p><BODY\n  DATA-X=a&#38;b\t>",
            "<br/><body data-x=\"a&#x26;b\" data-x=\"other\">",
            "<!-- <body data-x=1> --><body data-x=a&b>",
            "<script>\"<body data-x=1>\"</script><style><x data-x=1></STYLE><i data-x='a&b'>",
            "<a =\"\" <p \"><body data-x=\"a&b\">",
        ] {
            assert_eq!(value(page), Ok(Some("a&b".to_owned())), "{page}");
        }
    }

    #[test]
    fn missing_attribute_and_truncated_page_are_reported() {
        for page in ["", "data-x=1", "<p>", "<!-- <body data-x=1>", "<script><body data-x=1>"] {
            assert_eq!(value(page), Ok(None), "{page}");
        }
        for page in ["<body", "<body data-x", "<body data-x=", "<body data-x=\"a", "<body data-x=a"]
        {
            assert_eq!(value(page), Err(PageError::TruncatedTag), "{page}");
        }
    }

    #[test]
    fn character_references_are_decoded() {
        for (text, plain) in [
            ("&quot;&#34;&#x22;&apos;&lt;&gt;", "\"\"\"'<>"),
            ("&amp;quot;", "&quot;"),
            ("&unknown; & &; &#xffffffff; &#0x; a&", "&unknown; & &; &#xffffffff; &#0x; a&"),
            ("&#128512;é", "😀é"),
        ] {
            assert_eq!(decode_references(text), plain);
        }
    }
}
