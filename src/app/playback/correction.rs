//! [`Correction`]: a move that the user plays before the end of the match, while recording moves.

use crate::{
    app::{Cx, Dialog, PlaybackAction, playback::variations::play_in_variation},
    document::{ChangeError, Document, DocumentEdit},
    notation::PlyName,
    replay::Point,
    rules::{Move, Seat},
    text::sentence,
    timeline::{Moment, PlayheadCommand},
};

/// A move played before the end of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    moment: Moment,
    seat: Seat,
    mv: Move,
    /// The move with its ply name, `1b. Nf6`.
    pub words: String,
    /// The recorded ply that follows, `1b`.
    pub next: PlyName,
    /// What becomes of the later plies if the move is inserted.
    pub inserted: LaterPlies,
    /// The next recorded ply of the same seat, which the move can replace; `None` if there is none.
    pub replaced: Option<Replaced>,
    /// The number of plies that are deleted if the match goes on with the move: the one that follows and all later
    /// ones.
    pub deleted: usize,
    /// The moves typed after the move, which are played next; `None` if the move was made on the boards.
    pub typed_after: Option<String>,
}

/// A recorded ply that a move can replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    ply: usize,
    pub name: PlyName,
    /// The number of plies after it.
    pub plies_after: usize,
    /// What becomes of the plies after it.
    pub later: LaterPlies,
}

/// What a change makes of the plies after it. All of them stay in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterPlies {
    /// All plies that were legal are legal.
    Legal,
    /// This ply, which was legal, no longer is, so that replay ends before it.
    IllegalFrom(PlyName),
    /// The change is impossible.
    Refused,
}

impl Correction {
    /// Creates the correction of `document` that plays `mv` of `seat` before the ply after `moment`. Returns `None` if
    /// no ply follows.
    pub(in crate::app) fn of(
        document: &Document,
        moment: Moment,
        seat: Seat,
        mv: Move,
    ) -> Option<Self> {
        let plies = &document.record().plies;
        let next = plies.get(moment)?.name();
        let position = document.played().position_after(moment);
        let words = position.board_of(seat).san(mv).to_string();
        let name = document.next_name(&Point::Match(moment), seat);
        let on_board = |ply: &usize| plies[*ply].seat.board() == seat.board();
        let next_on_board = (moment..plies.len()).find(on_board);
        let replaced = next_on_board.and_then(|ply| {
            let edit = DocumentEdit::Move { ply, san: words.clone() };
            let later = later_plies(document, &edit, ply + 1);
            if plies[ply].seat != seat || later == LaterPlies::Refused {
                return None;
            }
            let plies_after = plies.len() - ply - 1;
            Some(Replaced { ply, name: plies[ply].name(), plies_after, later })
        });
        let insertion = DocumentEdit::InsertPly { ply: moment, seat, mv };
        Some(Self {
            moment,
            seat,
            mv,
            next,
            inserted: later_plies(document, &insertion, moment + 1),
            replaced,
            deleted: plies.len() - moment,
            typed_after: None,
            words: format!("{name}. {words}"),
        })
    }
}

/// Returns what `edit` makes of the plies after it. `first` is the index of the first of them after the change.
fn later_plies(document: &Document, edit: &DocumentEdit, first: usize) -> LaterPlies {
    let Ok((changed, _)) = document.changed(std::slice::from_ref(edit)) else {
        return LaterPlies::Refused;
    };
    let added = changed.record().plies.len() - document.record().plies.len();
    let legal = changed.played().plies.len();
    // Plies that were already illegal may stay illegal.
    if legal >= (document.played().plies.len() + added).max(first) {
        return LaterPlies::Legal;
    }
    match changed.record().plies.get(legal) {
        Some(ply) => LaterPlies::IllegalFrom(ply.name()),
        None => LaterPlies::Legal,
    }
}

/// A way to record a [`Correction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionKind {
    /// As a variation; the match stays as it is.
    Variation,
    /// Before the ply that follows, which stays with all later ones.
    Insert,
    /// In place of the next ply of the seat; all later plies stay.
    Replace,
    /// In place of the ply that follows and of all later ones.
    DeleteRest,
}

/// Records `correction`, as one change.
pub(in crate::app) fn correct(cx: &mut Cx<'_>, correction: &Correction, kind: CorrectionKind) {
    cx.close_dialog();
    let &Correction { moment, seat, mv, .. } = correction;
    match kind {
        CorrectionKind::Variation => {
            cx.play(PlayheadCommand::Pause);
            play_in_variation(cx, &[(seat, mv)]);
        }
        CorrectionKind::Insert => insert(cx, moment, seat, mv),
        CorrectionKind::Replace => {
            let Some(replaced) = &correction.replaced else { return };
            let ply = replaced.ply;
            let position = cx.position();
            let san = position.board_of(seat).san(mv).to_string();
            cx.edit(&DocumentEdit::Move { ply, san });
            cx.go_to(ply + 1);
        }
        CorrectionKind::DeleteRest => {
            if let Err(error) = delete_rest(cx, correction) {
                return cx.warn(sentence(&error.to_string()));
            }
            cx.go_to(moment + 1);
        }
    }
    if let Some(typed) = &correction.typed_after {
        cx.open_dialog(Dialog::play_move());
        cx.request(PlaybackAction::PlayTyped(typed.clone()));
    }
}

/// Inserts `mv` of `seat` before the ply after `moment`. Until navigation, further moves are inserted as
/// well.
pub(in crate::app) fn insert(cx: &mut Cx<'_>, moment: Moment, seat: Seat, mv: Move) {
    let before = cx.revision();
    cx.edit(&DocumentEdit::InsertPly { ply: moment, seat, mv });
    if cx.revision() == before {
        return;
    }
    cx.go_to(moment + 1);
    cx.in_match(|open| open.moment_view.inserts = true);
}

/// Deletes the plies from that after the moment of `correction` on, and adds its move.
fn delete_rest(cx: &mut Cx<'_>, correction: &Correction) -> Result<(), ChangeError> {
    let &Correction { moment, seat, mv, .. } = correction;
    cx.change_match(&correction.words, |document| {
        let (shorter, _) = document.changed(&[DocumentEdit::DeleteFrom { ply: moment }])?;
        let (corrected, _) =
            shorter.changed(&[DocumentEdit::AddPly { seat, mv, clock_ms: None }])?;
        Ok(corrected)
    })
}
