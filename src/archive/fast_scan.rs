//! The fast path for list rows: it reads a record without parsing its moves.
//!
//! Nearly every record consists of tags on plain lines, moves and a final result. It ends at the next event, or at a
//! line that begins with a bracket. A few searches for rare bytes verify that a record has this form, and find the
//! values of its row. In case of doubt the result is `None`, and the parser reads the record.

use super::{
    columns::{TEXT_COUNT, TEXTS},
    length::{LastClocks, LastPlies},
    marks::Marks,
    move_scan::{MoveScan, count_plies, scan_moves},
    series::TIME_TAGS,
};
use crate::{
    notation::{EVENT, GameResult, KnownTag, NameId, position, reach, value_end},
    rules::Seat,
};
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3, memrchr, memrchr2};

/// The values of a row. Texts are as written in the record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FastScan<'t> {
    /// The values of text tags, in the order of [`TEXTS`].
    pub(super) texts: [&'t [u8]; TEXT_COUNT],
    /// The values of rating tags, by seat.
    pub(super) ratings: [&'t [u8]; 4],
    pub(super) result: Option<GameResult>,
    /// Whether the `Result` tag and the result after the moves are decided and differ.
    pub(super) has_two_results: bool,
    /// The closing comment.
    pub(super) reason: &'t [u8],
    pub(super) marks: Marks,
    /// The number of plies, counted by the move numbers outside of notes.
    pub(super) plies: u32,
    /// Whether the last move is written with `#`.
    pub(super) claims_mate: bool,
    /// The movetext, to which the offsets in `last` refer.
    pub(super) moves: &'t [u8],
    /// The end of the moves in `moves`, before the closing comment.
    pub(super) moves_end: usize,
    pub(super) last: LastPlies,
    /// The offset of the first `#` in `moves`, if it has any.
    pub(super) first_mate: Option<usize>,
    /// The values of [`TIME_TAGS`].
    pub(super) times: [&'t [u8]; 2],
}

impl FastScan<'_> {
    pub(super) fn clocks(&self) -> LastClocks {
        self.last.clocks(self.moves)
    }
}

/// The starting position as pychess writes it into every match.
const USUAL_START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1 | \
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1";

/// The fast path reads a tag name only up to this length, in bytes.
const MAX_NAME_LEN: usize = 31;

/// The fast path reads a movetext without moves only up to this length, in bytes.
const MAX_EMPTY_MOVETEXT_BYTES: usize = 64;

/// The fast path reads the end of a movetext only up to this many braces.
const MAX_CLOSING_BRACES: usize = 8;

/// Reads the record at the start of `text`, which must begin with a bracket, and returns its values and its length.
/// `whole` is whether `text` extends to the end of the file. Returns `None` if the parser must read the record: because
/// the record is unusual, may consist of several records, or may continue after `text`.
pub(super) fn read(text: &[u8], whole: bool) -> Option<(FastScan<'_>, usize)> {
    debug_assert!(text.starts_with(b"["));
    let (tags, from) = Tags::of(text)?;
    // A `FEN` tag may contain initial clocks, on which the duration depends, so the parser reads the record.
    if !is_usual_start(tags.value(KnownTag::Fen)) {
        return None;
    }
    let found = scan_moves(text, from);
    let length = match found.bracket {
        Some(bracket) if tags.end_at(text, from, bracket) => bracket,
        None if whole => text.len(),
        _ => return None,
    };
    let text = &text[..length];
    let (moves, end) = Moves::read(text, from, &found)?;
    let is_decided = |result: &GameResult| result.is_decided();
    let tag = GameResult::parse(tags.value(KnownTag::Result).trim_ascii());
    let (decided, after_moves) = (tag.filter(is_decided), end.result.filter(is_decided));
    let fast = FastScan {
        texts: TEXTS.map(|tag| tags.value(tag)),
        ratings: Seat::ALL.map(|seat| tags.value(KnownTag::rating(seat))),
        result: decided.or(end.result).or(tag),
        has_two_results: decided.zip(after_moves).is_some_and(|(tag, after)| tag != after),
        reason: end.reason,
        marks: moves.marks,
        plies: moves.numbers,
        claims_mate: end.claims_mate,
        moves: moves.text,
        moves_end: end.moves_end - from,
        last: moves.last,
        first_mate: found.first_mate.map(|at| at - from),
        times: TIME_TAGS.map(|tag| tags.value(tag)),
    };
    Some((fast, length))
}

/// Returns whether `fen`, the value of the `FEN` tag, is empty or the usual starting position without clocks.
pub(super) fn is_usual_start(fen: &[u8]) -> bool {
    matches!(fen, b"" | USUAL_START)
}

/// Returns whether a line begins at `at`, which must be above 0.
fn begins_line(text: &[u8], at: usize) -> bool {
    matches!(text[at - 1], b'\n' | b'\r')
}

fn is_event_tag(text: &[u8], at: usize) -> bool {
    text[at..].starts_with(EVENT)
}

/// Returns whether the last line of `moves` contains a bracket that is not in a clock. Such a bracket may begin a tag
/// whose value contains the apparent event tag after `moves`.
fn has_bracket_in_line(moves: &[u8]) -> bool {
    let line = memrchr2(b'\n', b'\r', moves).map_or(moves, |end| &moves[end + 1..]);
    memchr_iter(b'[', line).any(|at| at == 0 || line[at - 1] != b'{')
}

/// The value of each known tag name. If a name is repeated, the first value counts.
struct Tags<'t> {
    values: [Option<&'t [u8]>; NameId::COUNT],
    /// Whether any tag is spelled exactly `Event`. If so, the next tag with this spelling begins a new record.
    has_event: bool,
}

impl<'t> Tags<'t> {
    /// Reads the tags at the start of `text`, as [`Tags::read`] does, and returns them with the end of the last one.
    fn of(text: &'t [u8]) -> Option<(Self, usize)> {
        let mut tags = Self { values: [None; NameId::COUNT], has_event: false };
        let end = tags.read(text)?;
        Some((tags, end))
    }

    /// Reads tags of the form `[Name "value"]` and returns the end of the last tag. Returns `None` if a tag has another
    /// form. Also returns `None` if a value contains a line end, since a tag or record may begin after a lone carriage
    /// return.
    fn read(&mut self, text: &'t [u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let name_at = at + 1;
            let end = name_at + name_length(&text[name_at..])?;
            let name = &text[name_at..end];
            if text.get(end..end + 2)? != b" \"" {
                return None;
            }
            let value_at = end + 2;
            let value = value_from(text.get(value_at..)?)?;
            at = value_at + value.len() + 2;
            if text.get(at - 2..at)? != b"\"]" {
                return None;
            }
            self.has_event |= name == b"Event";
            match NameId::at_start(&text[name_at..], name.len()) {
                Some(id) if may_be_kriegspiel(id.tag(), value) => return None,
                Some(id) => _ = self.values[id.place()].get_or_insert(value),
                None if is_name(name) => {}
                None => return None,
            }
            while text.get(at).is_some_and(|&byte| is_blank(byte)) {
                at += 1;
            }
            if text.get(at) != Some(&b'[') || (self.has_event && is_event_tag(text, at)) {
                return Some(at);
            }
        }
    }

    /// Returns whether the record ends at `bracket`, which begins a line or an event. `from` is the start of the
    /// record's movetext. After movetext, any tag begins a new record. Without movetext, only an event does, and only
    /// if the record already has an event.
    fn end_at(&self, text: &[u8], from: usize, bracket: usize) -> bool {
        let has_movetext = text[from].is_ascii_alphanumeric() || text[from] == b'{';
        match (begins_line(text, bracket), is_event_tag(text, bracket)) {
            (true, is_event_tag) => has_movetext || (self.has_event && is_event_tag),
            (false, true) => {
                let moves = &text[from..bracket];
                (has_movetext || self.has_event)
                    && !has_bracket_in_line(moves)
                    && moves.last().is_none_or(u8::is_ascii)
            }
            (false, false) => false,
        }
    }

    /// Returns the value of `tag` as [`Record::tag`](crate::notation::Record::tag) does; empty if it is missing.
    fn value(&self, tag: KnownTag) -> &'t [u8] {
        let mut values = self.values[NameId::indices_of(tag)].iter().flatten();
        values.find(|value| !value.is_empty()).copied().unwrap_or_default()
    }
}

/// Returns the length of the name at the start of `text`. The name ends at a space. Returns `None` if the name is
/// longer than [`MAX_NAME_LEN`] or no space follows.
#[inline]
fn name_length(text: &[u8]) -> Option<usize> {
    let nearby = &text[..text.len().min(MAX_NAME_LEN + 1)];
    // Near the end of the text there are too few bytes for the fast search.
    reach(nearby, 0, |word| position(word, b' ')).or_else(|| memchr(b' ', nearby))
}

/// Returns the value at the start of `text`, up to the first quote. At a backslash or a line end, stops earlier or
/// returns `None`, so the caller must check for the quote. Most values are short, so the first bytes are searched
/// separately.
#[inline]
fn value_from(text: &[u8]) -> Option<&[u8]> {
    const SHORT: usize = 32;
    let short = text.get(..SHORT);
    let at = match short.and_then(|text| reach(text, 0, value_end)) {
        Some(at) => at,
        None => {
            memchr3(b'"', b'\\', b'\n', text).filter(|&at| memchr(b'\r', &text[..at]).is_none())?
        }
    };
    Some(&text[..at])
}

/// Returns whether the parser would read `name` as a tag name too.
fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns whether `value` of `tag` may indicate a game of Kriegspiel.
fn may_be_kriegspiel(tag: KnownTag, value: &[u8]) -> bool {
    match tag {
        KnownTag::Variant => matches!(value.first(), Some(b'K' | b'k')),
        KnownTag::Filtered => true,
        _ => false,
    }
}

/// The movetext as read by the fast path.
struct Moves<'t> {
    text: &'t [u8],
    marks: Marks,
    numbers: u32,
    last: LastPlies,
}

/// The end of movetext: result, reason and last move.
#[derive(Default)]
struct MovetextEnd<'t> {
    result: Option<GameResult>,
    result_at: Option<usize>,
    reason: &'t [u8],
    claims_mate: bool,
    /// The end of the moves, before the closing comment.
    moves_end: usize,
}

impl<'t> Moves<'t> {
    /// Reads the movetext that begins at offset `from` of `text`. `scan` is the result of scanning this movetext.
    /// Returns `None` if the parser must read the movetext.
    fn read(text: &'t [u8], from: usize, scan: &MoveScan) -> Option<(Self, MovetextEnd<'t>)> {
        let end = from + trimmed(&text[from..]).len();
        let found = single_result(text, from, scan.result.unwrap_or(end).min(end), end)?;
        let moves = &text[from..end];
        let mut marks = Marks::default();
        let (mut numbers, mut words) = (scan.numbers, scan.words);
        let mut closed = from;
        for open in scan.notes.all(&text[..end]) {
            if open < closed {
                continue;
            }
            // Before this note, a brace that the scan took for a clock is still open.
            if is_open(&text[closed..open]) {
                return None;
            }
            closed = open + memchr(b'}', &text[open..end])? + 1;
            let note = &text[open..closed];
            match note {
                [_, b'C', b':', ..] => marks.comment = true,
                [_, b'A', b':', ..] => marks.annotation = true,
                [_, b'D', b':', ..] => marks.diagram = true,
                _ => {}
            }
            let (in_note, words_in_note) = count_plies(note);
            numbers -= in_note;
            words -= words_in_note;
        }
        if let Some(result) = found.result_at {
            // The scan counted the result as a word.
            words -= count_plies(&text[result.saturating_sub(1)..end]).1;
        }
        // Leave rare forms to the parser. Announcements and moves without a seat letter may be Kriegspiel. The others
        // are move numbers without moves, moves without numbers, variations, line comments, and clocks such as `[%clk
        // 0:02:58]`.
        if numbers != words
            || (numbers == 0 && !holds_only_notes(&text[from..found.moves_end]))
            || scan.announcement
            || scan.command
            || scan.first_aside.is_some_and(|first| has_variation_or_comment(moves, first - from))
        {
            return None;
        }
        // If a ply number is repeated, the sum of the last ply numbers of the seats is below the number of plies.
        let last = LastPlies::of(moves);
        if last.count() != numbers {
            return None;
        }
        let read = Self { text: moves, marks, numbers, last };
        Some((read, found))
    }
}

/// Returns whether `moves`, a movetext in which no move is found, is short and begins and ends with a note, or is empty.
/// Otherwise its moves may have numbers in another form, such as `1A)e4`.
fn holds_only_notes(moves: &[u8]) -> bool {
    moves.len() <= MAX_EMPTY_MOVETEXT_BYTES && matches!(moves.trim_ascii(), [] | [b'{', .., b'}'])
}

/// Returns whether a brace is open at the end of `text`.
fn is_open(text: &[u8]) -> bool {
    memrchr2(b'{', b'}', text).is_some_and(|at| text[at] == b'{')
}

/// Returns whether `moves` contains a variation or a line comment outside of braces. `first` is the offset of the first
/// parenthesis or semicolon.
fn has_variation_or_comment(moves: &[u8], first: usize) -> bool {
    // No brace is open at the offset `outside`.
    let (mut outside, mut at) = (0, first);
    while let Some(found) = moves.get(at..).and_then(|rest| memchr2(b'(', b';', rest)) {
        at += found;
        if !is_open(&moves[outside..at]) {
            return true;
        }
        match memchr(b'}', &moves[at..]) {
            Some(length) => at += length + 1,
            None => return true,
        }
        outside = at;
    }
    false
}

/// Reads the result, the reason and the last move at the end of the movetext, which is `text[from..end]`. `first` is
/// the offset of the first byte that may belong to a result. Returns `None` if the movetext may contain a result before
/// its end.
fn single_result(text: &[u8], from: usize, first: usize, end: usize) -> Option<MovetextEnd<'_>> {
    let mut result = None;
    for hit in memchr2_iter(b'-', b'*', &text[first..end]) {
        let at = first + hit;
        let word = match text[at] {
            b'*' => at..at + 1,
            _ => match text.get(at - 1..at + 2)? {
                b"1-0" | b"0-1" => at - 1..at + 2,
                // The middle of `1/2-1/2`.
                b"2-1" => at - 3..at + 4,
                _ => continue,
            },
        };
        if word.end == end {
            let written = GameResult::parse(text.get(word.clone())?)?;
            result = Some((word.start, written));
        } else if word.len() > 3 {
            if text.get(word) == Some(b"1/2-1/2") {
                return None;
            }
        } else if text[at] == b'*'
            || !(text[at - 2].is_ascii_alphanumeric() || text[at + 2].is_ascii_alphanumeric())
        {
            return None;
        }
    }
    if result.is_none() && has_unusual_result(&text[from..end]) {
        return None;
    }
    let mut at = end;
    if let Some((start, _)) = result {
        let before = text.get(start.wrapping_sub(1)).copied().unwrap_or(b' ');
        if start > from && !is_blank(before) && before != b'}' {
            return None;
        }
        // The result may be in a line comment.
        let line = memrchr2(b'\n', b'\r', &text[from..start]).map_or(from, |at| from + at + 1);
        if memchr(b';', &text[line..start]).is_some() || text.get(line) == Some(&b'%') {
            return None;
        }
        at = start;
    }
    let mut found = MovetextEnd {
        result: result.map(|(_, result)| result),
        result_at: result.map(|(start, _)| start),
        ..MovetextEnd::default()
    };
    let mut before = trimmed(&text[from..at]);
    // A brace that is open here contains the result.
    if is_open(before) {
        return None;
    }
    let (mut braces, mut clocks) = (0, 0);
    while let Some((b'}', inner)) = before.split_last() {
        braces += 1;
        let open = memrchr(b'{', inner)?;
        match &inner[open + 1..] {
            // The last brace may be inside another one. A clock after notes is rare.
            _ if braces > MAX_CLOSING_BRACES || clocks > 0 || is_open(&inner[..open]) => {
                return None;
            }
            // Notes and clocks are no closing comment, but may follow it.
            [b'A' | b'C' | b'D' | b'L', b':', ..] | [b'[', b't', b's', b'=', .., b']'] => {}
            words if is_clock(words) => clocks += 1,
            words @ [first, ..] if first.is_ascii_alphabetic() => {
                if found.reason.is_empty() {
                    found.reason = words;
                }
            }
            _ => return None,
        }
        before = trimmed(&inner[..open]);
    }
    found.claims_mate = before.last() == Some(&b'#');
    found.moves_end = from + before.len();
    Some(found)
}

/// Returns whether `words`, the contents of a brace, are a plain clock.
fn is_clock(words: &[u8]) -> bool {
    words.first().is_some_and(u8::is_ascii_digit)
        && words.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b':'))
}

/// Returns whether the last word of `moves` may be a result in an unusual spelling, such as `1–0` or `0.5-0.5`.
fn has_unusual_result(moves: &[u8]) -> bool {
    let length = moves.iter().rev().take_while(|&&byte| !is_blank(byte) && byte != b'}').count();
    let word = &moves[moves.len() - length..];
    matches!(word, [b'0' | b'1' | b'"' | b'\'' | 0x80.., ..]) && GameResult::parse(word).is_some()
}

/// Returns whether the lexer treats `byte` as blank.
const fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

/// Returns `text` without trailing blanks.
fn trimmed(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|&&byte| is_blank(byte)).count();
    &text[..text.len() - blanks]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let text = format!("[Event \"x\"]\n{text}");
        let got = read(text.as_bytes(), true).map(|(q, _)| {
            format!(
                "{} {} {} {}{}{}{}",
                q.result.map_or("none", GameResult::text),
                q.plies,
                String::from_utf8_lossy(q.reason),
                if q.marks.comment { "C" } else { "" },
                if q.marks.annotation { "A" } else { "" },
                if q.marks.diagram { "D" } else { "" },
                if q.claims_mate { "#" } else { "" },
            )
        });
        assert_eq!(got.as_deref(), expect, "{text}");
    }

    #[test]
    fn usual_records() {
        check("", Some("none 0  "));
        check("\n\n", Some("none 0  "));
        check("1A. e4{3} 1a. e5{3} 1B. O-O", Some("none 3  "));
        check("1A. e4{3} 1a. O-O-O#{3} {x mated} 1-0\n", Some("1-0 2 x mated #"));
        check("1A. e4# *\n", Some("* 1  #"));
        // Notes between the closing comment and the result.
        check("1A. e4{3} {x mated} {C: y resigns} 1-0", Some("1-0 1 x mated C"));
        check("1A. e4{3} {x mated}{C:y}{A:!}{D:} 1-0", Some("1-0 1 x mated CAD"));
        check("1A. e4#{2:59.1}{C:x mated} 1-0", Some("1-0 1  C#"));
        check("1A. e4{3} {x mated} {y} 1-0", Some("1-0 1 y "));
        check("{C: 1A. and 2B. } 1A. e4{A:!}{D:} 1/2-1/2", Some("1/2-1/2 1  CAD"));
        check("[Result \"0-1\"]1A. e4{C:2001-03-03} *", Some("0-1 1  C"));
        check("1A. 0-0 1a. 0-0-0", Some("none 2  "));
    }

    #[test]
    fn record_ends_at_the_next_tag_line() {
        let check = |text: &str, expect: Option<&str>| {
            let ends = [true, false].map(|whole| Some(read(text.as_bytes(), whole)?.1));
            assert_eq!(ends, [expect.map(str::len); 2], "{text}");
        };
        for head in ["", "[Event \"x\"]\n", "[Variant \"b\"]\n[Event \"x\"]\n"] {
            for moves in ["1A. e4", "{C: b} 1A. e4 1-0", "1A. e4 {; a (b)} 1a. e5", "{x}"] {
                let one = format!("[Site \"x\"]\n{head}\n{moves}\n\n");
                for next in ["[Event \"y\"]", "[Variant \"b\"]", "[y"] {
                    check(&format!("{one}{next}\n1A. d4"), Some(&one));
                }
                check(&format!("{one}\u{feff}[Event \"y\"]\n"), None);
            }
        }
        // Without movetext, only an event ends the tags, and only if they already contain an event.
        let tags = "[Variant \"b\"]\n[Event \"x\"]\n\n";
        check(&format!("{tags}[Event \"y\"]\n"), Some(tags));
        let tags = "[Site \"x\"]\n[event \"x\"]\n\n";
        let both = format!("{tags}[Event \"y\"]\n");
        check(&format!("{both}[Event \"z\"]\n"), Some(&both));
        for doubt in ["\u{feff}[Site \"y\"]", "; b\n[Site \"y\"]", "1A. e4 {\n[Site \"y\"]"] {
            check(&format!("{tags}{doubt}\n1A. e4\n[Event \"z\"]\n"), None);
        }
    }

    #[test]
    fn ambiguous_bytes_go_to_the_parser() {
        for text in [
            "1A. e4{3} 1a. e5{3} 12B. O-O",
            "1A. e4{3}1A. e4{3} 1a. e5{3}",
            "1A. e4 1-0 1A. e4",
            "1A. e4 1-0 [Site \"y\"]",
            "1A. e4 {1-0",
            "1. e4 {(1A. :)}",
            "1. e4 { \n(1A. :)}",
            "1A. e4 ; 1-0",
            "1A. e4 1/2-1/2 1A. e4",
            "1A. e4 * *",
            "1A. e4 1–0",
            "1A. e4 0.5-0.5",
            "1A. e4 1.0-0.0",
            "1A. e4 \"1-0\"",
            "A1. e4 a1. e5",
            "1A. e4 0-0",
            "1A. e4 1-0.",
            "1A)e4 1a)e5",
            "1_A.e4 1-0",
            "1A. e4 {*} 1-0",
            "1A. e4 { x mated} 1-0",
            "1A. e4 {x mated} {} 1-0",
            "[Site y]",
            "[Site \"y]",
            "[Site \"a\\\"y\"]",
            "[Site \"a\r[y\"]",
            "[Site \"y\"",
            "1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 1 e4 ",
        ] {
            check(text, None);
        }
    }
}
