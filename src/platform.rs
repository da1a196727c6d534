//! What the platform offers, as constants.
//!
//! Only the modules that differ by platform name an operating system; `tests/layers.rs` lists them. All others check
//! for the capability they need:
//!
//! ```
//! use tandem::platform;
//!
//! assert!(platform::HAS_DISK || !platform::HAS_PROCESSES, "programs are started from a disk");
//! ```

/// Whether files have paths on a disk that outlives the program and is shared with other programs. In a browser they
/// are in the memory of the page, and saving is a download.
pub const HAS_DISK: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start threads. A browser has one thread; long work divides it with the window in
/// [slices](crate::parallel::run_in_slices).
pub const HAS_THREADS: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start other programs: engines, audio players, viewers.
pub const HAS_PROCESSES: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can request data from other sites. Those sites reject requests from a browser page that is not
/// their own.
pub const HAS_NETWORK: bool = !cfg!(target_arch = "wasm32");

/// Whether every shortcut reaches the program. Browsers keep Ctrl+N, Ctrl+T, Ctrl+W and Ctrl+Q for themselves.
pub const HAS_ALL_SHORTCUTS: bool = !cfg!(target_arch = "wasm32");

/// Whether Alt with a letter is a shortcut. On a Mac it types a special character.
pub const HAS_ALT_SHORTCUTS: bool = !cfg!(target_os = "macos");
