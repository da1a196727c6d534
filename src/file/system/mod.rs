//! Platform differences: file identity, permissions and path bytes.
//!
//! `unix` is Linux and macOS. `elsewhere` is Windows and documents for each function what is lost there; the tests
//! compile it on every system. File attributes are in `attributes`, since one library covers all systems that have
//! them; desktop integration is in `jobs`.

#[cfg(any(not(unix), test))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::*;
#[cfg(unix)]
pub(crate) use unix::*;
