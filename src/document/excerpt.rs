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

/// Returns `text`, such as a path, if it has at most `characters` characters. Otherwise replaces its middle by `…`, so
/// that the end, such as the name of a file, is whole if possible.
pub fn shortened_in_middle(text: &str, characters: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= characters {
        return text.into();
    }
    let start = characters / 4;
    let end = characters.saturating_sub(start + 1);
    let (first, last) = (text.chars().take(start), text.chars().skip(count - end));
    first.chain(['…']).chain(last).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_path_keeps_its_end() {
        assert_eq!(shortened_in_middle("/a/b.bpgn", 9), "/a/b.bpgn");
        assert_eq!(shortened_in_middle("/home/è/games/b.bpgn", 12), "/ho…s/b.bpgn");
        assert_eq!(shortened_in_middle("abc", 0), "…");
    }

    #[test]
    fn characters_are_never_split() {
        assert_eq!(excerpt("José", 5), "José");
        assert_eq!(excerpt("José", 4), "Jos…");
        assert_eq!(excerpt("José", 0), "…");
    }
}
