//! Editing of plies: correcting a move or a clock, deleting plies, inserting and adding them.

use super::{
    AddedPly, ChangeError, Document, EditResult,
    place::{MAX_LINE_WIDTH, RecordEditor},
};
use crate::{
    file::{Edit, Span},
    notation::{Clock, KnownTag, NoteKind, PlyName, Seconds, read_time},
    replay::Point,
    rules::{BoardId, Move, Position, San, Seat},
};
use std::cmp::Reverse;

/// A legal move that could replace the move of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move in SAN, with `+` or `#`.
    pub san: String,
    pub mv: Move,
}

/// Returns the legal moves that could replace ply `index` of `document`, the most similar first: moves to the same
/// square, then moves of the same kind of piece, then all others. Moves of equal similarity are sorted by SAN. The list
/// is empty if there is no such ply, or if an earlier ply is illegal.
pub fn alternatives(document: &Document, index: usize) -> Vec<Alternative> {
    let Some(ply) = document.record().plies.get(index) else { return Vec::new() };
    if index > document.played().plies.len() {
        return Vec::new();
    }
    let position = document.played().position_after(index);
    let (role, to) = match ply.san {
        San::Normal { role, to, .. } => (Some(role), Some(to)),
        San::Drop { role, to } => (role, Some(to)),
        San::Castle(_) => (None, None),
    };
    let mut moves: Vec<Alternative> = position
        .legal_moves(ply.seat)
        .into_iter()
        .map(|mv| Alternative { san: san_text(&position, ply.seat, mv), mv })
        .collect();
    moves.sort_by_cached_key(|other| {
        let same_square = to == Some(other.mv.to());
        let same_role = match other.mv {
            Move::Normal { role: r, .. } | Move::Drop { role: r, .. } => role == Some(r),
            Move::EnPassant { .. } | Move::Castle { .. } => false,
        };
        (Reverse(same_square), Reverse(same_role), other.san.clone())
    });
    moves
}

pub(super) fn san_text(position: &Position, seat: Seat, mv: Move) -> String {
    let san = position.board_of(seat).san(mv);
    format!("{san}{}", position.board_of(seat).after_move(mv).claim().suffix())
}

impl RecordEditor<'_> {
    /// Returns the edits that replace the move of ply `index` with `san`. A glyph written without a space after the old
    /// move stays.
    pub fn replace_move(&self, index: usize, san: &str) -> EditResult {
        let record = self.document.record();
        let ply = record.plies.get(index).ok_or(ChangeError::NoPly(index + 1))?;
        let parsed = San::parse(san.trim().as_bytes()).map_err(ChangeError::NoMove)?;
        if index > self.document.played().plies.len() {
            return Err(ChangeError::Unreached);
        }
        let position = self.document.played().position_after(index);
        let mv = position.resolve(ply.seat, &parsed.san).map_err(ChangeError::Illegal)?;
        let glyph_start = record
            .notes
            .iter()
            .find(|note| {
                note.kind == NoteKind::Annotation
                    && note.span.start > ply.san_span.start
                    && note.span.end <= ply.san_span.end
            })
            .map_or(ply.san_span.end, |note| note.span.start);
        Ok(vec![Edit {
            span: Span::new(ply.san_span.start, glyph_start),
            insert: san_text(&position, ply.seat, mv).into_bytes(),
        }])
    }

    /// Returns the edits that set the clock of ply `index`, in the format of the old clock. If `clock` is empty, they
    /// remove the clock.
    pub fn replace_clock(&self, index: usize, clock: &str) -> EditResult {
        let plies = &self.document.record().plies;
        let ply = plies.get(index).ok_or(ChangeError::NoPly(index + 1))?;
        let clock = clock.trim();
        if clock.is_empty() {
            return Ok(if ply.clock_span.is_empty() {
                Vec::new()
            } else {
                vec![self.remove_span(ply.clock_span)]
            });
        }
        let (ms, whole) = read_time(clock.as_bytes()).ok_or(ChangeError::NoClock)?;
        if ply.clock_span.is_empty() {
            return Ok(vec![Edit::insertion(
                ply.san_span.end,
                format!("{{{}}}", Seconds { ms, whole }),
            )]);
        }
        let number = clock_digits(self.text(), ply.clock_span);
        let old = number.of(self.text());
        if read_time(old).is_some_and(|(old, _)| old == ms) {
            return Ok(Vec::new());
        }
        let written = if old.contains(&b':') {
            hours_text(ms)
        } else {
            Seconds { ms, whole: whole && !old.contains(&b'.') }.to_string()
        };
        Ok(vec![Edit { span: number, insert: written.into_bytes() }])
    }

    /// Returns the edits that delete ply `index` and all plies after it, with their notes and lag. The reason and the
    /// result stay. Variations on the deleted plies become text in the comment on the previous ply.
    pub fn delete_from(&self, index: usize) -> EditResult {
        let record = self.document.record();
        let deleted_span = self.span_of_plies(index)?;
        let deletes_all = index == 0 && record.notes.iter().all(|note| note.after > 0);
        let mut edits = vec![if deletes_all {
            // The empty line after the tags stays.
            Edit::removal(Span::new(deleted_span.start, self.skip_blanks(deleted_span.end)))
        } else {
            self.remove_with_blanks(deleted_span)
        }];
        let lags: Vec<_> = record.lag(self.text()).collect();
        if lags.len() == record.plies.len()
            && let Some(tag) = record.find_tag(self.text(), KnownTag::Lag)
        {
            let start = end_of_numbers(self.text(), tag.value, index);
            edits.push(Edit::removal(Span::new(start, tag.value.end)));
        }
        edits.extend(self.variations_as_text(index)?);
        Ok(edits)
    }

    /// Returns the edits that add `mv` of `seat` after the last ply, in the format of the existing plies.
    pub fn add_ply(&self, seat: Seat, mv: Move, clock_ms: Option<i32>) -> EditResult {
        self.add_plies(&[AddedPly { seat, mv, clock_ms }])
    }

    /// Returns the edits that add `plies` after the last ply, in the format of the existing plies. Lines are wrapped.
    pub fn add_plies(&self, plies: &[AddedPly]) -> EditResult {
        let played = self.document.played();
        if played.cut_short {
            return Err(ChangeError::Unreached);
        }
        let end = self.document.record().plies.len();
        let mut position = played.position_after(played.plies.len());
        let mut names: [Option<PlyName>; 2] =
            BoardId::ALL.map(|board| self.document.last_ply_on(&Point::Match(end), board));
        let mut text = Vec::new();
        let mut column = 0;
        for &AddedPly { seat, mv, clock_ms } in plies {
            if !position.legal_moves(seat).contains(&mv) {
                return Err(ChangeError::NotNow);
            }
            let last = &mut names[seat.board() as usize];
            let name = self.document.name_after(*last, seat);
            *last = Some(name);
            let clock = clock_ms.map_or_else(String::new, |ms| self.clock_words(ms));
            let words = format!("{name}. {}{clock}", san_text(&position, seat, mv));
            position.play(seat, mv);
            if column > 0 && column + 1 + words.len() > MAX_LINE_WIDTH {
                text.extend_from_slice(self.line_end());
                column = 0;
            } else if column > 0 {
                text.push(b' ');
                column += 1;
            }
            column += words.len();
            text.extend_from_slice(words.as_bytes());
        }
        Ok(if text.is_empty() { Vec::new() } else { vec![self.insert_after_plies(&text)] })
    }

    /// Formats a clock in the format of the existing clocks.
    fn clock_words(&self, ms: i32) -> String {
        let plies = &self.document.record().plies;
        let last = plies.iter().rfind(|ply| !ply.clock_span.is_empty());
        let whole = last.is_some_and(|ply| matches!(ply.clock, Clock::Left { whole: true, .. }));
        let has_space = last.is_some_and(|ply| ply.clock_span.start > ply.san_span.end);
        let blank = if has_space { " " } else { "" };
        format!("{blank}{{{}}}", Seconds { ms, whole: whole && ms % 1000 == 0 })
    }

    /// Returns the edits that insert `mv` of `seat` before ply `index`. All other plies stay. The later plies of the
    /// seat are renumbered as far as the inserted number pushes them; a gap in the numbers ends this.
    pub fn insert_ply(&self, index: usize, seat: Seat, mv: Move) -> EditResult {
        let record = self.document.record();
        let Some(next) = record.plies.get(index) else { return self.add_ply(seat, mv, None) };
        let played = self.document.played();
        if index > played.plies.len() {
            return Err(ChangeError::Unreached);
        }
        let position = played.position_after(index);
        if !position.legal_moves(seat).contains(&mv) {
            return Err(ChangeError::NotHere);
        }
        let name = self.document.next_name(&Point::Match(index), seat);
        let words = format!("{name}. {}", san_text(&position, seat, mv));
        let between = self.separator(next.span.start, words.len());
        let mut edits =
            vec![Edit::insertion(next.span.start, [words.as_bytes(), between].concat())];
        let mut last = name.number;
        for ply in record.plies[index..].iter().filter(|ply| ply.seat == seat) {
            let digits = leading_digits(self.text(), ply.span);
            if digits.is_empty() || ply.number > last {
                break;
            }
            last = last.saturating_add(1);
            edits.push(Edit { span: digits, insert: last.to_string().into_bytes() });
        }
        if record.lag(self.text()).count() == record.plies.len()
            && let Some(tag) = record.find_tag(self.text(), KnownTag::Lag)
        {
            let at = end_of_numbers(self.text(), tag.value, index);
            edits.push(Edit::insertion(at, if index == 0 { "0 " } else { " 0" }));
        }
        Ok(edits)
    }
}

/// Returns the span of the digits at the start of `span`.
fn leading_digits(text: &[u8], span: Span) -> Span {
    let digits = span.of(text).iter().take_while(|byte| byte.is_ascii_digit()).count();
    Span::from_offsets(0, digits).shifted(span.start)
}

/// Returns the offset of the end of number `count` in `value`, the value of the `Lag` tag. For 0, this is the start.
fn end_of_numbers(text: &[u8], value: Span, count: usize) -> u32 {
    let bytes = value.of(text);
    let mut at = 0;
    for _ in 0..count {
        let rest = &bytes[at..];
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let number =
            rest[blanks..].iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len() - blanks);
        at += blanks + number;
    }
    value.start + u32::try_from(at).unwrap_or(0)
}

/// Returns the span of the number or time within a clock: in `{[%clk 0:02:58]}`, that of `0:02:58`.
fn clock_digits(text: &[u8], clock: Span) -> Span {
    let bytes = clock.of(text);
    let names: [&[u8]; 3] = [b"%clk", b"%emt", b"ts="];
    let after_name = names
        .iter()
        .find_map(|name| {
            let at = bytes.windows(name.len()).position(|part| part == *name)?;
            Some(at + name.len())
        })
        .unwrap_or(0);
    let is_figure = |byte: &u8| byte.is_ascii_digit() || b":.-".contains(byte);
    let start =
        bytes[after_name..].iter().position(is_figure).map_or(after_name, |at| after_name + at);
    let len = bytes[start..].iter().take_while(|byte| is_figure(byte));
    let end = start + len.count();
    Span::from_offsets(start, end).shifted(clock.start)
}

/// Formats milliseconds as hours, minutes and seconds: `0:02:58.1`. There are as many decimals as needed.
fn hours_text(ms: i32) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let ms = ms.unsigned_abs();
    let s = ms / 1000;
    let text = format!("{sign}{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    let decimals = format!("{:03}", ms % 1000);
    match decimals.trim_end_matches('0') {
        "" => text,
        decimals => format!("{text}.{decimals}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_round_trip() {
        let seconds = |ms, whole| Seconds { ms, whole }.to_string();
        for ms in [0, 7, 178_839, 298_210, -576, 3_723_100] {
            assert_eq!(read_time(seconds(ms, false).as_bytes()), Some((ms, false)));
        }
        assert_eq!(seconds(298_000, true), "298");
        assert_eq!(hours_text(178_100), "0:02:58.1");
        assert_eq!(hours_text(3_723_000), "1:02:03");
    }
}
