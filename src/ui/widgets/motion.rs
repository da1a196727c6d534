//! The animation of pieces: [`Motion`].
//!
//! Only a step of one ply is animated; longer jumps are immediate. A new step starts from the actual boards, wherever
//! animated pieces were.

use super::{board::square_rect, reserve::Tray};
use crate::{
    app::{Flight, Place},
    diagram::BoardScene,
    replay::Match,
    rules::{BoardId, ByBoard, Position, Seat, Square},
    timeline::Moment,
    ui::art::Art,
};
use eframe::egui::{Rect, Ui};

/// The duration of the animation, in seconds.
const LASTS_S: f64 = 0.12;

/// The animated pieces.
#[derive(Default)]
pub struct Motion {
    /// Revision of the match and moment of the last frame.
    seen: Option<(u64, Moment)>,
    flights: Vec<Flight>,
    began_s: f64,
    /// The places of boards and reserves in this frame.
    boards: ByBoard<Option<(BoardScene, Rect)>>,
    trays: [Option<Tray>; 4],
}

impl Motion {
    /// Sets the current `moment` of `played`, whose revision is `revision`. After a step of one ply, animates its
    /// pieces if `may` is set.
    pub fn follow(&mut self, ui: &Ui, played: &Match, revision: u64, moment: Moment, may: bool) {
        let seen = self.seen.replace((revision, moment));
        let before = match seen {
            Some((known, before)) if known == revision && before != moment => before,
            Some((known, _)) if known == revision => return,
            _ => moment,
        };
        self.flights.clear();
        let ply = before.min(moment);
        if !may || before.abs_diff(moment) != 1 || ply >= played.plies.len() {
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

    /// Returns `scene`, painted in `rect`, without the pieces that have not arrived yet.
    pub fn on_board(&mut self, scene: &BoardScene, rect: Rect) -> BoardScene {
        self.boards[scene.id] = Some((scene.clone(), rect));
        let mut painted = scene.clone();
        painted.pieces.retain(|piece| !self.arrives(scene.id, piece.square));
        painted
    }

    /// Returns whether the piece on `square` is still being animated.
    fn arrives(&self, board: BoardId, square: Square) -> bool {
        let there = Place::Square(board, square);
        self.flights.iter().any(|flight| flight.to == there)
    }

    /// Sets the place of the reserve of `seat`.
    pub const fn reserve_at(&mut self, seat: Seat, tray: Tray) {
        self.trays[seat as usize] = Some(tray);
    }

    /// Paints the animated pieces.
    pub fn ui(&mut self, ui: &Ui, art: &mut Art) {
        if self.flights.is_empty() {
            return;
        }
        let passed = (ui.input(|input| input.time) - self.began_s) / LASTS_S;
        if passed >= 1.0 {
            self.flights.clear();
        }
        // The next frame shows the pieces at rest.
        ui.ctx().request_repaint();
        #[expect(clippy::cast_possible_truncation, reason = "a part of one")]
        let part = passed.clamp(0.0, 1.0) as f32;
        // Ease-out.
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

    /// Returns where `place` is painted in this frame.
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
