//! Both boards with their seats, the timeline and the buttons of a player.

use super::{
    line::{entering_text, line_ui, promotion_ui},
    transport::transport_ui,
};
use crate::{
    app::{Action, Command, Content, MatchState, Open, Region, State, ply_story},
    diagram::{BoardScene, LastMove, SeatScene},
    document::Document,
    rules::{BoardId, BySeat, Position, Seat, Square},
    timeline::Reading,
    ui::{
        kriegspiel::game_ui,
        regions,
        theme::{self, Tokens},
        widgets::{
            BoardHand, SeatBar, Stage, announce, board_ui, hand_ui, marks_ui, reserve_ui,
            seat_bar_ui, square_rect, timeline_ui,
        },
    },
};
use eframe::egui::{
    Align, Button, Color32, FontId, Layout, Painter, Rect, RichText, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo,
    accesskit::Role,
    emath::GuiRounding as _,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// The heights that a window has room for, in points.
struct Sizes {
    margin: f32,
    header: f32,
    bar: f32,
    tray: f32,
    gap: f32,
    timeline: f32,
    transport: f32,
}

impl Sizes {
    const fn of(height: f32) -> Self {
        if height < 150.0 {
            // The boards, and who is to move.
            Self {
                margin: 4.0,
                header: 0.0,
                bar: 15.0,
                tray: 0.0,
                gap: 0.0,
                timeline: 0.0,
                transport: 28.0,
            }
        } else if height < 250.0 {
            // No room for what is known of the match.
            Self {
                margin: 6.0,
                header: 0.0,
                bar: 18.0,
                tray: 16.0,
                gap: 1.0,
                timeline: 0.0,
                transport: 30.0,
            }
        } else if height < 390.0 {
            // No room for a timeline: the boards would be smaller than it.
            Self {
                margin: 6.0,
                header: 18.0,
                bar: 24.0,
                tray: 22.0,
                gap: 2.0,
                timeline: 0.0,
                transport: 32.0,
            }
        } else if height < 640.0 {
            Self {
                margin: 10.0,
                header: 20.0,
                bar: 28.0,
                tray: 28.0,
                gap: 3.0,
                timeline: 82.0,
                transport: 34.0,
            }
        } else {
            Self {
                margin: 18.0,
                header: 24.0,
                bar: 32.0,
                // Large boards have large pieces in reserve.
                tray: if height > 1000.0 { 50.0 } else { 36.0 },
                gap: 4.0,
                timeline: 104.0,
                transport: 40.0,
            }
        }
    }

    /// What a board has above it, and below it.
    fn beside(&self) -> f32 {
        self.bar + self.tray + 2.0 * self.gap
    }
}

/// Shows the match, or what to do where there is none. Gives the part whose lower edge messages may cover: no name,
/// clock, reserve or button is there.
pub fn center_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    actions: &mut Vec<Action>,
) -> Rect {
    let whole = ui.available_rect_before_wrap();
    match &state.open {
        Some(Open {
            content: Content::Game(game),
            ..
        }) => game_ui(ui, stage, state, game, whole, actions),
        Some(Open {
            document,
            content: Content::Match(open),
            ..
        }) => match_ui(ui, stage, state, (document, open), whole, actions),
        None => {
            regions::mark(ui.ctx(), Region::Transport, whole);
            empty_ui(ui, stage, state, whole, actions);
            whole
        }
    }
}

fn match_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    (document, open): (&Document, &MatchState),
    whole: Rect,
    actions: &mut Vec<Action>,
) -> Rect {
    let sizes = Sizes::of(whole.height());
    let inner = whole.shrink2(vec2(sizes.margin, sizes.margin * 0.6));
    let transport = Rect::from_min_max(
        pos2(inner.left(), inner.bottom() - sizes.transport),
        inner.max,
    );
    let timeline = Rect::from_min_max(
        pos2(inner.left(), transport.top() - sizes.timeline - sizes.gap),
        pos2(inner.right(), transport.top() - sizes.gap),
    );
    let above = Rect::from_min_max(inner.min, pos2(inner.right(), timeline.top() - 4.0));
    let side = board_side(ui, &above, &sizes);
    let height = sizes.header + 2.0 * sizes.beside() + side;
    let top = (above.top() + (above.height() - height) / 2.0).max(above.top());
    let width = 2.0 * side + between(&sizes);
    let left = above.center().x - width / 2.0;
    let header = Rect::from_min_size(pos2(left, top), vec2(width, sizes.header));
    let attempt = &open.shown.attempt;
    match &attempt.variation {
        _ if sizes.header == 0.0 => {}
        Some(line) => {
            regions::mark(ui.ctx(), Region::Transport, header);
            line_ui(ui, &stage.tokens, state, line, header, actions);
        }
        None => header_ui(ui, &stage.tokens, state, open, header),
    }
    let playhead = &open.shown.playhead;
    let moment = playhead.moment();
    announce(ui, "last ply", || last_ply(document, moment));
    let position = open.position(document);
    let clocks = document.timeline().clocks(moment, playhead.time());
    let targets = state.targets();
    let shown = Shown {
        targets: &targets,
        state,
        document,
        open,
        position: &position,
        clocks,
        moment,
    };
    // What a person has put down is there already.
    let moves = state.moves_pieces() && attempt.hand.is_none();
    stage
        .motion
        .follow(ui, document.played(), state.revision, moment, moves);
    for (place, board) in (0_u8..).zip(state.board_order()) {
        let x = left + f32::from(place) * (side + between(&sizes));
        let column = Rect::from_min_size(
            pos2(x, header.bottom()),
            vec2(side, side + 2.0 * sizes.beside()),
        );
        column_ui(ui, stage, &shown, board, column, &sizes, actions);
    }
    stage.motion.ui(ui, stage.art);
    hand_ui(ui, stage, attempt.hand, &position, side / 8.0, actions);
    if sizes.timeline > 0.0 {
        timeline_ui(
            ui,
            stage,
            &open.track,
            document,
            playhead,
            timeline,
            actions,
        );
    }
    regions::mark(ui.ctx(), Region::Transport, transport);
    ui.scope_builder(UiBuilder::new().max_rect(transport), |ui| {
        transport_ui(ui, stage, &state.shell.keymap, open, &shown.clocks, actions);
    });
    // Messages lie over the timeline, which the buttons below it and the keys stand in for; where there is none,
    // over the boards.
    let lowest = if sizes.timeline > 0.0 {
        transport.top()
    } else {
        header.bottom() + sizes.beside() + side
    };
    Rect::from_min_max(whole.min, pos2(whole.right(), lowest))
}

struct Shown<'a> {
    state: &'a State,
    document: &'a Document,
    open: &'a MatchState,
    position: &'a Position,
    clocks: BySeat<Reading>,
    moment: usize,
    targets: &'a [Square],
}

/// Room between the boards.
fn between(sizes: &Sizes) -> f32 {
    sizes.margin + 4.0
}

/// The largest side of a board whose squares are whole pixels.
fn board_side(ui: &Ui, above: &Rect, sizes: &Sizes) -> f32 {
    let wide = (above.width() - between(sizes)) / 2.0;
    let high = above.height() - sizes.header - 2.0 * sizes.beside();
    let pixel = ui.ctx().pixels_per_point();
    let square = (wide.min(high).max(40.0) * pixel / 8.0).floor();
    square * 8.0 / pixel
}

fn column_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    shown: &Shown<'_>,
    board: BoardId,
    column: Rect,
    sizes: &Sizes,
    actions: &mut Vec<Action>,
) {
    let settings = &shown.state.settings;
    let played = shown.document.played();
    let mut scene = BoardScene::of(
        board,
        shown.position,
        played,
        shown.moment,
        settings.flipped,
    );
    let line = shown.open.shown.attempt.variation.as_ref();
    if let Some(mv) = line.and_then(|line| line.last_on(board)) {
        scene.last = Some(LastMove::of(mv));
    }
    let turn = shown.position.turn(board);
    let attempt = &shown.open.shown.attempt;
    let hand = attempt.hand.filter(|hand| hand.seat.board() == board);
    let row = |top: f32, height: f32| {
        Rect::from_min_size(pos2(column.left(), top), vec2(column.width(), height))
    };
    let upper = row(column.top(), sizes.bar);
    let upper_tray = row(upper.bottom() + sizes.gap, sizes.tray);
    let board_rect = Rect::from_min_size(
        pos2(column.left(), upper_tray.bottom() + sizes.gap)
            .round_to_pixels(ui.ctx().pixels_per_point()),
        Vec2::splat(column.width()),
    );
    let lower_tray = row(board_rect.bottom() + sizes.gap, sizes.tray);
    let lower = row(lower_tray.bottom() + sizes.gap, sizes.bar);
    let below = Seat::new(board, scene.below);
    for (seat, bar_rect, tray_rect) in [
        (below.opponent(), upper, upper_tray),
        (below, lower, lower_tray),
    ] {
        let bar = SeatBar {
            seat,
            header: &shown.open.header.seats[seat],
            clock: shown.clocks[seat],
            running: shown.moment < shown.open.track.ticks.len(),
            sit_ms: shown.open.track.sit_ms,
            tenths: settings.tenths,
            has_clocks: !shown.open.track.plot.is_empty(),
        };
        seat_bar_ui(ui, stage, &bar, bar_rect);
        let mut reserve = SeatScene::of(seat, shown.position, played, shown.moment);
        if line.is_some_and(|line| line.at() > 0) {
            // What arrived with the last ply of the match is no news in a line.
            reserve.arrived = None;
        }
        if sizes.tray > 0.0 {
            reserve_ui(ui, stage, &reserve, tray_rect, seat == turn, hand, actions);
        }
    }
    let over = BoardHand {
        hand,
        targets: if hand.is_some() { shown.targets } else { &[] },
        turn,
    };
    board_ui(
        ui,
        stage,
        &scene,
        board_rect,
        settings.coordinates,
        over,
        actions,
    );
    marks_ui(
        ui,
        &stage.tokens,
        &scene,
        board_rect,
        &shown.open.shown.marks,
        actions,
    );
    if let Some(asked) = attempt.promotion.filter(|p| p.seat.board() == board) {
        let square = square_rect(&scene, board_rect, asked.to);
        promotion_ui(ui, stage, asked.seat.color(), square, actions);
    }
}

/// What was played last, in words.
fn last_ply(document: &Document, moment: usize) -> String {
    match moment.checked_sub(1) {
        Some(index) => ply_story(document, index).replace('\n', ", "),
        None => "Start of the match".to_owned(),
    }
}

fn header_ui(ui: &Ui, tokens: &Tokens, state: &State, open: &MatchState, rect: Rect) {
    let painter = ui.painter();
    let font = theme::regular(theme::SMALL + 1.0);
    let most = rect.width() * 0.6;
    let result = elided(
        painter,
        &open.header.result,
        font.clone(),
        tokens.text,
        most,
    );
    let result_elided = result.elided;
    let result_width = result.size().x;
    let at = pos2(rect.right() - result_width, rect.top());
    painter.galley(at, result, tokens.text);
    let room = rect.width() - result_width - 16.0;
    let event = if state.file().is_some_and(|file| file.entering) {
        painter.layout_job(entering_text(tokens, &open.header.event, room))
    } else {
        elided(painter, &open.header.event, font, tokens.dim, room)
    };
    let elided = event.elided || result_elided;
    painter.galley(rect.min, event, tokens.dim);
    let response = ui.interact(rect, ui.make_persistent_id("event"), Sense::hover());
    let words = [&open.header.event, &open.header.result]
        .into_iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" · ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if elided {
        response.on_hover_text(words);
    }
}

fn elided(
    painter: &Painter,
    text: &str,
    font: FontId,
    ink: Color32,
    width: f32,
) -> std::sync::Arc<eframe::egui::Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, ink));
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    painter.layout_job(job)
}

/// Where there is no match: what can be done.
fn empty_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State, whole: Rect, actions: &mut Vec<Action>) {
    let middle = Rect::from_center_size(
        whole.center(),
        vec2(whole.width().min(360.0), whole.height().min(220.0)),
    );
    let layout = Layout::top_down(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(middle).layout(layout), |ui| {
        let font = theme::regular(16.0);
        if let Some(path) = &state.library.reading {
            let words = format!("Opening {}…", path.display());
            ui.label(RichText::new(words).font(font).color(stage.tokens.dim));
            return;
        }
        let words = "Drop a BPGN file here, or";
        ui.label(RichText::new(words).font(font).color(stage.tokens.dim));
        ui.add_space(8.0);
        for command in [Command::Open, Command::NewMatch, Command::Paste] {
            let button = Button::new(command.info().name).min_size(vec2(220.0, 30.0));
            let button = ui.add(button);
            if button
                .on_hover_text(state.shell.keymap.tooltip(command))
                .clicked()
            {
                actions.push(Action::Do(command));
            }
        }
    });
}
