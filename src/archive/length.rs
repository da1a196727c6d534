//! How long a match took, told from the last clock of each seat.
//!
//! What each of the two players of a board has used adds up to the time of that board. Lag is left out, as it is in
//! the clocks.

use crate::{
    notation::{Clock, Record, TimeControl, read_time},
    rules::Seat,
};
use memchr::{memchr, memrchr, memrchr2};

/// The number of the last ply of each seat that has a clock, and that clock in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LastClocks([Option<(u32, i32)>; 4]);

/// No more dots than this are looked at from the end.
const DOTS: usize = 200;

impl LastClocks {
    /// Those of `moves`, plies with a number and a seat's letter and the clock in braces.
    pub(super) fn of(moves: &[u8]) -> Self {
        let mut found = Self::default();
        let mut missing = 4;
        let mut end = moves.len();
        for _ in 0..DOTS {
            let Some(dot) = memrchr(b'.', &moves[..end]) else {
                break;
            };
            let behind = &moves[dot + 1..];
            end = dot;
            let Some((before, [letter])) = moves[..dot].split_last_chunk::<1>() else {
                break;
            };
            let Some(seat) = Seat::from_letter(*letter) else {
                continue;
            };
            let slot = &mut found.0[seat as usize];
            if slot.is_none()
                && let Some(number) = number_at_end(before)
                && let Some(ms) = first_clock(behind)
                && !is_quoted(&moves[..dot])
            {
                *slot = Some((number, ms));
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        found
    }

    /// Those of a record that was read.
    pub(super) fn of_record(record: &Record) -> Self {
        let mut found = Self::default();
        for ply in &record.plies {
            if let Clock::Left { ms, .. } = ply.clock {
                found.0[ply.seat as usize] = Some((u32::from(ply.number), ms));
            }
        }
        found
    }

    /// The seconds that the board took which took longer, under `control`; 0 where that is not told.
    pub(super) fn seconds(&self, control: Option<TimeControl>) -> u16 {
        let Some(control) = control.filter(|control| control.initial_ms > 0) else {
            return 0;
        };
        let used = |seat: Seat| {
            self.0[seat as usize].map_or(0, |(number, ms)| {
                let added = i64::from(number) * i64::from(control.increment_ms);
                (i64::from(control.initial_ms) + added - i64::from(ms)).max(0)
            })
        };
        let board_a = used(Seat::WhiteA) + used(Seat::BlackA);
        let board_b = used(Seat::WhiteB) + used(Seat::BlackB);
        let ms = board_a.max(board_b);
        u16::try_from((ms + 500) / 1000).unwrap_or(u16::MAX)
    }
}

/// Whether a brace is open behind `before`: numbers that a comment quotes are none.
fn is_quoted(before: &[u8]) -> bool {
    memrchr2(b'{', b'}', before).is_some_and(|at| before[at] == b'{')
}

/// The number that `text` ends with.
fn number_at_end(text: &[u8]) -> Option<u32> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = &text[text.len() - digits.min(4)..];
    let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    (!digits.is_empty()).then_some(number)
}

/// The clock in the first brace of `text`, unless another ply begins before it.
fn first_clock(text: &[u8]) -> Option<i32> {
    const MOVE: usize = 24;
    let mut signs = text.iter().take(MOVE);
    let open = signs.position(|byte| matches!(byte, b'{' | b'.'))?;
    if text[open] == b'.' {
        return None;
    }
    let inside = &text[open + 1..];
    let inside = &inside[..memchr(b'}', inside)?];
    read_time(inside.trim_ascii()).map(|(ms, _)| ms)
}
