//! Which tags of a game tell nothing that a player did not hear.

use crate::notation::KnownTag;

/// Tags of PGN that name people, places and times, beside those of [`KnownTag`].
const HARMLESS: &[&str] = &[
    "BlackCountry",
    "BlackFideId",
    "BlackNA",
    "BlackTeam",
    "BlackTitle",
    "BlackType",
    "BlackUSCF",
    "Board",
    "EventDate",
    "EventSponsor",
    "Mode",
    "Section",
    "Stage",
    "WhiteCountry",
    "WhiteFideId",
    "WhiteNA",
    "WhiteTeam",
    "WhiteTitle",
    "WhiteType",
    "WhiteUSCF",
];

/// Whether the tag `name` tells nothing that a player did not hear: it names people, places, times or rules, which both
/// know before the game and after it. A tag that is not known here may hold a later position, an opening or the words of
/// somebody who saw the whole game.
#[must_use]
pub fn is_known_to_players(name: &str) -> bool {
    use KnownTag as T;
    let is_harmless = HARMLESS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
    is_harmless
        || matches!(
            T::of_name(name.as_bytes()),
            Some(
                T::White
                    | T::WhiteElo
                    | T::Black
                    | T::BlackElo
                    | T::Event
                    | T::Site
                    | T::Round
                    | T::Date
                    | T::Time
                    | T::EndTime
                    | T::TimeControl
                    | T::Variant
                    | T::Filtered
                    | T::Result
                    | T::SetUp
                    | T::Fen
            )
        )
}

/// Whether the tag `name` says what a problem asks or answers, which is for the player who has to solve it.
#[must_use]
pub fn is_of_problem(name: &str) -> bool {
    use KnownTag as T;
    let tag = T::of_name(name.as_bytes());
    matches!(tag, Some(T::Depth | T::Forced | T::Epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_tell_what_happened_are_not_known_to_players() {
        for name in ["White", "utcdate", "EventDate", "Rules", "FEN", "BlackElo"] {
            assert!(is_known_to_players(name), "{name}");
        }
        for name in [
            "ECO",
            "Opening",
            "Variation",
            "FinalPosition",
            "FinalFEN",
            "Annotator",
            "Termination",
            "PlyCount",
            "Lag",
            "depth",
            "Anything",
            "",
        ] {
            assert!(!is_known_to_players(name), "{name}");
        }
        assert!(is_of_problem("Depth") && is_of_problem("forced") && !is_of_problem("FEN"));
    }
}
