//! The review as display rows.

use crate::{
    analysis::review::TurningPoint,
    app::{MatchState, Session},
    notation::split_annotation,
    rules::Seat,
    timeline::Moment,
};

/// The review of the open match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewReport {
    pub turning_points: Vec<TurningPointRow>,
    /// What the losers did, if all turning points are moves of the winners.
    pub losers: Option<String>,
    /// The mistake in the next ply, unless that is a turning point.
    pub next: Option<TurningPointRow>,
    /// The number of mistakes.
    pub mistakes: usize,
    /// By how much the average rating of the first team is higher; 0 if unknown.
    pub rating_lead: i32,
    /// The user's name, if the report is only about the user's moves.
    pub only: Option<String>,
}

/// A turning point of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPointRow {
    /// The moment before the ply, which is also the index of the ply.
    pub moment: Moment,
    pub seat: Seat,
    /// The ply with its glyph, its player and its cost: `12A Nf3?, Ann: −23 %`.
    pub title: String,
    /// The reason, as a sentence.
    pub sentence: String,
    /// The better line, such as `g6 Qf3 Nf6`; empty if the better choice is to sit.
    pub line: String,
    pub is_shown: bool,
}

/// Returns the review; `None` before it is complete, in a puzzle, and while the end of the match is hidden.
pub fn review_report(session: &Session) -> Option<ReviewReport> {
    if session.puzzle().is_some() || session.hides_end() {
        return None;
    }
    let open = session.match_state()?;
    let review = open.review.review.as_ref()?;
    let own = if session.settings.only_mine { session.own_seat() } else { None };
    let is_about = |seat: Seat| own.as_ref().is_none_or(|(own, _)| *own == seat);
    let plies = &open.document.played().plies;
    let points = review.turning_points.iter().filter(|point| is_about(point.seat));
    let turning_points: Vec<_> = points.map(|point| row(open, point)).collect();
    let moment = open.moment_view.playhead.moment();
    let next = review.mistake(open.document.played(), moment).filter(|point| {
        is_about(point.seat) && turning_points.iter().all(|row| row.moment != moment)
    });
    let losers = match own {
        Some(_) => None,
        None => review.losers_words(open.document.played(), &open.header.names()),
    };
    Some(ReviewReport {
        turning_points,
        losers,
        next: next.map(|point| row(open, &point)),
        mistakes: review.mistakes().filter(|ply| is_about(plies[*ply].seat)).count(),
        rating_lead: review.features.first().map_or(0, |features| features.rating_lead),
        only: own.map(|(_, name)| name),
    })
}

fn row(open: &MatchState, point: &TurningPoint) -> TurningPointRow {
    let document = &open.document;
    let name = document.ply_name(point.ply + 1).unwrap_or_default();
    let player = &open.header.seats[point.seat].name;
    let annotation = document.annotation(point.ply + 1).unwrap_or_default();
    let (sign, _) = split_annotation(&annotation);
    let loss = (point.loss + 50) / 100;
    let title = format!("{name} {}{sign}, {player}: −{loss}\u{a0}%", point.san);
    TurningPointRow {
        moment: point.ply,
        seat: point.seat,
        title,
        sentence: point.sentence.clone(),
        line: point.line_words.clone(),
        is_shown: open.moment_view.shows_mistake && open.moment_view.playhead.moment() == point.ply,
    }
}
