//! [`Command`] and the row that says everything about it.

use super::{COMMANDS, Shortcut};
use crate::app::{Action, Cx, Panel, State, Switch, exercises};

/// What a person can ask for by menu, key or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is explained by its row in the table")]
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
    MergeVariations,
    KeepMarks,
    DeleteKeptMarks,
    CopyVariation,
    InsertVariation,
    LeaveVariation,
    DeleteFrom,
    Open,
    OpenFolder,
    OpenPath,
    StopReading,
    Table,
    ExportMatches,
    NextMatch,
    PreviousMatch,
    CopyPosition,
    CopyFenTag,
    Paste,
    Quit,
    Show(Panel),
    ReportAsComments,
    ReportAsGlyphs,
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
    AboutKriegspiel,
    AboutSearch,
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
    ExercisesOfMatch,
    ExercisesOfList,
    ExercisesOfSearch,
    ExerciseHint,
    ExerciseAnswer,
    KeepExercise,
    NextExercise,
    PreviousExercise,
    LeaveExercises,
}

/// The menu that a command stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files and matches.
    File,
    /// What goes to and comes from other programs.
    Edit,
    /// What is shown and how.
    View,
    /// The playhead.
    Play,
    /// Positions that ask something.
    Exercises,
    /// Games of Kriegspiel.
    Kriegspiel,
    /// Help.
    Help,
}

impl Menu {
    /// The menus from left to right.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Play,
        Self::Exercises,
        Self::Kriegspiel,
        Self::Help,
    ];

    /// The menu's title.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Play => "Play",
            Self::Exercises => "Exercises",
            Self::Kriegspiel => "Kriegspiel",
            Self::Help => "Help",
        }
    }

    /// The place in the title of the letter that opens it with Alt.
    #[must_use]
    pub const fn letter_at(self) -> usize {
        match self {
            // The first letter is that of another menu.
            Self::Exercises => 1,
            _ => 0,
        }
    }
}

/// Whether a command can be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// It can.
    Yes,
    /// It cannot, and it is plain to see why.
    No,
    /// It cannot, for this reason, which is a sentence.
    Because(&'static str),
}

impl Enabled {
    /// [`Enabled::Yes`] where `is`, else [`Enabled::No`].
    #[must_use]
    pub const fn when(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }
}

/// What a command does.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// It changes the state alone.
    Change(for<'a, 'b> fn(&'a mut Cx<'b>)),
    /// It is this action.
    Act(fn() -> Action),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// Which command.
    pub command: Command,
    /// The word that stands for it in the settings. It never changes, whatever becomes of the name.
    pub id: &'static str,
    /// Its name, in sentence case; `…` where a dialog follows.
    pub name: &'static str,
    /// Other words that a person may look for.
    pub words: &'static str,
    /// The menu that it stands in.
    pub menu: Menu,
    /// Whether a line is drawn above it in its menu.
    pub line_above: bool,
    /// Its key.
    pub key: Option<Shortcut>,
    /// Whether it is about the boards, so that it does nothing where they are not seen.
    pub of_boards: bool,
    /// Whether it can change the record.
    pub changes_record: bool,
    /// Whether it can be done now.
    pub enabled: fn(&State) -> Enabled,
    /// Whether what it switches is on; `None` where it is no switch.
    pub on: Option<fn(&State) -> bool>,
    /// What it does.
    pub run: Run,
}

impl CommandInfo {
    /// The row of a command without a key.
    pub(super) const fn new(
        (command, id, name): (Command, &'static str, &'static str),
        enabled: fn(&State) -> Enabled,
        run: Run,
    ) -> Self {
        Self {
            command,
            id,
            name,
            words: "",
            menu: Menu::File,
            line_above: false,
            key: None,
            of_boards: false,
            changes_record: false,
            enabled,
            on: None,
            run,
        }
    }

    /// The row in its menu. What the Play menu holds is about the boards.
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

    pub(super) const fn words(mut self, words: &'static str) -> Self {
        self.words = words;
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
    /// The command's row.
    #[must_use]
    pub fn info(self) -> &'static CommandInfo {
        COMMANDS.iter().find(|info| info.command == self).unwrap_or(&COMMANDS[0])
    }
}

/// Whether `command` would do anything now.
#[must_use]
pub fn can(state: &State, command: Command) -> bool {
    enabled(state, command) == Enabled::Yes
}

fn enabled(state: &State, command: Command) -> Enabled {
    match state.exercise() {
        Some(_) => exercises::enabled_in_exercise(state, command),
        None => (command.info().enabled)(state),
    }
}

/// Why `command` cannot be done now, as a sentence; `None` where it can be, or where that is plain to see.
#[must_use]
pub fn why_not(state: &State, command: Command) -> Option<&'static str> {
    match enabled(state, command) {
        Enabled::Because(why) => Some(why),
        Enabled::Yes | Enabled::No => None,
    }
}

/// Whether what `command` switches is on; `None` where it is no switch.
#[must_use]
pub fn is_on(state: &State, command: Command) -> Option<bool> {
    command.info().on.map(|on| on(state))
}
