//! A single request. It runs on its own thread, so that the caller can abandon it at any time.

use super::{FetchError, Response};
use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::Duration,
};
pub(super) use ureq::Agent;
use ureq::{config::ConfigBuilder, typestate::AgentScope};

/// The maximum duration of a request, including the whole response.
const MAX_TIME: Duration = Duration::from_secs(30);

const MAX_CONNECT_TIME: Duration = Duration::from_secs(10);

/// The maximum length of a response in bytes. A month of 3,000 games takes about ten megabytes.
const MAX_RESPONSE_BYTES: u64 = 64 << 20;

/// The site's rules require a user agent that names the program.
const USER_AGENT: &str = concat!("Tandem/", env!("CARGO_PKG_VERSION"), " (bughouse viewer)");

/// A request in progress. If this value is dropped, the request still runs to its end.
pub(super) struct Request(Receiver<Result<Response, FetchError>>);

/// Creates an HTTP client. With `is_local`, the client is for a test server on this computer: HTTPS is not required and
/// no proxy is used.
pub(super) fn agent(is_local: bool) -> Agent {
    let config = config().https_only(!is_local);
    let config = if is_local { config.proxy(None) } else { config };
    config.build().new_agent()
}

fn config() -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_global(Some(MAX_TIME))
        .timeout_connect(Some(MAX_CONNECT_TIME))
        .user_agent(USER_AGENT)
        .accept("application/json")
}

impl Request {
    /// Sends a request to `url`. Errors name `address` instead of `url`. With `etag`, the server sends the body only if
    /// the body has changed.
    pub fn begin(agent: Agent, url: String, address: String, etag: Option<String>) -> Self {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            // An abandoned request has no receiver left.
            let _ = sender.send(send(&agent, &url, address, etag));
        });
        Self(receiver)
    }

    /// Waits up to `time` for the response. Returns `None` if the request is still running.
    pub fn wait(&self, time: Duration) -> Option<Result<Response, FetchError>> {
        match self.0.recv_timeout(time) {
            Ok(result) => Some(result),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Err(FetchError::NoNetwork("the request failed".to_owned())))
            }
        }
    }
}

fn send(
    agent: &Agent,
    url: &str,
    address: String,
    etag: Option<String>,
) -> Result<Response, FetchError> {
    let mut request = agent.get(url);
    if let Some(etag) = etag {
        request = request.header("If-None-Match", etag);
    }
    let mut response = request.call().map_err(|error| from_ureq(&error))?;
    let header = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.trim().to_owned())
    };
    let [location, retry_after, etag] = ["location", "retry-after", "etag"].map(header);
    let status = response.status().as_u16();
    let reader = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES);
    let body = reader.read_to_vec().map_err(|error| from_ureq(&error))?;
    let retry_after_s = retry_after.and_then(|text| text.parse().ok());
    Ok(Response { address, status, location, retry_after_s, etag, body })
}

fn from_ureq(error: &ureq::Error) -> FetchError {
    use ureq::Error;
    match error {
        Error::Timeout(_) => FetchError::TimedOut,
        Error::BodyExceedsLimit(_) => FetchError::TooLong,
        Error::Rustls(error) => FetchError::Certificate(error.to_string()),
        Error::Tls(error) => FetchError::Certificate((*error).to_owned()),
        Error::HostNotFound => FetchError::NoNetwork("unknown address".to_owned()),
        Error::Protocol(error) => FetchError::NotJson(error.to_string()),
        // An invalid certificate shows as an I/O error.
        Error::Io(error) => {
            match error.get_ref().filter(|it| it.to_string().contains("ertificate")) {
                Some(reason) => FetchError::Certificate(reason.to_string()),
                None => match error.kind() {
                    std::io::ErrorKind::UnexpectedEof => {
                        FetchError::NotJson("incomplete".to_owned())
                    }
                    std::io::ErrorKind::TimedOut => FetchError::TimedOut,
                    _ => FetchError::NoNetwork(crate::file::system_message(error)),
                },
            }
        }
        other => FetchError::NoNetwork(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::{
        ServerConfig, ServerConnection,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    };
    use std::{net::TcpListener, sync::Arc};

    /// A self-signed certificate for this computer. Its key below is no secret.
    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUXQJMcPmCCF8EyKgxAq7WnQG3rdMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDA2MDgzMloYDzIxMjYxMDMx
MDYwODMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ2Qir4kYESig+/+37/HNu68C/uO73Y+ITIa4dDWcWRNVY6Ou2D7PN3
dPA99UhpQuFjYg2kqfiH9Xl1bC89/V0qo28wbTAdBgNVHQ4EFgQUzfPj9v26lmDb
aO2EIzxhEwFCnBYwHwYDVR0jBBgwFoAUzfPj9v26lmDbaO2EIzxhEwFCnBYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAK8u9YeGZ91vHcriaxpNfCsLipOnU29v3OBZqHabo4LiAiEA
gvy99OzyaQ5bghI+WVjP/aPYxl5wHtOHxp7GVyWZc08=
-----END CERTIFICATE-----";
    const KEY: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglYEsbSESI7bpLTTQ
eyBYUALavRl58oDfNfCWZeZHiluhRANCAAQ2Qir4kYESig+/+37/HNu68C/uO73Y
+ITIa4dDWcWRNVY6Ou2D7PN3dPA99UhpQuFjYg2kqfiH9Xl1bC89/V0q
-----END PRIVATE KEY-----";

    #[test]
    fn self_signed_certificate_is_rejected() {
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key);
        let config = Arc::new(config.unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut connection = ServerConnection::new(config).unwrap();
            // The client hangs up during the handshake.
            while connection.is_handshaking() {
                if connection.complete_io(&mut stream).is_err() {
                    return false;
                }
            }
            true
        });
        let agent = super::config().https_only(true).proxy(None).build().new_agent();
        let url = format!("https://127.0.0.1:{port}/callback/live/game/1");
        let request = Request::begin(agent, url.clone(), url, None);
        let error = request.wait(MAX_TIME).unwrap().unwrap_err();
        assert!(matches!(error, FetchError::Certificate(_)), "{error:?}");
        let text = error.with_reason();
        assert!(text.starts_with("the connection to chess.com is not secure; "), "{text}");
        assert!(text.contains("ertificate"), "{text}");
        assert!(!server.join().unwrap(), "nothing is sent over such a connection");
    }

    #[test]
    fn only_https_is_used() {
        let url = "http://127.0.0.1:9/x".to_owned();
        let request = Request::begin(agent(false), url.clone(), url, None);
        assert!(request.wait(MAX_TIME).unwrap().is_err());
    }
}
