//! The numbered files of a series of pictures, and the range of moments of an animation.

use super::{CliError, Diagram, Result, Stream, check_target, ply_named};
use crate::{
    file::{atomic_write, is_same_file},
    parallel::run_in_order,
    timeline::Moment,
};
use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

/// Returns an error if the options for animations are given for a still picture.
pub(super) fn check_is_still(args: &Diagram) -> Result<()> {
    match (&args.from, &args.to, &args.speed) {
        (None, None, None) => Ok(()),
        _ => Err("--from, --to and --speed are only for .gif".into()),
    }
}

/// Returns an error if `target` would overwrite an input file or a file in the folder of piece images.
pub(super) fn check_inputs(args: &Diagram, target: &Path) -> Result<()> {
    check_target(&args.file, target)?;
    let folder = Path::new(&args.pieces);
    // The path of a file in the working folder has no folder.
    let beside = Path::new(".").join(target.parent().unwrap_or(target));
    if folder.is_dir() && target.exists() && is_same_file(&beside, folder) {
        return Err(CliError::OwnInput(target.to_owned()));
    }
    Ok(())
}

/// Writes one file per moment from 0 to `last`: `match-000.png` and so on for `match.png`. Runs on all cores.
pub(super) fn write_all(
    args: &Diagram,
    last: Moment,
    err: &Stream<'_>,
    draw: impl Fn(Moment) -> Result<Vec<u8>> + Sync,
) -> Result<()> {
    let target = &args.out;
    if target == Path::new("-") {
        return Err("--at all writes many files, so OUT must be a file name, not -".into());
    }
    let moments = last + 1;
    for moment in 0..moments {
        check_inputs(args, &numbered_path(target, moment))?;
    }
    run_in_order(
        moments,
        |(): &mut (), moment| -> Result<()> {
            atomic_write(&numbered_path(target, moment), &draw(moment)?, false)?;
            Ok(())
        },
        |moment, written| {
            err.progress(format_args!("Picture {} of {moments}", moment + 1));
            written
        },
    )
}

fn numbered_path(target: &Path, moment: Moment) -> PathBuf {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let end = target.extension().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!("{stem}-{moment:03}.{end}"))
}

/// Returns the moments and the speed of an animation. `named` resolves the name of a moment, such as `12b`. Fails if
/// the speed is out of range, if an end of the range is not a moment of the match, or if the range ends before it
/// starts.
pub(super) fn moment_range(
    args: &Diagram,
    named: impl Fn(&str) -> Option<Moment>,
) -> Result<(RangeInclusive<Moment>, f64)> {
    let speed = args.speed.unwrap_or(1.0);
    if !SPEEDS.contains(&speed) {
        return Err(format!("invalid speed {speed}; use 0.1 to 100").into());
    }
    let (from, to) = (args.from.as_deref().unwrap_or(""), args.to.as_deref().unwrap_or(""));
    let moments = moments_between(from, to, named)?;
    let moments = moments.ok_or("--from must come before --to")?;
    Ok((moments, speed))
}

/// Returns the moments from `from`, or from the start if it is empty, to `to`, or to the end; `None` if they are in
/// reverse order. `named` resolves the name of a moment. Fails if there is no such moment.
pub(super) fn moments_between(
    from: &str,
    to: &str,
    named: impl Fn(&str) -> Option<Moment>,
) -> Result<Option<RangeInclusive<Moment>>> {
    let moment = |name: &str, default| {
        let name = if name.is_empty() { default } else { name };
        ply_named(named(name), name)
    };
    let (from, to) = (moment(from, "0")?, moment(to, "end")?);
    Ok(if from > to { None } else { Some(from..=to) })
}

/// The playback speeds allowed for an animation, as a multiple of the original.
const SPEEDS: RangeInclusive<f64> = 0.1..=100.0;
