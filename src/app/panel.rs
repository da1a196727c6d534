//! [`Panel`]: the panel beside the boards. Of a match it shows a [`MatchPanel`], of a game of Kriegspiel a
//! [`GamePanel`]; both have a table of their tabs.

/// A panel beside the boards, identified for commands. A match and a game share some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The move list.
    #[default]
    Moves,
    /// Annotation, comments and corrections at the moment.
    Notes,
    Tags,
    Issues,
    /// The report by player.
    Report,
    /// The source text.
    Text,
    /// The possible positions of a player of Kriegspiel.
    Belief,
    /// A problem with its solution.
    Problem,
    /// Search over all matches.
    Search,
    /// Engine evaluation.
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

/// A panel of a game of Kriegspiel.
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

/// The tab of a panel: the panel, its identifier for commands, and the label.
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

    /// Returns the tab for `panel`, or the moves if a match has no such panel.
    #[must_use]
    pub fn tab(panel: Panel) -> PanelTab<Self> {
        Self::TABS.into_iter().find(|tab| tab.1 == panel).unwrap_or(Self::TABS[0])
    }
}

impl GamePanel {
    /// The tabs in display order.
    pub const TABS: [PanelTab<Self>; 7] = [
        (Self::Announcements, Panel::Moves, "Announcements"),
        (Self::Notes, Panel::Notes, "Notes"),
        (Self::Belief, Panel::Belief, "Belief"),
        (Self::Problem, Panel::Problem, "Problem"),
        (Self::Tags, Panel::Tags, "Tags"),
        (Self::Issues, Panel::Issues, "Issues"),
        (Self::Text, Panel::Text, "Text"),
    ];

    /// Returns the tab for `panel`, or the announcements if a game has no such panel.
    #[must_use]
    pub fn tab(panel: Panel) -> PanelTab<Self> {
        Self::TABS.into_iter().find(|tab| tab.1 == panel).unwrap_or(Self::TABS[0])
    }
}
