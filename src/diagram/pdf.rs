//! [`pdf`]: a picture as vector graphics in a PDF.

use krilla::{
    Document, color,
    error::KrillaError,
    geom::{self, PathBuilder},
    metadata::Metadata,
    num::NormalizedF32,
    page::PageSettings,
    paint,
    surface::Surface,
};
use resvg::{tiny_skia, usvg};

/// The number of points per pixel, at 96 pixels and 72 points per inch.
const POINTS_PER_PIXEL: f32 = 0.75;

#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    #[error("cannot read the picture ({0})")]
    Svg(#[from] usvg::Error),
    #[error("cannot create the PDF ({0})")]
    Pdf(String),
    #[error("the PDF was cancelled")]
    Stopped,
}

impl From<KrillaError> for PdfError {
    fn from(error: KrillaError) -> Self {
        Self::Pdf(format!("{error:?}"))
    }
}

/// Converts `svg`, a picture from [`super::svg()`], to a PDF with one page of the same size, at 96 pixels per inch.
///
/// # Errors
/// If the picture is invalid or the PDF writer fails.
pub fn pdf(svg: &str, title: &str) -> Result<Vec<u8>, PdfError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut document = Document::new();
    document.set_metadata(metadata(title));
    let (width, height) =
        (tree.size().width() * POINTS_PER_PIXEL, tree.size().height() * POINTS_PER_PIXEL);
    let mut page = document.start_page_with(page_settings(width, height)?);
    let mut surface = page.surface();
    surface.push_transform(&geom::Transform::from_scale(POINTS_PER_PIXEL, POINTS_PER_PIXEL));
    paint_tree(&mut surface, &tree);
    surface.pop();
    surface.finish();
    page.finish();
    Ok(document.finish()?)
}

/// Returns the settings of a page, whose size is in points.
pub(super) fn page_settings(width: f32, height: f32) -> Result<PageSettings, PdfError> {
    PageSettings::from_wh(width, height)
        .ok_or_else(|| PdfError::Pdf("the page size is zero".to_owned()))
}

pub(super) fn metadata(title: &str) -> Metadata {
    Metadata::new().title(title.to_owned()).creator("Tandem".to_owned()).language("en".to_owned())
}

/// Paints `tree` at its own size. Masks, filters, patterns and bitmaps are omitted, since no bundled piece set has any.
pub(super) fn paint_tree(surface: &mut Surface<'_>, tree: &usvg::Tree) {
    paint_group(surface, tree.root());
}

fn paint_group(surface: &mut Surface<'_>, group: &usvg::Group) {
    let mut pushed = 0;
    if !group.transform().is_identity() {
        surface.push_transform(&transform(group.transform()));
        pushed += 1;
    }
    if let Some(clip) = group.clip_path() {
        let mut builder = PathBuilder::new();
        outline_of(clip.root(), clip.transform(), &mut builder);
        if let Some(path) = builder.finish() {
            surface.push_clip_path(&path, &paint::FillRule::NonZero);
            pushed += 1;
        }
    }
    if group.opacity().get() < 1.0 {
        surface.push_opacity(part(group.opacity().get()));
        pushed += 1;
    }
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => paint_group(surface, group),
            usvg::Node::Path(path) if path.is_visible() => paint_path(surface, path),
            _ => {}
        }
    }
    for _ in 0..pushed {
        surface.pop();
    }
}

fn paint_path(surface: &mut Surface<'_>, path: &usvg::Path) {
    let mut builder = PathBuilder::new();
    add(path.data(), &mut builder);
    let Some(outline) = builder.finish() else { return };
    let fill = path.fill().and_then(|fill| {
        Some(paint::Fill {
            paint: paint_of(fill.paint())?,
            opacity: part(fill.opacity().get()),
            rule: match fill.rule() {
                usvg::FillRule::NonZero => paint::FillRule::NonZero,
                usvg::FillRule::EvenOdd => paint::FillRule::EvenOdd,
            },
        })
    });
    let stroke = path.stroke().and_then(stroke_of);
    let order: [(_, _); 2] = match path.paint_order() {
        usvg::PaintOrder::FillAndStroke => [(fill, None), (None, stroke)],
        usvg::PaintOrder::StrokeAndFill => [(None, stroke), (fill, None)],
    };
    for (fill, stroke) in order {
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&outline);
        }
    }
}

fn stroke_of(stroke: &usvg::Stroke) -> Option<paint::Stroke> {
    Some(paint::Stroke {
        paint: paint_of(stroke.paint())?,
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => paint::LineCap::Butt,
            usvg::LineCap::Round => paint::LineCap::Round,
            usvg::LineCap::Square => paint::LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Round => paint::LineJoin::Round,
            usvg::LineJoin::Bevel => paint::LineJoin::Bevel,
            _ => paint::LineJoin::Miter,
        },
        opacity: part(stroke.opacity().get()),
        dash: stroke
            .dasharray()
            .map(|array| paint::StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() }),
    })
}

fn paint_of(source: &usvg::Paint) -> Option<paint::Paint> {
    Some(match source {
        usvg::Paint::Color(color) => rgb(*color).into(),
        usvg::Paint::LinearGradient(gradient) => paint::LinearGradient {
            x1: gradient.x1(),
            y1: gradient.y1(),
            x2: gradient.x2(),
            y2: gradient.y2(),
            transform: transform(gradient.transform()),
            spread_method: spread(gradient.spread_method()),
            stops: stops(gradient.stops()),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::RadialGradient(gradient) => paint::RadialGradient {
            fx: gradient.fx(),
            fy: gradient.fy(),
            fr: gradient.fr().get(),
            cx: gradient.cx(),
            cy: gradient.cy(),
            cr: gradient.r().get(),
            transform: transform(gradient.transform()),
            spread_method: spread(gradient.spread_method()),
            stops: stops(gradient.stops()),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::Pattern(_) => return None,
    })
}

fn stops(stops: &[usvg::Stop]) -> Vec<paint::Stop> {
    let stop = |stop: &usvg::Stop| paint::Stop {
        offset: part(stop.offset().get()),
        color: rgb(stop.color()).into(),
        opacity: part(stop.opacity().get()),
    };
    stops.iter().map(stop).collect()
}

const fn spread(method: usvg::SpreadMethod) -> paint::SpreadMethod {
    match method {
        usvg::SpreadMethod::Pad => paint::SpreadMethod::Pad,
        usvg::SpreadMethod::Reflect => paint::SpreadMethod::Reflect,
        usvg::SpreadMethod::Repeat => paint::SpreadMethod::Repeat,
    }
}

fn rgb(color: usvg::Color) -> color::rgb::Color {
    color::rgb::Color::new(color.red, color.green, color.blue)
}

pub(super) fn transform(t: usvg::Transform) -> geom::Transform {
    geom::Transform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty)
}

pub(super) fn part(value: f32) -> NormalizedF32 {
    NormalizedF32::new(value.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}

/// Adds every path of the clip path `group` to the outline in `builder`. `outer` is the transform of the enclosing
/// group.
fn outline_of(group: &usvg::Group, outer: usvg::Transform, builder: &mut PathBuilder) {
    let combined = outer.pre_concat(group.transform());
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => outline_of(group, combined, builder),
            usvg::Node::Path(path) => {
                if let Some(path) = path.data().clone().transform(combined) {
                    add(&path, builder);
                }
            }
            _ => {}
        }
    }
}

fn add(path: &tiny_skia::Path, builder: &mut PathBuilder) {
    use tiny_skia::PathSegment::{Close, CubicTo, LineTo, MoveTo, QuadTo};
    for segment in path.segments() {
        match segment {
            MoveTo(p) => builder.move_to(p.x, p.y),
            LineTo(p) => builder.line_to(p.x, p.y),
            QuadTo(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            CubicTo(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            Close => builder.close(),
        }
    }
}
