//! [`MatchLink`]: a match contained in the address of a page.
//!
//! A browser never sends the fragment of an address to a server, so the match is stored in the fragment and stays
//! private. The fragment is `#m=` followed by the match as BPGN, deflated and encoded as URL-safe base64 (RFC 4648,
//! section 5, without padding). An optional `&at=34A` names the ply at which the match opens.
//!
//! ```
//! use tandem::formats::MatchLink;
//!
//! let link = MatchLink { text: b"1A. e4 *\n".to_vec(), at: Some("1A".to_owned()) };
//! let fragment = link.fragment()?;
//! assert!(fragment.starts_with("#m=") && fragment.ends_with("&at=1A"));
//! assert_eq!(MatchLink::from_fragment(&fragment), Some(Ok(link)));
//! # Ok::<(), tandem::formats::LinkError>(())
//! ```

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use std::io::{Read as _, Write as _};

/// The maximum length of a fragment in bytes. Messaging programs accept links of this length.
pub const MAX_LINK_BYTES: usize = 8192;

/// The maximum size of a decompressed match, in bytes. Without this limit, a link of [`MAX_LINK_BYTES`] could expand a
/// thousandfold.
const MAX_TEXT_BYTES: u64 = 1_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLink {
    /// The match as BPGN.
    pub text: Vec<u8>,
    /// The name of the ply at which the match opens: `34A`, or in a variation `21B/1/3`. `None` for the default.
    pub at: Option<String>,
}

/// The reason why a match has no link, or why a link has no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error(
        "this match is too long for a link: {kilobytes:.1} kB of at most 8 kB. Send the file, or delete comments \
         and variations from a copy",
        kilobytes = *.0 as f64 / 1024.0
    )]
    TooLong(usize),
    /// The link was cut off, or was not created by Tandem.
    #[error("this link is damaged: copy all of it, to its last character")]
    Damaged,
}

impl MatchLink {
    /// Returns the fragment, including its `#`.
    ///
    /// # Errors
    /// If the fragment would be longer than [`MAX_LINK_BYTES`].
    pub fn fragment(&self) -> Result<String, LinkError> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = packer
            .write_all(&self.text)
            .and_then(|()| packer.finish())
            .map_err(|_| LinkError::Damaged)?;
        let mut fragment = format!("#m={}", BASE64_URL_SAFE_NO_PAD.encode(packed));
        if let Some(at) = &self.at {
            fragment.push_str("&at=");
            fragment.push_str(at);
        }
        if fragment.len() > MAX_LINK_BYTES {
            return Err(LinkError::TooLong(fragment.len()));
        }
        Ok(fragment)
    }

    /// Reads a match from the fragment of an address, with or without its `#`. Returns `None` if it contains no match.
    ///
    /// # Errors
    /// If the match is damaged, longer than [`MAX_LINK_BYTES`], or larger than 1 MB when decompressed.
    pub fn from_fragment(fragment: &str) -> Option<Result<Self, LinkError>> {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        let field = |name: &str| {
            let mut fields = fragment.split('&');
            fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
        };
        let text = unpack_text(field("m")?);
        let at = field("at").map(|at| at.replace("%2F", "/").replace("%2f", "/"));
        Some(text.map(|text| Self { text, at }))
    }
}

/// Decompresses the match in a link.
fn unpack_text(packed: &str) -> Result<Vec<u8>, LinkError> {
    if packed.len() > MAX_LINK_BYTES {
        return Err(LinkError::Damaged);
    }
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(packed.trim_end_matches('='))
        .map_err(|_| LinkError::Damaged)?;
    let mut text = Vec::new();
    let mut unpacked = DeflateDecoder::new(&*bytes).take(MAX_TEXT_BYTES + 1);
    let read = unpacked.read_to_end(&mut text).map_err(|_| LinkError::Damaged)?;
    if read == 0 || read as u64 > MAX_TEXT_BYTES {
        return Err(LinkError::Damaged);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &[u8]) -> MatchLink {
        MatchLink { text: text.to_vec(), at: None }
    }

    #[test]
    fn link_is_identical_in_window_and_command_line() {
        let link = MatchLink { at: Some("1A".to_owned()), ..link(b"1A. e4 *\n") };
        assert_eq!(link.fragment().unwrap(), "#m=M3TUU0g1UdDiAgA&at=1A");
        let escaped =
            MatchLink::from_fragment("#m=M3TUU0g1UdDiAgA&at=21B%2F1%2F3").unwrap().unwrap();
        assert_eq!(escaped.at.as_deref(), Some("21B/1/3"));
        assert_eq!(escaped.text, b"1A. e4 *\n");
    }

    #[test]
    fn any_bytes_round_trip() {
        let all: Vec<u8> = (0..=255).collect();
        for text in [&all[..], b"\xff", "[WhiteA \"王\"]\r\n1A. e4".as_bytes()] {
            let fragment = link(text).fragment().unwrap();
            assert!(
                fragment.bytes().skip(1).all(|b| b.is_ascii_alphanumeric() || b"-_=".contains(&b))
            );
            assert_eq!(MatchLink::from_fragment(&fragment), Some(Ok(link(text))));
        }
    }

    #[test]
    fn long_matches_have_no_link() {
        // Random bytes cannot be compressed.
        let mut state = 1_u32;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let long: Vec<u8> = random.take(7000).collect();
        let error = link(&long).fragment().unwrap_err();
        assert_eq!(
            error.to_string(),
            "this match is too long for a link: 9.1 kB of at most 8 kB. Send the file, or delete comments and \
             variations from a copy"
        );
        assert!(link(&long[..6000]).fragment().is_ok());
    }

    #[test]
    fn damaged_link_is_an_error_and_other_fragments_are_ignored() {
        for other in ["", "#", "#top", "#at=1A", "#mm=abc"] {
            assert_eq!(MatchLink::from_fragment(other), None, "{other}");
        }
        let bomb = link(&vec![b'x'; 1_000_001]).fragment().unwrap();
        let long = format!("#m={}", "A".repeat(MAX_LINK_BYTES + 1));
        for damaged in ["#m=", "#m=!", "#m=M3TUU0g1U", "#m=ä", &bomb, &long] {
            assert_eq!(
                MatchLink::from_fragment(damaged),
                Some(Err(LinkError::Damaged)),
                "{damaged:.40}"
            );
        }
    }
}
