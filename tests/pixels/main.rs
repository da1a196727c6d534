//! Snapshot tests: small pictures of the window, rendered without a display or a GPU.

mod app_test;
mod open;
mod renderer;
mod renderer_test;
mod snapshot;
