//! Line ends.

/// Converts the line ends of Windows and old Macs to `\n`.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
