//! [`Search`]: the search for a plan.
//!
//! The search recurses once for every two plies left. [`MAX_SOLVE_PLIES`](super::MAX_SOLVE_PLIES) limits the depth.

use super::{
    Branch, Plan, PlanTry, Question, Refutation, Solved,
    order::History,
    progress::{Effort, Stopped},
    table::Table,
};
use crate::{
    kriegspiel::{
        Belief, Rules, Stalemate,
        hidden::{Hidden, HiddenSet, sorted},
        notation::Response,
        response,
    },
    parallel::run_in_order,
    rules::{Attempt, Board, Move, OwnPieces},
};
use std::{collections::BTreeMap, ops::ControlFlow, sync::Arc};

/// Before the slower search for a plan, this number of positions is checked one by one for a forced mate.
const FIRST_POSITIONS: usize = 24;

/// Returns how many positions are examined at most in search of one without a forced mate within `plies_left` plies. A
/// search of more than three plies is slow, so its limit is lower.
const fn max_escape_sample(plies_left: u32) -> usize {
    if plies_left > 3 { 50 } else { 2000 }
}

/// The number of positions that are processed between two checks for cancellation.
const CHUNK_POSITIONS: usize = 128;

/// A smaller number of positions is not divided among threads.
const MIN_POSITIONS_TO_DIVIDE: usize = 1024;

/// A search for a plan.
pub(super) struct Search<'s> {
    pub(super) rules: Rules,
    pub(super) effort: Effort<'s>,
    pub(super) table: Arc<Table>,
    /// The tries that won.
    pub(super) history: History,
    /// The moves that mated a player who sees all pieces, and the replies that avoided mate.
    pub(super) mates: History,
    pub(super) escapes: History,
    /// A reusable buffer.
    pub(super) checks: Vec<Move>,
    /// By how many shares of a thread the order of the tries is shifted.
    pub(super) shift: usize,
}

/// A belief in the search.
#[derive(Clone, Copy)]
pub(super) struct Node<'b> {
    pub(super) own: &'b OwnPieces,
    pub(super) positions: &'b [Hidden],
    /// The maximum number of plies to the mate.
    pub(super) plies_left: u32,
}

impl<'b> Node<'b> {
    pub(super) fn of(belief: &'b Belief, plies_left: u32) -> Self {
        Self { own: belief.own(), positions: belief.positions(), plies_left }
    }

    /// Returns the belief in `positions` that follows after a move and a reply.
    pub(super) fn after<'a>(self, own: &'a OwnPieces, positions: &'a [Hidden]) -> Node<'a> {
        Node { own, positions, plies_left: self.plies_left - 2 }
    }

    /// Returns the board of `hidden`, with the player to move.
    pub(super) fn board(self, hidden: &Hidden) -> Board {
        hidden.board(self.own, self.own.color())
    }
}

/// A plan, or the positions left after all tries that win wherever they are legal.
type Planned = Result<Plan, Vec<Hidden>>;

/// The positions by the announcements of the move and the reply.
pub(super) type Groups = BTreeMap<(Response, Response), HiddenSet>;

/// The positions in which a try is legal.
#[derive(Default)]
struct LegalPositions {
    /// The number of positions generated.
    boards: u32,
    /// The number of positions in which the try is legal.
    count: usize,
    /// The number of positions in which the try captures nothing.
    quiet: usize,
    /// The positions. Empty if only one ply is left: the try must then mate at once, and the numbers suffice.
    positions: Vec<Hidden>,
    /// Whether only one ply is left and the try is legal in a position without mating there.
    has_failure: bool,
}

/// The replies to a try in a chunk of positions.
#[derive(Default)]
struct Replies {
    /// The number of positions generated.
    boards: u32,
    /// The number of positions in which the try mates.
    mates: usize,
    /// Whether the try stalemates the opponent in one of the positions.
    has_stalemate: bool,
    groups: Groups,
}

/// The reason why the judgement of a try ended early.
pub(super) enum TryFailure {
    Stopped,
    /// The try does not win in all positions in which it is legal.
    Fails,
}

impl TryFailure {
    /// Returns the result of a try, or `None` if the try fails.
    pub(super) fn optional<T>(result: Result<T, Self>) -> Result<Option<T>, Stopped> {
        match result {
            Ok(won) => Ok(Some(won)),
            Err(Self::Fails) => Ok(None),
            Err(Self::Stopped) => Err(Stopped),
        }
    }
}

impl From<Stopped> for TryFailure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl<'s> Search<'s> {
    /// Returns a search for plans of at most `max_plies`.
    pub(super) fn new(rules: Rules, effort: Effort<'s>, max_plies: u32) -> Self {
        Self::with_table(rules, effort, Arc::new(Table::for_search(max_plies)), 0)
    }

    pub(super) fn with_table(
        rules: Rules,
        effort: Effort<'s>,
        table: Arc<Table>,
        shift: usize,
    ) -> Self {
        let [history, mates, escapes] = std::array::from_fn(|_| History::default());
        Self { rules, effort, table, history, mates, escapes, checks: Vec::new(), shift }
    }

    /// Returns the shortest plan that mates within `max_plies` plies in every position of `belief`, or a refutation.
    pub(super) fn solve(&mut self, belief: &Belief, max_plies: u32) -> Result<Solved, Stopped> {
        let node = Node::of(belief, max_plies);
        Ok(match self.shortest(node, true)? {
            Ok(plan) => Solved::Forced(plan),
            Err(left) => {
                Solved::NotForced(self.find_refutation(Node { positions: &left, ..node })?)
            }
        })
    }

    /// Returns the shortest plan for `node`. If there is none, returns the positions left after all tries that win
    /// wherever they are legal at the root, or all positions elsewhere.
    pub(super) fn shortest(&mut self, node: Node<'_>, is_root: bool) -> Result<Planned, Stopped> {
        let mut shorter = Node { plies_left: 1, ..node };
        loop {
            let is_won = match is_root {
                true => self.is_won_at_root(shorter)?,
                false => self.is_won(shorter, false)?,
            };
            let is_last = shorter.plies_left >= node.plies_left;
            if is_won || (is_last && is_root) {
                return self.plan(shorter, None);
            }
            if is_last {
                return Ok(Err(node.positions.to_vec()));
            }
            shorter.plies_left += 2;
        }
    }

    fn find_refutation(&mut self, node: Node<'_>) -> Result<Refutation, Stopped> {
        let sample = node.positions.iter().take(max_escape_sample(node.plies_left));
        let escape = self.first_escape(node, sample)?;
        let board = escape.or(node.positions.first()).map(|hidden| node.board(hidden));
        Ok(Refutation {
            board: board.unwrap_or_default(),
            left: node.positions.len(),
            even_seen: escape.is_some(),
        })
    }

    /// Returns the first position of `sample` in which even a player who sees it cannot force mate, or `None` if there
    /// is no such position.
    pub(super) fn first_escape<'h>(
        &mut self,
        node: Node<'_>,
        sample: impl IntoIterator<Item = &'h Hidden>,
    ) -> Result<Option<&'h Hidden>, Stopped> {
        for hidden in sample {
            let board = node.board(hidden);
            if !self.is_mate_forced(&board, node.plies_left)? {
                return Ok(Some(hidden));
            }
        }
        Ok(None)
    }

    /// Returns a plan for `node`. `used` is a capture by a pawn that was tried before in the same turn.
    pub(super) fn plan(
        &mut self,
        node: Node<'_>,
        used: Option<Attempt>,
    ) -> Result<Planned, Stopped> {
        if node.plies_left > 1 {
            // No plan exists if there is a position in which even a player who sees it cannot force mate.
            let few = evenly_spread(node.positions, FIRST_POSITIONS);
            if self.first_escape(node, few)?.is_some() {
                return Ok(Err(node.positions.to_vec()));
            }
        }
        let (plan, left) = self.try_all(node, node.own.attempts())?;
        if left.is_empty() {
            return Ok(Ok(plan));
        }
        if !self.can_ask(node.own) {
            return Ok(Err(left));
        }
        let asked = self.ask_after_quiet_tries(node, used)?;
        Ok(asked.ok_or(left))
    }

    /// Makes all tries of `candidates` that win wherever they are legal. Returns them as a plan, and the positions left.
    fn try_all(
        &mut self,
        node: Node<'_>,
        mut candidates: Vec<Attempt>,
    ) -> Result<(Plan, Vec<Hidden>), Stopped> {
        let mut plan = Plan::default();
        let mut remaining = node.positions.to_vec();
        while !remaining.is_empty() {
            let left = Node { positions: &remaining, ..node };
            let found = self.first_winning_attempt(left, &mut candidates)?;
            let Some(tried) = found else { break };
            remaining = self.illegal_positions(left, tried.attempt)?;
            plan.tries.push(tried);
        }
        Ok((plan, remaining))
    }

    /// Returns the positions of `node` in which `attempt` is illegal.
    pub(super) fn illegal_positions(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<Vec<Hidden>, Stopped> {
        let mut illegal = Vec::new();
        for &hidden in node.positions {
            self.effort.add(1)?;
            if node.board(&hidden).legal_move_for(attempt).is_none() {
                illegal.push(hidden);
            }
        }
        Ok(illegal)
    }

    /// Returns a plan that makes all winning tries that are no captures by pawns, and then asks "Any?". Returns `None`
    /// if there is none.
    fn ask_after_quiet_tries(
        &mut self,
        node: Node<'_>,
        used: Option<Attempt>,
    ) -> Result<Option<Plan>, Stopped> {
        let quiet = node.own.attempts().into_iter().filter(|it| !it.is_pawn_capture()).collect();
        let (mut plan, left) = self.try_all(node, quiet)?;
        let question = self.ask(Node { positions: &left, ..node }, used)?;
        Ok(question.map(|question| {
            plan.question = Some(Box::new(question));
            plan
        }))
    }

    /// Returns the question "Any?" with a plan after each answer, or `None` if an answer has no plan.
    pub(super) fn ask(
        &mut self,
        node: Node<'_>,
        used: Option<Attempt>,
    ) -> Result<Option<Question>, Stopped> {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for &hidden in node.positions {
            self.effort.add(1)?;
            let can_capture = node.board(&hidden).has_pawn_try();
            if can_capture { yes.push(hidden) } else { no.push(hidden) }
        }
        let (yes_positions, no_positions) = (yes.len(), no.len());
        let mut question = Question { yes: None, yes_positions, no: None, no_positions };
        if no_positions > 0 {
            let (plan, left) =
                self.try_all(Node { positions: &no, ..node }, node.own.attempts())?;
            if !left.is_empty() {
                return Ok(None);
            }
            question.no = Some(plan);
        }
        if yes_positions > 0 {
            question.yes = self.plan_with_capture(Node { positions: &yes, ..node }, used)?;
            if question.yes.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(question))
    }

    /// Returns a plan for `node` that begins with a capture by a pawn other than `used`, or `None` if there is
    /// none.
    fn plan_with_capture(
        &mut self,
        node: Node<'_>,
        used: Option<Attempt>,
    ) -> Result<Option<Plan>, Stopped> {
        let captures = node.own.attempts().into_iter();
        let captures = captures.filter(|it| it.is_pawn_capture() && Some(*it) != used);
        for capture in captures {
            let tried = TryFailure::optional(self.try_attempt(node, capture))?;
            let Some(first) = tried else { continue };
            // A capture that is legal nowhere costs nothing.
            let illegal = || PlanTry::illegal(node.own, capture, node.positions.len());
            let first = first.unwrap_or_else(illegal);
            let illegal = self.illegal_positions(node, capture)?;
            let illegal = Node { positions: &illegal, ..node };
            let (rest, left) = self.try_all(illegal, node.own.attempts())?;
            // Every other capture that may come first wins in the same positions, so the others need not be tried.
            return Ok(left.is_empty().then(|| {
                let tries = [first].into_iter().chain(rest.tries).collect();
                Plan { tries, question: None }
            }));
        }
        Ok(None)
    }

    /// Returns the first of `candidates` that wins wherever it is legal in `node`, or `None` if no candidate does.
    /// Removes that candidate, and all earlier candidates that are legal nowhere.
    fn first_winning_attempt(
        &mut self,
        node: Node<'_>,
        candidates: &mut Vec<Attempt>,
    ) -> Result<Option<PlanTry>, Stopped> {
        let mut index = 0;
        while let Some(&attempt) = candidates.get(index) {
            match TryFailure::optional(self.try_attempt(node, attempt))? {
                None => index += 1,
                Some(tried) => {
                    candidates.remove(index);
                    if tried.is_some() {
                        return Ok(tried);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns the try if `attempt` wins wherever it is legal, or `None` if it is legal in no position.
    pub(super) fn try_attempt(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<Option<PlanTry>, TryFailure> {
        let legal = self.find_legal_positions(node, attempt)?;
        if legal.count == 0 {
            return Ok(None);
        }
        let mut tried = PlanTry {
            attempt,
            san: node.own.san(attempt, legal.quiet == 0),
            legal: legal.count,
            illegal: node.positions.len() - legal.count,
            mates: 0,
            branches: Vec::new(),
        };
        if node.plies_left == 1 {
            tried.mates = tried.legal;
            return Ok(Some(tried));
        }
        let legal = Node { positions: &legal.positions, ..node };
        if !self.try_wins(legal, attempt)? {
            return Err(TryFailure::Fails);
        }
        (tried.mates, tried.branches) = self.plan_replies(legal, attempt)?;
        Ok(Some(tried))
    }

    /// Returns the positions of `node` in which `attempt` is legal. If only one ply is left, `attempt` must mate.
    fn find_legal_positions(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<LegalPositions, TryFailure> {
        let stalemate = self.rules.stalemate;
        let find_legal = |chunk: &[Hidden]| {
            let mut legal = LegalPositions::default();
            for &hidden in chunk {
                legal.boards += 1;
                let board = node.board(&hidden);
                let Some(mv) = board.legal_move_for(attempt) else { continue };
                legal.count += 1;
                legal.quiet += usize::from(board.captured_by(mv).is_none());
                if node.plies_left > 1 {
                    legal.positions.push(hidden);
                } else if !is_won(&board.after_move(mv), stalemate) {
                    legal.has_failure = true;
                    break;
                }
            }
            legal
        };
        let mut all = LegalPositions::default();
        run_in_chunks(node.positions, find_legal, |legal| {
            self.effort.add(legal.boards)?;
            if legal.has_failure {
                return Err(TryFailure::Fails);
            }
            all.count += legal.count;
            all.quiet += legal.quiet;
            all.positions.extend(legal.positions);
            Ok(())
        })?;
        Ok(all)
    }

    /// Plays `attempt` in all positions of `node` in which it is legal, and every reply. Returns the number of mates and
    /// the positions by their announcements. Fails if the game ends without a win.
    pub(super) fn group(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<(usize, Groups), TryFailure> {
        let mut mates = 0;
        let mut groups = Groups::new();
        let rules = self.rules;
        let group = |chunk: &[Hidden]| group_replies(node.own, rules, chunk, attempt);
        run_in_chunks(node.positions, group, |replies| {
            self.effort.add(replies.boards)?;
            if replies.has_stalemate {
                return Err(TryFailure::Fails);
            }
            mates += replies.mates;
            for (announcements, group) in replies.groups {
                groups.entry(announcements).or_default().extend(group);
            }
            Ok(())
        })?;
        Ok((mates, groups))
    }

    pub(super) fn can_ask(&self, own: &OwnPieces) -> bool {
        self.rules.has_question() && own.attempts().iter().any(|it| it.is_pawn_capture())
    }

    /// Returns how the plan continues after `attempt`, which must be legal in all positions of `node`: the number of
    /// mates, and a branch for each pair of announcements. Fails if one of the branches has no plan.
    fn plan_replies(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<(usize, Vec<Branch>), TryFailure> {
        let (mates, groups) = self.group(node, attempt)?;
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, group)| group.len());
        let mut branches = Vec::with_capacity(groups.len());
        for ((announcement, reply), group) in groups {
            let own = own_after(node.own, Some(attempt), reply);
            let group = sorted(group);
            let plan = self.shortest(node.after(&own, &group), false)?;
            let plan = plan.map_err(|_| TryFailure::Fails)?;
            branches.push(Branch { announcement, reply, positions: group.len(), plan });
        }
        branches.sort_by_key(|branch| (branch.announcement, branch.reply));
        Ok((mates, branches))
    }
}

/// Runs `work` on all positions, in chunks. All cores work on a large number of positions. Passes the results to
/// `on_result` in order.
///
/// # Errors
/// The first error of `on_result`, which ends the run.
fn run_in_chunks<T: Send>(
    all: &[Hidden],
    work: impl Fn(&[Hidden]) -> T + Sync,
    mut on_result: impl FnMut(T) -> Result<(), TryFailure>,
) -> Result<(), TryFailure> {
    let chunks: Vec<&[Hidden]> = all.chunks(CHUNK_POSITIONS).collect();
    if all.len() < MIN_POSITIONS_TO_DIVIDE {
        return chunks.into_iter().try_for_each(|chunk| on_result(work(chunk)));
    }
    let work = |(): &mut (), number: usize| work(chunks[number]);
    run_in_order(chunks.len(), work, |_, result| on_result(result))
}

/// Plays `attempt` in all of `positions` in which it is legal, and every reply.
fn group_replies(own: &OwnPieces, rules: Rules, positions: &[Hidden], attempt: Attempt) -> Replies {
    let mut all = Replies::default();
    for hidden in positions {
        let before = hidden.board(own, own.color());
        let Some(mv) = before.legal_move_for(attempt) else { continue };
        let after = before.after_move(mv);
        let announcement = response(&before, mv, &after, rules).as_mover_hears();
        all.boards += 1;
        if !after.has_move() {
            all.mates += 1;
            all.has_stalemate |= !is_won(&after, rules.stalemate);
        }
        all.boards += add_replies(&mut all.groups, &after, announcement, rules);
    }
    all
}

/// Iterates over at most `count` positions, taken from `all` at regular intervals.
pub(super) fn evenly_spread(all: &[Hidden], count: usize) -> impl Iterator<Item = &Hidden> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}

/// Returns the pieces `own` after `attempt` and a reply that is announced as `reply`.
pub(super) fn own_after(own: &OwnPieces, attempt: Option<Attempt>, reply: Response) -> OwnPieces {
    let mut own = own.clone();
    if let Some(attempt) = attempt {
        own.play(attempt);
    }
    if let Some(square) = reply.capture {
        own.remove_captured(square);
    }
    own
}

/// Adds the positions after each reply on `after`, which follows a move that is announced as `announcement`. Returns the
/// number of replies.
pub(super) fn add_replies(
    groups: &mut Groups,
    after: &Board,
    announcement: Response,
    rules: Rules,
) -> u32 {
    let mut replies = 0;
    let _ = after.for_each_move(|reply| {
        replies += 1;
        let next = after.after_move(reply);
        let heard = (announcement, response(after, reply, &next, rules));
        groups.entry(heard).or_default().insert(Hidden::of(&next, after.turn()));
        ControlFlow::Continue(())
    });
    replies
}

/// Returns whether the side to move on `board` has lost: by mate, or by stalemate if that loses.
pub(super) fn is_won(board: &Board, stalemate: Stalemate) -> bool {
    match stalemate {
        Stalemate::Draw => board.is_chess_mate(),
        Stalemate::Loss => !board.has_move(),
    }
}
