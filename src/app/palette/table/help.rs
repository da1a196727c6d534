//! The Help menu.

use super::{CommandInfo, Run, always, command};
use crate::app::{Dialog, Guide, Panel, Session};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    command!(
        Palette,
        "All commands…",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Palette(String::new(), 0))),
    )
    .ctrl("K")
    .words("palette find search by name"),
    command!(
        Keys,
        "Keyboard shortcuts",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Keys)),
    )
    .words("keys keybindings help"),
    command!(Help, "Help", always, Run::Change(|cx| cx.shell.dialog = Some(help(cx))))
        .key("F1")
        .words("explain page what is this view"),
    command!(
        AboutBughouse,
        "Bughouse",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Bughouse))),
    )
    .words("rules help guide drop sit diagonal reserve")
    .line_above(),
    command!(
        AboutReplay,
        "Replay, notes and variations",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Replay))),
    )
    .words("help guide timeline boards comments edit record"),
    command!(
        AboutAnalysis,
        "Analysis and puzzles",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Analysis))),
    )
    .words("help guide tactics engine report diamonds arrows mates"),
    command!(
        AboutKriegspiel,
        "Kriegspiel: codes, belief, problems",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Kriegspiel))),
    )
    .words("rules help guide announcements umpire referee"),
    command!(
        AboutSearch,
        "Search syntax",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Searching))),
    )
    .words("help guide find searching query question filter"),
    command!(
        AboutImport,
        "Importing matches",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::Guide(Guide::Importing))),
    )
    .words("help guide chess.com pychess download requests privacy network link player"),
    command!(
        About,
        "About Tandem",
        always,
        Run::Change(|cx| cx.shell.dialog = Some(Dialog::About)),
    )
    .words("version licence license credits")
    .line_above(),
];

/// Returns the help page of the current view, or the shortcuts if it has none.
fn help(session: &Session) -> Dialog {
    if session.puzzle().is_some() {
        return Dialog::Guide(Guide::Analysis);
    }
    if session.game().is_some() {
        return Dialog::Guide(Guide::Kriegspiel);
    }
    match session.shell.panel {
        _ if session.open.is_none() => Dialog::Guide(Guide::Bughouse),
        Panel::Notes | Panel::Tags | Panel::Issues | Panel::Text => Dialog::Guide(Guide::Replay),
        Panel::Report | Panel::Engine => Dialog::Guide(Guide::Analysis),
        Panel::Search => Dialog::Guide(Guide::Searching),
        Panel::Moves | Panel::Belief | Panel::Problem => Dialog::Keys,
    }
}
