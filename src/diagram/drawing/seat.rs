//! The names, clocks and reserves beside a board, and the caption, as elements.

use super::{Anchor, Drawing, TEXT};
use crate::{
    diagram::{
        Rgb, Scene, SeatPart, Weight,
        element::{Element, Outline, Style},
        layout::{Area, BOARD, CAPTION_LINE, Layout},
    },
    rules::{Color, Piece, Reserve, Team},
    timeline::clock_text,
};

/// The opacity of the placeholder for a piece that is not in the reserve.
const EMPTY_OPACITY: f32 = 0.12;

impl Drawing<'_> {
    /// Draws the name, the clock and the reserve of a seat into `area`, above the board or, if `below`, below it. The
    /// reserve is next to the board.
    pub(super) fn seat(
        &mut self,
        scene: &Scene,
        part: &SeatPart,
        layout: &Layout,
        area: Area,
        below: bool,
    ) {
        let Area { left, top, bottom, .. } = area;
        let card = Style::fill(self.theme.card);
        let style = if self.theme.black_and_white {
            Style { fill: card.fill, ..Style::stroke(self.theme.dim, 0.8) }
        } else {
            card
        };
        self.outline(Outline::rect([left, top], [BOARD, bottom - top], 4.0), style);
        let (bar, tray) = if below { (top + layout.tray, top) } else { (top, top + layout.bar) };
        if layout.bar > 0.0 {
            self.bar(scene, part, layout, left, bar);
        }
        if layout.tray > 0.0 {
            self.reserve(scene, part, left, tray, layout.tray);
        }
        if layout.clocks {
            self.clock(part, layout, area.right - 6.0, bar);
        }
    }

    /// Draws the line of a seat without its clock: team, colour, name and rating.
    fn bar(&mut self, scene: &Scene, part: &SeatPart, layout: &Layout, left: f32, top: f32) {
        let theme = self.theme;
        let middle = top + layout.bar / 2.0;
        let baseline = middle + TEXT * 0.36;
        if !scene.hidden.names {
            let color = theme.team(part.scene.seat.team());
            // A solid and a hollow bar distinguish the teams without colour.
            let fill = match part.scene.seat.team() {
                Team::First => Some(color),
                Team::Second => None,
            };
            let stripe = Outline::rect([left + 5.0, top + 6.0], [4.0, layout.bar - 12.0], 1.0);
            self.outline(stripe, Style { fill, ..Style::stroke(color, 1.4) });
            let (disc, rim) = match part.scene.seat.color() {
                Color::White => (Rgb(0xff, 0xff, 0xff), Rgb(0x70, 0x70, 0x70)),
                Color::Black => (Rgb(0x18, 0x18, 0x18), Rgb(0x90, 0x90, 0x90)),
            };
            let circle = Outline::Circle { center: [left + 19.0, middle], radius: 5.5 };
            self.outline(circle, Style { fill: Some(disc), ..Style::stroke(rim, 1.2) });
            let room = BOARD - 30.0 - layout.clock_width() - 10.0 - 8.0;
            let (regular, face) = (Weight::Regular.face(), Weight::SemiBold.face());
            let rating = regular.fit(&part.rating, TEXT, room);
            let name = face.fit(&part.name, TEXT, room - regular.width(&rating, TEXT));
            let at = [left + 30.0, baseline];
            self.text(at, Anchor::Left, TEXT, Weight::SemiBold, theme.ink, &name);
            let at = [left + 38.0 + face.width(&name, TEXT), baseline];
            self.text(at, Anchor::Left, TEXT, Weight::Regular, theme.dim, &rating);
        }
    }

    /// Draws a clock in the bar whose upper edge is `top`. `right` is the right edge of the clock.
    fn clock(&mut self, part: &SeatPart, layout: &Layout, right: f32, top: f32) {
        let text = clock_text(part.clock.ms, part.clock.precision).face();
        let ink = if part.clock.turn {
            // The background of a running clock is dark.
            let width = Weight::SemiBold.face().width(&text, TEXT) + 16.0;
            let size = [width, layout.bar - 8.0];
            let ground = Outline::rect([right - width, top + 4.0], size, 4.0);
            self.outline(ground, Style::fill(self.theme.ink));
            Rgb(255, 255, 255)
        } else {
            self.theme.ink
        };
        let at = [right - 8.0, top + layout.bar / 2.0 + TEXT * 0.36];
        self.text(at, Anchor::Right, TEXT, Weight::SemiBold, ink, &text);
    }

    /// Draws the reserve. Each role has a fixed place. If the reserve has no piece of a role, that place shows a dimmed
    /// piece, or nothing in black and white.
    fn reserve(&mut self, scene: &Scene, part: &SeatPart, left: f32, top: f32, height: f32) {
        let theme = self.theme;
        let side = height - 6.0;
        for (place, role) in (0_u8..).zip(Reserve::ROLES) {
            let count = part.scene.reserve.count(role);
            let x = left + 10.0 + f32::from(place) * 70.0;
            let y = top + 3.0;
            let piece = Piece { color: part.scene.seat.color(), role };
            if part.scene.arrived == Some(role) && !scene.hidden.last_move {
                let width = side + if count > 1 { 22.0 } else { 4.0 };
                let frame = Outline::rect([x - 2.0, y - 1.0], [width, side + 2.0], 4.0);
                self.outline(frame, Style::stroke(theme.team(part.scene.seat.team()), 1.8));
            }
            if count > 0 || !theme.black_and_white {
                let opacity = if count > 0 { 1.0 } else { EMPTY_OPACITY };
                self.elements.push(Element::Piece { piece, at: [x, y], side, opacity });
            }
            if count > 1 {
                let at = [x + side + 1.0, top + height / 2.0 + 6.5];
                let text = count.to_string();
                self.text(at, Anchor::Left, TEXT, Weight::SemiBold, theme.ink, &text);
            }
        }
    }

    pub(super) fn caption(&mut self, scene: &Scene, layout: &Layout, middle: f32, on_card: bool) {
        let room = layout.width - 24.0;
        let face = Weight::Regular.face();
        let lines = scene.caption.lines().count().saturating_sub(1);
        let more = CAPTION_LINE * f32::from(u16::try_from(lines).unwrap_or(u16::MAX));
        // Without a background the text might be unreadable.
        if on_card {
            let card = Outline::rect([12.0, middle - 13.0], [room, 26.0 + more], 4.0);
            self.outline(card, Style::fill(self.theme.card));
        }
        let mut y = middle + TEXT * 0.36;
        for line in scene.caption.lines() {
            let text = face.fit(line, TEXT, room - 16.0);
            let at = [layout.width / 2.0, y];
            self.text(at, Anchor::Middle, TEXT, Weight::Regular, self.theme.ink, &text);
            y += CAPTION_LINE;
        }
    }
}
