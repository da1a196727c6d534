//! Parses the first field of a position: pieces and reserves.

use super::Field;
use crate::{pieces::Pieces, reserve::Reserve};
use shakmaty::{Bitboard, ByColor, File, Piece, Rank, Role, Square};

pub(super) struct Placement {
    pub(super) pieces: Pieces,
    pub(super) promoted: Bitboard,
    pub(super) reserves: ByColor<Reserve>,
    /// Whether the reserve is in brackets.
    pub(super) bracket: bool,
}

impl Placement {
    /// Parses `text`. An error comes with its byte offset in `text`.
    pub(super) fn parse(text: &str) -> Result<Self, (usize, Field)> {
        let mut placement = Self {
            pieces: Pieces::EMPTY,
            promoted: Bitboard::EMPTY,
            reserves: ByColor::default(),
            bracket: false,
        };
        let mut rank: u8 = 8;
        let mut squares: u8 = 0;
        let mut reserve_at = text.len();
        let mut last: Option<(Square, Role)> = None;
        let mut start = 0;
        for (at, c) in text.char_indices() {
            let piece = Piece::from_char(c);
            match c {
                '/' | '[' => {
                    if squares != 8 {
                        return Err((start, Field::RankWidth { rank, squares }));
                    }
                    if c == '[' || rank == 1 {
                        placement.bracket = c == '[';
                        reserve_at = at + 1;
                        break;
                    }
                    rank -= 1;
                    squares = 0;
                    last = None;
                    start = at + 1;
                }
                '1'..='8' => {
                    squares = squares.saturating_add(c as u8 - b'0');
                    last = None;
                }
                '~' => match last.take() {
                    Some((square, Role::Queen | Role::Rook | Role::Bishop | Role::Knight)) => {
                        placement.promoted.add(square);
                    }
                    _ => return Err((at, Field::NoPromoted { rank })),
                },
                _ => {
                    let piece = piece.ok_or((at, Field::NoPiece { rank, letter: c }))?;
                    if squares < 8 {
                        let square = Square::from_coords(
                            File::new(u32::from(squares)),
                            Rank::new(u32::from(rank) - 1),
                        );
                        placement.pieces.put(square, piece);
                        last = Some((square, piece.role));
                    } else {
                        last = None;
                    }
                    squares = squares.saturating_add(1);
                }
            }
        }
        if squares != 8 {
            return Err((start, Field::RankWidth { rank, squares }));
        }
        if rank != 1 {
            return Err((text.len(), Field::RankCount(9 - rank)));
        }
        placement
            .read_reserve(text.get(reserve_at..).unwrap_or_default())
            .map_err(|(offset, e)| (reserve_at + offset, e))?;
        Ok(placement)
    }

    fn read_reserve(&mut self, text: &str) -> Result<(), (usize, Field)> {
        let pieces = if self.bracket {
            text.strip_suffix(']').ok_or((text.len(), Field::OpenReserve))?
        } else {
            text
        };
        if pieces == "-" {
            return Ok(());
        }
        // A FEN with a ninth rank, which stands in the place of a reserve.
        if !self.bracket && pieces.contains(|c: char| c.is_ascii_digit()) {
            return Err((0, Field::RankCount(9)));
        }
        for (at, c) in pieces.char_indices() {
            let piece = Piece::from_char(c)
                .filter(|piece| piece.role != Role::King)
                .ok_or((at, Field::NoDrop(c)))?;
            self.reserves[piece.color].add(piece.role);
        }
        Ok(())
    }
}
