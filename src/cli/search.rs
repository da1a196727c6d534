//! `tandem search`: the moments of matches at which something is so.

use super::{Done, Stop, list::text_row, many::Matches};
use crate::{
    archive::{Query, Row},
    search::{Hit, Question, WalkError, search},
};
use serde::Serialize;
use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// What is asked.
pub(super) struct Asked<'a> {
    pub(super) question: &'a str,
    pub(super) files: &'a [PathBuf],
    pub(super) find: Option<&'a str>,
    pub(super) json: bool,
    pub(super) count: bool,
}

pub(super) fn run(
    asked: &Asked<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let question: Question = asked.question.parse()?;
    let query: Query = asked.find.unwrap_or_default().parse()?;
    let mut done = Done::Fine;
    for path in asked.files {
        let matches = Matches::open(path)?;
        done = done.max(matches.say_damage(err)?);
        matches.select(&query, |selection| {
            let mut count = 0;
            let mut written = Ok(());
            let searched = search(selection, &question, |_, hits| {
                count += hits.len();
                if !asked.count {
                    written = hits.into_iter().try_for_each(|hit| {
                        let row = selection.index.row(hit.record);
                        row.map_or(Ok(()), |row| asked.write(path, hit, &row, out))
                    });
                }
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            written?;
            match searched {
                Err(WalkError::File(error)) => return Err(error.into()),
                Err(WalkError::Cancelled) | Ok(()) => {}
            }
            if asked.count {
                writeln!(out, "{}{count}", asked.prefix(path))?;
            }
            Ok(())
        })?;
    }
    Ok(done)
}

/// A hit as JSON.
#[derive(Serialize)]
struct Found<'a> {
    file: &'a str,
    game: usize,
    ply: usize,
}

impl Asked<'_> {
    /// The name of the file where there are several.
    fn prefix(&self, path: &Path) -> String {
        match self.files {
            [_] => String::new(),
            _ => format!("{}:", path.display()),
        }
    }

    fn write(
        &self,
        path: &Path,
        hit: Hit,
        row: &Row<&str>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let game = hit.record + 1;
        if self.json {
            let found = Found {
                file: &path.to_string_lossy(),
                game,
                ply: hit.moment,
            };
            serde_json::to_writer(&mut *out, &found)?;
            return writeln!(out);
        }
        let (prefix, ply) = (self.prefix(path), hit.moment);
        writeln!(out, "{prefix}{:>4}  {}", ply, text_row(game, row))
    }
}
