//! The program in its window, driven like by a user.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use image::RgbImage;
use tempfile::TempDir;

use crate::display::Display;
use crate::wait::wait_for;

/// How long the program is waited for. It decides how late a broken test fails, and nothing else.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// How long a window is waited for that may be where it does not do what it is asked for.
pub const A_WHILE: Duration = Duration::from_secs(10);

/// The window is still when it has been at rest so many times in a row, this long apart: together longer than any
/// wait of the program between two frames of one movement.
const LOOKS: usize = 6;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Linux counts processor time in hundredths of a second, whatever the kernel's own tick.
const TICK: Duration = Duration::from_millis(10);

/// The program under test: the one cargo has built, or another build of it.
pub fn program() -> PathBuf {
    let built = || OsString::from(env!("CARGO_BIN_EXE_tandem"));
    std::env::var_os("TANDEM_BINARY").unwrap_or_else(built).into()
}

/// A running program and its window. Ends with the value.
pub struct Window<'a> {
    display: &'a Display,
    program: Child,
    started: Instant,
    first_painted: Duration,
    id: String,
    /// What it says to a terminal.
    errors: PathBuf,
    /// Its home, where it is its own: nothing remembered, and nothing of the person's own touched.
    home_of_its_own: Option<TempDir>,
}

impl<'a> Window<'a> {
    /// Starts the program and waits until its window is painted and has the keyboard.
    pub fn open(display: &'a Display, args: &[&Path]) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let mut window = Self::open_at(display, home.path(), args);
        window.home_of_its_own = Some(home);
        window
    }

    /// The same with a home that outlives it.
    pub fn open_at(display: &'a Display, home: &Path, args: &[&Path]) -> Self {
        let started = Instant::now();
        let errors = home.join("errors.txt");
        let said = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&errors)
            .expect("should be writable");
        let program = Command::new(program())
            .args(args)
            .env("DISPLAY", display.name())
            .env("HOME", home)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CACHE_HOME")
            .stdin(Stdio::null())
            .stderr(said)
            .spawn()
            .expect("the program should start");
        let mut window = Self {
            display,
            program,
            started,
            first_painted: Duration::ZERO,
            id: String::new(),
            errors,
            home_of_its_own: None,
        };
        window.first_painted = window.wait_painted();
        let pid = window.program.id().to_string();
        window.id = wait_for("the window", PATIENCE, || {
            let found = display.xdotool(&["search", "--onlyvisible", "--pid", &pid])?;
            found.lines().next().map(str::to_owned)
        });
        window.take_focus();
        window
    }

    fn take_focus(&self) {
        self.display.xdotool(&["windowfocus", "--sync", &self.id]);
    }

    /// Polls the screen until something is painted: the time since the process was started.
    fn wait_painted(&mut self) -> Duration {
        wait_for("the first frame", PATIENCE, || {
            if let Ok(Some(status)) = self.program.try_wait() {
                panic!("the program ended before it painted: {status}");
            }
            self.display.is_painted().then(|| self.started.elapsed())
        })
    }

    /// From the start of the process to its first frame on the screen.
    pub fn first_painted(&self) -> Duration {
        self.first_painted
    }

    /// Presses and releases a key by its X name: `Right`, `space`, `ctrl+z`.
    pub fn key(&self, key: &str) {
        self.display.xdotool(&["key", key]).expect("a known key");
    }

    /// Gives the program events one after the other, in the words of xdotool. Whether it still runs.
    pub fn events(&mut self, words: &[&str]) -> bool {
        self.display.xdotool(words);
        let ended = self.program.try_wait().expect("it is our child");
        assert!(ended.is_none_or(|status| status.success()), "{ended:?}");
        ended.is_none()
    }

    /// That nothing in it has panicked, neither the window nor a job.
    pub fn assert_sound(&self) {
        let said = std::fs::read_to_string(&self.errors).expect("it is kept");
        assert!(!said.contains("panicked"), "{said}");
    }

    /// Types a text.
    pub fn type_text(&self, text: &str) {
        self.display.xdotool(&["type", "--delay", "30", text]).expect("known letters");
    }

    /// Ends the program as a crash would: it cannot do anything any more.
    pub fn kill(mut self) {
        self.end();
    }

    /// The same with a window that is about to be replaced.
    pub fn end(&mut self) {
        self.program.kill().expect("it is our child");
        self.program.wait().expect("it is our child");
    }

    /// The window's title now.
    pub fn title(&self) -> String {
        self.display.xdotool(&["getwindowname", &self.id]).unwrap_or_default()
    }

    /// Waits until the title is as wanted.
    pub fn wait_title(&self, wanted: impl Fn(&str) -> bool) {
        if let Some(title) = self.other_title_after(PATIENCE, wanted) {
            panic!("waited {PATIENCE:?} in vain for another title than {title:?}");
        }
    }

    /// The title after `patience`, if it has not been as wanted until then.
    fn other_title_after(
        &self,
        patience: Duration,
        wanted: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let start = Instant::now();
        loop {
            let title = self.title();
            if wanted(&title) {
                return None;
            }
            if start.elapsed() > patience {
                return Some(title);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Takes back what is offered after a crash: changes of the file called `name`. The offer comes when it has been
    /// read, some time after the first frame, and no key before it does anything.
    pub fn take_back(&self, name: &str) {
        let changed = format!("• {name}");
        let start = Instant::now();
        loop {
            self.wait_rest();
            self.take_focus();
            self.key("Return");
            let Some(title) = self.other_title_after(A_WHILE, |title| title.contains(&changed))
            else {
                return;
            };
            assert!(
                start.elapsed() < PATIENCE,
                "waited {PATIENCE:?} in vain for the changes of {name} under the title {title:?}"
            );
        }
    }

    /// The screen as soon as it has stopped changing and nobody works on it. On a busy machine a program may wait
    /// long for a processor, and its picture stands still meanwhile; so the system is asked whether it waits.
    pub fn picture(&self) -> RgbImage {
        let mut last = self.display.picture();
        let mut still = 0;
        wait_for("a still picture", PATIENCE, || {
            std::thread::sleep(BETWEEN_LOOKS);
            let is_at_rest = self.is_at_rest();
            let now = self.display.picture();
            let is_still = std::mem::replace(&mut last, now) == last && is_at_rest;
            still = if is_still { still + 1 } else { 0 };
            (still >= LOOKS).then_some(())
        });
        last
    }

    /// Waits until the window has done what it was asked for. Unlike a picture it may have a caret that blinks.
    pub fn wait_rest(&self) {
        assert!(self.rests_within(PATIENCE), "waited in vain for rest");
    }

    /// Waits until the window has done what it was asked for, but no longer than `patience`; whether it has.
    pub fn rests_within(&self, patience: Duration) -> bool {
        let start = Instant::now();
        let mut looks = 0;
        while looks < LOOKS && start.elapsed() < patience {
            std::thread::sleep(BETWEEN_LOOKS);
            looks = if self.is_at_rest() { looks + 1 } else { 0 };
        }
        looks >= LOOKS
    }

    /// Whether neither the program nor the server has anything to do.
    fn is_at_rest(&self) -> bool {
        is_at_rest(self.program.id()) && is_at_rest(self.display.server())
    }

    /// The screen after it has become something other than `before`, and still.
    pub fn picture_after(&self, before: &RgbImage) -> RgbImage {
        wait_for("a change", PATIENCE, || (self.display.picture() != *before).then_some(()));
        self.picture()
    }

    /// Processor time used so far, in steps of 10 ms, all threads.
    pub fn cpu_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id()))
            .expect("the program should be running");
        // The name in parentheses may hold anything; user and system time are the 14th and 15th.
        let after_name = stat.rsplit(')').next().expect("never empty");
        let ticks: u32 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u32>().expect("a number"))
            .sum();
        TICK * ticks
    }

    /// What it has in memory, and how much of that is files, such as libraries.
    pub fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id()))
            .expect("the program should be running");
        let [all, files] = ["VmRSS:", "RssFile:"].map(|name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next());
            number.and_then(|number| number.parse::<u64>().ok()).expect("Linux tells it") / 1000
        });
        format!("{all} MB, {files} MB of it files")
    }

    /// Drops a file on the middle of the window.
    pub fn drop_file(&self, path: &Path) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window/drop_file.py");
        // Not the first python on PATH: the X library is installed for the system's.
        let status = Command::new("/usr/bin/python3")
            .args([script, &self.id])
            .arg(path)
            .env("DISPLAY", self.display.name())
            .stdin(Stdio::null())
            .status()
            .expect("python3 should be installed");
        assert!(status.success(), "the window did not take the file");
    }

    /// Asks the window to close, as its frame's button does, and waits for the end.
    pub fn close(mut self) -> ExitStatus {
        self.key("alt+F4");
        wait_for("the end", PATIENCE, || self.program.try_wait().expect("it is our child"))
    }
}

/// Whether every thread of a process sleeps: none runs, waits for a processor, or waits for the disk.
fn is_at_rest(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("it is running");
    threads.flatten().all(|thread| {
        // A thread may end between the two; it works on nothing then.
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        let after_name = stat.rsplit(") ").next().unwrap_or_default();
        !after_name.starts_with(['R', 'D'])
    })
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
