//! The form that enters the next ply of a game, from the view of the referee or of a player.

use super::new_game::field_ui;
use crate::{
    app::{EntryTurn, FieldKind, Focus, GameState, KriegspielAction, NotesAction, PlyEntry},
    document::DocumentEdit,
    kriegspiel::{
        BoardEnd, PawnTryNews, PromotionNews, Rules, TryNews,
        notation::{Man, color_title},
    },
    rules::{CheckDirections, Direction},
    ui::{
        keys,
        outbox::{SendAction as _, SendOnClick as _},
        widgets::{
            check_box, error_label, is_entered, low_button, note_ui, select_all, subheading,
        },
    },
};
use eframe::egui::{
    DragValue, Response, RichText, Ui, WidgetInfo, accesskit::Role, emath::Numeric,
};

/// The maximum number of illegal tries before one ply.
const MAX_TRIES: u32 = 999;

/// Shows the form while plies are being entered.
pub fn entry_ui(ui: &mut Ui, game: &GameState, entry: &mut PlyEntry, focus: Option<&Focus>) {
    if !game.is_entering {
        return;
    }
    if let Some(end) = game.entry_end() {
        return end_ui(ui, game, end);
    }
    let Some(turn) = game.entry_turn() else {
        note_ui(ui, RichText::new("Go to the end of the game to enter moves.").small());
        return;
    };
    let title = match turn {
        EntryTurn::Referee(color) | EntryTurn::Own(color) => {
            format!("{} to move", color_title(color))
        }
        EntryTurn::Other(color) => format!("Announcement for {}’s move", color_title(color)),
    };
    ui.label(subheading(title));
    let before = entry.clone();
    let rules = game.document.game().view.rules();
    match turn {
        EntryTurn::Referee(_) => referee_ui(ui, rules, focus, entry),
        EntryTurn::Own(_) => own_ui(ui, rules, focus, entry),
        EntryTurn::Other(_) => other_ui(ui, game, focus, entry),
    }
    tries_ui(ui, game, entry);
    if *entry != before {
        entry.error.clear();
    }
    if !entry.error.is_empty() {
        error_label(ui, &entry.error);
    }
    ui.add_space(4.0);
    ui.separator();
}

/// Shows how the game ended, and a button that sets its result, unless it has that result.
fn end_ui(ui: &mut Ui, game: &GameState, end: BoardEnd) {
    let record = game.document.game();
    let loser = record.turn();
    let result = end.result(loser, record.view.rules());
    let words = match end {
        BoardEnd::Mate => format!("Checkmate: {} wins", color_title(loser.other())),
        BoardEnd::Stalemate => "Stalemate".to_owned(),
    };
    ui.label(subheading(words));
    if record.result != Some(result) {
        ui.button(format!("Set result to {}", result.text())).on_click(|| {
            NotesAction::Edit(DocumentEdit::Outcome {
                result,
                reason: end.reason(color_title(loser)),
            })
        });
    }
    ui.add_space(4.0);
    ui.separator();
}

/// Shows the field for the move. Returns whether Enter was pressed in the field.
fn move_ui(ui: &mut Ui, focus: Option<&Focus>, entry: &mut PlyEntry) -> bool {
    let field = field_ui(ui, "Next move", "Nf3", 84.0, &mut entry.typed);
    is_first_entered(&field, focus, &entry.typed)
}

/// Gives `field`, the first one of the form, the focus that it is due, with its text selected. Returns whether Enter was
/// pressed in it.
fn is_first_entered(field: &Response, focus: Option<&Focus>, text: &str) -> bool {
    if focus == Some(&Focus::TypedMove) {
        field.request_focus();
        select_all(field, text);
    }
    if field.has_focus() {
        keys::mark_field(&field.ctx, field.id, FieldKind::Record);
    }
    is_entered(field)
}

fn referee_ui(ui: &mut Ui, rules: Rules, focus: Option<&Focus>, entry: &mut PlyEntry) {
    answer_ui(ui, rules, entry);
    ui.horizontal(|ui| {
        let entered = move_ui(ui, focus, entry);
        if ui.button("Add move").clicked() || entered {
            ui.send(KriegspielAction::EnterPly);
        }
    });
    note_ui(
        ui,
        "Or move a piece on the board. Illegal moves are recorded as tries; announcements are \
         calculated.",
    );
}

fn own_ui(ui: &mut Ui, rules: Rules, focus: Option<&Focus>, entry: &mut PlyEntry) {
    answer_ui(ui, rules, entry);
    ui.horizontal_wrapped(|ui| {
        let entered = move_ui(ui, focus, entry);
        if ui.button("Legal").clicked() || entered {
            ui.send(KriegspielAction::EnterPly);
        }
        ui.button("Illegal").on_click(|| KriegspielAction::EnterIllegal);
    });
    ui.horizontal_wrapped(|ui| {
        check_box(ui, &mut entry.captured, "Capture");
        check_box(ui, &mut entry.mate, "Mate");
        if entry.captured && rules.names_taken() {
            man_ui(ui, "Taken", &mut entry.taken);
        }
    });
    checks_ui(ui, entry);
}

fn other_ui(ui: &mut Ui, game: &GameState, focus: Option<&Focus>, entry: &mut PlyEntry) {
    let mut entered = false;
    let rules = game.document.game().view.rules();
    ui.horizontal_wrapped(|ui| {
        if rules.tries == TryNews::Both {
            number_ui(ui, "Illegal tries", &mut entry.try_count);
        }
        let name = "Captured on";
        ui.label(name);
        let field = field_ui(ui, name, "e5", 36.0, &mut entry.capture_square);
        entered = is_first_entered(&field, focus, &entry.capture_square);
    });
    ui.horizontal_wrapped(|ui| {
        pawn_tries_ui(ui, rules, entry);
        if rules.names_taker() {
            man_ui(ui, "Taken by", &mut entry.taker);
        }
        if rules.promotion != PromotionNews::Nothing {
            check_box(ui, &mut entry.promotes, "Promotion");
        }
    });
    answer_ui(ui, rules, entry);
    checks_ui(ui, entry);
    if ui.button("Add").clicked() || entered {
        ui.send(KriegspielAction::EnterPly);
    }
}

/// Shows the field for the announced pawn tries, in the form of `rules`.
fn pawn_tries_ui(ui: &mut Ui, rules: Rules, entry: &mut PlyEntry) {
    let name = "Pawn tries";
    match rules.pawn_tries {
        PawnTryNews::Nothing | PawnTryNews::OnQuestion => {}
        PawnTryNews::Number => number_ui(ui, name, &mut entry.pawn_tries),
        PawnTryNews::YesOrNo => {
            let mut any = entry.pawn_tries > 0;
            check_box(ui, &mut any, name);
            entry.pawn_tries = u16::from(any);
        }
        PawnTryNews::Squares => {
            ui.label(name);
            field_ui(ui, name, "d4, f4", 64.0, &mut entry.pawn_try_squares);
        }
    }
}

/// Shows a field for a number of tries.
fn number_ui(ui: &mut Ui, name: &str, tries: &mut impl Numeric) {
    ui.label(name);
    let field = ui.add(DragValue::new(tries).range(0..=MAX_TRIES));
    field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
}

/// Shows the choice of an announced man.
fn man_ui(ui: &mut Ui, name: &str, man: &mut Option<Man>) {
    ui.label(name);
    for (value, words) in
        [(None, "Unknown"), (Some(Man::Pawn), "Pawn"), (Some(Man::Piece), "Piece")]
    {
        ui.radio_value(man, value, words);
    }
}

/// Shows the answers to the question before the ply, if `rules` have it.
fn answer_ui(ui: &mut Ui, rules: Rules, entry: &mut PlyEntry) {
    if !rules.has_question() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Any?");
        for (value, words) in [(None, "No question"), (Some(true), "Try!"), (Some(false), "No")] {
            ui.radio_value(&mut entry.answer, value, words);
        }
    });
}

fn checks_ui(ui: &mut Ui, entry: &mut PlyEntry) {
    ui.horizontal_wrapped(|ui| {
        ui.weak("Check");
        let mut checks = CheckDirections::NONE;
        for direction in Direction::ALL {
            let mut on = entry.checks.contains(direction);
            check_box(ui, &mut on, direction.words());
            if on {
                checks.add(direction);
            }
        }
        entry.checks = checks;
    });
}

/// Shows the tries entered so far, and a button that removes the last one.
fn tries_ui(ui: &mut Ui, game: &GameState, entry: &mut PlyEntry) {
    if entry.tries.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let tries: Vec<String> = entry.tries.iter().map(|&it| game.entry_try_text(it)).collect();
        let words = format!("Illegal tries: {}", tries.join(", "));
        error_label(ui, words);
        if ui.add(low_button(ui, "Remove last try")).clicked() {
            entry.tries.pop();
        }
    });
}
