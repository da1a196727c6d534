//! `tandem puzzles`: makes a set of puzzles from matches, as BPGN, as JSON or on paper.

use super::{
    CliError, Exit, PaperSize, Puzzles, Result, Stream,
    archives::{Matches, UsedEndings, check_walk, print_skipped},
    check_target, parse_filter, write,
};
use crate::{
    analysis::{
        puzzles::{FoundPuzzles, Puzzle, PuzzleFilter, daily, puzzles_of_record, spread},
        tactics::Solver,
    },
    diagram::PuzzleSheet,
    formats::{PuzzleFormat, PuzzleSet},
    kriegspiel::Notation,
    search::walk_all,
    text::{count_text, grouped},
};
use std::{collections::HashSet, io::Write, ops::ControlFlow};

/// The number of puzzles after which the search stops. The set is chosen from the puzzles found, which are all
/// in memory.
const MAX_CANDIDATES: usize = 200_000;

pub(super) fn run(args: &Puzzles, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let format = args.format();
    args.check_options(format)?;
    let filter = parse_filter(args.find.as_deref())?;
    for file in &args.files {
        check_target(file, &args.out)?;
    }
    let (mut matches, mut done) = Matches::open_reported(&args.files, args.unpack, err)?;
    // What is wrong with the files was reported.
    if done == Exit::Errors && matches.list.index.is_empty() {
        return Ok(done);
    }
    matches.replay(&filter, UsedEndings::None, err)?;
    let mut found = FoundPuzzles::default();
    // The keys of the puzzles found, by which duplicates are detected.
    let mut seen = HashSet::new();
    matches.select(&filter, |selection| {
        print_skipped(selection, "puzzles", err)?;
        let filter = args.filter();
        let walked = walk_all(
            selection,
            |solver: &mut Solver, record, chunk: &mut Vec<FoundPuzzles>| {
                if record.notation != Notation::Bpgn {
                    return;
                }
                let mut these = puzzles_of_record(record.id, record.text, None, solver);
                these.puzzles.retain(|puzzle| filter.admits(puzzle));
                chunk.push(these);
            },
            |walked, chunk| {
                for record in chunk {
                    found.add(record, &mut seen);
                }
                match found.puzzles.len() < MAX_CANDIDATES {
                    true => err.walked(walked),
                    false => ControlFlow::Break(()),
                }
            },
        );
        check_walk(walked)?;
        Ok(())
    })?;
    done = done.max(print_summary(&found, err)?);
    let set = args.choose(found.puzzles);
    if set.is_empty() {
        return Err("no puzzles of this kind in these matches".into());
    }
    let set = PuzzleSet { puzzles: &set, list: &matches.list };
    let layout = PuzzleSheet {
        title: args.title.clone(),
        per_page: args.per_page.into(),
        name_lines: args.name_lines,
    };
    let watch = &|part| err.drawn("Page", part);
    let bytes = set.write(format, args.paper.unwrap_or(PaperSize::A4).points(), &layout, watch)?;
    write(&args.out, &bytes, out)?;
    Ok(done)
}

/// Reports the numbers of puzzles, duplicates and skipped records. Returns [`Exit::Errors`] if a record was skipped
/// because its `Puzzle` tag does not match its position.
fn print_summary(found: &FoundPuzzles, err: &mut dyn Write) -> Result {
    let puzzles = count_text(found.puzzles.len(), "puzzle", "puzzles");
    let merged = count_text(found.merged, "duplicate", "duplicates");
    writeln!(err, "tandem: {puzzles}, {merged} merged")?;
    if found.puzzles.len() >= MAX_CANDIDATES {
        let most = grouped(MAX_CANDIDATES);
        writeln!(
            err,
            "tandem: stopped after {most} puzzles; filter the matches to search all of them"
        )?;
    }
    if found.rejected == 0 {
        return Ok(Exit::Fine);
    }
    let refused = count_text(found.rejected, "record", "records");
    writeln!(err, "tandem: {refused} skipped: the Puzzle tag does not match the position")?;
    Ok(Exit::Errors)
}

impl Puzzles {
    fn format(&self) -> PuzzleFormat {
        match PuzzleFormat::named(&self.out) {
            _ if self.json => PuzzleFormat::Json,
            named => named.unwrap_or(PuzzleFormat::Bpgn),
        }
    }

    /// Fails if an option for pages is given, but `format` has none.
    fn check_options(&self, format: PuzzleFormat) -> Result<()> {
        if format == PuzzleFormat::Pages {
            return Ok(());
        }
        let given = [
            ("--paper", self.paper.is_some()),
            ("--per-page", self.per_page.is_some()),
            ("--title", self.title.is_some()),
            ("--name-lines", self.name_lines),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                let (formats, format) = (".pdf".to_owned(), format.names().0);
                Err(CliError::OptionOfOther { option, formats, format })
            }
            None => Ok(()),
        }
    }

    fn filter(&self) -> PuzzleFilter {
        PuzzleFilter {
            kinds: self.kind.clone(),
            level: None,
            min_length: self.length.unwrap_or(0),
            max_length: self.length,
            player: self.player.clone().unwrap_or_default(),
            missed: self.missed,
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            time_trouble: self.time_trouble,
            theme: self.theme,
        }
    }

    /// Returns the puzzles of the set, at most `--count` if given: the daily puzzles for `--day`, or else puzzles from
    /// easy to hard, spread over kinds and themes.
    fn choose(&self, found: Vec<Puzzle>) -> Vec<Puzzle> {
        let count = self.count.map_or(found.len(), |count| count as usize);
        match self.day {
            Some(day) => daily(&found, day, count.min(found.len())),
            None => spread(found, count),
        }
    }
}
