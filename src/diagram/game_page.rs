//! A game of Kriegspiel as a replay page from one view, without a network: [`game_html`].
//!
//! The page contains the announcements as a table, readable without scripts, and the drawing after each ply. It is made
//! only from what the view contains.

use super::{
    GameView, LastMove, PieceSet, Scene, Show, Theme,
    escape::Escaped,
    game::{game_scene, line_words},
    html::{STYLE, colors, fill, in_script, piece_drawings},
    svg::{define_board, define_veil},
};
use crate::{
    kriegspiel::Line,
    rules::{Color, Square, color_name},
};
use serde::Serialize;
use std::fmt::Write as _;

const PAGE: &str = include_str!("../../assets/replay/game.html");
const SCRIPT: &str = include_str!("../../assets/replay/game.js");
const GAME_STYLE: &str = include_str!("../../assets/replay/game.css");

/// The input of the script.
#[derive(Serialize)]
struct Data {
    /// Whether Black is at the bottom.
    black_below: bool,
    /// Whether squares without a piece are unseen.
    veiled: bool,
    /// The initial number of plies.
    plies: usize,
    places: Vec<Place>,
}

/// The drawing after a ply.
#[derive(Serialize)]
struct Place {
    /// A letter for each square from a8 to h1; `.` if no piece is seen.
    board: String,
    /// Origin and target of the last move, if seen.
    last: Option<[Option<String>; 2]>,
    /// The king in check.
    check: Option<String>,
    /// The squares from which it may be checked.
    rays: Vec<String>,
    /// The square of a capture.
    taken: Option<String>,
    /// The ply and its announcement, in the file's notation.
    said: String,
}

/// Returns a page that replays the game of `view`, starting after `plies` plies.
#[must_use]
pub fn game_html(
    view: GameView<'_>,
    theme: &Theme,
    pieces: &PieceSet,
    flipped: bool,
    plies: usize,
) -> String {
    let lines = view.lines();
    let show = Show { flipped, ..Show::default() };
    let scenes = (0..=lines.len()).filter_map(|plies| game_scene(view, plies, None, &show));
    let scenes: Vec<Scene> = scenes.collect();
    let first = scenes.first().map(|scene| &scene.boards[0]);
    let below = first.map_or(Color::White, |part| part.board.below);
    let data = Data {
        black_below: below.is_black(),
        veiled: first.is_some_and(|part| part.veil.is_some()),
        plies: plies.min(lines.len()),
        places: scenes.iter().map(place).collect(),
    };
    let data = in_script(&data);
    let mut drawings = piece_drawings(pieces);
    define_board(theme, pieces, &mut drawings);
    define_veil(theme, pieces, &mut drawings);
    let about = [view.about, view.side_words()];
    let about: Vec<&str> = about.into_iter().filter(|it| !it.is_empty()).collect();
    fill(
        PAGE,
        &[
            ("title", &Escaped(&view.title()).to_string()),
            ("about", &Escaped(&about.join(" · ")).to_string()),
            ("style", &(colors(theme) + STYLE + GAME_STYLE)),
            ("pieces", &drawings),
            ("players", &players(&view, below)),
            ("moves", &moves(&lines)),
            ("game", &data),
            ("script", SCRIPT),
        ],
    )
}

fn place(scene: &Scene) -> Place {
    let part = &scene.boards[0];
    let on = |square: Square| {
        let piece = part.board.pieces.iter().find(|it| it.square == square);
        piece.map_or('.', |it| it.piece.char())
    };
    let ranks = (0..8_u32).rev();
    let squares = ranks.flat_map(|rank| (0..8).map(move |file| Square::new(rank * 8 + file)));
    let name = |square: Square| square.to_string();
    let last = |last: LastMove| [last.from.map(name), Some(name(last.to))];
    Place {
        board: squares.map(on).collect(),
        last: part.board.last.map(last),
        check: part.board.check.map(name),
        rays: part.veil.iter().flat_map(|veil| veil.rays.iter().copied().map(name)).collect(),
        taken: part.veil.as_ref().and_then(|veil| veil.taken).map(name),
        said: scene.caption.clone(),
    }
}

/// Writes the players above and below the board; the script swaps them.
fn players(view: &GameView<'_>, below: Color) -> String {
    let mut out = String::new();
    for color in [below.other(), below] {
        let place = color.fold_wb(0, 1);
        let name = color_name(color);
        let _ = writeln!(
            out,
            r#"<div class="seat bar" id="{name}"><span class="disc {name}" role="img" aria-label="{name}"></span><b>{}</b><span class="rating">{}</span></div>"#,
            Escaped(&view.names[place]),
            Escaped(&view.ratings[place]),
        );
    }
    out
}

/// Writes the table of announcements.
fn moves(lines: &[Line]) -> String {
    let mut out = String::from(
        "<thead><tr><th>No.</th><th>Move</th><th>Announced</th></tr></thead>\n<tbody>\n",
    );
    for (ply, line) in (1..).zip(lines) {
        let dots = line.name.color.fold_wb(".", "…");
        let glyphs = line.notes.glyph_text();
        let blank = if glyphs.is_empty() { "" } else { " " };
        let _ = writeln!(
            out,
            r##"<tr><td>{}{dots}</td><td><a href="#" data-m="{ply}">{}{blank}{}</a></td><td>{} <small>{}</small></td></tr>"##,
            line.name.number,
            Escaped(&line.move_text()),
            Escaped(&glyphs),
            Escaped(&line_words(line)),
            Escaped(&line.code()),
        );
        let variations = line.notes.variations.iter().map(|it| format!("({it})"));
        for words in line.notes.comments.iter().cloned().chain(variations) {
            let _ = writeln!(
                out,
                r#"<tr class="comment"><td colspan="3">{}</td></tr>"#,
                Escaped(&words)
            );
        }
        if line.notes.diagram {
            let _ = writeln!(
                out,
                r##"<tr class="diagram"><td colspan="3"><a href="#" data-m="{ply}" aria-label="Diagram"></a></td></tr>"##
            );
        }
    }
    out.push_str("</tbody>\n");
    out
}
