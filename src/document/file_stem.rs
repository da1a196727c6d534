//! The suggested file name of a record that is in no file.

use super::{Content, Document, GameDocument};
use crate::{
    notation::KnownTag,
    rules::{Color, Seat},
};

/// The maximum length of a player's name in a suggested file name, in characters.
const MAX_NAME_PART: usize = 30;

impl<M: AsRef<Document>, G: AsRef<GameDocument>> Content<M, G> {
    /// Returns a file name without extension for the record: its players and its date, as in
    /// `Anna-Ben-Carla-Dan-2026-11-29`. Unknown parts are omitted.
    pub fn file_stem(&self) -> String {
        let mut tags = match self {
            Self::Game(_) => [Color::White, Color::Black].map(KnownTag::player_of).to_vec(),
            Self::Match(_) => Seat::ALL.map(KnownTag::player).to_vec(),
        };
        tags.push(KnownTag::Date);
        let values = tags.into_iter().filter_map(|tag| self.known_text(tag));
        let parts: Vec<String> =
            values.map(|value| file_name_part(&value)).filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            return parts.join("-");
        }
        self.noun().to_owned()
    }
}

/// Returns the start of `value` without the characters that a file name cannot contain or that would begin an extension.
fn file_name_part(value: &str) -> String {
    let words = value.split(|c: char| !c.is_alphanumeric() && c != '_');
    let joined = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    joined.chars().take(MAX_NAME_PART).collect()
}

#[cfg(test)]
mod tests {
    use super::file_name_part;

    #[test]
    fn part_of_a_file_name_has_no_separators() {
        assert_eq!(file_name_part("2026.11.29"), "2026-11-29");
        assert_eq!(file_name_part(" ../Dr. Ann_a: <x>"), "Dr-Ann_a-x");
        assert_eq!(file_name_part(&"é".repeat(90)).chars().count(), 30);
    }
}
