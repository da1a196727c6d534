//! Copies: a match, a game as it was heard, or the matches of a list, written to another file.

use super::SaveWhat;
use crate::{
    app::{
        Dialog, Effect, Side, State,
        action::{ExportJob, WriteJob, WriteKind, Written},
        issues::sentence,
    },
    formats::{Form, LIST_FORMS, check_name, form_named},
};
use std::path::PathBuf;

impl State {
    /// The path for `what` is known.
    pub(in crate::app) fn save_path(
        &mut self,
        what: SaveWhat,
        to: PathBuf,
        replace: bool,
    ) -> Vec<Effect> {
        self.shell.dialog = None;
        let form = match what {
            SaveWhat::File | SaveWhat::Match | SaveWhat::Append => Form::Bpgn,
            SaveWhat::Heard(_) => Form::Kriegspiel,
            SaveWhat::Matches => form_named(&to, &LIST_FORMS).unwrap_or(Form::Bpgn),
        };
        if let Err(error) = check_name(&to, form) {
            // What was to follow would lose it.
            self.drop_follow_up();
            self.say(sentence(&error.to_string()));
            return Vec::new();
        }
        let kind = match what {
            SaveWhat::File => return self.save_as(to, replace),
            SaveWhat::Match => WriteKind::Copy,
            SaveWhat::Append => WriteKind::Append,
            SaveWhat::Heard(side) => WriteKind::Heard(side),
            SaveWhat::Matches => return self.export_matches(to, replace),
        };
        let Some(open) = &self.open else {
            return Vec::new();
        };
        let bytes = match kind {
            WriteKind::Copy | WriteKind::Append | WriteKind::Matches(_) => {
                open.content.text().to_vec()
            }
            WriteKind::Heard(side) => match self.heard_text(side) {
                Some(text) => text.into_bytes(),
                None => return Vec::new(),
            },
        };
        vec![Effect::Write(Box::new(WriteJob { to, bytes, kind, replace }))]
    }

    /// Writes the matches that are listed to `to`.
    fn export_matches(&self, to: PathBuf, replace: bool) -> Vec<Effect> {
        let Some(file) = self.library.file() else {
            return Vec::new();
        };
        let changed = file.changes.texts();
        vec![Effect::Export(Box::new(ExportJob {
            to,
            list: file.list.clone(),
            rows: file.filter.rows.clone(),
            changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
            replace,
        }))]
    }

    /// A match has been written elsewhere, or could not be.
    pub(in crate::app) fn written_elsewhere(&mut self, written: Written) {
        let to = &written.to.clone();
        let path = to.display();
        match (written.outcome, written.kind) {
            (Ok(true), WriteKind::Copy) => {
                self.tell_written(format!("The match was saved as {path}."), to);
            }
            (Ok(true), WriteKind::Append) => {
                self.tell_written(format!("The match was appended to {path}."), to);
            }
            (Ok(true), WriteKind::Heard(side)) => {
                let who = match side {
                    Side::Referee => "the referee has it".to_owned(),
                    Side::Seat(_) => format!("{} heard it", side.name()),
                };
                let until = match self.game_document() {
                    Some(document) if document.game().cut_short => {
                        "; it ends before the ply that cannot be played"
                    }
                    _ => "",
                };
                self.tell_written(format!("The game was saved as {who}, as {path}{until}."), to);
            }
            (Ok(false), WriteKind::Heard(side)) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Heard(side), written.to));
            }
            (Ok(true), WriteKind::Matches(1)) => {
                self.tell_written(format!("1 match was written to {path}."), to);
            }
            (Ok(true), WriteKind::Matches(count)) => {
                self.tell_written(format!("{count} matches were written to {path}."), to);
            }
            (Ok(false), WriteKind::Matches(_)) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Matches, written.to));
            }
            (Ok(false), _) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Match, written.to));
            }
            (Err(error), _) => self.say(sentence(&error.to_string())),
        }
    }
}
