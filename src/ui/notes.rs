//! The editor of a moment's notes (annotations, comments, diagrams), and of the ply itself.

use crate::{
    app::{Command, Field, MatchState, NotesAction, State, notes},
    document::{Document, DocumentEdit, alternatives},
    notation::{GLYPHS, GameResult, NoteKind, split_annotation},
    timeline::Moment,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        symbols::symbols_ui,
        theme::Tokens,
        widgets::{
            FieldLook, RESULT_HIDDEN, command_check_box, field_error_ui, field_ui,
            field_without_error_ui, is_field_active, low_button, name_choice, small, subheading,
        },
    },
};
use eframe::egui::{Button, ComboBox, RichText, ScrollArea, Ui, vec2};

/// The maximum number of legal moves offered as replacements of a move.
const MAX_ALTERNATIVES: usize = 60;

/// The maximum number of comments that have a field.
const MAX_COMMENTS: usize = 20;

/// The width of the check box of the diagram, with the gap before it, in points.
const DIAGRAM_BOX_WIDTH: f32 = 124.0;

/// The minimum width of the field of the annotation beside the check box of the diagram, in points.
const MIN_ANNOTATION_WIDTH: f32 = 80.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesExtent {
    Full,
    /// For the space below the move list. Omits the buttons of the comments, the field for a new comment, and the
    /// comment on the match, which the move list shows.
    Brief,
}

/// Shows the notes of the moment: glyphs, annotation, comments, diagram.
pub fn notes_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    open: &MatchState,
    extent: NotesExtent,
) {
    title_ui(ui, tokens, state, open);
    annotation_ui(ui, tokens, state, "Symbol (!, ?, ±)");
    let is_mate_new = !open.document.played().ending.is_contradicted && open.is_at_end();
    if is_mate_new && state.attempt().variation.is_none() {
        correction_ui(ui, state);
    }
    comments_ui(ui, tokens, state, extent);
}

/// Shows a button that sets the result to the one that the boards or the closing comment show, if that is another.
fn correction_ui(ui: &mut Ui, state: &State) {
    let ending = state.match_document().map(|document| &document.played().ending);
    if let Some(shown) = ending.and_then(|ending| ending.correction) {
        ui.button(format!("Set result to {}", shown.text())).on_click(|| Command::CorrectResult);
    }
}

/// Shows the field of the annotation, which an initial position does not have, and the check box of the diagram.
pub fn annotation_ui(ui: &mut Ui, tokens: &Tokens, state: &State, hint: &str) {
    let in_variation = state.attempt().variation.is_some();
    let width = ui.available_width() - DIAGRAM_BOX_WIDTH;
    let is_narrow = width < MIN_ANNOTATION_WIDTH;
    let fields = |ui: &mut Ui| {
        if state.noted_moment() > 0 || in_variation {
            let width = if is_narrow { ui.available_width() } else { width };
            let look = FieldLook { name: "Annotation", hint, rows: 1, width };
            let field = notes::glyph_field(state);
            let shown = ui.vertical(|ui| field_ui(ui, tokens, state, &field, look)).inner;
            symbols_ui(ui, state, &field, &shown);
        }
        command_check_box(ui, state, Command::ToggleDiagram);
    };
    if is_narrow {
        ui.vertical(fields);
    } else {
        ui.horizontal_top(fields);
    }
}

/// Shows a field for each comment at the moment, and an empty one.
pub fn comments_ui(ui: &mut Ui, tokens: &Tokens, state: &State, extent: NotesExtent) {
    let moment = state.noted_moment();
    let fields = notes::comment_fields(state);
    let count = fields.len();
    for (index, field) in fields.iter().enumerate() {
        let new = index + 1 == count;
        if extent != NotesExtent::Full && new && index > 0 {
            continue;
        }
        if extent == NotesExtent::Brief && moment == 0 && !new && !is_field_active(ui, state, field)
        {
            if index == 0 {
                ui.button("Edit comment").on_click(|| Command::EditComment);
            }
            continue;
        }
        // Laying out thousands of comments in every frame would be slow.
        if index >= MAX_COMMENTS && !new {
            if index == MAX_COMMENTS {
                let more = format!("And {} more; see the Text tab.", count - 1 - index);
                ui.label(small(more));
            }
            continue;
        }
        // The last field is empty; text typed there becomes a new comment.
        let name = match (new, index) {
            _ if state.attempt().variation.is_some() => "Comment on the variation".to_owned(),
            (true, 0) if moment == 0 => format!("Comment on the {}", state.noun()),
            (true, 0) => "Comment".to_owned(),
            (true, _) => "Add comment".to_owned(),
            (false, index) => format!("Comment {}", index + 1),
        };
        let look = FieldLook {
            name: &name,
            hint: &name,
            rows: if new && index > 0 && !notes::has_draft(state, field) { 1 } else { 3 },
            width: f32::INFINITY,
        };
        field_ui(ui, tokens, state, field, look);
        if !new && extent == NotesExtent::Full {
            comment_buttons(ui, state, moment, index);
        }
    }
}

/// Shows the fields that correct the record: the ply and the result.
pub fn record_ui(ui: &mut Ui, tokens: &Tokens, state: &State, document: &Document) {
    let moment = state.noted_moment();
    let in_variation = state.attempt().variation.is_some();
    if moment > 0 || in_variation {
        ui.add_space(6.0);
        if !in_variation {
            ui.label(subheading("This move"));
            move_ui(ui, tokens, state, document);
        }
        ui.button(Command::DeleteFrom.info().name).on_click(|| Command::DeleteFrom);
    }
    ui.add_space(6.0);
    outcome_ui(ui, tokens, state);
    ui.label(small(if state.file().is_some_and(|file| file.entering) {
        "Moves on the boards are added to the match. Use Undo to take one back."
    } else {
        "Moves on the boards start a variation."
    }));
    ui.horizontal_wrapped(|ui| {
        for command in [Command::PlayMove, Command::ScoreSheets] {
            let button = ui.button(command.info().name);
            button.on_hover_text(state.shell.keymap.tooltip(command)).on_click(|| command);
        }
    });
}

/// Shows the fields of the current move and its clock. Shows nothing before the first move. Error messages are below
/// the row, so that the row does not move.
pub fn move_ui(ui: &mut Ui, tokens: &Tokens, state: &State, document: &Document) {
    let Some(index) = state.noted_moment().checked_sub(1) else { return };
    let width = ((ui.available_width() - 24.0) / 2.0).clamp(48.0, 84.0);
    let look = |name| FieldLook { name, hint: name, rows: 1, width };
    // If the panel is narrow, the button wraps.
    ui.horizontal_wrapped(|ui| {
        field_without_error_ui(ui, tokens, state, &Field::Move, look("Move"));
        field_without_error_ui(ui, tokens, state, &Field::Clock, look("Clock"));
        ui.menu_button("Legal moves…", |ui| {
            ui.set_min_width(96.0);
            ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                for other in alternatives(document, index).into_iter().take(MAX_ALTERNATIVES) {
                    if ui.button(&other.san).clicked() {
                        let edit = DocumentEdit::Move { ply: index, san: other.san };
                        ui.send(NotesAction::Edit(edit));
                        ui.close();
                    }
                }
            });
        });
    });
    for field in [Field::Move, Field::Clock] {
        field_error_ui(ui, state, &field);
    }
}

/// Shows the result, and the check box that records moves.
pub fn outcome_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    ui.label(subheading("Result"));
    result_ui(ui, tokens, state);
    ui.add_space(6.0);
    command_check_box(ui, state, Command::RecordMoves);
}

/// Shows the result, and the reason for it.
pub fn result_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    if state.hides_end() {
        let hidden = RichText::new("Hidden until watched").weak();
        ui.label(hidden).on_hover_text(RESULT_HIDDEN);
        return;
    }
    let result = notes::result(state);
    let reason = notes::field(state, &Field::Reason).text;
    ui.horizontal_top(|ui| {
        let choice = ComboBox::from_id_salt("result")
            .width(84.0)
            .selected_text(result_words(result))
            .show_ui(ui, |ui| {
                for other in
                    [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown]
                {
                    let chosen = ui.selectable_label(other == result, result_words(other));
                    if chosen.clicked() && other != result {
                        let edit = DocumentEdit::Outcome { result: other, reason: reason.clone() };
                        ui.send(NotesAction::Edit(edit));
                    }
                }
            });
        name_choice(&choice.response, "Result", result_words(result));
        ui.vertical(|ui| {
            let look = FieldLook {
                name: "Reason",
                hint: match state.game() {
                    Some(_) => "Reason: White checkmated",
                    None => "Reason: White A checkmated",
                },
                rows: 1,
                width: f32::INFINITY,
            };
            field_ui(ui, tokens, state, &Field::Reason, look);
        });
    });
    correction_ui(ui, state);
}

const fn result_words(result: GameResult) -> &'static str {
    match result {
        GameResult::First => "1-0",
        GameResult::Second => "0-1",
        GameResult::Draw => "½-½",
        GameResult::Unknown => "none",
    }
}

fn title_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &MatchState) {
    let document = &open.document;
    let moment = state.noted_moment();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        let in_variation = state.attempt().variation.as_ref().and_then(|place| {
            let ply = document.variations().ply(place)?;
            Some((ply.ply.seat, document.variation_ply_words(ply)))
        });
        let in_match = moment.checked_sub(1).and_then(|index| {
            let seat = document.record().plies.get(index)?.seat;
            // As in the move list, not as it is being typed.
            let cell = open.moves.cell(index)?;
            Some((seat, format!("{}{}. {}", cell.number, seat.letter(), cell.san)))
        });
        let in_match = in_match.map(|(seat, ply)| {
            let is_next = moment != state.moment();
            (seat, if is_next { format!("Note on {ply}") } else { ply })
        });
        let Some((seat, title)) = in_variation.or(in_match) else {
            ui.label(subheading("Match"));
            return;
        };
        ui.label(subheading(title).color(tokens.team(seat.team())));
        ui.add_space(6.0);
        glyphs_ui(ui, state);
    });
}

/// Shows a button for each glyph that has a shortcut.
pub fn glyphs_ui(ui: &mut Ui, state: &State) {
    let annotation = notes::field(state, &notes::glyph_field(state)).text;
    let (sign, _) = split_annotation(&annotation);
    // This padding lets all six buttons fit beside the ply even in a narrow panel.
    ui.spacing_mut().button_padding.x = 4.0;
    let least: f32 = if ui.available_size_before_wrap().x < 6.0 * 25.0 + 40.0 {
        ui.spacing_mut().item_spacing.x = 1.5;
        22.0
    } else {
        25.0
    };
    let width = least.max(ui.spacing().interact_size.y);
    for (index, glyph) in (0_u8..).zip(GLYPHS) {
        let command = Command::Glyph(index);
        let button = Button::new(glyph).selected(sign == glyph).min_size(vec2(width, 22.0));
        let button = ui.add(button).on_hover_text(state.shell.keymap.tooltip(command));
        button.on_click(|| command);
    }
}

/// Shows the buttons of comment number `place`, counted from 0, at `moment`. Only the comments of a match can be moved.
fn comment_buttons(ui: &mut Ui, state: &State, moment: Moment, place: usize) {
    let edit = DocumentEdit::CommentAt { moment, place, text: String::new() };
    let delete =
        |ui: &mut Ui| ui.add(low_button(ui, "Delete")).on_click(|| NotesAction::Edit(edit));
    let Some(document) = state.match_document() else { return delete(ui) };
    let Some(comment) = document.notes_of(NoteKind::Comment, moment).nth(place) else { return };
    let notes = &document.record().notes;
    let Some(note) = notes.iter().position(|note| note == comment) else { return };
    let last = document.record().plies.len();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        delete(ui);
        let earlier = moment.checked_sub(1);
        let later = if moment < last { Some(moment + 1) } else { None };
        for (words, to) in
            [("Move note to previous move", earlier), ("Move note to next move", later)]
        {
            let button = ui.add_enabled(to.is_some(), low_button(ui, words));
            if button.clicked()
                && let Some(to) = to
            {
                ui.send(NotesAction::Edit(DocumentEdit::MoveNote { note, to }));
            }
        }
    });
}
