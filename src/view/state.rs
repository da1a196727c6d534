//! [`State`]: everything that the window shows follows from it.

use super::{Header, IssueRow, MatchRow, MoveList, TagRow, Track, tag_rows};
use crate::{
    archive::{Archive, RecordId},
    document::Document,
    file::Span,
    rules::{BoardId, Position},
    settings::Settings,
    timeline::{Playhead, Timeline},
};
use std::{path::PathBuf, sync::Arc};

/// The panels beside the boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The four columns.
    #[default]
    Moves,
    /// The tags.
    Tags,
    /// What the text has against it.
    Issues,
    /// The text itself.
    Text,
}

/// A dialog over the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A path to open, as far as it has been typed.
    OpenPath(String),
    /// Every command by name, with what has been typed to find one.
    Palette(String),
    /// The keys.
    Keys,
    /// What this is.
    About,
}

/// A message that stays until it is put away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A sentence.
    pub text: String,
}

/// The file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its name; the sample's is no path.
    pub path: PathBuf,
    /// Its records.
    pub archive: Arc<Archive>,
    /// A row for each record.
    pub rows: Vec<MatchRow>,
    /// The record that is shown.
    pub chosen: RecordId,
}

/// The match that is open, with the rows of its panels.
#[derive(Clone, Debug)]
pub struct OpenMatch {
    /// The match.
    pub document: Document,
    /// Players, event, result.
    pub header: Header,
    /// The four columns.
    pub moves: MoveList,
    /// The timeline.
    pub track: Track,
    /// The tags.
    pub tags: Vec<TagRow>,
    /// The issues.
    pub issues: Vec<IssueRow>,
}

impl OpenMatch {
    pub(super) fn of(document: Document) -> Self {
        Self {
            header: Header::of(&document),
            moves: MoveList::of(&document),
            track: Track::of(&document),
            tags: tag_rows(&document),
            issues: IssueRow::all(&document),
            document,
        }
    }
}

/// Everything that the window shows follows from this.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What is remembered.
    pub settings: Settings,
    /// The file.
    pub file: Option<OpenFile>,
    /// The match.
    pub open: Option<OpenMatch>,
    /// Where in the match.
    pub playhead: Playhead,
    /// The panel beside the boards.
    pub panel: Panel,
    /// A dialog over the window.
    pub dialog: Option<Dialog>,
    /// Messages, oldest first.
    pub notices: Vec<Notice>,
    /// The words that matches are filtered by.
    pub filter: String,
    /// The records that pass the filter.
    pub filtered: Vec<RecordId>,
    /// Whether the list of matches is shown.
    pub matches_shown: bool,
    /// Whether the filter field should take the keyboard with the next frame.
    pub focus_filter: bool,
    /// The board that `Shift` steps on.
    pub in_hand: Option<BoardId>,
    /// What is lit in the text; the ply before the moment where nothing is.
    pub lit: Option<Span>,
    /// The file that is being read.
    pub reading: Option<PathBuf>,
}

impl State {
    /// A window as it starts, with what was remembered.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let mut playhead = Playhead::default();
        let line = Timeline::default();
        playhead.run(crate::timeline::Command::Speed(settings.speed), &line);
        playhead.run(
            crate::timeline::Command::SkipWaits(settings.skip_waits),
            &line,
        );
        Self {
            settings,
            playhead,
            ..Self::default()
        }
    }

    /// Both boards where the playhead stands.
    #[must_use]
    pub fn position(&self) -> Position {
        self.open.as_ref().map_or_else(Position::default, |open| {
            open.document
                .played()
                .position_after(self.playhead.moment())
        })
    }

    /// The boards from left to right.
    #[must_use]
    pub const fn board_order(&self) -> [BoardId; 2] {
        if self.settings.switched {
            [BoardId::B, BoardId::A]
        } else {
            [BoardId::A, BoardId::B]
        }
    }

    /// What is lit in the text of the match.
    #[must_use]
    pub fn lit_span(&self) -> Option<Span> {
        let plies = &self.open.as_ref()?.document.record().plies;
        let ply = self.playhead.moment().checked_sub(1);
        self.lit.or_else(|| Some(plies.get(ply?)?.span))
    }

    /// The title of the window.
    #[must_use]
    pub fn title(&self) -> String {
        match self.file_name() {
            Some(name) => format!("{name} – Tandem"),
            None => "Tandem".to_owned(),
        }
    }

    /// The name of the file, without its folder.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        let path = &self.file.as_ref()?.path;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Some(name.to_string_lossy().into_owned())
    }
}
