//! [`PlayerBelief`]: all positions consistent with the announcements that a player heard, calculated ply by ply in the
//! background.

use super::{GameState, Side, percent, state::without_notes};
use crate::{
    app::{Cx, Effect, JobKind, JobProgress, Panel},
    kriegspiel::{
        AnnouncementPart, Belief, BeliefError, BeliefStep, Heard, HeardMove, Hearing,
        PieceProbabilities,
        notation::{check_words, pawn_try_words},
    },
    rules::{Attempt, Color, Role, Square, role_name},
    text::{capital, count_text, plural},
};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub enum KriegspielJob {
    /// The positions consistent with the announcements, after each ply.
    CalculateBelief(Arc<Hearing>),
    /// The referee's possible answers to a try.
    TryMove(Arc<Belief>, Attempt),
    /// A plan that mates within this number of plies.
    Plan(Arc<Belief>, u32),
    /// The complete solution of the problem with this record.
    Compose(Arc<str>),
}

impl KriegspielJob {
    pub fn kind(&self) -> JobKind {
        match self {
            Self::CalculateBelief(hearing) => JobKind::CalculateBelief(hearing.seat),
            Self::TryMove(..) => JobKind::TryMove,
            Self::Plan(..) => JobKind::Plan,
            Self::Compose(_) => JobKind::Compose,
        }
    }
}

#[derive(Clone, Debug)]
pub struct PlyBelief {
    pub positions: usize,
    /// The probabilities of the other side's pieces, by kind and square.
    pub chances: PieceProbabilities,
    /// How each announcement about the last ply reduced the number of possibilities; `None` before the first ply.
    pub step: Option<BeliefStep>,
}

/// The belief of a player after each ply, as far as calculated.
#[derive(Clone, Debug)]
pub struct PlayerBelief {
    /// The player's own moves, and the announcements that the player heard.
    pub hearing: Arc<Hearing>,
    /// The beliefs, by the number of plies played.
    pub plies: Vec<PlyBelief>,
    pub end: BeliefStatus,
}

#[derive(Clone, Debug)]
pub enum BeliefStatus {
    Working,
    /// Completed at the last ply.
    Done(Arc<Belief>),
    /// Ended without a belief: cancelled, or no possible position is left.
    Ended(BeliefError),
}

/// The probabilities of the other side's pieces by square, drawn as a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The kind of piece; `None` for all kinds.
    pub kind: Option<Role>,
    /// The probabilities by kind of piece and square; contains all kinds even if `kind` selects one.
    pub of_all: PieceProbabilities,
}

impl HeatMap {
    /// Returns the probability that a piece of the kind of the heat map is on `square`, from 0 to 1.
    pub fn chance(&self, square: Square) -> f64 {
        match self.kind {
            Some(role) => self.of_all.of(role, square),
            None => self.of_all.of_any(square),
        }
    }

    /// Returns the kind of the other side's piece on `square` if all possible positions have that piece there,
    /// otherwise `None`. Also returns `None` if the heat map leaves out that kind, and if the positions are only a
    /// sample.
    pub fn certain(&self, square: Square) -> Option<Role> {
        let is_in_heat_map = |role: &Role| self.kind.is_none_or(|kind| kind == *role);
        self.of_all.certain(square).filter(is_in_heat_map)
    }

    /// Returns the possible contents of `square` with their probabilities, such as `knight 37 %`, most probable first.
    /// An empty square is called `nothing`.
    pub fn words(&self, square: Square) -> Vec<String> {
        let chances = Role::ALL.map(|role| (Some(role), self.of_all.of(role, square)));
        let mut chances = chances.to_vec();
        chances.push((None, 1.0 - self.of_all.of_any(square)));
        chances.retain(|(_, chance)| *chance > 0.0);
        chances.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let about = if self.of_all.is_exact() { "" } else { "about " };
        let words = chances.into_iter().map(|(role, chance)| {
            let what = role.map_or("nothing", role_name);
            format!("{what} {about}{}", percent(chance))
        });
        words.collect()
    }
}

impl PlayerBelief {
    /// The units of progress for each ply.
    pub const PLY_UNITS: usize = 1000;

    pub fn after(&self, plies: usize) -> Option<&PlyBelief> {
        self.plies.get(plies)
    }

    /// Returns each announcement about ply `ply`, zero-based, with the number of possible ways to play the ply, given
    /// this announcement and the earlier ones. Empty if not calculated yet.
    pub fn narrowing(&self, ply: usize) -> Vec<(String, u64)> {
        let step = self.after(ply + 1).and_then(|it| it.step.as_ref());
        let (Some(step), Some(heard)) = (step, self.hearing.plies.get(ply)) else {
            return Vec::new();
        };
        let announcements = step.narrowed.iter();
        announcements.map(|it| (announcement_text(it.word, heard), it.ways)).collect()
    }
}

fn announcement_text(part: AnnouncementPart, heard: &Heard) -> String {
    match part {
        AnnouncementPart::Illegal(index) => match &heard.mv {
            HeardMove::Own { tries, .. } if index < tries.len() => {
                format!("{} was illegal", tries[index].text)
            }
            _ => "A try was illegal".to_owned(),
        },
        AnnouncementPart::Legal => match &heard.mv {
            HeardMove::Own { san, .. } => format!("{san} was legal"),
            HeardMove::Other { .. } => "The move was legal".to_owned(),
        },
        AnnouncementPart::Tries(0) => "No illegal tries".to_owned(),
        AnnouncementPart::Tries(count) => count_text(count, "illegal try", "illegal tries"),
        AnnouncementPart::Capture(Some(square)) => format!("Capture on {square}"),
        AnnouncementPart::Capture(None) => "No capture".to_owned(),
        AnnouncementPart::Checks if heard.response.checks.is_empty() => "No check".to_owned(),
        AnnouncementPart::Checks => check_words("Check", heard.response.checks),
        AnnouncementPart::PawnTries(tries) => capital(&pawn_try_words(tries)),
        AnnouncementPart::Promotion(None) => "No promotion".to_owned(),
        AnnouncementPart::Promotion(Some(_)) => "Promotion".to_owned(),
        AnnouncementPart::Answer(true) => "“Any?” was answered “Try!”".to_owned(),
        AnnouncementPart::Answer(false) => "“Any?” was answered “No”".to_owned(),
        AnnouncementPart::Mate => "Mate".to_owned(),
    }
}

/// Starts calculating the belief of the player whose view is shown, if the visible panel or the problem needs it. A
/// calculation that was stopped is started again only for a problem.
pub(in crate::app) fn start_belief(cx: &mut Cx<'_>) {
    let Some(game) = cx.game() else { return };
    let problem_waits = game.needs_belief();
    let is_needed = match game.belief().map(|belief| &belief.end) {
        None => problem_waits || cx.shell.panel == Panel::Belief,
        Some(BeliefStatus::Ended(BeliefError::Stopped)) => problem_waits,
        Some(_) => false,
    };
    if !is_needed {
        return;
    }
    let Some(view) = game.seat_view() else { return };
    let (seat, hearing) = (view.hearing.seat, Arc::new(without_notes(&view.hearing)));
    if let Some(game) = cx.game_mut() {
        game.beliefs[seat as usize] = Some(PlayerBelief {
            hearing: Arc::clone(&hearing),
            plies: Vec::new(),
            end: BeliefStatus::Working,
        });
        cx.run(Effect::RunKriegspielJob(KriegspielJob::CalculateBelief(hearing)));
    }
}

/// Cancels the calculation of the belief of the player whose view is shown.
pub(in crate::app) fn stop_belief(cx: &mut Cx<'_>) {
    let Some(game) = cx.game_mut() else { return };
    let Side::Seat(seat) = game.moment_view.side else { return };
    let belief = game.beliefs[seat as usize].as_mut();
    let working = |belief: &&mut PlayerBelief| matches!(belief.end, BeliefStatus::Working);
    let Some(belief) = belief.filter(working) else { return };
    belief.end = BeliefStatus::Ended(BeliefError::Stopped);
    cx.cancel([JobKind::CalculateBelief(seat)]);
}

/// Drops the belief of the player whose view is shown, so that [`start_belief`] calculates it again.
pub(in crate::app) fn restart_belief(cx: &mut Cx<'_>) {
    if let Some(game) = cx.game_mut()
        && let Side::Seat(seat) = game.moment_view.side
    {
        game.beliefs[seat as usize] = None;
    }
}

/// Ends the calculation of the belief of `seat` after a panic, with the try and the search that wait for the belief.
pub(in crate::app) fn belief_failed(cx: &mut Cx<'_>, seat: Color) {
    in_belief(cx, seat, |belief| belief.end = BeliefStatus::Ended(BeliefError::Stopped));
    let Some(game) = cx.game_mut() else { return };
    game.problem.trial.take_if(|trial| trial.belief.is_none());
    game.problem.search.take_if(|search| search.belief.is_none());
    game.problem.unchecked = false;
}

/// Applies `change` to the belief of `seat`, if its calculation has started.
pub(super) fn in_belief(cx: &mut Cx<'_>, seat: Color, change: impl FnOnce(&mut PlayerBelief)) {
    let belief = cx.game_mut().and_then(|game| game.beliefs[seat as usize].as_mut());
    if let Some(belief) = belief {
        change(belief);
    }
}

impl GameState {
    /// Returns `progress`, the work done on the belief, as a part of the whole game or, while the player's view hides how
    /// many plies follow, of the plies up to the current one.
    pub fn belief_progress(&self, progress: &JobProgress) -> JobProgress {
        let plies = if self.hides_result() {
            self.moment_view.step.plies
        } else {
            self.views.steps.plies()
        };
        let total = (PlayerBelief::PLY_UNITS * plies) as u64;
        if progress.done < total {
            let done = progress.done / PlayerBelief::PLY_UNITS as u64;
            let moves = plural(plies as u64, "move", "moves");
            let detail = format!("{} · {done} of {plies} {moves} done", progress.detail);
            return JobProgress { total, detail, ..progress.clone() };
        }
        JobProgress { done: total, total, detail: "Later moves are being calculated.".to_owned() }
    }

    /// Returns the heat map after `plies` plies, if calculated.
    pub(super) fn heat(&self, plies: usize) -> Option<HeatMap> {
        let of_all = self.belief()?.after(plies)?.chances.clone();
        Some(HeatMap { kind: self.heat_kind, of_all })
    }
}
