//! The packaged manual page and completions match the program, and packages name files and versions that exist.

#![expect(
    clippy::disallowed_methods,
    reason = "compares files of the project, and writes them when asked to"
)]

use clap::CommandFactory as _;
use clap_mangen::Man;
use std::{io::Write, path::Path, process::Command as Process};
use tandem::cli::Arguments;

/// Compares a file of `packaging` with its expected contents; `UPDATE_SNAPSHOTS=1` writes the file instead.
fn check(name: &str, expect: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        std::fs::write(&path, expect).expect("should be writable");
    }
    let held = std::fs::read(&path).unwrap_or_default();
    assert!(
        held == expect,
        "packaging/{name} is not what the command line says.\n\
         If the command line is right: UPDATE_SNAPSHOTS=1 cargo test --test suite packaging"
    );
}

/// Returns some sections of the page of `command`.
fn section(
    command: &clap::Command,
    render: impl Fn(&Man, &mut dyn Write) -> std::io::Result<()>,
) -> String {
    let man = Man::new(command.clone()).section("1").manual("Tandem");
    let mut text = Vec::new();
    render(&man, &mut text).expect("memory takes everything");
    let text = String::from_utf8(text).expect("a page is text");
    // Each section begins with the same two lines about quotes; a page needs them once.
    let quotes = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";
    let rest = text.replace(quotes, "");
    if text.contains(".TH ") { format!("{quotes}{rest}") } else { rest }
}

#[test]
fn manual_page_equals_help() {
    // The contents of clap's EXTRA section are in sections of our own.
    let command = Arguments::command().disable_help_subcommand(true);
    let mut page = section(&command, |man, out| {
        man.render_title(out)?;
        man.render_name_section(out)?;
        man.render_synopsis_section(out)?;
        man.render_description_section(out)?;
        man.render_options_section(out)?;
        man.render_subcommands_section(out)?;
        man.render_extra_section(out)
    })
    .replace(".SH EXTRA", ".SH NOTES")
    // clap shows a list of files as one file.
    .replace("[\\fIFILE\\fR]", "[\\fIFILE...\\fR]");
    for sub in command.get_subcommands() {
        let name = sub.get_name();
        // All commands share one page.
        page = page.replace(&format!("tandem\\-{name}(1)"), &format!("tandem {name}"));
        page.push_str(&format!(".SH \"TANDEM {}\"\n", name.to_uppercase()));
        let sub = sub.clone().bin_name(format!("tandem {name}"));
        let part = section(&sub, |man, out| {
            man.render_synopsis_section(out)?;
            man.render_description_section(out)?;
            man.render_options_section(out)?;
            man.render_extra_section(out)
        });
        let part = part.replace(".SH EXTRA", ".SH NOTES");
        page.push_str(&part.replace(".SH ", ".SS "));
    }
    page.push_str(SECTIONS);
    check("tandem.1", page.as_bytes());
}

/// The sections of the manual page that clap does not generate.
const SECTIONS: &str = include_str!("../../packaging/manual-sections.1");

#[test]
fn the_examples_of_the_manual_page_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sample = root.join("assets/samples/bpgn-1.2.bpgn");
    std::fs::copy(sample, folder.path().join("match.bpgn")).expect("writable");
    let (_, examples) = SECTIONS.split_once(".SH EXAMPLES\n").expect("examples");
    let mut tried = 0;
    for line in examples.lines() {
        let Some(words) = line.strip_prefix(".B tandem ") else {
            continue;
        };
        // The first example opens a window.
        if words.starts_with("match.bpgn") {
            continue;
        }
        let words = words.replace("\\-", "-");
        let quoted = words.split('"').enumerate().flat_map(|(place, part)| {
            let is_quoted = place % 2 == 1;
            let separator = move |letter: char| letter == ' ' && !is_quoted;
            part.split(separator).filter(|word| !word.is_empty())
        });
        let output = Process::new(env!("CARGO_BIN_EXE_tandem"))
            .current_dir(folder.path())
            .args(quoted)
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {complaint}");
        tried += 1;
    }
    assert!(tried >= 6, "{tried}");
    for (made, part) in
        [("end.svg", "<svg"), ("match.html", "<html"), ("match.bpgn", "a fine drop")]
    {
        let text = std::fs::read_to_string(folder.path().join(made)).expect(made);
        assert!(text.contains(part), "{made}");
    }
}

/// Returns the lines below "Examples:" in a help text.
fn examples_of(help: &str) -> Vec<&str> {
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let examples = examples.lines().map(str::trim);
    examples.filter(|line| line.starts_with("tandem ")).collect()
}

/// Splits a line into words like a shell.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, ' ') => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words
}

#[test]
fn the_examples_of_help_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = root.join("assets/samples");
    let boards = root.join("tests/suite/data");
    let below = folder.path().join("FOLDER");
    std::fs::create_dir(&below).expect("room");
    let copy = |from: &Path, to: &str| {
        std::fs::copy(from, folder.path().join(to)).expect(to);
    };
    copy(&samples.join("bpgn-1.2.bpgn"), "match.bpgn");
    let whole = std::fs::read_to_string(samples.join("bpgn-1.2.bpgn")).expect("a text");
    let theirs = whole.replacen("1a. Nc6{179.900}", "1a. Nc6{179.900} {C:(1a. e5)}", 1);
    assert_ne!(theirs, whole);
    std::fs::write(folder.path().join("theirs.bpgn"), theirs).expect("room");
    copy(&samples.join("bpgn-1.2.bpgn"), "FOLDER/match.bpgn");
    copy(&boards.join("kriegspiel-problems.pgn"), "problems.pgn");
    for sub in Arguments::command().get_subcommands() {
        let help = sub.clone().render_help().to_string();
        let examples = examples_of(&help);
        assert!(!examples.is_empty(), "{}", sub.get_name());
        for line in examples {
            let output = Process::new(env!("CARGO_BIN_EXE_tandem"))
                .current_dir(folder.path())
                // No server listens on this port.
                .env("TANDEM_FETCH_BASE", "http://127.0.0.1:9")
                .args(shell_words(line).into_iter().skip(1))
                .output()
                .expect("the program starts");
            let complaint = String::from_utf8_lossy(&output.stderr);
            let is_fine = output.status.success();
            // There are no boards to import or download.
            let needs_boards = ["import", "fetch"].contains(&sub.get_name());
            assert!(is_fine || needs_boards, "{line}: {complaint}");
            assert!(output.status.code().is_some(), "{line}: {complaint}");
        }
    }
}

#[test]
fn the_copyright_names_every_set_and_has_the_licences_of_the_fonts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let copyright = read("packaging/copyright");
    let manifest = read("Cargo.toml");
    for entry in std::fs::read_dir(root.join("assets/pieces")).expect("sets") {
        let set = entry.expect("a set").file_name();
        let set = set.to_string_lossy();
        assert!(copyright.contains(&format!("assets/pieces/{set}/*")), "{set}");
        let packed = format!("assets/pieces/{set}/LICENSE");
        assert!(manifest.contains(&packed), "{packed} is not packed");
    }
    let font = read("assets/fonts/LICENSE-Inter.txt");
    let (_, terms) = font.split_once("PREAMBLE").expect("the terms");
    for terms in [terms, &read("assets/fonts/LICENSE-Hack.txt")] {
        for line in terms.lines().filter(|line| !line.trim().is_empty()) {
            assert!(copyright.contains(line.trim_end()), "{line}");
        }
    }
}

#[test]
fn completions_contain_every_word_of_the_command_line() {
    use clap_complete::{Shell, generate};
    for (shell, name) in
        [(Shell::Bash, "tandem.bash"), (Shell::Zsh, "_tandem"), (Shell::Fish, "tandem.fish")]
    {
        let mut script = Vec::new();
        generate(shell, &mut Arguments::command(), "tandem", &mut script);
        check(&format!("completions/{name}"), &script);
    }
}

#[test]
fn every_package_has_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    for (name, line) in [
        ("tandem.metainfo.xml", format!("<release version=\"{version}\"")),
        ("macos/Info.plist", format!("<key>CFBundleVersion</key>\n    <string>{version}</string>")),
        (
            "macos/Info.plist",
            format!("<key>CFBundleShortVersionString</key>\n    <string>{version}</string>"),
        ),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name);
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(text.contains(&line), "packaging/{name} lacks {line}");
    }
    let changes = Path::new(env!("CARGO_MANIFEST_DIR")).join("CHANGELOG.md");
    let changes = std::fs::read_to_string(changes).expect("a text");
    assert!(changes.contains(&format!("\n## {version} - ")), "CHANGELOG.md lacks {version}");
}

#[test]
fn packaged_files_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a text");
    let deb = manifest.split("[package.metadata.deb]").nth(1);
    let assets = deb.and_then(|deb| deb.split("assets = [").nth(1));
    let assets = assets.and_then(|assets| assets.split("\n]").next());
    let mut seen = 0;
    for line in assets.expect("a list of files").lines() {
        let Some(file) = line.split('"').nth(1) else {
            continue;
        };
        seen += 1;
        assert!(file.starts_with("target/") || root.join(file).is_file(), "{file}");
    }
    assert!(seen > 8, "{seen}");
    let windows = std::fs::read_to_string(root.join("packaging/windows/build")).expect("a text");
    for line in windows.lines().filter_map(|line| line.strip_prefix("put ")) {
        let file = line.split(' ').next().expect("a name");
        assert!(root.join(file).is_file(), "{file}");
    }
}

/// The folders of recipes for package managers, which `packaging/recipes` creates.
const RECIPES: [&str; 4] = ["winget", "scoop", "aur", "homebrew"];

#[test]
fn recipes_name_published_files_and_files_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a text");
    let release = read(&root.join("packaging/release"));
    let (mut published, mut own) = (0, 0);
    for folder in RECIPES {
        for entry in std::fs::read_dir(root.join("packaging").join(folder)).expect(folder) {
            let path = entry.expect("a file").path();
            let (place, text) = (path.display(), read(&path));
            assert!(!text.contains(env!("CARGO_PKG_VERSION")), "{place}: write @VERSION@");
            let text = text.replace("@VERSION@", "$version").replace("$pkgver", "$version");
            for mark in ["@ADDRESS@/", "@SHA256:"] {
                for rest in text.split(mark).skip(1) {
                    let name = rest.split(['@', '"', '\'', '\n']).next().unwrap_or_default();
                    assert!(release.contains(name), "{place}: {name} is not published");
                    published += 1;
                }
            }
            for word in text.split([' ', '"', '\'', '\n']) {
                if word.starts_with("packaging/") || word.starts_with("assets/") {
                    assert!(root.join(word).exists(), "{place}: {word}");
                    own += 1;
                }
            }
        }
    }
    assert!(published >= 8 && own > 20, "{published} {own}");
}

/// A renamed test would be skipped silently.
#[test]
fn tests_named_by_scripts_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    let is_name = |word: &str| word.chars().all(|it| it == '_' || it.is_ascii_lowercase());
    let mut seen = 0;
    let ci = read(".ci/run");
    for (module, name) in ci.split_whitespace().filter_map(|word| word.split_once("::")) {
        if !module.is_empty() && is_name(module) && is_name(name) {
            let tests = read(&format!("tests/suite/{module}.rs"));
            assert!(tests.contains(&format!("fn {name}(")), ".ci/run: {module}::{name}");
            seen += 1;
        }
    }
    let windows = read("packaging/windows/test");
    let (_, names) = windows.split_once("\"${window_test[@]}\" ").expect("tests of the window");
    let tests = read("tests/window/annotate_test.rs");
    for name in names.split_whitespace().filter(|word| word.len() > 20) {
        assert!(tests.contains(&format!("fn {name}(")), "packaging/windows/test: {name}");
        seen += 1;
    }
    assert!(seen >= 4, "{seen}");
}

/// A row of a renamed benchmark would be printed as not measured.
#[test]
fn benchmarks_named_by_their_script_exist() {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    let script = std::fs::read_to_string(benches.join("run")).expect("benches/run");
    let mut source = String::new();
    let mut rows = 0;
    for line in script.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("measure ") {
            let name = name.split(' ').next().expect("a name");
            let paths = [format!("{name}.rs"), format!("{name}/main.rs")];
            source = paths
                .iter()
                .find_map(|path| std::fs::read_to_string(benches.join(path)).ok())
                .unwrap_or_else(|| panic!("there is no bench {name}"));
        } else if line.starts_with("row ") {
            let (_, function) = line.rsplit_once("\" ").expect("a function after the label");
            let function = function.split(' ').next().expect("a name");
            assert!(source.contains(&format!("fn {function}(")), "benches/run: {line}");
            rows += 1;
        }
    }
    assert!(rows > 20, "{rows}");
}

/// A word in capitals stands for any name.
#[test]
fn every_path_in_contributing_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("a page");
    let folders = ["src/", "crates/", "tests/", "benches/", "packaging/", "assets/", ".ci/"];
    let words = page.split(|it: char| it == '`' || it.is_whitespace());
    let paths: Vec<&str> = words.filter(|it| folders.iter().any(|at| it.starts_with(at))).collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        assert!(exists(root, path), "{path}");
    }
}

/// Returns whether `path` exists below `folder`.
fn exists(folder: &Path, path: &str) -> bool {
    let (name, rest) = path.split_once('/').unwrap_or((path, ""));
    if name.is_empty() {
        return folder.exists();
    }
    if !name.chars().all(|it| it.is_ascii_uppercase()) {
        return exists(&folder.join(name), rest);
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).any(|entry| exists(&entry.path(), rest))
}
