//! [`Desktop`]: opening files in their default programs, printing, audio players, and the setting for reduced motion.

use crate::clock::Instant;
use std::{
    io::{self, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// The time after which a viewer that is still running counts as started.
const VIEWER_PATIENCE: Duration = Duration::from_secs(3);

/// The interval between checks whether a started viewer has exited.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The desktop services available to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desktop {
    Real,
    /// No viewers, printers or sound. For tests, which must not depend on the machine.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Linux,
    MacOs,
    Windows,
}

impl System {
    const CURRENT: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// Returns the audio players in order of preference, as command lines to which the sound file is appended.
    const fn players(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Linux => &[&["pw-play"], &["paplay"], &["aplay", "-q"]],
            Self::MacOs => &[&["afplay"]],
            Self::Windows => &[&[
                "powershell",
                "-NoProfile",
                "-Command",
                "(New-Object Media.SoundPlayer $args[0]).PlaySync()",
            ]],
        }
    }

    /// Returns the command that prints whether animations are enabled; `None` for systems without such a command. On
    /// Linux it reads GNOME's setting, which other desktops also use.
    const fn motion_query(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Linux => {
                Some(&["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"])
            }
            Self::Windows => {
                Some(&["reg", "query", r"HKCU\Control Panel\Desktop", "/v", "UserPreferencesMask"])
            }
            Self::MacOs => None,
        }
    }

    /// Returns whether animations are disabled according to the output of [`motion_query`](Self::motion_query).
    fn has_motion_disabled(self, output: &str) -> bool {
        match self {
            Self::Linux => output.trim() == "false",
            // The last word is a bit mask in hexadecimal bytes, lowest first. `SystemParametersInfo` has the Boolean
            // parameters 0x1000, 0x1002…; animations are `SPI_GETCLIENTAREAANIMATION`, 0x1042: bit 33, in byte 4.
            Self::Windows => {
                let mask = output.split_whitespace().last().and_then(|mask| mask.get(8..10));
                mask.and_then(|byte| u8::from_str_radix(byte, 16).ok())
                    .is_some_and(|byte| byte & 2 == 0)
            }
            Self::MacOs => false,
        }
    }
}

impl Desktop {
    /// Opens `path` in its default program without waiting for that program to exit.
    ///
    /// # Errors
    /// If there is no default program, or if it fails within [`VIEWER_PATIENCE`].
    pub(super) fn show(self, path: &Path) -> io::Result<()> {
        if self == Self::None {
            return Err(io::ErrorKind::NotFound.into());
        }
        // No shell is involved, since it would interpret `&` and `^` in a name.
        show_with(viewers(path), VIEWER_PATIENCE)
    }

    pub(super) fn wants_less_motion(self) -> bool {
        let query = match self {
            Self::Real => System::CURRENT.motion_query(),
            Self::None => None,
        };
        let Some([program, arguments @ ..]) = query else { return false };
        let output = silent_command(program).args(arguments).stdout(Stdio::piped()).output();
        output.is_ok_and(|output| {
            System::CURRENT.has_motion_disabled(&String::from_utf8_lossy(&output.stdout))
        })
    }

    /// Returns the name of the default printer of the CUPS spooler; `None` without one.
    pub(super) fn printer(self) -> Option<String> {
        if self == Self::None || cfg!(windows) {
            return None;
        }
        // `lpstat` translates its output.
        let output =
            Command::new("lpstat").arg("-d").env("LC_ALL", "C").stdin(Stdio::null()).output();
        default_printer(&String::from_utf8_lossy(&output.ok()?.stdout)).map(str::to_owned)
    }

    /// Prints a PDF on the default printer.
    ///
    /// # Errors
    /// The first line of the spooler's error output, or that there is no spooler.
    pub(super) fn print(self, pdf: &[u8]) -> io::Result<()> {
        if self == Self::None {
            return Err(io::ErrorKind::NotFound.into());
        }
        print_with(Command::new("lp").args(["-t", "Tandem"]), pdf)
    }

    pub(super) const fn players(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Real => System::CURRENT.players(),
            Self::None => &[],
        }
    }
}

/// Returns the programs to try for opening `path`, in order of preference.
#[cfg(not(target_arch = "wasm32"))]
fn viewers(path: &Path) -> Vec<Command> {
    open::commands(path)
}

/// Returns no commands: a browser starts no programs.
#[cfg(target_arch = "wasm32")]
const fn viewers(_: &Path) -> Vec<Command> {
    Vec::new()
}

/// Returns NAME from the output `system default destination: NAME`.
fn default_printer(output: &str) -> Option<&str> {
    let (_, name) = output.lines().next()?.split_once(": ")?;
    Some(name.trim()).filter(|name| !name.is_empty())
}

/// Runs `spooler` with `bytes` as its standard input.
fn print_with(spooler: &mut Command, bytes: &[u8]) -> io::Result<()> {
    let pipes = spooler.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = pipes.spawn()?;
    let written = match child.stdin.take() {
        Some(mut input) => input.write_all(bytes),
        None => Ok(()),
    };
    let output = child.wait_with_output()?;
    if output.status.success() {
        return written;
    }
    let error_text = String::from_utf8_lossy(&output.stderr);
    let first_line = error_text.lines().next().unwrap_or("the spooler failed");
    Err(io::Error::other(first_line.trim_start_matches("lp: ").to_owned()))
}

/// Runs `programs` in order until one succeeds or is still running after `patience`. Returns the error of the last one
/// if all fail.
fn show_with(programs: impl IntoIterator<Item = Command>, patience: Duration) -> io::Result<()> {
    let mut last_error = io::ErrorKind::NotFound.into();
    for mut program in programs {
        let started = without_streams(&mut program).spawn();
        match started.and_then(|child| wait_for_failure(child, patience)) {
            Ok(()) => return Ok(()),
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

fn wait_for_failure(mut child: Child, patience: Duration) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < patience {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                return Err(io::Error::other(format!("the viewer exited with {status}")));
            }
            None => thread::sleep(POLL_INTERVAL),
        }
    }
    // This thread waits only to reap the process; the exit status does not matter.
    thread::Builder::new().name("shown file".to_owned()).spawn(move || child.wait())?;
    Ok(())
}

/// Returns a command without standard streams, whose process does not receive the signals of the terminal.
pub(super) fn silent_command(program: &str) -> Command {
    let mut command = Command::new(program);
    without_streams(&mut command);
    command
}

/// Connects the standard streams of `command` to nothing, and detaches the process from the signals of the terminal.
fn without_streams(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // `CREATE_NO_WINDOW`: without it a console would flash up.
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(command, 0x0800_0000);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [System; 3] = [System::Linux, System::MacOs, System::Windows];

    #[test]
    fn without_a_desktop_nothing_is_shown_or_played() {
        let none = Desktop::None;
        assert!(none.show(Path::new("a.pdf")).is_err());
        assert!(!none.wants_less_motion());
        assert!(none.players().is_empty());
    }

    #[test]
    fn output_of_the_motion_query_is_understood() {
        let mask = |bytes: &str| {
            format!(
                "\r\nHKEY_CURRENT_USER\\Control Panel\\Desktop\r\n    UserPreferencesMask    REG_BINARY    \
                 {bytes}\r\n\r\n"
            )
        };
        for (system, output, disabled) in [
            (System::Linux, "false\n".to_owned(), true),
            (System::Linux, "true\n".to_owned(), false),
            (System::Linux, String::new(), false),
            // The output of Windows 10 and 11 with "Animation effects" off and on.
            (System::Windows, mask("9012038010000000"), true),
            (System::Windows, mask("9E1E078012000000"), false),
            // The mask of Windows XP has only four bytes.
            (System::Windows, mask("9E1E0780"), false),
            (System::Windows, String::new(), false),
        ] {
            assert_eq!(system.has_motion_disabled(&output), disabled, "{system:?}: {output}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn failing_viewer_is_reported() {
        let program = |words: &[&str]| {
            let mut command = Command::new(words[0]);
            command.args(&words[1..]);
            command
        };
        let show = |programs: &[&[&str]], ms| {
            let programs = programs.iter().map(|words| program(words));
            show_with(programs, Duration::from_millis(ms))
        };
        let long = 60_000;
        assert!(show(&[], long).is_err());
        assert!(show(&[&["/no/such/program"]], long).is_err());
        let failed = show(&[&["false"]], long).unwrap_err();
        assert!(failed.to_string().contains("exited with"), "{failed}");
        assert!(show(&[&["true"]], long).is_ok());
        assert!(show(&[&["/no/such/program"], &["false"], &["true"]], long).is_ok());
        // A viewer that is still running counts as started.
        assert!(show(&[&["sleep", "1"]], 1).is_ok());
    }

    #[test]
    fn default_printer_comes_from_the_spooler() {
        assert_eq!(default_printer("system default destination: Office\n"), Some("Office"));
        assert_eq!(default_printer("no system default destination\n"), None);
        assert_eq!(default_printer(""), None);
        assert_eq!(Desktop::None.printer(), None);
        assert!(Desktop::None.print(b"%PDF").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn spooler_gets_every_byte_and_its_error_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("printed");
        let bytes = vec![7; 300_000];
        print_with(Command::new("tee").arg(&to).stdout(Stdio::null()), &bytes).unwrap();
        assert_eq!(std::fs::read(&to).unwrap(), bytes);
        let mut refuses = Command::new("sh");
        refuses.args(["-c", "echo 'lp: No default destination' >&2; exit 1"]);
        let error = print_with(&mut refuses, b"%PDF").unwrap_err();
        assert_eq!(error.to_string(), "No default destination");
        assert!(print_with(&mut Command::new("/no/such/spooler"), b"").is_err());
    }

    /// The players get the path as their last argument; no shell parses it.
    #[test]
    fn every_platform_has_an_audio_player_that_is_not_a_shell() {
        for system in SYSTEMS {
            let players = system.players().iter().map(|player| player[0]);
            assert!(!system.players().is_empty(), "{system:?}");
            for program in players {
                assert!(!["cmd", "sh", "bash"].contains(&program), "{system:?}");
            }
        }
    }
}
