//! [`Puzzle`]: a position with a question.

use super::{Difficulty, Origin, PuzzleKey, Task, difficulty::first_mover, origin::PuzzleSource};
use crate::{
    analysis::ledger::{Finding, FindingId, FindingKind, Ledger, Themes},
    notation::PlyName,
    replay::Ply,
    rules::{BoardId, BySeat, Position, Role, Seat, Square, color_name},
    text::capital,
    timeline::Moment,
};
use std::sync::Arc;

/// A puzzle for one seat. It can be shown without its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub origin: Arc<Origin>,
    /// The number of plies of the match before the position.
    pub moment: Moment,
    /// The ply that led to the position; `None` at the start of the match.
    pub after: Option<PlyName>,
    pub seat: Seat,
    pub task: Task,
    pub position: Position,
    /// The clocks in milliseconds; `None` if unknown.
    pub clocks_ms: BySeat<Option<i32>>,
    /// Whether the ledger has a mistake about the chance. In a joint win, the seat sits while its partner wins the piece
    /// that mates, so the mistake may be the partner's.
    pub missed: bool,
    pub difficulty: Difficulty,
    /// The kind, seat and first moment of the finding that became of the chance; `None` if there is none.
    pub finding: Option<(FindingKind, Seat, Moment)>,
    /// The piece of that finding.
    pub piece: Option<Role>,
    /// The themes of that finding.
    pub themes: Themes,
}

/// One of this many questions that only a queen answers is asked. In matches from chess.com, two of three questions about a
/// piece are such, so that a queen then answers fewer questions than a rook.
const GUESSABLE_PER_ASKED: u32 = 6;

/// The clock in milliseconds below which a seat is in time trouble.
const TIME_TROUBLE_MS: i32 = 20_000;

/// Returns the square on which the last of `plies` on `board` has captured; `None` if it captured nothing.
fn last_capture(plies: &[Ply], board: BoardId) -> Option<Square> {
    let last = plies.iter().rfind(|ply| ply.seat.board() == board)?;
    if last.taken.is_some() { Some(last.mv.to()) } else { None }
}

impl Puzzle {
    /// Creates the puzzle of `seat` at `moment` of a match, with the position and the task there. Without clocks in the
    /// moves, all clocks are unknown.
    pub(super) fn at(
        source: &PuzzleSource,
        moment: Moment,
        position: Position,
        seat: Seat,
        task: Task,
    ) -> Self {
        let PuzzleSource { played, timeline, origin } = source;
        let clocks = timeline.clocks(moment, timeline.time_of(moment));
        let has_clocks = timeline.has_clocks();
        let last_capture = last_capture(&played.plies[..moment], first_mover(seat, &task).board());
        Self {
            origin: Arc::clone(origin),
            moment,
            after: moment.checked_sub(1).map(|last| played.plies[last].name()),
            seat,
            difficulty: Difficulty::of(&position, seat, &task, last_capture),
            task,
            position,
            clocks_ms: BySeat::from_fn(|seat| clocks[seat].ms.filter(|_| has_clocks)),
            missed: false,
            finding: None,
            piece: None,
            themes: Themes::NONE,
        }
    }

    /// Adds what became of the chance in the match. `last` is the last moment at which the question was the same.
    pub(super) fn add_finding(&mut self, ledger: &Ledger, last: Moment) {
        let during = |it: &&Finding| it.from <= last && it.until >= self.moment;
        let about = || ledger.findings.iter().filter(|it| self.is_about(it)).filter(during);
        let missed = about().find(|it| it.is_mistake());
        if let Some(finding) = missed.or_else(|| about().next()) {
            self.set_finding(finding);
        }
    }

    /// Returns whether `finding` says what became of the chance, if it is about the same moments.
    pub(super) fn is_about(&self, finding: &Finding) -> bool {
        match self.task {
            Task::Mate(_) | Task::Move(_) => {
                matches!(finding.kind, FindingKind::MateFound | FindingKind::MateMissed)
                    && finding.seat == self.seat
            }
            Task::Sit(..) | Task::Deliver(..) => {
                finding.kind.is_joint() && finding.attacker() == self.seat
            }
            Task::Need(_) => false,
            Task::Keep(_) => {
                finding.kind == FindingKind::PieceLost && finding.seat == self.seat.partner()
            }
        }
    }

    pub(super) const fn set_finding(&mut self, finding: &Finding) {
        self.missed = finding.is_mistake();
        self.finding = Some((finding.kind, finding.seat, finding.from));
        self.piece = finding.piece;
        self.themes = finding.themes;
    }

    /// Asks "Move or sit?" instead of the mate or the joint win.
    pub(super) fn ask_whether_to_sit(&mut self) {
        self.task = self.task.clone().asking_whether_to_sit();
        let was_obvious = self.difficulty.is_obvious;
        self.difficulty = Difficulty::of(&self.position, self.seat, &self.task, None);
        // The first move stays the same.
        self.difficulty.is_obvious |= was_obvious;
    }

    /// Returns whether the puzzle belongs to a set. Most questions that a guess answers do not: one of
    /// [`GUESSABLE_PER_ASKED`] is asked, so that a queen is an answer among others. A joint win of several moves does not
    /// if the opponents can wait for longer, since nothing then forces them to answer the partner's moves. A joint win by
    /// the only legal move is no question.
    pub(super) fn is_asked(&self) -> bool {
        if let Task::Deliver(joint, _) = &self.task {
            let moves = self.position.legal_moves(self.seat.partner());
            let is_refusable = !joint.is_at_hand() && self.lead_ms().is_some_and(|lead| lead <= 0);
            if is_refusable || joint.moves == 1 && moves.len() == 1 {
                return false;
            }
        }
        !self.task.is_guessable()
            || self.task.answers().count() == 1
                && self.key().shuffled(0).is_multiple_of(GUESSABLE_PER_ASKED)
    }

    /// Names the seat: `White on board A`.
    pub fn seat_text(&self) -> String {
        let color = capital(color_name(self.seat.color()));
        format!("{color} on board {}", self.seat.board().letter())
    }

    /// Names the seat to move and its player: `White on board A to move: raven`. Leaves out an unknown name.
    pub fn turn_text(&self) -> String {
        let turn = format!("{} to move", self.seat_text());
        match self.origin.players[self.seat].as_str() {
            name if name == self.seat.name() => turn,
            name => format!("{turn}: {name}"),
        }
    }

    /// Returns the key that identifies the puzzle in progress files. The key does not depend on the match.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(self)
    }

    /// Returns the id of the finding that became of the chance.
    pub fn finding_id(&self) -> Option<FindingId> {
        let (kind, seat, ply) = self.finding?;
        Some(FindingId { record: self.origin.hash, ply, seat, kind })
    }

    pub fn is_time_trouble(&self) -> bool {
        self.clocks_ms[self.seat].is_some_and(|ms| ms < TIME_TROUBLE_MS)
    }

    /// Returns how far the solving seat's clock is ahead of that of the partner's opponent, who could sit too. The lead
    /// is in milliseconds, and negative if the solving seat is behind. Returns `None` if a clock is unknown.
    pub fn lead_ms(&self) -> Option<i32> {
        let ms = |seat: Seat| self.clocks_ms[seat];
        Some(ms(self.seat)?.saturating_sub(ms(self.seat.diagonal())?))
    }
}
