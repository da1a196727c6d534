//! Converts a match to BGN, and finds contradictions between BGN and the moves played.

use crate::Span;
use crate::{
    notation::{
        BGN_FILE as FILE, BGN_QUALITIES as QUALITIES, Bgn, BgnInfo, BgnMove, BgnNote, BgnPlayer,
        BgnPlayers, BgnTimeControl, Clock, KnownTag, Note, NoteKind, PlyName, Record, Seconds, Tag,
        TokenKind, tokens,
    },
    replay::Match,
};
use bughouse::{ByBoard, BySeat, Move, Position, Role, Seat, castled};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// Converts `played`, the replay of `record`, to BGN. `text` holds the bytes of `record`, and `times_ms` the match
/// times of the plies in milliseconds. Plies beyond the end of `times_ms` get no time.
pub fn bgn_of(record: &Record, text: &[u8], played: &Match, times_ms: &[u32]) -> Bgn {
    let writer = Writer { record, text };
    let mut position = played.set_up.position.clone();
    let mut checks = BySeat::from_fn(|_| 0);
    let unplayed = writer.unplayed(played);
    let mut due = ByBoard::from_fn(PlyName::first);
    let moves = (0..played.plies.len())
        .map(|index| {
            let mut ply = ply(played, index, &position, &mut checks);
            let name = played.plies[index].name();
            let due = &mut due[name.seat.board()];
            ply.n = if *due == name { None } else { Some(name.to_string()) };
            *due = name.next();
            played.plies[index].play_on(&mut position);
            ply.et = times_ms
                .get(index)
                .map(|&ms| Seconds { ms: i32::try_from(ms).unwrap_or(i32::MAX), whole: false });
            ply.a = writer.notes_at(index + 1, unplayed);
            ply
        })
        .collect();
    let mut info = writer.info(played);
    info.a = writer.notes_at(0, unplayed);
    info.unplayed = unplayed.map(|span| writer.decode(span));
    Bgn { pgn: writer.tags(), bgn: info, moves, rest: Map::new() }
}

/// Returns whether the BGN of `played` changes or drops text of its `record`, whose bytes are `text`: stray text, an
/// unclosed brace, an invalid lag, or a repeated tag with another value.
pub fn is_reworded_as_bgn(record: &Record, text: &[u8], played: &Match) -> bool {
    let writer = Writer { record, text };
    let unplayed = writer.unplayed(played);
    let is_reworded = |note: &&Note| match note.kind {
        NoteKind::Stray => unplayed.is_none_or(|span| note.span.start < span.start),
        NoteKind::Lag => {
            let ply = (note.after as usize).checked_sub(1).and_then(|ply| played.plies.get(ply));
            let is_lag_of_ply = ply.is_some_and(|ply| {
                ply.lag_ms.is_some_and(|ms| {
                    i32::try_from(ms).is_ok()
                        && note.text.of(text).trim_ascii() == ms.to_string().as_bytes()
                })
            });
            !is_lag_of_ply && ply.is_some()
        }
        _ => writer.is_unclosed_brace(note),
    };
    // Two tags of one name differ exactly if one of them differs from the first.
    let mut first_values = HashMap::new();
    let mut is_dropped = |tag: &Tag| {
        let value = tag.value.of(text);
        *first_values.entry(tag.name.of(text).to_ascii_lowercase()).or_insert(value) != value
    };
    record.notes.iter().any(|note| is_reworded(&note)) || record.tags.iter().any(&mut is_dropped)
}

/// Converts ply `index`, which is played from `position`. `checks` counts the checks to each seat's king so far.
fn ply(played: &Match, index: usize, position: &Position, checks: &mut BySeat<u32>) -> BgnMove {
    let ply = &played.plies[index];
    let board = position.board_of(ply.seat);
    let letter = |role: Role| role.upper_char().to_string();
    let mut mv =
        BgnMove { b: Some(ply.seat.board()), san: Some(ply.san(position)), ..BgnMove::default() };
    match ply.mv {
        Move::Normal { role, from, to, promotion } => {
            mv.p = letter(role);
            mv.f = Some(from.to_string());
            mv.t = to.to_string();
            mv.promote = promotion.map(letter);
            mv.x = board.piece_at(to).map(|piece| letter(piece.role));
            mv.xp = board.is_promoted(to);
        }
        Move::EnPassant { from, to } => {
            mv.p = letter(Role::Pawn);
            mv.f = Some(from.to_string());
            mv.t = to.to_string();
            mv.x = Some(letter(Role::Pawn));
        }
        Move::Castle { king, rook } => {
            mv.p = letter(Role::King);
            mv.f = Some(king.to_string());
            mv.t = castled(king, rook).0.to_string();
            mv.castle = true;
        }
        Move::Drop { role, to } => {
            mv.p = letter(role);
            mv.t = to.to_string();
            mv.drop = true;
        }
    }
    if ply.check {
        let king = &mut checks[ply.seat.opponent()];
        *king += 1;
        mv.c = Some(*king);
    }
    match ply.clock {
        Clock::None => {}
        Clock::Left { ms, whole } => mv.clk = Some(Seconds { ms, whole }),
        Clock::Spent { ms } => mv.emt = Some(Seconds { ms, whole: false }),
        Clock::At { ms } => mv.ts = Some(Seconds { ms, whole: false }),
    }
    mv.lag = ply.lag_ms.and_then(|ms| Some(Seconds { ms: i32::try_from(ms).ok()?, whole: false }));
    mv
}

struct Writer<'r> {
    record: &'r Record,
    text: &'r [u8],
}

impl Writer<'_> {
    fn decode(&self, span: Span) -> String {
        self.record.encoding.decode(span.of(self.text)).into_owned()
    }

    /// Returns the tags by name. Of several tags whose names differ at most in case, keeps the first.
    fn tags(&self) -> Map<String, Value> {
        let mut tags: Map<String, Value> = Map::new();
        let mut names = HashSet::new();
        for tag in &self.record.tags {
            let name = self.decode(tag.name);
            if names.insert(name.to_ascii_lowercase()) {
                let value = self.record.unescape(tag.value.of(self.text));
                tags.insert(name, Value::String(value.into_owned()));
            }
        }
        tags
    }

    fn info(&self, played: &Match) -> BgnInfo {
        let (record, text) = (self.record, self.text);
        let tag = |name| record.tag_text(text, name).filter(|value| !value.is_empty());
        let player = |seat: Seat| BgnPlayer {
            nick: record.player(text, seat).map(std::borrow::Cow::into_owned),
            rating: record.rating(text, seat),
            rest: Map::new(),
        };
        let whole = |ms: i32| Seconds { ms, whole: ms % 1000 == 0 };
        let mut rest = Map::new();
        if record.notes.iter().any(|note| note.kind != NoteKind::Lag) {
            let name = tag(KnownTag::Annotator)
                .map_or(json!({}), |name| json!({ "name": { "last": name } }));
            rest.insert("sources".to_owned(), json!([{ "id": FILE, "info": name }]));
        }
        BgnInfo {
            event_date: tag(KnownTag::Date).and_then(|date| iso_date(&date)).map(Value::String),
            players: Some(BgnPlayers {
                white_a: player(Seat::WhiteA),
                black_a: player(Seat::BlackA),
                white_b: player(Seat::WhiteB),
                black_b: player(Seat::BlackB),
            }),
            time_control: record.time_control(text).map(|control| BgnTimeControl {
                initial: whole(control.initial_ms),
                increment: whole(control.increment_ms),
            }),
            result: played.ending.result.map(|result| result.text().to_owned()),
            moves_result: record.ending.result.map(|result| result.text().to_owned()),
            reason: Some(self.decode(record.ending.reason)).filter(|reason| !reason.is_empty()),
            rest,
            ..BgnInfo::default()
        }
    }

    /// Converts the notes after `plies` plies. Drops lags, the reason for the result, and all notes from the start of
    /// the span `unplayed` on.
    fn notes_at(&self, plies: usize, unplayed: Option<Span>) -> Vec<BgnNote> {
        let is_written = |note: &&Note| {
            let is_unplayed = unplayed.is_some_and(|span| note.span.start >= span.start);
            // A lag is stored in its ply instead.
            note.kind != NoteKind::Lag && !self.is_reason(note) && !is_unplayed
        };
        let notes = self.record.notes_at(plies).iter().filter(is_written);
        notes.map(|note| self.note(note)).collect()
    }

    fn note(&self, note: &Note) -> BgnNote {
        let mut written = BgnNote { id: Some(FILE.to_owned()), ..BgnNote::default() };
        match note.kind {
            NoteKind::Comment => written.comment = Some(self.decode(note.text)),
            NoteKind::Diagram if note.text.is_empty() => written.diagram = true,
            NoteKind::Annotation => {
                let glyph = self.decode(note.text);
                match QUALITIES.iter().find(|(_, known)| *known == glyph) {
                    Some((q, _)) => written.q = Some(*q),
                    None => written.glyph = Some(glyph),
                }
            }
            NoteKind::Nag if note.text.of(self.text) == b"$0" => written.q = Some(0),
            _ => written.text = Some(self.decode(note.span)),
        }
        written
    }

    /// Returns whether `note` is the reason for the result, which may be an empty brace.
    fn is_reason(&self, note: &Note) -> bool {
        note.kind == NoteKind::Brace && note.text == self.record.ending.reason
    }

    /// Returns whether `note` is an unclosed brace, which extends to the end of the record.
    fn is_unclosed_brace(&self, note: &Note) -> bool {
        note.kind == NoteKind::Brace && !note.span.of(self.text).ends_with(b"}")
    }

    /// Returns the span from the first unplayed ply to the end of the last ply or note, or `None` if every ply
    /// was played.
    fn unplayed(&self, played: &Match) -> Option<Span> {
        if !played.cut_short {
            return None;
        }
        let count = played.plies.len();
        let Record { plies, notes, unreadable_ply, .. } = self.record;
        let unreadable = notes.iter().find(|note| {
            let first = tokens(note.span.of(self.text)).next();
            note.after as usize == count
                && note.kind == NoteKind::Stray
                && first.is_some_and(|token| token.kind == TokenKind::Number)
        });
        let mut from = plies.get(count).map(|ply| ply.span.start);
        if *unreadable_ply == u32::try_from(count).ok()
            && let Some(note) = unreadable
        {
            from = Some(from.map_or(note.span.start, |next| next.min(note.span.start)));
        }
        let from = from?;
        let notes =
            notes.iter().filter(|note| !self.is_reason(note) && !self.is_unclosed_brace(note));
        let ends = notes.map(|note| note.span.end).chain(plies.iter().map(|ply| ply.span.end));
        Some(Span::new(from, ends.max()?.max(from)))
    }
}

/// Converts `2006.05.17` to ISO 8601. Drops unknown parts at the end: `2006-05-??` becomes `2006-05`.
fn iso_date(date: &str) -> Option<String> {
    let known = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = date.trim().split(['.', '-', '/']).take_while(known).collect();
    if parts.first()?.len() == 4 && parts.len() <= 3 { Some(parts.join("-")) } else { None }
}

/// A contradiction between a BGN ply and the move that was played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BgnContradiction {
    /// The member `x`, the captured piece, differs.
    #[error("\"x\" is {}, but the captured piece is {}", written.as_deref().unwrap_or("missing"), actual.as_deref().unwrap_or("none"))]
    Capture {
        /// The piece in the file; `None` if the member is missing.
        written: Option<String>,
        actual: Option<String>,
    },
    /// The member `c`, the number of checks to this king so far, differs.
    #[error("\"c\" is {}, but {}", count(*written), checks(*actual))]
    Checks {
        /// The number in the file; `None` if the member is missing.
        written: Option<u32>,
        /// The correct number; `None` if the move gives no check.
        actual: Option<u32>,
    },
    /// The members `san` and `p`, `f`, `t` describe different moves.
    #[error("\"san\" is {san}, but \"p\", \"f\" and \"t\" give {parts}; used \"san\"")]
    San {
        san: String,
        /// The move from `p`, `f` and `t`.
        parts: String,
    },
}

fn count(written: Option<u32>) -> String {
    written.map_or_else(|| "missing".to_owned(), |count| count.to_string())
}

fn checks(actual: Option<u32>) -> String {
    match actual {
        None => "the move does not give check".to_owned(),
        Some(count) => format!("this is check {count} of that king"),
    }
}

/// Returns the contradictions between `given` and `played`, each with the index of its ply. A missing member is a
/// contradiction only if other plies have that member.
pub fn bgn_contradictions(given: &Bgn, played: &Match) -> Vec<(usize, BgnContradiction)> {
    let mut found = Vec::new();
    let mut position = played.set_up.position.clone();
    let mut counts = BySeat::from_fn(|_| 0);
    let has_x = given.moves.iter().any(|ply| ply.x.is_some());
    let has_c = given.moves.iter().any(|ply| ply.c.is_some());
    for (index, written) in given.moves.iter().enumerate().take(played.plies.len()) {
        let actual = ply(played, index, &position, &mut counts);
        played.plies[index].play_on(&mut position);
        let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
        let parts_differ = !written.t.is_empty()
            && (!same(&written.t, &actual.t)
                || !same(&written.p, &actual.p)
                || written.f.as_ref().is_some_and(|from| actual.f.as_ref() != Some(from)));
        if let (Some(san), true) = (&written.san, parts_differ) {
            let from = written.f.as_deref().unwrap_or(if written.drop { "@" } else { "" });
            found.push((
                index,
                BgnContradiction::San {
                    san: san.clone(),
                    parts: format!("{}{from}{}", written.p, written.t),
                },
            ));
            continue;
        }
        let taken = written.x.as_deref().unwrap_or_default();
        if has_x && !same(taken, actual.x.as_deref().unwrap_or_default()) {
            let (written, actual) = (written.x.clone(), actual.x.clone());
            found.push((index, BgnContradiction::Capture { written, actual }));
        }
        if has_c && written.c != actual.c {
            let (written, actual) = (written.c, actual.c);
            found.push((index, BgnContradiction::Checks { written, actual }));
        }
    }
    found
}
