//! [`Composition`]: all that a composer asks of a problem: keys, set play, tries with refutations, duals.

use super::{
    Dual, MAX_SOLVE_PLIES, Plan, PlanTry,
    plan::{Groups, Node, Search, TryFailure, add_replies, is_won, own_after},
    progress::{Effort, Stopped, Watch},
};
use crate::{
    kriegspiel::{
        Belief, Rules,
        hidden::{Hidden, sorted},
        notation::Response,
        response,
    },
    rules::{Attempt, Board, San},
};
use std::ops::ControlFlow;

/// The complete solution of a problem. Moves are in the notation of the file, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Composition {
    /// The first moves of the shortest plans.
    pub keys: Vec<San>,
    /// The first moves of the longer plans within the depth of the problem.
    pub longer_keys: Vec<San>,
    /// Whether a shortest plan can begin with the question "Any?", and both answers are possible.
    pub asks: bool,
    /// The number of plies of the shortest plan; `None` if there is none.
    pub shortest: Option<u32>,
    /// The shortest plan, with the continuations after each announcement.
    pub plan: Option<Plan>,
    /// What would follow if the opponent were to move. Empty for a mate in one move, and if the opponent cannot be to
    /// move since the player is in check.
    pub set_play: Vec<SetReply>,
    /// The first moves that fail although they are legal in some position.
    pub tries: Vec<FailedTry>,
    /// The places after a key, also a longer one, where more than one move wins, in the order of the keys.
    pub duals: Vec<Dual>,
}

/// A move of the opponent from the position of the problem, as it is heard.
#[derive(Clone, Debug, PartialEq)]
pub struct SetReply {
    pub reply: Response,
    pub positions: usize,
    /// The moves that win then; empty if none does.
    pub moves: Vec<San>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FailedTry {
    pub san: San,
    /// A position of the problem in which the try fails.
    pub board: Board,
    /// The announcement of the try; `None` if it is illegal there, and no other move wins.
    pub announcement: Option<Response>,
    /// The announcement of the reply after which nothing wins; `None` if the try ends the game or is illegal.
    pub reply: Option<Response>,
    /// Whether the try ends the game by a stalemate that is a draw.
    pub is_stalemate: bool,
}

/// Finds all solutions within `depth` plies in every position of `belief`. The player must be to move. Returns `None`
/// if `watch` cancels or `depth` is above [`MAX_SOLVE_PLIES`].
pub fn compose(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Option<Composition> {
    if depth > MAX_SOLVE_PLIES {
        return None;
    }
    let max_plies = depth.saturating_sub(1) | 1;
    let mut search = Search::new(belief.rules(), Effort::new(watch), max_plies);
    search.compose(Node::of(belief, max_plies)).ok()
}

/// The result of a first move.
enum Verdict {
    Wins(PlanTry),
    Fails(Box<FailedTry>),
    /// The move is legal in no position.
    Illegal,
}

impl Search<'_> {
    fn compose(&mut self, node: Node<'_>) -> Result<Composition, Stopped> {
        let plan = self.shortest(node, true)?;
        let mut all =
            Composition { shortest: plan.as_ref().ok().map(Plan::plies), ..Composition::default() };
        let has_plan = plan.is_ok();
        all.plan = plan.ok();
        let mut keys = Vec::new();
        for attempt in node.own.attempts() {
            match self.verdict(node, attempt, has_plan)? {
                Verdict::Wins(key) => keys.push(key),
                Verdict::Fails(failed) => all.tries.push(*failed),
                Verdict::Illegal => {}
            }
        }
        let shortest = Node { plies_left: all.shortest.unwrap_or(node.plies_left), ..node };
        all.asks = self.can_ask_first(shortest)?;
        if node.plies_left > 1 {
            all.set_play = self.set_play(node)?;
            for key in &keys {
                self.find_duals(node, &mut vec![], key, &mut all.duals)?;
            }
        }
        for key in keys {
            let is_shortest = shortest.plies_left == node.plies_left
                || matches!(self.verdict(shortest, key.attempt, true)?, Verdict::Wins(_));
            if is_shortest { all.keys.push(key.san) } else { all.longer_keys.push(key.san) }
        }
        all.keys.sort_by_key(San::to_string);
        all.longer_keys.sort_by_key(San::to_string);
        all.tries.sort_by_key(|failed| failed.san.to_string());
        Ok(all)
    }

    /// Judges `attempt` as the first move. `has_plan` is whether any plan exists.
    fn verdict(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
        has_plan: bool,
    ) -> Result<Verdict, Stopped> {
        let legal: Vec<Hidden> = {
            let illegal = self.illegal_positions(node, attempt)?;
            let is_legal = |hidden: &&Hidden| illegal.binary_search(hidden).is_err();
            node.positions.iter().filter(is_legal).copied().collect()
        };
        let tried = match self.try_attempt(node, attempt) {
            Ok(None) => return Ok(Verdict::Illegal),
            Ok(Some(tried)) => tried,
            Err(TryFailure::Stopped) => return Err(Stopped),
            Err(TryFailure::Fails) => {
                let failed = self.refute(Node { positions: &legal, ..node }, attempt)?;
                return Ok(failed.map_or(Verdict::Illegal, |it| Verdict::Fails(Box::new(it))));
            }
        };
        let rest = self.illegal_positions(node, attempt)?;
        let Some(&first) = rest.first() else { return Ok(Verdict::Wins(tried)) };
        // A capture by a pawn that was refused cannot be tried again after the question.
        let is_used = attempt.is_pawn_capture() && self.rules.has_question();
        let left = Node { positions: &rest, ..node };
        let rest_wins = has_plan && (!is_used || self.plan(left, Some(attempt))?.is_ok());
        if rest_wins {
            return Ok(Verdict::Wins(tried));
        }
        let (board, san) = (node.board(&first), node.own.san(attempt, false));
        let failed = FailedTry { san, board, announcement: None, reply: None, is_stalemate: false };
        Ok(Verdict::Fails(Box::new(failed)))
    }

    /// Returns the first position of `node`, and the announcements, that refute `attempt`, which is legal in all
    /// positions of `node`.
    fn refute(&mut self, node: Node<'_>, attempt: Attempt) -> Result<Option<FailedTry>, Stopped> {
        let rules = self.rules;
        let mut captures_always = true;
        let mut found = None;
        let mut groups = Groups::new();
        for hidden in node.positions {
            let before = node.board(hidden);
            let Some(mv) = before.legal_move_for(attempt) else { continue };
            let after = before.after_move(mv);
            self.effort.add(1)?;
            let announcement = response(&before, mv, &after, rules).as_mover_hears();
            captures_always &= announcement.capture.is_some();
            let is_over = !after.has_move();
            let is_won = is_over && is_won(&after, rules.stalemate);
            if found.is_none() && !is_won && (is_over || node.plies_left < 3) {
                found = Some((before.clone(), announcement, None, is_over));
            }
            add_replies(&mut groups, &after, announcement, rules);
        }
        if found.is_none() {
            let lost = self.first_lost_group(node, groups, attempt)?;
            found = lost.and_then(|(announcement, reply)| {
                let board = position_with(node, attempt, rules, (announcement, reply))?;
                Some((board, announcement, Some(reply), false))
            });
        }
        let san = node.own.san(attempt, captures_always);
        Ok(found.map(|(board, announcement, reply, is_stalemate)| FailedTry {
            san,
            board,
            announcement: Some(announcement),
            reply,
            is_stalemate,
        }))
    }

    /// Returns the announcements of the first of `groups` without a plan.
    fn first_lost_group(
        &mut self,
        node: Node<'_>,
        groups: Groups,
        attempt: Attempt,
    ) -> Result<Option<(Response, Response)>, Stopped> {
        for (heard, group) in groups {
            let own = own_after(node.own, Some(attempt), heard.1);
            if self.shortest(node.after(&own, &sorted(group)), false)?.is_err() {
                return Ok(Some(heard));
            }
        }
        Ok(None)
    }

    /// Returns whether a plan can begin with the question "Any?", which both answers can follow.
    fn can_ask_first(&mut self, node: Node<'_>) -> Result<bool, Stopped> {
        if !self.can_ask(node.own) {
            return Ok(false);
        }
        let question = self.ask(node, None)?;
        Ok(question.is_some_and(|it| it.yes_positions > 0 && it.no_positions > 0))
    }

    /// Returns the tries that win in all positions of `node` where they are legal, sorted, if a plan exists.
    pub(super) fn winning_tries(&mut self, node: Node<'_>) -> Result<Vec<PlanTry>, Stopped> {
        let mut tries = Vec::new();
        if self.shortest(node, false)?.is_err() {
            return Ok(tries);
        }
        for attempt in node.own.attempts() {
            if let Verdict::Wins(won) = self.verdict(node, attempt, true)? {
                tries.push(won);
            }
        }
        tries.sort_by_key(|it| it.san.to_string());
        Ok(tries)
    }

    fn set_play(&mut self, node: Node<'_>) -> Result<Vec<SetReply>, Stopped> {
        let rules = self.rules;
        let mut groups = Groups::new();
        for hidden in node.positions {
            let Some(board) = node.board(hidden).null_move() else { return Ok(Vec::new()) };
            self.effort.add(1)?;
            add_replies(&mut groups, &board, Response::default(), rules);
        }
        let mut replies = Vec::with_capacity(groups.len());
        for ((_, reply), group) in groups {
            let own = own_after(node.own, None, reply);
            let group = sorted(group);
            let tries = self.winning_tries(node.after(&own, &group))?;
            let moves = tries.iter().map(|it| it.san).collect();
            replies.push(SetReply { reply, positions: group.len(), moves });
        }
        Ok(replies)
    }
}

/// Returns the first position of `node` in which `attempt` and a reply can be announced as `heard`.
fn position_with(
    node: Node<'_>,
    attempt: Attempt,
    rules: Rules,
    heard: (Response, Response),
) -> Option<Board> {
    node.positions.iter().find_map(|hidden| {
        let before = node.board(hidden);
        let mv = before.legal_move_for(attempt)?;
        let after = before.after_move(mv);
        if response(&before, mv, &after, rules).as_mover_hears() != heard.0 {
            return None;
        }
        let is_heard = after.for_each_move(|reply| {
            let next = after.after_move(reply);
            if response(&after, reply, &next, rules) == heard.1 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        is_heard.is_break().then_some(before)
    })
}
