//! [`FetchError`]: the reason why a download failed, in words for the user.

use crate::import::board::BoardRef;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error("the download was cancelled")]
    Cancelled,
    /// Status 404: no finished game has this number.
    #[error(
        "chess.com has no finished game with the number {0}; if it is still being played, try again when it ends"
    )]
    NoGame(BoardRef),
    #[error("chess.com has no player named {0}")]
    NoPlayer(String),
    /// Status 404. The fields are the player and the month.
    #[error("chess.com has no games of {0} in {1}")]
    NoMonth(String, String),
    /// Status 403: the site demands that this address is opened in a browser.
    #[error(
        "chess.com refused the download; open {0} in a browser, copy the whole page, and paste it into Tandem"
    )]
    Browser(String),
    /// Status 429: the site demands a pause of this many seconds.
    #[error("chess.com refuses requests for now; try again in {0} seconds")]
    TooMany(u64),
    /// Any other status.
    #[error("chess.com returned error {0}; try again later")]
    Status(u16),
    /// The response cannot be read. The text is the reason.
    #[error("the response from chess.com cannot be read; try again later")]
    NotJson(String),
    /// The response is about a board other than this one, which was requested.
    #[error("chess.com returned a game other than {0}; ignored")]
    OtherGame(BoardRef),
    /// The game is not bughouse but the variant of this name.
    #[error("this game is {0}, not bughouse")]
    OtherVariant(String),
    /// The partner board cannot be downloaded. The error is the reason.
    #[error("the other board is missing: {0}")]
    Partner(Box<FetchError>),
    /// The partner board belongs to another match.
    #[error("board {0} belongs to another match")]
    OtherPartner(BoardRef),
    /// A redirect to this address was not followed: it is on another host, or it followed too many other redirects.
    #[error("did not follow chess.com's redirect to another address: {0}")]
    Redirect(String),
    /// The response is longer than any real one.
    #[error("the response from chess.com is too long; stopped reading")]
    TooLong,
    #[error("chess.com did not answer in time; try again later")]
    TimedOut,
    /// The connection is not secure. The text is the reason.
    #[error(
        "the connection to chess.com is not secure; check this computer's clock and network connection"
    )]
    Certificate(String),
    /// The site cannot be reached. The text is the reason.
    #[error("chess.com cannot be reached; check your network")]
    NoNetwork(String),
    /// The address of the test server is not on this computer.
    #[error(
        "TANDEM_FETCH_BASE, which only tests set, must be an http address of this computer, not {0}"
    )]
    Base(String),
}

impl FetchError {
    /// Returns the technical reason, which the message leaves out: `failed to lookup address information`.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::NotJson(reason) | Self::Certificate(reason) | Self::NoNetwork(reason) => {
                Some(reason)
            }
            Self::Partner(error) => error.reason(),
            _ => None,
        }
    }

    /// Returns the message with its reason in brackets, for the command line.
    pub fn with_reason(&self) -> String {
        match self.reason() {
            Some(reason) => format!("{self} ({reason})"),
            None => self.to_string(),
        }
    }

    /// Returns the address that the user can open in a browser instead, or `None` if a browser would not help.
    pub fn browser_address(&self) -> Option<&str> {
        match self {
            Self::Browser(address) => Some(address),
            Self::Partner(error) => error.browser_address(),
            _ => None,
        }
    }

    /// Returns whether further requests would fail too, so that the download should stop.
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
