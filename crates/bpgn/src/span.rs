//! Byte ranges within a record and within a file.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes within one record, counted from the record's first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: u32,
    /// One past the last byte; never below `start`.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` to `end`, exclusive.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// Creates the span from `start` to `end`, exclusive. Both must be below 4 GiB.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a text is under 4 GiB long")]
    pub const fn from_offsets(start: usize, end: usize) -> Self {
        Self::new(start as u32, end as u32)
    }

    /// Creates an empty span at `at`.
    #[inline]
    pub const fn at(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// Returns the number of bytes.
    #[inline]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns whether there are no bytes.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span moved towards the end by `offset` bytes.
    #[inline]
    #[must_use]
    pub const fn shifted(self, offset: u32) -> Self {
        Self::new(self.start + offset, self.end + offset)
    }

    /// Returns the smallest span that covers both spans.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Returns the bytes of `text` in the span, or an empty slice if `text` is too short.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// A half-open range of bytes in a file, counted from its start.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct FileRange {
    pub start: u64,
    /// One past the last byte; never below `start`.
    pub end: u64,
}

impl FileRange {
    /// Creates the range from `start` to `end`, exclusive.
    pub const fn new(start: u64, end: u64) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Returns whether there are no bytes.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Converts `offset` in the record at this range to an offset in the file.
    pub const fn offset_of(self, offset: u32) -> u64 {
        self.start + offset as u64
    }
}
