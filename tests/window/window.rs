//! The program in its window, driven like by a user.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use image::RgbImage;
use tempfile::TempDir;

use crate::display::Display;
use crate::wait::wait_for;

/// The timeout for the program. It only determines when a broken test fails.
pub const TIMEOUT: Duration = Duration::from_mins(5);

/// The timeout for a window that may not react.
pub const REACTION_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of consecutive checks after which the window counts as idle; together longer than any pause between two
/// frames of an animation.
const IDLE_CHECKS: usize = 6;
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The variable that says that the event loop polls, as it does under Wine while a text field has the focus.
const POLLS: &str = "TANDEM_WINDOW_POLLS";

/// The CPU time that a polling program takes with an unchanged picture until it counts as idle. It is the measure
/// because it passes more slowly on a busy machine.
const POLLING_TIME: Duration = Duration::from_secs(1);

/// Linux counts CPU time in hundredths of a second, whatever the kernel's tick.
const TICK: Duration = Duration::from_millis(10);

/// Returns the program under test: cargo's build, or another one.
pub fn program() -> PathBuf {
    let built = || OsString::from(env!("CARGO_BIN_EXE_tandem"));
    std::env::var_os("TANDEM_BINARY").unwrap_or_else(built).into()
}

/// A running program and its window, killed on drop.
pub struct Window<'a> {
    display: &'a Display,
    program: Child,
    started: Instant,
    first_painted: Duration,
    id: String,
    /// The file with the standard error.
    errors: PathBuf,
    /// The private home folder, if any, separate from the user's own.
    private_home: Option<TempDir>,
}

impl<'a> Window<'a> {
    /// Starts the program and waits until its window is painted and has the focus. The first steps count as seen,
    /// because their notice expires between two pictures.
    pub fn open(display: &'a Display, args: &[&Path]) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let settings = home.path().join(".config/tandem/settings.ron");
        std::fs::create_dir_all(settings.parent().expect("it has one"))
            .expect("should be writable");
        std::fs::write(settings, "(welcomed: true)").expect("should be writable");
        let mut window = Self::open_at(display, home.path(), args);
        window.private_home = Some(home);
        window
    }

    /// Starts the program with a home folder that outlives it.
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
            // Under Wine the program has servers, which work for it.
            .process_group(0)
            .spawn()
            .expect("the program should start");
        let mut window = Self {
            display,
            program,
            started,
            first_painted: Duration::ZERO,
            id: String::new(),
            errors,
            private_home: None,
        };
        window.first_painted = window.wait_painted();
        let pid = window.program.id().to_string();
        window.id = wait_for("the window", TIMEOUT, || {
            let found = display.xdotool(&["search", "--onlyvisible", "--pid", &pid])?;
            found.lines().next().map(str::to_owned)
        });
        window.take_focus();
        window
    }

    fn take_focus(&self) {
        self.display.xdotool(&["windowfocus", "--sync", &self.id]);
    }

    /// Polls the screen until something is painted; returns the time since the start of the process.
    fn wait_painted(&mut self) -> Duration {
        wait_for("the first frame", TIMEOUT, || {
            if let Ok(Some(status)) = self.program.try_wait() {
                panic!("the program ended before it painted: {status}");
            }
            self.display.is_painted().then(|| self.started.elapsed())
        })
    }

    /// Returns the time from the start of the process to its first frame.
    pub fn first_painted(&self) -> Duration {
        self.first_painted
    }

    /// Presses and releases a key by its X name: `Right`, `space`, `ctrl+z`.
    pub fn key(&self, key: &str) {
        self.display.xdotool(&["key", key]).expect("a known key");
    }

    /// Sends events in xdotool's syntax; returns whether the program still runs.
    pub fn events(&mut self, words: &[&str]) -> bool {
        self.display.xdotool(words);
        let ended = self.program.try_wait().expect("it is our child");
        assert!(ended.is_none_or(|status| status.success()), "{ended:?}");
        ended.is_none()
    }

    /// Asserts that neither the window nor a job has panicked.
    pub fn assert_sound(&self) {
        let said = std::fs::read_to_string(&self.errors).expect("it is kept");
        assert!(!said.contains("panicked"), "{said}");
    }

    /// Types a text.
    pub fn type_text(&self, text: &str) {
        self.display.xdotool(&["type", "--delay", "30", text]).expect("known letters");
    }

    /// Kills the program, like a crash.
    pub fn kill(mut self) {
        self.end();
    }

    /// Kills the program of a window that is about to be replaced.
    pub fn end(&mut self) {
        self.program.kill().expect("it is our child");
        self.program.wait().expect("it is our child");
    }

    /// Returns the current title.
    pub fn title(&self) -> String {
        self.display.xdotool(&["getwindowname", &self.id]).unwrap_or_default()
    }

    /// Waits until the title satisfies `wanted`.
    pub fn wait_title(&self, wanted: impl Fn(&str) -> bool) {
        if let Some(title) = self.other_title_after(TIMEOUT, wanted) {
            panic!("waited {TIMEOUT:?} in vain for another title than {title:?}");
        }
    }

    /// Returns the title after `timeout`, unless it satisfies `wanted` before.
    fn other_title_after(
        &self,
        timeout: Duration,
        wanted: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let start = Instant::now();
        loop {
            let title = self.title();
            if wanted(&title) {
                return None;
            }
            if start.elapsed() > timeout {
                return Some(title);
            }
            std::thread::sleep(IDLE_CHECK_INTERVAL);
        }
    }

    /// Recovers the changes of the file called `name`. The offer appears some time after the first frame, and no key
    /// has an effect before.
    pub fn recover(&self, name: &str) {
        let changed = format!("• {name}");
        let start = Instant::now();
        loop {
            self.wait_idle();
            self.take_focus();
            self.key("Return");
            let Some(title) =
                self.other_title_after(REACTION_TIMEOUT, |title| title.contains(&changed))
            else {
                return;
            };
            assert!(
                start.elapsed() < TIMEOUT,
                "waited {TIMEOUT:?} in vain for the changes of {name} under the title {title:?}"
            );
        }
    }

    /// Returns the screen once it has stopped changing and the processes are idle. On a busy machine the picture may
    /// stand still while the program waits for a core, so the state of its threads is checked too.
    pub fn picture(&self) -> RgbImage {
        let mut last = self.display.picture();
        let mut still = 0;
        wait_for("a still picture", TIMEOUT, || {
            std::thread::sleep(IDLE_CHECK_INTERVAL);
            let is_idle = self.is_idle();
            let now = self.display.picture();
            let is_still = std::mem::replace(&mut last, now) == last && is_idle;
            still = if is_still { still + 1 } else { 0 };
            (still >= IDLE_CHECKS).then_some(())
        });
        last
    }

    /// Waits until the window is idle. The picture may still have a blinking caret.
    pub fn wait_idle(&self) {
        assert!(self.is_idle_within(TIMEOUT), "waited in vain for rest");
    }

    /// Waits until the window is idle, up to `timeout`; returns whether it is.
    pub fn is_idle_within(&self, timeout: Duration) -> bool {
        let start = Instant::now();
        let polls = std::env::var_os(POLLS).is_some();
        let (mut picture, mut changed_at) = (None, Duration::ZERO);
        let mut looks = 0;
        while looks < IDLE_CHECKS && start.elapsed() < timeout {
            std::thread::sleep(IDLE_CHECK_INTERVAL);
            looks = if self.is_idle() { looks + 1 } else { 0 };
            if polls {
                let now = Some(self.display.picture());
                if picture != now {
                    (picture, changed_at) = (now, self.cpu_time());
                } else if self.cpu_time() - changed_at >= POLLING_TIME {
                    return true;
                }
            }
        }
        looks >= IDLE_CHECKS
    }

    /// Returns whether the processes of the program and the server are idle.
    fn is_idle(&self) -> bool {
        group(self.program.id()).into_iter().all(is_idle) && is_idle(self.display.server())
    }

    /// Returns the screen after it has changed from `before` and become still.
    pub fn picture_after(&self, before: &RgbImage) -> RgbImage {
        wait_for("a change", TIMEOUT, || (self.display.picture() != *before).then_some(()));
        self.picture()
    }

    /// Returns the CPU time of all threads, in steps of 10 ms.
    pub fn cpu_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id()))
            .expect("the program should be running");
        // The name in parentheses may contain anything; user and system time are fields 14 and 15.
        let after_name = stat.rsplit(')').next().expect("never empty");
        let ticks: u32 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u32>().expect("a number"))
            .sum();
        TICK * ticks
    }

    /// Returns the resident memory, and the share of files such as libraries.
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
        // Not the first Python in PATH, because the X library is installed for the system's.
        let status = Command::new("/usr/bin/python3")
            .args([script, &self.id])
            .arg(path)
            .env("DISPLAY", self.display.name())
            .stdin(Stdio::null())
            .status()
            .expect("python3 should be installed");
        assert!(status.success(), "the window did not take the file");
    }

    /// Closes the window like its title bar button, and waits for the exit.
    pub fn close(mut self) -> ExitStatus {
        self.key("alt+F4");
        wait_for("the end", TIMEOUT, || self.program.try_wait().expect("it is our child"))
    }
}

/// Returns the state, the parent and the group of a process or thread. It may have ended in the meantime.
fn status(folder: &Path) -> String {
    let stat = std::fs::read_to_string(folder.join("stat")).unwrap_or_default();
    stat.rsplit(") ").next().unwrap_or_default().to_owned()
}

/// Returns the processes of a group.
fn group(leader: u32) -> Vec<u32> {
    let leader = leader.to_string();
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    processes
        .filter(|entry| status(&entry.path()).split(' ').nth(2) == Some(leader.as_str()))
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Returns whether every thread of a process sleeps, and none waits for a core or the disk.
fn is_idle(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    threads.flatten().all(|thread| !status(&thread.path()).starts_with(['R', 'D']))
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
