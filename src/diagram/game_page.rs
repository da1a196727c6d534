//! [`game_html`]: a replay page of a game of Kriegspiel, as the referee or a player sees it.
//!
//! The page works without a network. It lists the announcements in a table, which needs no scripts, and draws the
//! position after each ply. It contains nothing that the view hides.

use super::{
    GameView, LastMove, PieceSet, Scene, Show, Theme,
    escape::Escaped,
    game::{SceneWalk, line_notes, line_words},
    html::{MomentData, PageData, PageParts, boards, diagram_row, page, wide_row},
    svg::define_veil,
};
use crate::{
    document::GameHeader,
    kriegspiel::Line,
    rules::{BoardId, Color, Seat, Square},
    timeline::MatchTime,
};
use std::fmt::Write as _;

const STYLE: &str = include_str!("../../assets/replay/game.css");

const CAPTION: &str = r#"<p class="said" id="time" aria-live="polite"></p>
"#;

const SPEED: &str = r#"<label>Moves per second <select id="speed"><option value="0.5">½</option><option value="1" selected>1</option><option value="2">2</option><option value="4">4</option></select></label>
"#;

/// The duration of a ply at a speed of 1, in milliseconds. Games of Kriegspiel have no clocks.
const PLY_MS: MatchTime = 1000;

/// Returns a page that replays `view`. It opens at the position after `plies` plies.
pub fn game_html(
    view: GameView<'_>,
    theme: &Theme,
    pieces: &PieceSet,
    flipped: bool,
    plies: usize,
) -> String {
    let lines = view.lines();
    let show = Show { flipped, ..Show::default() };
    let mut walk = SceneWalk::of(view);
    let scenes = walk
        .iter_mut()
        .flat_map(|walk| (0..=lines.len()).map(|plies| walk.scene(plies, None, &show)));
    let scenes: Vec<Scene> = scenes.collect();
    let first = scenes.first().map(|scene| &scene.boards[0]);
    let below = first.map_or(Color::White, |part| part.board.below);
    let moments: Vec<_> = (0..).zip(&scenes).map(|(ply, scene)| moment(ply, scene)).collect();
    let data = PageData {
        game: true,
        veiled: first.is_some_and(|part| part.veil.is_some()),
        flipped: below.is_black(),
        moment: plies.min(lines.len()),
        end: moments.last().map_or(0, |last| last.t),
        moments,
        ..PageData::default()
    };
    let mut svg_defs = String::new();
    define_veil(theme, pieces, &mut svg_defs);
    let players = [Color::White, Color::Black].map(|color| {
        let place = color.fold_wb(0, 1);
        let GameHeader { names, ratings, .. } = &view.caption.header;
        (Seat::new(BoardId::A, color), names[place].as_str(), ratings[place].as_str())
    });
    let parts = PageParts {
        title: &view.title(),
        about: [&view.caption.header.about(), view.view_name()],
        class: r#" class="game""#,
        style: STYLE,
        caption: CAPTION,
        time: "",
        speed: SPEED,
        seek: "Move",
        svg_defs,
        boards: boards(&players),
        moves: moves(&lines),
        findings: String::new(),
        data,
    };
    page(&parts, theme, pieces)
}

fn moment(ply: MatchTime, scene: &Scene) -> MomentData {
    let part = &scene.boards[0];
    let name = |square: Square| square.to_string();
    let veil = part.veil.as_ref();
    MomentData {
        t: ply * PLY_MS,
        said: scene.caption.clone(),
        a: Some(scene.position.clone()),
        last: Some([part.board.last.map(LastMove::names), None]),
        check: Some([part.board.check.map(name), None]),
        rays: veil.iter().flat_map(|veil| veil.rays.iter().copied().map(name)).collect(),
        taken: veil.and_then(|veil| veil.capture_square).map(name),
        ..MomentData::default()
    }
}

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
        for words in line_notes(line) {
            out += &wide_row("comment", 3, Escaped(&words));
        }
        if line.notes.diagram {
            out += &diagram_row(3, ply);
        }
    }
    out.push_str("</tbody>\n");
    out
}
