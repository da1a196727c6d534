//! [`ProblemDiagram`]: a problem of Kriegspiel as it is published: the known pieces, the squares of the hidden ones, and
//! below them the stipulation, the number of pieces and the source.

use super::{BoardScene, GameView, Veil, placed_pieces};
use crate::{
    kriegspiel::{
        Uncertain, View,
        notation::{HiddenPiece, HiddenPieces, piece_count_text},
        stipulation,
    },
    rules::{Color, Role, Square},
};

pub(super) struct ProblemDiagram {
    pub board: BoardScene,
    pub veil: Veil,
    /// The FEN, followed by the hidden pieces.
    pub position: String,
    /// The lines below the board.
    pub caption: String,
}

impl ProblemDiagram {
    /// Returns `None` unless the record is a problem without moves, in which the solver knows all that is drawn.
    pub fn of(view: GameView<'_>, flipped: bool) -> Option<Self> {
        let game = view.game;
        let question = game.question?;
        if game.plies() > 0 {
            return None;
        }
        let turn = game.turn();
        let (start, uncertain, rules) = match &game.view {
            View::Referee(referee) => (referee.board_after(0), None, referee.rules),
            View::Seat(hearing) if view.seat.is_none_or(|seat| seat == hearing.seat) => {
                (hearing.start.clone(), hearing.uncertain.as_ref(), hearing.rules)
            }
            View::Seat(_) => return None,
        };
        let hidden = uncertain.map(Uncertain::hidden);
        let pieces =
            [Color::White, Color::Black].map(|color| start.pieces().by_color(color).count());
        let mut lines = vec![format!(
            "{}    {}",
            stipulation(question, rules, turn),
            piece_count_text(pieces, hidden)
        )];
        lines.extend(hidden.and_then(hidden_note));
        lines.extend(Some(view.caption.header.about()).filter(|about| !about.is_empty()));
        let mut position = start.chess_fen();
        if let Some(hidden) = hidden {
            position.push_str(&format!("; {hidden}"));
        }
        let below = view.seat.unwrap_or(Color::White);
        Some(Self {
            board: BoardScene {
                pieces: placed_pieces(start.pieces().iter()),
                ..BoardScene::empty(if flipped { below.other() } else { below })
            },
            veil: Veil { possible: possible_squares(hidden), ..Veil::default() },
            position,
            caption: lines.join("\n"),
        })
    }
}

/// Returns the hidden pieces that no square is marked for, in the words of the tag.
fn hidden_note(hidden: &HiddenPieces) -> Option<String> {
    let is_marked = |piece: &HiddenPiece| piece.areas.is_empty() && !piece.may_be_off;
    let unmarked = HiddenPieces {
        pieces: hidden.pieces.iter().filter(|it| !is_marked(it)).cloned().collect(),
        ..hidden.clone()
    };
    if unmarked.pieces.is_empty() && unmarked.units.is_none() {
        return None;
    }
    Some(format!("Hidden: {unmarked}"))
}

/// Returns the squares that are listed for hidden pieces, each with the letters of the pieces.
pub(super) fn possible_squares(hidden: Option<&HiddenPieces>) -> Vec<(Square, String)> {
    let Some(hidden) = hidden else { return Vec::new() };
    let letters = |square: Square| -> String {
        let stands = |role: &Role| {
            let mut pieces = hidden.pieces.iter();
            pieces.any(|piece| piece.role == *role && piece.listed.contains(square))
        };
        Role::ALL.into_iter().rev().filter(stands).map(Role::upper_char).collect()
    };
    let squares = Square::ALL.into_iter().map(|square| (square, letters(square)));
    squares.filter(|(_, letters)| !letters.is_empty()).collect()
}
