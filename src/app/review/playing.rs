//! [`Playing`]: a position is played on, in a variation, with the program at some of the seats.

use super::{ChosenReply, ReplyJob};
use crate::{
    analysis::review::Choice,
    app::{Cx, Effect, JobKind, MatchState, PlaybackAction},
    rules::{BoardId, BySeat, Seat, Team},
    timeline::Moment,
};
use std::sync::Arc;

/// The number that marks the moves of the program in [`Changes`](crate::document::Changes), like the number of a text
/// field: all of them are one change, until the user plays.
const REPLY_FIELD: u64 = u64::MAX;

/// Which seats the program plays from a moment of the match on. All moves go into a variation.
#[derive(Clone, Debug, Default)]
pub struct Playing {
    /// Whether the program plays for the seat.
    pub seats: BySeat<bool>,
    /// The moment of the match at which the variation begins.
    start: Moment,
    /// Whether a move was played. After that, leaving the variation ends the playing.
    has_begun: bool,
    /// Whether the user has played a move. Without one, the moves of the program do not stay in the record.
    pub(in crate::app) has_user_moved: bool,
    current: Option<Arc<ReplyJob>>,
    /// The last job that chose a move.
    answered: Option<Arc<ReplyJob>>,
    /// The decisions to sit in the current position.
    sits: Vec<Arc<ReplyJob>>,
}

/// Whom the user plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opposition {
    /// The user plays both seats of a team.
    Team,
    /// The user plays one seat, with the program as the partner.
    TeamWithPartner,
}

impl Playing {
    pub fn is_on(&self) -> bool {
        self.seats.iter().any(|plays| *plays)
    }

    /// Returns whether the program is thinking about a move.
    pub const fn is_thinking(&self) -> bool {
        self.current.is_some()
    }

    /// Returns the mark of the next move of the program in the undo steps; `None` if the move stays in the record.
    pub(in crate::app) const fn reply_field(&self) -> Option<u64> {
        if self.has_user_moved { None } else { Some(REPLY_FIELD) }
    }

    fn take_reply(&mut self, reply: &ChosenReply) {
        self.current = None;
        match reply.choice {
            Choice::Move(_) => {
                self.sits.clear();
                self.answered = Some(Arc::clone(&reply.job));
            }
            Choice::Sit => {
                self.sits.retain(|sit| sit.position == reply.job.position);
                self.sits.push(Arc::clone(&reply.job));
            }
        }
    }

    /// Returns the seats that the program has decided to sit at in the current position.
    pub fn sitting(&self) -> impl Iterator<Item = Seat> {
        self.sits.iter().map(|job| job.seat)
    }
}

/// Lets the program play against the user's team from the current point. The user's team is that of the user's name; if
/// the user did not play in the match, it is the team at the bottom.
pub(in crate::app) fn play_from_here(cx: &mut Cx<'_>, opposition: Opposition) {
    let own_seat = cx.own_seat().map(|(seat, _)| seat);
    let is_flipped = cx.shell.flipped;
    let position = cx.position();
    let bottom = if is_flipped { Team::Second } else { Team::First };
    let team = own_seat.map_or(bottom, Seat::team);
    let to_move = team.seats().into_iter().find(|seat| position.turn(seat.board()) == *seat);
    let seat = own_seat.or(to_move).unwrap_or(team.seats()[0]);
    begin(cx, |it| match opposition {
        Opposition::Team => it.team() != team,
        Opposition::TeamWithPartner => it != seat,
    });
    let you = match opposition {
        Opposition::Team => team.seats().map(Seat::name).join(" and "),
        Opposition::TeamWithPartner => seat.name().to_owned(),
    };
    cx.notify(format!("You play {you}. Your moves go into a variation."));
}

fn begin(cx: &mut Cx<'_>, plays: impl FnMut(Seat) -> bool) {
    let start = cx.moment();
    let has_begun = cx.attempt().variation.is_some();
    cx.in_playing(|playing| {
        let seats = BySeat::from_fn(plays);
        let has_user_moved = has_begun && playing.has_user_moved;
        *playing = Playing { seats, start, has_begun, has_user_moved, ..Playing::default() };
    });
}

pub(super) fn toggle_seat(cx: &mut Cx<'_>, seat: Seat) {
    let Some(open) = cx.match_state() else { return };
    let mut seats = open.playing.seats;
    seats[seat] = !seats[seat];
    cx.cancel([JobKind::Reply]);
    begin(cx, |it| seats[it]);
}

pub(in crate::app) fn stop_playing(cx: &mut Cx<'_>) {
    end_playing(cx);
    drop_lone_replies(cx);
}

/// Takes the moves of the program out of the record if the user has neither played nor changed anything since.
pub(in crate::app) fn drop_lone_replies(cx: &mut Cx<'_>) {
    if cx.revert(|changes, record, text| changes.undo_field(record, REPLY_FIELD, text)) {
        end_playing(cx);
        cx.notify("You played no move, so the program’s moves were not kept.".to_owned());
    }
}

fn end_playing(cx: &mut Cx<'_>) {
    cx.in_playing(|playing| *playing = Playing::default());
    cx.cancel([JobKind::Reply]);
}

/// Starts the search for the program's next move, if it is to move at the end of a variation. Ends the playing once the
/// user has left the variation.
pub(in crate::app) fn refresh_playing(cx: &mut Cx<'_>) {
    let Some(open) = cx.match_state() else { return };
    if !open.playing.is_on() {
        return;
    }
    let in_variation = open.moment_view.attempt.variation.is_some();
    let has_moved_away = open.moment_view.playhead.moment() != open.playing.start;
    if !in_variation && (open.playing.has_begun || has_moved_away) {
        return stop_playing(cx);
    }
    // Going back in the variation must not be answered by going forward.
    let is_leaf = !in_variation || open.choices().is_empty();
    let job = if is_leaf { next_job(open) } else { None };
    // The move could not be recorded, or the user has undone it.
    if job.is_some() && job == open.playing.answered {
        return stop_playing(cx);
    }
    let is_current = job == open.playing.current;
    cx.in_playing(|playing| {
        playing.has_begun |= in_variation;
        playing.current.clone_from(&job);
    });
    match job {
        _ if is_current => {}
        Some(job) => cx.run(Effect::Reply(job)),
        None => cx.cancel([JobKind::Reply]),
    }
}

fn next_job(open: &MatchState) -> Option<Arc<ReplyJob>> {
    let position = open.position();
    if open.is_over(&position) || position.mated().is_some() {
        return None;
    }
    let playing = &open.playing;
    let clocks = clocks(open);
    let turns = BoardId::ALL.map(|board| position.turn(board));
    let own_turns = turns.into_iter().filter(|seat| playing.seats[*seat]);
    let mut jobs: Vec<ReplyJob> =
        own_turns.map(|seat| ReplyJob { position: position.clone(), seat, clocks }).collect();
    if jobs.len() == turns.len() {
        // If the program has both moves, at least one seat has to move.
        let forced = jobs.clone().into_iter();
        jobs.extend(forced.map(|job| ReplyJob { clocks: BySeat::from_fn(|_| None), ..job }));
    }
    let is_open = |job: &ReplyJob| !playing.sits.iter().any(|sit| **sit == *job);
    jobs.into_iter().find(is_open).map(Arc::new)
}

/// Returns the clocks at the current moment of the match. A variation has no clocks of its own.
fn clocks(open: &MatchState) -> BySeat<Option<i32>> {
    let playhead = &open.moment_view.playhead;
    let clocks = open.document.timeline().clocks(playhead.moment(), playhead.time());
    BySeat::from_fn(|seat| clocks[seat].ms)
}

/// Plays the chosen move, unless the position has changed.
pub(super) fn apply_reply(cx: &mut Cx<'_>, reply: &ChosenReply) {
    let Some(open) = cx.match_state() else { return };
    let position = open.position();
    if open.playing.current.as_ref() != Some(&reply.job) || position != reply.job.position {
        return;
    }
    cx.in_playing(|playing| playing.take_reply(reply));
    if let Choice::Move(mv) = reply.choice {
        cx.request(PlaybackAction::PlayReply(reply.job.seat, mv));
    }
}
