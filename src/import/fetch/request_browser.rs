//! Requests in a browser. They always fail, since the site does not let pages of other sites read its responses.

use super::{FetchError, Response};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(super) struct Agent;

pub(super) struct Request;

pub(super) fn agent(_: bool) -> Agent {
    Agent
}

impl Request {
    pub fn begin(_: Agent, _: String, _: String, _: Option<String>) -> Self {
        Self
    }

    pub fn wait(&self, _: Duration) -> Option<Result<Response, FetchError>> {
        Some(Err(FetchError::NoNetwork(
            "a browser page is not allowed to connect to it".to_owned(),
        )))
    }
}
