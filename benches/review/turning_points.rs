//! The turning points of reviews beside the largest losses that an engine finds.

use super::{Corpus, play};
use std::{cmp::Reverse, ops::ControlFlow, path::Path};
use tandem::{
    engine::{EngineError, MatchScores, Mistake, find_mistakes},
    text::to_u32,
};

/// The nodes that the engine searches for each board after a change.
const NODES: u64 = 60_000;

/// The difference of two losses at which they disagree, in percentage points.
const DISAGREEMENT: i32 = 20;

/// Prints how many turning points of `matches` are among the three largest losses that the engine at `path` finds, and each
/// turning point or loss about which they disagree.
pub fn compare(path: &Path, matches: &[Corpus]) {
    let (mut shared, mut ours, mut theirs, mut disagreements) = (0, 0, 0, 0);
    for corpus in matches {
        let mistakes = match mistakes(path, corpus) {
            Ok(mistakes) => mistakes,
            Err(error) => return println!("not measured: {error}"),
        };
        let largest: Vec<usize> = mistakes.iter().take(3).map(|it| it.ply).collect();
        let points: Vec<usize> = corpus.review.turning_points.iter().map(|it| it.ply).collect();
        ours += points.len();
        theirs += largest.len();
        shared += points.iter().filter(|ply| largest.contains(ply)).count();
        println!("\n{}", corpus.name);
        let mut plies: Vec<usize> = points.iter().chain(&largest).copied().collect();
        plies.sort_unstable();
        plies.dedup();
        for ply in plies {
            let our_loss = i32::from(corpus.review.plies[ply].loss) / 100;
            let mistake = mistakes.iter().find(|it| it.ply == ply);
            let their_loss = mistake.map_or(0, loss);
            if (our_loss - their_loss).abs() <= DISAGREEMENT {
                continue;
            }
            disagreements += 1;
            let point = corpus.review.turning_points.iter().find(|it| it.ply == ply);
            let sentence = point.map_or("no turning point", |it| it.sentence.as_str());
            let better = mistake.and_then(|it| it.best.as_deref()).unwrap_or("nothing");
            let name = corpus.played.plies[ply].name();
            println!(
                "  {name}: {our_loss} %, the engine {their_loss} % (better {better}): {sentence}"
            );
        }
    }
    println!(
        "\n{} matches: {ours} turning points, {theirs} largest losses of the engine, {shared} of both; {disagreements} \
         differ by more than {DISAGREEMENT} points",
        matches.len()
    );
}

/// Returns the loss of `mistake` in percentage points.
fn loss(mistake: &Mistake) -> i32 {
    i32::try_from(to_u32(((mistake.before - mistake.after) * 100.0).round())).unwrap_or(i32::MAX)
}

/// Returns the mistakes that the engine finds, the largest first.
fn mistakes(path: &Path, corpus: &Corpus) -> Result<Vec<Mistake>, EngineError> {
    let mut engine = play::start(path)?;
    let mut scores = MatchScores::new(&engine, NODES);
    scores.resume(&corpus.played, &mut engine, &mut |_| ControlFlow::Continue(()))?;
    let mut mistakes = find_mistakes(&corpus.played, &scores);
    mistakes.sort_by_key(|it| Reverse(loss(it)));
    Ok(mistakes)
}
