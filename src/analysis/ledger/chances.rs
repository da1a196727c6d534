//! Wins for which one partner waits: captures of a wanted piece, and joint wins.

use super::{Context, Finding, FindingKind};
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Joint},
    replay::Ply,
    rules::{BoardId, BySeat, Move, Position, Role, Seat},
    timeline::{Diagonal, MatchTime, Moment},
};

/// A chance of a waiting seat and its partner that is not decided yet.
#[derive(Clone)]
struct Chance {
    /// The first moment of the chance.
    from: Moment,
    /// The moment since which the partner is to move: `from`, or the moment after the opponent's last reply.
    turn_from: Moment,
    joint: Joint,
    /// Whether the partner can capture the piece at once.
    is_capture: bool,
    /// The wanted pieces that a capture brings, from pawn to queen, each with the moves to mate and the captures.
    captures: Vec<Capture>,
    /// The first ply of a joint win, once it was played.
    begun: Option<usize>,
    /// The first other ply of the partner that may be blamed.
    declined: Option<usize>,
}

#[derive(Clone)]
struct Capture {
    role: Role,
    moves: u8,
    first: Vec<Move>,
}

pub(super) fn findings(context: &Context<'_>) -> Vec<Finding> {
    let mut collector = Collector {
        context,
        position: context.played.set_up.position.clone(),
        open: BySeat::default(),
        findings: Vec::new(),
    };
    for moment in 0..context.tactics.moments.len() {
        collector.update(moment);
        if let Some(ply) = context.played.plies.get(moment) {
            collector.deliver(moment, ply);
            collector.stop_waiting(moment, ply);
            ply.play_on(&mut collector.position);
        }
    }
    collector.end();
    collector.findings
}

struct Collector<'c, 'a> {
    context: &'c Context<'a>,
    /// The position at the current moment.
    position: Position,
    /// The open chances by waiting seat.
    open: BySeat<Option<Chance>>,
    findings: Vec<Finding>,
}

impl Collector<'_, '_> {
    /// Opens the chances that begin at `moment`, and closes those that are gone.
    fn update(&mut self, moment: Moment) {
        let both = &self.context.tactics.moments[moment];
        for id in BoardId::ALL {
            let seat = self.position.turn(id);
            let partner_board = seat.partner().board();
            if self.position.turn(partner_board) != seat.partner() {
                continue;
            }
            let joint = both[id].joint.as_ref();
            if let Some(chance) = &mut self.open[seat] {
                let is_there = joint.is_some_and(|it| !chance.is_capture || it.is_at_hand());
                if is_there {
                    continue;
                }
                // A partner with a mate of its own need not capture.
                let has_mate = both[partner_board].mate.is_some() || both[id].mate.is_some();
                let gone = self.open[seat].take();
                if let (Some(chance), false) = (gone, has_mate)
                    && let Some(declined) = chance.declined
                {
                    self.add_missed(seat, &chance, Some(declined), moment);
                }
            }
            if let Some(joint) = joint {
                self.open[seat] = Some(self.chance(moment, seat, joint, &both[id]));
            }
        }
    }

    fn chance(&self, moment: Moment, seat: Seat, joint: &Joint, tactics: &BoardTactics) -> Chance {
        let is_capture = joint.is_at_hand();
        let mut captures = Vec::new();
        if is_capture {
            for more in &tactics.wanted {
                let mut first = tactics.winning_captures(&self.position, seat, more.role);
                first.sort_by_cached_key(|mv| mv.uci(false));
                if !first.is_empty() {
                    captures.push(Capture { role: more.role, moves: more.mate.moves, first });
                }
            }
        }
        Chance {
            from: moment,
            turn_from: moment,
            joint: joint.clone(),
            is_capture,
            captures,
            begun: None,
            declined: None,
        }
    }

    /// Judges `ply`, if the partner of its seat waits for it or its opponent's partner does.
    fn deliver(&mut self, moment: Moment, ply: &Ply) {
        // A reply of the defender begins the partner's next turn.
        let waiting = ply.seat.opponent().partner();
        if let Some(chance) = &mut self.open[waiting] {
            chance.turn_from = moment + 1;
        }
        let seat = ply.seat.partner();
        let tactics = &self.context.tactics.moments[moment][seat.board()];
        let Some(mut chance) = self.open[seat].take() else { return };
        let wanted = tactics.wanted.iter().find(|more| Some(more.role) == ply.taken);
        let joint = tactics.joint.as_ref();
        let is_winning = joint.is_some_and(|joint| joint.first.contains(&ply.mv));
        if let Some(more) = wanted {
            // A capture that only begins a race is neither the win nor another move, but ends the chance.
            if is_winning {
                self.add_made(seat, &chance, moment, Some((more.role, more.mate.moves)));
            } else if let Some(declined) = chance.declined {
                self.add_missed(seat, &chance, Some(declined), moment);
            }
            return;
        }
        if is_winning {
            if ply.mate {
                self.add_made(seat, &chance, moment, None);
                return;
            }
            chance.begun.get_or_insert(moment);
            self.open[seat] = Some(chance);
            return;
        }
        if chance.is_capture && chance.begun.is_none() {
            let seen_from = self.foreseen_from(seat, &chance);
            if self.context.is_blamed(seen_from, moment) {
                chance.declined.get_or_insert(moment);
            }
            self.open[seat] = Some(chance);
            return;
        }
        let is_at_hand = joint.is_some_and(Joint::is_at_hand);
        let is_forced = is_at_hand || self.can_outwait(seat, chance.turn_from);
        if is_forced && self.context.is_blamed(chance.turn_from, moment) {
            if let Some(joint) = joint {
                chance.joint = joint.clone();
            }
            chance.from = chance.turn_from;
            chance.is_capture = false;
            self.add_missed(seat, &chance, Some(moment), moment);
        }
    }

    /// Returns the moment since which the partner of `waiting` could see the captures of `chance`: they were possible
    /// and wanted while the opponent was still to move.
    fn foreseen_from(&self, waiting: Seat, chance: &Chance) -> Moment {
        let mut seen_from = chance.turn_from;
        while let Some(earlier) = seen_from.checked_sub(1)
            && self.is_foreseen(waiting, chance, earlier)
        {
            seen_from = earlier;
        }
        seen_from
    }

    /// Returns whether, if the partner of `waiting` was or had been to move at `moment`, a capture of `chance` would have
    /// brought a wanted piece.
    fn is_foreseen(&self, waiting: Seat, chance: &Chance, moment: Moment) -> bool {
        let partner = waiting.partner();
        let position = self.context.played.position_after(moment);
        if position.turn(waiting.board()) != waiting {
            return false;
        }
        let board = position.board_of(partner);
        let is_partner_to_move = position.turn(partner.board()) == partner;
        let to_move = if is_partner_to_move { Some(board.clone()) } else { board.null_move() };
        let Some(board) = to_move else { return false };
        let wanted = &self.context.tactics.moments[moment][waiting.board()].wanted;
        let moves = board.legal_moves(&position.reserves[partner]);
        let mut captures = chance.captures.iter().flat_map(|it| &it.first);
        captures.any(|mv| {
            let brings = |more: &ExtraPiece| board.captured_by(*mv) == Some(more.role);
            moves.contains(mv) && wanted.iter().any(brings)
        })
    }

    /// Returns how far the clock of `waiting` is ahead on its diagonal at `time`, after `moment` plies, in milliseconds;
    /// `None` if a clock is unknown.
    fn lead_ms(&self, waiting: Seat, moment: Moment, time: MatchTime) -> Option<i32> {
        let timeline = self.context.timeline;
        if !timeline.has_clocks() {
            return None;
        }
        Diagonal::lead_ms(&timeline.clocks(moment, time), waiting)
    }

    /// Returns whether the partner's opponent cannot outwait `waiting` at `moment`; `true` if a clock is unknown.
    fn can_outwait(&self, waiting: Seat, moment: Moment) -> bool {
        let time = self.context.timeline.time_of(moment);
        self.lead_ms(waiting, moment, time).is_none_or(|lead| lead > 0)
    }

    /// Judges `ply` of a seat that should have waited: its partner could capture at once, or was winning the piece by
    /// force while the clocks allowed the seat to wait. While the opponent could still avert a capture, nothing was proved.
    fn stop_waiting(&mut self, moment: Moment, ply: &Ply) {
        let seat = ply.seat;
        let Some(mut chance) = self.open[seat].take() else { return };
        if let Some(declined) = chance.declined {
            return self.add_missed(seat, &chance, Some(declined), moment);
        }
        let lead_ms = self.lead_ms(seat, moment, self.context.timeline.time(moment));
        // While the partner is to move, its tactics have the joint win.
        let joint = self.context.tactics.moments[moment][seat.board()].joint.as_ref();
        let is_at_hand = joint.is_some_and(Joint::is_at_hand);
        let is_forced =
            (joint.is_some() || chance.begun.is_some()) && lead_ms.is_none_or(|lead| lead > 0);
        if !is_at_hand && !is_forced {
            return;
        }
        if chance.begun.is_some()
            && let Some(joint) = joint
        {
            chance.joint = joint.clone();
            chance.from = chance.turn_from;
        }
        if self.context.is_blamed(chance.from, moment) {
            let kind = FindingKind::JointSpoiled;
            let mut finding = self.finding(kind, seat, &chance, Some(moment), moment);
            finding.lead_ms = lead_ms;
            finding.decided = self.context.has_lost(seat);
            self.findings.push(finding);
        }
    }

    /// Judges the chances that are open at the end of the match.
    fn end(&mut self) {
        let end = self.context.played.plies.len();
        for seat in Seat::ALL {
            let Some(chance) = self.open[seat].take() else { continue };
            if chance.begun.is_some() {
                if self.context.has_won(seat) {
                    self.add_made(seat, &chance, end, None);
                }
                continue;
            }
            let is_forced = if chance.is_capture {
                chance.declined.is_some() || self.is_partner_to_move(seat)
            } else {
                self.can_outwait(seat, chance.from)
            };
            let is_missed = is_forced && self.context.has_lost(seat);
            if is_missed && self.context.is_blamed(chance.from, end) {
                self.add_missed(seat, &chance, chance.declined, end);
            }
        }
    }

    fn is_partner_to_move(&self, seat: Seat) -> bool {
        let partner = seat.partner();
        self.position.turn(partner.board()) == partner
    }

    /// Adds the finding of the partner of `waiting` that the chance was missed, by ply `declined` if there was one.
    fn add_missed(
        &mut self,
        waiting: Seat,
        chance: &Chance,
        declined: Option<usize>,
        until: Moment,
    ) {
        let kind = match chance.is_capture {
            true => FindingKind::CaptureMissed,
            false => FindingKind::JointMissed,
        };
        let mut finding = self.finding(kind, waiting, chance, declined, until);
        finding.decided = self.context.has_lost(waiting);
        self.findings.push(finding);
    }

    /// Adds the finding that ply `ply` made use of the chance. `delivered` is the piece that arrived, and the number of
    /// moves to mate with it.
    fn add_made(
        &mut self,
        waiting: Seat,
        chance: &Chance,
        ply: usize,
        delivered: Option<(Role, u8)>,
    ) {
        let kind =
            if chance.is_capture { FindingKind::CaptureMade } else { FindingKind::JointMade };
        let played = (ply < self.context.played.plies.len()).then_some(ply);
        let mut finding = self.finding(kind, waiting, chance, played, ply);
        if let Some((role, moves)) = delivered {
            finding.piece = Some(role);
            match chance.is_capture {
                true => finding.length = moves,
                false => finding.mate = Some(moves),
            }
            finding.delivers = vec![role];
        }
        let mated = self.context.played.ending.mated;
        finding.decided = mated.is_some_and(|seat| seat.team() != waiting.team());
        self.findings.push(finding);
    }

    /// Returns the finding about `chance` of `waiting` and its partner, which ply `played` decided.
    fn finding(
        &self,
        kind: FindingKind,
        waiting: Seat,
        chance: &Chance,
        played: Option<usize>,
        until: Moment,
    ) -> Finding {
        let from = chance.from;
        let seat = if kind == FindingKind::JointSpoiled { waiting } else { waiting.partner() };
        let mut finding = Finding::new(kind, seat, from, until);
        finding.played = played;
        finding.took_ms =
            self.context.took_ms(from, played.unwrap_or(self.context.played.plies.len()));
        finding.lead_ms = self.lead_ms(waiting, from, self.context.timeline.time_of(from));
        if chance.is_capture && kind != FindingKind::JointSpoiled {
            let best = chance.captures.iter().min_by_key(|it| it.moves);
            finding.length = best.map_or(0, |it| it.moves);
            finding.piece = best.map(|it| it.role);
            finding.first = chance.captures.iter().flat_map(|it| it.first.clone()).collect();
        } else {
            finding.length = chance.joint.moves;
            finding.mate = chance.joint.mate;
            finding.piece = chance.joint.delivers.first().copied();
            finding.delivers.clone_from(&chance.joint.delivers);
            finding.first.clone_from(&chance.joint.first);
        }
        finding
    }
}
