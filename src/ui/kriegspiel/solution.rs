//! The complete solution of a problem: keys, continuations, set play, failed tries and duals.

use crate::{
    app::{ProblemSketch, Solution, Stipulation, announcement_phrase, with_stalemate},
    kriegspiel::{Composition, Dual, Plan, notation::Response},
    rules::{Board, Color, Piece, San, Square, color_name, role_name},
    text::{capital, count_text, grouped},
    ui::{
        theme::{self, Tokens},
        widgets::{error_label, note_ui, subheading},
    },
};
use eframe::egui::{CollapsingHeader, Label, RichText, Ui};

/// Returns the pieces of `board` that the diagram does not have, such as `black king on e2`.
fn hidden_places(board: &Board, sketch: &ProblemSketch) -> String {
    let is_known = |square: Square, piece: Piece| {
        sketch.board.piece_at(square).is_some_and(|known| known.piece == piece)
    };
    let hidden = board.pieces().iter().filter(|(square, piece)| !is_known(*square, *piece));
    let words = hidden.map(|(square, piece)| {
        format!("{} {} on {square}", color_name(piece.color), role_name(piece.role))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the announcement of a legal move in words, for the middle of a sentence.
fn announced(response: Response, mover: Color) -> String {
    let words = announcement_phrase(response, mover, false);
    words.strip_prefix("legal, ").map_or_else(|| words.clone(), str::to_owned)
}

fn list(moves: &[San]) -> String {
    moves.iter().map(San::to_string).collect::<Vec<_>>().join(", ")
}

/// Shows the solution of `sketch`.
pub fn solution_ui(ui: &mut Ui, tokens: &Tokens, solution: &Solution, sketch: &ProblemSketch) {
    let all = &solution.composition;
    let positions = match solution.positions {
        1 => "in the only possible position".to_owned(),
        count => format!("in all {} possible positions", grouped(count)),
    };
    let title = match (all.shortest, solution.exact) {
        (Some(shortest), true) => format!("Mate in {}, {positions}", shortest.div_ceil(2)),
        (Some(_), false) => {
            format!("Mate in a sample of {} positions; undecided", grouped(solution.positions))
        }
        (None, _) => format!("No plan mates {positions}"),
    };
    ui.add(Label::new(RichText::new(title).font(theme::semibold(15.0)).color(tokens.text)).wrap());
    if all.shortest.is_none() && sketch.stipulation == Stipulation::Probability {
        note_ui(
            ui,
            "Only plans that always mate are searched; a mate with probability is not decided.",
        );
    }
    keys_ui(ui, all, sketch);
    if let Some(plan) = &all.plan {
        section(ui, "Solution", true, |ui| plan_ui(ui, plan, solution.seat, 0));
    }
    duals_ui(ui, all, solution.seat);
    set_play_ui(ui, all, solution.seat);
    tries_ui(ui, all, solution, sketch);
}

fn section(ui: &mut Ui, title: &str, is_open: bool, content: impl FnOnce(&mut Ui)) {
    // The number in the title may change while the section is open.
    let name = title.split(" (").next().unwrap_or(title);
    CollapsingHeader::new(title).id_salt(name).default_open(is_open).show(ui, content);
}

fn line(ui: &mut Ui, words: impl Into<RichText>) {
    ui.add(Label::new(words.into()).wrap());
}

fn keys_ui(ui: &mut Ui, all: &Composition, sketch: &ProblemSketch) {
    let Some(plan) = &all.plan else { return };
    let mut keys = list(&all.keys);
    if all.asks {
        let comma = if keys.is_empty() { "" } else { ", " };
        keys.push_str(&format!("{comma}Any?"));
    }
    let name = if all.keys.len() == 1 { "Key" } else { "Keys" };
    ui.horizontal_wrapped(|ui| {
        ui.label(subheading(format!("{name}: {keys}")));
        ui.weak(format!("({} in all)", count_text(plan.total_moves(), "move", "moves")));
    });
    if !all.longer_keys.is_empty() {
        let within = count_text(sketch.moves, "move", "moves");
        note_ui(ui, format!("Longer, within {within}: {}", list(&all.longer_keys)));
    }
}

/// Returns the announcements of a move of `seat` and of the reply, in words and as written in files.
fn heard(announcement: Response, reply: Response, seat: Color) -> String {
    let (own, other) = (announced(announcement, seat), announced(reply, seat.other()));
    format!("{own}, then {other} ({announcement}:) ?? ({reply}:)")
}

/// Shows the tries of a plan in order, each with the continuations after its announcements.
fn plan_ui(ui: &mut Ui, plan: &Plan, seat: Color, depth: usize) {
    let indent = " ".repeat(4 * depth);
    for one in &plan.tries {
        let mate = if one.mates == one.legal && one.legal > 0 { "#" } else { "" };
        let illegal = match one.illegal {
            0 => String::new(),
            count => format!("   if illegal ({}):", count_text(count, "position", "positions")),
        };
        line(ui, subheading(format!("{indent}{}{mate}{illegal}", one.san)));
        for branch in &one.branches {
            let words = heard(branch.announcement, branch.reply, seat);
            line(ui, RichText::new(format!("{indent}  {}", capital(&words))).weak());
            plan_ui(ui, &branch.plan, seat, depth + 1);
        }
    }
    let Some(question) = &plan.question else { return };
    for (answer, plan) in [("Try!", &question.yes), ("No", &question.no)] {
        let Some(plan) = plan else { continue };
        line(ui, RichText::new(format!("{indent}Any? {answer}")).weak());
        plan_ui(ui, plan, seat, depth + 1);
    }
}

fn duals_ui(ui: &mut Ui, all: &Composition, seat: Color) {
    for (is_minor, name) in [(false, "Duals"), (true, "Minor duals")] {
        let duals: Vec<&Dual> = all.duals.iter().filter(|it| it.is_minor == is_minor).collect();
        if duals.is_empty() {
            continue;
        }
        section(ui, &format!("{name} ({})", duals.len()), !is_minor, |ui| {
            for dual in duals {
                let last = dual.line.last();
                let after =
                    last.map_or_else(String::new, |it| heard(it.announcement, it.reply, seat));
                let words = format!("{} – {after}: {}", dual.moves_before(), list(&dual.moves));
                if is_minor { line(ui, words) } else { error_label(ui, words) }
            }
        });
    }
}

fn set_play_ui(ui: &mut Ui, all: &Composition, seat: Color) {
    if all.set_play.is_empty() {
        return;
    }
    section(ui, &format!("Set play ({})", all.set_play.len()), false, |ui| {
        for group in all.grouped_set_play() {
            let moves =
                if group.moves.is_empty() { "no mate".to_owned() } else { list(&group.moves) };
            let replies = group.items.iter().map(|set| {
                let words = announced(set.reply, seat.other());
                format!("{words} ({}:)", set.reply)
            });
            let replies: Vec<String> = replies.collect();
            line(ui, format!("{} – {moves}", capital(&replies.join("; "))));
        }
    });
}

fn tries_ui(ui: &mut Ui, all: &Composition, solution: &Solution, sketch: &ProblemSketch) {
    if all.tries.is_empty() {
        return;
    }
    section(ui, &format!("Tries ({})", all.tries.len()), all.plan.is_none(), |ui| {
        for group in all.grouped_tries() {
            let failed = group.items[0];
            let why = match (failed.announcement, failed.reply) {
                (None, _) => "illegal".to_owned(),
                (Some(announcement), None) => {
                    let words = if failed.is_stalemate {
                        with_stalemate(announcement, solution.seat)
                    } else {
                        announced(announcement, solution.seat)
                    };
                    format!("{words} ({announcement}:)")
                }
                (Some(announcement), Some(reply)) => heard(announcement, reply, solution.seat),
            };
            let place = match solution.positions {
                1 => String::new(),
                _ => format!("with {}: ", hidden_places(&failed.board, sketch)),
            };
            let moves: Vec<String> = group.moves.iter().map(|san| format!("{san}?")).collect();
            line(ui, format!("{} {place}{why}", moves.join(", ")));
        }
    });
}
