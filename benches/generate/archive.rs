//! A year of a server in a file of its own, for benches that ask something of it.

use super::matches::{Recipe, Written, write_matches};
use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write as _},
    path::PathBuf,
};
use tempfile::TempDir;

/// The file, in a folder that goes when this is dropped.
pub struct Year {
    _folder: TempDir,
    pub path: PathBuf,
    pub written: Written,
}

/// As many megabytes as the first argument says, 1000 where there is none, in the folder that the second names,
/// or the system's for temporary files.
pub fn make_year() -> Result<Year, Box<dyn Error>> {
    // `cargo bench` puts `--bench` among the arguments.
    let mut arguments = std::env::args_os().skip(1).filter(|word| word != "--bench");
    let megabytes: u64 =
        arguments.next().and_then(|word| word.to_str()?.parse().ok()).unwrap_or(1000);
    let folder = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let folder = tempfile::tempdir_in(folder)?;
    let path = folder.path().join("archive.bpgn");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    let written = write_matches(&Recipe::archive(megabytes * 1_000_000), &mut out)?;
    out.flush()?;
    Ok(Year { _folder: folder, path, written })
}
