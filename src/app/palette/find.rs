//! The command search: commands and settings that match the typed text.

use super::{COMMANDS, Command};
use crate::{
    app::{Action, PlaybackAction, SettingsAction, State, palette::command::can},
    diagram::PieceSet,
    settings::{BoardColors, Theme},
    timeline::Moment,
};
use nucleo_matcher::{
    Config, Matcher, Utf32String,
    pattern::{Atom, AtomKind, CaseMatching, Normalization},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Command(Command),
    Theme(Theme),
    Board(BoardColors),
    Pieces(&'static str),
    /// The size of text and buttons, in per cent.
    TextSize(u16),
    /// A moment of the open record, after a ply.
    Moment(Moment),
}

/// The typed text that [`Command::GoToMove`] begins; the name of a ply follows.
pub(super) const GO_TO: &str = "Go to ";

/// The sizes of text that are listed, in per cent.
const TEXT_SIZES: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// The entries that can be run, best match first.
    pub available: Vec<Entry>,
    /// The entries that cannot be run now, best match first.
    pub unavailable: Vec<Entry>,
}

impl Entry {
    /// Returns the commands in menu order, then the settings.
    fn all() -> impl Iterator<Item = Self> {
        let themes = [Theme::System, Theme::Light, Theme::Dark].map(Self::Theme);
        COMMANDS
            .iter()
            .map(|info| info.command)
            .filter(|command| command.is_supported())
            .map(Self::Command)
            .chain(themes)
            .chain(BoardColors::ALL.map(Self::Board))
            .chain(PieceSet::NAMES.into_iter().map(Self::Pieces))
            .chain(TEXT_SIZES.map(Self::TextSize))
    }

    pub fn name(self, state: &State) -> String {
        match self {
            Self::Command(command) => command.info().name.to_owned(),
            Self::Theme(Theme::System) => "Theme: system".to_owned(),
            Self::Theme(Theme::Light) => "Theme: light".to_owned(),
            Self::Theme(Theme::Dark) => "Theme: dark".to_owned(),
            Self::Board(board) => format!("Board: {}", board.name().to_lowercase()),
            Self::Pieces(name) => format!("Pieces: {name}"),
            Self::TextSize(percent) => format!("Text size: {percent} %"),
            Self::Moment(moment) => {
                let ply = state.open.as_ref().and_then(|open| open.content.ply_name(moment));
                format!("{GO_TO}{}", ply.unwrap_or_default())
            }
        }
    }

    /// Returns the search terms of the entry besides its name.
    fn words(self, state: &State) -> &'static str {
        match self {
            Self::Command(command) => command.info().words,
            Self::Theme(_) => "appearance mode colors colours settings night day",
            Self::Board(_) => "squares theme colors colours settings",
            Self::Pieces(_) => "piece set style settings",
            Self::TextSize(percent) if percent > state.settings.text_percent => {
                "zoom scale font larger bigger projector beamer presentation interface settings"
            }
            Self::TextSize(percent) if percent < state.settings.text_percent => {
                "zoom scale font smaller interface settings"
            }
            Self::TextSize(_) => "zoom scale font interface settings",
            Self::Moment(_) => "",
        }
    }

    /// Returns the action that runs the entry.
    pub const fn action(self) -> Action {
        match self {
            Self::Command(command) => Action::RunCommand(command),
            Self::Theme(theme) => Action::Settings(SettingsAction::Theme(theme)),
            Self::Board(board) => Action::Settings(SettingsAction::BoardColors(board)),
            Self::Pieces(name) => Action::Settings(SettingsAction::Pieces(name)),
            Self::TextSize(percent) => Action::Settings(SettingsAction::TextPercent(percent)),
            Self::Moment(moment) => Action::Playback(PlaybackAction::GoTo(moment)),
        }
    }
}

/// Returns the entries that match every word of `typed`. A word matches the name fuzzily, or the other search terms
/// exactly. If `typed` names a ply, such as `21B` or `Go to 21B`, the moment after it comes first.
pub fn palette(state: &State, typed: &str) -> Matches {
    // The name of a command that opens a dialog ends in an ellipsis, which users type as dots.
    let typed = typed.trim_end_matches([' ', '.', '…']);
    let mut matcher = Matcher::new(Config::DEFAULT);
    // If the name of a command, available or not, begins with the typed text, so must the names of settings.
    let begins_command = COMMANDS.iter().any(|info| starts_with(info.name, typed));
    let is_listed = |entry: &Entry| {
        !begins_command
            || matches!(entry, Entry::Command(_))
            || starts_with(&entry.name(state), typed)
    };
    let mut found: Vec<(Entry, MatchQuality)> = Entry::all()
        .filter(is_listed)
        .filter_map(|entry| Some((entry, score(state, entry, typed, &mut matcher)?)))
        .collect();
    // Fuzzy matches are dropped if there are literal ones.
    if found.iter().any(|(_, quality)| !quality.is_fuzzy) {
        found.retain(|(_, quality)| !quality.is_fuzzy);
    }
    // The sort is stable: ties stay in menu order.
    found.sort_by_key(|(_, quality)| std::cmp::Reverse(quality.score));
    let can = |entry: &Entry| match entry {
        Entry::Command(command) => can(state, *command),
        _ => true,
    };
    let moment = named_moment(state, typed).map(Entry::Moment);
    let entries = moment.into_iter().chain(found.into_iter().map(|(entry, _)| entry));
    let (can, cannot) = entries.partition(can);
    Matches { available: can, unavailable: cannot }
}

/// Returns the moment after the ply that `typed` names. The start and the end have commands of their own.
fn named_moment(state: &State, typed: &str) -> Option<Moment> {
    let typed = typed.trim();
    let name = match typed.split_at_checked(GO_TO.len()) {
        Some((start, name)) if start.eq_ignore_ascii_case(GO_TO) => name.trim(),
        _ => typed,
    };
    if state.puzzle().is_some() || !name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let content = &state.open.as_ref()?.content;
    content.moment_named(name).filter(|moment| *moment > 0)
}

/// Returns whether `name` begins with `typed`, ignoring case. Returns `false` if `typed` is empty.
fn starts_with(name: &str, typed: &str) -> bool {
    let typed = typed.trim().to_lowercase();
    !typed.is_empty() && name.to_lowercase().starts_with(&typed)
}

#[derive(Clone, Copy, Debug)]
struct MatchQuality {
    score: u32,
    /// Whether a typed word matched only fuzzily: its letters occur in the name in order, with others in between.
    is_fuzzy: bool,
}

/// Returns how well `entry` matches the typed text, or `None` if a typed word does not match.
fn score(state: &State, entry: Entry, typed: &str, matcher: &mut Matcher) -> Option<MatchQuality> {
    let name = entry.name(state);
    let (lower_name, terms) = (name.to_lowercase(), entry.words(state));
    let words = Utf32String::from(terms);
    let mut quality =
        MatchQuality { score: u32::from(starts_with(&name, typed)) * 100, is_fuzzy: false };
    let name = Utf32String::from(name.as_str());
    for typed_word in typed.split_whitespace() {
        let mut score_in = |kind, text: &Utf32String| {
            let atom =
                Atom::new(typed_word, CaseMatching::Ignore, Normalization::Smart, kind, false);
            atom.score(text.slice(..), matcher).map(u32::from)
        };
        // The start of a word outranks its inside, the name other terms, and contiguous letters scattered ones.
        let word = typed_word.to_lowercase();
        let weight =
            |text: &str, weight: u32| if begins_word(text, &word) { 8 * weight } else { weight };
        let (name_weight, words_weight) = (weight(&lower_name, 4), weight(terms, 3));
        let in_name = score_in(AtomKind::Substring, &name).map(|score| name_weight * score);
        let in_words = score_in(AtomKind::Substring, &words).map(|score| words_weight * score);
        let scattered = score_in(AtomKind::Fuzzy, &name).map(|score| 2 * score);
        quality.is_fuzzy |= in_name.is_none() && in_words.is_none();
        quality.score += in_name.max(in_words).or(scattered)?;
    }
    Some(quality)
}

/// Returns whether a word of `text` begins with `typed`. Both are in lower case.
fn begins_word(text: &str, typed: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(typed))
        || text.split_whitespace().any(|word| word.starts_with(typed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Switch, settings::Settings};

    fn found(typed: &str) -> Vec<String> {
        let state = State::new(Settings::default());
        let matches = palette(&state, typed);
        let all = matches.available.into_iter().chain(matches.unavailable);
        all.map(|entry| entry.name(&state)).collect()
    }

    #[test]
    fn empty_palette_query_lists_all_in_menu_order() {
        let names = found("");
        assert_eq!(names.len(), Entry::all().count());
        assert_eq!(names.first().map(String::as_str), Some("New match"));
    }

    #[test]
    fn palette_query_may_skip_letters_and_reorder_words() {
        for (typed, expect) in [
            ("flpb", "Flip boards"),
            ("BOARDS switch", "Switch boards"),
            ("keys", "Keyboard shortcuts"),
            ("setngs", "Settings…"),
            ("opn folder", "Open folder…"),
            ("open folder...", "Open folder…"),
            ("open folder… ", "Open folder…"),
        ] {
            assert_eq!(found(typed).first().map(String::as_str), Some(expect), "{typed}");
        }
    }

    #[test]
    fn palette_finds_synonyms() {
        for (typed, expect) in [
            ("rotate", "Flip boards"),
            ("exit", "Quit"),
            ("shortcuts", "Keyboard shortcuts"),
            ("blunder", "Annotate ??"),
            ("backup", "Keep a backup when saving"),
            ("line", "Back to main line"),
            ("dark", "Theme: dark"),
            ("dark appearance", "Theme: dark"),
            ("wood", "Board: wood"),
            ("merida", "Pieces: merida"),
            ("150", "Text size: 150 %"),
            ("zoom", "Text size: 125 %"),
            ("size", "Text size: 80 %"),
            ("text", "Text size: 200 %"),
            ("bigger font", "Text size: 150 %"),
            ("insert", "Record moves"),
            ("share", "Share…"),
            ("empty board", "New match"),
        ] {
            let names = found(typed);
            assert!(names.contains(&expect.to_owned()), "{typed}: {names:?}");
        }
        assert!(found("fx k").is_empty());
        // Finds only the command whose name begins with the text, not the setting "Board: print".
        assert!(!found("print").contains(&"Board: print".to_owned()));
        assert!(found("board print").contains(&"Board: print".to_owned()));
    }

    #[test]
    fn a_whole_word_comes_before_letters_inside_another() {
        let first = |typed: &str| found(typed).first().cloned().unwrap_or_default();
        assert!(!first("sit").to_lowercase().contains("position"), "{:?}", found("sit"));
        assert_eq!(first("bigger"), "Text size: 110 %");
        assert_eq!(first("smaller"), "Text size: 80 %");
        let projector = found("projector");
        assert!(projector.contains(&"Full screen".to_owned()), "{projector:?}");
        assert!(projector.contains(&"Text size: 125 %".to_owned()), "{projector:?}");
        assert!(found("appearance dark").contains(&"Theme: dark".to_owned()));
    }

    #[test]
    fn settings_found_by_name_take_effect() {
        let mut state = State::new(Settings::default());
        let first = |state: &State, typed| palette(state, typed).available[0];
        for typed in ["theme dark", "board blue", "pieces letters"] {
            let entry = first(&state, typed);
            state.update(entry.action());
        }
        assert_eq!(state.settings.theme, Theme::Dark);
        assert_eq!(state.settings.boards, BoardColors::Blue);
        assert_eq!(state.settings.pieces, "letters");
        let entry = first(&state, "coordinates");
        assert_eq!(entry, Entry::Command(Command::Switch(Switch::Coordinates)));
    }
}
