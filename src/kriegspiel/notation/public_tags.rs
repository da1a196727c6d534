//! The public tags of a game, which reveal nothing about the moves.

use crate::notation::KnownTag;

/// Public PGN tags that are not a [`KnownTag`]: people, places and times.
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

/// Returns whether the tag `name` is public: both players know people, places, times and rules. Unknown tags are not
/// public, since they may contain a later position, an opening or a spectator's comment.
pub fn is_public_tag(name: &str) -> bool {
    use KnownTag as T;
    let is_harmless = HARMLESS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
    is_harmless
        || matches!(
            T::from_name(name.as_bytes()),
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
                    // The file is the view of the player from whom the pieces are hidden.
                    | T::Hidden
            )
        )
}

/// Returns whether the tag `name` belongs to the question of a problem, which its solver may see.
pub fn is_problem_tag(name: &str) -> bool {
    use KnownTag as T;
    let tag = T::from_name(name.as_bytes());
    matches!(tag, Some(T::Depth | T::Forced | T::Epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revealing_tags_are_hidden_from_players() {
        for name in ["White", "utcdate", "EventDate", "Rules", "FEN", "BlackElo"] {
            assert!(is_public_tag(name), "{name}");
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
            assert!(!is_public_tag(name), "{name}");
        }
        assert!(is_problem_tag("Depth") && is_problem_tag("forced") && !is_problem_tag("FEN"));
    }
}
