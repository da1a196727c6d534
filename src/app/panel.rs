//! [`Panel`]: the panel beside the boards, as selected by a command. For a match, the panel has the tabs of
//! [`MatchPanel`]; for a game of Kriegspiel, those of [`GamePanel`].

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchPanel {
    Moves,
    Notes,
    Tags,
    Issues,
    Text,
    Report,
    Engine,
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePanel {
    Announcements,
    Notes,
    Belief,
    Problem,
    Tags,
    Issues,
    Text,
}

/// A tab: the panel that the tab shows, the [`Panel`] that commands use to select the tab, and the label.
pub type PanelTab<P> = (P, Panel, &'static str);

impl MatchPanel {
    /// The tabs in display order.
    pub const TABS: [PanelTab<Self>; 8] = [
        (Self::Moves, Panel::Moves, "Moves"),
        (Self::Notes, Panel::Notes, "Notes"),
        (Self::Tags, Panel::Tags, "Tags"),
        (Self::Issues, Panel::Issues, "Issues"),
        (Self::Text, Panel::Text, "Text"),
        (Self::Report, Panel::Report, "Report"),
        (Self::Engine, Panel::Engine, "Engine"),
        (Self::Search, Panel::Search, "Search"),
    ];

    /// Returns the tab for `panel`, or the move list if a match has no such panel.
    pub fn tab(panel: Panel) -> PanelTab<Self> {
        Self::TABS.into_iter().find(|tab| tab.1 == panel).unwrap_or(Self::TABS[0])
    }
}

impl GamePanel {
    /// The tabs in display order.
    pub const TABS: [PanelTab<Self>; 7] = [
        (Self::Announcements, Panel::Moves, "Announcements"),
        (Self::Notes, Panel::Notes, "Notes"),
        (Self::Belief, Panel::Belief, "Possible positions"),
        (Self::Problem, Panel::Problem, "Problem"),
        (Self::Tags, Panel::Tags, "Tags"),
        (Self::Issues, Panel::Issues, "Issues"),
        (Self::Text, Panel::Text, "Text"),
    ];

    /// Returns the tab for `panel`, or the announcements if a game has no such panel.
    pub fn tab(panel: Panel) -> PanelTab<Self> {
        Self::TABS.into_iter().find(|tab| tab.1 == panel).unwrap_or(Self::TABS[0])
    }
}
