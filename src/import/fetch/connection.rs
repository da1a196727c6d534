//! [`Connection`]: sends requests to the site, one at a time and no faster than [`MIN_REQUEST_INTERVAL`] allows.

use super::{
    FetchCallback, FetchError, FetchEvent, FetchProgress, MIN_REQUEST_INTERVAL, Response, request,
    request::Request,
};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// The longest wait that the site may demand. A longer wait is an error.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The interval between checks for cancellation during a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Connection {
    base: Option<String>,
    agent: request::Agent,
    /// The time at which the previous request ended.
    last: Option<Instant>,
    pub requests: usize,
    pub progress: FetchProgress,
}

impl Response {
    /// Returns `self` if the status is 200 and the body looks like JSON, otherwise an error.
    pub fn check_status(self) -> Result<Self, FetchError> {
        match self.status {
            200 if self.body.trim_ascii_start().starts_with(b"{") => Ok(self),
            200 => Err(FetchError::NotJson("not JSON".to_owned())),
            403 => Err(FetchError::Browser(self.address)),
            status => Err(FetchError::Status(status)),
        }
    }
}

impl Connection {
    pub fn new(base: Option<String>) -> Result<Self, FetchError> {
        if let Some(base) = base.as_ref().filter(|base| !is_loopback(base)) {
            return Err(FetchError::Base(base.clone()));
        }
        let agent = request::agent(base.is_some());
        let base = base.map(|base| base.trim_end_matches('/').to_owned());
        Ok(Self { base, agent, last: None, requests: 0, progress: FetchProgress::default() })
    }

    /// Requests `address`. Follows up to three redirects within the host, and waits up to twice if the site demands a
    /// pause. With `etag`, the response may be 304 (not modified).
    pub fn get(
        &mut self,
        address: &str,
        etag: Option<&str>,
        watch: &mut FetchCallback<'_>,
    ) -> Result<Response, FetchError> {
        let mut address = address.to_owned();
        let mut redirects = 0;
        let mut waits = 0;
        loop {
            let response = self.send(&address, etag, watch)?;
            match (response.status, &response.location) {
                (301 | 302 | 303 | 307 | 308, location) => {
                    let next = location.as_deref().unwrap_or_default();
                    redirects += 1;
                    match resolve_redirect(&address, next, self.base.as_deref()) {
                        Some(to) if redirects <= 3 => address = to,
                        _ => return Err(FetchError::Redirect(next.chars().take(200).collect())),
                    }
                }
                (429, _) => {
                    let wait = Duration::from_secs(response.retry_after_s.unwrap_or(10));
                    waits += 1;
                    if wait > MAX_WAIT || waits > 2 {
                        return Err(FetchError::TooMany(wait.as_secs()));
                    }
                    self.wait(wait, true, watch)?;
                }
                _ => return Ok(response),
            }
        }
    }

    /// Sends one request, at least [`MIN_REQUEST_INTERVAL`] after the previous one, and waits for the response.
    fn send(
        &mut self,
        address: &str,
        etag: Option<&str>,
        watch: &mut FetchCallback<'_>,
    ) -> Result<Response, FetchError> {
        if let Some(last) = self.last {
            self.wait(MIN_REQUEST_INTERVAL.saturating_sub(last.elapsed()), false, watch)?;
        }
        self.requests += 1;
        let url = match &self.base {
            Some(base) => map_to_base(address, base),
            None => address.to_owned(),
        };
        let etag = etag.map(str::to_owned);
        let request = Request::begin(self.agent.clone(), url, address.to_owned(), etag);
        let progress = self.progress;
        let Some(response) = wait_for(&request, || watch(FetchEvent::Progress(progress))) else {
            return Err(FetchError::Cancelled);
        };
        self.last = Some(Instant::now());
        // JSON must not begin with a byte order mark, but some proxies add one.
        response.map(|mut response| {
            if response.body.starts_with(b"\xef\xbb\xbf") {
                response.body.drain(..3);
            }
            response
        })
    }

    /// Waits for `duration`. With `is_reported`, the progress contains the remaining seconds.
    fn wait(
        &mut self,
        duration: Duration,
        is_reported: bool,
        watch: &mut FetchCallback<'_>,
    ) -> Result<(), FetchError> {
        let start = Instant::now();
        loop {
            let left = duration.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            let wait_s = if is_reported { Some(left.as_secs() + 1) } else { None };
            let progress = FetchProgress { wait_s, ..self.progress };
            if watch(FetchEvent::Progress(progress)).is_break() {
                return Err(FetchError::Cancelled);
            }
            std::thread::sleep(left.min(POLL_INTERVAL));
        }
    }
}

/// Waits for the response to `request`. Returns `None` if `watch` breaks first.
pub(super) fn wait_for(
    request: &Request,
    mut watch: impl FnMut() -> ControlFlow<()>,
) -> Option<Result<Response, FetchError>> {
    loop {
        if watch().is_break() {
            return None;
        }
        if let Some(response) = request.wait(POLL_INTERVAL) {
            return Some(response);
        }
    }
}

pub(super) fn is_loopback(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    !authority.contains('@') && ["127.0.0.1", "localhost", "[::1]"].contains(&host)
}

/// Replaces the scheme and host of `address` by `base`.
fn map_to_base(address: &str, base: &str) -> String {
    let rest = address.strip_prefix("https://").unwrap_or(address);
    let path = rest.split_once('/').map_or("", |(_, path)| path);
    format!("{base}/{path}")
}

/// Returns the absolute address of the redirect target `next`, or `None` if it is on another host. The test server
/// `base` counts as the same host.
fn resolve_redirect(address: &str, next: &str, base: Option<&str>) -> Option<String> {
    let origin_end = address.find("://")? + 3;
    let host_end = address.get(origin_end..)?.find('/');
    let origin = address.get(..host_end.map_or(address.len(), |at| origin_end + at))?;
    if next.starts_with('/') && !next.starts_with("//") {
        return Some(format!("{origin}{next}"));
    }
    [Some(origin), base].into_iter().flatten().find_map(|origin_or_base| {
        let path = next.strip_prefix(origin_or_base)?;
        if path.starts_with('/') { Some(format!("{origin}{path}")) } else { None }
    })
}
