//! One request, on a thread of its own so that the caller can leave it at any time.

use super::{FetchError, Response};
use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::Duration,
};
pub(super) use ureq::Agent;

/// The time for one request from the first to the last byte.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The time to connect.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(10);

/// The longest answer. A month of 3,000 games has some ten megabytes.
const MAX_ANSWER_BYTES: u64 = 64 << 20;

/// Names the program, as the site's rules ask.
const USER_AGENT: &str = concat!("Tandem/", env!("CARGO_PKG_VERSION"), " (bughouse viewer)");

/// A request that is on its way. It ends by itself if it is dropped.
pub(super) struct Request(Receiver<Result<Response, FetchError>>);

/// Creates what sends requests; to a server on this machine, no proxy is used.
pub(super) fn agent(is_local: bool) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_global(Some(MAX_TIME))
        .timeout_connect(Some(MAX_CONNECT_TIME))
        .https_only(!is_local)
        .user_agent(USER_AGENT)
        .accept("application/json");
    let config = if is_local { config.proxy(None) } else { config };
    config.build().new_agent()
}

impl Request {
    /// Sends a request to `url`, which stands for `address`.
    pub fn begin(agent: Agent, url: String, address: String) -> Self {
        let (answer, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            // Nobody waits for it if it was cancelled.
            let _ = answer.send(send(&agent, &url, address));
        });
        Self(receiver)
    }

    /// Returns the answer, or `None` if it has not come within `time`.
    pub fn wait(&self, time: Duration) -> Option<Result<Response, FetchError>> {
        match self.0.recv_timeout(time) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Err(FetchError::NoNetwork("the request failed".to_owned())))
            }
        }
    }
}

fn send(agent: &Agent, url: &str, address: String) -> Result<Response, FetchError> {
    let mut response = agent.get(url).call().map_err(|error| from_ureq(&error))?;
    let header = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.trim().to_owned())
    };
    let (location, retry_after) = (header("location"), header("retry-after"));
    let status = response.status().as_u16();
    let body = response.body_mut().with_config().limit(MAX_ANSWER_BYTES);
    let body = body.read_to_vec().map_err(|error| from_ureq(&error))?;
    let retry_after_s = retry_after.and_then(|text| text.parse().ok());
    Ok(Response { address, status, location, retry_after_s, body })
}

fn from_ureq(error: &ureq::Error) -> FetchError {
    use ureq::Error;
    match error {
        Error::Timeout(_) => FetchError::TimedOut,
        Error::BodyExceedsLimit(_) => FetchError::TooLong,
        Error::Rustls(error) => FetchError::Certificate(error.to_string()),
        Error::Tls(error) => FetchError::Certificate((*error).to_owned()),
        Error::HostNotFound => FetchError::NoNetwork("its address is not known".to_owned()),
        Error::Protocol(error) => FetchError::NotJson(error.to_string()),
        // Certificates are refused while something is read or written.
        Error::Io(error) => {
            match error.get_ref().filter(|it| it.to_string().contains("ertificate")) {
                Some(reason) => FetchError::Certificate(reason.to_string()),
                None => match error.kind() {
                    std::io::ErrorKind::UnexpectedEof => {
                        FetchError::NotJson("it was cut off".to_owned())
                    }
                    std::io::ErrorKind::TimedOut => FetchError::TimedOut,
                    _ => FetchError::NoNetwork(crate::file::in_words(error)),
                },
            }
        }
        other => FetchError::NoNetwork(other.to_string()),
    }
}
