//! [`CachedMatch`]: a match in the move cache. It answers most queries without reading the text.

use super::{
    long_turns::TurnAt, mailbox::Mailbox, moments::Moves, ply_word::PlyWord, query::BY_ANY,
    record_cache::Cached, time_used::TimeUsed,
};
use crate::{
    analysis::ledger::LongTurn,
    kriegspiel::Notation,
    notation::{PlyText, Record},
    replay::{Match, SetUp},
    rules::{BoardId, ByBoard, Position, Seat},
    timeline::Timeline,
};
use memchr::memchr;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The number of plies whose times are cached. Queries about later plies read the text.
const TIMED_PLIES: usize = 32;

/// The maximum length of a record whose moves are cached, in bytes. Queries read the text of a longer record instead,
/// so building the cache takes little memory and can be cancelled quickly.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// The cached part of a match that begins at the standard starting position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct CachedMatch<'b> {
    /// Whether the last written ply of each board mates.
    mates: ByBoard<bool>,
    /// Whether the match may have variations: whether its text contains `(`.
    pub(super) may_have_variations: bool,
    /// The legal plies, encoded as [`PlyWord::bytes`].
    #[serde(borrow, with = "serde_bytes")]
    plies: Cow<'b, [u8]>,
    /// The encoded [`Times`], decoded when needed.
    #[serde(borrow, with = "serde_bytes")]
    times: Cow<'b, [u8]>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Times {
    turns: Vec<TurnAt>,
    /// The time used for each of the first [`TIMED_PLIES`] plies, plus 1 ms; 0 if unknown. An `Option` would take
    /// more bytes.
    used_ms: Vec<u32>,
    /// For each seat, the total of the known ply times in milliseconds, and the number of plies with a known time.
    by_seat: [(u64, u64); 4],
}

impl CachedMatch<'_> {
    pub(super) fn plies(&self) -> &[[u8; 2]] {
        self.plies.as_chunks().0
    }

    /// Returns the moves of the match, with `start` as its starting position.
    pub(super) fn moves(&self, start: &Mailbox) -> Moves<'_> {
        let mating = |board: BoardId| {
            let last = || {
                let mut plies = self.plies().iter();
                plies.rposition(|&ply| PlyWord::from_bytes(ply).board() == board)
            };
            self.mates[board].then(last).flatten()
        };
        Moves {
            start: start.clone(),
            plies: self.plies(),
            mating: ByBoard::from_fn(mating),
            facts: None,
            by: BY_ANY,
        }
    }

    /// Returns all long turns, or `None` if the times cannot be decoded.
    pub(super) fn turns(&self) -> Option<Vec<TurnAt>> {
        Some(self.times()?.turns)
    }

    /// Returns the time used for ply `index`, in milliseconds. Returns `None` if the time is not cached, and
    /// `Some(None)` if the clocks do not show the time.
    pub(super) fn used_ms(&self, index: usize) -> Option<Option<u32>> {
        let used = *self.times()?.used_ms.get(index)?;
        Some(used.checked_sub(1))
    }

    /// Returns the total time of the plies of `seat` in milliseconds, and the number of its plies with a known time.
    /// Returns `None` if the times cannot be decoded.
    pub(super) fn time_of(&self, seat: Seat) -> Option<(u64, u64)> {
        Some(self.times()?.by_seat[seat as usize])
    }

    fn times(&self) -> Option<Times> {
        postcard::from_bytes(&self.times).ok()
    }
}

#[derive(Default)]
pub(super) struct MatchEncoder {
    record: Record,
    played: Match,
}

impl MatchEncoder {
    /// Encodes the match with the bytes `text`. Returns [`Cached::NoMatch`] for Kriegspiel, and [`Cached::ReadText`]
    /// for a long record or a match that does not begin at the standard starting position.
    pub(super) fn encode(
        &mut self,
        text: &[u8],
        notation: Notation,
    ) -> Cached<CachedMatch<'static>> {
        if notation != Notation::Bpgn {
            return Cached::NoMatch;
        }
        if text.len() > MAX_TEXT_BYTES {
            return Cached::ReadText;
        }
        let Self { record, played } = self;
        record.parse_into(text);
        played.replay_into(record, text);
        let SetUp { position, chess960, unreadable, .. } = &played.set_up;
        let is_standard = !chess960 && unreadable.is_none() && *position == Position::default();
        if !is_standard {
            return Cached::ReadText;
        }
        let last_plies = last_on_boards(&record.plies);
        let mates = |board: BoardId| {
            let last = last_plies[board].and_then(|last| played.plies.get(last));
            last.is_some_and(|ply| ply.mate)
        };
        let mut used = TimeUsed::of(&played.set_up);
        let timed = played.plies.iter().take(TIMED_PLIES);
        let times = Times {
            turns: turns(played),
            used_ms: timed
                .map(|ply| used.record(ply.seat, ply.clock).map_or(0, |ms| ms.saturating_add(1)))
                .collect(),
            by_seat: Seat::ALL.map(|seat| time_of(record, &played.set_up, seat)),
        };
        Cached::Match(CachedMatch {
            mates: ByBoard::from_fn(mates),
            may_have_variations: memchr(b'(', text).is_some(),
            plies: played.plies.iter().flat_map(|ply| PlyWord::of(ply).bytes()).collect(),
            times: postcard::to_allocvec(&times).unwrap_or_default().into(),
        })
    }
}

/// Returns all long turns of a match.
fn turns(played: &Match) -> Vec<TurnAt> {
    LongTurn::all(played, &Timeline::of(played)).iter().map(TurnAt::of).collect()
}

/// Returns the total time of the plies of `seat` in milliseconds, and the number of its plies with a known time.
pub(super) fn time_of(record: &Record, set_up: &SetUp, seat: Seat) -> (u64, u64) {
    let mut used = TimeUsed::of(set_up);
    let plies = &record.plies[..record.readable_plies()];
    let times =
        plies.iter().filter(|ply| ply.seat == seat).filter_map(|ply| used.record(seat, ply.clock));
    times.fold((0, 0), |(sum, count), ms| (sum + u64::from(ms), count + 1))
}

/// Returns the index of the last ply on each board, or `None` if the board has none.
pub(super) fn last_on_boards(plies: &[PlyText]) -> ByBoard<Option<usize>> {
    ByBoard::from_fn(|board| plies.iter().rposition(|ply| ply.seat.board() == board))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[TimeControl \"180+0\"]\n[Result \"0-1\"]\n\n\
        1A. e4{179} 1a. d5{178} 2A. exd5{170} 1B. N@f3{100} 1b. e5{170} 2B. Q@d3{90} 2b. P@e4{165} 2a. Qxd5{177} \
        3A. Nc3{169} 3a. Qd4{176} 2c. Zz9";

    fn encoded(text: &str, notation: Notation) -> Vec<u8> {
        let value = MatchEncoder::default().encode(text.as_bytes(), notation);
        postcard::to_allocvec(&value).unwrap()
    }

    fn decoded(bytes: &[u8]) -> Cached<CachedMatch<'_>> {
        postcard::from_bytes(bytes).unwrap()
    }

    #[test]
    fn decoded_values_match_the_text() {
        let bytes = encoded(TEXT, Notation::Bpgn);
        let Cached::Match(cached) = decoded(&bytes) else {
            panic!("a match");
        };
        let record = Record::parse(TEXT.as_bytes());
        let played = Match::replay(&record, TEXT.as_bytes());
        assert_eq!(played.plies.len(), 10);
        let words: Vec<_> = played.plies.iter().map(|ply| PlyWord::of(ply).bytes()).collect();
        assert_eq!(cached.plies(), words);
        let turns = cached.turns().unwrap();
        assert_eq!(turns, super::turns(&played));
        assert!(!turns.is_empty());
        assert_eq!(cached.used_ms(0), Some(Some(1000)));
        assert_eq!(cached.used_ms(3), Some(Some(80_000)));
        assert_eq!(cached.used_ms(10), None);
        for seat in Seat::ALL {
            let expect = time_of(&record, &played.set_up, seat);
            assert_eq!(cached.time_of(seat), Some(expect));
        }
        assert!(!cached.may_have_variations);
    }

    #[test]
    fn set_ups_and_kriegspiel_have_no_value() {
        let set_up =
            "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1A. Ke2 *";
        assert!(matches!(decoded(&encoded(set_up, Notation::Bpgn)), Cached::ReadText));
        assert!(matches!(decoded(&encoded(TEXT, Notation::Kriegspiel)), Cached::NoMatch));
    }

    #[test]
    fn long_records_have_no_value() {
        let is_read = |length: usize| {
            let text = format!("{TEXT} {{{}}} *", "x".repeat(length - TEXT.len() - 5));
            assert_eq!(text.len(), length);
            matches!(decoded(&encoded(&text, Notation::Bpgn)), Cached::ReadText)
        };
        assert!(!is_read(MAX_TEXT_BYTES));
        assert!(is_read(MAX_TEXT_BYTES + 1));
    }

    #[test]
    fn truncated_values_are_not_decoded() {
        let bytes = encoded(TEXT, Notation::Bpgn);
        for length in 0..bytes.len() {
            assert!(postcard::from_bytes::<Cached<CachedMatch<'_>>>(&bytes[..length]).is_err());
        }
    }
}
