//! Random legal games with illegal attempts, by shakmaty's rules of chess.

use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, Position as _, Role};
use std::fmt::Write as _;
use tandem::rules::{self, Attempt};

/// A game as a list of plies.
#[derive(Clone, Debug)]
pub struct RandomGame {
    pub plies: Vec<RandomPly>,
}

#[derive(Clone, Debug)]
pub struct RandomPly {
    pub before: Chess,
    pub mv: Move,
    /// Illegal but plausible attempts, in the order in which they are made.
    pub tries: Vec<Attempt>,
}

pub fn any_game() -> impl Strategy<Value = RandomGame> {
    let ply = (any::<u32>(), prop::collection::vec(any::<u32>(), 0..4));
    prop::collection::vec(ply, 0..120).prop_map(|choices| {
        let mut position = Chess::default();
        let mut plies = Vec::new();
        for (choice, tried) in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice as usize % moves.len()];
            let illegal: Vec<Attempt> = board(&position)
                .own_pieces(position.turn())
                .attempts()
                .into_iter()
                .filter(|&attempt| !is_legal(&position, attempt))
                .collect();
            let mut tries: Vec<Attempt> = Vec::new();
            for one in tried {
                if let Some(&attempt) = illegal.get(one as usize % illegal.len().max(1))
                    && !tries.contains(&attempt)
                {
                    tries.push(attempt);
                }
            }
            plies.push(RandomPly { before: position.clone(), mv, tries });
            position.play_unchecked(mv);
        }
        RandomGame { plies }
    })
}

/// Converts a position of shakmaty to our board.
pub fn board(position: &Chess) -> rules::Board {
    let fen = shakmaty::fen::Fen::from_position(position, shakmaty::EnPassantMode::Always);
    let read = rules::Bfen::parse(&fen.to_string(), None).expect("a position");
    read.position.boards[rules::BoardId::A].clone()
}

/// Whether one of shakmaty's legal moves corresponds to `attempt`.
pub fn is_legal(position: &Chess, attempt: Attempt) -> bool {
    position.legal_moves().into_iter().any(|mv| same(attempt, mv))
}

pub fn same(attempt: Attempt, mv: Move) -> bool {
    match attempt {
        Attempt::Castle { king, rook } => mv == Move::Castle { king, rook },
        Attempt::Normal { role, from, to, promotion } => {
            !matches!(mv, Move::Castle { .. })
                && mv.role() == role
                && mv.from() == Some(from)
                && mv.to() == to
                && mv.promotion() == promotion
        }
    }
}

impl RandomGame {
    /// Returns chess PGN with every origin in full, and without tries and announcements. The referee computes the
    /// announcements.
    pub fn text(&self, tags: &str) -> String {
        let mut text = format!("[Variant \"Kriegspiel\"]\n{tags}\n");
        for (index, ply) in self.plies.iter().enumerate() {
            if index.is_multiple_of(2) {
                let _ = write!(text, "{}. ", index / 2 + 1);
            }
            text.push_str(&in_full(ply.mv));
            text.push(' ');
        }
        text
    }
}

fn in_full(mv: Move) -> String {
    match mv {
        Move::Castle { king, rook } if rook > king => "O-O".to_owned(),
        Move::Castle { .. } => "O-O-O".to_owned(),
        _ => {
            let role = mv.role();
            let letter =
                if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
            let promotion =
                mv.promotion().map_or(String::new(), |role| format!("={}", role.upper_char()));
            let from = mv.from().expect("no drops");
            format!("{letter}{from}{}{promotion}", mv.to())
        }
    }
}

/// Returns the colour that moves at ply `index`.
pub fn mover(index: usize) -> Color {
    Color::from_white(index.is_multiple_of(2))
}
