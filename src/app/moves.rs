//! Descriptions of pieces, squares and plies, for screen readers and tooltips.

use crate::{
    document::Document,
    replay::{Clock, Ply},
    rules::{BoardId, Move, Piece, Role, Square, color_name, role_name},
    text::count_text,
    timeline::{Basis, ClockPrecision, clock_text, duration_text, gap_size_text},
};

/// Describes a square and its piece, such as `board A, e4, white knight, promoted`.
pub fn square_text(board: BoardId, square: Square, piece: Option<(Piece, bool)>) -> String {
    let piece = match piece {
        None => "empty".to_owned(),
        Some((piece, promoted)) => {
            let promoted = if promoted { ", promoted" } else { "" };
            format!("{} {}{promoted}", color_name(piece.color), role_name(piece.role))
        }
    };
    format!("board {}, {square}, {piece}", board.letter())
}

/// Describes a ply, such as `White A: drops a knight on f3, check`.
pub fn ply_text(ply: &Ply) -> String {
    let what = match ply.mv {
        Move::Drop { role, to } => format!("drops a {} on {to}", role_name(role)),
        Move::Castle { .. } => "castles".to_owned(),
        Move::EnPassant { from, to } => format!("captures en passant from {from} to {to}"),
        Move::Normal { role, from, to, promotion } => {
            let piece = role_name(role);
            let movement = match ply.taken {
                Some(taken) => {
                    format!("{piece} from {from} captures a {} on {to}", role_name(taken))
                }
                None => format!("{piece} moves from {from} to {to}"),
            };
            let promotes = promotion
                .map(|role| format!(" and promotes to a {}", role_name(role)))
                .unwrap_or_default();
            format!("{movement}{promotes}")
        }
    };
    let suffix = match (ply.mate, ply.check) {
        (true, _) => ", mate",
        (_, true) => ", check",
        _ => "",
    };
    format!("{}: {what}{suffix}", ply.seat.name())
}

/// Describes a ply and its times in two lines, such as `12b  Black B: drops a knight on f3` and `at 1:23.4, took 3.2 s,
/// clock 1:36.1`.
pub fn ply_story(document: &Document, index: usize) -> String {
    let Some(ply) = document.played().plies.get(index) else { return String::new() };
    let timeline = document.timeline();
    let precision = timeline.precision;
    let time = duration_text(timeline.time(index), precision);
    let mut story = format!("{}  {}\nat {time}", ply.name(), ply_text(ply));
    if timeline.basis != Basis::Nothing
        && let Some(spent) = timeline.spent(index)
    {
        story += &format!(", took {}", gap_size_text(spent, precision));
    }
    if let Clock::Left { ms, whole } = ply.clock {
        story += &format!(", clock {}", clock_text(Some(ms), precision).main);
        if !whole && precision == ClockPrecision::Tenths {
            story += &format!(".{}", ms.unsigned_abs() / 100 % 10);
        }
    }
    story
}

/// Describes a number of pieces, such as `1 knight` or `2 knights`.
pub fn role_plural(count: u8, role: Role) -> String {
    let name = role_name(role);
    count_text(count, name, &format!("{name}s"))
}

/// Replaces piece letters by figurines, as in `♘@f3` or `fxg8=♕`. Castling is unchanged.
pub fn figurines(san: &str) -> String {
    let figurine = |letter| match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        other => other,
    };
    san.chars().map(figurine).collect()
}
