//! Byte offsets of plies and tags in a line of BGN.

/// Returns the offset of ply `ply` in `json`, a line of BGN. If `ply` is `None`, returns the offset of the tags.
/// Returns 0 if the line has no such ply or no tags.
#[must_use]
pub(super) fn place_in_line(json: &[u8], ply: Option<usize>) -> usize {
    let offset = match ply {
        Some(ply) => find_member(json, b"moves").and_then(|at| find_element(json, at, ply)),
        None => find_member(json, b"pgn"),
    };
    offset.unwrap_or(0)
}

/// Returns the offset of the value of member `name` in the object `json`, or `None` if there is no such member.
fn find_member(json: &[u8], name: &[u8]) -> Option<usize> {
    let mut at = skip_blanks(json, 0);
    if json.get(at) != Some(&b'{') {
        return None;
    }
    loop {
        at = skip_blanks(json, at + 1);
        let end = skip_string(json, at)?;
        let is_member = json.get(at + 1..end - 1) == Some(name);
        at = skip_blanks(json, end);
        if json.get(at) != Some(&b':') {
            return None;
        }
        at = skip_blanks(json, at + 1);
        if is_member {
            return Some(at);
        }
        at = skip_blanks(json, skip_value(json, at)?);
        if json.get(at) != Some(&b',') {
            return None;
        }
    }
}

/// Returns the offset of element `index` of the array at `at`, or `None` if there is no such element.
fn find_element(json: &[u8], at: usize, index: usize) -> Option<usize> {
    if json.get(at) != Some(&b'[') {
        return None;
    }
    let mut at = skip_blanks(json, at + 1);
    for _ in 0..index {
        at = skip_blanks(json, skip_value(json, at)?);
        if json.get(at) != Some(&b',') {
            return None;
        }
        at = skip_blanks(json, at + 1);
    }
    (json.get(at)? != &b']').then_some(at)
}

/// Returns the offset after the value at `at`.
fn skip_value(json: &[u8], mut at: usize) -> Option<usize> {
    match json.get(at)? {
        b'"' => skip_string(json, at),
        b'{' | b'[' => {
            let mut depth = 0_usize;
            loop {
                match json.get(at)? {
                    b'"' => at = skip_string(json, at)? - 1,
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        _ => {
            let rest = json.get(at..)?;
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
            Some(at + rest.iter().position(ends).unwrap_or(rest.len()))
        }
    }
}

/// Returns the offset after the string at `at`.
fn skip_string(json: &[u8], at: usize) -> Option<usize> {
    if json.get(at) != Some(&b'"') {
        return None;
    }
    let mut at = at + 1;
    loop {
        match json.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn skip_blanks(json: &[u8], at: usize) -> usize {
    let rest = json.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::place_in_line;

    #[test]
    fn plies_and_tags_are_found() {
        let json = br#" {"x":[1,{"a":"]}\\"}] , "pgn" : {"Event":"\"moves\":["}, "moves":[ {"t":"e4"},{"a":[{}]} , 3]}"#;
        let at = |ply| &json[place_in_line(json, ply)..];
        assert!(at(None).starts_with(br#"{"Event""#));
        assert!(at(Some(0)).starts_with(br#"{"t":"e4"}"#));
        assert!(at(Some(1)).starts_with(br#"{"a":[{}]}"#));
        assert!(at(Some(2)).starts_with(b"3]}"));
        for json in [&b""[..], b"{", b"[]", b"{\"moves\":[]}", b"{\"moves\" 3}", b"{\"mov"] {
            assert_eq!(place_in_line(json, Some(0)), 0);
        }
    }
}
