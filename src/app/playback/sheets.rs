//! [`ScoreSheets`]: the moves of both boards, entered one board after the other.

use crate::{
    app::{Cx, Dialog},
    document::{ChangeError, Document, DocumentEdit},
    import::{SheetOrder, order_sheets},
    notation::without_braces,
    rules::ByBoard,
    text::{count_text, sentence},
    timeline::PlayheadCommand,
};

/// The text of two score sheets, and the order of their moves.
#[derive(Clone, Debug, Default)]
pub struct ScoreSheets {
    pub texts: ByBoard<String>,
    pub order: SheetOrder,
}

/// Opens the dialog for score sheets, with what was typed there before.
pub(in crate::app) fn open_sheets(cx: &mut Cx<'_>) {
    cx.play(PlayheadCommand::Pause);
    let texts = cx.library.file().map(|file| file.sheets.texts.clone());
    type_sheets(cx, texts.unwrap_or_default());
    cx.open_dialog(Dialog::Sheets);
}

pub(in crate::app) fn type_sheets(cx: &mut Cx<'_>, texts: ByBoard<String>) {
    let Some(document) = cx.match_document() else { return };
    let order = order_sheets(document, &texts);
    cx.set_sheets(ScoreSheets { texts, order });
}

/// Adds the moves of the score sheets after the last move of the match, as one change. What does not fit becomes a
/// comment.
pub(in crate::app) fn add_sheets(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else { return };
    let order = file.sheets.order.clone();
    let moves = count_text(order.plies.len(), "move", "moves");
    if let Err(error) = cx.change_match(&moves, |document| with_sheets(document, &order)) {
        return cx.warn(sentence(&error.to_string()));
    }
    cx.set_sheets(ScoreSheets::default());
    cx.close_dialog();
    cx.notify(format!("Added {moves}."));
}

/// Returns `document` with the moves and comments of `order`.
fn with_sheets(document: &Document, order: &SheetOrder) -> Result<Document, ChangeError> {
    let (mut changed, _) = document.changed(&[DocumentEdit::AddPlies(order.plies.clone())])?;
    let moment = changed.played().plies.len();
    for left in &order.left {
        let words =
            format!("Board {}, not played: {}. {}", left.board.letter(), left.name, left.text);
        let edit = DocumentEdit::add_comment(moment, without_braces(&words));
        (changed, _) = changed.changed(&[edit])?;
    }
    Ok(changed)
}
