//! [`Reviewed`]: a match whose boards were searched, and the judgement of its plies.

use super::{
    evaluate::{MATE_BOUND, index},
    judge::{Candidate, Judgement, judge, mate_line},
    match_review::{
        Choice, Effort, MISTAKE, PlyEstimate, ProvedMate, Review, ReviewInput, TurningPoint,
    },
    probability::{Estimate, Features},
    reason::{Comparison, MatingPieces, Reason, san},
    replies::with_best_capture,
    search::CancelCheck,
    states::{State, States},
};
use crate::{
    analysis::{
        ledger::{FindingKind, Ledger, MatchTactics},
        tactics::{Limits, Solver},
    },
    parallel::run_in_order,
    replay::Match,
    rules::{Board, BoardId, ByBoard, Move, Seat, Team},
    timeline::{Diagonal, Moment},
};
use std::{cmp::Reverse, ops::ControlFlow};

/// The number of turning points of a match at most.
const MAX_TURNING_POINTS: usize = 3;

impl Review {
    /// Reviews the match of `input`. Calls `on_progress` with the number of searched boards and their total. `cancel` is also called
    /// during a search, possibly on other threads. Returns `None` once one of them returns `Break`.
    pub fn of(
        input: ReviewInput<'_>,
        effort: Effort,
        mut on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
        cancel: &CancelCheck<'_>,
    ) -> Option<Self> {
        let played = input.played;
        if played.unreadable_start().is_some() {
            return Some(Self::default());
        }
        let reviewed = Reviewed::of(input, effort, &mut on_progress, cancel)?;
        let features: Vec<Features> =
            (0..=played.plies.len()).map(|moment| reviewed.features(moment)).collect();
        let mut solver = Solver::new(effort.limits);
        let judged = |ply| reviewed.judged(ply, &features, &mut solver);
        let plies: Vec<PlyEstimate> = (0..played.plies.len()).map(judged).collect();
        Some(Self {
            start: features[0].estimate(),
            turning_points: turning_points(played, &plies),
            mates: reviewed.mates(),
            features,
            plies,
        })
    }
}

/// A match with everything that was searched.
pub(super) struct Reviewed<'a> {
    input: ReviewInput<'a>,
    tactics: MatchTactics,
    ledger: Ledger,
    states: States,
    judgements: Vec<Judgement>,
    limits: Limits,
}

impl<'a> Reviewed<'a> {
    /// Searches all boards of the match of `input`. Returns `None` once it is cancelled.
    pub(super) fn of(
        input: ReviewInput<'a>,
        effort: Effort,
        on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
        cancel: &CancelCheck<'_>,
    ) -> Option<Self> {
        let mut solver = Solver::new(effort.limits);
        let tactics = MatchTactics::by(&mut solver, input.played, 0, |_, _| cancel())?;
        let ledger = Ledger::of(input.played, input.timeline, &tactics, &mut solver);
        let states = States::of(input.played, &tactics);
        let count = states.all.len();
        let share = effort.total / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let nodes = effort.nodes.min(share);
        let work =
            |(): &mut (), number: usize| judge(&states.all[number], effort.limits, nodes, cancel);
        let mut judgements = Vec::with_capacity(count);
        let finished = run_in_order(count, work, |number, judgement| {
            judgements.push(judgement.ok_or(())?);
            if on_progress(number + 1, count).is_break() { Err(()) } else { Ok(()) }
        });
        finished.ok()?;
        Some(Self { input, tactics, ledger, states, judgements, limits: effort.limits })
    }

    /// Returns the features at `moment`, with the best moves on both boards.
    pub(super) fn features(&self, moment: Moment) -> Features {
        let mut features = Features { rating_lead: self.input.rating_lead, ..Features::default() };
        let start = &self.input.played.set_up.position;
        let pieces = start.boards.iter().map(|board| board.pieces().occupied().count()).sum();
        features.set_stage(moment, pieces);
        features
            .set_clocks(&self.input.timeline.clocks(moment, self.input.timeline.time_of(moment)));
        for id in BoardId::ALL {
            let number = self.states.at[moment][id];
            let state = &self.states.all[number];
            let judgement = &self.judgements[number];
            let seat = Seat::new(id, state.board.turn());
            let sign = sign_of(seat);
            let tactics = &self.tactics.moments[moment][id];
            features.scores[id] = sign * clamped(judgement.score().unwrap_or(0));
            features.instability += judgement.instability / 4;
            features.stuck[id] = -sign * i32::from(tactics.stuck);
            let loses = judgement.candidates.first().is_some_and(|best| best.allows.is_some());
            features.forced[id] = sign * i32::from(tactics.mate.is_some());
            features.mates[id] = if tactics.mate.is_some() || self.can_sit(moment, seat) {
                sign
            } else {
                -sign * i32::from(loses)
            };
        }
        features
    }

    /// Returns whether `seat` wins at `moment` by sitting: its partner wins the mating piece by force, and the other team
    /// runs out of time first.
    fn can_sit(&self, moment: Moment, seat: Seat) -> bool {
        let tactics = &self.tactics.moments[moment][seat.board()];
        let clocks = self.input.timeline.clocks(moment, self.input.timeline.time_of(moment));
        tactics.joint.is_some() && Diagonal::lead_ms(&clocks, seat).is_none_or(|lead| lead > 0)
    }

    /// Returns the estimate at `moment`, which is certain after a mate.
    fn estimate(&self, moment: Moment, features: &[Features]) -> Estimate {
        let Some(mate) = self.input.played.plies[..moment].iter().find(|ply| ply.mate) else {
            return features[moment].estimate();
        };
        Estimate::won_by(mate.seat.team())
    }

    /// Judges ply `index` against the best move in the same position.
    pub(super) fn judged(
        &self,
        index: usize,
        features: &[Features],
        solver: &mut Solver,
    ) -> PlyEstimate {
        let ply = &self.input.played.plies[index];
        let number = self.states.at[index][ply.seat.board()];
        let judgement = &self.judgements[number];
        let Some(played) = &judgement.played else {
            let after = self.estimate(index + 1, features);
            return PlyEstimate { after, ..PlyEstimate::default() };
        };
        let before = features[index];
        let value = |candidate: &Candidate| with(&before, ply.seat, candidate);
        let with_played = value(played);
        let State { board, reserves, .. } = &self.states.all[number];
        let mut judged = PlyEstimate {
            after: self.estimate(index + 1, features),
            best: Some(Choice::Move(ply.mv)),
            line: played.root.line.clone(),
            played_line: played.root.line.clone(),
            with_best: with_played,
            with_played,
            ..PlyEstimate::default()
        };
        let mut best = None;
        for candidate in &judgement.candidates {
            let with_candidate = value(candidate);
            if with_candidate > judged.with_best {
                judged.with_best = with_candidate;
                best = Some(candidate);
            }
        }
        if let Some(best) = best {
            judged.best = Some(Choice::Move(best.root.mv));
            judged.line.clone_from(&best.root.line);
            let other = ply.seat.board().other();
            let turn = self.states.all[self.states.at[index][other]].board.turn();
            let partner_moves = Seat::new(other, turn) == ply.seat.partner();
            let pieces = MatingPieces::of(&self.tactics.moments[index][other], partner_moves);
            let mut played = played.clone();
            // The reply to a move that allows a mate is the mate.
            if played.allows.is_none() {
                played.root.line = with_best_capture(board, &played.root.line);
            }
            judged.played_line.clone_from(&played.root.line);
            judged.reason = match self.missed_win(index, best.root.mv) {
                Some(reason) => reason,
                None => {
                    Comparison { board, reserves, best, played: &played, pieces }.reason(solver)
                }
            };
        }
        let with_sit = before.estimate().of_team(ply.seat.team()).probability;
        if self.has_spoiled(index) && with_sit > judged.with_best {
            judged.with_best = with_sit;
            judged.best = Some(Choice::Sit);
            judged.line.clear();
            judged.reason = Reason::SpoilsJoint;
        }
        judged.loss = judged.with_best - with_played;
        judged
    }

    /// Returns the reason that the ledger gives for `best` instead of ply `index`: `best` begins a joint win
    /// that the ply missed.
    fn missed_win(&self, index: usize, best: Move) -> Option<Reason> {
        let finding = self.ledger.findings.iter().find(|it| {
            it.kind == FindingKind::JointMissed
                && it.played == Some(index)
                && it.first.contains(&best)
        })?;
        Some(Reason::MissesJoint { moves: finding.length, mate: finding.mate })
    }

    /// Returns whether the ledger blames ply `index` for spoiling a joint win.
    fn has_spoiled(&self, index: usize) -> bool {
        let mut findings = self.ledger.findings.iter();
        findings.any(|it| it.kind == FindingKind::JointSpoiled && it.played == Some(index))
    }

    /// Returns the proved mates, each at the first moment of the chance.
    pub(super) fn mates(&self) -> Vec<ProvedMate> {
        let mut mates = Vec::new();
        let mut solver = Solver::new(self.limits);
        let mut last: ByBoard<Option<usize>> = ByBoard::default();
        for (moment, tactics) in self.tactics.moments.iter().enumerate() {
            for id in BoardId::ALL {
                let number = self.states.at[moment][id];
                let Some(mate) = &tactics[id].mate else { continue };
                if last[id].replace(number) == Some(number) {
                    continue;
                }
                let state = &self.states.all[number];
                let Some(first) = mate.main_move() else { continue };
                let own = state.reserves[index(state.board.turn())];
                let line = mate_line(&mut solver, &state.board, own, first);
                let seat = Seat::new(id, state.board.turn());
                mates.push(ProvedMate { moment, seat, moves: mate.moves, line });
            }
        }
        mates
    }
}

/// Returns the factor for a score of `seat`, from the view of the first team.
fn sign_of(seat: Seat) -> i32 {
    match seat.team() {
        Team::First => 1,
        Team::Second => -1,
    }
}

/// Returns `line`, moves of both sides on `board`, in SAN with `+` and `#`.
fn line_words(board: &Board, line: &[Move]) -> String {
    let mut board = board.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(san(&board, mv));
        board.play(mv);
    }
    words.join(" ")
}

/// Returns the win probability of the team of `seat` after `candidate`, where `before` are the features without it.
fn with(before: &Features, seat: Seat, candidate: &Candidate) -> u16 {
    let mut after = *before;
    let sign = sign_of(seat);
    let id = seat.board();
    after.scores[id] = sign * clamped(candidate.root.score);
    let mates = i32::from(candidate.mates_in.is_some()) - i32::from(candidate.allows.is_some());
    after.forced[id] = sign * mates;
    after.mates[id] = sign * mates;
    after.stuck[id] = 0;
    after.estimate().of_team(seat.team()).probability
}

/// Returns `score` without mates, which count only if they are proved.
fn clamped(score: i32) -> i32 {
    const MOST: i32 = 3_000;
    if score.abs() > MATE_BOUND { MOST * score.signum() } else { score.clamp(-MOST, MOST) }
}

/// Returns the worst mistakes, in the order of the match.
fn turning_points(played: &Match, plies: &[PlyEstimate]) -> Vec<TurningPoint> {
    let mut worst: Vec<usize> =
        (0..plies.len()).filter(|&ply| plies[ply].loss >= MISTAKE).collect();
    worst.sort_by_key(|&ply| (Reverse(plies[ply].loss), ply));
    worst.truncate(MAX_TURNING_POINTS);
    worst.sort_unstable();
    worst.into_iter().filter_map(|ply| plies[ply].as_mistake(played, ply)).collect()
}

impl PlyEstimate {
    /// Returns the estimate of ply `index` of `played` in words, if the ply was a mistake.
    pub(super) fn as_mistake(&self, played: &Match, index: usize) -> Option<TurningPoint> {
        if self.loss < MISTAKE {
            return None;
        }
        let ply = played.plies.get(index)?;
        let position = played.position_after(index);
        let board = position.board_of(ply.seat);
        Some(TurningPoint {
            ply: index,
            seat: ply.seat,
            better: self.best?,
            line: self.line.clone(),
            line_words: line_words(board, &self.line),
            san: san(board, ply.mv),
            loss: self.loss,
            reason: self.reason,
            sentence: self.reason.sentence(board, &self.played_line, &self.line),
        })
    }
}
