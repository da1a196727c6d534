//! The boards of a puzzle, with their seats and reserves.

use crate::{
    analysis::{ledger::TurnKind, puzzles::Puzzle},
    app::{PuzzleState, SeatHeader, State, playback},
    diagram::{BoardScene, LastMove, SeatScene},
    replay::Match,
    rules::{BoardId, Position, Reserve, Role, Seat, Square, Team},
    text::dotted,
    timeline::{ClockPrecision, MatchTime, Reading},
    ui::{
        playback::promotion_ui,
        widgets::{
            BoardHand, NextMoveLook, SeatBar, Stage, Tray, board_ui, hand_ui, marks_ui,
            paint_next_move, reserve_piece_ui, reserve_ui, seat_bar_ui, square_rect,
        },
    },
};
use eframe::egui::{Rect, Ui, Vec2, emath::GuiRounding as _, pos2, vec2};

/// The height of a player's line, in points.
const SEAT_HEIGHT: f32 = 26.0;

/// The gap between a player's line, the reserve and the board, in points.
const GAP: f32 = 3.0;

const BOARD_GAP: f32 = 18.0;

/// The space around the boards, in points.
const AROUND: Vec2 = vec2(BOARD_GAP, 2.0);

/// The height of a reserve, relative to the side of a square.
const TRAY: f32 = 0.72;

/// Returns the side of each board, in points, at which both boards with their seats fit in `room`.
pub(super) fn side(room: Vec2) -> f32 {
    let max_width = (room.x - 2.0 * AROUND.x - BOARD_GAP) / 2.0;
    let max_height = room.y - 2.0 * AROUND.y - 2.0 * (SEAT_HEIGHT + 2.0 * GAP);
    // Besides the board there is one reserve above it and one below it.
    max_width.min(max_height / (1.0 + 2.0 * TRAY / 8.0)).max(40.0)
}

/// Returns the height of the boards with their seats, if they fill the width `width`. Both are in points.
pub(super) fn height(width: f32) -> f32 {
    column_height(side(vec2(width, f32::INFINITY))) + 2.0 * AROUND.y
}

/// Returns the height of a board with its seats, in points.
fn column_height(side: f32) -> f32 {
    side + 2.0 * (SEAT_HEIGHT + 2.0 * GAP + tray_height(side))
}

/// Returns the height of the reserve above or below a board of width `side`, in points.
fn tray_height(side: f32) -> f32 {
    (side / 8.0 * TRAY).clamp(16.0, 46.0)
}

/// Shows both boards of `puzzle` at the step that `solving` has reached.
pub fn boards_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    puzzle: &Puzzle,
    solving: &PuzzleState,
) {
    let room = ui.available_rect_before_wrap();
    let whole = room.shrink2(AROUND);
    let position = solving.position();
    let targets = playback::targets(state);
    let pixel = ui.ctx().pixels_per_point();
    let side = (side(room.size()) * pixel / 8.0).floor() * 8.0 / pixel;
    let (width, height) = (2.0 * side + BOARD_GAP, column_height(side));
    let left = whole.center().x - width / 2.0;
    let top = whole.top() + ((whole.height() - height) / 2.0).max(0.0);
    for (index, id) in (0_u8..).zip(state.board_order()) {
        let x = left + f32::from(index) * (side + BOARD_GAP);
        let column = Rect::from_min_size(pos2(x, top), vec2(side, height));
        let board = PuzzleBoard { state, puzzle, solving, position, id };
        board.ui(ui, stage, column, &targets);
    }
    let hand = solving.moment_view.attempt.hand;
    hand_ui(ui, stage, hand, position, side / 8.0);
}

struct PuzzleBoard<'a> {
    state: &'a State,
    puzzle: &'a Puzzle,
    solving: &'a PuzzleState,
    position: &'a Position,
    id: BoardId,
}

impl PuzzleBoard<'_> {
    fn ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, column: Rect, targets: &[Square]) {
        let settings = &self.state.settings;
        let no_match = Match::default();
        // The solver's team is below.
        let flipped = self.puzzle.seat.team() == Team::Second;
        let mut scene = BoardScene::of(self.id, self.position, &no_match, 0, flipped);
        scene.last = self.solving.last_on(self.id).map(LastMove::of);
        let turn = self.position.turn(self.id);
        let attempt = &self.solving.moment_view.attempt;
        let hand = attempt.hand.filter(|hand| hand.seat.board() == self.id);
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(column.left(), top), vec2(column.width(), height))
        };
        let reserve_height = tray_height(column.width());
        let upper = row(column.top(), SEAT_HEIGHT);
        let upper_tray = row(upper.bottom() + GAP, reserve_height);
        let corner = pos2(column.left(), upper_tray.bottom() + GAP);
        let corner = corner.round_to_pixels(ui.ctx().pixels_per_point());
        let board = Rect::from_min_size(corner, Vec2::splat(column.width()));
        let lower_tray = row(board.bottom() + GAP, reserve_height);
        let lower = row(lower_tray.bottom() + GAP, SEAT_HEIGHT);
        let below = Seat::new(self.id, scene.below);
        for (seat, bar, tray) in [(below.opponent(), upper, upper_tray), (below, lower, lower_tray)]
        {
            self.seat_ui(ui, stage, seat, bar);
            let reserve = SeatScene { seat, reserve: self.position.reserves[seat], arrived: None };
            let tray = Tray::of(tray, column.width() / 8.0);
            reserve_ui(ui, stage, (&reserve, &[]), tray, seat == turn, hand);
            self.retry_ui(ui, seat, tray, seat == turn);
        }
        let board_hand = BoardHand {
            hand,
            targets: if hand.is_some() { targets } else { &[] },
            position: self.position,
        };
        let coordinates = settings.coordinates;
        board_ui(ui, stage, &scene, board, coordinates, board_hand);
        if settings.next_arrows {
            self.best_moves_ui(ui, &scene, board);
        }
        let marks = &self.solving.moment_view.marks;
        marks_ui(ui, &stage.tokens, &scene, board, marks, None);
        if let Some(promotion) = attempt.promotion.filter(|p| p.seat.board() == self.id) {
            let square = square_rect(&scene, board, promotion.to);
            promotion_ui(ui, stage, promotion.seat.color(), square);
        }
    }

    /// Paints a hollow arrow for each best move of an ended puzzle. The arrow of the next step of the line is bolder.
    fn best_moves_ui(&self, ui: &Ui, scene: &BoardScene, rect: Rect) {
        let painter = ui.painter_at(rect);
        let (line, at) = self.solving.line();
        let next = line.get(at).and_then(|(step, _)| step.ply());
        for (seat, mv) in self.solving.best_plies() {
            if seat.board() == scene.id {
                let look =
                    NextMoveLook { is_selected: next == Some((seat, mv)), is_variation: false };
                paint_next_move(&painter, scene, rect, mv, look);
            }
        }
    }

    /// After a wrong move, lets the solver pick up a piece that was in reserve before that move. Picking it up takes
    /// the move back.
    fn retry_ui(&self, ui: &Ui, seat: Seat, tray: Tray, turn: bool) {
        if !self.solving.is_refuted() || self.solving.mover() != Some(seat) {
            return;
        }
        let before = &self.solving.state().position.reserves[seat];
        let now = &self.position.reserves[seat];
        let was_spent = |role: &Role| before.count(*role) > 0 && !(turn && now.count(*role) > 0);
        for role in Reserve::ROLES.into_iter().filter(was_spent) {
            if let Some(place) = tray.place(ui, role) {
                let tooltip = "Take back the last move and pick up this piece";
                reserve_piece_ui(ui, seat, role, place, tooltip);
            }
        }
    }

    /// Shows the name and clock of the player at `seat`, and whether the solver plays this seat.
    fn seat_ui(&self, ui: &mut Ui, stage: &Stage<'_>, seat: Seat, rect: Rect) {
        let [role, short_role] = if self.puzzle.seat == seat {
            ["you", "you"]
        } else if self.puzzle.seat.partner() == seat {
            ["your partner", "partner"]
        } else {
            ["", ""]
        };
        let is_to_move = self.position.turn(self.id) == seat;
        let turn = if self.solving.is_sitting(seat) {
            "sitting"
        } else if is_to_move {
            "to move"
        } else {
            ""
        };
        let clocks_ms = &self.puzzle.clocks_ms;
        let (ms, precision) =
            (clocks_ms[seat], ClockPrecision::of(clocks_ms.iter().copied().flatten()));
        let name = self.puzzle.origin.players[seat].clone();
        let bar = SeatBar {
            seat,
            header: &SeatHeader { name, rating: String::new() },
            clock: Reading { ms, turn: is_to_move, precision, ..Reading::default() },
            lead_ms: None,
            is_to_move,
            sit_ms: MatchTime::MAX,
            turn_kind: TurnKind::Think,
            tenths: self.state.settings.tenths,
            flagged: false,
            is_in_variation: false,
            statuses: &[dotted([role, turn]), role.to_owned(), short_role.to_owned()],
        };
        seat_bar_ui(ui, stage, &bar, rect);
    }
}
