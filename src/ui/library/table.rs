//! The matches as a table, which replaces the boards.

use super::{
    filter::{count, count_ui, filter_ui, help_button_ui, no_matches_ui},
    matches::{MatchesView, ROW_MENU, row_words},
};
use crate::{
    app::{Command, FileSession, JobKind, LibraryAction, Listing, MatchRow, State, TabsAction},
    archive::{CellValue, ColumnWidth, TABLE_COLUMNS, TableColumn},
    notation::KnownTag,
    rules::Seat,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::context_menu,
        theme::{self, Tokens},
        widgets::{RESULT_HIDDEN, polygon, row_response, truncated},
    },
};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Rect, Sense, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};

const ROW_HEIGHT: f32 = 24.0;

/// The height of the filter field and the buttons beside it, in points.
const HEAD_HEIGHT: f32 = 29.0;

/// The space left and right of the text in a cell, in points.
const GAP: f32 = 6.0;

/// The preferred minimum width of names, in points. Other columns are left out to reach it.
const MIN_NAME_WIDTH: f32 = 80.0;

/// The width of the column with the match number, in points.
const NUMBER_WIDTH: f32 = 70.0;

pub fn table_ui(ui: &mut Ui, tokens: &Tokens, state: &State, view: &mut MatchesView) {
    let Some(file) = state.library.file() else { return };
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = HEAD_HEIGHT;
        head_ui(ui, state, file);
    });
    ui.add_space(4.0);
    let is_empty = |value| match value {
        CellValue::Series => !file.list.index.has_series(),
        CellValue::File => file.list.files.len() < 2,
        _ => false,
    };
    let places = places(ui.available_rect_before_wrap(), is_empty);
    let listing = &file.filter.listing;
    // In file order, the matches of a series stand together, so that their numbers are in no order.
    let is_grouped = listing.by == CellValue::Number && !listing.descending;
    let sorted_by = match is_grouped && file.list.index.has_series() {
        true => None,
        false => Some(listing.by),
    };
    column_heads_ui(ui, tokens, listing, sorted_by, &places);
    no_matches_ui(ui, state, file);
    view.follow(file);
    let count = file.filter.rows.len();
    let height = ROW_HEIGHT.max(ui.spacing().interact_size.y);
    view.rows.show(ui, tokens, height, count, |ui, index, rect| {
        let id = file.filter.rows[index] as usize;
        let Some(row) = state.match_row(id) else { return };
        let chosen = id == file.record.id;
        let mut response = row_response(ui, tokens, ui.scope_id().with(id), rect, chosen);
        let words = row_words(&row);
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &words));
        let painter = ui.painter_at(rect.intersect(ui.clip_rect()));
        let cut = cells(&painter, tokens, &row, rect, &places);
        if !cut.is_empty() {
            response = response.on_hover_text_at_pointer(cut.join("\n"));
        }
        if row.is_hidden {
            response = response.on_hover_text_at_pointer(RESULT_HIDDEN);
        }
        if response.double_clicked() {
            ui.send(LibraryAction::Choose(id));
            ui.send(Command::Table);
        } else if response.clicked() || response.secondary_clicked() {
            ui.send(LibraryAction::Choose(id));
        }
        if response.middle_clicked() {
            ui.send(TabsAction::Open(id));
        }
        context_menu(state, &response, ROW_MENU);
    });
}

/// Shows the filter, the actions on the listed matches, and their number.
fn head_ui(ui: &mut Ui, state: &State, file: &FileSession) {
    let shell = &state.shell;
    let width = ui.available_width();
    let row = |ui: &mut Ui| {
        let field = (width - 350.0).clamp(120.0, 640.0);
        ui.allocate_ui(vec2(field, HEAD_HEIGHT), |ui| {
            ui.vertical(|ui| filter_ui(ui, shell, file));
        });
        help_button_ui(ui);
        ui.button("Boards").on_hover_text("Back to the boards (Enter)").on_click(|| Command::Table);
        ui.button("Export…")
            .on_hover_text(shell.keymap.tooltip(Command::ExportMatches))
            .on_click(|| Command::ExportMatches);
        if file.is_loading() || state.jobs.is_running(JobKind::Endings) {
            ui.vertical(|ui| count_ui(ui, &state.jobs, file));
        } else {
            ui.weak(count(file));
        }
    };
    // A narrow window needs two lines.
    if width < 480.0 {
        ui.horizontal_wrapped(row);
    } else {
        ui.horizontal(row);
    }
}

/// Returns the left and right edges of the columns, beginning with the match number. `is_empty` returns whether a
/// column is empty in every row. Such a column has zero width. So does a column that has no room.
fn places(rect: Rect, is_empty: impl Fn(CellValue) -> bool) -> Vec<(f32, f32)> {
    // The scroll bar takes 14 points.
    let width = rect.width() - NUMBER_WIDTH - 14.0;
    let levels = TABLE_COLUMNS.iter().filter_map(|it| it.hide_order);
    let max_level = levels.max().unwrap_or(0);
    let stays = |it: &TableColumn, level: u8| {
        // The columns of teams stand in for those of players, which are hidden at the last level.
        let value = it.column.value;
        let is_due = !matches!(value, CellValue::Team(_)) || level == max_level;
        is_due && !is_empty(value) && it.hide_order.is_none_or(|at| at > level)
    };
    let share = |level: u8| {
        let stay = TABLE_COLUMNS.iter().filter(|column| stays(column, level));
        let (points, shares) = stay.fold((0.0, 0.0), |(points, shares), it| match it.width {
            ColumnWidth::Points(width) => (points + width, shares),
            ColumnWidth::Share(share) => (points, shares + share),
        });
        (width - points) / shares
    };
    let level = (0..max_level).find(|&level| share(level) >= MIN_NAME_WIDTH).unwrap_or(max_level);
    let share_width = share(level).max(40.0);
    let mut at = rect.left();
    let widths = TABLE_COLUMNS.iter().map(|column| match column.width {
        _ if !stays(column, level) => 0.0,
        ColumnWidth::Points(width) => width,
        ColumnWidth::Share(share) => share * share_width,
    });
    std::iter::once(NUMBER_WIDTH)
        .chain(widths)
        .map(|width| {
            at += width;
            (at - width, at)
        })
        .collect()
}

/// Shows the headings. That of the column `sorted_by` has a triangle.
fn column_heads_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    listing: &Listing,
    sorted_by: Option<CellValue>,
    places: &[(f32, f32)],
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(4), tokens.card);
    let columns = TABLE_COLUMNS.iter().map(|it| (it.column.label, it.column.value));
    let all = std::iter::once(("No.", CellValue::Number)).chain(columns);
    for (index, ((head, value), &(left, right))) in all.zip(places).enumerate() {
        if right <= left {
            continue;
        }
        let cell = Rect::from_x_y_ranges(left..=right, rect.y_range());
        let response = ui.interact(cell, ui.scope_id().with(("head", index)), Sense::click());
        let by = value.order();
        let sorted = sorted_by == Some(by);
        let words = format!("Sort by {}", value.sort_key_label(head));
        response.widget_info(|| WidgetInfo::selected(Role::ColumnHeader, true, sorted, &words));
        response.on_click(|| LibraryAction::Sort(by));
        let ink = if response.hovered() || sorted { tokens.text } else { tokens.dim };
        let place = if sorted { cell.with_max_x(right - 10.0) } else { cell };
        let font = theme::semibold(theme::SMALL + 1.0);
        let painter = ui.painter_at(cell);
        let (end, is_cut) = text(&painter, head, &font, ink, place, value.is_right_aligned());
        if is_cut {
            response.on_hover_text(head);
        }
        if sorted {
            let sign = if listing.descending { -3.0 } else { 3.0 };
            let at = pos2(end + 7.0, rect.center().y);
            let triangle = [vec2(-4.0, sign / 2.0), vec2(4.0, sign / 2.0), vec2(0.0, -sign)];
            ui.painter().add(polygon(at, triangle, ink));
        }
    }
}

/// Paints the cells of a row, and returns the texts that were truncated.
fn cells<'r>(
    painter: &Painter,
    tokens: &Tokens,
    row: &'r MatchRow,
    rect: Rect,
    places: &[(f32, f32)],
) -> Vec<&'r str> {
    let mut cut = Vec::new();
    let (font, bold) = (theme::regular(theme::TEXT), theme::semibold(theme::TEXT));
    let number = (row.id + 1).to_string();
    let (left, right) = places[0];
    let cell = Rect::from_x_y_ranges(left..=right, rect.y_range());
    text(painter, &number, &font, tokens.dim, cell, true);
    let columns = TABLE_COLUMNS.iter().zip(&row.cells);
    for ((TableColumn { column, .. }, words), &(left, right)) in columns.zip(&places[1..]) {
        if right <= left {
            continue;
        }
        let player_team = match column.value {
            CellValue::Team(team) => Some(team),
            CellValue::Tag(tag) => tag.named_seat().map(Seat::team),
            _ => None,
        };
        let won = player_team.is_some() && player_team == row.winner;
        let font = if won { &bold } else { &font };
        let ink = match (player_team, column.value) {
            (Some(team), _) => tokens.team(team),
            (None, CellValue::Tag(KnownTag::Event) | CellValue::Notes | CellValue::File) => {
                tokens.dim
            }
            (None, _) => tokens.text,
        };
        let is_right_aligned = column.value.is_right_aligned();
        let cell = Rect::from_x_y_ranges(left..=right, rect.y_range());
        if text(painter, words, font, ink, cell, is_right_aligned).1 {
            cut.push(words.as_str());
        }
    }
    cut
}

/// Paints `words` in `cell`, truncated if necessary. Returns the right edge of the text, and whether it was truncated.
fn text(
    painter: &Painter,
    words: &str,
    font: &FontId,
    ink: Color32,
    cell: Rect,
    is_right_aligned: bool,
) -> (f32, bool) {
    let galley = truncated(painter, words, font.clone(), ink, cell.width() - 2.0 * GAP);
    let is_cut = galley.elided;
    let x = if is_right_aligned { cell.right() - GAP - galley.size().x } else { cell.left() + GAP };
    let place = Align2::LEFT_CENTER.anchor_size(pos2(x, cell.center().y), galley.size());
    painter.galley(place.min, galley, ink);
    (place.right(), is_cut)
}
