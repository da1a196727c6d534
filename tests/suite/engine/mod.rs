//! The engine client, tested with a double that replays transcripts and misbehaves on purpose, and with a real engine
//! if installed.
#![expect(
    clippy::disallowed_methods,
    reason = "transcripts are files, and a variable tells what is installed"
)]

#[cfg(unix)]
mod command;
#[cfg(unix)]
mod double;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod lines;
mod real;
#[cfg(unix)]
mod window;

use tandem::{
    engine::EngineRequest,
    rules::{Bfen, BoardId},
};

/// Returns a request for board A of `bfen`.
fn request(bfen: &str, nodes: u64) -> EngineRequest {
    let position = Bfen::parse(bfen, None).expect("a position").position;
    EngineRequest::of(&position, BoardId::A, nodes)
}
