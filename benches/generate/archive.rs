//! A temporary file that resembles a year of matches on a server, for benchmarks that query it.

use super::matches::{Recipe, Written, write_matches};
use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write as _},
    path::PathBuf,
};
use tempfile::TempDir;

/// The file, in a folder that is deleted when this value is dropped.
pub struct YearArchive {
    _folder: TempDir,
    pub path: PathBuf,
    pub written: Written,
}

/// Creates the file. The first argument of the program is its size in megabytes, by default 1000. The second is the
/// folder, by default the system's folder for temporary files.
pub fn create_year_archive() -> Result<YearArchive, Box<dyn Error>> {
    // `cargo bench` adds `--bench` to the arguments.
    let mut arguments = std::env::args_os().skip(1).filter(|word| word != "--bench");
    let megabytes: u64 =
        arguments.next().and_then(|word| word.to_str()?.parse().ok()).unwrap_or(1000);
    let folder = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let folder = tempfile::tempdir_in(folder)?;
    let path = folder.path().join("archive.bpgn");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    let written = write_matches(&Recipe::archive(megabytes * 1_000_000), &mut out)?;
    out.flush()?;
    Ok(YearArchive { _folder: folder, path, written })
}
