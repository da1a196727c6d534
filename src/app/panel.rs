//! [`Panel`]: the panel beside the boards, as selected by a command. For a match, the panel has the tabs of
//! [`Panel::OF_MATCH`]; for a game of Kriegspiel, those of [`Panel::OF_GAME`]. [`Center`]: what is in the place of the
//! boards.

/// What the window shows in its center.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Center {
    #[default]
    Boards,
    /// The match table.
    Table,
    /// The book of mistakes.
    Book,
}

/// A panel beside the boards, as selected by commands. Some panels exist for both matches and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The move list, or the announcements of a game.
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

/// A tab: the panel that it shows, and its label.
pub type PanelTab = (Panel, &'static str);

impl Panel {
    /// The tabs of a match, in display order.
    pub const OF_MATCH: [PanelTab; 8] = [
        (Self::Moves, "Moves"),
        (Self::Notes, "Notes"),
        (Self::Tags, "Tags"),
        (Self::Issues, "Issues"),
        (Self::Text, "Text"),
        (Self::Report, "Report"),
        (Self::Engine, "Engine"),
        (Self::Search, "Search"),
    ];

    /// The tabs of a game of Kriegspiel, in display order.
    pub const OF_GAME: [PanelTab; 7] = [
        (Self::Moves, "Announcements"),
        (Self::Notes, "Notes"),
        (Self::Belief, "Possible positions"),
        (Self::Problem, "Problem"),
        (Self::Tags, "Tags"),
        (Self::Issues, "Issues"),
        (Self::Text, "Text"),
    ];

    /// Returns this panel if it is among `tabs`, or else the first one.
    pub fn among(self, tabs: &[PanelTab]) -> Self {
        if tabs.iter().any(|tab| tab.0 == self) { self } else { tabs[0].0 }
    }
}
