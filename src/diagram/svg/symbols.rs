//! SVG definitions for `<use>`: pieces, badges and, on a replay page, the parts of a board.

use super::{Look, definition::define, units::Decimal, write_element};
use crate::{
    diagram::{
        Background, BoardLook, BoardScene, LastSquare, PieceSet, Shape, Theme, Veil, board_shapes,
        check_shape,
        drawing::Drawing,
        element::{Element, badge},
        last_square_shapes,
        layout::SQUARE,
        veil_shapes,
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
    out.push_str(r#"<g id="promoted">"#);
    for element in badge(theme, [0.0, 0.0]) {
        let _ = write_element(&element, out);
    }
    out.push_str("</g>");
}

/// Defines the parts of a board that the script of the replay page uses. `ground` holds all squares. `white-below` and
/// `black-below` hold the coordinates with White or Black at the bottom; in a black-and-white theme, they also hold the
/// edge of the board. `from-light`, `to-dark`, `drop-light` and so on are squares of the last move. `in-check` is the
/// square of a king in check.
pub(in crate::diagram) fn define_board(theme: &Theme, pieces: &PieceSet, out: &mut String) {
    let look =
        BoardLook { black_and_white: theme.black_and_white, last_move: true, coordinates: true };
    let mut symbols = Symbols::new(theme, pieces);
    let is_ground = |shape: &Shape| matches!(shape, Shape::Board(_) | Shape::Squares(..));
    for (below, name) in [(Color::White, "white-below"), (Color::Black, "black-below")] {
        let (ground, others): (Vec<_>, Vec<_>) =
            board_shapes(&BoardScene::empty(below), look).into_iter().partition(is_ground);
        if below.is_white() {
            symbols.group("ground", &ground);
        }
        symbols.group(name, &others);
    }
    for (square, name) in
        [(LastSquare::From, "from"), (LastSquare::To, "to"), (LastSquare::Drop, "drop")]
    {
        for (light, shade) in [(true, "light"), (false, "dark")] {
            let shapes = last_square_shapes([0.0, 0.0], light, square, look);
            symbols.group(&format!("{name}-{shade}"), &shapes);
        }
    }
    symbols.group("in-check", &[check_shape([0.0, 0.0], look)]);
    symbols.write(out);
}

/// Defines the parts of a Kriegspiel veil that the script of the replay page uses. `veil` is an unseen square, `ray` a
/// square from which the king may be checked, `taken` the square of a capture. `white-letters` and `black-letters` are
/// coordinates readable on unseen squares.
pub(in crate::diagram) fn define_veil(theme: &Theme, pieces: &PieceSet, out: &mut String) {
    let look =
        BoardLook { black_and_white: theme.black_and_white, last_move: true, coordinates: false };
    let with_letters = BoardLook { coordinates: true, ..look };
    let corner = Square::A8;
    let mut symbols = Symbols::new(theme, pieces);
    let white = BoardScene::empty(Color::White);
    for (name, veil) in [
        ("veil", Veil { squares: vec![corner], ..Veil::default() }),
        ("ray", Veil { rays: vec![corner], ..Veil::default() }),
        ("taken", Veil { capture_square: Some(corner), ..Veil::default() }),
    ] {
        symbols.group(name, &veil_shapes(&white, &veil, look));
    }
    let all = Veil { squares: Square::ALL.into(), ..Veil::default() };
    for (below, name) in [(Color::White, "white-letters"), (Color::Black, "black-letters")] {
        let shapes = veil_shapes(&BoardScene::empty(below), &all, with_letters).into_iter();
        let letters = shapes.filter(|shape| !matches!(shape, Shape::Veil(_)));
        symbols.group(name, &letters.collect::<Vec<_>>());
    }
    symbols.write(out);
}

/// Groups of shapes to be defined.
struct Symbols<'a> {
    look: Look<'a>,
    /// The elements of all groups.
    elements: Vec<Element>,
    /// The groups as text.
    body: String,
}

impl<'a> Symbols<'a> {
    fn new(theme: &'a Theme, pieces: &'a PieceSet) -> Self {
        let look = Look { theme, pieces, background: Background::Theme };
        Self { look, elements: Vec::new(), body: String::new() }
    }

    /// Adds `shapes` as a group with the id `name`.
    fn group(&mut self, name: &str, shapes: &[Shape]) {
        let mut drawing = Drawing::new(self.look.theme);
        for shape in shapes {
            drawing.shape(shape);
        }
        let _ = write!(self.body, r#"<g id="{name}">"#);
        for element in &drawing.elements {
            let _ = write_element(element, &mut self.body);
        }
        self.body.push_str("</g>");
        self.elements.extend(drawing.elements);
    }

    /// Writes the definitions that the groups refer to, then the groups.
    fn write(self, out: &mut String) {
        define(&self.elements, &self.look, out);
        out.push_str(&self.body);
    }
}
