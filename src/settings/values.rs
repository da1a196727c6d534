//! [`Settings`]: the user's settings, as stored in the settings file.

use super::{
    EngineSetup,
    store::{ContentError, Stored},
};
use crate::{analysis::puzzles::PuzzleFilter, platform};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

/// The maximum number of recent files.
pub const MAX_RECENT: usize = 10;

/// The user's settings. In the file, missing fields take their defaults and unknown fields are ignored, so that older
/// and newer versions can read each other's files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub version: u32,
    pub theme: Theme,
    pub boards: BoardColors,
    /// The name of a bundled piece set, or the path of a folder with one.
    pub pieces: String,
    /// Whether board B is on the left.
    pub switched: bool,
    pub move_clocks: bool,
    pub coordinates: bool,
    /// The playback speed, as an index into `timeline::SPEEDS`.
    pub speed: u8,
    /// Whether playback shortens waits over 3 s to 1 s.
    pub skip_waits: bool,
    /// Whether a file is backed up when it is first saved in a session.
    pub backup: bool,
    /// Whether the user allows downloads, which start at the press of a button.
    pub downloads: bool,
    /// The day of each player's latest downloaded match, such as `2026.08.15`. The key is the player's name in lower
    /// case.
    pub downloaded: BTreeMap<String, String>,
    /// The custom shortcuts, by command id. An empty text means that the user removed the shortcut of the command.
    pub keys: BTreeMap<String, String>,
    /// Whether clocks under 20 s show tenths.
    pub tenths: bool,
    /// Whether moves are animated. The system's setting for reduced motion takes precedence.
    pub motion: bool,
    pub sounds: bool,
    /// Whether the move list shows piece figurines instead of letters.
    pub figurines: bool,
    /// Whether exact tactics are shown: forced mates, and the pieces that would make one possible.
    pub tactics: bool,
    /// Whether the moves of tactics are drawn on the boards.
    pub tactic_arrows: bool,
    /// Whether the moves that can follow are drawn on the boards where there are several.
    pub next_arrows: bool,
    /// Whether the flow of captured pieces between the boards is drawn.
    pub flow: bool,
    /// Whether the review shows only the user's own mistakes.
    pub only_mine: bool,
    /// Whether the timeline shows a chart of the leads on both diagonals.
    pub diagonals_chart: bool,
    /// Whether the timeline shows a chart of the estimated win probability.
    pub probability_chart: bool,
    /// Whether the engine evaluates the current position.
    pub engine: bool,
    pub engine_setup: EngineSetup,
    /// Whether the side panel is open.
    pub side: bool,
    pub layout: Layout,
    /// Whether the first-steps guide has been shown.
    pub welcomed: bool,
    /// The size limit of the cache for indexes and unpacked files, in megabytes; 0 disables the cache.
    pub keep_mb: u32,
    /// Whether results are hidden until a match has been watched to its end.
    pub hide_results: bool,
    /// The identities of matches watched while results were hidden, oldest first.
    pub watched: Vec<u64>,
    /// The user's own names as a player, separated by commas.
    pub my_names: String,
    /// The path of the file with the user's own matches; may be empty.
    pub my_file: String,
    /// Whether chat in saved pychess pages is imported as comments.
    pub chat: bool,
    /// The URL of the page that opens match links; may be empty. If it is empty, a browser uses its own page.
    pub page: String,
    /// Whether the program asks at `page` for a new version, at most once a day.
    pub updates: bool,
    /// The date on which the program looked for a new version last, in the format of the `Date` tag; may be empty.
    pub update_date: String,
    /// The size of text and buttons, in per cent of the default.
    pub text_percent: u16,
    pub high_contrast: bool,
    /// The files opened recently, latest first.
    pub recent: Vec<PathBuf>,
    /// The puzzle set chosen last.
    pub puzzle_set: SetChoice,
    /// The puzzle results of older versions, which stored them here. They are moved to the progress file.
    #[serde(skip_serializing_if = "PuzzleScore::is_empty")]
    pub exercises: PuzzleScore,
    pub problems: ProblemAnswers,
}

const MAX_WATCHED: usize = 5000;

const MAX_PROBLEMS: usize = 2000;

/// The results of Kriegspiel problems, in the order of solving. Each is the content hash of the problem, and whether
/// the first answer was correct.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProblemAnswers(Vec<(u64, bool)>);

impl ProblemAnswers {
    /// Returns the result of the problem with this text; `None` if it was not answered.
    pub fn of(&self, text: &[u8]) -> Option<bool> {
        let problem = content_id(text);
        let mut all = self.0.iter();
        all.find(|(it, _)| *it == problem).map(|(_, is_correct)| *is_correct)
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Stores the result of the problem with this text, unless it was answered before.
    pub fn add_first(&mut self, text: &[u8], is_correct: bool) {
        if self.of(text).is_none() {
            self.0.push((content_id(text), is_correct));
            self.limit();
        }
    }

    /// Drops the oldest results beyond [`MAX_PROBLEMS`]. Returns whether any were dropped.
    pub(super) fn limit(&mut self) -> bool {
        drop_oldest(&mut self.0, MAX_PROBLEMS)
    }
}

/// Drops the oldest matches beyond [`MAX_WATCHED`]. Returns whether any were dropped.
pub(super) fn limit_watched(watched: &mut Vec<u64>) -> bool {
    drop_oldest(watched, MAX_WATCHED)
}

fn drop_oldest<T>(all: &mut Vec<T>, max: usize) -> bool {
    let over = all.len().saturating_sub(max);
    all.drain(..over);
    over > 0
}

/// Returns a hash that identifies a problem by its text, independent of its file.
fn content_id(text: &[u8]) -> u64 {
    let text = text.trim_ascii();
    u64::from(crc32fast::hash(text)) << 32 | (text.len() as u64 & 0xffff_ffff)
}

/// The conditions that select the puzzles of a set from those found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SetChoice {
    pub filter: PuzzleFilter,
    /// Whether to leave out puzzles that the user solved at the first try.
    pub unsolved: bool,
    /// Whether to include only the puzzles of the day.
    pub daily: bool,
}

/// The numbers of tries of puzzles, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleScore {
    /// The number of tries that solved the puzzle without mistakes or hints.
    pub at_once: u32,
    /// The number of tries that solved the puzzle with mistakes or hints.
    pub later: u32,
    /// The number of tries in which the user viewed the solution.
    pub shown: u32,
}

impl PuzzleScore {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The window layout set by the user. Fields that are `None` take their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// The width and height of the window while it is not maximized, in points.
    pub window: Option<[f32; 2]>,
    pub maximized: bool,
    /// The match list's share of the window width.
    pub list_share: Option<f32>,
    /// The side panel's share of the window width.
    pub panel_share: Option<f32>,
    /// The bottom panel's share of the window height.
    pub below_share: Option<f32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardColors {
    /// Green and cream.
    #[default]
    Green,
    /// Maple and walnut.
    Wood,
    /// Blue and white.
    Blue,
    Grey,
    /// White and light grey, for paper.
    Print,
}

impl BoardColors {
    /// All board colors, in the order of the menu.
    pub const ALL: [Self; 5] = [Self::Green, Self::Wood, Self::Blue, Self::Grey, Self::Print];

    /// Returns the name, a single word.
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

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: 1,
            theme: Theme::System,
            boards: BoardColors::default(),
            pieces: "tandem".to_owned(),
            switched: false,
            move_clocks: true,
            coordinates: true,
            speed: 2,
            skip_waits: false,
            backup: true,
            downloads: true,
            downloaded: BTreeMap::new(),
            keys: BTreeMap::new(),
            tenths: true,
            motion: true,
            sounds: false,
            figurines: false,
            tactics: true,
            tactic_arrows: false,
            next_arrows: true,
            flow: true,
            only_mine: false,
            diagonals_chart: true,
            probability_chart: true,
            engine: false,
            engine_setup: EngineSetup::default(),
            side: true,
            layout: Layout::default(),
            welcomed: false,
            keep_mb: 8192,
            hide_results: false,
            watched: Vec::new(),
            my_names: String::new(),
            my_file: String::new(),
            chat: false,
            page: String::new(),
            updates: false,
            update_date: String::new(),
            text_percent: 100,
            high_contrast: false,
            recent: Vec::new(),
            puzzle_set: SetChoice::default(),
            exercises: PuzzleScore::default(),
            problems: ProblemAnswers::default(),
        }
    }
}

impl Stored for Settings {
    const NOUN: &'static str = "the settings";
    const FALLBACK: &'static str = "using defaults";
    /// About ten times the size of a file with thousands of puzzle results.
    const MAX_BYTES: u64 = 4_000_000;

    fn user_path(dirs: &directories::ProjectDirs) -> PathBuf {
        dirs.config_dir().join("settings.ron")
    }

    fn parse(text: &str) -> Result<(Self, Vec<&'static str>), ContentError> {
        let settings = ron::from_str(text).map_err(|error| ContentError::Ron(error.span.start));
        let mut settings: Self = settings?;
        let names = settings.limit();
        Ok((settings, names))
    }

    fn text(&self) -> io::Result<String> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(io::Error::other)
    }
}

impl Settings {
    /// Returns whether the user allows downloads and the platform can make them.
    pub const fn can_download(&self) -> bool {
        self.downloads && platform::HAS_NETWORK
    }

    /// Returns the user's own names as a player.
    pub fn names(&self) -> Vec<String> {
        let names = self.my_names.split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Records a match as watched, and drops the oldest match beyond the maximum.
    pub fn record_watched(&mut self, identity: u64) {
        self.watched.push(identity);
        limit_watched(&mut self.watched);
    }

    /// Moves `path` to the front of the recent files.
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
    fn only_first_answers_are_scored_up_to_a_limit() {
        let mut answers = ProblemAnswers::default();
        answers.add_first(b"one", true);
        answers.add_first(b" one\n", false);
        assert_eq!((answers.of(b"one"), answers.of(b"two")), (Some(true), None));
        for number in 0..MAX_PROBLEMS {
            answers.add_first(format!("{number}").as_bytes(), false);
        }
        assert_eq!(answers.0.len(), MAX_PROBLEMS);
        assert_eq!((answers.of(b"one"), answers.of(b"0")), (None, Some(false)));
    }
}
