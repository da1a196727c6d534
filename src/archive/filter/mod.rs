//! Filters of a list, which the user types as a few words.

mod form;
mod parse;
mod run;
mod sort;

pub use form::FilterForm;
pub use parse::FilterError;
pub use run::{RowNumber, date_text};

use super::{
    CollectedFile,
    block::{CAUSE, DECIDED_BITS, RESULT},
    marks::Marks,
};
use std::{ops::RangeInclusive, sync::Arc};

/// A filter of a list. A record matches if it satisfies every term; without terms, all records match.
///
/// | term | matches |
/// |---|---|
/// | `gnejs`, `"john doe"` | a part of the name of a player, of the event or, in a list of several files, of the file |
/// | `gnejs vs death` | all words before `vs` are in names of one team, all words after it in names of the other |
/// | `elo>2200`, `elo:2000..2200` | the mean of the known ratings |
/// | `1-0`, `0-1`, `1/2-1/2`, `*` | the result; `*` stands for a missing or unknown result |
/// | `contradicted` | a result that the boards, the closing comment or the result after the moves contradict |
/// | `mate`, `resignation`, `time`, `disconnection`, `aborted`, `draw` | the cause of the result |
/// | `2006`, `2006..2008`, `date:2006.05`, `date>=2006.05.17` | the date |
/// | `plies>80`, `plies:20..40` | the number of plies |
/// | `length>5:00`, `length:60..120` | the duration by the clocks, in minutes and seconds or in seconds |
/// | `tc:180+0`, `tc<300` | the time control, or the initial time in seconds |
/// | `event:rated`, `player:gnejs` | a part of the event, or of a player's name |
/// | `me`, `player:me`, `me vs death` | one of the user's own names, see [`RowFilter::with_user`] |
/// | `has:comment`, `has:annotation`, `has:diagram`, `has:moves`, `has:result`, `has:date` | records that have one |
/// | `-` before any of these | records that do not match it |
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowFilter {
    pub(super) terms: Vec<Term>,
    /// The names of the files of the list, in lower case; empty unless a term tests them, see [`RowFilter::with_files`].
    files: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) not: bool,
    pub(super) test: Test,
}

/// The condition of a term. Its strings are in lower case.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// Whether a player, the event or the name of the file matches the name.
    Word(Name),
    /// Whether a player matches the name.
    Player(Name),
    /// Whether the text column with this index in [`TEXTS`](super::columns::TEXTS) contains this string.
    Text(usize, String),
    /// Whether all names of one list match players of one team, and all names of the other list match players of the
    /// other team.
    Versus(Vec<Name>, Vec<Name>),
    Rating(RangeInclusive<u32>),
    /// The range that the numeric column of a [`Block`](super::block::Block) must be in.
    Number(usize, RangeInclusive<u32>),
    /// The date, as a [`date_number`](crate::notation::date_number).
    Date(RangeInclusive<u32>),
    /// The initial time, in milliseconds.
    Initial(RangeInclusive<u32>),
    /// The initial time and the increment, in milliseconds.
    TimeControl(u32, u32),
    /// Whether the result is missing or unknown.
    OpenResult,
    /// Whether the match has any of these kinds of notes.
    Marks(Marks),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Name {
    Substring(String),
    /// `me`: one of the user's own names, in full. Without such names, `me` is an ordinary part of a name.
    Me(Vec<String>),
}

impl RowFilter {
    /// Sets the user's own names, for which `me` stands. Without names, `me` is an ordinary word.
    #[must_use]
    pub fn with_user(mut self, names: &[String]) -> Self {
        let own: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        for term in &mut self.terms {
            let found = match &mut term.test {
                Test::Word(name) | Test::Player(name) => vec![name],
                Test::Versus(one, other) => one.iter_mut().chain(other).collect(),
                _ => Vec::new(),
            };
            for name in found {
                if let Name::Me(names) = name {
                    names.clone_from(&own);
                }
            }
        }
        self
    }

    /// Sets the files of the list. Words then also find the names of the files, unless there is only one.
    #[must_use]
    pub fn with_files(mut self, files: &[Arc<CollectedFile>]) -> Self {
        let is_word = |term: &Term| matches!(term.test, Test::Word(_));
        self.files.clear();
        if files.len() > 1 && self.terms.iter().any(is_word) {
            let names = files.iter().map(|file| file.path.file_name().unwrap_or_default());
            self.files.extend(names.map(|name| name.to_string_lossy().to_lowercase()));
        }
        self
    }

    /// Returns the filter of an index that has only records of the file with index `file` in the list.
    pub fn of_file(&self, file: usize) -> Self {
        let files = self.files.get(file).cloned();
        Self { terms: self.terms.clone(), files: files.into_iter().collect() }
    }

    /// Adds the terms of `other`.
    pub fn add(&mut self, other: Self) {
        self.terms.extend(other.terms);
    }

    /// Returns whether a term without `-` requires a player: `player:gnejs` or `me`.
    pub fn names_player(&self) -> bool {
        self.required_players().next().is_some()
    }

    /// Returns whether a term without `-` requires a player with exactly this `name`, ignoring case: `gnejs` for
    /// `player:gnejs`, or a name of the user for `me`. This is stricter than the filter itself, in which a part of a
    /// name suffices.
    pub fn is_required_player(&self, name: &str) -> bool {
        self.any_required_player(name.trim(), |name, whole| name == whole.trim())
    }

    /// Returns whether a term without `-` requires a player, and `name` fulfils it.
    pub fn finds_player(&self, name: &str) -> bool {
        self.any_required_player(name, |name, part| name.contains(part))
    }

    /// Returns whether a term without `-` requires a player who is the user and called `name`, or whose name as typed
    /// `matches` the name, both in lower case.
    fn any_required_player(&self, name: &str, matches: fn(&str, &str) -> bool) -> bool {
        let name = name.to_lowercase();
        self.required_players().any(|required| match required {
            Name::Me(names) if !names.is_empty() => names.contains(&name),
            Name::Me(_) => matches(&name, "me"),
            Name::Substring(typed) => matches(&name, typed),
        })
    }

    fn required_players(&self) -> impl Iterator<Item = &Name> {
        self.terms.iter().filter(|term| !term.not).filter_map(|term| match &term.test {
            Test::Player(name) | Test::Word(name @ Name::Me(_)) => Some(name),
            _ => None,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns whether a term depends on the result of the match or on its cause.
    pub fn depends_on_result(&self) -> bool {
        self.terms.iter().any(|term| match &term.test {
            Test::Number(column, _) => matches!(*column, CAUSE | RESULT),
            Test::OpenResult => true,
            _ => false,
        })
    }

    /// Returns whether a term depends on the end of the match, so that the rows must be replayed first.
    pub fn needs_endings(&self) -> bool {
        self.terms.iter().any(|term| match &term.test {
            Test::Number(column, range) => {
                *column == CAUSE || *column == RESULT && *range != DECIDED_BITS
            }
            _ => false,
        })
    }
}
