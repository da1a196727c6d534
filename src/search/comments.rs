//! The term `comment:WORDS`: a search of comments for words.

use super::{Hit, SearchQuery};
use crate::{
    file::{Encoding, Span},
    kriegspiel,
    notation::{NoteKind, Record, mark_spans},
    replay::{Match, VariationPly, Variations},
    text::{chars_before_folded, fold_accents, single_spaced},
    timeline::Moment,
};
use memchr::memchr2_iter;

/// The number of characters of a comment that an excerpt has at most before and after the first word found.
const CHARS_BEFORE: usize = 24;
const CHARS_AFTER: usize = 160;

/// Words that must follow each other in a comment. The first and the last may be parts of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentWords {
    /// The words in lower case without accents, separated by single blanks. Invariant: not empty.
    words: String,
}

impl CommentWords {
    /// Returns `None` if `text` has no words.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words = fold_accents(&single_spaced(text));
        if words.is_empty() { None } else { Some(Self { words }) }
    }

    /// Returns the number of characters before the words in `comment`, a text of [`single_spaced`], or `None` if it lacks them.
    fn find_in(&self, comment: &str) -> Option<usize> {
        if comment.is_ascii() {
            return comment.to_ascii_lowercase().find(&self.words);
        }
        let at = fold_accents(comment).find(&self.words)?;
        Some(chars_before_folded(comment, at))
    }

    /// Returns whether a comment in the record `text` may contain the words. Much faster than parsing the record.
    pub(super) fn may_be_in(&self, text: &[u8]) -> bool {
        // A word that is not ASCII has other bytes in each encoding, and in upper case.
        let words = self.words.split(' ').filter(|word| word.is_ascii());
        words.max_by_key(|word| word.len()).is_none_or(|word| {
            contains_word(text, word.as_bytes()) || may_contain_accented(text, word.as_bytes())
        })
    }
}

/// The letters that are frequent in the moves of a record.
const MOVE_LETTERS: &[u8] = b"abcdefghknopqrx";

/// Returns whether `text` contains `word`, which is in lower case, ignoring the case of ASCII letters.
fn contains_word(text: &[u8], word: &[u8]) -> bool {
    let rare = word.iter().position(|byte| !MOVE_LETTERS.contains(byte)).unwrap_or(0);
    let byte = word[rare];
    memchr2_iter(byte, byte.to_ascii_uppercase(), text).any(|at| {
        let start = at.checked_sub(rare);
        let found = start.and_then(|start| text.get(start..start + word.len()));
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    })
}

/// Returns whether `text` may contain `word` with accents, in any encoding: bytes that are not ASCII can stand for as many
/// letters as there are bytes, or for an accent after its letter.
fn may_contain_accented(text: &[u8], word: &[u8]) -> bool {
    // Most records are ASCII, and this is the fastest test for it.
    if text.is_ascii() {
        return false;
    }
    let mut from = 0;
    while let Some(offset) = text[from..].iter().position(|byte| !byte.is_ascii()) {
        let start = from + offset;
        let count = text[start..].iter().take_while(|byte| !byte.is_ascii()).count();
        let (before, after) = (&text[..start], &text[start + count..]);
        let fits = (0..=word.len()).filter(|&at| ends_with(before, &word[..at])).any(|at| {
            let most = word.len().min(at + count);
            (at..=most).any(|end| may_start_with(after, &word[end..]))
        });
        if fits {
            return true;
        }
        from = start + count;
    }
    false
}

/// Returns whether `text` ends with `letters`, ignoring the case of ASCII letters.
fn ends_with(text: &[u8], letters: &[u8]) -> bool {
    let start = text.len().checked_sub(letters.len());
    start.is_some_and(|start| text[start..].eq_ignore_ascii_case(letters))
}

/// Returns whether `text` starts with `letters`, ignoring the case of ASCII letters, or may do so with accents.
fn may_start_with(text: &[u8], letters: &[u8]) -> bool {
    let mut pairs = text.iter().zip(letters);
    match pairs.find(|(byte, letter)| !byte.eq_ignore_ascii_case(letter)) {
        Some((byte, _)) => !byte.is_ascii(),
        None => text.len() >= letters.len(),
    }
}

/// The comments of a match and the annotations in words, without the variations and marks in them.
pub(super) struct Comments<'m> {
    pub(super) record: &'m Record,
    pub(super) text: &'m [u8],
    pub(super) variations: &'m Variations,
}

impl Comments<'_> {
    /// Returns the comments at each moment that has any. A comment after the last of the `plies` that can be played
    /// belongs to that ply.
    pub(super) fn by_moment(&self, plies: usize) -> Vec<(Moment, Vec<String>)> {
        let mut all: Vec<(Moment, Vec<String>)> = Vec::new();
        let is_shown = |span: Span| self.variations.roots_in(span).is_empty();
        for note in &self.record.notes {
            let is_text = note.kind == NoteKind::Variation && is_shown(note.span);
            let is_annotation = note.kind == NoteKind::Annotation;
            if !is_text && !is_annotation && !self.record.is_comment(note) {
                continue;
            }
            let moment = plies.min(note.after as usize);
            let words = self.words(note.text, &self.variations.non_word_spans(self.text, note));
            match all.last_mut() {
                Some((last, comments)) if *last == moment => comments.push(words),
                _ => all.push((moment, vec![words])),
            }
        }
        all
    }

    /// Returns the comments on a ply of a variation.
    pub(super) fn of_ply(&self, ply: &VariationPly) -> Vec<String> {
        let comments = ply.comments.iter();
        comments.map(|&span| self.words(span, &mark_spans(self.text, span))).collect()
    }

    fn words(&self, span: Span, non_words: &[Span]) -> String {
        let encoding: Encoding = self.record.encoding;
        let (mut words, mut start) = (String::new(), span.start);
        for gap in non_words.iter().copied().chain([Span::at(span.end)]) {
            let part = Span::new(start, gap.start.max(start));
            words += &encoding.decode(part.of(self.text));
            start = gap.end;
        }
        single_spaced(&words)
    }
}

impl SearchQuery {
    /// Returns whether each term about comments holds for one of `comments`.
    pub(super) fn matches_comments(&self, comments: &[String]) -> bool {
        let is_found =
            |words: &CommentWords| comments.iter().any(|comment| words.find_in(comment).is_some());
        self.comments.iter().all(is_found)
    }

    /// Returns whether games of Kriegspiel are skipped. They are searched for comments only, and `by:` is about the turns
    /// of a match.
    pub fn skips_games(&self) -> bool {
        self.comments.is_empty() || !self.by.is_empty() || !self.is_empty_on_boards()
    }

    /// Returns the moments of a game of Kriegspiel with the bytes `text` whose comments match.
    pub(super) fn moments_in_game(&self, text: &[u8]) -> Vec<Moment> {
        if self.skips_games() || !self.comments.iter().all(|words| words.may_be_in(text)) {
            return Vec::new();
        }
        let record = kriegspiel::notation::Record::parse(text);
        let is_found =
            |moment: &Moment| self.matches_comments(&game_comments(&record, text, *moment));
        (0..=record.plies.len()).filter(is_found).collect()
    }

    /// Like [`Self::comment_excerpt`], for a game of Kriegspiel.
    pub fn comment_excerpt_in_game(
        &self,
        hit: &Hit,
        record: &kriegspiel::notation::Record,
        text: &[u8],
    ) -> Option<String> {
        self.first_excerpt(&game_comments(record, text, hit.moment))
    }

    /// Returns the part around the words of the first comment at `hit` that a term finds, or `None` if the query has no
    /// such term. `text` holds the bytes of `record`, and `played` is its replay.
    pub fn comment_excerpt(
        &self,
        hit: &Hit,
        record: &Record,
        text: &[u8],
        played: &Match,
    ) -> Option<String> {
        // Without such a term, the comments need not be read.
        self.comments.first()?;
        let variations = &Variations::of(record, text, played);
        let comments = Comments { record, text, variations };
        let here = match &hit.variation {
            Some(name) => {
                let place = variations.place_named(played, name)?;
                comments.of_ply(variations.ply(&place)?)
            }
            None => {
                let all = comments.by_moment(played.plies.len()).into_iter();
                all.filter(|(moment, _)| *moment == hit.moment).flat_map(|(_, here)| here).collect()
            }
        };
        self.first_excerpt(&here)
    }

    fn first_excerpt(&self, comments: &[String]) -> Option<String> {
        let words = self.comments.first()?;
        comments.iter().find_map(|comment| Some(excerpt(comment, words.find_in(comment)?)))
    }
}

/// Returns the comments at `moment` of a game of Kriegspiel.
fn game_comments(
    record: &kriegspiel::notation::Record,
    text: &[u8],
    moment: Moment,
) -> Vec<String> {
    let comments = record.ply_notes(text, moment).comments;
    comments.iter().map(|comment| single_spaced(comment)).collect()
}

/// Returns the part of `comment` around character `at`. The part begins and ends with `…` where something is left out.
fn excerpt(comment: &str, at: usize) -> String {
    let mut start = at.saturating_sub(CHARS_BEFORE);
    if start > 0 {
        // Begin with a whole word, unless it is longer than that.
        let mut before = comment.chars().enumerate().skip(start).take(at - start);
        start = before.find(|(_, c)| *c == ' ').map_or(start, |(blank, _)| blank + 1);
    }
    let mut part: String = comment.chars().skip(start).take(at - start + CHARS_AFTER).collect();
    if start + part.chars().count() < comment.chars().count() {
        part.push('…');
    }
    if start > 0 { format!("…{part}") } else { part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_is_searched_in_any_case() {
        let may = |words: &str, text: &str| {
            CommentWords::of(words).is_some_and(|words| words.may_be_in(text.as_bytes()))
        };
        for words in ["overlooks", "OverLooks Mate", "Mate", "e", "överlooks", "fork é"] {
            assert!(may(words, "1A. e4 {C:He OVERLOOKS the mate, a Fork}"), "{words}");
        }
        for comment in ["une épée", "UNE ÉPÉE", "une e\u{301}pe\u{301}e", "epée", "épee"] {
            assert!(may("épée", comment) && may("epee", comment), "{comment}");
        }
        // In Latin-1.
        assert!(CommentWords::of("epee").is_some_and(|words| words.may_be_in(b"une \xe9p\xe9e")));
        assert!(!may("epee", "née à Paris") && !may("fork", "né à Paris"));
        assert!(!may("overlooked", "1A. e4 {C:He overlooks}"));
        assert!(!may("looks", "looklook") && !may("looks", "") && !may("xylo", "ylo"));
        assert_eq!(CommentWords::of(" \t"), None);
    }

    #[test]
    fn an_excerpt_begins_shortly_before_the_words() {
        let long = format!("{}the fork {}", "word ".repeat(40), "end ".repeat(80));
        let comment = single_spaced(&long);
        let at = CommentWords::of("The  Fork").unwrap().find_in(&comment).unwrap();
        let part = excerpt(&comment, at);
        assert!(part.starts_with("…word word word word the fork end"), "{part}");
        assert!(part.ends_with('…') && part.chars().count() < 200, "{part}");
        assert_eq!(excerpt("Überlooks", 0), "Überlooks");
    }
}
