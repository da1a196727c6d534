//! The command line as documentation: each page `tests/cmd/*.md` shows commands with their exit status and output, in
//! the format of trycmd. Standard output comes first.
//!
//! A page runs in a copy of the folder of its name with `.in`, or else in the package. The commands may not change a
//! file of that folder, except to what the folder with `.out` holds. `UPDATE_SNAPSHOTS=1` rewrites the output.
//!
//! Errors begin with `tandem: `. A line of standard error without this beginning is marked with the stream.

#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

#[test]
fn pages_show_the_output_of_their_commands() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(package.join("tests/cmd")).expect("a folder");
    let mut pages: Vec<PathBuf> = pages.map(|page| page.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 5, "{pages:?}");
    for page in pages {
        let folder = tempfile::tempdir().expect("a folder");
        let input = page.with_extension("in");
        let at = if input.exists() { folder.path() } else { package };
        let files = copy_files(&input, folder.path());
        let text = fs::read_to_string(&page).expect("a page");
        let shown = rerun(&text, at);
        if shown != text && std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&page, shown).expect("the page");
        } else {
            assert_eq!(shown, text, "{}", page.display());
        }
        for file in files {
            let after = page.with_extension("out").join(&file);
            let expect = if after.exists() { after } else { input.join(&file) };
            let content = |path: &Path| fs::read(path).expect("a file");
            assert_eq!(content(&at.join(&file)), content(&expect), "{}", expect.display());
        }
    }
}

/// Returns `page` with the output of its commands, run in the folder `at`.
fn rerun(page: &str, at: &Path) -> String {
    let mut shown = String::new();
    let (mut is_code, mut is_output) = (false, false);
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            is_code = line.trim_end() == "```console";
            is_output = false;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| is_code) {
            if is_output {
                shown.push('\n');
            }
            is_output = true;
            shown.push_str(line);
            shown.push_str(&output(command.trim_end(), at));
        } else if !is_output {
            shown.push_str(line);
        }
    }
    shown
}

/// Returns exit status and output of `command`, whose arguments may be in single quotes.
fn output(command: &str, at: &Path) -> String {
    let words = command.split('\'').enumerate().flat_map(|(place, part)| match place % 2 {
        0 => part.split_ascii_whitespace().collect(),
        _ => vec![part],
    });
    let mut words = words.skip_while(|&word| word == "tandem").peekable();
    assert!(words.peek().is_some() && command.starts_with("tandem "), "{command}");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tandem"));
    let output = program.args(words).current_dir(at).stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let mut shown = match output.status.code() {
        Some(0) => String::new(),
        status => format!("? {}\n", status.expect("it ended by itself")),
    };
    for (stream, bytes) in [("stdout: ", output.stdout), ("stderr: ", output.stderr)] {
        let text = String::from_utf8(bytes).expect("UTF-8").replace("tandem.exe ", "tandem ");
        for line in text.lines() {
            let is_error = line.starts_with("tandem: ");
            let is_clear = line.is_empty() || is_error == (stream == "stderr: ");
            shown.push_str(if is_clear { "" } else { stream });
            shown.push_str(line);
            shown.push('\n');
        }
    }
    shown
}

/// Copies the files below `from`, if there is such a folder, and returns their paths in it.
fn copy_files(from: &Path, to: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(from).into_iter().flatten() {
        let entry = entry.expect("an entry");
        let (path, name) = (entry.path(), PathBuf::from(entry.file_name()));
        if path.is_dir() {
            fs::create_dir(to.join(&name)).expect("a folder");
            let below = copy_files(&path, &to.join(&name));
            files.extend(below.into_iter().map(|file| name.join(file)));
        } else {
            fs::copy(&path, to.join(&name)).expect("a copy");
            files.push(name);
        }
    }
    files
}
