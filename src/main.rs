//! Reads the arguments and hands over: to a subcommand, or to the window.

use clap::Parser as _;
use std::{
    io::{BufWriter, IsTerminal as _},
    process::ExitCode,
};
use tandem::{
    cli::{Arguments, Done, Visible},
    file::UnpackLimits,
};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version come this way too, and are no mistakes.
            let code = u8::from(error.use_stderr()) * 2;
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    UnpackLimits::allow(arguments.unpack.map(|mb| mb.saturating_mul(1_000_000)));
    let done = match &arguments.command {
        Some(command) => {
            let out = std::io::stdout().lock();
            let to_terminal = out.is_terminal();
            let mut out = BufWriter::with_capacity(1 << 16, out);
            // Messages are for people, wherever they go; what goes into a file or another program stays as it is.
            let mut err = Visible::new(std::io::stderr());
            if to_terminal {
                tandem::cli::run(command, &mut Visible::new(out), &mut err)
            } else {
                tandem::cli::run(command, &mut out, &mut err)
            }
        }
        None => window(arguments),
    };
    ExitCode::from(done as u8)
}

#[cfg(feature = "gui")]
fn window(arguments: Arguments) -> Done {
    use tandem::{
        app::Opened,
        archive::Collection,
        cli::{SAMPLE, SAMPLE_NAME},
        file::Source,
        jobs::Desktop,
        settings::{RecoveryStore, Store, cache_of_user},
        ui::{Launch, run},
    };
    let sample = arguments.files.is_empty().then(|| Opened {
        game: arguments.game,
        at: arguments.at.clone(),
        ..Opened::whole(
            SAMPLE_NAME,
            Collection::of(Source::from_bytes(SAMPLE_NAME, SAMPLE)),
        )
    });
    let greet = sample.is_some();
    let launch = Launch {
        opened: sample,
        files: arguments.files,
        game: arguments.game,
        at: arguments.at,
        greet,
        store: Store::of_user(),
        cache: cache_of_user(),
        recovery: RecoveryStore::of_user(),
        desktop: Desktop::OfUser,
    };
    match run(launch) {
        Ok(()) => Done::Fine,
        Err(error) => complain(&error.to_string()),
    }
}

#[cfg(not(feature = "gui"))]
fn window(_arguments: Arguments) -> Done {
    complain("this build has no window; see --help for the subcommands")
}

#[expect(
    clippy::print_stderr,
    reason = "the one line that says why there is no window"
)]
fn complain(words: &str) -> Done {
    eprintln!("tandem: {words}");
    Done::Failed
}
