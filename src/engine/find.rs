//! Finds engines: [`engines_in`] lists the known engines in some folders, [`resolve_program`] looks up a name.

use super::{error::Fault, process::is_program};
use crate::platform;
use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
};

/// The program names of known engines that support bughouse.
const PROGRAM_NAMES: [&str; 2] = ["fairy-stockfish", "fairy-stockfish-largeboard"];

/// Debian installs engines in this folder, which not every PATH contains.
const GAMES_FOLDER: &str = "/usr/games";

/// Returns the folders to search for engines: those of PATH, then `/usr/games`.
pub fn engine_folders() -> Vec<PathBuf> {
    if !platform::HAS_PROCESSES {
        return Vec::new();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.chain([PathBuf::from(GAMES_FOLDER)]).collect()
}

/// Returns the known engines in `folders`, in the order of the folders, without duplicates.
pub fn engines_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut engines = Vec::new();
    for folder in folders {
        for name in PROGRAM_NAMES {
            let program = folder.join(format!("{name}{EXE_SUFFIX}"));
            if is_program(&program) && !engines.contains(&program) {
                engines.push(program);
            }
        }
    }
    engines
}

/// Returns the path of the program `name`. A bare name is looked up in `folders`, as shells do in PATH; any other name
/// is a path.
///
/// # Errors
/// The reason why the program cannot be run.
pub(super) fn resolve_program(name: &Path, folders: &[PathBuf]) -> Result<PathBuf, Fault> {
    if name.file_name() == Some(name.as_os_str()) {
        let mut with_suffix = name.as_os_str().to_owned();
        with_suffix.push(EXE_SUFFIX);
        let files = folders.iter().flat_map(|it| [it.join(&with_suffix), it.join(name)]);
        return files.into_iter().find(|file| is_program(file)).ok_or(Fault::NotInPath);
    }
    match name {
        _ if is_program(name) => Ok(name.to_owned()),
        _ if name.exists() => Err(Fault::NoProgram),
        _ => Err(Fault::Missing),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt as _};

    #[test]
    fn engine_names_are_looked_up_but_paths_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, mode| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        };
        file("a/engine", 0o644);
        file("b/engine/inner", 0o755);
        let engine = file("c/engine", 0o755);
        file("d/engine", 0o755);
        let folders = ["a", "b", "c", "d"].map(|name| folder.path().join(name));
        let resolve = |name: &Path| resolve_program(name, &folders);
        assert_eq!(resolve(Path::new("engine")), Ok(engine.clone()));
        assert_eq!(resolve(&engine), Ok(engine));
        assert_eq!(resolve(Path::new("other")), Err(Fault::NotInPath));
        for path in ["./engine", "engine/", "c/engine", "..", ""] {
            let fault = if path == ".." { Fault::NoProgram } else { Fault::Missing };
            assert_eq!(resolve(Path::new(path)), Err(fault), "{path}");
        }
        assert_eq!(resolve(&folders[0].join("engine")), Err(Fault::NoProgram));
        assert_eq!(resolve(&folders[1].join("engine")), Err(Fault::NoProgram));
    }
}
