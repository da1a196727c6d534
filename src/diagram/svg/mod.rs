//! [`svg`]: a picture as self-contained SVG. Each piece and each glyph is defined once.

mod definition;
mod symbols;
mod units;

use super::{
    Look, PieceSet, Scene,
    drawing::Picture,
    element::{DASHES, Element, Line, Outline, Style, TextLine},
    escape::Escaped,
    layout::SQUARE,
    path_data::OUTLINE_UNITS,
};
use definition::{define, letter_of};
use std::fmt::{self, Write as _};
pub(super) use symbols::{define_board, define_piece, define_promoted, define_veil};
use units::Decimal;

/// Returns `scene` as an SVG file `width` pixels wide.
pub fn svg(scene: &Scene, look: &Look<'_>, width: u32) -> String {
    let picture = Picture::of(scene, look, width);
    let (title, position) = (Escaped(&scene.title), Escaped(&scene.position));
    let [width, height] = picture.size;
    let [wide, high] = picture.units.map(Decimal);
    let mut out = String::with_capacity(65_536);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img"><title>{title}</title><desc>{position}</desc><defs>"#,
    );
    define(&picture.elements, look, &mut out);
    out.push_str("</defs>");
    if let Some(color) = picture.background() {
        let _ = write!(out, r#"<rect width="100%" height="100%" fill="{color}"/>"#);
    }
    for element in &picture.elements {
        let _ = write_element(element, &mut out);
    }
    out.push_str("</svg>");
    out
}

/// Writes `element` to `out`. Definitions that it refers to are written by [`define`].
fn write_element(element: &Element, out: &mut String) -> fmt::Result {
    match element {
        Element::Outline(outline, style) => {
            write_outline(outline, out)?;
            write_style(style, out)?;
            write!(out, "/>")
        }
        Element::Glow(corner) => {
            let [x, y] = corner.map(Decimal);
            write!(out, r#"<path d="M{x} {y}h45v45h-45z" fill="url(#check)"/>"#)
        }
        Element::Text(line) => write_text(line, out),
        Element::Piece { piece, at, side, opacity } => {
            let name = PieceSet::FILES[usize::from(PieceSet::slot(*piece))];
            let ([x, y], scale) = (at.map(Decimal), side / SQUARE);
            write!(out, "<use xlink:href=\"#{name}\"")?;
            if scale == 1.0 {
                write!(out, r#" x="{x}" y="{y}""#)?;
            } else {
                write!(out, r#" transform="translate({x} {y}) scale({scale:.5})""#)?;
            }
            write_opacity(*opacity, out)?;
            write!(out, "/>")
        }
        Element::Promoted(corner) => {
            let [x, y] = corner.map(Decimal);
            write!(out, "<use xlink:href=\"#promoted\" x=\"{x}\" y=\"{y}\"/>")
        }
    }
}

/// Writes the beginning of the element of an outline.
fn write_outline(outline: &Outline, out: &mut String) -> fmt::Result {
    match outline {
        Outline::Rect { at, size, radius } => {
            let ([x, y], [width, height]) = (at.map(Decimal), size.map(Decimal));
            write!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}""#)?;
            if *radius > 0.0 {
                write!(out, r#" rx="{}""#, Decimal(*radius))?;
            }
            Ok(())
        }
        Outline::Circle { center, radius } => {
            let ([x, y], radius) = (center.map(Decimal), Decimal(*radius));
            write!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}""#)
        }
        Outline::Squares(corners) => {
            write!(out, r#"<path d=""#)?;
            for corner in corners {
                let [x, y] = corner.map(Decimal);
                write!(out, "M{x} {y}h45v45h-45z")?;
            }
            write!(out, r#"""#)
        }
        Outline::Polygon(corners) => {
            write!(out, r#"<path d=""#)?;
            for (place, corner) in corners.iter().enumerate() {
                let [x, y] = corner.map(Decimal);
                write!(out, "{}{x} {y}", if place == 0 { "M" } else { " " })?;
            }
            write!(out, r#"z""#)
        }
        Outline::Lines(lines) => {
            write!(out, r#"<path d=""#)?;
            for line in lines {
                let [[x0, y0], [x1, y1]] = line.map(|point| point.map(Decimal));
                write!(out, "M{x0} {y0}L{x1} {y1}")?;
            }
            write!(out, r#"""#)
        }
    }
}

fn write_style(style: &Style, out: &mut String) -> fmt::Result {
    match style.fill {
        Some(color) => write!(out, r#" fill="{color}""#)?,
        None => out.push_str(r#" fill="none""#),
    }
    if let Some(Line { color, width, is_dashed }) = style.stroke {
        write!(out, r#" stroke="{color}" stroke-width="{}""#, Decimal(width))?;
        if is_dashed {
            let [dash, gap] = DASHES;
            write!(out, r#" stroke-dasharray="{dash} {gap}""#)?;
        }
    }
    write_opacity(style.opacity, out)
}

fn write_opacity(opacity: f32, out: &mut String) -> fmt::Result {
    if opacity < 1.0 {
        let opacity = Decimal(opacity).to_string();
        write!(out, r#" opacity="{}""#, opacity.trim_start_matches('0'))?;
    }
    Ok(())
}

fn write_text(line: &TextLine, out: &mut String) -> fmt::Result {
    let (scale, [x, y], color) = (line.size / OUTLINE_UNITS, line.at.map(Decimal), line.color);
    write!(out, r#"<g fill="{color}" transform="matrix({scale:.6} 0 0 -{scale:.6} {x} {y})">"#)?;
    for glyph in &line.glyphs {
        write!(out, "<use xlink:href=\"#{}\"", letter_of(line.weight, glyph))?;
        if glyph.x != 0 {
            write!(out, r#" x="{}""#, glyph.x / 2)?;
        }
        out.push_str("/>");
    }
    out.push_str("</g>");
    Ok(())
}
