//! `tandem analyse --review`: estimates who was winning, and prints the turning points of each match.

use super::{
    Analyse, Exit, Result, Stream,
    analyse::uci_moves,
    archives::{matches_or_position, write_each},
    has_readable_start, print_cut_short, write_json,
};
use crate::{
    analysis::review::{
        CERTAIN, Choice, Estimate, PlyEstimate, ProvedMate, REVIEW_FOLDER, Review, ReviewInput,
        TurningPoint, rating_lead,
    },
    document::{Document, Header},
    rules::Team,
    settings::{Store, user_cache_folder},
    text::count_text,
};
use serde_json::{Value, json};
use std::{io::Write, ops::ControlFlow, path::PathBuf};

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let path = args.path().ok_or("no file given")?;
    if args.files.len() > 1 {
        return Err("analyse --review takes one file".into());
    }
    let (matches, done) = matches_or_position(path, args.unpack, err)?;
    let rows = matches.bughouse_rows(args.game, "analyse")?;
    let written = matches.select_rows(&rows, |selection| {
        write_each(selection, out, err, |game, document, out, err| {
            if !has_readable_start(game, document, err)? {
                return Ok(Exit::Errors);
            }
            let done = print_cut_short(game, document, err)?;
            if let Some(review) = review_of(document) {
                let reviewed = ReviewedMatch { game, document, review: &review };
                if args.json {
                    write_json(&reviewed.json(), out)?;
                } else {
                    reviewed.write_text(out)?;
                }
            }
            Ok(done)
        })
    })?;
    Ok(done.max(written))
}

/// Returns the review of a match, from the cache if it is there.
pub(super) fn review_of(document: &Document) -> Option<Review> {
    let go = || ControlFlow::Continue(());
    let input = ReviewInput {
        played: document.played(),
        timeline: document.timeline(),
        rating_lead: rating_lead(document.record(), document.text()),
    };
    Review::cached(review_folder(), input, |_, _| go(), &go)
}

/// Returns the user's folder of cached reviews, or `None` if the settings allow no cache.
pub(super) fn review_folder() -> Option<PathBuf> {
    if Store::for_user().peek().keep_mb == 0 {
        return None;
    }
    user_cache_folder().map(|path| path.join(REVIEW_FOLDER))
}

struct ReviewedMatch<'a> {
    game: usize,
    document: &'a Document,
    review: &'a Review,
}

impl ReviewedMatch<'_> {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let header = Header::of(self.document);
        let result = if header.result.is_empty() { "no result" } else { &header.result };
        let names = header.names();
        let [a, b] = Team::First.seats();
        let (from, to) = (self.review.start, self.review.at(self.review.plies.len()));
        writeln!(out, "Match {}: {result}", self.game)?;
        writeln!(
            out,
            "Estimated, not proved: {} and {} {} at the start, {} at the end.",
            names[a],
            names[b],
            percent(from.probability),
            percent(to.probability)
        )?;
        let lead = self.rating_lead();
        if lead != 0 {
            let team = if lead > 0 { Team::First } else { Team::Second };
            let [a, b] = team.seats().map(|seat| &names[seat]);
            let lead = count_text(lead.unsigned_abs(), "point", "points");
            writeln!(out, "The ratings count too: {a} and {b} have {lead} more on average.")?;
        }
        if self.review.turning_points.is_empty() {
            writeln!(out, "No turning points.")?;
        }
        for point in &self.review.turning_points {
            let name = self.document.ply_name(point.ply + 1).unwrap_or_default();
            let loss = percent(point.loss);
            writeln!(out, "  {name} {} (-{loss}): {}", names[point.seat], point.sentence)?;
            if point.line.len() > 1 {
                writeln!(out, "    {}", point.line_words)?;
            }
        }
        if let Some(losers) = self.review.losers_words(self.document.played(), &names) {
            writeln!(out, "{losers}")?;
        }
        Ok(())
    }

    /// Returns by how much the average rating of the first team is higher; 0 if unknown.
    fn rating_lead(&self) -> i32 {
        self.review.features.first().map_or(0, |features| features.rating_lead)
    }

    fn json(&self) -> Value {
        let review = self.review;
        let chess960 = self.document.played().set_up.chess960;
        let choice = |choice: Choice| match choice {
            Choice::Move(mv) => mv.uci(chess960),
            Choice::Sit => "sit".to_owned(),
        };
        let ply = |(index, ply): (usize, &PlyEstimate)| {
            let Estimate { probability, low, high } = ply.after;
            json!({
                "probability": part(probability),
                "low": part(low),
                "high": part(high),
                "ply": index + 1,
                "move": self.document.ply_name(index + 1),
                "best": ply.best.map(choice),
                "loss": part(ply.loss),
            })
        };
        let turning_point = |point: &TurningPoint| {
            json!({
                "ply": point.ply + 1,
                "move": self.document.ply_name(point.ply + 1),
                "seat": point.seat.letter(),
                "best": choice(point.better),
                "line": uci_moves(&point.line, chess960),
                "loss": part(point.loss),
                "reason": point.reason.word(),
                "sentence": point.sentence,
            })
        };
        let mate = |mate: &ProvedMate| {
            json!({
                "ply": mate.moment,
                "seat": mate.seat.letter(),
                "in": mate.moves,
                "line": uci_moves(&mate.line, chess960),
            })
        };
        // Of the first team, with its band.
        let Estimate { probability, low, high } = review.start;
        json!({
            "game": self.game,
            "kind": "estimate",
            "rating_lead": self.rating_lead(),
            "probability": part(probability),
            "low": part(low),
            "high": part(high),
            "plies": review.plies.iter().enumerate().map(ply).collect::<Value>(),
            "turning_points": review.turning_points.iter().map(turning_point).collect::<Value>(),
            "mates": review.mates.iter().map(mate).collect::<Value>(),
        })
    }
}

fn part(hundredths: u16) -> f64 {
    f64::from(hundredths) / f64::from(CERTAIN)
}

/// Returns a probability in percent, rounded.
fn percent(hundredths: u16) -> String {
    format!("{} %", (hundredths + 50) / 100)
}
