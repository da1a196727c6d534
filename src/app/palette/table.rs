//! The command table, from which menus, shortcuts, tooltips, the command search and the list of keys are built.
//!
//! Each menu lists its rows in order. A row has the command, its name, its properties in brackets (fields of
//! [`CommandInfo`], without a value for `true`), the condition for its availability after `if`, and the function that
//! runs the command after `=>`. The function takes a `Cx`; `open` stands for opening a dialog, `send` for sending an
//! action. The id in the settings is the command's name unless `as` gives another id. Rows that begin with `:switch`,
//! `:panel`, `:glyph` or `:guide` toggle a setting, show a panel, toggle a glyph, or open a page of the help. A panel without a key has the number of its
//! tab.

use super::{CommandInfo, Enabled, Shortcut, conditions::*, find::GO_TO, run};
use crate::{
    app::{
        Center, DeferredAction, Dialog, Effect, EngineAction, Guide, ImportingAction, JobKind,
        MistakeDirection, Opposition, Panel, ReportForm, ReviewAction, Sample, SaveTarget,
        SavingAction, SearchAction, SettingsAction, SettingsPage, Side, State, Switch, TabsAction,
        WindowEffect, analysis, guard, kriegspiel, library, new_match, notes, pictures, playback,
        puzzles, review, saving, tabs,
    },
    diagram::PictureFormat,
    document::VariationEdit,
    formats::FileFormat,
    notation::GLYPHS,
    platform,
    rules::{BoardId, Color},
    timeline::{PlayheadCommand as Play, Repeat},
};

const WHITE: Side = Side::Seat(Color::White);
const BLACK: Side = Side::Seat(Color::Black);

const fn plain(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: false, shift: false, key })
}

const fn ctrl(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: true, shift: false, key })
}

const fn shift(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: false, shift: true, key })
}

const fn ctrl_shift(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: true, shift: true, key })
}

/// Returns the default shortcut of a command whose shortcut on the desktop browsers reserve for themselves.
const fn on_desktop(desktop: Option<Shortcut>, browser: Option<Shortcut>) -> Option<Shortcut> {
    if platform::HAS_ALL_SHORTCUTS { desktop } else { browser }
}

/// Evaluates a condition of the table, which returns an [`Enabled`] or a `bool`.
fn check<E: Into<Enabled>>(condition: fn(&State) -> E, state: &State) -> Enabled {
    condition(state).into()
}

macro_rules! row {
    ($menu:ident :switch $switch:ident $name:literal [$($fields:tt)*] $($rest:tt)*) => {
        row!($menu @ (Command::Switch(Switch::$switch), stringify!($switch), $name)
            [$($fields)*, on Some(|state| Switch::$switch.is_on(&state.settings))]
            $($rest)* => send SettingsAction::Toggle(Switch::$switch))
    };
    ($menu:ident :panel $panel:ident $name:literal $fields:tt if $condition:expr) => {
        row!($menu :panel $panel $name $fields if $condition => |cx| cx.show_panel(Panel::$panel))
    };
    ($menu:ident :panel $panel:ident $name:literal $($rest:tt)*) => {
        row!($menu @ (Command::Show(Panel::$panel), concat!("Show", stringify!($panel)), $name)
            $($rest)*)
    };
    ($menu:ident :glyph $place:literal $name:literal [$($fields:tt)*]) => {
        row!($menu @ (Command::Glyph($place), concat!("Glyph(", $place, ")"), $name)
            [$($fields)*, of_boards, changes_record]
            if notes_of_any_ply => |cx| notes::toggle_glyph(cx, GLYPHS[$place]))
    };
    ($menu:ident :guide $guide:ident $name:literal $fields:tt) => {
        row!($menu @ (Command::Guide(Guide::$guide), concat!("About", stringify!($guide)), $name)
            $fields => open Dialog::Guide(Guide::$guide))
    };
    ($menu:ident $command:ident as $id:literal $name:literal $($rest:tt)*) => {
        row!($menu @ (Command::$command, $id, $name) $($rest)*)
    };
    ($menu:ident $command:ident $name:literal $($rest:tt)*) => {
        row!($menu @ (Command::$command, stringify!($command), $name) $($rest)*)
    };
    ($menu:ident @ ($command:expr, $id:expr, $name:literal)
        [$($field:ident $($value:expr)?),*] $(if $condition:expr)? => $($run:tt)*) => {
        CommandInfo {
            command: $command,
            id: $id,
            name: $name,
            $($field: row!(@value $($value)?),)*
            enabled: |state| check(row!(@if $($condition)?), state),
            run: row!(@run $($run)*),
            ..CommandInfo::in_menu(Menu::$menu)
        }
    };
    (@value) => { true };
    (@value $value:expr) => { $value };
    (@if) => { always };
    (@if $condition:expr) => { $condition };
    (@run open $dialog:expr) => { |cx| cx.open_dialog($dialog) };
    (@run send $action:expr) => { |cx| cx.request($action) };
    (@run $run:expr) => { $run };
}

macro_rules! commands {
    ($($(#[$doc:meta])* $menu:ident {
        $(($($command:ident $(as $id:literal)?)? $(:$kind:ident $of:tt)? $name:literal $($rest:tt)*))*
    })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Menu {
            $($(#[$doc])* $menu,)*
        }

        impl Menu {
            /// The menus from left to right.
            pub const ALL: [Self; 8] = [$(Self::$menu,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$menu => stringify!($menu),)*
                }
            }
        }

        /// A command, available by menu, shortcut or name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $($($($command,)?)*)*
            Glyph(u8),
            Guide(Guide),
            Show(Panel),
            Switch(Switch),
        }

        /// The commands in menu order.
        pub static COMMANDS: &[CommandInfo] = &[
            $($(row!($menu $($command $(as $id)?)? $(:$kind $of)? $name $($rest)*),)*)*
        ];
    };
}

commands! {
    /// Files and matches.
    File {
        (NewMatch "New match" [key on_desktop(ctrl("N"), plain("Insert")), words "create begin enter game empty board blank set up"]
            => |cx| new_match::open_new_match_dialog(cx, None))
        (NewFromPosition "New match from this position" [words "create begin setup fen"]
            if |state| with_match(state, "A bughouse match needs two boards; a game of Kriegspiel has one.")
            => run::new_match_from_position)
        (Open "Open…" [key ctrl("O"), words "load file bpgn pgn bgn"] => |cx| cx.run(Effect::AskForFile))
        (OpenFolder "Open folder…" [words "load directory files"] => |cx| cx.run(Effect::AskForFolder))
        // The id dates from a dialog that took only paths.
        (Import as "OpenPath" "Import…"
            [key ctrl("I"), words "download fetch chess.com pychess link url address number player load path paste"]
            => send ImportingAction::OpenDialog)
        (UpdateMatches "Get my new chess.com matches" [words "chess.com download fetch player name library"]
            => send ImportingAction::UpdateMatches)
        (OpenSample "Sample match" [words "open example demo try"] => |cx| tabs::open_new(cx, DeferredAction::Sample(Sample::Match)))
        (OpenSampleMate "Sample with a missed mate" [words "open example demo try sit report"]
            => |cx| tabs::open_new(cx, DeferredAction::Sample(Sample::MissedMate)))
        (StopReading "Stop loading" [words "cancel abort reading"]
            if is_loading => library::stop_reading)
        (Reload "Reload" [key on_desktop(plain("F5"), None), words "refresh revert changed on disk again"]
            if |state| library::can_reload(state) => |cx| guard::guarded(cx, DeferredAction::Reload))
        (CloseFile "Close file" [key on_desktop(ctrl("W"), ctrl_shift("X")), words "shut leave folder start page tab"]
            if |state| state.library.file().is_some() || state.tabs.count() > 1
            => |cx| guard::guarded(cx, DeferredAction::Close))
        (NewTab "New tab" [key on_desktop(ctrl_shift("T"), None), words "several matches open another window"]
            => send TabsAction::New)
        (OpenInNewTab "Open match in new tab" [key ctrl("Enter"), words "several matches beside another window", is_not_in_menu]
            if can_split => send TabsAction::Split)
        (NextTab "Next tab"
            [key on_desktop(ctrl("PageDown"), None), words "switch match window", is_not_in_menu, repeats]
            if several_tabs => send TabsAction::Next)
        (PreviousTab "Previous tab"
            [key on_desktop(ctrl("PageUp"), None), words "switch match window", is_not_in_menu, repeats]
            if several_tabs => send TabsAction::Previous)
        (RestoreDiscarded "Restore discarded changes…" [words "recover undo discard lost unsaved closed"]
            if |state| !state.saving.discarded.is_empty() => open Dialog::Recover)
        (Save "Save" [key ctrl("S"), words "write store", line_above] if open => send SavingAction::Save)
        (SaveAs "Save as…" [key ctrl_shift("S"), words "write store rename"]
            if open => |cx| saving::prompt_path(cx, SaveTarget::File))
        (SaveMatch "Save a copy of this match…" [words "export write game"]
            if open => |cx| saving::prompt_path(cx, SaveTarget::Match))
        (ExportMatches "Export listed matches…" [words "save csv bgn table filtered list"]
            if file => |cx| saving::prompt_path(cx, SaveTarget::Matches))
        (AppendMatch "Append match to file…" [words "add collect save game"]
            if open => |cx| saving::prompt_path(cx, SaveTarget::Append))
        (:switch KeepBackup "Keep a backup when saving" [words "former version copy safe"])
        (:switch Downloads "Allow downloads from chess.com"
            [words "network internet online offline import fetch privacy"])
        (:switch Updates "Look for new versions once a day"
            [words "update upgrade release network internet", is_not_in_menu] if updates)
        (:switch ImportChat "Import chat as comments" [words "pychess messages talk", is_not_in_menu])
        (Share "Share…" [words "send link give friend partner web page publish", line_above]
            if open => open Dialog::Share)
        (ExportPage "Replay page…" [words "share export html web browser send", is_not_in_menu]
            if open => |cx| pictures::open_export_dialog(cx, FileFormat::Page))
        (ExportAnimation "Animation…" [words "share export gif film send", is_not_in_menu]
            if open => |cx| pictures::open_export_dialog(cx, FileFormat::Animation))
        (Export "Export…"
            [key ctrl("E"),
                words "picture image diagram save png svg pdf gif animation page html text columns bgn"]
            if open => |cx| pictures::open_export_dialog(cx, FileFormat::Picture(PictureFormat::Png)))
        (Print "Print…" [key ctrl("P"), words "paper page pdf"] if open => |cx| pictures::open_export_dialog(cx, FileFormat::Print))
        (ExportReferee "Export referee’s view…" [words "save kriegspiel umpire as"]
            if |state| kriegspiel::has_side(state, Side::Referee)
            => |cx| saving::prompt_path(cx, SaveTarget::Heard(Side::Referee)))
        (ExportWhite "Export White’s view…" [words "save kriegspiel as heard"]
            if |state| kriegspiel::has_side(state, WHITE)
            => |cx| saving::prompt_path(cx, SaveTarget::Heard(WHITE)))
        (ExportBlack "Export Black’s view…" [words "save kriegspiel as heard"]
            if |state| kriegspiel::has_side(state, BLACK)
            => |cx| saving::prompt_path(cx, SaveTarget::Heard(BLACK)))
        (NextMatch "Next match" [key plain("PageDown"), words "following game record", line_above, of_boards, repeats]
            if file => |cx| library::step_match(cx, true))
        (PreviousMatch "Previous match" [key plain("PageUp"), words "game record before", of_boards, repeats]
            if file => |cx| library::step_match(cx, false))
        (Quit "Quit" [key ctrl("Q"), words "exit close leave", line_above]
            => |cx| guard::guarded(cx, DeferredAction::Quit))
    }
    /// Editing the match, and the clipboard.
    Edit {
        (Undo "Undo" [key ctrl("Z"), words "take back revert", changes_record, repeats]
            if |state| library::undo_names(state).0.is_some() => library::undo)
        (Redo "Redo" [key ctrl_shift("Z"), words "repeat again", changes_record, repeats]
            if |state| library::undo_names(state).1.is_some() => library::redo)
        (:glyph 0 "Annotate !" [key plain("1"), words "good move glyph", line_above])
        (:glyph 1 "Annotate ?" [key plain("2"), words "mistake bad move glyph"])
        (:glyph 2 "Annotate !!" [key plain("3"), words "brilliant move glyph"])
        (:glyph 3 "Annotate ??" [key plain("4"), words "blunder move glyph"])
        (:glyph 4 "Annotate !?" [key plain("5"), words "interesting move glyph"])
        (:glyph 5 "Annotate ?!" [key plain("6"), words "dubious move glyph"])
        (EditComment "Comment on this move"
            [key plain("Enter"), words "note text annotate write", of_boards, changes_record]
            if notes => run::comment_on_move)
        (ToggleDiagram "Insert diagram"
            [key plain("D"), words "board picture note",
                on Some(|state| notes::has_diagram(state)), of_boards, changes_record]
            if notes => run::toggle_diagram)
        (DeleteFrom "Delete this and later moves" [words "remove moves ply follows truncate", of_boards, changes_record]
            if notes_of_any_ply => playback::delete_from_here)
        (CorrectResult "Correct result"
            [words "fix wrong contradicted winner tag mate board", changes_record]
            if contradicted => notes::correct_result)
        (RecordMoves as "Enter" "Record moves"
            [key plain("E"), words "enter moves into the record write add insert replace correct",
                on Some(records_moves), line_above, of_boards]
            if notes => playback::toggle_entering)
        (ScoreSheets "Enter score sheets…"
            [words "type moves scoresheet boards order insert add paper", of_boards]
            if appends => playback::open_sheets)
        (ClearMarks "Clear arrows and circles"
            [words "remove erase delete drawings marks cal csl", line_above, of_boards, changes_record]
            if |state| !state.marks().is_empty() => playback::clear_marks)
        (Settings "Settings…"
            [key ctrl("Comma"), words "options preferences configure shortcuts appearance", line_above]
            => open Dialog::Settings(SettingsPage::default(), None))
        (CopyPosition "Copy position" [key ctrl("C"), words "bfen fen clipboard board", line_above]
            if open => |cx| playback::copy(cx, false))
        (CopyFenTag "Copy position with clocks (FEN tag)" [words "clipboard set up"]
            if |state| with_match(state, "A game of Kriegspiel has no clocks. Use Copy position instead.")
            => |cx| playback::copy(cx, true))
        (CopyMatch "Copy match" [words "share text bpgn clipboard moves send"] if open => playback::copy_record)
        (CopyPicture "Copy picture" [words "share image diagram png clipboard boards send screenshot"]
            if open => pictures::copy_picture)
        (CopyLink "Copy link" [words "share address url web browser page"] if has_link_page => playback::copy_link)
        (Paste "Paste position or match" [key ctrl("V"), words "clipboard fen bfen open"]
            => |cx| cx.run(WindowEffect::AskForClipboard))
    }
    /// Display options.
    View {
        (:switch ToggleSide "Side panel" [key ctrl("B"), words "hide show sidebar moves notes"])
        (:panel Moves "Moves" [words "list panel tab announcements"] if open)
        (:panel Notes "Notes" [words "comments annotations panel tab"] if open)
        (:panel Tags "Tags" [words "players names ratings event date header panel tab"] if open)
        (:panel Issues "Issues" [words "problems errors warnings panel tab"] if open)
        (:panel Text "Text" [words "source bpgn raw panel tab"] if open)
        (:panel Search "Search listed matches"
            [key ctrl_shift("F"), words "find all position openings players tab"]
            if file => send SearchAction::Focus)
        (NextResult "Next search result" [key plain("F3"), words "find again hit moment forward", repeats]
            if |state| with_hits(state, "Run a search first.") => send SearchAction::NextHit)
        (PreviousResult "Previous search result" [key shift("F3"), words "find again hit moment back", repeats]
            if |state| with_hits(state, "Run a search first.") => send SearchAction::PreviousHit)
        (ToggleMatches "Match list"
            [key ctrl("M"), words "hide show games records drawer", on Some(|state| state.shell.matches)]
            if file => |cx| cx.show_matches(!cx.shell.matches))
        (Table "Match table"
            [key on_desktop(ctrl("T"), ctrl_shift("L")), words "sort columns games records",
                on Some(|state| state.shell.center == Center::Table)]
            if file => run::toggle_table)
        (FilterMatches "Filter matches" [key ctrl("F"), words "find player search list"]
            if file => run::filter_matches)
        (FullScreen "Full screen"
            [key plain("F11"), words "maximize window fill projector beamer presentation", line_above]
            => |cx| cx.run(WindowEffect::FullScreen))
        (Flip "Flip boards"
            [key plain("F"), words "rotate turn around upside down",
                on Some(|state| state.shell.flipped), of_boards]
            => |cx| cx.flip(!cx.shell.flipped))
        // A game of Kriegspiel has one board.
        (:switch SwitchBoards "Switch boards"
            [key plain("X"), words "swap left right exchange", of_boards] if |state| state.game().is_none())
        (:switch HighContrast "High contrast" [words "accessibility bold colours readable"])
        (:switch Motion "Animate pieces" [words "moving animation motion"])
        (:switch NextArrows "Next-move arrows" [words "variation branch choice line hints draw"])
        (:switch Coordinates "Coordinates" [words "letters numbers files ranks"])
        (:switch MoveClocks "Clocks beside moves" [words "times list"])
        (:switch Figurines "Figurines in move list" [words "pieces letters notation"])
        (:switch HideResults "Hide results until watched" [words "spoilers winner score replay watch"])
        (:switch Tenths "Tenths of a second below 20 s" [words "clock seconds"])
        (:switch DiagonalsChart "Diagonals chart"
            [words "plot graph curve clocks lead time timeline hide show", line_above])
        (:switch ProbabilityChart "Win probability chart"
            [words "plot graph curve estimate review engine evaluation timeline hide show"])
        (NextRegion "Next area of the window"
            [key plain("F6"), words "focus region pane keyboard", is_not_in_menu, repeats]
            => |cx| cx.run(WindowEffect::NextRegion))
        (PreviousRegion "Previous area of the window"
            [key shift("F6"), words "focus region pane keyboard", is_not_in_menu, repeats]
            => |cx| cx.run(WindowEffect::PreviousRegion))
        (OpenMenus "Open menu bar" [key plain("F10"), words "menu bar keyboard alt", is_not_in_menu]
            => |cx| cx.run(WindowEffect::OpenMenus))
    }
    Play {
        (PlayPause "Play/pause" [key plain("Space"), words "start stop replay watch"]
            if with_clocks => |cx| cx.play(Play::Toggle))
        (StepForward "Next move" [key plain("ArrowRight"), words "ply forward step", line_above, repeats]
            if open => |cx| playback::step(cx, true))
        (ChooseVariation "Choose next move…" [key ctrl("ArrowRight"), words "variation branch line"]
            if choices => playback::choose_variation)
        (SelectNext "Select next variation"
            [key shift("ArrowDown"), words "choose branch line cycle", is_not_in_menu, repeats]
            if has_branch => |cx| playback::select_choice(cx, true))
        (SelectPrevious "Select previous variation"
            [key shift("ArrowUp"), words "choose branch line cycle", is_not_in_menu, repeats]
            if has_branch => |cx| playback::select_choice(cx, false))
        (StepBack "Previous move" [key plain("ArrowLeft"), words "ply back step", repeats]
            if open => |cx| playback::step(cx, false))
        (BoardForward "Next move on this board" [key shift("ArrowRight"), words "ply forward step", repeats]
            if open => |cx| playback::step_board(cx, true))
        (BoardBack "Previous move on this board" [key shift("ArrowLeft"), words "ply back step", repeats]
            if open => |cx| playback::step_board(cx, false))
        (RowDown "Next row in move list" [key plain("ArrowDown"), words "ply forward step", repeats]
            if open => |cx| playback::step_row(cx, true))
        (RowUp "Previous row in move list" [key plain("ArrowUp"), words "ply back step", repeats]
            if open => |cx| playback::step_row(cx, false))
        (Start "Go to start" [key plain("Home"), words "first beginning go to"]
            if open => |cx| cx.play(Play::Start))
        (End "Go to end" [key plain("End"), words "last go to"] if open => |cx| cx.play(Play::End))
        (GoToMove "Go to move…" [words "jump ply number"]
            if open => open Dialog::Palette(GO_TO.to_owned(), 0))
        (Faster "Faster" [key plain("CloseBracket"), words "speed up", line_above, repeats]
            if a_match => |cx| playback::run(cx, Play::Faster))
        (Slower "Slower" [key plain("OpenBracket"), words "speed down", repeats]
            if a_match => |cx| playback::run(cx, Play::Slower))
        (SkipWaits "Skip idle time"
            [key plain("K"), words "waits long thinks sits cut", on Some(|state| state.playhead().skips_waits())]
            if a_match => |cx| playback::run(cx, Play::SkipWaits(!cx.playhead().skips_waits())))
        (Loop "Set loop start/end"
            [key plain("L"), words "repeat again mark", on Some(|state| state.playhead().repeat() != Repeat::None)]
            if a_match => |cx| cx.play(Play::Loop))
        (NextMistake "Next mistake" [key plain("J"), words "blunder review turning point forward", line_above, repeats]
            if reviewed => |cx| review::step_mistake(cx, MistakeDirection::Next))
        (PreviousMistake "Previous mistake" [key shift("J"), words "blunder review turning point back", repeats]
            if reviewed => |cx| review::step_mistake(cx, MistakeDirection::Previous))
        (:switch Sounds "Sounds" [words "audio mute noise hear moves drops flags", line_above, of_boards])
    }
    /// Engine, tactics, report and variations.
    Analysis {
        (:switch Engine "Engine" [words "computer analysis stockfish evaluation uci guess bar"])
        (:panel Engine "Engine lines" [words "computer analysis best moves panel tab"] if a_match)
        (AnalyseMatch "Analyse match" [words "engine computer curve mistakes blunders"]
            if |state| state.evaluates_positions() && !state.is_scoring() => send EngineAction::ScoreMatch)
        (StopAnalysis "Stop analysis" [words "engine computer curve"]
            if |state| state.is_scoring() => send EngineAction::StopScoring)
        (:switch Tactics "Tactics"
            [words "mates missed wanted piece threat danger diamonds analysis hints spoilers", line_above])
        (:switch TacticArrows "Tactics arrows" [words "draw mating moves analysis hints"])
        (:switch Flow "Piece flow" [words "curve way capture drop partner reserve arcs"])
        (Review "Review match"
            [key plain("A"), words "analyse estimate turning points mistakes what decided win probability accuracy", line_above]
            if can_review => |cx| review::start_review(cx))
        (StopReview "Stop review" [words "cancel estimate", is_not_in_menu]
            if |state| state.jobs.is_running(JobKind::Review) => send ReviewAction::Stop)
        (:switch OnlyMine "Only my mistakes" [words "review own player name mine", is_not_in_menu])
        (PlayFromHere "Play from here" [words "computer against opponents bot practice continue team"]
            if can_review => |cx| review::play_from_here(cx, Opposition::Team))
        (PlayWithPartner "Play from here with a partner" [words "computer bot practice continue one seat"]
            if can_review => |cx| review::play_from_here(cx, Opposition::TeamWithPartner))
        (StopPlaying "Stop playing" [words "computer bot end", is_not_in_menu]
            if |state| state.match_state().is_some_and(|open| open.playing.is_on()) => review::stop_playing)
        (:panel Report "Report" [words "missed mates played given analysis summary panel tab"]
            if |state| with_match(state, "Reports are only available for bughouse matches."))
        (Book "Book of mistakes"
            [key ctrl("9"), words "insights statistics blunders missed trend month theme partner my summary",
                on Some(|state| state.shell.center == Center::Book)]
            if file => |cx| run::toggle_center(cx, Center::Book))
        (ExportBook "Export book of mistakes…" [words "save print pdf csv json summary"]
            if has_book => |cx| saving::show_path_prompt(cx, SaveTarget::Book))
        (ReportAsComments "Add report as comments"
            [words "missed mates notes analysis write keep save", changes_record]
            if |state| analysis::can_write_report(state) => |cx| analysis::write_report(cx, ReportForm::Comments))
        (ReportAsGlyphs "Mark missed mates with ?"
            [words "annotation report mistakes analysis keep save", changes_record]
            if |state| analysis::can_write_report(state) => |cx| analysis::write_report(cx, ReportForm::Glyphs))
        (ReportAsVariations "Add missed wins as variations"
            [words "missed mates joint lines report mistakes analysis keep save", changes_record]
            if |state| analysis::can_write_report(state) => |cx| analysis::write_report(cx, ReportForm::Variations))
        (AddWinningLine "Add winning line as variation"
            [words "mate joint win tactics proof save", of_boards, changes_record]
            if |state| analysis::can_add_line(state, &BoardId::ALL)
            => |cx| analysis::add_visible_lines(cx, &BoardId::ALL))
        (PlayMove "Play move…" [key plain("M"), words "type san drop variation try", of_boards, line_above]
            if open => run::play_move)
        (CopyVariation as "CopyLine" "Copy variation" [words "line clipboard moves", of_boards]
            if in_variation => playback::copy_variation)
        (InsertVariation as "InsertLine" "Convert variation to comment"
            [words "line words text write", of_boards, changes_record]
            if in_variation => playback::insert_variation)
        (PromoteVariation "Promote variation" [words "line main first", changes_record, of_boards]
            if in_variation => |cx| playback::edit_variation(cx, VariationEdit::Promote))
        (VariationUp "Move variation up" [words "line order before", changes_record, of_boards]
            if |state| playback::has_variation_beside(state, false)
            => |cx| playback::edit_variation(cx, VariationEdit::MoveUp))
        (VariationDown "Move variation down" [words "line order behind after", changes_record, of_boards]
            if |state| playback::has_variation_beside(state, true)
            => |cx| playback::edit_variation(cx, VariationEdit::MoveDown))
        (DeleteVariation "Delete variation" [words "line remove", changes_record, of_boards]
            if in_variation => playback::delete_variation)
        (UnfoldAll "Expand all variations" [words "unfold open tree lines", of_boards]
            if has_variations => |cx| playback::fold_all(cx, false))
        (FoldAll "Collapse all variations" [words "fold close tree lines", of_boards]
            if has_variations => |cx| playback::fold_all(cx, true))
        (MergeVariations "Import variations…" [words "merge add paste join another file", changes_record, of_boards]
            if |state| with_match(state, "Variations can’t be imported into a game of Kriegspiel.")
            => run::import_variations)
        (LeaveVariation as "LeaveLine" "Back to main line"
            [key plain("Escape"), words "line leave variation match end put back", of_boards]
            if has_left_main_line => playback::leave_variation)
    }
    Puzzles {
        (PuzzlesOfMatch as "ExercisesOfMatch" "Puzzles from this match"
            [words "train exercises mate tactics practice"]
            if a_match => puzzles::puzzles_of_match)
        (PuzzlesOfList as "ExercisesOfList" "Puzzles from listed matches"
            [words "train exercises mate tactics practice list"]
            if lists_matches => puzzles::puzzles_of_list)
        (PuzzlesOfSearch as "ExercisesOfSearch" "Puzzles from search results"
            [words "train exercises mate tactics practice found"]
            if |state| with_hits(state, "Run a search first, such as missed-mate, mate-in:2 or wanted:N.")
            => send SearchAction::Puzzles)
        (PuzzleHint as "ExerciseHint" "Hint" [key plain("H"), words "help puzzle exercise clue", line_above]
            if more_hints => puzzles::puzzle_hint)
        (PuzzleAnswer as "ExerciseAnswer" "View solution"
            [key plain("V"), words "show answer puzzle exercise give up"]
            if unanswered => puzzles::puzzle_answer)
        (KeepPuzzle as "KeepExercise" "Save as variation" [words "line puzzle exercise keep store add"]
            if played => puzzles::save_puzzle)
        (ShowPuzzleMatch "Go to the match of this puzzle" [words "source origin link open position moment"]
            if has_match => puzzles::show_match_of_puzzle)
        (ResumePuzzles "Back to puzzles" [key plain("G"), words "resume continue return paused"]
            if |state| state.puzzles.paused.is_some() => puzzles::resume_puzzles)
        (NextPuzzle as "NextExercise" "Next puzzle" [key plain("N"), words "forward exercise", repeats]
            if |state| puzzle_beside(state, true) => |cx| puzzles::step_puzzle(cx, true))
        (PreviousPuzzle as "PreviousExercise" "Previous puzzle" [key plain("P"), words "back exercise", repeats]
            if |state| puzzle_beside(state, false) => |cx| puzzles::step_puzzle(cx, false))
        (SolutionForward "Step forward in solution" [words "line play through next branch", repeats]
            if solved => |cx| puzzles::step_solution(cx, true))
        (SolutionBack "Step back in solution" [words "line play through previous take back wrong", repeats]
            if in_round => |cx| puzzles::step_solution(cx, false))
        (ReviewDuePuzzles "Review due puzzles" [words "repeat spaced repetition failed again today", line_above]
            => puzzles::review_due)
        (PrintPuzzles "Print puzzle set…" [words "paper page sheet answers pdf class coach handout"]
            if |state| state.puzzle().is_some_and(|round| !round.set.is_empty()) => puzzles::open_sheet_dialog)
        (ExportPuzzles "Export puzzle set…" [words "save print sheet answers bpgn pdf json coach"]
            if |state| state.puzzle().is_some_and(|round| !round.set.is_empty()) => send SavingAction::AskForPath(SaveTarget::Puzzles))
        (ExportProgress "Export puzzle progress…" [words "save json results"]
            if |state| state.puzzles.progress.is_some() => puzzles::export_progress)
        (ImportProgress "Import puzzle progress…" [words "load json results"]
            => |cx| cx.run(Effect::AskForProgress))
        (LeavePuzzles as "LeaveExercises" "Leave puzzles"
            [words "end stop close exercises back to the match escape", line_above]
            if in_round => puzzles::step_back_in_puzzles)
    }
    // What is always available comes first, so that its place doesn’t depend on what is open.
    Kriegspiel {
        (NewGame "New game of Kriegspiel…" [words "create begin enter referee player"]
            => kriegspiel::open_new_game_dialog)
        (NewProblem "New problem…" [words "compose composer board set up twins position kriegspiel solution duals tries solve"]
            => kriegspiel::open_composer)
        (OpenSampleGame "Sample game" [words "open example demo kriegspiel referee"]
            => |cx| tabs::open_new(cx, DeferredAction::Sample(Sample::KriegspielGame)))
        (OpenSampleProblem "Sample problem" [words "open example demo kriegspiel puzzle"]
            => |cx| tabs::open_new(cx, DeferredAction::Sample(Sample::KriegspielProblem)))
        (AsReferee "Referee’s view"
            [key plain("R"), words "umpire view side all", on Some(|state| is_side(state, Side::Referee)), line_above]
            if a_game => |cx| kriegspiel::show_side(cx, Side::Referee))
        (AsWhite "White’s view" [key plain("W"), words "view side player", on Some(|state| is_side(state, WHITE))]
            if a_game => |cx| kriegspiel::show_side(cx, WHITE))
        (AsBlack "Black’s view" [key plain("B"), words "view side player", on Some(|state| is_side(state, BLACK))]
            if a_game => |cx| kriegspiel::show_side(cx, BLACK))
        (NextTry "Next try or move" [key plain("T"), words "attempt illegal forward", line_above, repeats]
            if a_game => |cx| kriegspiel::step_try(cx, true))
        (PreviousTry "Previous try or move" [key shift("T"), words "attempt illegal back", repeats]
            if a_game => |cx| kriegspiel::step_try(cx, false))
        (:panel Belief "Possible positions" [words "belief chances known panel tab", line_above]
            if a_game)
        (:panel Problem "Problem" [words "puzzle task panel tab"] if a_game)
        (Solve "Solve" [words "answer plan problem"]
            if is_problem => kriegspiel::solve)
        (EditProblem "Edit problem…"
            [words "compose composer board twins versions change kriegspiel keys solution duals tries solve", line_above]
            if editable_problem => kriegspiel::edit_problem)
        (MakeProblem "Create problem from here…" [words "make puzzle task moment position solve"]
            if |state| kriegspiel::new_problem(state).is_some() => kriegspiel::open_problem_dialog)
    }
    Help {
        (Palette "All commands…" [key ctrl("K"), words "palette find search by name"]
            => open Dialog::Palette(String::new(), 0))
        (Keys "Keyboard shortcuts" [words "keys keybindings help"] if with_keyboard => open Dialog::Guide(Guide::Keys))
        (Help "Help" [key plain("F1"), words "explain page what is this view"] => run::open_help)
        (:guide Bughouse "Bughouse" [words "rules help guide drop sit diagonal reserve", line_above])
        (:guide Replay "Replay, notes and variations" [words "help guide timeline boards comments edit record"])
        (:guide Analysis "Analysis and puzzles" [words "help guide tactics engine report diamonds arrows mates"])
        (:guide Kriegspiel "Kriegspiel: codes, possible positions, problems"
            [words "rules help guide announcements umpire referee"])
        (:guide Search "Search syntax" [words "help guide find searching query question filter"])
        (:guide Import "Importing matches"
            [words "help guide chess.com pychess download requests privacy network link player"])
        (:guide Formats "File formats" [words "help guide export extensions bpgn bgn pdf lossless"])
        (About "About Tandem" [words "version licence license credits", line_above]
            => open Dialog::About)
    }
}
