//! `tandem merge`: copies variations from one file to another file of the same match.

use super::{Merge, RecordFile, Result, Stream, check_target, write_changed};
use crate::{
    document::{Content, Document, MergeError},
    formats::{FileFormat, check_name},
};
use std::io::Write;

pub(super) fn run(args: &Merge, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    if [&args.file, &args.from].iter().all(|it| it.as_os_str() == "-") {
        return Err("only one file can be standard input".into());
    }
    check_name(&args.out, FileFormat::Bpgn)?;
    check_target(&args.from, &args.out)?;
    let (file, done) = RecordFile::open_to_change(&args.file, &args.out, args.unpack, err)?;
    let (from, from_done) = RecordFile::open(&args.from, args.unpack, err)?;
    let matches = file.into_matches(&args.file)?;
    let (file, range) = matches.place(args.game)?;
    let Content::Match(document) = Content::read_unlimited(&file.text, range)? else {
        // A game of Kriegspiel cannot be the same match, so report a difference at the first ply.
        return Err(MergeError::OtherPly(1).into());
    };
    let theirs = from.into_matches(&args.from)?;
    theirs.bughouse_rows(args.from_game.or(Some(1)), "merge")?;
    let (their_file, their_range) = theirs.place(args.from_game)?;
    let other = Document::read_unlimited(&their_file.text, their_range)?;
    let (merged, merge) = document.with_variations_of(&other)?;
    write_changed(file, range, merged.text().to_vec(), &args.out, out)?;
    writeln!(err, "tandem: {merge}")?;
    Ok(done.max(from_done))
}
