//! [`SearchQueryForm`]: conversion between the text of a query and form fields.

use super::terms::Keyword;
use crate::text::{quoted_word, quoted_words};

/// The text of a query, split into form fields. Terms without a field are kept in [`SearchQueryForm::other_terms`], so
/// that editing the form never drops them.
///
/// ```
/// use tandem::search::SearchQueryForm;
///
/// let mut form = SearchQueryForm::of("A:N@f7 A:mate");
/// assert_eq!((form.board.as_str(), form.square.as_str()), ("A", "f7"));
/// form.mate = false;
/// form.sit = "20".to_owned();
/// assert_eq!(form.text(), "A:N@f7 A:sit>20");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchQueryForm {
    /// `A`, `B`, or empty if the terms may match either board.
    pub board: String,
    /// Whether the previous ply is a drop.
    pub drop: bool,
    /// The letter of the dropped piece; empty for any.
    pub piece: String,
    /// The target square of the drop; empty for any.
    pub square: String,
    /// Whether the previous ply mates.
    pub mate: bool,
    /// Pieces on squares and empty squares: `Nf6,Qh6,-e4`.
    pub pieces: String,
    /// The pieces that must at least be in reserve: `QNN`.
    pub reserve: String,
    /// The duration in seconds that a sit must exceed.
    pub sit: String,
    /// The duration in seconds that a long think must exceed.
    pub think: String,
    /// The player whose move, sit or think it is.
    pub by: String,
    /// The percentage of win probability that the next ply must cost by estimate.
    pub loss: String,
    /// `w`, `b`, or empty for both sides.
    pub turn: String,
    /// The number of moves of a forced mate; empty for none.
    pub mate_in: String,
    /// The letter of a piece that, added to the reserve of the side to move, would give a forced mate; empty for none.
    pub wanted: String,
    /// Whether the next ply misses a forced mate.
    pub missed: bool,
    /// Whether the previous ply captures a piece that lets the partner mate on the other board.
    pub fatal: bool,
    /// Terms without a field, as typed.
    pub other_terms: Vec<String>,
}

impl SearchQueryForm {
    pub fn of(text: &str) -> Self {
        let mut form = Self::default();
        // The form has no fields for a query with `|`, in which a term before the `|` belongs to board A, and a term
        // after it to board B.
        if text.contains('|') {
            form.other_terms = quoted_words(text).map(str::to_owned).collect();
            return form;
        }
        // After a position, words such as `w KQkq` belong to the position and are not terms.
        let has_position = text.contains('/');
        // A player is of no board.
        let of_boards = quoted_words(text).filter(|word| !names_player(word));
        let mut boards = of_boards.map(|word| split(word).0);
        if let Some(board) = boards.next()
            && boards.all(|other| other == board)
        {
            board.clone_into(&mut form.board);
        }
        for word in quoted_words(text) {
            let (board, term) = split(word);
            let has_field = board == form.board || names_player(word);
            if !has_field || !form.assign(term, has_position) {
                form.other_terms.push(word.to_owned());
            }
        }
        form
    }

    /// Stores `term` in its field. Returns `false` if the form has no such field or the field is occupied.
    /// `has_position` is whether the query contains a position, with words that are not terms.
    fn assign(&mut self, term: &str, has_position: bool) -> bool {
        let text = |field: &mut String, value: &str| {
            let free = field.is_empty() && !value.is_empty();
            if free {
                value.clone_into(field);
            }
            free
        };
        let flag = |field: &mut bool| !std::mem::replace(field, true);
        if let Some((keyword, sign, value)) = Keyword::split(term) {
            match (keyword, sign) {
                (Keyword::Mate, "") => flag(&mut self.mate),
                (Keyword::MissedMate, "") => flag(&mut self.missed),
                (Keyword::Fatal, "") => flag(&mut self.fatal),
                (Keyword::MateIn, ":") => text(&mut self.mate_in, value),
                (Keyword::Wanted, ":") => text(&mut self.wanted, value),
                (Keyword::Sit, ">") => text(&mut self.sit, value),
                (Keyword::Think, ">") => text(&mut self.think, value),
                (Keyword::By, ":") => text(&mut self.by, &value.replace('"', "")),
                (Keyword::Loss, ">") => text(&mut self.loss, value),
                (Keyword::Turn, ":") => text(&mut self.turn, value),
                _ => false,
            }
        } else if let Some((piece, square)) = term.split_once('@') {
            let free = flag(&mut self.drop);
            if free {
                let (square, mates) = match square.strip_suffix('#') {
                    Some(square) => (square, true),
                    None => (square, false),
                };
                self.mate |= mates;
                piece.clone_into(&mut self.piece);
                square.clone_into(&mut self.square);
            }
            free
        } else if let Some(held) = term.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            text(&mut self.reserve, held)
        } else if !has_position
            && term.chars().all(|c| c.is_ascii_alphanumeric() || "-,".contains(c))
        {
            if !self.pieces.is_empty() {
                self.pieces.push(',');
            }
            self.pieces.push_str(term);
            true
        } else {
            false
        }
    }

    pub fn text(&self) -> String {
        let mut terms: Vec<String> = Vec::new();
        let mut term = |is_set: bool, text: String| {
            if is_set {
                terms.push(text);
            }
        };
        let Self { piece, square, .. } = self;
        term(self.drop, format!("{piece}@{square}"));
        term(self.mate, "mate".to_owned());
        term(!self.pieces.is_empty(), self.pieces.clone());
        term(!self.reserve.is_empty(), format!("[{}]", self.reserve));
        term(!self.sit.is_empty(), format!("sit>{}", self.sit));
        term(!self.think.is_empty(), format!("think>{}", self.think));
        term(!self.loss.is_empty(), format!("loss>{}", self.loss));
        term(!self.turn.is_empty(), format!("turn:{}", self.turn));
        term(!self.mate_in.is_empty(), format!("mate-in:{}", self.mate_in));
        term(!self.wanted.is_empty(), format!("wanted:{}", self.wanted));
        term(self.missed, "missed-mate".to_owned());
        term(self.fatal, "fatal".to_owned());
        if !self.board.is_empty() {
            for term in &mut terms {
                *term = format!("{}:{term}", self.board);
            }
        }
        if !self.by.is_empty() {
            // A player is of no board.
            terms.push(format!("by:{}", quoted_word(&self.by)));
        }
        terms.extend_from_slice(&self.other_terms);
        terms.join(" ")
    }
}

/// Returns whether `word` names the player of a move, such as `by:gnejs`.
pub(super) fn names_player(word: &str) -> bool {
    matches!(Keyword::split(word), Some((Keyword::By, ..)))
}

/// Splits `word` into its board (`A`, `B` or empty) and its term.
fn split(word: &str) -> (&str, &str) {
    match word.split_once(':') {
        Some(("A" | "a", term)) => ("A", term),
        Some(("B" | "b", term)) => ("B", term),
        _ => ("", word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchQuery;

    #[test]
    fn query_survives_the_form_unchanged() {
        let questions = [
            "N@f7 mate",
            "@h7 mate",
            "N@",
            "sit>20",
            "A:think>20",
            "loss>30 N@",
            "A:loss>12.5%",
            "[QNN]",
            "[QNN] [p]",
            "Nf6,Qh6",
            "Nf6 Qh6 -e4",
            "A:P@f7",
            "a:P@f7 B:sit>12.5",
            "B:missed-mate B:turn:b",
            "mate-in:2 wanted:N fatal",
            "*/*/*/*/*/??P??P??/*/* turn:w mate",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 A:N@e3",
            "Nf3 | [p] turn:b",
            "mate mate",
            "N@f7#",
            "missed-mate by:\"John Doe\"",
            "A:N@f7 by:gnejs",
            "by:gnejs by:larso sit>20",
            "SIT>20 cost Nf3 missed-joint player:gnejs",
        ];
        for text in questions {
            let query = |text: &str| text.parse::<SearchQuery>().expect("a question");
            let form = SearchQueryForm::of(text);
            let written = form.text();
            assert_eq!(query(&written), query(text), "{text}: {written}");
            assert_eq!(SearchQueryForm::of(&written), form, "{text}: {written}");
        }
    }

    #[test]
    fn partial_input_stays_in_its_field() {
        let field = |text: &str| SearchQueryForm::of(text);
        assert_eq!(field("N").pieces, "N");
        assert_eq!(field("@f").square, "f");
        assert_eq!(field("sit>2.").sit, "2.");
        assert_eq!(field("[Q").other_terms, ["[Q"], "as it is written");
        assert_eq!(SearchQueryForm::default().text(), "");
        let form = field("A:sit>20 by:\"John Doe\"");
        assert_eq!((&*form.board, &*form.sit, &*form.by), ("A", "20", "John Doe"));
    }
}
