//! Comparison of a frame with its snapshot in `tests/pixels/snapshots`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test pixels` rewrites the snapshots that differ; look at them before you commit
//! them. A failed test leaves `NAME.new.png` and `NAME.diff.png` beside the snapshot, which git ignores.
//!
//! The comparison of kittest is not used, because it ignores every pixel that looks like anti-aliasing, and so
//! overlooks a shifted hairline.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "keeps its pictures on the disk, and says which it has written"
)]

use std::path::Path;

use egui_kittest::Harness;
use image::{Rgba, RgbaImage};

/// The tolerance for each component of a colour, from 0 to 255. Outlines of glyphs and circles use floating point and
/// `sin`, whose rounding differs between machines by one or two steps.
const STEPS: u8 = 3;

/// The number of pixels that may differ by more: corners on the other side of a pixel's centre.
const STRAY_PIXELS: usize = 4;

/// Compares the last frame of the harness with `snapshots/NAME.png`.
///
/// # Panics
/// If they differ, or if there is no snapshot.
#[track_caller]
pub fn snapshot<State>(harness: &mut Harness<'_, State>, name: &str) {
    let picture = harness.render().expect("the frame should be rendered");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pixels/snapshots");
    let kept_path = folder.join(format!("{name}.png"));
    let new_path = folder.join(format!("{name}.new.png"));
    let diff_path = folder.join(format!("{name}.diff.png"));
    for leftover in [&new_path, &diff_path] {
        let _ = std::fs::remove_file(leftover);
    }

    let kept = match image::open(&kept_path) {
        Ok(kept) => Some(kept.into_rgba8()),
        Err(_) if !kept_path.exists() => None,
        Err(error) => panic!("{}: {error}", kept_path.display()),
    };
    let problem = match &kept {
        None => "there is no such picture yet".to_owned(),
        Some(kept) => match compare(kept, &picture) {
            Ok(()) => return,
            Err(difference) => {
                let problem = difference.to_string();
                if let Difference::Pixels { map, .. } = difference {
                    map.save(&diff_path).expect("should be writable");
                }
                problem
            }
        },
    };

    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value != "0") {
        let _ = std::fs::remove_file(&diff_path);
        picture.save(&kept_path).expect("should be writable");
        println!("updated {}", kept_path.display());
        return;
    }
    picture.save(&new_path).expect("should be writable");
    panic!(
        "snapshot {name}: {problem}.\nSee {}.\nIf it is right: UPDATE_SNAPSHOTS=1 cargo test",
        new_path.display()
    );
}

/// The difference between two pictures.
#[derive(Debug)]
pub enum Difference {
    /// The sizes differ.
    Size { kept: (u32, u32), new: (u32, u32) },
    /// Some pixels differ by more than the tolerance. The map shows them in red.
    Pixels { count: usize, most: u8, map: RgbaImage },
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Size { kept, new } => write!(f, "the size was {kept:?} and is {new:?}"),
            Self::Pixels { count, most, .. } => {
                write!(f, "{count} pixels differ, by up to {most} of 255")
            }
        }
    }
}

/// Compares two pictures, up to rounding.
pub fn compare(kept: &RgbaImage, new: &RgbaImage) -> Result<(), Difference> {
    if kept.dimensions() != new.dimensions() {
        return Err(Difference::Size { kept: kept.dimensions(), new: new.dimensions() });
    }
    // The common case, which is fast even without optimisation.
    if kept.as_raw() == new.as_raw() {
        return Ok(());
    }
    let mut map = new.clone();
    let (mut count, mut most) = (0, 0);
    for (old, pixel) in kept.pixels().zip(map.pixels_mut()) {
        let off = (0..4).map(|part| old.0[part].abs_diff(pixel.0[part])).max();
        let off = off.unwrap_or(0);
        if off > STEPS {
            count += 1;
            most = most.max(off);
            *pixel = Rgba([255, 0, 0, 255]);
        } else {
            let [r, g, b, a] = pixel.0;
            *pixel = Rgba([r / 3, g / 3, b / 3, a]);
        }
    }
    if count > STRAY_PIXELS {
        return Err(Difference::Pixels { count, most, map });
    }
    Ok(())
}
