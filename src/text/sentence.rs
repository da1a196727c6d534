//! Messages as sentences.

/// Returns `message` as a sentence: with a capital letter and a full stop.
#[must_use]
pub fn sentence(message: &str) -> String {
    format!("{}.", capital(message))
}

/// Returns `words` with a capital first letter.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}
