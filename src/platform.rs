//! The capabilities of the platform, as constants.
//!
//! Code checks for the capability it needs. Only the few modules listed in `tests/layers.rs` name an operating system.
//!
//! ```
//! use tandem::platform;
//!
//! assert!(platform::HAS_DISK || !platform::HAS_PROCESSES, "programs are started from a disk");
//! ```

/// Whether files have paths on a disk that outlives the program and is shared with other programs. In a browser, files
/// are in the memory of the page, and saving is a download.
pub const HAS_DISK: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start threads. A browser gives the page only one thread, which runs long work in
/// [slices](crate::parallel::run_in_slices).
pub const HAS_THREADS: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start other programs: engines, audio players, viewers.
pub const HAS_PROCESSES: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can request data from other sites. In a browser it cannot: the sites reject requests from web
/// pages.
pub const HAS_NETWORK: bool = !cfg!(target_arch = "wasm32");

/// Whether every shortcut reaches the program. Browsers keep Ctrl+N, Ctrl+T, Ctrl+W and Ctrl+Q for themselves.
pub const HAS_ALL_SHORTCUTS: bool = !cfg!(target_arch = "wasm32");

/// Whether Alt with a letter can be a shortcut. On a Mac, Alt with a letter types a special character.
pub const HAS_ALT_SHORTCUTS: bool = !cfg!(target_os = "macos");

/// What helps on a display without OpenGL: Mesa renders without a graphics card.
pub const OPENGL_HELP: &str = if cfg!(windows) {
    "install the driver of the graphics card, or put opengl32.dll of Mesa beside tandem.exe"
} else {
    "try LIBGL_ALWAYS_SOFTWARE=1"
};
