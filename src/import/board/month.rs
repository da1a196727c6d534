//! A player's month at chess.com: the list of all games that the player finished in one month, without clocks.

use super::{
    BoardGame, BoardOrigin, BoardPlayer, BoardPly, BoardProblemKind, BoardRef, BoardsRead,
    decode_moves,
    response::{text, words},
};
use crate::notation::{GameResult, TimeControl};
use serde_json::Value;

/// Reads one game from a player's list for a month. Reports a game that is not bughouse, and a move list that can only
/// be decoded in part.
pub(super) fn read(value: &Value, read: &mut BoardsRead) {
    let Some(rules) = text(value.get("rules")) else {
        return read.report_next(BoardProblemKind::NoGame);
    };
    if rules != "bughouse" {
        return read.report_next(BoardProblemKind::OtherVariant(rules));
    }
    let (moves, error) = decode_moves(&words(value.get("tcn")));
    if let Some(error) = error {
        read.report_next(BoardProblemKind::MoveList(error));
    }
    let address = text(value.get("url"));
    let id = address.as_deref().and_then(|address| BoardRef::from_link(address)?.number());
    let result = |color: &str| words(value.get(color).and_then(|player| player.get("result")));
    let (white, black) = (result("white"), result("black"));
    let control_text = words(value.get("time_control"));
    read.push(BoardGame {
        id,
        uuid: text(value.get("uuid")),
        address,
        players: ["white", "black"].map(|color| {
            let player = value.get(color);
            let field = |name| words(player.and_then(|player| player.get(name)));
            BoardPlayer { name: field("username"), rating: field("rating"), title: String::new() }
        }),
        plies: moves.into_iter().map(|san| BoardPly { san, clock_ms: None }).collect(),
        control: TimeControl::parse(&control_text),
        control_text,
        event: "Live Chess - Bughouse".to_owned(),
        site: "Chess.com".to_owned(),
        end_s: value.get("end_time").and_then(Value::as_i64),
        result: match (white.as_str(), black.as_str()) {
            ("win", _) => Some(GameResult::First),
            (_, "win") => Some(GameResult::Second),
            ("", _) | (_, "") => None,
            _ => Some(GameResult::Draw),
        },
        reason: reason(value, [&white, &black]),
        ended_by_partner: [&white, &black].contains(&&"bughousepartnerlose".to_owned()),
        fen: text(value.get("initial_setup")).filter(|fen| fen.contains('/')),
        origin: BoardOrigin::Month,
        ..BoardGame::default()
    });
}

/// Formats the reason for the result, given the results of White and Black: `Gnejs won by checkmate`.
fn reason(value: &Value, results: [&str; 2]) -> String {
    let name = |color: &str| words(value.get(color).and_then(|player| player.get("username")));
    let (winner, how) = match results {
        ["win", how] => (name("white"), how),
        [how, "win"] => (name("black"), how),
        _ => return String::new(),
    };
    let how = match how {
        "checkmated" => "by checkmate",
        "resigned" => "by resignation",
        "timeout" => "on time",
        "abandoned" => "as the opponent left",
        _ => "with their bughouse partner",
    };
    format!("{winner} won {how}")
}
