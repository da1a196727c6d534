//! [`ImportForm`] and [`ImportSheet`]: what the import dialog shows.

use super::{Download, ImportSource};
use crate::{
    app::ImportedNote,
    import::{MatchSource, fetch::Period},
    settings::Settings,
};
use std::path::PathBuf;

/// Which of a player's matches to download.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PeriodChoice {
    /// The latest month with bughouse matches.
    #[default]
    Latest,
    /// All matches since the latest match in earlier downloads of this player.
    SinceLast,
    /// The typed month.
    Month,
}

impl PeriodChoice {
    pub const ALL: [Self; 3] = [Self::Latest, Self::SinceLast, Self::Month];
}

/// The form of the import dialog, kept while the dialog is closed so that nothing typed is lost.
#[derive(Clone, Debug, Default)]
pub struct ImportForm {
    text: String,
    source: ImportSource,
    pub period: PeriodChoice,
    /// The month, as typed: `2026-08`.
    pub month: String,
    /// The notes on the failure of the last attempt; empty if there was none.
    pub failure_notes: Vec<ImportedNote>,
    /// Whether the dialog replaces the system's file dialog, and therefore takes a single line as a path.
    replaces_file_dialog: bool,
}

impl ImportForm {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub const fn source(&self) -> &ImportSource {
        &self.source
    }

    pub const fn replaces_file_dialog(&self) -> bool {
        self.replaces_file_dialog
    }

    /// Sets `replaces_file_dialog`. After a change, recognises the text again.
    pub(super) fn set_replaces_file_dialog(&mut self, replaces_file_dialog: bool) {
        if std::mem::replace(&mut self.replaces_file_dialog, replaces_file_dialog)
            != replaces_file_dialog
        {
            let text = std::mem::take(&mut self.text);
            self.set_text(text);
        }
    }

    /// Changes the text, and recognises it.
    pub fn set_text(&mut self, text: String) {
        self.source = match ImportSource::of(&text) {
            ImportSource::Site(MatchSource::Player(_)) | ImportSource::Unknown
                if self.replaces_file_dialog =>
            {
                ImportSource::Path
            }
            source => source,
        };
        self.text = text;
        self.failure_notes.clear();
    }

    /// Returns the typed path, without enclosing quotation marks.
    pub(super) fn path(&self) -> PathBuf {
        let text = self.text.trim();
        let quoted =
            ['"', '\''].iter().find_map(|mark| text.strip_prefix(*mark)?.strip_suffix(*mark));
        PathBuf::from(quoted.unwrap_or(text))
    }

    /// Returns the day of the latest match in earlier downloads of the player, such as `2026.08.15`. Returns `None` if
    /// there is no such download, or if the text does not name a player.
    pub fn last_day<'s>(&self, settings: &'s Settings) -> Option<&'s str> {
        let ImportSource::Site(MatchSource::Player(name)) = &self.source else { return None };
        settings.downloaded.get(&name.to_lowercase()).map(String::as_str)
    }

    /// Returns the chosen period, or `None` if the typed month is invalid. Without an earlier download of the player,
    /// [`PeriodChoice::SinceLast`] gives [`Period::Latest`].
    pub fn period(&self, settings: &Settings) -> Option<Period> {
        match self.period {
            PeriodChoice::Latest => Some(Period::Latest),
            PeriodChoice::SinceLast => Some(match self.last_day(settings) {
                Some(day) => Period::Since(day.to_owned()),
                None => Period::Latest,
            }),
            PeriodChoice::Month => {
                let (year, month) = self.month.trim().split_once(['-', '/', '.'])?;
                let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                let month: u8 = month.parse().ok().filter(|month| (1..=12).contains(month))?;
                if year.len() != 4 || !is_number(year) {
                    return None;
                }
                Some(Period::Month(format!("{year}/{month:02}")))
            }
        }
    }
}

/// The state of the import dialog, kept while the dialog is closed.
#[derive(Clone, Debug, Default)]
pub struct ImportSheet {
    pub form: ImportForm,
    /// The download that is running, or has ended.
    pub download: Option<Download>,
    /// Whether matches requested in the dialog are still being opened.
    pub(in crate::app) is_pending: bool,
}

impl ImportSheet {
    pub fn is_downloading(&self) -> bool {
        self.download.as_ref().is_some_and(|download| download.is_running)
    }

    /// Resets the dialog, but keeps the chosen period and the typed month. Returns the previous state, in which the
    /// typed month is empty.
    pub(super) fn take_and_reset(&mut self) -> Self {
        let (period, month) = (self.form.period, std::mem::take(&mut self.form.month));
        let form = ImportForm { period, month, ..ImportForm::default() };
        std::mem::replace(self, Self { form, ..Self::default() })
    }
}
