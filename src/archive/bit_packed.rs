//! [`BitPackedColumn`]: a bit-packed column of numbers.

use serde::{Deserialize, Serialize};

/// Immutable numbers, each stored in as few bits as the column allows.
///
/// Each number is stored as its difference from the smallest number. All differences have the width of the largest
/// difference, so a column of equal numbers takes no bits. The differences are stored without padding, beginning with
/// the lowest bit of the first byte.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct BitPackedColumn {
    /// The smallest number. A column without numbers may have any value here.
    least: u32,
    /// The number of bits per difference, at most 32.
    width: u8,
    /// The differences. Padding at the end allows every read to load [`READ_BYTES`] bytes.
    #[serde(with = "serde_bytes")]
    bytes: Box<[u8]>,
}

/// The number of bytes loaded to read one number: enough for 32 bits that begin at any bit of the first byte.
const READ_BYTES: usize = size_of::<u64>();

/// The number of bits that are written at once.
const WORD_BITS: u32 = u32::BITS;

impl BitPackedColumn {
    /// Packs `numbers`, given their minimum `least` and maximum `most`.
    pub(super) fn of(numbers: impl Iterator<Item = u32>, least: u32, most: u32) -> Self {
        let width = WORD_BITS - most.saturating_sub(least).leading_zeros();
        if width == 0 {
            return Self { least, ..Self::default() };
        }
        let count = numbers.size_hint().0;
        let mut bytes = Vec::with_capacity(Self::size(count, width) + READ_BYTES);
        let (mut word, mut filled) = (0_u64, 0);
        for number in numbers {
            word |= u64::from(number - least) << filled;
            filled += width;
            if filled >= WORD_BITS {
                bytes.extend_from_slice(&word.to_le_bytes()[..4]);
                word >>= WORD_BITS;
                filled -= WORD_BITS;
            }
        }
        bytes.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
        bytes.resize(bytes.len() + READ_BYTES, 0);
        Self {
            least,
            width: u8::try_from(width).unwrap_or(u8::MAX),
            bytes: bytes.into_boxed_slice(),
        }
    }

    pub(super) fn from_slice(numbers: &[u32]) -> Self {
        let least = numbers.iter().copied().min().unwrap_or(0);
        let most = numbers.iter().copied().max().unwrap_or(0);
        Self::of(numbers.iter().copied(), least, most)
    }

    /// Returns the number of bytes for `count` numbers of `width` bits, rounded up.
    const fn size(count: usize, width: u32) -> usize {
        (count * width as usize).div_ceil(8)
    }

    /// Returns the number at index `place`, which must exist.
    #[inline]
    pub(super) fn get(&self, place: usize) -> u32 {
        let bit = place * usize::from(self.width);
        let from = self.bytes.get(bit / 8..).unwrap_or_default();
        let Some(bytes) = from.first_chunk() else { return self.least };
        let word = u64::from_le_bytes(*bytes) >> (bit % 8);
        #[expect(clippy::cast_possible_truncation, reason = "the width is 32 at most")]
        let more = (word & ((1 << self.width) - 1)) as u32;
        self.least.wrapping_add(more)
    }

    /// Returns the first `count` numbers, which must exist.
    pub(super) fn unpack(&self, count: usize) -> Vec<u32> {
        (0..count).map(|place| self.get(place)).collect()
    }

    /// Returns the value that all numbers share, or `None` if the numbers differ. For a column without numbers, the
    /// value is arbitrary.
    pub(super) fn single_value(&self) -> Option<u32> {
        if self.width == 0 { Some(self.least) } else { None }
    }

    /// Returns the heap memory used, in bytes.
    pub(super) const fn memory(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether the column holds at least `count` numbers. A deserialized column may hold fewer.
    pub(super) fn holds(&self, count: usize) -> bool {
        let width = u32::from(self.width);
        width == 0
            || (width <= WORD_BITS
                && self.bytes.len() >= READ_BYTES.saturating_add(Self::size(count, width)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_packs_to(numbers: &[u32], bytes: usize) {
        let packed = BitPackedColumn::from_slice(numbers);
        assert_eq!(packed.unpack(numbers.len()), numbers);
        let one_by_one = (0..numbers.len()).map(|place| packed.get(place));
        assert_eq!(one_by_one.collect::<Vec<_>>(), numbers);
        let padding = if packed.width == 0 { 0 } else { READ_BYTES };
        assert_eq!(packed.memory(), bytes + padding, "{numbers:?}");
        let stored = postcard::to_allocvec(&packed).unwrap();
        assert_eq!(postcard::from_bytes(&stored), Ok(packed));
    }

    #[test]
    fn packed_numbers_round_trip_in_minimal_width() {
        assert_packs_to(&[], 0);
        assert_packs_to(&[7; 1000], 0);
        assert_packs_to(&[u32::MAX; 3], 0);
        assert_packs_to(&[7, 8], 1);
        assert_packs_to(&[0, u32::MAX, 1], 12);
        for width in 1..=32_u32 {
            let most = u32::MAX >> (32 - width);
            let numbers: Vec<u32> =
                (0..100_u32).map(|n| n.wrapping_mul(0x9e37_79b9) & most).chain([0, most]).collect();
            assert_packs_to(&numbers, (102 * width as usize).div_ceil(8));
            let above: Vec<u32> =
                numbers.iter().map(|n| n.saturating_add(u32::MAX - most)).collect();
            assert_packs_to(&above, (102 * width as usize).div_ceil(8));
        }
    }

    #[test]
    fn missing_bits_are_detected() {
        let packed = BitPackedColumn::from_slice(&[0, 1, 2, 3]);
        assert!(packed.holds(4) && !packed.holds(5));
        assert!(!BitPackedColumn { width: 33, ..packed }.holds(4));
        assert!(BitPackedColumn::from_slice(&[7; 9]).holds(usize::MAX));
    }
}
