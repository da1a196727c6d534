//! `tandem merge`: copies variations into another file of the same match.

use super::{Done, Merge, RecordFile, Stop, check_target, write_changed};
use crate::{
    document::{Content, Document, MergeError},
    formats::{FileFormat, check_name},
};
use std::io::Write;

pub(super) fn run(asked: &Merge, out: &mut dyn Write, err: &mut dyn Write) -> Result<Done, Stop> {
    if [&asked.file, &asked.from].iter().all(|it| it.as_os_str() == "-") {
        return Err(Stop::StandardInputTwice);
    }
    check_name(&asked.out, FileFormat::Bpgn)?;
    check_target(&asked.from, &asked.out)?;
    let (file, done) = RecordFile::open(&asked.file, err)?;
    if file.is_bgn() {
        return Err(Stop::AnnotatedBgn(asked.file.clone()));
    }
    if !file.is_as_written() {
        // A compressed file would be replaced by an uncompressed one.
        check_target(&asked.file, &asked.out)?;
    }
    let (from, from_done) = RecordFile::open(&asked.from, err)?;
    let matches = file.into_matches(&asked.file)?;
    let (file, range) = matches.place(asked.game)?;
    let Content::Match(document) = Content::read_long(&file.text, range)? else {
        // A game of Kriegspiel has no ply in common with a match.
        return Err(MergeError::OtherPly(1).into());
    };
    let theirs = from.into_matches(&asked.from)?;
    theirs.bughouse(asked.from_game.or(Some(1)), "merge")?;
    let (their_file, their_range) = theirs.place(asked.from_game)?;
    let other = Document::read_long(&their_file.text, their_range)?;
    let (merged, merge) = document.with_variations_of(&other)?;
    write_changed(file, range, merged.text().to_vec(), &asked.out, out)?;
    writeln!(err, "tandem: {merge}")?;
    Ok(done.max(from_done))
}
