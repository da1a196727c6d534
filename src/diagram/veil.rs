//! [`Veil`]: what stands over a board of Kriegspiel that is seen from a player's side.

use super::{
    BoardLook, BoardScene, Mark, MarkColor, Paint, PlacedPiece, Shape, mark_shape,
    shapes::{UNIT, coordinates},
};
use crate::{
    kriegspiel::Chances,
    rules::{Color, Square},
};

/// What stands over the board. It holds no more than the player knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Veil {
    /// The squares that are not seen.
    pub squares: Vec<Square>,
    /// How likely a piece stands on a square that is not seen, from 0 to 1; only where that is more than 0.
    pub chances: Vec<(Square, f64)>,
    /// Pieces that stand there for certain, though they are not seen.
    pub certain: Vec<PlacedPiece>,
    /// The squares from which the king may be checked.
    pub rays: Vec<Square>,
    /// Where a piece has just been taken.
    pub taken: Option<Square>,
    /// From where to where a move was tried and refused.
    pub tried: Option<(Square, Square)>,
}

/// The ring and the cross of a capture.
const RING: f32 = 0.36;

/// Lines of a veil are not thinner than this.
const LINE: f32 = 1.0 / 18.0;

impl Veil {
    /// Shows how likely pieces of `color` stand on `squares`, and those that do for certain.
    pub fn warm(&mut self, squares: &[Square], chances: &Chances, color: Color) {
        for &square in squares {
            let chance = chances.of_any(square);
            if chance > 0.0 {
                self.chances.push((square, chance));
            }
            self.certain.extend(chances.certain(square).map(|role| PlacedPiece {
                square,
                piece: role.of(color),
                promoted: false,
            }));
        }
    }
}

/// The shapes of `veil` over `board`, the lowest first.
#[must_use]
pub fn veil_shapes(board: &BoardScene, veil: &Veil, look: BoardLook) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let warning = if look.black_and_white { Paint::Ink } else { Paint::Warning };
    let center = |square: Square| {
        let [x, y] = board.corner(square);
        [x + 0.5, y + 0.5]
    };
    if !veil.squares.is_empty() {
        let corners = veil.squares.iter().map(|&square| board.corner(square));
        shapes.push(Shape::Veil(corners.collect()));
    }
    for &(square, chance) in &veil.chances {
        let corner = board.corner(square);
        let warmth = warmth(chance);
        shapes.push(Shape::Warm { corner, warmth });
    }
    // Above the warmth, which would dye them.
    if look.coordinates && !veil.squares.is_empty() {
        coordinates(board, |square| veiled(veil, look, square), &mut shapes);
    }
    for &(square, chance) in &veil.chances {
        let corner = board.corner(square);
        if !veil.certain.iter().any(|piece| piece.square == square) {
            shapes.push(Shape::Number(corner, percent_number(chance)));
        }
    }
    let certain = veil.certain.iter();
    shapes.extend(certain.map(|it| Shape::Piece(board.corner(it.square), it.piece)));
    shapes.extend(veil.rays.iter().map(|&square| Shape::Circle {
        center: center(square),
        radius: 0.11,
        fill: Some(warning),
        stroke: Paint::Ground,
        width: UNIT,
        opacity: 1.0,
    }));
    if let Some(square) = veil.taken {
        shapes.push(Shape::Circle {
            center: center(square),
            radius: RING,
            fill: None,
            stroke: warning,
            width: LINE,
            opacity: 1.0,
        });
        // No cross upon a number.
        if veil.chances.is_empty() {
            shapes.push(Shape::Cross {
                center: center(square),
                reach: RING / 2.0,
                width: LINE,
                paint: warning,
            });
        }
    }
    if let Some((from, to)) = veil.tried {
        let mark = Mark { from, to: Some(to), color: MarkColor::Red };
        shapes.push(mark_shape(board, mark, look, 0.75));
        let center = center(to);
        shapes.push(Shape::Circle {
            center,
            radius: 0.2,
            fill: Some(warning),
            stroke: warning,
            width: UNIT,
            opacity: 1.0,
        });
        shapes.push(Shape::Cross { center, reach: 0.09, width: 0.05, paint: Paint::Ground });
    }
    shapes
}

/// How warm a square is on which a piece stands so likely, from 0 to 1.
#[expect(clippy::cast_possible_truncation, reason = "a colour")]
fn warmth(chance: f64) -> f32 {
    (0.12 + 0.78 * chance.sqrt()) as f32
}

/// The ink of a letter on `square`, if it is veiled.
fn veiled(veil: &Veil, look: BoardLook, square: Square) -> Option<Paint> {
    let chance = veil.chances.iter().find(|(warm, _)| *warm == square);
    let warmth = chance.map_or(0.0, |(_, chance)| 100.0 * warmth(*chance));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 90")]
    let paint = match (look.black_and_white, square.is_light()) {
        (true, _) => Paint::Ink,
        (false, light) => Paint::OnVeil { light, warmth: warmth as u8 },
    };
    veil.squares.contains(&square).then_some(paint)
}

/// A chance in per cent without its sign: `37`, `<1`; never 0 or 100 where it is not quite so.
#[must_use]
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
    use crate::rules::BoardId;

    #[test]
    fn letters_stand_above_the_warmth_of_their_square() {
        let board = BoardScene {
            id: BoardId::A,
            below: Color::White,
            pieces: Vec::new(),
            last: None,
            check: None,
            mate: false,
        };
        let veil = Veil {
            squares: vec![Square::A8, Square::B8],
            chances: vec![(Square::A8, 1.0)],
            ..Veil::default()
        };
        let look = BoardLook { black_and_white: false, last_move: true, coordinates: true };
        let shapes = veil_shapes(&board, &veil, look);
        let warm = shapes.iter().position(|it| matches!(it, Shape::Warm { .. }));
        let eight = shapes.iter().position(|it| {
            let &Shape::RankNumber(_, '8', paint) = it else {
                return false;
            };
            paint == Paint::OnVeil { light: true, warmth: 90 }
        });
        assert!(warm.is_some() && eight > warm, "{shapes:?}");
    }

    #[test]
    fn only_what_is_certain_is_said_to_be() {
        for (chance, expect) in
            [(0.0, "0"), (0.000_01, "<1"), (0.37, "37"), (0.999_9, ">99"), (1.0, "100")]
        {
            assert_eq!(percent_number(chance), expect);
        }
    }
}
