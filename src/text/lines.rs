//! Line ends.

/// Returns `text` with every line end, of Windows or of old Macs too, as `\n`.
#[must_use]
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
