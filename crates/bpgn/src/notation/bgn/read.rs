//! Conversion from BGN to BPGN.

use super::{
    Bgn, BgnInfo, BgnLine, BgnMove, BgnNote, Seconds,
    json::{FILE, QUALITIES},
    text::{NoteContext, contains_reason, single_token, write_brace, write_text, write_unplayed},
};
use crate::notation::{GameResult, KnownTag, PlyName, Problem, Record, TokenKind, escape};
use bughouse::{BoardId, ByBoard, Seat};
use serde_json::{Map, Value};
use std::{collections::HashSet, fmt::Write as _};

/// The tags of a game of chess, each with the tag of the same player on board A.
const CHESS_TAGS: [(KnownTag, KnownTag); 4] = [
    (KnownTag::White, KnownTag::WhiteA),
    (KnownTag::Black, KnownTag::BlackA),
    (KnownTag::WhiteElo, KnownTag::WhiteAElo),
    (KnownTag::BlackElo, KnownTag::BlackAElo),
];

impl Bgn {
    /// Converts the match to one BPGN record. Places a game of chess on board A.
    pub fn to_bpgn(&self) -> String {
        self.to_bpgn_with_places().0
    }

    /// Like [`Bgn::to_bpgn`], but also returns the offset of each ply in the record.
    pub fn to_bpgn_with_places(&self) -> (String, Vec<usize>) {
        let mut out = String::new();
        let mut places = Vec::with_capacity(self.moves.len());
        self.write_tags(&mut out);
        out.push('\n');
        // If BGN has no reason for the result, the parser must not read the last brace as the reason.
        let lacks_reason = self.bgn.reason.is_none();
        let is_last = lacks_reason && self.moves.is_empty();
        let context = NoteContext { is_last, ..NoteContext::default() };
        self.bgn.a.iter().for_each(|note| write_note(note, context, &mut out));
        let mut due = ByBoard::from_fn(PlyName::first);
        let writes_lag = self.has_lag_on_plies();
        let writes_elapsed = self.has_only_elapsed_times();
        for (index, ply) in self.moves.iter().enumerate() {
            places.push(out.len());
            let board = ply.b.unwrap_or(BoardId::A);
            let name = match ply.n.as_deref().and_then(PlyName::parse) {
                Some(name) if name.seat.board() == board => name,
                _ => due[board],
            };
            due[board] = name.next();
            let times = PlyTimes {
                lag: if writes_lag { ply.lag } else { None },
                elapsed: if writes_elapsed { ply.et } else { None },
            };
            let is_last_ply = index + 1 == self.moves.len();
            let is_last = lacks_reason && is_last_ply;
            let unplayed = self.bgn.unplayed.as_deref();
            let is_repeated =
                is_last_ply && unplayed.is_some_and(|unplayed| is_repeated(ply, name, unplayed));
            let ply = if is_repeated {
                // The parser would drop the first unplayed move as a repetition of this ply. Write this ply's move in
                // its long form, so that the two differ.
                &BgnMove { san: None, ..ply.clone() }
            } else {
                ply
            };
            write_ply(ply, name, times, is_last, &mut out);
        }
        if let Some(unplayed) = &self.bgn.unplayed {
            let start = out.len();
            write_unplayed(unplayed, &mut out);
            if self.has_same_ending(&out) {
                out.push('\n');
                return (out, places);
            }
            if lacks_reason && self.bgn.moves_result.is_some() && contains_reason(&out, start) {
                // The parser must not read the last brace of the unplayed text as the reason for the result.
                out.push_str("{} ");
            }
        }
        if let Some(reason) = &self.bgn.reason {
            write_brace("", reason, &mut out);
        }
        let displayed_result = if self.is_bughouse() { None } else { self.bgn.result.as_deref() };
        if let Some(result) = self.bgn.moves_result.as_deref().or(displayed_result) {
            out.push_str(result);
        }
        let end = out.trim_end().len();
        out.truncate(end);
        out.push_str("\n\n");
        (out, places)
    }

    /// Returns whether `bpgn`, which ends with unplayed text, already contains the result and its reason. Writing both
    /// again would add a second result.
    fn has_same_ending(&self, bpgn: &str) -> bool {
        let record = Record::parse(bpgn.as_bytes());
        let result = record.ending.result.map(GameResult::text);
        let reason = self.bgn.reason.as_deref().unwrap_or_default();
        result.is_some()
            && result == self.bgn.moves_result.as_deref()
            && record.reason(bpgn.as_bytes()) == reason
    }

    fn is_bughouse(&self) -> bool {
        self.moves.iter().any(|ply| ply.b.is_some())
            || self.bgn.players.is_some()
            || self.has_tag(KnownTag::WhiteA)
    }

    fn has_tag(&self, tag: KnownTag) -> bool {
        self.pgn.keys().any(|name| tag.is_named(name))
    }

    /// Returns whether this is a game of chess whose only times are `et`. Returns `false` for a bughouse match: there,
    /// `et` may be computed instead of recorded, as when Tandem writes BGN.
    fn has_only_elapsed_times(&self) -> bool {
        !self.is_bughouse()
            && (self.moves.iter()).all(|ply| (ply.clk, ply.emt, ply.ts) == (None, None, None))
    }

    /// Returns the tags that are missing in `pgn` but follow from the values in `bgn`.
    fn missing_tags(&self) -> Vec<(KnownTag, String)> {
        let mut missing = Vec::new();
        let info = &self.bgn;
        if let Some(Value::String(date)) = &info.event_date {
            let day = date.split('T').next().unwrap_or_default();
            missing.push((KnownTag::Date, day.replace('-', ".")));
        }
        if let Some(players) = &info.players {
            let all = [&players.white_a, &players.black_a, &players.white_b, &players.black_b];
            for (seat, player) in Seat::ALL.into_iter().zip(all) {
                let (name, rating) = (KnownTag::player(seat), KnownTag::rating(seat));
                let full_name = || name_of(&player.rest);
                missing.extend(player.nick.clone().or_else(full_name).map(|nick| (name, nick)));
                missing.extend(player.rating.map(|elo| (rating, elo.to_string())));
            }
        }
        for (member, name, rating) in [
            ("white", KnownTag::White, KnownTag::WhiteElo),
            ("black", KnownTag::Black, KnownTag::BlackElo),
        ] {
            if let Some(Value::Object(player)) = info.rest.get(member) {
                missing.extend(name_of(player).map(|player| (name, player)));
                let elo = player.get("rating").and_then(Value::as_u64);
                missing.extend(elo.map(|elo| (rating, elo.to_string())));
            }
        }
        if let Some(control) = &info.time_control {
            let seconds = [control.initial.ms / 1000, control.increment.ms / 1000];
            missing.push((KnownTag::TimeControl, format!("{}+{}", seconds[0], seconds[1])));
        }
        missing.retain(|(tag, value)| !self.has_tag(*tag) && !value.is_empty());
        missing
    }

    /// Returns whether the lag is written beside the plies. A `Lag` tag needs a value for every ply, which is
    /// impossible if a ply has no lag or is unplayed. If there is already a `Lag` tag, returns `false`.
    fn has_lag_on_plies(&self) -> bool {
        let is_whole = self.bgn.unplayed.is_none();
        !self.has_tag(KnownTag::Lag)
            && (!is_whole || self.moves.iter().any(|ply| ply.lag.is_none()))
    }

    /// Returns whether the object has members, but no members of a match.
    pub(super) fn is_not_a_match(&self) -> bool {
        let empty = self.pgn.is_empty() && self.moves.is_empty();
        empty && self.bgn == BgnInfo::default() && !self.rest.is_empty()
    }

    fn write_tags(&self, out: &mut String) {
        let mut tags: Vec<(&str, String)> = Vec::new();
        for (name, value) in &self.pgn {
            let value = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            tags.push((name, value));
        }
        for (tag, value) in self.missing_tags() {
            tags.push((tag.name(), value));
        }
        if !self.is_bughouse() {
            for (chess_tag, board_tag) in CHESS_TAGS {
                let tag = tags.iter().find(|(name, _)| chess_tag.is_named(name));
                if let Some((_, value)) = tag.cloned() {
                    tags.push((board_tag.name(), value));
                }
            }
        }
        // Write the `Event` tag first, since it begins a new record.
        let event = KnownTag::Event.name();
        let is_event = |(name, _): &(&str, String)| name.eq_ignore_ascii_case(event);
        tags.sort_by_key(|tag| !is_event(tag));
        if !tags.first().is_some_and(is_event) {
            tags.insert(0, (event, "?".to_owned()));
        }
        if !self.moves.is_empty() && !self.has_tag(KnownTag::Lag) && !self.has_lag_on_plies() {
            let lags = self.moves.iter().filter_map(|ply| Some(ply.lag?.ms.to_string()));
            tags.push((KnownTag::Lag.name(), lags.collect::<Vec<_>>().join(" ")));
        }
        let mut names: HashSet<String> = HashSet::new();
        for (name, value) in tags {
            // BGN writes tag names in lower case, but BPGN begins them with a capital letter.
            let mut letters =
                name.chars().filter(|c| !c.is_ascii_whitespace() && !"]\"".contains(*c));
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            let name: String = first.into_iter().chain(letters).collect();
            // Skip repeated names; a second `Event` would begin another record.
            if names.insert(name.to_ascii_lowercase()) {
                write_tag(&name, &value, out);
            }
        }
    }
}

/// Writes a tag. Replaces line breaks in the value by spaces if the tag would not be read back otherwise.
fn write_tag(name: &str, value: &str, out: &mut String) {
    let start = out.len();
    let _ = write!(out, "[{name} \"{}\"]", escape(value));
    if single_token(out, start) != Some(TokenKind::Tag) {
        out.truncate(start);
        let _ = write!(out, "[{name} \"{}\"]", escape(&value.replace(['\r', '\n'], " ")));
    }
    out.push('\n');
}

/// Returns the name of a player, in full if possible (`Roosevelt, Theodore`), or `None` if there is no name.
fn name_of(player: &Map<String, Value>) -> Option<String> {
    let part = |name: &str| player.get(name).and_then(Value::as_str);
    match (part("last"), part("first"), part("nick")) {
        (Some(last), Some(first), _) => Some(format!("{last}, {first}")),
        (last, first, nick) => last.or(nick).or(first).map(str::to_owned),
    }
}

/// The times of a ply that are written only for some matches. A time that is `None` is not written.
#[derive(Clone, Copy)]
struct PlyTimes {
    lag: Option<Seconds>,
    elapsed: Option<Seconds>,
}

/// Returns whether the parser would drop the first of the `unplayed` plies as a repetition of `ply`.
fn is_repeated(ply: &BgnMove, name: PlyName, unplayed: &str) -> bool {
    let text = format!("{name}. {} {unplayed}", san(ply));
    let first = Record::parse(text.as_bytes()).issues.first().map(|issue| issue.problem);
    first == Some(Problem::Repeated(name))
}

fn write_ply(ply: &BgnMove, name: PlyName, times: PlyTimes, is_last: bool, out: &mut String) {
    let _ = write!(out, "{name}. {}", san(ply));
    let before = out.len();
    if let Some(clock) = ply.clk {
        let _ = write!(out, "{{{clock}}}");
    } else if let Some(spent) = ply.emt {
        let _ = write!(out, "{{[%emt {spent}]}}");
    } else if let Some(at) = ply.ts.or(times.elapsed) {
        let _ = write!(out, "{{[ts={at}]}}");
    }
    let context = NoteContext { clock_open: out.len() == before, is_last };
    if let Some(lag) = times.lag {
        let _ = write!(out, "{{L:{}}}", lag.ms);
    }
    out.push(' ');
    ply.a.iter().for_each(|note| write_note(note, context, out));
}

/// Returns the move in SAN, derived from its parts if `san` is missing.
fn san(ply: &BgnMove) -> String {
    if let Some(san) = &ply.san {
        return san.split_whitespace().collect();
    }
    let piece = ply.p.as_str();
    if ply.drop {
        return format!("{piece}@{}", ply.t);
    }
    if ply.castle {
        let short = ply.t > *ply.f.as_ref().unwrap_or(&ply.t);
        return if short { "O-O" } else { "O-O-O" }.to_owned();
    }
    let letter = if piece.eq_ignore_ascii_case("P") { "" } else { piece };
    let capture = if ply.x.is_some() { "x" } else { "" };
    let from = ply.f.as_deref().unwrap_or_default();
    let promotion = ply.promote.as_ref().map(|role| format!("={role}"));
    let check = if ply.c.is_some() { "+" } else { "" };
    format!("{letter}{from}{capture}{}{}{check}", ply.t, promotion.unwrap_or_default())
}

/// Returns the annotator and date of a note in brackets, such as `[AA7 2022-03-04] `; empty if the note has neither.
/// The annotator `FILE` is left out: it stands for the file itself.
fn note_source(note: &BgnNote) -> String {
    let date = match note.rest.get("date") {
        Some(Value::String(date)) => Some(date.clone()),
        Some(Value::Null) | None => None,
        Some(other) => Some(other.to_string()),
    };
    let annotator = note.id.clone().filter(|id| id != FILE);
    let words: Vec<String> = annotator.into_iter().chain(date).collect();
    if words.is_empty() {
        return String::new();
    }
    format!("[{}] ", words.join(" "))
}

fn write_note(note: &BgnNote, context: NoteContext, out: &mut String) {
    if note.q == Some(0) && note.glyph.is_none() {
        out.push_str("$0 ");
    }
    let quality = QUALITIES.iter().find(|(q, _)| Some(*q) == note.q);
    if let Some(glyph) = quality.map(|(_, glyph)| *glyph).or(note.glyph.as_deref()) {
        write_brace("A:", glyph, out);
    }
    let note_source = note_source(note);
    if let Some(comment) = &note.comment {
        write_brace("C:", &format!("{note_source}{comment}"), out);
    } else if !note_source.is_empty() {
        write_brace("C:", note_source.trim_end(), out);
    }
    if note.diagram {
        out.push_str("{D:} ");
    }
    if let Some(text) = &note.text {
        write_text(text, context, out);
    }
    if let Some(line) = &note.alt {
        write_line(line, out);
    }
}

fn write_line(line: &BgnLine, out: &mut String) {
    out.push_str("( ");
    for words in [&line.name, &line.comment].into_iter().flatten() {
        write_brace("", words, out);
    }
    for ply in &line.moves {
        let _ = write!(out, "{} ", san(ply));
        ply.a.iter().for_each(|note| write_note(note, NoteContext::default(), out));
    }
    out.push_str(") ");
}
