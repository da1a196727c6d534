//! Parses the site's responses.

use super::{FetchError, Response};
use crate::import::{
    Importer,
    board::{BoardGame, BoardProblemKind, BoardRef, BoardsRead, read_boards},
};

/// Parses a response, which must contain board `name` and no other board.
pub(super) fn parse_board(body: &[u8], name: &BoardRef) -> Result<BoardGame, FetchError> {
    let BoardsRead { mut boards, problems, .. } = read_boards(body);
    let fatal = problems.into_iter().find(|problem| {
        use BoardProblemKind::{Json, NoBoard, OtherVariant};
        matches!(problem.kind, Json { .. } | NoBoard | OtherVariant(_))
    });
    match (fatal.map(|problem| problem.kind), boards.pop()) {
        (Some(BoardProblemKind::OtherVariant(variant)), _) => {
            Err(FetchError::OtherVariant(variant))
        }
        (Some(kind), _) => Err(FetchError::NotJson(kind.to_string())),
        (None, Some(board)) if boards.is_empty() && board.names().any(|it| it == *name) => {
            Ok(board)
        }
        (None, Some(_)) => Err(FetchError::OtherGame(name.clone())),
        (None, None) => Err(FetchError::NotJson("no board".to_owned())),
    }
}

/// Returns whether two responses describe the two boards of one match.
pub(super) fn are_pair(first: &[u8], second: &[u8]) -> bool {
    let mut importer = Importer::default();
    importer.add(first);
    importer.add(second);
    importer.finish().matches.len() == 1
}

/// Returns whether a response is for a finished board, which never changes again.
pub(super) fn is_finished(body: &[u8]) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let finished = value.as_ref().and_then(|value| value.get("game")?.get("isFinished")?.as_bool());
    finished == Some(true)
}

/// Returns the months in a player's list of archives, earliest first, such as `2026/08`.
pub(super) fn parse_months(answer: &Response) -> Result<Vec<String>, FetchError> {
    let value: serde_json::Value = serde_json::from_slice(&answer.body)
        .map_err(|error| FetchError::NotJson(error.to_string()))?;
    let Some(months) = value.get("archives").and_then(serde_json::Value::as_array) else {
        return Err(FetchError::NotJson("no list of months".to_owned()));
    };
    let month = |value: &serde_json::Value| {
        let (rest, month) = value.as_str()?.rsplit_once('/')?;
        let (_, year) = rest.rsplit_once('/')?;
        let are_digits = [year, month].iter().all(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let is_month = year.len() == 4 && month.len() == 2 && are_digits;
        if is_month { Some(format!("{year}/{month}")) } else { None }
    };
    Ok(months.iter().filter_map(month).collect())
}
