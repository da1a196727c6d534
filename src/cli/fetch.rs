//! `tandem fetch`: downloads matches from chess.com, by link, game number or player name.

use super::{
    Exit, Fetch, Import, Result, Stream,
    import::{additions, check_out, half_count, out_file, write},
};
use crate::{
    file::CacheFolder,
    formats::MatchFile,
    import::{
        ImportedMatch, MatchSource,
        fetch::{
            Client, DownloadResult, FetchError, FetchEvent, MAX_MONTHS, Period, base_of_environment,
        },
    },
    settings::user_cache_folder,
    text::Day,
};
use serde_json::json;
use std::{io::Write, ops::ControlFlow};

/// The maximum size of the response cache, in bytes. The response for a board takes about 2,000 bytes.
const MAX_CACHE_BYTES: u64 = 64 << 20;

pub(super) fn run(args: &Fetch, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let source = MatchSource::of(&args.what)
        .ok_or_else(|| format!("not a link, a game number or a player's name: {}", args.what))?;
    let target = Import {
        files: Vec::new(),
        out: args.out.clone(),
        append: args.append,
        chat: false,
        unpack: args.unpack,
    };
    let has_period = args.month.is_some() || args.since.is_some() || args.last.is_some();
    if has_period && !matches!(source, MatchSource::Player(_)) {
        return Err("--month, --since and --last need the name of a player".into());
    }
    // A bad output file is reported before anything is requested.
    check_out(&target)?;
    let out_file = out_file(&target)?;
    let file = out_file.as_ref();
    let known = file.map(|file| file.ids.clone()).unwrap_or_default();
    let cache =
        user_cache_folder().map(|path| CacheFolder::new(path.join("boards"), MAX_CACHE_BYTES));
    let mut client = Client::new(base_of_environment(), cache)?;
    client.halves = file.map(|file| file.half_ids.clone()).unwrap_or_default();
    let mut watch = |event: FetchEvent<'_>| {
        let FetchEvent::Progress(progress) = event else { return ControlFlow::Continue(()) };
        match (progress.wait_s, progress.total) {
            (Some(wait_s), _) => err.watch(format_args!("Waiting {wait_s} s for chess.com")),
            (None, Some(total)) => {
                err.watch(format_args!("Match {} of {total}", progress.done + 1))
            }
            (None, None) => err.watch("Downloading the list of games"),
        }
    };
    let fetched = match &source {
        MatchSource::Board { board, .. } => client.download_match(board, &mut watch)?,
        MatchSource::Player(name) => {
            client.player(name, &period(args, file, name)?, &known, &mut watch)?
        }
        MatchSource::Pychess(id) => {
            return Err(format!(
                "pychess serves matches only to browsers; open www.pychess.org/{id} in one, save the page, and \
                import that file"
            )
            .into());
        }
        MatchSource::Daily(number) => {
            return Err(format!(
                "{number} is a daily game; bughouse is played live, so it is not a bughouse match"
            )
            .into());
        }
    };
    let matches = &fetched.import.matches;
    let (completed, new) = additions(file, matches);
    let new: Vec<&ImportedMatch> = new.iter().map(|&place| &matches[place]).collect();
    write(&target, &[], file, (&completed, &new), out)?;
    let report = Report {
        matches: new.len() + completed.len(),
        halves: half_count(&new),
        known: fetched.known + matches.len() - new.len() - completed.len(),
        requests: client.requests(),
        fetched: &fetched,
    };
    report.write(args.json, err)?;
    Ok(report.done())
}

/// Returns the period from which to fetch the matches of `player`. If no option sets the period, it begins on the day
/// of the player's latest match in `file`. If `file` has no match of the player, the period is the latest month.
fn period(args: &Fetch, file: Option<&MatchFile>, player: &str) -> Result<Period> {
    let date = |text: &str, lengths: &[usize]| {
        let parts: Vec<&str> = text.split('-').collect();
        let are_digits = parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_date = are_digits && parts.iter().map(|part| part.len()).eq(lengths.iter().copied());
        // A month exists if its first day does.
        let day = if parts.len() == 2 { format!("{text}-01") } else { text.to_owned() };
        if is_date && day.parse::<Day>().is_ok() {
            return Ok(parts.join("."));
        }
        Err(format!("invalid date {text}; use 2026-08 for --month or 2026-08-15 for --since"))
    };
    Ok(match (&args.month, &args.since, args.last) {
        (Some(month), ..) => Period::Month(date(month, &[4, 2])?.replace('.', "/")),
        (None, Some(since), _) => Period::Since(date(since, &[4, 2, 2])?),
        (None, None, Some(count)) => Period::Last(count.get()),
        (None, None, None) => Period::after(file.and_then(|file| file.latest_match_date(player))),
    })
}

/// The counts and the result of a download, reported at its end.
struct Report<'f> {
    /// The number of matches added to the output, or completed in it.
    matches: usize,
    /// How many of the `matches` have only one of the two boards.
    halves: usize,
    /// The number of matches that the output file already had.
    known: usize,
    /// The number of requests sent to the site.
    requests: usize,
    fetched: &'f DownloadResult,
}

impl Report<'_> {
    fn write(&self, json: bool, err: &mut Stream<'_>) -> Result<()> {
        let DownloadResult { import, missing, skipped, left, older, stopped, .. } = self.fetched;
        for (board, error) in missing {
            writeln!(err, "{board}: error: {}", error.with_reason())?;
        }
        if let Some(stopped) = stopped {
            writeln!(err, "error: {}", stopped.with_reason())?;
        }
        for note in import.matches.iter().filter(|it| !it.is_half()).flat_map(ImportedMatch::notes)
        {
            writeln!(err, "warning: {}", note.text)?;
        }
        if json {
            let report = json!({
                "matches": self.matches, "halves": self.halves, "known": self.known,
                "missing": missing.len(), "left": left, "older": older, "skipped": skipped,
                "requests": self.requests, "error": stopped.as_ref().map(FetchError::with_reason),
            });
            writeln!(err, "{report}")?;
            return Ok(());
        }
        let mut words = self.fetched.summary_of(self.matches, self.halves, self.known);
        if *left > 0 {
            words += &format!("; run the command again to get {left} more");
        }
        if *older {
            words += &format!(
                "; searched only the latest {MAX_MONTHS} months; use --month for older ones"
            );
        }
        writeln!(err, "{words}")?;
        Ok(())
    }

    /// Returns the exit status: a failure if there are no matches, errors if any are missing or incomplete.
    fn done(&self) -> Exit {
        let DownloadResult { missing, left, older, stopped, .. } = self.fetched;
        let is_complete = self.halves + missing.len() + left == 0 && !older && stopped.is_none();
        if self.matches + self.known == 0 {
            Exit::Failed
        } else if is_complete {
            Exit::Fine
        } else {
            Exit::Errors
        }
    }
}
