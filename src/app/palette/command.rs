//! [`Command`], and [`CommandInfo`], its row in the command table.

use super::{COMMANDS, Shortcut};
use crate::{
    app::{Cx, Panel, State, Switch, palette::puzzle::enabled_in_puzzle},
    platform,
};

/// A command, available by menu, shortcut or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    NewMatch,
    NewFromPosition,
    Save,
    SaveAs,
    SaveMatch,
    AppendMatch,
    Undo,
    Redo,
    Glyph(u8),
    Switch(Switch),
    EditComment,
    ToggleDiagram,
    RecordMoves,
    PlayMove,
    PromoteVariation,
    VariationUp,
    VariationDown,
    DeleteVariation,
    ChooseVariation,
    SelectNext,
    SelectPrevious,
    UnfoldAll,
    FoldAll,
    MergeVariations,
    CopyVariation,
    InsertVariation,
    LeaveVariation,
    DeleteFrom,
    Open,
    OpenFolder,
    Import,
    UpdateMatches,
    OpenSample,
    StopReading,
    CloseFile,
    Table,
    ExportMatches,
    NextMatch,
    PreviousMatch,
    CopyPosition,
    CopyFenTag,
    CopyLink,
    Paste,
    Quit,
    Show(Panel),
    ReportAsComments,
    ReportAsGlyphs,
    ReportAsVariations,
    AddWinningLine,
    NextResult,
    PreviousResult,
    AnalyseMatch,
    StopAnalysis,
    ToggleMatches,
    FilterMatches,
    PlayPause,
    StepForward,
    StepBack,
    BoardForward,
    BoardBack,
    RowDown,
    RowUp,
    Start,
    End,
    Faster,
    Slower,
    SkipWaits,
    Settings,
    Loop,
    Palette,
    Keys,
    Help,
    About,
    AboutBughouse,
    AboutReplay,
    AboutAnalysis,
    AboutKriegspiel,
    AboutSearch,
    AboutImport,
    Export,
    Print,
    ClearMarks,
    FullScreen,
    NextRegion,
    PreviousRegion,
    OpenMenus,
    AsReferee,
    AsWhite,
    AsBlack,
    NextTry,
    PreviousTry,
    Solve,
    NewGame,
    MakeProblem,
    ExportReferee,
    ExportWhite,
    ExportBlack,
    PuzzlesOfMatch,
    PuzzlesOfList,
    PuzzlesOfSearch,
    PuzzleHint,
    PuzzleAnswer,
    KeepPuzzle,
    NextPuzzle,
    PreviousPuzzle,
    LeavePuzzles,
    SolutionForward,
    SolutionBack,
    ReviewDuePuzzles,
    ExportPuzzles,
    ExportProgress,
    ImportProgress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files and matches.
    File,
    /// Editing the match, and the clipboard.
    Edit,
    /// Display options.
    View,
    Play,
    /// Engine, tactics, report and variations.
    Analysis,
    Puzzles,
    Kriegspiel,
    Help,
}

impl Menu {
    /// The menus from left to right.
    pub const ALL: [Self; 8] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Play,
        Self::Analysis,
        Self::Puzzles,
        Self::Kriegspiel,
        Self::Help,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Play => "Play",
            Self::Analysis => "Analysis",
            Self::Puzzles => "Puzzles",
            Self::Kriegspiel => "Kriegspiel",
            Self::Help => "Help",
        }
    }

    /// Alt with a letter of the title opens the menu. Returns the byte index of that letter in the title.
    #[must_use]
    pub const fn letter_at(self) -> usize {
        match self {
            // Alt+P opens Play.
            Self::Puzzles => 1,
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    Yes,
    /// Unavailable, for a reason too obvious to state.
    No,
    /// Unavailable for this reason, a sentence.
    Because(&'static str),
}

impl From<bool> for Enabled {
    fn from(is_enabled: bool) -> Self {
        if is_enabled { Self::Yes } else { Self::No }
    }
}

/// A row of the command table.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    pub command: Command,
    /// The command's id in the settings. Invariant: the id never changes, even if the name does.
    pub id: &'static str,
    /// The name, in sentence case; with `…` if a dialog follows.
    pub name: &'static str,
    /// Search terms besides the name.
    pub words: &'static str,
    pub menu: Menu,
    /// Whether the menu omits the command because the command has a shortcut or is in the settings.
    pub is_not_in_menu: bool,
    /// Whether a separator precedes the command in its menu.
    pub line_above: bool,
    /// The default shortcut.
    pub key: Option<Shortcut>,
    /// Whether the command acts on the boards. The shortcut of such a command is ignored while the match table
    /// hides the boards.
    pub of_boards: bool,
    /// Whether the command can change the record.
    pub changes_record: bool,
    /// Returns whether the command is available, or why not.
    pub enabled: fn(&State) -> Enabled,
    /// Returns whether the command is switched on; `None` if the command is not a toggle.
    pub on: Option<fn(&State) -> bool>,
    pub run: for<'a, 'b> fn(&'a mut Cx<'b>),
}

impl CommandInfo {
    /// Creates a row of the File menu without shortcut.
    pub(super) const fn new(
        (command, id, name): (Command, &'static str, &'static str),
        enabled: fn(&State) -> Enabled,
        run: for<'a, 'b> fn(&'a mut Cx<'b>),
    ) -> Self {
        Self {
            command,
            id,
            name,
            words: "",
            menu: Menu::File,
            is_not_in_menu: false,
            line_above: false,
            key: None,
            of_boards: false,
            changes_record: false,
            enabled,
            on: None,
            run,
        }
    }

    /// Sets the menu. Marks a command of the Play menu as acting on the boards.
    pub(super) const fn in_menu(mut self, menu: Menu) -> Self {
        self.menu = menu;
        self.of_boards |= matches!(menu, Menu::Play);
        self
    }

    pub(super) const fn key(mut self, name: &'static str) -> Self {
        self.key = Some(Shortcut::plain(name));
        self
    }

    pub(super) const fn ctrl(mut self, name: &'static str) -> Self {
        self.key = Some(Shortcut::ctrl(name));
        self
    }

    pub(super) const fn shift(mut self, name: &'static str) -> Self {
        self.key = Some(Shortcut::shift(name));
        self
    }

    pub(super) const fn ctrl_shift(mut self, name: &'static str) -> Self {
        self.key = Some(Shortcut::ctrl_shift(name));
        self
    }

    /// In browsers, sets the default shortcut to `shortcut`, because browsers reserve the desktop's shortcut.
    pub(super) const fn in_browser(mut self, shortcut: Shortcut) -> Self {
        if !platform::HAS_ALL_SHORTCUTS {
            self.key = Some(shortcut);
        }
        self
    }

    pub(super) const fn words(mut self, words: &'static str) -> Self {
        self.words = words;
        self
    }

    pub(super) const fn not_in_menu(mut self) -> Self {
        self.is_not_in_menu = true;
        self
    }

    pub(super) const fn line_above(mut self) -> Self {
        self.line_above = true;
        self
    }

    pub(super) const fn of_boards(mut self) -> Self {
        self.of_boards = true;
        self
    }

    pub(super) const fn changes_record(mut self) -> Self {
        self.changes_record = true;
        self
    }

    pub(super) const fn on(mut self, on: fn(&State) -> bool) -> Self {
        self.on = Some(on);
        self
    }
}

impl Command {
    /// Returns whether the platform supports the command. In a browser there are no paths, engines or sounds, and no
    /// window of the program's own.
    #[must_use]
    pub const fn is_supported(self) -> bool {
        match self {
            Self::AppendMatch | Self::Quit | Self::Switch(Switch::KeepBackup) => platform::HAS_DISK,
            Self::UpdateMatches => platform::HAS_DISK && platform::HAS_NETWORK,
            Self::Switch(Switch::Downloads) => platform::HAS_NETWORK,
            Self::AnalyseMatch
            | Self::StopAnalysis
            | Self::Show(Panel::Engine)
            | Self::Switch(Switch::Engine | Switch::Sounds) => platform::HAS_PROCESSES,
            _ => true,
        }
    }

    /// Returns the command's row in the table.
    #[must_use]
    pub fn info(self) -> &'static CommandInfo {
        COMMANDS.iter().find(|info| info.command == self).unwrap_or(&COMMANDS[0])
    }
}

#[must_use]
pub fn can(state: &State, command: Command) -> bool {
    enabled(state, command) == Enabled::Yes
}

fn enabled(state: &State, command: Command) -> Enabled {
    match state.puzzle() {
        Some(_) => enabled_in_puzzle(state, command),
        None => (command.info().enabled)(state),
    }
}

/// Returns the reason why `command` is unavailable, as a sentence; `None` if it is available or the reason is obvious.
#[must_use]
pub fn disabled_reason(state: &State, command: Command) -> Option<&'static str> {
    match enabled(state, command) {
        Enabled::Because(reason) => Some(reason),
        Enabled::Yes | Enabled::No => None,
    }
}

/// Returns whether `command` is switched on; `None` if `command` is not a toggle.
#[must_use]
pub fn is_on(state: &State, command: Command) -> Option<bool> {
    command.info().on.map(|on| on(state))
}
