//! The 960 starting positions of Fischer random chess, by their Scharnagl numbers.

use shakmaty::Role;

/// The number of starting positions. They are numbered from 0.
pub const FISCHER_RANDOM_STARTS: u16 = 960;

/// The number of the standard starting position.
pub const STANDARD_START: u16 = 518;

/// The indexes of the two knights among the five squares that remain after the bishops and the queen are placed.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Returns the first rank of starting position `number`, from file a to file h. Returns `None` if `number` is 960 or
/// more.
pub fn fischer_random_rank(number: u16) -> Option<[Role; 8]> {
    let number = usize::from(number);
    let knights = KNIGHTS.get(number / 96)?;
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    put(&mut rank, number / 16 % 6, Role::Queen);
    // Place the second knight first. The first one would take a free square and so shift the index of the second.
    for &place in knights.iter().rev() {
        put(&mut rank, place, Role::Knight);
    }
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut rank, 0, role);
    }
    Some(rank.map(|role| role.unwrap_or(Role::Rook)))
}

/// Puts `role` on a free square. `place` is the index among the free squares, from the a-file.
fn put(rank: &mut [Option<Role>; 8], place: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(place) {
        *free = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn letters(number: u16) -> String {
        let rank = fischer_random_rank(number).unwrap();
        rank.into_iter().map(Role::upper_char).collect()
    }

    /// These numbers are in any published table.
    #[test]
    fn known_numbers_match_published_ranks() {
        assert_eq!(letters(0), "BBQNNRKR");
        assert_eq!(letters(STANDARD_START), "RNBQKBNR");
        assert_eq!(letters(959), "RKRNNQBB");
        assert_eq!(fischer_random_rank(FISCHER_RANDOM_STARTS), None);
    }

    #[test]
    fn ranks_are_distinct_and_valid() {
        let mut seen = HashSet::new();
        for number in 0..FISCHER_RANDOM_STARTS {
            let rank = letters(number);
            let at = |letter| rank.find(letter).unwrap();
            assert!(at('R') < at('K') && at('K') < rank.rfind('R').unwrap(), "{rank}");
            assert_ne!(at('B') % 2, rank.rfind('B').unwrap() % 2, "{rank}");
            assert_eq!(rank.matches('N').count(), 2, "{rank}");
            assert_eq!(rank.matches('Q').count(), 1, "{rank}");
            seen.insert(rank);
        }
        assert_eq!(seen.len(), 960);
    }
}
