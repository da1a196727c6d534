//! [`Panel`]: the panel beside the boards, as selected by a command. For a match, the panel has the tabs
//! [`MATCH_TABS`]; for a game of Kriegspiel, [`GAME_TABS`].

/// A panel beside the boards, as selected by commands. Some panels exist for both matches and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The move list.
    #[default]
    Moves,
    /// Annotation, comments, move and clock of the current ply.
    Notes,
    Tags,
    Issues,
    Report,
    /// The text of the record.
    Text,
    /// The belief: the positions that a player of Kriegspiel must consider possible.
    Belief,
    /// A Kriegspiel problem with its solution.
    Problem,
    /// Search over the listed matches.
    Search,
    Engine,
}

/// The tabs of a match with their labels, in display order.
pub const MATCH_TABS: [(Panel, &str); 8] = [
    (Panel::Moves, "Moves"),
    (Panel::Notes, "Notes"),
    (Panel::Tags, "Tags"),
    (Panel::Issues, "Issues"),
    (Panel::Text, "Text"),
    (Panel::Report, "Report"),
    (Panel::Engine, "Engine"),
    (Panel::Search, "Search"),
];

/// The tabs of a game with their labels, in display order.
pub const GAME_TABS: [(Panel, &str); 7] = [
    (Panel::Moves, "Announcements"),
    (Panel::Notes, "Notes"),
    (Panel::Belief, "Belief"),
    (Panel::Problem, "Problem"),
    (Panel::Tags, "Tags"),
    (Panel::Issues, "Issues"),
    (Panel::Text, "Text"),
];

impl Panel {
    /// Returns the panel that is shown if this one is selected: the panel itself, or the first of `tabs` if it has no
    /// tab there.
    #[must_use]
    pub fn shown_in(self, tabs: &[(Self, &str)]) -> Self {
        if tabs.iter().any(|(panel, _)| *panel == self) { self } else { tabs[0].0 }
    }
}
