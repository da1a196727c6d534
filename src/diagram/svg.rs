//! [`svg`]: a picture as SVG that needs nothing from elsewhere. Each piece and each letter is defined once.

use super::{
    Background, Badge, BoardLook, BoardPart, Paint, PieceSet, Point, Rgb, Scene, SeatPart, Shape,
    Theme, Weight, board_shapes,
    escape::Escaped,
    face::OUTLINE_UNITS,
    layout::{BOARD, Layout, SQUARE},
    mark_shape, veil_shapes,
};
use crate::{
    rules::{Color, Piece, Reserve, Team},
    timeline::clock_text,
};
use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
};

/// How a picture looks.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The colours.
    pub theme: &'a Theme,
    /// The pieces.
    pub pieces: &'a PieceSet,
    /// What is behind.
    pub background: Background,
}

/// Text on names, clocks and captions.
const TEXT: f32 = 18.0;

/// Letters and numbers at the edge of a board.
const COORDINATE: f32 = 9.5;

/// A square on which something stands for certain.
const HEAT: Rgb = Rgb(0xd2, 0x4a, 0x2a);

/// A number on a warm square.
const NUMBER: f32 = 14.0;

/// How strongly a mark is shown.
const MARK_OPACITY: f32 = 0.8;

/// How strongly a kind of which a reserve holds none is shown.
const EMPTY_OPACITY: f32 = 0.12;

/// `scene` as an SVG file that is `width` pixels wide.
#[must_use]
pub fn svg(scene: &Scene, look: &Look<'_>, width: u32) -> String {
    let layout = Layout::of(scene);
    let mut drawing = Drawing {
        theme: look.theme,
        pieces: look.pieces,
        body: String::with_capacity(16_384),
        used: BTreeSet::new(),
        letters: BTreeSet::new(),
        check: false,
        promoted: false,
    };
    let behind = match look.background {
        Background::Theme => Some(look.theme.ground),
        Background::Transparent => None,
        Background::Color(color) => Some(color),
    };
    if let Some(color) = behind {
        let _ = write!(
            drawing.body,
            r#"<rect width="100%" height="100%" fill="{color}"/>"#
        );
    }
    for (place, part) in scene.boards.iter().enumerate() {
        drawing.part(scene, part, &layout, Layout::board_left(place));
    }
    if let Some(middle) = layout.caption {
        drawing.caption(scene, &layout, middle, behind.is_none());
    }
    drawing.file(scene, &layout, width)
}

/// A picture that grows.
struct Drawing<'a> {
    theme: &'a Theme,
    pieces: &'a PieceSet,
    body: String,
    /// What must be defined: pieces by their place in a set, letters by weight, face and number.
    used: BTreeSet<u16>,
    letters: BTreeSet<(Weight, u16, u16)>,
    check: bool,
    promoted: bool,
}

/// Where a text is held.
#[derive(Clone, Copy)]
enum Anchor {
    Left,
    Middle,
    Right,
}

impl Drawing<'_> {
    /// The whole file around what has been drawn.
    fn file(self, scene: &Scene, layout: &Layout, width: u32) -> String {
        let height = layout.pixel_height(width);
        let mut out = String::with_capacity(self.body.len() + 32_768);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"><title>{}</title><desc>{}</desc><defs>"#,
            N(layout.width),
            N(layout.height),
            Escaped(&scene.title),
            Escaped(&scene.position),
        );
        for &slot in &self.used {
            define_piece(self.pieces, slot, &mut out);
        }
        for &(weight, face, id) in &self.letters {
            let outline = weight.face().outline_in(face, id);
            if !outline.is_empty() {
                let letter = Letter(weight, face, id);
                let _ = write!(out, r#"<path id="{letter}" d="{outline}"/>"#);
            }
        }
        if self.promoted {
            define_promoted(self.theme, &mut out);
        }
        if self.check {
            let red = self.theme.warning;
            let _ = write!(
                out,
                r#"<radialGradient id="check" r=".72"><stop offset=".3" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
            );
        }
        let _ = write!(out, "</defs>{}</svg>", self.body);
        out
    }

    /// A board with its seats.
    fn part(&mut self, scene: &Scene, part: &BoardPart, layout: &Layout, left: f32) {
        let bottom = layout.board_top + BOARD;
        let height = layout.bar + layout.tray;
        if height > 0.0 {
            let above = layout.board_top - height - 4.0;
            self.seat(scene, &part.above, layout, left, above, false);
            self.seat(scene, &part.below, layout, left, bottom + 4.0, true);
        }
        let _ = write!(
            self.body,
            r#"<g transform="translate({} {})">"#,
            N(left),
            N(layout.board_top)
        );
        self.board(scene, part);
        self.body.push_str("</g>");
    }

    fn board(&mut self, scene: &Scene, part: &BoardPart) {
        let look = BoardLook {
            black_and_white: self.theme.black_and_white,
            last_move: !scene.hidden.last_move,
            coordinates: !scene.hidden.coordinates,
        };
        for shape in board_shapes(&part.board, look) {
            self.shape(&shape);
        }
        if let Some(veil) = &part.veil {
            for shape in veil_shapes(&part.board, veil, look) {
                self.shape(&shape);
            }
        }
        for mark in &part.marks {
            self.shape(&mark_shape(&part.board, *mark, look, MARK_OPACITY));
        }
    }

    const fn color(&self, paint: Paint) -> Rgb {
        match paint {
            Paint::Light => self.theme.light,
            Paint::Dark => self.theme.dark,
            Paint::LastLight => self.theme.last_light,
            Paint::LastDark => self.theme.last_dark,
            Paint::Frame => self.theme.frame,
            Paint::Ink | Paint::VeiledLight | Paint::VeiledDark => self.theme.ink,
            Paint::Mark(color) => color.rgb(),
            Paint::Heat => HEAT,
            Paint::Warning => self.theme.warning,
            Paint::Ground => Rgb(0xff, 0xff, 0xff),
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Board(paint) => {
                let color = self.color(*paint);
                let _ = write!(self.body, r#"<path fill="{color}" d="M0 0h360v360H0z"/>"#);
            }
            Shape::Squares(corners, paint) => {
                let color = self.color(*paint);
                let _ = write!(self.body, r#"<path fill="{color}" d=""#);
                for &corner in corners {
                    let [x, y] = units(corner);
                    let _ = write!(self.body, "M{x} {y}h45v45h-45z");
                }
                self.body.push_str(r#""/>"#);
            }
            &Shape::Frame {
                corner,
                width,
                dashed,
                paint,
            } => {
                let color = self.color(paint);
                let [x, y] = units([corner[0] + width / 2.0, corner[1] + width / 2.0]);
                let (side, width) = (N(SQUARE * (1.0 - width)), N(SQUARE * width));
                let dashes = if dashed {
                    r#" stroke-dasharray="5 4""#
                } else {
                    ""
                };
                let _ = write!(
                    self.body,
                    r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>"#,
                );
            }
            &Shape::Glow(corner) => {
                self.check = true;
                let [x, y] = units(corner);
                let _ = write!(
                    self.body,
                    r#"<path d="M{x} {y}h45v45h-45z" fill="url(#check)"/>"#
                );
            }
            Shape::Circle { .. } => self.circle(shape),
            Shape::Arrow {
                corners,
                paint,
                opacity,
            } => self.arrow(corners, *paint, *opacity),
            &Shape::RankNumber([x, y], letter, paint) => {
                let at = (x * SQUARE + 2.0, y * SQUARE + 10.0);
                self.coordinate(at, Anchor::Left, letter, paint);
            }
            &Shape::FileLetter([x, y], letter, paint) => {
                let at = ((x + 1.0) * SQUARE - 2.0, (y + 1.0) * SQUARE - 3.0);
                self.coordinate(at, Anchor::Right, letter, paint);
            }
            Shape::Edge(paint) => {
                let color = self.color(*paint);
                let _ = write!(
                    self.body,
                    r#"<path fill="none" stroke="{color}" stroke-width="1.5" d="M0 0h360v360H0z"/>"#
                );
            }
            &Shape::Piece([x, y], piece) => {
                self.piece(piece, x * SQUARE, y * SQUARE, SQUARE, 1.0);
            }
            &Shape::Promoted(corner) => {
                self.promoted = true;
                let [x, y] = units(corner);
                let _ = write!(
                    self.body,
                    "<use xlink:href=\"#promoted\" x=\"{x}\" y=\"{y}\"/>"
                );
            }
            Shape::Veil(_) | Shape::Warm { .. } | Shape::Number(..) | Shape::Cross { .. } => {
                self.veil_shape(shape);
            }
        }
    }

    /// A shape that stands over a board of Kriegspiel.
    fn veil_shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Veil(corners) => self.veil(corners),
            &Shape::Warm { corner, warmth } => {
                let [x, y] = units(corner);
                let color = if self.theme.black_and_white {
                    self.theme.dim
                } else {
                    HEAT
                };
                let _ = write!(
                    self.body,
                    r#"<path fill="{color}" opacity="{}" d="M{x} {y}h45v45h-45z"/>"#,
                    Short(warmth)
                );
            }
            Shape::Number([x, y], text) => self.number([*x, *y], text),
            &Shape::Cross {
                center,
                reach,
                width,
                paint,
            } => {
                let color = self.color(paint);
                let [x, y] = [center[0] - reach, center[1] - reach];
                let ([x, y], side) = (units([x, y]), N(2.0 * reach * SQUARE));
                let width = N(width * SQUARE);
                let _ = write!(
                    self.body,
                    r#"<path fill="none" stroke="{color}" stroke-width="{width}" d="M{x} {y}l{side} {side}m0-{side}l-{side} {side}"/>"#
                );
            }
            _ => {}
        }
    }

    /// Squares that are not seen: dimmed, and hatched so that paper shows them too.
    fn veil(&mut self, corners: &[Point]) {
        let (ground, ink) = (self.theme.ground, self.theme.ink);
        let _ = write!(self.body, r#"<path fill="{ground}" opacity=".45" d=""#);
        for &corner in corners {
            let [x, y] = units(corner);
            let _ = write!(self.body, "M{x} {y}h45v45h-45z");
        }
        let _ = write!(
            self.body,
            r#""/><path fill="none" stroke="{ink}" stroke-width=".75" opacity=".3" d=""#
        );
        for &[x, y] in corners {
            for (from, to) in [
                ([0.0, 0.5], [0.5, 0.0]),
                ([0.0, 1.0], [1.0, 0.0]),
                ([0.5, 1.0], [1.0, 0.5]),
            ] {
                let [x0, y0] = units([x + from[0], y + from[1]]);
                let [x1, y1] = units([x + to[0], y + to[1]]);
                let _ = write!(self.body, "M{x0} {y0}L{x1} {y1}");
            }
        }
        self.body.push_str(r#""/>"#);
    }

    /// A number in the middle of a square, on a disc of its own so that it reads on any warmth.
    fn number(&mut self, [x, y]: Point, text: &str) {
        let at = ((x + 0.5) * SQUARE, (y + 0.5) * SQUARE + NUMBER * 0.36);
        let (ground, ink) = (self.theme.ground, self.theme.ink);
        let width = Weight::SemiBold.face().width(text, NUMBER) + 6.0;
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="18" rx="4" fill="{ground}" opacity=".85"/>"#,
            N(at.0 - width / 2.0),
            N((y + 0.5) * SQUARE - 9.0),
            N(width)
        );
        self.text(at, Anchor::Middle, NUMBER, Weight::SemiBold, ink, text);
    }

    fn arrow(&mut self, corners: &[[f32; 2]], paint: Paint, opacity: f32) {
        let color = self.color(paint);
        self.body.push_str(r#"<path d="M"#);
        for (place, &corner) in corners.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            let [x, y] = units(corner);
            let _ = write!(self.body, "{blank}{x} {y}");
        }
        let _ = write!(
            self.body,
            r#"z" fill="{color}" opacity="{}"/>"#,
            Short(opacity)
        );
    }

    fn circle(&mut self, shape: &Shape) {
        let &Shape::Circle {
            center,
            radius,
            fill,
            stroke,
            width,
            opacity,
        } = shape
        else {
            return;
        };
        let [x, y] = units(center);
        let (radius, width) = (N(radius * SQUARE), N(width * SQUARE));
        let _ = write!(
            self.body,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill=""#
        );
        let _ = match fill {
            Some(fill) => write!(self.body, "{}", self.color(fill)),
            None => write!(self.body, "none"),
        };
        let stroke = self.color(stroke);
        let _ = write!(self.body, r#"" stroke="{stroke}" stroke-width="{width}""#);
        if opacity < 1.0 {
            let _ = write!(self.body, r#" opacity="{}""#, Short(opacity));
        }
        self.body.push_str("/>");
    }

    fn coordinate(&mut self, at: (f32, f32), anchor: Anchor, letter: char, paint: Paint) {
        let color = self.color(paint);
        let text = letter.to_string();
        self.text(at, anchor, COORDINATE, Weight::SemiBold, color, &text);
    }

    fn piece(&mut self, piece: Piece, x: f32, y: f32, side: f32, opacity: f32) {
        let slot = PieceSet::slot(piece);
        self.used.insert(slot);
        let name = PieceSet::FILES[usize::from(slot)];
        let _ = write!(self.body, "<use xlink:href=\"#{name}\"");
        let scale = side / SQUARE;
        if scale == 1.0 {
            let _ = write!(self.body, r#" x="{}" y="{}""#, N(x), N(y));
        } else {
            let (x, y, scale) = (N(x), N(y), N(scale));
            let _ = write!(
                self.body,
                r#" transform="translate({x} {y}) scale({scale})""#
            );
        }
        if opacity < 1.0 {
            let _ = write!(self.body, r#" opacity="{}""#, N(opacity));
        }
        self.body.push_str("/>");
    }

    /// Name, clock and reserve of a seat. The reserve is next to the board.
    fn seat(
        &mut self,
        scene: &Scene,
        part: &SeatPart,
        layout: &Layout,
        left: f32,
        top: f32,
        below: bool,
    ) {
        let height = layout.bar + layout.tray;
        let edge = if self.theme.black_and_white {
            format!(r#" stroke="{}" stroke-width=".8""#, self.theme.dim)
        } else {
            String::new()
        };
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="360" height="{}" rx="4" fill="{}"{edge}/>"#,
            N(left),
            N(top),
            N(height),
            self.theme.card,
        );
        let (bar, tray) = if below {
            (top + layout.tray, top)
        } else {
            (top, top + layout.bar)
        };
        if layout.bar > 0.0 {
            self.bar(scene, part, layout, left, bar);
        }
        if layout.tray > 0.0 {
            self.reserve(scene, part, left, tray, layout.tray);
        }
    }

    /// A bar of the team, a disc of the colour, the name, the rating and the clock.
    fn bar(&mut self, scene: &Scene, part: &SeatPart, layout: &Layout, left: f32, top: f32) {
        let theme = self.theme;
        let middle = top + layout.bar / 2.0;
        let base = middle + TEXT * 0.36;
        let clock_width = if layout.clocks { 84.0 } else { 0.0 };
        if !scene.hidden.names {
            let color = theme.team(part.scene.seat.team());
            // The teams are told apart by a full bar and an empty one, with colour or without.
            let fill = match part.scene.seat.team() {
                Team::First => color.to_string(),
                Team::Second => "none".to_owned(),
            };
            let _ = write!(
                self.body,
                r#"<rect x="{}" y="{}" width="4" height="{}" rx="1" fill="{fill}" stroke="{color}" stroke-width="1.4"/>"#,
                N(left + 5.0),
                N(top + 6.0),
                N(layout.bar - 12.0),
            );
            let (disc, rim) = match part.scene.seat.color() {
                Color::White => ("#fff", "#707070"),
                Color::Black => ("#181818", "#909090"),
            };
            let _ = write!(
                self.body,
                r#"<circle cx="{}" cy="{}" r="5.5" fill="{disc}" stroke="{rim}" stroke-width="1.2"/>"#,
                N(left + 19.0),
                N(middle)
            );
            let rating = Weight::Regular.face().width(&part.rating, TEXT);
            let room = BOARD - 30.0 - clock_width - 10.0 - rating - 8.0;
            let face = Weight::SemiBold.face();
            let name = face.fit(&part.name, TEXT, room);
            let at = (left + 30.0, base);
            self.text(at, Anchor::Left, TEXT, Weight::SemiBold, theme.ink, &name);
            let at = (left + 38.0 + face.width(&name, TEXT), base);
            self.text(
                at,
                Anchor::Left,
                TEXT,
                Weight::Regular,
                theme.dim,
                &part.rating,
            );
        }
        if layout.clocks {
            let clock = clock_text(part.clock.ms);
            let text = clock.main + &clock.tenths;
            let right = left + BOARD - 6.0;
            let ink = if part.clock.turn {
                // The clock that runs is dark.
                let width = Weight::SemiBold.face().width(&text, TEXT) + 16.0;
                let _ = write!(
                    self.body,
                    r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="{}"/>"#,
                    N(right - width),
                    N(top + 4.0),
                    N(width),
                    N(layout.bar - 8.0),
                    theme.ink
                );
                Rgb(255, 255, 255)
            } else {
                theme.ink
            };
            let at = (right - 8.0, base);
            self.text(at, Anchor::Right, TEXT, Weight::SemiBold, ink, &text);
        }
    }

    /// A place for each kind of piece, which it keeps when it is empty.
    fn reserve(&mut self, scene: &Scene, part: &SeatPart, left: f32, top: f32, height: f32) {
        let theme = self.theme;
        let side = height - 6.0;
        for (place, role) in (0_u8..).zip(Reserve::ROLES) {
            let count = part.scene.reserve.count(role);
            let x = left + 10.0 + f32::from(place) * 70.0;
            let y = top + 3.0;
            let piece = Piece {
                color: part.scene.seat.color(),
                role,
            };
            if part.scene.arrived == Some(role) && !scene.hidden.last_move {
                let width = side + if count > 1 { 22.0 } else { 4.0 };
                let _ = write!(
                    self.body,
                    r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="none" stroke="{}" stroke-width="1.8"/>"#,
                    N(x - 2.0),
                    N(y - 1.0),
                    N(width),
                    N(side + 2.0),
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

    fn caption(&mut self, scene: &Scene, layout: &Layout, middle: f32, on_card: bool) {
        let room = layout.width - 24.0;
        let face = Weight::Regular.face();
        let text = face.fit(&scene.caption, TEXT, room - 16.0);
        // On nothing at all it could not be read.
        if on_card {
            let _ = write!(
                self.body,
                r#"<rect x="12" y="{}" width="{}" height="26" rx="4" fill="{}"/>"#,
                N(middle - 13.0),
                N(room),
                self.theme.card
            );
        }
        let at = (layout.width / 2.0, middle + TEXT * 0.36);
        self.text(
            at,
            Anchor::Middle,
            TEXT,
            Weight::Regular,
            self.theme.ink,
            &text,
        );
    }

    /// One line of text that stands on `at`.
    fn text(
        &mut self,
        (x, y): (f32, f32),
        anchor: Anchor,
        size: f32,
        weight: Weight,
        color: Rgb,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let line = weight.face().line(text);
        let width = super::face::width_of(&line, size);
        let x = match anchor {
            Anchor::Left => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::Right => x - width,
        };
        let scale = size / OUTLINE_UNITS;
        let _ = write!(
            self.body,
            r#"<g fill="{color}" transform="matrix({scale:.6} 0 0 -{scale:.6} {} {})">"#,
            N(x),
            N(y)
        );
        for glyph in line {
            // A font of the system is used in one weight alone.
            let of = if glyph.face == 0 {
                weight
            } else {
                Weight::Regular
            };
            self.letters.insert((of, glyph.face, glyph.id));
            let letter = Letter(of, glyph.face, glyph.id);
            let _ = write!(self.body, "<use xlink:href=\"#{letter}\"");
            if glyph.x != 0 {
                let _ = write!(self.body, r#" x="{}""#, glyph.x / 2);
            }
            self.body.push_str("/>");
        }
        self.body.push_str("</g>");
    }
}

/// Defines the piece at `slot` of `pieces` for `<use>`, under the name of its file.
pub(super) fn define_piece(pieces: &PieceSet, slot: u16, out: &mut String) {
    let name = PieceSet::FILES[usize::from(slot)];
    let (inside, [scale, x, y]) = pieces.fragment(slot, SQUARE);
    let _ = write!(out, r#"<g id="{name}""#);
    if scale != 1.0 || x != 0.0 || y != 0.0 {
        let (x, y) = (N(x), N(y));
        let _ = write!(out, r#" transform="matrix({scale} 0 0 {scale} {x} {y})""#);
    }
    let _ = write!(out, ">{inside}</g>");
}

/// Defines the promoted mark: a small pawn on a disc in the upper right corner, which reads at 24 px, and
/// without colour.
pub(super) fn define_promoted(theme: &Theme, out: &mut String) {
    let Badge {
        center,
        radius,
        rim,
        head: (above, head),
        foot,
    } = Badge::USUAL;
    let [x, y] = units(center);
    let (radius, rim, above, head) = (
        N(radius * SQUARE),
        N(rim * SQUARE),
        N(-above * SQUARE),
        N(head * SQUARE),
    );
    let color = theme.warning;
    let _ = write!(
        out,
        r##"<g id="promoted" transform="translate({x} {y})" fill="#1c1f26"><circle r="{radius}" fill="#fff" stroke="{color}" stroke-width="{rim}"/><circle cy="{above}" r="{head}"/><path d="M"##
    );
    for (place, corner) in foot.into_iter().enumerate() {
        let blank = if place == 0 { "" } else { " " };
        let [x, y] = units(corner);
        let _ = write!(out, "{blank}{x} {y}");
    }
    out.push_str(r#"z"/></g>"#);
}

/// A place on a board in units of the picture.
fn units([x, y]: Point) -> [N; 2] {
    [N(x * SQUARE), N(y * SQUARE)]
}

/// The name under which a letter is defined: weight, face and number.
struct Letter(Weight, u16, u16);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(Weight::Regular, 0, id) => write!(f, "r{id}"),
            Self(Weight::SemiBold, 0, id) => write!(f, "s{id}"),
            Self(_, face, id) => write!(f, "f{face}-{id}"),
        }
    }
}

/// A part of 1 without the zero before its point.
struct Short(f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N(self.0).to_string().trim_start_matches('0'))
    }
}

/// A number with two decimals at most.
struct N(f32);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sum turns -0 into 0.
        let number = (self.0 * 100.0).round() / 100.0 + 0.0;
        write!(f, "{number}")
    }
}
