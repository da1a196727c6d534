//! [`GameScene`]: the board of a game of Kriegspiel after a ply or a try.

use super::{HeatMap, Side, Step};
use crate::{
    diagram::{BoardScene, Veil, percent_number, player_board, referee_board},
    kriegspiel::{
        BoardEnd, HeardMove, Hearing, Referee, Try,
        notation::{Response, announcement_phrase, color_title},
    },
    rules::{Attempt, Color, Square, color_name, role_name},
};

/// The board after a step, with its caption and marks. A player's view is derived only from what that player heard, so
/// that the view cannot reveal anything else.
#[derive(Clone, Debug, PartialEq)]
pub struct GameScene {
    pub side: Side,
    /// The visible pieces, the last move if visible, and a checked king.
    pub board: BoardScene,
    /// What shades the squares that the player does not see, without the probabilities of the heat map.
    pub(super) veil: Veil,
    /// The square of a capture in the last ply. The referee's veil omits it.
    pub capture_square: Option<Square>,
    /// The last announcement in words.
    pub caption: String,
    /// Whether the last announcement is that a try was illegal.
    pub is_illegal: bool,
    pub heat: Option<HeatMap>,
    /// The number of plies before the step.
    pub plies: usize,
    pub turn: Color,
    /// How the game ends on the board, if that is known in this view.
    pub end: Option<BoardEnd>,
    /// How many pieces remain: Black's number first, then White's.
    pub pieces: [usize; 2],
    /// The position as FEN. In a player's view, only the first field of the FEN, with that player's pieces, or the
    /// diagram of a problem with its hidden pieces.
    pub fen: String,
}

impl GameScene {
    /// Returns the referee's scene, with White at the bottom unless `flipped`.
    pub fn of_referee(referee: &Referee, step: Step, flipped: bool) -> Self {
        let board = referee.board_after(step.plies);
        let last = step.plies.checked_sub(1).and_then(|last| referee.plies.get(last));
        let next = referee.plies.get(step.plies);
        let tries = next.map(|ply| KnownTries {
            color: ply.name.color,
            known: &ply.tries,
            total: Some(ply.tries.len().max(ply.try_count as usize)),
        });
        let end = BoardEnd::of(&board);
        let (tried, caption, is_illegal) =
            announcement_at(step, tries, last.map(|ply| (ply.response, ply.name.color)), end);
        let pieces = board.pieces();
        Self {
            side: Side::Referee,
            veil: Veil { tried, ..Veil::default() },
            capture_square: last.and_then(|ply| ply.response.capture),
            caption,
            is_illegal,
            pieces: [Color::Black, Color::White].map(|color| pieces.by_color(color).count()),
            fen: board.chess_fen(),
            turn: board.turn(),
            end,
            heat: None,
            plies: step.plies,
            board: referee_board(referee, &board, step.plies, flipped),
        }
    }

    /// Returns the scene in the view of the player who heard `hearing`, with that player at the bottom unless
    /// `flipped`.
    pub fn of_hearing(hearing: &Hearing, step: Step, flipped: bool) -> Self {
        let sight = hearing.sight(step.plies);
        let seat = hearing.seat;
        let last = step.plies.checked_sub(1).and_then(|last| hearing.plies.get(last));
        let next = hearing.plies.get(step.plies);
        // The player does not know yet how many tries there will be.
        let tries = next.map(|heard| match &heard.mv {
            HeardMove::Own { tries, .. } => KnownTries { color: seat, known: tries, total: None },
            HeardMove::Other { .. } => KnownTries { color: seat.other(), known: &[], total: None },
        });
        let end = hearing.end_after(step.plies);
        let announced = last.map(|heard| (heard.response, heard.name.color));
        let (tried, caption, is_illegal) = announcement_at(step, tries, announced, end);
        let pieces = sight.own.pieces();
        let (board, veil) = player_board(hearing, &sight, step.plies, flipped);
        // With hidden pieces, the largest possible number.
        let opponent_count = match &hearing.uncertain {
            Some(uncertain) => usize::from(uncertain.units().max),
            None => hearing.start.pieces().by_color(seat.other()).count(),
        };
        let fen = match &hearing.uncertain {
            _ if !hearing.shows_diagram(step.plies) => pieces.to_string(),
            Some(uncertain) => format!("{}; {}", hearing.start.chess_fen(), uncertain.hidden()),
            None => hearing.start.chess_fen(),
        };
        let opponent_remaining = opponent_count.saturating_sub(sight.taken.len());
        let own_remaining = pieces.occupied().count();
        Self {
            side: Side::Seat(seat),
            capture_square: veil.capture_square,
            veil: Veil { tried, ..veil },
            caption,
            is_illegal,
            pieces: [Color::Black, Color::White]
                .map(|color| if color == seat { own_remaining } else { opponent_remaining }),
            fen,
            heat: None,
            plies: step.plies,
            turn: next.map_or(hearing.turn(), |heard| heard.name.color),
            end,
            board,
        }
    }

    /// Returns the veil, the overlay that shades the squares that the player does not see. With a heat map, the veil
    /// also has the probabilities of pieces on these squares.
    pub fn veil(&self) -> Veil {
        let mut veil = self.veil.clone();
        if let (Some(heat), Some(color)) = (&self.heat, self.hidden_color()) {
            let certain = |square| Some(heat.certain(square)?.of(color));
            veil.add_probabilities(|square| heat.chance(square), certain);
        }
        veil
    }

    /// Returns the side whose pieces are invisible in this view; `None` in the referee's view.
    pub fn hidden_color(&self) -> Option<Color> {
        self.side.color().map(Color::other)
    }

    /// Returns whether the content of `square` is invisible in this view.
    pub fn is_unseen(&self, square: Square) -> bool {
        self.veil.squares.contains(&square)
    }
}

/// The tries before the next ply.
#[derive(Clone, Copy)]
struct KnownTries<'a> {
    color: Color,
    /// The first tries, in order, as far as they are known.
    known: &'a [Try],
    /// The number of all tries; `None` if the viewer has not heard it yet.
    total: Option<usize>,
}

/// Describes `step`: returns the squares of the try, the caption, and whether the step is an illegal try. `announced`
/// is the announcement about the last ply: the response, and the player who moved. `end` is how that ply ended the game.
fn announcement_at(
    step: Step,
    tries: Option<KnownTries<'_>>,
    announced: Option<(Response, Color)>,
    end: Option<BoardEnd>,
) -> (Option<(Square, Square)>, String, bool) {
    let (Some(last), Some(tries)) = (step.tries.checked_sub(1), tries) else {
        let Some((response, mover)) = announced else {
            return (None, "No announcement yet".to_owned(), false);
        };
        let words = announcement_phrase(response, mover, end == Some(BoardEnd::Mate));
        let caption = format!("{}: {words}", color_title(mover));
        return (None, caption, false);
    };
    let player = color_title(tries.color);
    let number = match tries.total {
        Some(total) => format!("try {} of {total}", step.tries),
        None => format!("try {}", step.tries),
    };
    match tries.known.get(last) {
        Some(one) => (
            one.attempt.map(Attempt::squares),
            format!("{player} tries {}: illegal ({number})", one.text),
            true,
        ),
        None => (None, format!("{player} tries an illegal move ({number})"), true),
    }
}

/// Describes a square, such as `e4, white knight` or `e5, hidden`.
pub fn game_square_text(scene: &GameScene, square: Square) -> String {
    let piece = scene.board.pieces.iter().find(|piece| piece.square == square);
    let mut words = match piece {
        Some(piece) => {
            format!("{square}, {} {}", color_name(piece.piece.color), role_name(piece.piece.role))
        }
        None if scene.is_unseen(square) => format!("{square}, hidden"),
        None => format!("{square}, empty"),
    };
    if let Some((_, letters)) = scene.veil.possible.iter().find(|(at, _)| *at == square) {
        words.push_str(&format!(", {letters} may stand here"));
    }
    if let Some(heat) = scene.heat.as_ref().filter(|_| piece.is_none()) {
        let chance = percent(heat.chance(square));
        let kind = heat.kind.map_or("a piece", role_name);
        words.push_str(&match (heat.certain(square), scene.hidden_color()) {
            (Some(role), Some(color)) => {
                format!(", certainly a {} {}", color_name(color), role_name(role))
            }
            _ => format!(", {kind} {chance}"),
        });
    }
    if scene.capture_square == Some(square) {
        words.push_str(", capture here");
    }
    if scene.veil.rays.contains(&square) {
        words.push_str(", check may come from here");
    }
    if scene.veil.tried.is_some_and(|(_, to)| to == square) {
        words.push_str(", try went here");
    }
    words
}

/// Formats a probability, such as `37 %` or `<1 %`; `0 %` and `100 %` stand only for exactly 0 and 1.
pub fn percent(chance: f64) -> String {
    format!("{} %", percent_number(chance))
}
