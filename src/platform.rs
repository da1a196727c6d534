//! What the platform offers, as constants.
//!
//! Only the modules that differ by platform name an operating system; `tests/layers.rs` lists them. All others ask for
//! the capability that they need:
//!
//! ```
//! use tandem::platform;
//!
//! assert!(platform::HAS_DISK || !platform::HAS_PROCESSES, "programs are started from a disk");
//! ```

/// Whether files have paths on a disk that outlives the program and that other programs share. In a browser they are in
/// the page's memory, and a save is a download.
pub const HAS_DISK: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start threads. A browser gives it one, which long work hands back in
/// [slices](crate::parallel::run_in_slices).
pub const HAS_THREADS: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can start others: engines, audio players, viewers.
pub const HAS_PROCESSES: bool = !cfg!(target_arch = "wasm32");

/// Whether the program can request other sites. They answer no page that is not their own.
pub const HAS_NETWORK: bool = !cfg!(target_arch = "wasm32");

/// Whether every shortcut reaches the program. A browser keeps Ctrl+N, Ctrl+T, Ctrl+W and Ctrl+Q for itself.
pub const HAS_ALL_SHORTCUTS: bool = !cfg!(target_arch = "wasm32");

/// Whether Alt with a letter is a shortcut. On a Mac it types a character.
pub const HAS_ALT_SHORTCUTS: bool = !cfg!(target_os = "macos");
