//! The header above the boards in a variation, the choice of the next ply, and the promotion choice.

use crate::{
    app::{Command, Correction, CorrectionKind, Keymap, LaterPlies, PlaybackAction, State},
    document::Document,
    replay::{Point, VariationPlace},
    rules::{Color, Piece, Role, Team, role_name},
    text::in_visual_order,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::{cancel_button, dialog_head, dialog_title, is_new},
        theme::{self, Tokens},
        widgets::{Stage, error_label, name_text, paint_on_tray, small},
    },
};
use eframe::egui::{
    Align, Area, Button, Color32, CornerRadius, Frame, Galley, Id, Key, LayerId, Layout, Margin,
    Modifiers, Order, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo,
    accesskit::Role as Access,
    pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};
use std::{ops::Range, sync::Arc};

/// Shows the variation that contains `place`, with its buttons. If a player has mated at `place`, `mate` is the
/// player's name and team.
pub fn variation_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    keymap: &Keymap,
    (document, place, mate): (&Document, &VariationPlace, Option<(&str, Team)>),
    rect: Rect,
) {
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding = vec2(6.0, 1.0);
            let buttons = [
                (Command::LeaveVariation, "Back to main line"),
                (Command::CopyVariation, "Copy"),
                (Command::DeleteVariation, "Delete"),
                (Command::PromoteVariation, "Promote"),
            ];
            let count = if rect.width() < 420.0 { 1 } else { buttons.len() };
            for (command, words) in buttons.into_iter().take(count) {
                let button = Button::new(RichText::new(words).small());
                ui.add(button).on_hover_text(keymap.tooltip(command)).on_click(|| command);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                words_ui(ui, tokens, document, place, mate);
            });
        });
    });
}

/// The gap between the plies of a variation in the header, in points.
const PLY_GAP: f32 = 6.0;

/// Shows `Variation` or the name of the mating player, and then the plies. A click on a ply goes there. An ellipsis
/// stands for plies without room, and its tooltip has all plies.
fn words_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    document: &Document,
    place: &VariationPlace,
    mate: Option<(&str, Team)>,
) {
    let Some(variation) = document.variations().get(&place.path) else { return };
    ui.spacing_mut().item_spacing.x = PLY_GAP;
    let (words, ink) = match mate {
        Some((name, team)) => (format!("{name} mates"), tokens.team(team)),
        None => ("Variation".to_owned(), tokens.text),
    };
    ui.label(
        RichText::new(in_visual_order(&words)).font(theme::semibold(theme::SMALL + 1.0)).color(ink),
    );
    let at = place.plies.min(variation.plies.len());
    let texts: Vec<String> =
        variation.plies.iter().map(|ply| document.variation_ply_words(ply)).collect();
    let layout = |(index, text): (usize, &String)| {
        let font = if index + 1 == at { theme::semibold } else { theme::regular };
        let ink = tokens.team(variation.plies[index].ply.seat.team());
        let words = in_visual_order(text).into_owned();
        ui.painter().layout_no_wrap(words, font(theme::SMALL + 1.0), ink)
    };
    let galleys: Vec<Arc<Galley>> = texts.iter().enumerate().map(layout).collect();
    let font = theme::regular(theme::SMALL + 1.0);
    let ellipsis = ui.painter().layout_no_wrap("…".to_owned(), font, tokens.dim);
    let widths: Vec<f32> = galleys.iter().map(|galley| galley.size().x + PLY_GAP).collect();
    let room = ui.available_width();
    let shown = plies_with_room(&widths, at, ellipsis.size().x + PLY_GAP, room);
    let ellipsis_ui = |ui: &mut Ui| {
        ui.label(Arc::clone(&ellipsis)).on_hover_text(texts.join(" "));
    };
    if shown.start > 0 {
        ellipsis_ui(ui);
    }
    for index in shown.clone() {
        let galley = Arc::clone(&galleys[index]);
        let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Access::Button, true, &texts[index]));
        ui.painter().galley(rect.min, galley, tokens.text);
        let point = || Point::Variation(place.path.clone().after(index + 1));
        response.on_click(|| PlaybackAction::GoToPoint(point()));
    }
    // Without room for any ply, one ellipsis stands for all.
    if shown.end < texts.len() && (shown.start == 0 || !shown.is_empty()) {
        ellipsis_ui(ui);
    }
}

/// Returns the plies that have `room`, given the widths of all of them and that of the ellipsis for those left out on
/// either side: the last of the first `at` plies, which is the current one, then earlier ones, then later ones.
fn plies_with_room(widths: &[f32], at: usize, ellipsis: f32, room: f32) -> Range<usize> {
    let fits = |plies: &Range<usize>| {
        let before = if plies.start > 0 { ellipsis } else { 0.0 };
        let after = if plies.end < widths.len() { ellipsis } else { 0.0 };
        before + widths[plies.clone()].iter().sum::<f32>() + after <= room
    };
    let all = 0..widths.len();
    if fits(&all) {
        return all;
    }
    let mut shown = at..at;
    while let Some(start) = shown.start.checked_sub(1)
        && fits(&(start..shown.end))
    {
        shown.start = start;
    }
    while shown.end < widths.len() && fits(&(shown.start..shown.end + 1)) {
        shown.end += 1;
    }
    shown
}

/// Shows the plies that can follow: the next one of the match or variation, and those of variations that branch off.
pub fn choices_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    dialog_title(ui, "Choose next move");
    ui.add_space(4.0);
    let position = state.position();
    let Some(open) = state.match_state() else { return };
    for (index, choice) in open.choices().into_iter().enumerate() {
        let (ply, seat) = (choice.ply, choice.ply.seat);
        let san = position.board_of(seat).san(ply.mv);
        let kind = match (&choice.to, index) {
            (Point::Match(_), _) => "main line",
            (Point::Variation(_), 0) => "continues",
            (Point::Variation(_), _) => "variation",
        };
        let words = format!("{}{}. {san}  ({kind})", ply.number, seat.letter());
        let ink = tokens.team(seat.team());
        let button = Button::new(RichText::new(words).color(ink)).min_size(vec2(240.0, 26.0));
        let button = ui.add(button);
        // The first choice gets the focus, so that Enter selects it and the arrow keys move to the others.
        if index == 0 && ui.memory(|memory| memory.focused().is_none()) {
            button.request_focus();
        }
        if button.clicked() {
            ui.close_dialog();
            ui.send(PlaybackAction::GoToPoint(choice.to));
        }
    }
}

/// Shows the ways to record a move before the end of the match. The variation, which changes nothing, has the focus.
pub fn correct_ui(ui: &mut Ui, correction: &Correction) {
    dialog_head(ui, 330.0, &correction.words);
    ui.add_space(4.0);
    let way = |ui: &mut Ui, kind: CorrectionKind, words: &str, effect: &str| {
        let button = Button::new(words).min_size(vec2(ui.available_width(), 26.0));
        let button = ui.add(button);
        if !effect.is_empty() {
            ui.label(small(effect));
        }
        ui.add_space(4.0);
        if kind == CorrectionKind::Variation && is_new(ui) {
            button.request_focus();
        }
        button.on_click(|| PlaybackAction::Correct(Box::new(correction.clone()), kind));
    };
    way(ui, CorrectionKind::Variation, "Add a variation", "The match stays as it is.");
    let Correction { next, inserted, replaced, deleted, .. } = correction;
    if *inserted != LaterPlies::Refused {
        let effect = later_words(*inserted, *deleted);
        way(ui, CorrectionKind::Insert, &format!("Insert before {next}"), &effect);
    }
    let mut deletion = match deleted {
        1 => format!("Play it and delete {next}"),
        moves => format!("Play it and delete the {moves} later moves"),
    };
    if let Some(replaced) = replaced {
        let after = replaced.plies_after;
        let effect = later_words(replaced.later, after);
        way(ui, CorrectionKind::Replace, &format!("Replace {}", replaced.name), &effect);
        if replaced.name == *next {
            deletion = match after {
                0 => String::new(),
                1 => format!("Replace {next} and delete the move after it"),
                moves => format!("Replace {next} and delete the {moves} moves after it"),
            };
        }
    }
    if !deletion.is_empty() {
        way(ui, CorrectionKind::DeleteRest, &deletion, "");
    }
    cancel_button(ui);
}

/// Returns what becomes of the `count` plies after a change.
fn later_words(later: LaterPlies, count: usize) -> String {
    match (later, count) {
        (_, 0) | (LaterPlies::Refused, _) => String::new(),
        (LaterPlies::Legal, 1) => "The move after it stays.".to_owned(),
        (LaterPlies::Legal, _) => format!("The {count} moves after it stay."),
        (LaterPlies::IllegalFrom(name), _) => format!(
            "Nothing is deleted, but {name} no longer fits: the moves from there on are kept as \
             written and listed in Issues."
        ),
    }
}

/// Shows the dialog in which variations of the current match are pasted.
pub fn merge_ui(ui: &mut Ui, text: &mut String, refused: &mut String) {
    dialog_head(ui, 460.0, "Import variations");
    ui.label(small(
        "Paste another copy of this match to add its variations. Existing ones are kept.",
    ));
    ui.add_space(4.0);
    let edit = TextEdit::multiline(text)
        .id_salt("match with variations")
        .hint_text("Match with variations")
        .desired_rows(8)
        .desired_width(f32::INFINITY);
    let field = ScrollArea::vertical().max_height(180.0).show(ui, |ui| ui.add(edit)).inner;
    name_text(&field, Access::MultilineTextInput, "Match with variations", text);
    if is_new(ui) {
        field.request_focus();
    }
    if field.changed() {
        refused.clear();
    }
    if !refused.is_empty() {
        error_label(ui, refused.as_str());
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let add = ui.add_enabled(!text.trim().is_empty(), Button::new("Import variations"));
        add.on_click(|| PlaybackAction::Merge(text.clone()));
        cancel_button(ui);
    });
}

pub fn promotion_layer() -> LayerId {
    LayerId::new(Order::Foreground, Id::unique("promotion"))
}

/// The pieces to which a pawn can promote, with their keys.
const PROMOTIONS: [(Role, Key); 4] =
    [(Role::Queen, Key::Q), (Role::Rook, Key::R), (Role::Bishop, Key::B), (Role::Knight, Key::N)];

/// Shows the promotion choice at `square`. A click or a key of `PROMOTIONS` promotes the pawn.
pub fn promotion_ui(ui: &Ui, stage: &mut Stage<'_>, color: Color, square: Rect) {
    let side = square.width().clamp(32.0, 64.0);
    let screen = ui.ctx().content_rect();
    let width = side * 4.0 + 24.0;
    // The first choice is on the square itself, under the pointer.
    let edge = (side - square.width()) / 2.0 + 5.0;
    let left = (square.left() - edge).min(screen.right() - width).max(screen.left());
    let top = (square.top() - edge).min(screen.bottom() - side - 16.0);
    let LayerId { id, order } = promotion_layer();
    Area::new(id).order(order).fixed_pos(pos2(left, top)).show(ui.ctx(), |ui| {
        let frame = Frame::popup(ui.style()).inner_margin(Margin::same(4)).fill(stage.tokens.tray);
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for (role, key) in PROMOTIONS {
                    let (rect, response) =
                        ui.allocate_exact_size(Vec2::splat(side), Sense::click());
                    let name = format!("Promote to a {}", role_name(role));
                    response.widget_info(|| WidgetInfo::labeled(Access::Button, true, &name));
                    if response.hovered() || response.has_focus() {
                        let fill = Color32::from_white_alpha(70);
                        ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
                    }
                    paint_on_tray(ui, stage, Piece { color, role }, rect);
                    let typed = ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
                    if response.on_hover_text(name).clicked() || typed {
                        ui.send(PlaybackAction::Promote(Some(role)));
                    }
                }
            });
        });
    });
}

/// Returns the header above the boards while moves are recorded, truncated to `width` points.
pub fn recording_text(tokens: &Tokens, event: &str, width: f32) -> LayoutJob {
    let size = theme::SMALL + 1.0;
    let mut job = LayoutJob::default();
    job.append("Recording moves", 0.0, theme::semibold_text(size, tokens.warning));
    job.append(event, 10.0, theme::regular_text(size, tokens.dim));
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    job
}
