//! The subcommands. They need no display, write results to one stream and problems to another, and tell by
//! their exit status how it went.

mod annotate;
mod arguments;
mod check;
mod convert;
mod list;
mod positions;

pub use arguments::{Annotate, Arguments, Command, Form, Switch};

use crate::{
    archive::{Archive, IndexError, QueryError, Summary},
    document::ChangeError,
    file::{FileError, Source, save},
    replay::{BgnError, bpgn_of_lines, is_bgn_name},
};
use std::{
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

/// The match that is shown where no file is named: the sample of version 1.2 of the standard.
pub const SAMPLE: &[u8] = include_bytes!("../../assets/samples/bpgn-1.2.bpgn");

/// The name under which the sample is shown.
pub const SAMPLE_NAME: &str = "sample.bpgn";

/// How it went; the value is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Done {
    /// Fine.
    Fine = 0,
    /// The files have errors.
    Errors = 1,
    /// It could not be done: usage, disk.
    Failed = 2,
}

/// Why a subcommand stopped.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("there is no match {game}: the file has {records}")]
    NoSuchGame { game: usize, records: usize },
    #[error("there is no ply {0} in this match")]
    NoSuchPly(String),
    #[error("--tag is NAME=VALUE, not {0}")]
    TagArgument(String),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error("{0}: {path}", path = .1.display())]
    Bgn(BgnError, PathBuf),
    #[error("--find: {0}")]
    Find(#[from] QueryError),
    #[error(transparent)]
    Change(#[from] ChangeError),
    #[error("cannot write the result ({0})")]
    Write(#[from] std::io::Error),
}

/// Runs `command`; results go to `out`, problems to `err`.
pub fn run(command: &Command, out: &mut dyn Write, err: &mut dyn Write) -> Done {
    let ran = match command {
        Command::Check { quiet, files } => check::run(files, *quiet, out, err),
        Command::Convert {
            file,
            out: target,
            to,
            game,
        } => convert::run(file, target, *to, *game, out),
        Command::Annotate(asked) => annotate::run(asked, out),
        Command::List {
            file,
            json,
            count,
            find,
        } => list::run(
            &list::Asked {
                path: file,
                json: *json,
                count: *count,
                find: find.as_deref(),
            },
            out,
        ),
        Command::Positions { file, game } => positions::run(file, *game, out),
    };
    let ran = ran.and_then(|done| {
        out.flush()?;
        Ok(done)
    });
    match ran {
        Ok(done) => done,
        // Who closes the pipe has seen enough.
        Err(Stop::Write(error)) if error.kind() == ErrorKind::BrokenPipe => Done::Fine,
        Err(stop) => {
            let _ = writeln!(err, "tandem: {stop}");
            Done::Failed
        }
    }
}

/// Writes `bytes` to the file `target`, or to `out` where that is `-`.
fn write(target: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), Stop> {
    if target == Path::new("-") {
        out.write_all(bytes)?;
    } else {
        save(target, bytes, false)?;
    }
    Ok(())
}

/// The record of match `game`, counted from 1; the first where none is named.
fn summary(archive: &Archive, game: Option<usize>) -> Result<&Summary, Stop> {
    let records = archive.records().len();
    let game = game.unwrap_or(1);
    game.checked_sub(1)
        .and_then(|id| archive.records().get(id))
        .ok_or(Stop::NoSuchGame { game, records })
}

/// The file at `path`; one of BGN as the BPGN that it stands for.
fn read(path: &Path) -> Result<Source, Stop> {
    let source = Source::read(path)?;
    if !is_bgn_name(path) {
        return Ok(source);
    }
    let text = bpgn_of_lines(source.bytes()).map_err(|error| Stop::Bgn(error, path.to_owned()))?;
    Ok(Source::from_bytes(path, text))
}
