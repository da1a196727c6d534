//! The program in a browser: the page is the window, and has no arguments.

#[cfg(target_arch = "wasm32")]
fn main() {
    use tandem::{
        app::{OpenedFiles, SAMPLE_NAME, sample},
        cli::subcommand_output,
        ui::run,
    };
    run(OpenedFiles::complete(SAMPLE_NAME, sample()), subcommand_output);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
