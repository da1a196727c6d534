//! [`ClosingComment`]: what the comment after the last move says about the end of a match.

use super::Cause;
use bughouse::Seat;

/// What a closing comment says, such as `death checkmated`, `BB resigns` or `larso won on time`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosingComment {
    pub cause: Option<Cause>,
    /// A seat of the losing team. Only the team is reliable, since the comment may name the partner of the mated player.
    /// `None` if the comment decides nothing.
    pub lost: Option<Seat>,
}

impl ClosingComment {
    /// Reads the closing comment `text` of a match between `players`, by seat. `cause_of` returns the cause that some
    /// words name: [`Cause::from_bytes`], or a cache of it.
    pub fn read<'t>(
        text: &'t [u8],
        players: [&[u8]; 4],
        cause_of: impl FnOnce(&'t [u8]) -> Option<Cause>,
    ) -> Self {
        let text = text.trim_ascii();
        let (name, words) = split_word(text);
        if name.is_empty() {
            return Self::default();
        }
        let player = named_seat(name, players);
        // The player's name itself may contain a cause: `automated` contains `mate`.
        let cause = cause_of(if player.is_some() { words } else { text });
        Self { cause, lost: player.and_then(|player| loser(player, words, cause)) }
    }
}

/// Splits `text` after its first word.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len()))
}

/// Returns the seat called `name`: the name of a player, or `WA`, `BA`, `WB` or `BB`. Returns `None` if both teams have
/// a player of that name.
fn named_seat(name: &[u8], players: [&[u8]; 4]) -> Option<Seat> {
    let mut seats = Seat::ALL.into_iter().filter(|seat| players[*seat as usize] == name);
    let Some(seat) = seats.next() else {
        return match name {
            b"WA" => Some(Seat::WhiteA),
            b"BA" => Some(Seat::BlackA),
            b"WB" => Some(Seat::WhiteB),
            b"BB" => Some(Seat::BlackB),
            _ => None,
        };
    };
    if seats.all(|other| other.team() == seat.team()) { Some(seat) } else { None }
}

/// Returns a seat of the losing team, given the `words` after the name of `player`, and the cause that they name.
fn loser(player: Seat, words: &[u8], cause: Option<Cause>) -> Option<Seat> {
    let (verb, _) = split_word(words.trim_ascii_start());
    if matches!(verb, b"won" | b"wins" | b"checkmates" | b"mates") {
        return Some(player.opponent());
    }
    let decided = matches!(
        cause,
        Some(Cause::Mate | Cause::Resignation | Cause::Time | Cause::Disconnection)
    );
    if decided { Some(player) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_names_loser_and_cause() {
        let read = |text: &str| {
            let players: [&[u8]; 4] = [b"anna", b"automated", b"carla", b"anna"];
            let comment = ClosingComment::read(text.as_bytes(), players, Cause::from_bytes);
            (comment.lost.map(Seat::letter), comment.cause)
        };
        assert_eq!(read(""), (None, None));
        assert_eq!(read(" anna  resigns "), (Some('A'), Some(Cause::Resignation)));
        assert_eq!(read("carla won on time"), (Some('b'), Some(Cause::Time)));
        assert_eq!(read("automated talks"), (None, None));
        assert_eq!(read("BB checkmated"), (Some('b'), Some(Cause::Mate)));
        assert_eq!(read("Game drawn by agreement"), (None, Some(Cause::Draw)));
        let same: [&[u8]; 4] = [b"x"; 4];
        let both = ClosingComment::read(b"x resigns", same, Cause::from_bytes);
        assert_eq!((both.lost, both.cause), (None, Some(Cause::Resignation)));
    }
}
