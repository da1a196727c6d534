//! [`JobKind`]: what runs beside the window.

use super::{KnownEnd, State};
use crate::{replay::kriegspiel::NoBelief, rules::Color};

/// What a job works on. An [`Effect`](super::Effect) starts a job of one kind; by its kind a job is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Files are read into a list. A new one replaces the one before.
    Read,
    /// A long list is filtered and sorted. A new one replaces the one before.
    List,
    /// All matches are searched. A new one replaces the one before.
    Search,
    /// What a player of Kriegspiel can know is worked out, for this seat. A new one replaces the one before.
    Know(Color),
    /// The referee's answers to a move that is tried. A new one replaces the one before.
    TryMove,
    /// A plan for a Kriegspiel problem. A new one replaces the one before.
    Plan,
    /// A dialog of the system is open.
    Dialog,
    /// A file or a match is saved.
    Save,
    /// The matches that are listed are exported.
    Export,
    /// A picture or pages are drawn.
    Picture,
    /// Unsaved changes of another time are read.
    Recover,
    /// Unsaved changes are kept against a crash, as long as the window is open.
    Recovery,
    /// The settings are written.
    Settings,
    /// Sounds are played, as long as the window is open.
    Sound,
    /// The settings of the desktop are looked up.
    Desktop,
}

impl JobKind {
    /// What the jobs of this kind do, as the object of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Read => "reading the file",
            Self::List => "sorting the list",
            Self::Search => "the search",
            Self::Know(_) => "working out what the player can know",
            Self::TryMove => "trying the move",
            Self::Plan => "the search for a plan",
            Self::Dialog => "the system's file dialog",
            Self::Save => "saving",
            Self::Export => "the export",
            Self::Picture => "drawing the picture",
            Self::Recover => "reading the recovered changes",
            Self::Recovery => "keeping unsaved changes for recovery",
            Self::Settings => "writing the settings",
            Self::Sound => "playing sounds",
            Self::Desktop => "reading the desktop's settings",
        }
    }
}

impl State {
    /// A job has stopped because of a fault in the program: what waited for it waits no longer.
    pub(super) fn job_failed(&mut self, kind: JobKind) {
        match kind {
            JobKind::Read => self.reading_failed(),
            JobKind::List => {
                if let Some(file) = &mut self.library.file {
                    file.filter.give_up();
                }
            }
            JobKind::Search => self.search.walked = None,
            JobKind::Know(seat) => {
                if let Some(game) = self.game_mut()
                    && let Some(known) = &mut game.known[seat as usize]
                {
                    known.end = KnownEnd::Ended(NoBelief::Stopped);
                }
            }
            JobKind::TryMove => {
                if let Some(game) = self.game_mut() {
                    game.problem.trial = None;
                }
            }
            JobKind::Plan => {
                if let Some(game) = self.game_mut() {
                    game.problem.search = None;
                }
            }
            JobKind::Save | JobKind::Dialog => {
                if let Some(file) = &mut self.library.file {
                    file.saving &= kind != JobKind::Save;
                    file.then = None;
                }
            }
            _ => {}
        }
        self.say(format!(
            "A fault in the program has stopped {}. Everything else goes on.",
            kind.words()
        ));
    }

    fn reading_failed(&mut self) {
        self.library.reading = None;
        if let Some(file) = &mut self.library.file {
            file.reading = None;
            file.wanted = None;
        }
    }
}
