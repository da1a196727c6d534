//! The help: pages of terms with their explanations, and a search in all of them.

use super::{dialog_head, is_new};
use crate::{
    app::{COMMANDS, Guide, Keymap, Menu},
    formats::FORMATS,
    search::SEARCH_TERMS,
    ui::{
        outbox::SendAction as _,
        theme::Tokens,
        widgets::{small, subheading, wide_field},
    },
};
use eframe::egui::{Grid, Id, RichText, ScrollArea, Ui};

/// A term and its explanation.
struct Row {
    term: String,
    meaning: String,
}

impl Row {
    fn new(term: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { term: term.into(), meaning: meaning.into() }
    }

    /// Returns whether every word of `words`, in lower case, occurs in the row, at the start of a word there.
    fn has_words(&self, words: &[String]) -> bool {
        let text = format!("{} {}", self.term, self.meaning).to_lowercase();
        let starts_a_word = |at: usize| {
            let before = text.get(..at).unwrap_or_default();
            !before.ends_with(char::is_alphanumeric)
        };
        words.iter().all(|word| text.match_indices(word.as_str()).any(|(at, _)| starts_a_word(at)))
    }
}

/// Returns the rows of a page.
fn rows(page: Guide, keymap: &Keymap) -> Vec<Row> {
    let text = match page {
        Guide::Bughouse => include_str!("../../../assets/help/bughouse.txt"),
        Guide::Replay => include_str!("../../../assets/help/replay.txt"),
        Guide::Analysis => include_str!("../../../assets/help/analysis.txt"),
        Guide::Kriegspiel => include_str!("../../../assets/help/kriegspiel.txt"),
        Guide::Search => include_str!("../../../assets/help/searching.txt"),
        Guide::Import => include_str!("../../../assets/help/importing.txt"),
        Guide::Formats => return format_rows(),
        Guide::Keys => return key_rows(keymap),
    };
    let lines = text.lines().filter_map(|line| line.split_once(" | "));
    let rows = lines.map(|(term, meaning)| Row::new(term, sentences(meaning, keymap)));
    let terms = if page == Guide::Search { SEARCH_TERMS } else { &[] };
    rows.chain(terms.iter().map(|it| Row::new(it.example, it.meaning()))).collect()
}

/// Returns `text` without its marks: `[[` and `]]` enclose what needs a keyboard or a mouse, which is omitted where
/// shortcuts are.
fn sentences(text: &str, keymap: &Keymap) -> String {
    let mut shown = String::new();
    for part in text.split("[[") {
        match part.split_once("]]") {
            Some((keys, rest)) if !keymap.is_hidden() => shown.extend([keys, rest]),
            Some((_, rest)) => shown += if shown.is_empty() { rest.trim_start() } else { rest },
            None => shown += part,
        }
    }
    shown.trim_end().replace("  ", " ")
}

fn key_rows(keymap: &Keymap) -> Vec<Row> {
    let mut rows = Vec::new();
    if keymap.is_hidden() {
        return rows;
    }
    for menu in Menu::ALL {
        for info in COMMANDS.iter().filter(|info| info.menu == menu) {
            if info.command.is_supported()
                && let Some(key) = keymap.key(info.command)
            {
                rows.push(Row::new(key.text(), info.name));
            }
        }
    }
    rows.push(Row::new("Wheel", "Step through moves on the board under the pointer"));
    rows
}

fn format_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for row in FORMATS {
        let Some((_, meaning)) = row.value else { continue };
        let extensions: Vec<String> = row.extensions.iter().map(|it| format!(".{it}")).collect();
        let mut meaning = format!("{meaning} ({}).", extensions.join(", "));
        if let Some(lost) = row.limitations {
            meaning += &format!(" Does not keep {lost}.");
        }
        rows.push(Row::new(row.export_label.unwrap_or(row.name), meaning));
    }
    rows
}

/// Returns the pages with the rows to show: those of `page`, or those of all pages that contain the words in `typed`.
fn found(page: Guide, typed: &str, keymap: &Keymap) -> Vec<(Guide, Vec<Row>)> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return vec![(page, rows(page, keymap))];
    }
    let mut found = Vec::new();
    for page in Guide::ALL {
        let mut rows = rows(page, keymap);
        rows.retain(|row| row.has_words(&words));
        if !rows.is_empty() {
            found.push((page, rows));
        }
    }
    found
}

/// Shows the help: a field that searches all pages, the names of the pages, and `page`.
pub fn guide_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap, page: Guide) {
    dialog_head(ui, 640.0, "Help");
    ui.add_space(4.0);
    let id = Id::unique("help search");
    let is_opened = is_new(ui);
    let mut typed: String =
        if is_opened { String::new() } else { ui.data(|it| it.get_temp(id)).unwrap_or_default() };
    let field = ui.add(wide_field(&mut typed, "Search the help"));
    let mut is_turned = false;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for other in Guide::ALL {
            if other == Guide::Keys && keymap.is_hidden() {
                continue;
            }
            let is_shown = other == page && typed.trim().is_empty();
            if ui.selectable_label(is_shown, other.name()).clicked() {
                typed.clear();
                is_turned = true;
                ui.send(other.command());
            }
        }
    });
    if is_opened || is_turned {
        field.request_focus();
    }
    ui.separator();
    let sections = found(page, &typed, keymap);
    if sections.is_empty() {
        ui.weak(format!("Nothing in the help about “{}”.", typed.trim()));
    }
    // A fixed height keeps the dialog in place while a search changes its contents.
    let height = (ui.ctx().content_rect().height() - 240.0).max(80.0);
    let meaning_width = (ui.available_width() - 150.0).max(120.0);
    let list = ScrollArea::vertical().id_salt(page).max_height(height).min_scrolled_height(height);
    list.auto_shrink(false).show(ui, |ui| {
        for (page, rows) in &sections {
            if sections.len() > 1 {
                ui.label(small(page.name()));
            }
            let grid = Grid::new(page.name()).num_columns(2).max_col_width(meaning_width);
            grid.spacing([14.0, 8.0]).show(ui, |ui| {
                for row in rows {
                    ui.label(subheading(&row.term));
                    ui.label(RichText::new(&row.meaning).color(tokens.text));
                    ui.end_row();
                }
            });
            ui.add_space(6.0);
        }
    });
    ui.data_mut(|it| it.insert_temp(id, typed));
}

#[cfg(test)]
mod tests {
    use super::{Guide, found, rows};
    use crate::app::Keymap;

    #[test]
    fn every_line_of_a_help_page_has_a_term_and_an_explanation() {
        for page in Guide::ALL {
            let rows = rows(page, &Keymap::default());
            assert!(rows.len() >= 5, "{page:?}");
            for row in rows {
                assert!(!row.term.is_empty() && !row.meaning.is_empty(), "{page:?}: {}", row.term);
            }
        }
    }

    #[test]
    fn help_without_a_keyboard_names_no_key() {
        let mut hidden = Keymap::default();
        hidden.hide();
        let names_key = |word: &str| {
            let word = word.trim_matches(|it: char| !it.is_alphanumeric());
            ["Ctrl", "Shift", "Escape", "Esc", "key", "Right-drag"].contains(&word)
                || word.starts_with("Ctrl+")
                || word.starts_with("Shift+")
        };
        for page in Guide::ALL {
            for (shown, with_keys) in rows(page, &hidden).iter().zip(rows(page, &Keymap::default()))
            {
                let words = &shown.meaning;
                assert!(!words.split_whitespace().any(names_key), "{page:?}: {words}");
                assert!(words.ends_with('.'), "{page:?}: {words}");
                assert!(!words.contains("[[") && !with_keys.meaning.contains("]]"));
            }
        }
        assert!(rows(Guide::Keys, &hidden).is_empty());
    }

    #[test]
    fn search_finds_terms_of_all_pages() {
        let pages = |typed: &str| -> Vec<Guide> {
            let found = found(Guide::Bughouse, typed, &Keymap::default());
            found.into_iter().map(|(page, _)| page).collect()
        };
        assert_eq!(pages(""), [Guide::Bughouse]);
        assert!(pages("SIT").contains(&Guide::Bughouse), "{:?}", pages("SIT"));
        assert_eq!(pages("elo"), [Guide::Search], "not Reload or below");
        assert!(pages("ctrl+k").contains(&Guide::Keys), "{:?}", pages("ctrl+k"));
        assert!(pages("bgn json").contains(&Guide::Formats), "{:?}", pages("bgn json"));
        assert_eq!(pages("no such words"), []);
    }
}
