//! A row of the move list: plies, a variation, a comment, a diagram or the end of the match.

use super::{
    MAX_COMMENT_LEN, ROW_HEIGHT,
    cell::{RowContext, cell_ui},
    variation::VariationLook,
};
use crate::{
    app::MoveRow,
    document::excerpt,
    replay::{Point, VariationPlace},
    rules::Seat,
    text::count_text,
    ui::{
        theme::{self, Tokens},
        widgets::{Stage, diagram_ui, in_reading_order},
    },
};
use eframe::egui::{
    Color32, CornerRadius, Rect, Sense, Ui, WidgetInfo,
    accesskit::Role,
    text::{LayoutJob, TextWrapping},
    vec2,
};

pub(super) fn row_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    context: RowContext<'_>,
    index: usize,
    rect: Rect,
) {
    let RowContext { tokens, state, open, hides_end, .. } = context;
    let row = &open.moves.rows[index];
    let moment = open.moment_view.playhead.moment();
    let row_moment = match row {
        MoveRow::Diagram { at: Point::Match(moment) }
        | MoveRow::Comment { moment, .. }
        | MoveRow::VariationText { moment, .. } => *moment,
        MoveRow::Diagram { at: Point::Variation(VariationPlace { path, .. }) } => {
            open.document.variations().branches_off_at(path) + 1
        }
        MoveRow::Variation(row) => open.document.variations().branches_off_at(&row.path) + 1,
        MoveRow::Plies(_) | MoveRow::Ending(_) => 0,
    };
    if hides_end && row_moment > moment {
        return;
    }
    match row {
        MoveRow::Diagram { at } => diagram_row_ui(ui, stage, context, at, rect),
        MoveRow::Plies(cells) => {
            let column = rect.width() / 4.0;
            let mut place = rect.with_max_x(rect.left() + column);
            for (seat, cell) in Seat::ALL.into_iter().zip(cells.iter()) {
                if let Some(cell) = cell.as_ref().filter(|it| !hides_end || it.ply < moment) {
                    cell_ui(ui, context, cell, seat, place);
                }
                place = place.translate(vec2(column, 0.0));
            }
        }
        MoveRow::Variation(row) => {
            let look = VariationLook {
                tokens,
                document: &open.document,
                figurines: state.settings.figurines,
                here: open.moment_view.attempt.variation.as_ref(),
                next: context.next,
            };
            look.row_ui(ui, state, row, rect);
        }
        MoveRow::Comment { text, moment: at } | MoveRow::VariationText { text, moment: at } => {
            let ink = if *at <= moment { tokens.text } else { tokens.dim };
            comment_ui(ui, tokens, text, ink, rect, ("comment", index));
        }
        MoveRow::Ending(text) => {
            let text = match text.as_str() {
                _ if hides_end => "Result hidden",
                "*" => "No result",
                text => text,
            };
            comment_ui(ui, tokens, text, tokens.text, rect, ("ending", index));
        }
    }
}

/// Returns the side of a diagram's boards in a list `width` points wide, in points.
pub(super) fn diagram_side(width: f32) -> f32 {
    ((width - 40.0) / 2.0).clamp(48.0, 160.0)
}

fn diagram_row_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    RowContext { state, open, .. }: RowContext<'_>,
    at: &Point,
    rect: Rect,
) {
    let boards = (state.board_order(), state.shell.flipped);
    let place = (rect.min + vec2(16.0, 6.0), diagram_side(rect.width()));
    diagram_ui(ui, stage, boards, &open.document, at, place);
    let id = ui.make_persistent_id(("diagram", at));
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| {
        let words = match at {
            Point::Match(moment) => {
                format!("Diagram after {}", count_text(*moment, "move", "moves"))
            }
            Point::Variation(place) => {
                let ply = open.document.variation_san(place).unwrap_or_default();
                format!("Diagram after {ply}, variation")
            }
        };
        WidgetInfo::labeled(Role::Image, true, words)
    });
}

fn comment_ui(ui: &Ui, tokens: &Tokens, text: &str, ink: Color32, rect: Rect, salt: (&str, usize)) {
    let painter = ui.painter();
    let (left, inner) = (rect.left(), rect.shrink2(vec2(0.0, 3.0)));
    let stripe = Rect::from_x_y_ranges(left + 6.0..=left + 8.0, inner.y_range());
    painter.rect_filled(stripe, CornerRadius::same(1), tokens.line);
    let text = excerpt(text, MAX_COMMENT_LEN);
    let one_line = rect.height() <= ROW_HEIGHT;
    let galley = in_reading_order(painter, comment_job(&text, ink, rect.width(), one_line));
    painter.galley(rect.min + vec2(16.0, 4.0), galley, ink);
    let response = ui.interact(rect, ui.make_persistent_id(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*text));
}

/// Returns the layout job for a comment in a list of `width` points. If `one_line`, the comment is truncated to
/// one line.
pub(super) fn comment_job(text: &str, ink: Color32, width: f32, one_line: bool) -> LayoutJob {
    let font = theme::regular(theme::TEXT);
    let mut job = LayoutJob::simple(text.to_owned(), font, ink, width - 26.0);
    if one_line {
        job.wrap = TextWrapping::truncate_at_width(width - 26.0);
    }
    job
}
