//! Byte offsets of plies and tags in a line of BGN.

use serde::Deserialize;
use serde_json::value::RawValue;

/// The members of a line of BGN that have an offset.
#[derive(Deserialize)]
struct Members<'j> {
    #[serde(borrow, default)]
    pgn: Option<&'j RawValue>,
    #[serde(borrow, default)]
    moves: Vec<&'j RawValue>,
}

/// Returns the offset of ply `ply` in `json`, a line of BGN. If `ply` is `None`, returns the offset of the tags.
/// Returns 0 if the line has no such ply or no tags.
pub(super) fn place_in_line(json: &[u8], ply: Option<usize>) -> usize {
    let Ok(members) = serde_json::from_slice::<Members<'_>>(json) else { return 0 };
    let value = match ply {
        Some(ply) => members.moves.get(ply).copied(),
        None => members.pgn,
    };
    value.map_or(0, |value| value.get().as_ptr().addr() - json.as_ptr().addr())
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
