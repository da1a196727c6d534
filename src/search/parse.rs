//! The parser of query text: [`SearchQuery`] from a string.

use super::{
    BoardPattern, BoardTerms, CommentWords, Drop, SearchQuery, SearchQueryError, forced::role,
    suggestions::suggestions, terms::Keyword,
};
use crate::{
    archive::RowFilter,
    rules::{BoardId, Color, File, Piece, Rank, Role, Square},
    text::{quoted_words, to_u32},
    timeline::MatchTime,
};
use std::str::FromStr;

impl FromStr for SearchQuery {
    type Err = SearchQueryError;

    fn from_str(text: &str) -> Result<Self, SearchQueryError> {
        Self::parse_terms(text).map_err(|error| match error {
            SearchQueryError::Term(term, _) => SearchQueryError::Term(term, suggestions(text)),
            error => error,
        })
    }
}

impl SearchQuery {
    /// Like [`Self::from_str`], without suggestions in the error.
    pub(super) fn parse_terms(text: &str) -> Result<Self, SearchQueryError> {
        let mut query = Self::default();
        let boards: Vec<&str> = text.split('|').collect();
        if boards.len() > 2 {
            return Err(SearchQueryError::ThirdBoard);
        }
        let both = boards.len() == 2;
        for (part, board) in boards.into_iter().zip(BoardId::ALL) {
            query.read(part, if both { Some(board) } else { None })?;
        }
        if query.is_empty() {
            let names_player = !query.by.is_empty() || !query.players.is_empty();
            return Err(if names_player {
                SearchQueryError::OnlyPlayer(text.trim().to_owned())
            } else {
                SearchQueryError::Nothing
            });
        }
        let has_next = |terms: &BoardTerms| terms.loss.is_some();
        if query.on.iter().all(BoardTerms::is_ply) || query.on.iter().all(has_next) {
            return Err(SearchQueryError::TwoPlies);
        }
        Ok(query)
    }

    /// Parses the terms in `text`. A term without a board prefix belongs to board `side`, or to either board if `side`
    /// is `None`.
    fn read(&mut self, text: &str, side: Option<BoardId>) -> Result<(), SearchQueryError> {
        // Set after the pieces of a BFEN: their board, and how many of the fields after them were read. The fields are
        // turn, castling, en passant and two counters.
        let mut field = None;
        for term in quoted_words(text) {
            match Keyword::split(term) {
                Some((Keyword::By, ":", name)) if !name.is_empty() => {
                    self.by.push(name.replace('"', "").to_lowercase());
                    continue;
                }
                Some((Keyword::Player, ":", _)) => {
                    let player = term.parse::<RowFilter>();
                    self.players.add(player.map_err(|_| wrong_form(Keyword::Player, term))?);
                    continue;
                }
                Some((Keyword::Comment, ":", words)) => {
                    let words = CommentWords::of(&words.replace('"', ""));
                    self.comments.push(words.ok_or_else(|| wrong_form(Keyword::Comment, term))?);
                    continue;
                }
                _ => {}
            }
            let (board, body) = match term.split_once(':') {
                Some(("A" | "a", body)) => (Some(BoardId::A), body),
                Some(("B" | "b", body)) => (Some(BoardId::B), body),
                _ => (side, term),
            };
            if let Some((last, number)) = &mut field
                && board == side
                && body == term
                && is_field(body, *number)
            {
                if *number == 0 {
                    self.terms_of(*last).pattern.set_turn(color(body)?);
                }
                *number += 1;
                continue;
            }
            field = if body.contains('/') { Some((board, 0)) } else { None };
            self.terms_of(board).read(body)?;
        }
        Ok(())
    }

    fn terms_of(&mut self, board: Option<BoardId>) -> &mut BoardTerms {
        match board {
            Some(board) => &mut self.on[board],
            None => &mut self.either,
        }
    }
}

/// Returns whether `text` may be BFEN field `number`, counted from 0 after the pieces.
fn is_field(text: &str, number: usize) -> bool {
    let among = |letters: &str| text.chars().all(|c| letters.contains(c));
    match number {
        0 => color(text).is_ok(),
        1 => among("KQkqABCDEFGHabcdefgh-"),
        2 => text == "-" || text.parse::<Square>().is_ok(),
        3 | 4 => among("0123456789.-"),
        _ => false,
    }
}

fn color(text: &str) -> Result<Color, SearchQueryError> {
    match text {
        "w" | "W" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        _ => Err(SearchQueryError::Turn(text.to_owned())),
    }
}

impl BoardTerms {
    fn read(&mut self, term: &str) -> Result<(), SearchQueryError> {
        if let Some((keyword, sign, value)) = Keyword::split(term) {
            match (keyword, sign) {
                (Keyword::Mate, "") => self.mate = true,
                (Keyword::Sit, ">") => self.sit_ms = Some(milliseconds(keyword, value)?),
                (Keyword::Think, ">") => self.think_ms = Some(milliseconds(keyword, value)?),
                (Keyword::Loss, ">") => self.loss = Some(hundredths(value)?),
                (Keyword::Turn, ":") => self.pattern.set_turn(color(value)?),
                _ if self.forced.read(keyword, sign, value)? => {}
                _ => return Err(wrong_form(keyword, term)),
            }
        } else if term.contains('@') {
            // `N@f7#` means `N@f7 mate`. The sign of a check says nothing about the position.
            let term = term.strip_suffix('+').unwrap_or(term);
            let term = term.strip_suffix('#').map_or(term, |drop| {
                self.mate = true;
                drop
            });
            let drop = read_drop(term).ok_or_else(|| SearchQueryError::Drop(term.to_owned()))?;
            if self.drop.replace(drop).is_some() {
                return Err(SearchQueryError::TwoDrops);
            }
        } else if term.contains('/') {
            let (pieces, reserve) = match term.find('[') {
                Some(at) => term.split_at(at),
                None => (term, ""),
            };
            read_placement(&mut self.pattern, pieces)?;
            read_reserve(&mut self.pattern, reserve)?;
        } else if term.starts_with('[') {
            read_reserve(&mut self.pattern, term)?;
        } else {
            read_pieces(&mut self.pattern, term)?;
        }
        Ok(())
    }
}

/// Returns the error about `term`, which begins with `keyword` but is not written like its example.
fn wrong_form(keyword: Keyword, term: &str) -> SearchQueryError {
    SearchQueryError::Form(keyword.example(), term.to_owned())
}

/// Parses the duration in seconds of a term with `keyword`: `20`, `20s` or `1.5`.
fn milliseconds(keyword: Keyword, text: &str) -> Result<MatchTime, SearchQueryError> {
    let seconds: Option<f64> = text.strip_suffix('s').unwrap_or(text).parse().ok();
    match seconds.map(|seconds| seconds * 1000.0) {
        Some(ms) if (0.0..1e9).contains(&ms) => Ok(to_u32(ms.round())),
        _ => Err(SearchQueryError::Seconds(keyword.example(), text.to_owned())),
    }
}

/// Parses a percentage below 100, `30`, `30%` or `2.5`, into hundredths.
fn hundredths(text: &str) -> Result<u16, SearchQueryError> {
    let percent: Option<f64> = text.strip_suffix('%').unwrap_or(text).parse().ok();
    let loss = percent.and_then(|percent| u16::try_from(to_u32((percent * 100.0).round())).ok());
    let valid = loss.filter(|&loss| loss < 10_000 && !text.starts_with('-'));
    valid.ok_or_else(|| SearchQueryError::Loss(text.to_owned()))
}

/// Parses `N@f7`, `@f7` or `N@`.
fn read_drop(term: &str) -> Option<Drop> {
    let (piece, square) = term.split_once('@')?;
    let role = match piece {
        "" => None,
        _ => Some(role(piece)?),
    };
    let to = match square {
        "" => None,
        _ => Some(square.parse().ok()?),
    };
    Some(Drop { role, to })
}

/// Parses `[NNp]` into `pattern`. An empty `term` requires nothing.
fn read_reserve(pattern: &mut BoardPattern, term: &str) -> Result<(), SearchQueryError> {
    if term.is_empty() {
        return Ok(());
    }
    let wrong = || SearchQueryError::Reserve(term.to_owned());
    let inside = term.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    for letter in inside.ok_or_else(wrong)?.chars().filter(|&c| c != '-') {
        let piece = match Piece::from_char(letter) {
            Some(piece) if piece.role != Role::King => piece,
            _ => return Err(wrong()),
        };
        pattern.add_to_reserve(piece.color, piece.role);
    }
    Ok(())
}

/// Parses `Nf3,pe5,-e4` into `pattern`.
fn read_pieces(pattern: &mut BoardPattern, term: &str) -> Result<(), SearchQueryError> {
    let one = |item: &str| -> Option<(Square, Option<Piece>)> {
        let mut letters = item.chars();
        let letter = letters.next()?;
        let square = letters.as_str().parse().ok()?;
        let piece = match letter {
            '-' => None,
            letter => Some(Piece::from_char(letter)?),
        };
        Some((square, piece))
    };
    let items: Vec<&str> = term.split(',').filter(|item| !item.is_empty()).collect();
    if items.is_empty() || items.iter().all(|item| one(item).is_none()) {
        return Err(SearchQueryError::Term(term.replace('"', ""), Vec::new()));
    }
    for item in items {
        let (square, piece) = one(item).ok_or_else(|| SearchQueryError::Piece(item.to_owned()))?;
        pattern.set_square(square, piece);
    }
    Ok(())
}

/// Parses the pieces of a FEN into `pattern`. `?` stands for any square and `*` for the rest of a rank.
fn read_placement(pattern: &mut BoardPattern, text: &str) -> Result<(), SearchQueryError> {
    // Thief writes a slash and a reserve after the pieces; other programs only the slash.
    let text = text.strip_suffix('/').unwrap_or(text);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 && ranks.len() != 9 {
        return Err(SearchQueryError::Ranks(ranks.len()));
    }
    if let Some(reserve) = ranks.get(8) {
        read_reserve(pattern, &format!("[{reserve}]"))?;
    }
    for (rank, text) in Rank::ALL.into_iter().rev().zip(&ranks) {
        let mut squares = 0;
        let mut set_square = |squares: &mut u32, piece: Option<Option<Piece>>| {
            if let (Ok(file), Some(piece)) = (File::try_from(*squares), piece) {
                pattern.set_square(Square::from_coords(file, rank), piece);
            }
            *squares += 1;
        };
        for letter in text.chars() {
            match letter {
                '?' => set_square(&mut squares, None),
                '*' => squares = squares.max(8),
                // A pattern does not distinguish promoted pieces.
                '~' => {}
                '1'..='8' => {
                    for _ in 0..letter.to_digit(10).unwrap_or_default() {
                        set_square(&mut squares, Some(None));
                    }
                }
                _ => {
                    let piece = Piece::from_char(letter).ok_or(SearchQueryError::Letter(letter))?;
                    set_square(&mut squares, Some(Some(piece)));
                }
            }
        }
        if squares != 8 {
            let rank = rank as u32 + 1;
            return Err(SearchQueryError::Rank { rank, squares });
        }
    }
    Ok(())
}
