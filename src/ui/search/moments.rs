//! The search for positions: query, form, examples and results.

use super::{
    form::form_ui,
    table::{is_whole, line, progress_ui, row_ui},
};
use crate::{
    app::{
        Command, Focus, HitRow, MAX_HITS, QueryResult, SearchAction, SearchForm, SearchPage, State,
    },
    diagram::below,
    rules::BoardId,
    search::{SearchQueryError, SearchSuggestion, own_moves_query, search_examples},
    text::{dotted, grouped, plural, sentence},
    ui::{
        keys,
        outbox::{SendAction as _, SendOnClick as _},
        shell::context_menu,
        theme::{self, Tokens},
        widgets::{
            RowList, Stage, check_box, error_label, has_changed, low_button, paint_board,
            row_response, small, truncated, wide_field,
        },
    },
};
use eframe::egui::{
    Button, Id, Label, Rect, Response, RichText, ScrollArea, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};

/// The height of a result, in points.
const ROW_HEIGHT: f32 = 86.0;

/// The height of an example query, in points.
const EXAMPLE_HEIGHT: f32 = 42.0;

/// The side of each board in a result, in points.
const BOARD_SIDE: f32 = 80.0;

/// Example queries, each after a description of its results.
const EXAMPLES: [(&str, &str); 10] = [
    ("Knight drop on f7 mates", "N@f7 mate"),
    ("Any drop on h7 mates", "@h7 mate"),
    ("A player sits for more than 20 s", "sit>20"),
    ("Long sits of this player", "by:gnejs sit>20"),
    ("Queen and two knights in one reserve", "[QNN]"),
    ("White knight on f6 and queen on h6", "Nf6,Qh6"),
    ("Pawn drop on f7 on board A", "A:P@f7"),
    ("Forced mate that was missed", "missed-mate"),
    ("Pawn drop before a mistake, estimated", "P@ loss>30"),
    ("Comment with this word", "comment:sacrifice"),
];

/// Like [`EXAMPLES`], for games of Kriegspiel, which are searched by their comments.
const GAME_EXAMPLES: [(&str, &str); 3] = [
    ("Comment with this word", "comment:pawn"),
    ("Comment with words in a row", "comment:\"a pawn takes\""),
    ("Comment with both words", "comment:pawn comment:takes"),
];

pub(super) fn moments_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    let tokens = &stage.tokens.clone();
    let search = &state.search;
    query_ui(ui, state, &mut stage.forms.search);
    let form = &mut stage.forms.search;
    if let Some(error) = form.error() {
        error_ui(ui, error);
    }
    // The fields are about two boards.
    let has_fields = form.has_fields && state.game().is_none();
    if has_fields {
        let room = ui.available_height();
        let area = ScrollArea::vertical().id_salt("form of the search").max_height(room.max(120.0));
        area.show(ui, |ui| form_ui(ui, form, state.file()));
        ui.separator();
    }
    if form.error().is_some() {
        // While the query is invalid, results of an earlier query are not shown.
        return;
    }
    let query = search.page_state(SearchPage::Moments);
    let is_empty = form.query().is_empty() && !has_fields;
    let results = match &query.answer {
        QueryResult::Moments(_, count) if !is_empty => {
            result_words(*count, query.matches, is_whole(state, SearchPage::Moments))
        }
        _ => None,
    };
    progress_ui(ui, state, SearchPage::Moments, results.as_deref());
    if is_empty {
        let examples = if state.game().is_some() { &GAME_EXAMPLES[..] } else { &EXAMPLES };
        return examples_ui(ui, tokens, form, examples);
    }
    let QueryResult::Moments(rows, _) = &query.answer else { return };
    if form.query() != search.executed_query {
        ui.label(small(format!("Results for {}", search.executed_query)));
    }
    if let Some(own) = own_moves_query(form.query()) {
        ui.horizontal_wrapped(|ui| {
            ui.label(small("Moves of all four players."));
            let button = ui.add(low_button(ui, "Only this player’s"));
            button.on_hover_text(&own).on_click(|| SearchAction::Run(own.clone()));
        });
    }
    if query.is_estimated() {
        let words = "Losses are estimated by the review, not proved.";
        ui.label(RichText::new(words).small().color(tokens.review));
    }
    if !query.turns.is_empty() {
        ui.add(Label::new(small(&query.turns)).truncate());
    }
    rows_ui(ui, stage, state, rows);
}

/// Shows the error in the query, and buttons for the queries that may be meant.
fn error_ui(ui: &mut Ui, error: &SearchQueryError) {
    error_label(ui, RichText::new(sentence(&error.to_string())).small());
    ui.horizontal_wrapped(|ui| {
        for SearchSuggestion { query, .. } in error.suggestions() {
            let button = ui.add(Button::new(query).truncate());
            button.on_hover_text("Search for this").on_click(|| SearchAction::Run(query.clone()));
        }
    });
}

/// Formats `count`, the number of results of a search in `searched` matches. Returns `None` if there are no results and
/// the search is not complete (`is_whole`).
fn result_words(count: usize, searched: usize, is_whole: bool) -> Option<String> {
    Some(match count {
        0 if !is_whole => return None,
        0 => {
            let matches = plural(searched, "match", "matches");
            format!("No results in {} {matches}.", grouped(searched))
        }
        1 => "1 result".to_owned(),
        count if count > MAX_HITS => {
            format!("{} results, showing the first {}", grouped(count), grouped(MAX_HITS))
        }
        count => format!("{} results", grouped(count)),
    })
}

fn query_ui(ui: &mut Ui, state: &State, form: &mut SearchForm) {
    let mut text = form.query().to_owned();
    let is_game = state.game().is_some();
    let hint = if is_game { "comment:word" } else { "N@f7 mate   Nf3,pe5,-e4   sit>20" };
    let edit = wide_field(&mut text, hint);
    let field = ui.add(edit.id(keys::query_id()));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search positions"));
    if state.shell.focus == Some(Focus::SearchQuery) {
        field.request_focus();
    }
    if text != form.query() {
        form.set_query(text);
    }
    if is_game {
        field.on_hover_text("Games of Kriegspiel are searched by their comments.");
    } else {
        field.on_hover_text(format!(
            "Terms, separated by spaces: {}.\nAll must hold in the same position. Search syntax in \
             Help explains them.",
            search_examples()
        ));
    }
    ui.horizontal_wrapped(|ui| {
        let find = ui.button("Find");
        find.on_hover_text("Search the listed matches (Enter)").on_click(|| SearchAction::Start);
        if !is_game {
            let fields = ui.toggle_value(&mut form.has_fields, "Form");
            fields.on_hover_text("Build the search from fields");
            for board in BoardId::ALL {
                let button = ui.button(format!("Current board {}", board.letter()));
                button.on_click(|| SearchAction::UseBoard(board));
            }
        }
        if !form.query().is_empty() && ui.button("Examples").clicked() {
            form.set_query(String::new());
        }
    });
    if is_game {
        return;
    }
    let in_variations = check_box(ui, &mut form.in_variations, "Include variations");
    if in_variations.changed() && state.search.page_state(SearchPage::Moments).has_query() {
        ui.send(SearchAction::Start);
    }
}

/// Shows the example queries, each of which is run by a click.
fn examples_ui(ui: &mut Ui, tokens: &Tokens, form: &mut SearchForm, examples: &[(&str, &str)]) {
    ui.add_space(6.0);
    ui.label(small("Examples"));
    ScrollArea::vertical().id_salt("examples").show(ui, |ui| {
        let height = EXAMPLE_HEIGHT.max(ui.spacing().interact_size.y);
        for &(words, query) in examples {
            let name = format!("{words}: {query}");
            let response = row_ui(ui, tokens, height, &name);
            let rect = response.rect;
            line(ui, rect, (8.0, 5.0), words, theme::regular_text(theme::TEXT, tokens.text));
            line(ui, rect, (8.0, 23.0), query, theme::regular_text(theme::SMALL, tokens.dim));
            if response.clicked() {
                form.set_query(query.to_owned());
                ui.send(SearchAction::Start);
            }
        }
    });
}

/// Shows the results. The result opened last is highlighted and scrolled into view.
fn rows_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, hits: &[HitRow]) {
    let chosen = state.search.row;
    let list_id = Id::unique("moments that were found");
    let mut list: RowList = ui.data(|data| data.get_temp(list_id)).unwrap_or_default();
    if has_changed(ui, list_id.with("chosen"), chosen) {
        list.scroll_to(chosen);
    }
    let tokens = &stage.tokens.clone();
    list.show(ui, tokens, ROW_HEIGHT, hits.len(), |ui, index, rect| {
        let is_current = chosen == Some(index);
        let response = hit_ui(ui, stage, state, (&hits[index], index, is_current), rect);
        if response.clicked() || response.secondary_clicked() {
            ui.send(SearchAction::GoTo(index));
        }
        context_menu(state, &response, HIT_MENU);
    });
    ui.data_mut(|data| data.insert_temp(list_id, list));
}

/// The commands on the moment of a result.
const HIT_MENU: &[Command] = &[
    Command::EditComment,
    Command::PlayMove,
    Command::CopyPosition,
    Command::Share,
    Command::SaveMatch,
    Command::PuzzlesOfMatch,
];

/// Shows a result in `rect`.
fn hit_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    (row, index, chosen): (&HitRow, usize, bool),
    rect: Rect,
) -> Response {
    let tokens = &stage.tokens.clone();
    let id = ui.scope_id().with(("moment", index));
    let response = row_response(ui, tokens, id, rect, chosen);
    let detail = row.detail(state.hides_result(row.hit.record));
    let deed = row.deed.as_ref();
    let by = deed.map_or_else(String::new, |(deed, name)| format!("{deed} {name}"));
    let comment = row.comment.as_deref().unwrap_or_default();
    let title = dotted([&row.ply, &*by, comment]);
    let words = format!("{title}, {}, {detail}", row.names);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &words));
    let pixel = ui.ctx().pixels_per_point();
    let side = (BOARD_SIDE * pixel / 8.0).floor() * 8.0 / pixel;
    let corner = rect.min + vec2(4.0, (ROW_HEIGHT - side) / 2.0);
    let board = Rect::from_min_size(corner, vec2(side, side));
    let mut left = board.left();
    if let Some(mut scene) = row.scene.clone() {
        scene.below = below(scene.id, state.shell.flipped);
        paint_board(ui, stage, &scene, board, false);
        left = board.right() + 8.0;
    }
    let width = rect.right() - left - 4.0;
    let regular = || theme::regular(theme::TEXT);
    let mut lines = vec![(row.ply.clone(), theme::semibold(theme::TEXT), tokens.text)];
    if !comment.is_empty() {
        lines.push((dotted([&*by, comment]), regular(), tokens.text));
    } else if let Some((deed, name)) = deed {
        let words = format!("{deed} {name}");
        let galley = ui.painter().layout_no_wrap(words.clone(), regular(), tokens.text);
        if galley.size().x > width {
            lines[0].0 += &format!(" {deed}");
            lines.push((name.clone(), regular(), tokens.text));
        } else {
            lines.push((words, regular(), tokens.text));
        }
    }
    lines.push((row.names.clone(), regular(), tokens.text));
    lines.push((detail, theme::regular(theme::SMALL), tokens.dim));
    let mut y = if lines.len() > 3 { 6.0 } else { 16.0 };
    for (text, font, ink) in lines {
        let galley = truncated(ui.painter(), text, font, ink, width);
        ui.painter().galley(pos2(left, rect.top() + y), galley, ink);
        y += 20.0;
    }
    response.on_hover_text(words)
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, GAME_EXAMPLES};
    use crate::search::SearchQuery;

    #[test]
    fn every_example_query_runs() {
        for (words, query) in EXAMPLES {
            assert!(query.parse::<SearchQuery>().is_ok(), "{words}: {query}");
        }
        for (words, query) in GAME_EXAMPLES {
            let query = query.parse::<SearchQuery>().expect(words);
            assert!(!query.skips_games(), "{words}");
        }
    }
}
