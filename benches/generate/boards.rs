//! Splits matches into single-board exports in the format of chess.com.

use serde_json::{Value, json};
use std::fmt::Write as _;
use tandem::{
    replay::Ply,
    rules::{BoardId, Move, Role, Square, castled},
};

const SQUARES: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?";
const BASE: i32 = 9000;

/// Encodes a move as two characters of chess.com's move list.
fn coded(mv: Move) -> String {
    let square = |square: Square| char::from(SQUARES[square as usize]);
    match mv {
        Move::Drop { role, to } => {
            let letter = match role {
                Role::Queen => '&',
                Role::Knight => '-',
                Role::Rook => '*',
                Role::Bishop => '+',
                _ => '=',
            };
            format!("{letter}{}", square(to))
        }
        Move::Castle { king, rook } => format!("{}{}", square(king), square(castled(king, rook).0)),
        Move::EnPassant { from, to } => format!("{}{}", square(from), square(to)),
        Move::Normal { from, to, promotion, .. } => match promotion {
            None => format!("{}{}", square(from), square(to)),
            Some(role) => {
                let kind = match role {
                    Role::Queen => 0,
                    Role::Knight => 1,
                    Role::Rook => 2,
                    _ => 3,
                };
                let step = to.file() as usize + 1 - from.file() as usize;
                let letter = b"{~}(^)[_]@#$"[kind * 3 + step];
                format!("{}{}", square(from), char::from(letter))
            }
        },
    }
}

/// A match with the clock after each ply.
pub struct ExportedMatch {
    /// The plies in match order, each with the player's clock in tenths of a second.
    pub plies: Vec<(Ply, i32)>,
}

impl ExportedMatch {
    /// Creates a match from `plies`, with generated times and the clocks that follow from them.
    pub fn of(plies: &[Ply], seed: u32) -> Self {
        let mut random = seed;
        let (mut now, mut used, mut left) = (0, [0; 2], [BASE; 4]);
        let plies = plies.iter().map(|ply| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            now += 1 + i32::try_from(random >> 28).expect("four bits");
            let board = ply.seat.board() as usize;
            let clock = &mut left[ply.seat as usize];
            *clock -= now - used[board];
            used[board] = now;
            (*ply, *clock)
        });
        Self { plies: plies.collect() }
    }

    /// Returns the export of one board, as chess.com would respond.
    pub fn answer(&self, number: u64, board: BoardId) -> Value {
        let own = self.plies.iter().filter(|(ply, _)| ply.seat.board() == board);
        let (mut moves, mut clocks) = (String::new(), String::new());
        for (ply, clock) in own.clone() {
            moves += &coded(ply.mv);
            let _ = write!(clocks, "{clock},");
        }
        clocks += "17";
        let id = 2 * number + board as u64;
        let names = [["raven", "Gnejs"], ["Paaso", "death"]][board as usize];
        let (end, message, result) = match board {
            BoardId::A => ("resigned", "raven won by resignation", "1-0"),
            BoardId::B => ("bughousepartnerlose", "death won with their bughouse partner", "0-1"),
        };
        json!({
            "game": {
                "id": id, "uuid": format!("{id:08x}-ce43-11f0-9508-a0369feff220"),
                "partnerGameId": 2 * number + board.other() as u64,
                "initialSetup": "", "isFinished": true, "type": "bughouse",
                "moveList": moves, "moveTimestamps": clocks, "plyCount": own.count(),
                "gameEndReason": end,
                "resultMessage": message,
                "endTime": 1_764_545_363_u64,
                "pgnHeaders": {
                    "Event": "Live Chess - Bughouse", "Site": "Chess.com", "Date": "2025.11.30",
                    "White": names[0], "Black": names[1], "WhiteElo": 2165, "BlackElo": 2724,
                    "Result": result, "TimeControl": "900",
                    "FEN": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Variant": "Bughouse"
                },
                "baseTime1": BASE, "timeIncrement1": 0.0
            },
            "players": {}
        })
    }
}
