//! The names, clocks and reserves beside a board, and the caption, as SVG.

use super::{Anchor, Drawing, TEXT, units::Decimal};
use crate::{
    diagram::{
        Rgb, Scene, SeatPart, Weight,
        layout::{Area, BOARD, CAPTION_LINE, Layout},
    },
    rules::{Color, Piece, Reserve, Team},
    timeline::clock_text,
};
use std::fmt::Write as _;

/// The opacity of the placeholder for a piece that is not in the reserve.
const EMPTY_OPACITY: f32 = 0.12;

impl Drawing<'_> {
    /// Draws the name and the reserve of a seat into `area`, above the board or, if `below`, below it. The
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
        let edge = if self.theme.black_and_white {
            format!(r#" stroke="{}" stroke-width=".8""#, self.theme.dim)
        } else {
            String::new()
        };
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="360" height="{}" rx="4" fill="{}"{edge}/>"#,
            Decimal(left),
            Decimal(top),
            Decimal(bottom - top),
            self.theme.card,
        );
        let (bar, tray) = if below { (top + layout.tray, top) } else { (top, top + layout.bar) };
        if layout.bar > 0.0 {
            self.bar(scene, part, layout, left, bar);
        }
        if layout.tray > 0.0 {
            self.reserve(scene, part, left, tray, layout.tray);
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
                Team::First => color.to_string(),
                Team::Second => "none".to_owned(),
            };
            let _ = write!(
                self.body,
                r#"<rect x="{}" y="{}" width="4" height="{}" rx="1" fill="{fill}" stroke="{color}" stroke-width="1.4"/>"#,
                Decimal(left + 5.0),
                Decimal(top + 6.0),
                Decimal(layout.bar - 12.0),
            );
            let (disc, rim) = match part.scene.seat.color() {
                Color::White => ("#fff", "#707070"),
                Color::Black => ("#181818", "#909090"),
            };
            let _ = write!(
                self.body,
                r#"<circle cx="{}" cy="{}" r="5.5" fill="{disc}" stroke="{rim}" stroke-width="1.2"/>"#,
                Decimal(left + 19.0),
                Decimal(middle)
            );
            let room = BOARD - 30.0 - layout.clock_width() - 10.0 - 8.0;
            let (regular, face) = (Weight::Regular.face(), Weight::SemiBold.face());
            let rating = regular.fit(&part.rating, TEXT, room);
            let name = face.fit(&part.name, TEXT, room - regular.width(&rating, TEXT));
            let at = (left + 30.0, baseline);
            self.text(at, Anchor::Left, TEXT, Weight::SemiBold, theme.ink, &name);
            let at = (left + 38.0 + face.width(&name, TEXT), baseline);
            self.text(at, Anchor::Left, TEXT, Weight::Regular, theme.dim, &rating);
        }
    }

    /// Draws the clock of a seat, and returns its area.
    pub(super) fn clock(
        &mut self,
        part: &SeatPart,
        layout: &Layout,
        seat: Area,
        below: bool,
    ) -> Area {
        let theme = self.theme;
        let top = if below { seat.top + layout.tray } else { seat.top };
        let clock = clock_text(part.clock.ms, part.clock.precision);
        let text = clock.main + &clock.tenths;
        let right = seat.right - 6.0;
        let width = Weight::SemiBold.face().width(&text, TEXT) + 16.0;
        let ink = if part.clock.turn {
            // The background of a running clock is dark.
            let _ = write!(
                self.body,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="{}"/>"#,
                Decimal(right - width),
                Decimal(top + 4.0),
                Decimal(width),
                Decimal(layout.bar - 8.0),
                theme.ink
            );
            Rgb(255, 255, 255)
        } else {
            theme.ink
        };
        let at = (right - 8.0, top + layout.bar / 2.0 + TEXT * 0.36);
        self.text(at, Anchor::Right, TEXT, Weight::SemiBold, ink, &text);
        let left = right - width.max(layout.clock_width());
        Area { left, top: top + 4.0, right, bottom: top + layout.bar - 4.0 }
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
                let _ = write!(
                    self.body,
                    r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="none" stroke="{}" stroke-width="1.8"/>"#,
                    Decimal(x - 2.0),
                    Decimal(y - 1.0),
                    Decimal(width),
                    Decimal(side + 2.0),
                    theme.team(part.scene.seat.team())
                );
            }
            if count > 0 {
                self.piece(piece, x, y, side, 1.0);
            } else if !theme.black_and_white {
                self.piece(piece, x, y, side, EMPTY_OPACITY);
            }
            if count > 1 {
                let at = (x + side + 1.0, top + height / 2.0 + 6.5);
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
            let _ = write!(
                self.body,
                r#"<rect x="12" y="{}" width="{}" height="{}" rx="4" fill="{}"/>"#,
                Decimal(middle - 13.0),
                Decimal(room),
                Decimal(26.0 + more),
                self.theme.card
            );
        }
        let mut y = middle + TEXT * 0.36;
        for line in scene.caption.lines() {
            let text = face.fit(line, TEXT, room - 16.0);
            let at = (layout.width / 2.0, y);
            self.text(at, Anchor::Middle, TEXT, Weight::Regular, self.theme.ink, &text);
            y += CAPTION_LINE;
        }
    }
}
