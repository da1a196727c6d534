//! Notices, shown in the free part of the menu bar, where they cover nothing. The bar has the latest one; a click on it
//! lists them all. Warnings and important offers stay until they are dismissed or no longer apply.

use crate::{
    app::{Notice, Offer, Region, ShellAction},
    ui::{
        outbox::SendOnClick as _,
        regions,
        theme::{self, Tokens},
        widgets::{Icon, announce, icon_button},
    },
};
use eframe::egui::{
    Align, Button, Color32, CornerRadius, CursorIcon, Label, Layout, Popup, PopupCloseBehavior,
    Rect, Response, RichText, ScrollArea, Sense, SetOpenCommand, Stroke, StrokeKind, Ui, UiBuilder,
    text::LayoutJob, vec2,
};

const CLOSE_SIDE: f32 = 24.0;

/// The minimum width of the text of a notice in the bar beside its offers, in points. Offers that leave less are only
/// in the list.
const MIN_TEXT: f32 = 150.0;

/// A notice as wide as this, in points, does not need the place of the file name.
const WIDE: f32 = 320.0;

/// The padding at the left of a notice in the bar, in points.
const PADDING: f32 = 8.0;

/// The margin above and below the contents of the menu bar, in points.
const MARGIN: f32 = 3.0;

/// The maximum width of the list, in points.
const LIST_WIDTH: f32 = 560.0;

/// The latest notice, placed in the menu bar. A warning with offers stays there until it is dealt with.
pub struct BarNotice<'a> {
    tokens: &'a Tokens,
    notices: &'a [Notice],
    notice: &'a Notice,
    /// The index of `notice` in `notices`.
    index: usize,
    /// The number of offers that fit beside the text.
    offers: usize,
    pub rect: Rect,
}

impl<'a> BarNotice<'a> {
    /// Places the latest of `notices` at the right end of `room`, right of `wanted_left` if it can be read there.
    /// Returns `None` without a notice, or without room.
    pub fn place(
        ui: &Ui,
        tokens: &'a Tokens,
        notices: &'a [Notice],
        room: Rect,
        wanted_left: f32,
    ) -> Option<Self> {
        let with_offers = |notice: &Notice| notice.is_warning && !notice.offers.is_empty();
        let index = notices.iter().rposition(with_offers).or(notices.len().checked_sub(1))?;
        let notice = &notices[index];
        let gap = ui.spacing().item_spacing.x;
        let mut beside = CLOSE_SIDE + gap + PADDING;
        if notices.len() > 1 {
            beside += button_width(ui, &count_text(notices)) + gap;
        }
        let text = text_width(ui, &notice.brief());
        let mut offers = 0;
        for offer in &notice.offers {
            let width = button_width(ui, &offer.name()) + gap;
            if beside + width + text.min(MIN_TEXT) > room.width() {
                break;
            }
            beside += width;
            offers += 1;
        }
        // Rounded up, so that the text is not elided for a fraction of a point.
        let needed = (text + beside).ceil() + 1.0;
        let free = room.right() - wanted_left;
        let width = if free >= WIDE.max(beside + MIN_TEXT) { free } else { room.width() };
        let rect = room.with_min_x(room.right() - needed.min(width));
        // Two lines of small text need the margins of the bar.
        let rect = if needed > width { rect.expand2(vec2(0.0, MARGIN)) } else { rect };
        if rect.width() < 3.0 * CLOSE_SIDE {
            return None;
        }
        Some(Self { tokens, notices, notice, index, offers, rect })
    }

    /// Shows the notice.
    pub fn ui(&self, ui: &mut Ui) {
        if let Some(newest) = self.notices.last() {
            announce(ui, "newest message", || newest.text.clone());
        }
        regions::mark(ui.ctx(), Region::Messages, self.rect);
        let edge = if self.notice.is_warning { self.tokens.warning } else { self.tokens.line };
        let corners = CornerRadius::same(4);
        ui.painter().rect_filled(self.rect, corners, self.tokens.ground);
        let stroke = Stroke::new(1.0, edge);
        ui.painter().rect_stroke(self.rect, corners, stroke, StrokeKind::Inside);
        let layout = Layout::right_to_left(Align::Center);
        // The close button is flush with the frame.
        let inner = UiBuilder::new().max_rect(self.rect.with_min_x(self.rect.left() + PADDING));
        // The notice must not make the bar higher.
        let ui = &mut ui.new_child(inner.layout(layout).id_salt("notice"));
        close_ui(ui, self.tokens, self.notice.number, self.rect.height().min(CLOSE_SIDE));
        let shown = self.notice.offers.iter().enumerate().take(self.offers);
        for (offer_index, offer) in shown.rev() {
            offer_ui(ui, offer, self.index, offer_index);
        }
        let mut opener: Option<Response> = None;
        if self.notices.len() > 1 {
            let count = Button::new(count_text(self.notices)).frame_when_inactive(true);
            opener = Some(ui.add(count).on_hover_text("Show all messages"));
        }
        let layout = Layout::left_to_right(Align::Center);
        let text = ui.with_layout(layout, |ui| self.text_ui(ui)).inner;
        let toggles = opener.is_some_and(|it| it.clicked()) || text.clicked();
        self.list_ui(&text, toggles);
    }

    /// Shows the text in one line, or in two lines of small text. The tooltip has what is left out.
    fn text_ui(&self, ui: &mut Ui) -> Response {
        let (text, room) = (self.notice.brief().into_owned(), ui.available_width());
        ui.set_min_width(room);
        let fits = text_width(ui, &text) <= room;
        let size = if fits { theme::TEXT } else { theme::SMALL };
        let mut job = LayoutJob::simple(text, theme::regular(size), self.tokens.text, room);
        if !fits {
            job.wrap.max_rows = 2;
            job.sections[0].format.line_height = Some(self.rect.height() / 2.0 - 0.5);
        }
        let galley = ui.painter().layout_job(job);
        let is_short = galley.elided || galley.text() != self.notice.text;
        let label = Label::new(galley).selectable(false).show_tooltip_when_elided(false);
        let label = ui.add(label.sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand);
        if is_short { label.on_hover_text(&self.notice.text) } else { label }
    }

    /// Shows the list of all notices below the bar, if it is open. If `toggles`, opens or closes it.
    fn list_ui(&self, text: &Response, toggles: bool) {
        let toggle = if toggles { Some(SetOpenCommand::Toggle) } else { None };
        let popup = Popup::from_response(text)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .id(text.id.with("list"))
            .open_memory(toggle);
        popup.show(|ui| {
            let window = ui.ctx().content_rect().size();
            ui.set_width(LIST_WIDTH.min(window.x - 40.0));
            let scroll = ScrollArea::vertical().max_height((window.y - 60.0).max(60.0));
            scroll.show(ui, |ui| notices_ui(ui, self.tokens, self.notices));
        });
    }
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = theme::regular(theme::TEXT);
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

fn button_width(ui: &Ui, name: &str) -> f32 {
    text_width(ui, name) + 2.0 * ui.spacing().button_padding.x
}

/// Returns the name of the button that lists all notices: the number of those that the bar doesn’t show.
fn count_text(notices: &[Notice]) -> String {
    format!("{} more", notices.len() - 1)
}

/// Shows the notices, the latest first, each with its offers.
pub fn notices_ui(ui: &mut Ui, tokens: &Tokens, notices: &[Notice]) {
    for (index, notice) in notices.iter().enumerate().rev() {
        if index + 1 < notices.len() {
            ui.separator();
        }
        let ink = if notice.is_warning { tokens.warning } else { tokens.text };
        ui.horizontal_top(|ui| {
            let width = ui.available_width() - CLOSE_SIDE - ui.spacing().item_spacing.x;
            ui.allocate_ui(vec2(width, 0.0), |ui| {
                ui.set_min_width(width);
                let text = RichText::new(&notice.text).color(ink).size(theme::TEXT);
                ui.add(Label::new(text).wrap().selectable(true));
            });
            close_ui(ui, tokens, notice.number, CLOSE_SIDE);
        });
        if !notice.offers.is_empty() {
            ui.horizontal_wrapped(|ui| {
                for (offer_index, offer) in notice.offers.iter().enumerate() {
                    offer_ui(ui, offer, index, offer_index);
                }
            });
        }
    }
}

fn offer_ui(ui: &mut Ui, offer: &Offer, index: usize, offer_index: usize) {
    let button = ui.add(Button::new(offer.name()).frame_when_inactive(true));
    button.on_click(|| ShellAction::Accept(index, offer_index));
}

fn close_ui(ui: &mut Ui, tokens: &Tokens, number: u64, side: f32) {
    let close = icon_button(ui, tokens, Icon::Close, side, "Dismiss", None);
    close.on_click(|| ShellAction::CloseNotice(number));
}
