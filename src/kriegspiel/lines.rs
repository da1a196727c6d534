//! A game as lines of text, in the view of the referee or of a player.

use super::{
    Game, Heard, HeardMove, Hearing, Ply, Referee, Rules, Try, View,
    rules::{rules_named, rules_of},
};
use crate::{
    kriegspiel::notation::{Filtered, Line, Record, WrittenTries, is_problem_tag, is_public_tag},
    notation::{GameResult, KnownTag},
    rules::Color,
};

/// The tags of a file, as names and values.
pub type TagTexts = Vec<(String, String)>;

/// Returns the first `plies` plies in the view of the referee, or all if there are fewer.
pub fn lines_of_referee(referee: &Referee, plies: usize) -> Vec<Line> {
    referee.plies.iter().take(plies).map(line).collect()
}

/// Returns the first `plies` plies in the view of the player, or all if there are fewer.
pub fn lines_of_hearing(hearing: &Hearing, plies: usize) -> Vec<Line> {
    hearing.plies.iter().take(plies).map(heard_line).collect()
}

fn line(ply: &Ply) -> Line {
    Line {
        name: ply.name,
        mv: Some((ply.san, ply.claim)),
        response: ply.response,
        tries: written_tries(&ply.tries, ply.try_count),
        notes: ply.notes.clone(),
    }
}

fn heard_line(heard: &Heard) -> Line {
    let (mv, tries) = match &heard.mv {
        HeardMove::Own { san, claim, tries, try_count, .. } => {
            (Some((*san, *claim)), written_tries(tries, *try_count))
        }
        HeardMove::Other { tries } => (None, WrittenTries::of_opponent(*tries)),
    };
    Line { name: heard.name, mv, response: heard.response, tries, notes: heard.notes.clone() }
}

/// Converts `tries` to the notation of a file, last try first. If `tries` is empty, only the number `count` is written,
/// unless it is 0.
fn written_tries(tries: &[Try], count: u32) -> WrittenTries {
    if tries.is_empty() && count > 0 {
        return WrittenTries::Counted(count);
    }
    WrittenTries::Listed(tries.iter().rev().map(|one| one.text.clone()).collect())
}

/// Returns the indexes of the tags of `record` that the player of `seat` may see, in file order. Only the first of
/// repeated tags is visible, since a second `FEN` may be a later position. The tags of a problem are visible to
/// `solver`, the side to move at the end of the game.
pub fn visible_tags(record: &Record, text: &[u8], seat: Color, solver: Color) -> Vec<usize> {
    let mut names: Vec<String> = Vec::new();
    let tags = record.tags.iter().enumerate();
    let seen = tags.filter(|(_, tag)| {
        let name = record.encoding.decode(tag.name.of(text));
        let is_first = !names.iter().any(|other| other.eq_ignore_ascii_case(&name));
        let is_allowed = is_public_tag(&name) || (seat == solver && is_problem_tag(&name));
        names.push(name.into_owned());
        is_first && is_allowed
    });
    seen.map(|(place, _)| place).collect()
}

/// Removes from `tags` what is known only at the end of the game: its time and the question of a problem, and makes the
/// result unknown. For a file with a part of the game.
pub fn hide_end(tags: &mut TagTexts) {
    tags.retain(|(name, _)| !KnownTag::EndTime.is_named(name) && !is_problem_tag(name));
    for (_, value) in tags.iter_mut().filter(|(name, _)| KnownTag::Result.is_named(name)) {
        GameResult::Unknown.text().clone_into(value);
    }
}

/// Returns the first `plies` plies as the player of `seat` heard them, or as the referee saw them if `seat` is `None`.
/// Returns `None` if the record does not have that view.
pub fn lines_of_game(game: &Game, seat: Option<Color>, plies: usize) -> Option<Vec<Line>> {
    match (&game.view, seat) {
        (View::Referee(referee), None) => Some(lines_of_referee(referee, plies)),
        (_, seat) => Some(lines_of_hearing(&game.hearing(seat?)?, plies)),
    }
}

/// Returns the tags and the first `plies` plies for a file that shows `game`, the replayed `record`, as the player of
/// `seat` heard it, or as the referee saw it if `seat` is `None`. Returns `None` if the record does not have that view.
pub fn tags_and_lines(
    record: &Record,
    text: &[u8],
    game: &Game,
    seat: Option<Color>,
    plies: usize,
) -> Option<(TagTexts, Vec<Line>)> {
    let lines = lines_of_game(game, seat, plies)?;
    let filtered = seat.map_or(Filtered::No, Filtered::For);
    Some((tags(record, text, game.view.rules(), filtered, game.turn()), lines))
}

/// Returns the tags for a file that shows `record` in the view `filtered`. A player's view has only the
/// [`visible_tags`]. Adds the `Variant` and `Filtered` tags that mark a file as Kriegspiel.
pub fn tags(
    record: &Record,
    text: &[u8],
    rules: Rules,
    filtered: Filtered,
    solver: Color,
) -> TagTexts {
    let all = record.tag_texts(text);
    let mut tags: TagTexts = match filtered {
        Filtered::No => all.collect(),
        Filtered::For(seat) => {
            let seen = visible_tags(record, text, seat, solver);
            let tags = all.enumerate();
            tags.filter(|(place, _)| seen.contains(place)).map(|(_, tag)| tag).collect()
        }
    };
    let place = |tags: &[(String, String)], tag: KnownTag| {
        tags.iter().position(|(name, _)| tag.is_named(name))
    };
    // Unknown rules are written as they are.
    let (_, obstacle) = rules_of(record, text, &mut Vec::new());
    let is_supported = obstacle.is_none();
    let variant = match place(&tags, KnownTag::Variant) {
        Some(at) => {
            let value = &mut tags[at].1;
            // Announced pawn tries show that ICC's rules apply. The written plies may end before the first announced
            // pawn try, so the tag must name the rules.
            let must_name_rules = rules != Rules::default() && rules_named(value) != Some(rules);
            if value.trim().is_empty() || (must_name_rules && is_supported) {
                *value = rules.name();
            }
            at
        }
        None => {
            // The seven standard tags come first.
            let at = place(&tags, KnownTag::Filtered).unwrap_or(7).min(tags.len());
            tags.insert(at, (KnownTag::Variant.name().to_owned(), rules.name()));
            at
        }
    };
    let value = filtered.text().to_owned();
    match place(&tags, KnownTag::Filtered) {
        Some(at) => tags[at].1 = value,
        None => tags.insert(variant + 1, (KnownTag::Filtered.name().to_owned(), value)),
    }
    tags
}
