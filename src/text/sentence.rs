//! Messages as sentences, and lines of short texts.

/// Returns `message` as a sentence: with a full stop, and with a capital letter unless `message` begins with a path.
pub fn sentence(message: &str) -> String {
    if begins_with_path(message) { format!("{message}.") } else { format!("{}.", capital(message)) }
}

/// Returns whether `message` begins with what looks like a path, followed by a colon and a space.
fn begins_with_path(message: &str) -> bool {
    message.split_once(": ").is_some_and(|(start, _)| {
        let extension = start.rsplit_once('.').map_or("", |(_, extension)| extension);
        start.contains(['/', '\\']) || !(extension.is_empty() || extension.contains(' '))
    })
}

/// Joins the `parts` that are not empty with ` · `.
pub fn dotted<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

pub fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn paths_keep_their_case() {
        for (message, expected) in [
            ("no such note", "No such note."),
            ("board A: missing position", "Board A: missing position."),
            ("12b. qxf7: no capture", "12b. qxf7: no capture."),
            ("a.bpgn: no such file", "a.bpgn: no such file."),
            ("folder/a b: no such file", "folder/a b: no such file."),
            ("chess.com redirects elsewhere: no", "Chess.com redirects elsewhere: no."),
        ] {
            assert_eq!(sentence(message), expected);
        }
    }
}
