//! The Edit menu: changes of the match, and the clipboard.

use super::{
    Command, CommandInfo, Enabled, Run, always, command, in_variation, notes, notes_of_ply, open,
    row, with_match,
};
use crate::{
    app::{
        Dialog, Effect, Field, Focus, GLYPHS, Panel, SettingsPage, kriegspiel, library, notes,
        playback,
    },
    document::DocumentEdit,
    timeline::Command as Play,
};

/// The reason why arrows and circles cannot be saved in a game of Kriegspiel.
const MARKS: &str = "Arrows and circles can’t be saved in a game of Kriegspiel.";

/// A row for the glyph with the index `$place`, also the number in its id.
macro_rules! glyph {
    ($place:literal, $id:literal, $name:literal, $key:literal, $words:literal) => {
        row(
            Command::Glyph($place),
            $id,
            $name,
            |state| match notes_of_ply(state) {
                Enabled::No => in_variation(state),
                other => other,
            },
            Run::Change(|cx| notes::toggle_glyph(cx, GLYPHS[$place])),
        )
        .key($key)
        .words($words)
        .of_boards()
        .changes_record()
    };
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    command!(
        Undo,
        "Undo",
        |state| Enabled::when(library::undo_names(state).0.is_some()),
        Run::Change(library::undo),
    )
    .ctrl("Z")
    .words("take back revert")
    .changes_record(),
    command!(
        Redo,
        "Redo",
        |state| Enabled::when(library::undo_names(state).1.is_some()),
        Run::Change(library::redo),
    )
    .ctrl_shift("Z")
    .words("repeat again")
    .changes_record(),
    glyph!(0, "Glyph(0)", "Annotate !", "1", "good move glyph").line_above(),
    glyph!(1, "Glyph(1)", "Annotate ?", "2", "mistake bad move glyph"),
    glyph!(2, "Glyph(2)", "Annotate !!", "3", "brilliant move glyph"),
    glyph!(3, "Glyph(3)", "Annotate ??", "4", "blunder move glyph"),
    glyph!(4, "Glyph(4)", "Annotate !?", "5", "interesting move glyph"),
    glyph!(5, "Glyph(5)", "Annotate ?!", "6", "dubious move glyph"),
    command!(
        EditComment,
        "Comment on this move",
        notes,
        Run::Change(|cx| {
            playback::play(cx, Play::Pause);
            let fields = matches!(cx.shell.panel, Panel::Moves | Panel::Notes);
            cx.show_panel(if fields { cx.shell.panel } else { Panel::Notes });
            let field = notes::comment_fields(cx).into_iter().next();
            cx.shell.focus = Some(Focus::Field(field.unwrap_or(Field::Comment(0))));
        }),
    )
    .key("Enter")
    .words("note text annotate write")
    .of_boards()
    .changes_record(),
    command!(
        ToggleDiagram,
        "Insert diagram",
        |state| match in_variation(state) {
            Enabled::Yes => {
                Enabled::Because("Diagrams can only follow moves of the match, not of a variation.")
            }
            _ => notes(state),
        },
        Run::Change(|cx| {
            notes::edit(
                cx,
                &DocumentEdit::Diagram { moment: cx.moment(), on: !notes::has_diagram(cx) },
            );
        }),
    )
    .key("D")
    .words("board picture note")
    .on(|state| notes::has_diagram(state))
    .of_boards()
    .changes_record(),
    command!(
        DeleteFrom,
        "Delete from here",
        |state| match notes_of_ply(state) {
            Enabled::No => in_variation(state),
            other => other,
        },
        Run::Change(playback::delete_from_here),
    )
    .words("remove moves ply follows truncate")
    .of_boards()
    .changes_record(),
    row(
        Command::RecordMoves,
        "Enter",
        "Record moves",
        notes,
        Run::Change(playback::toggle_entering),
    )
    .key("E")
    .words("enter moves into the record write add")
    .on(|state| match state.game() {
        Some(_) => kriegspiel::enters_game(state),
        None => state.file().is_some_and(|file| file.entering),
    })
    .line_above()
    .of_boards(),
    command!(
        KeepMarks,
        "Save arrows and circles",
        |state| match with_match(state, MARKS) {
            Enabled::Yes => Enabled::when(!state.marks().is_empty()),
            other => other,
        },
        Run::Change(playback::save_marks),
    )
    .words("marks keep drawings cal csl")
    .line_above()
    .of_boards()
    .changes_record(),
    command!(
        DeleteKeptMarks,
        "Remove saved arrows and circles",
        |state| Enabled::when(!playback::saved_marks(state).is_empty()),
        Run::Change(playback::delete_saved_marks),
    )
    .words("marks delete drawings kept")
    .of_boards()
    .changes_record(),
    command!(
        Settings,
        "Settings…",
        always,
        Run::Change(|cx| {
            cx.shell.dialog = Some(Dialog::Settings(SettingsPage::default(), None));
        }),
    )
    .ctrl("Comma")
    .words("options preferences configure shortcuts appearance")
    .line_above(),
    command!(CopyPosition, "Copy position", open, Run::Change(|cx| playback::copy(cx, false)),)
        .ctrl("C")
        .words("bfen fen clipboard board")
        .line_above(),
    command!(
        CopyFenTag,
        "Copy position with clocks (FEN tag)",
        |state| with_match(state, "A game of Kriegspiel has no clocks. Use Copy position instead."),
        Run::Change(|cx| playback::copy(cx, true)),
    )
    .words("clipboard set up"),
    command!(CopyLink, "Copy link", open, Run::Change(playback::copy_link))
        .words("share address url web browser page"),
    command!(
        Paste,
        "Paste position or match",
        always,
        Run::Change(|cx| cx.run(Effect::AskForClipboard)),
    )
    .ctrl("V")
    .words("clipboard fen bfen open"),
];
