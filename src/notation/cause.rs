//! How a match ended, as its closing comment says it.

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Mate.
    Mate,
    /// Resignation.
    Resignation,
    /// A flag fell.
    Time,
    /// A player was gone.
    Disconnection,
    /// Stopped without a result.
    Abort,
    /// Drawn.
    Draw,
}

impl Cause {
    /// Every one.
    pub const ALL: [Self; 6] = [
        Self::Mate,
        Self::Resignation,
        Self::Time,
        Self::Disconnection,
        Self::Abort,
        Self::Draw,
    ];

    /// In one word.
    #[must_use]
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

    /// What a closing comment speaks of, which should be given without the name that it begins with.
    #[must_use]
    pub fn of(reason: &str) -> Option<Self> {
        let reason = reason.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| reason.contains(word));
        Some(if says(&["checkmate", "mated"]) {
            Self::Mate
        } else if says(&["resign"]) {
            Self::Resignation
        } else if says(&["disconnect", "lost connection"]) {
            Self::Disconnection
        } else if says(&["on time", "flag", "time out", "timeout"]) {
            Self::Time
        } else if says(&["abort", "adjourn"]) {
            Self::Abort
        } else if says(&["draw"]) {
            Self::Draw
        } else {
            return None;
        })
    }
}
