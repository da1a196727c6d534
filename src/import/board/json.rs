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

/// Reads the boards in `text`, which may be several JSON values in a row. If `text` is truncated or invalid, reads the
/// boards before the error and reports the error.
pub(super) fn read(text: &[u8], read: &mut BoardsRead) {
    let mut json = serde_json::Deserializer::from_slice(text);
    while json.end().is_err() {
        if let Err(error) = (BoardsSeed { read, in_list: false }).deserialize(&mut json) {
            let kind = BoardProblemKind::Json {
                line: error.line(),
                column: error.column(),
                reason: reason(&error),
            };
            return read.report(read.boards.len() + 1, kind);
        }
    }
}

/// Returns the message of `error` without the line and column that `serde_json` appends.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ");
    message.map_or(text.as_str(), |(message, _)| message).to_owned()
}

/// Deserializes boards from a response for one board, from a player's month, or from a list of these.
struct BoardsSeed<'r> {
    read: &'r mut BoardsRead,
    in_list: bool,
}

impl BoardsSeed<'_> {
    fn report_no_board<E>(self) -> Result<(), E> {
        self.read.report(self.read.boards.len() + 1, BoardProblemKind::NoBoard);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for BoardsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for BoardsSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("boards")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { read, .. } = self;
        let mut members = Map::new();
        let mut members_left = MAX_MEMBERS;
        let mut is_month = false;
        while let Some(name) = map.next_key::<String>()? {
            if name == "games" {
                is_month |= map.next_value_seed(GamesSeed(read))?;
            } else {
                add_member(&mut map, name, &mut members, &mut members_left)?;
            }
        }
        let board = read.boards.len() + 1;
        let value = Value::Object(members);
        if response::is_board_response(&value) {
            let game = response::read(&value, &mut |kind| read.report(board, kind));
            read.boards.extend(game);
        } else if !is_month {
            read.report(board, BoardProblemKind::NoBoard);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // No known format has nested lists, and reading them could recurse without limit.
        if self.in_list {
            skip_list(list)?;
            return self.report_no_board();
        }
        let Self { read, .. } = self;
        while list.next_element_seed(BoardsSeed { read, in_list: true })?.is_some() {}
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.report_no_board()
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.report_no_board()
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.report_no_board()
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.report_no_board()
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.report_no_board()
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.report_no_board()
    }
}

/// Deserializes the games of a player's month, one at a time. Yields `true` if the games are in a list, as they should
/// be.
struct GamesSeed<'r>(&'r mut BoardsRead);

impl<'de> DeserializeSeed<'de> for GamesSeed<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        let on_value = &mut |game: &Value| {
            let read = &mut *self.0;
            let board = read.boards.len() + 1;
            let game = month::read(game, &mut |kind| read.report(board, kind));
            read.boards.extend(game);
        };
        let seed = ValueSeed { members_left: &mut 0, on_value: Some(on_value) };
        Ok(seed.deserialize(json)?.is_array())
    }
}

/// Deserializes a value with at most `members_left` members. Lists in the value become empty lists.
struct ValueSeed<'s> {
    members_left: &'s mut usize,
    /// Called with each element of a list. If `None`, the elements are dropped.
    on_value: Option<&'s mut dyn FnMut(&Value)>,
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
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            add_member(&mut map, name, &mut members, self.members_left)?;
        }
        Ok(Value::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        match self.on_value {
            None => skip_list(list)?,
            Some(on_value) => {
                let mut members_left = MAX_MEMBERS;
                while let Some(value) = list.next_element_seed(ValueSeed {
                    members_left: &mut members_left,
                    on_value: None,
                })? {
                    on_value(&value);
                    members_left = MAX_MEMBERS;
                }
            }
        }
        Ok(Value::Array(Vec::new()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }
}

/// Reads the value of the member `name`. Adds the member to `members` unless `members_left` is 0.
fn add_member<'de, A: MapAccess<'de>>(
    map: &mut A,
    name: String,
    members: &mut Map<String, Value>,
    members_left: &mut usize,
) -> Result<(), A::Error> {
    match members_left.checked_sub(1) {
        None => map.next_value::<IgnoredAny>().map(drop),
        Some(left) => {
            *members_left = left;
            let value = map.next_value_seed(ValueSeed { members_left, on_value: None })?;
            members.insert(name, value);
            Ok(())
        }
    }
}

fn skip_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<(), A::Error> {
    while list.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
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
