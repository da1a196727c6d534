//! [`print_games`]: games of Kriegspiel in print, each as the referee or a player sees it. Every ply is printed with
//! its notes, and with its announcement if that says more than that the move is legal. Diagrams are printed where the
//! notes ask for one, and at the end unless the sheet has none there. The end of the game and the result close the print.

use super::{
    GameView, Hidden, PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    game::{SceneWalk, line_notes, line_words},
    print::{
        COMMENT, DIM, INK, MOVE, Page, PrintLayout, ROW, comment_height, paint, picture_height,
        room_of_picture,
    },
    problem::ProblemDiagram,
    sheet::{Item, MARGIN, Sheet, wrapped},
};
use crate::{
    kriegspiel::{Line, notation::SILENT, read_solution},
    rules::Color,
};
use std::sync::Arc;

/// The distance of White’s moves from the left margin, in points.
const MOVES: f32 = 30.0;

/// The width of a move, before its announcement, in points.
const MOVE_WIDTH: f32 = 66.0;

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
    let mut pages = Vec::new();
    lay_out_games(games, sheet, watch, &mut pages)?;
    paint(sheet, DIAGRAM_PIXELS, pages, watch)
}

/// Adds the pages of `games` to `pages`. If `watch` cancels, they have the pages up to the last one begun.
pub(super) fn lay_out_games(
    games: GameSource<'_>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
    pages: &mut Vec<Page>,
) -> Result<(), PdfError> {
    let mut problems = Vec::new();
    games(&mut |view| {
        if let Some(problem) = PrintedProblem::of(view, sheet) {
            problems.push(problem);
            return Ok(());
        }
        let mut printed = PrintLayout::new(sheet, pages.len(), watch);
        let done = lay_out(&mut printed, view);
        pages.extend(printed.pages(&plain(&view.title())));
        done
    })?;
    if problems.is_empty() {
        return Ok(());
    }
    let mut printed = PrintLayout::new(sheet, pages.len(), watch);
    let done = lay_out_problems(&mut printed, &problems);
    pages.extend(printed.pages("Kriegspiel problems"));
    done
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
                        out.lines(&plain(&line), Weight::Regular, INK, COMMENT, ROW)?;
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
        out.picture(Arc::new(problem.scene.clone()), DIAGRAM_PIXELS, 1.4 * DIAGRAM_WIDTH)?;
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
            let (y, scene) = (out.flow.y, Arc::new(problem.scene.clone()));
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
        out.lines(&words, Weight::SemiBold, INK, MOVE, ROW)?;
        problem.print_comments(out)?;
        out.flow.y += 6.0;
    }
    Ok(())
}

fn lay_out(out: &mut PrintLayout<'_>, view: GameView<'_>) -> Result<(), PdfError> {
    out.head(&plain(&view.title()), [&view.caption.header.about(), view.view_name()])?;
    if let Some(words) = view.stipulation(usize::MAX) {
        out.lines(&plain(&words), Weight::SemiBold, INK, MOVE, ROW)?;
    }
    out.flow.y += 4.0;
    out.rule(0.0);
    let lines = view.lines();
    let mut walk = SceneWalk::of(view);
    let mut plies = 0;
    for row in lines.chunk_by(shares_row) {
        plies += row.len();
        let has_diagram = plies < lines.len() && row.iter().any(|line| line.notes.diagram);
        let scene = if has_diagram { scene(out, walk.as_mut(), plies) } else { None };
        let height =
            scene.as_ref().map_or(0.0, |it| room_of_picture(it, DIAGRAM_PIXELS, DIAGRAM_WIDTH));
        row_of_plies(out, row, height)?;
        diagram(out, scene)?;
    }
    // Only here a diagram after the last ply is printed, so that it is never printed twice.
    let is_marked = lines.last().is_some_and(|line| line.notes.diagram);
    if lines.is_empty() || is_marked || out.sheet.final_diagram {
        let scene = scene(out, walk.as_mut(), lines.len());
        diagram(out, scene)?;
    }
    let ending = view.ending();
    if ending.is_empty() {
        return Ok(());
    }
    out.ensure_room(ROW + 6.0)?;
    out.flow.y += 6.0;
    out.lines(&plain(&ending), Weight::SemiBold, INK, MOVE, ROW)
}

/// Returns whether `next`, the ply after `line`, is printed beside it: a reply to a move that nothing follows.
fn shares_row(line: &Line, next: &Line) -> bool {
    let colors = (line.name.color, next.name.color);
    colors == (Color::White, Color::Black) && !line.notes.diagram && line_notes(line).is_empty()
}

/// Prints the plies of a row: their number, moves and announcements, and the notes of the last one. The end of the row
/// is on the same page as the `following` points below it.
fn row_of_plies(out: &mut PrintLayout<'_>, row: &[Line], following: f32) -> Result<(), PdfError> {
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return Ok(()) };
    let notes = line_notes(last);
    let half = (out.sheet.width() - MOVES) / 2.0;
    let mut announcements = Vec::new();
    for line in row {
        let x = MARGIN + MOVES + line.name.color.fold_wb(0.0, half);
        let words = plain(&announcement(line));
        let width = half - MOVE_WIDTH - 8.0;
        announcements.push((x + MOVE_WIDTH, wrapped(&words, Weight::Regular, COMMENT, width)));
    }
    let height = announcements.iter().map(|(_, lines)| lines.len()).fold(1, usize::max);
    let mut whole = ROW * height as f32;
    if let [first, later @ ..] = notes.as_slice() {
        whole += comment_height(out.comment_lines(first, MOVES).len());
        if later.is_empty() && whole + following <= out.page_room() {
            whole += following;
        }
    } else {
        whole += following;
    }
    out.ensure_room(if whole <= out.page_room() { whole } else { ROW })?;
    let top = out.flow.y;
    let dots = first.name.color.fold_wb(".", "…");
    let number = format!("{}{dots}", first.name.number);
    out.flow.line(MARGIN, MOVE, ROW, Weight::Regular, DIM, number);
    for line in row {
        let x = MARGIN + MOVES + line.name.color.fold_wb(0.0, half);
        let mv = format!("{} {}", line.move_text(), line.notes.glyph_text());
        let mv = Weight::SemiBold.face().fit(&plain(mv.trim_end()), MOVE, MOVE_WIDTH - 4.0);
        out.flow.y = top;
        out.flow.line(x, MOVE, ROW, Weight::SemiBold, INK, mv);
    }
    out.flow.y = top;
    for place in 0..height {
        out.ensure_room(ROW)?;
        let y = out.flow.y;
        for (x, lines) in &announcements {
            if let Some(words) = lines.get(place) {
                out.flow.y = y;
                out.flow.line(*x, COMMENT, ROW, Weight::Regular, INK, words.clone());
            }
        }
        out.flow.y = y + ROW;
    }
    for (place, words) in (1..).zip(&notes) {
        let following = if place == notes.len() { following } else { 0.0 };
        out.comment(words, MOVES, DIM, following)?;
    }
    Ok(())
}

/// Formats the announcement of a ply, both in words and in the notation of the file. Empty if nothing is announced but
/// that the move is legal.
fn announcement(line: &Line) -> String {
    let words = line_words(line);
    if words == SILENT { String::new() } else { format!("{words} {}", line.code()) }
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
        Some(scene) => out.picture(Arc::new(scene), DIAGRAM_PIXELS, DIAGRAM_WIDTH),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{GameCaption, UNWATCHED, sheet::fixtures::sheet},
        document::{Content, GameHeader},
        file::{FileRange, Source},
    };

    /// Prints `moves`, a game between Ann and Ben, in the view of `seat`. Returns the texts of the first page, those on
    /// the same line joined.
    fn printed(moves: &str, seat: Option<Color>) -> Vec<String> {
        pages_of(moves, seat).swap_remove(0)
    }

    /// Like [`printed`], for all pages.
    fn pages_of(moves: &str, seat: Option<Color>) -> Vec<Vec<String>> {
        let text = format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Variant \"Kriegspiel\"]\n{moves}\n");
        let range = FileRange::new(0, text.len() as u64);
        let content = Content::open(Source::from_bytes("game.pgn", text.into_bytes()), range);
        let document = content.as_game().expect("a game").clone();
        let caption = GameCaption { header: GameHeader::of(&document), comments: Vec::new() };
        let view = GameView { game: document.game(), seat, caption: &caption };
        let mut pages = Vec::new();
        lay_out_games(&mut |sink| sink(view), &sheet(), UNWATCHED, &mut pages).expect("pages");
        pages.into_iter().map(|page| lines_of(page.items)).collect()
    }

    /// Returns the texts of a page, those on the same line joined.
    fn lines_of(items: Vec<Item>) -> Vec<String> {
        let mut lines: Vec<(f32, String)> = Vec::new();
        for item in items {
            let Item::Text { y, text, .. } = item else { continue };
            match lines.iter_mut().find(|(at, _)| *at == y) {
                Some((_, line)) => *line = format!("{line} {text}"),
                None => lines.push((y, text)),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn moves_share_a_line_and_only_what_is_announced_is_printed() {
        let moves =
            "\n1. e4 {(:)} d5 {(:)}\n2. exd5 {(Xd5:)} {gambit} Qxd5 {(Xd5:)}\n3. Nc3 {(:)} *\n";
        let lines = printed(moves, None);
        assert_eq!(
            lines[lines.len() - 5..],
            [
                "1. e4 d5",
                "2. exd5 A piece is captured on d5 (Xd5:)",
                "gambit",
                "2… Qxd5 A piece is captured on d5 (Xd5:)",
                "3. Nc3",
            ],
            "{lines:?}"
        );
    }

    #[test]
    fn print_ends_with_the_end_of_the_game_as_far_as_it_is_known() {
        let fools = "\n1. f3 {(:)} e5 {(:)}\n2. g4 {(:)} Qh4# {(CS:)}\n0-1\n";
        let stalemate =
            "[SetUp \"1\"]\n[FEN \"7K/8/5k2/8/6q1/8/8/8 b - - 0 1\"]\n\n1... Qg6 {(:)}\n1/2-1/2\n";
        for (moves, seat, end) in [
            (fools, None, "Ann checkmated 0-1"),
            (fools, Some(Color::Black), "Ann checkmated 0-1"),
            (fools, Some(Color::White), "0-1"),
            (stalemate, None, "Ann stalemated 1/2-1/2"),
            (stalemate, Some(Color::Black), "1/2-1/2"),
        ] {
            let lines = printed(moves, seat);
            assert_eq!(lines.last().map(String::as_str), Some(end), "{seat:?}: {lines:?}");
        }
    }

    #[test]
    fn comment_is_on_the_page_of_its_move() {
        for plies in 90..120 {
            let words = "many words ".repeat(90);
            let mut moves = String::new();
            for ply in 0..=plies {
                if ply == plies {
                    moves += &format!("{{First {words} last.}} ");
                }
                if ply % 2 == 0 {
                    moves += &format!("{}. ", ply / 2 + 1);
                }
                moves += &format!("{} {{(:)}} ", ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]);
            }
            let pages = pages_of(&format!("\n{moves}*\n"), None);
            let page_of =
                |word: &str| pages.iter().position(|page| page.iter().any(|it| it.contains(word)));
            let number = format!("{}.", plies.div_ceil(2));
            let expected =
                pages.iter().position(|page| page.iter().any(|it| it.starts_with(&number)));
            assert!(expected.is_some());
            assert_eq!((page_of("First"), page_of("last.")), (expected, expected), "{plies} plies");
        }
    }
}
