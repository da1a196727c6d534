//! `tandem analyse --summary`: counts the mates that each player missed, in files and folders.

use super::{Analyse, Done, Stop, Stream, archives::Matches, parse_filter, write_json};
use crate::{
    analysis::report::Missed,
    search::{PlayerMissed, missed},
    text::count_text,
};
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let filter = parse_filter(args.find.as_deref())?;
    let (matches, done) = Matches::open_reported(&args.files, err)?;
    let players = matches.select(&filter, |selection| {
        Ok(missed(&matches.list, selection, |walked, _| err.walked(walked))?)
    })?;
    let only = args.player.as_deref();
    let is_listed = |it: &&PlayerMissed| match only {
        Some(name) => it.name.eq_ignore_ascii_case(name),
        None => !it.missed.is_empty(),
    };
    let listed: Vec<&PlayerMissed> = players.iter().filter(is_listed).collect();
    if let (Some(name), true) = (only, listed.is_empty()) {
        return Err(Stop::NoSuchPlayer(name.to_owned()));
    }
    for PlayerMissed { name, missed } in listed {
        if args.json {
            write_json(&object(name, missed), out)?;
        } else {
            let matches = count_text(missed.matches, "match", "matches");
            writeln!(out, "{name}, {matches}: {}", missed.words())?;
        }
    }
    Ok(done)
}

fn object(name: &str, missed: &Missed) -> Value {
    let mates = missed.mates.iter().map(|(moves, &count)| (moves.to_string(), json!(count)));
    let mates: Map<String, Value> = mates.collect();
    let begun_by_letter =
        missed.begun_by.iter().map(|(kind, &count)| (kind.letters(), json!(count)));
    let begun_by_letter: Map<String, Value> = begun_by_letter.collect();
    json!({
        "player": name,
        "matches": missed.matches,
        "missed_mates": missed.mates(),
        "by_length": mates,
        "begun_by": begun_by_letter,
        "partner_could_win": missed.partner,
        "lost": missed.lost,
    })
}
