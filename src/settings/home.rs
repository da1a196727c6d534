//! Paths with `~` for the home folder, as the user types and reads them.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

fn home() -> Option<&'static Path> {
    static HOME: OnceLock<Option<PathBuf>> = OnceLock::new();
    let home =
        HOME.get_or_init(|| directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned()));
    home.as_deref()
}

/// Returns `typed` as a path: trimmed, and with a leading `~` replaced by the home folder.
pub fn typed_path(typed: &str) -> PathBuf {
    with_home(Path::new(typed.trim()), home())
}

/// Returns `path` as an absolute path, which stays valid if the working folder changes. Replaces a leading `~` by the
/// home folder, unless the working folder has a file called `~`. Returns `-` (standard input) unchanged.
pub fn full_path(path: &Path) -> PathBuf {
    let home = if Path::new("~").exists() { None } else { home() };
    match std::path::absolute(with_home(path, home)) {
        Ok(full) if path != Path::new("-") => full,
        _ => path.to_owned(),
    }
}

/// Formats `path` with the home folder shortened to `~`.
pub fn short_path(path: &Path) -> String {
    shortened(path, home())
}

fn with_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

fn shortened(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) => Path::new("~").join(rest).display().to_string(),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tilde_stands_for_the_home_folder() {
        let home = Path::new("/home/ann");
        for (typed, path) in [
            ("~/a.bpgn", "/home/ann/a.bpgn"),
            ("~/x/a b.bpgn", "/home/ann/x/a b.bpgn"),
            ("~", "/home/ann"),
            ("~bob/a.bpgn", "~bob/a.bpgn"),
            ("a~/b.bpgn", "a~/b.bpgn"),
            ("/tmp/~/a.bpgn", "/tmp/~/a.bpgn"),
        ] {
            assert_eq!(with_home(Path::new(typed), Some(home)), Path::new(path), "{typed}");
        }
        assert_eq!(with_home(Path::new("~/a.bpgn"), None), Path::new("~/a.bpgn"));
        assert_eq!(typed_path(" /x/a b.bpgn "), Path::new("/x/a b.bpgn"));
        let short = shortened(Path::new("/home/ann/x/a.bpgn"), Some(home));
        assert_eq!(Path::new(&short), Path::new("~/x/a.bpgn"));
        assert_eq!(shortened(Path::new("/home/anna/a.bpgn"), Some(home)), "/home/anna/a.bpgn");
        assert_eq!(shortened(Path::new("/tmp/a.bpgn"), None), "/tmp/a.bpgn");
    }
}
