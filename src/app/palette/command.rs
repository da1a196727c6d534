//! Every command, once: menus, keys, tooltips and the palette are made from this table.

use crate::app::Switch;

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
    Enter,
    PlayMove,
    CopyLine,
    InsertLine,
    LeaveLine,
    DeleteFrom,
    ShowNotes,
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
    ShowMoves,
    ShowTags,
    ShowIssues,
    ShowText,
    ShowSearch,
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
    About,
    Export,
    Print,
    ClearMarks,
    AsReferee,
    AsWhite,
    AsBlack,
    NextTry,
    PreviousTry,
    ShowBelief,
    ShowProblem,
    Solve,
    ExportReferee,
    ExportWhite,
    ExportBlack,
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
    /// Games of Kriegspiel.
    Kriegspiel,
    /// Help.
    Help,
}

impl Menu {
    /// The menus from left to right.
    pub const ALL: [Self; 6] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Play,
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
            Self::Kriegspiel => "Kriegspiel",
            Self::Help => "Help",
        }
    }
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Whether Ctrl (or Command) is held.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The key's name: a letter, `ArrowLeft`, `Home`, `Space`, `OpenBracket`, `F1`.
    pub key: &'static str,
}

impl Shortcut {
    const fn plain(key: &'static str) -> Self {
        Self {
            ctrl: false,
            shift: false,
            key,
        }
    }

    const fn ctrl(key: &'static str) -> Self {
        Self {
            ctrl: true,
            shift: false,
            key,
        }
    }

    const fn shift(key: &'static str) -> Self {
        Self {
            ctrl: false,
            shift: true,
            key,
        }
    }

    const fn ctrl_shift(key: &'static str) -> Self {
        Self {
            ctrl: true,
            shift: true,
            key,
        }
    }

    /// As it is shown: `Ctrl+O`, `Shift+→`.
    #[must_use]
    pub fn text(self) -> String {
        let key = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "PageUp" => "Page Up",
            "PageDown" => "Page Down",
            "Comma" => ",",
            "Escape" => "Esc",
            key => key,
        };
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// Which command.
    pub command: Command,
    /// Its name, in sentence case; `…` where a dialog follows.
    pub name: &'static str,
    /// The menu that it stands in.
    pub menu: Menu,
    /// Whether a line is drawn above it in its menu.
    pub line_above: bool,
    /// Its key.
    pub key: Option<Shortcut>,
}

const fn row(
    command: Command,
    menu: Menu,
    name: &'static str,
    key: Option<Shortcut>,
) -> CommandInfo {
    CommandInfo {
        command,
        name,
        menu,
        line_above: false,
        key,
    }
}

const fn first(mut info: CommandInfo) -> CommandInfo {
    info.line_above = true;
    info
}

const fn key(name: &'static str) -> Option<Shortcut> {
    Some(Shortcut::plain(name))
}

const fn ctrl(name: &'static str) -> Option<Shortcut> {
    Some(Shortcut::ctrl(name))
}

const fn ctrl_shift(name: &'static str) -> Option<Shortcut> {
    Some(Shortcut::ctrl_shift(name))
}

const fn shift(name: &'static str) -> Option<Shortcut> {
    Some(Shortcut::shift(name))
}

/// The commands in the order of the menus.
pub const COMMANDS: &[CommandInfo] = &[
    row(Command::NewMatch, Menu::File, "New match", ctrl("N")),
    row(
        Command::NewFromPosition,
        Menu::File,
        "New match from this position",
        None,
    ),
    row(Command::Open, Menu::File, "Open…", ctrl("O")),
    row(Command::OpenFolder, Menu::File, "Open folder…", None),
    row(Command::OpenPath, Menu::File, "Open by path…", None),
    row(Command::StopReading, Menu::File, "Stop reading", None),
    first(row(Command::Save, Menu::File, "Save", ctrl("S"))),
    row(Command::SaveAs, Menu::File, "Save as…", ctrl_shift("S")),
    row(
        Command::SaveMatch,
        Menu::File,
        "Save a copy of this match…",
        None,
    ),
    row(
        Command::ExportMatches,
        Menu::File,
        "Export the matches that are listed…",
        None,
    ),
    row(
        Command::AppendMatch,
        Menu::File,
        "Append this match to a file…",
        None,
    ),
    row(
        Command::Switch(Switch::KeepBackup),
        Menu::File,
        "Keep the former version when saving",
        None,
    ),
    first(row(
        Command::Export,
        Menu::File,
        "Export a picture…",
        ctrl("E"),
    )),
    row(Command::Print, Menu::File, "Print…", ctrl("P")),
    row(
        Command::ExportReferee,
        Menu::File,
        "Export as the referee has it…",
        None,
    ),
    row(
        Command::ExportWhite,
        Menu::File,
        "Export as White heard it…",
        None,
    ),
    row(
        Command::ExportBlack,
        Menu::File,
        "Export as Black heard it…",
        None,
    ),
    first(row(
        Command::NextMatch,
        Menu::File,
        "Next match",
        key("PageDown"),
    )),
    row(
        Command::PreviousMatch,
        Menu::File,
        "Previous match",
        key("PageUp"),
    ),
    first(row(Command::Quit, Menu::File, "Quit", ctrl("Q"))),
    row(Command::Undo, Menu::Edit, "Undo", ctrl("Z")),
    row(Command::Redo, Menu::Edit, "Redo", ctrl_shift("Z")),
    first(row(Command::Glyph(0), Menu::Edit, "Annotate !", key("1"))),
    row(Command::Glyph(1), Menu::Edit, "Annotate ?", key("2")),
    row(Command::Glyph(2), Menu::Edit, "Annotate !!", key("3")),
    row(Command::Glyph(3), Menu::Edit, "Annotate ??", key("4")),
    row(Command::Glyph(4), Menu::Edit, "Annotate !?", key("5")),
    row(Command::Glyph(5), Menu::Edit, "Annotate ?!", key("6")),
    row(
        Command::EditComment,
        Menu::Edit,
        "Write a comment",
        key("Enter"),
    ),
    row(Command::ToggleDiagram, Menu::Edit, "Diagram here", key("D")),
    row(
        Command::DeleteFrom,
        Menu::Edit,
        "Delete this ply and what follows",
        None,
    ),
    first(row(
        Command::Enter,
        Menu::Edit,
        "Enter moves into the record",
        key("E"),
    )),
    row(Command::PlayMove, Menu::Edit, "Play a move…", key("M")),
    row(
        Command::InsertLine,
        Menu::Edit,
        "Insert line as comment",
        None,
    ),
    row(Command::CopyLine, Menu::Edit, "Copy line", None),
    row(Command::LeaveLine, Menu::Edit, "Leave line", key("Escape")),
    first(row(
        Command::Settings,
        Menu::Edit,
        "Settings…",
        ctrl("Comma"),
    )),
    first(row(
        Command::CopyPosition,
        Menu::Edit,
        "Copy position",
        ctrl("C"),
    )),
    row(
        Command::CopyFenTag,
        Menu::Edit,
        "Copy position with clocks, as a FEN tag",
        None,
    ),
    row(
        Command::Paste,
        Menu::Edit,
        "Paste position or match",
        ctrl("V"),
    ),
    row(
        Command::Switch(Switch::ToggleSide),
        Menu::View,
        "Side panel",
        ctrl("B"),
    ),
    row(Command::ShowMoves, Menu::View, "Moves", ctrl("1")),
    row(Command::ShowNotes, Menu::View, "Notes", ctrl("2")),
    row(Command::ShowTags, Menu::View, "Tags", ctrl("3")),
    row(Command::ShowIssues, Menu::View, "Issues", ctrl("4")),
    row(Command::ShowText, Menu::View, "Text", ctrl("5")),
    row(
        Command::ShowSearch,
        Menu::View,
        "Search in all matches",
        ctrl_shift("F"),
    ),
    row(
        Command::ToggleMatches,
        Menu::View,
        "List of matches",
        ctrl("M"),
    ),
    row(Command::Table, Menu::View, "Table of matches", ctrl("T")),
    row(
        Command::FilterMatches,
        Menu::View,
        "Filter matches",
        ctrl("F"),
    ),
    first(row(
        Command::Switch(Switch::Flip),
        Menu::View,
        "Flip boards",
        key("F"),
    )),
    row(
        Command::Switch(Switch::SwitchBoards),
        Menu::View,
        "Switch boards",
        key("X"),
    ),
    row(
        Command::Switch(Switch::Motion),
        Menu::View,
        "Moving pieces",
        None,
    ),
    row(
        Command::ClearMarks,
        Menu::View,
        "Clear arrows and circles",
        None,
    ),
    row(
        Command::Switch(Switch::Coordinates),
        Menu::View,
        "Coordinates",
        None,
    ),
    row(
        Command::Switch(Switch::MoveClocks),
        Menu::View,
        "Clocks beside moves",
        None,
    ),
    row(
        Command::Switch(Switch::Figurines),
        Menu::View,
        "Figurines in the moves",
        None,
    ),
    row(
        Command::Switch(Switch::Tenths),
        Menu::View,
        "Tenths under 20 s",
        None,
    ),
    row(
        Command::PlayPause,
        Menu::Play,
        "Play or pause",
        key("Space"),
    ),
    first(row(
        Command::StepForward,
        Menu::Play,
        "Next ply",
        key("ArrowRight"),
    )),
    row(
        Command::StepBack,
        Menu::Play,
        "Previous ply",
        key("ArrowLeft"),
    ),
    row(
        Command::BoardForward,
        Menu::Play,
        "Next ply on this board",
        shift("ArrowRight"),
    ),
    row(
        Command::BoardBack,
        Menu::Play,
        "Previous ply on this board",
        shift("ArrowLeft"),
    ),
    row(Command::RowDown, Menu::Play, "Next row", key("ArrowDown")),
    row(Command::RowUp, Menu::Play, "Previous row", key("ArrowUp")),
    row(Command::Start, Menu::Play, "Start", key("Home")),
    row(Command::End, Menu::Play, "End", key("End")),
    first(row(
        Command::Faster,
        Menu::Play,
        "Faster",
        key("CloseBracket"),
    )),
    row(Command::Slower, Menu::Play, "Slower", key("OpenBracket")),
    row(Command::SkipWaits, Menu::Play, "Skip long thinks", key("K")),
    row(
        Command::Loop,
        Menu::Play,
        "Loop: mark the start, the end, or none",
        key("L"),
    ),
    first(row(
        Command::Switch(Switch::Sounds),
        Menu::Play,
        "Sounds of moves, drops and flags",
        None,
    )),
    row(
        Command::AsReferee,
        Menu::Kriegspiel,
        "As the referee sees it",
        key("R"),
    ),
    row(
        Command::AsWhite,
        Menu::Kriegspiel,
        "As White heard it",
        key("W"),
    ),
    row(
        Command::AsBlack,
        Menu::Kriegspiel,
        "As Black heard it",
        key("B"),
    ),
    first(row(
        Command::NextTry,
        Menu::Kriegspiel,
        "Next try or ply",
        key("T"),
    )),
    row(
        Command::PreviousTry,
        Menu::Kriegspiel,
        "Previous try or ply",
        shift("T"),
    ),
    first(row(
        Command::ShowBelief,
        Menu::Kriegspiel,
        "What can be known",
        ctrl("6"),
    )),
    row(Command::ShowProblem, Menu::Kriegspiel, "Problem", ctrl("7")),
    row(Command::Solve, Menu::Kriegspiel, "Solve", None),
    row(Command::Palette, Menu::Help, "All commands…", ctrl("K")),
    row(Command::Keys, Menu::Help, "Keys", key("F1")),
    first(row(Command::About, Menu::Help, "About Tandem", None)),
];

impl Command {
    /// Whether it needs two boards, clocks, or moves that can be entered, which a game of Kriegspiel has not.
    #[must_use]
    pub const fn is_of_match(self) -> bool {
        matches!(
            self,
            Self::NewFromPosition
                | Self::Export
                | Self::Print
                | Self::Glyph(_)
                | Self::ToggleDiagram
                | Self::DeleteFrom
                | Self::Enter
                | Self::PlayMove
                | Self::CopyFenTag
                | Self::Switch(Switch::SwitchBoards)
                | Self::PlayPause
                | Self::Faster
                | Self::Slower
                | Self::SkipWaits
                | Self::Loop
        )
    }

    /// Whether it belongs to games of Kriegspiel alone.
    #[must_use]
    pub const fn is_of_game(self) -> bool {
        matches!(
            self,
            Self::AsReferee
                | Self::AsWhite
                | Self::AsBlack
                | Self::NextTry
                | Self::PreviousTry
                | Self::ShowBelief
                | Self::ShowProblem
                | Self::Solve
                | Self::ExportReferee
                | Self::ExportWhite
                | Self::ExportBlack
        )
    }

    /// Whether it is about the boards, so that it does nothing where they are not seen.
    #[must_use]
    pub fn is_of_boards(self) -> bool {
        let of_boards = matches!(
            self,
            Self::NextMatch
                | Self::PreviousMatch
                | Self::Glyph(_)
                | Self::EditComment
                | Self::ToggleDiagram
                | Self::DeleteFrom
                | Self::Enter
                | Self::PlayMove
                | Self::InsertLine
                | Self::CopyLine
                | Self::LeaveLine
                | Self::ClearMarks
                | Self::Switch(Switch::Flip | Switch::SwitchBoards)
        );
        of_boards || self.info().menu == Menu::Play
    }

    /// The command's row.
    #[must_use]
    pub fn info(self) -> &'static CommandInfo {
        COMMANDS
            .iter()
            .find(|info| info.command == self)
            .unwrap_or(&COMMANDS[0])
    }
}
