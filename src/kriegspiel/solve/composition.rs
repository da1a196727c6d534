//! [`Composition`]: all that a composer asks of a problem: keys, set play, tries with refutations, duals.

use super::{
    Dual, MAX_SOLVE_PLIES, Plan, PlanTry,
    plan::{Groups, Search, TryFailure},
    progress::{Effort, Stopped, Watch},
};
use crate::{
    kriegspiel::{
        Belief,
        hidden::{Hidden, sorted},
        notation::Response,
        response,
    },
    rules::{Attempt, Board, OwnPieces, San},
};
use std::ops::ControlFlow;

/// The complete solution of a problem. Moves are in the notation of the file, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Composition {
    /// The first moves of all plans.
    pub keys: Vec<San>,
    /// Whether a plan can begin with the question "Any?", and both answers are possible.
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
    /// The places after a key where more than one move wins, in the order of the keys.
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
}

/// Finds all solutions within `depth` plies in every position of `belief`. The player must be to move. Returns `None`
/// if `watch` cancels or `depth` is above [`MAX_SOLVE_PLIES`].
pub fn compose(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Option<Composition> {
    if depth > MAX_SOLVE_PLIES {
        return None;
    }
    let max_plies = depth.saturating_sub(1) | 1;
    let mut search = Search::new(belief.rules(), Effort::new(watch), max_plies);
    search.compose(belief.own(), belief.positions(), max_plies).ok()
}

/// The result of a first move.
enum Verdict {
    Wins(PlanTry),
    Fails(Box<FailedTry>),
    /// The move is legal in no position.
    Illegal,
}

impl Search<'_> {
    fn compose(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        plies_left: u32,
    ) -> Result<Composition, Stopped> {
        let plan = self.shortest(own, positions, plies_left, true)?;
        let mut all =
            Composition { shortest: plan.as_ref().ok().map(Plan::plies), ..Composition::default() };
        let has_plan = plan.is_ok();
        all.plan = plan.ok();
        let mut keys = Vec::new();
        for attempt in own.attempts() {
            match self.verdict(own, positions, attempt, plies_left, has_plan)? {
                Verdict::Wins(key) => keys.push(key),
                Verdict::Fails(failed) => all.tries.push(*failed),
                Verdict::Illegal => {}
            }
        }
        all.asks = self.can_ask_first(own, positions, plies_left)?;
        if plies_left > 1 {
            all.set_play = self.set_play(own, positions, plies_left)?;
            for key in &keys {
                self.find_duals(own, positions, &mut vec![], key, plies_left, &mut all.duals)?;
            }
        }
        all.keys = keys.iter().map(|key| key.san).collect();
        all.keys.sort_by_key(San::to_string);
        all.tries.sort_by_key(|failed| failed.san.to_string());
        Ok(all)
    }

    /// Judges `attempt` as the first move. `has_plan` is whether any plan exists.
    fn verdict(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        attempt: Attempt,
        plies_left: u32,
        has_plan: bool,
    ) -> Result<Verdict, Stopped> {
        let legal: Vec<Hidden> = {
            let illegal = self.illegal_positions(own, positions, attempt)?;
            let is_legal = |hidden: &&Hidden| illegal.binary_search(hidden).is_err();
            positions.iter().filter(is_legal).copied().collect()
        };
        let tried = match self.try_attempt(own, positions, attempt, plies_left) {
            Ok(None) => return Ok(Verdict::Illegal),
            Ok(Some(tried)) => tried,
            Err(TryFailure::Stopped) => return Err(Stopped),
            Err(TryFailure::Fails) => {
                let failed = self.refute(own, &legal, attempt, plies_left)?;
                return Ok(failed.map_or(Verdict::Illegal, |it| Verdict::Fails(Box::new(it))));
            }
        };
        let rest = self.illegal_positions(own, positions, attempt)?;
        let Some(&first) = rest.first() else { return Ok(Verdict::Wins(tried)) };
        // A capture by a pawn that was refused cannot be tried again after the question.
        let is_used = attempt.is_pawn_capture() && self.rules().has_question();
        let rest_wins =
            has_plan && (!is_used || self.plan(own, rest, plies_left, Some(attempt))?.is_ok());
        if rest_wins {
            return Ok(Verdict::Wins(tried));
        }
        let board = first.board(own, own.color());
        let san = own.san(attempt, false);
        let failed = FailedTry { san, board, announcement: None, reply: None };
        Ok(Verdict::Fails(Box::new(failed)))
    }

    /// Returns the first position of `legal`, and the announcements, that refute `attempt`, which is legal in all
    /// positions of `legal`.
    fn refute(
        &mut self,
        own: &OwnPieces,
        legal: &[Hidden],
        attempt: Attempt,
        plies_left: u32,
    ) -> Result<Option<FailedTry>, Stopped> {
        let rules = self.rules();
        let mut captures_always = true;
        let mut found = None;
        let mut groups = Groups::new();
        for hidden in legal {
            let before = hidden.board(own, own.color());
            let Some(mv) = before.legal_move_for(attempt) else { continue };
            let after = before.after_move(mv);
            self.add_effort(1)?;
            let announcement = response(&before, mv, &after, rules).as_mover_hears();
            captures_always &= announcement.capture.is_some();
            let is_over = !after.has_move();
            let is_won = is_over && super::full_information::is_won(&after, rules.stalemate);
            if found.is_none() && !is_won && (is_over || plies_left < 3) {
                found = Some((before.clone(), announcement, None));
            }
            let _ = after.for_each_move(|reply| {
                let next = after.after_move(reply);
                let heard = (announcement, response(&after, reply, &next, rules));
                groups.entry(heard).or_default().insert(Hidden::of(&next, own.color().other()));
                ControlFlow::Continue(())
            });
        }
        if found.is_none() {
            let lost = self.first_lost_group(own, groups, attempt, plies_left)?;
            found = lost.and_then(|(announcement, reply)| {
                let board = position_with(own, legal, attempt, rules, (announcement, reply))?;
                Some((board, announcement, Some(reply)))
            });
        }
        let san = own.san(attempt, captures_always);
        Ok(found.map(|(board, announcement, reply)| FailedTry {
            san,
            board,
            announcement: Some(announcement),
            reply,
        }))
    }

    /// Returns the announcements of the first of `groups` without a plan.
    fn first_lost_group(
        &mut self,
        own: &OwnPieces,
        groups: Groups,
        attempt: Attempt,
        plies_left: u32,
    ) -> Result<Option<(Response, Response)>, Stopped> {
        for (heard, group) in groups {
            let own = own_after(own, Some(attempt), heard.1);
            if self.shortest(&own, &sorted(group), plies_left - 2, false)?.is_err() {
                return Ok(Some(heard));
            }
        }
        Ok(None)
    }

    /// Returns whether a plan can begin with the question "Any?", which both answers can follow.
    fn can_ask_first(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        plies_left: u32,
    ) -> Result<bool, Stopped> {
        if !self.rules().has_question() || !own.attempts().iter().any(|it| it.is_pawn_capture()) {
            return Ok(false);
        }
        let question = self.ask(own, positions, plies_left, None)?;
        Ok(question.is_some_and(|it| it.yes_positions > 0 && it.no_positions > 0))
    }

    /// Returns the tries that win in all of `positions` where they are legal, sorted, if a plan exists.
    pub(super) fn winning_tries(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        plies_left: u32,
    ) -> Result<Vec<PlanTry>, Stopped> {
        let mut tries = Vec::new();
        if self.shortest(own, positions, plies_left, false)?.is_err() {
            return Ok(tries);
        }
        for attempt in own.attempts() {
            if let Verdict::Wins(won) = self.verdict(own, positions, attempt, plies_left, true)? {
                tries.push(won);
            }
        }
        tries.sort_by_key(|it| it.san.to_string());
        Ok(tries)
    }

    fn set_play(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        plies_left: u32,
    ) -> Result<Vec<SetReply>, Stopped> {
        let rules = self.rules();
        let mut groups = Groups::new();
        for hidden in positions {
            let Some(board) = hidden.board(own, own.color()).null_move() else {
                return Ok(Vec::new());
            };
            self.add_effort(1)?;
            let _ = board.for_each_move(|reply| {
                let next = board.after_move(reply);
                let heard = (Response::default(), response(&board, reply, &next, rules));
                groups.entry(heard).or_default().insert(Hidden::of(&next, own.color().other()));
                ControlFlow::Continue(())
            });
        }
        let mut replies = Vec::with_capacity(groups.len());
        for ((_, reply), group) in groups {
            let own = own_after(own, None, reply);
            let group = sorted(group);
            let tries = self.winning_tries(&own, &group, plies_left - 2)?;
            let moves = tries.iter().map(|it| it.san).collect();
            replies.push(SetReply { reply, positions: group.len(), moves });
        }
        Ok(replies)
    }
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

/// Returns the first position of `legal` in which `attempt` and a reply can be announced as `heard`.
fn position_with(
    own: &OwnPieces,
    legal: &[Hidden],
    attempt: Attempt,
    rules: crate::kriegspiel::Rules,
    heard: (Response, Response),
) -> Option<Board> {
    legal.iter().find_map(|hidden| {
        let before = hidden.board(own, own.color());
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
