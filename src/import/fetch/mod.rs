//! Downloads from chess.com: [`Client`].
//!
//! Requests are made only by calls, which follow an action of the user. Requests go out one at a time, at least
//! [`PACE`] apart. An answer for a finished board is cached by its number, since it never changes; a list of games is
//! requested with its `ETag`, so that it is sent only if it has changed. The callback is not documented by the site; its
//! shape and its errors are those that other programs have met.
#![expect(
    clippy::disallowed_methods,
    reason = "the only module that uses the network: it waits, and a request that is cancelled ends on a thread"
)]

mod error;
#[cfg(not(target_arch = "wasm32"))]
mod request;
#[cfg(target_arch = "wasm32")]
#[path = "request_browser.rs"]
mod request;

pub use error::FetchError;

use super::{
    Import, ImportSummary, ImportedMatch, Importer,
    board::{BoardGame, BoardProblemKind, BoardRef, BoardsRead, read_boards},
};
use crate::file::{CacheFolder, Source};
use request::Request;
use std::{
    collections::HashSet,
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// The least time between two requests.
pub const PACE: Duration = Duration::from_millis(250);

/// The most boards that one call requests.
pub const MAX_BOARDS: usize = 40;

/// The most months that one call requests.
pub const MAX_MONTHS: usize = 12;

/// The longest time that is waited where the site asks for it.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A download is stopped after so many errors in a row.
const MAX_ERRORS: usize = 5;

/// Numbers of boards below this are one from their partner's, others two.
const FIRST_APART: u64 = 7_000_000_000;

/// How long until the caller is asked again whether to go on.
const POLL: Duration = Duration::from_millis(50);

/// How far a download has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchProgress {
    /// The matches that are there.
    pub done: usize,
    /// The matches to download, if known.
    pub total: Option<usize>,
    /// The games of other variants.
    pub skipped: usize,
    /// The seconds that the site asks to wait.
    pub wait_s: Option<u64>,
}

/// What a download reports.
#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'m> {
    /// The progress, many times a second.
    Progress(FetchProgress),
    /// A match that has arrived.
    Match(&'m ImportedMatch),
}

/// Called with each event; breaks to cancel.
pub type Watch<'w> = dyn FnMut(FetchEvent<'_>) -> ControlFlow<()> + 'w;

/// Which of a player's matches to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The latest month with games.
    Latest,
    /// A month, `2026/08`.
    Month(String),
    /// From a day on, `2026.08.15`.
    Since(String),
    /// The latest matches.
    Last(usize),
}

impl Period {
    /// Returns the period from `day` on, that of the latest known match; without one the latest month.
    #[must_use]
    pub fn after(day: Option<&str>) -> Self {
        day.map_or(Self::Latest, |day| Self::Since(day.to_owned()))
    }
}

/// What came of a download.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fetched {
    /// The matches.
    pub import: Import,
    /// The bughouse matches that were to be had and are not there, each with the reason.
    pub missing: Vec<(BoardRef, FetchError)>,
    /// The matches that the caller has.
    pub known: usize,
    /// The games of other variants.
    pub skipped: usize,
    /// The matches beyond [`MAX_BOARDS`], or after the end of the download.
    pub left: usize,
    /// Whether older months were left out: there are more than [`MAX_MONTHS`].
    pub older: bool,
    /// Why the download ended early.
    pub stopped: Option<FetchError>,
}

impl Fetched {
    /// Returns how many matches have arrived and how many games have not, without full stop.
    #[must_use]
    pub fn summary(&self) -> String {
        let halves = self.import.matches.iter().filter(|found| found.is_half()).count();
        self.summary_of(self.import.matches.len(), halves, self.known)
    }

    /// As [`Fetched::summary`], where `matches` are new, `halves` of them lack a board, and `known` were there before.
    #[must_use]
    pub fn summary_of(&self, matches: usize, halves: usize, known: usize) -> String {
        ImportSummary {
            matches,
            halves,
            completed: 0,
            repeated: known,
            other_games: self.skipped,
            missing: self.missing.len(),
        }
        .to_string()
    }

    /// Adds a match and reports it.
    fn add(&mut self, import: Import, watch: &mut Watch<'_>) -> Result<(), FetchError> {
        let before = self.import.matches.len();
        self.import.matches.extend(import.matches);
        self.import.problems.extend(import.problems);
        let mut new = self.import.matches[before..].iter();
        match new.any(|new| watch(FetchEvent::Match(new)).is_break()) {
            true => Err(FetchError::Cancelled),
            false => Ok(()),
        }
    }
}

/// What a server answered.
#[derive(Debug)]
struct Response {
    address: String,
    status: u16,
    location: Option<String>,
    retry_after_s: Option<u64>,
    etag: Option<String>,
    body: Vec<u8>,
}

/// Downloads matches.
#[derive(Debug)]
pub struct Client {
    base: Option<String>,
    cache: Option<CacheFolder>,
    agent: request::Agent,
    /// When the last request ended.
    last: Option<Instant>,
    /// The requests that were sent.
    pub requests: usize,
    /// The boards of half matches that the caller has, by number and uuid. Of such a match only the other board is
    /// delivered.
    pub halves: HashSet<String>,
    progress: FetchProgress,
}

impl Client {
    /// Creates a client for chess.com, or for the server `base` in place of both of its hosts. Answers are cached in
    /// `cache`.
    ///
    /// # Errors
    /// A base that is not on this machine.
    pub fn new(base: Option<String>, cache: Option<CacheFolder>) -> Result<Self, FetchError> {
        if let Some(base) = base.as_ref().filter(|base| !is_loopback(base)) {
            return Err(FetchError::Base(base.clone()));
        }
        let agent = request::agent(base.is_some());
        let base = base.map(|base| base.trim_end_matches('/').to_owned());
        let progress = FetchProgress::default();
        Ok(Self { base, cache, agent, last: None, requests: 0, halves: HashSet::new(), progress })
    }

    /// Downloads both boards of the match that `board` is of.
    ///
    /// # Errors
    /// Why the board cannot be had. Where only its partner is missing, the match is half.
    pub fn download_match(
        &mut self,
        board: &BoardRef,
        watch: &mut Watch<'_>,
    ) -> Result<Fetched, FetchError> {
        self.progress = FetchProgress { total: Some(1), ..FetchProgress::default() };
        let mut fetched = Fetched::default();
        let (import, error) = self.boards_of_match(board, watch)?;
        fetched.stopped = error;
        fetched.add(import, watch)?;
        Ok(fetched)
    }

    /// Downloads the matches of `player` in `period` without those of which `known` names a board.
    ///
    /// # Errors
    /// Why there is no list of games. What is missing of the matches is part of the result.
    pub fn player(
        &mut self,
        player: &str,
        period: &Period,
        known: &HashSet<String>,
        watch: &mut Watch<'_>,
    ) -> Result<Fetched, FetchError> {
        self.progress = FetchProgress::default();
        let mut fetched = Fetched::default();
        let boards = self.list_boards(player, period, &mut fetched, watch)?;
        let is_known = |board: &BoardGame| is_among(board, known) && !is_among(board, &self.halves);
        let (there, pending): (Vec<_>, Vec<_>) = boards.into_iter().partition(is_known);
        fetched.known = there.len();
        self.progress.total = Some(pending.len());
        let before = self.requests;
        let mut errors = 0;
        for (index, board) in pending.iter().enumerate() {
            let Some(name) = name_of(board) else { continue };
            // A match is two boards.
            if self.requests + 2 > before + MAX_BOARDS {
                fetched.left = pending.len() - index;
                break;
            }
            let (import, mut error) = match self.boards_of_match(&name, watch) {
                Ok((import, error)) => (Some(import), error),
                Err(error) => (None, Some(error)),
            };
            errors = if error.is_some() { errors + 1 } else { 0 };
            if let Some(error) = error.take_if(|it| it.is_fatal() || errors == MAX_ERRORS) {
                fetched.left = pending.len() - index;
                fetched.stopped = Some(error);
                break;
            }
            self.progress.done += usize::from(error.is_none());
            fetched.missing.extend(error.map(|error| (name, error)));
            if let Some(import) = import {
                fetched.add(import, watch)?;
            }
        }
        Ok(fetched)
    }

    /// Returns the bughouse boards of `player` in `period`, the earliest first: a download that ends early continues
    /// behind the latest match that it got.
    fn list_boards(
        &mut self,
        player: &str,
        period: &Period,
        fetched: &mut Fetched,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<BoardGame>, FetchError> {
        let home = format!("https://api.chess.com/pub/player/{}/games", player.to_lowercase());
        let months = match period {
            Period::Month(month) => vec![month.clone()],
            _ => {
                let answer = self.list(&format!("{home}/archives"), watch)?;
                if answer.status == 404 {
                    return Err(FetchError::NoPlayer(player.to_owned()));
                }
                let mut months = parse_months(&self.check_status(answer)?)?;
                months.reverse();
                months
            }
        };
        let mut boards: Vec<BoardGame> = Vec::new();
        for (read, month) in months.into_iter().enumerate() {
            let is_enough = match period {
                Period::Since(day) => {
                    month.replace('/', ".").as_str() < day.get(..7).unwrap_or(day)
                }
                Period::Last(count) => boards.len() >= *count,
                Period::Latest | Period::Month(_) => !boards.is_empty(),
            };
            fetched.older = !is_enough && read == MAX_MONTHS;
            if is_enough || fetched.older {
                break;
            }
            let answer = self.list(&format!("{home}/{month}"), watch)?;
            if answer.status == 404 {
                match period {
                    Period::Month(_) => {
                        return Err(FetchError::NoMonth(player.to_owned(), month));
                    }
                    // Some months are lost for ever.
                    _ => continue,
                }
            }
            let answer = self.check_status(answer)?;
            let BoardsRead { boards: read, problems, other_games, .. } = read_boards(&answer.body);
            let is_other =
                |kind: &BoardProblemKind| matches!(kind, BoardProblemKind::OtherVariant(_));
            let (other, bad): (Vec<_>, Vec<_>) =
                problems.into_iter().partition(|problem| is_other(&problem.kind));
            if let Some(bad) = bad.first()
                && matches!(bad.kind, BoardProblemKind::Json { .. } | BoardProblemKind::NoBoard)
            {
                return Err(FetchError::NotJson(bad.kind.to_string()));
            }
            fetched.skipped += other.len() + other_games;
            self.progress.skipped = fetched.skipped;
            boards.extend(read.into_iter().rev());
        }
        match period {
            Period::Since(day) => boards.retain(|board| match board.end_s {
                Some(end_s) => super::merge::day_of(end_s) >= *day,
                None => true,
            }),
            Period::Last(count) => boards.truncate(*count),
            Period::Latest | Period::Month(_) => {}
        }
        boards.reverse();
        Ok(boards)
    }

    /// Returns the match of `name`, and why it is only half. An error that ends the download loses its first board,
    /// which would be skipped as known the next time, except for that of the partner alone.
    fn boards_of_match(
        &mut self,
        name: &BoardRef,
        watch: &mut Watch<'_>,
    ) -> Result<(Import, Option<FetchError>), FetchError> {
        let (text, board) = self.board(name, watch)?;
        let partner = match &board.partner {
            Some(partner) => match self.board(partner, watch) {
                Ok((other, _)) if are_pair(&text, &other) => Ok(Some(other)),
                Ok(_) => Err(FetchError::OtherPartner(partner.clone())),
                Err(error) => Err(error),
            },
            None => self.find_by_neighbouring_number(&text, &board, watch),
        };
        let (partner, error) = match partner {
            Ok(partner) => (partner, None),
            Err(FetchError::Cancelled) => return Err(FetchError::Cancelled),
            Err(error) => (None, Some(FetchError::Partner(Box::new(error)))),
        };
        let mut importer = Importer::default();
        let is_new = |text: &Vec<u8>| {
            let boards = read_boards(text).boards;
            !boards.iter().any(|board| is_among(board, &self.halves))
        };
        let texts: Vec<_> = [Some(text), partner].into_iter().flatten().collect();
        // Where both are there already, or the other is missing, the caller sees that it has them.
        let is_any_new = texts.iter().any(is_new);
        for text in texts.iter().filter(|text| !is_any_new || is_new(text)) {
            importer.add(text);
        }
        Ok((importer.finish(), error))
    }

    /// Looks for the partner of `board`, which names none, among the boards with neighbouring numbers.
    fn find_by_neighbouring_number(
        &mut self,
        text: &[u8],
        board: &BoardGame,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<u8>>, FetchError> {
        let Some(id) = board.id else { return Ok(None) };
        let step = if id < FIRST_APART { 1 } else { 2 };
        for other in [id.saturating_add(step), id.saturating_sub(step)] {
            match self.board(&BoardRef::Number(other), watch) {
                Ok((other, _)) if are_pair(text, &other) => return Ok(Some(other)),
                Err(error) if error.is_fatal() => return Err(error),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns the answer for one board from the cache or the site.
    fn board(
        &mut self,
        name: &BoardRef,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u8>, BoardGame), FetchError> {
        if let BoardRef::Uuid(uuid) = name
            && !uuid.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            // It becomes part of an address and of a path.
            return Err(FetchError::NotJson(format!("it names a board {name}")));
        }
        let file = format!("{name}.board.json");
        let cached = self.cache.as_ref().map(|cache| cache.file(&file));
        if let Some(Ok(source)) = cached.map(|path| Source::read(&path))
            && let Ok(board) = parse_board(source.bytes(), name)
        {
            return Ok((source.bytes().to_vec(), board));
        }
        let address = name.data_address();
        let answer = self.get(&address, None, watch)?;
        if answer.status == 404 {
            return Err(FetchError::NoGame(name.clone()));
        }
        let body = self.check_status(answer)?.body;
        let board = parse_board(&body, name)?;
        if let Some(cache) = self.cache.as_ref().filter(|_| is_finished(&body)) {
            // A cache that cannot be written costs a request.
            let _ = cache.store(&file, &body);
        }
        Ok((body, board))
    }

    /// Requests a list of games. If it has not changed since the last time, the answer comes from the cache.
    fn list(&mut self, address: &str, watch: &mut Watch<'_>) -> Result<Response, FetchError> {
        let path = address.rsplit_once("/player/").map_or(address, |(_, path)| path);
        let file = format!("{}.list", path.replace('/', "-"));
        let cached = self.cache.as_ref().and_then(|cache| Source::read(&cache.file(&file)).ok());
        // The first line is the tag.
        let cached = cached.as_ref().and_then(|source| {
            let bytes = source.bytes();
            let end = bytes.iter().position(|&byte| byte == b'\n')?;
            Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
        });
        let answer = self.get(address, cached.map(|(etag, _)| etag), watch)?;
        if let (304, Some((_, body))) = (answer.status, cached) {
            return Ok(Response { status: 200, body: body.to_vec(), ..answer });
        }
        if let (200, Some(cache), Some(etag)) = (answer.status, &self.cache, &answer.etag) {
            let cached_body = [etag.as_bytes(), b"\n", &answer.body].concat();
            // A cache that cannot be written costs a request.
            let _ = cache.store(&file, &cached_body);
        }
        Ok(answer)
    }

    /// Turns statuses other than 200 into errors.
    #[expect(clippy::unused_self, reason = "reads like the other steps")]
    fn check_status(&self, answer: Response) -> Result<Response, FetchError> {
        match answer.status {
            200 if answer.body.trim_ascii_start().starts_with(b"{") => Ok(answer),
            200 => Err(FetchError::NotJson("it is not JSON".to_owned())),
            403 => Err(FetchError::Browser(answer.address)),
            status => Err(FetchError::Status(status)),
        }
    }

    /// Requests `address`; follows redirects within its host, and waits where the site asks for it.
    /// With `etag` the answer may be that nothing has changed.
    fn get(
        &mut self,
        address: &str,
        etag: Option<&str>,
        watch: &mut Watch<'_>,
    ) -> Result<Response, FetchError> {
        let mut address = address.to_owned();
        let mut redirects = 0;
        let mut waits = 0;
        loop {
            let answer = self.send(&address, etag, watch)?;
            match (answer.status, &answer.location) {
                (301 | 302 | 303 | 307 | 308, location) => {
                    let next = location.as_deref().unwrap_or_default();
                    redirects += 1;
                    address = same_host(&address, next, self.base.as_deref())
                        .filter(|_| redirects <= 3)
                        .ok_or_else(|| FetchError::Redirect(next.chars().take(200).collect()))?;
                }
                (429, _) => {
                    let wait = Duration::from_secs(answer.retry_after_s.unwrap_or(10));
                    waits += 1;
                    if wait > MAX_WAIT || waits > 2 {
                        return Err(FetchError::TooMany(wait.as_secs()));
                    }
                    self.wait(wait, Some(wait.as_secs()), watch)?;
                }
                _ => return Ok(answer),
            }
        }
    }

    /// Sends one request, not before its time, and waits for the answer.
    fn send(
        &mut self,
        address: &str,
        etag: Option<&str>,
        watch: &mut Watch<'_>,
    ) -> Result<Response, FetchError> {
        if let Some(last) = self.last {
            self.wait(PACE.saturating_sub(last.elapsed()), None, watch)?;
        }
        self.requests += 1;
        let url = match &self.base {
            Some(base) => map_to_base(address, base),
            None => address.to_owned(),
        };
        let etag = etag.map(str::to_owned);
        let request = Request::begin(self.agent.clone(), url, address.to_owned(), etag);
        let answer = loop {
            if watch(FetchEvent::Progress(self.progress)).is_break() {
                return Err(FetchError::Cancelled);
            }
            if let Some(answer) = request.wait(POLL) {
                break answer;
            }
        };
        self.last = Some(Instant::now());
        answer
    }

    fn wait(
        &mut self,
        time: Duration,
        reported_wait_s: Option<u64>,
        watch: &mut Watch<'_>,
    ) -> Result<(), FetchError> {
        let begun = Instant::now();
        loop {
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            let wait_s = reported_wait_s.map(|_| left.as_secs() + 1);
            let progress = FetchProgress { wait_s, ..self.progress };
            if watch(FetchEvent::Progress(progress)).is_break() {
                return Err(FetchError::Cancelled);
            }
            std::thread::sleep(left.min(POLL));
        }
    }
}

/// Reads the answer for the board `name`.
fn parse_board(body: &[u8], name: &BoardRef) -> Result<BoardGame, FetchError> {
    let BoardsRead { mut boards, problems, .. } = read_boards(body);
    let fatal = problems.into_iter().find(|problem| {
        use BoardProblemKind::{Json, NoBoard, OtherVariant};
        matches!(problem.kind, Json { .. } | NoBoard | OtherVariant(_))
    });
    match (fatal.map(|problem| problem.kind), boards.pop()) {
        (Some(BoardProblemKind::OtherVariant(variant)), _) => {
            Err(FetchError::OtherVariant(variant))
        }
        (Some(kind), _) => Err(FetchError::NotJson(kind.to_string())),
        (None, Some(board)) if boards.is_empty() && board.is_called(name) => Ok(board),
        (None, Some(_)) => Err(FetchError::OtherGame(name.clone())),
        (None, None) => Err(FetchError::NotJson("there is no board in it".to_owned())),
    }
}

/// Returns whether `ids` has the number or the uuid of a board.
fn is_among(board: &BoardGame, ids: &HashSet<String>) -> bool {
    let id = board.id.is_some_and(|id| ids.contains(&id.to_string()));
    id || board.uuid.as_ref().is_some_and(|uuid| ids.contains(uuid))
}

/// Returns whether two answers are the boards of one match.
fn are_pair(first: &[u8], second: &[u8]) -> bool {
    let mut importer = Importer::default();
    importer.add(first);
    importer.add(second);
    importer.finish().matches.len() == 1
}

/// Returns whether a board will never change.
fn is_finished(body: &[u8]) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let finished = value.as_ref().and_then(|value| value.get("game")?.get("isFinished")?.as_bool());
    finished == Some(true)
}

fn name_of(board: &BoardGame) -> Option<BoardRef> {
    board.id.map(BoardRef::Number).or_else(|| board.uuid.clone().map(BoardRef::Uuid))
}

/// Returns the months of a list of archives, `2026/08`, the earliest first.
fn parse_months(answer: &Response) -> Result<Vec<String>, FetchError> {
    let value: serde_json::Value = serde_json::from_slice(&answer.body)
        .map_err(|error| FetchError::NotJson(error.to_string()))?;
    let months = value.get("archives").and_then(serde_json::Value::as_array);
    let months =
        months.ok_or_else(|| FetchError::NotJson("there is no list of months".to_owned()))?;
    let month = |value: &serde_json::Value| {
        let (rest, month) = value.as_str()?.rsplit_once('/')?;
        let (_, year) = rest.rsplit_once('/')?;
        let are_digits = [year, month].iter().all(|text| text.bytes().all(|b| b.is_ascii_digit()));
        (year.len() == 4 && month.len() == 2 && are_digits).then(|| format!("{year}/{month}"))
    };
    Ok(months.iter().filter_map(month).collect())
}

/// Returns the server that `TANDEM_FETCH_BASE` names, which is for tests.
#[must_use]
pub fn base_of_environment() -> Option<String> {
    std::env::var("TANDEM_FETCH_BASE").ok().filter(|base| !base.is_empty())
}

/// Returns whether `base` is an `http` address of this machine.
fn is_loopback(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    !authority.contains('@') && ["127.0.0.1", "localhost", "[::1]"].contains(&host)
}

/// Returns `address` with `base` in the place of its host.
fn map_to_base(address: &str, base: &str) -> String {
    let rest = address.strip_prefix("https://").unwrap_or(address);
    let path = rest.split_once('/').map_or("", |(_, path)| path);
    format!("{base}/{path}")
}

/// Returns the absolute address of the redirect target `next`, or `None` if its host differs from that of `address`. A
/// target on `base`, the local server in place of the site, counts as the same host.
fn same_host(address: &str, next: &str, base: Option<&str>) -> Option<String> {
    let origin_end = address.find("://")? + 3;
    let host_end = address.get(origin_end..)?.find('/');
    let origin = address.get(..host_end.map_or(address.len(), |at| origin_end + at))?;
    if next.starts_with('/') && !next.starts_with("//") {
        return Some(format!("{origin}{next}"));
    }
    [Some(origin), base].into_iter().flatten().find_map(|origin_or_base| {
        let path = next.strip_prefix(origin_or_base)?;
        path.starts_with('/').then(|| format!("{origin}{path}"))
    })
}
