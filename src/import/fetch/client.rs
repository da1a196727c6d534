//! [`Client`]: downloads boards, pairs them into matches, and caches responses.

use super::{
    DownloadResult, FetchCallback, FetchError, FetchProgress, MAX_BOARDS, MAX_MONTHS, Period,
    Response,
    connection::Connection,
    response::{are_pair, is_finished, parse_board, parse_months},
};
use crate::{
    file::{CacheFolder, Source},
    import::{
        Import, Importer,
        board::{BoardGame, BoardProblemKind, BoardRef, BoardsRead, read_boards},
        merge::day_of,
    },
};
use std::collections::HashSet;

/// The number of consecutive errors that ends a download.
const MAX_ERRORS: usize = 5;

/// From this board number on, the numbers of the two boards of a match differ by two. Below it, they differ by one.
const FIRST_ID_APART_BY_TWO: u64 = 7_000_000_000;

/// The number of bytes cached between two calls of [`CacheFolder::trim`], which reads the whole folder.
const TRIM_INTERVAL_BYTES: usize = 4 << 20;

#[derive(Debug)]
pub struct Client {
    connection: Connection,
    cache: Option<CacheFolder>,
    /// The number of bytes cached since the cache was trimmed.
    untrimmed_bytes: usize,
    /// The numbers and uuids of the boards in the caller's half matches, that is, matches with one board missing. If
    /// such a match is downloaded, only the missing board is returned.
    pub halves: HashSet<String>,
}

impl Client {
    /// Creates a client for chess.com, or for the test server `base` instead. Caches responses in `cache`.
    ///
    /// # Errors
    /// If `base` is not an address of this computer.
    pub fn new(base: Option<String>, cache: Option<CacheFolder>) -> Result<Self, FetchError> {
        Ok(Self {
            connection: Connection::new(base)?,
            cache,
            // The first response that is cached also trims the cache.
            untrimmed_bytes: TRIM_INTERVAL_BYTES,
            halves: HashSet::new(),
        })
    }

    pub const fn requests(&self) -> usize {
        self.connection.requests
    }

    /// Downloads both boards of the match to which `board` belongs. If only the partner board is unavailable, the
    /// result is half a match.
    ///
    /// # Errors
    /// If the board itself cannot be downloaded.
    pub fn download_match(
        &mut self,
        board: &BoardRef,
        watch: &mut FetchCallback<'_>,
    ) -> Result<DownloadResult, FetchError> {
        self.connection.progress = FetchProgress { total: Some(1), ..FetchProgress::default() };
        let mut fetched = DownloadResult::default();
        let (import, error) = self.boards_of_match(board, watch)?;
        fetched.stopped = error;
        fetched.add(import, watch);
        Ok(fetched)
    }

    /// Downloads the matches of `player` in `period`. Skips matches with a board in `known`, unless the board is in
    /// [`Client::halves`].
    ///
    /// # Errors
    /// If the list of games cannot be downloaded. A match that cannot be downloaded is listed in the result.
    pub fn player(
        &mut self,
        player: &str,
        period: &Period,
        known: &HashSet<String>,
        watch: &mut FetchCallback<'_>,
    ) -> Result<DownloadResult, FetchError> {
        self.connection.progress = FetchProgress::default();
        let mut fetched = DownloadResult::default();
        let boards = self.list_boards(player, period, &mut fetched, watch)?;
        let is_known =
            |board: &BoardGame| board.has_name_in(known) && !board.has_name_in(&self.halves);
        let (known_boards, new_boards): (Vec<_>, Vec<_>) = boards.into_iter().partition(is_known);
        fetched.known = known_boards.len();
        self.connection.progress.total = Some(new_boards.len());
        let before = self.connection.requests;
        let mut errors = 0;
        for (index, board) in new_boards.iter().enumerate() {
            let Some(name) = board.names().next() else { continue };
            // A match takes two requests, one per board.
            if self.connection.requests + 2 > before + MAX_BOARDS {
                fetched.left = new_boards.len() - index;
                break;
            }
            let (import, mut error) = match self.boards_of_match(&name, watch) {
                Ok((import, error)) => (Some(import), error),
                Err(error) => (None, Some(error)),
            };
            errors = if error.is_some() { errors + 1 } else { 0 };
            if let Some(error) = error.take_if(|it| it.is_fatal() || errors == MAX_ERRORS) {
                fetched.left = new_boards.len() - index;
                fetched.stopped = Some(error);
                break;
            }
            self.connection.progress.done += usize::from(error.is_none());
            fetched.missing.extend(error.map(|error| (name, error)));
            if let Some(import) = import {
                fetched.add(import, watch);
            }
        }
        Ok(fetched)
    }

    /// Returns the bughouse boards of `player` in `period`. They are sorted earliest first, so that a download that
    /// ends early can be continued after its latest match.
    fn list_boards(
        &mut self,
        player: &str,
        period: &Period,
        fetched: &mut DownloadResult,
        watch: &mut FetchCallback<'_>,
    ) -> Result<Vec<BoardGame>, FetchError> {
        let home = format!("https://api.chess.com/pub/player/{}/games", player.to_lowercase());
        let months = match period {
            Period::Month(month) => vec![month.clone()],
            _ => {
                let response = self.list(&format!("{home}/archives"), watch)?;
                if response.status == 404 {
                    return Err(FetchError::NoPlayer(player.to_owned()));
                }
                let mut months = parse_months(&response.check_status()?)?;
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
            let response = self.list(&format!("{home}/{month}"), watch)?;
            if response.status == 404 {
                match period {
                    Period::Month(_) => {
                        return Err(FetchError::NoMonth(player.to_owned(), month));
                    }
                    // Skip the month: some are permanently missing on the site.
                    _ => continue,
                }
            }
            let BoardsRead { boards: read, problems, other_games, .. } =
                read_boards(&response.check_status()?.body);
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
            self.connection.progress.skipped = fetched.skipped;
            boards.extend(read.into_iter().rev());
        }
        match period {
            Period::Since(day) => boards.retain(|board| match board.end_s {
                Some(end_s) => day_of(end_s) >= *day,
                None => true,
            }),
            Period::Last(count) => boards.truncate(*count),
            Period::Latest | Period::Month(_) => {}
        }
        boards.reverse();
        Ok(boards)
    }

    /// Returns the match of board `name`, and an error if the partner board cannot be downloaded. If the download is
    /// cancelled between the boards, drops the first board. Otherwise, the caller would have half of the match, and the
    /// next download would skip it as known.
    fn boards_of_match(
        &mut self,
        name: &BoardRef,
        watch: &mut FetchCallback<'_>,
    ) -> Result<(Import, Option<FetchError>), FetchError> {
        let (text, board) = self.board(name, watch)?;
        let partner = match &board.partner {
            Some(partner) => match self.board(partner, watch) {
                Ok((other, _)) if are_pair(&text, &other) => Ok(Some(other)),
                Ok(_) => Err(FetchError::OtherPartner(partner.clone())),
                Err(error) => Err(error),
            },
            None => self.find_by_neighboring_number(&text, &board, watch),
        };
        let (partner, error) = match partner {
            Ok(partner) => (partner, None),
            Err(FetchError::Cancelled) => return Err(FetchError::Cancelled),
            Err(error) => (None, Some(FetchError::Partner(Box::new(error)))),
        };
        let mut importer = Importer::default();
        let is_new = |text: &Vec<u8>| {
            let boards = read_boards(text).boards;
            !boards.iter().any(|board| board.has_name_in(&self.halves))
        };
        let texts: Vec<_> = [Some(text), partner].into_iter().flatten().collect();
        // If neither board is new, both are returned, so that the caller can find the match in its own list.
        let is_any_new = texts.iter().any(is_new);
        for text in texts.iter().filter(|text| !is_any_new || is_new(text)) {
            importer.add(text);
        }
        Ok((importer.finish(), error))
    }

    /// Looks for the partner of `board` among the boards with neighboring numbers. `text` is the response for `board`,
    /// which names no partner. Returns the partner's response, or `None` if neither board is the partner.
    fn find_by_neighboring_number(
        &mut self,
        text: &[u8],
        board: &BoardGame,
        watch: &mut FetchCallback<'_>,
    ) -> Result<Option<Vec<u8>>, FetchError> {
        let Some(id) = board.id else { return Ok(None) };
        let step = if id < FIRST_ID_APART_BY_TWO { 1 } else { 2 };
        for other in [id.saturating_add(step), id.saturating_sub(step)] {
            match self.board(&BoardRef::Number(other), watch) {
                Ok((other, _)) if are_pair(text, &other) => return Ok(Some(other)),
                Err(error) if error.is_fatal() => return Err(error),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns the response for board `name`, from the cache or the site, and the board that it describes.
    fn board(
        &mut self,
        name: &BoardRef,
        watch: &mut FetchCallback<'_>,
    ) -> Result<(Vec<u8>, BoardGame), FetchError> {
        if let BoardRef::Uuid(uuid) = name
            && !uuid.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            // Other characters are rejected, since the uuid becomes part of an address and of a file name.
            return Err(FetchError::NotJson(format!("invalid board number {name}")));
        }
        let file = format!("{name}.board.json");
        let cached = self.cache.as_ref().map(|cache| cache.file(&file));
        if let Some(Ok(source)) = cached.map(|path| Source::read(&path))
            && let Ok(board) = parse_board(source.bytes(), name)
        {
            return Ok((source.bytes().to_vec(), board));
        }
        let address = name.data_address();
        let response = self.connection.get(&address, None, watch)?;
        if response.status == 404 {
            return Err(FetchError::NoGame(name.clone()));
        }
        let body = response.check_status()?.body;
        let board = parse_board(&body, name)?;
        if is_finished(&body) {
            self.store(&file, &body);
        }
        Ok((body, board))
    }

    /// Returns the list of games at `address`. If the list has not changed since the last request, returns the cached
    /// copy.
    fn list(
        &mut self,
        address: &str,
        watch: &mut FetchCallback<'_>,
    ) -> Result<Response, FetchError> {
        let path = address.rsplit_once("/player/").map_or(address, |(_, path)| path);
        let file = format!("{}.list", path.replace('/', "-"));
        let source = self.cache.as_ref().and_then(|cache| Source::read(&cache.file(&file)).ok());
        // The first line of a cached list is its `ETag`.
        let cached = source.as_ref().and_then(|source| {
            let bytes = source.bytes();
            let end = bytes.iter().position(|&byte| byte == b'\n')?;
            Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
        });
        let response = self.connection.get(address, cached.map(|(etag, _)| etag), watch)?;
        if let (304, Some((_, body))) = (response.status, cached) {
            return Ok(Response { status: 200, body: body.to_vec(), ..response });
        }
        if let (200, Some(etag)) = (response.status, &response.etag) {
            self.store(&file, &[etag.as_bytes(), b"\n", &response.body].concat());
        }
        Ok(response)
    }

    /// Caches a response. Errors are ignored, since a response that is not cached only costs another request.
    fn store(&mut self, file: &str, bytes: &[u8]) {
        let Some(cache) = &self.cache else { return };
        let _ = cache.store(file, bytes);
        self.untrimmed_bytes += bytes.len();
        if self.untrimmed_bytes >= TRIM_INTERVAL_BYTES {
            cache.remove_leftovers();
            cache.trim(file);
            self.untrimmed_bytes = 0;
        }
    }
}
