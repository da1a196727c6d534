//! A stipulation and a [`Composition`] as text, which the command prints, the window shows and a file or a diagram holds.

use super::{
    Composition, Dual, FailedTry, Plan, Rules, SetReply,
    notation::{ProblemQuestion, Response},
};
use crate::{
    rules::{Color, San},
    text::{count_text, single_spaced},
};

/// The first line of a comment that holds a solution.
const TITLE: &str = "Solution";

/// Formats the announcements of a move and a reply, such as `(:) ?? (Xe4:)`.
pub fn announcements(announcement: Response, reply: Option<Response>) -> String {
    match reply {
        Some(reply) => format!("({announcement}:) ?? ({reply}:)"),
        None => format!("({announcement}:)"),
    }
}

/// Returns what a problem asks for, such as `#2, English rules`.
pub fn stipulation(question: ProblemQuestion, rules: Rules, turn: Color) -> String {
    let mut text = format!("#{}", question.depth.div_ceil(2));
    if turn == Color::Black {
        text.push_str(", Black to move");
    }
    if question.forced != Some(true) && question.epsilon == Some(true) {
        text.push_str(" with probability close to 1");
    }
    format!("{text}, {} rules", rules.short_name())
}

/// Set moves or failed tries that need to be described only once.
pub struct MoveGroup<'a, T> {
    pub moves: Vec<San>,
    /// The items of the group, at least one.
    pub items: Vec<&'a T>,
}

impl Composition {
    /// Returns the failed tries, grouped by their refutation, the smallest groups first.
    pub fn grouped_tries(&self) -> Vec<MoveGroup<'_, FailedTry>> {
        let mut groups: Vec<MoveGroup<'_, FailedTry>> = Vec::new();
        for failed in &self.tries {
            match groups.iter_mut().find(|group| group.items[0].has_refutation_of(failed)) {
                Some(group) => {
                    group.moves.push(failed.san);
                    group.items.push(failed);
                }
                None => groups.push(MoveGroup { moves: vec![failed.san], items: vec![failed] }),
            }
        }
        groups.sort_by_key(|group| group.items.len());
        groups
    }

    /// Returns the set play, grouped by the moves that win. Moves of the opponent after which nothing wins come last.
    pub fn grouped_set_play(&self) -> Vec<MoveGroup<'_, SetReply>> {
        let mut groups: Vec<MoveGroup<'_, SetReply>> = Vec::new();
        for set in &self.set_play {
            match groups.iter_mut().find(|group| group.moves == set.moves) {
                Some(group) => group.items.push(set),
                None => groups.push(MoveGroup { moves: set.moves.clone(), items: vec![set] }),
            }
        }
        groups.sort_by_key(|group| group.moves.is_empty());
        groups
    }
}

impl FailedTry {
    fn has_refutation_of(&self, other: &Self) -> bool {
        (self.announcement, self.reply, self.is_stalemate, &self.board)
            == (other.announcement, other.reply, other.is_stalemate, &other.board)
    }

    /// Returns why the try fails: `illegal`, or the announcements after which nothing wins, with `stalemate` if that is
    /// why.
    pub fn refutation(&self) -> String {
        let Some(announcement) = self.announcement else { return "illegal".to_owned() };
        let heard = announcements(announcement, self.reply);
        if self.is_stalemate { format!("{heard}, stalemate") } else { heard }
    }
}

impl Dual {
    /// Returns the moves and announcements before the dual, without those after the last move.
    pub fn moves_before(&self) -> String {
        let mut text = String::new();
        for (index, step) in self.line.iter().enumerate() {
            text.push_str(&step.san.to_string());
            if index + 1 < self.line.len() {
                let heard = announcements(step.announcement, Some(step.reply));
                text.push_str(&format!(" {heard} "));
            }
        }
        text
    }

    /// Returns the announcements of the last move before the dual and of the reply.
    pub fn last_announcements(&self) -> String {
        let last = self.line.last();
        last.map_or_else(String::new, |it| announcements(it.announcement, Some(it.reply)))
    }
}

/// Returns the texts of `moves`, with commas between them.
fn list(moves: &[San]) -> String {
    let texts: Vec<String> = moves.iter().map(San::to_string).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
}

/// Returns a line for the keys, for each group of set moves and of failed tries, and for each dual and minor dual. `positions` is the number of
/// positions of the problem; a failed try names its position only if there are several.
pub fn solution_lines(all: &Composition, positions: usize) -> Vec<String> {
    let mut lines = Vec::new();
    match (all.shortest, &all.plan) {
        (Some(shortest), Some(plan)) => {
            let shortest = count_text(shortest, "half-move", "half-moves");
            let total = count_text(plan.total_moves(), "move", "moves");
            let keys = list(&all.keys);
            lines.push(format!("keys: {keys} (shortest {shortest}, {total} in all)"));
        }
        _ => lines.push("no key".to_owned()),
    }
    if !all.longer_keys.is_empty() {
        lines.push(format!("longer keys: {}", list(&all.longer_keys)));
    }
    if all.asks {
        lines.push("Any? may come first".to_owned());
    }
    for group in all.grouped_set_play() {
        let replies: Vec<String> =
            group.items.iter().map(|it| format!("?? ({}:)", it.reply)).collect();
        lines.push(format!("set play: {} {}", replies.join(", "), list(&group.moves)));
    }
    for group in all.grouped_tries() {
        let first = group.items[0];
        let place =
            if positions > 1 { format!(" in {}", first.board.chess_fen()) } else { String::new() };
        let (name, verb) =
            if group.moves.len() == 1 { ("try", "fails") } else { ("tries", "fail") };
        let link = if first.announcement.is_some() { " after" } else { ":" };
        let (moves, why) = (list(&group.moves), first.refutation());
        lines.push(format!("{name}: {moves} {verb}{link} {why}{place}"));
    }
    for (is_minor, name) in [(false, "dual"), (true, "minor dual")] {
        let duals = all.duals.iter().filter(|it| it.is_minor == is_minor);
        lines.extend(duals.map(|it| {
            let (before, heard) = (it.moves_before(), it.last_announcements());
            format!("{name}: {before} {heard} {}", list(&it.moves))
        }));
    }
    lines
}

/// The maximum number of moves of a plan that is written out as text.
const MAX_WRITTEN_MOVES: usize = 500;

/// Returns a line for each place of `plan`: the announcements that lead there, and the moves to try in order. A plan of
/// more than `MAX_WRITTEN_MOVES` moves has no lines.
pub fn plan_lines(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    if plan.total_moves() <= MAX_WRITTEN_MOVES {
        add_plan_lines(plan, "plan: ", &mut lines);
    }
    lines
}

fn add_plan_lines(plan: &Plan, before: &str, lines: &mut Vec<String>) {
    let mut tries: Vec<String> = Vec::with_capacity(plan.tries.len());
    for one in &plan.tries {
        let mate = if one.mates == one.legal && one.legal > 0 { "#" } else { "" };
        tries.push(format!("{}{mate}", one.san));
    }
    if plan.question.is_some() {
        tries.push("Any?".to_owned());
    }
    lines.push(format!("{before}{}", tries.join(", else ")));
    for one in &plan.tries {
        for branch in &one.branches {
            let heard = announcements(branch.announcement, Some(branch.reply));
            add_plan_lines(&branch.plan, &format!("{before}{} {heard} ", one.san), lines);
        }
    }
    let Some(question) = &plan.question else { return };
    for (answer, plan) in [("Try!", &question.yes), ("No", &question.no)] {
        if let Some(plan) = plan {
            add_plan_lines(plan, &format!("{before}Any? {answer} "), lines);
        }
    }
}

/// Returns the comment that holds `lines`, which [`read_solution`] reads back.
pub fn solution_comment(lines: &[String]) -> String {
    format!("{TITLE}: {}", lines.join("; "))
}

/// Returns the lines of a comment that [`solution_comment`] has written, or `None` for another comment.
pub fn read_solution(comment: &str) -> Option<Vec<String>> {
    let rest = comment.trim().strip_prefix(TITLE)?.strip_prefix(':')?;
    // A program that wraps lines may have replaced spaces.
    let words = single_spaced(rest);
    Some(words.split("; ").map(str::to_owned).collect())
}
