//! The packaged licence texts of the linked libraries: generated from the libraries and compared with `Cargo.lock`.

#![expect(
    clippy::disallowed_methods,
    reason = "compares files of the project, asks cargo, and writes them when asked to"
)]

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

/// The systems with packages.
const PLATFORMS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
];

/// The separator between the parts of the file.
const RULE: &str =
    "\n--------------------------------------------------------------------------------\n\n";

const LINKED: &str = "Libraries in the program:\n";
const OTHERS: &str = "Used to build or to test it, and in no package:\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect(name)
}

/// A library, as described by its metadata.
#[derive(Clone)]
struct Library {
    name: String,
    licence: String,
    authors: String,
    repository: String,
    folder: PathBuf,
}

/// Returns the libraries that are linked into the program on any of the systems.
fn linked() -> Vec<Library> {
    let mut all = BTreeMap::new();
    for platform in PLATFORMS {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(["--filter-platform", platform])
            .current_dir(root())
            .output()
            .expect("cargo starts");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}");
        let all_of_it: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        collect(&all_of_it, &mut all);
    }
    all.into_values().collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

/// Follows the dependencies of the program, except build tools.
fn collect(metadata: &Value, all: &mut BTreeMap<String, Library>) {
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").map(|package| (text(package, "id"), package)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").map(|node| (text(node, "id"), node)).collect();
    let program = text(&metadata["resolve"], "root");
    let mut seen = BTreeSet::from([program]);
    let mut waiting = vec![program];
    while let Some(id) = waiting.pop() {
        for dependency in list(nodes[id], "deps") {
            let other = text(dependency, "pkg");
            let is_linked = list(dependency, "dep_kinds").any(|kind| kind["kind"].is_null());
            let mut targets = list(packages[other], "targets");
            let is_macro = targets.any(|it| list(it, "kind").any(|kind| kind == "proc-macro"));
            if is_linked && !is_macro && seen.insert(other) {
                waiting.push(other);
            }
        }
    }
    // The packages of the project come from no registry.
    seen.retain(|id| !packages[id]["source"].is_null());
    for id in seen {
        let package = packages[id];
        let name = format!("{} {}", text(package, "name"), text(package, "version"));
        let authors: Vec<&str> = list(package, "authors").filter_map(Value::as_str).collect();
        let manifest = Path::new(text(package, "manifest_path"));
        let library = Library {
            name: name.clone(),
            licence: text(package, "license").replace('/', " OR "),
            authors: authors.join(", "),
            repository: text(package, "repository").to_owned(),
            folder: manifest.parent().expect("a folder").to_owned(),
        };
        all.insert(name, library);
    }
}

/// Returns the licence texts in a library: all of them, or the one that is used here if there are alternatives.
fn words(library: &Library) -> Vec<String> {
    let named = |name: &str, begins: &[&str]| {
        let name = name.to_uppercase();
        begins.iter().any(|begin| name.starts_with(begin))
    };
    let files = |folder: &Path, wanted: &dyn Fn(&str) -> bool| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries
            .filter(|entry| wanted(&entry.file_name().to_string_lossy()))
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
            .collect();
        files.sort();
        files
    };
    const BEGINS: [&str; 6] = ["LICEN", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE", "AUTHORS"];
    let mut found = files(&library.folder, &|name| named(name, &BEGINS));
    let is_mit = |path: &PathBuf| path.to_string_lossy().to_uppercase().contains("MIT");
    let is_chosen = library.licence.contains(" OR ") && !library.licence.contains(" AND ");
    if is_chosen && found.iter().any(is_mit) {
        found.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            is_mit(path) || named(&name, &["NOTICE", "COPYRIGHT"])
        });
    }
    // Fonts are accompanied by their own texts.
    let fonts = library.folder.join("fonts");
    found.extend(files(&fonts, &|name| name.ends_with(".txt")));
    let read =
        |path: PathBuf| String::from_utf8_lossy(&std::fs::read(path).expect("a text")).into_owned();
    let texts = found.into_iter().map(read);
    let lines = texts.map(|text| {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n").trim_matches('\n').to_owned()
    });
    lines.filter(|text| !text.is_empty()).collect()
}

/// The licence for libraries without a licence text.
const MIT: &str = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the \"Software\"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.";

/// Returns the whole file for `libraries`. The other names are from `lock`.
fn notices(libraries: &[Library], lock: &BTreeSet<String>) -> String {
    let names: BTreeSet<String> = libraries.iter().map(|it| it.name.clone()).collect();
    let others: Vec<&str> = lock.difference(&names).map(String::as_str).collect();
    let mut page = "Tandem is under the GNU General Public License, version 3 or later. It holds the libraries that are\n\
        named here, each under its own licence. Where a library offers several, the MIT licence was taken.\n\n"
        .to_owned();
    page += LINKED;
    for library in libraries {
        let _ = writeln!(page, "{}: {}", library.name, library.licence);
    }
    let _ = write!(page, "\n{OTHERS}{}\n", others.join(", "));

    // Many have the same text, except for white space.
    let mut texts: BTreeMap<String, (String, Vec<&str>)> = BTreeMap::new();
    let mut without = String::new();
    for library in libraries {
        let words = words(library);
        if words.is_empty() {
            let Library { name, licence, authors, repository, .. } = library;
            let authors = if authors.is_empty() { "its authors" } else { authors };
            let _ = writeln!(without, "{name}: {licence}. Copyright (c) {authors}. {repository}");
        }
        for text in words {
            let same = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            texts.entry(same).or_insert_with(|| (text, Vec::new())).1.push(&library.name);
        }
    }
    let mut texts: Vec<(String, Vec<&str>)> = texts.into_values().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    for (text, names) in texts {
        let _ = write!(page, "{RULE}{}\n\n{text}\n", names.join(", "));
    }
    let _ = write!(
        page,
        "{RULE}These bring no words of their own. Where MIT is offered, it was taken; the words of Apache-2.0 and of the GNU\n\
         General Public License are those of other parts and of Tandem itself.\n\n{without}\n{MIT}\n"
    );
    page
}

/// Returns every library in `Cargo.lock` with its version, except the packages of the project, which have no source.
fn locked() -> BTreeSet<String> {
    let lock = read("Cargo.lock");
    let value = |line: Option<&str>, key: &str| -> String {
        let value = line.and_then(|line| line.strip_prefix(key));
        value.expect(key).trim_matches(['"', ' ', '=']).to_owned()
    };
    let packages = lock.split("[[package]]\n").filter(|package| package.contains("\nsource = "));
    let names = packages.map(|package| {
        let mut lines = package.lines();
        let name = value(lines.next(), "name = ");
        format!("{name} {}", value(lines.next(), "version = "))
    });
    names.collect()
}

#[test]
fn the_notices_name_every_library_of_the_lock_file() {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        let page = notices(&linked(), &locked());
        std::fs::write(root().join("packaging/NOTICES"), page).expect("should be writable");
    }
    let page = read("packaging/NOTICES");
    let parts: Vec<&str> = page.split(RULE).collect();
    let (_, names) = parts[0].split_once(LINKED).expect("a list");
    let (linked, others) = names.split_once(OTHERS).expect("a second list");
    let linked = linked.lines().filter_map(|line| line.split_once(": "));
    let linked: Vec<(&str, &str)> = linked.collect();
    let others = others.trim().split(", ").map(str::to_owned);
    let mut named: BTreeSet<String> = linked.iter().map(|(name, _)| (*name).to_owned()).collect();
    named.extend(others);
    assert_eq!(
        named,
        locked(),
        "packaging/NOTICES is older than Cargo.lock: UPDATE_SNAPSHOTS=1 cargo test --test suite notices"
    );
    // Every library has a licence and its text.
    assert!(linked.len() > 250, "{}", linked.len());
    for (name, licence) in linked {
        assert!(!licence.is_empty(), "{name} has no licence");
        let mut heads = parts[1..].iter();
        assert!(heads.any(|part| part.contains(name)), "{name} has no words");
    }
}

/// The files that must accompany the program: licence, copyright, and the licence texts of all libraries.
const LICENCE_FILES: [&str; 10] = [
    "packaging/copyright",
    "packaging/NOTICES",
    "assets/PIECES.md",
    "assets/fonts/LICENSE-Hack.txt",
    "assets/fonts/LICENSE-Inter.txt",
    "assets/pieces/cburnett/LICENSE",
    "assets/pieces/letters/LICENSE",
    "assets/pieces/merida/LICENSE",
    "assets/pieces/pirat/LICENSE",
    "assets/pieces/tandem/LICENSE",
];

#[test]
fn every_package_contains_all_licence_texts() {
    let packages = [
        "Cargo.toml",
        "packaging/flatpak/tandem.bughouse.Tandem.yml",
        "packaging/windows/build",
        "packaging/macos/bundle",
        "packaging/aur/PKGBUILD",
    ];
    for package in packages {
        let text = read(package);
        for words in LICENCE_FILES {
            assert!(root().join(words).is_file(), "{words}");
            assert!(text.contains(words), "{package} lacks {words}");
        }
    }
    for entry in std::fs::read_dir(root().join("assets/pieces")).expect("sets") {
        let set = entry.expect("a set").file_name();
        let licence = format!("assets/pieces/{}/LICENSE", set.to_string_lossy());
        assert!(LICENCE_FILES.contains(&licence.as_str()), "{licence}");
    }
}
