//! The panels beside the boards, and the dialogs over the window.

use crate::app::{Command, NewGame, NewMatch, NewProblem, PictureChoice, SaveWhat, Then};
use std::path::PathBuf;

/// The panels beside the boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The four columns.
    #[default]
    Moves,
    /// Annotation, comments, and what can be put right at the moment.
    Notes,
    /// The tags.
    Tags,
    /// What the text has against it.
    Issues,
    /// What the match was, by player.
    Report,
    /// The text itself.
    Text,
    /// What a player of Kriegspiel can know.
    Belief,
    /// What a problem asks, and what answers it.
    Problem,
    /// What is asked of all matches.
    Search,
    /// What an engine guesses.
    Engine,
}

/// A dialog over the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// What to do first.
    Welcome,
    /// A path to open, as far as it has been typed.
    OpenPath(String),
    /// A path to save to, as far as it has been typed.
    SavePath(SaveWhat, String),
    /// Something stands at that path already.
    Replace(SaveWhat, PathBuf),
    /// Something is not saved and would be lost.
    Unsaved(Then),
    /// Another program has changed the file since it was read.
    ChangedOnDisk(PathBuf),
    /// What differs between the file on the disk and what is about to be saved.
    Differences(PathBuf),
    /// Changes of another time can be taken back.
    Recover,
    /// A move that is typed.
    PlayMove {
        /// As far as it has been typed.
        typed: String,
        /// Why it cannot be played; empty while nothing is known against it.
        refused: String,
    },
    /// A text with variations of the match that is open.
    Merge {
        /// As far as it has been put in.
        text: String,
        /// Why none can be added; empty while nothing is known against it.
        refused: String,
    },
    /// Which of the plies that can come next is wanted.
    Variations,
    /// The settings: the page, and the command whose key is asked for.
    Settings(SettingsPage, Option<Command>),
    /// What a new match begins with.
    NewMatch(Box<NewMatch>),
    /// What a new game of Kriegspiel begins with.
    NewGame(Box<NewGame>),
    /// What a problem of Kriegspiel is to ask.
    NewProblem(NewProblem),
    /// Every command by name, with what has been typed to find one, and which of those found is chosen.
    Palette(String, usize),
    /// The keys.
    Keys,
    /// A page that explains something.
    Guide(Guide),
    /// What this is.
    About,
    /// The picture that is exported.
    Picture(Box<PictureChoice>),
}

impl Dialog {
    /// Whether it asks about the file that is open, so that it is closed with that.
    pub(in crate::app) const fn is_about_open_file(&self) -> bool {
        matches!(
            self,
            Self::SavePath(..)
                | Self::Replace(..)
                | Self::Unsaved(_)
                | Self::ChangedOnDisk(_)
                | Self::Differences(_)
        )
    }

    /// What it is called when it is read aloud.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Welcome => "Welcome",
            Self::OpenPath(_) => "Open by path",
            Self::SavePath(what, _) => what.title(),
            Self::Replace(..) => "Replace a file",
            Self::Unsaved(_) => "Unsaved changes",
            Self::ChangedOnDisk(_) => "Changed on disk",
            Self::Differences(_) => "Differences",
            Self::Recover => "Recovered changes",
            Self::PlayMove { .. } => "Play a move",
            Self::Merge { .. } => "Add variations",
            Self::Variations => "Choose the next ply",
            Self::Settings(..) => "Settings",
            Self::NewMatch(_) => "New match",
            Self::NewGame(_) => "New game of Kriegspiel",
            Self::NewProblem(_) => "Make a problem",
            Self::Palette(..) => "All commands",
            Self::Keys => "Keys",
            Self::Guide(guide) => guide.name(),
            Self::About => "About Tandem",
            Self::Picture(choice) if choice.writer().is_paper() => "Print",
            Self::Picture(_) => "Export",
        }
    }
}

/// The pages that explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// Bughouse and its words.
    Bughouse,
    /// The codes of Kriegspiel, and what a belief is.
    Kriegspiel,
    /// Filters and questions.
    Searching,
}

impl Guide {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bughouse => "Bughouse",
            Self::Kriegspiel => "Kriegspiel: codes, belief, problems",
            Self::Searching => "Searching",
        }
    }
}

/// The pages of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Theme, squares, pieces.
    #[default]
    Looks,
    /// How matches are shown and saved.
    Matches,
    /// Which engine is asked.
    Engine,
    /// The keys of the commands.
    Keys,
}
