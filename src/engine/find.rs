//! Engines that need no path: [`engines_in`].

use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
};

/// The names of engines that know bughouse.
const NAMES: [&str; 2] = ["fairy-stockfish", "fairy-stockfish-largeboard"];

/// Where Debian puts engines, which is not in everybody's PATH.
const GAMES: &str = "/usr/games";

/// The folders in which engines are looked for: those of PATH, then `/usr/games`.
#[must_use]
pub fn engine_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.chain([PathBuf::from(GAMES)]).collect()
}

/// The engines that know bughouse in `folders`, in their order, each once.
#[must_use]
pub fn engines_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        for name in NAMES {
            let program = folder.join(format!("{name}{EXE_SUFFIX}"));
            if is_program(&program) && !found.contains(&program) {
                found.push(program);
            }
        }
    }
    found
}

/// Whether `path` is a file that may be run.
pub(super) fn is_program(path: &Path) -> bool {
    let Ok(meta) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let runs = std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let runs = true;
    meta.is_file() && runs
}
