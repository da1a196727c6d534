//! Saving under `kill -9`: at any moment the file has either its old or its new bytes, and so has its backup.
//!
//! The test binary runs itself as the saving program, through the ignored test [`child`].
#![expect(
    clippy::disallowed_methods,
    reason = "these tests are about the disk, and start themselves with an environment"
)]

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, SystemTime},
};
use tandem::file::{FileRange, Splice, atomic_write, save_spliced};

/// The variable with the child's folder, which contains the versions `x` and `y` and the file `a`.
const FOLDER: &str = "TANDEM_TEST_SAVES_IN";
/// The variable with the child's mode: `whole`, `spliced`, or both in turn until the child is killed.
const HOW: &str = "TANDEM_TEST_SAVES_HOW";
/// Nonexistent files, whose opening marks the start and the end of a save in a list of system calls.
const BEGINS: &str = "/tandem-save-begins";
const ENDS: &str = "/tandem-save-ends";

/// A version of the file, and another one with `more` in the middle.
struct Versions {
    x: Vec<u8>,
    y: Vec<u8>,
    more: FileRange,
}

impl Versions {
    fn new(size: usize) -> Self {
        let x = b"1A. e4{180} ".repeat(size / 12);
        let middle = x.len() / 2;
        let more = b"{C:kept} ".repeat(size / 36);
        let y = [&x[..middle], &more, &x[middle..]].concat();
        let (start, length) = (middle as u64, more.len() as u64);
        let more = FileRange::new(start, start + length);
        Self { x, y, more }
    }

    fn name(&self, bytes: &[u8]) -> &'static str {
        match bytes {
            bytes if bytes == self.x => "x",
            bytes if bytes == self.y => "y",
            b"older" => "older",
            _ => "NEITHER",
        }
    }

    /// Returns the versions of the file and of its backup.
    fn found(&self, folder: &Path) -> (&'static str, &'static str) {
        let name = |file| {
            std::fs::read(folder.join(file)).map_or("nothing", |bytes: Vec<u8>| self.name(&bytes))
        };
        (name("a"), name("a.bak"))
    }

    /// Saves `y` over `x`, or `x` over `y`.
    fn save_other(&self, path: &Path, has_x: bool, whole: bool) {
        let middle = self.more.start;
        let start = usize::try_from(middle).expect("small");
        let end = usize::try_from(self.more.end).expect("small");
        let saved = match (whole, has_x) {
            (true, true) => atomic_write(path, &self.y, true),
            (true, false) => atomic_write(path, &self.x, true),
            (false, true) => {
                let insert = self.y[start..end].to_vec();
                let range = FileRange::new(middle, middle);
                save_spliced(path, &[Splice { range, insert }], path, true)
            }
            (false, false) => {
                let insert = Vec::new();
                let range = self.more;
                save_spliced(path, &[Splice { range, insert }], path, true)
            }
        };
        saved.expect("nothing is in the way");
    }
}

#[test]
#[ignore = "it is what the other tests start and kill"]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let how = std::env::var(HOW).unwrap();
    let path = folder.join("a");
    let size = std::fs::read_to_string(folder.join("size")).unwrap();
    let versions = Versions::new(size.parse().unwrap());
    let mut has_x = std::fs::read(&path).unwrap() == versions.x;
    if how != "turns" {
        // The system call is chosen by its number within a thread. The first thread of a test binary must not reach
        // that number before this one.
        for _ in 0..100 {
            atomic_write(&folder.join("size"), size.as_bytes(), false).unwrap();
        }
        let _ = std::fs::metadata(BEGINS);
        versions.save_other(&path, has_x, how == "whole");
        let _ = std::fs::metadata(ENDS);
        return;
    }
    println!("saving");
    for turn in 0.. {
        versions.save_other(&path, has_x, turn % 4 < 2);
        has_x = !has_x;
    }
}

/// Returns `program`, or this binary as [`child`].
fn child_command(program: Option<&mut Command>, folder: &Path, how: &str) -> Command {
    let this = std::env::current_exe().expect("its own path");
    let mut command = match program {
        Some(program) => {
            program.arg(this);
            std::mem::replace(program, Command::new(""))
        }
        None => Command::new(this),
    };
    command
        .args(["--exact", "save_kill::child", "--ignored", "--nocapture"])
        .arg("--test-threads=1")
        .env(FOLDER, folder)
        .env(HOW, how)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

fn wait_until_it_saves(child: &mut Child) {
    let out = child.stdout.as_mut().expect("a pipe");
    let mut lines = BufReader::new(out).lines();
    assert!(
        lines.any(|line| line.is_ok_and(|line| line.contains("saving"))),
        "the child ended before it began"
    );
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut left: Vec<_> = entries
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| {
            let name = entry.file_name();
            !["a", "a.bak", "size"].iter().any(|known| name == *known)
        })
        .map(|entry| entry.path())
        .collect();
    left.sort();
    left
}

#[test]
fn kill_at_any_moment_leaves_old_or_new_bytes() {
    const DEFAULT_KILLS: u64 = 60;
    let kills = crate::count_of("TANDEM_KILLS", DEFAULT_KILLS);
    /// The maximum number of kills, on a disk where none of them hits a save.
    const MAX_KILLS: u64 = 2000;
    const SIZE: usize = 4_000_000;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let versions = Versions::new(SIZE);
    std::fs::write(folder.join("size"), SIZE.to_string()).unwrap();
    std::fs::write(folder.join("a"), &versions.x).unwrap();

    let mut found = BTreeMap::new();
    let mut left = 0;
    let mut kill = 0;
    // However long a save takes here, some kills have to hit one.
    while kill < kills || left == 0 && kill < MAX_KILLS {
        let mut child = child_command(None, folder, "turns").spawn().unwrap();
        wait_until_it_saves(&mut child);
        // Spread over the duration of a few saves.
        std::thread::sleep(Duration::from_micros(kill * 7919 % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = versions.found(folder);
        *found.entry(now).or_insert(0) += 1;
        assert!(matches!(now.0, "x" | "y"), "kill {kill}: {now:?}");
        assert!(matches!(now.1, "x" | "y" | "nothing"), "kill {kill}: {now:?}");
        left = left.max(leftovers(folder).len());
        kill += 1;
    }
    println!("after {kill} kills (file, kept): {found:?}; up to {left} leftovers");
    assert!(left > 0, "no kill has met a save");

    // Recent ones may belong to a program that is just saving; old ones cannot.
    let young = leftovers(folder);
    atomic_write(&folder.join("a"), &versions.x, true).unwrap();
    for path in &young {
        assert!(
            path.exists() || path.extension().is_some_and(|end| end == "bak"),
            "{}",
            path.display()
        );
        if let Ok(file) = File::options().write(true).open(path) {
            file.set_modified(SystemTime::now() - Duration::from_hours(2)).unwrap();
        }
    }
    atomic_write(&folder.join("a"), &versions.y, true).unwrap();
    assert_eq!(leftovers(folder), Vec::<PathBuf>::new());
    assert_eq!(versions.found(folder), ("y", "x"));
}

/// System calls for memory: they change no file, and their number differs between runs.
const MEMORY: [&str; 6] = ["brk", "madvise", "mmap", "mprotect", "mremap", "munmap"];

/// Returns the system calls of a save as listed by `strace`, each with its number among the calls of its kind in the
/// thread.
fn steps(log: &str) -> Vec<(String, usize)> {
    let mut made = BTreeMap::<(&str, &str), usize>::new();
    let mut steps = Vec::new();
    let mut saving = false;
    for line in log.lines() {
        // "PID name(arguments) = result"
        let Some((thread, call)) = line.split_once(' ') else { continue };
        let Some((name, _)) = call.trim_start().split_once('(') else { continue };
        let nth = made.entry((thread, name)).or_default();
        *nth += 1;
        let nth = *nth;
        // Another thread would be killed first, such as the main thread while it reads its memory map at the start.
        let other_is_first = made
            .iter()
            .any(|((other, same), count)| *other != thread && *same == name && *count >= nth);
        if line.contains(BEGINS) {
            saving = true;
        } else if line.contains(ENDS) {
            return steps;
        } else if saving && !MEMORY.contains(&name) && !other_is_first {
            steps.push((name.to_owned(), nth));
        }
    }
    panic!("no whole save in the list of system calls:\n{log}");
}

#[test]
#[ignore = "takes strace, which .ci/run has"]
fn a_kill_at_every_system_call_leaves_old_bytes_or_new_ones() {
    const SIZE: usize = 400_000;
    let versions = Versions::new(SIZE);
    for how in ["whole", "spliced"] {
        let run = |inject: Option<&(String, usize)>| {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            std::fs::write(at("size"), SIZE.to_string()).unwrap();
            std::fs::write(at("a"), &versions.x).unwrap();
            std::fs::write(at("a.bak"), "older").unwrap();
            let log = tempfile::NamedTempFile::new().unwrap();
            let mut strace = Command::new("strace");
            strace.args(["-f", "-o"]).arg(log.path());
            if let Some((name, nth)) = inject {
                strace.args(["-e", &format!("inject={name}:signal=KILL:when={nth}")]);
            }
            let mut command = child_command(Some(&mut strace), folder.path(), how);
            let output = command.output().expect("strace is installed");
            let log = std::fs::read_to_string(log.path()).unwrap();
            let found = versions.found(folder.path());
            let left = leftovers(folder.path()).len();
            (output.status.success(), log, found, left)
        };

        let (success, log, found, left) = run(None);
        assert!(success, "{log}");
        assert_eq!((found, left), (("y", "x"), 0));
        let steps = steps(&log);
        let mut counts = BTreeMap::new();
        for step in &steps {
            let (_, log, found, left) = run(Some(step));
            assert!(
                log.contains("killed by SIGKILL") && log.contains(BEGINS) && !log.contains(ENDS),
                "{step:?} was not killed in its save:\n{log}"
            );
            assert!(matches!(found, ("x", "older" | "x") | ("y", "x")), "{step:?}: {found:?}");
            *counts.entry((found, left)).or_insert(0) += 1;
        }
        println!("{how}: {} kills ((file, kept), leftovers): {counts:?}", steps.len());
        let kinds = counts.keys().map(|(found, _)| found);
        let kinds: std::collections::BTreeSet<_> = kinds.collect();
        assert_eq!(kinds.len(), 3, "every state between old and new was met");
    }
}
