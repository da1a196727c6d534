//! What differs by system: how a file is numbered, who may read it, and the bytes of a path.
//!
//! `unix` is Linux and macOS. `elsewhere` is Windows, and says for each function what is given up there; the tests
//! compile it on every system. The attributes of a file are in `attributes`, as one library knows them on all
//! systems that have them; the desktop is in `jobs`.

#[cfg(any(not(unix), test))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::*;
#[cfg(unix)]
pub(crate) use unix::*;
