//! [`newer_version`]: asks a copy of Tandem on the web for its version.

use super::{
    connection::{is_loopback, wait_for},
    request,
    request::Request,
};
use std::ops::ControlFlow;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The maximum length of a version, in bytes.
const MAX_VERSION_BYTES: usize = 20;

/// Returns the version at `page`, the address of Tandem on the web, if it is newer than [`VERSION`]; an empty text if it
/// is not. Returns `None` without an answer, and if `watch` breaks.
///
/// Sends one GET request for the file `version.txt` beside the page. Besides what HTTP needs, the request has only the
/// name and version of this program. It is sent over TLS, except to this computer. Redirects are not followed.
pub fn newer_version(page: &str, watch: &dyn Fn() -> ControlFlow<()>) -> Option<String> {
    let url = version_url(page);
    let agent = request::agent(is_loopback(page));
    let request = Request::begin(agent, url.clone(), url, None);
    let response = wait_for(&request, watch)?.ok()?;
    let body = response.body.trim_ascii();
    if response.status != 200 || body.len() > MAX_VERSION_BYTES {
        return None;
    }
    let found = std::str::from_utf8(body).ok()?;
    if numbers(found)? > numbers(VERSION)? { Some(found.to_owned()) } else { Some(String::new()) }
}

/// Returns the address of the file with the version, beside the page at the address `page`.
pub fn version_url(page: &str) -> String {
    let page = page.split(['?', '#']).next().unwrap_or_default();
    let folder = match page.rsplit_once('/') {
        Some((folder, file)) if file.is_empty() || file.ends_with(".html") => folder,
        _ => page,
    };
    format!("{folder}/version.txt")
}

/// Returns the numbers of a version such as `0.2.10`; `None` for other texts.
fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_beside_the_page() {
        for page in [
            "https://example.org/tandem/",
            "https://example.org/tandem",
            "https://example.org/tandem/index.html",
            "https://example.org/tandem/?game=3#x",
        ] {
            assert_eq!(version_url(page), "https://example.org/tandem/version.txt", "{page}");
        }
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert!(numbers("0.10.0") > numbers("0.9.9"));
        assert!(numbers("1.0") > numbers("0.99.0"));
        assert_eq!(numbers("1.0-beta"), None);
        assert_eq!(numbers(""), None);
    }
}
