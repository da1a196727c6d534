//! A server on this machine that responds as chess.com does, or in invalid ways.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};

/// The response to a request.
#[derive(Clone)]
pub enum Reply {
    /// A status, additional headers, and a body.
    Answer(u16, &'static str, String),
    /// A body, of which only the first half is sent.
    Torn(String),
    /// No response.
    Hang,
    /// A body, sent slowly byte by byte.
    Drip,
    /// A body that never ends.
    Endless,
}

#[expect(clippy::needless_pass_by_value, reason = "values, texts and references alike")]
pub fn found(body: impl ToString) -> Reply {
    Reply::Answer(200, "", body.to_string())
}

/// The responses by path. Each is used once, except the last, which is repeated.
pub type Replies = BTreeMap<String, Vec<Reply>>;

pub struct Server {
    pub base: String,
    pub requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn start(replies: Replies) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let (log, replies) = (Arc::clone(&requests), Arc::new(Mutex::new(replies)));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, replies) = (Arc::clone(&log), Arc::clone(&replies));
                std::thread::spawn(move || answer(stream, &log, &replies));
            }
        });
        Self { base, requests }
    }

    pub fn paths(&self) -> Vec<String> {
        let requests = self.requests.lock().expect("a list");
        let paths = requests.iter().map(|head| head.split(' ').nth(1).expect("a path").to_owned());
        paths.collect()
    }
}

/// Responds to one request. Write errors are ignored: the client has closed the connection.
fn answer(mut stream: TcpStream, log: &Mutex<Vec<String>>, replies: &Mutex<Replies>) {
    let mut head = String::new();
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let path = head.split(' ').nth(1).expect("a path").to_owned();
    log.lock().expect("a list").push(head);
    let reply = match replies.lock().expect("replies").get_mut(&path) {
        Some(replies) if replies.len() > 1 => replies.remove(0),
        Some(replies) => replies[0].clone(),
        None => Reply::Answer(404, "", r#"{"message":"Game is not found."}"#.to_owned()),
    };
    let head = |length: usize| format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
    let _ = match reply {
        Reply::Answer(status, more, body) => {
            let length = body.len();
            let text = format!(
                "HTTP/1.1 {status} X\r\n{more}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
            stream.write_all(text.as_bytes())
        }
        Reply::Torn(body) => {
            stream.write_all(format!("{}{}", head(body.len()), &body[..body.len() / 2]).as_bytes())
        }
        Reply::Hang => {
            std::thread::sleep(Duration::from_secs(60));
            Ok(())
        }
        Reply::Drip => {
            let _ = stream.write_all(head(1000).as_bytes());
            while stream.write_all(b" ").is_ok() {
                std::thread::sleep(Duration::from_millis(100));
            }
            Ok(())
        }
        Reply::Endless => {
            let _ = stream.write_all(head(2_000_000_000).as_bytes());
            while stream.write_all(&[b' '; 65536]).is_ok() {}
            Ok(())
        }
    };
}
