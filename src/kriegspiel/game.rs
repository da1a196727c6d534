//! A replayed Kriegspiel record, from the view of the referee or a player: [`Game`].

use super::{Hearing, Problem, Referee};
use crate::{
    file::Span,
    kriegspiel::notation::{Filtered, ProblemQuestion, Record},
    notation::{self, GameResult, KnownTag},
    rules::{Bfen, Board, BoardId, Color, Numbers},
};

/// An issue of a game, with its place.
pub type Issue = notation::Issue<Problem>;

/// The differences between rule sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether the number of pawn captures available to the player to move is announced. ICC does so, Berkeley does
    /// not.
    pub pawn_tries: bool,
}

/// A replayed record.
#[derive(Clone, Debug)]
pub struct Game {
    /// The known part of the game.
    pub view: View,
    /// The question, if the record is a problem.
    pub question: Option<ProblemQuestion>,
    /// The result to display.
    pub result: Option<GameResult>,
    /// Whether the record continues after the last replayed ply.
    pub cut_short: bool,
    /// The issues in text order.
    pub issues: Vec<Issue>,
}

/// The known part of a game.
#[derive(Clone, Debug)]
pub enum View {
    /// The referee's view: everything.
    Referee(Referee),
    /// A player's view. The other side is unknown, not empty.
    Seat(Hearing),
}

impl Game {
    /// Replays `record`, whose bytes are `text`.
    #[must_use]
    pub fn replay(record: &Record, text: &[u8]) -> Self {
        let mut issues = Vec::new();
        for issue in &record.issues {
            issues.push(Issue { span: issue.span, problem: Problem::Text(issue.problem) });
        }
        let start = start(record, text, &mut issues);
        let rules = Rules::of(record, text);
        let written = record.plies.len();
        let (view, played) = match record.filtered(text) {
            Filtered::No => {
                let referee = Referee::replay(record, text, start, rules, &mut issues);
                let played = referee.plies.len();
                (View::Referee(referee), played)
            }
            Filtered::For(seat) => {
                let hearing = Hearing::read(record, text, seat, start, rules, &mut issues);
                let played = hearing.plies.len();
                (View::Seat(hearing), played)
            }
        };
        if let (Some(tag), Some(moves)) = (record.result_tag(text), record.ending.result)
            && (tag.is_decided() && moves.is_decided() && tag != moves)
        {
            issues.push(Issue {
                span: record.ending.result_span,
                problem: Problem::Results { tag, moves },
            });
        }
        issues.sort_by_key(|issue| issue.span.start);
        Self {
            view,
            question: record.question(text),
            result: record.result(text),
            cut_short: played < written,
            issues,
        }
    }

    /// Adds the issue that no separator precedes this record. The caller reports it, since the record alone does not
    /// show it.
    pub fn add_glued_issue(&mut self) {
        let issue = Issue { span: Span::at(0), problem: Problem::Glued };
        self.issues.insert(0, issue);
    }

    /// Returns the number of replayed plies.
    #[must_use]
    pub const fn plies(&self) -> usize {
        match &self.view {
            View::Referee(referee) => referee.plies.len(),
            View::Seat(hearing) => hearing.plies.len(),
        }
    }

    /// Returns the side to move after the last ply.
    #[must_use]
    pub fn turn(&self) -> Color {
        match &self.view {
            View::Referee(referee) => referee.turn(),
            View::Seat(hearing) => hearing.turn(),
        }
    }

    /// Returns what the player of `seat` has heard, or `None` if the file is the opponent's view.
    #[must_use]
    pub fn hearing(&self, seat: Color) -> Option<Hearing> {
        match &self.view {
            View::Referee(referee) => Some(referee.hearing(seat)),
            View::Seat(hearing) => (hearing.seat == seat).then(|| hearing.clone()),
        }
    }
}

impl Rules {
    /// Returns the rules of `record`: pawn tries are announced if one is recorded or a tag names ICC.
    fn of(record: &Record, text: &[u8]) -> Self {
        let announced = record.plies.iter().any(|ply| {
            let announcement = ply.announcement.as_ref();
            announcement.is_some_and(|it| it.response.pawn_tries.is_some())
        });
        let mut variants = KnownTag::Variant.find_all(&record.tags, text);
        let tag_names_icc =
            variants.any(|tag| names_icc_rules(&record.encoding.decode(tag.value.of(text))));
        Self { pawn_tries: announced || tag_names_icc }
    }

    /// Returns the name for the `Variant` tag.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.pawn_tries { "Kriegspiel (ICC)" } else { "Kriegspiel (Berkeley)" }
    }
}

/// Returns whether the value of a `Variant` or `Rules` tag names ICC's rules.
pub(super) fn names_icc_rules(value: &str) -> bool {
    value.to_ascii_lowercase().contains("icc")
}

fn start(record: &Record, text: &[u8], issues: &mut Vec<Issue>) -> Board {
    let Some(tag) = record.find_tag(text, KnownTag::Fen).filter(|tag| !tag.value.is_empty()) else {
        return Board::default();
    };
    let span = tag.value;
    let mut issue = |problem| issues.push(Issue { span, problem });
    let fen = record.tag_text(text, KnownTag::Fen).unwrap_or_default();
    // The last two numbers of a single board's FEN are move counts, not the time left.
    match Bfen::parse_numbers_as(&fen, Numbers::Counts) {
        Ok(read) => {
            // A game has only one board.
            let notes = read.notes.into_iter();
            notes
                .filter(|note| *note != crate::rules::BfenNote::OneBoard)
                .map(Problem::FenNote)
                .for_each(issue);
            read.position.boards[BoardId::A].clone()
        }
        Err(error) => {
            issue(Problem::Fen(error));
            Board::default()
        }
    }
}
