//! [`Game`]: a Kriegspiel record that was replayed, from the referee's side or a player's.

use super::{Hearing, Problem, Referee};
use crate::{
    file::Span,
    kriegspiel::notation::{Asked, Filtered, Record},
    notation::{self, GameResult, KnownTag},
    rules::{Bfen, Board, BoardId, Color, Numbers},
};

/// Something that stands against a game, and where.
pub type Issue = notation::Issue<Problem>;

/// What differs from one set of rules to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether it is announced how many captures by pawns the player to move has. ICC does, Berkeley does
    /// not.
    pub pawn_tries: bool,
}

/// A record that was replayed.
#[derive(Clone, Debug)]
pub struct Game {
    /// What is known of it.
    pub view: View,
    /// What it asks, if it is a problem.
    pub asked: Option<Asked>,
    /// The result to show.
    pub result: Option<GameResult>,
    /// Whether the record goes on after the last ply that was played.
    pub cut_short: bool,
    /// What stands against it, in the order of the text.
    pub issues: Vec<Issue>,
}

/// What is known of a game.
#[derive(Clone, Debug)]
pub enum View {
    /// Everything.
    Referee(Referee),
    /// What one player knows. The other side is not empty but unknown.
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
            asked: record.asked(text),
            result: record.result(text),
            cut_short: played < written,
            issues,
        }
    }

    /// Notes that its record is glued to the one before, which the record alone cannot tell.
    pub fn note_glued(&mut self) {
        let issue = Issue { span: Span::at(0), problem: Problem::Glued };
        self.issues.insert(0, issue);
    }

    /// How many plies were played.
    #[must_use]
    pub const fn plies(&self) -> usize {
        match &self.view {
            View::Referee(referee) => referee.plies.len(),
            View::Seat(hearing) => hearing.plies.len(),
        }
    }

    /// Who is to move after the last ply.
    #[must_use]
    pub fn turn(&self) -> Color {
        match &self.view {
            View::Referee(referee) => referee.turn(),
            View::Seat(hearing) => hearing.turn(),
        }
    }

    /// What the player of `seat` has heard; `None` where the file is the other's view.
    #[must_use]
    pub fn hearing(&self, seat: Color) -> Option<Hearing> {
        match &self.view {
            View::Referee(referee) => Some(referee.hearing(seat)),
            View::Seat(hearing) => (hearing.seat == seat).then(|| hearing.clone()),
        }
    }
}

impl Rules {
    /// The rules by which `record` was played: pawn tries are announced if one is, or if its tags name ICC.
    fn of(record: &Record, text: &[u8]) -> Self {
        let announced = record.plies.iter().any(|ply| {
            let announcement = ply.announcement.as_ref();
            announcement.is_some_and(|it| it.response.pawn_tries.is_some())
        });
        let mut variants = KnownTag::Variant.all_in(&record.tags, text);
        let tag_names_icc =
            variants.any(|tag| names_icc(&record.encoding.decode(tag.value.of(text))));
        Self { pawn_tries: announced || tag_names_icc }
    }

    /// As the `Variant` tag names them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.pawn_tries { "Kriegspiel (ICC)" } else { "Kriegspiel (Berkeley)" }
    }
}

/// Whether the value of a `Variant` or `Rules` tag speaks of ICC's rules.
pub(super) fn names_icc(value: &str) -> bool {
    value.to_ascii_lowercase().contains("icc")
}

fn start(record: &Record, text: &[u8], issues: &mut Vec<Issue>) -> Board {
    let Some(tag) = record.find_tag(text, KnownTag::Fen).filter(|tag| !tag.value.is_empty()) else {
        return Board::default();
    };
    let span = tag.value;
    let mut issue = |problem| issues.push(Issue { span, problem });
    let fen = record.tag_text(text, KnownTag::Fen).unwrap_or_default();
    // No clock stands in a game of one board.
    match Bfen::parse_numbers_as(&fen, Numbers::Counts) {
        Ok(read) => {
            // One board is all that there is.
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
