//! [`Desktop`]: what jobs ask of the desktop around the window, which differs by system: showing a file, whether
//! movement is wanted, and programs that play a sound.

use std::{
    path::Path,
    process::{Command, Stdio},
};

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
            Self::Linux => Some(&[
                "gsettings",
                "get",
                "org.gnome.desktop.interface",
                "enable-animations",
            ]),
            Self::MacOs | Self::Windows => None,
        }
    }
}

impl Desktop {
    /// Opens `path` with the program that the person has chosen for its kind, and does not wait for it.
    ///
    /// # Errors
    /// Where there is no program that knows which one that is.
    pub(super) fn show(self, path: &Path) -> std::io::Result<()> {
        if self == Self::None {
            return Err(std::io::ErrorKind::NotFound.into());
        }
        // No shell takes part, which would read `&` and `^` in a name as its own.
        open::that_detached(path)
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
        let asked = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .output();
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

/// `program` without the program's own input and output.
pub(super) fn quiet(program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
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
