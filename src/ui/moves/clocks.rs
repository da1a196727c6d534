//! [`Clocks`]: how the clocks stand beside the moves.

use super::{
    HIGH_ROW, ROW,
    cell::{NUMBER_GAP, san_size},
};
use crate::{
    app::{GLYPHS, MatchState, MoveRow, figurines},
    ui::theme,
};
use eframe::egui::{FontId, Ui};

/// How the clocks stand beside the moves: in one way in the whole list. A move that is too long for it
/// loses the decimals of its clock, then its number, then its clock; the others keep theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Clocks {
    /// As they are written, in a type of this size.
    Exact(f32),
    /// Without their decimals.
    Whole(f32),
    /// As they are written, each below its move: for columns that are too narrow for both.
    Below,
    /// Not at all.
    #[default]
    Hidden,
}

/// The margins of a cell beside its words, and what is left between a move and its clock at least, in points.
pub(super) const CELL_LEFT: f32 = 6.0;

pub(super) const CELL_RIGHT: f32 = 3.0;

pub(super) const CLOCK_GAP: f32 = 4.0;

impl Clocks {
    /// The ways from the fullest on.
    const WAYS: [Self; 4] =
        [Self::Exact(10.5), Self::Exact(9.5), Self::Whole(10.5), Self::Whole(9.5)];

    /// The fullest way that a column so wide has room for beside most moves of the match, with their numbers if
    /// possible. Widths are added up from the letters, as laying out every move would take longer than a frame may; an
    /// annotation in words does not count, it covers its clock.
    pub(super) fn of(ui: &Ui, open: &MatchState, with_figurines: bool, column: f32) -> Self {
        let size = san_size(column - 8.0);
        let [bold, light] = [theme::semibold(size), theme::regular(size - 1.5)];
        let room = column - CELL_LEFT - CLOCK_GAP - CELL_RIGHT;
        let mut plies = 0_usize;
        let mut fitting = [[0_usize; Self::WAYS.len()]; 2];
        ui.fonts_mut(|fonts| {
            let mut wide = |text: &str, font: &FontId| -> f32 {
                text.chars().map(|it| fonts.glyph_width(font, it)).sum()
            };
            for row in &open.moves.rows {
                let MoveRow::Plies(cells) = row else { continue };
                for cell in cells.iter().flatten().filter(|cell| !cell.clock.is_empty()) {
                    let san = if with_figurines { &figurines(&cell.san) } else { &cell.san };
                    let glyph = if GLYPHS.contains(&cell.glyph.as_str()) {
                        wide(&cell.glyph, &bold)
                    } else {
                        0.0
                    };
                    plies += 1;
                    let number = wide(&format!("{}.", cell.number), &light) + NUMBER_GAP;
                    let words = wide(san, &bold) + glyph;
                    let [with_number, without] = &mut fitting;
                    for (place, way) in Self::WAYS.into_iter().enumerate() {
                        let clock = wide(way.text(&cell.clock), &way.font());
                        with_number[place] += usize::from(number + words + clock <= room);
                        without[place] += usize::from(words + clock <= room);
                    }
                }
            }
        });
        let most = |fitting: [usize; Self::WAYS.len()]| {
            let ways = Self::WAYS.into_iter().zip(fitting);
            ways.into_iter().find(|(_, fit)| *fit * 10 >= plies * 9).map(|(way, _)| way)
        };
        let [with_number, without] = fitting;
        let way = most(with_number).or_else(|| most(without));
        way.unwrap_or(Self::Below)
    }

    /// The height of a row of plies, in points.
    pub(super) const fn row_height(self) -> f32 {
        match self {
            Self::Below => HIGH_ROW,
            _ => ROW,
        }
    }

    pub(super) fn text(self, clock: &str) -> &str {
        match self {
            Self::Exact(_) | Self::Below => clock,
            Self::Whole(_) => clock.split('.').next().unwrap_or(clock),
            Self::Hidden => "",
        }
    }

    /// The same without decimals.
    pub(super) const fn whole(self) -> Self {
        match self {
            Self::Exact(size) | Self::Whole(size) => Self::Whole(size),
            Self::Below | Self::Hidden => self,
        }
    }

    pub(super) const fn font(self) -> FontId {
        match self {
            Self::Exact(size) | Self::Whole(size) => theme::regular(size),
            Self::Below => theme::regular(10.0),
            Self::Hidden => theme::regular(theme::SMALL),
        }
    }
}
