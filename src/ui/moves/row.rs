//! A row of the move list: plies, a variation, a comment, a diagram or the end of the match.

use super::{
    MAX_COMMENT_LEN, ROW_HEIGHT,
    cell::{RowContext, cell_ui},
    variation::{VariationLook, variation_row_ui},
};
use crate::{
    app::MoveRow,
    document::{Document, excerpt},
    rules::{BoardId, Seat},
    text::count_text,
    ui::{
        theme::{self, Tokens},
        widgets::{Stage, diagram_ui},
    },
};
use eframe::egui::{
    Color32, CornerRadius, Rect, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

pub(super) fn row_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    context: RowContext<'_>,
    index: usize,
    rect: Rect,
) {
    let tokens = &stage.tokens;
    let RowContext { state, open, hides_end, .. } = context;
    let row = &open.moves.rows[index];
    let moment = open.moment_view.playhead.moment();
    let row_moment = match row {
        MoveRow::Diagram { moment } | MoveRow::Comment { moment, .. } => *moment,
        MoveRow::Variation(row) => open.document.variations().branches_off_at(&row.path) + 1,
        MoveRow::Plies(_) | MoveRow::Ending(_) => 0,
    };
    if hides_end && row_moment > moment {
        return;
    }
    match row {
        MoveRow::Diagram { moment } => {
            let boards = (state.board_order(), state.settings.flipped);
            diagram_row_ui(ui, stage, boards, &context.open.document, *moment, rect);
        }
        MoveRow::Plies(cells) => {
            let column = rect.width() / 4.0;
            for (column_index, cell) in (0_u8..).zip(cells.iter()) {
                let Some(cell) = cell.as_ref().filter(|it| !hides_end || it.ply < moment) else {
                    continue;
                };
                let left = rect.left() + column * f32::from(column_index);
                let cell_rect =
                    Rect::from_min_size(pos2(left, rect.top()), vec2(column, rect.height()));
                let seat = Seat::ALL[usize::from(column_index)];
                cell_ui(ui, tokens, context, (cell, seat), cell_rect);
            }
        }
        MoveRow::Variation(row) => {
            let look = VariationLook {
                document: &context.open.document,
                figurines: state.settings.figurines,
                here: open.moment_view.attempt.variation.as_ref(),
                next: context.next,
            };
            variation_row_ui(ui, tokens, state, look, row, rect);
        }
        MoveRow::Comment { text, moment } => {
            let past = *moment <= open.moment_view.playhead.moment();
            let ink = if past { tokens.text } else { tokens.dim };
            comment_ui(ui, tokens, text, ink, rect, ("comment", index));
        }
        MoveRow::Ending(text) => {
            let text = if hides_end { "Result hidden" } else { text };
            comment_ui(ui, tokens, ending_text(text), tokens.text, rect, ("ending", index));
        }
    }
}

/// Returns `text`, or `No result` if `text` is only `*`.
fn ending_text(text: &str) -> &str {
    if text == "*" { "No result" } else { text }
}

/// Returns the side of a diagram's boards in a list `width` points wide, in points.
pub(super) fn diagram_side(width: f32) -> f32 {
    ((width - 40.0) / 2.0).clamp(48.0, 160.0)
}

fn diagram_row_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    boards: ([BoardId; 2], bool),
    document: &Document,
    moment: usize,
    rect: Rect,
) {
    diagram_ui(
        ui,
        stage,
        boards,
        document,
        moment,
        (rect.min + vec2(16.0, 6.0), diagram_side(rect.width())),
    );
    let id = ui.make_persistent_id(("diagram", moment));
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| {
        let words = format!("Diagram after {}", count_text(moment, "move", "moves"));
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
    let text = excerpt(text, MAX_COMMENT_LEN);
    let one_line = rect.height() <= ROW_HEIGHT;
    let galley = painter.layout_job(comment_job(&text, ink, rect.width(), one_line));
    painter.galley(rect.min + vec2(16.0, 4.0), galley, ink);
    let response = ui.interact(rect, ui.make_persistent_id(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*text));
}

/// Returns the layout job for a comment in a list of `width` points. If `one_line`, the comment is truncated to
/// one line.
pub(super) fn comment_job(text: &str, ink: Color32, width: f32, one_line: bool) -> LayoutJob {
    let format = TextFormat::simple(theme::regular(theme::TEXT), ink);
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap.max_width = width - 26.0;
    if one_line {
        job.wrap = TextWrapping::truncate_at_width(width - 26.0);
    }
    job
}
