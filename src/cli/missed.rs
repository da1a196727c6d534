//! `tandem analyse --summary`: counts the findings about each player, in files and folders, and writes the book of
//! mistakes of a player.

use super::{
    Analyse, Result, Stream,
    archives::{Matches, UsedEndings},
    check_target, names_of, no_such_player, parse_filter, write, write_json,
};
use crate::{
    diagram::Sheet,
    formats::{BookFile, BookFormat, summary_json, write_summary_csv},
    search::{BookRows, PlayerMissed, Selection, book, missed, sort_latest_first},
    text::count_text,
};
use std::{io::Write, path::Path};

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let filter = parse_filter(args.find.as_deref())?;
    let (mut matches, done) = Matches::open_reported(&args.files, args.unpack, err)?;
    matches.replay(&filter, UsedEndings::None, err)?;
    let only = args.player.as_deref().map(names_of);
    if let (Some(to), Some(names)) = (&args.out, &only) {
        args.files.iter().try_for_each(|file| check_target(file, to))?;
        matches
            .select(&filter, |selection| write_book(to, names, (&matches, selection), out, err))?;
        return Ok(done);
    }
    let players = matches.select(&filter, |selection| {
        Ok(missed(&matches.list, selection, |walked, _| err.walked(walked))?)
    })?;
    let is_listed = |it: &&PlayerMissed| match &only {
        Some(names) => names.iter().any(|name| it.name.to_lowercase() == name.to_lowercase()),
        None => !it.missed.is_empty(),
    };
    let listed: Vec<&PlayerMissed> = players.iter().filter(is_listed).collect();
    if let (Some(names), true) = (&only, listed.is_empty()) {
        return Err(no_such_player(names));
    }
    if args.csv {
        write_summary_csv(listed.iter().map(|it| (it.name.as_str(), &it.missed)), out)?;
        return Ok(done);
    }
    for PlayerMissed { name, missed } in listed {
        if args.json {
            write_json(&summary_json(name, missed), out)?;
        } else {
            let matches = count_text(missed.matches, "match", "matches");
            writeln!(out, "{name}, {matches}: {}", missed.words())?;
        }
    }
    Ok(done)
}

/// Writes the book of the player with these names to the file `to`, in the format of its extension.
fn write_book(
    to: &Path,
    names: &[String],
    (matches, selection): (&Matches, &Selection<'_>),
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<()> {
    let Some(format) = BookFormat::named(to) else {
        return Err(format!("unknown format: {}; use .pdf, .csv or .jsonl", to.display()).into());
    };
    let mut entries = Vec::new();
    let missed = book(&matches.list, selection, names, |walked, _, more| {
        entries.extend(more);
        err.walked(walked)
    })?;
    if missed.matches == 0 {
        return Err(no_such_player(names));
    }
    let mut texts = BookRows::new(&matches.list);
    let mut rows: Vec<_> = entries.into_iter().filter_map(|entry| texts.row(entry)).collect();
    sort_latest_first(&mut rows);
    let name = names.join(", ");
    let book = BookFile { name: &name, missed: &missed, rows: &rows, list: &matches.list };
    let bytes = book.write(format, Sheet::A4, &|part| err.drawn("Page", part))?;
    write(to, &bytes, out)
}
