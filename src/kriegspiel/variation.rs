//! Checks variations in a Kriegspiel game, as far as the view of the file allows.

use super::{Game, View};
use crate::{
    file::Span,
    kriegspiel::notation::{MoveText, PlyName, Record},
    notation::NoteKind,
    rules::{Attempt, AttemptError, Board, IllegalMove, OwnPieces, Reserve, San, SanError},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariationProblem {
    #[error("it contains no moves")]
    Empty,
    #[error("unmatched parenthesis")]
    Bracket,
    #[error("{ply} is not a valid move ({why})")]
    NoMove { ply: PlyName, why: SanError },
    #[error("{ply} is illegal: {why}")]
    Illegal { ply: PlyName, why: IllegalMove },
    /// A move that the player's pieces cannot make.
    #[error("{ply} cannot be tried: {why}")]
    AttemptError { ply: PlyName, why: AttemptError },
    /// A written move of the opponent in a player's view.
    #[error("{0} is hidden in this view; use ??")]
    Unseen(PlyName),
    /// `??` in the referee's view.
    #[error("{0} is hidden, but the referee sees every move")]
    Hidden(PlyName),
}

/// The position in which the next move of a variation is played.
#[derive(Clone)]
enum VariationState {
    /// All pieces, in the referee's view.
    Board(Box<Board>),
    /// The player's pieces, in a player's view.
    Own(Box<OwnPieces>),
}

impl Game {
    /// Checks that `moves`, the text of a variation without its parentheses, can be played instead of ply `index` or
    /// after it.
    ///
    /// # Errors
    /// If `moves` contains no moves or has unmatched parentheses. Otherwise, the reason why the moves cannot be played
    /// instead of ply `index`.
    pub fn variation(&self, moves: &[u8], index: usize) -> Result<(), VariationProblem> {
        let record = Record::parse(moves);
        if record.plies.is_empty() {
            return Err(VariationProblem::Empty);
        }
        if !has_balanced_brackets(moves) {
            return Err(VariationProblem::Bracket);
        }
        let instead = self.play_variation(&record, moves, index);
        instead.or_else(|why| {
            let after = self.play_variation(&record, moves, index + 1);
            after.map_err(|_| why)
        })
    }

    fn play_variation(
        &self,
        record: &Record,
        text: &[u8],
        from: usize,
    ) -> Result<(), VariationProblem> {
        let (state, start, first) = match &self.view {
            View::Referee(referee) => {
                let state = VariationState::Board(Box::new(referee.board_after(from)));
                (state, &referee.start, referee.plies.first().map(|ply| ply.name))
            }
            View::Seat(hearing) => {
                let state = VariationState::Own(Box::new(hearing.sight(from).own));
                (state, &hearing.start, hearing.plies.first().map(|ply| ply.name))
            }
        };
        let first = first.unwrap_or(PlyName { number: 1, color: start.turn() });
        let name = (0..from).fold(first, |name, _| name.next());
        play(state, name, record, text)
    }
}

fn has_balanced_brackets(text: &[u8]) -> bool {
    let mut depth = 0_i32;
    for byte in text {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn play(
    mut state: VariationState,
    mut name: PlyName,
    record: &Record,
    text: &[u8],
) -> Result<(), VariationProblem> {
    for (index, ply) in record.plies.iter().enumerate() {
        let before = state.clone();
        match ply.mv {
            MoveText::Known(san, _) => state.play(&san, name)?,
            MoveText::Hidden => state.play_hidden(ply.response().capture, name)?,
            MoveText::Unreadable => {
                let why = San::parse(ply.move_span.of(text)).err();
                return Err(why.map_or(VariationProblem::Empty, |why| VariationProblem::NoMove {
                    ply: name,
                    why,
                }));
            }
        }
        // A nested variation replaces the ply that it follows.
        for note in record.notes_at(index + 1) {
            if note.kind == NoteKind::Variation {
                play_nested(before.clone(), name, text, note.text)?;
            }
        }
        name = name.next();
    }
    Ok(())
}

fn play_nested(
    state: VariationState,
    name: PlyName,
    text: &[u8],
    span: Span,
) -> Result<(), VariationProblem> {
    let inner = span.of(text);
    let record = Record::parse(inner);
    if record.plies.is_empty() {
        return Err(VariationProblem::Empty);
    }
    play(state, name, &record, inner)
}

impl VariationState {
    fn play(&mut self, san: &San, ply: PlyName) -> Result<(), VariationProblem> {
        match self {
            Self::Board(board) => {
                let mv = board.resolve(san, &Reserve::EMPTY);
                let mv = mv.map_err(|why| VariationProblem::Illegal { ply, why })?;
                if Attempt::of(mv).is_none() {
                    let why = AttemptError::Drop;
                    return Err(VariationProblem::AttemptError { ply, why });
                }
                board.play(mv);
            }
            Self::Own(own) if own.color() == ply.color => {
                let attempt = own.resolve(san);
                let attempt = attempt.map_err(|why| VariationProblem::AttemptError { ply, why })?;
                own.play(attempt);
            }
            Self::Own(_) => return Err(VariationProblem::Unseen(ply)),
        }
        Ok(())
    }

    fn play_hidden(
        &mut self,
        captured: Option<crate::rules::Square>,
        ply: PlyName,
    ) -> Result<(), VariationProblem> {
        match self {
            Self::Own(own) if own.color() != ply.color => {
                if let Some(square) = captured {
                    own.remove_captured(square);
                }
                Ok(())
            }
            _ => Err(VariationProblem::Hidden(ply)),
        }
    }
}
