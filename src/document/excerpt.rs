//! The beginning of a text that is too long for its place.

use std::borrow::Cow;

/// `text`, or what of it begins in `bytes` bytes with `…` behind it.
#[must_use]
pub fn excerpt(text: &str, bytes: usize) -> Cow<'_, str> {
    if text.len() <= bytes {
        return text.into();
    }
    let end = text.floor_char_boundary(bytes);
    format!("{}…", text.get(..end).unwrap_or_default()).into()
}

/// The same of a text of its own.
#[must_use]
pub fn shortened(text: String, bytes: usize) -> String {
    match excerpt(&text, bytes) {
        Cow::Borrowed(_) => text,
        Cow::Owned(short) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_never_cut() {
        assert_eq!(excerpt("José", 5), "José");
        assert_eq!(excerpt("José", 4), "Jos…");
        assert_eq!(excerpt("José", 0), "…");
    }
}
