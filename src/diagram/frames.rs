//! [`encode`]: encodes pictures as the frames of a GIF, on all cores.
//!
//! Only the parts that differ from the previous picture are painted, and a frame contains only the changed pixels.

use super::{
    AnimationError, DrawnPart, Watch,
    canvas::Canvas,
    palette::{CLEAR, Counts, Palette, PaletteLookup},
    svg::Picture,
};
use crate::parallel::run_in_order;
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::borrow::Cow;

/// The maximum number of pictures sampled for the palette.
const SAMPLES: usize = 6;

/// Encodes a GIF that repeats forever. `delays` are the durations of the frames, in hundredths of a second; `picture`
/// returns the frame with the given index. All pictures must have the same size.
///
/// # Errors
/// If there are no frames, the pictures are empty or too large, the encoder fails, or `watch` cancels.
pub(super) fn encode<'a>(
    delays: &[u16],
    picture: impl Fn(usize) -> Picture<'a> + Sync,
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    let all = delays.len();
    let check = |done| match watch(DrawnPart { done, all }).is_break() {
        true => Err(AnimationError::Stopped),
        false => Ok(()),
    };
    let mut counts = Counts::default();
    let sample_step = all.div_ceil(SAMPLES).max(1);
    run_in_order(
        all.div_ceil(sample_step),
        |canvas: &mut Canvas, sample| canvas.paint(picture(sample * sample_step)).map(Counts::of),
        |_, counted| {
            check(0)?;
            counts.add_all(counted.ok_or(AnimationError::NoPixels)?);
            Ok::<(), AnimationError>(())
        },
    )?;
    let palette = Palette::of(counts);

    let mut gif = None;
    run_in_order(
        all,
        |(canvas, lookup): &mut (Canvas, PaletteLookup), index| {
            let pixmap = canvas.paint(picture(index))?;
            Some((size_of(pixmap), lookup.find(&palette, pixmap)))
        },
        |index, painted| {
            check(index)?;
            let (size, pixels) = painted.ok_or(AnimationError::NoPixels)?;
            let [width, height] = size?;
            let (encoder, before) = match &mut gif {
                Some(gif) => gif,
                None => {
                    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
                    encoder.set_repeat(Repeat::Infinite)?;
                    gif.insert((encoder, Vec::new()))
                }
            };
            let mut frame = changed(before, &pixels, usize::from(width));
            frame.delay = delays[index];
            encoder.write_frame(&frame)?;
            *before = pixels;
            Ok::<(), AnimationError>(())
        },
    )?;
    let (encoder, _) = gif.ok_or(AnimationError::NoPixels)?;
    Ok(encoder.into_inner()?)
}

/// Returns the width and height of `pixmap`.
fn size_of(pixmap: &Pixmap) -> Result<[u16; 2], AnimationError> {
    match [pixmap.width(), pixmap.height()].map(u16::try_from) {
        [Ok(width), Ok(height)] if width > 0 && height > 0 => Ok([width, height]),
        _ => Err(AnimationError::NoPixels),
    }
}

/// Returns the changes from `before` to `after`, which are palette indexes in rows of `width`, as a frame: the smallest
/// rectangle that contains all changes. If `before` is empty, returns the whole picture.
fn changed(before: &[u8], after: &[u8], width: usize) -> Frame<'static> {
    let mut bounds: Option<[usize; 4]> = None;
    for (y, new) in after.chunks(width).enumerate() {
        let old = before.get(y * width..).unwrap_or_default();
        let differs = |x: &usize| old.get(*x) != new.get(*x);
        let Some(first) = (0..width).find(differs) else { continue };
        let last = (0..width).rfind(differs).unwrap_or(first);
        let [left, top, right, _] = bounds.unwrap_or([first, y, last, y]);
        bounds = Some([left.min(first), top, right.max(last), y]);
    }
    // A frame must have at least one pixel.
    let [left, top, right, bottom] = bounds.unwrap_or_default();
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        let places = y * width + left..=y * width + right;
        for (place, &new) in (*places.start()..).zip(&after[places]) {
            buffer.push(if before.get(place) == Some(&new) { CLEAR } else { new });
        }
    }
    let [left, top, width, height] = [left, top, right - left + 1, bottom - top + 1]
        .map(|edge| u16::try_from(edge).unwrap_or(u16::MAX));
    Frame {
        left,
        top,
        width,
        height,
        buffer: Cow::Owned(buffer),
        transparent: Some(CLEAR),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{
            Background, GameView, Look, PieceSet, Raster, Scene, Show, Theme, UNWATCHED,
            game_scene, rasterize, svg,
        },
        document::{Content, Document},
        file::{FileRange, Source},
    };
    use image::AnimationDecoder as _;
    use resvg::tiny_skia::IntSize;
    use std::{cell::Cell, ops::ControlFlow};

    fn sample() -> Document {
        let text = include_bytes!("../../assets/samples/bpgn-1.2.bpgn").as_slice();
        let range = FileRange::new(0, text.len() as u64);
        Document::open(Source::from_bytes("test.bpgn", text), range)
    }

    fn look(pieces: &PieceSet, background: Background) -> Look<'_> {
        Look { theme: &Theme::ALL[0], pieces, background }
    }

    /// Encodes `scenes` and decodes them again. Every decoded frame must equal its picture in palette colours, with the
    /// previous frame behind transparent pixels, and must have its delay.
    fn check(scenes: &[Scene], look: &Look<'_>, width: u32) {
        let rasters: Vec<Raster> =
            scenes.iter().map(|scene| rasterize(&svg(scene, look, width))).collect();
        let mut counts = Counts::default();
        for raster in rasters.iter().step_by(rasters.len().div_ceil(SAMPLES)) {
            let size = IntSize::from_wh(raster.width, raster.height).unwrap();
            counts.add_all(Counts::of(&Pixmap::from_vec(raster.rgba.clone(), size).unwrap()));
        }
        let palette = Palette::of(counts);
        let colors = palette.bytes();

        let delays: Vec<u16> = (2..9).cycle().take(scenes.len()).collect();
        let picture = |index: usize| Picture::of(&scenes[index], look, width);
        let gif = encode(&delays, picture, UNWATCHED).unwrap();
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&gif)).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), scenes.len());
        let mut shown = vec![[0; 4]; rasters[0].rgba.len() / 4];
        for (index, (frame, raster)) in frames.iter().zip(&rasters).enumerate() {
            let (pixels, _) = raster.rgba.as_chunks::<4>();
            for (shown, &[red, green, blue, alpha]) in shown.iter_mut().zip(pixels) {
                if alpha >= 128 {
                    let color = usize::from(palette.nearest([red, green, blue])) * 3;
                    *shown = [colors[color], colors[color + 1], colors[color + 2], 255];
                }
            }
            assert!(frame.buffer().as_raw() == shown.as_flattened(), "frame {index}");
            let (ms, _) = frame.delay().numer_denom_ms();
            assert_eq!(ms, u32::from(delays[index]) * 10);
        }
    }

    #[test]
    fn decoded_frames_equal_their_pictures() {
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
    fn decoded_frames_of_kriegspiel_equal_their_pictures() {
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

    #[test]
    fn only_changes_are_stored() {
        let frame = changed(&[1, 1, 1, 1, 1, 1, 1, 1, 1], &[1, 1, 1, 1, 2, 1, 3, 1, 1], 3);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (0, 1, 2, 2));
        assert_eq!(*frame.buffer, [CLEAR, 2, 3, CLEAR]);
        let frame = changed(&[1, 1], &[1, 1], 1);
        assert_eq!((frame.width, frame.height, &*frame.buffer), (1, 1, [CLEAR].as_slice()));
        let frame = changed(&[], &[1, 1], 1);
        assert_eq!((frame.width, frame.height, &*frame.buffer), (1, 2, [1, 1].as_slice()));
    }

    #[test]
    fn animation_reports_every_frame_and_can_be_cancelled() {
        let document = sample();
        let pieces = PieceSet::load("letters").unwrap();
        let look = look(&pieces, Background::Theme);
        let picture =
            |index| Picture::of(&Scene::of(&document, index, &Show::default()), &look, 48);
        for end in [0, 1, 17, 39, 40] {
            let told = Cell::new(0);
            let watch = |part: DrawnPart| {
                assert_eq!(part.all, 40);
                assert!(part.done == told.get() || part.done == told.get() + 1);
                told.set(part.done);
                if part.done >= end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let drawn = encode(&[10; 40], picture, &watch);
            assert_eq!(told.get(), end.min(39));
            match drawn {
                Ok(_) => assert_eq!(end, 40),
                Err(error) => assert!(matches!(error, AnimationError::Stopped) && end < 40),
            }
        }
    }

    #[test]
    fn animation_without_frames_is_an_error() {
        let drawn = encode(&[], |_| unreachable!("there is no frame"), UNWATCHED);
        assert!(matches!(drawn, Err(AnimationError::NoPixels)));
    }
}
