//! The state of the window and the rows of its panels, independent of any toolkit.
//!
//! [`State`] combines the [`Session`], shared by all features, with the state that single features own.
//! [`State::update`] dispatches an [`Action`] to its feature with a [`Cx`] and returns [`Effect`]s, which are performed
//! elsewhere. Features reach each other only by requesting actions, and change the session only by methods of [`Cx`]. The
//! folders `session` and `tabs` and the files beside the features are shared: the open file, the notices, the tabs, and
//! editing of and navigation in the open record.
//!
//! Analysis, engine evaluation, beliefs and some queries are derived from the state. After each action, every feature with
//! derived work compares the inputs of this work with those of the job that it started last, and starts another one if
//! they differ. Nothing marks the state as changed. Replacing the record or the file cancels the pending jobs of the old
//! one.
//!
//! Limits, checked by `tests/layers.rs`: no disk, clock, thread or process; a feature names nothing of another one but
//! actions, the table of commands, and a game of Kriegspiel; only `state.rs` and `update.rs` give methods to [`State`].
//!
//! ```
//! use tandem::app::{Action, Command, Effect, State};
//!
//! let mut state = State::default();
//! let effects = state.update(Action::RunCommand(Command::Open));
//! assert!(matches!(effects[..], [Effect::AskForFile]));
//! ```

mod action;
pub mod analysis;
mod context;
mod copied;
mod dialog;
mod editing;
mod engine;
mod flights;
mod forms;
mod guard;
mod imported;
pub mod importing;
mod invalid_draft;
mod issues;
mod job_status;
pub mod keys;
pub mod kriegspiel;
mod layout;
pub mod library;
mod list_step;
mod load_request;
mod match_row;
mod moment_view;
mod moves;
mod navigation;
mod new_match;
pub mod notes;
pub mod palette;
mod panel;
pub mod pictures;
pub mod playback;
mod puzzles;
mod review;
pub mod saving;
mod search;
mod session;
mod set_up_board;
mod settings;
mod shell;
mod state;
mod switch;
mod tabs;
mod tags;
mod track;
mod update;

// Shared by the window and diagrams, and so defined outside both.
pub use crate::{
    document::{Header, MoveCell, MoveList, MoveRow, SeatHeader},
    timeline::{ClockText, clock_text, duration_text, ply_clock_text},
};
pub use action::{
    Action, AdoptedRecovery, BookExportJob, Effect, ExportJob, FileAnswer, JobKind, LineDifference,
    OpenedFiles, PuzzleExportJob, ReadJob, Recovered, SaveJob, SaveOutcome, Saved, WindowEffect,
    WriteJob, Written,
};
pub use analysis::{
    AnalysedMoment, Analysis, AnalysisAction, AnalysisJob, BoardHint, EvaluationReport,
    MatchReport, PieceFlow, ReportForm, ReportRow, ReportState, SeatReportRows, WinMark,
    analyse_position, reserve_text,
};
pub use context::Cx;
pub use dialog::{Dialog, Focus, Guide, SettingsPage};
pub use engine::{
    BoardEngines, BoardEvaluation, CurvePoint, EngineAction, EngineState, EngineTask,
    EvaluationJob, EvaluationResult, EvaluationUpdate, LineRow, MatchEvaluation, MistakeRow,
    PieceWorth, ScoreJob, Scored,
};
pub use flights::{Flight, Place};
pub use forms::Forms;
pub use guard::{DeferredAction, Guarded};
pub use imported::{Imported, ImportedList, ImportedNote};
pub use importing::{
    AddJob, Added, Download, DownloadError, DownloadJob, DownloadReport, ImportForm, ImportSheet,
    ImportSource, ImportingAction, PeriodChoice, TextKind, UpdateFile, download_note,
};
pub use invalid_draft::DraftTask;
pub use issues::{IssueRow, IssuesAction};
pub use job_status::{JobProgress, JobReport, JobStatuses};
pub use keys::{
    FieldKind, FocusStep, HeldKeys, KeyContext, KeyHandler, KeyPress, ListKey, MenuKey, OpenMenu,
    Region, key_handler,
};
pub use kriegspiel::{
    BeliefStatus, ComposeOutcome, Composer, ComposerSheet, EPSILON_QUESTION, EntryTurn, GameForm,
    GameMomentView, GameScene, GameState, GameViews, HeardRow, KriegspielAction, KriegspielJob,
    NewProblem, PlayerBelief, PlyBelief, PlyEntry, ProblemSketch, Search, Side, Solution, Step,
    Stipulation, Trial, announcement_phrase, announcement_words, answer_text, epsilon_text,
    game_square_text, percent, reply_text, task_text, verdict_text, with_stalemate,
};
pub use layout::{
    Arrangement, BoardCount, BoardLayout, BoardsLayout, Charts, Fold, LayoutRequest, PanelPlace,
    Rectangle, SeatLayout, WindowLayout,
};
pub use library::{
    ChangedFile, EditedRows, FileCheckJob, FilesChecked, GrownList, LibraryAction, ListJob,
    Listing, RecordJob, RecordRead, SAMPLE, SAMPLE_NAME, Sample, sample,
};
pub use list_step::ListStep;
pub use load_request::LoadRequest;
pub use match_row::MatchRow;
pub use moment_view::{Attempt, MatchState, MomentView};
pub use moves::{figurines, ply_story, ply_text, role_plural, square_text};
pub use new_match::{NewMatch, Start};
pub use notes::{Draft, DraftPlace, FieldText, NotesAction};
pub use palette::{
    COMMANDS, Command, CommandInfo, Enabled, Entry, KeyChoice, Keymap, Matches, Menu, Shortcut,
    key_names,
};
pub use panel::{Center, Panel, PanelTab, side_tabs};
pub use pictures::{
    ANIMATION_SPEEDS, DrawOutcome, ExportResult, GamePicture, MAX_PRINTED_MATCHES, PICTURE_WIDTHS,
    PictureAction, PictureChoice, PictureJob, board_theme, sheet_size,
};
pub use playback::{
    Correction, CorrectionKind, DiagonalLead, HeldPiece, LaterPlies, Origin, PlaybackAction,
    Promotion, ScoreSheets, Sound, VariationTrack, plot_story, turn_story,
};
pub use puzzles::{
    FindingPlaces, HINTS, PuzzleAction, PuzzleSearchJob, PuzzleSheetChoice, PuzzleStage,
    PuzzleState, PuzzleTab, Puzzles, Round, branch_text, fate_text, piece_label, printed_puzzles,
    score_text, sheet_text, step_text,
};
pub use review::{
    ChosenReply, FinishedReview, MatchReview, MistakeDirection, Opposition, Playing, ReplyJob,
    ReviewAction, ReviewJob, ReviewPoint, ReviewReport, TurningPointRow, review_report,
};
pub use saving::{Saving, SavingAction, UnsavedWork};
pub use search::{
    ArchiveQuery, BookAction, BookChoice, BookFilter, BookForm, BookResult, HitRow, HitSubject,
    MAX_BOOK_ROWS, MAX_HITS, QueryJob, QueryPage, QueryResult, SearchAction, SearchForm,
    SearchPage, SearchState,
};
pub use session::{
    Arrival, Content, Field, FileSession, Filter, Library, LoadState, Notice, Notices, Offer, Open,
    RecordSession, Save, SaveAs, SaveTarget, Session, Storage,
};
pub(in crate::app) use session::{ReadRequest, UnsavedRevision, short_path};
pub use set_up_board::{SetUpBoard, SetUpPiece};
pub use settings::SettingsAction;
pub use shell::{Shell, ShellAction};
pub use state::State;
pub use switch::Switch;
pub use tabs::{TabRow, Tabs, TabsAction, can_open_in_new_tab, tab_rows};
pub use tags::{basis_text, derived_values, tag_field, tag_form, tag_hint, tag_rows};
pub use track::{PlotPoint, Tick, Track};
