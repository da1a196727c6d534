//! Single-board exports in JSON, read as a stream.
//!
//! The parsed text could take forty times its size in memory, so only one list element is held at a time. Lists inside
//! an element, and members beyond `MAX_MEMBERS`, are dropped.

use super::{BoardProblemKind, BoardsRead, month, response};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// The maximum number of members of a board, including the members of nested objects. Further members are skipped. Real
/// boards have about a hundred.
const MAX_MEMBERS: usize = 2000;

/// The maximum length of a string in bytes. Longer strings are left out. The longest of a real board are its clocks, 60 kB
/// for 10,000 moves.
pub(super) const MAX_VALUE_BYTES: usize = 1 << 20;

/// The maximum length of a member's name in bytes. Members with longer names are skipped.
const MAX_NAME_BYTES: usize = 1000;

/// Reads the boards in `text`, which may be several JSON values in a row. If `text` is truncated or invalid, reads the
/// boards before the error and reports the error.
pub(super) fn read(text: &[u8], read: &mut BoardsRead) {
    let mut json = serde_json::Deserializer::from_slice(text);
    while json.end().is_err() {
        let seed = ValueSeed { read: &mut *read, level: Level::Boards { in_list: false } };
        if let Err(error) = seed.deserialize(&mut json) {
            return read.report_next(BoardProblemKind::Json {
                line: error.line(),
                column: error.column(),
                reason: reason(&error),
            });
        }
    }
}

/// Returns the message of `error` without the line and column that `serde_json` appends.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ");
    message.map_or(text.as_str(), |(message, _)| message).to_owned()
}

/// What a value should be.
enum Level<'r> {
    /// The response for one board, a player's month, or a list of these, which may not be in another list.
    Boards { in_list: bool },
    /// The games of a player's month.
    Games,
    /// Anything inside a board. It may have at most `members_left` members. Lists in it become empty lists.
    Inside { members_left: &'r mut usize },
}

/// Deserializes a value, and adds the boards in it to `read`.
struct ValueSeed<'r> {
    read: &'r mut BoardsRead,
    level: Level<'r>,
}

impl ValueSeed<'_> {
    /// Returns `value`. Reports it if it should be a board.
    fn scalar<E>(self, value: impl Into<Value>) -> Result<Value, E> {
        if let Level::Boards { .. } = self.level {
            self.read.report_next(BoardProblemKind::NoBoard);
        }
        Ok(value.into())
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let Self { read, level } = self;
        let is_board = matches!(level, Level::Boards { .. });
        let mut all = MAX_MEMBERS;
        let members_left = match level {
            Level::Inside { members_left } => members_left,
            Level::Boards { .. } | Level::Games => &mut all,
        };
        let mut members = Map::new();
        let mut is_month = false;
        while let Some(name) = map.next_key::<String>()? {
            let read = &mut *read;
            if is_board && name == "games" {
                is_month |=
                    map.next_value_seed(ValueSeed { read, level: Level::Games })?.is_array();
            } else if name.len() > MAX_NAME_BYTES {
                map.next_value::<IgnoredAny>()?;
            } else if let Some(left) = members_left.checked_sub(1) {
                *members_left = left;
                let level = Level::Inside { members_left: &mut *members_left };
                members.insert(name, map.next_value_seed(ValueSeed { read, level })?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        let value = Value::Object(members);
        if is_board && response::is_board_response(&value) {
            response::read(&value, read);
        } else if is_board && !is_month {
            read.report_next(BoardProblemKind::NoBoard);
        }
        Ok(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let Self { read, level } = self;
        match level {
            Level::Boards { in_list: false } => loop {
                let level = Level::Boards { in_list: true };
                if list.next_element_seed(ValueSeed { read: &mut *read, level })?.is_none() {
                    break;
                }
            },
            Level::Games => loop {
                let mut members_left = MAX_MEMBERS;
                let level = Level::Inside { members_left: &mut members_left };
                let game = list.next_element_seed(ValueSeed { read: &mut *read, level })?;
                let Some(game) = game else { break };
                month::read(&game, read);
            },
            // No known format has nested lists, and reading them could recurse without limit.
            Level::Boards { in_list: true } | Level::Inside { .. } => {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                return ValueSeed { read, level }.scalar(Vec::<Value>::new());
            }
        }
        Ok(Value::Array(Vec::new()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.scalar(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.scalar(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.scalar(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.scalar(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.scalar(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        if value.len() > MAX_VALUE_BYTES {
            self.read.report_next(BoardProblemKind::LongValue);
            return Ok(Value::Null);
        }
        self.scalar(value)
    }
}

#[cfg(test)]
mod tests {
    use crate::import::board::{BoardsRead, read_boards};

    const RESPONSE: &str = "{\"game\":{\"id\":7,\"moveList\":\"mC\",\"moveTimestamps\":\"9\"}}";

    fn problem_texts(read: &BoardsRead) -> Vec<String> {
        let problems = read.problems.iter();
        problems.map(|it| format!("{}: {}", it.board, it.kind)).collect()
    }

    #[test]
    fn unneeded_json_members_are_skipped_anywhere() {
        let long = vec!["{\"a\":[1,{}]}"; 3000].join(",");
        for text in [
            RESPONSE.to_owned(),
            RESPONSE.replace("\"game\"", &format!("\"x\":[{long}],\"game\"")),
            RESPONSE.replace("\"id\"", &format!("\"x\":{{\"y\":[{long}]}},\"id\"")),
            format!("[{RESPONSE}]"),
            format!(" [{RESPONSE} ] "),
        ] {
            let read = read_boards(text.as_bytes());
            assert_eq!(problem_texts(&read), [""; 0]);
            assert_eq!(read.boards.len(), 1);
            assert_eq!((read.boards[0].id, read.boards[0].plies.len()), (Some(7), 1));
        }
    }

    #[test]
    fn problems_over_the_limit_are_only_counted() {
        let text =
            format!("[{}{RESPONSE}]", "{},0,[1],\"moveList\",null,true,-1,0.5,".repeat(1000));
        let read = read_boards(text.as_bytes());
        assert_eq!((read.boards.len(), read.problems.len(), read.omitted_problems), (1, 20, 7980));
        let month = "{\"rules\":\"chess\"},0,".repeat(1000);
        let read = read_boards(format!("{{\"games\":[{month}{{}}]}}").as_bytes());
        assert_eq!((read.boards.len(), read.problems.len(), read.omitted_problems), (0, 20, 981));
        assert_eq!(read.other_games, 1000);
    }

    #[test]
    fn boards_before_a_truncated_end_are_imported() {
        let game = "{\"rules\":\"bughouse\",\"tcn\":\"mC\"}";
        for text in [
            format!("{RESPONSE}{RESPONSE}{{"),
            format!("[{RESPONSE},{RESPONSE},"),
            format!("{{\"games\":[{game},{game},{{\"rules\":"),
        ] {
            let read = read_boards(text.as_bytes());
            assert_eq!(read.boards.len(), 2, "{text}");
            let said = problem_texts(&read);
            assert!(said.len() == 1 && said[0].starts_with("3: line 1, column "), "{said:?}");
        }
    }

    #[test]
    fn overlong_move_list_is_truncated() {
        let text = RESPONSE.replace("mC", &"mC".repeat(30_000));
        let read = read_boards(text.as_bytes());
        assert_eq!(read.boards[0].plies.len(), 10_000);
        assert!(
            problem_texts(&read)[0].contains("more than 10000 moves"),
            "{:?}",
            problem_texts(&read)
        );
    }
}
