//! Download errors, in words for the user: [`FetchError`].

use crate::import::board::BoardRef;

/// A download error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The caller cancelled it.
    #[error("the download was cancelled")]
    Cancelled,
    /// 404 for a board.
    #[error(
        "chess.com has no finished game with the number {0}; if it is still being played, try again when it ends"
    )]
    NoGame(BoardRef),
    /// 404 for a player.
    #[error("chess.com has no player named {0}")]
    NoPlayer(String),
    /// 404 for a month.
    #[error("chess.com has no games of {0} in {1}")]
    NoMonth(String, String),
    /// 403.
    #[error(
        "chess.com refuses the download: open {0} in a browser, copy all, and paste it into Tandem"
    )]
    Browser(String),
    /// 429.
    #[error("chess.com refuses requests for now; try again in {0} seconds")]
    TooMany(u64),
    /// Another status.
    #[error("chess.com returned error {0}; try again later")]
    Status(u16),
    /// Not JSON, or not all of it.
    #[error("the response of chess.com cannot be read ({0}); try again later")]
    NotJson(String),
    /// An answer for another board.
    #[error("chess.com returned a game other than {0}; ignored")]
    OtherGame(BoardRef),
    /// Another kind of game.
    #[error("this game is {0}, not bughouse")]
    OtherVariant(String),
    /// The other board cannot be downloaded.
    #[error("the other board is missing: {0}")]
    Partner(Box<FetchError>),
    /// The other board belongs to another match.
    #[error("{0} belongs to another match")]
    OtherPartner(BoardRef),
    /// A redirect to another host.
    #[error("chess.com redirects to another address, which was not followed: {0}")]
    Redirect(String),
    /// A response longer than any real one.
    #[error("the response of chess.com is too long; not read to its end")]
    TooLong,
    /// No response in time.
    #[error("chess.com did not answer in time; try again later")]
    TimedOut,
    /// The connection cannot be trusted.
    #[error(
        "the connection to chess.com is not secure ({0}); check this computer's clock and network connection"
    )]
    Certificate(String),
    /// No connection.
    #[error("chess.com cannot be reached ({0}); check the network")]
    NoNetwork(String),
    /// A base for tests that is not on this machine.
    #[error("TANDEM_FETCH_BASE is for tests, and must be an http address of this computer: {0}")]
    Base(String),
}

impl FetchError {
    /// Returns the address that must be opened in a browser.
    #[must_use]
    pub fn browser_address(&self) -> Option<&str> {
        match self {
            Self::Browser(address) => Some(address),
            Self::Partner(error) => error.browser_address(),
            _ => None,
        }
    }

    /// Returns whether the next request would fail too.
    pub(super) fn is_fatal(&self) -> bool {
        match self {
            Self::Partner(error) => error.is_fatal(),
            Self::Cancelled
            | Self::Browser(_)
            | Self::TooMany(_)
            | Self::Redirect(_)
            | Self::Certificate(_)
            | Self::NoNetwork(_)
            | Self::Base(_) => true,
            _ => false,
        }
    }
}
