//! `tandem merge`: the variations of one match in another file of the same match.

use super::{Done, Merge, Stop, archive_of, bughouse_of, check_target, read, summary, write};
use crate::{
    document::{Content, Document, MergeError},
    formats::{Form, check_name},
};
use std::io::Write;

pub(super) fn run(asked: &Merge, out: &mut dyn Write, err: &mut dyn Write) -> Result<Done, Stop> {
    if [&asked.file, &asked.from]
        .iter()
        .all(|it| it.as_os_str() == "-")
    {
        return Err(Stop::StandardInputTwice);
    }
    check_name(&asked.out, Form::Bpgn)?;
    check_target(&asked.from, &asked.out)?;
    let (file, done) = read(&asked.file, err)?;
    if file.bgn.is_some() {
        return Err(Stop::AnnotatedBgn(asked.file.clone()));
    }
    if !file.is_as_written() {
        // What is packed would be replaced by what is not.
        check_target(&asked.file, &asked.out)?;
    }
    let (from, from_done) = read(&asked.from, err)?;
    let archive = archive_of(file.source)?;
    let range = summary(&archive, asked.game)?.range;
    let Content::Match(document) = Content::open(archive.source().clone(), range) else {
        // A game of Kriegspiel has no ply of a match.
        return Err(MergeError::OtherPly(1).into());
    };
    let theirs = bughouse_of(from.source, asked.from_game.or(Some(1)), "merge")?;
    let their_range = summary(&theirs, asked.from_game)?.range;
    let other = Document::open(theirs.source().clone(), their_range);
    let (merged, merge) = document.with_variations_of(&other)?;
    let bytes = archive.source().bytes();
    let offset = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    let whole = [
        &bytes[..offset(range.start)],
        merged.text(),
        &bytes[offset(range.end)..],
    ];
    write(&asked.out, &whole.concat(), out)?;
    writeln!(err, "tandem: {merge}")?;
    Ok(done.max(from_done))
}
