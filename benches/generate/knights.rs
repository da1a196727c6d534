//! A match of any length on one board.

/// Returns `count` plies on board A. Knights move out and back.
pub fn knights(count: usize) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let ply = |index: usize| {
        let seat = if index.is_multiple_of(2) { 'A' } else { 'a' };
        format!("{}{seat}. {}{{{}}} ", index / 2 + 1, moves[index % 4], 100_000 - index % 90_000)
    };
    (0..count).map(ply).collect()
}
