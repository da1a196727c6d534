//! Downloading a match.

use super::JobContext;
use crate::{
    app::{Action, ImportedNote, LibraryAction, Opened, UnpackWhole, download_note, import_notes},
    archive::Collection,
    file::{CacheFolder, Source},
    import::{
        BoardFiles, Import,
        board::BoardRef,
        fetch::{Client, FetchError, Fetched},
    },
    rules::BoardId,
};
use std::{ops::ControlFlow, path::PathBuf};

/// The cache limit for answers; a board has about 2 KB.
const MAX_CACHE_BYTES: u64 = 64 << 20;

/// Downloads both boards of the match that `board` is of, to be shown after `ply` plies of that board.
pub(super) fn download(
    board: &BoardRef,
    ply: Option<u32>,
    cache: Option<PathBuf>,
    desk: &JobContext<Action>,
) {
    let cache = cache.map(|cache| CacheFolder::new(cache.join("boards"), MAX_CACHE_BYTES));
    let mut watch = |_| match desk.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let fetched = Client::new(cache).and_then(|mut client| client.match_of(board, &mut watch));
    let (import, notes): (_, Vec<ImportedNote>) = match fetched {
        Err(FetchError::Cancelled) => return,
        Err(error) => (Import::default(), vec![download_note(&error)]),
        Ok(Fetched { import, stopped, .. }) => {
            (import, stopped.iter().map(download_note).collect())
        }
    };
    let boards = BoardFiles { import, ..BoardFiles::default() };
    let path = PathBuf::from(format!("{board}.bpgn"));
    let text = boards.text();
    let at = ply.and_then(|ply| place(&text, board, ply));
    let list = Collection::of(Source::from_bytes(path.clone(), text));
    let more = import_notes(&boards, &UnpackWhole::default());
    desk.answer(Action::Library(LibraryAction::Opened(Box::new(Opened {
        at,
        imported: Some(notes.into_iter().chain(more).collect()),
        ..Opened::whole(path, list)
    }))));
}

/// Returns the name of ply `ply`, counted from 1, of `board` in the match `text`.
fn place(text: &str, board: &BoardRef, ply: u32) -> Option<String> {
    let is_on = |id: &BoardId| {
        let letter = id.letter();
        ["GameId", "GameUuid"]
            .iter()
            .any(|tag| text.contains(&format!("[{tag}{letter} \"{board}\"]")))
    };
    let id = BoardId::ALL.into_iter().find(is_on)?;
    let letter = if ply % 2 == 1 { id.letter() } else { id.letter().to_ascii_lowercase() };
    (ply > 0).then(|| format!("{}{letter}", ply.div_ceil(2)))
}
