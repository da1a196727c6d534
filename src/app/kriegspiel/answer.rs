//! The solution of a Kriegspiel problem, and the answers of the user.

use crate::{
    app::{
        Cx, Session,
        kriegspiel::{GameState, Search},
    },
    archive::RecordId,
    document::DocumentEdit,
    kriegspiel::{Notation, notation::ProblemQuestion},
    notation::KnownTag,
    text::sentence,
};

/// The maximum number of records searched for answers of earlier sessions.
const MAX_SEARCHED_RECORDS: usize = 10_000;

impl GameState {
    /// Returns the question of the problem, or `None` if the game is not a problem.
    pub const fn question(&self) -> Option<ProblemQuestion> {
        self.document.game().question
    }

    /// Returns why nothing can be concluded from the game, as a sentence; `None` if it can.
    pub fn obstacle_text(&self) -> Option<String> {
        let obstacle = self.document.game().obstacle?;
        Some(sentence(&format!("this problem can’t be solved: {obstacle}")))
    }

    /// Returns the rules of the game, and the hidden pieces of its start, such as `ICC rules. Hidden: k on a8, c8.`
    pub fn conditions_text(&self) -> String {
        let game = self.document.game();
        let Some(hearing) = game.hearing(game.turn()) else { return String::new() };
        let rules = format!("{} rules.", hearing.rules.short_name());
        match &hearing.uncertain {
            Some(uncertain) => format!("{rules} Hidden: {}.", uncertain.hidden()),
            None => rules,
        }
    }

    /// Returns whether the file has a solution of the problem that is still hidden.
    pub fn hides_answer(&self) -> bool {
        let question = self.question();
        !self.problem.revealed
            && question.is_some_and(|it| it.forced.is_some() || it.epsilon.is_some())
    }

    /// Returns whether mate is forced in the problem. The result of the search takes precedence over the solution in
    /// the file. Returns `None` if neither exists.
    pub fn is_forced(&self) -> Option<bool> {
        let search = self.problem.search.as_ref();
        search.and_then(Search::verdict).or(self.question()?.forced)
    }
}

/// Records whether the answer to the open problem was correct, once the solution is known. Only the first answer
/// counts.
pub(in crate::app) fn record_answer(cx: &mut Cx<'_>) {
    let Some(game) = cx.game() else { return };
    let (Some(user_answer), Some(forced)) = (game.problem.user_answer, game.is_forced()) else {
        return;
    };
    let is_correct = user_answer == forced;
    let Some(file) = cx.file() else { return };
    let (id, text) = (file.record.id, file.record.original.clone());
    cx.add_answers([(id, is_correct)]);
    if cx.settings.problems.of(&text).is_none() {
        cx.change_settings(|settings| settings.problems.add_first(&text, is_correct));
    }
}

/// Restores the answers that the user gave to the problems of the open file in earlier sessions. Skips problems whose
/// text is not in memory.
pub(in crate::app) fn load_answers(cx: &mut Cx<'_>) {
    let stored = &cx.settings.problems;
    if stored.is_empty() {
        return;
    }
    let Some(file) = cx.file() else { return };
    let list = &file.list;
    let mut answers = Vec::new();
    for id in 0..list.index.len().min(MAX_SEARCHED_RECORDS) {
        let id = id as RecordId;
        let is_game = list.index.row(id).is_some_and(|row| row.notation == Notation::Kriegspiel);
        if is_game
            && let Some(text) = list.loaded(id)
            && let Some(is_correct) = stored.of(text)
        {
            answers.push((id, is_correct));
        }
    }
    cx.add_answers(answers);
}

/// Writes the result of the completed search into the record of a new problem. If the search could not solve the
/// problem, shows a notice instead.
pub(in crate::app) fn write_answer(cx: &mut Cx<'_>) {
    let Some(game) = cx.game_mut() else { return };
    let Some(search) = &game.problem.search else { return };
    let Some(solved) = search.solved.clone() else { return };
    if !std::mem::take(&mut game.problem.unchecked) {
        return;
    }
    let Some(forced) = search.verdict() else {
        return cx.notify(
            "The search couldn’t solve the problem; its solution stays unknown.".to_owned(),
        );
    };
    let letter = |value: bool| if value { "T" } else { "F" };
    let mut answers = vec![(KnownTag::Forced, forced)];
    answers.extend(solved.epsilon().map(|value| (KnownTag::Epsilon, value)));
    for (tag, value) in answers {
        cx.edit(&DocumentEdit::Tag {
            name: tag.name().to_owned(),
            value: letter(value).to_owned(),
        });
    }
    let verb = if forced { "is" } else { "is not" };
    cx.notify(format!("Problem checked: mate {verb} forced."));
}

/// Returns the number of answered problems of the file, and the number of problems whose first answer was correct.
pub fn problem_score(session: &Session) -> (usize, usize) {
    let answers = session.library.file().map(|file| &file.answers);
    answers.map_or((0, 0), |answers| {
        let right = answers.values().filter(|right| **right).count();
        (answers.len(), right)
    })
}
