//! The client of engines, against a double that plays back transcripts and misbehaves on purpose, and against a real
//! engine where one is installed.
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
    engine::Question,
    rules::{Bfen, BoardId},
};

/// A question about board A of `bfen`.
fn question(bfen: &str, nodes: u64) -> Question {
    let position = Bfen::parse(bfen, None).expect("a position").position;
    Question::of(&position, BoardId::A, nodes)
}
