//! The book of mistakes of a player, which replaces the boards: counts at the left, the mistakes at the right.

use super::{
    book_counts::{CountRow, counts_ui, months_ui},
    table::{is_whole, line},
};
use crate::{
    analysis::{
        ledger::Theme,
        report::{MistakeKind, Phase, Tally},
    },
    app::{
        BookAction, BookChoice, BookFilter, BookForm, BookResult, Command, JobKind, MAX_BOOK_ROWS,
        SearchAction, SearchPage, State, palette,
    },
    formats::{per_match, team_lines},
    search::{BookRow, MistakeOf},
    text::{count_text, dotted, grouped, number_word},
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{
            RowList, bar_ui, has_changed, job_error_ui, low_button, row_response, small, stripe_of,
            subheading,
        },
    },
};
use eframe::egui::{
    Align, Button, Color32, ComboBox, CornerRadius, Id, Label, Layout, Rect, RichText, ScrollArea,
    Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, text::LayoutJob, vec2,
};

/// The height of a line about the place of a mistake, in points.
const PLACE_HEIGHT: f32 = 17.0;

/// The gap above and below a mistake, in points.
const ROW_MARGIN: f32 = 4.0;

/// The number of lines of text for a mistake in a long list. In a short list, as many as the longest text takes.
const MIN_ROW_LINES: usize = 2;

/// The distance of a mistake's text from the left edge of its row, in points.
const TEXT_LEFT: f32 = 14.0;

/// The width of a row that its text leaves empty, in points.
const TEXT_MARGINS: f32 = 24.0;

/// The height of the line with the progress, in points.
const STATUS_HEIGHT: f32 = 22.0;

/// The gap between the counts and the mistakes, in points.
const GAP: f32 = 16.0;

pub fn book_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    form: &mut BookForm,
    list: &mut RowList,
) {
    head_ui(ui, state, form);
    status_ui(ui, state);
    let Some(book) = state.search.book_result() else {
        if state.jobs.is_running(JobKind::Search(SearchPage::Book)) {
            ui.weak("Calculating…");
        }
        return;
    };
    if book.names.is_empty() {
        ui.weak("No listed match names its players.");
        return;
    }
    let before = form.filter.clone();
    let place = ui.available_rect_before_wrap();
    let width = (place.width() * 0.42).clamp(300.0, 470.0);
    let (left, right) = place.split_left_right_at_x(place.left() + width);
    ui.scope_builder(UiBuilder::new().max_rect(left).id_salt("counts"), |ui| {
        let area = ScrollArea::vertical().id_salt("book counts").auto_shrink(false);
        area.show(ui, |ui| all_counts_ui(ui, tokens, state, book, &mut form.filter));
    });
    let right = right.with_min_x(right.left() + GAP);
    ui.scope_builder(UiBuilder::new().max_rect(right).id_salt("mistakes"), |ui| {
        mistakes_ui(ui, tokens, state, book, form, list);
    });
    if form.filter != before {
        form.selected = None;
        ui.ctx().request_repaint();
    }
}

/// Shows the player, the matches, and the commands.
fn head_ui(ui: &mut Ui, state: &State, form: &BookForm) {
    let listed = state.search.listed_mistakes(form).count();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Book of mistakes").font(theme::semibold(16.0)));
        player_ui(ui, state);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let keymap = &state.shell.keymap;
            ui.button("Boards")
                .on_hover_text("Back to the boards (Esc)")
                .on_click(|| Command::Book);
            let can = palette::can(state, Command::ExportBook);
            let export = ui.add_enabled(can, Button::new("Export…"));
            export
                .on_hover_text(keymap.beside(Command::ExportBook.info().name, &[Command::Export]))
                .on_click(|| Command::ExportBook);
            let name = format!("Drill these {}", grouped(listed));
            let drill = ui.add_enabled(listed > 0, Button::new(name));
            drill
                .on_hover_text("Solve the listed mistakes as puzzles. Your progress is saved.")
                .on_click(|| SearchAction::Book(BookAction::Drill));
        });
    });
}

/// Shows the choice of the player.
fn player_ui(ui: &mut Ui, state: &State) {
    let search = &state.search;
    let Some(book) = search.book_result() else { return };
    let shown = book.names.join(", ");
    let own = state.settings.names();
    let response = ComboBox::from_id_salt("book player")
        .selected_text(shown.clone())
        .width(150.0)
        .truncate()
        .height(360.0)
        .show_ui(ui, |ui| {
            if !own.is_empty() {
                let name = format!("Me ({})", own.join(", "));
                ui.selectable_label(book.names == own, name)
                    .on_click(|| SearchAction::Book(BookAction::Player(Some("me".to_owned()))));
            }
            for BookChoice { name, mistakes } in &book.players {
                let is_shown = book.names.len() == 1 && book.names[0] == *name;
                let count = mistakes.map(|count| count_text(count, "mistake", "mistakes"));
                let label = dotted([name.as_str(), &count.unwrap_or_default()]);
                ui.selectable_label(is_shown, label)
                    .on_click(|| SearchAction::Book(BookAction::Player(Some(name.clone()))));
            }
        })
        .response;
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Player: {shown}")));
}

/// Shows of which matches the book is, and the progress. The line has a constant height.
fn status_ui(ui: &mut Ui, state: &State) {
    let kind = JobKind::Search(SearchPage::Book);
    job_error_ui(ui, &state.jobs, kind);
    let size = vec2(ui.available_width(), STATUS_HEIGHT);
    let running = state.jobs.progress(kind);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        let page = state.search.page_state(SearchPage::Book);
        if let Some(progress) = running {
            bar_ui(ui, progress, 90.0);
            ui.add(low_button(ui, "Stop")).on_click(|| SearchAction::Book(BookAction::Stop));
            ui.add(Label::new(small(&progress.detail)).truncate());
            return;
        }
        let filter = state.library.file().map(|file| file.filter.words.trim()).unwrap_or_default();
        let of = match filter {
            "" => String::new(),
            filter => format!("filter: {filter}"),
        };
        let played = state.search.book_result().map(|book| {
            let matches = count_text(book.missed.matches, "match", "matches");
            format!("{matches} of this player among {} listed", grouped(page.matches))
        });
        let stopped = page.stopped_text();
        let parts = [played.unwrap_or_default(), of, stopped.unwrap_or_default()];
        ui.add(Label::new(small(dotted(parts.iter().map(String::as_str)))).truncate());
        if page.stopped_text().is_some() {
            let player = state.search.book_player.clone();
            ui.add(low_button(ui, "Go on"))
                .on_click(|| SearchAction::Book(BookAction::Player(player)));
        }
    });
}

fn all_counts_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    book: &BookResult,
    filter: &mut BookFilter,
) {
    let missed = &book.missed;
    ui.set_width(ui.available_width() - 8.0);
    // Until all matches are searched, a rate would be too low.
    let is_whole = is_whole(state, SearchPage::Book);
    figures_ui(ui, tokens, book, is_whole);
    let both = |of: &dyn Fn(&Tally) -> usize| [of(&missed.own), of(&missed.partner)];
    let kinds = MistakeKind::ALL.map(|it| CountRow {
        counted: it.kind,
        name: it.name,
        counts: both(&|tally| tally.count(it.kind)),
        of: it.chances(&missed.own),
    });
    counts_ui(ui, tokens, "Kind", &kinds, &mut filter.kind);
    let has_theme = |theme: &Theme| {
        missed.own.themes.contains_key(theme) || missed.partner.themes.contains_key(theme)
    };
    let themes = Theme::ALL.into_iter().filter(has_theme).map(|theme| CountRow {
        counted: theme,
        name: theme.name(),
        counts: both(&|tally| tally.themes.get(&theme).copied().unwrap_or(0)),
        of: None,
    });
    counts_ui(ui, tokens, "Theme", &themes.collect::<Vec<_>>(), &mut filter.theme);
    let phases = Phase::ALL.map(|phase| CountRow {
        counted: phase,
        name: phase.name(),
        counts: both(&|tally| tally.phases.get(&phase).copied().unwrap_or(0)),
        of: None,
    });
    counts_ui(ui, tokens, "Phase, in moves of both boards", &phases, &mut filter.phase);
    let chosen = filter.month.as_deref();
    if let Some(month) = months_ui(ui, tokens, missed, chosen, is_whole) {
        filter.month = if filter.month.as_ref() == Some(&month) { None } else { Some(month) };
    }
    ui.add_space(6.0);
    ui.label(subheading("Teamwork"));
    let lines = team_lines(missed);
    if lines.is_empty() {
        ui.label(small("No partner waited for a piece that could be won."));
    }
    for words in lines {
        ui.add(Label::new(words).wrap());
    }
    ui.add_space(8.0);
}

/// Shows the most important numbers, large.
fn figures_ui(ui: &mut Ui, tokens: &Tokens, book: &BookResult, is_whole: bool) {
    let missed = &book.missed;
    let rate = match is_whole {
        true => per_match(missed.mistakes(), missed.matches),
        false => "…".to_owned(),
    };
    let figures = [
        (missed.mistakes().to_string(), "proved mistakes"),
        (rate, "a match"),
        (missed.own.decided.to_string(), "decisive"),
        (missed.partner.mistakes.to_string(), "by partners"),
    ];
    let width = ui.available_width() / figures.len() as f32;
    let size = vec2(ui.available_width(), 50.0);
    let (rect, _) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
    for (index, (number, name)) in (0_u8..).zip(figures) {
        let left = rect.left() + f32::from(index) * width;
        let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(width - 6.0, rect.height()));
        ui.painter().rect_filled(cell, CornerRadius::same(5), tokens.card);
        line(ui, cell, (8.0, 5.0), &number, theme::semibold_text(18.0, tokens.text));
        line(ui, cell, (8.0, 30.0), name, theme::regular_text(theme::SMALL, tokens.dim));
        let response = ui.interact(cell, ui.scope_id().with(name), eframe::egui::Sense::hover());
        let words = format!("{number} {name}");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    }
}

/// Shows the choice of mistakes and the list.
fn mistakes_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    book: &BookResult,
    form: &mut BookForm,
    list: &mut RowList,
) {
    let selected = form.selected;
    ui.horizontal_wrapped(|ui| {
        for (name, of) in [
            ("Player’s", Some(MistakeOf::Player)),
            ("Partners’", Some(MistakeOf::Partner)),
            ("Both", None),
        ] {
            ui.selectable_value(&mut form.filter.of, of, name);
        }
        ui.toggle_value(&mut form.filter.decided, "Decided a match");
        let all = BookFilter { of: form.filter.of, ..BookFilter::default() };
        if form.filter != all && ui.add(low_button(ui, "Clear filter")).clicked() {
            form.filter = all;
        }
        let listed = state.search.listed_mistakes(form).count();
        ui.weak(count_text(listed, "mistake", "mistakes"));
    });
    let listed: Vec<&BookRow> = state.search.listed_mistakes(form).collect();
    if book.rows.len() >= MAX_BOOK_ROWS {
        ui.label(small(format!("Only the first {} are listed.", grouped(MAX_BOOK_ROWS))));
    }
    ui.add_space(4.0);
    if listed.is_empty() {
        ui.weak("No mistakes to list.");
        let words = "The book has proved mistakes only: missed mates, wins and defences, and pieces given away. A review \
                     also estimates other moves.";
        ui.add(Label::new(small(words)).wrap());
        return;
    }
    if has_changed(ui, Id::unique("selected mistake"), selected) && selected.is_some() {
        list.scroll_to(selected);
    }
    let lines = row_lines(ui, &listed);
    let height = row_height(ui, lines);
    list.show(ui, tokens, height, listed.len(), |ui, index, rect| {
        let is_selected = selected == Some(index);
        mistake_ui(ui, tokens, state, RowPlace { index, rect, lines }, listed[index], is_selected);
    });
}

/// Returns the number of lines of text for each of `listed`: as many as the longest text takes if all rows are visible
/// then, at least [`MIN_ROW_LINES`].
fn row_lines(ui: &Ui, listed: &[&BookRow]) -> usize {
    let room = ui.available_height() / listed.len() as f32;
    let width = ui.available_width();
    let mut lines = MIN_ROW_LINES;
    while row_height(ui, lines + 1) <= room
        && listed.iter().any(|row| {
            let job = mistake_text(row, Color32::PLACEHOLDER, width, lines);
            ui.painter().layout_job(job).elided
        })
    {
        lines += 1;
    }
    lines
}

fn row_height(ui: &Ui, lines: usize) -> f32 {
    let line = ui.fonts_mut(|fonts| fonts.row_height(&theme::regular(theme::TEXT)));
    line * lines as f32 + PLACE_HEIGHT + 2.0 * ROW_MARGIN
}

/// Returns the text of a mistake in a row `width` points wide, in at most `lines` lines.
fn mistake_text(row: &BookRow, ink: Color32, width: f32, lines: usize) -> LayoutJob {
    let font = theme::regular(theme::TEXT);
    let mut job = LayoutJob::simple(row.text.clone(), font, ink, width - TEXT_MARGINS);
    job.wrap.max_rows = lines;
    job
}

/// The place of a mistake in the list.
#[derive(Clone, Copy)]
struct RowPlace {
    index: usize,
    rect: Rect,
    /// The maximum number of lines of text.
    lines: usize,
}

fn mistake_ui(
    ui: &Ui,
    tokens: &Tokens,
    state: &State,
    place: RowPlace,
    row: &BookRow,
    is_selected: bool,
) {
    let RowPlace { index, rect, lines } = place;
    let id = ui.scope_id().with(("mistake", row.id(&row.mistake.finding).to_string(), index));
    let mut response = row_response(ui, tokens, id, rect, is_selected);
    let shows_end = !state.hides_result(row.record);
    let decided = if row.mistake.finding.decided && shows_end { "decided the match" } else { "" };
    let partner = match row.of {
        MistakeOf::Partner => format!("partner {}", row.player),
        MistakeOf::Player => String::new(),
    };
    // The file is obvious if it is the only one.
    let is_only = state.library.file().is_some_and(|file| file.list.files.len() == 1);
    let source = if is_only { row.place() } else { row.source() };
    let reasons = match row.mistake.others.len() {
        0 => String::new(),
        others => format!("{} reasons", number_word(others + 1)),
    };
    let detail = dotted([partner.as_str(), &row.date, &row.names, &source, &reasons, decided]);
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, true, is_selected, format!("{} {detail}", row.text))
    });
    let ink = if row.mistake.finding.decided && shows_end { tokens.warning } else { tokens.line };
    let painter = ui.painter();
    painter.rect_filled(stripe_of(rect), CornerRadius::same(1), ink);
    let galley = painter.layout_job(mistake_text(row, tokens.text, rect.width(), lines));
    let (is_cut, height) = (galley.elided, galley.size().y);
    let top = (rect.height() - height - PLACE_HEIGHT) / 2.0;
    painter.galley(rect.min + vec2(TEXT_LEFT, top), galley, tokens.text);
    let below = theme::regular_text(theme::SMALL, tokens.dim);
    let is_detail_cut = line(ui, rect, (TEXT_LEFT, top + height + 2.0), &detail, below);
    if is_cut || is_detail_cut {
        response = response.on_hover_text_at_pointer(format!("{}\n{detail}", row.text));
    }
    response.on_click(|| SearchAction::Book(BookAction::Open(Some(index))));
}
