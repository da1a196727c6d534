//! Numbers of any size in as few bytes as they need.

/// Adds `number` in groups of seven bits, the lowest first; all but the last have their high bit set.
pub(super) fn number(out: &mut Vec<u8>, mut number: u64) {
    let low = |number: u64| number.to_le_bytes()[0];
    while number > 0x7f {
        out.push(low(number) | 0x80);
        number >>= 7;
    }
    out.push(low(number));
}

/// Numbers that are still to be read, and what is between them.
pub(super) struct Numbers<'b>(pub(super) &'b [u8]);

impl Numbers<'_> {
    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_read_back() {
        for expect in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            number(&mut bytes, expect);
            assert_eq!(Numbers(&bytes).next(), Some(expect));
        }
        assert_eq!(Numbers(&[0x80; 12]).next(), None);
    }
}
