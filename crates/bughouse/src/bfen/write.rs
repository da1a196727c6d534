//! Formats positions as BFEN 0.1 and as the value of a `FEN` tag.

use crate::{
    board::Board,
    moves::castling_side,
    pieces::Pieces,
    position::Position,
    reserve::Reserve,
    seat::{BoardId, BySeat, Seat},
};
use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square};
use std::fmt;

/// Formats the pieces as the first field of a FEN, without marks on promoted pieces.
impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::with_capacity(72);
        write_pieces(self, Bitboard::EMPTY, &mut out);
        f.write_str(&out)
    }
}

/// Appends the pieces as the first field of a FEN, with `~` after promoted pieces.
pub fn write_pieces(pieces: &Pieces, promoted: Bitboard, out: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let Some(piece) = pieces.piece_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                out.push_str(&empty.to_string());
                empty = 0;
            }
            out.push(piece.char());
            if promoted.contains(square) {
                out.push('~');
            }
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
        }
        if rank != Rank::First {
            out.push('/');
        }
    }
}

impl Board {
    /// Returns the board as a FEN of chess, without reserves and without marks on promoted pieces.
    pub fn chess_fen(&self) -> String {
        let mut out = self.pieces.to_string();
        self.write_state(&mut out);
        out.push_str(&format!(" {} {}", self.halfmoves, self.fullmoves));
        out
    }

    /// Appends the side to move, the castling rights as in X-FEN, and the en passant square, each preceded by a space.
    /// The en passant square is `-` unless a pawn can legally capture there.
    fn write_state(&self, out: &mut String) {
        out.push_str(self.turn.fold_wb(" w ", " b "));
        let before = out.len();
        for color in Color::ALL {
            let rank = Bitboard::from(color.backrank());
            // In X-FEN, `K` and `Q` mean the outermost rook. Include promoted rooks, since other programs may not
            // distinguish them.
            let rooks = self.pieces.by_piece(color.rook()) & rank;
            for side in CastlingSide::ALL {
                let right = (self.castling & rank)
                    .into_iter()
                    .find(|rook| castling_side(self.king(color), *rook) == side);
                let Some(rook) = right else { continue };
                let outermost = match side {
                    CastlingSide::KingSide => rooks.last(),
                    CastlingSide::QueenSide => rooks.first(),
                };
                let letter = match side {
                    _ if outermost != Some(rook) => rook.file().char(),
                    CastlingSide::KingSide => 'k',
                    CastlingSide::QueenSide => 'q',
                };
                out.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
            }
        }
        if out.len() == before {
            out.push('-');
        }
        out.push(' ');
        match self.en_passant.filter(|&to| {
            self.origins(Role::Pawn, to).into_iter().any(|from| self.is_safe(from, to))
        }) {
            Some(square) => out.push_str(&square.to_string()),
            None => out.push('-'),
        }
    }
}

impl Position {
    /// Returns board `id` as BFEN 0.1, with the reserves in the order `QRBNPqrbnp`.
    pub fn bfen(&self, id: BoardId) -> String {
        let board = &self.boards[id];
        let mut out = String::with_capacity(96);
        write_pieces(&board.pieces, board.promoted, &mut out);
        out.push('[');
        self.write_reserves(id, &mut out);
        out.push(']');
        board.write_state(&mut out);
        out.push_str(&format!(" {} {}", board.halfmoves, board.fullmoves));
        out
    }

    /// Like [`Position::bfen`], with the move counters `0 1`.
    pub fn bfen_without_counters(&self, id: BoardId) -> String {
        let bfen = self.bfen(id);
        let fields: Vec<&str> = bfen.split(' ').take(4).collect();
        format!("{} 0 1", fields.join(" "))
    }

    /// Returns both boards as the value of a `FEN` tag, with the clocks in whole seconds; an unknown clock is `0`.
    pub fn thief_fen(&self, clocks_ms: &BySeat<Option<i32>>) -> String {
        let mut out = String::with_capacity(192);
        for id in BoardId::ALL {
            if id == BoardId::B {
                out.push_str(" | ");
            }
            let board = &self.boards[id];
            write_pieces(&board.pieces, board.promoted, &mut out);
            out.push('/');
            self.write_reserves(id, &mut out);
            board.write_state(&mut out);
            for color in Color::ALL {
                let ms = clocks_ms[Seat::new(id, color)].unwrap_or(0);
                out.push_str(&format!(" {}", ms / 1000));
            }
        }
        out
    }

    fn write_reserves(&self, id: BoardId, out: &mut String) {
        for color in Color::ALL {
            let reserve = &self.reserves[Seat::new(id, color)];
            for role in Reserve::ROLES.into_iter().rev() {
                let letter = Piece { color, role }.char();
                out.extend(std::iter::repeat_n(letter, reserve.count(role).into()));
            }
        }
    }
}
