//! [`Composer`]: the board of a composer, on which problems are set up while the solver runs.
//!
//! A sheet holds the versions of a problem, such as its twins. Every change of the current version cancels the solver and
//! starts it again. The solutions of all versions are kept, by the text of the problem.

use super::KriegspielJob;
use crate::{
    app::{Cx, DeferredAction, Dialog, Effect, JobKind, Session, SetUpBoard, tabs},
    document::{GameDocument, NewProblemTags, new_problem},
    kriegspiel::{
        Composition, MAX_SOLVE_PLIES, Rules,
        notation::{HiddenPieces, ProblemQuestion, piece_count_text},
        plan_lines, solution_comment, solution_lines, stipulation,
    },
    notation::KnownTag,
    rules::{Color, Piece, Role, Square},
    text::count_text,
};
use std::{collections::HashMap, ops::RangeInclusive, sync::Arc};

/// The maximum number of versions of a problem, one for each letter.
pub const MAX_VERSIONS: usize = 26;

/// What a problem asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stipulation {
    /// A plan that mates in every position.
    #[default]
    Certain,
    /// A plan that mates with a probability arbitrarily close to 1.
    Probability,
    /// Whether a plan that mates in every position exists.
    Question,
}

impl Stipulation {
    pub const ALL: [Self; 3] = [Self::Certain, Self::Probability, Self::Question];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "with certainty",
            Self::Probability => "with probability close to 1",
            Self::Question => "is it forced?",
        }
    }
}

/// A problem on the composer's board, possibly illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemSketch {
    /// The known pieces and the side to move, which has to mate.
    pub board: SetUpBoard,
    /// The value of the `Hidden` tag, as typed.
    pub hidden: String,
    pub rules: Rules,
    /// The number of moves within which the side to move should mate.
    pub moves: u32,
    pub stipulation: Stipulation,
    /// The author and the first publication.
    pub source: String,
}

impl Default for ProblemSketch {
    fn default() -> Self {
        Self {
            board: SetUpBoard::empty(),
            hidden: String::new(),
            rules: Rules::default(),
            moves: 2,
            stipulation: Stipulation::default(),
            source: String::new(),
        }
    }
}

impl ProblemSketch {
    pub const MOVES: RangeInclusive<u32> = 1..=MAX_SOLVE_PLIES.div_ceil(2);

    pub fn is_empty(&self) -> bool {
        self.board.piece_counts() == [0, 0]
    }

    /// Returns the hidden pieces; `None` if there are none or the text cannot be read.
    pub fn hidden_pieces(&self) -> Option<HiddenPieces> {
        self.hidden.parse().ok()
    }

    /// Returns the numbers of White's and Black's pieces, such as `7+5`. A hidden piece counts as well.
    pub fn count_text(&self) -> String {
        piece_count_text(self.board.piece_counts(), self.hidden_pieces().as_ref())
    }

    /// Returns the stipulation, such as `#2, English rules`.
    pub fn stipulation_text(&self) -> String {
        stipulation(self.question(None), self.rules, self.board.turn)
    }

    /// Returns the question of the problem. `forced` is the result of the solver, if known.
    fn question(&self, forced: Option<bool>) -> ProblemQuestion {
        let (forced, epsilon) = match (forced, self.stipulation) {
            (Some(true), _) => (Some(true), Some(true)),
            (Some(false), _) => (Some(false), None),
            (None, Stipulation::Certain) => (Some(true), None),
            (None, Stipulation::Probability) => (None, Some(true)),
            (None, Stipulation::Question) => (None, None),
        };
        ProblemQuestion { depth: 2 * self.moves - 1, forced, epsilon }
    }

    /// Returns the problem of `document`, or `None` if it is not a problem, has moves, or cannot be read.
    fn of(document: &GameDocument) -> Option<Self> {
        let (game, record, text) = (document.game(), document.record(), document.text());
        let question = game.question?;
        let turn = game.turn();
        let hearing = game.hearing(turn)?;
        if !record.plies.is_empty() || game.obstacle.is_some() {
            return None;
        }
        let event = record.tag_text(text, KnownTag::Event).unwrap_or_default();
        Some(Self {
            board: SetUpBoard::read_fen(&hearing.start.chess_fen())?,
            hidden: record.hidden_pieces(text).unwrap_or_default(),
            rules: hearing.rules,
            moves: question.depth.div_ceil(2).clamp(*Self::MOVES.start(), *Self::MOVES.end()),
            stipulation: match (question.forced, question.epsilon) {
                (Some(true), _) => Stipulation::Certain,
                (_, Some(true)) => Stipulation::Probability,
                _ => Stipulation::Question,
            },
            source: if event.trim() == "?" { String::new() } else { event.into_owned() },
        })
    }

    /// Returns the record of the problem without notes, which the solver reads.
    fn solver_text(&self) -> String {
        let unnamed = Self { source: String::new(), ..self.clone() };
        unnamed.text("", None, None)
    }

    /// Returns the record of the problem. `note` tells how it differs from an earlier version.
    fn text(&self, date: &str, note: Option<String>, solution: Option<&Solution>) -> String {
        let tags = NewProblemTags {
            source: self.source.clone(),
            date: date.to_owned(),
            rules: self.rules,
            seat: self.board.turn,
            fen: self.board.fen(),
            hidden: self.hidden.clone(),
            question: self.question(solution.map(|it| it.composition.shortest.is_some())),
        };
        let comment = solution.map(|it| {
            let mut lines = solution_lines(&it.composition, it.positions);
            lines.extend(it.composition.plan.iter().flat_map(plan_lines));
            solution_comment(&lines)
        });
        let comments: Vec<String> = note.into_iter().chain(comment).collect();
        new_problem(&tags, &comments)
    }

    /// Returns how this problem differs from `original`, such as `Pa2→a3`.
    pub fn difference(&self, original: &Self) -> String {
        let mut parts = moved_pieces(&original.board, &self.board);
        if self.hidden.trim() != original.hidden.trim() {
            parts.push(match self.hidden.trim() {
                "" => "no hidden pieces".to_owned(),
                hidden => format!("hidden {hidden}"),
            });
        }
        if self.board.turn != original.board.turn {
            parts.push(self.board.turn.fold_wb("White to move", "Black to move").to_owned());
        }
        if self.board.castling != original.board.castling {
            parts.push("other castling rights".to_owned());
        }
        if self.moves != original.moves {
            parts.push(format!("#{}", self.moves));
        }
        if self.rules != original.rules {
            parts.push(format!("{} rules", self.rules.short_name()));
        }
        if self.stipulation != original.stipulation {
            parts.push(self.stipulation.name().to_owned());
        }
        if parts.is_empty() { "no difference".to_owned() } else { parts.join(", ") }
    }
}

fn piece_text(piece: Piece, square: Square) -> String {
    let color = piece.color.fold_wb("", "b");
    format!("{color}{}{square}", piece.role.upper_char())
}

/// Returns the pieces that were moved, removed or added from `old` to `new`.
fn moved_pieces(old: &SetUpBoard, new: &SetUpBoard) -> Vec<String> {
    let at = |board: &SetUpBoard, square| board.piece_at(square).map(|it| it.piece);
    let changed = |from: &SetUpBoard, to: &SetUpBoard| -> Vec<(Piece, Square)> {
        let gone = Square::ALL.into_iter().filter_map(|square| {
            let piece = at(from, square)?;
            if at(to, square) == Some(piece) { None } else { Some((piece, square)) }
        });
        gone.collect()
    };
    let mut added = changed(new, old);
    let mut parts = Vec::new();
    for (piece, square) in changed(old, new) {
        let place = added.iter().position(|(other, _)| *other == piece);
        parts.push(match place.map(|place| added.remove(place)) {
            Some((_, to)) => format!("{}→{to}", piece_text(piece, square)),
            None => format!("−{}", piece_text(piece, square)),
        });
    }
    parts.extend(added.into_iter().map(|(piece, at)| format!("+{}", piece_text(piece, at))));
    parts
}

/// The number of changes that can be undone.
const MAX_UNDO: usize = 500;

/// The versions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposerSheet {
    /// Invariant: not empty.
    pub versions: Vec<ProblemSketch>,
    /// The index of the version on the board.
    pub current: usize,
}

impl From<ProblemSketch> for ComposerSheet {
    fn from(sketch: ProblemSketch) -> Self {
        Self { versions: vec![sketch], current: 0 }
    }
}

impl Default for ComposerSheet {
    fn default() -> Self {
        ProblemSketch::default().into()
    }
}

impl ComposerSheet {
    /// Returns the version on the board.
    pub fn sketch(&self) -> &ProblemSketch {
        &self.versions[self.current.min(self.versions.len() - 1)]
    }

    /// Returns the version on the board.
    pub fn sketch_mut(&mut self) -> &mut ProblemSketch {
        let current = self.current.min(self.versions.len() - 1);
        &mut self.versions[current]
    }

    /// Adds a copy of the current version, and shows it.
    pub fn add_twin(&mut self) {
        let twin = self.sketch().clone();
        self.versions.push(twin);
        self.current = self.versions.len() - 1;
    }

    /// Removes the current version, unless it is the only one.
    pub fn remove_current(&mut self) {
        if self.versions.len() > 1 {
            self.versions.remove(self.current.min(self.versions.len() - 1));
            self.current = self.current.min(self.versions.len() - 1);
        }
    }

    /// Returns whether only a text of the current version differs from `other`, which is a change by typing.
    fn differs_in_text(&self, other: &Self) -> bool {
        let mut typed = other.clone();
        let (old, new) = (self.sketch().clone(), typed.sketch_mut());
        let differs = (old.hidden != new.hidden) != (old.source != new.source);
        (new.hidden, new.source) = (old.hidden, old.source);
        differs && typed == *self
    }

    /// Returns the letter of a version, such as `b)`.
    pub fn letter(index: usize) -> String {
        let letter = char::from(b'a' + u8::try_from(index % MAX_VERSIONS).unwrap_or(0));
        format!("{letter})")
    }

    /// Returns the letter of version `index` and how it differs from the first, or `None` if there is only one.
    pub fn note(&self, index: usize) -> Option<String> {
        if self.versions.len() < 2 {
            return None;
        }
        let letter = Self::letter(index);
        Some(match index {
            0 => format!("{letter} diagram"),
            _ => format!("{letter} {}", self.versions[index].difference(&self.versions[0])),
        })
    }
}

/// The complete solution of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    pub composition: Composition,
    /// The number of positions that the player considers possible.
    pub positions: usize,
    /// Whether the solver covers all possible positions rather than a sample.
    pub exact: bool,
    pub seat: Color,
}

/// The result of the composer's job.
#[derive(Clone, Debug, PartialEq)]
pub enum ComposeOutcome {
    Solved(Box<Solution>),
    /// The search was cancelled.
    Undecided,
    /// The problem cannot be solved, for this reason, as a sentence.
    Invalid(String),
}

/// The composer's board with the solutions found so far.
#[derive(Clone, Debug, Default)]
pub struct Composer {
    pub sheet: ComposerSheet,
    /// The results of versions, by the text that the solver read.
    outcomes: HashMap<Arc<str>, Arc<ComposeOutcome>>,
    /// The text that the solver reads now.
    pending: Option<Arc<str>>,
    /// Problems that were made from positions of games, as records.
    pub collected: Vec<String>,
    /// The earlier states of [`Self::sheet`], latest last.
    undo: Vec<ComposerSheet>,
    /// The states of [`Self::sheet`] that were undone, latest last.
    redo: Vec<ComposerSheet>,
}

impl Composer {
    /// Returns the result of the version on the board.
    pub fn outcome(&self) -> Option<&ComposeOutcome> {
        self.outcome_of(self.sheet.sketch())
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Replaces the versions. Another choice of the version, and a text that is typed on, are not undone by themselves.
    fn replace_sheet(&mut self, sheet: ComposerSheet) {
        let old = std::mem::replace(&mut self.sheet, sheet);
        let is_typed_on =
            |last: &ComposerSheet| last.differs_in_text(&old) && old.differs_in_text(&self.sheet);
        let is_kept =
            old.versions == self.sheet.versions || self.undo.last().is_some_and(is_typed_on);
        if is_kept {
            return;
        }
        self.redo.clear();
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(old);
    }

    fn outcome_of(&self, sketch: &ProblemSketch) -> Option<&ComposeOutcome> {
        self.outcomes.get(&*sketch.solver_text()).map(|outcome| &**outcome)
    }

    /// Returns the collected problems and all versions as one text, with the solutions found.
    fn text(&self, date: &str) -> String {
        let mut records = self.collected.clone();
        for (index, sketch) in self.sheet.versions.iter().enumerate() {
            if sketch.is_empty() {
                continue;
            }
            let solution = match self.outcome_of(sketch) {
                Some(ComposeOutcome::Solved(solution)) if solution.exact => Some(&**solution),
                _ => None,
            };
            records.push(sketch.text(date, self.sheet.note(index), solution));
        }
        records.join("\n")
    }

    /// Stores the result for the problem `text`.
    pub(super) fn store(&mut self, text: &Arc<str>, outcome: Arc<ComposeOutcome>) {
        if self.pending.as_ref() == Some(text) {
            self.pending = None;
        }
        let texts: Vec<String> =
            self.sheet.versions.iter().map(ProblemSketch::solver_text).collect();
        self.outcomes.retain(|old, _| texts.iter().any(|it| **it == **old));
        self.outcomes.insert(Arc::clone(text), outcome);
    }
}

/// Returns the number of collected problems, in words.
pub fn collected_text(count: usize) -> String {
    count_text(count, "problem collected from a game", "problems collected from games")
}

/// Opens the composer's board as it was left.
pub(in crate::app) fn open_composer(cx: &mut Cx<'_>) {
    cx.open_dialog(Dialog::Composer);
    start_composing(cx);
}

pub(super) fn change_composer(cx: &mut Cx<'_>, sheet: ComposerSheet) {
    if !sheet.versions.is_empty() {
        cx.composer_mut().replace_sheet(sheet);
        start_composing(cx);
    }
}

/// Restores the state before the last change of the composer's board.
pub(super) fn undo_composing(cx: &mut Cx<'_>) {
    let Composer { sheet, undo, redo, .. } = cx.composer_mut();
    if exchange_sheet(sheet, undo, redo) {
        start_composing(cx);
    }
}

/// Restores the state that was undone last.
pub(super) fn redo_composing(cx: &mut Cx<'_>) {
    let Composer { sheet, undo, redo, .. } = cx.composer_mut();
    if exchange_sheet(sheet, redo, undo) {
        start_composing(cx);
    }
}

/// Replaces `sheet` by the last one of `from`, and keeps the old one in `to`. Returns whether there was one.
fn exchange_sheet(
    sheet: &mut ComposerSheet,
    from: &mut Vec<ComposerSheet>,
    to: &mut Vec<ComposerSheet>,
) -> bool {
    let Some(next) = from.pop() else { return false };
    to.push(std::mem::replace(sheet, next));
    true
}

/// Returns the open problem for the composer's board, if the board can show it.
pub(in crate::app) fn open_sketch(session: &Session) -> Option<ProblemSketch> {
    ProblemSketch::of(&session.game()?.document)
}

/// Puts the open problem on the composer's board, in place of what stands there, which can be restored.
pub(in crate::app) fn edit_problem(cx: &mut Cx<'_>) {
    if let Some(sketch) = open_sketch(cx) {
        change_composer(cx, sketch.into());
        open_composer(cx);
    }
}

/// Starts the solver for the version on the board, unless its result is known.
pub(super) fn start_composing(cx: &mut Cx<'_>) {
    let sketch = cx.composer.sheet.sketch();
    if sketch.is_empty() || cx.composer.outcome().is_some() {
        return stop_composing(cx);
    }
    let text: Arc<str> = sketch.solver_text().into();
    if cx.composer.pending.as_ref() != Some(&text) {
        cx.composer_mut().pending = Some(Arc::clone(&text));
        cx.run(Effect::RunKriegspielJob(KriegspielJob::Compose(text)));
    }
}

/// Cancels the solver.
pub(in crate::app) fn stop_composing(cx: &mut Cx<'_>) {
    if cx.composer_mut().pending.take().is_some() {
        cx.cancel([JobKind::Compose]);
    }
}

/// Returns whether the solver of the composer's board is running.
pub fn is_composing(session: &Session) -> bool {
    session.composer.pending.is_some()
}

/// Cancels the solver if the composer's board was closed.
pub(in crate::app) fn cancel_closed_composer(cx: &mut Cx<'_>) {
    if is_composing(cx) && cx.shell.dialog != Some(Dialog::Composer) {
        stop_composing(cx);
    }
}

/// Creates a file of all versions and collected problems. If there is unsaved work, asks the user first.
pub(super) fn create_composed(cx: &mut Cx<'_>) {
    let text = cx.composer.text(&cx.shell.today);
    if !text.is_empty() {
        tabs::open_new(cx, DeferredAction::NewProblem(text));
    }
}

/// Returns the kinds of pieces that can be hidden, in the order of the buttons.
pub const HIDDEN_ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
