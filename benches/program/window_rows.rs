//! The window: start time, CPU time when idle and during playback, and memory.

use crate::{SAMPLE, display::Display, matches::Recipe, matches::write_matches, window::Window};
use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

/// The number of starts. The first ones only fill the page cache.
const STARTS: usize = 7;

/// The durations of the measurements: idle, and playback.
const IDLE_TIME: Duration = Duration::from_secs(10);
const PLAY_TIME: Duration = Duration::from_secs(20);

pub fn measure() -> Result<(), Box<dyn Error>> {
    let program = crate::window::program();
    if let Some(missing) = ["Xvfb", "openbox", "xdotool"].iter().find(|it| !is_there(it)) {
        println!("Window not measured: {missing} is not installed.");
        return Ok(());
    }
    println!("| benchmark | measured |\n|---|---|");
    let sample = Path::new(SAMPLE);
    let mut starts: Vec<Duration> = (0..STARTS)
        .map(|_| Window::open(&Display::start(), &[sample]).first_painted())
        .skip(2)
        .collect();
    starts.sort();
    println!(
        "| first painted frame under Xvfb, warm, five starts | {:.0} ms, median {:.0} ms |",
        starts[0].as_secs_f64() * 1e3,
        starts[starts.len() / 2].as_secs_f64() * 1e3
    );
    let display = Display::start();
    let window = Window::open(&display, &[sample]);
    window.wait_idle();
    let rest = used(&window, IDLE_TIME);
    println!("| idle | {rest} of CPU time in 10 s |");
    let memory = window.memory();
    window.key("space");
    let play = used(&window, PLAY_TIME);
    println!(
        "| 20 s of play at 1280×800, with software rendering on the same two cores | {play} of CPU time |"
    );
    println!("| resident memory with a match open | {memory} |");
    println!("| the same after 20 s of play | {} |", window.memory());
    drop(window);
    let stripped = tempfile::NamedTempFile::new()?;
    let strip = Command::new("strip").arg(program).arg("-o").arg(stripped.path()).status();
    match strip {
        Ok(status) if status.success() => {
            let bytes = stripped.as_file().metadata()?.len();
            println!("| the program, stripped | {:.2} MB |", bytes as f64 / 1e6);
        }
        _ => println!("Size of the program not measured: strip is not installed."),
    }
    with_an_archive()
}

/// Measures the memory of the window with a file of 1 GB, first without and then with its index cache, and without a
/// file.
fn with_an_archive() -> Result<(), Box<dyn Error>> {
    let (folder, home) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let path = folder.path().join("archive.bpgn");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    write_matches(&Recipe::archive(1_000_000_000), &mut out)?;
    out.flush()?;
    for (what, files) in [
        ("the window with 1 GB, the first time", &[path.as_path()][..]),
        ("the same with the index cache", &[path.as_path()]),
        ("the same without a file", &[]),
    ] {
        let display = Display::start();
        let window = Window::open_at(&display, home.path(), files);
        window.wait_idle();
        println!("| {what} | {} |", window.memory());
    }
    Ok(())
}

/// Returns the CPU time that `window` uses within `time`.
fn used(window: &Window<'_>, time: Duration) -> String {
    let before = window.cpu_time();
    sleep(time);
    format!("{:.2} s", (window.cpu_time() - before).as_secs_f64())
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new("which");
    command.arg(program).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
