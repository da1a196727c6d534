//! The timeline: a lane of ticks for each board, a playhead that can be dragged, and charts: the clock differences
//! between players of the same colour (the diagonals), and the estimated win probability.

use super::{
    Stage,
    chart::ChartRow,
    diagonals::diagonals_ui,
    polygon,
    probability::{probability_story, probability_ui},
    screen_reader::{NodeState, spoken},
    tooltip_below,
};
use crate::{
    analysis::{
        ledger::{LongTurn, TurnKind},
        review::Estimate,
    },
    app::{
        Charts, CurvePoint, DiagonalLead, MatchState, MistakeRow, PlaybackAction, ReviewPoint,
        State, Tick, Track, VariationTrack, analysis::finished_report, duration_text, plot_story,
        ply_story, ply_text, turn_story,
    },
    replay::{Point, VariationPly},
    rules::BoardId,
    text::{dotted, to_u32},
    timeline::{ClockPrecision, MatchTime, Moment, PlayheadCommand, Repeat, gap_size_text},
    ui::{
        analysis::point_at,
        outbox::SendAction as _,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Mesh, Painter, PointerButton, Pos2, Rangef, Rect, Response,
    Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, remap_clamp, vec2,
};
use std::ops::RangeInclusive;

/// The width reserved for the letters of the lanes and the scales of the charts, in points.
const LABEL_WIDTH: f32 = 36.0;

/// The height of a lane in a timeline of full height, in points. In a low timeline, lanes are lower.
const LANE_HEIGHT: f32 = 14.0;

/// The range in which lanes and gaps grow: their height together, in points. At the minimum, marks almost touch. At the
/// maximum, lanes have their full height.
const LANES_HEIGHTS: RangeInclusive<f32> = 45.0..=60.0;

/// The distance of a mate mark above its lane, in points.
const MATE_MARK_OFFSET: f32 = 8.0;

/// The opacity of the veil over the part of the match that a variation replaces, from 0 to 1.
const VEIL_OPACITY: f32 = 0.72;

/// The tooltip describes a tick if the pointer is within this distance, in points.
const TOOLTIP_DISTANCE: f32 = 5.0;

#[derive(Clone, Copy)]
pub struct TimelineView<'a> {
    /// The track to show. In a variation, it ends with the plies of the variation.
    pub track: &'a Track,
    /// The track of the match. If the end of the match is hidden, it ends at the current moment.
    pub whole: &'a Track,
    /// The engine evaluations of the match.
    pub curve: &'a [CurvePoint],
    /// The curve of the review; empty without one.
    pub review: &'a [ReviewPoint],
    /// The name of that curve.
    pub review_name: &'a str,
    /// Whether the estimates are hidden, since the match has not been watched to its end.
    pub is_hidden: bool,
    /// The estimate at the current moment; `None` without a review and in a variation.
    pub estimate: Option<Estimate>,
    pub state: &'a State,
    pub open: &'a MatchState,
    /// The current variation, which is also part of `track`.
    pub variation: Option<&'a VariationTrack>,
    /// The leads on the two diagonals; `None` if a clock is unknown.
    pub diagonals: Option<[DiagonalLead<'a>; 2]>,
}

impl TimelineView<'_> {
    fn moment(&self) -> Moment {
        self.variation.map_or(self.open.moment_view.playhead.moment(), |it| it.moment)
    }

    fn time(&self) -> MatchTime {
        self.variation.map_or(self.open.moment_view.playhead.time(), |it| it.time)
    }

    pub fn precision(&self) -> ClockPrecision {
        self.open.document.timeline().precision
    }

    /// Formats a match time.
    pub fn duration_text(&self, time: MatchTime) -> String {
        duration_text(time, self.precision())
    }

    fn words(&self) -> String {
        let [at, end] = [self.time(), self.track.end].map(|it| self.duration_text(it));
        let Some(variation) = self.variation else {
            let (moment, plies) = (self.moment(), self.open.document.played().plies.len());
            return format!("Timeline: {at} of {end}, move {moment} of {plies}");
        };
        format!(
            "Timeline: {NO_TIMES}, move {} of {}",
            variation.moment - variation.branches_off_at,
            variation.plies.len()
        )
    }

    fn tick_tooltip(&self, index: usize) -> String {
        match self.variation_ply(index) {
            Some((ply, _)) => {
                format!("{}  {}\n{NO_TIMES}", ply.ply.name(), ply_text(&ply.ply))
            }
            None => ply_story(&self.open.document, index),
        }
    }

    /// Returns the ply of the variation at tick `index`; `None` if the tick belongs to the match.
    fn variation_ply(&self, index: usize) -> Option<&(VariationPly, Point)> {
        let variation = self.variation?;
        variation.plies.get(index.checked_sub(variation.branches_off_at)?)
    }

    /// Returns the action that goes to the ply of tick `index`.
    fn go_to(&self, index: usize) -> PlaybackAction {
        match self.variation_ply(index) {
            Some((_, point)) => PlaybackAction::GoToPoint(point.clone()),
            None => PlaybackAction::Play(PlayheadCommand::GoTo(index + 1)),
        }
    }

    /// Returns the action that goes to `time`; `None` if `time` is the current time, or belongs to the current ply of
    /// the variation.
    fn seek(&self, time: MatchTime) -> Option<PlaybackAction> {
        if let Some(point) = self.variation.and_then(|it| it.point_at(time)) {
            let tick = self.moment().checked_sub(1);
            let here = tick.and_then(|tick| self.variation_ply(tick));
            let is_here = here.is_some_and(|(_, here)| here == point);
            return if is_here { None } else { Some(PlaybackAction::GoToPoint(point.clone())) };
        }
        // While the pointer rests, no actions are sent.
        if time == self.time() {
            return None;
        }
        Some(PlaybackAction::Play(PlayheadCommand::Seek(time)))
    }
}

/// The tooltip for the times of a variation.
const NO_TIMES: &str = "variation without clock times, one move per second";

/// Shows the timeline. A click or drag goes to the time under the pointer, a right click to the nearest ply of the lane.
/// Returns the response, for a menu on that ply.
pub fn timeline_ui(
    ui: &mut Ui,
    stage: &Stage<'_>,
    view: &TimelineView<'_>,
    rect: Rect,
) -> Response {
    let (track, playhead) = (view.track, &view.open.moment_view.playhead);
    let tokens = &stage.tokens;
    let response = ui.interact(rect, ui.make_persistent_id("timeline"), Sense::click_and_drag());
    let words = view.words();
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Slider, true, &words);
        info.value = Some(f64::from(view.time()));
        info
    });
    let places = Places::of(rect, track.end, view.state.charts());
    let painter = ui.painter_at(rect.expand(4.0));
    let lane_painter = LanePainter { painter: &painter, tokens, places: &places };
    for board in BoardId::ALL {
        lane_painter.lane(track, board, view.precision());
    }
    lane_painter.brackets(rect, playhead.repeat());
    let moment = view.variation.map_or(playhead.moment(), |it| it.branches_off_at);
    lane_painter.ticks(&view.whole.ticks, moment);
    if let Some(row) = places.diagonals {
        diagonals_ui(ui, tokens, view, row, |time| places.x(time));
    }
    if let Some(row) = places.probability {
        probability_ui(ui, tokens, view, row, |time| places.x(time));
    }
    if let Some(variation) = view.variation {
        lane_painter.variation(variation);
        let variation_ticks = &track.ticks[variation.branches_off_at.min(track.ticks.len())..];
        let moment = variation.moment.saturating_sub(variation.branches_off_at);
        lane_painter.ticks(variation_ticks, moment);
    }
    lane_painter.playhead(rect, view.time());
    if let Some(pointer) = response.interact_pointer_pos()
        && (response.dragged_by(PointerButton::Primary) || response.clicked())
    {
        let time = places.time(pointer.x);
        // After the end of the variation, a click goes to the match, but a drag stays in the variation.
        let is_beyond = view.variation.is_some_and(|it| time > it.end);
        let action = match is_beyond && response.clicked() {
            true => Some(PlaybackAction::Play(PlayheadCommand::Seek(time))),
            false => view.seek(time),
        };
        ui.send_all(action);
    }
    if response.secondary_clicked()
        && let Some(pointer) = response.interact_pointer_pos()
        && let Some(index) = places.nearest_tick(track, pointer)
    {
        ui.send(view.go_to(index));
    }
    for (index, tick) in track.ticks.iter().enumerate() {
        let (x, lane) = (places.x(tick.time), places.lane(tick.seat.board()));
        let place = Rect::from_x_y_ranges(x - 2.0..=x + 2.0, lane.y_range());
        let words = || view.tick_tooltip(index).replace('\n', ", ");
        match spoken(ui, ("tick", index), Role::ListItem, place, words) {
            NodeState::Activated => ui.send(view.go_to(index)),
            NodeState::Exposed => {}
            // Without a screen reader, no other tick is exposed either.
            NodeState::Inactive => break,
        }
    }
    hover(ui, &response, view, &places);
    response
}

/// The places in a timeline: of the lanes, of the charts, and of each time.
struct Places {
    a: Rect,
    b: Rect,
    /// The chart of the diagonals; `None` if it is off or has no room.
    diagonals: Option<ChartRow>,
    /// The chart of the win probability; `None` if it is off or has no room.
    probability: Option<ChartRow>,
    /// The x coordinate of the start of the match.
    left: f32,
    /// The x coordinate of `end`.
    right: f32,
    end: MatchTime,
}

impl Places {
    /// Returns the places in a timeline with `charts` that fills `rect` and ends at `end`. With room for one chart, that
    /// is the win probability, since the seats show the leads on the diagonals as well.
    fn of(rect: Rect, end: MatchTime, charts: Charts) -> Self {
        let most = rect.height() - LANES_HEIGHTS.start();
        let room = rect.height() - ChartRow::min_height(ChartRow::count_in(most, charts.count()));
        let scaled = |min: f32, max: f32| remap_clamp(room, LANES_HEIGHTS, min..=max).floor();
        let (above, height) = (scaled(9.0, 12.0), scaled(10.0, LANE_HEIGHT));
        let (between, gap) = (scaled(10.0, 13.0), scaled(4.0, 5.0));
        let lane = |top: f32| Rect::from_x_y_ranges(rect.x_range(), top..=top + height);
        let a = lane(rect.top() + above);
        let b = lane(a.bottom() + between);
        let (left, right) = (rect.left() + LABEL_WIDTH, rect.right() - 6.0);
        let below = b.bottom() + gap..=rect.bottom() - 2.0;
        let mut rows = ChartRow::rows(Rect::from_x_y_ranges(left..=right, below), charts.count());
        // The last row is the win probability.
        let probability = if charts.probability { rows.pop() } else { None };
        Self { a, b, diagonals: rows.pop(), probability, left, right, end }
    }

    const fn lane(&self, board: BoardId) -> Rect {
        match board {
            BoardId::A => self.a,
            BoardId::B => self.b,
        }
    }

    /// Returns the vertical range of both lanes with the marks above them.
    fn lanes(&self) -> Rangef {
        Rangef::new(self.a.top() - MATE_MARK_OFFSET, self.b.bottom())
    }

    fn x(&self, time: MatchTime) -> f32 {
        if self.end == 0 {
            return self.left;
        }
        self.left + (self.right - self.left) * (time as f32 / self.end as f32)
    }

    fn time(&self, x: f32) -> MatchTime {
        let part = ((x - self.left) / (self.right - self.left)).clamp(0.0, 1.0);
        to_u32(part * self.end as f32)
    }

    /// Returns the distance between `tick` and the x coordinate `x`.
    fn distance(&self, tick: &Tick, x: f32) -> f32 {
        (self.x(tick.time) - x).abs()
    }

    /// Returns the index of the tick that is nearest to `pointer`: of the lane below it or, beside the lanes, of any
    /// lane.
    fn nearest_tick(&self, track: &Track, pointer: Pos2) -> Option<usize> {
        let is_on = |board: BoardId| self.lane(board).y_range().contains(pointer.y);
        let board = BoardId::ALL.into_iter().find(|board| is_on(*board));
        let is_in_lane = |tick: &Tick| board.is_none_or(|board| tick.seat.board() == board);
        let candidates = track.ticks.iter().enumerate().filter(|(_, tick)| is_in_lane(tick));
        let distance = |tick: &Tick| self.distance(tick, pointer.x);
        candidates.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map(|it| it.0)
    }
}

/// The positions of the ticks in a timeline.
pub struct Ticks<'a> {
    track: &'a Track,
    places: Places,
}

impl<'a> Ticks<'a> {
    /// Returns the ticks of `track` in a timeline with `charts` that fills `rect` and ends at `end`.
    pub fn of(track: &'a Track, end: MatchTime, charts: Charts, rect: Rect) -> Self {
        Self { track, places: Places::of(rect, end, charts) }
    }

    /// Returns the middle of the tick of ply `ply`, if there is one.
    pub fn of_ply(&self, ply: usize) -> Option<Pos2> {
        let tick = self.track.ticks.get(ply)?;
        let lane = self.places.lane(tick.seat.board());
        Some(pos2(self.places.x(tick.time), lane.center().y))
    }

    /// Returns the vertical range of both lanes with the marks above them.
    pub fn lanes(&self) -> Rangef {
        self.places.lanes()
    }

    /// Returns the position above the lane of `board` at the ply after `moment`; without such a ply, at the end of the
    /// track.
    pub fn over(&self, board: BoardId, moment: usize) -> Pos2 {
        let tick = self.track.ticks.get(moment);
        let time = tick.map_or(self.track.end, |tick| tick.time);
        pos2(self.places.x(time), self.places.lane(board).top() - MATE_MARK_OFFSET)
    }
}

/// Paints the lanes and what is on them.
struct LanePainter<'a> {
    painter: &'a Painter,
    tokens: &'a Tokens,
    places: &'a Places,
}

impl LanePainter<'_> {
    fn lane(&self, track: &Track, board: BoardId, precision: ClockPrecision) {
        let Self { painter, tokens, places } = *self;
        let lane = places.lane(board);
        let font = theme::regular(theme::SMALL);
        let at = pos2(places.left - 4.0, lane.center().y);
        painter.text(at, Align2::RIGHT_CENTER, board.letter(), font, tokens.dim);
        let bed = lane.with_min_x(places.left).with_max_x(places.right);
        painter.rect_filled(bed, CornerRadius::same(2), tokens.card);
        for LongTurn { turn, kind } in &track.long_turns {
            if turn.seat.board() != board {
                continue;
            }
            let times = places.x(turn.from)..=places.x(turn.to);
            let stretch = Rect::from_x_y_ranges(times, lane.y_range());
            let ink = match kind {
                TurnKind::Sit => tokens.team(turn.seat.team()),
                TurnKind::Think => tokens.dim,
            };
            painter.rect_filled(stretch, CornerRadius::ZERO, ink.gamma_multiply(0.28));
            let font = theme::regular(theme::SMALL - 1.0);
            let length =
                painter.layout_no_wrap(gap_size_text(turn.ms, precision), font, tokens.text);
            if length.size().x + 4.0 < stretch.width() {
                painter.galley(stretch.center() - length.size() / 2.0, length, tokens.text);
            }
        }
    }

    /// Paints brackets around the loop. While the end of the loop is not set, paints only the first bracket.
    fn brackets(&self, rect: Rect, repeat: Repeat) {
        let Self { painter, tokens, places } = *self;
        let (top, bottom) = (rect.top() - 2.0, rect.bottom());
        let bracket = |x: f32, inwards: f32| {
            let stroke = Stroke::new(2.0, tokens.text);
            painter.vline(x, top..=bottom, stroke);
            painter.hline((x.min(x + inwards))..=(x.max(x + inwards)), top, stroke);
            painter.hline((x.min(x + inwards))..=(x.max(x + inwards)), bottom, stroke);
        };
        match repeat {
            Repeat::None => {}
            Repeat::From(start) => bracket(places.x(start), 5.0),
            Repeat::Between(start, end) => {
                let (left, right) = (places.x(start), places.x(end));
                let stretch = Rect::from_x_y_ranges(left..=right, top..=bottom);
                let veil = tokens.text.gamma_multiply(0.08);
                painter.rect_filled(stretch, CornerRadius::ZERO, veil);
                bracket(left, 5.0);
                bracket(right, -5.0);
            }
        }
    }

    /// Paints the ticks in the colours of the teams. Marks: a dot below for a capture, a wedge above for a drop, a red
    /// dot above for a check, a ring for mate, and a line below for a comment.
    fn ticks(&self, all: &[Tick], moment: usize) {
        let mut ticks = Mesh::default();
        let mut marks = Vec::new();
        for (index, tick) in all.iter().enumerate() {
            let lane = self.places.lane(tick.seat.board());
            let x = self.painter.round_to_pixel_center(self.places.x(tick.time));
            let fade = if index < moment { 1.0 } else { 0.45 };
            let team = self.tokens.team(tick.seat.team()).gamma_multiply(fade);
            let bar = Rect::from_x_y_ranges(x - 0.75..=x + 0.75, lane.y_range());
            ticks.add_colored_rect(bar.shrink2(vec2(0.0, 2.0)), team);
            self.push_marks(&mut marks, tick, lane.with_min_x(x), fade);
        }
        self.painter.add(ticks);
        self.painter.extend(marks);
    }

    /// Adds the marks of `tick` to `marks`. The tick is at the left edge of `lane`.
    fn push_marks(&self, marks: &mut Vec<Shape>, tick: &Tick, lane: Rect, fade: f32) {
        let tokens = self.tokens;
        let above = lane.left_top() - vec2(0.0, 3.0);
        let below = lane.left_bottom() + vec2(0.0, 3.0);
        let red = tokens.warning.gamma_multiply(fade);
        if tick.mate {
            // Above the lane there may be the diamond of a forced win, so the ring is on the lane.
            marks.push(Shape::circle_stroke(lane.left_center(), 3.2, Stroke::new(1.8, red)));
        } else if tick.check {
            marks.push(Shape::circle_filled(above, 2.0, red));
        } else if tick.drop {
            let team = tokens.team(tick.seat.team()).gamma_multiply(fade);
            marks.push(polygon(above, [vec2(-2.4, -2.0), vec2(2.4, -2.0), vec2(0.0, 2.0)], team));
        }
        if tick.comment {
            let line = [below + vec2(-3.0, 1.0), below + vec2(3.0, 1.0)];
            let ink = tokens.text.gamma_multiply(fade);
            marks.push(Shape::line_segment(line, Stroke::new(2.0, ink)));
        } else if tick.capture {
            let ink = tokens.dim.gamma_multiply(fade);
            marks.push(Shape::circle_filled(below, 1.6, ink));
        }
    }

    /// Dims the match from the start of a variation on, and paints a dashed frame around the plies of the variation.
    fn variation(&self, variation: &VariationTrack) {
        let Self { painter, tokens, places } = *self;
        let left = places.x(variation.start);
        let (top, bottom) = (places.a.top(), places.b.bottom());
        let lanes = top - MATE_MARK_OFFSET..=bottom + 5.0;
        let dimmed = Rect::from_x_y_ranges(left..=places.right, lanes);
        let veil = tokens.ground.gamma_multiply(VEIL_OPACITY);
        painter.rect_filled(dimmed, CornerRadius::ZERO, veil);
        let right = places.x(variation.end) + 4.0;
        let stretch = Rect::from_x_y_ranges(left..=right, top - 4.0..=bottom + 4.0);
        painter.rect_filled(stretch, CornerRadius::same(2), tokens.panel);
        let corners = [
            stretch.left_top(),
            stretch.right_top(),
            stretch.right_bottom(),
            stretch.left_bottom(),
            stretch.left_top(),
        ];
        let stroke = Stroke::new(1.0, tokens.dim);
        painter.extend(Shape::dashed_line(&corners, stroke, 3.0, 3.0));
        for row in [places.diagonals, places.probability].into_iter().flatten() {
            painter.rect_filled(row.plot.with_min_x(left), CornerRadius::ZERO, veil);
        }
    }

    fn playhead(&self, rect: Rect, time: MatchTime) {
        let x = self.painter.round_to_pixel_center(self.places.x(time));
        let line = [pos2(x, rect.top() + 4.0), pos2(x, rect.bottom())];
        self.painter.line_segment(line, Stroke::new(1.5, self.tokens.text));
        self.painter.circle_filled(pos2(x, rect.top() + 4.0), 4.5, self.tokens.text);
    }
}

/// Describes the marks of `tick`.
fn mark_words(tick: &Tick) -> String {
    let above = match tick {
        Tick { mate: true, .. } => "Ring: mate",
        Tick { check: true, .. } => "Red dot: check",
        Tick { drop: true, .. } => "Wedge: drop",
        _ => "",
    };
    let below = match tick {
        Tick { comment: true, .. } => "Underline: comment",
        Tick { capture: true, .. } => "Grey dot: capture",
        _ => "",
    };
    dotted([above, below])
}

/// Shows the tooltip: the nearest ply with its clock, the sit, the values of the plot, or the match time under the
/// pointer. Makes the nearest ply of the match the hovered one. The tooltip is below the lanes or the plot, where it
/// covers neither boards nor clocks.
fn hover(ui: &Ui, response: &Response, view: &TimelineView<'_>, places: &Places) {
    let Some(pointer) = response.hover_pos() else { return };
    ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    // During a drag, the boards and the transport show the moment, and a tooltip would cover the hints below the
    // boards.
    if response.dragged() {
        return;
    }
    // The diamonds leave drags to the timeline, so both are hovered. They have tooltips of their own.
    if ui.ctx().interaction_snapshot(|it| it.hovered.len() > 1) {
        return;
    }
    let (track, document) = (view.track, &view.open.document);
    let distance = |tick: &Tick| places.distance(tick, pointer.x);
    let on_lane = |tick: &&Tick| {
        let lane = places.lane(tick.seat.board());
        lane.expand(6.0).y_range().contains(pointer.y)
    };
    let nearest = track
        .ticks
        .iter()
        .enumerate()
        .filter(|(_, tick)| on_lane(tick) && distance(tick) <= TOOLTIP_DISTANCE)
        .min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    let time = places.time(pointer.x);
    let long_turn = track.long_turns.iter().find(|LongTurn { turn, .. }| {
        let lane = places.lane(turn.seat.board());
        lane.y_range().contains(pointer.y) && (turn.from..=turn.to).contains(&time)
    });
    let is_on = |row: Option<ChartRow>| row.is_some_and(|row| row.plot.contains(pointer));
    let words = match (nearest, long_turn) {
        (Some((index, _)), _) => {
            if view.variation_ply(index).is_none() {
                point_at(ui.ctx(), index);
            }
            let mut lines = vec![view.tick_tooltip(index), mark_words(&track.ticks[index])];
            lines.retain(|line| !line.is_empty());
            lines.join("\n")
        }
        (None, Some(long_turn)) => {
            let story = turn_story(document, long_turn);
            match finished_report(view.state).and_then(|report| report.long_turn(&long_turn.turn)) {
                Some(verdict) => format!("{story}\n{verdict}"),
                None => story,
            }
        }
        (None, None) if is_on(places.diagonals) && !track.plot.is_empty() => {
            plot_story(document, track, time)
        }
        (None, None)
            if is_on(places.probability) && !(view.curve.is_empty() && view.review.is_empty()) =>
        {
            let near = |row: &&MistakeRow| {
                let tick = row.moment.checked_sub(1).and_then(|ply| track.ticks.get(ply));
                tick.is_some_and(|tick| distance(tick) <= TOOLTIP_DISTANCE)
            };
            let story = probability_story(view, time);
            match view.open.evaluations.mistakes.iter().find(near) {
                Some(row) => format!("Engine, {}: {}\n{story}", row.ply, row.words),
                None => story,
            }
        }
        (None, None)
            if view.variation.is_some_and(|it| time <= it.end && it.point_at(time).is_some()) =>
        {
            NO_TIMES.to_owned()
        }
        (None, None) => view.duration_text(time),
    };
    let plots = [places.diagonals, places.probability].into_iter().flatten().map(|row| row.plot);
    let hovered_plot = plots.into_iter().find(|plot| plot.contains(pointer));
    let rows = hovered_plot.map_or(places.lanes(), |plot| plot.y_range());
    tooltip_below(response, Rect::from_x_y_ranges(Rangef::point(pointer.x), rows), words);
}
