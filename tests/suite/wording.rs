//! Phrases of the project's earlier wording that must not return, in string literals and in comments of `src`.
//!
//! The lists are separate: a phrase is added to one when it no longer occurs there.

#![expect(clippy::disallowed_methods, reason = "this test is about the files of the project")]

use std::fmt::Write as _;
use std::path::Path;

/// Rejected in string literals, in lower case.
const STRINGS: &[&str] = &[
    "all the same",
    "anew",
    "as it was played",
    "as near to",
    "as one likes",
    "asks no network",
    "beside the match",
    "breaks off",
    "called off",
    "first clocks",
    "given up",
    "glued",
    "in no file",
    "is asked",
    "is said of",
    "is told",
    "left out",
    "lets go of",
    "list of matches",
    "list of moves",
    "lowers a chance",
    "lowers the chance",
    "next ply",
    "not asked",
    "nothing is lost",
    "of another time",
    "once more",
    "previous ply",
    "skip waits",
    "so far",
    "that are listed",
    "the first that is found",
    "the referee has it",
    "the usual one",
    "this ply",
    "usual position",
    "what follows",
    "what is so",
    "what it has seen",
    "what the engine guesses",
    "whoever",
    "work it out",
];

/// Rejected in comments, in lower case.
const COMMENTS: &[&str] = &[
    "as the engine guesses",
    "anew",
    "asks no network",
    "breaks off",
    "glued",
    "goes elsewhere",
    "lets go of",
    "is told",
    "lowers a chance",
    "of another time",
    "processor time",
    "twice for twice",
    "what it has seen",
    "what is so",
    "what was not saved",
    "whoever",
    "work it out",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    String,
    Comment,
}

/// Returns the string literals and comments of `source` with the line on which each begins. Line breaks within count as
/// single spaces, and adjacent line comments as one.
fn texts(source: &str) -> Vec<(Kind, usize, String)> {
    let mut texts: Vec<(Kind, usize, String)> = Vec::new();
    let mut rest = source;
    let mut line = 1;
    let mut last_comment_end = 0;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(rest, first);
        let (taken, left) = rest.split_at(length);
        if let Some(kind) = kind {
            let text = taken.to_lowercase();
            let text = text.trim_start_matches(['/', '!']).replace('\\', " ");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match texts.last_mut() {
                Some((Kind::Comment, _, before))
                    if kind == Kind::Comment && line == last_comment_end + 1 =>
                {
                    before.push(' ');
                    before.push_str(&text);
                }
                _ => texts.push((kind, line, text)),
            }
        }
        line += taken.matches('\n').count();
        if kind == Some(Kind::Comment) {
            last_comment_end = line;
        }
        rest = left;
    }
    texts
}

/// Returns the kind and the length of the token at the start of `rest`, which begins with `first`.
fn token(rest: &str, first: char) -> (Option<Kind>, usize) {
    if rest.starts_with("//") {
        return (Some(Kind::Comment), rest.find('\n').unwrap_or(rest.len()));
    }
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let hashes = rest[word..].bytes().take_while(|&byte| byte == b'#').count();
    if matches!(&rest[..word], "r" | "br") && rest[word + hashes..].starts_with('"') {
        let start = word + hashes + 1;
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = rest[start..].find(&end).unwrap_or(rest.len() - start);
        return (Some(Kind::String), (start + inside + end.len()).min(rest.len()));
    }
    match first {
        _ if word > 0 => (None, word),
        '"' => {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|&(_, c)| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            (Some(Kind::String), end.map_or(rest.len(), |(end, _)| end + 1))
        }
        '\'' => {
            let mut chars = rest.char_indices().skip(1);
            let (_, inside) = chars.next().unwrap_or((0, ' '));
            let end = if inside == '\\' {
                rest.char_indices().skip(3).find(|&(_, c)| c == '\'').map(|(end, _)| end + 1)
            } else {
                // Otherwise it is a lifetime.
                chars.next().filter(|&(_, c)| c == '\'').map(|(end, _)| end + 1)
            };
            (None, end.unwrap_or(1))
        }
        _ => (None, first.len_utf8()),
    }
}

/// Whether `phrase` occurs in `text` as whole words.
fn has_words(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + phrase.len()..].chars().next();
        [before, after].into_iter().flatten().all(|c| !c.is_alphanumeric())
    })
}

fn scan(folder: &Path, issues: &mut String) {
    let entries = std::fs::read_dir(folder).expect("a folder of src");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scan(&path, issues);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a source file");
        for (kind, line, text) in texts(&source) {
            let phrases = match kind {
                Kind::String => STRINGS,
                Kind::Comment => COMMENTS,
            };
            for phrase in phrases.iter().filter(|phrase| has_words(&text, phrase)) {
                writeln!(issues, "{}:{line}: {kind:?}: {phrase:?}", path.display())
                    .expect("a string takes it");
            }
        }
    }
}

#[test]
fn earlier_wording_does_not_return() {
    let mut issues = String::new();
    scan(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut issues);
    assert!(issues.is_empty(), "use the words of the glossary in CONTRIBUTING.md\n{issues}");
}

#[test]
fn strings_and_comments_are_separated() {
    let source = "// one // \"two\"\n//! three\nlet a = \"four \\\" // five \\\n  six\"; // seven\n\
                  let b = ('\"', '\\'', 'x', r#\"eight\" \"#); fn f<'a>() {} // nine\n";
    let found = texts(source);
    let found: Vec<(Kind, usize, &str)> =
        found.iter().map(|(kind, line, text)| (*kind, *line, text.as_str())).collect();
    assert_eq!(
        found,
        [
            (Kind::Comment, 1, "one // \"two\" three"),
            (Kind::String, 3, "\"four \" // five six\""),
            (Kind::Comment, 4, "seven"),
            (Kind::String, 5, "r#\"eight\" \"#"),
            (Kind::Comment, 5, "nine"),
        ]
    );
    assert!(has_words("it is done anew.", "anew"));
    assert!(!has_words("a renewal", "new"));
}
