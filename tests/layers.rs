//! Tests of the layers: the order of the folders in `src`, and the names that each of them may use.
//!
//! Each folder may name only folders before it in this order. The test scans every file of `src` without compiling it.
//! It fails with file and line if a path that begins with `crate::` or `super::` leads to a forbidden folder, if files
//! of one folder name each other in a cycle, if a library of the window is named outside `ui`, if a file outside the
//! platform modules depends on the operating system, or if `lib.rs` and the table disagree.
//!
//! The packages in `crates` cannot name the program, so only the folders within `crates/bpgn` are checked.
//!
//! Limits: paths made by macros are not checked, and re-exports only in `app`. A folder re-exports only its own items.

#![expect(clippy::disallowed_methods, reason = "this test is about the files of the project")]

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
};

/// Each folder and the folders that it may name, in the order of `lib.rs`.
const FOLDERS: &[(&str, &str)] = &[
    ("text", ""),
    // The capabilities of a platform are constants that every folder may use.
    ("platform", ""),
    ("clock", ""),
    ("parallel", "clock"),
    ("file", "text clock"),
    ("cache", "file"),
    // The folders of `crates/bpgn`, which this package re-exports.
    ("notation", ""),
    ("replay", "notation"),
    ("timeline", "replay"),
    // A puzzle names its players, and a tag marks it in a file. A review searches on all cores, and is cached.
    ("analysis", "text parallel file cache notation replay timeline"),
    // The solver tests for immediate mates.
    ("kriegspiel", "text parallel file notation replay analysis"),
    // Rows have players and ratings by seat. Results and causes depend on the boards.
    ("archive", "text parallel file cache notation replay kriegspiel"),
    // Queries replay the records of an archive.
    ("search", "text parallel file cache notation replay timeline analysis kriegspiel archive"),
    // A puzzle is written as a record.
    ("document", "text file notation replay timeline analysis kriegspiel"),
    // Files are recognized by name, and completing a match edits it.
    ("import", "text file notation replay archive document"),
    // Names and comments are printed too, and a folder of images is a piece set.
    ("diagram", "text parallel file replay timeline kriegspiel document"),
    // The output is a list of matches, BGN, a picture or a set of puzzles. Imported matches are added to a file. The
    // matches of a list are replayed on all cores.
    (
        "formats",
        "text parallel file notation replay timeline analysis kriegspiel archive search document import \
         diagram",
    ),
    // Claimed mates are verified by tactics, and a match is evaluated ply by ply.
    ("engine", "text clock file cache replay analysis"),
    // The speed is an index into the speeds of the playhead, and a search has a limit of the engine's.
    // The progress in puzzles names their kinds.
    ("settings", "text file timeline analysis engine"),
    (
        "app",
        "text parallel file notation replay timeline analysis kriegspiel archive search \
         document import diagram formats engine settings",
    ),
    (
        "jobs",
        "text clock parallel file notation replay timeline analysis kriegspiel archive \
         search document import diagram formats engine settings app",
    ),
    (
        "ui",
        "text clock parallel file notation replay timeline analysis kriegspiel archive \
         search document import diagram formats engine settings app jobs",
    ),
    (
        "cli",
        "text parallel file notation replay timeline analysis kriegspiel archive search document \
         import diagram formats engine settings",
    ),
];

/// The folders that every other folder may name.
const FOR_ALL: &[&str] = &["platform"];

/// The files, or folders with a slash, that may name an operating system, each with the reason. All others use
/// `platform`. Tests may name one anywhere.
const PLATFORM_FILES: &[(&str, &str)] = &[
    ("platform.rs", "the capabilities of each platform"),
    ("clock.rs", "a browser has another clock"),
    ("file/mod.rs", "a browser has no disk: chooses the modules that replace it"),
    ("file/system/", "the disk of each system, and the memory of the page"),
    ("import/fetch/mod.rs", "a browser sends requests itself: chooses the module"),
    ("engine/process/", "process groups and job objects"),
    ("jobs/mod.rs", "chooses the threads of a system or the only one of a page"),
    ("jobs/cancel.rs", "a flag that is read without handing the only thread back"),
    ("jobs/desktop.rs", "viewers, audio players and settings of the desktop"),
    ("jobs/recovery.rs", "recovery data without a thread of its own"),
    ("jobs/run.rs", "recovery data without a thread of its own"),
    ("jobs/runner.rs", "the threads of a system or the only one of a page"),
    ("ui/mod.rs", "chooses the window of a system or of a page"),
    ("ui/libraries.rs", "the libraries that the window opens on Linux"),
    ("ui/system_dialogs.rs", "file dialogs"),
    ("main.rs", "the console of Windows, and a message box where there is none"),
];

/// The names of operating systems, of their properties in conditions, and of modules in std.
const SYSTEMS: &[&str] = &["windows", "unix", "target_os", "target_arch", "target_family", "wasm"];

/// Returns the lines of code that depend on the operating system. Tests are not checked.
fn lines_with_systems(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token: &Token| token.text.as_str());
    let mut lines = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if matches!(token.text.as_str(), "cfg" | "cfg_attr") {
            let open = at + if word(at + 1) == "!" { 2 } else { 1 };
            // Tests are at the end of a file.
            if word(open + 1) == "test" || word(open + 1) == "all" && word(open + 3) == "test" {
                break;
            }
            let mut depth = 0;
            for token in &tokens[open.min(tokens.len())..] {
                match token.text.as_str() {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    name if SYSTEMS.contains(&name) => lines.push(token.line),
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        }
        if token.text == "os" && SYSTEMS.contains(&word(at + 3)) {
            lines.push(token.line);
        }
    }
    lines
}

/// Returns the places outside the table that name an operating system, and the rows of the table that name none.
fn check_platforms(files: &[(String, String)]) -> Vec<String> {
    let row_of = |path: &str| {
        PLATFORM_FILES
            .iter()
            .position(|(row, _)| *row == path || row.ends_with('/') && path.starts_with(row))
    };
    let mut problems = Vec::new();
    let mut used = BTreeSet::new();
    for (path, text) in files {
        let lines = lines_with_systems(text);
        match row_of(path) {
            Some(row) if !lines.is_empty() => {
                used.insert(row);
            }
            Some(_) => {}
            None => problems.extend(lines.iter().map(|line| {
                format!("src/{path}:{line}: depends on the operating system: ask `platform`")
            })),
        }
    }
    for (row, (path, _)) in PLATFORM_FILES.iter().enumerate() {
        if !used.contains(&row) {
            problems.push(format!("src/{path}: names no operating system: remove its row"));
        }
    }
    problems
}

/// The libraries of the window, and the only folder that may name them besides `main.rs`, which starts the window.
const WINDOW_LIBRARIES: &[&str] = &["egui", "eframe", "rfd"];
const WINDOW_FOLDER: &str = "ui";

/// Names that stand for I/O: disk, clocks, threads, the environment and processes. The application state uses none of
/// them; its effects become jobs.
const IO_NAMES: &[&str] = &[
    // From the standard library.
    "fs",
    "thread",
    "env",
    "process",
    "net",
    "Instant",
    "SystemTime",
    "exists",
    "is_dir",
    "is_file",
    "metadata",
    "canonicalize",
    "absolute",
    "read_dir",
    "tempfile",
    // From `file`.
    "Reader",
    "CacheFolder",
    "InputFiles",
    "append",
    "save_spliced",
    "save_with",
    "read_range",
    "reader",
    "scan",
    "read_all",
    "read_at",
    // From `archive`, `document`, `diagram` and `settings`.
    "is_unchanged",
    "find_records",
    "Store",
    "RecoveryStore",
];

/// Associated functions that read, by their types, which the state may name.
const IO_PATHS: &[(&str, &str)] = &[
    ("Source", "read"),
    ("Text", "open"),
    ("Text", "open_input"),
    ("Content", "read"),
    ("Inputs", "open"),
    ("Collection", "read"),
    ("Fingerprint", "of"),
    ("PieceSet", "load"),
];

/// Methods that read a record or a file. Fields and methods of the state that have the same name are called on `self`.
const IO_METHODS: &[&str] = &["read", "encoding", "line_column"];

/// The folder without I/O, and its exceptions: functions for a file in memory, or for results of an earlier job.
const PURE_FOLDER: &str = "app";

/// The types that every feature uses, and the only files that may add methods to them. A feature has its own type, or
/// functions in its folder.
const SHARED_TYPES: &[(&str, &[&str])] = &[
    ("State", &["app/state.rs", "app/update.rs"]),
    ("Session", &["app/session/mod.rs"]),
    ("Cx", &["app/context.rs", "app/editing.rs", "app/navigation.rs"]),
];

/// The methods of `Cx` that hand out a part of the shared state, and the features or files that may call them. All others
/// use methods that say what they change.
const OWNERS: &[(&str, &[&str])] = &[
    ("shell_mut", &["shell", "settings"]),
    ("settings_mut", &["settings"]),
    ("tabs_mut", &["tabs"]),
    ("puzzles_mut", &["puzzles"]),
    ("composer_mut", &["kriegspiel"]),
    // The open file: its list, its changes, and where it is saved.
    ("library_mut", &["library", "saving", "tabs"]),
    ("file_mut", &["library", "saving", "tabs", "guard", "editing"]),
    ("in_file", &["library", "saving", "tabs"]),
    ("in_changes", &["library", "notes", "playback"]),
    ("open_and_file_mut", &["editing"]),
    // The open record.
    ("open_mut", &["playback", "navigation"]),
    ("match_mut", &["navigation"]),
    ("in_match", &["playback"]),
    ("game_mut", &["kriegspiel"]),
    ("in_game", &["kriegspiel"]),
    ("in_analysis", &["analysis"]),
    ("in_evaluations", &["engine"]),
    ("in_review", &["review"]),
    ("in_playing", &["review", "playback"]),
    // The current moment, in a puzzle or the match.
    ("moment_view_mut", &["playback", "puzzles", "navigation"]),
    ("temporary_marks_mut", &["playback"]),
];

/// The feature that may name others: its table has a function of a feature for each command. All others reach each other
/// only by requests and by methods of `Cx`.
const COMMAND_TABLE: &str = "palette";

/// Returns the lines on which a file takes a part of the shared state that belongs to another feature.
fn check_owners(path: &str, text: &str) -> Vec<String> {
    let Some(file) = path.strip_prefix("app/").filter(|file| *file != "context.rs") else {
        return Vec::new();
    };
    let feature = top(file);
    let mut problems = Vec::new();
    let tokens = tokens(text);
    for (at, token) in tokens.iter().enumerate().skip(2) {
        let owners = OWNERS.iter().find(|(method, _)| *method == token.text);
        if let Some((method, features)) = owners
            && tokens[at - 1].text == "."
            && matches!(tokens[at - 2].text.as_str(), "cx" | "self")
            && !features.contains(&feature)
        {
            problems.push(format!(
                "src/{path}:{}: `{method}` is only for {}: add a method to `Cx` that says what changes",
                token.line,
                features.join(" and ")
            ));
        }
    }
    problems
}

/// Returns the lines on which a file adds methods to a shared type, but must not.
fn check_shared_types(path: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let tokens = tokens(text);
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.text == "impl") {
        // In a type, `impl` stands for a type.
        if at > 0 && !matches!(tokens[at - 1].text.as_str(), ";" | "}" | "]" | "{") {
            continue;
        }
        let header: Vec<&str> = tokens[at..]
            .iter()
            .map(|token| token.text.as_str())
            .take_while(|it| *it != "{")
            .collect();
        for (name, files) in SHARED_TYPES {
            let is_inherent = header.contains(name) && !header.contains(&"for");
            if is_inherent && top(path) == PURE_FOLDER && !files.contains(&path) {
                problems.push(format!(
                    "src/{path}:{}: `impl {name}` belongs to {}: extend the feature instead",
                    token.line,
                    files.join(" and ")
                ));
            }
        }
    }
    problems
}

/// The folders in `app` of what all features share: the state, and the tabs in which they show it. Every other folder of
/// `app` is a feature.
const SHARED_FOLDERS: &[&str] = &["session", "tabs"];

/// The names that features take from others besides actions, with the owner: the table of commands, and the parts of
/// the open record that belong to a feature.
const SHARED_NAMES: &[(&str, &[&str])] = &[
    ("palette", &["COMMANDS", "Command", "KeyChoice", "Keymap", "Menu", "Shortcut"]),
    ("kriegspiel", &["GameState", "PlayerBelief", "Side"]),
];

/// The shared files that may call functions of features, and these features.
const CALLERS: &[(&str, &[&str])] = &[
    // A pending edit is finished before the record changes.
    ("editing.rs", &["notes", "review"]),
    ("guard.rs", &["playback"]),
    ("invalid_draft.rs", &["library", "notes"]),
    ("tabs/action.rs", &["library"]),
    ("tabs/switching.rs", &["library", "playback"]),
];

/// The files beside the features that declare them, and dispatch actions and jobs to them.
const DISPATCHERS: &[&str] = &["mod.rs", "update.rs"];

/// Returns the feature to which a file belongs: its folder in `app`, if it is in one.
fn feature(path: &str) -> Option<&str> {
    let (feature, _) = path.strip_prefix(PURE_FOLDER)?.strip_prefix('/')?.split_once('/')?;
    Some(feature).filter(|it| !SHARED_FOLDERS.contains(it))
}

/// Returns the names of other features that each file of `app` uses, directly or through an export of `app`: the path
/// of the file in `app`, the owner, and the name. The names of actions, which all features may request, do not count.
fn feature_names(files: &[(String, String)]) -> BTreeSet<(String, String, String)> {
    let features: BTreeSet<&str> = files.iter().filter_map(|(path, _)| feature(path)).collect();
    // The items that the root of the folder exports, by name.
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    let root = files.iter().find(|(path, _)| path == "app/mod.rs");
    let root = root.map_or_else(Vec::new, |(_, text)| tokens(text));
    for (at, _) in root.iter().enumerate().filter(|(_, token)| token.text == "use") {
        let Some(owner) = root.get(at + 1).and_then(|it| features.get(it.text.as_str())) else {
            continue;
        };
        let mut names = Vec::new();
        names_of_group(&root, at + 4, &mut names);
        owners.extend(names.into_iter().map(|name| (name.text, *owner)));
    }
    let mut named = BTreeSet::new();
    for (path, text) in files {
        let Some(file) = path.strip_prefix("app/").filter(|it| !DISPATCHERS.contains(it)) else {
            continue;
        };
        let module = path.strip_suffix("/mod.rs").unwrap_or(path);
        for used in paths_from_the_root(module, &tokens(text)) {
            let mut words = used.split('/');
            if words.next() != Some(PURE_FOLDER) {
                continue;
            }
            let Some(name) = words.next().filter(|name| !name.ends_with("Action")) else {
                continue;
            };
            let owner = features.get(name).or_else(|| owners.get(name));
            if let Some(owner) = owner.filter(|owner| feature(path) != Some(**owner)) {
                named.insert((file.to_owned(), (*owner).to_owned(), name.to_owned()));
            }
        }
    }
    named
}

/// Returns the places where a feature names another one, or a file beside the features calls one that it may not call.
fn check_features(files: &[(String, String)]) -> Vec<String> {
    let may_use = |file: &str, owner: &str, name: &str| match file.split_once('/') {
        Some((COMMAND_TABLE, _)) => true,
        Some((feature, _)) if !SHARED_FOLDERS.contains(&feature) => {
            SHARED_NAMES.contains_name(owner, name)
        }
        // The types of features are parts of the session; their modules hold their functions.
        _ => name != owner || CALLERS.contains_name(file, owner),
    };
    let named = feature_names(files);
    named
        .iter()
        .filter(|(file, owner, name)| !may_use(file, owner, name))
        .map(|(file, owner, name)| {
            format!("src/app/{file}: names `{name}` of `{owner}`: request an action instead")
        })
        .collect()
}

/// A table of owners with names.
trait Names {
    fn contains_name(&self, owner: &str, name: &str) -> bool;
}

impl Names for &[(&str, &[&str])] {
    fn contains_name(&self, owner: &str, name: &str) -> bool {
        self.iter().any(|(row, names)| *row == owner && names.contains(&name))
    }
}

/// Returns the files that name themselves through other files of their folder.
fn check_file_cycles(files: &[(String, String)]) -> Vec<String> {
    let all: BTreeSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let names: BTreeMap<&str, BTreeSet<String>> = files
        .iter()
        .filter(|(path, _)| !path.ends_with("mod.rs"))
        .map(|(path, text)| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut siblings = paths_from_the_root(path, &tokens(text));
            siblings.retain_mut(|words| {
                let stem = folder.split('/').count();
                *words =
                    format!("{}.rs", words.split('/').take(stem + 1).collect::<Vec<_>>().join("/"));
                words.starts_with(&format!("{folder}/"))
                    && words != path
                    && all.contains(words.as_str())
            });
            (path.as_str(), siblings.into_iter().collect())
        })
        .collect();
    let mut problems = Vec::new();
    for (&path, direct) in &names {
        let mut reached = BTreeSet::new();
        let mut pending: Vec<&String> = direct.iter().collect();
        while let Some(next) = pending.pop() {
            if reached.insert(next) {
                pending.extend(names.get(next.as_str()).into_iter().flatten());
            }
        }
        if reached.iter().any(|it| *it == path) {
            problems.push(format!("src/{path}: names itself through {reached:?}"));
        }
    }
    problems
}

/// Returns all paths that begin with `crate` or `super`, from the crate root, with `/` between their names. A group in
/// braces gives a path for each member.
fn paths_from_the_root(path: &str, tokens: &[Token]) -> Vec<String> {
    let module = path.strip_suffix(".rs").unwrap_or(path);
    let mut paths = Vec::new();
    // The prefixes of the open groups, and the path that is being read.
    let mut groups: Vec<String> = Vec::new();
    let mut current: Option<String> = None;
    for (index, token) in tokens.iter().enumerate() {
        let continues =
            index >= 2 && tokens[index - 1].text == ":" && tokens[index - 2].text == ":";
        match token.text.as_str() {
            ":" => {}
            "crate" if groups.is_empty() => current = Some(String::new()),
            "super" if !continues && groups.is_empty() => {
                current = module.rsplit_once('/').map(|(parent, _)| parent.to_owned());
            }
            "super" if continues => {
                current = current.and_then(|it| it.rsplit_once('/').map(|(up, _)| up.to_owned()));
            }
            "{" if continues && current.is_some() => groups.extend(current.take()),
            "{" if !groups.is_empty() => groups.push(groups[groups.len() - 1].clone()),
            "}" if !groups.is_empty() => {
                paths.extend(current.take());
                groups.pop();
            }
            "," if !groups.is_empty() => paths.extend(current.take()),
            word if continues && current.is_some() => {
                let begin = current.take().unwrap_or_default();
                current = Some(if begin.is_empty() {
                    word.to_owned()
                } else {
                    format!("{begin}/{word}")
                });
            }
            word => {
                paths.extend(current.take());
                current = groups.last().map(|begin| {
                    if begin.is_empty() { word.to_owned() } else { format!("{begin}/{word}") }
                });
            }
        }
    }
    paths
}

/// Returns the uses of I/O in the folder of the application state.
fn check_pure(path: &str, text: &str) -> Vec<String> {
    if top(path) != PURE_FOLDER {
        return Vec::new();
    }
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token: &Token| token.text.as_str());
    let mut problems = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let name = token.text.as_str();
        let after = |text: &str| index >= 3 && word(index - 1) == ":" && word(index - 3) == text;
        let of_type = IO_PATHS.iter().any(|&(owner, function)| name == function && after(owner));
        let method = IO_METHODS.contains(&name)
            && index >= 2
            && word(index - 1) == "."
            && word(index - 2) != "self"
            && word(index + 1) == "(";
        if IO_NAMES.contains(&name) || of_type || method {
            problems.push(format!(
                "src/{path}:{}: `{PURE_FOLDER}` names `{name}`, which touches the world: make it an effect",
                token.line
            ));
        }
    }
    problems
}

#[test]
fn folders_name_only_those_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, "", &mut files);
    assert!(files.len() > FOLDERS.len(), "src has hardly any files");

    let mut problems = check_folders(&files);
    for (path, text) in &files {
        problems.extend(check_file(path, text));
        problems.extend(check_pure(path, text));
        problems.extend(check_shared_types(path, text));
        problems.extend(check_owners(path, text));
    }
    problems.extend(check_features(&files));
    problems.extend(check_file_cycles(&files));
    problems.extend(check_platforms(&files));

    let mut library = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/bpgn/src");
    collect(&folder, "", &mut library);
    assert!(library.len() > 20, "crates/bpgn has hardly any files");
    problems.extend(library.iter().flat_map(|(path, text)| check_file(path, text)));
    problems.extend(check_file_cycles(&library));
    let mut report = String::new();
    for problem in &problems {
        let _ = writeln!(report, "  {problem}");
    }
    assert!(problems.is_empty(), "the fences are broken:\n{report}");
}

/// Collects all Rust files in `folder`. Paths are relative to `src` and separated by `/`.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    let entries = std::fs::read_dir(folder).expect("src should be readable");
    let mut entries: Vec<_> =
        entries.map(|entry| entry.expect("src should be readable").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().expect("an entry has a name");
        let name = format!("{prefix}{}", name.to_str().expect("names are ASCII"));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("src should be UTF-8");
            files.push((name, text));
        }
    }
}

/// Returns the differences between `lib.rs`, the existing folders and the table.
fn check_folders(files: &[(String, String)]) -> Vec<String> {
    let mut problems = Vec::new();
    let row = |name: &str| FOLDERS.iter().position(|(folder, _)| *folder == name);

    let existing: BTreeSet<&str> = files
        .iter()
        .map(|(path, _)| top(path))
        .filter(|name| !matches!(*name, "lib" | "main"))
        .collect();
    for name in &existing {
        if row(name).is_none() {
            problems.push(format!("src/{name}: not in the table of folders"));
        }
    }

    let Some((_, lib)) = files.iter().find(|(path, _)| path == "lib.rs") else {
        problems.push("src/lib.rs: missing".to_owned());
        return problems;
    };
    let tokens = tokens(lib);
    let mut last = 0;
    let mut declared = BTreeSet::new();
    for words in tokens.windows(3) {
        if words[0].text != "mod" || words[2].text != ";" {
            continue;
        }
        let name = words[1].text.as_str();
        declared.insert(name);
        match row(name) {
            Some(row) if row < last => {
                problems.push(format!(
                    "src/lib.rs:{}: `{name}` belongs before `{}`",
                    words[1].line, FOLDERS[last].0
                ));
            }
            Some(row) => last = row,
            None => problems.push(format!(
                "src/lib.rs:{}: `{name}` is not in the table of folders",
                words[1].line
            )),
        }
    }
    for name in existing.difference(&declared) {
        problems.push(format!("src/{name}: not declared in lib.rs"));
    }
    problems
}

/// Returns the forbidden paths in the file `path`, which is relative to `src`.
fn check_file(path: &str, text: &str) -> Vec<String> {
    let folder = top(path);
    let tokens = tokens(text);
    let mut problems = Vec::new();

    // Every occurrence in code is an error, since no other item has these names.
    if folder != WINDOW_FOLDER && folder != "main" {
        for token in &tokens {
            if WINDOW_LIBRARIES.contains(&token.text.as_str()) {
                problems.push(format!(
                    "src/{path}:{}: `{folder}` names `{}`, which only `{WINDOW_FOLDER}` may",
                    token.line, token.text
                ));
            }
        }
    }

    let Some((_, may_name)) = FOLDERS.iter().find(|(name, _)| *name == folder) else {
        // `lib.rs` and `main.rs` may name every folder.
        return problems;
    };
    for named in names_from_the_root(path, &tokens) {
        let is_folder = FOLDERS.iter().any(|(name, _)| *name == named.text);
        let name = named.text.as_str();
        let may = may_name.split(' ').any(|it| it == name) || FOR_ALL.contains(&name);
        if is_folder && name != folder && !may {
            problems.push(format!(
                "src/{path}:{}: `{folder}` may not name `{}`",
                named.line, named.text
            ));
        }
    }
    problems
}

/// Returns the folder of a file, or the stem of a file that is in no folder.
fn top(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Returns the number of modules that contain the items of a file: 1 for `file/mod.rs`, 2 for `file/span.rs`.
fn depth(path: &str) -> usize {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    match path {
        "lib" | "main" => 0,
        _ => path.strip_suffix("/mod").unwrap_or(path).split('/').count(),
    }
}

/// A word or a punctuation mark, with its line number, counted from 1.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    text: String,
    line: usize,
}

/// Returns the first name after the crate root of every path that begins with `crate` or with enough `super`s. For a
/// group in braces, returns the first name of each member.
fn names_from_the_root(path: &str, tokens: &[Token]) -> Vec<Token> {
    let mut names = Vec::new();
    // The number of open braces, and the depths at which inline modules begin.
    let mut braces = 0;
    let mut inner_modules: Vec<usize> = Vec::new();
    let is = |index: usize, text: &str| tokens.get(index).is_some_and(|token| token.text == text);

    let mut index = 0;
    while index < tokens.len() {
        match tokens[index].text.as_str() {
            "{" => {
                braces += 1;
                if index >= 2 && is(index - 2, "mod") {
                    inner_modules.push(braces);
                }
            }
            "}" => {
                if inner_modules.last() == Some(&braces) {
                    inner_modules.pop();
                }
                braces -= 1;
            }
            "crate" | "super" if is(index + 1, ":") => {
                // `super::super::x` is one path, which is handled at its first word.
                let mut from_root = depth(path) + inner_modules.len();
                if is(index, "crate") {
                    from_root = 0;
                    index += 3;
                } else {
                    while is(index, "super") && is(index + 1, ":") {
                        from_root = from_root.saturating_sub(1);
                        index += 3;
                    }
                }
                if from_root == 0 {
                    names_of_group(tokens, index, &mut names);
                }
                // The braces of a group are counted like all others.
                continue;
            }
            _ => {}
        }
        index += 1;
    }
    names
}

/// Adds the name at `index`, or the first names of the group that begins there.
fn names_of_group(tokens: &[Token], index: usize, names: &mut Vec<Token>) {
    let Some(first) = tokens.get(index) else { return };
    if first.text != "{" {
        names.push(first.clone());
        return;
    }
    let mut open = 1;
    let mut begins = true;
    for token in &tokens[index + 1..] {
        match token.text.as_str() {
            "{" => open += 1,
            "}" => open -= 1,
            "," => {}
            _ if open == 1 && begins => names.push(token.clone()),
            _ => {}
        }
        if open == 0 {
            return;
        }
        begins = open == 1 && token.text == ",";
    }
}

/// Splits text into words and punctuation marks, without comments and literals.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    flatten(text.parse().expect("src should be Rust"), &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        let mut push = |text: &str, span: Span| {
            tokens.push(Token { text: text.to_owned(), line: span.start().line });
        };
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open, group.span_open());
                flatten(group.stream(), tokens);
                let line = group.span_close().start().line;
                tokens.push(Token { text: close.to_owned(), line });
            }
            TokenTree::Literal(_) => {}
            other => push(&other.to_string(), other.span()),
        }
    }
}

/// Short texts that prove that each check can fail.
mod self_test {
    use super::{
        check_features, check_file, check_file_cycles, check_folders, check_owners, check_pure,
        check_shared_types, lines_with_systems,
    };

    fn check(path: &str, text: &str, expect: &[&str]) {
        let expect: Vec<String> = expect.iter().map(|line| format!("src/{path}:{line}")).collect();
        assert_eq!(check_file(path, text), expect, "{text}");
    }

    #[test]
    fn folder_uses_only_lower_layers() {
        check("replay/clock.rs", "use crate::notation::Record;\n", &[]);
        check("replay/clock.rs", "use crate::replay::Ply;\n", &[]);
        check(
            "notation/tags.rs",
            "\nuse crate::replay::Ply;\n",
            &["2: `notation` may not name `replay`"],
        );
        check(
            "timeline/mod.rs",
            "fn f(span: crate::file::Span) {}",
            &["1: `timeline` may not name `file`"],
        );
    }

    #[test]
    fn groups_over_several_lines() {
        check(
            "file/span.rs",
            "use crate::{\n    file::{Edit, app},\n    ui::{self, App},\n    app,\n};\n",
            &["3: `file` may not name `ui`", "4: `file` may not name `app`"],
        );
    }

    #[test]
    fn supers_that_reach_the_root() {
        check(
            "file/mod.rs",
            "use super::notation::Record;",
            &["1: `file` may not name `notation`"],
        );
        check("file/span.rs", "use super::notation::Record;", &[]);
        check(
            "file/span.rs",
            "use super::super::{notation, file};",
            &["1: `file` may not name `notation`"],
        );
        check(
            "ui/panels/moves.rs",
            "use super::super::super::cli::run;",
            &["1: `ui` may not name `cli`"],
        );
    }

    #[test]
    fn supers_within_an_inline_module() {
        let text =
            "mod tests {\n    use super::super::notation;\n    fn f() {}\n}\nuse super::app;\n";
        check("file/span.rs", text, &[]);
        let text = "mod tests {\n    use super::super::super::notation;\n}\n";
        check("file/span.rs", text, &["2: `file` may not name `notation`"]);
    }

    #[test]
    fn comments_and_strings_are_not_code() {
        check("file/span.rs", "// crate::ui\n/* crate::ui /* */ crate::ui */\n", &[]);
        check("file/span.rs", "//! [`Seat`](crate::notation::Record)\n", &[]);
        check("file/span.rs", r##"const A: &str = "crate::ui \" crate::ui";"##, &[]);
        check("file/span.rs", "const A: &str = r#\"\" crate::ui\"#;", &[]);
        check(
            "file/span.rs",
            "fn f<'a>(a: &'a str) -> char { '\"' }\nuse crate::ui; // '\n",
            &["2: `file` may not name `ui`"],
        );
        check(
            "file/span.rs",
            "const A: &str = \"\n\n\";\nuse crate::ui;",
            &["4: `file` may not name `ui`"],
        );
    }

    #[test]
    fn window_libraries_are_used_only_in_ui() {
        check("ui/app.rs", "use eframe::egui;", &[]);
        check("main.rs", "use eframe::egui;", &[]);
        check("app/mod.rs", "// egui::Ui", &[]);
        let expect = |library: &str| format!("1: `app` names `{library}`, which only `ui` may");
        check("app/mod.rs", "use egui::Ui;", &[&expect("egui")]);
        check("app/mod.rs", "use {rfd::FileDialog};", &[&expect("rfd")]);
        check("app/mod.rs", "use egui as gui;", &[&expect("egui")]);
        check("app/mod.rs", "fn f(ui: &mut ::egui::Ui) {}", &[&expect("egui")]);
    }

    #[test]
    fn state_does_no_io() {
        let check = |text: &str, names: &[&str]| {
            let found = check_pure("app/state.rs", text);
            assert_eq!(found.len(), names.len(), "{text}: {found:?}");
            for (problem, name) in found.iter().zip(names) {
                assert!(problem.contains(&format!("names `{name}`")), "{problem}");
            }
            assert_eq!(check_pure("jobs/read.rs", text), Vec::<String>::new());
        };
        check("let text = std::fs::read(path)?;", &["fs"]);
        check("use std::time::{Duration, Instant};", &["Instant"]);
        check("std::thread::spawn(|| {});", &["thread"]);
        check("let file = Source::read(&path)?;", &["read"]);
        check("let content = Content::read(text, range);", &["read"]);
        check("Content::of_held(text, range)", &[]);
        check("file.list.read(id, &mut bytes)", &["read"]);
        check("self.read(paths, None, None)", &[]);
        check("if path.exists() {}", &["exists"]);
        check("file.is_unchanged()", &["is_unchanged"]);
        check("// std::fs::read", &[]);
    }

    #[test]
    fn shared_types_are_extended_in_their_own_files() {
        let count = |path: &str, text: &str| check_shared_types(path, text).len();
        assert_eq!(count("app/update.rs", "impl State { fn f(&self) {} }"), 0);
        assert_eq!(count("app/notes/field.rs", "impl State { fn f(&self) {} }"), 1);
        assert_eq!(count("app/notes/field.rs", "impl<'a> Cx<'a> {}"), 1);
        assert_eq!(count("app/notes/field.rs", "impl Session {}"), 1);
        assert_eq!(count("app/state.rs", "impl Deref for State {}"), 0);
        assert_eq!(count("ui/app.rs", "impl State {}"), 0);
    }

    #[test]
    fn parts_of_the_state_are_changed_by_their_features() {
        let count = |path: &str, text: &str| check_owners(path, text).len();
        assert_eq!(count("app/shell/action.rs", "fn f() { cx.shell_mut().today = date; }"), 0);
        assert_eq!(count("app/notes/action.rs", "fn f() { cx.shell_mut().today = date; }"), 1);
        assert_eq!(count("app/tabs/action.rs", "fn f() { cx.tabs_mut().remove(1); }"), 0);
        assert_eq!(count("app/notes/action.rs", "fn f() { cx.in_review(|it| it.stop()); }"), 1);
        assert_eq!(count("app/context.rs", "fn shell_mut() {}"), 0);
        assert_eq!(count("app/panel.rs", "fn in_match() { panel.in_match() }"), 0);
        assert_eq!(count("app/update.rs", "fn f() { cx.shell.today() }"), 0);
    }

    #[test]
    fn features_name_no_others() {
        let count = |path: &str, text: &str| {
            let files = [
                (
                    "app/mod.rs",
                    "pub use notes::{Draft, NotesAction};\npub use library::Listing;\n\
                     pub use kriegspiel::GameState;\nmod library;",
                ),
                ("app/importing/action.rs", ""),
                ("app/library/mod.rs", ""),
                ("app/notes/mod.rs", ""),
                ("app/kriegspiel/mod.rs", ""),
                (path, text),
            ];
            let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
            check_features(&files).len()
        };
        assert_eq!(count("app/importing/a.rs", "use crate::app::{Cx, library::choose};"), 1);
        assert_eq!(count("app/importing/a.rs", "use crate::{app::{Draft, Cx}};"), 1);
        assert_eq!(count("app/importing/a.rs", "use super::super::library;"), 1);
        assert_eq!(count("app/importing/mod.rs", "use super::library;"), 1);
        assert_eq!(count("app/importing/a.rs", "use crate::app::{Cx, NotesAction, guard};"), 0);
        assert_eq!(count("app/importing/a.rs", "use crate::app::GameState;"), 0);
        assert_eq!(count("app/library/a.rs", "fn f() { crate::app::importing::g() }"), 1);
        assert_eq!(count("app/library/a.rs", "use crate::app::{Cx, library::choose, Listing};"), 0);
        assert_eq!(count("app/guard.rs", "use crate::app::library;"), 1);
        assert_eq!(count("app/tabs/action.rs", "use crate::app::library;"), 0);
        assert_eq!(count("app/tabs/row.rs", "use crate::app::library;"), 1);
        assert_eq!(count("app/session/file.rs", "use crate::app::Listing;"), 0);
        assert_eq!(count("app/session/file.rs", "use crate::app::library;"), 1);
        assert_eq!(count("app/palette/a.rs", "use crate::app::importing;"), 0);
    }

    #[test]
    fn file_cycles_are_found() {
        let count = |one: &str, two: &str| {
            let files = [
                ("notation/bfen/one.rs", one),
                ("notation/bfen/two.rs", two),
                ("notation/bfen/mod.rs", ""),
            ];
            check_file_cycles(&files.map(|(path, text)| (path.to_owned(), text.to_owned()))).len()
        };
        assert_eq!(count("use super::two::f;", "use super::one;"), 2);
        assert_eq!(
            count("use crate::{text, notation::{bfen::two, Seat}};", "fn f() { super::one::g() }"),
            2
        );
        assert_eq!(
            count(
                "use super::{Bfen, two::{f, g}};",
                "use crate::notation::{Seat, bfen::{one::g}};"
            ),
            2
        );
        assert_eq!(count("use super::two::f;", "use super::super::one;"), 0);
        assert_eq!(count("use super::two::f;", "use super::Bfen;"), 0);
        assert_eq!(count("use super::two::f;", "fn one() { let one = 1; }"), 0);
        assert_eq!(count("use super::{two::f};", "use crate::one;"), 0);
    }

    #[test]
    fn cli_and_the_top_files() {
        check("cli/check.rs", "use crate::{settings, archive};", &[]);
        check("cli.rs", "use crate::app::State;", &["1: `cli` may not name `app`"]);
        check("main.rs", "use crate::ui::App;", &[]);
    }

    #[test]
    fn systems_are_named_in_conditions_and_paths() {
        let check = |text: &str, lines: &[usize]| assert_eq!(lines_with_systems(text), lines);
        check("fn f() {\n    if cfg!(target_arch = \"wasm32\") {}\n}", &[2]);
        check("#[cfg(not(any(unix, test)))]\nfn f() {}", &[1]);
        check("use std::os::windows::io::AsRawHandle as _;", &[1]);
        check("#[cfg_attr(\n    windows, path = \"a.rs\")]\nmod a;", &[2]);
        check("fn f(unix: u8) { list.windows(2); if cfg!(debug_assertions) {} }", &[]);
        check("fn f() {}\n#[cfg(test)]\nmod tests { #[cfg(unix)] fn g() {} }", &[]);
        check("#[cfg(all(test, unix))]\nmod tests {}", &[]);
    }

    #[test]
    fn lib_declares_the_folders_in_order() {
        let files = |lib: &str, folders: &[&str]| {
            let mut files = vec![("lib.rs".to_owned(), lib.to_owned())];
            files.extend(folders.iter().map(|name| (format!("{name}/mod.rs"), String::new())));
            files
        };
        let ordered = files("pub mod file;\npub mod notation;\n", &["file", "notation"]);
        assert_eq!(check_folders(&ordered), Vec::<String>::new());
        let turned = files("pub mod notation;\npub mod file;\n", &["file", "notation"]);
        assert_eq!(check_folders(&turned), ["src/lib.rs:2: `file` belongs before `notation`"]);
        let unknown = files("pub mod util;\n", &["util", "notation"]);
        assert_eq!(
            check_folders(&unknown),
            [
                "src/util: not in the table of folders",
                "src/lib.rs:1: `util` is not in the table of folders",
                "src/notation: not declared in lib.rs",
            ]
        );
    }
}
