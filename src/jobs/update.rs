//! Adding the latest matches of a player to a file.

use super::{JobContext, download::client};
use crate::{
    app::{LibraryAction, Updated},
    file::{FileError, atomic_write},
    formats::{AddError, FileFormat, MatchFile, NameError, check_name},
    import::{
        ImportSummary, ImportedMatch,
        fetch::{Client, FetchError, FetchEvent, Fetched, Period},
    },
    text::{count_words, sentence},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Why there is no update.
#[derive(Debug, thiserror::Error)]
enum UpdateError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Add(#[from] AddError),
}

/// Downloads the matches that each of `names` played after the latest one in the file at `path`, and adds them. The
/// server is chess.com, or `base` if given.
pub(super) fn update(
    names: &[String],
    path: &Path,
    (base, cache): (Option<String>, Option<PathBuf>),
    context: &JobContext<LibraryAction>,
) {
    let mut summary = ImportSummary::default();
    let mut words = Vec::new();
    for name in names {
        match client(base.clone(), cache.clone())
            .map_err(UpdateError::from)
            .and_then(|client| update_player(name, path, client, context))
        {
            Ok((added, more)) => {
                summary = summary + added;
                words.extend(more);
            }
            Err(UpdateError::Fetch(FetchError::Cancelled)) => break,
            Err(error) => words.push(sentence(&error.to_string())),
        }
    }
    words.insert(0, format!("{summary} ({}).", path.display()));
    context.answer(LibraryAction::Updated(Box::new(Updated {
        path: path.to_owned(),
        words: words.join(" "),
        is_changed: summary.matches + summary.completed > 0,
    })));
}

/// Adds the matches of one player. Returns the counts, and a message if matches remain.
fn update_player(
    name: &str,
    path: &Path,
    mut client: Client,
    context: &JobContext<LibraryAction>,
) -> Result<(ImportSummary, Option<String>), UpdateError> {
    check_name(path, FileFormat::Bpgn)?;
    let file = path.exists().then(|| MatchFile::read(path)).transpose()?;
    let file = file.as_ref();
    let mut watch = |_: FetchEvent<'_>| match context.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let period = Period::after(file.and_then(|file| file.latest_match_date(name)));
    client.halves = file.map(|file| file.half_ids.clone()).unwrap_or_default();
    let ids = file.map(|file| file.ids.clone()).unwrap_or_default();
    let fetched = client.player(name, &period, &ids, &mut watch)?;
    let Fetched { import, missing, known, skipped, left, stopped, .. } = fetched;
    let completed = file.map(|file| file.completions(&import.matches)).unwrap_or_default();
    let new: Vec<&ImportedMatch> = (0..)
        .zip(&import.matches)
        .filter(|(place, it)| file.is_none_or(|file| file.is_new(*place, it, &completed)))
        .map(|(_, found)| found)
        .collect();
    let text: String = new.iter().map(|found| found.text.as_str()).collect();
    match file {
        Some(file) => {
            file.append(&text)?;
            file.complete(&completed)?;
        }
        None if text.is_empty() => {}
        None => {
            atomic_write(path, text.as_bytes(), false)?;
        }
    }
    let summary = ImportSummary {
        matches: new.len(),
        halves: new.iter().filter(|found| found.is_half()).count(),
        completed: completed.len(),
        repeated: known + import.matches.len() - new.len() - completed.len(),
        other_games: skipped,
        missing: missing.len(),
    };
    let more = match (stopped, left) {
        (Some(stopped), _) => Some(sentence(&stopped.to_string())),
        (None, 0) => None,
        (None, left) => Some(format!(
            "{} left. Update again to get the rest.",
            count_words(left, "match", "matches")
        )),
    };
    Ok((summary, more))
}
