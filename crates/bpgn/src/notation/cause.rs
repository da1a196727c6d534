//! [`Cause`]: how a match ended, judging by its closing comment.

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    Mate,
    Resignation,
    /// A player's time ran out.
    Time,
    Disconnection,
    /// The match was aborted or adjourned and has no result.
    Abort,
    Draw,
}

/// The number of bytes at the start of a closing comment that are searched for a cause. Longer comments are prose.
const MAX_REASON_LEN: usize = 1000;

/// The words that name a cause, in lower case. The first row with a word of the comment counts.
const CAUSE_WORDS: [(&[&str], Cause); 6] = [
    (&["checkmate", "mated"], Cause::Mate),
    (&["resign"], Cause::Resignation),
    (&["disconnect", "lost connection"], Cause::Disconnection),
    (&["on time", "flag", "time out", "timeout"], Cause::Time),
    (&["abort", "adjourn"], Cause::Abort),
    (&["draw"], Cause::Draw),
];

impl Cause {
    /// All causes.
    pub const ALL: [Self; 6] =
        [Self::Mate, Self::Resignation, Self::Time, Self::Disconnection, Self::Abort, Self::Draw];

    /// Returns the word for the cause in lists and filters, such as `resignation`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Disconnection => "disconnection",
            Self::Abort => "aborted",
            Self::Draw => "draw",
        }
    }

    /// Returns the cause named in the first 1,000 bytes of a closing comment, or `None` if there is none. The caller
    /// should remove a player's name at its start, since the name may contain a word such as `flag`.
    pub fn of(reason: &str) -> Option<Self> {
        let (reason, _) = reason.split_at(reason.floor_char_boundary(MAX_REASON_LEN));
        let reason = reason.to_ascii_lowercase();
        let contains_any = |words: &[&str]| words.iter().any(|word| reason.contains(word));
        CAUSE_WORDS.iter().find(|(words, _)| contains_any(words)).map(|(_, cause)| *cause)
    }

    /// Like [`Cause::of`], for bytes in any encoding.
    pub fn from_bytes(reason: &[u8]) -> Option<Self> {
        let first = &reason[..reason.len().min(MAX_REASON_LEN)];
        Self::of(&String::from_utf8_lossy(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_kilobyte_is_searched() {
        let long = "ü".repeat(MAX_REASON_LEN);
        assert_eq!(Cause::of(&format!(" checkmated {long}")), Some(Cause::Mate));
        assert_eq!(Cause::of(&format!("{long} checkmated")), None);
    }
}
