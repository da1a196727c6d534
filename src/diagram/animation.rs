//! [`animation`]: a stretch of a match as a GIF, at its recorded times and with its clocks running.
//!
//! A frame is drawn where something changed, and holds only what changed.

use super::{DrawnPart, Look, Raster, Scene, Show, UNWATCHED, Watch, rasterize, svg};
use crate::{
    document::Document,
    replay::{Point, VariationPlace},
    rules::Seat,
    timeline::{MatchTime, Moment, clock_text},
};
use gif::{Encoder, Frame, Repeat};
use std::{borrow::Cow, collections::HashMap, ops::RangeInclusive};

/// How often clocks are looked at, in milliseconds as they are watched.
const STEP_MS: f64 = 100.0;

/// The shortest time that every viewer shows a frame for, in hundredths of a second.
const SHORTEST: u32 = 2;

/// How long the last frame stays, in hundredths of a second.
const LAST: u16 = 250;

/// No animation has more frames: a quarter of an hour with a change every tenth of a second.
const MOST_FRAMES: usize = 9000;

/// How many frames are drawn at a time, before they are written.
const BATCH: usize = 32;

/// The colours of a GIF, with one kept for what does not change.
const COLORS: usize = 255;

/// The one kept.
const CLEAR: u8 = 255;

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// More than can be drawn in reasonable time.
    #[error(
        "this would be an animation of {0} frames, and {MOST_FRAMES} are the most: choose a shorter stretch or a higher speed"
    )]
    TooLong(usize),
    /// It was ended before its last frame.
    #[error("the animation was stopped")]
    Stopped,
    /// There is no memory for the pixels.
    #[error("there is not memory enough for these pixels")]
    NoPixels,
    /// The writer of GIF refuses.
    #[error("the GIF cannot be written ({0})")]
    Gif(#[from] gif::EncodingError),
}

/// One frame: what stands when, and how long it is shown.
struct Still {
    moment: Moment,
    time: MatchTime,
    /// Hundredths of a second.
    delay: u16,
}

/// `document` from the first moment of `stretch` to the last, `speed` times as fast as it was played, in a
/// picture that is `width` pixels wide. `watch` is told of each frame.
///
/// # Errors
/// If it is too long or the pixels are too many, and if `watch` ends it.
pub fn animation(
    document: &Document,
    show: &Show,
    look: &Look<'_>,
    stretch: RangeInclusive<Moment>,
    (speed, width): (f64, u32),
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    let stills = stills(document, stretch, speed);
    if stills.len() > MOST_FRAMES {
        return Err(AnimationError::TooLong(stills.len()));
    }
    let draw_at = |still: &Still| {
        let position = document.played().position_after(still.moment);
        let scene = Scene::at(document, &position, still.moment, still.time, show);
        rasterize(&svg(&scene, look, width))
    };
    encode(&stills, |still| still.delay, draw_at, watch)
}

/// The variation of `document` that ends at `place`, from where it leaves the match, one ply a second: it has no times.
///
/// # Errors
/// If it is too long or the pixels are too many.
pub fn animation_of_variation(
    document: &Document,
    place: &VariationPlace,
    show: &Show,
    look: &Look<'_>,
    speed: f64,
    width: u32,
) -> Result<Vec<u8>, AnimationError> {
    let mut points = vec![Point::Variation(place.clone())];
    while let Some(Point::Variation(place)) = points.last() {
        let before = document.variations().back(place);
        points.push(before);
    }
    points.reverse();
    if points.len() > MOST_FRAMES {
        return Err(AnimationError::TooLong(points.len()));
    }
    let each = delay_of_ply(speed);
    let last = points.len() - 1;
    let delays: Vec<(usize, Point)> = points.into_iter().enumerate().collect();
    let draw_at = |(_, point): &(usize, Point)| {
        let scene = match point {
            Point::Match(moment) => {
                let mut show = show.clone();
                show.hidden.clocks = true;
                Scene::of(document, *moment, &show)
            }
            Point::Variation(place) => Scene::in_variation(document, place, show),
        };
        rasterize(&svg(&scene, look, width))
    };
    let delay = |(index, _): &(usize, Point)| if *index == last { LAST } else { each };
    // No variation has as many plies as a match has frames.
    encode(&delays, delay, draw_at, UNWATCHED)
}

/// `scenes` as a GIF, `speed` of them a second.
pub(super) fn encode_plies(
    scenes: &[Scene],
    speed: f64,
    draw: impl Fn(&Scene) -> Raster + Sync,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    if scenes.len() > MOST_FRAMES {
        return Err(AnimationError::TooLong(scenes.len()));
    }
    let (each, last) = (delay_of_ply(speed), scenes.len().saturating_sub(1));
    let stills: Vec<(usize, &Scene)> = scenes.iter().enumerate().collect();
    let delay = |(index, _): &(usize, &Scene)| if *index == last { LAST } else { each };
    encode(&stills, delay, |(_, scene)| draw(scene), watch)
}

/// How long a ply without a time is shown, in hundredths of a second: a second at the usual speed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most a thousand hundredths"
)]
fn delay_of_ply(speed: f64) -> u16 {
    (100.0 / speed).round().clamp(f64::from(SHORTEST), 60_000.0) as u16
}

/// Frames as a GIF that begins again: each is shown for its delay in hundredths of a second.
fn encode<S: Sync>(
    stills: &[S],
    delay: impl Fn(&S) -> u16,
    draw_at: impl Fn(&S) -> Raster + Sync,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    let samples: Vec<_> = stills.iter().step_by(stills.len().div_ceil(6)).collect();
    let samples: Vec<Raster> = samples.into_iter().map(&draw_at).collect();
    let mut palette = Palette::of(&samples);
    let (width, height) = samples
        .first()
        .and_then(|first| Some((first.width.try_into().ok()?, first.height.try_into().ok()?)))
        .filter(|&(width, height): &(u16, u16)| width > 0 && height > 0)
        .ok_or(AnimationError::NoPixels)?;
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Vec<u8> = Vec::new();
    let (mut done, all) = (0, stills.len());
    for batch in stills.chunks(BATCH) {
        for (still, raster) in batch.iter().zip(draw_all(batch, &draw_at)) {
            if watch(DrawnPart { done, all }).is_break() {
                return Err(AnimationError::Stopped);
            }
            done += 1;
            let pixels = palette.indices(&raster);
            let mut frame = changed(&before, &pixels, width, height);
            frame.delay = delay(still);
            encoder.write_frame(&frame)?;
            before = pixels;
        }
    }
    drop(encoder);
    Ok(out)
}

/// Draws all of `batch`, on every core.
fn draw_all<S: Sync>(batch: &[S], draw: &(impl Fn(&S) -> Raster + Sync)) -> Vec<Raster> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let parts = batch.chunks(batch.len().div_ceil(workers));
    std::thread::scope(|scope| {
        let parts: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(draw).collect::<Vec<_>>()))
            .collect();
        let drawn = parts.into_iter().flat_map(|part| {
            part.join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        drawn.collect()
    })
}

/// When something is seen to change: a ply, or the text of a clock.
fn stills(document: &Document, stretch: RangeInclusive<Moment>, speed: f64) -> Vec<Still> {
    let timeline = document.timeline();
    let last = *stretch.end();
    let begin = timeline.time_of(*stretch.start());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number of hundredths"
    )]
    let seen_at = |time: MatchTime| (f64::from(time - begin) / speed / 10.0).round() as u32;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a step in milliseconds"
    )]
    let step = (STEP_MS * speed).max(1.0) as MatchTime;
    let texts = |moment, time| {
        let clocks = timeline.clocks(moment, time);
        Seat::ALL.map(|seat| {
            let text = clock_text(clocks[seat].ms);
            text.main + &text.tenths
        })
    };
    let mut times = Vec::new();
    for moment in stretch {
        let mut time = timeline.time_of(moment);
        times.push((moment, time));
        let mut shown = texts(moment, time);
        let until = if moment == last {
            time
        } else {
            timeline.time_of(moment + 1)
        };
        while time + step < until && times.len() <= MOST_FRAMES {
            time += step;
            let now = texts(moment, time);
            if now != shown {
                shown = now;
                times.push((moment, time));
            }
        }
    }
    let mut stills: Vec<Still> = Vec::with_capacity(times.len());
    let mut from = 0;
    for (place, &(moment, time)) in times.iter().enumerate() {
        let delay = match times.get(place + 1) {
            Some(&(_, next)) => seen_at(next) - from,
            None => u32::from(LAST),
        };
        // What nobody could see is left out, and its time is given to the next.
        if delay >= SHORTEST {
            let delay = u16::try_from(delay).unwrap_or(u16::MAX);
            stills.push(Still {
                moment,
                time,
                delay,
            });
            from += u32::from(delay);
        }
    }
    stills
}

/// The part of a picture that is not as it was `before`, which is empty for the first.
fn changed<'p>(before: &[u8], pixels: &'p [u8], width: u16, height: u16) -> Frame<'p> {
    let row = usize::from(width);
    let differs = |place: usize| before.get(place) != pixels.get(place);
    let in_row = |y: u16| (0..row).any(|x| differs(usize::from(y) * row + x));
    let top = (0..height).find(|&y| in_row(y));
    let bottom = (0..height).rfind(|&y| in_row(y));
    let (top, bottom) = (top.unwrap_or(0), bottom.unwrap_or(0));
    let in_column = |x: u16| (top..=bottom).any(|y| differs(usize::from(y) * row + usize::from(x)));
    let left = (0..width).find(|&x| in_column(x)).unwrap_or(0);
    let right = (0..width).rfind(|&x| in_column(x)).unwrap_or(0);
    let mut buffer = Vec::new();
    for y in top..=bottom {
        for x in left..=right {
            let place = usize::from(y) * row + usize::from(x);
            buffer.push(if differs(place) { pixels[place] } else { CLEAR });
        }
    }
    Frame {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
        buffer: Cow::Owned(buffer),
        transparent: Some(CLEAR),
        ..Frame::default()
    }
}

/// The colours of all frames.
struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest to each colour that was met.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours that are met most often in `samples`, flat ones exactly, with as much distance between
    /// them as leaves none of the others far from all.
    fn of(samples: &[Raster]) -> Self {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for raster in samples {
            for pixel in raster.rgba.chunks_exact(4).filter(|pixel| pixel[3] >= 128) {
                *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
            }
        }
        let mut met: Vec<_> = counts.into_iter().collect();
        met.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<[u8; 3]> = Vec::new();
        for apart in [900, 300, 100, 30, 1] {
            for &(color, _) in &met {
                if colors.len() < COLORS && colors.iter().all(|&c| distance(c, color) >= apart) {
                    colors.push(color);
                }
            }
        }
        Self {
            colors,
            nearest: HashMap::new(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// The place among the colours for every pixel.
    fn indices(&mut self, raster: &Raster) -> Vec<u8> {
        let pixels = raster.rgba.chunks_exact(4);
        pixels
            .map(|pixel| {
                if pixel[3] < 128 {
                    return CLEAR;
                }
                let color = [pixel[0], pixel[1], pixel[2]];
                *self.nearest.entry(color).or_insert_with(|| {
                    let places = (0_u8..).zip(&self.colors);
                    let nearest = places.min_by_key(|(_, known)| distance(**known, color));
                    nearest.map_or(CLEAR, |(place, _)| place)
                })
            })
            .collect()
    }
}

/// How far two colours are apart, squared; green counts most to the eye.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let part = |n: usize| u32::from(a[n].abs_diff(b[n])).pow(2);
    2 * part(0) + 4 * part(1) + part(2)
}
