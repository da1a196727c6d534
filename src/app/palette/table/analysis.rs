//! The Analysis menu: engine, tactics, report and variations.

use super::{
    Command, CommandInfo, Enabled, Run, a_match, command, in_variation, panel, row, switch,
    with_match,
};
use crate::{
    app::{Action, Attempt, Dialog, Effect, EngineAction, ReportForm, State, analysis, playback},
    document::VariationEdit,
    rules::BoardId,
};

/// The reason why the dialog for a typed move is unavailable in a game of Kriegspiel.
const MOVES: &str = "To add a move to a game of Kriegspiel, use Record moves.";

fn has_variations(state: &State) -> Enabled {
    let document = state.match_document();
    Enabled::when(document.is_some_and(|document| !document.variations().is_empty()))
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    switch!(Engine, "Engine").words("computer analysis stockfish evaluation uci guess bar"),
    panel!(Engine, "Engine lines", a_match).words("computer analysis best moves panel tab"),
    command!(
        AnalyseMatch,
        "Analyse match",
        |state| Enabled::when(state.evaluates_positions() && !state.is_scoring()),
        Run::Act(|| Action::Engine(EngineAction::ScoreMatch)),
    )
    .words("engine computer curve mistakes blunders"),
    command!(
        StopAnalysis,
        "Stop analysis",
        |state| Enabled::when(state.is_scoring()),
        Run::Act(|| Action::Engine(EngineAction::StopScoring)),
    )
    .words("engine computer curve"),
    switch!(Tactics, "Tactics")
        .words("mates missed wanted piece threat danger diamonds analysis hints spoilers")
        .line_above(),
    switch!(TacticArrows, "Tactics arrows").words("draw mating moves analysis hints"),
    switch!(Flow, "Piece flow").words("curve way capture drop partner reserve arcs"),
    panel!(Report, "Report", |state| with_match(
        state,
        "Reports are only available for bughouse matches.",
    ))
    .ctrl("8")
    .words("missed mates played given analysis summary panel tab"),
    command!(
        ReportAsComments,
        "Add report as comments",
        |state| Enabled::when(analysis::can_write_report(state)),
        Run::Change(|cx| analysis::write_report(cx, ReportForm::Comments)),
    )
    .words("missed mates notes analysis write keep save")
    .changes_record(),
    command!(
        ReportAsGlyphs,
        "Mark missed mates with ?",
        |state| Enabled::when(analysis::can_write_report(state)),
        Run::Change(|cx| analysis::write_report(cx, ReportForm::Glyphs)),
    )
    .words("annotation report mistakes analysis keep save")
    .changes_record(),
    command!(
        ReportAsVariations,
        "Add missed wins as variations",
        |state| Enabled::when(analysis::can_write_report(state)),
        Run::Change(|cx| analysis::write_report(cx, ReportForm::Variations)),
    )
    .words("missed mates joint lines report mistakes analysis keep save")
    .changes_record(),
    command!(
        AddWinningLine,
        "Add winning line as variation",
        |state| Enabled::when(analysis::can_add_line(state, &BoardId::ALL)),
        Run::Change(|cx| analysis::add_visible_lines(cx, &BoardId::ALL)),
    )
    .words("mate joint win tactics proof save")
    .of_boards()
    .changes_record(),
    command!(
        PlayMove,
        "Play move…",
        |state| with_match(state, MOVES),
        Run::Change(|cx| {
            cx.shell.dialog =
                Some(Dialog::PlayMove { typed: String::new(), refused: String::new() });
        }),
    )
    .key("M")
    .words("type san drop variation")
    .of_boards()
    .line_above(),
    row(
        Command::CopyVariation,
        "CopyLine",
        "Copy variation",
        in_variation,
        Run::Change(playback::copy_variation),
    )
    .words("line clipboard moves")
    .of_boards(),
    row(
        Command::InsertVariation,
        "InsertLine",
        "Convert variation to comment",
        in_variation,
        Run::Change(playback::insert_variation),
    )
    .words("line words text write")
    .of_boards()
    .changes_record(),
    command!(
        PromoteVariation,
        "Promote variation",
        in_variation,
        Run::Change(|cx| playback::edit_variation(cx, VariationEdit::Promote)),
    )
    .words("line main first")
    .changes_record()
    .of_boards(),
    command!(
        VariationUp,
        "Move variation up",
        |state| Enabled::when(playback::has_variation_beside(state, false)),
        Run::Change(|cx| playback::edit_variation(cx, VariationEdit::MoveUp)),
    )
    .words("line order before")
    .changes_record()
    .of_boards(),
    command!(
        VariationDown,
        "Move variation down",
        |state| Enabled::when(playback::has_variation_beside(state, true)),
        Run::Change(|cx| playback::edit_variation(cx, VariationEdit::MoveDown)),
    )
    .words("line order behind after")
    .changes_record()
    .of_boards(),
    command!(
        DeleteVariation,
        "Delete variation",
        in_variation,
        Run::Change(playback::delete_variation),
    )
    .words("line remove")
    .changes_record()
    .of_boards(),
    command!(
        UnfoldAll,
        "Expand all variations",
        has_variations,
        Run::Change(|cx| playback::fold_all(cx, true)),
    )
    .words("unfold open tree lines")
    .of_boards(),
    command!(
        FoldAll,
        "Collapse all variations",
        has_variations,
        Run::Change(|cx| playback::fold_all(cx, false)),
    )
    .words("fold close tree lines")
    .of_boards(),
    command!(
        MergeVariations,
        "Import variations…",
        |state| with_match(state, "Variations can’t be imported into a game of Kriegspiel."),
        Run::Change(|cx| {
            cx.shell.dialog = Some(Dialog::Merge { text: String::new(), refused: String::new() });
            cx.run(Effect::AskForClipboard);
        }),
    )
    .words("merge add paste join another file")
    .changes_record()
    .of_boards(),
    row(
        Command::LeaveVariation,
        "LeaveLine",
        "Back to main line",
        |state| {
            let game = state.game().map(|game| &game.shown);
            let tried = game.is_some_and(|it| {
                it.picked.is_some() || it.promoting.is_some() || it.plan.is_some()
            });
            Enabled::when(tried || *state.attempt() != Attempt::default())
        },
        Run::Change(playback::leave_variation),
    )
    .key("Escape")
    .words("line leave variation match end put back")
    .of_boards(),
];
