//! `tandem analyse --summary`: counts the findings about each player, in files and folders.

use super::{Analyse, Done, Stop, Stream, archives::Matches, parse_filter, write_json};
use crate::{
    analysis::{ledger::FindingKind, report::Missed},
    archive::{Cell, write_csv_line},
    search::{PlayerMissed, missed},
    text::count_text,
};
use serde_json::{Value, json};
use std::{
    borrow::Borrow,
    io::{self, Write},
    iter::once,
};

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
    if args.csv {
        write_csv(&listed, out)?;
        return Ok(done);
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
    json!({
        "player": name,
        "matches": missed.matches,
        // The number of findings of each kind, as in `--findings`.
        "findings": counts(FindingKind::ALL.map(|kind| (kind.word(), missed.count(kind)))),
        // The number of mistakes with each theme.
        "themes": counts(missed.themes.iter().map(|(theme, count)| (theme.word(), count))),
        // The number of mistakes, those that decided a match, and those of the partners.
        "mistakes": missed.mistakes(),
        "decided": missed.decided,
        "partner_mistakes": missed.partner_mistakes,
        // The number of mistakes by phase of the match and by month.
        "phases": counts(missed.phases.iter().map(|(phase, count)| (phase.word(), count))),
        "months": counts(missed.months.iter().map(|(month, count)| (month.as_str(), count))),
        // How long partners waited for a piece that the player could win, and the pieces won in time.
        "kept_waiting_ms": missed.kept_waiting_ms,
        "sent": counts(missed.sent.iter().map(|(piece, count)| (piece.to_string(), count))),
        // Missed mates by length in moves, and by the piece of the first move.
        "by_length": counts(missed.mates.iter().map(|(moves, count)| (moves.to_string(), count))),
        "begun_by": counts(missed.begun_by.iter().map(|(kind, count)| (kind.letters(), count))),
    })
}

fn counts<K: Into<String>, N: Borrow<usize>>(counts: impl IntoIterator<Item = (K, N)>) -> Value {
    let counts = counts.into_iter().map(|(key, count)| (key.into(), json!(count.borrow())));
    Value::Object(counts.collect())
}

/// The columns of `--csv` before the kinds of findings.
const CSV_COLUMNS: [&str; 5] = ["player", "matches", "mistakes", "decided", "partner_mistakes"];

/// Writes the players as a CSV table: their counts, and the findings by kind.
fn write_csv(players: &[&PlayerMissed], out: &mut dyn Write) -> io::Result<()> {
    let kinds = FindingKind::ALL.map(FindingKind::word);
    let head = CSV_COLUMNS.iter().chain(&kinds).map(|&column| Cell::Text(column.into()));
    write_csv_line(out, head)?;
    for PlayerMissed { name, missed } in players {
        let own = [missed.matches, missed.mistakes(), missed.decided, missed.partner_mistakes];
        let of_kinds = FindingKind::ALL.map(|kind| missed.count(kind));
        let counts = own.into_iter().chain(of_kinds).map(|count| Cell::Number(count as u64));
        write_csv_line(out, once(Cell::Text(name.into())).chain(counts))?;
    }
    Ok(())
}
