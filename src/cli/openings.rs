//! `tandem openings`: statistics of the moves played in a position.

use super::{
    CliError, Openings, Result, Stream,
    archives::{Matches, UsedEndings, print_skipped},
    parse_filter,
    players::{percent, seconds, with_score},
    write_json,
};
use crate::{
    rules::{Bfen, BoardId, Position},
    search::{NextMove, PlayerBoards, openings},
};
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &Openings, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let position = match &args.position {
        Some(text) => Bfen::parse(text, None)?.position,
        None => Position::default(),
    };
    let filter = parse_filter(args.find.as_deref())?;
    let player = args.side.map(|color| PlayerBoards { filter: filter.clone(), color });
    if args.side.is_some() && !filter.names_player() {
        return Err("--as needs a player in --find, such as player:gnejs or me".into());
    }
    let mut moves = Vec::new();
    let (mut matches, done) = Matches::open_reported(&args.files, args.unpack, err)?;
    matches.replay(&filter, UsedEndings::Results, err)?;
    matches.select(&filter, |selection| {
        print_skipped(selection, "openings", err)?;
        let board = &position.boards[BoardId::A];
        let result = openings(selection, board, player.as_ref(), |walked, so_far| {
            // The last call receives the complete list.
            moves = so_far.to_vec();
            err.walked(walked)
        });
        result.map_err(CliError::from)
    })?;
    for next in &moves {
        write_move(next, args.json, out)?;
    }
    Ok(done)
}

fn write_move(next: &NextMove, json: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let tally = next.tally(None);
    let score = tally.score;
    if json {
        // The results are those of the team that plays the move.
        let mut row = with_score(json!({ "san": next.san, "matches": next.matches }), score);
        row["mean_ms"] = json!(tally.mean_ms());
        return write_json(&row, out);
    }
    writeln!(
        out,
        "{:>8}  {:<7} {:>6}  {}",
        score.games(),
        next.san,
        percent(score),
        seconds(tally.mean_ms())
    )
}
