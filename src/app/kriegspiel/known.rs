//! What a player can know: every position that fits what was heard, worked out ply by ply in the background.

use super::{GameState, Side, percent, state::bare};
use crate::{
    app::{
        Cx, Effect, JobKind, Panel, Session,
        kriegspiel::problem::{note_answer, write_answer},
    },
    kriegspiel::{
        Answer, Belief, BeliefStep, Chances, Effort, Heard, HeardMove, Hearing, NoBelief, Progress,
        Solved, Word,
    },
    rules::{Attempt, Role, Square, role_name},
    text::count_words,
};
use std::sync::Arc;

/// What is to be worked out.
#[derive(Clone, Debug)]
pub enum ThinkJob {
    /// Which positions fit what was heard, after each ply.
    Know(Arc<Hearing>),
    /// What the referee would say to a try.
    TryMove(Arc<Belief>, Attempt),
    /// A plan that mates within so many plies.
    Plan(Arc<Belief>, u32),
}

impl ThinkJob {
    /// The kind of the job.
    #[must_use]
    pub fn kind(&self) -> JobKind {
        match self {
            Self::Know(hearing) => JobKind::Know(hearing.seat),
            Self::TryMove(..) => JobKind::TryMove,
            Self::Plan(..) => JobKind::Plan,
        }
    }
}

/// Two are equal if they are of one kind and begin from the same knowledge.
impl PartialEq for ThinkJob {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Know(one), Self::Know(two)) => Arc::ptr_eq(one, two),
            (Self::TryMove(one, a), Self::TryMove(two, b)) => Arc::ptr_eq(one, two) && a == b,
            (Self::Plan(one, a), Self::Plan(two, b)) => Arc::ptr_eq(one, two) && a == b,
            _ => false,
        }
    }
}

/// What comes of a [`ThinkJob`].
#[derive(Debug)]
pub struct Thought {
    /// The kind of the job.
    pub kind: JobKind,
    /// What has come.
    pub what: Found,
}

/// What has come of it.
#[derive(Debug)]
pub enum Found {
    /// So far it has come with the next ply.
    Progress(Progress),
    /// What is known after one more ply.
    Ply(Box<KnownPly>),
    /// What is known after the last.
    Known(Arc<Belief>),
    /// That it does not go on, and why.
    Unknown(NoBelief),
    /// What the referee would say, and in how many positions.
    Answers(Vec<(Answer, usize)>),
    /// How far the search for a plan has come.
    Judged(Effort),
    /// What came of the search for a plan.
    Solved(Arc<Solved>),
}

/// What is known after a ply.
#[derive(Clone, Debug)]
pub struct KnownPly {
    /// How many positions are kept.
    pub positions: usize,
    /// Whether these are all, and no sample.
    pub exact: bool,
    /// In how many of them each kind of piece stands where.
    pub chances: Chances,
    /// How the ply has narrowed them down; none before the first.
    pub step: Option<BeliefStep>,
}

/// What a player can know, as far as it has been worked out.
#[derive(Clone, Debug)]
pub struct Known {
    /// What was heard.
    hearing: Arc<Hearing>,
    /// What is known before the first ply, after it, and so on.
    pub plies: Vec<KnownPly>,
    /// How far the work on the next ply has come.
    pub progress: Option<Progress>,
    /// Whether it goes on.
    pub end: KnownEnd,
}

/// How the work on what is known has ended.
#[derive(Clone, Debug)]
pub enum KnownEnd {
    /// It goes on.
    Working,
    /// It has come to the last ply.
    Done(Arc<Belief>),
    /// It was stopped, or nothing is left.
    Ended(NoBelief),
}

/// The chances that are drawn upon the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Of which kind of piece; of any, where none is named.
    pub kind: Option<Role>,
    /// From 0 to 1, by the square's number.
    pub chances: [f64; 64],
    /// Those of every kind.
    pub of_all: Chances,
}

impl Heat {
    /// The kind of piece of the other side that stands on `square` in every position that is possible, if it is among
    /// those that are shown.
    #[must_use]
    pub fn certain(&self, square: Square) -> Option<Role> {
        let shown = |role: &Role| self.kind.is_none_or(|kind| kind == *role);
        self.of_all.certain(square).filter(shown)
    }

    /// What may stand on `square`, the likeliest first: `knight 37 %`, and what is left for nothing at all.
    #[must_use]
    pub fn words(&self, square: Square) -> Vec<String> {
        let chances = Role::ALL.map(|role| (Some(role), self.of_all.of(role, square)));
        let mut chances = chances.to_vec();
        let any: f64 = chances.iter().map(|(_, chance)| chance).sum();
        // What is no more than an error of adding is none.
        chances.push((None, if any > 1.0 - 1e-9 { 0.0 } else { 1.0 - any }));
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

/// A row of how a ply has narrowed the positions down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrowRow {
    /// What was heard.
    pub words: String,
    /// In how many ways the ply can have been played, given this and all before it.
    pub ways: u64,
}

impl Known {
    /// How much of the work on all `plies` plies is done, from 0 to 1; it never grows less.
    #[must_use]
    pub fn part(&self, plies: usize) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a bar on the screen")]
        let within = |it: Progress| it.done as f32 / it.of.max(1) as f32;
        #[expect(clippy::cast_precision_loss, reason = "a bar on the screen")]
        let [done, all] = [self.plies.len().saturating_sub(1) as f32, plies.max(1) as f32];
        ((done + self.progress.map_or(0.0, within)) / all).min(1.0)
    }

    /// What was heard.
    pub(super) fn hearing(&self) -> &Hearing {
        &self.hearing
    }

    /// What is known after `plies` plies.
    #[must_use]
    pub fn after(&self, plies: usize) -> Option<&KnownPly> {
        self.plies.get(plies)
    }

    /// How ply `ply`, from 0, has narrowed the positions down, in words.
    #[must_use]
    pub fn narrowing(&self, ply: usize) -> Vec<NarrowRow> {
        let step = self.after(ply + 1).and_then(|it| it.step.as_ref());
        let (Some(step), Some(heard)) = (step, self.hearing.plies.get(ply)) else {
            return Vec::new();
        };
        let rows = step.narrowed.iter();
        rows.map(|it| NarrowRow { words: word_words(it.word, heard), ways: it.ways }).collect()
    }
}

/// One thing that was heard, in words.
fn word_words(word: Word, heard: &Heard) -> String {
    match word {
        Word::Illegal(index) => match &heard.mv {
            HeardMove::Own { tries, .. } => match tries.get(index) {
                Some(one) => format!("{} was illegal", one.text),
                None => "A try was illegal".to_owned(),
            },
            HeardMove::Other { .. } => "A try was illegal".to_owned(),
        },
        Word::Legal => match &heard.mv {
            HeardMove::Own { san, .. } => format!("{san} was legal"),
            HeardMove::Other { .. } => "The move was legal".to_owned(),
        },
        Word::Tries(0) => "A legal move, no illegal try".to_owned(),
        Word::Tries(count) => count_words(count, "illegal try", "illegal tries"),
        Word::Capture(Some(square)) => format!("A piece was taken on {square}"),
        Word::Capture(None) => "Nothing was taken".to_owned(),
        Word::Checks if heard.response.checks.is_empty() => "No check".to_owned(),
        Word::Checks => {
            let from: Vec<&str> =
                heard.response.checks.iter().map(crate::rules::Direction::words).collect();
            format!("Check {}", from.join(" and "))
        }
        Word::PawnTries(0) => "No pawn tries".to_owned(),
        Word::PawnTries(count) => count_words(count, "pawn try", "pawn tries"),
        Word::Mate => "Mate".to_owned(),
    }
}

/// What the player whose side is shown can know, as far as it has been worked out.
#[must_use]
pub fn known(session: &Session) -> Option<&Known> {
    session.game()?.known()
}

/// Begins to work out what a panel needs that is shown and is not known yet.
pub(in crate::app) fn think(cx: &mut Cx<'_>) {
    let waits = cx.game().is_some_and(GameState::problem_waits);
    let wanted = (cx.shell.panel == Panel::Belief || waits) && known(cx).is_none();
    let Some(view) = cx.seat_view().filter(|_| wanted) else { return };
    let (seat, hearing) = (view.hearing.seat, Arc::new(bare(&view.hearing)));
    if let Some(game) = cx.game_mut() {
        game.known[seat as usize] = Some(Known {
            hearing: Arc::clone(&hearing),
            plies: Vec::new(),
            progress: None,
            end: KnownEnd::Working,
        });
        cx.run(Effect::Think(ThinkJob::Know(hearing)));
    }
}

/// What was heard in the game that is open, as far as work was begun on what it tells.
pub(in crate::app) fn thinking(session: &Session) -> Vec<Arc<Hearing>> {
    let known = session.game().into_iter().flat_map(|game| &game.known);
    let hearings = known.flatten().map(|known| Arc::clone(&known.hearing));
    hearings.collect()
}

/// Cancels the work that was begun on what was heard `before` and is no longer wanted.
pub(in crate::app) fn cancel_thinking(cx: &mut Cx<'_>, before: &[Arc<Hearing>]) {
    let now = thinking(cx);
    let is_wanted = |hearing: &Arc<Hearing>| now.iter().any(|it| Arc::ptr_eq(it, hearing));
    let gone = before.iter().filter(|hearing| !is_wanted(hearing));
    // What was tried and searched began from it.
    let kinds = |hearing: &Arc<Hearing>| {
        let know = JobKind::Know(hearing.seat);
        [know, JobKind::TryMove, JobKind::Plan].map(Effect::Cancel)
    };
    cx.run_all(gone.flat_map(kinds));
}

/// Stops what is being worked out for the side that is shown.
pub(in crate::app) fn stop_thinking(cx: &mut Cx<'_>) {
    let Some(game) = cx.game_mut() else {
        return;
    };
    let Side::Seat(seat) = game.shown.side else {
        return;
    };
    let known = game.known[seat as usize].as_mut();
    let working = |known: &&mut Known| matches!(known.end, KnownEnd::Working);
    let Some(known) = known.filter(working) else {
        return;
    };
    known.end = KnownEnd::Ended(NoBelief::Stopped);
    cx.run(Effect::Cancel(JobKind::Know(seat)));
}

/// Begins anew what was stopped.
pub(in crate::app) fn think_again(cx: &mut Cx<'_>) {
    if let Some(game) = cx.game_mut()
        && let Side::Seat(seat) = game.shown.side
    {
        game.known[seat as usize] = None;
    }
}

/// Takes what has come of work in the background.
pub(in crate::app) fn take_thought(cx: &mut Cx<'_>, thought: Thought) {
    let Some(game) = cx.game_mut() else { return };
    let JobKind::Know(seat) = thought.kind else {
        game.found(thought.what);
        write_answer(cx);
        return note_answer(cx);
    };
    let Some(known) = &mut game.known[seat as usize] else {
        return;
    };
    match thought.what {
        Found::Progress(progress) => known.progress = Some(progress),
        Found::Ply(ply) => {
            known.plies.push(*ply);
            known.progress = None;
        }
        Found::Known(belief) => known.end = KnownEnd::Done(belief),
        Found::Unknown(why) => known.end = KnownEnd::Ended(why),
        // These belong to the problem.
        Found::Answers(_) | Found::Judged(_) | Found::Solved(_) => {}
    }
}

impl GameState {
    /// The chances after `plies` plies, as they are drawn upon the board, where they are known.
    pub(super) fn heat(&self, plies: usize) -> Option<Heat> {
        let ply = self.known()?.after(plies)?;
        let kind = self.heat_kind;
        Some(Heat {
            kind,
            chances: Square::ALL.map(|square| match kind {
                Some(role) => ply.chances.of(role, square),
                None => ply.chances.of_any(square),
            }),
            of_all: ply.chances.clone(),
        })
    }
}
