//! Notices, shown over the line above the boards or over the lower part of the window. Warnings and important offers
//! stay until they are dismissed or no longer apply. No notice blocks input.

use crate::{
    app::{Notice, Offer, Region, ShellAction},
    ui::{
        outbox::SendOnClick as _,
        regions,
        theme::{self, Tokens},
        widgets::{Icon, announce, icon_button, small},
    },
};
use eframe::egui::{
    Align, Align2, Area, AreaState, Button, Color32, Context, Frame, Id, Label, Layout, Margin,
    Order, Rect, RichText, Shadow, Stroke, Ui, pos2, vec2,
};

const CLOSE_SIDE: f32 = 24.0;

/// Returns the width of the button of an offer, in points.
const fn offer_width(offer: &Offer) -> f32 {
    match offer {
        Offer::Open(_)
        | Offer::CopyText(_)
        | Offer::Restore(_)
        | Offer::ShowDraft(_)
        | Offer::ReplaceBraces(_) => 60.0,
        Offer::ShowInFolder(_)
        | Offer::SolvePuzzles
        | Offer::ResumePuzzles
        | Offer::CancelExport
        | Offer::RestartAnalysis
        | Offer::DetectEngines
        | Offer::RefreshSearch => 110.0,
        Offer::Numbers { .. }
        | Offer::Reload
        | Offer::UnpackWhole(_)
        | Offer::OpenMatches(_)
        | Offer::AddBoard(_)
        | Offer::Copy(_) => 170.0,
    }
}

/// The maximum number of notices shown at once. Earlier ones are only counted.
const MAX_VISIBLE_NOTICES: usize = 2;

/// The minimum width of a notice, in points.
const MIN_WIDTH: f32 = 220.0;

/// The maximum width of a notice over the lower part of the window, in points.
const MAX_WIDTH: f32 = 600.0;

/// The minimum width of a truncated text, in points.
const MIN_TEXT: f32 = 150.0;

/// The padding and gaps of a notice, in points.
const PADDING: f32 = 44.0;

/// The width of the text that counts further notices, in points.
const MORE_WIDTH: f32 = 70.0;

/// Returns the latest notices: as many as were shown in the last frame, but at least one if there is any.
pub fn visible_notices<'a>(ctx: &Context, notices: &'a [Notice]) -> &'a [Notice] {
    let shown: usize = ctx.data(|data| data.get_temp(shown_id())).unwrap_or(1);
    latest(notices, shown)
}

/// Returns the id of a stored value: the number of notices shown in the last frame.
fn shown_id() -> Id {
    Id::unique("shown notices")
}

fn latest(notices: &[Notice], max: usize) -> &[Notice] {
    &notices[notices.len().saturating_sub(max)..]
}

/// The part of the window that notices may cover.
#[derive(Clone, Copy, Debug)]
pub struct NoticePlace {
    /// The line that a single short notice covers, if any.
    pub line: Option<Rect>,
    /// Whether only the latest notice is shown, with its text truncated to the line, since more would cover too much.
    pub is_line_only: bool,
    /// The alignment of a notice within `line`.
    pub align: Align,
    /// The area for all other notices, which are at its lower edge.
    pub area: Rect,
}

impl From<Rect> for NoticePlace {
    fn from(area: Rect) -> Self {
        Self { line: None, is_line_only: false, align: Align::Center, area }
    }
}

/// Shows the notices over `place`, so that nothing moves when one appears or disappears.
pub fn notices_over(ui: &Ui, tokens: &Tokens, notices: &[Notice], place: impl Into<NoticePlace>) {
    let NoticePlace { line, is_line_only, align, area: place } = place.into();
    let shown = latest(notices, if is_line_only { 1 } else { MAX_VISIBLE_NOTICES });
    ui.data_mut(|data| data.insert_temp(shown_id(), shown.len().max(1)));
    if shown.is_empty() {
        return;
    }
    let (text, beside) = widths(ui, shown, notices.len());
    let width = (text + beside).max(MIN_WIDTH);
    let line = line.filter(|line| {
        let needed = if is_line_only { text.min(MIN_TEXT) + beside } else { width };
        shown.len() == 1 && needed <= line.width()
    });
    let width = if line.is_some() { width } else { width.min(MAX_WIDTH) };
    let (place, align) = line.map_or((place, Align::Center), |line| (line, align));
    let below = pos2(align.align_size_within_range(0.0, place.x_range()).min, place.bottom());
    let id = Id::unique("notices");
    let size_before = AreaState::load(ui.ctx(), id).and_then(|state| state.size);
    let area = Area::new(id)
        .order(Order::Middle)
        .pivot(Align2([align, Align::Max]))
        .fixed_pos(below)
        .constrain(false);
    let output = area.show(ui.ctx(), |ui| {
        ui.set_width(width.min(place.width()));
        rows_ui(ui, tokens, notices, shown, line.is_some());
    });
    let rect = output.response.rect;
    regions::mark(ui.ctx(), Region::Messages, rect);
    // The place depends on the size in the last frame, so a new size needs another frame.
    if size_before != Some(rect.size()) {
        ui.ctx().request_repaint();
    }
}

/// Returns two widths in points: that of the longest text of the `shown` notices, without wrapping, and that of
/// everything beside the text. `count` is the number of all notices.
fn widths(ui: &Ui, shown: &[Notice], count: usize) -> (f32, f32) {
    let gap = ui.spacing().item_spacing.x;
    let text = |notice: &Notice| {
        let font = theme::regular(theme::TEXT);
        let text = notice.text.clone();
        ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x
    };
    let offers =
        |notice: &Notice| notice.offers.iter().map(|it| offer_width(it) + gap).sum::<f32>();
    let more = if count > shown.len() { MORE_WIDTH + gap } else { 0.0 };
    (
        shown.iter().map(text).fold(0.0, f32::max),
        shown.iter().map(offers).fold(0.0, f32::max) + more + CLOSE_SIDE + gap + PADDING,
    )
}

/// Shows the notices, if any.
pub fn notices_ui(ui: &mut Ui, tokens: &Tokens, notices: &[Notice]) {
    rows_ui(ui, tokens, notices, latest(notices, MAX_VISIBLE_NOTICES), false);
}

/// Shows the notices in `shown`, which are the latest of `notices`. If `cut`, a text that does not fit is truncated
/// instead of wrapped.
fn rows_ui(ui: &mut Ui, tokens: &Tokens, notices: &[Notice], shown: &[Notice], cut: bool) {
    if let Some(newest) = notices.last() {
        announce(ui, "newest message", || newest.text.clone());
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let before = notices.len() - shown.len();
    for (index, notice) in (before..).zip(shown) {
        let more = if index == before { before } else { 0 };
        notice_ui(ui, tokens, notice, (more, cut), index);
    }
}

/// Shows a notice. `more` is the number of earlier notices that are hidden. If `cut`, a text that does not fit is
/// truncated, and the tooltip shows the whole text.
fn notice_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    notice: &Notice,
    (more, cut): (usize, bool),
    index: usize,
) {
    let edge = if notice.is_warning { tokens.warning } else { tokens.line };
    let shadow =
        Shadow { offset: [0, 2], blur: 8, spread: 0, color: Color32::from_black_alpha(50) };
    Frame::new()
        .fill(tokens.panel)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(6.0)
        .shadow(shadow)
        // With these margins, a notice of one line covers only the plot of the timeline.
        .inner_margin(Margin::symmetric(12, 1))
        .outer_margin(Margin { left: 8, right: 8, top: 3, bottom: 0 })
        .show(ui, |ui| {
            ui.spacing_mut().interact_size.y = CLOSE_SIDE;
            ui.horizontal(|ui| {
                let text = RichText::new(&notice.text).color(tokens.text).size(theme::TEXT);
                let gap = ui.spacing().item_spacing.x;
                let mut width = ui.available_width() - CLOSE_SIDE - gap;
                width -= notice.offers.iter().map(|offer| offer_width(offer) + gap).sum::<f32>();
                if more > 0 {
                    width -= MORE_WIDTH + gap;
                }
                let layout = Layout::left_to_right(Align::Center);
                ui.allocate_ui_with_layout(vec2(width, CLOSE_SIDE), layout, |ui| {
                    ui.set_min_width(width);
                    let label = Label::new(text).selectable(true);
                    ui.add(if cut { label.truncate() } else { label.wrap() });
                });
                if more > 0 {
                    let more = Label::new(small(format!("and {more} more")));
                    ui.add_sized(vec2(MORE_WIDTH, CLOSE_SIDE), more);
                }
                for (offer_index, offer) in notice.offers.iter().enumerate() {
                    let button = Button::new(offer.name()).min_size(vec2(offer_width(offer), 0.0));
                    ui.add(button).on_click(|| ShellAction::Accept(index, offer_index));
                }
                let close = icon_button(ui, tokens, Icon::Close, CLOSE_SIDE, "Dismiss", None);
                close.on_click(|| ShellAction::CloseNotice(index));
            });
        });
}
