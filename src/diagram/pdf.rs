//! [`pdf`]: a picture as vector graphics in a PDF.

use krilla::{
    Document, color,
    error::KrillaError,
    geom::{self, PathBuilder},
    graphic::Graphic,
    metadata::Metadata,
    num::NormalizedF32,
    page::PageSettings,
    paint,
    surface::Surface,
};
use resvg::{tiny_skia, usvg};
use std::collections::HashMap;

/// The number of points per pixel, at 96 pixels and 72 points per inch.
const POINTS_PER_PIXEL: f32 = 0.75;

/// The margin around the drawing in a form, in units of the picture.
const FORM_MARGIN: f32 = 6.0;

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
    PicturePainter::default().paint_tree(&mut surface, &tree, (0.0, 0.0), POINTS_PER_PIXEL);
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

/// Paints pictures in one PDF. Equal pieces and glyphs are stored once, as a PDF form: a drawing that any number of
/// pictures can refer to. Masks, filters, patterns and bitmaps are omitted, since no bundled piece set has any.
#[derive(Default)]
pub(super) struct PicturePainter {
    /// The forms, by the text of their paths.
    forms: HashMap<String, Graphic>,
}

impl PicturePainter {
    /// Paints `svg`, a picture from [`super::svg()`], with its upper left corner at (`x`, `y`). `scale` is the number
    /// of points per pixel.
    ///
    /// # Errors
    /// If the picture is invalid.
    pub fn paint(
        &mut self,
        surface: &mut Surface<'_>,
        svg: &str,
        at: (f32, f32),
        scale: f32,
    ) -> Result<(), PdfError> {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
        self.paint_tree(surface, &tree, at, scale);
        Ok(())
    }

    fn paint_tree(
        &mut self,
        surface: &mut Surface<'_>,
        tree: &usvg::Tree,
        (x, y): (f32, f32),
        scale: f32,
    ) {
        surface.push_transform(&geom::Transform::from_row(scale, 0.0, 0.0, scale, x, y));
        self.group(surface, tree.root());
        surface.pop();
    }

    fn group(&mut self, surface: &mut Surface<'_>, group: &usvg::Group) {
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
        if let Some(paths) = paths_of(group) {
            let form = match self.forms.get(&paths) {
                Some(form) => form.clone(),
                None => {
                    let mut builder = surface.stream_builder();
                    let mut inner = builder.surface();
                    self.children(&mut inner, group);
                    extend_bounds(&mut inner, group.layer_bounding_box());
                    inner.finish();
                    let form = Graphic::new(builder.finish(), false);
                    self.forms.insert(paths, form.clone());
                    form
                }
            };
            surface.draw_graphic(form);
        } else {
            self.children(surface, group);
        }
        for _ in 0..pushed {
            surface.pop();
        }
    }

    fn children(&mut self, surface: &mut Surface<'_>, group: &usvg::Group) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(surface, group),
                usvg::Node::Path(path) if path.is_visible() => paint_path(surface, path),
                _ => {}
            }
        }
    }
}

/// Returns a text that states every path of `group`, or `None` if the group contains more than paths.
fn paths_of(group: &usvg::Group) -> Option<String> {
    group.children().iter().try_fold(String::new(), |text, node| match node {
        usvg::Node::Path(path) => {
            let (order, is_visible) = (path.paint_order(), path.is_visible());
            let (fill, stroke) = (path.fill(), path.stroke());
            Some(format!("{text}{:?} {fill:?} {stroke:?} {order:?} {is_visible};", path.data()))
        }
        _ => None,
    })
}

/// Enlarges the bounds of a form by a margin around `bounds`. PDF readers clip a form to its bounds; without the margin,
/// a reader that snaps lines to whole pixels may lose an edge. To enlarge the bounds without a visible mark, this
/// function draws a rectangle with a dashed line whose first gap is longer than the perimeter.
fn extend_bounds(surface: &mut Surface<'_>, bounds: tiny_skia::NonZeroRect) {
    let (width, height) = (bounds.width() + 2.0 * FORM_MARGIN, bounds.height() + 2.0 * FORM_MARGIN);
    let (left, top) = (bounds.left() - FORM_MARGIN, bounds.top() - FORM_MARGIN);
    let mut builder = PathBuilder::new();
    if let Some(rect) = geom::Rect::from_xywh(left, top, width, height) {
        builder.push_rect(rect);
    }
    if let Some(path) = builder.finish() {
        let gap = 3.0 * (width + height);
        surface.set_fill(None);
        surface.set_stroke(Some(paint::Stroke {
            dash: Some(paint::StrokeDash { array: vec![1.0, gap], offset: 1.0 }),
            ..paint::Stroke::default()
        }));
        surface.draw_path(&path);
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

fn transform(t: usvg::Transform) -> geom::Transform {
    geom::Transform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty)
}

fn part(value: f32) -> NormalizedF32 {
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
