//! Platform differences: file identity, permissions and paths as bytes.
//!
//! The modules `unix` (Linux and macOS) and `windows` have the same functions, apart from those in `plain`, which
//! Windows shares with the browser. The docs of both name what Windows lacks, and their tests run on every system.
//! `browser` has no disk: its `fs` is `memory`, files in the memory of the
//! page. `attributes` covers all systems with extended attributes. Desktop integration is in `jobs`.

#[cfg(unix)]
mod attributes;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
pub mod memory;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod memory;
#[cfg(any(not(unix), test))]
mod plain;
#[cfg(unix)]
mod unix;
#[cfg(all(any(not(unix), test), not(target_arch = "wasm32")))]
mod windows;

#[cfg(target_arch = "wasm32")]
pub(crate) use browser::*;
#[cfg(target_arch = "wasm32")]
pub use memory as fs;
#[cfg(not(unix))]
pub(crate) use plain::*;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::fs;
#[cfg(not(any(unix, target_arch = "wasm32")))]
pub(crate) use windows::*;
#[cfg(unix)]
pub(crate) use {attributes::keep_attributes, unix::*};

/// Creates a file in `folder` whose name is unique and ends with `suffix`. Returns the open file and its path.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn unique_file(
    folder: &std::path::Path,
    suffix: &str,
) -> std::io::Result<(fs::File, std::path::PathBuf)> {
    let made =
        tempfile::Builder::new().prefix("").suffix(suffix).rand_bytes(12).tempfile_in(folder)?;
    made.keep().map_err(|error| error.error)
}
