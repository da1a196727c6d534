//! [`Desktop`]: what jobs ask of the desktop around the window, which differs by system: showing a file, whether
//! movement is wanted, and programs that play a sound.

use std::{
    io,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A program that shows a file and has not ended after so long is taken to show it.
const SHOWING: Duration = Duration::from_secs(3);

/// How often such a program is asked whether it has ended.
const ASKED: Duration = Duration::from_millis(20);

/// The desktop that the window may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desktop {
    /// The one that the program runs on.
    OfUser,
    /// None at all: no dialog can be had, nothing shows a file, nothing plays a sound. A test on somebody's desktop
    /// must neither open dialogs there nor depend on its settings.
    None,
}

/// A system of which the desktop differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Linux,
    MacOs,
    Windows,
}

impl System {
    const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// Programs that play the sound file named last, in the order in which they are tried.
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

    /// What says `false` where the person wants no animations, if there is something to ask. On Linux it is GNOME's
    /// setting, which other desktops follow.
    const fn motion_question(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Linux => {
                Some(&["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"])
            }
            Self::MacOs | Self::Windows => None,
        }
    }
}

impl Desktop {
    /// Opens `path` with the program that the person has chosen for its kind, and does not wait until it ends.
    ///
    /// # Errors
    /// Where there is no program that knows which one that is, and where it ends at once and says that it has failed.
    pub(super) fn show(self, path: &Path) -> io::Result<()> {
        if self == Self::None {
            return Err(io::ErrorKind::NotFound.into());
        }
        // No shell takes part, which would read `&` and `^` in a name as its own.
        show_with(open::commands(path), SHOWING)
    }

    /// Whether the desktop is set to show no animations.
    pub(super) fn wants_less_motion(self) -> bool {
        let question = match self {
            Self::OfUser => System::HERE.motion_question(),
            Self::None => None,
        };
        let Some([program, arguments @ ..]) = question else {
            return false;
        };
        let asked = Command::new(program).args(arguments).stdin(Stdio::null()).output();
        asked.is_ok_and(|output| output.stdout.trim_ascii() == b"false")
    }

    /// Programs that play the sound file named last, in the order in which they are tried.
    pub(super) const fn players(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::OfUser => System::HERE.players(),
            Self::None => &[],
        }
    }
}

/// Starts one of `programs` after the other, until one does not fail within `patience`.
fn show_with(programs: impl IntoIterator<Item = Command>, patience: Duration) -> io::Result<()> {
    let mut refused = io::ErrorKind::NotFound.into();
    for mut program in programs {
        let started = without_streams(&mut program).spawn();
        match started.and_then(|child| fails_within(child, patience)) {
            Ok(()) => return Ok(()),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn fails_within(mut child: Child, patience: Duration) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < patience {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                return Err(io::Error::other(format!("its program ended with {status}")));
            }
            None => thread::sleep(ASKED),
        }
    }
    // Its end is of no interest, but somebody has to take notice of it.
    thread::Builder::new().name("shown file".to_owned()).spawn(move || child.wait())?;
    Ok(())
}

/// `program` without the program's own input and output.
pub(super) fn quiet(program: &str) -> Command {
    let mut command = Command::new(program);
    without_streams(&mut command);
    command
}

/// The same without the program's own input and output, and what a terminal sends to those.
fn without_streams(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
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

    #[cfg(unix)]
    #[test]
    fn a_program_that_fails_to_show_a_file_is_noticed() {
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
        assert!(failed.to_string().contains("ended with"), "{failed}");
        assert!(show(&[&["true"]], long).is_ok());
        assert!(show(&[&["/no/such/program"], &["false"], &["true"]], long).is_ok());
        // It shows the file as long as it runs.
        assert!(show(&[&["sleep", "1"]], 1).is_ok());
    }

    /// The path comes last and is one argument, so that no blank or sign in it means anything.
    #[test]
    fn every_system_has_a_player_and_none_is_a_shell() {
        for system in SYSTEMS {
            let players = system.players().iter().map(|player| player[0]);
            assert!(!system.players().is_empty(), "{system:?}");
            for program in players {
                assert!(!["cmd", "sh", "bash"].contains(&program), "{system:?}");
            }
        }
    }
}
