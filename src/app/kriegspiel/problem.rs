//! A problem: what it asks, moves that are tried, and the plan that answers it.

use super::{EntryTurn, Found, GameState, KnownEnd, Side, Step, ThinkJob, Tried};
use crate::{
    app::{
        Cx, Effect, JobKind, Panel, Session,
        issues::sentence,
        kriegspiel::{
            entering::enter_ply,
            going::{go_in_game, show_side},
            known::{known, stop_thinking},
        },
        notes,
    },
    archive::RecordId,
    document::DocumentEdit,
    kriegspiel::{
        Answer, Effort, Notation, Solved,
        notation::{Asked, color_title, said_words},
    },
    notation::KnownTag,
    rules::{Attempt, Color, OwnPieces, Role, San, Square},
    text::plural,
};
use std::sync::Arc;

/// In so many records of a file the answers of another time are looked for.
const MANY_PROBLEMS: usize = 10_000;

/// What has been done about the problem that is open.
#[derive(Clone, Debug, Default)]
pub struct ProblemState {
    /// Whether the answer in the file has been asked for, or a person has answered.
    pub revealed: bool,
    /// What a person has answered: whether mate is forced.
    pub answered: Option<bool>,
    /// What has been typed to be tried.
    pub typed: String,
    /// Why it cannot be tried; empty while nothing is known against it.
    pub refused: String,
    /// The move that was tried last.
    pub trial: Option<Trial>,
    /// The search for a plan.
    pub search: Option<Search>,
    /// Whether it was just made and waits for the search, which tells its answer.
    pub unchecked: bool,
}

/// A move that was tried, and what the referee would say.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Whether the referee has been asked; not while what is known is still being worked out.
    pub asked: bool,
    /// The move.
    pub attempt: Attempt,
    /// How it is written.
    pub text: String,
    /// In how many positions what is said, the most frequent first; `None` while it is being asked.
    pub answers: Option<Vec<(Answer, usize)>>,
    /// Of how many positions.
    pub of: usize,
    /// Whether these are all.
    pub exact: bool,
}

/// A search for a plan.
#[derive(Clone, Debug)]
pub struct Search {
    /// Whether it has begun; not while what is known is still being worked out.
    pub begun: bool,
    /// How far it has come.
    pub judged: Effort,
    /// What came of it.
    pub solved: Option<Arc<Solved>>,
    /// In how many positions.
    pub of: usize,
    /// Whether these are all.
    pub exact: bool,
}

/// What a problem asks, in words: `White to move: is mate in 1 ply forced?`
#[must_use]
pub fn task_words(asked: Asked, turn: Color) -> String {
    let plies = plural(asked.depth, "ply", "plies");
    let nearly = match asked.epsilon {
        Some(_) => {
            " And if not, is there a plan that mates with a chance as near to 1 as one likes?"
        }
        None => "",
    };
    format!("{} to move: is mate in {} {plies} forced?{nearly}", color_title(turn), asked.depth)
}

/// The answer that the file gives, in words.
#[must_use]
pub fn answer_words(asked: Asked) -> String {
    let forced = match asked.forced {
        Some(true) => "The file says: yes, it is forced.",
        Some(false) => "The file says: no, it is not forced.",
        None => "The file gives no answer.",
    };
    let nearly = match (asked.forced, asked.epsilon) {
        (Some(true), _) | (_, None) => "",
        (_, Some(true)) => " A plan exists that comes as near to it as one likes.",
        (_, Some(false)) => " Nor is there a plan that comes as near to it as one likes.",
    };
    format!("{forced}{nearly}")
}

/// What is said to a person who has `answered` whether mate is forced, once it is known whether it `is`.
#[must_use]
pub const fn verdict_words(answered: bool, is: bool) -> &'static str {
    match (answered, is) {
        (true, true) => "Right: mate is forced.",
        (false, false) => "Right: mate is not forced.",
        (true, false) => "Wrong: mate is not forced.",
        (false, true) => "Wrong: mate is forced.",
    }
}

/// What a search has found out about a plan whose chance is as near to 1 as one likes.
#[must_use]
pub const fn epsilon_words(solved: &Solved) -> &'static str {
    match solved.epsilon() {
        Some(true) => "A chance as near to 1 as one likes: yes, as mate is forced.",
        Some(false) => {
            "A chance as near to 1 as one likes: no, as a position is possible in which mate is not forced even by one who sees it."
        }
        None => {
            "A chance as near to 1 as one likes: not known. Only plans that are certain are searched."
        }
    }
}

/// The part of a search within `depth` plies that is behind it, from 0 to 1; it never grows less.
#[must_use]
pub fn searched(effort: Effort, depth: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a bar on the screen")]
    let [judged, of, rounds, round] = [
        effort.judged as f32,
        effort.of.max(1) as f32,
        depth.div_ceil(2).max(1) as f32,
        (effort.plies / 2) as f32,
    ];
    ((round + judged / of) / rounds).min(1.0)
}

/// What the referee would say, in words.
#[must_use]
pub fn reply_words(answer: Answer, mover: Color) -> String {
    match answer {
        Answer::Illegal => "Illegal".to_owned(),
        Answer::Legal { response, mate } => said_words(response, mover, mate),
    }
}

/// What the game asks, if it is a problem.
#[must_use]
pub fn asked(session: &Session) -> Option<Asked> {
    session.game_document()?.game().asked
}

/// Whether the file tells an answer that has not been asked for.
#[must_use]
pub fn hides_answer(session: &Session) -> bool {
    let told = |asked: Asked| asked.forced.is_some() || asked.epsilon.is_some();
    let revealed = session.game().is_some_and(|game| game.problem.revealed);
    asked(session).is_some_and(told) && !revealed
}

/// A problem opens on its panel, which no other game has.
pub(in crate::app) fn show_panel_of_problem(cx: &mut Cx<'_>) {
    match (asked(cx).is_some(), cx.shell.panel) {
        (true, _) => cx.shell.panel = Panel::Problem,
        (false, Panel::Problem) => cx.shell.panel = Panel::Moves,
        _ => {}
    }
}

/// Whether mate is forced in the problem that is open: as the search found, or else as the file says.
#[must_use]
pub fn is_forced(session: &Session) -> Option<bool> {
    let search = session.game().and_then(|game| game.problem.search.as_ref());
    match search.and_then(|search| search.solved.as_deref()) {
        Some(Solved::Forced(_)) => Some(true),
        Some(Solved::NotForced(_)) => Some(false),
        _ => asked(session)?.forced,
    }
}

/// A person answers whether mate is forced. Where the file does not tell, a plan is searched for.
pub(in crate::app) fn answer_problem(cx: &mut Cx<'_>, forced: bool) {
    if let Some(game) = cx.game_mut() {
        game.problem.answered = Some(forced);
        game.problem.revealed = true;
    }
    if is_forced(cx).is_none() {
        solve(cx);
    }
    note_answer(cx);
}

/// Notes whether the answer to the problem that is open was right, once that is known. The first answer counts.
pub(in crate::app) fn note_answer(cx: &mut Cx<'_>) {
    let answered = cx.game().and_then(|game| game.problem.answered);
    if let (Some(answered), Some(is)) = (answered, is_forced(cx))
        && let session = &mut *cx.session
        && let Some(file) = session.library.file_mut()
    {
        file.answers.entry(file.chosen).or_insert(answered == is);
        session.settings.problems.keep(&file.original, answered == is);
    }
}

/// Takes up the answers of another time to the problems of the file that is open, as far as its text is held.
pub(in crate::app) fn take_up_answers(cx: &mut Cx<'_>) {
    let session = &mut *cx.session;
    let kept = &session.settings.problems;
    let Some(file) = session.library.file_mut().filter(|_| !kept.is_empty()) else {
        return;
    };
    let list = &file.list;
    for id in 0..list.index.len().min(MANY_PROBLEMS) {
        let id = id as RecordId;
        let is_game = list.index.row(id).is_some_and(|row| row.notation == Notation::Kriegspiel);
        let answer = list.held(id).filter(|_| is_game).and_then(|text| kept.of(text));
        if let Some(right) = answer {
            file.answers.entry(id).or_insert(right);
        }
    }
}

/// Writes the answer of the search into a problem that was just made.
pub(in crate::app) fn write_answer(cx: &mut Cx<'_>) {
    let Some(game) = cx.game() else { return };
    let problem = &game.problem;
    let solved = problem.search.as_ref().and_then(|it| it.solved.clone());
    let (true, Some(solved)) = (problem.unchecked, solved) else {
        return;
    };
    let exact = problem.search.as_ref().is_some_and(|search| search.exact);
    if let Some(game) = cx.game_mut() {
        game.problem.unchecked = false;
    }
    let forced = match &*solved {
        Solved::Forced(_) if exact => true,
        Solved::NotForced(_) => false,
        _ => {
            return cx.tell("The problem was not solved; it has no answer.".to_owned());
        }
    };
    let letter = |is: bool| if is { "T" } else { "F" };
    let mut answers = vec![(KnownTag::Forced, forced)];
    answers.extend(solved.epsilon().map(|is| (KnownTag::Epsilon, is)));
    for (tag, is) in answers {
        notes::edit(
            cx,
            &DocumentEdit::Tag { name: tag.name().to_owned(), value: letter(is).to_owned() },
        );
    }
    let words = if forced { "is" } else { "is not" };
    cx.tell(format!("Solve has checked the problem: mate {words} forced."));
}

/// How many problems of the file were answered, and how many of them at once right.
#[must_use]
pub fn problem_score(session: &Session) -> (usize, usize) {
    let answers = session.library.file().map(|file| &file.answers);
    answers.map_or((0, 0), |answers| {
        let right = answers.values().filter(|right| **right).count();
        (answers.len(), right)
    })
}

/// The game of Kriegspiel behind the one that is shown, in the list as it is shown and from its start again, that was
/// not answered yet.
#[must_use]
pub fn next_problem(session: &Session) -> Option<RecordId> {
    let file = session.library.file()?;
    let rows = file.filter.rows.iter().map(|&row| row as RecordId);
    let all: Vec<RecordId> = rows.collect();
    let here = all.iter().position(|&id| id == file.chosen).map_or(0, |at| at + 1);
    let mut next = all[here..].iter().chain(&all[..here]).copied();
    next.find(|id| {
        let row = file.list.index.row(*id);
        let is_game = row.is_some_and(|row| row.notation == Notation::Kriegspiel);
        is_game && *id != file.chosen && !file.answers.contains_key(id)
    })
}

/// A click on a square of the board of a game.
pub(in crate::app) fn click_game(cx: &mut Cx<'_>, square: Square) {
    let tried = cx.game_mut().is_some_and(|game| game.click(square));
    show_trial(cx, tried);
}

/// The pawn that was tried to the last rank is to become `role`; `None` takes it back.
pub(in crate::app) fn promote_try(cx: &mut Cx<'_>, role: Option<Role>) {
    let tried = cx.game_mut().is_some_and(|game| game.promote(role));
    show_trial(cx, tried);
}

/// Puts back the piece in hand; whether there was one.
pub(in crate::app) fn put_back(cx: &mut Cx<'_>) -> bool {
    cx.game_mut().is_some_and(GameState::put_back)
}

/// Tries the move that is typed.
pub(in crate::app) fn try_typed(cx: &mut Cx<'_>) {
    let tried = cx.game_mut().is_some_and(GameState::try_typed);
    show_trial(cx, tried);
}

fn show_trial(cx: &mut Cx<'_>, tried: bool) {
    let entry = cx.game().and_then(GameState::entry_turn);
    if let Some(turn) = entry.filter(|_| tried) {
        // The referee sees whether it is legal; a player is asked what was said.
        if matches!(turn, EntryTurn::Referee(_)) {
            enter_ply(cx, false);
        }
    } else if tried {
        cx.shell.panel = Panel::Problem;
    }
}

/// Searches for a plan.
pub(in crate::app) fn solve(cx: &mut Cx<'_>) {
    if asked(cx).is_none() {
        return;
    }
    show_solver(cx);
    if let Some(game) = cx.game_mut() {
        game.problem.search = Some(Search {
            begun: false,
            judged: Effort::default(),
            solved: None,
            of: 0,
            exact: true,
        });
    }
}

/// Shows the side of the player who is to move at the end, and stands there.
pub(in crate::app) fn show_solver(cx: &mut Cx<'_>) {
    cx.shell.panel = Panel::Problem;
    let turn = solver(cx);
    let Some(views) = cx.game_views() else {
        return;
    };
    let end = Step::after(views.steps.plies());
    if let Some(turn) = turn.filter(|turn| views.seat(*turn).is_some()) {
        show_side(cx, Side::Seat(turn));
    }
    go_in_game(cx, end);
}

/// Who is to move at the end of the game.
#[must_use]
pub fn solver(session: &Session) -> Option<Color> {
    Some(session.game_document()?.game().turn())
}

/// Stops the search for a plan; what was worked out before stays.
pub(in crate::app) fn stop_solving(cx: &mut Cx<'_>) {
    if let Some(game) = cx.game_mut() {
        game.problem.unchecked = false;
    }
    let search = cx.game_mut().map(|game| &mut game.problem.search);
    let unsolved = |search: &mut Search| search.solved.is_none();
    let Some(search) = search.and_then(|search| search.take_if(unsolved)) else {
        return;
    };
    if search.begun {
        cx.run(Effect::Cancel(JobKind::Plan));
        return;
    }
    stop_thinking(cx)
}

/// Hands on what waits until it is known which positions are possible.
pub(in crate::app) fn think_about_problem(cx: &mut Cx<'_>) {
    let Some(KnownEnd::Done(belief)) = known(cx).map(|known| &known.end) else {
        return;
    };
    let belief = Arc::clone(belief);
    let (of, is_exact) = (belief.len(), belief.is_exact());
    let depth = asked(cx).map(|asked| asked.depth);
    let mut jobs = Vec::new();
    if let Some(game) = cx.game_mut() {
        let (trial, search) = (&mut game.problem.trial, &mut game.problem.search);
        if let Some(trial) = trial.as_mut().filter(|it| !it.asked) {
            let job = ThinkJob::TryMove(Arc::clone(&belief), trial.attempt);
            jobs.push(job);
            trial.asked = true;
            (trial.of, trial.exact) = (of, is_exact);
        }
        if let Some(search) = search.as_mut().filter(|it| !it.begun)
            && let Some(depth) = depth
        {
            jobs.push(ThinkJob::Plan(belief, depth));
            search.begun = true;
            (search.of, search.exact) = (of, is_exact);
        }
    }
    cx.run_all(jobs.into_iter().map(Effect::Think));
}

impl GameState {
    /// The pieces of the player who can try a move: whose side is shown, who is to move at the end of the game, and
    /// where one stands there.
    #[must_use]
    pub fn trying(&self) -> Option<OwnPieces> {
        let Side::Seat(seat) = self.shown.side else {
            return self.entered_pieces();
        };
        let hearing = &self.views.seat(seat)?.hearing;
        let plies = hearing.plies.len();
        let ends = self.shown.step == Step::after(plies) && self.shown.plan.is_none();
        let here = ends && hearing.turn() == hearing.seat;
        here.then(|| hearing.sight(plies).own)
    }

    /// The squares that the piece in hand may try to go to.
    #[must_use]
    pub fn trial_targets(&self) -> Vec<Square> {
        let (Some(own), Some(from)) = (self.trying(), self.shown.picked) else {
            return Vec::new();
        };
        let tries = own.attempts().into_iter();
        let mut targets: Vec<Square> = tries
            .map(Tried::from)
            .filter(|tried| tried.from == from)
            .map(|tried| tried.to)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The piece in hand is tried on `square`, or the piece there comes into the hand. Whether a move was tried.
    fn click(&mut self, square: Square) -> bool {
        let Some(own) = self.trying() else {
            return false;
        };
        let picked = self.shown.picked;
        self.put_back();
        let tried = picked.map(|from| Tried { from, to: square });
        let mut attempts = own.attempts().into_iter();
        let goes = attempts.rfind(|attempt| Some(Tried::from(*attempt)) == tried);
        match goes {
            Some(attempt) if promotion(attempt).is_some() => self.shown.promoting = tried,
            Some(attempt) => {
                self.try_move(&own, attempt);
                return true;
            }
            None => {
                let there = own.pieces().occupied().contains(square);
                self.shown.picked = (there && picked != Some(square)).then_some(square);
            }
        }
        false
    }

    /// The pawn becomes `role`; whether a move was tried.
    fn promote(&mut self, role: Option<Role>) -> bool {
        let tried = self.shown.promoting.take();
        let Some(own) = self.trying().filter(|_| role.is_some()) else {
            return false;
        };
        let mut attempts = own.attempts().into_iter();
        let goes =
            |attempt: &Attempt| Some(Tried::from(*attempt)) == tried && promotion(*attempt) == role;
        match attempts.find(goes) {
            Some(attempt) => {
                self.try_move(&own, attempt);
                true
            }
            None => false,
        }
    }

    /// Puts back the piece in hand; whether there was one.
    fn put_back(&mut self) -> bool {
        let picked = self.shown.picked.take().is_some() | self.shown.plan.take().is_some();
        self.shown.promoting.take().is_some() || picked
    }

    /// Tries the move that is typed; whether it can be tried.
    fn try_typed(&mut self) -> bool {
        let Some(own) = self.trying() else {
            return false;
        };
        let typed = self.problem.typed.trim().to_owned();
        let read = San::parse(typed.as_bytes())
            .map_err(|error| format!("this is not a move: {error}"))
            .and_then(|read| own.resolve(&read.san).map_err(|why| why.to_string()));
        match read {
            Ok(attempt) => {
                self.try_move(&own, attempt);
                self.problem.typed.clear();
                true
            }
            Err(why) => {
                self.problem.refused = sentence(&why);
                false
            }
        }
    }

    fn try_move(&mut self, own: &OwnPieces, attempt: Attempt) {
        self.put_back();
        if self.entry_turn().is_some()
            && let Some(entry) = &mut self.entry
        {
            entry.typed = own.san(attempt, false).to_string();
            entry.refused.clear();
            return;
        }
        self.problem.refused.clear();
        self.problem.trial = Some(Trial {
            asked: false,
            attempt,
            text: own.san(attempt, false).to_string(),
            answers: None,
            of: 0,
            exact: true,
        });
    }

    /// Takes what has come of the try or the search.
    pub(super) fn found(&mut self, found: Found) {
        let ProblemState { trial, search, .. } = &mut self.problem;
        match (found, trial, search) {
            (Found::Answers(answers), Some(trial), _) => trial.answers = Some(answers),
            (Found::Judged(effort), _, Some(search)) => search.judged = effort,
            (Found::Solved(solved), _, Some(search)) => search.solved = Some(solved),
            _ => {}
        }
    }

    /// Whether the problem panel needs to know which positions are possible.
    pub(super) fn problem_waits(&self) -> bool {
        let trial = self.problem.trial.as_ref().is_some_and(|it| !it.asked);
        let search = self.problem.search.as_ref().is_some_and(|it| !it.begun);
        trial || search
    }
}

/// What the pawn of `attempt` becomes.
const fn promotion(attempt: Attempt) -> Option<Role> {
    match attempt {
        Attempt::Normal { promotion, .. } => promotion,
        Attempt::Castle { .. } => None,
    }
}
