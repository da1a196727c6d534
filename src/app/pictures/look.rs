//! The appearance of an exported picture and of a print-out.

use super::{PictureChoice, listed_matches, moment_range, whole_game};
use crate::{
    app::Session,
    diagram::{Excerpt, Look, PagePreview, PieceSet, Sheet, Theme},
    settings::BoardColors,
};

pub fn board_theme(colors: BoardColors) -> &'static Theme {
    Theme::named(colors.name()).unwrap_or_else(Theme::default_theme)
}

/// Returns the width and the height of the paper, in points: US letter if `letter`, otherwise A4.
pub const fn sheet_size(letter: bool) -> (f32, f32) {
    if letter { Sheet::LETTER } else { Sheet::A4 }
}

impl PictureChoice {
    /// Returns the look of the picture with the piece set `pieces`.
    pub fn look<'a>(&self, pieces: &'a PieceSet) -> Look<'a> {
        Look { theme: board_theme(self.colors), pieces, background: self.background }
    }

    /// Returns the paper that a whole match or game is printed on, with the piece set `pieces`.
    pub fn sheet<'a>(&self, pieces: &'a PieceSet) -> Sheet<'a> {
        Sheet {
            points: sheet_size(self.letter),
            theme: board_theme(BoardColors::Print),
            pieces,
            flipped: self.flipped,
            final_diagram: self.final_diagram,
            clocks: self.clocks,
            excerpt: None,
        }
    }
}

/// Returns the pages that are printed with the options `choice` on `sheet`; `None` if they cannot be laid out.
pub fn page_preview(
    session: &Session,
    choice: &PictureChoice,
    sheet: &Sheet<'_>,
) -> Option<PagePreview> {
    if let Some(game) = session.game() {
        let shown = whole_game(session, game);
        return PagePreview::of_game(shown.view(game.document.game()), sheet).ok();
    }
    match listed_matches(session, choice) {
        Some(listed) => {
            let mut documents = listed.documents();
            let preview = PagePreview::of_matches(documents.by_ref(), sheet).ok();
            // Saving reports a file that cannot be read.
            if documents.read_error.is_some() { None } else { preview }
        }
        None => {
            let document = session.match_document()?;
            let moments = moment_range(session, choice).ok()?;
            let excerpt = Excerpt::of(&moments, document.played().plies.len());
            PagePreview::of_matches([document], &Sheet { excerpt, ..*sheet }).ok()
        }
    }
}
