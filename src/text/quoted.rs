//! [`quoted_words`].

/// Splits `text` at white space outside of quotation marks, which stay in the words.
pub fn quoted_words(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let words = text.split(move |c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    });
    words.filter(|word| !word.is_empty())
}
