//! The evaluation bar beside a board, and the values of pieces beside a reserve.

use crate::{
    app::BoardEvaluation,
    engine::chance_text,
    rules::{Reserve, Seat, role_name},
    ui::{
        theme::{self, Tokens},
        widgets::Tray,
    },
};
use eframe::egui::{
    Align2, Color32, CornerRadius, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};

/// The width of the bar, in points.
const WIDTH: f32 = 6.0;

/// The minimum size of pieces with values beside them, in points. On smaller pieces the values would overlap.
const MIN_PIECE_SIZE: f32 = 28.0;

/// Paints the win probability of `below`, the player at the bottom of the board, as a bar to the left of `board`. The
/// bar is filled from the bottom, and empty without an evaluation.
pub fn evaluation_bar_ui(
    ui: &Ui,
    tokens: &Tokens,
    evaluation: Option<&BoardEvaluation>,
    below: Seat,
    board: Rect,
) {
    let id = below.board();
    let bar = Rect::from_min_max(
        pos2(board.left() - WIDTH - 3.0, board.top()),
        pos2(board.left() - 3.0, board.bottom()),
    );
    let painter = ui.painter();
    painter.rect_filled(bar, CornerRadius::same(2), tokens.card);
    let chance = evaluation
        .and_then(|evaluation| evaluation.white)
        .map(|white| if below.color().is_white() { white } else { 1.0 - white });
    if let Some(chance) = chance {
        #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
        let height = bar.height() * chance as f32;
        let team = tokens.team(below.team());
        let own = Rect::from_min_max(pos2(bar.left(), bar.bottom() - height), bar.max);
        let other = Rect::from_min_max(bar.min, pos2(bar.right(), own.top()));
        let opponents = tokens.team(below.opponent().team());
        painter.rect_filled(other, CornerRadius::same(2), opponents.gamma_multiply(0.55));
        painter.rect_filled(own, CornerRadius::same(2), team);
        let middle = bar.center().y;
        painter.hline(bar.x_range(), middle, (1.0, tokens.ground));
    }
    let bar_id = ui.make_persistent_id(("engine bar", id));
    let response = ui.interact(bar.expand2(vec2(3.0, 0.0)), bar_id, Sense::hover());
    let words = || match (chance, evaluation) {
        (Some(chance), Some(evaluation)) => format!(
            "Engine: {} {} on board {} ({}: {}). An estimate for this board only.",
            below.name(),
            chance_text(chance),
            id.letter(),
            evaluation.turn.name(),
            evaluation.words,
        ),
        _ => format!("No engine evaluation of board {} yet.", id.letter()),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, words()));
    if response.hovered() {
        response.on_hover_text(words());
    }
}

/// Paints a value beside each kind of piece in the reserve of `seat`: the percentage points of win probability that one
/// more such piece would add. Paints nothing if the pieces are smaller than `MIN_PIECE_SIZE`. `fill` is the colour of
/// the tray.
pub fn piece_values_ui(
    ui: &Ui,
    evaluation: &BoardEvaluation,
    seat: Seat,
    tray: &Tray,
    fill: Color32,
) {
    for role in Reserve::ROLES {
        let (Some(worth), Some(place)) = (evaluation.value_of(seat, role), tray.place(ui, role))
        else {
            continue;
        };
        if place.height() < MIN_PIECE_SIZE {
            continue;
        }
        let at = place.right_top() + vec2(-1.0, 1.0);
        let ink = theme::ink_on(fill);
        let font = theme::semibold(theme::SMALL - 1.0);
        let painted = ui.painter().text(at, Align2::LEFT_TOP, &worth, font, ink);
        let id = ui.make_persistent_id(("engine worth", seat, role));
        let response = ui.interact(painted.expand(2.0), id, Sense::hover());
        let words = || {
            format!(
                "Extra {}: about {worth} % for {} (engine estimate)",
                role_name(role),
                seat.name()
            )
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words()));
        if response.hovered() {
            response.on_hover_text(words());
        }
    }
}
