//! `tandem search`: the moments that match a query.

use super::{
    Done, Search, Stop, Stream,
    archives::{Matches, say_left_out, unless_unread},
    list::text_row,
    own_names, query_of,
};
use crate::{
    archive::Row,
    search::{Hit, Question, search},
};
use serde::Serialize;
use std::{io::Write, ops::ControlFlow, path::Path};

pub(super) fn run(asked: &Search, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let question: Question = asked.question.parse()?;
    let question = Question { in_variations: asked.variations, ..question };
    let question = question.with_user(&own_names());
    let query = query_of(asked.find.as_deref())?;
    let mut done = Done::Fine;
    for path in &asked.files {
        let matches = Matches::open(path, err)?;
        done = done.max(matches.say_damage(err)?);
        matches.select(&query, |selection| {
            say_left_out(selection, "search", err)?;
            let mut count = 0;
            let mut written = Ok(());
            let searched = search(selection, &question, |walked, hits| {
                count += hits.len();
                if !asked.count {
                    written = hits.into_iter().try_for_each(|hit| {
                        let row = selection.index.row(hit.record);
                        row.map_or(Ok(()), |row| asked.write(path, &hit, &row, out))
                    });
                }
                match written {
                    Ok(()) => err.walked(walked),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            written?;
            unless_unread(searched)?;
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
struct HitOutput<'a> {
    file: &'a str,
    game: usize,
    ply: usize,
    /// The position in a variation; `None` in the match itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<&'a str>,
}

impl Search {
    /// Returns the file name as a prefix if there are several files.
    fn prefix(&self, path: &Path) -> String {
        match self.files.as_slice() {
            [_] => String::new(),
            _ => format!("{}:", path.display()),
        }
    }

    fn write(
        &self,
        path: &Path,
        hit: &Hit,
        row: &Row<&str>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let game = hit.record + 1;
        if self.json {
            let found = HitOutput {
                file: &path.to_string_lossy(),
                game,
                ply: hit.moment,
                variation: hit.variation.as_deref(),
            };
            serde_json::to_writer(&mut *out, &found)?;
            return writeln!(out);
        }
        let (prefix, row) = (self.prefix(path), text_row(game, row));
        match &hit.variation {
            Some(place) => writeln!(out, "{prefix}{place:>4}  {row}"),
            None => writeln!(out, "{prefix}{:>4}  {row}", hit.moment),
        }
    }
}
