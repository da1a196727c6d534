//! [`encode`]: encodes pictures as the frames of a GIF, on all cores.
//!
//! Only the areas that differ from the previous picture are painted, and a frame contains only the changed pixels.

use super::{
    AnimationError, DrawnPart, Watch,
    canvas::{Canvas, Pixels, union},
    drawing::Picture,
    palette::{CLEAR, Counts, Palette, PaletteLookup},
};
use crate::parallel::run_in_order;
use gif::{Encoder, Frame, Repeat};
use std::{borrow::Cow, ops::Range};

/// The maximum number of pictures sampled for the palette.
const SAMPLES: usize = 6;

/// The number of successive frames that one thread paints.
const CHUNK: usize = 16;

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
        |canvas: &mut Canvas, sample| {
            let (pixmap, _) = canvas.paint(picture(sample * sample_step))?;
            Some(Counts::of(pixmap))
        },
        |_, counted| {
            check(0)?;
            counts.add_all(counted.ok_or(AnimationError::NoPixels)?);
            Ok::<(), AnimationError>(())
        },
    )?;
    let palette = Palette::of(counts);

    let mut gif = None;
    run_in_order(
        all.div_ceil(CHUNK),
        |painter: &mut Painter, chunk| {
            let start = chunk * CHUNK;
            // The changes of the first frame are those from the frame before it.
            if start > 0 {
                painter.frame(&palette, picture(start - 1))?;
            }
            let frames = (start..all.min(start + CHUNK)).map(|index| {
                let mut frame = painter.frame(&palette, picture(index))?;
                frame.delay = delays[index];
                frame.make_lzw_pre_encoded();
                Some(frame)
            });
            let frames = frames.collect::<Option<Vec<_>>>()?;
            Some((painter.size, frames))
        },
        |chunk, painted| {
            check(chunk * CHUNK)?;
            let (size, frames) = painted.ok_or(AnimationError::NoPixels)?;
            let encoder = match &mut gif {
                Some(encoder) => encoder,
                None => {
                    let [width, height] = size;
                    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
                    encoder.set_repeat(Repeat::Infinite)?;
                    gif.insert(encoder)
                }
            };
            for (place, frame) in frames.iter().enumerate() {
                if place > 0 {
                    check(chunk * CHUNK + place)?;
                }
                encoder.write_lzw_pre_encoded_frame(frame)?;
            }
            Ok::<(), AnimationError>(())
        },
    )?;
    let encoder = gif.ok_or(AnimationError::NoPixels)?;
    Ok(encoder.into_inner()?)
}

/// Paints successive pictures as frames.
#[derive(Default)]
struct Painter {
    canvas: Canvas,
    lookup: PaletteLookup,
    size: [u16; 2],
    /// The palette index of each pixel; empty before the first frame.
    indexes: Vec<u8>,
}

impl Painter {
    /// Paints `picture` as a frame with the changes from the last picture. Returns `None` if the picture is empty, too
    /// large for a GIF, or larger than memory.
    fn frame(&mut self, palette: &Palette, picture: Picture<'_>) -> Option<Frame<'static>> {
        let (pixmap, areas) = self.canvas.paint(picture)?;
        let [width, height] = [pixmap.width().try_into().ok()?, pixmap.height().try_into().ok()?];
        self.size = [width, height];
        let patch = |area| Patch { area, indexes: self.lookup.find(palette, pixmap, area) };
        let mut patches: Vec<Patch> = areas.into_iter().map(patch).collect();
        if !self.indexes.is_empty() {
            return Some(changed(&mut self.indexes, usize::from(width), &patches));
        }
        // The first picture is painted whole.
        let Patch { indexes, .. } = patches.pop()?;
        self.indexes.clone_from(&indexes);
        Some(Frame { width, height, buffer: Cow::Owned(indexes), ..frame() })
    }
}

/// A rectangle of a picture with the palette index of each pixel, row by row.
struct Patch {
    area: Pixels,
    indexes: Vec<u8>,
}

impl Patch {
    /// Returns each row, and the range of its pixels in a picture with rows of `width`.
    fn rows(&self, width: usize) -> impl Iterator<Item = (Range<usize>, &[u8])> {
        let [left, top, right, _] = self.area.map(|edge| edge as usize);
        let rows = (top..).zip(self.indexes.chunks((right - left).max(1)));
        rows.map(move |(y, row)| (y * width + left..y * width + right, row))
    }

    /// Returns the smallest rectangle that contains all pixels that differ from `before`, or `None` if there are none.
    fn changed_area(&self, before: &[u8], width: usize) -> Option<Pixels> {
        let [left, top, right, _] = self.area;
        let changed_row = |(y, (range, new)): (u32, (Range<usize>, &[u8]))| {
            let mut pixels = (left..right).zip(before[range].iter().zip(new));
            let (first, _) = pixels.find(|(_, (old, new))| old != new)?;
            let last = pixels.rfind(|(_, (old, new))| old != new).map_or(first, |(x, _)| x);
            Some([first, y, last + 1, y + 1])
        };
        (top..).zip(self.rows(width)).filter_map(changed_row).reduce(union)
    }
}

/// Copies `patches` to `before`, which has rows of `width`. Returns the changes as a frame: the smallest rectangle that
/// contains all changes.
fn changed(before: &mut [u8], width: usize, patches: &[Patch]) -> Frame<'static> {
    let areas = patches.iter().filter_map(|patch| patch.changed_area(before, width));
    // A frame must have at least one pixel.
    let [left, top, right, bottom] = areas.reduce(union).unwrap_or([0, 0, 1, 1]);
    let (row, origin) = ((right - left) as usize, top as usize * width + left as usize);
    let mut buffer = vec![CLEAR; row * (bottom - top) as usize];
    for (range, new) in patches.iter().flat_map(|patch| patch.rows(width)) {
        for (place, &new) in range.zip(new) {
            if before[place] != new {
                before[place] = new;
                let offset = place - origin;
                buffer[offset / width * row + offset % width] = new;
            }
        }
    }
    let edges = [left, top, right - left, bottom - top];
    let [left, top, width, height] = edges.map(|edge| u16::try_from(edge).unwrap_or(u16::MAX));
    Frame { left, top, width, height, buffer: Cow::Owned(buffer), ..frame() }
}

/// Returns an empty frame in which [`CLEAR`] is transparent.
fn frame() -> Frame<'static> {
    Frame { transparent: Some(CLEAR), ..Frame::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{
            Background, GameCaption, GameView, Look, PieceSet, Raster, Scene, Show, Theme,
            UNWATCHED, game_scene, raster,
        },
        document::{Content, Document},
        file::{FileRange, Source},
    };
    use image::AnimationDecoder as _;
    use resvg::tiny_skia::{IntSize, Pixmap};
    use std::{cell::Cell, ops::ControlFlow};

    fn sample() -> Document {
        let text = include_bytes!("../../assets/samples/bpgn-1.2.bpgn").as_slice();
        Document::from_text(text)
    }

    fn look(pieces: &PieceSet, background: Background) -> Look<'_> {
        Look { theme: &Theme::ALL[0], pieces, background }
    }

    /// Encodes `scenes` and decodes them again. Every decoded frame must be its whole picture in palette colours, with the
    /// previous frame behind transparent pixels, and must have its delay.
    fn check(scenes: &[Scene], look: &Look<'_>, width: u32) {
        let rasters: Vec<Raster> = scenes.iter().map(|scene| raster(scene, look, width)).collect();
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
            let decoded = frame.buffer().as_raw();
            let bytes = decoded.iter().zip(shown.as_flattened());
            let differences = bytes.map(|(decoded, shown)| decoded.abs_diff(*shown));
            let many = differences.clone().filter(|&off| off > 0).count();
            let most = differences.max().expect("pixels");
            // Painted alone, an area may round a few edges differently.
            assert!(many * 50 <= decoded.len() && most <= 64, "frame {index}: {many}, {most}");
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
        check(&scenes[..4], &look(&pieces, Background::Transparent), 400);
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
        let caption = GameCaption::default();
        let pieces = PieceSet::load("cburnett").unwrap();
        for seat in [None, Some(crate::rules::Color::Black)] {
            let view = GameView { game, seat, caption: &caption };
            let scene = |plies| game_scene(view, plies, None, &Show::default());
            let scenes: Vec<Scene> = (3..10).filter_map(scene).collect();
            assert_eq!(scenes.len(), 7);
            check(&scenes, &look(&pieces, Background::Theme), 100);
        }
    }

    #[test]
    fn only_changes_are_stored() {
        let mut before = [1; 9];
        let mut check = |area: Pixels, indexes: &[u8], edges: [u16; 4], buffer: &[u8]| {
            let frame = changed(&mut before, 3, &[Patch { area, indexes: indexes.to_vec() }]);
            assert_eq!([frame.left, frame.top, frame.width, frame.height], edges);
            assert_eq!(*frame.buffer, *buffer);
        };
        check([0, 0, 3, 3], &[1, 1, 1, 1, 2, 1, 3, 1, 1], [0, 1, 2, 2], &[CLEAR, 2, 3, CLEAR]);
        check([1, 1, 3, 3], &[4, 1, 1, 5], [1, 1, 2, 2], &[4, CLEAR, CLEAR, 5]);
        check([1, 1, 2, 2], &[4], [0, 0, 1, 1], &[CLEAR]);
        let patch = |area, index| Patch { area, indexes: vec![index] };
        let frame = changed(&mut before, 3, &[patch([0, 0, 1, 1], 6), patch([1, 1, 2, 2], 7)]);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (0, 0, 2, 2));
        assert_eq!(*frame.buffer, [6, CLEAR, CLEAR, 7]);
        assert_eq!(before, [6, 1, 1, 1, 7, 1, 3, 1, 5]);
        let frame = changed(&mut before, 3, &[]);
        assert_eq!((frame.width, frame.height, &*frame.buffer), (1, 1, [CLEAR].as_slice()));
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
