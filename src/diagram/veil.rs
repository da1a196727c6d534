//! [`Veil`]: an overlay on the board that shows what a player of Kriegspiel knows about its squares.

use super::{
    BoardLook, BoardScene, Mark, MarkColor, Paint, PlacedPiece, Shape, mark_shape, placed_pieces,
    shapes::{UNIT, coordinates},
};
use crate::rules::{Piece, Square};

/// The overlay on a board of Kriegspiel, which contains only what the player knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Veil {
    /// The unseen squares: those without a piece of the player.
    pub squares: Vec<Square>,
    /// The probability that a piece is on an unseen square, from 0 to 1. Squares with 0 are omitted.
    pub chances: Vec<(Square, f64)>,
    /// The unseen pieces whose squares are certain.
    pub certain: Vec<PlacedPiece>,
    /// The squares on which hidden pieces of a problem may stand, with the letters of the pieces.
    pub possible: Vec<(Square, String)>,
    /// The squares from which the king may be checked.
    pub rays: Vec<Square>,
    /// The square on which the last ply captured; `None` without a capture.
    pub capture_square: Option<Square>,
    /// The origin and target squares of the latest illegal try, if any.
    pub tried: Option<(Square, Square)>,
}

/// The radius of the ring around a capture, in squares. The arms of the cross are half as long.
const RING_RADIUS: f32 = 0.36;

/// The width of the lines in the veil, in squares.
const LINE_WIDTH: f32 = 1.0 / 18.0;

impl Veil {
    /// Adds what is known about the unseen squares: the probability of a piece on a square, given by `chance`, and the
    /// piece if it is certain, given by `certain`.
    pub fn add_probabilities(
        &mut self,
        chance: impl Fn(Square) -> f64,
        certain: impl Fn(Square) -> Option<Piece>,
    ) {
        let squares = self.squares.iter();
        let chances = squares.clone().map(|&square| (square, chance(square)));
        self.chances.extend(chances.filter(|(_, chance)| *chance > 0.0));
        let pieces = squares.filter_map(|&square| Some((square, certain(square)?)));
        self.certain = placed_pieces(pieces);
    }
}

/// Returns the shapes of `veil` over `board`, from bottom to top.
pub fn veil_shapes(board: &BoardScene, veil: &Veil, look: BoardLook) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let warning = if look.black_and_white { Paint::Ink } else { Paint::Warning };
    if !veil.squares.is_empty() {
        let corners = veil.squares.iter().map(|&square| board.corner(square));
        shapes.push(Shape::Veil(corners.collect()));
    }
    for &(square, chance) in &veil.chances {
        let corner = board.corner(square);
        let warmth = warmth(chance);
        shapes.push(Shape::Warm { corner, warmth });
    }
    // Coordinates are drawn above the heat, which would otherwise tint them.
    if look.coordinates && !veil.squares.is_empty() {
        coordinates(board, |square| coordinate_paint(veil, look, square), &mut shapes);
    }
    for &(square, chance) in &veil.chances {
        let corner = board.corner(square);
        if !veil.certain.iter().any(|piece| piece.square == square) {
            shapes.push(Shape::Number(corner, percent_number(chance)));
        }
    }
    for (square, letters) in &veil.possible {
        let corner = board.corner(*square);
        shapes.push(Shape::Frame { corner, width: LINE_WIDTH, dashed: true, paint: warning });
        shapes.push(Shape::Number(corner, format!("{letters}?")));
    }
    let certain = veil.certain.iter();
    shapes.extend(certain.map(|it| Shape::Piece(board.corner(it.square), it.piece)));
    let circle = |square, radius, fill, stroke, width| {
        let center = board.center(square);
        Shape::Circle { center, radius, fill, stroke, width, opacity: 1.0 }
    };
    let rays = veil.rays.iter();
    shapes.extend(rays.map(|&square| circle(square, 0.11, Some(warning), Paint::Ground, UNIT)));
    if let Some(square) = veil.capture_square {
        shapes.push(circle(square, RING_RADIUS, None, warning, LINE_WIDTH));
        // If probabilities are shown, a cross would cover the number on the square.
        if veil.chances.is_empty() {
            shapes.push(Shape::Cross {
                center: board.center(square),
                reach: RING_RADIUS / 2.0,
                width: LINE_WIDTH,
                paint: warning,
            });
        }
    }
    if let Some((from, to)) = veil.tried {
        let mark = Mark { from, to: Some(to), color: MarkColor::Red };
        shapes.push(mark_shape(board, mark, look, 0.75));
        shapes.push(circle(to, 0.2, Some(warning), warning, UNIT));
        let center = board.center(to);
        shapes.push(Shape::Cross { center, reach: 0.09, width: 0.05, paint: Paint::Ground });
    }
    shapes
}

/// Returns the heat, the strength of the colour that shows a probability. Both are from 0 to 1.
#[expect(clippy::cast_possible_truncation, reason = "a colour")]
fn warmth(chance: f64) -> f32 {
    (0.12 + 0.78 * chance.sqrt()) as f32
}

/// Returns the colour of a coordinate on a veiled square, or `None` if `square` is not veiled.
fn coordinate_paint(veil: &Veil, look: BoardLook, square: Square) -> Option<Paint> {
    let chance = veil.chances.iter().find(|(warm, _)| *warm == square);
    let warmth = chance.map_or(0.0, |(_, chance)| 100.0 * warmth(*chance));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 90")]
    let paint = match (look.black_and_white, square.is_light()) {
        (true, _) => Paint::Ink,
        (false, light) => Paint::OnVeil { light, warmth: warmth as u8 },
    };
    veil.squares.contains(&square).then_some(paint)
}

/// Formats a probability in per cent, without the sign: `37`, `<1`. Only exactly 0 and exactly 1 become `0` and `100`.
pub fn percent_number(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    if chance <= 0.0 {
        "0".to_owned()
    } else if rounded < 1.0 {
        "<1".to_owned()
    } else if rounded >= 100.0 && chance < 1.0 {
        ">99".to_owned()
    } else {
        format!("{rounded:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Color;

    #[test]
    fn probabilities_are_drawn_above_the_heat() {
        let board = BoardScene::empty(Color::White);
        let veil = Veil {
            squares: vec![Square::A8, Square::B8],
            chances: vec![(Square::A8, 1.0)],
            ..Veil::default()
        };
        let look = BoardLook { black_and_white: false, last_move: true, coordinates: true };
        let shapes = veil_shapes(&board, &veil, look);
        let warm = shapes.iter().position(|it| matches!(it, Shape::Warm { .. }));
        let eight = shapes.iter().position(|it| {
            let &Shape::RankNumber(_, '8', paint) = it else { return false };
            paint == Paint::OnVeil { light: true, warmth: 90 }
        });
        assert!(warm.is_some() && eight > warm, "{shapes:?}");
    }

    #[test]
    fn only_certain_squares_are_claimed() {
        for (chance, expect) in
            [(0.0, "0"), (0.000_01, "<1"), (0.37, "37"), (0.999_9, ">99"), (1.0, "100")]
        {
            assert_eq!(percent_number(chance), expect);
        }
    }
}
