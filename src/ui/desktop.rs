//! [`Desktop`]: what the window asks of the desktop around it, which differs by system: file dialogs, showing a
//! file, whether movement is wanted, and programs that play a sound.

use crate::app::{Action, FileAnswer, SaveWhat};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// A dialog that closes within this time was never shown.
const NO_DIALOG: Duration = Duration::from_millis(150);

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

    /// The program that opens a file with whatever the person has chosen for its kind, and the words before the path.
    const fn opener(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Linux => ("xdg-open", &[]),
            Self::MacOs => ("open", &[]),
            // Not `start` of the command prompt, which would read `&` and `^` in a name as its own.
            Self::Windows => ("explorer", &[]),
        }
    }

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
    /// Asks for files to open.
    pub(super) fn ask_for_files(self) -> Action {
        let mut chosen = Vec::new();
        let answer = self.ask(|| {
            chosen = dialog("Open BPGN files")
                .pick_files()
                .filter(|files| !files.is_empty())?;
            chosen.first().cloned()
        });
        match answer {
            FileAnswer::Chosen(_) if chosen.len() > 1 => Action::OpenAll(chosen),
            answer => Action::FileAsked(answer),
        }
    }

    /// Asks for a folder to open.
    pub(super) fn ask_for_folder(self) -> FileAnswer {
        self.ask(|| {
            rfd::FileDialog::new()
                .set_title("Open all files of a folder")
                .pick_folder()
        })
    }

    /// Asks where to save.
    pub(super) fn ask_for_path(
        self,
        what: SaveWhat,
        suggested: Option<&Path>,
        title: &str,
    ) -> FileAnswer {
        let (dialog, usual) = match what {
            SaveWhat::Matches => {
                let dialog = rfd::FileDialog::new()
                    .set_title(title)
                    .add_filter("BPGN", &["bpgn"])
                    .add_filter("BGN, a line of JSON a match", &["jsonl"])
                    .add_filter("Table", &["csv"]);
                (dialog, "matches.bpgn")
            }
            SaveWhat::Heard(_) => (dialog(title), "game.pgn"),
            SaveWhat::File | SaveWhat::Match | SaveWhat::Append => (dialog(title), "match.bpgn"),
        };
        let name = suggested.and_then(Path::file_name);
        let name = name.map_or(usual.into(), |name| name.to_string_lossy());
        let dialog = in_folder_of(dialog.set_file_name(name), suggested);
        self.ask(|| dialog.save_file())
    }

    /// Asks where to save a picture.
    pub(super) fn ask_for_picture(self, path: &Path) -> FileAnswer {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let dialog = rfd::FileDialog::new()
            .set_title("Save the picture")
            .set_file_name(name);
        let dialog = in_folder_of(dialog, Some(path));
        self.ask(|| dialog.save_file())
    }

    fn ask(self, show: impl FnOnce() -> Option<PathBuf>) -> FileAnswer {
        if self == Self::None {
            return FileAnswer::NotToBeHad;
        }
        let asked = Instant::now();
        match show() {
            Some(path) => FileAnswer::Chosen(path),
            None if asked.elapsed() < NO_DIALOG => FileAnswer::NotToBeHad,
            None => FileAnswer::Cancelled,
        }
    }

    /// Opens `path` with the program that the person has chosen for its kind, and does not wait for it.
    ///
    /// # Errors
    /// Where there is no program that knows which one that is.
    pub(super) fn show(self, path: &Path) -> std::io::Result<()> {
        if self == Self::None {
            return Err(std::io::ErrorKind::NotFound.into());
        }
        let (program, arguments) = System::HERE.opener();
        quiet(program).args(arguments).arg(path).spawn().map(drop)
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

/// The dialog begins in the folder of `path`, if there is one.
fn in_folder_of(dialog: rfd::FileDialog, path: Option<&Path>) -> rfd::FileDialog {
    match path.and_then(Path::parent).filter(|folder| folder.is_dir()) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

fn dialog(title: &str) -> rfd::FileDialog {
    rfd::FileDialog::new()
        .set_title(title)
        .add_filter(
            "Bughouse matches",
            &["bpgn", "pgn", "txt", "bz2", "gz", "zst", "jsonl"],
        )
        .add_filter("All files", &["*"])
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
    fn without_a_desktop_nothing_is_asked_shown_or_played() {
        let none = Desktop::None;
        assert_eq!(none.ask_for_folder(), FileAnswer::NotToBeHad);
        assert_eq!(
            none.ask_for_path(SaveWhat::File, None, "Save"),
            FileAnswer::NotToBeHad
        );
        assert!(none.show(Path::new("a.pdf")).is_err());
        assert!(!none.wants_less_motion());
        assert!(none.players().is_empty());
    }

    /// The path comes last and is one argument, so that no blank or sign in it means anything.
    #[test]
    fn every_system_has_an_opener_and_a_player_and_none_is_a_shell() {
        for system in SYSTEMS {
            let openers = std::iter::once(system.opener().0);
            let players = system.players().iter().map(|player| player[0]);
            assert!(!system.players().is_empty(), "{system:?}");
            for program in openers.chain(players) {
                assert!(!["cmd", "sh", "bash"].contains(&program), "{system:?}");
            }
        }
    }
}
