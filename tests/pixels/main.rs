//! What the program looks like, as a few small pictures, painted without display or GPU.

mod app_test;
mod open;
mod renderer;
mod renderer_test;
mod snapshot;
