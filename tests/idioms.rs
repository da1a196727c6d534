//! How often the code uses idioms at which a reader stops, per 1,000 functions of `src` and `crates`.
//!
//! `cargo test --test idioms -- --nocapture` prints the counts. The test fails if an idiom has become more frequent than
//! its limit here, and lists all places. The limits fall with the counts until they reach the targets.

#![expect(clippy::disallowed_methods, reason = "this test is about the files of the project")]

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::{collections::BTreeMap, fs, path::Path};

/// An idiom, its limit per 1,000 functions, the target, and what is read more easily.
struct Row {
    idiom: Idiom,
    limit: f64,
    target: f64,
    instead: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Idiom {
    /// `.filter(|_| condition)`.
    ConditionFilter,
    /// `let x = …; let x = x.…`.
    Rebinding,
    /// `.then_some(…)` and `.then(|| …)`.
    ThenSome,
    /// `(a, b): (A, B)` in the parameters of a function.
    TupleParameter,
    /// `bool` in an enum whose name ends in `Action` or `Effect`.
    BoolInAction,
    /// `#[must_use]`.
    MustUse,
}

const ROWS: [Row; 6] = [
    Row { idiom: Idiom::ConditionFilter, limit: 2.0, target: 2.0, instead: "`if` or `let else`" },
    Row { idiom: Idiom::Rebinding, limit: 12.0, target: 12.0, instead: "a name that says more" },
    Row { idiom: Idiom::ThenSome, limit: 15.0, target: 15.0, instead: "`if`" },
    Row { idiom: Idiom::TupleParameter, limit: 8.0, target: 8.0, instead: "a struct" },
    Row { idiom: Idiom::BoolInAction, limit: 0.0, target: 0.0, instead: "an enum" },
    Row { idiom: Idiom::MustUse, limit: 50.0, target: 50.0, instead: "nothing" },
];

/// The uses of idioms in one or more files.
#[derive(Default)]
struct Uses {
    functions: usize,
    /// The lines of each idiom.
    lines: BTreeMap<Idiom, Vec<usize>>,
}

impl Uses {
    fn of(text: &str) -> Self {
        let mut uses = Self::default();
        uses.scan(text.parse().expect("tokens"), &mut Vec::new());
        uses
    }

    fn add(&mut self, idiom: Idiom, token: &TokenTree) {
        self.lines.entry(idiom).or_default().push(token.span().start().line);
    }

    /// Counts the uses in `stream`. `bound` holds the names bound by `let` in the surrounding blocks.
    fn scan(&mut self, stream: TokenStream, bound: &mut Vec<String>) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let depth = bound.len();
        for (at, token) in tokens.iter().enumerate() {
            let rest = &tokens[at..];
            match word(token).as_str() {
                "fn" if is_ident(rest.get(1)) => self.function(rest),
                "filter" if is_condition_filter(rest) => self.add(Idiom::ConditionFilter, token),
                "then_some" => self.add(Idiom::ThenSome, token),
                "then" if is_lazy_then(rest) => self.add(Idiom::ThenSome, token),
                "must_use" => self.add(Idiom::MustUse, token),
                "enum" => self.variants(rest),
                "let" => self.binding(rest, bound),
                _ => {}
            }
            if let TokenTree::Group(group) = token {
                self.scan(group.stream(), bound);
            }
        }
        bound.truncate(depth);
    }

    fn function(&mut self, tokens: &[TokenTree]) {
        self.functions += 1;
        let mut groups = tokens.iter().filter_map(|token| group(token, Delimiter::Parenthesis));
        let Some(parameters) = groups.next() else { return };
        let parameters: Vec<TokenTree> = parameters.stream().into_iter().collect();
        for pair in parameters.windows(2) {
            if group(&pair[0], Delimiter::Parenthesis).is_some() && word(&pair[1]) == ":" {
                self.add(Idiom::TupleParameter, &pair[0]);
            }
        }
    }

    fn variants(&mut self, tokens: &[TokenTree]) {
        let name = tokens.get(1).map(word).unwrap_or_default();
        if !name.ends_with("Action") && !name.ends_with("Effect") {
            return;
        }
        if let Some(body) = tokens.iter().find_map(|token| group(token, Delimiter::Brace)) {
            self.bools(body.stream());
        }
    }

    fn bools(&mut self, stream: TokenStream) {
        for token in stream {
            match &token {
                TokenTree::Group(group) => self.bools(group.stream()),
                TokenTree::Ident(name) if name == "bool" => self.add(Idiom::BoolInAction, &token),
                _ => {}
            }
        }
    }

    /// Counts `let x = x.…` if `x` is bound already, and binds it.
    fn binding(&mut self, tokens: &[TokenTree], bound: &mut Vec<String>) {
        let mut name = 1;
        if tokens.get(name).is_some_and(|token| word(token) == "mut") {
            name += 1;
        }
        let (Some(TokenTree::Ident(ident)), Some(sign)) = (tokens.get(name), tokens.get(name + 1))
        else {
            return;
        };
        let ident = ident.to_string();
        if word(sign) == "=" && bound.contains(&ident) {
            let mut value = name + 2;
            while tokens.get(value).is_some_and(|it| matches!(word(it).as_str(), "&" | "mut")) {
                value += 1;
            }
            let goes_on =
                tokens.get(value + 1).is_some_and(|it| matches!(word(it).as_str(), "." | "?"));
            if tokens.get(value).is_some_and(|it| word(it) == ident) && goes_on {
                self.add(Idiom::Rebinding, &tokens[0]);
            }
        }
        bound.push(ident);
    }
}

fn word(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(_) => String::new(),
        token => token.to_string(),
    }
}

fn is_ident(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Ident(_)))
}

fn group(token: &TokenTree, delimiter: Delimiter) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// Returns the words of the argument after a method's name.
fn argument(tokens: &[TokenTree]) -> Vec<String> {
    let Some(argument) = tokens.get(1).and_then(|it| group(it, Delimiter::Parenthesis)) else {
        return Vec::new();
    };
    argument.stream().into_iter().take(4).map(|token| word(&token)).collect()
}

fn is_condition_filter(tokens: &[TokenTree]) -> bool {
    let words = argument(tokens);
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|it| *it != "&").collect();
    words.starts_with(&["|", "_", "|"])
}

fn is_lazy_then(tokens: &[TokenTree]) -> bool {
    argument(tokens).starts_with(&["|".to_owned(), "|".to_owned()])
}

/// Adds the Rust files in `folder` to `files`.
fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            files.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn no_idiom_becomes_more_frequent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    collect(&root.join("crates"), &mut files);
    let mut functions = 0;
    let mut places: BTreeMap<Idiom, Vec<String>> = BTreeMap::new();
    for (path, text) in &files {
        let uses = Uses::of(text);
        functions += uses.functions;
        for (idiom, lines) in uses.lines {
            places.entry(idiom).or_default().extend(lines.iter().map(|it| format!("{path}:{it}")));
        }
    }
    let mut problems = Vec::new();
    println!("{:16} {:>5} {:>9} {:>6} {:>6}", "idiom", "uses", "per 1,000", "limit", "target");
    for Row { idiom, limit, target, instead } in ROWS {
        let places = places.remove(&idiom).unwrap_or_default();
        let frequency = places.len() as f64 * 1000.0 / functions as f64;
        let name = format!("{idiom:?}");
        println!("{name:16} {:>5} {frequency:>9.1} {limit:>6} {target:>6}", places.len());
        if frequency > limit {
            let places = places.join("\n  ");
            problems.push(format!("{idiom:?}: {frequency:.1}; write {instead}:\n  {places}"));
        }
    }
    println!("{functions} functions");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Each idiom once, each beside something similar that is none.
#[test]
fn idioms_are_recognized() {
    let text = "
        #[must_use]
        fn f((a, b): (A, B), (c): u8) -> (u8, u8) {
            let x = a.filter(|_| b).filter(|it| it.ok);
            let x = x.len();
            let y = x;
            let z = y.then_some(1).then(|| 2).then(two);
            { let x = &x.y; }
            let y = z.y;
        }
        enum SaveAction { Go(Vec<bool>), Stay { to: bool }, Other(u8) }
        enum Effect { Go(bool) }
        enum Other { Go(bool) }
    ";
    let uses = Uses::of(text);
    let count = |idiom| uses.lines.get(&idiom).map_or(0, Vec::len);
    assert_eq!(uses.functions, 1);
    assert_eq!(ROWS.map(|row| count(row.idiom)), [1, 2, 2, 2, 3, 1]);
    assert_eq!(uses.lines[&Idiom::Rebinding], [5, 8]);
}
