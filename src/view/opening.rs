//! Opening files and matches, and the list of them.

use super::{
    Effect, MatchRow, Offer, OpenFile, OpenMatch, Opened, State, filter_matches, issues::sentence,
};
use crate::{
    archive::{Archive, RecordId},
    document::{Changes, Document, source_of_position, source_of_position_as},
    file::Source,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A row for each match of `archive`.
pub(super) fn rows_of(archive: &Archive) -> Vec<MatchRow> {
    let summaries = archive.records().iter().enumerate();
    summaries
        .map(|(id, summary)| MatchRow::of(id, summary))
        .collect()
}

impl State {
    /// Asks for the file at `path`, to be shown from match `game` and ply `at`.
    pub fn read(&mut self, path: PathBuf, game: Option<usize>, at: Option<String>) -> Effect {
        self.reading = Some(path.clone());
        Effect::Read { path, game, at }
    }

    /// Shows `archive`, under the name `path`, from its first match or match `game`, counted from 1, at
    /// its start or where `at` says.
    pub fn show(
        &mut self,
        path: &Path,
        archive: Arc<Archive>,
        game: Option<usize>,
        at: Option<&str>,
    ) {
        let records = archive.records().len();
        let rows = rows_of(&archive);
        let many = rows.len() > 1;
        self.file = Some(OpenFile {
            path: path.to_owned(),
            archive,
            rows,
            chosen: 0,
            changes: Changes::default(),
            on_disk: false,
            recovered: false,
        });
        self.drafts.clear();
        self.opened += 1;
        self.saving = false;
        self.then = None;
        self.touched += 1;
        self.entering = false;
        self.differences.clear();
        // What was offered was about the file before.
        self.notices.retain(|notice| notice.offer.is_none());
        self.matches_shown = many;
        self.filter.clear();
        self.asking.forget();
        self.refilter();
        self.choose(game.map_or(0, |game| game.saturating_sub(1)));
        if let Some(game) = game
            && !(1..=records).contains(&game)
        {
            self.say(format!("There is no match {game}: the file has {records}."));
        }
        if let Some(at) = at {
            self.go_to_name(at);
        }
    }

    pub(super) fn opened(&mut self, opened: Opened) -> Vec<Effect> {
        self.reading = None;
        let path = &opened.path;
        match opened.archive {
            Err(error) => self.say(sentence(&error.to_string())),
            Ok(archive) if !archive.has_matches() => {
                let what = if archive.source().bytes().is_empty() {
                    "The file is empty"
                } else {
                    "There is no bughouse match in this file"
                };
                self.say(format!("{what}: {}.", path.display()));
            }
            Ok(archive) => {
                self.show(path, archive, opened.game, opened.at.as_deref());
                if let Some(file) = &mut self.file
                    && path != Path::new("-")
                {
                    file.on_disk = true;
                    self.settings.remember(path);
                    return vec![self.keep()];
                }
            }
        }
        Vec::new()
    }

    pub(super) fn choose(&mut self, id: RecordId) {
        self.settle();
        let Some(file) = &mut self.file else { return };
        // Where there is no such record, the first.
        let id = if id < file.rows.len() { id } else { 0 };
        let Some(range) = file.archive.range(id) else {
            return;
        };
        file.chosen = id;
        let document = Document::open(file.archive.source().clone(), range);
        let document = match file.changes.text(id) {
            Some(text) => document.with_text(text.to_vec()),
            None => document,
        };
        file.changes.end_typing();
        self.open = Some(OpenMatch::of(document));
        self.revision += 1;
        self.line = None;
        self.hand = None;
        self.promotion = None;
        self.playhead = self.playhead.rewound();
        self.begin_game();
        self.in_hand = None;
        self.lit = None;
        self.marks.clear();
    }

    pub(super) fn go_to_name(&mut self, at: &str) {
        let Some(open) = &self.open else { return };
        match open.document.moment_named(at) {
            Some(moment) => self.go_to(moment),
            None => self.say(format!(
                "There is no ply {at} in this match; it is shown from its start."
            )),
        }
    }

    /// Opens what was pasted: a position, or a match.
    pub(super) fn paste(&mut self, text: &str) {
        let error = match source_of_position(text) {
            Ok((source, numbers)) => {
                self.show_source(source);
                if let Some(numbers) = numbers {
                    let other = Offer::Numbers {
                        text: text.to_owned(),
                        numbers: numbers.other(),
                    };
                    let taken = numbers.name();
                    let words =
                        format!("The last two numbers of the position were taken for {taken}.");
                    self.offer(words, Some(other));
                }
                return;
            }
            Err(error) => error,
        };
        let archive = Archive::of(Source::from_bytes("pasted.bpgn", text));
        if archive.has_matches() {
            self.show(Path::new("pasted.bpgn"), Arc::new(archive), None, None);
        } else {
            self.say(format!(
                "What was pasted is neither a match nor a position: {error}."
            ));
        }
    }

    /// Shows what does not come from a file.
    fn show_source(&mut self, source: Source) {
        let path = source.path().to_owned();
        self.show(&path, Arc::new(Archive::of(source)), None, None);
    }

    /// Does what a message offers.
    pub(super) fn accept(&mut self, offer: &Offer) {
        match offer {
            Offer::Numbers { text, numbers } => match source_of_position_as(text, *numbers) {
                Ok(source) => self.show_source(source),
                Err(error) => self.say(sentence(&error.to_string())),
            },
        }
    }

    pub(super) fn step_match(&mut self, forward: bool) {
        let Some(file) = &self.file else { return };
        // The match that is shown need not be among those that are left.
        let mut left = self.filtered.iter().copied();
        let next = if forward {
            left.find(|&id| id > file.chosen)
        } else {
            left.rfind(|&id| id < file.chosen)
        };
        if let Some(id) = next {
            self.choose(id);
        }
    }

    pub(super) fn refilter(&mut self) {
        self.asking.outdate();
        self.filtered = self
            .file
            .as_ref()
            .map(|file| filter_matches(&file.rows, &self.filter))
            .unwrap_or_default();
    }
}
