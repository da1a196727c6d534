//! The dialog for score sheets.

use crate::{
    app::{PlaybackAction, State},
    rules::{BoardId, ByBoard, Color, Seat},
    text::{count_text, sentence},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::{cancel_button, dialog_head, is_new},
        widgets::{error_label, name_text, small},
    },
};
use eframe::egui::{Button, ScrollArea, TextEdit, Ui, accesskit::Role as Access};

/// Shows a field for the moves of each board, and what does not fit.
pub fn sheets_ui(ui: &mut Ui, state: &State) {
    dialog_head(ui, 620.0, "Enter score sheets");
    let (Some(file), Some(open)) = (state.file(), state.match_state()) else { return };
    let is_first = open.document.record().plies.is_empty();
    ui.label(small(if is_first {
        "Type the moves of board A to the end, then those of board B. They are put in order by \
         their clocks; without clocks, a drop follows the capture of its piece."
    } else {
        "The moves follow the last move of the match. They are put in order by their clocks; \
         without clocks, a drop follows the capture of its piece."
    }));
    ui.add_space(4.0);
    let mut texts = file.sheets.texts.clone();
    let opened = is_new(ui);
    let board = |ui: &mut Ui, board: BoardId, texts: &mut ByBoard<String>| {
        let names = [Color::White, Color::Black].map(|color| {
            let name = &open.header.seats[Seat::new(board, color)].name;
            if name.is_empty() { "?" } else { name.as_str() }
        });
        let title = format!("Board {}", board.letter());
        ui.strong(&title);
        ui.label(small(names.join(" – ")));
        let text = texts[board].clone();
        let edit = TextEdit::multiline(&mut texts[board])
            .id_salt(("score sheet", board.letter()))
            .hint_text("1. e4 e5 2. Nf3 {2:51} Nc6 3. P@f7")
            .desired_rows(9)
            .desired_width(f32::INFINITY);
        let area = ScrollArea::vertical().id_salt(("sheet", board.letter())).max_height(190.0);
        let field = area.show(ui, |ui| ui.add(edit)).inner;
        name_text(
            &field,
            Access::MultilineTextInput,
            &format!("Moves of {}", title.to_lowercase()),
            &text,
        );
        if opened && board == BoardId::A {
            field.request_focus();
        }
    };
    if ui.available_width() < 420.0 {
        for id in BoardId::ALL {
            board(ui, id, &mut texts);
        }
    } else {
        ui.columns_const(|columns: &mut [Ui; 2]| {
            for (id, column) in BoardId::ALL.into_iter().zip(columns) {
                board(column, id, &mut texts);
            }
        });
    }
    if texts != file.sheets.texts {
        ui.send(PlaybackAction::TypeSheets(texts));
    }
    let order = &file.sheets.order;
    ui.add_space(4.0);
    for left in &order.left {
        let why = sentence(&left.problem.to_string());
        error_label(ui, format!("{} {} does not fit. {why}", left.name, left.word));
    }
    if order.left.is_empty() {
        ui.label(small(match order.plies.len() {
            0 => "Nothing entered yet.".to_owned(),
            plies => format!("{} fit.", count_text(plies, "move", "moves")),
        }));
    } else {
        ui.label(small("What does not fit becomes a comment after the last move."));
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let plies = order.plies.len();
        let words = format!("Add {}", count_text(plies, "move", "moves"));
        let add = ui.add_enabled(plies > 0, Button::new(words));
        add.on_click(|| PlaybackAction::AddSheets);
        cancel_button(ui);
    });
}
