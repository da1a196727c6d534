//! [`Game`]: a replayed Kriegspiel record, as the view of the referee or of a player.

use super::{
    Hearing, Issue, Obstacle, Problem, Referee, Rules, Uncertain, UncertainError, rules::rules_of,
};
use crate::{
    file::Span,
    kriegspiel::notation::{Filtered, HiddenError, ProblemQuestion, Record},
    notation::{GameResult, KnownTag, Tag},
    rules::{Bfen, BfenError, BfenNote, Board, BoardId, Color, Numbers},
};

/// What a replay begins with.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    /// The starting position, or its known pieces.
    pub(super) start: Board,
    /// The starting position with hidden pieces, if there are any.
    pub(super) uncertain: Option<Uncertain>,
    pub(super) rules: Rules,
    pub(super) obstacle: Option<Obstacle>,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub view: View,
    /// The question of a Kriegspiel problem; `None` if the record is not a problem.
    pub question: Option<ProblemQuestion>,
    pub result: Option<GameResult>,
    /// Why no belief can be calculated and no problem solved; `None` if they can.
    pub obstacle: Option<Obstacle>,
    /// Whether the record continues after the last ply that could be replayed.
    pub cut_short: bool,
    /// In text order.
    pub issues: Vec<Issue>,
}

/// The part of a game that a record contains.
#[derive(Clone, Debug)]
pub enum View {
    /// The moves of both players.
    Referee(Referee),
    /// The moves of one player, and the announcements of the opponent's moves.
    Seat(Hearing),
}

impl View {
    /// Returns the player whose view it is; `None` for the referee's view.
    pub const fn seat(&self) -> Option<Color> {
        match self {
            Self::Referee(_) => None,
            Self::Seat(hearing) => Some(hearing.seat),
        }
    }

    pub const fn rules(&self) -> Rules {
        match self {
            Self::Referee(referee) => referee.rules,
            Self::Seat(hearing) => hearing.rules,
        }
    }
}

impl Game {
    /// Replays `record`, whose bytes are `text`.
    pub fn replay(record: &Record, text: &[u8]) -> Self {
        let mut issues = Vec::new();
        for issue in &record.issues {
            issues.push(Issue { span: issue.span, problem: Problem::Text(issue.problem) });
        }
        let basis = Basis::of(record, text, &mut issues);
        let obstacle = basis.obstacle;
        report_contradictory_claims(record, text, &mut issues);
        let view = match record.filtered(text) {
            Filtered::No => View::Referee(Referee::replay(record, text, basis, &mut issues)),
            Filtered::For(seat) => {
                View::Seat(Hearing::read(record, text, seat, basis, &mut issues))
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
        let (question, result) = (record.question(text), record.result(text));
        let mut game = Self { view, question, result, obstacle, cut_short: false, issues };
        game.cut_short = game.plies() < record.plies.len();
        game
    }

    /// Adds the issue that no separator precedes the record. Only the caller knows the text before the record.
    pub fn add_missing_separator_issue(&mut self) {
        let issue = Issue { span: Span::at(0), problem: Problem::MissingSeparator };
        self.issues.insert(0, issue);
    }

    pub const fn plies(&self) -> usize {
        match &self.view {
            View::Referee(referee) => referee.plies.len(),
            View::Seat(hearing) => hearing.plies.len(),
        }
    }

    /// Returns the side to move after the last ply.
    pub fn turn(&self) -> Color {
        match &self.view {
            View::Referee(referee) => referee.turn(),
            View::Seat(hearing) => hearing.turn(),
        }
    }

    /// Returns what the player of `seat` has heard, or `None` if the record is the opponent's view.
    pub fn hearing(&self, seat: Color) -> Option<Hearing> {
        match &self.view {
            View::Referee(referee) => Some(referee.hearing(seat)),
            View::Seat(hearing) => (hearing.seat == seat).then(|| hearing.clone()),
        }
    }
}

impl Basis {
    fn of(record: &Record, text: &[u8], issues: &mut Vec<Issue>) -> Self {
        let (rules, obstacle) = rules_of(record, text, issues);
        let obstacle = obstacle.or(tags_that_differ(record, text, issues));
        let mut basis = Self { start: Board::default(), uncertain: None, rules, obstacle };
        if record.hidden_color(text).is_some() {
            basis.read_uncertain(record, text, issues);
            return basis;
        }
        match starting_board(record, text, issues) {
            Ok(start) => basis.start = start,
            Err(why) => basis.obstacle = Some(Obstacle::Start(why)),
        }
        basis
    }

    /// Reads a starting position with hidden pieces. Adds issues of the `FEN` and `Hidden` tags to `issues`.
    fn read_uncertain(&mut self, record: &Record, text: &[u8], issues: &mut Vec<Issue>) {
        let fen = record.tag_text(text, KnownTag::Fen).unwrap_or_default();
        let hidden = record.hidden_pieces(text);
        let tag = record.find_tag(text, KnownTag::Hidden);
        let tag = tag.or_else(|| record.find_tag(text, KnownTag::Fen));
        let span = tag.map_or(Span::default(), |tag| tag.value);
        let result = Uncertain::read(&fen, hidden.as_deref()).and_then(|uncertain| {
            self.start = uncertain.known().clone();
            uncertain.check()?;
            let seat = uncertain.seat();
            if record.filtered(text) == Filtered::For(seat.other()) {
                return Err(UncertainError::View(seat.other()));
            }
            self.uncertain = Some(uncertain);
            Ok(())
        });
        let Err(why) = result else { return };
        let span = match why {
            UncertainError::Fen(_) => {
                record.find_tag(text, KnownTag::Fen).map_or(span, |tag| tag.value)
            }
            UncertainError::Hidden(error) => part_of(span, error, text, hidden.as_deref()),
            _ => span,
        };
        issues.push(Issue { span, problem: Problem::Uncertain(why) });
        self.obstacle.get_or_insert(Obstacle::Uncertain(why));
    }
}

/// The tags of a problem that must not stand twice with different values.
const SINGLE_TAGS: [KnownTag; 6] = [
    KnownTag::Filtered,
    KnownTag::Fen,
    KnownTag::Hidden,
    KnownTag::Depth,
    KnownTag::Forced,
    KnownTag::Epsilon,
];

/// Adds an issue about each of the [`SINGLE_TAGS`] that differs from an earlier one, and returns the first.
fn tags_that_differ(record: &Record, text: &[u8], issues: &mut Vec<Issue>) -> Option<Obstacle> {
    let mut obstacle = None;
    for known in SINGLE_TAGS {
        let Some(first) = record.find_tag(text, known) else { continue };
        let value = |tag: &Tag| tag.value.of(text).trim_ascii();
        for tag in &record.tags {
            let name = std::str::from_utf8(tag.name.of(text)).unwrap_or_default();
            if known.is_named(name) && !value(tag).eq_ignore_ascii_case(value(first)) {
                issues.push(Issue { span: tag.value, problem: Problem::OtherTag(known) });
                obstacle.get_or_insert(Obstacle::TwoTags(known));
            }
        }
    }
    obstacle
}

fn report_contradictory_claims(record: &Record, text: &[u8], issues: &mut Vec<Issue>) {
    let claims = record.question(text).map(|it| (it.forced, it.epsilon));
    if claims == Some((Some(true), Some(false)))
        && let Some(tag) = record.find_tag(text, KnownTag::Epsilon)
    {
        issues.push(Issue { span: tag.value, problem: Problem::ForcedNotProbable });
    }
}

/// Returns the part of the tag value at `span` that `error` is about, or the whole value if its text was decoded.
fn part_of(span: Span, error: HiddenError, text: &[u8], decoded: Option<&str>) -> Span {
    if decoded.map(str::as_bytes) != Some(span.of(text)) {
        return span;
    }
    let at = |offset: usize| span.start + u32::try_from(offset).unwrap_or(0);
    Span::new(at(error.at), at(error.at + error.len))
}

/// Returns the starting position. Adds issues of the `FEN` tag to `issues`.
fn starting_board(
    record: &Record,
    text: &[u8],
    issues: &mut Vec<Issue>,
) -> Result<Board, BfenError> {
    let Some(tag) = record.find_tag(text, KnownTag::Fen).filter(|tag| !tag.value.is_empty()) else {
        return Ok(Board::default());
    };
    let span = tag.value;
    let mut issue = |problem| issues.push(Issue { span, problem });
    let fen = record.tag_text(text, KnownTag::Fen).unwrap_or_default();
    // The last two numbers of a FEN with one board are move counts, never clocks.
    let read = Bfen::parse_numbers_as(&fen, Numbers::Counts)
        .inspect_err(|&why| issue(Problem::Fen(why)))?;
    // Leave out the note that board B is missing.
    let notes = read.notes.into_iter().filter(|note| *note != BfenNote::OneBoard);
    notes.map(Problem::FenNote).for_each(issue);
    Ok(read.position.boards[BoardId::A].clone())
}
