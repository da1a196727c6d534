//! [`Panel`]: the panel beside the boards, as selected by a command, with the tabs of a match and of a game of
//! Kriegspiel; and [`Center`].

use super::{GameState, Guide, Session};

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

/// A tab: the panel that it shows, and its label.
pub type PanelTab = (Panel, &'static str);

/// Defines [`Panel`] from the panels in the order of their tabs. Each has the label of its tab for a match, that for a
/// game of Kriegspiel, and the page of its help.
macro_rules! panels {
    ($($(#[$doc:meta])* $panel:ident($of_match:expr, $of_game:expr, $help:ident),)*) => {
        /// A panel beside the boards, as selected by commands. Some panels exist for both matches and games.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Panel {
            $($(#[$doc])* $panel,)*
        }

        impl Panel {
            pub const ALL: &[Self] = &[$(Self::$panel,)*];

            /// Returns the page of the help about this panel.
            pub const fn help(self) -> Guide {
                match self {
                    $(Self::$panel => Guide::$help,)*
                }
            }

            const fn of_match(self) -> Option<&'static str> {
                match self {
                    $(Self::$panel => $of_match,)*
                }
            }

            const fn of_game(self) -> Option<&'static str> {
                match self {
                    $(Self::$panel => $of_game,)*
                }
            }
        }
    };
}

panels! {
    /// The move list, or the announcements of a game.
    #[default]
    Moves(Some("Moves"), Some("Announcements"), Bughouse),
    /// Annotation, comments, move and clock of the current ply.
    Notes(Some("Notes"), Some("Notes"), Replay),
    /// The belief: the positions that a player of Kriegspiel must consider possible.
    Belief(None, Some("Possible positions"), Kriegspiel),
    /// A Kriegspiel problem with its solution.
    Problem(None, Some("Problem"), Kriegspiel),
    Tags(Some("Tags"), Some("Tags"), Replay),
    Report(Some("Report"), None, Analysis),
    Engine(Some("Engine"), None, Analysis),
    Issues(Some("Issues"), Some("Issues"), Replay),
    /// The text of the record.
    Text(Some("Text"), Some("Text"), Replay),
    /// Search over the listed matches.
    Search(Some("Search"), Some("Search"), Search),
}

impl Panel {
    /// Returns the tabs of a match, in display order.
    pub fn tabs_of_match() -> impl Iterator<Item = PanelTab> {
        Self::ALL.iter().filter_map(|panel| Some((*panel, panel.of_match()?)))
    }

    /// Returns the tabs of a game of Kriegspiel, in display order.
    pub fn tabs_of_game() -> impl Iterator<Item = PanelTab> {
        Self::ALL.iter().filter_map(|panel| Some((*panel, panel.of_game()?)))
    }

    /// Returns this panel if a match has it, or else the first one.
    pub fn in_match(self) -> Self {
        if self.of_match().is_some() { self } else { Self::default() }
    }

    /// Returns this panel if a game of Kriegspiel has it, or else the first one.
    pub fn in_game(self) -> Self {
        if self.of_game().is_some() { self } else { Self::default() }
    }
}

/// Returns the tabs beside the boards, in display order: those that are useful for the open record, and that of the
/// selected panel. Without a record, those of a match.
pub fn side_tabs(session: &Session) -> Vec<PanelTab> {
    let game = session.game();
    let selected = session.shell.panel;
    let has_several_records = session.file().is_some_and(|file| file.list.index.len() > 1);
    let is_shown = |tab: &PanelTab| match tab.0 {
        Panel::Problem => game.and_then(GameState::question).is_some(),
        Panel::Engine => session.settings.engine || selected == Panel::Engine,
        Panel::Search => has_several_records || selected == Panel::Search,
        _ => true,
    };
    match game {
        Some(_) => Panel::tabs_of_game().filter(is_shown).collect(),
        None => Panel::tabs_of_match().filter(is_shown).collect(),
    }
}
