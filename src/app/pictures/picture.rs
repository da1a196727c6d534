//! The picture that a person exports: what is asked for, and how it went.

use crate::{
    app::{
        Content, Cx, Dialog, Effect, FileAnswer, GameState, Panel, Session, Side, Storage,
        issues::sentence, shell::PICTURE_COPIED,
    },
    diagram::{
        AnimationError, Background, DrawnPart, GameView, Hidden, Mark, PictureError, PictureForm,
        Scene, Show, boxes_in_words, game_scene,
    },
    file::FileError,
    formats::{Drawing, Form, NameError, Paged, Writer, check_name, form_named},
    kriegspiel::{Chances, Game},
    rules::{BoardId, Color},
    settings::BoardColors,
};
use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

/// The widths that a picture may have, in pixels.
pub const PICTURE_WIDTHS: RangeInclusive<u32> = 32..=8192;

/// The window shows no ratings of a game.
static NO_RATINGS: [String; 2] = [String::new(), String::new()];

/// The speeds of an animation.
pub const ANIMATION_SPEEDS: RangeInclusive<u16> = 1..=60;

/// The usual width of an animation, in pixels: every frame of it takes room.
const ANIMATION_WIDTH: u32 = 800;

/// What is asked for in the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureChoice {
    /// The form of the file, one of [`PictureChoice::forms`].
    pub form: Form,
    /// Whether it is of a game of Kriegspiel, which is drawn from the side that is shown.
    pub game: bool,
    /// Its width in pixels.
    pub width: u32,
    /// Only this board; both where none is named.
    pub only: Option<BoardId>,
    /// Whether the second team sits below.
    pub flipped: bool,
    /// The colours.
    pub colors: BoardColors,
    /// What is behind.
    pub background: Background,
    /// What is left out.
    pub hidden: Hidden,
    /// A line below the boards.
    pub caption: String,
    /// How many times as fast as it was played a match is shown.
    pub speed: u16,
    /// The first ply of an animation, `12b`; the start where it is empty.
    pub from: String,
    /// The last ply of an animation; the end where it is empty.
    pub to: String,
    /// Whether pages are as large as American letters, and not A4.
    pub letter: bool,
    /// Where it is written to.
    pub path: String,
    /// Where that was suggested, without the ending: as a picture of the moment, and as the whole match.
    pub suggested: [PathBuf; 2],
    /// Whether what stands there may be replaced, which was asked.
    pub replace: bool,
    /// Why it could not be written; empty while nothing is known against it.
    pub refused: String,
    /// While it is drawn: how far that has come, once it has taken long enough to be told.
    pub drawing: Option<Option<DrawnPart>>,
}

/// A picture to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureJob {
    /// What it holds.
    pub scene: Scene,
    /// How it is drawn, and where to.
    pub choice: PictureChoice,
    /// The piece set.
    pub pieces: String,
    /// The record.
    pub text: Vec<u8>,
    /// Where a page that replays the match begins.
    pub moment: usize,
    /// The moments of an animation.
    pub stretch: RangeInclusive<usize>,
    /// Of a game of Kriegspiel what is shown of every ply.
    pub game: Option<GamePicture>,
}

/// What is shown of every ply of a game of Kriegspiel.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePicture {
    /// From whose side; the referee's where none is named.
    pub seat: Option<Color>,
    /// The players, White's name first.
    pub names: [String; 2],
    /// Event, date and result.
    pub about: String,
    /// Where the other side's pieces may stand, ply by ply, where that is shown.
    pub chances: Vec<Chances>,
}

/// How a [`PictureJob`] went.
#[derive(Debug)]
pub struct Drawn {
    /// Where to.
    pub to: PathBuf,
    /// What became of it.
    pub outcome: DrawOutcome,
}

/// What became of a picture.
#[derive(Debug)]
pub enum DrawOutcome {
    /// It was written; in it empty boxes stand for these letters, which no font has.
    Done(Vec<char>),
    /// Something stands there that may not be replaced.
    Exists,
    /// It could not be drawn.
    NoPicture(PictureError),
    /// It could not be animated.
    NoAnimation(AnimationError),
    /// It could not be written.
    NoFile(FileError),
}

impl GamePicture {
    /// The view of `game` that it is of.
    #[must_use]
    pub fn view<'a>(&'a self, game: &'a Game) -> GameView<'a> {
        GameView {
            game,
            seat: self.seat,
            names: &self.names,
            ratings: &NO_RATINGS,
            about: &self.about,
        }
    }
}

/// Asks what picture of this moment is wanted.
pub(in crate::app) fn export(cx: &mut Cx<'_>) {
    ask_for_export(cx, Form::Picture(PictureForm::Png));
}

/// Asks how the match is printed, and where to.
pub(in crate::app) fn print(cx: &mut Cx<'_>) {
    ask_for_export(cx, Form::Print);
}

fn ask_for_export(cx: &mut Cx<'_>, form: Form) {
    let Some(open) = &cx.open else { return };
    let moment = cx.moment();
    let ply = moment.checked_sub(1).and_then(|last| cx.match_document()?.played().plies.get(last));
    let side = open
        .content
        .as_game()
        .map(|game| format!("-{}", game.shown.side.name().to_lowercase()))
        .unwrap_or_default();
    let place = match (ply, open.content.as_game()) {
        (Some(ply), _) => format!("-{}{}", ply.number, ply.seat.letter()),
        (None, Some(_)) => format!("{side}-{moment}"),
        (None, None) => String::new(),
    };
    let file = cx.library.file().filter(|file| file.storage == Storage::InPlace);
    let path = file.map_or(Path::new("match"), |file| &file.path);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let whole = path.with_file_name(format!("{stem}{side}"));
    let path = path.with_file_name(format!("{stem}{place}.png"));
    let mut choice = PictureChoice {
        form: Form::Picture(PictureForm::Png),
        game: open.content.as_game().is_some(),
        width: if open.content.as_game().is_some() { 640 } else { 1200 },
        only: None,
        flipped: cx.settings.flipped,
        colors: cx.settings.boards,
        background: Background::Theme,
        hidden: Hidden { coordinates: !cx.settings.coordinates, ..Hidden::default() },
        caption: String::new(),
        // A ply a second is read; a match is watched faster than it was played.
        speed: if open.content.as_game().is_some() { 1 } else { 4 },
        from: String::new(),
        to: String::new(),
        letter: false,
        path: path.to_string_lossy().into_owned(),
        suggested: [path.with_extension(""), whole],
        replace: false,
        refused: String::new(),
        drawing: None,
    };
    choice.set_form(form);
    cx.shell.dialog = Some(Dialog::Picture(Box::new(choice)));
}

/// What a picture of `choice` holds now.
#[must_use]
pub fn picture(session: &Session, choice: &PictureChoice) -> Option<Scene> {
    if let Some(game) = session.game() {
        return game_picture(session, game, choice);
    }
    let show = Show { marks: session.marks().to_vec(), ..choice.show(&session.board_order()) };
    let document = session.match_document()?;
    if let Some(place) = &session.attempt().variation {
        return Some(Scene::in_variation(document, place, &show));
    }
    let (moment, time) = (session.playhead().moment(), session.playhead().time());
    let position = session.position();
    Some(Scene::at(document, &position, moment, time, &show))
}

/// What a picture of the game holds, from the side that is shown; with what that player can know where that is shown.
fn game_picture(session: &Session, game: &GameState, choice: &PictureChoice) -> Option<Scene> {
    let document = session.game_document()?;
    let plies = game.shown.step.plies;
    let known = game.known().filter(|_| session.shell.panel == Panel::Belief);
    let view = GameView {
        game: document.game(),
        seat: match game.shown.side {
            Side::Referee => None,
            Side::Seat(seat) => Some(seat),
        },
        names: &game.views.names,
        ratings: &NO_RATINGS,
        about: "",
    };
    let show = Show { marks: game.shown.marks.clone(), ..choice.show(&[BoardId::A]) };
    let chances = known.and_then(|known| known.after(plies)).map(|ply| &ply.chances);
    game_scene(view, plies, chances, &show)
}

/// What every ply of `game` shows, from the side that is shown.
#[must_use]
pub fn whole_game(session: &Session, game: &GameState) -> GamePicture {
    let known = game.known().filter(|_| session.shell.panel == Panel::Belief);
    let plies = known.map_or(&[][..], |known| &known.plies);
    GamePicture {
        seat: match game.shown.side {
            Side::Referee => None,
            Side::Seat(seat) => Some(seat),
        },
        names: game.views.names.clone(),
        about: game.views.about(),
        chances: plies.iter().map(|ply| ply.chances.clone()).collect(),
    }
}

fn job(
    session: &Session,
    choice: &PictureChoice,
    stretch: RangeInclusive<usize>,
) -> Option<Box<PictureJob>> {
    Some(Box::new(PictureJob {
        scene: picture(session, choice)?,
        choice: choice.clone(),
        pieces: session.settings.pieces.clone(),
        text: session.open.as_ref()?.content.text().to_vec(),
        moment: match session.game() {
            Some(game) => game.shown.step.plies,
            None => session.playhead().moment(),
        },
        game: session.game().map(|game| whole_game(session, game)),
        stretch,
    }))
}

/// The moments of the animation that `choice` asks for; of another form, the whole match.
///
/// # Errors
/// Why there is none, as a sentence.
fn stretch(session: &Session, choice: &PictureChoice) -> Result<RangeInclusive<usize>, String> {
    let moment = |name: &str, usual: &str| {
        let name = match name.trim() {
            name if name.is_empty() || !choice.writer().is_animation() => usual,
            name => name,
        };
        let open = session.open.as_ref();
        let moment = open.and_then(|open| open.content.moment_named(name));
        moment.ok_or_else(|| format!("There is no ply {name} in this match."))
    };
    let (from, to) = (moment(&choice.from, "0")?, moment(&choice.to, "end")?);
    if from > to {
        return Err("An animation runs from an earlier ply to a later one.".to_owned());
    }
    Ok(from..=to)
}

/// Draws what the dialog asks for into its file. Where the file's name tells a form, the picture has that form.
pub(in crate::app) fn save_picture(cx: &mut Cx<'_>) {
    let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog else {
        return;
    };
    if let Err(error) = choice.take_form_of_name() {
        choice.refused = sentence(&error.to_string());
        return;
    }
    let Some(Dialog::Picture(choice)) = &cx.shell.dialog else {
        return;
    };
    if choice.drawing.is_some() {
        return;
    }
    match stretch(cx, choice) {
        Ok(stretch) => {
            let job = job(cx, choice, stretch);
            if let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog {
                choice.drawing = job.is_some().then_some(None);
                choice.refused.clear();
            }
            cx.run_all(job.map(Effect::Draw));
        }
        Err(refused) => {
            if let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog {
                choice.refused = refused;
            }
        }
    }
}

/// Draws what the dialog asks for and puts it on the clipboard.
pub(in crate::app) fn copy_picture(cx: &mut Cx<'_>) {
    let Some(Dialog::Picture(choice)) = &cx.shell.dialog else {
        return;
    };
    let job = job(cx, choice, 0..=0);
    cx.shell.dialog = None;
    cx.tell(PICTURE_COPIED.to_owned());
    cx.run_all(job.map(Effect::CopyPicture));
}

/// Whether a picture is drawn whose dialog is open. Closing that ends the drawing.
pub(in crate::app) fn is_drawing(session: &Session) -> bool {
    matches!(&session.shell.dialog, Some(Dialog::Picture(choice)) if choice.drawing.is_some())
}

/// The picture has come so far.
pub(in crate::app) fn drawing_at(cx: &mut Cx<'_>, part: DrawnPart) {
    if let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog
        && let Some(drawing) = &mut choice.drawing
    {
        *drawing = Some(part);
    }
}

/// The picture is drawn no longer; what was asked for stays.
pub(in crate::app) fn drawing_ends(cx: &mut Cx<'_>) {
    if let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog {
        choice.drawing = None;
    }
}

/// A picture has been drawn, or could not be.
pub(in crate::app) fn finish_drawing(cx: &mut Cx<'_>, drawn: &Drawn) {
    drawing_ends(cx);
    let refused = match &drawn.outcome {
        DrawOutcome::Done(boxes) => {
            let what = match &cx.shell.dialog {
                Some(Dialog::Picture(choice)) => choice.what(),
                _ => "picture",
            };
            cx.shell.dialog = None;
            let mut words = format!("The {what} was saved as {}.", drawn.to.display());
            if let Some(boxes) = boxes_in_words(boxes) {
                words = format!("{words} {}", sentence(&boxes));
            }
            cx.tell_written(words, &drawn.to);
            return;
        }
        DrawOutcome::Exists => String::new(),
        DrawOutcome::NoPicture(error) => sentence(&error.to_string()),
        DrawOutcome::NoAnimation(error) => sentence(&error.to_string()),
        DrawOutcome::NoFile(error) => sentence(&error.to_string()),
    };
    if let Some(Dialog::Picture(choice)) = &mut cx.shell.dialog {
        choice.replace = refused.is_empty();
        choice.refused = refused;
    } else if !refused.is_empty() {
        cx.say(refused);
    }
}

/// A file was chosen for the picture. Where the system has no dialog for that, the path is typed.
pub(in crate::app) fn picture_asked(cx: &mut Cx<'_>, answer: FileAnswer) {
    if let (Some(Dialog::Picture(choice)), FileAnswer::Chosen(path)) =
        (&mut cx.shell.dialog, answer)
    {
        choice.path = path.to_string_lossy().into_owned();
        // The system's dialog has asked already.
        choice.replace = true;
    }
}

/// Draws an arrow or a circle, or takes it away.
pub(in crate::app) fn mark(cx: &mut Cx<'_>, board: BoardId, mark: Mark) {
    // A match has them in what is shown of it, and so has an exercise.
    let game = cx.exercise().is_none() && cx.game().is_some();
    let marks = if game {
        cx.game_mut().map(|game| &mut game.shown.marks)
    } else {
        cx.shown_mut().map(|shown| &mut shown.marks)
    };
    let Some(marks) = marks else { return };
    let same = |(b, m): &(BoardId, Mark)| *b == board && (m.from, m.to) == (mark.from, mark.to);
    match marks.iter().position(same) {
        Some(place) if marks[place].1 == mark => {
            marks.remove(place);
        }
        Some(place) => marks[place].1 = mark,
        None => marks.push((board, mark)),
    }
}

/// Takes all arrows and circles away.
pub(in crate::app) fn clear_marks(cx: &mut Cx<'_>) {
    match cx.open.as_mut().map(|open| &mut open.content) {
        Some(Content::Match(open)) => open.shown.marks.clear(),
        Some(Content::Game(game)) => game.shown.marks.clear(),
        None => {}
    }
}

impl PictureChoice {
    /// The forms that can be exported, in the order of the dialog.
    #[must_use]
    pub fn forms(&self) -> Vec<Form> {
        Form::all(|row| row.exported_as.is_some() && (!self.game || row.writer.shows_games()))
    }

    /// What writes its form.
    #[must_use]
    pub fn writer(&self) -> Writer {
        self.form.row().writer
    }

    /// The form that the name of the file tells; a name that tells none is any form's.
    fn take_form_of_name(&mut self) -> Result<(), NameError> {
        let path = Path::new(self.path.trim());
        // A PDF is a picture or pages: what was chosen of both stays.
        if check_name(path, self.form).is_err()
            && let Some(form) = form_named(path, &self.forms())
        {
            self.form = form;
        }
        check_name(path, self.form)
    }

    /// The same in another form, with the name of the file after it.
    pub fn set_form(&mut self, form: Form) {
        self.form = form;
        if let Some(extension) = form.row().extensions.first() {
            let bare = Path::new(&self.path).with_extension("");
            let [moment, whole] = &self.suggested;
            // A name that a person has typed stays, but for its ending.
            let bare = match form.row().writer {
                _ if bare != *moment && bare != *whole => &bare,
                Writer::Drawing(Drawing::Picture(_)) => moment,
                _ => whole,
            };
            // A name may have a point of its own, which is no ending.
            let mut path = bare.clone().into_os_string();
            path.push(".");
            path.push(extension);
            self.path = path.to_string_lossy().into_owned();
        }
        if form.row().writer.is_animation() {
            self.width = self.width.min(ANIMATION_WIDTH);
        }
        self.replace = false;
    }

    /// Takes the form that the name of the file tells, as far as it has been typed.
    pub fn follow_name(&mut self) {
        let path = Path::new(self.path.trim());
        let told = form_named(path, &self.forms());
        if let Some(form) = told.filter(|_| check_name(path, self.form).is_err()) {
            self.form = form;
        }
    }

    /// What is shown of a moment, of boards in the order `boards` where no board was chosen.
    #[must_use]
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

    /// What is saved, in a word.
    #[must_use]
    pub fn what(&self) -> &'static str {
        match self.writer() {
            Writer::Drawing(Drawing::Animation(_)) => "animation",
            Writer::Drawing(Drawing::Picture(_)) => "picture",
            Writer::Paged(Paged::Page(_)) => "page",
            Writer::Paged(Paged::Paper(_)) => "printed match",
            Writer::Text(_) | Writer::Bytes | Writer::Games | Writer::Rows => "match",
        }
    }
}
