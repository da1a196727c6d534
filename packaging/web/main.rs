//! The program in a browser: the page is the window, and has no arguments.

#[cfg(target_arch = "wasm32")]
fn main() {
    use tandem::{
        app::Opened,
        archive::Collection,
        cli::{SAMPLE, SAMPLE_NAME, printed},
        file::Source,
        ui::run,
    };
    let sample = Collection::of(Source::from_bytes(SAMPLE_NAME, SAMPLE));
    run(Opened::whole(SAMPLE_NAME, sample), printed);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
