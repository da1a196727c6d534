//! [`ImportSource`]: the kind of source recognised in the text of the import dialog.

use crate::{
    archive::Collection,
    document::source_of_position,
    file::Source,
    formats::READABLE,
    import::{MatchSource, board::is_board_export},
    text::count_text,
};

/// The number of leading bytes from which the kind is recognised, so that long texts do not slow down typing.
const HEAD_BYTES: usize = 4096;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ImportSource {
    #[default]
    Nothing,
    /// A match or a player of a site.
    Site(MatchSource),
    Path,
    Text(TextKind),
    /// The address of a page that is not supported.
    OtherAddress,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Single-board exports.
    Boards,
    Position,
    /// Matches, or text that may contain matches.
    Matches,
}

impl ImportSource {
    /// Recognises the kind of source in `text`.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::Nothing;
        }
        let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or_default();
        if is_board_export(head.as_bytes()) {
            return Self::Text(TextKind::Boards);
        }
        if text.lines().nth(1).is_some() {
            return Self::Text(TextKind::Matches);
        }
        match MatchSource::from_link(head) {
            Some(source) => return Self::Site(source),
            None if is_address(head) => {
                // The function `from_link` recognises only links to matches, but the address may lead to a player's
                // page.
                return MatchSource::of(head).map_or(Self::OtherAddress, Self::Site);
            }
            None => {}
        }
        if source_of_position(head).is_ok() {
            return Self::Text(TextKind::Position);
        }
        if is_path(head) {
            return Self::Path;
        }
        if Collection::of(Source::from_bytes("typed.bpgn", head)).has_matches() {
            return Self::Text(TextKind::Matches);
        }
        let other = if head.contains(['/', '\\']) { Self::Path } else { Self::Unknown };
        MatchSource::of(head).map_or(other, Self::Site)
    }

    /// Describes the recognised source, without full stop. `text` is the complete text of the dialog.
    pub fn words(&self, text: &str) -> String {
        match self {
            Self::Nothing => {
                "A link, a game number, a player’s name, a file or folder, or pasted text"
                    .to_owned()
            }
            Self::Site(MatchSource::Board { board, ply }) => {
                let at = ply.map(|ply| format!(", at half-move {ply}")).unwrap_or_default();
                format!("chess.com match {board}, both boards{at}")
            }
            Self::Site(MatchSource::Player(name)) => format!("Player {name} on chess.com"),
            Self::Site(MatchSource::Pychess(id)) => {
                format!(
                    "pychess match {id}. Save its page in your browser, then open the file here"
                )
            }
            Self::Site(MatchSource::Daily(_)) => {
                "A daily game. Bughouse is played live, so this is not a bughouse match".to_owned()
            }
            Self::Path => "File or folder".to_owned(),
            Self::Text(kind) => {
                let what = match kind {
                    TextKind::Boards => "Exported boards",
                    TextKind::Position => "Position",
                    TextKind::Matches => "Matches as text",
                };
                match text.trim().lines().count() {
                    0 | 1 => what.to_owned(),
                    lines => format!("{what}, {}", count_text(lines, "line", "lines")),
                }
            }
            Self::OtherAddress => {
                "Unknown address. Links to matches on chess.com and pychess are supported"
                    .to_owned()
            }
            Self::Unknown => "Not a link, game number, player’s name, path or match".to_owned(),
        }
    }
}

fn is_address(text: &str) -> bool {
    let text = text.trim_start_matches(['<', '(']).to_lowercase();
    let host = text.split('/').next().unwrap_or_default();
    let known_hosts =
        ["chess.com", "m.chess.com", "pychess.org", "bughouse.aronteh.com", "bmacho.github.io"];
    text.starts_with("https://")
        || text.starts_with("http://")
        || host.starts_with("www.")
        || known_hosts.contains(&host)
}

/// Returns whether `text` looks like a path: it begins like a path (such as `./` or `C:\`), has a separator before the
/// first blank, or ends in a known file extension.
fn is_path(text: &str) -> bool {
    let prefixes = ["/", "\\", "~/", "~\\", "./", "../", ".\\", "..\\", "\"", "'"];
    let is_drive = |text: &str| {
        let mut chars = text.chars();
        let is_letter = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
        is_letter && chars.next() == Some(':') && matches!(chars.next(), Some('/' | '\\'))
    };
    let has_separator = text.split([' ', '\t']).next().is_some_and(|it| it.contains(['/', '\\']));
    let unquoted = text.trim_end_matches(['"', '\'']);
    let extension = unquoted.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    let has_known_extension = extension.as_deref().is_some_and(|extension| {
        READABLE.contains(&extension) || matches!(extension, "zip" | "tar" | "html" | "htm")
    });
    text == "~"
        || prefixes.iter().any(|it| text.starts_with(it))
        || is_drive(text)
        || has_separator
        || has_known_extension
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_sources_are_recognised() {
        let words = |text: &str| ImportSource::of(text).words(text);
        for (text, expect) in [
            (" ", "A link, a game number, a player’s name, a file or folder, or pasted text"),
            (
                "https://www.chess.com/game/live/158858846801?move=44",
                "chess.com match 158858846801, both boards, at half-move 44",
            ),
            (
                "https://bughouse.aronteh.com/?gameId=158858846801&ply=7",
                "chess.com match 158858846801, both boards, at half-move 7",
            ),
            ("158858846801", "chess.com match 158858846801, both boards"),
            ("raven", "Player raven on chess.com"),
            ("https://www.chess.com/member/raven", "Player raven on chess.com"),
            (
                "www.pychess.org/aB3dE6gH?ply=4",
                "pychess match aB3dE6gH. Save its page in your browser, then open the file here",
            ),
            (
                "https://lichess.org/abcdefgh",
                "Unknown address. Links to matches on chess.com and pychess are supported",
            ),
            ("~/bughouse", "File or folder"),
            ("~", "File or folder"),
            ("C:\\games\\a b.bpgn", "File or folder"),
            ("\"/home/me/my games\"", "File or folder"),
            ("./raven", "File or folder"),
            ("my games/of 2024", "File or folder"),
            ("my games.bpgn.gz", "File or folder"),
            ("games.zip", "File or folder"),
            ("{\"game\":{\"id\":1,\"moveList\":\"\"}}", "Exported boards"),
            ("1A. e4 1a. d5", "Matches as text"),
            ("[Event \"x\"]\n\n1A. e4 *\n", "Matches as text, 3 lines"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Position"),
            ("no such thing", "Not a link, game number, player’s name, path or match"),
            ("*", "Not a link, game number, player’s name, path or match"),
        ] {
            assert_eq!(words(text), expect, "{text}");
        }
    }

    #[test]
    fn long_text_is_recognised_by_its_beginning() {
        let text = format!("[Event \"x\"]\n\n{}", "1A. e4 {象} ".repeat(1_000_000));
        assert_eq!(ImportSource::of(&text), ImportSource::Text(TextKind::Matches));
        let text = "é".repeat(1_000_000);
        assert_eq!(ImportSource::of(&text), ImportSource::Unknown);
    }
}
