//! SVG definitions for `<use>`: pieces, badges and, on a replay page, the parts of a board.

use super::{
    Drawing,
    definition::define,
    units::{Decimal, units},
};
use crate::{
    diagram::{
        Badge, BoardLook, BoardScene, LastSquare, PieceSet, Shape, Theme, Veil, board_shapes,
        check_shape, last_square_shapes, layout::SQUARE, veil_shapes,
    },
    rules::{Color, Square},
};
use std::fmt::Write as _;

/// Defines the piece at `slot` of `pieces`. Its id is the name of its file.
pub(in crate::diagram) fn define_piece(pieces: &PieceSet, slot: u16, out: &mut String) {
    let name = PieceSet::FILES[usize::from(slot)];
    let (inside, [scale, x, y]) = pieces.fragment(slot, SQUARE);
    let _ = write!(out, r#"<g id="{name}""#);
    if scale != 1.0 || x != 0.0 || y != 0.0 {
        let (x, y) = (Decimal(x), Decimal(y));
        let _ = write!(out, r#" transform="matrix({scale} 0 0 {scale} {x} {y})""#);
    }
    let _ = write!(out, ">{inside}</g>");
}

/// Defines the badge of a promoted piece, with the id `promoted`.
pub(in crate::diagram) fn define_promoted(theme: &Theme, out: &mut String) {
    let Badge { center, radius, rim, head: (above, head), foot } = Badge::STANDARD;
    let [x, y] = units(center);
    let (radius, rim, above, head) = (
        Decimal(radius * SQUARE),
        Decimal(rim * SQUARE),
        Decimal(-above * SQUARE),
        Decimal(head * SQUARE),
    );
    let color = theme.warning;
    let _ = write!(
        out,
        r##"<g id="promoted" transform="translate({x} {y})" fill="#1c1f26"><circle r="{radius}" fill="#fff" stroke="{color}" stroke-width="{rim}"/><circle cy="{above}" r="{head}"/><path d="M"##
    );
    for (place, corner) in foot.into_iter().enumerate() {
        let blank = if place == 0 { "" } else { " " };
        let [x, y] = units(corner);
        let _ = write!(out, "{blank}{x} {y}");
    }
    out.push_str(r#"z"/></g>"#);
}

/// Defines the parts of a board that the script of the replay page uses. `ground` holds all squares. `white-below` and
/// `black-below` hold the coordinates with White or Black at the bottom; in a black-and-white theme, they also hold the
/// edge of the board. `from-light`, `to-dark`, `drop-light` and so on are squares of the last move. `in-check` is the
/// square of a king in check.
pub(in crate::diagram) fn define_board(theme: &Theme, pieces: &PieceSet, out: &mut String) {
    let look =
        BoardLook { black_and_white: theme.black_and_white, last_move: true, coordinates: true };
    let mut drawing = Drawing::new(theme, pieces);
    let is_ground = |shape: &Shape| matches!(shape, Shape::Board(_) | Shape::Squares(..));
    for (below, name) in [(Color::White, "white-below"), (Color::Black, "black-below")] {
        let (ground, others): (Vec<_>, Vec<_>) =
            board_shapes(&BoardScene::empty(below), look).into_iter().partition(is_ground);
        if below.is_white() {
            drawing.group("ground", &ground);
        }
        drawing.group(name, &others);
    }
    for (square, name) in
        [(LastSquare::From, "from"), (LastSquare::To, "to"), (LastSquare::Drop, "drop")]
    {
        for (light, shade) in [(true, "light"), (false, "dark")] {
            let shapes = last_square_shapes([0.0, 0.0], light, square, look);
            drawing.group(&format!("{name}-{shade}"), &shapes);
        }
    }
    drawing.group("in-check", &[check_shape([0.0, 0.0], look)]);
    drawing.write(out);
}

/// Defines the parts of a Kriegspiel veil that the script of the replay page uses. `veil` is an unseen square, `ray` a
/// square from which the king may be checked, `taken` the square of a capture. `white-letters` and `black-letters` are
/// coordinates readable on unseen squares.
pub(in crate::diagram) fn define_veil(theme: &Theme, pieces: &PieceSet, out: &mut String) {
    let look =
        BoardLook { black_and_white: theme.black_and_white, last_move: true, coordinates: false };
    let with_letters = BoardLook { coordinates: true, ..look };
    let corner = Square::A8;
    let mut drawing = Drawing::new(theme, pieces);
    let white = BoardScene::empty(Color::White);
    for (name, veil) in [
        ("veil", Veil { squares: vec![corner], ..Veil::default() }),
        ("ray", Veil { rays: vec![corner], ..Veil::default() }),
        ("taken", Veil { capture_square: Some(corner), ..Veil::default() }),
    ] {
        drawing.group(name, &veil_shapes(&white, &veil, look));
    }
    let all = Veil { squares: Square::ALL.into(), ..Veil::default() };
    for (below, name) in [(Color::White, "white-letters"), (Color::Black, "black-letters")] {
        let shapes = veil_shapes(&BoardScene::empty(below), &all, with_letters).into_iter();
        let letters = shapes.filter(|shape| !matches!(shape, Shape::Veil(_)));
        drawing.group(name, &letters.collect::<Vec<_>>());
    }
    drawing.write(out);
}

impl Drawing<'_> {
    /// Writes the definitions that the drawing refers to, then the drawing.
    fn write(self, out: &mut String) {
        define(self.needs, self.theme, self.pieces, out);
        out.push_str(&self.body);
    }

    /// Draws `shapes` as a group with the id `name`.
    fn group(&mut self, name: &str, shapes: &[Shape]) {
        let _ = write!(self.body, r#"<g id="{name}">"#);
        for shape in shapes {
            self.shape(shape);
        }
        self.body.push_str("</g>");
    }
}
