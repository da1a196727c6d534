//! The dialogs over the window, and the text fields that commands can focus.

use crate::{
    app::{
        Command, Correction, DeferredAction, Field, NewMatch, NewProblem, PictureChoice,
        PuzzleSheetChoice, SaveTarget,
    },
    document::NewGameTags,
};
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The import dialog. Closing it keeps its state.
    Import,
    /// Asks for the destination of a save; holds the typed path, and why the last one failed.
    SavePath(SaveTarget, String, Option<String>),
    /// Asks whether to replace the file at the path.
    Replace(SaveTarget, PathBuf),
    /// Asks whether to save or to discard unsaved changes before this action.
    Unsaved(DeferredAction),
    /// Another program has changed the file at this path.
    ChangedOnDisk(PathBuf),
    /// The diff between the file on the disk and the text to be saved.
    Differences(PathBuf),
    /// Offers to recover unsaved changes of an earlier session, and changes that were discarded.
    Recover,
    /// Asks for a move to play.
    PlayMove {
        typed: String,
        /// The error message; empty if there is none.
        error: String,
    },
    /// Asks how to record a move before the end of the match.
    Correct(Box<Correction>),
    /// Asks for the score sheets of both boards. Closing it keeps what was typed.
    Sheets,
    /// Asks for the text of variations to import into the current match.
    Merge {
        text: String,
        /// The error message; empty if there is none.
        error: String,
    },
    /// Asks which of the possible next moves to play.
    Variations,
    /// The settings: the page, and the command whose shortcut is being recorded (`None` if there is none).
    Settings(SettingsPage, Option<Command>),
    NewMatch(Box<NewMatch>),
    NewGame(Box<NewGameTags>),
    NewProblem(NewProblem),
    /// The board of a composer of Kriegspiel problems. Closing it keeps its state.
    Composer,
    /// The command search: the typed text, and the index of the selected result.
    Palette(String, usize),
    Guide(Guide),
    About,
    /// Offers the ways to share the open match.
    Share,
    /// The export dialog.
    Picture(Box<PictureChoice>),
    /// The options for printing a set of puzzles.
    PuzzleSheet(Box<PuzzleSheetChoice>),
}

impl Dialog {
    /// Returns the dialog that asks for a move to play, with an empty field.
    pub const fn play_move() -> Self {
        Self::PlayMove { typed: String::new(), error: String::new() }
    }

    /// Returns whether the dialog is about the open file. Such a dialog is closed together with the file.
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

    /// Returns whether the dialog asks what to do with work. No key that is meant for the match may answer it.
    pub(in crate::app) const fn is_about_work(&self) -> bool {
        match self {
            Self::Replace(..)
            | Self::Unsaved(_)
            | Self::ChangedOnDisk(_)
            | Self::Differences(_)
            | Self::Recover
            | Self::Correct(_) => true,
            Self::Import
            | Self::SavePath(..)
            | Self::PlayMove { .. }
            | Self::Merge { .. }
            | Self::Sheets
            | Self::Variations
            | Self::Settings(..)
            | Self::NewMatch(_)
            | Self::NewGame(_)
            | Self::NewProblem(_)
            | Self::Composer
            | Self::Palette(..)
            | Self::Guide(_)
            | Self::About
            | Self::Share
            | Self::Picture(_)
            | Self::PuzzleSheet(_) => false,
        }
    }

    /// Returns the name of the dialog for screen readers, unless it shows a title.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Import => "Import",
            Self::SavePath(what, ..) => what.title(),
            Self::Replace(..) => "Replace file",
            Self::Unsaved(_) => "Unsaved changes",
            Self::ChangedOnDisk(_) => "Changed on disk",
            Self::Differences(_) => "Differences",
            Self::Recover => "Recover unsaved changes",
            Self::PlayMove { .. } => "Play move",
            Self::Correct(_) => "Record move",
            Self::Sheets => "Enter score sheets",
            Self::Merge { .. } => "Import variations",
            Self::Variations => "Choose next move",
            Self::Settings(..) => "Settings",
            Self::NewMatch(_) => "New match",
            Self::NewGame(_) => "New game of Kriegspiel",
            Self::NewProblem(_) => "Create problem",
            Self::Composer => "New problem",
            Self::Palette(..) => "All commands",
            Self::Guide(guide) => guide.name(),
            Self::About => "About Tandem",
            Self::Share => "Share",
            Self::Picture(choice) if choice.for_paper => "Print",
            Self::Picture(_) => "Export",
            Self::PuzzleSheet(_) => "Print puzzles",
        }
    }
}

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guide {
    /// Bughouse and its terms.
    Bughouse,
    /// The boards, the timeline, the notes and the variations.
    Replay,
    /// Tactics, report, engine and puzzles.
    Analysis,
    /// Kriegspiel: the announcements with their codes, the problems, and the belief (the positions that a player must
    /// consider possible).
    Kriegspiel,
    /// Filters and queries.
    Search,
    /// The import dialog, and the requests that it sends to websites.
    Import,
    /// The formats of exports, and what each of them does not keep.
    Formats,
    /// The keyboard shortcuts.
    Keys,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Theme, board colours, pieces.
    #[default]
    Appearance,
    /// Display and saving of matches.
    Matches,
    Engine,
    Keys,
}

/// The place to which a command leads: a text field that gets the focus, or a part of a panel that scrolls into view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Focus {
    Filter,
    SearchQuery,
    /// The field for the next move or try of a game of Kriegspiel.
    TypedMove,
    /// The review in the report.
    Review,
    /// The entry of the current mistake in the review.
    Mistake,
    Field(Field),
}
