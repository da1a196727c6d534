//! [`Picture`]: a scene as [`Element`]s, which every output format shares.

mod board;
mod seat;

use super::{
    Background, PieceSet, Point, Rgb, Scene, Theme, Weight,
    element::{Element, Outline, Style, TextLine},
    face::width_of,
    layout::Layout,
};

/// The font size of names, clocks and captions, in units of the picture.
const TEXT: f32 = 18.0;

#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub theme: &'a Theme,
    pub pieces: &'a PieceSet,
    pub background: Background,
}

/// A picture as elements.
pub(super) struct Picture<'a> {
    pub look: Look<'a>,
    /// The size in pixels.
    pub size: [u32; 2],
    /// The size in units of the picture.
    pub units: [f32; 2],
    /// The elements, from bottom to top.
    pub elements: Vec<Element>,
}

impl<'a> Picture<'a> {
    /// Draws `scene` as a picture `width` pixels wide.
    pub fn of(scene: &Scene, look: &Look<'a>, width: u32) -> Self {
        let layout = Layout::of(scene);
        let mut drawing = Drawing::new(look.theme);
        for (place, part) in scene.boards.iter().enumerate() {
            let left = Layout::board_left(place);
            if let Some([above, below]) = layout.seats(left) {
                drawing.seat(scene, &part.above, &layout, above, false);
                drawing.seat(scene, &part.below, &layout, below, true);
            }
            drawing.origin = [left, layout.board_top];
            drawing.board(scene, part);
        }
        if let Some(middle) = layout.caption {
            let on_card = look.background == Background::Transparent;
            drawing.caption(scene, &layout, middle, on_card);
        }
        Self {
            look: *look,
            size: [width, layout.pixel_height(width)],
            units: [layout.width, layout.height],
            elements: drawing.elements,
        }
    }

    /// Returns the colour of the background; `None` if it is transparent.
    pub fn background(&self) -> Option<Rgb> {
        match self.look.background {
            Background::Theme => Some(self.look.theme.ground),
            Background::Transparent => None,
            Background::Color(color) => Some(color),
        }
    }
}

/// A picture that is being drawn.
pub(super) struct Drawing<'a> {
    theme: &'a Theme,
    /// The upper left corner of the board that is being drawn.
    origin: Point,
    pub elements: Vec<Element>,
}

#[derive(Clone, Copy)]
enum Anchor {
    Left,
    Middle,
    Right,
}

impl<'a> Drawing<'a> {
    pub const fn new(theme: &'a Theme) -> Self {
        Self { theme, origin: [0.0, 0.0], elements: Vec::new() }
    }

    fn outline(&mut self, outline: Outline, style: Style) {
        self.elements.push(Element::Outline(outline, style));
    }

    /// Draws a line of text with the `anchor` of its baseline at (`x`, `y`).
    fn text(
        &mut self,
        [x, y]: Point,
        anchor: Anchor,
        size: f32,
        weight: Weight,
        color: Rgb,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let glyphs = weight.face().line(text);
        let width = width_of(&glyphs, size);
        let left = match anchor {
            Anchor::Left => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::Right => x - width,
        };
        self.elements.push(Element::Text(TextLine { at: [left, y], size, weight, color, glyphs }));
    }
}
