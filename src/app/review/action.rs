//! User actions on the review, and results of its jobs: [`ReviewAction`].

use super::{
    ChosenReply, FinishedReview, MistakeDirection, match_review,
    playing::{apply_reply, toggle_seat},
    rows::review_report,
};
use crate::{
    app::{Cx, Focus, Panel, PlaybackAction},
    rules::{BoardId, Seat},
    timeline::PlayheadCommand,
};
use std::iter::successors;

const NO_MORE_MISTAKES: &str = "No more mistakes in this direction.";

#[derive(Debug)]
pub enum ReviewAction {
    Stop,
    /// Go to the position before this mistaken ply.
    Show(usize),
    /// The review of a match is complete.
    Finished(Box<FinishedReview>),
    /// Add the moves that are better than this mistaken ply as a variation.
    AddLine(usize),
    /// Use the numbers of the engine for this board instead of those of the review, or stop doing so.
    ToggleEngine(BoardId),
    /// Explain the mistake in the next ply in a notice.
    Explain,
    /// Let the program play for this seat, in a variation from the current point; or stop doing so.
    ToggleSeat(Seat),
    /// The program has chosen a move.
    Chosen(Box<ChosenReply>),
}

pub(in crate::app) fn update_review(cx: &mut Cx<'_>, action: ReviewAction) {
    match action {
        ReviewAction::Stop => match_review::stop(cx),
        ReviewAction::Show(ply) => show_mistake(cx, ply),
        ReviewAction::Finished(finished) => match_review::apply(cx, *finished),
        ReviewAction::AddLine(ply) => add_line(cx, ply),
        ReviewAction::ToggleEngine(id) => cx.in_review(|review| review.toggle_engine(id)),
        ReviewAction::Explain => explain(cx),
        ReviewAction::ToggleSeat(seat) => toggle_seat(cx, seat),
        ReviewAction::Chosen(reply) => apply_reply(cx, &reply),
    }
}

/// Reviews the open match, and shows the report.
pub(in crate::app) fn start_review(cx: &mut Cx<'_>) {
    match_review::start(cx);
    cx.show_panel(Panel::Report);
    cx.focus(Focus::Review);
}

/// Adds the better line as a variation at the mistaken ply `index`. Then goes back to the position before that ply, so
/// that notes are about the mistake.
fn add_line(cx: &mut Cx<'_>, index: usize) {
    let Some(open) = cx.match_state() else { return };
    let Some(review) = &open.review.review else { return };
    let Some(point) = review.mistake(open.document.played(), index) else { return };
    let seats = successors(Some(point.seat), |seat| Some(seat.opponent()));
    let plies = seats.zip(point.line.iter().copied()).collect();
    cx.request(PlaybackAction::Play(PlayheadCommand::GoTo(index)));
    cx.request(PlaybackAction::PlayLine(plies));
    cx.request(ReviewAction::Show(index));
}

/// Shows the mistake in the next ply in a notice, in the words of the review.
fn explain(cx: &mut Cx<'_>) {
    let Some(report) = review_report(cx) else { return };
    let point = report.turning_points.into_iter().find(|row| row.is_shown);
    if let Some(row) = point.or(report.next) {
        cx.notify_in_place(format!("{}. {}", row.title, row.sentence));
    }
}

/// Goes to the position before the next mistake, or before the previous one.
pub(in crate::app) fn step_mistake(cx: &mut Cx<'_>, direction: MistakeDirection) {
    let seats = match cx.own_seat() {
        Some((seat, _)) if cx.settings.only_mine => vec![seat],
        _ => Seat::ALL.to_vec(),
    };
    let Some(open) = cx.match_state() else { return };
    let (played, moment) = (open.document.played(), open.moment_view.playhead.moment());
    match open.review.mistake_beside(played, moment, direction, &seats) {
        Some(ply) => {
            cx.notices().dismiss_texts(&[NO_MORE_MISTAKES]);
            show_mistake(cx, ply);
            cx.focus(Focus::Mistake);
        }
        None => cx.notify_in_place(NO_MORE_MISTAKES.to_owned()),
    }
}

/// Goes to the position before the mistaken ply `ply`, and makes notes be about that ply.
fn show_mistake(cx: &mut Cx<'_>, ply: usize) {
    cx.play(PlayheadCommand::GoTo(ply));
    cx.show_mistake();
}
