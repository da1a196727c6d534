//! [`Motion`]: pieces on their way from where they were to where they are.
//!
//! Only a step of one ply is shown as motion: whoever goes further wants to be there at once. The next step
//! begins from the boards as they are, wherever pieces were on their way.

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

/// How long pieces are on their way, in seconds.
const LASTS_S: f64 = 0.12;

/// Pieces on their way.
#[derive(Default)]
pub struct Motion {
    /// The match and the moment that were seen last.
    seen: Option<(u64, Moment)>,
    flights: Vec<Flight>,
    began_s: f64,
    /// Where the boards and reserves are in this frame.
    boards: ByBoard<Option<(BoardScene, Rect)>>,
    trays: [Option<Tray>; 4],
}

impl Motion {
    /// Notes that `moment` of `played`, which is called `revision`, is shown now; where it is a step from
    /// what was seen before, pieces are on their way, if they may `move`.
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

    /// `scene`, which fills `rect`, without the pieces that have not arrived yet.
    pub fn on_board(&mut self, scene: &BoardScene, rect: Rect) -> BoardScene {
        self.boards[scene.id] = Some((scene.clone(), rect));
        let mut painted = scene.clone();
        painted.pieces.retain(|piece| !self.arrives(scene.id, piece.square));
        painted
    }

    /// Whether a piece that is seen on `square` is still on its way there.
    fn arrives(&self, board: BoardId, square: Square) -> bool {
        let there = Place::Square(board, square);
        self.flights.iter().any(|flight| flight.to == there)
    }

    /// Notes where the reserve of `seat` is.
    pub const fn reserve_at(&mut self, seat: Seat, tray: Tray) {
        self.trays[seat as usize] = Some(tray);
    }

    /// Paints the pieces on their way.
    pub fn ui(&mut self, ui: &Ui, art: &mut Art) {
        if self.flights.is_empty() {
            return;
        }
        let passed = (ui.input(|input| input.time) - self.began_s) / LASTS_S;
        if passed >= 1.0 {
            self.flights.clear();
        }
        // One more frame shows them where they are.
        ui.ctx().request_repaint();
        #[expect(clippy::cast_possible_truncation, reason = "a part of one")]
        let part = passed.clamp(0.0, 1.0) as f32;
        // Fast at first, and slow into its place.
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

    /// Where `place` is painted in this frame.
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
