//! [`animation`]: a match or a variation as an animated GIF.
//!
//! A match plays at a multiple of its original speed, with running clocks. Each visible change gets one frame.

use super::{Look, Scene, Show, UNWATCHED, Watch, drawing::Picture, frames::encode};
use crate::{
    document::Document,
    replay::{Point, VariationPlace},
    rules::Seat,
    text::to_u32,
    timeline::{MatchTime, Moment, clock_text},
};
use std::ops::RangeInclusive;

/// The interval at which clocks are sampled, in milliseconds of playback.
const STEP_MS: f64 = 100.0;

/// The shortest frame duration that all viewers respect, in hundredths of a second.
const MIN_FRAME_CS: u32 = 2;

/// The duration of the opening frame, in hundredths of a second. It shows the position before the first rendered
/// moment.
const FIRST_FRAME_CS: u16 = 100;

/// The duration of the last frame, in hundredths of a second.
const LAST_FRAME_CS: u16 = 250;

/// The maximum number of frames: enough for a quarter of an hour at ten changes per second.
const MAX_FRAMES: usize = 9000;

#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    #[error(
        "the animation would have {0} frames; the limit is {MAX_FRAMES}: choose fewer moves or \
         a higher speed"
    )]
    TooLong(usize),
    #[error("the animation was cancelled")]
    Stopped,
    #[error("not enough memory for a picture of this size")]
    NoPixels,
    #[error("cannot create the GIF ({0})")]
    Gif(#[from] gif::EncodingError),
}

struct TimedFrame {
    moment: Moment,
    time: MatchTime,
    /// The duration, in hundredths of a second.
    delay: u16,
}

/// Renders `moments` of `document` as a GIF `width` pixels wide, at `speed` times the original speed. If there are
/// several moments, an opening frame shows the position before the first one; if that is moment 0, the starting
/// position.
///
/// # Errors
/// If there are too many frames or pixels, or if `watch` cancels.
pub fn animation(
    document: &Document,
    show: &Show,
    look: &Look<'_>,
    moments: RangeInclusive<Moment>,
    speed: f64,
    width: u32,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    let timed_frames = timed_frames(document, moments, speed);
    if timed_frames.len() > MAX_FRAMES {
        return Err(AnimationError::TooLong(timed_frames.len()));
    }
    let picture = |index: usize| {
        let frame = &timed_frames[index];
        let position = document.played().position_after(frame.moment);
        let scene = Scene::at(document, &position, frame.moment, frame.time, show);
        Picture::of(&scene, look, width)
    };
    let delays: Vec<u16> = timed_frames.iter().map(|frame| frame.delay).collect();
    encode(&delays, picture, watch)
}

/// Renders the variation of `document` up to `place` as a GIF `width` pixels wide, from the position where the
/// variation departs from the match. Variations have no times, so each frame takes 1/`speed` seconds, except the last,
/// which takes 2.5 seconds.
///
/// # Errors
/// If there are too many frames or pixels.
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
    let scenes = points.iter().rev().map(|point| match point {
        Point::Match(moment) => {
            let mut show = show.clone();
            show.hidden.clocks = true;
            Scene::of(document, *moment, &show)
        }
        Point::Variation(place) => Scene::in_variation(document, place, show),
    });
    // A variation is much shorter than a match, so its progress is not reported.
    encode_plies(&scenes.collect::<Vec<_>>(), look, speed, width, UNWATCHED)
}

/// Renders `scenes` as a GIF `width` pixels wide. Each scene takes 1/`speed` seconds, except the last, which takes
/// [`LAST_FRAME_CS`].
pub(super) fn encode_plies(
    scenes: &[Scene],
    look: &Look<'_>,
    speed: f64,
    width: u32,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    if scenes.len() > MAX_FRAMES {
        return Err(AnimationError::TooLong(scenes.len()));
    }
    let mut delays = vec![delay_of_ply(speed); scenes.len()];
    if let Some(last) = delays.last_mut() {
        *last = LAST_FRAME_CS;
    }
    encode(&delays, |index| Picture::of(&scenes[index], look, width), watch)
}

/// Returns 1/`speed` seconds in hundredths of a second, between [`MIN_FRAME_CS`] and 60,000.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2 and 60,000")]
fn delay_of_ply(speed: f64) -> u16 {
    (100.0 / speed).round().clamp(f64::from(MIN_FRAME_CS), 60_000.0) as u16
}

/// Returns the frames for `moments`: one at the start of each moment, and one at each change in the text of a clock. If
/// there are several moments, an opening frame shows the moment before them; at moment 0, that moment itself. Frames
/// shorter than [`MIN_FRAME_CS`] are left out.
fn timed_frames(
    document: &Document,
    moments: RangeInclusive<Moment>,
    speed: f64,
) -> Vec<TimedFrame> {
    let timeline = document.timeline();
    let last = *moments.end();
    let start_time = timeline.time_of(*moments.start());
    let playback_cs =
        |time: MatchTime| to_u32((f64::from(time - start_time) / speed / 10.0).round());
    let step = to_u32((STEP_MS * speed).max(1.0));
    let clock_texts = |moment, time| {
        let clocks = timeline.clocks(moment, time);
        Seat::ALL.map(|seat| clock_text(clocks[seat].ms, timeline.precision).face())
    };
    let mut timed_frames = Vec::new();
    if *moments.start() < last {
        let moment = moments.start().saturating_sub(1);
        timed_frames.push(TimedFrame {
            moment,
            time: timeline.time_of(moment),
            delay: FIRST_FRAME_CS,
        });
    }
    let mut times = Vec::new();
    for moment in moments {
        let mut time = timeline.time_of(moment);
        times.push((moment, time));
        let mut last_texts = clock_texts(moment, time);
        let end = if moment == last { time } else { timeline.time_of(moment + 1) };
        while time + step < end && times.len() <= MAX_FRAMES {
            time += step;
            let new_texts = clock_texts(moment, time);
            if new_texts != last_texts {
                last_texts = new_texts;
                times.push((moment, time));
            }
        }
    }
    let mut elapsed_cs = 0;
    for (index, &(moment, time)) in times.iter().enumerate() {
        let delay = match times.get(index + 1) {
            Some(&(_, next)) => playback_cs(next) - elapsed_cs,
            None => u32::from(LAST_FRAME_CS),
        };
        // A frame too short to be seen is skipped, and its duration is added to the next frame.
        if delay >= MIN_FRAME_CS {
            let delay = u16::try_from(delay).unwrap_or(u16::MAX);
            timed_frames.push(TimedFrame { moment, time, delay });
            elapsed_cs += u32::from(delay);
        }
    }
    timed_frames
}
