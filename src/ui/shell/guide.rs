//! The Help pages.

use super::dialog_head;
use crate::{
    app::{Command, Guide},
    ui::{outbox::SendOnClick as _, theme::Tokens, widgets::subheading},
};
use eframe::egui::{Grid, RichText, ScrollArea, Ui};

/// Returns the text of a Help page. Each line has a term and, after ` | `, its explanation.
const fn page(guide: Guide) -> &'static str {
    match guide {
        Guide::Bughouse => include_str!("../../../assets/help/bughouse.txt"),
        Guide::Replay => include_str!("../../../assets/help/replay.txt"),
        Guide::Analysis => include_str!("../../../assets/help/analysis.txt"),
        Guide::Kriegspiel => include_str!("../../../assets/help/kriegspiel.txt"),
        Guide::Search => include_str!("../../../assets/help/searching.txt"),
        Guide::Import => include_str!("../../../assets/help/importing.txt"),
    }
}

pub fn guide_ui(ui: &mut Ui, tokens: &Tokens, guide: Guide) {
    dialog_head(ui, 520.0, guide.name());
    ui.add_space(4.0);
    let height = (ui.ctx().content_rect().height() - 150.0).max(80.0);
    let words_width = (ui.available_width() - 130.0).max(120.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        let grid = Grid::new("guide").num_columns(2).max_col_width(words_width);
        grid.spacing([14.0, 8.0]).show(ui, |ui| {
            for (term, meaning) in page(guide).lines().filter_map(|line| line.split_once(" | ")) {
                ui.label(subheading(term));
                ui.label(RichText::new(meaning).color(tokens.text));
                ui.end_row();
            }
        });
    });
    ui.add_space(4.0);
    ui.button("Keyboard shortcuts").on_click(|| Command::Keys);
}

#[cfg(test)]
mod tests {
    use super::{Guide, page};

    #[test]
    fn every_line_of_a_help_page_has_a_term_and_an_explanation() {
        for guide in [
            Guide::Bughouse,
            Guide::Replay,
            Guide::Analysis,
            Guide::Kriegspiel,
            Guide::Search,
            Guide::Import,
        ] {
            for line in page(guide).lines() {
                let (term, meaning) = line.split_once(" | ").unwrap_or_default();
                assert!(!term.is_empty() && !meaning.is_empty(), "{guide:?}: {line}");
            }
        }
    }
}
