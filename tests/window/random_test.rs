//! Random keys and clicks: the program keeps running, and nothing is lost. `TANDEM_EVENTS` sets their number,
//! `TANDEM_SEED` the seed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tandem::file::Fingerprint;
use tandem::settings::{Recovery, RecoveryStore};
use tempfile::TempDir;

use crate::Test;
use crate::display::Display;
use crate::window::{REACTION_TIMEOUT, TIMEOUT, Window};

/// The tests of this module.
pub const TESTS: &[Test] = &[Test {
    name: "random_keys_and_clicks_do_not_crash",
    needs_display: true,
    run: random_keys_and_clicks_do_not_crash,
}];

const SAMPLE: &[u8] = include_bytes!("../../assets/samples/bpgn-1.2.bpgn");

/// The default number of events.
const DEFAULT_EVENTS: usize = 400;

/// The minimum number of events before the recovery data is checked.
const EVENTS_PER_ROUND: usize = 200;

/// The maximum number of rounds, since a check takes longer than several hundred events.
const MAX_ROUNDS: usize = 100;

/// The number of events sent at once.
const BATCH_SIZE: usize = 50;

/// Keys with a function, except saving and closing.
const KEYS: [&str; 40] = [
    "Right",
    "Left",
    "Up",
    "Down",
    "Home",
    "End",
    "space",
    "Escape",
    "Return",
    "Tab",
    "shift+Tab",
    "BackSpace",
    "Delete",
    "ctrl+z",
    "ctrl+y",
    "ctrl+f",
    "ctrl+k",
    "ctrl+t",
    "ctrl+1",
    "ctrl+2",
    "ctrl+3",
    "ctrl+4",
    "ctrl+5",
    "ctrl+e",
    "ctrl+p",
    "ctrl+n",
    "ctrl+comma",
    "ctrl+plus",
    "ctrl+minus",
    "alt+f",
    "alt+v",
    "F1",
    "F5",
    "bracketright",
    "bracketleft",
    "f",
    "a",
    "n",
    "exclam",
    "question",
];

/// A linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }

    /// Appends one event in xdotool's syntax.
    fn event(&mut self, words: &mut Vec<String>) {
        let mut push_words =
            |part: &[&str]| words.extend(part.iter().map(|word| (*word).to_owned()));
        match self.below(10) {
            0..=4 => push_words(&["key", KEYS[self.below(KEYS.len())]]),
            5 => {
                let letter = char::from(b'a' + u8::try_from(self.below(26)).unwrap_or(0));
                push_words(&["key", &letter.to_string()]);
            }
            6 => push_words(&["click", if self.below(2) == 0 { "4" } else { "5" }]),
            7 => push_words(&["click", if self.below(4) == 0 { "3" } else { "1" }]),
            _ => {
                let (x, y) = (self.below(1280), self.below(800));
                push_words(&["mousemove", &x.to_string(), &y.to_string()]);
            }
        }
    }
}

/// Keys that change the view but not the match. None is a letter or sign, because F6 may lead into a field.
const LOOKING: [&str; 10] =
    ["Right", "Left", "Up", "Down", "Home", "End", "ctrl+plus", "ctrl+minus", "F6", "Escape"];

fn random_keys_and_clicks_do_not_crash() {
    let said = |name| {
        let said = std::env::var(name).ok();
        said.map(|count| count.parse::<usize>().expect("a number"))
    };
    let display = Display::start();
    let mut session = Session::start(&display);
    let mut numbers = Numbers(said("TANDEM_SEED").unwrap_or(23) as u64);
    let count = said("TANDEM_EVENTS").unwrap_or(DEFAULT_EVENTS);
    let a_round = EVENTS_PER_ROUND.max(count.div_ceil(MAX_ROUNDS));
    let mut done = 0;
    while done < count {
        let events = a_round.min(count - done);
        done += events;
        session.round(&mut numbers, events);
    }
    session.window.assert_sound();
    println!("{done} events: {:?}", session.tally);
    let tally = &session.tally;
    let held = tally.saved + tally.recovered + tally.elsewhere;
    assert!(held * 2 > tally.rounds, "too few rounds have shown anything");
    session.window.kill();
}

/// The number of rounds by result.
#[derive(Debug, Default)]
struct Tally {
    rounds: u64,
    /// The typed word was saved, and all other bytes were preserved.
    saved: u64,
    /// Unsaved changes were recovered after a kill, and then saved.
    recovered: u64,
    /// The events had opened something else, and the typed word was in the recovery data.
    elsewhere: u64,
    /// The events had saved the file.
    saved_by_events: u64,
    /// The events had closed the window.
    closed_by_events: u64,
    /// The events had led to a place without comments, and nothing was unsaved.
    not_written: u64,
}

/// A window with a file, reopened after each round.
struct Session<'a> {
    display: &'a Display,
    window: Window<'a>,
    home: TempDir,
    _folder: TempDir,
    path: PathBuf,
    /// The expected bytes of the file.
    bytes: Vec<u8>,
    tally: Tally,
}

impl<'a> Session<'a> {
    fn start(display: &'a Display) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let home = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("random.bpgn");
        std::fs::write(&path, SAMPLE).expect("should be writable");
        let window = Window::open_at(display, home.path(), &[&path]);
        Self {
            display,
            window,
            home,
            _folder: folder,
            path,
            bytes: SAMPLE.to_vec(),
            tally: Tally::default(),
        }
    }

    /// Sends random events, then types a word, which is saved or recovered after a kill, together with all other
    /// changes and nothing else.
    fn round(&mut self, numbers: &mut Numbers, events: usize) {
        self.tally.rounds += 1;
        if !self.take(events, |words| numbers.event(words)) {
            self.tally.closed_by_events += 1;
            self.check_file();
            return self.reopen();
        }
        let word = format!("zq{}x", self.tally.rounds);
        let is_written = self.write(&word);
        self.check_file();
        let kept = self.recovery_data();
        let is_ours = |kept: &&Recovery| kept.path.as_ref() == Some(&self.path);
        let Some(ours) = kept.as_ref().filter(is_ours) else {
            self.window.end();
            assert_eq!(self.recovery_data(), kept, "it is kept after the end");
            *match is_written {
                true => &mut self.tally.elsewhere,
                false => &mut self.tally.not_written,
            } += 1;
            return self.reopen();
        };
        assert_eq!(ours.fingerprint, Fingerprint::of(&self.path).ok());
        let changed = with_changes(&self.bytes, ours);
        if is_written && self.tally.rounds.is_multiple_of(2) {
            self.save(changed);
            self.tally.saved += 1;
        } else {
            self.kill_and_recover(ours);
            self.save(changed);
            self.tally.recovered += 1;
        }
        self.explore(numbers);
        if !is_written {
            self.reopen();
        }
    }

    /// Sends `count` events; returns whether the program still runs.
    fn take(&mut self, count: usize, mut event: impl FnMut(&mut Vec<String>)) -> bool {
        let mut left = count;
        while left > 0 {
            let now = BATCH_SIZE.min(left);
            left -= now;
            let mut words = Vec::new();
            (0..now).for_each(|_| event(&mut words));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if !self.window.events(&words) {
                return false;
            }
        }
        true
    }

    /// Closes whatever covers the boards and writes `word` as the comment of a ply; returns whether it is in the
    /// recovery data.
    fn write(&mut self, word: &str) -> bool {
        for _ in 0..3 {
            let mut keys = vec!["mousemove", "1399", "899"];
            keys.extend(["key", "Escape"].repeat(6));
            keys.extend(["key", "Home", "key", "Right", "key", "Return"]);
            if !self.window.events(&keys) {
                return false;
            }
            self.window.is_idle_within(REACTION_TIMEOUT);
            self.window.type_text(word);
            self.window.events(&["key", "Escape"]);
            let start = Instant::now();
            while start.elapsed() < REACTION_TIMEOUT {
                if self.recovery_data().is_some_and(|kept| holds(&kept, word)) {
                    return true;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        false
    }

    /// Returns the recovery data of the window.
    fn recovery_data(&self) -> Option<Recovery> {
        let kept = std::fs::read_dir(self.recovery_folder()).ok()?.flatten();
        let is_changes = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ron");
        let path = kept.map(|entry| entry.path()).find(is_changes)?;
        // A copy is not locked.
        let copy = tempfile::tempdir().expect("a temporary folder");
        std::fs::copy(&path, copy.path().join(path.file_name()?)).ok()?;
        let (mut found, errors) = RecoveryStore::at(copy.path()).orphans();
        assert!(errors.is_empty(), "{errors:?}");
        Some(found.pop()?.1)
    }

    fn recovery_folder(&self) -> PathBuf {
        self.home.path().join(".local/state/tandem/recovery")
    }

    /// Asserts that the file is as expected. A click on a button may have saved it; then it must still be a valid
    /// match.
    fn check_file(&mut self) {
        let bytes = std::fs::read(&self.path).expect("the file is there");
        if bytes != self.bytes {
            assert!(bytes.starts_with(b"[") && bytes.len() > 500, "{bytes:?}");
            self.tally.saved_by_events += 1;
            self.bytes = bytes;
        }
    }

    /// Saves, and waits until the file is `changed`.
    fn save(&mut self, changed: Vec<u8>) {
        self.window.key("ctrl+s");
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            let now = std::fs::read(&self.path).expect("the file is there");
            if now == changed {
                self.bytes = changed;
                return;
            }
            assert!(
                now == self.bytes,
                "neither what it was nor what it is to be: {}",
                String::from_utf8_lossy(&now)
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("it was not saved: {}", self.window.title());
    }

    /// Kills the program, and recovers its unsaved changes in a new one.
    fn kill_and_recover(&mut self, kept: &Recovery) {
        let new = || Window::open_at(self.display, self.home.path(), &[]);
        self.window.end();
        assert_eq!(std::fs::read(&self.path).ok().as_ref(), Some(&self.bytes));
        let again = self.recovery_data().expect("it is still kept");
        assert_eq!(again.records, kept.records);
        self.window = new();
        self.window.recover("random.bpgn");
    }

    /// Navigates the saved match without changing it.
    fn explore(&mut self, numbers: &mut Numbers) {
        let looked = self.take(BATCH_SIZE, |words| {
            let key = LOOKING[numbers.below(LOOKING.len())];
            words.extend(["key", key].map(str::to_owned));
        });
        assert!(looked, "looking closed the window");
        self.window.is_idle_within(REACTION_TIMEOUT);
        assert_eq!(std::fs::read(&self.path).ok().as_ref(), Some(&self.bytes));
        // Unfinished entries are preserved.
        let with_records = || self.recovery_data().filter(|kept| !kept.records.is_empty());
        let mut changed = with_records();
        // The recovery data is written at most every two seconds, so it may be older than the save.
        let start = Instant::now();
        while changed.is_some() && start.elapsed() < REACTION_TIMEOUT {
            std::thread::sleep(Duration::from_millis(100));
            changed = with_records();
        }
        let changed = changed.map(|kept| with_changes(&self.bytes, &kept));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(
            changed.is_none(),
            "looking has changed the match from\n{}\nto\n{}",
            text(&self.bytes),
            text(&changed.unwrap_or_default())
        );
        self.window.assert_sound();
    }

    /// Opens a new window with a new file and without settings.
    fn reopen(&mut self) {
        self.window.assert_sound();
        self.window.end();
        self.bytes = SAMPLE.to_vec();
        std::fs::write(&self.path, SAMPLE).expect("should be writable");
        self.home = tempfile::tempdir().expect("a temporary folder");
        self.window = Window::open_at(self.display, self.home.path(), &[&self.path]);
    }
}

fn holds(kept: &Recovery, word: &str) -> bool {
    let mut records = kept.records.iter();
    records.any(|record| String::from_utf8_lossy(&record.bytes).contains(word))
}

/// Returns `bytes` with the changed records in their places.
fn with_changes(bytes: &[u8], kept: &Recovery) -> Vec<u8> {
    let place = |at: u64| usize::try_from(at).expect("a short file");
    let mut changed = bytes.to_vec();
    for record in kept.records.iter().rev() {
        let range = place(record.range.start)..place(record.range.end);
        changed.splice(range, record.bytes.iter().copied());
    }
    changed
}
