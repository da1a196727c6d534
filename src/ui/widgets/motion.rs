//! [`Motion`]: the animation of pieces.
//!
//! Only a step of one ply is animated; longer jumps take effect at once. An animation always starts from the squares
//! and reserves of the previous position, even if the pieces of an earlier step are still moving.

use super::{board::square_rect, reserve::Tray};
use crate::{
    app::{Flight, Place},
    diagram::BoardScene,
    replay::Match,
    rules::{ByBoard, Position, Seat},
    timeline::Moment,
    ui::art::Art,
};
use eframe::egui::{Rect, Ui};

const DURATION_S: f64 = 0.12;

/// The animation of the pieces that one ply moves.
#[derive(Default)]
pub struct Motion {
    /// The revision of the match and the moment that the last frame showed.
    last_frame: Option<(u64, Moment)>,
    flights: Vec<Flight>,
    began_s: f64,
    /// The last painted scene of each board, and its place.
    boards: ByBoard<Option<(BoardScene, Rect)>>,
    /// The last place of each reserve, by seat.
    trays: [Option<Tray>; 4],
}

impl Motion {
    /// Sets the current `moment` of `played`, whose revision is `revision`. If `is_animated`, a step of one ply starts
    /// an animation.
    pub fn follow(
        &mut self,
        ui: &Ui,
        played: &Match,
        revision: u64,
        moment: Moment,
        is_animated: bool,
    ) {
        let last_frame = self.last_frame.replace((revision, moment));
        let before = match last_frame {
            Some((last_revision, before)) if last_revision == revision && before != moment => {
                before
            }
            Some((last_revision, _)) if last_revision == revision => return,
            _ => moment,
        };
        self.flights.clear();
        let ply = before.min(moment);
        if !is_animated || before.abs_diff(moment) != 1 || ply >= played.plies.len() {
            return;
        }
        let position: Position = played.position_after(ply);
        self.flights = Flight::of(&played.plies[ply], &position);
        if moment < before {
            for flight in &mut self.flights {
                *flight = flight.back();
            }
        }
        self.began_s = ui.input(|input| input.time);
    }

    /// Records that the board of `scene` is painted in `rect`. Returns `scene` without the pieces that are
    /// still moving.
    pub fn on_board(&mut self, scene: &BoardScene, rect: Rect) -> BoardScene {
        self.boards[scene.id] = Some((scene.clone(), rect));
        let mut painted = scene.clone();
        painted.pieces.retain(|piece| {
            let place = Place::Square(scene.id, piece.square);
            !self.flights.iter().any(|flight| flight.to == place)
        });
        painted
    }

    /// Records where the reserve of `seat` is painted in this frame.
    pub const fn reserve_at(&mut self, seat: Seat, tray: Tray) {
        self.trays[seat as usize] = Some(tray);
    }

    /// Paints the moving pieces.
    pub fn ui(&mut self, ui: &Ui, art: &mut Art) {
        if self.flights.is_empty() {
            return;
        }
        let passed = (ui.input(|input| input.time) - self.began_s) / DURATION_S;
        if passed >= 1.0 {
            self.flights.clear();
        }
        // The next frame continues the animation, or shows the pieces at rest.
        ui.ctx().request_repaint();
        #[expect(clippy::cast_possible_truncation, reason = "a part of one")]
        let part = passed.clamp(0.0, 1.0) as f32;
        // Slows the pieces down towards the end.
        let part = 1.0 - (1.0 - part).powi(3);
        for flight in &self.flights {
            let (Some(from), Some(to)) = (self.place(ui, flight.from), self.place(ui, flight.to))
            else {
                continue;
            };
            let rect = from.lerp_towards(&to, part);
            let mut pieces = art.pieces(ui.ctx(), from.width().max(to.width()));
            pieces.put(flight.piece, rect, 1.0);
            ui.painter().add(pieces.mesh);
        }
    }

    /// Returns where `place` was last painted, or `None` if it has not been painted yet.
    pub fn place(&self, ui: &Ui, place: Place) -> Option<Rect> {
        match place {
            Place::Square(board, square) => {
                let (scene, rect) = self.boards[board].as_ref()?;
                Some(square_rect(scene, *rect, square))
            }
            Place::Reserve(seat, role) => self.trays[seat as usize]?.place(ui, role),
        }
    }
}
