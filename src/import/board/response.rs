//! The response of chess.com for one board.
//!
//! The format is undocumented and inferred from real responses. Unknown members are ignored.

use super::{
    BoardGame, BoardOrigin, BoardPlayer, BoardPly, BoardProblemKind, BoardRef, BoardsRead,
    MAX_CLOCK_MS, decode_moves, game_result, milliseconds,
};
use crate::notation::TimeControl;
use serde_json::{Map, Value};

const TENTH_MS: i32 = 100;

pub(super) fn is_board_response(value: &Value) -> bool {
    value.get("game").is_some_and(|game| game.get("moveList").is_some())
}

/// Reads a response, for which [`is_board_response`] returns `true`. Reports problems, such as another variant.
pub(super) fn read(value: &Value, read: &mut BoardsRead) {
    let empty = Map::new();
    let game = &value["game"];
    let headers = game.get("pgnHeaders").and_then(Value::as_object).unwrap_or(&empty);
    let kinds = [game.get("type"), headers.get("Variant")].map(words);
    let is_other = |kind: &String| !kind.is_empty() && !kind.eq_ignore_ascii_case("bughouse");
    if let Some(kind) = kinds.into_iter().find(is_other) {
        return read.report_next(BoardProblemKind::OtherVariant(kind));
    }
    let (moves, error) = decode_moves(&words(game.get("moveList")));
    if let Some(error) = error {
        read.report_next(BoardProblemKind::MoveList(error));
    }
    let base = tenths(game.get("baseTime1"));
    let increment = tenths(game.get("timeIncrement1")).unwrap_or(0);
    let clocks = clocks_of(&words(game.get("moveTimestamps")), moves.len(), read);
    let id = number(game.get("id"));
    let result = game_result(&words(headers.get("Result")));
    let finished = game.get("isFinished").and_then(Value::as_bool) != Some(false);
    let setup = words(game.get("initialSetup"));
    let fen = Some(words(headers.get("FEN"))).filter(|fen| !fen.is_empty());
    read.push(BoardGame {
        id,
        uuid: text(game.get("uuid")),
        partner: board_ref(game.get("partnerGameId")),
        address: id.map(|id| BoardRef::Number(id).page_address()),
        players: [("white", "White"), ("black", "Black")]
            .map(|(color, name)| player(value, headers, color, name)),
        plies: moves
            .into_iter()
            .zip(clocks)
            .map(|(san, clock_ms)| BoardPly { san, clock_ms })
            .collect(),
        control: base.map(|initial_ms| TimeControl { initial_ms, increment_ms: increment }),
        control_text: words(headers.get("TimeControl")),
        event: words(headers.get("Event")),
        site: words(headers.get("Site")),
        date: words(headers.get("Date")),
        end_time: words(headers.get("EndTime")),
        end_s: game.get("endTime").and_then(Value::as_i64),
        result: if finished { result } else { None },
        reason: words(game.get("resultMessage")),
        ended_by_partner: words(game.get("gameEndReason")) == "bughousepartnerlose",
        fen: Some(setup).filter(|setup| setup.contains('/')).or(fen),
        origin: BoardOrigin::Response,
        ..BoardGame::default()
    });
}

/// Returns the clock after each of `plies` plies in milliseconds. From the first unreadable clock on, all are `None`.
/// Ignores a further entry at the end of `list`: the clock that was running when the board ended.
fn clocks_of(list: &str, plies: usize, read: &mut BoardsRead) -> Vec<Option<i32>> {
    let mut clocks = Vec::with_capacity(plies);
    let mut values = list.split(',').filter(|value| !value.trim().is_empty());
    for value in values.by_ref().take(plies) {
        let tenths = value.trim().parse::<i64>().ok();
        let ms = tenths
            .and_then(|tenths| tenths.checked_mul(i64::from(TENTH_MS)))
            .and_then(|ms| i32::try_from(ms).ok());
        let Some(ms) = ms.filter(|ms| ms.abs() <= MAX_CLOCK_MS) else {
            read.report_next(BoardProblemKind::NoClock {
                ply: clocks.len() + 1,
                text: value.trim().chars().take(20).collect(),
            });
            break;
        };
        clocks.push(Some(ms));
    }
    if clocks.len() < plies {
        read.report_next(BoardProblemKind::FewClocks { clocks: clocks.len(), plies });
    }
    clocks.resize(plies, None);
    clocks
}

/// Returns the player of a color. Name and rating come from the headers or, where these lack them, from `players.top`
/// and `players.bottom`; the title always comes from the latter.
fn player(
    response: &Value,
    headers: &Map<String, Value>,
    color: &str,
    header: &str,
) -> BoardPlayer {
    let players = response.get("players");
    let seated = ["top", "bottom"]
        .into_iter()
        .filter_map(|seat| players?.get(seat))
        .find(|player| words(player.get("color")) == color);
    let seat_field = |name| words(seated.and_then(|player| player.get(name)));
    let first_non_empty =
        |first: String, second: String| if first.is_empty() { second } else { first };
    BoardPlayer {
        name: first_non_empty(words(headers.get(header)), seat_field("username")),
        rating: first_non_empty(words(headers.get(&format!("{header}Elo"))), seat_field("rating")),
        title: seat_field("chessTitle"),
    }
}

/// Converts a string or number to trimmed text, and anything else to an empty string.
pub(super) fn words(value: Option<&Value>) -> String {
    text(value).unwrap_or_default()
}

/// Like [`words`], but returns `None` instead of an empty string.
pub(super) fn text(value: Option<&Value>) -> Option<String> {
    let words = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(words).filter(|words| !words.is_empty())
}

/// Parses a number, which may be written as a string. Returns `None` for anything else.
fn number(value: Option<&Value>) -> Option<u64> {
    text(value)?.parse().ok()
}

/// Parses the number or uuid of the partner board. Returns `None` for the number 0, which means that there is no
/// partner.
fn board_ref(value: Option<&Value>) -> Option<BoardRef> {
    let text = text(value)?;
    match text.parse() {
        Ok(0) => None,
        Ok(number) => Some(BoardRef::Number(number)),
        Err(_) => Some(BoardRef::Uuid(text)),
    }
}

/// Converts tenths of a second to milliseconds, and drops fractions of a tenth. Returns `None` unless `value` is a
/// number from 0 to `MAX_CLOCK_MS`.
fn tenths(value: Option<&Value>) -> Option<i32> {
    milliseconds(value?.as_f64()?.trunc() * f64::from(TENTH_MS))
}
