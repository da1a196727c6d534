//! [`encode`]: encodes pictures as the frames of a GIF, on all cores.
//!
//! Each frame contains only the changes from the previous picture. Apart from the shared palette, a frame depends only
//! on its own picture and the previous one. The bytes are therefore the same with any number of threads.

use super::{
    AnimationError, DrawnPart, Watch,
    painter::{Area, Painter},
    palette::{CLEAR, Counts, Palette, PaletteLookup},
    svg::PictureParts,
};
use gif::{Encoder, Frame, Repeat};
use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    time::Duration,
};

/// The number of consecutive frames in one task. A task also draws the picture before its first frame, since a frame
/// holds only the changes from the previous picture.
const TASK_FRAMES: usize = 16;

/// The maximum number of pictures sampled for the palette.
const SAMPLES: usize = 6;

/// The interval between calls of `watch` while the next frame is not ready.
const WATCH_INTERVAL: Duration = Duration::from_millis(40);

pub(super) struct FrameSequence<P> {
    /// The duration of each frame, in hundredths of a second.
    pub delays: Vec<u16>,
    /// A function that returns the picture of the frame with the given index. All pictures have the same size.
    pub picture: P,
}

/// Encodes `sequence` as a GIF that repeats forever, on `workers` threads.
///
/// # Errors
/// If there are no frames, the pictures are empty or too large, the encoder fails, or `watch` cancels.
pub(super) fn encode<'a, P>(
    workers: usize,
    sequence: &FrameSequence<P>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError>
where
    P: Fn(usize) -> PictureParts<'a> + Sync,
{
    let (picture, all) = (&sequence.picture, sequence.delays.len());
    if all == 0 {
        return Err(AnimationError::NoPixels);
    }
    let size = picture(0).size;
    let (width, height) = match size.map(u16::try_from) {
        [Ok(width), Ok(height)] if width > 0 && height > 0 => (width, height),
        _ => return Err(AnimationError::NoPixels),
    };
    let painter = || Painter::new(size).ok_or(AnimationError::NoPixels);

    let sample_step = all.div_ceil(SAMPLES);
    let mut counts = Counts::default();
    let part = DrawnPart { done: 0, all };
    let pool = WorkerPool { workers, task_items: 1 };
    pool.work(
        all.div_ceil(sample_step),
        painter,
        |painter, sample| Ok(count(painter, &picture(sample * sample_step))),
        |_| watch(part),
        |counted| {
            counts.add_all(counted);
            Ok(())
        },
    )?;
    let palette = Palette::of(counts);

    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut delays = sequence.delays.iter();
    let pool = WorkerPool { workers, task_items: TASK_FRAMES };
    pool.work(
        all,
        || Ok(Screen::new(painter()?, &palette)),
        |screen, index| Ok(screen.frame(index, picture)),
        |done| watch(DrawnPart { done, all }),
        |mut frame| {
            frame.delay = delays.next().copied().unwrap_or_default();
            Ok(encoder.write_lzw_pre_encoded_frame(&frame)?)
        },
    )?;
    drop(encoder);
    Ok(out)
}

/// Returns the number of pixels of each colour in `picture`.
fn count(painter: &mut Painter, picture: &PictureParts<'_>) -> Counts {
    let mut counts = Counts::default();
    for area in painter.show_whole(picture) {
        for y in area.top..area.bottom {
            counts.add(painter.row(y, area.left, area.right));
        }
    }
    counts
}

/// The state of a thread: the last frame that it drew, in palette colours.
struct Screen<'p> {
    painter: Painter,
    lookup: PaletteLookup<'p>,
    /// The palette index of each pixel; empty before the first frame.
    pixels: Vec<u8>,
    /// The palette indexes of the previous frame.
    before: Vec<u8>,
    /// The index of the frame in `pixels`; `None` before the first frame.
    frame_index: Option<usize>,
}

impl<'p> Screen<'p> {
    fn new(painter: Painter, palette: &'p Palette) -> Self {
        Self {
            painter,
            lookup: PaletteLookup::new(palette),
            pixels: Vec::new(),
            before: Vec::new(),
            frame_index: None,
        }
    }

    /// Returns the changes from picture `index - 1` to picture `index` as a frame; for index 0, the whole picture. The
    /// caller sets the delay.
    fn frame<'a>(
        &mut self,
        index: usize,
        picture: &impl Fn(usize) -> PictureParts<'a>,
    ) -> Frame<'static> {
        if let Some(before) = index.checked_sub(1)
            && self.frame_index != Some(before)
        {
            self.show(&picture(before));
        }
        self.before.clone_from(&self.pixels);
        let areas = self.show(&picture(index));
        self.frame_index = Some(index);
        let mut frame = match index {
            0 => self.all(),
            _ => self.changed(&areas),
        };
        frame.make_lzw_pre_encoded();
        if let Cow::Owned(bytes) = &mut frame.buffer {
            bytes.shrink_to_fit();
        }
        frame
    }

    /// Draws `picture` into `pixels`. Returns the areas that may differ from the previous picture.
    fn show(&mut self, picture: &PictureParts<'_>) -> Vec<Area> {
        let areas = self.painter.show(picture);
        let row = self.painter.width() as usize;
        self.pixels.resize(row * self.painter.height() as usize, CLEAR);
        for area in &areas {
            for y in area.top..area.bottom {
                let pixels = self.painter.row(y, area.left, area.right);
                let start = y as usize * row + area.left as usize;
                let indexes = &mut self.pixels[start..start + pixels.len()];
                self.lookup.find(pixels, indexes);
            }
        }
        areas
    }

    /// Returns the whole picture, for the first frame.
    fn all(&self) -> Frame<'static> {
        partial_frame([0, 0, self.painter.width(), self.painter.height()], self.pixels.clone())
    }

    /// Returns the changes as a frame: the smallest rectangle that contains all of them. All changes must be inside
    /// `areas`.
    fn changed(&self, areas: &[Area]) -> Frame<'static> {
        let row = self.painter.width() as usize;
        let mut bounds: Option<[usize; 4]> = None;
        for area in areas {
            let (left, right) = (area.left as usize, area.right as usize);
            for y in area.top as usize..area.bottom as usize {
                let places = y * row + left..y * row + right;
                let (old, new) = (&self.before[places.clone()], &self.pixels[places]);
                let differs = |(a, b): (&u8, &u8)| a != b;
                let Some(first) = old.iter().zip(new).position(differs) else { continue };
                let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
                let (first, last) = (left + first, left + last);
                let [x0, y0, x1, y1] = bounds.unwrap_or([first, y, last, y]);
                bounds = Some([x0.min(first), y0.min(y), x1.max(last), y1.max(y)]);
            }
        }
        // A frame must have at least one pixel.
        let [left, top, right, bottom] = bounds.unwrap_or_default();
        let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for y in top..=bottom {
            let places = y * row + left..=y * row + right;
            let pair = self.before[places.clone()].iter().zip(&self.pixels[places]);
            buffer.extend(pair.map(|(old, new)| if old == new { CLEAR } else { *new }));
        }
        let size = [left, top, right - left + 1, bottom - top + 1];
        partial_frame(size.map(|edge| u32::try_from(edge).unwrap_or(u32::MAX)), buffer)
    }
}

/// Creates a frame of `pixels`. `place` is left, top, width and height in pixels; a GIF stores each in 16 bits.
fn partial_frame(place: [u32; 4], pixels: Vec<u8>) -> Frame<'static> {
    let [left, top, width, height] = place.map(|edge| u16::try_from(edge).unwrap_or(u16::MAX));
    Frame {
        left,
        top,
        width,
        height,
        buffer: Cow::Owned(pixels),
        transparent: Some(CLEAR),
        ..Frame::default()
    }
}

/// A pool of threads that process numbered items and deliver the results in order.
#[derive(Clone, Copy)]
struct WorkerPool {
    workers: usize,
    /// The number of consecutive items in one task.
    task_items: usize,
}

impl WorkerPool {
    /// Processes items 0 to `count - 1`. Each thread creates a context with `new_context` and passes it to `work` for
    /// each item. `deliver` receives the results in order. Before each result, `on_wait` is called with the index of
    /// that result, at least once and then repeatedly until the result is ready. If `on_wait` returns `Break`, the work
    /// is cancelled.
    #[expect(clippy::disallowed_methods, reason = "a job or the command line waits for the frames")]
    fn work<B, T: Send>(
        self,
        count: usize,
        new_context: impl Fn() -> Result<B, AnimationError> + Sync,
        work: impl Fn(&mut B, usize) -> Result<T, AnimationError> + Sync,
        on_wait: impl Fn(usize) -> std::ops::ControlFlow<()>,
        mut deliver: impl FnMut(T) -> Result<(), AnimationError>,
    ) -> Result<(), AnimationError> {
        if self.workers == 1 {
            let mut context = new_context()?;
            for index in 0..count {
                if on_wait(index).is_break() {
                    return Err(AnimationError::Stopped);
                }
                deliver(work(&mut context, index)?)?;
            }
            return Ok(());
        }
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let run_worker = |sender: &Sender<(usize, Result<T, AnimationError>)>| {
            let mut context = new_context();
            loop {
                let start = next.fetch_add(self.task_items, Ordering::Relaxed);
                if start >= count {
                    return;
                }
                for index in start..count.min(start + self.task_items) {
                    let result = match &mut context {
                        Ok(context) => work(context, index),
                        Err(_) => Err(AnimationError::NoPixels),
                    };
                    if stopped.load(Ordering::Relaxed) || sender.send((index, result)).is_err() {
                        return;
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..self.workers.min(count.div_ceil(self.task_items)) {
                let send = send.clone();
                scope.spawn(|| {
                    let send = send;
                    run_worker(&send);
                });
            }
            drop(send);
            let mut early = HashMap::new();
            let mut in_order = || {
                for index in 0..count {
                    if on_wait(index).is_break() {
                        return Err(AnimationError::Stopped);
                    }
                    while !early.contains_key(&index) {
                        match receive.recv_timeout(WATCH_INTERVAL) {
                            Ok((place, result)) => drop(early.insert(place, result)),
                            Err(RecvTimeoutError::Timeout) if on_wait(index).is_continue() => {}
                            Err(RecvTimeoutError::Timeout) => return Err(AnimationError::Stopped),
                            // A thread has panicked. The panic resumes at the end of the scope.
                            Err(RecvTimeoutError::Disconnected) => return Ok(()),
                        }
                    }
                    if let Some(result) = early.remove(&index) {
                        deliver(result?)?;
                    }
                }
                Ok(())
            };
            let done = in_order();
            stopped.store(true, Ordering::Relaxed);
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{
            Background, GameView, Look, PieceSet, Raster, Scene, Show, Theme, UNWATCHED,
            game_scene, rasterize, svg, svg::picture_parts,
        },
        document::{Content, Document},
        file::{FileRange, Source},
    };
    use image::AnimationDecoder as _;
    use std::{cell::Cell, ops::ControlFlow};

    fn match_of(text: &[u8]) -> Document {
        let range = FileRange::new(0, text.len() as u64);
        Document::open(Source::from_bytes("test.bpgn", text), range)
    }

    fn sample() -> Document {
        match_of(include_bytes!("../../assets/samples/bpgn-1.2.bpgn"))
    }

    fn look(pieces: &PieceSet, background: Background) -> Look<'_> {
        Look { theme: &Theme::ALL[0], pieces, background }
    }

    /// Returns the pixels of `raster` as palette indexes.
    fn places(raster: &Raster, palette: &Palette) -> Vec<u8> {
        let (pixels, _) = raster.rgba.as_chunks::<4>();
        let mut known = HashMap::new();
        let mut place = |&[red, green, blue, alpha]: &[u8; 4]| match alpha {
            0..128 => CLEAR,
            128.. => {
                *known.entry([red, green, blue]).or_insert_with_key(|&color| palette.nearest(color))
            }
        };
        pixels.iter().map(&mut place).collect()
    }

    /// A simple encoder for comparison. It draws every frame whole, then compares it with the previous one.
    fn encode_naively(
        scenes: &[Scene],
        look: &Look<'_>,
        width: u32,
    ) -> (Vec<u8>, Vec<Vec<[u8; 4]>>) {
        let rasters: Vec<Raster> =
            scenes.iter().map(|scene| rasterize(&svg(scene, look, width))).collect();
        let mut counts = Counts::default();
        for raster in rasters.iter().step_by(rasters.len().div_ceil(SAMPLES)) {
            for pixel in raster.rgba.as_chunks::<4>().0 {
                counts.add(std::slice::from_ref(pixel));
            }
        }
        let palette = Palette::of(counts);
        let row = rasters[0].width as usize;
        let size = [rasters[0].width, rasters[0].height].map(|it| u16::try_from(it).unwrap());
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, size[0], size[1], &palette.bytes()).unwrap();
        encoder.set_repeat(Repeat::Infinite).unwrap();
        let mut before: Vec<u8> = Vec::new();
        let mut shown: Vec<Vec<[u8; 4]>> = Vec::new();
        let bytes = palette.bytes();
        for (index, raster) in rasters.iter().enumerate() {
            let pixels = places(raster, &palette);
            let differs = |place: &usize| before.get(*place) != pixels.get(*place);
            let all: Vec<usize> = (0..pixels.len()).filter(differs).collect();
            let bounds = |of: fn(usize, usize) -> usize| {
                let places = all.iter().map(|&place| of(place, row));
                (places.clone().min().unwrap_or(0), places.max().unwrap_or(0))
            };
            let ((left, right), (top, bottom)) =
                (bounds(|p, row| p % row), bounds(|p, row| p / row));
            let mut buffer = Vec::new();
            for y in top..=bottom {
                for x in left..=right {
                    let place = y * row + x;
                    buffer.push(if differs(&place) { pixels[place] } else { CLEAR });
                }
            }
            let place = [left, top, right - left + 1, bottom - top + 1];
            let mut frame = partial_frame(place.map(|it| u32::try_from(it).unwrap()), buffer);
            frame.delay = delay(index);
            encoder.write_frame(&frame).unwrap();
            // Transparent pixels show the previous frame.
            let old = shown.last().cloned().unwrap_or_else(|| vec![[0; 4]; pixels.len()]);
            let seen = pixels.iter().zip(old).map(|(&place, old)| {
                let color = usize::from(place) * 3;
                match place {
                    CLEAR => old,
                    _ => [bytes[color], bytes[color + 1], bytes[color + 2], 255],
                }
            });
            shown.push(seen.collect());
            before = pixels;
        }
        drop(encoder);
        (out, shown)
    }

    fn delay(index: usize) -> u16 {
        u16::try_from(index % 7).unwrap() + 2
    }

    /// Checks the encoding with several numbers of threads. The bytes must be those of [`encode_naively`], and each
    /// decoded frame must equal its picture in palette colours.
    fn check(scenes: &[Scene], look: &Look<'_>, width: u32) {
        let (expect, shown) = encode_naively(scenes, look, width);
        let sequence = FrameSequence {
            delays: (0..scenes.len()).map(delay).collect(),
            picture: |index: usize| picture_parts(&scenes[index], look, width),
        };
        for workers in 1..=3 {
            let drawn = encode(workers, &sequence, UNWATCHED).unwrap();
            assert!(drawn == expect, "{workers} threads, {width} pixels");
        }
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&expect)).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), scenes.len());
        for (index, (frame, shown)) in frames.iter().zip(&shown).enumerate() {
            assert!(frame.buffer().as_raw() == shown.as_flattened(), "frame {index}");
        }
    }

    #[test]
    fn frames_equal_pictures_drawn_whole() {
        let document = sample();
        let pieces = PieceSet::load("tandem").unwrap();
        let show = Show::default();
        let mut scenes = Vec::new();
        for moment in 60..70 {
            let position = document.played().position_after(moment);
            let time = document.timeline().time_of(moment);
            for late in [0, 1000] {
                scenes.push(Scene::at(&document, &position, moment, time + late, &show));
            }
        }
        check(&scenes, &look(&pieces, Background::Theme), 160);
        check(&scenes[..7], &look(&pieces, Background::Transparent), 97);
        check(&scenes[..1], &look(&pieces, Background::Theme), 33);
        // The moments jump forwards and backwards, and one frame is unchanged.
        let jumps = [0, 14, 14, 3, 19, 0].map(|index| scenes[index].clone());
        check(&jumps, &look(&pieces, Background::Theme), 120);
    }

    #[test]
    fn kriegspiel_frames_equal_pictures_drawn_whole() {
        let text = include_bytes!("../../assets/samples/kriegspiel.pgn");
        let range = FileRange::new(0, text.len() as u64);
        let source = Source::from_bytes("game.pgn", text.as_slice());
        let content = Content::open(source, range);
        let game = content.as_game().expect("a game").game();
        let (names, ratings) = Default::default();
        let pieces = PieceSet::load("cburnett").unwrap();
        for seat in [None, Some(crate::rules::Color::Black)] {
            let view = GameView { game, seat, names: &names, ratings: &ratings, about: "" };
            let scene = |plies| game_scene(view, plies, None, &Show::default());
            let scenes: Vec<Scene> = (3..10).filter_map(scene).collect();
            assert_eq!(scenes.len(), 7);
            check(&scenes, &look(&pieces, Background::Theme), 100);
        }
    }

    /// Four clocks run, and there are more parts than the cache holds.
    #[test]
    fn long_animation_is_independent_of_thread_count() {
        let document = sample();
        let pieces = PieceSet::load("letters").unwrap();
        let look = look(&pieces, Background::Theme);
        let picture = |index: usize| {
            let moment = index / 3;
            let position = document.played().position_after(moment);
            let mut scene = Scene::at(&document, &position, moment, 0, &Show::default());
            for board in &mut scene.boards {
                let ms = 600_000 - i32::try_from(index).unwrap() * 500;
                board.above.clock.ms = Some(ms);
                board.below.clock.ms = Some(ms - 333);
            }
            picture_parts(&scene, &look, 48)
        };
        let sequence = FrameSequence { delays: vec![50; 300], picture };
        let one = encode(1, &sequence, UNWATCHED).unwrap();
        assert!(encode(3, &sequence, UNWATCHED).unwrap() == one);
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&one)).unwrap();
        assert_eq!(decoder.into_frames().count(), 300);
    }

    #[test]
    fn animation_reports_every_frame_and_can_be_cancelled() {
        let document = sample();
        let pieces = PieceSet::load("letters").unwrap();
        let look = look(&pieces, Background::Theme);
        let sequence = FrameSequence {
            delays: vec![10; 40],
            picture: |index: usize| {
                picture_parts(&Scene::of(&document, index, &Show::default()), &look, 48)
            },
        };
        for end in [0, 1, 17, 39, 40] {
            let told = Cell::new(0);
            let watch = |part: DrawnPart| {
                assert_eq!(part.all, 40);
                // While a frame is not ready, the watch may be called again with the same number, but never with a
                // smaller one.
                assert!(part.done == told.get() || part.done == told.get() + 1);
                told.set(part.done);
                if part.done >= end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let drawn = encode(2, &sequence, &watch);
            assert_eq!(told.get(), end.min(39));
            match drawn {
                Ok(_) => assert_eq!(end, 40),
                Err(error) => assert!(matches!(error, AnimationError::Stopped) && end < 40),
            }
        }
    }

    #[test]
    fn animation_without_frames_is_an_error() {
        let sequence = FrameSequence {
            delays: Vec::new(),
            picture: |_: usize| -> PictureParts<'static> { unreachable!("there is no frame") },
        };
        let drawn = encode(1, &sequence, UNWATCHED);
        assert!(matches!(drawn, Err(AnimationError::NoPixels)));
    }
}
