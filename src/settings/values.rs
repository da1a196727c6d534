//! The values.

use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// How many files are remembered.
pub const MAX_RECENT: usize = 10;

/// What is remembered. A field that the file lacks takes its default, and unknown ones are ignored, so
/// that older and newer versions read each other's files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of the file's form.
    pub version: u32,
    /// Light, dark, or as the system is.
    pub theme: Theme,
    /// The colours of the squares.
    pub boards: BoardColors,
    /// The piece set, by its folder's name.
    pub pieces: String,
    /// Whether the boards are turned, so that the second team sits below.
    pub flipped: bool,
    /// Whether board B stands on the left.
    pub switched: bool,
    /// Whether clocks stand beside the moves.
    pub move_clocks: bool,
    /// Whether coordinates are shown on the boards.
    pub coordinates: bool,
    /// The place of the speed among `timeline::SPEEDS`.
    pub speed: u8,
    /// Whether waits over 3 s are cut to 1 s.
    pub skip_waits: bool,
    /// Whether the version of a file from before its first save is kept beside it.
    pub backup: bool,
    /// The keys that were chosen for commands, by their words; empty for none.
    pub keys: BTreeMap<String, String>,
    /// Whether clocks under 20 s show tenths.
    pub tenths: bool,
    /// Whether pieces are seen to move, unless the system asks for less motion.
    pub motion: bool,
    /// Whether moves, drops and flags are heard.
    pub sounds: bool,
    /// Whether the list of moves shows figurines in place of letters.
    pub figurines: bool,
    /// Whether what is exact about a match is told: mates, pieces that would mate.
    pub tactics: bool,
    /// Whether the moves that it names are drawn on the boards.
    pub tactic_arrows: bool,
    /// Whether the way of a piece between the boards is drawn.
    pub flow: bool,
    /// Whether an engine is asked about what is shown.
    pub engine: bool,
    /// Which engine, and what it may use.
    pub engine_setup: EngineSetup,
    /// Whether the panel beside the boards is shown.
    pub side: bool,
    /// How large the window and its panels are.
    pub layout: Layout,
    /// Whether the card for newcomers has been shown.
    pub welcomed: bool,
    /// So many megabytes may be kept of indexes and unpacked files; 0 keeps nothing.
    pub keep_mb: u32,
    /// How large text and buttons are, in hundredths of the usual size.
    pub text_percent: u16,
    /// Whether text and lines stand out more than usual.
    pub high_contrast: bool,
    /// The files opened last, newest first.
    pub recent: Vec<PathBuf>,
    /// How exercises were done.
    pub exercises: ExerciseScore,
    /// The problems of Kriegspiel that were answered.
    pub problems: ProblemAnswers,
}

/// So many answers to problems are kept.
const MAX_PROBLEMS: usize = 2000;

/// Which problems of Kriegspiel were answered, and whether the first answer was right; those answered last at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProblemAnswers(Vec<(u64, bool)>);

impl ProblemAnswers {
    /// Whether the problem whose text is `text` was answered, and whether that was right.
    #[must_use]
    pub fn of(&self, text: &[u8]) -> Option<bool> {
        let problem = content_id(text);
        let mut all = self.0.iter();
        all.find(|(it, _)| *it == problem).map(|(_, right)| *right)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The problem that was answered last, as a number, and whether that was right.
    #[must_use]
    pub fn newest(&self) -> Option<(u64, bool)> {
        self.0.last().copied()
    }

    /// Keeps that the problem whose text is `text` was answered. The first answer counts.
    pub fn keep(&mut self, text: &[u8], right: bool) {
        if self.of(text).is_none() {
            self.0.push((content_id(text), right));
            self.limit();
        }
    }

    /// Drops the oldest of too many; whether there were.
    pub(super) fn limit(&mut self) -> bool {
        let over = self.0.len().saturating_sub(MAX_PROBLEMS);
        self.0.drain(..over);
        over > 0
    }
}

/// A number that tells problems apart by their text, wherever their file lies.
fn content_id(text: &[u8]) -> u64 {
    let text = text.trim_ascii();
    u64::from(crc32fast::hash(text)) << 32 | (text.len() as u64 & 0xffff_ffff)
}

/// How many exercises were done, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExerciseScore {
    /// Without a mistake, and without a hint.
    pub at_once: u32,
    /// After mistakes or hints.
    pub later: u32,
    /// Those whose answer was asked for.
    pub shown: u32,
}

/// Sizes as a person has left them; those of the program where there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// The window's width and height in points, when it does not fill the screen.
    pub window: Option<[f32; 2]>,
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// The list of matches, as a part of the window's width.
    pub list_share: Option<f32>,
    /// The panel beside the boards, as a part of the window's width.
    pub panel_share: Option<f32>,
    /// The panel below the boards, as a part of the window's height.
    pub below_share: Option<f32>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system is.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardColors {
    /// Green and cream.
    #[default]
    Green,
    /// Maple and walnut.
    Wood,
    /// Blue and white.
    Blue,
    /// Greys.
    Grey,
    /// White and light grey, for paper.
    Print,
}

impl BoardColors {
    /// All, in the order of the menu.
    pub const ALL: [Self; 5] = [Self::Green, Self::Wood, Self::Blue, Self::Grey, Self::Print];

    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "Green",
            Self::Wood => "Wood",
            Self::Blue => "Blue",
            Self::Grey => "Grey",
            Self::Print => "Print",
        }
    }
}

/// Which engine is asked, and what it may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSetup {
    /// Where it is; the first that is found where none is named.
    pub path: Option<PathBuf>,
    /// Whether each board has an engine of its own, so that both are searched at once.
    pub two: bool,
    /// The engine of board B where there are two; another copy of the first where none is named.
    pub second_path: Option<PathBuf>,
    /// How many lines it shows of a board, 1 to 5.
    pub lines: u32,
    /// How many threads it may use.
    pub threads: u32,
    /// How much memory it may use for what it has seen, in megabytes.
    pub hash_mb: u32,
}

impl Default for EngineSetup {
    fn default() -> Self {
        Self { path: None, two: false, second_path: None, lines: 3, threads: 1, hash_mb: 64 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: 1,
            theme: Theme::System,
            boards: BoardColors::default(),
            pieces: "tandem".to_owned(),
            flipped: false,
            switched: false,
            move_clocks: true,
            coordinates: true,
            speed: 2,
            skip_waits: false,
            backup: true,
            keys: BTreeMap::new(),
            tenths: true,
            motion: true,
            sounds: false,
            figurines: false,
            tactics: true,
            tactic_arrows: false,
            flow: true,
            engine: false,
            engine_setup: EngineSetup::default(),
            side: true,
            layout: Layout::default(),
            welcomed: false,
            keep_mb: 8192,
            text_percent: 100,
            high_contrast: false,
            recent: Vec::new(),
            exercises: ExerciseScore::default(),
            problems: ProblemAnswers::default(),
        }
    }
}

impl Settings {
    /// Puts `path` first among the recent files.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_to_a_problem_is_kept_and_so_many_of_them() {
        let mut answers = ProblemAnswers::default();
        answers.keep(b"one", true);
        answers.keep(b" one\n", false);
        assert_eq!((answers.of(b"one"), answers.of(b"two")), (Some(true), None));
        for number in 0..MAX_PROBLEMS {
            answers.keep(format!("{number}").as_bytes(), false);
        }
        assert_eq!(answers.0.len(), MAX_PROBLEMS);
        assert_eq!((answers.of(b"one"), answers.of(b"0")), (None, Some(false)));
    }
}
