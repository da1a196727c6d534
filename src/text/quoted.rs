//! Words in quotation marks: [`quoted_words`], [`quoted_word`].

/// Splits `text` at white space outside of quotation marks. The words keep their quotation marks.
pub fn quoted_words(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let words = text.split(move |c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    });
    words.filter(|word| !word.is_empty())
}

/// Returns `text` as one word for [`quoted_words`]: in quotation marks if `text` contains white space. Removes
/// quotation marks from `text`, since they cannot be escaped.
pub fn quoted_word(text: &str) -> String {
    let text = text.replace('"', "");
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}
