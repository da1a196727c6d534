//! [`Correction`]: a move that the user plays instead of the recorded one, while recording moves.

use crate::{
    app::{
        Cx, notes,
        playback::{
            playhead::{go_to, play},
            variations::play_in_variation,
        },
    },
    document::{ChangeError, Document, DocumentEdit},
    replay::Point,
    rules::{Move, Seat},
    text::sentence,
    timeline::{self, Moment},
};

/// A move played instead of a recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    moment: Moment,
    seat: Seat,
    mv: Move,
    /// The move with its ply name, `1b. Nf6`.
    pub words: String,
    /// The name of the recorded ply, `1b`; empty if there is none.
    pub replaced: String,
    /// The number of plies after the recorded one that playing the move would delete. The number is 0 if the move
    /// replaces a ply of the same seat and all later legal plies stay legal.
    pub deleted: usize,
    /// Whether the move replaces the recorded ply alone, so that the plies after it stay.
    keeps_later_plies: bool,
}

impl Correction {
    /// Creates the correction of `document` that plays `mv` of `seat` instead of the ply after `moment`.
    pub(in crate::app) fn of(document: &Document, moment: Moment, seat: Seat, mv: Move) -> Self {
        let position = document.played().position_after(moment);
        let name = document.next_name(&Point::Match(moment), seat);
        let plies = &document.record().plies;
        let changed =
            replacement(document, moment, seat, mv).and_then(|edit| document.changed(&[edit]).ok());
        // Plies that were already illegal may stay illegal.
        let min_legal_plies = document.played().plies.len().max(moment + 1);
        let keeps_later_plies =
            changed.is_some_and(|(changed, _)| changed.played().plies.len() >= min_legal_plies);
        Self {
            moment,
            seat,
            mv,
            words: format!("{name}. {}", position.board_of(seat).san(mv)),
            replaced: plies.get(moment).map_or_else(String::new, |ply| ply.name().to_string()),
            deleted: if keeps_later_plies { 0 } else { plies.len() - moment - 1 },
            keeps_later_plies,
        }
    }
}

/// Returns the edit that replaces the ply after `moment` by `mv`; `None` unless that ply is a ply of `seat`.
fn replacement(document: &Document, moment: Moment, seat: Seat, mv: Move) -> Option<DocumentEdit> {
    let ply = document.record().plies.get(moment).filter(|ply| ply.seat == seat)?;
    let position = document.played().position_after(moment);
    let san = position.board_of(ply.seat).san(mv).to_string();
    Some(DocumentEdit::Move { ply: moment, san })
}

/// Replaces the recorded ply with `correction`, as one change.
pub(in crate::app) fn correct(cx: &mut Cx<'_>, correction: &Correction) {
    cx.shell.dialog = None;
    if let Err(error) = replace(cx, correction) {
        return cx.warn(sentence(&error.to_string()));
    }
    go_to(cx, correction.moment + 1);
}

fn replace(cx: &mut Cx<'_>, correction: &Correction) -> Result<(), ChangeError> {
    let &Correction { moment, seat, mv, .. } = correction;
    let Some(document) = cx.match_document() else { return Ok(()) };
    if !document.is_scanned() {
        return Err(ChangeError::Unread);
    }
    if correction.keeps_later_plies
        && let Some(edit) = replacement(document, moment, seat, mv)
    {
        return notes::change(cx, &edit, None);
    }
    let (shorter, _) = document.changed(&[DocumentEdit::DeleteFrom { ply: moment }])?;
    let (corrected, _) = shorter.changed(&[DocumentEdit::AddPly { seat, mv, clock_ms: None }])?;
    let set = document.diff_to(&corrected);
    notes::apply_edit(cx, corrected.into(), set, correction.words.clone());
    Ok(())
}

/// Adds `correction` as a variation.
pub(in crate::app) fn add_as_variation(cx: &mut Cx<'_>, correction: &Correction) {
    cx.shell.dialog = None;
    play(cx, timeline::Command::Pause);
    play_in_variation(cx, correction.seat, correction.mv);
}
