//! [`print_games`]: games of Kriegspiel in print, each as the referee or a player sees it. Every ply is printed with
//! its announcement and notes. Diagrams are printed where the notes ask for one, and at the end unless the sheet
//! has none there.

use super::{
    GameView, Hidden, PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    game::{SceneWalk, line_words},
    print::{
        COMMENT, COUNT_PAGES, DIM, FirstPage, INK, MOVE, Page, PrintLayout, ROW, first_of, paint,
        picture_height, room_of_picture,
    },
    problem::ProblemDiagram,
    sheet::{Item, MARGIN, Sheet, wrapped},
};
use crate::kriegspiel::{Line, read_solution};
use std::rc::Rc;

/// The distance of the moves from the left margin, in points. The next constant is that of the announcements.
const MOVES: f32 = 30.0;
const ANNOUNCEMENTS: f32 = 104.0;

/// The width of a diagram, in points.
const DIAGRAM_WIDTH: f32 = 200.0;

/// The `width` attribute of a diagram's SVG, in pixels.
const DIAGRAM_PIXELS: u32 = 600;

/// A function that passes the games one by one to the given [`GameSink`]. Only one game is in memory at a time.
pub type GameSource<'e> = &'e mut dyn FnMut(GameSink<'_>) -> Result<(), PdfError>;

/// A callback that lays out one game.
pub type GameSink<'e> = &'e mut dyn FnMut(GameView<'_>) -> Result<(), PdfError>;

/// Prints `games` to a PDF. Every game starts on a new page. The pages stay in memory until all games are laid out.
///
/// # Errors
/// If `games` fails, a picture is invalid, the PDF writer fails, or `watch` cancels.
pub fn print_games(
    games: GameSource<'_>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut pages: Vec<Page> = Vec::new();
    let mut problems = Vec::new();
    games(&mut |view| {
        if let Some(problem) = PrintedProblem::of(view, sheet) {
            problems.push(problem);
            return Ok(());
        }
        let mut printed = PrintLayout::new(sheet, pages.len(), watch);
        lay_out(&mut printed, view)?;
        pages.extend(printed.pages(&plain(&view.title())));
        Ok(())
    })?;
    if !problems.is_empty() {
        let mut printed = PrintLayout::new(sheet, pages.len(), watch);
        lay_out_problems(&mut printed, &problems)?;
        pages.extend(printed.pages("Kriegspiel problems"));
    }
    paint(sheet, DIAGRAM_PIXELS, pages, watch)
}

/// A problem without moves, printed as a diagram with its stipulation.
struct PrintedProblem {
    scene: Scene,
    comments: Vec<String>,
}

impl PrintedProblem {
    fn of(view: GameView<'_>, sheet: &Sheet<'_>) -> Option<Self> {
        ProblemDiagram::of(view, false)?;
        let show = Show { flipped: sheet.flipped, ..Show::default() };
        let scene = SceneWalk::of(view)?.scene(0, None, &show);
        Some(Self { scene, comments: view.caption.comments.clone() })
    }

    /// Prints the comments, one line for each part of a solution.
    fn print_comments(&self, out: &mut PrintLayout<'_>) -> Result<(), PdfError> {
        for comment in &self.comments {
            match read_solution(comment) {
                Some(lines) => {
                    for line in lines {
                        out.lines(&plain(&line), MARGIN, Weight::Regular, INK, (COMMENT, ROW))?;
                    }
                }
                None => out.comment(comment, 0.0, INK, 0.0)?,
            }
        }
        Ok(())
    }
}

/// Prints one problem with its solution below it, or a sheet of several: first the diagrams in two columns, then the
/// solutions.
fn lay_out_problems(
    out: &mut PrintLayout<'_>,
    problems: &[PrintedProblem],
) -> Result<(), PdfError> {
    if let [problem] = problems {
        out.start_page()?;
        out.picture(Rc::new(problem.scene.clone()), DIAGRAM_PIXELS, 1.4 * DIAGRAM_WIDTH)?;
        out.flow.y += 8.0;
        return problem.print_comments(out);
    }
    out.heading("Kriegspiel problems")?;
    let gap = (out.sheet.width() - 2.0 * DIAGRAM_WIDTH) / 3.0;
    let columns = [MARGIN + gap, MARGIN + 2.0 * gap + DIAGRAM_WIDTH];
    for (row, pair) in problems.chunks(2).enumerate() {
        let heights =
            pair.iter().map(|it| picture_height(&it.scene, DIAGRAM_PIXELS, DIAGRAM_WIDTH));
        let height = ROW + heights.fold(0.0, f32::max) + 14.0;
        out.ensure_room(height)?;
        let top = out.flow.y;
        for (place, (problem, x)) in pair.iter().zip(columns).enumerate() {
            out.flow.y = top;
            let number = format!("{}.", 2 * row + place + 1);
            out.flow.line(x, MOVE, ROW, Weight::SemiBold, INK, number);
            let (y, scene) = (out.flow.y, Rc::new(problem.scene.clone()));
            out.flow.put(Item::Picture { x, y, width: DIAGRAM_WIDTH, scene });
        }
        out.flow.y = top + height;
    }
    if problems.iter().all(|it| it.comments.is_empty()) {
        return Ok(());
    }
    out.heading("Solutions")?;
    for (number, problem) in (1..).zip(problems) {
        let first = problem.scene.caption.lines().next().unwrap_or_default();
        let words = plain(&format!("{number}. {first}"));
        out.lines(&words, MARGIN, Weight::SemiBold, INK, (MOVE, ROW))?;
        problem.print_comments(out)?;
        out.flow.y += 6.0;
    }
    Ok(())
}

/// Returns the first page of the game in `view`.
pub(super) fn first_game_page(
    view: GameView<'_>,
    sheet: &Sheet<'_>,
) -> Result<FirstPage, PdfError> {
    let mut printed = PrintLayout::new(sheet, 0, COUNT_PAGES);
    let done = match PrintedProblem::of(view, sheet) {
        Some(problem) => lay_out_problems(&mut printed, &[problem]),
        None => lay_out(&mut printed, view),
    };
    first_of(done, printed)
}

fn lay_out(out: &mut PrintLayout<'_>, view: GameView<'_>) -> Result<(), PdfError> {
    out.head(&plain(&view.title()), [&*view.caption.about, view.view_name()])?;
    if let Some(words) = view.stipulation(usize::MAX) {
        out.lines(&plain(&words), MARGIN, Weight::SemiBold, INK, (MOVE, ROW))?;
    }
    out.flow.y += 4.0;
    out.rule(0.0);
    let lines = view.lines();
    let mut walk = SceneWalk::of(view);
    for (plies, line) in (1..).zip(&lines) {
        let has_diagram = line.notes.diagram && plies < lines.len();
        let scene = if has_diagram { scene(out, walk.as_mut(), plies) } else { None };
        let height =
            scene.as_ref().map_or(0.0, |it| room_of_picture(it, DIAGRAM_PIXELS, DIAGRAM_WIDTH));
        ply(out, line, height)?;
        diagram(out, scene)?;
    }
    // Only here a diagram after the last ply is printed, so that it is never printed twice.
    let is_marked = lines.last().is_some_and(|line| line.notes.diagram);
    if lines.is_empty() || is_marked || out.sheet.final_diagram {
        let scene = scene(out, walk.as_mut(), lines.len());
        diagram(out, scene)?;
    }
    Ok(())
}

/// Prints a ply: its number, move and notes, and its announcement both in words and in the notation of the file. The
/// last of them is on the same page as the `following` points below it.
fn ply(out: &mut PrintLayout<'_>, line: &Line, following: f32) -> Result<(), PdfError> {
    let words = plain(&format!("{} {}", line_words(line), line.code()));
    let words = wrapped(&words, Weight::Regular, COMMENT, out.sheet.width() - ANNOUNCEMENTS);
    let has_notes = !line.notes.comments.is_empty() || !line.notes.variations.is_empty();
    out.ensure_room(if has_notes { ROW } else { ROW + following })?;
    let top = out.flow.y;
    let dots = line.name.color.fold_wb(".", "…");
    let number = format!("{}{dots}", line.name.number);
    let mv = format!("{} {}", line.move_text(), line.notes.glyph_text());
    let mv = Weight::SemiBold.face().fit(&plain(mv.trim_end()), MOVE, ANNOUNCEMENTS - MOVES - 4.0);
    for (x, weight, color, text) in
        [(MARGIN, Weight::Regular, DIM, number), (MARGIN + MOVES, Weight::SemiBold, INK, mv)]
    {
        out.flow.y = top;
        out.flow.line(x, MOVE, ROW, weight, color, text);
    }
    for (place, words) in words.into_iter().enumerate() {
        if place == 0 {
            out.flow.y = top;
        } else {
            out.ensure_room(ROW)?;
        }
        out.flow.line(MARGIN + ANNOUNCEMENTS, COMMENT, ROW, Weight::Regular, INK, words);
    }
    let variations = line.notes.variations.iter().map(|it| format!("({it})"));
    let notes: Vec<String> = line.notes.comments.iter().cloned().chain(variations).collect();
    for (place, words) in (1..).zip(&notes) {
        let following = if place == notes.len() { following } else { 0.0 };
        out.comment(words, MOVES, DIM, following)?;
    }
    Ok(())
}

/// Returns the board after `plies` plies, unless the record does not contain the view. The names are omitted, since the
/// title has them.
fn scene(out: &PrintLayout<'_>, walk: Option<&mut SceneWalk<'_>>, plies: usize) -> Option<Scene> {
    let hidden = Hidden { names: true, ..Hidden::default() };
    let show = Show { flipped: out.sheet.flipped, hidden, ..Show::default() };
    Some(walk?.scene(plies, None, &show))
}

fn diagram(out: &mut PrintLayout<'_>, scene: Option<Scene>) -> Result<(), PdfError> {
    match scene {
        Some(scene) => out.picture(Rc::new(scene), DIAGRAM_PIXELS, DIAGRAM_WIDTH),
        None => Ok(()),
    }
}
