//! A match page of pychess, saved by a browser. The attributes of the page's body hold both boards.
//!
//! The structure is that of the site's public source (`templates/base.html`, `server/bug/game_bug.py`). Unknown members
//! are ignored. Each ply is a step with the clocks of all seats. Only the clock of the player who moved is exact.

use super::{
    BoardComment, BoardGame, BoardOrigin, BoardPlayer, BoardPly, BoardProblemKind, BoardRef,
    BoardsRead, game_result,
    html::{Attributes, element_with},
    json::reason as reason_of,
    milliseconds, move_between, of_match,
};
use crate::{
    notation::{GameResult, TimeControl},
    rules::{BoardId, ByBoard, Role, San, Square},
};
use serde::{
    Deserialize,
    de::{Deserializer, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::Value;
use std::fmt;

/// The maximum number of plies of a match. pychess ends matches at 1200.
const MAX_PLIES: usize = 10_000;

/// The maximum length in bytes of the JSON in a page, which takes many times its length in memory. A ply takes about 500
/// bytes.
const MAX_JSON_BYTES: usize = 16 << 20;

/// The maximum number of steps in memory: the starting state, the plies, and up to three steps for clocks that lag behind
/// and the ply that shows that there are too many.
const MAX_STEPS: usize = MAX_PLIES + 4;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    #[error("the page is cut off; save it again when it has loaded")]
    TruncatedTag,
    #[error("this page of pychess shows no match; open the match there and save that page")]
    NoMatch,
    #[error("the moves in the page are invalid JSON at character {column} ({reason})")]
    Json {
        /// The column in the attribute, counted from 1.
        column: usize,
        reason: String,
    },
    #[error("the page has more than {MAX_PLIES} moves; ignored the rest")]
    TooLong,
    #[error("the moves in the page take more than {} MB; skipped them", MAX_JSON_BYTES >> 20)]
    LongJson,
    #[error("move {ply} is invalid (\"{text}\"); kept the moves before it")]
    NoMove {
        /// The number of the ply, counted from 1.
        ply: usize,
        text: String,
    },
}

/// The starting state of a match, and the state after each ply.
#[derive(Deserialize)]
struct Steps {
    #[serde(default, deserialize_with = "first_steps")]
    steps: Vec<Step>,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    status: Value,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Step {
    fen: Value,
    #[serde(rename = "fenB")]
    fen_b: Value,
    /// The latest move on board A, possibly from an earlier step.
    #[serde(rename = "move")]
    mv: Value,
    #[serde(rename = "moveB")]
    move_b: Value,
    board_name: Value,
    clocks: Value,
    #[serde(rename = "clocksB")]
    clocks_b: Value,
    chat: Value,
}

/// Deserializes a list of steps, and drops those after [`MAX_STEPS`].
fn first_steps<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Step>, D::Error> {
    struct FirstSteps;

    impl<'de> Visitor<'de> for FirstSteps {
        type Value = Vec<Step>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Step>, A::Error> {
            let mut steps = Vec::new();
            while steps.len() < MAX_STEPS {
                let Some(step) = list.next_element()? else { return Ok(steps) };
                steps.push(step);
            }
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(steps)
        }
    }

    json.deserialize_seq(FirstSteps)
}

/// Returns whether `text` looks like a page of pychess.
pub(super) fn is_page(text: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    text.first() == Some(&b'<') && (has(b"pychess") || has(b"PyChess"))
}

pub(super) fn read(text: &[u8], read: &mut BoardsRead) {
    match boards(text, read) {
        Ok(boards) => boards.into_iter().for_each(|board| read.push(board)),
        Err(kind) => read.report_next(kind),
    }
}

fn boards(text: &[u8], read: &mut BoardsRead) -> Result<[BoardGame; 2], BoardProblemKind> {
    let element = element_with(text, "data-board")?.ok_or(PageError::NoMatch)?;
    let attribute = |name: &str| element.get(name).unwrap_or_default();
    let json = attribute("data-board");
    if json.is_empty() {
        return Err(PageError::NoMatch.into());
    }
    if json.len() > MAX_JSON_BYTES {
        return Err(PageError::LongJson.into());
    }
    let variant = attribute("data-variant");
    if variant != "bughouse" {
        return Err(BoardProblemKind::OtherVariant(variant));
    }
    let page: Steps = serde_json::from_str(&json)
        .map_err(|error| PageError::Json { column: error.column(), reason: reason_of(&error) })?;
    let mut games = ByBoard::from_fn(|board| game(&element, board, &page));
    add_plies(&page.steps, &mut games, read);
    Ok(BoardId::ALL.map(|board| std::mem::take(&mut games[board])))
}

/// Returns a board without its plies. `element` is the body of the page.
fn game(element: &Attributes<'_>, board: BoardId, read: &Steps) -> BoardGame {
    let attribute = |name: &str| element.get(name).unwrap_or_default();
    let suffix = if board == BoardId::A { "" } else { "-b" };
    let number = |name: &str| attribute(name).parse::<f64>().ok().filter(|number| *number >= 0.0);
    let id = attribute("data-gameid");
    let uuid = |board: BoardId| format!("{id}/{}", board.letter().to_ascii_lowercase());
    let control = number("data-base").zip(number("data-inc")).and_then(|(base, increment)| {
        // Without initial time, each player starts with one increment.
        let initial_s = if base > 0.0 { base * 60.0 } else { increment };
        Some(TimeControl {
            initial_ms: milliseconds(initial_s * 1000.0)?,
            increment_ms: milliseconds(increment * 1000.0)?,
        })
    });
    let start = read.steps.first();
    let fen = start.map(|step| if board == BoardId::A { &step.fen } else { &step.fen_b });
    let result_text = words(&read.result);
    let result = game_result(
        if result_text.is_empty() { attribute("data-result") } else { result_text }.as_str(),
    );
    let team = |one: &str, other: &str| format!("{} won with {}", attribute(one), attribute(other));
    let winners = match result {
        Some(GameResult::First) => team("data-wplayer", "data-bplayer-b"),
        Some(GameResult::Second) => team("data-wplayer-b", "data-bplayer"),
        _ => String::new(),
    };
    let status = words(&read.status);
    let status = if status.is_empty() { attribute("data-status") } else { status };
    BoardGame {
        uuid: (!id.is_empty()).then(|| uuid(board)),
        partner: (!id.is_empty()).then(|| BoardRef::Uuid(uuid(board.other()))),
        address: (!id.is_empty()).then(|| format!("https://www.pychess.org/{id}")),
        players: ["w", "b"].map(|color| BoardPlayer {
            name: attribute(&format!("data-{color}player{suffix}")),
            // Provisional ratings end with a question mark.
            rating: attribute(&format!("data-{color}rating{suffix}"))
                .trim_end_matches('?')
                .to_owned(),
            title: attribute(&format!("data-{color}title{suffix}")),
        }),
        control,
        event: if attribute("data-chess960") == "True" { "Bughouse960" } else { "Bughouse" }
            .to_owned(),
        site: "pychess.org".to_owned(),
        date: attribute("data-date").get(..10).unwrap_or_default().replace('-', "."),
        // The site gives the result of the match, seen from board A.
        result: result.map(|result| of_match(result, board)),
        reason: reason(&status, &winners),
        fen: fen.map(words).filter(|fen| fen.contains('/')),
        origin: BoardOrigin::Page,
        ..BoardGame::default()
    }
}

/// Formats the reason for the result, given the site's number for the end of a match. Returns an empty string for an
/// unknown number, and if the match was won but `winners` is empty.
fn reason(status: &str, winners: &str) -> String {
    let how = match status {
        "0" => return "Game aborted".to_owned(),
        "5" => return "Game drawn".to_owned(),
        _ if winners.is_empty() => return String::new(),
        "1" => "by checkmate",
        "2" => "by resignation",
        "4" | "6" => "on time",
        "7" => "as an opponent left",
        "8" => "as an opponent cheated",
        "10" => "as an opponent made an invalid move",
        _ => return String::new(),
    };
    format!("{winners} {how}")
}

/// Adds the plies and the chat of `steps` to `games`. Stops and reports a problem at a step without a valid move, or
/// after `MAX_PLIES` plies.
fn add_plies(steps: &[Step], games: &mut ByBoard<BoardGame>, read: &mut BoardsRead) {
    let clock_lag = steps_behind(steps);
    let black_begins = ByBoard::from_fn(|board| {
        let fen = games[board].fen.as_deref().unwrap_or_default();
        usize::from(fen.split_whitespace().nth(1) == Some("b"))
    });
    for (ply, step) in steps.iter().enumerate() {
        if ply > MAX_PLIES {
            return read.report_next(PageError::TooLong.into());
        }
        let board = match step.board_name.as_str() {
            Some("b") => BoardId::B,
            _ => BoardId::A,
        };
        let game = &mut games[board];
        if ply > 0 {
            let text = words(if board == BoardId::A { &step.mv } else { &step.move_b });
            let Some(san) = read_uci(&text) else {
                let start = text.chars().take(20).collect();
                return read.report_next(PageError::NoMove { ply, text: start }.into());
            };
            let color = (game.plies.len() + black_begins[board]) % 2;
            let clock_ms = steps.get(ply + clock_lag).and_then(|step| {
                clock(if board == BoardId::A { &step.clocks } else { &step.clocks_b }, color)
            });
            game.plies.push(BoardPly { san, clock_ms });
            game.order.push(u32::try_from(ply).unwrap_or(u32::MAX));
        }
        let after = game.plies.len();
        let format_message = |message: &Value| {
            let field = |name: &str| message.get(name).map(words).unwrap_or_default();
            // The site marks ready-made messages with `!bug!`.
            format!("{}: {}", field("username"), field("message").replace("!bug!", ""))
        };
        let chat = step.chat.as_array().into_iter().flatten();
        game.comments
            .extend(chat.map(|message| BoardComment { after, text: format_message(message) }));
    }
}

/// Returns by how many steps the clocks lag behind the plies. A match that pychess loads from its database begins with
/// the initial clocks three times, so the clocks of the last two plies are missing.
fn steps_behind(steps: &[Step]) -> usize {
    let all =
        |step: &Step| [&step.clocks, &step.clocks_b].map(|it| [0, 1].map(|side| clock(it, side)));
    match steps {
        [start, first, second, ..] if all(start) == all(first) && all(start) == all(second) => 2,
        _ => 0,
    }
}

/// Returns the clock of White (`color` 0) or Black (1) in milliseconds, or `None` if it is missing. `clocks` is a list,
/// or an object with the colors as keys.
fn clock(clocks: &Value, color: usize) -> Option<i32> {
    let value = clocks.get(color).or_else(|| clocks.get(["white", "black"].get(color)?))?;
    milliseconds(value.as_f64()?)
}

/// Parses a move (`e2e4`, `e7e8q`) or a drop (`P@e4`). Returns `None` for other text.
fn read_uci(text: &str) -> Option<San> {
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    let role = |at: usize| Role::from_char(text.get(at..)?.chars().next()?);
    if text.get(1..2) == Some("@") {
        if text.len() != 4 {
            return None;
        }
        return Some(San::Drop { role: Some(role(0)?), to: square(2)? });
    }
    let (from, to) = (square(0)?, square(2)?);
    let promotion = match text.len() {
        4 => None,
        5 => Some(role(4)?),
        _ => return None,
    };
    Some(move_between(from, to, promotion))
}

/// Converts a string or number to text, and anything else to an empty string.
fn words(value: &Value) -> String {
    super::response::words(Some(value))
}
