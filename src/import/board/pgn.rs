//! A single board as PGN whose `Variant` is bughouse, possibly with clocks as `[%clk]`.

use super::{
    BoardGame, BoardOrigin, BoardPlayer, BoardPly, BoardProblemKind, BoardRef, BoardsRead,
    game_result,
};
use crate::{
    notation::{KnownTag, PlyText, Record, Records, TimeControl},
    rules::Color,
};

/// The maximum length of a game in bytes. A real one has some thousand bytes.
pub(super) const MAX_RECORD_BYTES: usize = 4 << 20;

/// Returns whether a record is a single board: it has the tags `White` and `Black`, but neither `WhiteA` nor `WhiteB`.
fn is_one_board(record: &Record, text: &[u8]) -> bool {
    let has_tag = |tag: KnownTag| record.find_tag(text, tag).is_some();
    let two_boards = has_tag(KnownTag::WhiteA) || has_tag(KnownTag::WhiteB);
    has_tag(KnownTag::White) && has_tag(KnownTag::Black) && !two_boards
}

fn variant(record: &Record, text: &[u8]) -> String {
    let variant = record.tag_text(text, KnownTag::Variant).unwrap_or_default();
    variant.trim().to_owned()
}

/// Returns whether every record of `text` is a single board and at least one of them is bughouse.
pub(super) fn is_pgn(text: &[u8]) -> bool {
    // Most match files have no such tag, so that parsing a record is not needed.
    let has = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    if !has(b"ariant") && !has(b"ARIANT") {
        return false;
    }
    let mut has_bughouse = false;
    let mut records = Records::of(text);
    while let Some((record, text, _)) = records.read_next() {
        if !is_one_board(record, text) {
            return false;
        }
        has_bughouse |= variant(record, text).eq_ignore_ascii_case("bughouse");
    }
    has_bughouse
}

/// Reads the bughouse games of `text`. Reports skipped games of other variants, and games with unreadable plies.
pub(super) fn read(text: &[u8], read: &mut BoardsRead) {
    let mut records = Records::within(MAX_RECORD_BYTES, text);
    while let Some((record, text, _)) = records.read_next() {
        if text.len() >= MAX_RECORD_BYTES {
            read.report_next(BoardProblemKind::LongRecord);
            continue;
        }
        let variant = variant(record, text);
        if !variant.eq_ignore_ascii_case("bughouse") {
            read.report(1, BoardProblemKind::OtherVariant(variant));
            continue;
        }
        if let Some(ply) = record.unreadable_ply {
            read.report(1, BoardProblemKind::UnreadablePly { ply: ply as usize + 1 });
        }
        read.push(game(record, text));
    }
}

/// Returns `value` without surrounding blanks. A missing value and `?` become an empty string.
fn words(value: Option<&str>) -> String {
    match value.unwrap_or_default().trim() {
        "?" => String::new(),
        words => words.to_owned(),
    }
}

impl From<&PlyText> for BoardPly {
    fn from(ply: &PlyText) -> Self {
        Self { san: ply.san, clock_ms: ply.clock.left_ms() }
    }
}

fn game(record: &Record, text: &[u8]) -> BoardGame {
    let words = |name: &str| words(record.tag_text(text, name).as_deref());
    let known = |tag: KnownTag| self::words(record.tag_text(text, tag).as_deref());
    let link = words("Link");
    let board = BoardRef::from_link(&link);
    let control_text = known(KnownTag::TimeControl);
    let plies = &record.plies[..record.readable_plies()];
    let termination = words("Termination");
    BoardGame {
        id: board.as_ref().and_then(BoardRef::number),
        uuid: board.as_ref().and_then(BoardRef::uuid),
        address: Some(link).filter(|link| !link.is_empty()),
        players: [Color::White, Color::Black].map(|color| BoardPlayer {
            name: known(KnownTag::player_of(color)),
            rating: known(KnownTag::rating_of(color)),
            title: words(color.fold_wb("WhiteTitle", "BlackTitle")),
        }),
        plies: plies.iter().map(BoardPly::from).collect(),
        control: TimeControl::parse(&control_text),
        control_text,
        event: known(KnownTag::Event),
        site: known(KnownTag::Site),
        date: known(KnownTag::Date),
        end_time: words("EndTime"),
        result: game_result(&known(KnownTag::Result)).or(record.ending.result),
        ended_by_partner: termination.contains("partner"),
        reason: termination,
        fen: Some(known(KnownTag::Fen)).filter(|fen| !fen.is_empty()),
        origin: BoardOrigin::Pgn,
        ..BoardGame::default()
    }
}
