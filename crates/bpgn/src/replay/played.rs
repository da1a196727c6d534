//! [`Match`]: a record played through the rules.

use super::{
    Ending, Issue, MarkKind, PlyName, Problem, SetUp, VariantName, Variations, lag,
    set_up::InitialClocks,
};
use crate::Span;
use crate::notation::{self, Clock, KnownTag, PlyText, Record, is_iso_date};
use bughouse::{
    BfenError, BoardId, ByBoard, BySeat, Claim, Color, File, IllegalMove, Move, Position, Role,
    San, Seat,
};
use std::ops::{ControlFlow, RangeInclusive};

/// A ply that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply {
    /// The move number as written.
    pub number: u16,
    pub seat: Seat,
    pub mv: Move,
    /// The captured piece in the role in which it enters the partner's reserve; `None` without a capture.
    pub taken: Option<Role>,
    /// Whether the ply drops a piece that the reserve lacked. Such a piece is lent: it is added to the reserve for the
    /// drop.
    pub is_lent: bool,
    /// Whether the opponent is in check after the ply.
    pub check: bool,
    pub mate: bool,
    pub clock: Clock,
    /// The recorded lag in milliseconds; `None` if none is recorded.
    pub lag_ms: Option<u32>,
}

impl Ply {
    /// Plays `mv` on `position`, and returns it as a ply without clock and lag. A lent piece is already in the reserve.
    #[inline]
    pub(super) fn play(position: &mut Position, name: PlyName, mv: Move, is_lent: bool) -> Self {
        let PlyName { number, seat } = name;
        let taken = position.play(seat, mv);
        let board = position.board_of(seat);
        let check = board.is_check();
        let mate = check && board.is_checkmate();
        Self { number, seat, mv, taken, is_lent, check, mate, clock: Clock::None, lag_ms: None }
    }

    /// Returns the ply name, such as `12b`.
    pub const fn name(&self) -> PlyName {
        PlyName { number: self.number, seat: self.seat }
    }

    /// Returns the move in SAN with `+` or `#`, given the position before it.
    pub fn san(&self, before: &Position) -> String {
        let san = before.board_of(self.seat).san(self.mv);
        format!("{san}{}", Claim::of(self.check, self.mate).suffix())
    }

    /// Plays the ply on `position`, the position before it.
    pub fn play_on(&self, position: &mut Position) {
        if let (true, Move::Drop { role, .. }) = (self.is_lent, self.mv) {
            position.lend(self.seat, role);
        }
        position.play(self.seat, self.mv);
    }
}

/// The seat, clock and lag of a ply, which suffice for its match time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedPly {
    pub seat: Seat,
    pub clock: Clock,
    /// The recorded lag in milliseconds; `None` if none is recorded.
    pub lag_ms: Option<u32>,
}

impl TimedPly {
    /// Replaces `plies` with all plies of `record`, legal or not. `text` holds the bytes of `record`.
    pub fn read_into(record: &Record, text: &[u8], plies: &mut Vec<Self>) {
        plies.clear();
        let written = record.plies[..record.readable_plies()].iter();
        plies.extend(written.map(|ply| Self { seat: ply.seat, clock: ply.clock, lag_ms: None }));
        lag::read(record, text, plies, |ply| &mut ply.lag_ms, &mut Vec::new());
    }
}

impl From<&Ply> for TimedPly {
    fn from(ply: &Ply) -> Self {
        Self { seat: ply.seat, clock: ply.clock, lag_ms: ply.lag_ms }
    }
}

/// A record played through the rules, up to the first ply that cannot be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Match {
    pub set_up: SetUp,
    /// The plies that were played. Invariant: ply `i` is ply `i` of the record.
    pub plies: Vec<Ply>,
    pub ending: Ending,
    /// The issues, in the order of the text.
    pub issues: Vec<Issue>,
    /// Whether replay stopped early: the ply after the last of `plies` could not be played or parsed.
    pub cut_short: bool,
}

impl Match {
    /// Plays `record`, whose bytes are `text`, up to the first ply that cannot be played.
    pub fn replay(record: &Record, text: &[u8]) -> Self {
        let mut played = Self::default();
        played.replay_into(record, text);
        played
    }

    /// Returns why the starting position cannot be read, or `None` if it can; see [`SetUp::unreadable`].
    pub const fn unreadable_start(&self) -> Option<BfenError> {
        self.set_up.unreadable
    }

    /// Returns why replay stopped at the ply after the last of `plies`; `None` if all plies were played.
    pub fn stop(&self) -> Option<Problem> {
        if !self.cut_short {
            return None;
        }
        let mut problems = self.issues.iter().map(|issue| issue.problem);
        problems.find(|problem| {
            matches!(
                problem,
                Problem::Text(notation::Problem::NoMove { .. })
                    | Problem::Illegal { .. }
                    | Problem::OtherVariant { .. }
            )
        })
    }

    /// Like [`Match::replay`], but reuses the allocations of `self`.
    pub fn replay_into(&mut self, record: &Record, text: &[u8]) {
        self.plies.clear();
        self.issues.clear();
        self.issues.extend(
            record
                .issues
                .iter()
                .map(|issue| Issue { span: issue.span, problem: Problem::Text(issue.problem) }),
        );
        self.set_up = SetUp::of(record, text, &mut self.issues);
        let mut position = self.set_up.position.clone();
        self.play_all(record, &mut position);
        self.name_variant(record, text);
        self.report_lone_board(record, text);
        self.report_numbers(record);
        self.report_clocks(record);
        self.report_marks(record);
        self.report_date(record, text);
        let Self { plies, issues, .. } = self;
        lag::read(record, text, plies, |ply| &mut ply.lag_ms, issues);
        // The mate need not be the last ply: the other board may continue for a ply or two.
        let numbered = self.plies.iter().enumerate();
        let mates = numbered.filter(|(number, ply)| ply.mate && may_end_board(record, *number));
        let mut mated: Vec<Seat> = mates.map(|(_, ply)| ply.seat.opponent()).collect();
        if self.unreadable_start().is_some() {
            mated.clear();
        }
        self.ending = Ending::of(record, text, &mated, &mut self.issues);
        self.issues.sort_by_key(|issue| issue.span.start);
    }

    /// Plays `record`, which begins at `position`, without storing its plies. Calls `each` with the starting position
    /// and then with the position after every ply, until `each` breaks. The plies are those of [`Match::replay`],
    /// except that their lag is `None`.
    #[inline]
    pub fn walk(
        record: &Record,
        mut position: Position,
        mut each: impl FnMut(&Position, Option<&Ply>) -> ControlFlow<()>,
    ) {
        if each(&position, None).is_continue() {
            each_ply(record, &mut position, |_, _| {}, |position, ply| each(position, Some(ply)));
        }
    }

    /// Returns [`Match::ending`] of the replay of `record`, whose bytes are `text`. Faster than the replay, since it only
    /// examines the final positions for mates.
    pub fn read_ending(record: &Record, text: &[u8]) -> Ending {
        let mut issues = Vec::new();
        let SetUp { mut position, unreadable, .. } = SetUp::of(record, text, &mut issues);
        let mut last_plies: ByBoard<Option<usize>> = ByBoard::default();
        let mut played = 0;
        play_moves(record, &mut position, |seat| {
            last_plies[seat.board()] = Some(played);
            played += 1;
        });
        let mut boards = BoardId::ALL;
        boards.sort_unstable_by_key(|board| last_plies[*board]);
        let is_mated = |board: &BoardId| {
            let now = &position.boards[*board];
            last_plies[*board].is_some_and(|last| may_end_board(record, last)) && now.is_checkmate()
        };
        // Nobody can move on a board after a mate, so every mate is in the final position.
        let mut mated: Vec<Seat> =
            boards.into_iter().filter(is_mated).map(|board| position.turn(board)).collect();
        if unreadable.is_some() {
            mated.clear();
        }
        Ending::of(record, text, &mated, &mut issues)
    }

    /// Returns the number of plies that [`Match::replay`] plays for `record`, whose set-up is `set_up`. Faster than a
    /// replay, since it detects neither mates nor issues.
    pub fn count_playable(record: &Record, set_up: &SetUp) -> usize {
        let mut count = 0;
        play_moves(record, &mut set_up.position.clone(), |_| count += 1);
        count
    }

    /// Returns whether `other` has the same set-up and plies. Tags and comments may differ.
    pub fn has_same_plies(&self, other: &Self) -> bool {
        self.plies == other.plies && self.set_up == other.set_up
    }

    /// Adds the issue that no separator precedes the record. The caller must detect this, since the text before the
    /// record is not known here.
    pub fn add_missing_separator_issue(&mut self) {
        let issue = Issue {
            span: Span::at(0),
            problem: Problem::Text(notation::Problem::MissingSeparator),
        };
        self.issues.insert(0, issue);
    }

    /// Adds an issue for each group in the movetext that is not a playable variation.
    pub fn report_unplayable_groups(&mut self, variations: &Variations) {
        let unplayable_in_movetext = variations.unplayable_in_movetext.iter();
        self.issues.extend(
            unplayable_in_movetext.map(|&span| Issue { span, problem: Problem::NoVariation }),
        );
        self.issues.sort_by_key(|issue| issue.span.start);
    }

    /// Returns the position after `plies` plies, or after the last ply if there are fewer.
    pub fn position_after(&self, plies: usize) -> Position {
        let mut position = self.set_up.position.clone();
        for ply in &self.plies[..plies.min(self.plies.len())] {
            ply.play_on(&mut position);
        }
        position
    }

    /// Iterates over `moments`, each with its position. Leaves out moments after the end of the match.
    pub fn positions(
        &self,
        moments: RangeInclusive<usize>,
    ) -> impl Iterator<Item = (usize, Position)> {
        let (first, last) = moments.into_inner();
        let mut next = self.position_after(first);
        (first..=last.min(self.plies.len())).map(move |moment| {
            let position = next.clone();
            if let Some(ply) = self.plies.get(moment) {
                ply.play_on(&mut next);
            }
            (moment, position)
        })
    }

    /// On each board, reports the first ply whose number does not continue the numbering. A board may begin with any
    /// number.
    fn report_numbers(&mut self, record: &Record) {
        let plies = &record.plies[..self.plies.len()];
        if is_numbered_in_order(plies) {
            return;
        }
        let mut before: ByBoard<Option<u16>> = ByBoard::default();
        let mut is_reported: ByBoard<bool> = ByBoard::default();
        for ply in plies {
            let board = ply.seat.board();
            let white = ply.seat.color() == Color::White;
            let last = before[board].replace(ply.number);
            let expected = last.map_or(ply.number, |last| last.saturating_add(u16::from(white)));
            if ply.number != expected && !is_reported[board] {
                is_reported[board] = true;
                let expected = PlyName { number: expected, seat: ply.seat };
                self.issues.push(Issue {
                    span: ply.span,
                    problem: Problem::Number { ply: ply.name(), expected },
                });
            }
        }
    }

    /// Reports the first clock that exceeds the initial time plus the increments. Does nothing unless the initial
    /// clocks are those of the `TimeControl` tag. Servers round clocks, so up to one second more is accepted.
    fn report_clocks(&mut self, record: &Record) {
        const TOLERANCE_MS: i32 = 1000;
        let SetUp { clocks_from: InitialClocks::TimeControl, clocks_ms, increment_ms, .. } =
            self.set_up
        else {
            return;
        };
        let mut plies = record.plies.iter().take(self.plies.len());
        let mut allowed_ms = BySeat::from_fn(|seat| clocks_ms[seat].unwrap_or(i32::MAX));
        let wrong = plies.find_map(|ply| {
            let allowed = &mut allowed_ms[ply.seat];
            *allowed = allowed.saturating_add(increment_ms);
            let left_ms = ply.clock.left_ms()?;
            let is_over = left_ms.saturating_sub(TOLERANCE_MS) > *allowed;
            if is_over { Some((ply, left_ms, *allowed)) } else { None }
        });
        if let Some((ply, left_ms, allowed_ms)) = wrong {
            self.issues.push(Issue {
                span: ply.clock_span,
                problem: Problem::ClockOver {
                    ply: ply.name(),
                    left_s: left_ms / 1000,
                    allowed_s: allowed_ms / 1000,
                },
            });
        }
    }

    /// Reports the first ply of each kind of mark that contradicts the board, with the number of further ones. A mark
    /// is missing only if the record has such marks: some servers write neither `+` nor `#`, others no `#`.
    fn report_marks(&mut self, record: &Record) {
        let plies = record.plies.iter().zip(&self.plies);
        let seen = plies.fold(0, |seen, (text, ply)| seen | marks_of(text, ply));
        for kind in MarkKind::ALL {
            let is_written = match kind {
                MarkKind::MissingCheck => seen & WRITES_CHECKS != 0,
                MarkKind::MissingCapture => seen & WRITES_CAPTURES != 0,
                _ => true,
            };
            if !is_written || seen & (kind as u8) == 0 {
                continue;
            }
            let plies = record.plies.iter().zip(&self.plies);
            let mut found = plies.filter(|(text, ply)| marks_of(text, ply) & (kind as u8) != 0);
            if let Some((text, _)) = found.next() {
                let more = u32::try_from(found.count()).unwrap_or(u32::MAX);
                let problem = Problem::Mark { ply: text.name(), kind, more };
                self.issues.push(Issue { span: text.san_span, problem });
            }
        }
    }

    /// Reports a `Date` tag in an unusual form.
    fn report_date(&mut self, record: &Record, text: &[u8]) {
        let Some(tag) = record.find_tag(text, KnownTag::Date) else { return };
        // Nearly every date has this form.
        if let [b'0'..=b'9', _, _, b'0'..=b'9', b'.', _, _, b'.', _, _] = tag.value.of(text) {
            return;
        }
        if !is_iso_date(&record.unescape(tag.value.of(text))) {
            let problem = Problem::Text(notation::Problem::Date);
            self.issues.push(Issue { span: tag.value, problem });
        }
    }

    /// Replaces all issues about missing reserve pieces with a single issue if the record has players and plies of one
    /// board only. The captures of the other board are then unknown.
    fn report_lone_board(&mut self, record: &Record, text: &[u8]) {
        let is_drop = |issue: &Issue| matches!(issue.problem, Problem::EmptyReserve { .. });
        let Some(first) = self.issues.iter().find(|issue| is_drop(issue)).copied() else { return };
        let mut boards = record.plies.iter().map(|ply| ply.seat.board());
        let Some(board) = boards.next() else { return };
        let has_players = |board: BoardId| {
            Color::ALL.into_iter().any(|color| {
                let name = record.player(text, Seat::new(board, color));
                name.is_some_and(|name| !name.trim().is_empty())
            })
        };
        if boards.any(|other| other != board) || !has_players(board) || has_players(board.other()) {
            return;
        }
        let before = self.issues.len();
        self.issues.retain(|issue| !is_drop(issue));
        let drops = u32::try_from(before - self.issues.len()).unwrap_or(u32::MAX);
        self.issues.push(Issue { problem: Problem::LoneBoard { board, drops }, ..first });
    }

    /// Replaces the issue of an illegal ply with an issue that names the variant, if the `Variant` tag names a variant
    /// other than bughouse.
    fn name_variant(&mut self, record: &Record, text: &[u8]) {
        if self.cut_short
            && let Some(issue) = self.issues.last_mut()
            && let Problem::Illegal { ply, .. } = issue.problem
            && let Some(name) = record.tag_text(text, "Variant")
            && let Some(variant) = VariantName::unsupported(&name)
        {
            issue.problem = Problem::OtherVariant { ply, variant };
        }
    }

    /// Plays all plies of `record` on `position`, and stores plies and issues.
    fn play_all(&mut self, record: &Record, position: &mut Position) {
        let Self { plies, issues, .. } = self;
        plies.reserve(record.readable_plies());
        let issue = |text: &PlyText, problem| {
            issues.push(Issue { span: text.san_span, problem });
        };
        each_ply(record, position, issue, |_, ply| {
            plies.push(*ply);
            ControlFlow::Continue(())
        });
        self.cut_short = record.unreadable_ply.is_some() || plies.len() < record.plies.len();
    }
}

/// Returns whether ply `number` of `record` is the last of its board, or is written with `#`.
fn may_end_board(record: &Record, number: usize) -> bool {
    let Some((ply, later)) = record.plies.get(number..).and_then(<[PlyText]>::split_first) else {
        return false;
    };
    ply.claim == Claim::Mate || later.iter().all(|later| later.seat.board() != ply.seat.board())
}

/// Returns whether the numbers of every seat rise by one, and both seats of a board begin with the same number. On a
/// board that begins with Black, White's first move has the next number. Assumes that the seats of each board
/// alternate.
///
/// The loop of this test has no branches. Nearly every record passes and needs no slower check, which makes replay a
/// tenth faster.
fn is_numbered_in_order(plies: &[PlyText]) -> bool {
    let mut due = BySeat::from_fn(|_| 0);
    for board in BoardId::ALL {
        if let Some(first) = plies.iter().find(|ply| ply.seat.board() == board) {
            let number = u32::from(first.number);
            due[first.seat] = number;
            due[first.seat.opponent()] = number + u32::from(first.seat.color() == Color::Black);
        }
    }
    let mut differences = 0;
    for ply in plies {
        let number = u32::from(ply.number);
        differences |= due[ply.seat] ^ number;
        due[ply.seat] = number + 1;
    }
    differences == 0
}

/// The bit of a ply that is written with `+` or `#`, beside those of [`MarkKind`].
const WRITES_CHECKS: u8 = 1 << 5;

/// The bit of a ply that is written with `x`.
const WRITES_CAPTURES: u8 = 1 << 6;

/// Returns the bits of the marks of `text`, and of the ways in which they contradict `ply`. There are no branches,
/// since nearly every ply of an archive is examined.
#[inline]
fn marks_of(text: &PlyText, ply: &Ply) -> u8 {
    let (is_piece, capture) = match text.san {
        San::Normal { role, capture, .. } => (role != Role::Pawn, capture),
        San::Drop { .. } | San::Castle(_) => (false, false),
    };
    let takes = ply.taken.is_some();
    let bit = |is_set: bool, kind: u8| u8::from(is_set) * kind;
    bit(capture & !takes, MarkKind::FalseCapture as u8)
        // `ed5` and `e4d5` are usual without `x`, and `d5` has an issue of its own.
        | bit(is_piece & takes & !capture, MarkKind::MissingCapture as u8)
        | bit((text.claim == Claim::Check) & !ply.check, MarkKind::FalseCheck as u8)
        | bit((text.claim == Claim::None) & ply.check, MarkKind::MissingCheck as u8)
        | bit((text.claim == Claim::Mate) & !ply.mate, MarkKind::FalseMate as u8)
        | bit(text.claim != Claim::None, WRITES_CHECKS)
        | bit(capture, WRITES_CAPTURES)
}

/// Plays the plies of `record` on `position`. After every ply, calls `each` with the new position and the ply. Calls
/// `issue` for every problem. Stops at a ply that cannot be played or parsed, or if `each` breaks.
#[inline]
fn each_ply(
    record: &Record,
    position: &mut Position,
    mut issue: impl FnMut(&PlyText, Problem),
    mut each: impl FnMut(&Position, &Ply) -> ControlFlow<()>,
) {
    let mut mate: Option<Seat> = None;
    let mut after_mate = 0;
    for text in &record.plies[..record.readable_plies()] {
        let Some((mv, is_lent)) = resolve(text, position, &mut issue) else {
            return;
        };
        if let Some(mated) = mate {
            // Many records have one more ply on the other board after a mate.
            after_mate += 1;
            let unusual = after_mate > 1 || text.seat.board() == mated.board();
            if unusual {
                issue(text, Problem::AfterMate { ply: text.name() });
                mate = None;
            }
        }
        let ply = Ply::play(position, text.name(), mv, is_lent);
        if ply.mate && after_mate == 0 {
            mate = Some(text.seat.opponent());
        }
        if each(position, &Ply { clock: text.clock, ..ply }).is_break() {
            return;
        }
    }
}

/// Plays the plies of `record` on `position`, up to the first one that cannot be played. Calls `each` with the seat of
/// every ply. Detects neither checks nor issues.
#[inline]
fn play_moves(record: &Record, position: &mut Position, mut each: impl FnMut(Seat)) {
    for ply in &record.plies[..record.readable_plies()] {
        let Some((mv, _)) = resolve(ply, position, &mut |_, _| {}) else { return };
        position.play(ply.seat, mv);
        each(ply.seat);
    }
}

/// Returns the move that `text` names, and whether its piece was lent to the reserve of `position`. Returns `None` if
/// the move cannot be played. Passes problems to `issue`.
#[inline]
fn resolve(
    text: &PlyText,
    position: &mut Position,
    issue: &mut impl FnMut(&PlyText, Problem),
) -> Option<(Move, bool)> {
    let (mv, is_lent) = match position.resolve(text.seat, &text.san) {
        Ok(mv) => (mv, false),
        Err(why) => resolve_leniently(text, position, why, issue)?,
    };
    if let San::Drop { role: None, .. } = text.san
        && let Move::Drop { role, .. } = mv
        && !is_lent
    {
        let ply = text.name();
        issue(text, Problem::OpenDrop { ply, role });
    }
    if let San::Normal { role: Role::Pawn, file: None, capture: false, .. } = text.san
        && let Some(from) = pawn_capture(mv)
    {
        issue(text, Problem::PawnCapture { ply: text.name(), from });
    }
    Some((mv, is_lent))
}

/// Returns the origin file of a pawn capture, or `None` for other moves.
#[inline]
fn pawn_capture(mv: Move) -> Option<File> {
    match mv {
        Move::Normal { role: Role::Pawn, from, to, .. } | Move::EnPassant { from, to } => {
            if from.file() == to.file() { None } else { Some(from.file()) }
        }
        _ => None,
    }
}

/// Resolves an illegal move by one of two corrections that real records need: lends a piece to drop that is not in
/// reserve, or assumes a queen for a promotion without a piece. Returns `None` if neither makes the move legal. Reports
/// the problem in every case.
#[cold]
fn resolve_leniently(
    text: &PlyText,
    position: &mut Position,
    why: IllegalMove,
    issue: &mut impl FnMut(&PlyText, Problem),
) -> Option<(Move, bool)> {
    let ply = text.name();
    let (problem, found) = match why {
        IllegalMove::EmptyReserve { role, .. } => {
            position.lend(text.seat, role);
            let found = position.resolve(text.seat, &text.san);
            (Problem::EmptyReserve { ply, role }, found.map(|mv| (mv, true)))
        }
        IllegalMove::PromotionMissing { .. } => {
            let mut san = text.san;
            if let San::Normal { promotion, .. } = &mut san {
                *promotion = Some(Role::Queen);
            }
            let found = position.resolve(text.seat, &san);
            (Problem::OpenPromotion { ply }, found.map(|mv| (mv, false)))
        }
        why => (Problem::Illegal { ply, why }, Err(why)),
    };
    issue(text, problem);
    found.ok()
}
