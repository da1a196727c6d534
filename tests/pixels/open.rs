//! The whole program in a test window.

use egui_kittest::{Harness, HarnessBuilder};
use tandem::{
    app::{Action, LibraryAction, OpenedFiles},
    archive::Collection,
    file::Source,
    settings::Store,
    ui::{App, Launch},
};

/// The sample of version 1.2, with milliseconds, lag and 135 plies.
pub const SAMPLE: &str = include_str!("../../assets/samples/bpgn-1.2.bpgn");

/// The sample of version 1.1, with annotations, comments and a diagram.
pub const ANNOTATED: &str = include_str!("../../assets/samples/bpgn-1.1.bpgn");

/// The game of Kriegspiel in the specification.
pub const KRIEGSPIEL: &str = include_str!("../../assets/samples/kriegspiel.pgn");

/// The time between two frames, in seconds.
pub const DT: f32 = 0.25;

/// Returns a file that has been loaded.
pub fn opened(name: &str, text: &str, at: Option<&str>) -> OpenedFiles {
    OpenedFiles {
        at: at.map(str::to_owned),
        ..OpenedFiles::complete(name, Collection::of(Source::from_bytes(name, text)))
    }
}

/// Returns the program with `text` at the ply `at`. Its settings are in `store`.
pub fn app<'a>(
    builder: HarnessBuilder<App>,
    text: &str,
    at: Option<&str>,
    store: Store,
) -> Harness<'a, App> {
    let mut harness = builder.with_step_dt(DT).build_eframe(|cc| {
        App::new(
            cc,
            Launch {
                opened: None,
                files: Vec::new(),
                game: None,
                at: None,
                greet: false,
                store,
                cache: None,
                unpack: tandem::file::UnpackLimits::DEFAULT,
                fetch_base: None,
                recovery: tandem::settings::RecoveryStore::nowhere(),
                progress: tandem::settings::ProgressStore::nowhere(),
                desktop: tandem::jobs::Desktop::None,
            },
        )
    });
    let action =
        Action::Library(LibraryAction::OpenedFiles(Box::new(opened("match.bpgn", text, at))));
    let ctx = harness.ctx.clone();
    harness.state_mut().update(action, &ctx);
    wait_for_tactics(&mut harness);
    harness.run();
    harness
}

/// Waits for the thread that analyses the match.
fn wait_for_tactics(harness: &mut Harness<'_, App>) {
    let goes_on = |harness: &Harness<'_, App>| {
        let shown = harness.state().state().match_state();
        shown.is_some_and(|shown| shown.analysis.is_running())
    };
    while goes_on(harness) {
        harness.step();
        std::thread::yield_now();
    }
}
