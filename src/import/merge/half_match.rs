//! Completes half matches, in which one board is missing, with their partner boards.

use super::{
    Games,
    order::{Order, OrderedPly, in_order},
    pair::find_pairs,
    tags,
    write::{self, Lines},
};
use crate::{
    file::{Edit, EditSet, Encoding, Span, line_end},
    import::board::{BoardGame, BoardOrigin, BoardPlayer, BoardPly, BoardRef, of_match},
    notation::{NoteKind, Record, TimeControl, escape, without_braces},
    rules::{BoardId, ByBoard},
};

/// A record that may be half a match.
#[derive(Clone, Copy, Debug)]
pub struct HalfMatchCandidate<'t> {
    /// The index of the record in the list that it belongs to.
    pub place: usize,
    pub text: &'t [u8],
    /// The encoding of the file.
    pub encoding: Encoding,
}

impl HalfMatchCandidate<'_> {
    pub fn is_half(self) -> bool {
        HalfMatch::read(self).is_some()
    }

    /// Iterates over the number and the uuid of the board, skipping unknown ones. Yields nothing unless the record is
    /// half a match.
    pub fn ids(self) -> impl Iterator<Item = String> {
        let game = HalfMatch::read(self).map(|half| half.game);
        game.into_iter().flat_map(|game| super::ids(&game).collect::<Vec<_>>())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The [`HalfMatchCandidate::place`] of the half match.
    pub place: usize,
    /// The [`HalfMatchCandidate::place`] of the record with the partner board.
    pub partner_record: usize,
    /// The edits that add the plies and tags of the partner board to the half match.
    pub edits: EditSet,
}

/// Half a match, converted back to the board that was imported.
struct HalfMatch<'t> {
    candidate: HalfMatchCandidate<'t>,
    record: Record,
    board: BoardId,
    game: BoardGame,
}

/// Finds the half matches in `list` whose partner boards are in `new`, and returns the edits that complete them. Plies
/// are only inserted, never changed. A tag is replaced only if its value is unknown or depends on the partner board.
/// The reason and the result after the moves are replaced only if they are unchanged since the import.
pub fn completions(
    list: &[HalfMatchCandidate<'_>],
    new: &[HalfMatchCandidate<'_>],
) -> Vec<Completion> {
    let new: Vec<_> = new.iter().filter_map(|candidate| HalfMatch::read(*candidate)).collect();
    if new.is_empty() {
        return Vec::new();
    }
    let mut halves: Vec<_> =
        list.iter().filter_map(|candidate| HalfMatch::read(*candidate)).collect();
    let old_count = halves.len();
    halves.extend(new);
    let games: Vec<BoardGame> = halves.iter().map(|half| half.game.clone()).collect();
    let pairs = find_pairs(&games).into_iter();
    pairs
        .filter_map(|pair| {
            let (first, second) = (pair[BoardId::A]?, pair[BoardId::B]?);
            let (old, new) = (first.min(second), first.max(second));
            if old >= old_count || new < old_count {
                return None;
            }
            let (old, new) = (&halves[old], &halves[new]);
            let edits = old.completion_edits(&new.game)?;
            Some(Completion {
                place: old.candidate.place,
                partner_record: new.candidate.place,
                edits,
            })
        })
        .collect()
}

impl<'t> HalfMatch<'t> {
    /// Reads `candidate`. Returns `None` if the record is not half a match or cannot be converted back to the imported
    /// board.
    fn read(candidate: HalfMatchCandidate<'t>) -> Option<Self> {
        let text = candidate.text;
        // Searching is much faster than parsing, and most records are whole.
        let contains = |name: &[u8]| memchr::memmem::find(text, name).is_some();
        if !contains(b"[WhiteA \"\"]") && !contains(b"[WhiteB \"\"]") {
            return None;
        }
        let record = Record::parse(text);
        let tag = |name: &str| record.tag_text(text, name).unwrap_or_default().trim().to_owned();
        let names = |board: BoardId| {
            ["White", "Black"].map(|color| tag(&format!("{color}{}", board.letter())))
        };
        let has_player = |board: &BoardId| names(*board).iter().any(|name| !name.is_empty());
        let mut named_boards = BoardId::ALL.into_iter().filter(has_player);
        let (Some(board), None) = (named_boards.next(), named_boards.next()) else { return None };
        let is_alone = record.plies.iter().all(|ply| ply.seat.board() == board);
        // Plies that could not be played are only in a comment, so such a board cannot be converted back.
        let has_all_plies = memchr::memmem::find(text, write::UNPLAYED.as_bytes()).is_none();
        if !is_alone || !has_all_plies || record.unreadable_ply.is_some() {
            return None;
        }
        let letter = board.letter();
        let board_tag = |name: &str| tag(&format!("{name}{letter}"));
        let non_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        let control_text = tag("TimeControl");
        let reason = tag("Termination");
        let without_placeholder =
            |text: String| if text.contains('?') { String::new() } else { text };
        let game = BoardGame {
            id: board_tag("GameId").parse().ok(),
            uuid: non_empty(board_tag("GameUuid")),
            partner: BoardRef::from_address(&tag(&format!("Link{}", board.other().letter()))),
            address: non_empty(board_tag("Link")),
            players: ["White", "Black"].map(|color| BoardPlayer {
                name: board_tag(color),
                rating: tag(&format!("{color}{letter}Elo")),
                title: tag(&format!("{color}{letter}Title")),
            }),
            plies: record.plies.iter().map(BoardPly::from).collect(),
            control: TimeControl::parse(&control_text),
            control_text,
            event: without_placeholder(tag("Event")),
            site: without_placeholder(tag("Site")),
            date: without_placeholder(tag("Date")),
            end_time: tag("EndTime"),
            result: record.ending.result.map(|result| of_match(result, board)),
            ended_by_partner: reason.contains("partner"),
            reason,
            fen: None,
            origin: BoardOrigin::Pgn,
            ..BoardGame::default()
        };
        // A `FEN` tag of the record describes both boards, so the single board cannot be converted back.
        if record.tag(text, "FEN").is_some() {
            return None;
        }
        Some(Self { candidate, record, board, game })
    }

    /// Returns the edits that add the board `other`. Returns `None` if a ply of this half match cannot be played, or if
    /// the encoding lacks a character.
    fn completion_edits(&self, other: &BoardGame) -> Option<EditSet> {
        let games =
            ByBoard::from_fn(|board| Some(if board == self.board { &self.game } else { other }));
        let mut notes = Vec::new();
        let order = in_order(&games, &mut notes);
        if order.placed[self.board] != self.game.plies.len() {
            return None;
        }
        let mut edits = self.tag_and_ending_edits(&games, &order)?;
        edits.extend(self.ply_edits(&games, &order)?);
        EditSet::new(edits).ok()
    }

    /// Returns the edits that insert the plies of the partner board between those of this board. Returns `None` if the
    /// encoding lacks a character.
    fn ply_edits(&self, games: &Games<'_>, order: &Order) -> Option<Vec<Edit>> {
        let mut before: Vec<Vec<String>> = vec![Vec::new()];
        for OrderedPly { board, text } in &order.plies {
            if *board == self.board {
                before.push(Vec::new());
            } else if let Some(words) = before.last_mut() {
                words.push(text.clone());
            }
        }
        let other = self.board.other();
        let unplayed = games[other].and_then(|game| write::unplayed(game, other, order));
        before.last_mut()?.extend(unplayed);
        let mut wrap = Wrap { half: self, at: 0, column: 0 };
        let mut edits = Vec::new();
        let mut gaps = (0..).zip(&before).filter(|(_, words)| !words.is_empty()).peekable();
        while let Some((index, words)) = gaps.next() {
            let next_ply = gaps.peek().and_then(|(index, _)| self.record.plies.get(*index));
            let next_gap = next_ply.map_or(usize::MAX, |ply| ply.span.start as usize);
            match self.record.plies.get(index) {
                Some(ply) => {
                    let start = ply.span.start;
                    let next = self.line_from(start as usize, next_gap);
                    edits.push(wrap.insert(start, words, "", next)?);
                }
                None => {
                    let (end, separator) = self.end_of_plies();
                    let next = self.line_from(end as usize, next_gap);
                    let mut edit = wrap.insert(end, words, separator, next)?;
                    match self.candidate.text.get(end as usize) {
                        Some(b' ') => edit.span.end += 1,
                        Some(byte) if !byte.is_ascii_whitespace() => {}
                        _ => edit.insert.truncate(edit.insert.trim_ascii_end().len()),
                    }
                    edits.push(edit);
                }
            }
        }
        Some(edits)
    }

    /// Returns the number of bytes from `at` to `end` or to the end of the line, whichever comes first. Blanks at
    /// either end of this range do not count.
    fn line_from(&self, at: usize, end: usize) -> usize {
        let rest = &self.candidate.text[at..end.clamp(at, self.candidate.text.len())];
        let line = memchr::memchr2(b'\n', b'\r', rest).map_or(rest, |end| &rest[..end]);
        line.trim_ascii().len()
    }

    /// Returns the offset at which further plies are inserted, and the separator before these plies. The offset is
    /// after the last ply and its notes, or after the tags if there is neither.
    fn end_of_plies(&self) -> (u32, &'static str) {
        let Record { plies, notes, tags, .. } = &self.record;
        let limit = self.record.start_of_ending().unwrap_or(u32::MAX);
        let ply = plies.last().map(|ply| ply.span.end);
        let last_note = notes.iter().rfind(|note| note.span.end <= limit);
        let note = last_note.filter(|note| Some(note.span.end) > ply);
        let is_line = note.is_some_and(|note| {
            matches!(note.kind, NoteKind::LineComment | NoteKind::Escape | NoteKind::Stray)
        });
        match (note.map(|note| note.span.end).or(ply), tags.last()) {
            (Some(end), _) if is_line => (end, "\n"),
            (Some(end), _) => (end, " "),
            (None, Some(tag)) => (tag.span.end, "\n\n"),
            (None, None) => (0, ""),
        }
    }

    /// Returns the edits of the tags and of the ending, that is, the reason and result. Adds the tags of the partner
    /// board. Replaces tags that are unknown or depend on the partner board, and the reason and result after the moves
    /// if they are unchanged since the import. Returns `None` if the encoding lacks a character.
    fn tag_and_ending_edits(&self, games: &Games<'_>, order: &Order) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        let alone = ByBoard::from_fn(|board| if board == self.board { games[board] } else { None });
        let [before, after] = [&alone, games].map(|games| tags::outcome(games, &mut Vec::new()));
        let (text, encoding) = (self.candidate.text, self.candidate.encoding);
        let mut end = None;
        let mut added = String::new();
        for (name, value) in tags::match_tags(games, &order.start, &after) {
            let Some(tag) = self.record.find_tag(text, name.as_str()) else {
                added += &format!("\n{}", tags::line(&name, &value));
                continue;
            };
            self.insert_tag_lines(&mut added, end, &mut edits)?;
            end = Some(tag.span.end);
            let old = self.record.unescape(tag.value.of(text));
            let is_unknown = !old.contains(|c: char| c.is_alphanumeric());
            let is_ending_tag = ["Termination", "Result"].contains(&name.as_str());
            let is_partner_link =
                name.starts_with("Link") && name.ends_with(self.board.other().letter());
            let is_replaceable = is_ending_tag && self.game.ended_by_partner || is_partner_link;
            if old != value && (is_unknown || is_replaceable) {
                let insert = encoding.encode(&escape(&value)).ok()?.into_owned();
                edits.push(Edit { span: tag.value, insert });
            }
        }
        self.insert_tag_lines(&mut added, end, &mut edits)?;
        let ending = &self.record.ending;
        let reasons = [&before, &after].map(|outcome| without_braces(&outcome.reason));
        let reason = encoding.decode(ending.reason.of(text));
        if reason == reasons[0] && reasons[0] != reasons[1] && !reason.is_empty() {
            let insert = encoding.encode(&reasons[1]).ok()?.into_owned();
            edits.push(Edit { span: ending.reason, insert });
        }
        if ending.result == Some(before.result) && after.result != before.result {
            let insert = after.result.text().as_bytes().to_vec();
            edits.push(Edit { span: ending.result_span, insert });
        }
        Some(edits)
    }

    /// Inserts the tag lines `added` after the tag that ends at `end`, or after the first tag if `end` is `None`. Then
    /// clears `added`. Returns `None` if there is no tag or the encoding lacks a character.
    fn insert_tag_lines(
        &self,
        added: &mut String,
        end: Option<u32>,
        edits: &mut Vec<Edit>,
    ) -> Option<()> {
        if !added.is_empty() {
            let end = end.or(self.record.tags.first().map(|tag| tag.span.end))?;
            edits.push(Edit { span: Span::at(end), insert: self.encoded(added)? });
            added.clear();
        }
        Some(())
    }

    /// Encodes `words` like the record, with the same kind of line end. Returns `None` if the encoding lacks a
    /// character.
    fn encoded(&self, words: &str) -> Option<Vec<u8>> {
        let words = match line_end(self.candidate.text) {
            Some(b"\r\n") => words.replace('\n', "\r\n"),
            Some(b"\r") => words.replace('\n', "\r"),
            _ => words.to_owned(),
        };
        self.candidate.encoding.encode(&words).ok().map(std::borrow::Cow::into_owned)
    }
}

/// Inserts words into the text of a half match and wraps the lines.
struct Wrap<'h, 't> {
    half: &'h HalfMatch<'t>,
    /// The offset in the old text at which the column is `column`.
    at: usize,
    /// The column at `at`, including the insertions on its line.
    column: usize,
}

impl Wrap<'_, '_> {
    /// Inserts `words` at `at`, with `separator` before the first word and a blank or line break after each word.
    /// `next` is the number of bytes of old text that follow on the same line. Returns `None` if the encoding lacks
    /// a character.
    fn insert(&mut self, at: u32, words: &[String], separator: &str, next: usize) -> Option<Edit> {
        let old = &self.half.candidate.text[self.at..at as usize];
        match memchr::memrchr2(b'\n', b'\r', old) {
            Some(end) => self.column = old.len() - end - 1,
            None => self.column += old.len(),
        }
        self.at = at as usize;
        let column = if separator.contains('\n') { 0 } else { self.column };
        let mut lines = Lines { text: separator.trim_matches(' ').to_owned(), column };
        for (index, word) in words.iter().enumerate() {
            let length = word.chars().count();
            if index > 0 || separator == " " {
                lines.space_before(length);
            } else if column > 0 && column + length > write::MAX_LINE_WIDTH {
                lines.break_line();
            }
            lines.push(word);
        }
        lines.space_before(next);
        self.column = lines.column;
        let blank = lines.text.starts_with('\n') && old.ends_with(b" ");
        let span = Span::new(at - u32::from(blank), at);
        Some(Edit { span, insert: self.half.encoded(&lines.text)? })
    }
}
