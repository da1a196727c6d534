//! A Kriegspiel problem: the question, the announcements that may follow a try, and the solution as a tree.

use super::new_game::field_ui;
use crate::{
    app::{
        BeliefStatus, Command, EPSILON_QUESTION, Focus, GameForm, GameState, JobKind,
        KriegspielAction, Search, State, Trial, announcement_phrase, announcement_words,
        answer_text, epsilon_text, kriegspiel, percent, reply_text, task_text, verdict_text,
    },
    diagram::{BoardScene, placed_pieces},
    kriegspiel::{
        Answer, BeliefError, Branch, MAX_SOLVE_PLIES, Plan, Refutation, Solved, announcements,
    },
    rules::Color,
    text::{count_text, grouped, plural},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::{self, Tokens},
        widgets::{
            Stage, announce, error_label, is_entered, job_ui, note_ui, paint_board, small,
            subheading,
        },
    },
};
use eframe::egui::{
    Button, CollapsingHeader, Label, Rect, RichText, Sense, Ui, WidgetInfo, accesskit,
    emath::GuiRounding as _, vec2,
};

/// The side of the board that shows why mate is not forced, in points.
const ESCAPE_SIDE: f32 = 168.0;

/// Shows the question and the user's progress.
pub fn problem_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, game: &GameState) {
    let tokens = &stage.tokens.clone();
    let turn = game.document.game().turn();
    if let Some(question) = game.question() {
        let task = RichText::new(task_text(question, turn)).font(theme::semibold(15.0));
        ui.add(Label::new(task).wrap());
        match game.obstacle_text() {
            Some(why) => error_label(ui, why),
            None => note_ui(ui, game.conditions_text()),
        }
        let forced = game.is_forced();
        answer_ui(ui, tokens, game, forced);
        let said_no = game.problem.user_answer == Some(false);
        if question.epsilon.is_some() && said_no && forced != Some(true) {
            ui.add(Label::new(EPSILON_QUESTION).wrap());
        }
        if game.hides_answer() {
            ui.button("Show the file’s solution").on_click(|| KriegspielAction::ShowAnswer);
        } else {
            note_ui(ui, answer_text(question));
        }
        score_ui(ui, kriegspiel::problem_score(state), kriegspiel::next_problem(state).is_some());
    } else {
        note_ui(
            ui,
            "This game isn’t a problem: it has no Depth tag. You can still try moves at its end.",
        );
    }
    ui.add_space(6.0);
    try_ui(ui, tokens, game, &mut stage.forms.game, turn, state.shell.focus.as_ref());
    if game.question().is_some() {
        ui.add_space(6.0);
        ui.label(subheading("Solve"));
        search_ui(ui, stage, state, game);
    }
}

/// Shows two buttons that answer whether mate is forced. Once the user has answered, shows whether the answer was
/// right. `forced` is the correct answer, if known.
fn answer_ui(ui: &mut Ui, tokens: &Tokens, game: &GameState, forced: Option<bool>) {
    match (game.problem.user_answer, forced) {
        (Some(user_answer), Some(is_forced)) => {
            let words = verdict_text(user_answer, is_forced);
            let ink = if user_answer == is_forced { tokens.text } else { tokens.warning };
            ui.label(subheading(words).color(ink));
        }
        (Some(_), None) => note_ui(ui, "The file has no solution. Searching for one."),
        // Once the solution is shown, the user can no longer answer.
        (None, _) if game.problem.revealed => {}
        (None, _) => {
            ui.horizontal(|ui| {
                ui.button("Yes, certain").on_click(|| KriegspielAction::AnswerForced);
                ui.button("No, not certain").on_click(|| KriegspielAction::AnswerNotForced);
            });
        }
    }
}

/// Shows the score in this file and the button for the next problem. `answered` counts the problems answered, `right`
/// those answered correctly. `next` is whether there is another unanswered problem.
fn score_ui(ui: &mut Ui, (answered, right): (usize, usize), next: bool) {
    if answered == 0 && !next {
        return;
    }
    ui.horizontal(|ui| {
        let button = ui
            .add_enabled(next, Button::new("Next unsolved"))
            .on_disabled_hover_text("You have answered every problem in the list");
        if button.clicked() {
            // In the next problem, the button that shows the solution is at this place. It must not inherit the focus.
            button.surrender_focus();
            ui.send(KriegspielAction::NextProblem);
        }
        if answered > 0 {
            ui.weak(format!("{right} of {answered} correct"));
        }
    });
}

fn try_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    game: &GameState,
    form: &mut GameForm,
    turn: Color,
    focus: Option<&Focus>,
) {
    ui.label(subheading("Try a move"));
    if game.tryable_pieces().is_none() {
        let player = turn.fold_wb("White", "Black");
        note_ui(ui, format!("To try moves, go to the end of the game in {player}’s view."));
        ui.button("Go there").on_click(|| KriegspielAction::ShowSolver);
        return;
    }
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 70.0).max(80.0);
        let hint = "Move on the board, or type Nf3";
        let field = field_ui(ui, "Move to try", hint, width, &mut form.typed_try);
        let entered = is_entered(&field);
        if focus == Some(&Focus::TypedMove) {
            field.request_focus();
        }
        if field.changed() {
            form.try_error.clear();
        }
        if ui.button("Try").clicked() || entered {
            ui.send(KriegspielAction::TryTyped);
            field.request_focus();
        }
    });
    if !form.try_error.is_empty() {
        error_label(ui, &form.try_error);
    }
    if let Some(trial) = &game.problem.trial {
        trial_ui(ui, tokens, game, trial, turn);
    }
}

/// Shows the announcements that may follow a try.
fn trial_ui(ui: &mut Ui, tokens: &Tokens, game: &GameState, trial: &Trial, turn: Color) {
    ui.add_space(2.0);
    let (Some(answers), Some(belief)) = (&trial.answers, &trial.belief) else {
        waiting_ui(ui, game, &format!("Trying {}…", trial.text));
        return;
    };
    let sample = if belief.is_exact() { "" } else { " (sample)" };
    ui.weak(format!("{}: possible announcements{sample}", trial.text));
    let mut lines = Vec::with_capacity(answers.len());
    for (answer, count) in answers {
        let part = *count as f64 / belief.len() as f64;
        let words = reply_text(*answer, turn);
        let code = match answer {
            Answer::Illegal => String::new(),
            Answer::Legal { response, .. } => format!(" ({response}:)"),
        };
        let line = format!(
            "{words}{code} – {} of {}, {}",
            grouped(*count),
            grouped(belief.len()),
            percent(part)
        );
        ui.add(Label::new(RichText::new(&line).color(tokens.text)).wrap());
        lines.push(line);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
        let painter = ui.painter();
        painter.rect_filled(rect, 2.0, tokens.card);
        #[expect(clippy::cast_possible_truncation, reason = "a bar on the screen")]
        let width = rect.width() * part as f32;
        let bar = Rect::from_min_size(rect.min, vec2(width, rect.height()));
        painter.rect_filled(bar, 2.0, tokens.second);
    }
    announce(ui, "answered", || format!("{}: {}", trial.text, lines.join("; ")));
}

/// Shows `words` while the possible positions are calculated. If they cannot be calculated, shows the reason.
fn waiting_ui(ui: &mut Ui, game: &GameState, words: &str) {
    match game.belief().map(|belief| &belief.end) {
        Some(BeliefStatus::Ended(BeliefError::Stopped)) => note_ui(
            ui,
            "The calculation of possible positions was stopped. Restart it in the tab of that name.",
        ),
        Some(BeliefStatus::Ended(why)) => {
            error_label(ui, format!("Can’t calculate this: {why}."));
        }
        Some(BeliefStatus::Working) => {
            note_ui(ui, format!("{words} Calculating possible positions."));
        }
        _ => note_ui(ui, words),
    }
}

fn search_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, game: &GameState) {
    let turn = game.document.game().turn();
    let Some(search) = &game.problem.search else {
        ui.button("Solve").on_click(|| Command::Solve);
        return;
    };
    match search.solved.as_deref() {
        None => {
            waiting_ui(ui, game, "Searching for a plan…");
            let stop = |ui: &mut Ui| ui.button("Stop solving");
            job_ui(ui, &state.jobs, JobKind::Plan, stop, || KriegspielAction::StopSolving);
        }
        Some(Solved::Forced(plan)) => plan_ui(ui, search, plan, turn),
        Some(solved @ Solved::NotForced(escape)) => {
            escape_ui(ui, stage, turn, search, escape);
            // Whether a plan mates with a probability arbitrarily close to 1, if the problem asks this.
            let has_epsilon = game.question().is_some_and(|question| question.epsilon.is_some());
            if has_epsilon && let Some(words) = epsilon_text(solved) {
                ui.add_space(4.0);
                note_ui(ui, words);
            }
        }
        Some(Solved::Stopped) => note_ui(ui, "Stopped. The problem is undecided."),
        Some(Solved::TooDeep) => note_ui(
            ui,
            format!(
                "Undecided. Only problems of up to {MAX_SOLVE_PLIES} half-moves can be solved."
            ),
        ),
    }
}

fn positions(count: usize) -> String {
    let noun = plural(count, "position", "positions");
    format!("{} {noun}", grouped(count))
}

fn plan_ui(ui: &mut Ui, search: &Search, plan: &Plan, turn: Color) {
    let within = count_text(plan.plies(), "half-move", "half-moves");
    let Some(belief) = &search.belief else { return };
    let of = positions(belief.len());
    let (title, about) = match (belief.is_exact(), belief.len()) {
        (true, 1) => ("Mate is forced", format!("Within {within}, in the only possible position:")),
        (true, _) => ("Mate is forced", format!("Within {within}, in all {of}:")),
        (false, _) => (
            "Mate is forced in the sample",
            format!("Tested in a sample of {of}; other positions may differ."),
        ),
    };
    ui.label(RichText::new(title).font(theme::semibold(15.0)));
    note_ui(ui, &about);
    note_ui(ui, "Click a move to show it on the board.");
    tries_ui(ui, plan, turn, &[]);
}

/// Shows the tries of a plan in order, each with its branches. `path` leads from the root to `plan`: the index of a try
/// and the index of its branch, in turn. The question "Any?" follows the last try; its answers "Try!" and "No" are its
/// branches.
fn tries_ui(ui: &mut Ui, plan: &Plan, turn: Color, path: &[usize]) {
    let tries = plan.tries.len();
    for (index, plan_try) in plan.tries.iter().enumerate() {
        let mate = if plan_try.mates == plan_try.legal && plan_try.legal > 0 { "#" } else { "" };
        let is_only = plan_try.legal == 1 && plan_try.illegal == 0;
        let mut about = match plan_try.mates {
            0 if is_only => "possible in the only position left".to_owned(),
            _ if is_only => "possible in the only position left, and mates".to_owned(),
            _ => format!("legal in {}", positions(plan_try.legal)),
        };
        if plan_try.mates > 0 && plan_try.mates < plan_try.legal {
            about.push_str(&format!(", mates in {} of them", grouped(plan_try.mates)));
        }
        if plan_try.illegal > 0 {
            about.push_str(&format!("; illegal in {}, then:", grouped(plan_try.illegal)));
        }
        ui.horizontal_wrapped(|ui| {
            if ui.link(subheading(format!("{}{mate}", plan_try.san))).clicked() {
                let mut try_path = path.to_vec();
                try_path.push(index);
                ui.send(KriegspielAction::ShowPlan(try_path));
            }
            ui.weak(about);
        });
        for (branch_index, branch) in plan_try.branches.iter().enumerate() {
            let mut branch_path = path.to_vec();
            branch_path.extend([index, branch_index]);
            branch_ui(ui, branch, turn, &branch_path);
        }
    }
    let Some(question) = &plan.question else { return };
    let answers = [
        ("Try!", question.yes_positions, &question.yes),
        ("No", question.no_positions, &question.no),
    ];
    for (answer_index, (answer, count, plan)) in answers.into_iter().enumerate() {
        let Some(plan) = plan else { continue };
        let mut answer_path = path.to_vec();
        answer_path.extend([tries, answer_index]);
        let title = format!("Any? {answer}  {}", positions(count));
        CollapsingHeader::new(title).id_salt(&answer_path).default_open(true).show(ui, |ui| {
            tries_ui(ui, plan, turn, &answer_path);
        });
    }
}

/// Shows the announcements after a legal try that does not mate, and how the plan continues.
fn branch_ui(ui: &mut Ui, branch: &Branch, turn: Color, path: &[usize]) {
    let words = format!(
        "{}, then {}",
        announcement_words(branch.announcement, turn, false),
        announcement_phrase(branch.reply, turn.other(), false),
    );
    let heard = announcements(branch.announcement, Some(branch.reply));
    let title = format!("{heard}  {}", positions(branch.positions));
    CollapsingHeader::new(title).id_salt(path).default_open(path.len() < 4).show(ui, |ui| {
        // The header does not wrap.
        note_ui(ui, words);
        tries_ui(ui, &branch.plan, turn, path);
    });
}

/// Shows that mate is not forced, and a position from the refutation.
fn escape_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    turn: Color,
    search: &Search,
    escape: &Refutation,
) {
    let Some(belief) = &search.belief else { return };
    ui.label(RichText::new("Mate is not forced").font(theme::semibold(15.0)));
    let why = if escape.even_seen {
        "In this position, mate can’t be forced even with full information."
    } else {
        "In this position, mate could be forced with full information."
    };
    let (left, total) = (grouped(escape.left), positions(belief.len()));
    let shown = if escape.left == 1 { ", shown below" } else { "; one of them is shown below" };
    note_ui(ui, format!("No plan mates in {left} of {total}{shown}. {why}"));
    let pixel = ui.ctx().pixels_per_point();
    let side = (ESCAPE_SIDE * pixel / 8.0).floor() * 8.0 / pixel;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let board = &escape.board;
    let scene = BoardScene {
        pieces: placed_pieces(board.pieces().iter()),
        check: board.is_check().then(|| board.king(board.turn())),
        ..BoardScene::empty(turn)
    };
    let rect = Rect::from_min_size(rect.min.round_to_pixels(pixel), rect.size());
    paint_board(ui, stage, &scene, rect, false);
    let fen = board.chess_fen();
    let name = format!("Position that escapes: {fen}");
    response.widget_info(|| WidgetInfo::labeled(accesskit::Role::Image, true, &name));
    ui.add(Label::new(small(fen)).wrap().selectable(true));
}
