//! [`KeptRecord`]: what is kept of one record, so that most questions need not read its text.

use super::{
    mailbox::Mailbox,
    moments::{Moves, SitAt},
    numbers::{Numbers, number},
    players::time_of,
    ply_word::PlyWord,
    run::last_on_boards,
    used::Used,
};
use crate::{
    kriegspiel::Notation,
    notation::{GameResult, Record},
    replay::Match,
    rules::{BoardId, ByBoard, BySeat, Color, Position, Reserve, Role, Seat},
    timeline::{MatchTime, Moment, Timeline},
};
use memchr::memchr;

/// What the first byte says.
const MATES_A: u8 = 1;
const MATES_B: u8 = 2;
/// The text may have variations.
pub(super) const VARIATIONS: u8 = 4;
/// It is a game of Kriegspiel, of which nothing is kept.
pub(super) const NO_MATCH: u8 = 8;
/// The text must be read whatever is asked: the match does not begin as usual, or is very long.
pub(super) const BY_TEXT: u8 = 16;

/// What so many plies took is kept: that is what is asked of openings. Later ones are read from the text.
const TIMED_PLIES: usize = 32;

/// A longer record is read when it is asked, so that keeping takes little memory and can be stopped soon.
const LONGEST_TEXT: usize = 16 << 20;

/// The highest count that the most held of a role has room for.
const MOST: u8 = 15;

/// How many seats and roles there are, two of which share a byte.
const HELD_BYTES: usize = Seat::ALL.len() * Reserve::ROLES.len() / 2;

/// What is kept of one record.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptRecord<'b> {
    flags: u8,
    result: Option<GameResult>,
    /// The most of each role that each seat has held at once, up to [`MOST`].
    held: [u8; HELD_BYTES],
    /// The plies that can be played, as [`PlyWord::bytes`] has them.
    pub(super) plies: &'b [[u8; 2]],
    /// Sits, what the first plies took, what the seats used.
    rest: &'b [u8],
}

impl<'b> KeptRecord<'b> {
    /// Reads what [`RecordKeeper::encode`] has written.
    pub(super) fn decode(bytes: &'b [u8]) -> Option<Self> {
        let (&flags, rest) = bytes.split_first()?;
        let mut kept = Self { flags, result: None, held: [0; HELD_BYTES], plies: &[], rest: &[] };
        if flags & (NO_MATCH | BY_TEXT) == 0 {
            let (&result, rest) = rest.split_first()?;
            kept.result = result_of(result)?;
            let (held, rest) = rest.split_first_chunk()?;
            kept.held = *held;
            let mut rest = Numbers(rest);
            let plies = usize::try_from(rest.next()?).ok()?;
            let (plies, rest) = rest.0.split_at_checked(plies.checked_mul(2)?)?;
            kept.plies = plies.as_chunks().0;
            kept.rest = rest;
        }
        Some(kept)
    }

    /// Whether it is no match of bughouse.
    pub(super) const fn is_no_match(&self) -> bool {
        self.flags & NO_MATCH > 0
    }

    /// Whether the text must be read, whatever is asked.
    pub(super) const fn is_by_text(&self) -> bool {
        self.flags & BY_TEXT > 0
    }

    /// Whether the text may have variations.
    pub(super) const fn may_have_variations(&self) -> bool {
        self.flags & VARIATIONS > 0
    }

    /// How the match ended.
    pub(super) const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The moves, which begin at `start`.
    pub(super) fn moves(&self, start: &Mailbox) -> Moves<'b> {
        let mating = |(board, flag): (BoardId, u8)| {
            let last = || {
                let mut plies = self.plies.iter();
                plies.rposition(|&ply| PlyWord::of_bytes(ply).board() == board)
            };
            (self.flags & flag > 0).then(last).flatten()
        };
        Moves {
            start: start.clone(),
            plies: self.plies,
            mating: ByBoard::new(mating((BoardId::A, MATES_A)), mating((BoardId::B, MATES_B))),
            facts: None,
        }
    }

    /// Whether somebody on board `id` has ever held as much as `least` of each role, as far as is kept.
    pub(super) fn may_hold(&self, id: BoardId, color: Color, least: &Reserve) -> bool {
        Reserve::ROLES.into_iter().all(|role| {
            let (byte, shift) = held_place(Seat::new(id, color), role);
            least.count(role).min(MOST) <= self.held[byte] >> shift & MOST
        })
    }

    /// Who sits, as the timeline has it.
    pub(super) fn sits(&self) -> Option<Vec<SitAt>> {
        read_sits(&mut Numbers(self.rest))
    }

    /// What ply `index` took, where clocks tell; nothing at all where that is not kept.
    pub(super) fn used_ms(&self, index: usize) -> Option<Option<u32>> {
        let mut rest = Numbers(self.rest);
        skip_sits(&mut rest)?;
        let count = usize::try_from(rest.next()?).ok()?;
        if index >= count {
            return None;
        }
        for _ in 0..index {
            rest.next()?;
        }
        Some(rest.next()?.checked_sub(1).and_then(|ms| ms.try_into().ok()))
    }

    /// What the plies of `seat` took together, and how many tell it.
    pub(super) fn time_of(&self, seat: Seat) -> Option<(u64, u64)> {
        let mut rest = Numbers(self.rest);
        skip_sits(&mut rest)?;
        for _ in 0..rest.next()? + 2 * seat as u64 {
            rest.next()?;
        }
        Some((rest.next()?, rest.next()?))
    }
}

/// Makes what is kept of one record after the other.
#[derive(Default)]
pub(super) struct RecordKeeper {
    record: Record,
    played: Match,
}

impl RecordKeeper {
    /// Adds to `out` what is kept of the record whose bytes are `text`.
    pub(super) fn encode(&mut self, text: &[u8], notation: Notation, out: &mut Vec<u8>) {
        if notation != Notation::Bpgn {
            return out.push(NO_MATCH);
        }
        if text.len() > LONGEST_TEXT {
            return out.push(BY_TEXT);
        }
        let Self { record, played } = self;
        record.parse_into(text);
        played.replay_into(record, text);
        let begins_as_usual =
            !played.set_up.chess960 && played.set_up.position == Position::default();
        if !begins_as_usual {
            return out.push(BY_TEXT);
        }
        let lasts = last_on_boards(&record.plies);
        let mates = |board: BoardId| {
            let last = lasts[board].and_then(|last| played.plies.get(last));
            last.is_some_and(|ply| ply.mate)
        };
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        out.push(
            flag(mates(BoardId::A), MATES_A)
                | flag(mates(BoardId::B), MATES_B)
                | flag(memchr(b'(', text).is_some(), VARIATIONS),
        );
        out.push(result_bits(record.result(text)));
        out.extend_from_slice(&most_held(played));
        number(out, played.plies.len() as u64);
        for ply in &played.plies {
            out.extend_from_slice(&PlyWord::of(ply).bytes());
        }
        write_sits(&sits_of(&Timeline::of(played), 0), out);
        let timed = &played.plies[..played.plies.len().min(TIMED_PLIES)];
        number(out, timed.len() as u64);
        let mut used = Used::of(&played.set_up);
        for ply in timed {
            let ms = used.take(ply.seat, ply.clock);
            number(out, ms.map_or(0, |ms| u64::from(ms) + 1));
        }
        for seat in Seat::ALL {
            let (ms, plies) = time_of(record, &played.set_up, seat);
            number(out, ms);
            number(out, plies);
        }
    }
}

/// Who sits for longer than `ms`.
pub(super) fn sits_of(timeline: &Timeline, ms: MatchTime) -> Vec<SitAt> {
    let sits = timeline.sits_over(ms).into_iter();
    sits.map(|sit| SitAt { begins: sit.begins, board: sit.seat.board(), ms: sit.to - sit.from })
        .collect()
}

/// The most of each role that each seat holds at once.
fn most_held(played: &Match) -> [u8; HELD_BYTES] {
    let mut most = BySeat::from_fn(|_| [0; Reserve::ROLES.len()]);
    let mut position = Mailbox::of(&played.set_up.position);
    for ply in &played.plies {
        position.play(PlyWord::of(ply));
        // Only a capture makes it more.
        if let Some(role) = ply.taken {
            let seat = ply.seat.partner();
            let place = &mut most[seat][role_place(role)];
            *place = (*place).max(position.held(seat, role).min(MOST));
        }
    }
    let mut bytes = [0; HELD_BYTES];
    for seat in Seat::ALL {
        for role in Reserve::ROLES {
            let (byte, shift) = held_place(seat, role);
            bytes[byte] |= most[seat][role_place(role)] << shift;
        }
    }
    bytes
}

/// The place of a role among those that can be held.
const fn role_place(role: Role) -> usize {
    // Of the king, who is never taken, that of the queen.
    let place = role as usize - 1;
    if place < Reserve::ROLES.len() { place } else { Reserve::ROLES.len() - 1 }
}

/// The byte that says what a seat holds of a role, and by how many bits it is to be shifted.
const fn held_place(seat: Seat, role: Role) -> (usize, u32) {
    let place = seat as usize * Reserve::ROLES.len() + role_place(role);
    (place / 2, if place.is_multiple_of(2) { 0 } else { 4 })
}

fn write_sits(sits: &[SitAt], out: &mut Vec<u8>) {
    number(out, sits.len() as u64);
    for sit in sits {
        number(out, (sit.begins as u64) << 1 | sit.board as u64);
        number(out, u64::from(sit.ms));
    }
}

fn read_sits(rest: &mut Numbers<'_>) -> Option<Vec<SitAt>> {
    let count = rest.next()?;
    (0..count)
        .map(|_| {
            let place = rest.next()?;
            Some(SitAt {
                begins: Moment::try_from(place >> 1).ok()?,
                board: BoardId::ALL[usize::from(place & 1 > 0)],
                ms: MatchTime::try_from(rest.next()?).ok()?,
            })
        })
        .collect()
}

const fn result_bits(result: Option<GameResult>) -> u8 {
    match result {
        None => 0,
        Some(GameResult::First) => 1,
        Some(GameResult::Second) => 2,
        Some(GameResult::Draw) => 3,
        Some(GameResult::Unknown) => 4,
    }
}

/// From [`result_bits`]; nothing where no result has them.
const fn result_of(bits: u8) -> Option<Option<GameResult>> {
    Some(match bits {
        0 => None,
        1 => Some(GameResult::First),
        2 => Some(GameResult::Second),
        3 => Some(GameResult::Draw),
        4 => Some(GameResult::Unknown),
        _ => return None,
    })
}

/// Passes over what [`write_sits`] has written.
fn skip_sits(rest: &mut Numbers<'_>) -> Option<()> {
    for _ in 0..rest.next()?.checked_mul(2)? {
        rest.next()?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[TimeControl \"180+0\"]\n[Result \"0-1\"]\n\n\
        1A. e4{179} 1a. d5{178} 2A. exd5{170} 1B. N@f3{100} 1b. e5{170} 2B. Q@d3{90} 2b. P@e4{165} 2a. Qxd5{177} \
        3A. Nc3{169} 3a. Qd4{176} 2c. Zz9";

    fn kept(text: &str, notation: Notation) -> Vec<u8> {
        let mut bytes = Vec::new();
        RecordKeeper::default().encode(text.as_bytes(), notation, &mut bytes);
        bytes
    }

    #[test]
    fn what_is_read_back_is_what_the_text_says() {
        let bytes = kept(TEXT, Notation::Bpgn);
        let kept = KeptRecord::decode(&bytes).unwrap();
        let record = Record::parse(TEXT.as_bytes());
        let played = Match::replay(&record, TEXT.as_bytes());
        assert_eq!(played.plies.len(), 10);
        let words: Vec<_> = played.plies.iter().map(|ply| PlyWord::of(ply).bytes()).collect();
        assert_eq!(kept.plies, words);
        assert_eq!(kept.result(), Some(GameResult::Second));
        let sits = kept.sits().unwrap();
        assert_eq!(sits, sits_of(&Timeline::of(&played), 0));
        assert!(!sits.is_empty());
        assert_eq!(kept.used_ms(0), Some(Some(1000)));
        assert_eq!(kept.used_ms(3), Some(Some(80_000)));
        assert_eq!(kept.used_ms(10), None);
        for seat in Seat::ALL {
            let expect = time_of(&record, &played.set_up, seat);
            assert_eq!(kept.time_of(seat), Some(expect));
        }
        let mut held = Reserve::default();
        held.add(Role::Pawn);
        assert!(kept.may_hold(BoardId::B, Color::Black, &held));
        assert!(kept.may_hold(BoardId::B, Color::White, &held));
        held.add(Role::Pawn);
        assert!(!kept.may_hold(BoardId::B, Color::Black, &held));
        assert!(!kept.may_have_variations() && !kept.is_by_text() && !kept.is_no_match());
    }

    #[test]
    fn what_does_not_begin_as_usual_is_asked_of_the_text() {
        let bytes = kept(
            "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1A. Ke2 *",
            Notation::Bpgn,
        );
        assert!(KeptRecord::decode(&bytes).unwrap().is_by_text());
        let bytes = kept(TEXT, Notation::Kriegspiel);
        assert!(KeptRecord::decode(&bytes).unwrap().is_no_match());
    }

    #[test]
    fn what_is_very_long_is_asked_of_the_text() {
        let bytes = |length: usize| {
            let text = format!("{TEXT} {{{}}} *", "x".repeat(length - TEXT.len() - 5));
            assert_eq!(text.len(), length);
            kept(&text, Notation::Bpgn)
        };
        let decoded = |bytes: &[u8]| KeptRecord::decode(bytes).unwrap().is_by_text();
        assert!(!decoded(&bytes(LONGEST_TEXT)));
        assert!(decoded(&bytes(LONGEST_TEXT + 1)));
    }

    #[test]
    fn what_is_cut_short_is_no_record() {
        let bytes = kept(TEXT, Notation::Bpgn);
        let plies = 1 + 1 + HELD_BYTES + 1 + 20;
        for length in 0..plies {
            assert!(KeptRecord::decode(&bytes[..length]).is_none(), "{length}");
        }
        for length in plies..bytes.len() {
            let kept = KeptRecord::decode(&bytes[..length]).unwrap();
            assert_eq!(kept.time_of(Seat::BlackB), None);
        }
    }
}
