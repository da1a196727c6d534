//! Files of BGN, one match a line.

use crate::notation::Bgn;
use std::path::Path;

/// A line that is no match.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is no BGN ({reason})")]
pub struct BgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: serde_json::Error,
}

/// Whether a file of that name is taken for BGN: `.bgn`, `.jsonl` or `.ndjson`, letters of either case.
#[must_use]
pub fn is_bgn_name(path: &Path) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|extension| {
        ["bgn", "jsonl", "ndjson"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The matches of a file of BGN as BPGN, in UTF-8. Blank lines are left out.
///
/// # Errors
/// The first line that is no match.
pub fn bpgn_of_lines(bytes: &[u8]) -> Result<String, BgnError> {
    let mut text = String::new();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (line, json) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let json = json.trim_ascii();
        if json.is_empty() {
            continue;
        }
        let game: Bgn = serde_json::from_slice(json).map_err(|reason| BgnError { line, reason })?;
        text.push_str(&game.to_bpgn());
    }
    Ok(text)
}
