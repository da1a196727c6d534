//! Truncation of long texts.

use std::borrow::Cow;

/// Returns `text` if it has at most `bytes` bytes. Otherwise returns its first `bytes` bytes, without an incomplete
/// last character, followed by `…`.
pub fn excerpt(text: &str, bytes: usize) -> Cow<'_, str> {
    if text.len() <= bytes {
        return text.into();
    }
    let end = text.floor_char_boundary(bytes);
    format!("{}…", text.get(..end).unwrap_or_default()).into()
}

/// Like [`excerpt`], for an owned text.
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
    fn characters_are_never_split() {
        assert_eq!(excerpt("José", 5), "José");
        assert_eq!(excerpt("José", 4), "Jos…");
        assert_eq!(excerpt("José", 0), "…");
    }
}
