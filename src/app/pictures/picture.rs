//! [`PictureChoice`]: the options of the export dialog; also the dialog's jobs and their results.

use crate::{
    analysis::{ledger::FindingKind, report::Subject},
    app::{
        Cx, Dialog, Effect, FileAnswer, GameState, JobKind, Panel, PlayerBelief, Session, Storage,
        WindowEffect, copied::Copied,
    },
    archive::RowNumber,
    diagram::{
        AnimationError, Background, GameCaption, GameView, Hidden, PageFinding, PageFindingKind,
        PictureError, PictureFormat, Scene, Show, game_scene, missing_characters_text,
    },
    file::FileError,
    formats::{FileFormat, ListedMatches, NameError, check_name, format_for_path},
    kriegspiel::{Game, Notation, PieceProbabilities},
    replay::VariationPlace,
    rules::{BoardId, Color, Seat},
    settings::BoardColors,
    text::{count_text, sentence},
    timeline::PlayheadCommand,
};
use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

/// The allowed widths of a picture, in pixels.
pub const PICTURE_WIDTHS: RangeInclusive<u32> = 32..=8192;

/// The allowed speeds of an animation, relative to real time.
pub const ANIMATION_SPEEDS: RangeInclusive<u16> = 1..=60;

/// The default maximum width of an animation, in pixels. Every frame takes space, so an animation is narrower than a
/// picture.
const ANIMATION_WIDTH: u32 = 800;

/// The maximum number of matches that the window prints at once. Their pages are in memory together.
pub const MAX_PRINTED_MATCHES: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureChoice {
    /// The format, one of [`PictureChoice::formats`].
    pub format: FileFormat,
    /// Whether a game of Kriegspiel is exported, in the current view.
    pub game: bool,
    /// The width in pixels.
    pub width: u32,
    /// The only board to show; `None` for both.
    pub only: Option<BoardId>,
    /// Whether the second team is at the bottom of the boards.
    pub flipped: bool,
    pub colors: BoardColors,
    pub background: Background,
    pub hidden: Hidden,
    /// The text below the boards.
    pub caption: String,
    /// The speed relative to real time. For a variation or a game of Kriegspiel, which have no times, the number of
    /// moves per second.
    pub speed: u16,
    /// The current point in a variation; `None` if the boards show the match.
    pub variation: Option<VariationPlace>,
    /// Whether an animation shows the variation up to the current point. If not, the animation shows the match.
    pub in_variation: bool,
    /// The name of the first ply of an animation or print-out, such as `12b`; empty for the start.
    pub from: String,
    /// The name of the last ply; empty for the end.
    pub to: String,
    /// Whether a print-out ends with a diagram of the final position.
    pub final_diagram: bool,
    /// Whether the clocks of a match are printed.
    pub clocks: bool,
    /// Whether the paper is US letter rather than A4.
    pub letter: bool,
    /// The bughouse matches in the list that can be printed instead of the open one, at most [`MAX_PRINTED_MATCHES`] and
    /// one more; empty if there is only the open one.
    pub listed: Vec<RowNumber>,
    /// Whether `listed` is printed.
    pub prints_listed: bool,
    /// The index of the page that the preview shows.
    pub page: usize,
    pub path: String,
    /// The suggested destinations without extension: for a picture of the moment, and for the whole match.
    pub suggested: [PathBuf; 2],
    /// Whether this is the dialog for printing, with pages as the only format.
    pub for_paper: bool,
    /// Whether the pages are sent to the printer instead of a file.
    pub prints: bool,
    /// Whether replacing an existing file was confirmed.
    pub replace: bool,
    /// The last error; empty if there is none.
    pub error: String,
}

#[derive(Clone, Debug)]
pub struct PictureJob {
    pub scene: Scene,
    /// The options, with the destination.
    pub choice: PictureChoice,
    /// The name of the piece set.
    pub pieces: String,
    /// The text of the record.
    pub text: Vec<u8>,
    /// The initial moment of a replay page.
    pub moment: usize,
    /// The findings of a replay page; empty if the match has not been analysed.
    pub findings: Vec<PageFinding>,
    /// The moments that an animation of the match shows, or those after the printed moves. For an animation of a variation
    /// and for other formats, these are all moments of the match.
    pub moment_range: RangeInclusive<usize>,
    /// The game of Kriegspiel, if one is exported.
    pub game: Option<GamePicture>,
    /// The matches to print instead of the record; `None` for the record.
    pub listed: Option<ListedMatches>,
}

/// A game of Kriegspiel, as the referee or one player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePicture {
    /// The player whose view is exported; `None` for the referee's view.
    pub seat: Option<Color>,
    pub caption: GameCaption,
    /// The probabilities of the other side's pieces after each ply; empty without a heat map.
    pub chances: Vec<PieceProbabilities>,
}

/// The outcome of a [`PictureJob`].
#[derive(Debug)]
pub struct ExportResult {
    pub to: PathBuf,
    pub outcome: DrawOutcome,
}

#[derive(Debug)]
pub enum DrawOutcome {
    /// The export has succeeded. Holds the characters that no font has, which are drawn as boxes.
    Done(Vec<char>),
    /// The file exists and may not be replaced.
    Exists,
    NoPicture(PictureError),
    NoAnimation(AnimationError),
    NoFile(FileError),
    /// The document was sent to the printer.
    Printed,
    NotPrinted(std::io::Error),
}

impl GamePicture {
    pub fn view<'a>(&'a self, game: &'a Game) -> GameView<'a> {
        GameView { game, seat: self.seat, caption: &self.caption }
    }
}

/// Opens the dialog for exporting or printing the current moment or the whole record.
pub(in crate::app) fn open_export_dialog(cx: &mut Cx<'_>, format: FileFormat) {
    // The dialog names the current move and shows its picture, and so must not move on behind the user's back.
    cx.play(PlayheadCommand::Pause);
    let Some(mut choice) = default_choice(cx) else { return };
    choice.for_paper = format == FileFormat::Print;
    choice.set_format(format);
    cx.open_dialog(Dialog::Picture(Box::new(choice)));
}

/// Returns the options with which the export dialog opens: a picture of the current moment.
fn default_choice(session: &Session) -> Option<PictureChoice> {
    let open = session.open.as_ref()?;
    let moment = session.moment();
    let document = session.match_document();
    let place = session.attempt().variation.as_ref();
    let played = moment.checked_sub(1).and_then(|last| document?.played().plies.get(last));
    let tried = place.and_then(|place| document?.variations().ply(place));
    let ply = match place {
        Some(_) => tried.map(|tried| &tried.ply),
        None => played,
    };
    let game = open.content.as_game();
    let side = game
        .map(|game| format!("-{}", game.moment_view.side.name().to_lowercase()))
        .unwrap_or_default();
    let suffix = if place.is_some() { "-variation" } else { "" };
    let place = match ply {
        Some(ply) => format!("-{}{suffix}", ply.name()),
        None if game.is_some() => format!("{side}-{moment}"),
        None => String::new(),
    };
    let is_in_file = session.library.file().is_some_and(|file| file.storage.is_in_file());
    let unsaved_stem = if is_in_file { "match".to_owned() } else { open.content.file_stem() };
    let unsaved = PathBuf::from(unsaved_stem);
    let file = session.library.file().filter(|file| file.storage == Storage::InPlace);
    // The session's path may be a folder.
    let source = file
        .and_then(|file| Some(file.list.place(file.record.id)?.0))
        .map_or(unsaved.as_path(), |file| file.path.as_path());
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let whole = source.with_file_name(format!("{stem}{side}"));
    let path = source.with_file_name(format!("{stem}{place}.png"));
    let variation = session.attempt().variation.clone();
    Some(PictureChoice {
        format: FileFormat::Picture(PictureFormat::Png),
        game: game.is_some(),
        width: if game.is_some() { 640 } else { 1200 },
        only: None,
        flipped: session.shell.flipped,
        colors: session.settings.boards,
        background: Background::Theme,
        hidden: Hidden { coordinates: !session.settings.coordinates, ..Hidden::default() },
        caption: String::new(),
        // By default, a match plays four times as fast as in real time. A variation or a game of Kriegspiel has no
        // times, so its plies are one second apart.
        speed: if game.is_some() || variation.is_some() { 1 } else { 4 },
        in_variation: variation.is_some(),
        variation,
        from: String::new(),
        to: String::new(),
        final_diagram: game.is_some(),
        clocks: true,
        letter: false,
        listed: if game.is_some() { Vec::new() } else { listed_rows(session) },
        prints_listed: false,
        page: 0,
        path: path.to_string_lossy().into_owned(),
        suggested: [path.with_extension(""), whole],
        for_paper: false,
        prints: false,
        replace: false,
        error: String::new(),
    })
}

/// Returns the content of a picture of the current moment, drawn with the options `choice`.
pub fn picture(session: &Session, choice: &PictureChoice) -> Option<Scene> {
    if let Some(game) = session.game() {
        return game_picture(session, game, choice);
    }
    let show = choice.show(&session.board_order());
    let document = session.match_document()?;
    if let Some(place) = &session.attempt().variation {
        return Some(Scene::in_variation(document, place, &show));
    }
    let (moment, time) = (session.playhead().moment(), session.playhead().time());
    let position = session.position();
    Some(Scene::at(document, &position, moment, time, &show))
}

/// Returns the belief in the current view if its panel is shown.
fn shown_belief<'s>(session: &Session, game: &'s GameState) -> Option<&'s PlayerBelief> {
    if session.shell.panel == Panel::Belief { game.belief() } else { None }
}

/// Returns the content of a picture of the game in the current view, with the heat map if it is shown.
fn game_picture(session: &Session, game: &GameState, choice: &PictureChoice) -> Option<Scene> {
    let plies = game.moment_view.step.plies;
    let belief = shown_belief(session, game);
    let caption = GameCaption { header: game.views.header.clone(), comments: Vec::new() };
    let seat = game.moment_view.side.color();
    let view = GameView { game: game.document.game(), seat, caption: &caption };
    let show = Show { marks: game.moment_view.marks.clone(), ..choice.show(&[BoardId::A]) };
    let chances = belief.and_then(|belief| belief.after(plies)).map(|ply| &ply.chances);
    game_scene(view, plies, chances, &show)
}

/// Returns the data for exporting the game of Kriegspiel in the current view.
pub fn whole_game(session: &Session, game: &GameState) -> GamePicture {
    let belief = shown_belief(session, game);
    let plies = belief.map_or(&[][..], |belief| &belief.plies);
    GamePicture {
        seat: game.moment_view.side.color(),
        caption: GameCaption {
            header: game.views.header.clone(),
            comments: game.document.notes(0).comments,
        },
        chances: plies.iter().map(|ply| ply.chances.clone()).collect(),
    }
}

fn job(
    session: &Session,
    choice: &PictureChoice,
    moment_range: RangeInclusive<usize>,
) -> Option<Box<PictureJob>> {
    Some(Box::new(PictureJob {
        scene: picture(session, choice)?,
        choice: choice.clone(),
        pieces: session.settings.pieces.clone(),
        text: session.open.as_ref()?.content.text().to_vec(),
        moment: session.moment(),
        findings: page_findings(session),
        game: session.game().map(|game| whole_game(session, game)),
        moment_range,
        listed: listed_matches(session, choice),
    }))
}

/// Returns the matches to print with the options `choice` instead of the open one, with their unsaved changes.
pub fn listed_matches(session: &Session, choice: &PictureChoice) -> Option<ListedMatches> {
    if !choice.prints_listed_now() {
        return None;
    }
    let file = session.library.file()?;
    let changed = file.changes.shared().clone();
    Some(ListedMatches { list: file.list.clone(), rows: choice.listed.clone(), changed })
}

/// Returns the bughouse matches that the list shows, in its order, for [`PictureChoice::listed`].
fn listed_rows(session: &Session) -> Vec<RowNumber> {
    let Some(file) = session.library.file() else { return Vec::new() };
    let is_match = |row: &RowNumber| {
        let row = file.list.index.row(*row as usize);
        row.is_some_and(|row| row.notation == Notation::Bpgn)
    };
    let rows = file.filter.rows.iter().copied().filter(is_match);
    let rows: Vec<RowNumber> = rows.take(MAX_PRINTED_MATCHES + 1).collect();
    if rows.len() > 1 { rows } else { Vec::new() }
}

/// Returns the mates, sits and long thinks of the report, in the order of the match. There are none until the match is
/// analysed.
fn page_findings(session: &Session) -> Vec<PageFinding> {
    let report = session.match_state().and_then(|open| open.analysis.report.as_deref());
    let Some(report) = report else { return Vec::new() };
    let wins = report.marks.iter().map(|mark| PageFinding {
        moment: mark.moment,
        seat: mark.seat,
        kind: if mark.is_missed() { PageFindingKind::Missed } else { PageFindingKind::Found },
        text: mark.text.clone(),
    });
    let turns = Seat::ALL.into_iter().flat_map(|seat| {
        report.sentences[seat].iter().filter_map(move |it| {
            let kind = match it.subject {
                Subject::Finding { kind: FindingKind::Sit, .. } => PageFindingKind::Sit,
                Subject::Finding { kind: FindingKind::Think, .. } => PageFindingKind::Think,
                _ => return None,
            };
            Some(PageFinding { moment: it.moment, seat, kind, text: it.text.clone() })
        })
    });
    let mut findings: Vec<_> = wins.chain(turns).collect();
    findings.sort_by_key(|it| (it.moment, it.seat));
    findings
}

/// An error in the range of moves for an animation or a print-out.
#[derive(Debug, thiserror::Error)]
pub enum MomentRangeError {
    #[error("Move {0} doesn’t exist in this match. A move is written like 12b.")]
    NoSuchPly(String),
    #[error("The first move must not come after the last move.")]
    Reversed,
    #[error("There is no move up to {0}. Type a later move.")]
    Empty(String),
}

/// Returns the moments that the user has chosen for an animation, or the moments after the moves chosen for a print-out.
/// Returns the whole match for other formats, and for an animation of a variation.
///
/// # Errors
/// If the range is invalid.
pub fn moment_range(
    session: &Session,
    choice: &PictureChoice,
) -> Result<RangeInclusive<usize>, MomentRangeError> {
    let has_range = match choice.format {
        FileFormat::Animation => !choice.in_variation,
        FileFormat::Print => choice.prints_range(),
        _ => false,
    };
    let moment = |name: &str, default_name: &str| {
        let name = match name.trim() {
            name if name.is_empty() || !has_range => default_name,
            name => name,
        };
        let open = session.open.as_ref();
        let moment = open.and_then(|open| open.content.moment_named(name));
        moment.ok_or_else(|| MomentRangeError::NoSuchPly(name.to_owned()))
    };
    let (from, to) = (moment(&choice.from, "0")?, moment(&choice.to, "end")?);
    if from > to {
        return Err(MomentRangeError::Reversed);
    }
    let plies = session.open.as_ref().map_or(0, |open| open.content.played_plies());
    if choice.format == FileFormat::Print && to == 0 && plies > 0 {
        return Err(MomentRangeError::Empty(choice.to.trim().to_owned()));
    }
    Ok(from..=to)
}

/// Prints if `prints`, otherwise exports to the chosen file. The extension of the file determines the format.
pub(in crate::app) fn save_picture(cx: &mut Cx<'_>, prints: bool) {
    let Some(Dialog::Picture(choice)) = cx.dialog_mut() else { return };
    choice.prints = prints;
    if !prints && let Err(error) = choice.apply_format_of_name() {
        choice.error = sentence(&error.to_string());
        return;
    }
    let choice = choice.clone();
    if cx.jobs.is_running(JobKind::Picture) {
        return;
    }
    let (job, error) = match moment_range(cx, &choice) {
        Ok(moment_range) => (job(cx, &choice, moment_range), String::new()),
        Err(error) => (None, error.to_string()),
    };
    if let Some(Dialog::Picture(choice)) = cx.dialog_mut() {
        choice.error = error;
    }
    cx.run_all(job.map(Effect::Draw));
}

/// Copies a picture of the current moment to the clipboard, with the options of the export dialog if it is open.
pub(in crate::app) fn copy_picture(cx: &mut Cx<'_>) {
    let choice = match &cx.shell.dialog {
        Some(Dialog::Picture(choice)) => Some((**choice).clone()),
        _ => default_choice(cx),
    };
    let Some(choice) = choice else { return };
    let job = job(cx, &choice, 0..=0);
    cx.close_dialog();
    cx.notify(Copied::Picture.words().to_owned());
    cx.run_all(job.map(WindowEffect::CopyPicture));
}

/// Cancels a running export if its dialog was closed.
pub(in crate::app) fn cancel_closed(cx: &mut Cx<'_>) {
    if cx.jobs.is_running(JobKind::Picture) && !matches!(cx.shell.dialog, Some(Dialog::Picture(_)))
    {
        cx.cancel([JobKind::Picture]);
    }
}

pub(in crate::app) fn finish_export(cx: &mut Cx<'_>, drawn: &ExportResult) {
    let message = match &drawn.outcome {
        DrawOutcome::Done(missing) => {
            let what = match &cx.shell.dialog {
                Some(Dialog::Picture(choice)) if choice.prints_listed_now() => {
                    count_text(choice.listed.len(), "printed match", "printed matches")
                }
                Some(Dialog::Picture(choice)) => format!("the {}", choice.format.noun()),
                _ => "the picture".to_owned(),
            };
            cx.close_dialog();
            let mut words = format!("Saved {what} as {}.", drawn.to.display());
            if let Some(missing) = missing_characters_text(missing) {
                words = format!("{words} {}", sentence(&missing));
            }
            cx.notify_written(words, &drawn.to);
            return;
        }
        DrawOutcome::Printed => {
            cx.close_dialog();
            let printer = cx.shell.printer.as_deref().unwrap_or("the printer");
            cx.notify(format!("Sent to {printer}."));
            return;
        }
        DrawOutcome::NotPrinted(error) => {
            format!("Not printed: {error}. Save a PDF and print it with another program.")
        }
        DrawOutcome::Exists => String::new(),
        DrawOutcome::NoPicture(error) => sentence(&error.to_string()),
        DrawOutcome::NoAnimation(error) => sentence(&error.to_string()),
        DrawOutcome::NoFile(error) => sentence(&error.to_string()),
    };
    if let Some(Dialog::Picture(choice)) = cx.dialog_mut() {
        choice.replace = message.is_empty();
        choice.error = message;
    } else if !message.is_empty() {
        cx.warn(message);
    }
}

/// Stores the path chosen in the system's save dialog. Without such a dialog, the user types the path.
pub(in crate::app) fn apply_picture_path(cx: &mut Cx<'_>, answer: FileAnswer) {
    if let (Some(Dialog::Picture(choice)), FileAnswer::Chosen(path)) = (cx.dialog_mut(), answer) {
        choice.path = path.to_string_lossy().into_owned();
        // The system's dialog has already asked whether to replace an existing file.
        choice.replace = true;
    }
}

impl PictureChoice {
    /// Returns whether the chosen format prints the listed matches instead of the open one.
    pub fn prints_listed_now(&self) -> bool {
        self.format == FileFormat::Print && self.prints_listed
    }

    /// Returns whether the moves of a print-out can be chosen: those of the open match.
    pub const fn prints_range(&self) -> bool {
        !self.game && !self.prints_listed
    }

    /// Returns the available formats in the order of the dialog.
    pub fn formats(&self) -> Vec<FileFormat> {
        if self.for_paper {
            return vec![FileFormat::Print];
        }
        let shows_games = |format: FileFormat| format.is_paged() || format.is_drawing();
        FileFormat::all(|row| row.export_label.is_some() && (!self.game || shows_games(row.format)))
    }

    /// Sets the format that fits the extension of the file name. The chosen format stays if it fits. Fails if no format
    /// has the extension.
    fn apply_format_of_name(&mut self) -> Result<(), NameError> {
        self.follow_name();
        check_name(Path::new(self.path.trim()), self.format)
    }

    /// Sets the format. Changes the extension of a typed path, or replaces a suggested path by the suggestion for the
    /// format. Limits the width of an animation.
    pub fn set_format(&mut self, format: FileFormat) {
        self.format = format;
        if let Some(extension) = format.row().extensions.first() {
            let bare = Path::new(&self.path).with_extension("");
            let [moment, whole] = &self.suggested;
            // A typed name stays; only its extension changes.
            let bare = match format {
                _ if bare != *moment && bare != *whole => &bare,
                FileFormat::Picture(_) => moment,
                _ => whole,
            };
            // The text after a full stop in the name is kept, because it need not be an extension.
            let mut path = bare.clone().into_os_string();
            path.push(".");
            path.push(extension);
            self.path = path.to_string_lossy().into_owned();
        }
        if format == FileFormat::Animation {
            self.width = self.width.min(ANIMATION_WIDTH);
        }
        self.replace = false;
    }

    /// Sets the format by the file extension while a name is being typed. An unknown extension changes nothing, nor does
    /// one that fits the chosen format: a PDF may be a picture or pages.
    pub fn follow_name(&mut self) {
        let path = Path::new(self.path.trim());
        let detected = format_for_path(path, &self.formats());
        if let Some(format) = detected
            && check_name(path, self.format).is_err()
        {
            self.format = format;
        }
    }

    /// Returns the options that affect the content of a picture. `boards` is the order of the boards if both are
    /// exported.
    pub fn show(&self, boards: &[BoardId]) -> Show {
        Show {
            boards: match self.only {
                Some(board) => vec![board],
                None => boards.to_vec(),
            },
            flipped: self.flipped,
            hidden: self.hidden,
            caption: self.caption.clone(),
            marks: Vec::new(),
        }
    }
}
