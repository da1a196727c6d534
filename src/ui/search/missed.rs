//! The wins that each player missed in the listed matches.

use super::table::{Columns, LINE, is_whole, progress_ui, row_ui};
use crate::{
    analysis::ledger::FindingKind,
    app::{JobKind, QueryResult, SearchAction, SearchPage, State},
    search::PlayerMissed,
    text::{capital, count_text, quoted_word},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::Tokens,
        widgets::small,
    },
};
use eframe::egui::{Button, Ui};

/// The query terms that list the positions behind a count, one per count: mates, joint wins, pieces given away.
const TERMS: [&str; 3] = ["missed-mate", "missed-joint", "given-away"];

/// Shows the button that starts the query, its progress, and a row per player.
pub(super) fn missed_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    ui.label(small("Missed mates and joint wins, and mating pieces given away, by player."));
    // The button stays while the query runs, so that the rows below do not move when it ends.
    let can = !state.jobs.is_running(JobKind::Search(SearchPage::Missed));
    ui.add_enabled(can, Button::new("Count missed mates")).on_click(|| SearchAction::CountMissed);
    progress_ui(ui, state, SearchPage::Missed, None);
    let QueryResult::Missed(players) = &state.search.page_state(SearchPage::Missed).answer else {
        return;
    };
    let players: Vec<&PlayerMissed> = players.iter().filter(|it| !it.missed.is_empty()).collect();
    if players.is_empty() {
        if is_whole(state, SearchPage::Missed) {
            ui.label(small("No missed mates or joint wins, and no mating pieces given away."));
        }
        return;
    }
    let columns = [("Mates", "0000"), ("Joint\nwins", "000"), ("Given\naway", "000")];
    Columns::list_ui(ui, tokens, ("Player", columns), players.len(), |ui, columns, index| {
        player_ui(ui, tokens, columns, players[index]);
    });
}

/// Shows a player. The tooltip has all counts. A click on a count lists its positions; a click on the name lists the
/// positions of the first count above 0.
fn player_ui(ui: &mut Ui, tokens: &Tokens, columns: &Columns, player: &PlayerMissed) {
    let PlayerMissed { name, missed } = player;
    let words = missed.words();
    let response = row_ui(ui, tokens, LINE, &format!("{name}: {words}"));
    let rect = response.rect;
    let joint = [FindingKind::CaptureMissed, FindingKind::JointMissed, FindingKind::JointSpoiled];
    let joint: usize = joint.into_iter().map(|kind| missed.count(kind)).sum();
    let counts = [missed.mates(), joint, missed.count(FindingKind::PieceLost)];
    let texts = counts.map(|count| count.to_string());
    let is_cut = columns.row(ui, rect, name, texts.each_ref().map(String::as_str));
    let at = response.interact_pointer_pos().and_then(|at| columns.number_at(rect, at));
    let chosen = at.or_else(|| counts.iter().position(|count| *count > 0));
    if let Some(column) = chosen.filter(|column| response.clicked() && counts[*column] > 0) {
        let query = format!("{} by:{}", TERMS[column], quoted_word(name));
        ui.send(SearchAction::Run(query));
    }
    let matches = match missed.matches {
        0 => String::new(),
        matches => format!(" in {}", count_text(matches, "match", "matches")),
    };
    let words = if is_cut { format!("{name}: {words}") } else { capital(&words) };
    response.on_hover_text(format!("{words}{matches}.\nClick a number to list the positions"));
}
