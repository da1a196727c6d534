//! [`State`]: everything that the window shows follows from it.

use super::{
    Asking, Command, Draft, Edited, Field, GameState, GameViews, Halt, Hand, Header, IssueRow,
    Keymap, Known, LineDifference, ListJob, Listing, MoveList, PictureChoice, ProblemState,
    Promotion, Reading, SaveWhat, Then, Track,
};
use crate::{
    archive::{Collection, RecordId, RowNumber},
    diagram::Mark,
    document::{Changes, Document, Line},
    file::Span,
    rules::{BoardId, Numbers, Position, Role},
    settings::{Recovery, RecoveryId, Settings},
    timeline::{Playhead, Timeline},
};
use std::{collections::BTreeSet, path::PathBuf};

/// The panels beside the boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The four columns.
    #[default]
    Moves,
    /// Annotation, comments, and what can be put right at the moment.
    Notes,
    /// The tags.
    Tags,
    /// What the text has against it.
    Issues,
    /// The text itself.
    Text,
    /// What a player of Kriegspiel can know.
    Belief,
    /// What a problem asks, and what answers it.
    Problem,
    /// What is asked of all matches.
    Search,
}

/// A dialog over the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// What to do first.
    Welcome,
    /// A path to open, as far as it has been typed.
    OpenPath(String),
    /// A path to save to, as far as it has been typed.
    SavePath(SaveWhat, String),
    /// Something stands at that path already.
    Replace(SaveWhat, PathBuf),
    /// Something is not saved and would be lost.
    Unsaved(Then),
    /// Another program has changed the file since it was read.
    ChangedOnDisk(PathBuf),
    /// What differs between the file on the disk and what is about to be saved.
    Differences(PathBuf),
    /// Changes of another time can be taken back.
    Recover,
    /// A move that is typed.
    PlayMove {
        /// As far as it has been typed.
        typed: String,
        /// Why it cannot be played; empty while nothing is known against it.
        refused: String,
    },
    /// The settings: the page, and the command whose key is asked for.
    Settings(SettingsPage, Option<Command>),
    /// Every command by name, with what has been typed to find one, and which of those found is chosen.
    Palette(String, usize),
    /// The keys.
    Keys,
    /// What this is.
    About,
    /// The picture that is exported.
    Picture(Box<PictureChoice>),
}

/// The pages of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Theme, squares, pieces.
    #[default]
    Looks,
    /// How matches are shown and saved.
    Matches,
    /// The keys of the commands.
    Keys,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which of all that were said in this session, counted.
    pub number: u64,
    /// A sentence.
    pub text: String,
    /// Whether something is wrong; else it is good news, or good to know.
    pub warns: bool,
    /// What else could be done.
    pub offer: Option<Offer>,
}

impl Notice {
    /// Whether it goes by itself after some seconds. What warns, or offers something, stays until it is put away.
    #[must_use]
    pub const fn passes(&self) -> bool {
        !self.warns && self.offer.is_none()
    }
}

/// What a message offers to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The numbers of a position that was pasted can be taken for something else.
    Numbers {
        /// The position.
        text: String,
        /// What they would be taken for.
        numbers: Numbers,
    },
    /// The file has changed on the disk and can be read again.
    Reload,
}

impl Offer {
    /// What stands on its button.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Numbers { numbers, .. } => format!("Take them for {}", numbers.name()),
            Self::Reload => "Read it again".to_owned(),
        }
    }
}

/// The file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its name; the sample's is no path.
    pub path: PathBuf,
    /// What was asked for: it, several, or a folder.
    pub paths: Vec<PathBuf>,
    /// Its records, or those of several files.
    pub list: Collection,
    /// Which of all that was asked for in this session, counted.
    pub asked: u64,
    /// How far the reading has come, as long as it goes on.
    pub reading: Option<Reading>,
    /// Ends the reading.
    pub halt: Halt,
    /// The match to show when the list has come to it, counted from 1, and where in it.
    pub wanted: Option<(usize, Option<String>)>,
    /// The record that is shown.
    pub chosen: RecordId,
    /// Its bytes as its file has them.
    pub original: Vec<u8>,
    /// The rows of records that have been changed.
    pub edited: Edited,
    /// What has been changed since it was saved.
    pub changes: Changes,
    /// Whether its path is that of a file, so that it can be saved there.
    pub on_disk: bool,
    /// Whether it holds what no file holds: matches that were taken back after a crash.
    pub recovered: bool,
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
    /// The issues.
    pub issues: Vec<IssueRow>,
    /// The game, where it is Kriegspiel.
    pub game: Option<GameViews>,
}

impl OpenMatch {
    pub(super) fn of(document: Document) -> Self {
        Self {
            header: Header::of(&document),
            moves: MoveList::of(&document),
            track: Track::of(&document),
            issues: IssueRow::all(&document),
            game: GameViews::of(&document),
            document,
        }
    }
}

/// Everything that the window shows follows from this.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What is remembered.
    pub settings: Settings,
    /// The keys of the commands, as the settings have them.
    pub keymap: Keymap,
    /// The file.
    pub file: Option<OpenFile>,
    /// The match.
    pub open: Option<OpenMatch>,
    /// Where in the match.
    pub playhead: Playhead,
    /// Where in a game of Kriegspiel, and from whose side.
    pub game: GameState,
    /// What each player can know, Black first, as far as it has been asked for.
    pub known: [Option<Known>; 2],
    /// The value of `revision` for which that holds.
    pub known_at: u64,
    /// What has been done about the problem that is open.
    pub problem: ProblemState,
    /// The file and the record in it that `problem` belongs to.
    pub problem_of: (u64, usize),
    /// The kind of piece whose chances are shown; any, where none is named.
    pub heat_kind: Option<Role>,
    /// The panel beside the boards.
    pub panel: Panel,
    /// A dialog over the window.
    pub dialog: Option<Dialog>,
    /// Messages, oldest first.
    pub notices: Vec<Notice>,
    /// How many messages there have been.
    pub said: u64,
    /// The words that matches are filtered by.
    pub filter: String,
    /// What is wrong with them.
    pub filter_problem: Option<String>,
    /// What they mean, and the order of the list.
    pub listing: Listing,
    /// The records that pass the filter, in that order.
    pub filtered: Vec<RowNumber>,
    /// How many times the list was filtered or sorted.
    pub listed: u64,
    /// The last of these that is done.
    pub arranged: u64,
    /// What is to be filtered and sorted elsewhere.
    pub(super) to_list: Option<Box<ListJob>>,
    /// How many times files were asked for.
    pub asked: u64,
    /// Whether the list is shown as a table in place of the boards.
    pub table: bool,
    /// Whether the list of matches is shown.
    pub matches_shown: bool,
    /// Whether the filter field should take the keyboard with the next frame.
    pub focus_filter: bool,
    /// Whether the field of what is asked of all matches should take the keyboard with the next frame.
    pub focus_question: bool,
    /// The board that `Shift` steps on.
    pub in_hand: Option<BoardId>,
    /// What is lit in the text; the ply before the moment where nothing is.
    pub lit: Option<Span>,
    /// The file that is being read.
    pub reading: Option<PathBuf>,
    /// What has been typed and is not in the record, because it cannot be or is not finished.
    pub drafts: Vec<Draft>,
    /// Grows with every change of the match that is shown, so that what was laid out for it is known to
    /// be old.
    pub revision: u64,
    /// The field that takes the keyboard with the next frame.
    pub focus_field: Option<Field>,
    /// Whether pieces that are moved at the end of the match are written into its record.
    pub entering: bool,
    /// The piece in hand.
    pub hand: Option<Hand>,
    /// A pawn that has arrived and must say what it becomes.
    pub promotion: Option<Promotion>,
    /// Moves that are tried beside the record.
    pub line: Option<Line>,
    /// Whether the file is being saved.
    pub saving: bool,
    /// How many files have been shown in this session: what ends late may belong to one before.
    pub opened: u64,
    /// What is done when everything has been saved.
    pub then: Option<Then>,
    /// Grows with everything that is changed, typed or saved.
    pub touched: u64,
    /// The value of `touched` when what is unsaved was last handed on to be kept.
    pub kept: u64,
    /// Whether something is being kept.
    pub keeps: bool,
    /// Changes that were not saved at another time.
    pub recoverable: Vec<(RecoveryId, Recovery)>,
    /// The lines that differ between the file on the disk and what would be saved, where another program has
    /// changed it.
    pub differences: Vec<LineDifference>,
    /// The files whose former version has been kept in this session.
    pub backed_up: BTreeSet<PathBuf>,
    /// Whether the window may be closed without a question.
    pub quits: bool,
    /// Whether the system asks for less motion.
    pub less_motion: bool,
    /// Arrows and circles on the boards, until the match goes on.
    pub marks: Vec<(BoardId, Mark)>,
    /// What is asked of all matches.
    pub asking: Asking,
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
            keymap: Keymap::of(&settings.keys),
            settings,
            playhead,
            ..Self::default()
        }
    }

    /// Both boards where the playhead stands, or the line that is tried.
    #[must_use]
    pub fn position(&self) -> Position {
        if let Some(line) = &self.line {
            return line.position();
        }
        self.open.as_ref().map_or_else(Position::default, |open| {
            open.document
                .played()
                .position_after(self.playhead.moment())
        })
    }

    /// Whether pieces are seen to move.
    #[must_use]
    pub const fn moves_pieces(&self) -> bool {
        self.settings.motion && !self.less_motion
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
        let document = &self.open.as_ref()?.document;
        let ply = self.moment().checked_sub(1);
        self.lit.or_else(|| match document.game() {
            Some(game) => Some(game.record.plies.get(ply?)?.span),
            None => Some(document.record().plies.get(ply?)?.span),
        })
    }

    /// The title of the window, with a mark where something is not saved.
    #[must_use]
    pub fn title(&self) -> String {
        match self.marked_name() {
            Some(name) => format!("{name} – Tandem"),
            None => "Tandem".to_owned(),
        }
    }

    /// The name of the file, with a mark where something is not saved.
    #[must_use]
    pub fn marked_name(&self) -> Option<String> {
        let mark = if self.is_unsaved() { "• " } else { "" };
        Some(format!("{mark}{}", self.file_name()?))
    }

    /// The name of the file, without its folder.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        let path = &self.file.as_ref()?.path;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Some(name.to_string_lossy().into_owned())
    }
}
