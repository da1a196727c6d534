//! Line ends.

/// Returns `text` with all line ends as `\n`, including those of Windows and old Macs.
#[must_use]
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
