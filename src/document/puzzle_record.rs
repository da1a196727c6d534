//! [`puzzle_record`] and [`puzzle_position`]: a puzzle as a record.

use super::{Document, DocumentEdit, VariationEdit};
use crate::{
    analysis::puzzles::{PUZZLE_TAG, Puzzle, PuzzleTag, solution_lines, solution_words},
    notation::{KnownTag, escape},
    replay::Point,
    rules::Seat,
};

/// Returns `puzzle` as a match without plies. The `FEN` tag holds the position, the `Puzzle` tag the task, the
/// `PuzzleSource` tag `source`, and other tags the origin. The solution follows as text and, where possible, also
/// as variations.
pub fn puzzle_record(puzzle: &Puzzle, source: &str) -> String {
    let bare = bare_record(puzzle, source);
    let mut document = Document::from_text(bare);
    for line in solution_lines(puzzle) {
        let edit = VariationEdit::Play { from: Point::Match(0), plies: line };
        // A line that would read back differently is not added as a variation. It stays in the text of the solution.
        if let Ok((changed, _)) = document.changed(&[DocumentEdit::Variation(edit)]) {
            document = changed;
        }
    }
    String::from_utf8_lossy(document.text()).into_owned()
}

/// Returns the record with the solution as text only.
fn bare_record(puzzle: &Puzzle, source: &str) -> String {
    // Names of players may contain braces, which end a comment.
    let words = solution_words(puzzle).replace('{', "(").replace('}', ")");
    let tags = tags_of(puzzle, source);
    format!("{tags}\n{{C:{} Solution: {words}}}\n*\n", puzzle.task.question())
}

/// Returns the position of `puzzle` with its players, without the solution.
pub fn puzzle_position(puzzle: &Puzzle, source: &str) -> Document {
    Document::from_text(format!("{}\n*\n", tags_of(puzzle, source)))
}

fn tags_of(puzzle: &Puzzle, source: &str) -> String {
    let origin = &puzzle.origin;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    };
    let or = |value: &str, unknown: &str| {
        if value.is_empty() { unknown.to_owned() } else { value.to_owned() }
    };
    tag(KnownTag::Event.name(), &or(&origin.event, "?"));
    tag(KnownTag::Date.name(), &or(&origin.date, "????.??.??"));
    for seat in Seat::ALL {
        let name = &origin.players[seat];
        tag(KnownTag::player(seat).name(), if name == seat.name() { "" } else { name });
        let rating = origin.ratings[seat].map(|rating| rating.to_string());
        tag(KnownTag::rating(seat).name(), &rating.unwrap_or_default());
    }
    tag(KnownTag::SetUp.name(), "1");
    tag(KnownTag::Fen.name(), &puzzle.position.thief_fen(&puzzle.clocks_ms));
    tag(PUZZLE_TAG, &PuzzleTag::from_puzzle(puzzle).to_string());
    tag("PuzzleSource", source);
    tag(KnownTag::Result.name(), "*");
    text
}
