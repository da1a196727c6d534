//! The two boards with their seats, the timeline and the playback buttons.

use super::{
    transport::transport_ui,
    variation::{promotion_ui, recording_text, variation_ui},
};
use crate::{
    app::{
        BoardEvaluation, BoardHint, BoardLayout, DiagonalLead, Header, MatchState, Region,
        SeatLayout, State, VariationTrack, WindowLayout, analysis, playback, ply_story, ply_text,
        reserve_text,
    },
    diagram::{BoardScene, LastMove, Mark, SeatScene},
    notation::Cause,
    replay::{Choice, Point},
    rules::{BoardId, ByBoard, BySeat, Color, Move, Position, Seat, Square, Team},
    text::dotted,
    timeline::{Diagonal, Moment, Playback, Reading},
    ui::{
        analysis::{
            board_hint_ui, flow_arc_ui, flow_ui, hovered_ply, mate_marks_ui, point_at, trace_ui,
        },
        engine::{evaluation_bar_ui, evaluation_line_ui, piece_values_ui},
        kriegspiel::game_ui,
        moves::ply_menu,
        regions,
        shell::context_menu,
        sizes::rect_of,
        theme::{self, Tokens},
        widgets::{
            BoardHand, NextMoveLook, RESULT_HIDDEN, SeatBar, Stage, Ticks, TimelineView, Tray,
            announce, board_ui, hand_ui, in_reading_order, marks_ui, paint_next_move, reserve_ui,
            seat_bar_ui, square_rect, square_under, timeline_ui, truncated,
        },
    },
};
use eframe::egui::{
    Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

/// Shows the match, or the game of Kriegspiel.
pub fn center_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, layout: &WindowLayout) {
    if state.game().is_some() {
        game_ui(ui, stage, state, layout);
    } else {
        match_ui(ui, stage, state, layout);
    }
}

fn match_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, layout: &WindowLayout) {
    let Some(open) = state.match_state() else { return };
    let places = &layout.boards;
    let [header, timeline, transport] =
        [places.header, places.timeline, places.transport].map(rect_of);
    let attempt = &open.moment_view.attempt;
    let (position, document) = (open.position(), &open.document);
    if !places.header.is_empty() {
        top_ui(ui, &stage.tokens, state, open, &position, header);
    }
    let playhead = &open.moment_view.playhead;
    let moment = playhead.moment();
    announce(ui, "last ply", || last_ply_text(open));
    let clocks = playback::clocks(state, open);
    let targets = playback::targets(state);
    let context = CenterContext {
        targets: &targets,
        hints: analysis::visible_hints(state),
        evaluations: ByBoard::from_fn(|board| state.evaluation_of(board, &position)),
        state,
        open,
        position: &position,
        clocks,
        moment,
        marks: state.marks(),
        branch: playback::branch(open),
    };
    if let Some((choices, selected)) = &context.branch {
        announce(ui, "branch", || {
            let words = choice_tooltip(&position, &choices[*selected]);
            format!("Next move {} of {}: {words}", selected + 1, choices.len())
        });
    }
    // While the user holds a piece, no move is animated: the piece is already where the user puts it down.
    let moves = state.animates_moves() && attempt.hand.is_none();
    stage.motion.follow(ui, document.played(), state.revision(), moment, moves);
    for (place, board) in places.boards.iter().zip(state.board_order()) {
        context.column_ui(ui, stage, board, place);
    }
    stage.motion.ui(ui, stage.art);
    hand_ui(ui, stage, attempt.hand, &position, layout.square());
    let variation_track = variation_track(open);
    // In a variation, the timeline dims the part of the match that the variation replaces.
    let branches_off_at = variation_track.as_ref().map_or(Moment::MAX, |it| it.branches_off_at);
    // While the result is hidden, the timeline must not reveal it.
    let until = state.hides_end().then(|| open.track.until(moment, playhead.time()));
    let whole = until.as_ref().unwrap_or(&open.track);
    let track = variation_track.as_ref().map_or(whole, |it| &it.track);
    if !places.timeline.is_empty() {
        let curve = if until.is_some() { Vec::new() } else { open.evaluations.curve(&open.track) };
        let scores = &open.evaluations.scores;
        let review =
            if until.is_some() { Vec::new() } else { open.review.curve(&open.track, scores) };
        let review_name = review_name(open);
        let shows_match = until.is_none() && variation_track.is_none();
        let estimate = if shows_match { open.review.at(moment, scores) } else { None };
        let timeline_shown = TimelineView {
            track,
            whole,
            curve: &curve,
            review: &review,
            review_name: &review_name,
            is_hidden: until.is_some(),
            estimate,
            state,
            open,
            variation: variation_track.as_ref(),
            diagonals: diagonals(&open.header, &context.clocks),
        };
        regions::mark(ui.ctx(), Region::Timeline, timeline);
        let response = timeline_ui(ui, stage, &timeline_shown, timeline);
        context_menu(state, &response, ply_menu(state));
    }
    let ticks = (timeline.height() > 1.0)
        .then(|| Ticks::of(&open.track, track.end, state.charts(), timeline));
    analysis_ui(ui, stage, state, open, ticks, branches_off_at);
    regions::mark(ui.ctx(), Region::Transport, transport);
    ui.scope_builder(UiBuilder::new().max_rect(transport), |ui| {
        transport_ui(ui, stage, &state.shell.keymap, open);
    });
}

/// Returns the name of the curve of the review, which tells the boards whose numbers are those of an engine.
fn review_name(open: &MatchState) -> String {
    let scores = &open.evaluations.scores;
    let by_engine = open.review.by_engine(scores);
    let boards = match [by_engine[BoardId::A], by_engine[BoardId::B]] {
        [false, false] => return "Review".to_owned(),
        [true, false] => "board A",
        [false, true] => "board B",
        [true, true] => "boards",
    };
    format!("Review, {boards} by {}", scores.engine)
}

/// Returns the timeline of the variation that is shown; `None` in the match itself.
fn variation_track(open: &MatchState) -> Option<VariationTrack> {
    let place = open.moment_view.attempt.variation.as_ref()?;
    let waited_s = match open.moment_view.playhead.playback() {
        Playback::Variation { waited_s } => waited_s,
        Playback::Match | Playback::Stopped => 0.0,
    };
    Some(VariationTrack::of(&open.document, &open.track, place, waited_s))
}

/// Returns the leads on both diagonals, White's first; `None` if a clock is unknown.
fn diagonals<'a>(header: &'a Header, clocks: &BySeat<Reading>) -> Option<[DiagonalLead<'a>; 2]> {
    let lead = |color| DiagonalLead::of(header, clocks, color);
    Some([lead(Color::White)?, lead(Color::Black)?])
}

/// Shows the variation, the winners, or the event and result.
fn top_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    open: &MatchState,
    position: &Position,
    rect: Rect,
) {
    if let Some(place) = &open.moment_view.attempt.variation {
        regions::mark(ui.ctx(), Region::Transport, rect);
        let winner = position.mated().map(Seat::opponent);
        let mate = winner.map(|seat| (open.header.seats[seat].name.as_str(), seat.team()));
        let variation = (&open.document, place, mate);
        return variation_ui(ui, tokens, &state.shell.keymap, variation, rect);
    }
    match winners_text(open) {
        Some((words, team)) => banner_ui(ui, tokens, &words, team, open, rect),
        None => header_ui(ui, tokens, state, open, rect),
    }
}

/// Shows the forced wins on the timeline, dimmed from the moment `branches_off_at` on. Also shows the path of the piece
/// that the hovered ply captured or dropped. If no ply is hovered, shows a part of that path for the last ply.
fn analysis_ui(
    ui: &Ui,
    stage: &Stage<'_>,
    state: &State,
    open: &MatchState,
    ticks: Option<Ticks<'_>>,
    branches_off_at: Moment,
) {
    let tokens = &stage.tokens;
    if let (Some(report), Some(ticks)) = (analysis::finished_report(state), &ticks) {
        let names = BySeat::from_fn(|seat| open.header.seats[seat].name.as_str());
        mate_marks_ui(ui, tokens, (&report.marks, branches_off_at), &names, ticks);
    }
    let hovered_ply = hovered_ply(ui.ctx());
    let Some(flow) = analysis::piece_flow(state, hovered_ply) else { return };
    if hovered_ply.is_some() {
        flow_ui(ui, tokens, stage.motion, &flow);
        if let Some(ticks) = ticks {
            flow_arc_ui(ui.painter(), tokens, &flow, |ply| {
                if ply < branches_off_at { ticks.of_ply(ply) } else { None }
            });
        }
    } else if let Some(ply) = open.moment_view.playhead.moment().checked_sub(1) {
        trace_ui(ui, tokens, stage.motion, &flow, ply);
    }
}

struct CenterContext<'a> {
    state: &'a State,
    open: &'a MatchState,
    position: &'a Position,
    clocks: BySeat<Reading>,
    moment: usize,
    targets: &'a [Square],
    /// The arrows and circles drawn by the user.
    marks: Vec<(BoardId, Mark)>,
    /// The plies that can follow, and the index of the selected one; `None` unless there are several.
    branch: Option<(Vec<Choice>, usize)>,
    hints: ByBoard<Option<BoardHint>>,
    evaluations: ByBoard<Option<BoardEvaluation>>,
}

impl CenterContext<'_> {
    fn column_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, board: BoardId, place: &BoardLayout) {
        let settings = &self.state.settings;
        let played = self.open.document.played();
        let mut scene =
            BoardScene::of(board, self.position, played, self.moment, self.state.shell.flipped);
        if let Some(mv) = self.open.last_in_variation(board) {
            scene.last = Some(LastMove::of(mv));
        }
        let attempt = &self.open.moment_view.attempt;
        let hand = attempt.hand.filter(|hand| hand.seat.board() == board);
        let board_rect = rect_of(place.board);
        let below = Seat::new(board, scene.below);
        for (seat, at) in [below.opponent(), below].into_iter().zip(place.seats) {
            self.seat_ui(ui, stage, seat, at, place.board.width / 8.0);
        }
        let evaluation = self.evaluations[board].as_ref();
        if self.state.evaluates_positions() {
            evaluation_bar_ui(ui, &stage.tokens, evaluation, below, board_rect);
        }
        let board_hand = BoardHand {
            hand,
            targets: if hand.is_some() { self.targets } else { &[] },
            position: self.position,
        };
        board_ui(ui, stage, &scene, board_rect, settings.coordinates, board_hand);
        let mated = if attempt.variation.is_some() {
            self.position.mated()
        } else if self.open.is_at_end() {
            self.open.document.played().ending.mated
        } else {
            None
        };
        if let Some(mated) = mated.filter(|seat| seat.board() == board) {
            mated_king_ui(ui, &stage.tokens, &scene, board_rect, mated);
        }
        if settings.next_arrows {
            self.branch_ui(ui, &scene, board_rect);
        }
        let at = Some(self.open.point());
        marks_ui(ui, &stage.tokens, &scene, board_rect, &self.marks, at);
        self.board_analysis_ui(ui, &stage.tokens, &scene, place);
        if let Some(promotion) = attempt.promotion.filter(|p| p.seat.board() == board) {
            let square = square_rect(&scene, board_rect, promotion.to);
            promotion_ui(ui, stage, promotion.seat.color(), square);
        }
    }

    /// Paints a hollow arrow on the board of `scene` for each ply that can follow. The arrow of the selected ply is bolder.
    fn branch_ui(&self, ui: &Ui, scene: &BoardScene, rect: Rect) {
        let Some((choices, selected)) = &self.branch else { return };
        let painter = ui.painter_at(rect);
        for (index, Choice { ply, to }) in choices.iter().enumerate() {
            if ply.seat.board() != scene.id {
                continue;
            }
            let is_variation = matches!(to, Point::Variation(_));
            let look = NextMoveLook { is_selected: index == *selected, is_variation };
            paint_next_move(&painter, scene, rect, ply.mv, look);
        }
    }

    /// Returns the descriptions of the arrows that begin or end on `square`.
    fn arrow_tooltip(&self, id: BoardId, square: Square) -> Vec<String> {
        let is_on_square = |mv: Move| {
            let LastMove { from, to } = LastMove::of(mv);
            to == square || from == Some(square)
        };
        let choices = self
            .branch
            .iter()
            .flat_map(|(choices, _)| choices)
            .filter(|choice| choice.ply.seat.board() == id && is_on_square(choice.ply.mv));
        let mut words: Vec<String> =
            choices.map(|choice| choice_tooltip(self.position, choice)).collect();
        if self.state.settings.tactic_arrows
            && let Some(hint) = &self.hints[id]
            && hint.moves.iter().any(|mv| is_on_square(*mv))
        {
            words.extend(hint.all.iter().cloned());
        }
        words
    }

    /// Shows the bar and the reserve of a seat, beside a board with squares of `side` points.
    fn seat_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, seat: Seat, at: SeatLayout, side: f32) {
        let (open, moment) = (self.open, self.moment);
        let bar = SeatBar {
            seat,
            header: &open.header.seats[seat],
            clock: self.clocks[seat],
            lead_ms: Diagonal::lead_ms(&self.clocks, seat),
            is_to_move: !open.is_over(self.position) && self.position.turn(seat.board()) == seat,
            sit_ms: open.track.sit_ms,
            turn_kind: open.track.turn_kind(seat, open.moment_view.playhead.time()),
            tenths: self.state.settings.tenths,
            flagged: self.flagged() == Some(seat),
            is_in_variation: open.moment_view.attempt.variation.is_some(),
            statuses: &[],
        };
        if !at.bar.is_empty() {
            seat_bar_ui(ui, stage, &bar, rect_of(at.bar));
        }
        if at.reserve.is_empty() {
            return;
        }
        let played = self.open.document.played();
        let reserve = SeatScene::of(seat, self.position, played, moment);
        let attempt = &open.moment_view.attempt;
        let mut reserve_lines = Vec::new();
        if attempt.variation.is_none() {
            let time = open.moment_view.playhead.time();
            reserve_lines = reserve_text(&self.open.document, &open.flow, seat, moment, time);
        }
        let turn = self.position.turn(seat.board()) == seat;
        let hand = attempt.hand.filter(|hand| hand.seat.board() == seat.board());
        let tray = Tray::of(rect_of(at.reserve), side);
        let scene = (&reserve, reserve_lines.as_slice());
        reserve_ui(ui, stage, scene, tray, turn, hand);
        if let Some(evaluation) = &self.evaluations[seat.board()] {
            piece_values_ui(ui, evaluation, seat, &tray, stage.tokens.tray);
        }
    }

    /// Shows the hint and the evaluation below a board, and the hint's marks on the board. If the pointer is over a
    /// dropped piece, makes the drop the hovered ply. Over the end of an arrow, shows what the arrow means.
    fn board_analysis_ui(&self, ui: &Ui, tokens: &Tokens, scene: &BoardScene, place: &BoardLayout) {
        let rect = rect_of(place.board);
        // Hovering over a dropped piece shows where it was captured.
        let over = ui.input(|input| input.pointer.hover_pos());
        if ui.rect_contains_pointer(rect)
            && let Some(square) = over.and_then(|at| square_under(scene, rect, at))
        {
            if let Some(ply) = analysis::dropped_onto(self.open, scene.id, square) {
                point_at(ui.ctx(), ply);
            }
            let words = self.arrow_tooltip(scene.id, square);
            if !words.is_empty() {
                let id = ui.make_persistent_id(("arrows", scene.id));
                let response = ui.interact(square_rect(scene, rect, square), id, Sense::hover());
                response.on_hover_text(words.join("\n"));
            }
        }
        let hint = self.hints[scene.id].as_ref();
        if !place.text.is_empty() {
            let text = rect_of(place.text);
            let hint_width =
                hint.map_or(0.0, |hint| board_hint_ui(ui, tokens, scene.id, hint, text));
            if let Some(evaluation) = &self.evaluations[scene.id] {
                let turn = self.position.turn(scene.id);
                evaluation_line_ui(ui, tokens, evaluation, turn, place.evaluation_row(hint_width));
            }
        }
        if self.state.settings.tactic_arrows
            && let Some(hint) = hint
        {
            let painter = ui.painter_at(rect);
            for &mv in &hint.moves {
                let look = NextMoveLook { is_selected: true, is_variation: false };
                paint_next_move(&painter, scene, rect, mv, look);
            }
        }
    }

    /// Returns the seat whose flag fell; `None` unless the match has ended on time. If both seats of the losing team are
    /// to move, returns the seat with less time.
    fn flagged(&self) -> Option<Seat> {
        let ending = &self.open.document.played().ending;
        if !self.open.is_at_end() || ending.cause != Some(Cause::Time) {
            return None;
        }
        let team = ending.lost?;
        let on_move = |seat: &Seat| self.position.turn(seat.board()) == *seat;
        let seats = team.seats().into_iter().filter(on_move);
        seats.min_by_key(|seat| self.clocks[*seat].ms.unwrap_or(i32::MAX))
    }
}

/// Formats a choice: `21B. Nxg7: a variation`.
fn choice_tooltip(position: &Position, Choice { ply, to }: &Choice) -> String {
    let san = position.board_of(ply.seat).san(ply.mv);
    let kind = match to {
        Point::Match(_) => "the next move of the match",
        Point::Variation(_) => "a variation",
    };
    format!("{}. {san}: {kind}", ply.name())
}

fn last_ply_text(open: &MatchState) -> String {
    let document = &open.document;
    let place = open.moment_view.attempt.variation.as_ref();
    if let Some(ply) = place.and_then(|place| document.variations().ply(place)) {
        return format!("Variation, {}  {}", ply.ply.name(), ply_text(&ply.ply));
    }
    match open.moment_view.playhead.moment().checked_sub(1) {
        Some(index) => ply_story(document, index).replace('\n', ", "),
        None => "Start of the match".to_owned(),
    }
}

/// Returns the names of the winners and their team; `None` before the end of the match, without a winner, or if the
/// file contradicts itself.
fn winners_text(open: &MatchState) -> Option<(String, Team)> {
    if !open.is_at_end() {
        return None;
    }
    let ending = &open.document.played().ending;
    let team = ending.result?.winner()?;
    // If the file contradicts itself, no winners are named. The Issues panel has the details. Nor are they over a
    // position that is not the last.
    if ending.is_contradicted || open.document.played().cut_short {
        return None;
    }
    let name = |seat: Seat| format!("{} ({})", open.header.seats[seat].name, seat.name());
    let [one, other] = team.seats().map(name);
    Some((format!("{one} and {other} win"), team))
}

/// Shows the winners and the reason for their win.
fn banner_ui(
    ui: &Ui,
    tokens: &Tokens,
    winners_text: &str,
    team: Team,
    open: &MatchState,
    rect: Rect,
) {
    let size = (rect.height() * 0.66).clamp(12.0, 17.0);
    let mut job = LayoutJob::default();
    job.append(winners_text, 0.0, theme::semibold_text(size, tokens.team(team)));
    let how = theme::regular_text(theme::SMALL + 1.0, tokens.text);
    job.append(&open.header.result, 12.0, how);
    job.wrap = TextWrapping::truncate_at_width(rect.width());
    let galley = in_reading_order(ui.painter(), job);
    let elided = galley.elided;
    ui.painter().galley(rect.min, galley, tokens.text);
    let response = ui.interact(rect, ui.make_persistent_id("event"), Sense::hover());
    let words = format!("{winners_text} · {}", open.header.result);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if elided {
        response.on_hover_text(words);
    }
}

fn mated_king_ui(ui: &Ui, tokens: &Tokens, scene: &BoardScene, rect: Rect, mated: Seat) {
    let king = scene.pieces.iter().find(|placed| {
        placed.piece.role == crate::rules::Role::King && placed.piece.color == mated.color()
    });
    let Some(king) = king else { return };
    let square = square_rect(scene, rect, king.square);
    let painter = ui.painter();
    let width = (square.width() * 0.07).max(2.0);
    let stroke = Stroke::new(width, tokens.warning);
    painter.rect_stroke(square, CornerRadius::ZERO, stroke, StrokeKind::Inside);
    let disc = square.right_top() + vec2(-0.2, 0.2) * square.width();
    painter.circle_filled(disc, square.width() * 0.2, tokens.warning);
    let font = theme::semibold((square.width() * 0.28).max(8.0));
    painter.text(disc, Align2::CENTER_CENTER, "#", font, tokens.on_team);
}

/// An event that is cut to less than this, in points, is left out.
const MIN_EVENT_WIDTH: f32 = 80.0;

fn header_ui(ui: &Ui, tokens: &Tokens, state: &State, open: &MatchState, rect: Rect) {
    let is_hidden = state.hides_end();
    // As in the move list, the result is shown only at the end of the match, to avoid a spoiler.
    let result_text = if is_hidden {
        "Result hidden".to_owned()
    } else if open.is_at_end() {
        open.end_text()
    } else {
        String::new()
    };
    let painter = ui.painter();
    let font = theme::regular(theme::SMALL + 1.0);
    let is_recording = state.file().is_some_and(|file| file.entering);
    // At the end of the match, the result matters more than the event.
    let max_width = if is_recording { rect.width() * 0.6 } else { rect.width() };
    let ink = if is_hidden { tokens.dim } else { tokens.text };
    let result = truncated(painter, result_text.as_str(), font.clone(), ink, max_width);
    let result_elided = result.elided;
    let result_width = result.size().x;
    let at = pos2(rect.right() - result_width, rect.top());
    painter.galley(at, result, tokens.text);
    let room = rect.width() - result_width - 16.0;
    let event = if is_recording {
        in_reading_order(painter, recording_text(tokens, &open.header.event, room))
    } else {
        truncated(painter, &open.header.event, font, tokens.dim, room)
    };
    let elided = event.elided || result_elided;
    if !event.elided || room >= MIN_EVENT_WIDTH {
        painter.galley(rect.min, event, tokens.dim);
    }
    let response = ui.interact(rect, ui.make_persistent_id("event"), Sense::hover());
    let words = dotted([open.header.event.as_str(), &result_text]);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if is_hidden {
        response.on_hover_text(format!("{words}\n{RESULT_HIDDEN}"));
    } else if elided {
        response.on_hover_text(words);
    }
}
