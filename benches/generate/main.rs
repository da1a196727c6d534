//! Writes a file of random legal matches: `cargo bench --bench generate -- MB FILE [SEED] [crlf] [archive]`. The word
//! `chess` writes games of chess as PGN instead. `fics`, `hyviewer`, `chesscom` and `bughouse-pro` write matches in the
//! format of that site.
//!
//! `archive` imitates a year of matches on a server: 45,000 players, some matches without moves or result. The same
//! 3,000 games are repeated with other tags, so that a gigabyte takes seconds.
//!
//! Without arguments this program does nothing, so that a plain `cargo bench` succeeds.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "its purpose is to write a file, and to say so"
)]

mod chess;
mod matches;
mod rng;

use chess::write_games;
use matches::{Recipe, Site, write_matches};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    time::Instant,
};

fn main() -> io::Result<()> {
    // Cargo always adds `--bench`.
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [megabytes, path, rest @ ..] = arguments.as_slice() else {
        println!("generate: no MB and FILE given, nothing written");
        return Ok(());
    };
    let Ok(megabytes) = megabytes.parse::<u64>() else {
        println!("generate: {megabytes} is no number of megabytes");
        return Ok(());
    };
    let bytes = megabytes * 1_000_000;
    let site = Site::ALL.into_iter().find(|site| rest.iter().any(|word| word == site.name()));
    let mut recipe = match site {
        Some(site) => Recipe::of_site(bytes, site),
        None if rest.iter().any(|word| word == "archive") => Recipe::archive(bytes),
        None => Recipe::with_size(bytes),
    };
    recipe.crlf = rest.iter().any(|word| word == "crlf");
    if let Some(seed) = rest.iter().find_map(|word| word.parse().ok()) {
        recipe.seed = seed;
    }
    let start = Instant::now();
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let written = if rest.iter().any(|word| word == "chess") {
        write_games(&recipe, &mut out)?
    } else {
        write_matches(&recipe, &mut out)?
    };
    out.flush()?;
    println!(
        "{path}: {} bytes, {} matches, {} plies in {:.1} s",
        written.bytes,
        written.matches,
        written.plies,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
