//! A view of a text that is too long to lay out as a whole. Only visible rows are laid out.

use super::RowList;
use crate::{text::to_u32, ui::theme::Tokens};
use eframe::egui::{AsIdSalt, FontId, Rect, Ui, UiBuilder, WidgetInfo, accesskit::Role, vec2};

/// The length above which a text is shown in this view, in bytes.
pub const MIN_LONG_BYTES: usize = 32 * 1024;

/// The height of the view, in points.
const HEIGHT: f32 = 120.0;

/// The height of a row, in points.
const ROW: f32 = 15.0;

/// Shows `text` in rows of equally many bytes, with line breaks and other control characters as spaces. `name` is the
/// accessible name.
pub fn long_text_ui(ui: &mut Ui, tokens: &Tokens, salt: impl AsIdSalt, name: &str, text: &str) {
    let id = ui.make_persistent_id(salt);
    let mut list: RowList = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let size = vec2(ui.available_width(), HEIGHT);
    let (place, response) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
    // Screen readers get the beginning instead of megabytes.
    let words = format!("{name}: {}", row(text, 0, 200));
    response.widget_info(|| WidgetInfo::labeled(Role::Document, true, &words));
    ui.painter().rect_filled(place, 4.0, tokens.card);
    let font = FontId::monospace(12.0);
    let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, 'm')).max(1.0);
    let bytes = to_u32(((size.x - 30.0) / letter).clamp(8.0, 1000.0)) as usize;
    let mut inner = ui.new_child(UiBuilder::new().id_salt(id).max_rect(place.shrink(4.0)));
    let count = text.len().div_ceil(bytes);
    list.show(&mut inner, tokens, ROW, count, |ui, index, place: Rect| {
        let words = row(text, index * bytes, bytes).replace(char::is_control, " ");
        let galley = ui.painter().layout_no_wrap(words, font.clone(), tokens.text);
        ui.painter().galley(place.min, galley, tokens.text);
    });
    ui.data_mut(|data| data.insert_temp(id, list));
}

/// Returns the characters that begin within `bytes` bytes after the offset `from`.
fn row(text: &str, from: usize, bytes: usize) -> &str {
    let start = text.ceil_char_boundary(from.min(text.len()));
    let end = text.ceil_char_boundary((from + bytes).min(text.len()));
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_concatenate_to_the_text() {
        let text = "é – 象 🐎 abc".repeat(40);
        for bytes in 8..40 {
            let rows =
                (0..text.len().div_ceil(bytes)).map(|index| row(&text, index * bytes, bytes));
            assert_eq!(rows.collect::<String>(), text);
        }
    }
}
