//! The four columns of moves.

mod variation;

use crate::{
    app::{
        Action, GLYPHS, MatchState, MoveCell, MoveRow, PlaybackAction, State, figurines, ply_story,
    },
    diagram::BoardScene,
    document::{Document, excerpt},
    replay::Point,
    rules::{Seat, Team},
    timeline::Command,
    ui::{
        analysis::{DIAMOND, diamond, point_at},
        theme::{self, Tokens},
        widgets::{Stage, paint_board},
    },
};
use eframe::egui::{
    Color32, CornerRadius, FontId, Painter, Pos2, Rect, ScrollArea, Sense, Stroke, Ui, Vec2,
    WidgetInfo,
    accesskit::Role,
    emath::GuiRounding as _,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};
use variation::{VariationLook, variation_row_ui};

/// Height of a row of plies, in points.
const ROW: f32 = 22.0;

/// Room for the scroll bar, in points.
const BAR: f32 = 10.0;

/// No more of a comment is shown in the list, in bytes; all of it stands in the notes.
const LONGEST_COMMENT: usize = 4000;

/// Of so many bytes of comments the list is as high as their lines; each of those behind has one line. What is behind
/// thousands of lines is not laid out for a list that shows fifty.
const WRAPPED: usize = 200_000;

/// Above and below the lines of a comment, in points.
const COMMENT_EDGES: f32 = 10.0;

/// No more of an annotation is shown beside its move, in bytes.
const LONGEST_GLYPH: usize = 80;

/// What the list remembers from frame to frame: where its rows lie, and what it has scrolled to.
#[derive(Default)]
pub struct MovesView {
    /// The top of each row and the bottom of the last, for `laid_out`.
    tops: Vec<f32>,
    /// What `tops` were worked out for: the match as it was, the width, and whether pieces are drawn in the moves.
    laid_out: Option<(u64, f32, bool)>,
    /// What the columns have room for beside the moves.
    clocks: Clocks,
    /// The record and the point in it that were last scrolled to, and the size of the list then, which decides what is in
    /// view.
    scrolled_to: Option<(usize, Point, Vec2)>,
    /// The size of the list in the last frame.
    size: Option<Vec2>,
}

impl MovesView {
    /// Shows the list of `open`; a click on a ply goes there.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        stage: &mut Stage<'_>,
        state: &State,
        open: &MatchState,
        actions: &mut Vec<Action>,
    ) {
        let width = ui.available_width() - BAR;
        header_ui(ui, &stage.tokens, open, width);
        let chosen = state.library.file.as_ref().map_or(0, |file| file.chosen);
        let point = open.point();
        self.lay_out(ui, state, open, width);
        let mut area = ScrollArea::vertical().id_salt("moves").auto_shrink(false);
        let size = ui.available_size();
        let target = Some((chosen, point.clone(), size));
        if self.size.replace(size).is_some_and(|before| before != size) {
            // The toolkit holds a list of a new size back where it stood: it is scrolled with the next frame.
            self.scrolled_to = None;
            ui.ctx().request_repaint();
        } else if self.scrolled_to != target {
            self.scrolled_to = target;
            area = self.scroll(ui, area, open, &point);
        }
        let total = self.tops.last().copied().unwrap_or(0.0);
        let shown = Shown {
            state,
            open,
            clocks: if state.settings.move_clocks {
                self.clocks
            } else {
                Clocks::Hidden
            },
        };
        let output = area.show_viewport(ui, |ui, viewport| {
            ui.set_height(total);
            ui.set_width(width);
            let origin = ui.max_rect().min;
            let first = self.tops.partition_point(|&top| top <= viewport.top());
            for index in first.saturating_sub(1)..open.moves.rows.len() {
                if self.tops[index] > viewport.bottom() {
                    break;
                }
                let top = origin.y + self.tops[index];
                let height = self.tops[index + 1] - self.tops[index];
                let rect = Rect::from_min_size(pos2(origin.x, top), vec2(width, height));
                row_ui(ui, stage, shown, index, rect, actions);
            }
        });
        ui.data_mut(|data| data.insert_temp(view_id(), output.state.clamped_offset().y));
    }

    /// Works out where the rows lie; comments are as high as their text.
    fn lay_out(&mut self, ui: &Ui, state: &State, open: &MatchState, width: f32) {
        let figurines = state.settings.figurines;
        let what = (state.revision, width, figurines);
        if self.laid_out == Some(what) {
            return;
        }
        self.laid_out = Some(what);
        self.clocks = Clocks::of(ui, open, figurines, width / 4.0);
        self.tops.clear();
        let mut top = 0.0;
        let mut wrapped = WRAPPED;
        for row in &open.moves.rows {
            self.tops.push(top);
            top += match row {
                MoveRow::Plies(_) => ROW,
                MoveRow::Variation(row) => {
                    let look = VariationLook {
                        document: &open.document,
                        figurines,
                        here: None,
                    };
                    variation::height(ui, look, row, width)
                }
                MoveRow::Comment { text, .. } | MoveRow::Ending(text) => {
                    let text = excerpt(text, LONGEST_COMMENT);
                    match wrapped.checked_sub(text.len()) {
                        Some(left) => {
                            wrapped = left;
                            let job = comment_job(&text, Color32::PLACEHOLDER, width, false);
                            ui.painter().layout_job(job).size().y + COMMENT_EDGES
                        }
                        None => ROW,
                    }
                }
                MoveRow::Diagram { .. } => diagram_side(width) + 12.0,
            };
        }
        self.tops.push(top);
    }

    /// Brings the row of `point` into view, with some rows around it.
    fn scroll(&self, ui: &Ui, area: ScrollArea, open: &MatchState, point: &Point) -> ScrollArea {
        let row = match point {
            Point::Match(moment) => open.moves.row_at(*moment),
            Point::Variation(place) => open.moves.row_of_place(place).unwrap_or(0),
        };
        let Some(&top) = self.tops.get(row) else {
            return area;
        };
        let room = ui.available_height();
        let offset: f32 = ui.data(|data| data.get_temp(view_id())).unwrap_or(0.0);
        let margin = (room / 3.0).min(ROW * 4.0);
        let wanted = if *point == Point::Match(0) {
            0.0
        } else if top - margin < offset {
            top - margin
        } else if top + ROW + margin > offset + room {
            top + ROW + margin - room
        } else {
            return area;
        };
        // Beyond its end the list would swing back by itself.
        let last = self.tops.last().copied().unwrap_or(0.0) - room;
        area.vertical_scroll_offset(wanted.min(last).max(0.0))
    }
}

fn view_id() -> eframe::egui::Id {
    eframe::egui::Id::unique("moves offset")
}

fn header_ui(ui: &mut Ui, tokens: &Tokens, open: &MatchState, width: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let painter = ui.painter_at(rect);
    let column = width / 4.0;
    for (place, seat) in (0_u8..).zip(Seat::ALL) {
        let header = &open.header.seats[seat];
        let team = tokens.team(seat.team());
        let mut job = LayoutJob::single_section(
            header.name.clone(),
            TextFormat::simple(theme::semibold(theme::TEXT), team),
        );
        job.break_on_newline = false;
        let mut rated = job.clone();
        let rating = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
        rated.append(&header.rating, 5.0, rating);
        let mut galley = painter.layout_job(rated);
        let mut elided = false;
        // A rating that does not fit is left to the tooltip.
        if galley.size().x > column - 8.0 {
            job.wrap = TextWrapping::truncate_at_width(column - 8.0);
            galley = painter.layout_job(job);
            elided = true;
        }
        let at = pos2(rect.left() + column * f32::from(place) + 6.0, rect.top());
        painter.galley(at, galley, tokens.text);
        let cell = Rect::from_min_size(at, vec2(column - 6.0, 20.0));
        let id = ui.make_persistent_id(("column", seat));
        let response = ui.interact(cell, id, Sense::hover());
        let words = format!(
            "Moves of {}: {} {}",
            seat.name(),
            header.name,
            header.rating
        );
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, words.trim_end()));
        if elided {
            response.on_hover_text(words.trim_end());
        }
    }
}

/// What the rows show.
#[derive(Clone, Copy)]
struct Shown<'a> {
    state: &'a State,
    open: &'a MatchState,
    clocks: Clocks,
}

fn row_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    shown: Shown<'_>,
    index: usize,
    rect: Rect,
    actions: &mut Vec<Action>,
) {
    let tokens = &stage.tokens;
    let Shown { state, open, .. } = shown;
    match &open.moves.rows[index] {
        MoveRow::Diagram { moment } => {
            diagram_ui(ui, stage, state, &shown.open.document, *moment, rect)
        }
        MoveRow::Plies(cells) => {
            let column = rect.width() / 4.0;
            for (place, cell) in (0_u8..).zip(cells.iter()) {
                let Some(cell) = cell else { continue };
                let left = rect.left() + column * f32::from(place);
                let cell_rect =
                    Rect::from_min_size(pos2(left, rect.top()), vec2(column, rect.height()));
                let seat = Seat::ALL[usize::from(place)];
                if cell_ui(ui, tokens, shown, cell, seat, cell_rect) && cell.played {
                    actions.push(Action::Playback(PlaybackAction::Play(Command::GoTo(
                        cell.ply + 1,
                    ))));
                }
            }
        }
        MoveRow::Variation(row) => {
            let look = VariationLook {
                document: &shown.open.document,
                figurines: state.settings.figurines,
                here: open.shown.attempt.variation.as_ref(),
            };
            variation_row_ui(ui, tokens, look, row, rect, actions);
        }
        MoveRow::Comment { text, moment } => {
            let past = *moment <= open.shown.playhead.moment();
            let ink = if past { tokens.text } else { tokens.dim };
            comment_ui(ui, tokens, text, ink, rect, ("comment", index));
        }
        MoveRow::Ending(text) => {
            comment_ui(ui, tokens, text, tokens.text, rect, ("ending", index));
        }
    }
}

/// How the clocks stand beside the moves: in one way in the whole list. A move that is too long for it
/// loses the decimals of its clock, then its number, then its clock; the others keep theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Clocks {
    /// As they are written, in a type of this size.
    Exact(f32),
    /// Without their decimals.
    Whole(f32),
    /// Not at all.
    #[default]
    Hidden,
}

/// The margins of a cell beside its words, and what is left between a move and its clock at least, in points.
const CELL_LEFT: f32 = 6.0;
const CELL_RIGHT: f32 = 3.0;
const CLOCK_GAP: f32 = 4.0;

impl Clocks {
    /// The ways from the fullest on.
    const WAYS: [Self; 4] = [
        Self::Exact(10.5),
        Self::Exact(9.5),
        Self::Whole(10.5),
        Self::Whole(9.5),
    ];

    /// The fullest way that a column so wide has room for beside most moves of the match, with their numbers if
    /// possible. Widths are added up from the letters, as laying out every move would take longer than a frame may; an
    /// annotation in words does not count, it covers its clock.
    fn of(ui: &Ui, open: &MatchState, with_figurines: bool, column: f32) -> Self {
        let size = san_size(column - 8.0);
        let [bold, light] = [theme::semibold(size), theme::regular(size - 1.5)];
        let room = column - CELL_LEFT - CLOCK_GAP - CELL_RIGHT;
        let mut plies = 0_usize;
        let mut fitting = [[0_usize; Self::WAYS.len()]; 2];
        ui.fonts_mut(|fonts| {
            let mut wide = |text: &str, font: &FontId| -> f32 {
                text.chars().map(|it| fonts.glyph_width(font, it)).sum()
            };
            for row in &open.moves.rows {
                let MoveRow::Plies(cells) = row else { continue };
                for cell in cells.iter().flatten().filter(|cell| !cell.clock.is_empty()) {
                    let san = if with_figurines {
                        &figurines(&cell.san)
                    } else {
                        &cell.san
                    };
                    let glyph = if GLYPHS.contains(&cell.glyph.as_str()) {
                        wide(&cell.glyph, &bold)
                    } else {
                        0.0
                    };
                    plies += 1;
                    let number = wide(&format!("{}.", cell.number), &light) + NUMBER_GAP;
                    let words = wide(san, &bold) + glyph;
                    let [with_number, without] = &mut fitting;
                    for (place, way) in Self::WAYS.into_iter().enumerate() {
                        let clock = wide(way.text(&cell.clock), &way.font());
                        with_number[place] += usize::from(number + words + clock <= room);
                        without[place] += usize::from(words + clock <= room);
                    }
                }
            }
        });
        let most = |fitting: [usize; Self::WAYS.len()]| {
            let ways = Self::WAYS.into_iter().zip(fitting);
            ways.into_iter()
                .find(|(_, fit)| *fit * 10 >= plies * 9)
                .map(|(way, _)| way)
        };
        let [with_number, without] = fitting;
        let way = most(with_number).or_else(|| most(without));
        way.unwrap_or_default()
    }

    fn text(self, clock: &str) -> &str {
        match self {
            Self::Exact(_) => clock,
            Self::Whole(_) => clock.split('.').next().unwrap_or(clock),
            Self::Hidden => "",
        }
    }

    /// The same without decimals.
    const fn whole(self) -> Self {
        match self {
            Self::Exact(size) | Self::Whole(size) => Self::Whole(size),
            Self::Hidden => Self::Hidden,
        }
    }

    const fn font(self) -> FontId {
        match self {
            Self::Exact(size) | Self::Whole(size) => theme::regular(size),
            Self::Hidden => theme::regular(theme::SMALL),
        }
    }
}

/// The side of each board of a diagram in a list `width` points wide.
fn diagram_side(width: f32) -> f32 {
    ((width - 40.0) / 2.0).clamp(48.0, 160.0)
}

/// Both boards side by side, as they stood.
fn diagram_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    state: &State,
    document: &Document,
    moment: usize,
    rect: Rect,
) {
    let played = document.played();
    let position = played.position_after(moment);
    let pixel = ui.ctx().pixels_per_point();
    let square = (diagram_side(rect.width()) * pixel / 8.0).floor();
    let side = square * 8.0 / pixel;
    let mut corner = rect.min + vec2(16.0, 6.0);
    for board in state.board_order() {
        let flipped = state.settings.flipped;
        let scene = BoardScene::of(board, &position, played, moment, flipped);
        let at = corner.round_to_pixels(pixel);
        paint_board(
            ui,
            stage,
            &scene,
            Rect::from_min_size(at, vec2(side, side)),
            false,
        );
        corner.x += side + 8.0;
    }
    let id = ui.make_persistent_id(("diagram", moment));
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| {
        let words = format!("Diagram after {moment} plies");
        WidgetInfo::labeled(Role::Image, true, words)
    });
}

fn comment_ui(ui: &Ui, tokens: &Tokens, text: &str, ink: Color32, rect: Rect, salt: (&str, usize)) {
    let painter = ui.painter();
    let stripe = Rect::from_min_max(
        pos2(rect.left() + 6.0, rect.top() + 3.0),
        pos2(rect.left() + 8.0, rect.bottom() - 3.0),
    );
    painter.rect_filled(stripe, CornerRadius::same(1), tokens.line);
    let text = excerpt(text, LONGEST_COMMENT);
    let one_line = rect.height() <= ROW;
    let galley = painter.layout_job(comment_job(&text, ink, rect.width(), one_line));
    painter.galley(rect.min + vec2(16.0, 4.0), galley, ink);
    let response = ui.interact(rect, ui.make_persistent_id(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*text));
}

/// The words of a comment in a list so wide; `one_line` cuts off what has no room in one.
fn comment_job(text: &str, ink: Color32, width: f32, one_line: bool) -> LayoutJob {
    let format = TextFormat::simple(theme::regular(theme::TEXT), ink);
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap.max_width = width - 26.0;
    if one_line {
        job.wrap = TextWrapping::truncate_at_width(width - 26.0);
    }
    job
}

fn cell_ui(
    ui: &Ui,
    tokens: &Tokens,
    shown: Shown<'_>,
    cell: &MoveCell,
    seat: Seat,
    rect: Rect,
) -> bool {
    let moment = shown.open.shown.playhead.moment();
    let current =
        cell.played && cell.ply + 1 == moment && shown.open.shown.attempt.variation.is_none();
    let response = ui.interact(
        rect,
        ui.make_persistent_id(("ply", cell.ply)),
        Sense::click(),
    );
    let missed = missed_by(shown, cell);
    let words = cell_words(cell, seat, missed);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, cell.played, current, &words));
    let painter = ui.painter_at(rect);
    let inner = rect.shrink2(vec2(1.0, 1.0));
    if current {
        let team = tokens.team(seat.team());
        painter.rect_filled(inner, CornerRadius::same(4), tokens.line);
        let edge = Rect::from_min_size(inner.min, vec2(3.0, inner.height()));
        painter.rect_filled(edge, CornerRadius::same(1), team);
    } else if response.hovered() && cell.played {
        painter.rect_filled(inner, CornerRadius::same(4), tokens.card);
    }
    if response.has_focus() {
        painter.rect_stroke(
            inner,
            CornerRadius::same(4),
            Stroke::new(1.5, tokens.second),
            eframe::egui::StrokeKind::Inside,
        );
    }
    let ink = if cell.played && cell.ply < moment {
        tokens.text
    } else {
        tokens.dim
    };
    let team = seat.team();
    paint_cell(&painter, tokens, shown, cell, team, ink, rect);
    let clicked = response.clicked();
    if cell.played && response.hovered() {
        point_at(ui.ctx(), cell.ply);
        let mut story = ply_story(&shown.open.document, cell.ply);
        if let Some(missed) = missed {
            story += "\n";
            story += missed;
        }
        response.on_hover_text(story);
    }
    clicked
}

fn paint_cell(
    painter: &Painter,
    tokens: &Tokens,
    shown: Shown<'_>,
    cell: &MoveCell,
    team: Team,
    ink: Color32,
    rect: Rect,
) {
    let san = if shown.state.settings.figurines {
        &figurines(&cell.san)
    } else {
        &cell.san
    };
    let missed = missed_by(shown, cell).is_some();
    let mark = if missed {
        MISSED_GAP + 2.0 * DIAMOND
    } else {
        0.0
    };
    let room = rect.width() - 8.0 - mark;
    let laid = |clocks: Clocks| {
        let text = clocks.text(&cell.clock).to_owned();
        let clock = painter.layout_no_wrap(text, clocks.font(), tokens.dim);
        // Letters are set on whole pixels: a point may be missing.
        let beside = CELL_LEFT + CLOCK_GAP + CELL_RIGHT + mark;
        let room = rect.width() - beside - clock.size().x + 1.0;
        (clock, room)
    };
    let (exact, beside_exact) = laid(shown.clocks);
    let (whole, beside_whole) = laid(shown.clocks.whole());
    // A narrow column has room for the move and nothing else, a very narrow one not even for its number.
    let [numbered, bare] = [true, false]
        .map(|number| painter.layout_job(cell_job(tokens, cell, san, team, ink, room, number)));
    let (galley, clock) = if numbered.size().x <= beside_exact {
        (numbered, Some(exact))
    } else if numbered.size().x <= beside_whole {
        (numbered, Some(whole))
    } else if bare.size().x <= beside_whole {
        (bare, Some(whole))
    } else if numbered.size().x <= room {
        (numbered, None)
    } else {
        let mut job = cell_job(tokens, cell, san, team, ink, room, false);
        job.wrap = TextWrapping::truncate_at_width(room);
        (painter.layout_job(job), None)
    };
    let center = rect.center().y;
    let at: Pos2 = pos2(rect.left() + CELL_LEFT, center - galley.size().y / 2.0);
    let used = galley.size().x + CELL_LEFT;
    painter.galley(at, galley, ink);
    if missed {
        let at = (rect.left() + used + MISSED_GAP + DIAMOND).min(rect.right() - DIAMOND - 1.0);
        diamond(painter, pos2(at, center), tokens.warning, false);
    }
    if let Some(clock) = clock {
        let left = rect.right() - clock.size().x - CELL_RIGHT;
        let at = pos2(left, center - clock.size().y / 2.0);
        painter.galley(at, clock, tokens.dim);
    }
}

/// Between the number of a move and the move, in points.
const NUMBER_GAP: f32 = 3.0;

/// The size of the moves in a column with so much `room`, in points.
const fn san_size(room: f32) -> f32 {
    if room < 76.0 { 12.0 } else { 12.5 }
}

/// The words of a ply in a column with so much `room`.
fn cell_job(
    tokens: &Tokens,
    cell: &MoveCell,
    shown_san: &str,
    team: Team,
    ink: Color32,
    room: f32,
    with_number: bool,
) -> LayoutJob {
    let mut job = LayoutJob {
        break_on_newline: false,
        ..LayoutJob::default()
    };
    let size = san_size(room);
    if with_number {
        let number = TextFormat::simple(theme::regular(size - 1.5), tokens.dim);
        job.append(&format!("{}.", cell.number), 0.0, number);
    }
    let face = if cell.played {
        theme::semibold(size)
    } else {
        theme::regular(size)
    };
    let mut san = TextFormat::simple(face, ink);
    if !cell.played {
        san.strikethrough = Stroke::new(1.0, tokens.dim);
    }
    job.append(shown_san, if with_number { NUMBER_GAP } else { 0.0 }, san);
    if !cell.glyph.is_empty() {
        let glyph = TextFormat::simple(theme::semibold(size), tokens.team(team));
        job.append(&excerpt(&cell.glyph, LONGEST_GLYPH), 0.0, glyph);
    }
    job
}

/// Before the mark of a missed mate, in points.
const MISSED_GAP: f32 = 3.0;

/// What is said of the ply where it missed a mate.
fn missed_by<'s>(shown: Shown<'s>, cell: &MoveCell) -> Option<&'s str> {
    let report = shown.state.told_report().filter(|_| cell.played)?;
    report.missed_by(cell.ply)
}

fn cell_words(cell: &MoveCell, seat: Seat, missed: Option<&str>) -> String {
    let clock = if cell.clock.is_empty() {
        String::new()
    } else {
        format!(", clock {}", cell.clock)
    };
    let rest = match missed {
        _ if !cell.played => ", not played".to_owned(),
        Some(missed) => format!(", {missed}"),
        None => String::new(),
    };
    format!(
        "{}{} {}{}{clock}{rest}",
        cell.number,
        seat.letter(),
        cell.san,
        excerpt(&cell.glyph, LONGEST_COMMENT)
    )
}
