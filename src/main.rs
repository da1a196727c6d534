//! Parses the arguments and starts a subcommand or the window.

#![expect(
    clippy::disallowed_methods,
    reason = "the environment, the arguments and the clock of the program are read here"
)]

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, error::ErrorKind};
use std::{
    env,
    ffi::OsString,
    io::{BufWriter, IsTerminal as _, Write as _},
    path::Path,
    process::ExitCode,
    time::Instant,
};
use tandem::{
    cli::{Arguments, Colors, Exit, Progress, Stream, Subcommand, is_command, no_such_command},
    parallel,
    text::visible_line,
};

/// The environment variable that limits the number of worker threads.
const THREADS: &str = "TANDEM_THREADS";

fn main() -> ExitCode {
    let arguments = match read_arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            // An unknown first word counts as a mistyped subcommand, even if arguments follow.
            let may_be_mistyped = |word: &OsString| !word.to_str().is_some_and(is_command);
            let first = env::args_os().nth(1).filter(may_be_mistyped);
            let mistyped = first.and_then(|word| no_such_command(Path::new(&word)));
            if error.kind() == ErrorKind::UnknownArgument
                && let Some(words) = mistyped
            {
                return ExitCode::from(report_failure(&words) as u8);
            }
            // clap reports help and version as errors, too.
            let code = u8::from(error.use_stderr()) * 2;
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    if let Some(count) = env::var(THREADS).ok().and_then(|count| count.parse().ok()) {
        parallel::limit_threads(count);
    }
    let mistyped = || arguments.files.iter().find_map(|file| no_such_command(file));
    let done = match &arguments.command {
        Some(command) => run(command, arguments.color),
        None => match mistyped() {
            Some(words) => report_failure(&words),
            None => window(arguments),
        },
    };
    ExitCode::from(done as u8)
}

/// Parses the arguments. Error messages are coloured as `--color` requests.
fn read_arguments() -> Result<Arguments, clap::Error> {
    let words: Vec<_> = env::args_os().collect();
    let has = |value: &str| {
        let (joined, value) = (format!("--color={value}"), value);
        words.iter().any(|word| *word == *joined)
            || words.windows(2).any(|two| two[0] == *"--color" && two[1] == *value)
    };
    let choice = match (has("always"), has("never")) {
        (true, _) => ColorChoice::Always,
        (_, true) => ColorChoice::Never,
        _ => ColorChoice::Auto,
    };
    let parse = |words: Vec<OsString>| {
        let command = Arguments::command().color(choice);
        Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
    };
    // The message quotes arguments, among them names of files that the shell inserted.
    let visible: Vec<OsString> = words
        .iter()
        .map(|word| visible_line(&word.to_string_lossy()).into_owned().into())
        .collect();
    parse(words).map_err(|error| parse(visible).err().unwrap_or(error))
}

fn run(command: &Subcommand, colors: Colors) -> Exit {
    let began = Instant::now();
    let progress = Progress::new(std::io::stderr(), move || began.elapsed());
    let out = std::io::stdout().lock();
    let (out_terminal, err_terminal) = (out.is_terminal(), std::io::stderr().is_terminal());
    let has_color = |is_terminal: bool| match colors {
        Colors::Auto => is_terminal && supports_color(),
        Colors::Always => true,
        Colors::Never => false,
    };
    // Files and pipes get control characters unchanged.
    let out = if out_terminal {
        Stream::visible(BufWriter::with_capacity(1 << 16, progress.beside(out)))
    } else {
        Stream::new(BufWriter::with_capacity(1 << 16, out))
    };
    // Messages are meant for people even when they are redirected, so control characters in them are always replaced.
    let err = Stream::visible(progress.beside(std::io::stderr()));
    let done = tandem::cli::run_on(
        command,
        &mut out.with_color(has_color(out_terminal)),
        &mut err
            .with_color(has_color(err_terminal))
            .with_progress(err_terminal.then_some(&progress)),
    );
    progress.clear();
    done
}

/// Returns whether the terminal supports colours and the user wants them: <https://no-color.org>.
fn supports_color() -> bool {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    // The old Windows console prints escape sequences as text.
    let is_known = !cfg!(windows) || env::var_os("WT_SESSION").is_some();
    !unwanted && !is_dumb && is_known
}

#[cfg(feature = "gui")]
fn window(arguments: Arguments) -> Exit {
    use tandem::{
        app::{OpenedFiles, SAMPLE_NAME, sample},
        import::fetch::base_of_environment,
        jobs::Desktop,
        settings::{ProgressStore, RecoveryStore, Store, user_cache_folder},
        ui::{Launch, run},
    };
    // Without a file, `--game` and `--at` refer to the built-in match. Without these options, the start page is shown.
    let of_sample = arguments.game.is_some() || arguments.at.is_some();
    let sample = (arguments.files.is_empty() && of_sample).then(|| OpenedFiles {
        game: arguments.game,
        at: arguments.at.clone(),
        ..OpenedFiles::complete(SAMPLE_NAME, sample())
    });
    let launch = Launch {
        opened: sample,
        files: arguments.files,
        game: arguments.game,
        at: arguments.at,
        greet: true,
        store: Store::for_user(),
        cache: user_cache_folder(),
        unpack: arguments.unpack,
        fetch_base: base_of_environment(),
        recovery: RecoveryStore::for_user(),
        progress: ProgressStore::for_user(),
        desktop: Desktop::Real,
    };
    match run(launch) {
        Ok(()) => Exit::Fine,
        Err(error) => {
            let words = error.to_string();
            // A program started from the Start menu has no console to print to.
            #[cfg(windows)]
            if !std::io::stderr().is_terminal() {
                let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
                dialog.set_title("Tandem").set_description(&words).show();
            }
            report_failure(&words)
        }
    }
}

#[cfg(not(feature = "gui"))]
fn window(_arguments: Arguments) -> Exit {
    report_failure("this build has no window; see --help for the subcommands")
}

/// Prints `words` to standard error, and returns [`Exit::Failed`].
fn report_failure(words: &str) -> Exit {
    let _ = writeln!(Stream::visible(std::io::stderr()), "tandem: {words}");
    Exit::Failed
}
