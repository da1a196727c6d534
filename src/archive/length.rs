//! The duration of a match, computed from the last clock of each seat.
//!
//! The time of a board is the sum of the times that its two players have used. Lag is not included, since clocks do not
//! count it.

use crate::{
    notation::{Clock, KnownTag, Record, TimeControl, read_time},
    rules::{Bfen, BoardId, Seat},
};
use memchr::{memchr, memchr2, memrchr, memrchr2};

/// For each seat, the number of its last ply, and the offset after the dot that follows this number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LastPlies([Option<(u32, usize)>; 4]);

impl LastPlies {
    /// Finds the last ply of each seat in `moves`, where every ply has a move number with a seat letter.
    pub(super) fn of(moves: &[u8]) -> Self {
        let mut found = Self::default();
        let mut missing = 4;
        for (seat, number, after) in PlyNumbers::of(moves) {
            let slot = &mut found.0[seat as usize];
            if slot.is_none() {
                *slot = Some((number, after));
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        found
    }

    /// Returns the seat that plays the last ply of each board, and the offset after its number.
    pub(super) fn by_board(&self) -> [Option<(Seat, usize)>; 2] {
        BoardId::ALL.map(|board| {
            let seats = Seat::ALL.into_iter().filter(|seat| seat.board() == board);
            let last = seats.filter_map(|seat| Some((seat, self.0[seat as usize]?.1)));
            last.max_by_key(|(_, after)| *after)
        })
    }

    /// Returns the number of plies: the sum of the last ply numbers. The sum is correct if every seat numbers its plies
    /// from 1 without repetition.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().flatten().fold(0, |sum, (number, _)| sum.saturating_add(*number))
    }

    /// Returns the last clock of each seat in `moves`, the text that was passed to [`LastPlies::of`].
    pub(super) fn clocks(&self, moves: &[u8]) -> LastClocks {
        let clock = |(number, after)| Some((number, first_clock(&moves[after..])?));
        let mut found = LastClocks(self.0.map(|last| last.and_then(clock)));
        let written = self.0.iter().flatten().count();
        let mut missing = written - found.0.iter().flatten().count();
        let mut numbers = PlyNumbers::of(moves);
        while missing > 0
            && let Some((seat, number, after)) = numbers.next()
        {
            let slot = &mut found.0[seat as usize];
            if slot.is_none() {
                *slot = clock((number, after));
                missing -= usize::from(slot.is_some());
            }
        }
        found
    }
}

/// Iterates over the move numbers from the last to the first, with the seat and the offset after each number. Skips
/// numbers in braces.
struct PlyNumbers<'t> {
    moves: &'t [u8],
    end: usize,
    /// The offset of the last brace before the current position, and whether that brace is an opening one. Before the
    /// first search, the offset is `usize::MAX`.
    brace: (usize, bool),
}

impl<'t> PlyNumbers<'t> {
    const fn of(moves: &'t [u8]) -> Self {
        Self { moves, end: moves.len(), brace: (usize::MAX, false) }
    }

    /// Returns whether offset `at` is between braces.
    fn is_in_braces(&mut self, at: usize) -> bool {
        if at < self.brace.0 {
            let last = memrchr2(b'{', b'}', &self.moves[..at]);
            self.brace = last.map_or((0, false), |last| (last, self.moves[last] == b'{'));
        }
        self.brace.1
    }
}

impl Iterator for PlyNumbers<'_> {
    type Item = (Seat, u32, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let dot = memrchr(b'.', &self.moves[..self.end])?;
            self.end = dot;
            let (before, [letter]) = self.moves[..dot].split_last_chunk::<1>()?;
            if let Some(seat) = Seat::from_letter(*letter)
                && let Some(number) = number_at_end(before)
                && !self.is_in_braces(dot)
            {
                return Some((seat, number, dot + 1));
            }
        }
    }
}

/// For each seat, the last ply with a clock: its number and its clock in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LastClocks([Option<(u32, i32)>; 4]);

impl LastClocks {
    /// Returns the duration of `record` in seconds: that of the board that took longer, or 0 if unknown. `text` holds
    /// the bytes of the record. The initial clocks come from the `FEN` tag or, without such clocks, from `control`.
    pub(super) fn record_seconds(
        record: &Record,
        text: &[u8],
        control: Option<TimeControl>,
    ) -> u16 {
        let fen = record.tag_text(text, KnownTag::Fen).filter(|fen| !fen.is_empty());
        let mut found = Self::default();
        let mut counts = [0; 4];
        for ply in &record.plies {
            let count = &mut counts[ply.seat as usize];
            *count += 1;
            if let Clock::Left { ms, .. } = ply.clock {
                // With a `FEN` tag, the numbering may begin with any number.
                let number = if fen.is_some() { *count } else { u32::from(ply.number) };
                found.0[ply.seat as usize] = Some((number, ms));
            }
        }
        let initial_s = control.and_then(|control| u32::try_from(control.initial_ms / 1000).ok());
        let clocks = fen.and_then(|fen| Some(Bfen::parse(&fen, initial_s).ok()?.clocks));
        found.seconds(control, |seat| clocks.as_ref().and_then(|clocks| clocks[seat]))
    }

    /// Returns the duration in seconds, rounded: that of the board that took longer, or 0 if unknown. `control` is the
    /// time control. Where `set_up` returns `None`, the initial clock is that of the time control.
    pub(super) fn seconds(
        &self,
        control: Option<TimeControl>,
        set_up: impl Fn(Seat) -> Option<i32>,
    ) -> u16 {
        let control = control.filter(|control| control.initial_ms > 0);
        let increment = control.map_or(0, |control| control.increment_ms);
        let used = |seat: Seat| {
            let initial = set_up(seat).or(control.map(|control| control.initial_ms));
            let Some((initial, (number, ms))) = initial.zip(self.0[seat as usize]) else {
                return 0;
            };
            let added = i64::from(number) * i64::from(increment);
            (i64::from(initial) + added - i64::from(ms)).max(0)
        };
        let board_a = used(Seat::WhiteA) + used(Seat::BlackA);
        let board_b = used(Seat::WhiteB) + used(Seat::BlackB);
        let ms = board_a.max(board_b);
        u16::try_from((ms + 500) / 1000).unwrap_or(u16::MAX)
    }
}

fn number_at_end(text: &[u8]) -> Option<u32> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = &text[text.len() - digits.min(4)..];
    let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    (!digits.is_empty()).then_some(number)
}

/// Returns the clock, in milliseconds, of the ply whose move begins `text`. The clock is in the first brace. Returns
/// `None` if another ply comes before that brace, the brace holds no clock, or no brace begins within `MAX_MOVE_BYTES`.
fn first_clock(text: &[u8]) -> Option<i32> {
    const MAX_MOVE_BYTES: usize = 24;
    let open = memchr2(b'{', b'.', &text[..text.len().min(MAX_MOVE_BYTES)])?;
    if text[open] == b'.' {
        return None;
    }
    let inside = &text[open + 1..];
    let inside = &inside[..memchr(b'}', inside)?];
    read_time(inside.trim_ascii()).map(|(ms, _)| ms)
}
