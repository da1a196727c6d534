//! The command line as documentation: each page `tests/cmd/*.md` shows commands with their exit status and output, in
//! the format of trycmd. Standard output comes first.
//!
//! A page runs in a copy of the folder of its name with `.in`, or else in the package. Afterwards the files of that
//! folder are unchanged, except that those of the folder with `.out` have its contents. `UPDATE_SNAPSHOTS=1` rewrites
//! the output.
//!
//! `< FILE` at the end of a command is standard input. `$ cat FILE` prints a file, `$ ls` the names in the folder.
//!
//! Errors begin with `tandem: `. A line of standard error without this beginning is marked with the stream. A carriage
//! return is shown as `\r`, and a missing line break at the end as in a diff.

#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use clap::CommandFactory as _;
use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tandem::cli::Arguments;

#[test]
fn pages_show_the_output_of_their_commands() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(package.join("tests/cmd")).expect("a folder");
    let mut pages: Vec<PathBuf> = pages.map(|page| page.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 5, "{pages:?}");
    for page in pages {
        let folder = tempfile::tempdir().expect("a folder");
        let (input, after) = (page.with_extension("in"), page.with_extension("out"));
        let at = if input.exists() { folder.path() } else { package };
        let mut files = files_below(&input);
        for file in &files {
            let copy = folder.path().join(file);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
            fs::copy(input.join(file), copy).expect("a copy");
        }
        let text = fs::read_to_string(&page).expect("a page");
        let shown = rerun(&text, at);
        if shown != text && std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&page, shown).expect("the page");
        } else {
            assert_eq!(shown, text, "{}", page.display());
        }
        files.extend(files_below(&after));
        for file in files {
            let after = after.join(&file);
            let expect = if after.exists() { after } else { input.join(&file) };
            let content = fs::read(at.join(&file)).expect("a file");
            let text = String::from_utf8_lossy(&content);
            assert!(content == fs::read(&expect).expect("a file"), "{}: {text}", expect.display());
        }
    }
}

#[test]
fn every_subcommand_has_a_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let pages = fs::read_dir(folder).expect("a folder").map(|page| page.expect("an entry").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    let text: String = pages.map(|page| fs::read_to_string(page).expect("a page")).collect();
    for subcommand in Arguments::command().get_subcommands() {
        let name = subcommand.get_name();
        // One needs a network; the output of the other is in `packaging`.
        if ["fetch", "completions"].contains(&name) {
            continue;
        }
        assert!(text.contains(&format!("$ tandem {name} ")), "{name}");
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
    match *words.collect::<Vec<_>>() {
        ["tandem", ref arguments @ .., "<", input] => {
            run(arguments, File::open(at.join(input)).expect("a file").into(), at)
        }
        ["tandem", ref arguments @ ..] => run(arguments, Stdio::null(), at),
        ["cat", file] => {
            let text = fs::read_to_string(at.join(file)).expect("a text");
            lines(&text).map(|line| line + "\n").collect()
        }
        ["ls"] => names_in(at).iter().map(|name| format!("{}\n", name.display())).collect(),
        _ => panic!("{command}"),
    }
}

/// Returns exit status and output of the program.
fn run(arguments: &[&str], input: Stdio, at: &Path) -> String {
    // Without a cache, every result is computed anew.
    let mut program = Command::new(env!("CARGO_BIN_EXE_tandem"));
    let output = program
        .args(arguments)
        .current_dir(at)
        .stdin(input)
        .env("XDG_CACHE_HOME", "/dev/null")
        .output();
    let output = output.expect("the program runs");
    let mut shown = match output.status.code() {
        Some(0) => String::new(),
        status => format!("? {}\n", status.expect("it ended by itself")),
    };
    for (stream, bytes) in [("stdout: ", output.stdout), ("stderr: ", output.stderr)] {
        let text = String::from_utf8(bytes).expect("UTF-8").replace("tandem.exe ", "tandem ");
        for line in lines(&text) {
            let is_error = line.starts_with("tandem: ");
            let is_clear = line.is_empty() || is_error == (stream == "stderr: ");
            shown.push_str(if is_clear { "" } else { stream });
            shown.push_str(&line);
            shown.push('\n');
        }
    }
    shown
}

/// Returns the lines of `text` as a page shows them.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let is_unfinished = !text.is_empty() && !text.ends_with('\n');
    let lines = text.split_terminator('\n').map(|line| line.replace('\r', "\\r"));
    lines.chain(is_unfinished.then(|| "\\ No newline at end of file".to_owned()))
}

/// Returns the files and folders in `folder`, if there is such a folder, in the order of their names.
fn names_in(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").file_name().into()).collect()
}

/// Returns the paths of the files below `folder`, if there is such a folder.
fn files_below(folder: &Path) -> BTreeSet<PathBuf> {
    let below = |name: PathBuf| match folder.join(&name) {
        path if path.is_dir() => files_below(&path).iter().map(|it| name.join(it)).collect(),
        _ => BTreeSet::from([name]),
    };
    names_in(folder).into_iter().flat_map(below).collect()
}
