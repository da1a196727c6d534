//! Downloads from a server on this machine that answers like the site, or wrongly.
#![expect(
    clippy::disallowed_methods,
    reason = "the server has a thread of its own, and what is downloaded is written into a folder of the test"
)]

use crate::{
    corpus,
    import::{boards::ExportedMatch, import, known},
    site::{Replies, Reply, Server, found},
};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    net::TcpListener,
    ops::ControlFlow,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};
use tandem::{
    file::CacheFolder,
    import::{
        board::BoardRef,
        fetch::{Client, DownloadResult, FetchError, FetchEvent, MAX_MONTHS, Period},
    },
    rules::BoardId,
};

fn callback(id: u64) -> String {
    format!("/callback/live/game/{id}")
}

/// Returns the numbers and responses of both boards of a match.
fn boards(known: &ExportedMatch, number: u64) -> [(u64, Value); 2] {
    BoardId::ALL.map(|board| (2 * number + board as u64, known.answer(number, board)))
}

/// Returns the replies for the boards of matches, of which the first has this number.
fn site(known: &[ExportedMatch], number: u64) -> Replies {
    let boards = (number..).zip(known).flat_map(|(number, known)| boards(known, number));
    boards.map(|(id, answer)| (callback(id), vec![found(answer)])).collect()
}

fn client(server: &Server) -> Client {
    Client::new(Some(server.base.clone()), None).expect("a client")
}

fn go(_: FetchEvent<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn fetch(server: &Server, id: u64) -> Result<DownloadResult, FetchError> {
    client(server).download_match(&BoardRef::Number(id), &mut go)
}

/// Returns the error message if the server replies like this.
fn failure(reply: Reply) -> String {
    let server = Server::start([(callback(200), vec![reply])].into());
    fetch(&server, 200).expect_err("an error").with_reason()
}

#[test]
fn either_board_fetches_the_whole_match() {
    let known = known(60_000, 3);
    let server = Server::start(site(&known, 100));
    for (number, known) in (100..).zip(&known) {
        let together = import(&boards(known, number).map(|(_, answer)| answer.to_string()));
        for (id, _) in boards(known, number) {
            let fetched = fetch(&server, id).expect("a match");
            assert_eq!(fetched.stopped, None);
            assert_eq!(fetched.import.matches.len(), 1);
            assert_eq!(fetched.import.matches[0].text, together.matches[0].text);
        }
    }
    let requests = server.requests.lock().expect("a list");
    assert_eq!(requests.len(), 4 * known.len());
    let head = requests[0].to_lowercase();
    assert!(head.contains(&format!("user-agent: tandem/{}", env!("CARGO_PKG_VERSION"))), "{head}");
    assert!(head.contains("accept: application/json"), "{head}");
}

#[test]
fn real_pairs_are_the_same_downloaded_and_imported() {
    let Some(corpus) = corpus::folder() else { return };
    let files = std::fs::read_dir(corpus.join("chesscom-json"))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path());
    let mut texts: Vec<(u64, String)> = files
        .filter_map(|path| {
            let id = path.file_stem()?.to_str()?.parse().ok()?;
            Some((id, std::fs::read_to_string(path).ok()?))
        })
        .collect();
    texts.sort();
    let replies = texts.iter().map(|(id, text)| (callback(*id), vec![found(text)]));
    let server = Server::start(replies.collect());
    for pair in texts.chunks(2) {
        let together = import(&[pair[0].1.clone(), pair[1].1.clone()]);
        let fetched = fetch(&server, pair[1].0).expect("a match");
        assert_eq!(fetched.import.matches[0].text, together.matches[0].text);
    }
    assert_eq!(server.paths().len(), texts.len());
}

#[test]
fn finished_boards_are_requested_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CacheFolder::new(folder.path(), 1 << 20);
    let server = Server::start(site(&known(20_000, 3)[..1], 100));
    for _ in 0..2 {
        let base = Some(server.base.clone());
        let mut client = Client::new(base, Some(cache.clone())).expect("a client");
        let fetched = client.download_match(&BoardRef::Number(200), &mut go).expect("a match");
        assert!(!fetched.import.matches[0].is_half());
    }
    assert_eq!(server.paths(), [callback(200), callback(201)]);
    // A damaged cached response is requested again.
    let path = cache.file("200.board.json");
    std::fs::write(&path, "{").expect("written");
    let mut client = Client::new(Some(server.base.clone()), Some(cache)).expect("a client");
    client.download_match(&BoardRef::Number(200), &mut go).expect("a match");
    assert_eq!(server.paths().len(), 3);
}

#[test]
fn each_error_has_a_sentence_with_a_remedy() {
    let whole = boards(&known(20_000, 3)[0], 100)[0].1.clone();
    let html = "<!DOCTYPE html><title>Just a moment...</title>";
    let status = |status, more, body: &str| Reply::Answer(status, more, body.to_owned());
    let mut chess = whole.clone();
    chess["game"]["type"] = json!("crazyhouse");
    let mut other = whole.clone();
    other["game"]["id"] = json!(777);
    for (reply, expect) in [
        (
            status(404, "", "{}"),
            "no finished game with the number 200; if it is still being played",
        ),
        (
            status(403, "", html),
            "open https://www.chess.com/callback/live/game/200 in a browser, copy the whole page",
        ),
        (status(429, "Retry-After: 600\r\n", ""), "try again in 600 seconds"),
        (status(503, "", ""), "returned error 503; try again later"),
        (
            status(302, "Location: http://127.0.0.2:9/x\r\n", ""),
            "did not follow chess.com's redirect to another address: http://127.0.0.2:9/x",
        ),
        (
            status(302, "Location: //example.org/x\r\n", ""),
            "redirect to another address: //example.org/x",
        ),
        (
            status(302, "Location: /callback/live/game/200\r\n", ""),
            "redirect to another address: /callback",
        ),
        (found(html), "cannot be read; try again later (not JSON)"),
        (found(&whole.to_string()[..300]), "cannot be read; try again later (line 1, column 300"),
        (Reply::Torn(whole.to_string()), "cannot be read; try again later ("),
        (found(chess), "this game is crazyhouse, not bughouse"),
        (found(other), "returned a game other than 200; ignored"),
        (found("{}"), "cannot be read; try again later (this JSON contains no board"),
        (Reply::Endless, "too long; stopped reading"),
    ] {
        let said = failure(reply);
        assert!(said.contains(expect), "{said}\n{expect}");
    }
    // No server listens on this port.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let mut client = Client::new(Some(format!("http://{port}")), None).expect("a client");
    let error = client.download_match(&BoardRef::Number(200), &mut go).expect_err("an error");
    assert!(
        error.with_reason().starts_with("chess.com cannot be reached; check your network ("),
        "{error}"
    );
}

#[test]
fn foreign_base_address_is_refused() {
    for base in ["http://example.org", "https://127.0.0.1", "http://127.0.0.1.example.org", "x"] {
        let refused = Client::new(Some(base.to_owned()), None).expect_err("refused");
        assert_eq!(refused, FetchError::Base(base.to_owned()));
    }
    for base in ["http://127.0.0.1:1", "http://localhost:1/", "http://[::1]:1"] {
        assert!(Client::new(Some(base.to_owned()), None).is_ok(), "{base}");
    }
}

#[test]
fn retry_after_is_honoured() {
    let mut replies = site(&known(20_000, 3)[..1], 100);
    let wait = Reply::Answer(429, "Retry-After: 1\r\n", String::new());
    replies.get_mut(&callback(200)).expect("a board").insert(0, wait);
    let server = Server::start(replies);
    let begun = Instant::now();
    let mut waited = 0;
    let mut watch = |event: FetchEvent<'_>| {
        if let FetchEvent::Progress(progress) = event {
            waited = waited.max(progress.wait_s.unwrap_or(0));
        }
        ControlFlow::Continue(())
    };
    let fetched =
        client(&server).download_match(&BoardRef::Number(200), &mut watch).expect("a match");
    assert!(!fetched.import.matches[0].is_half());
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(waited, 1);
}

#[test]
fn a_request_is_cancelled_within_a_second() {
    for reply in [Reply::Hang, Reply::Drip] {
        let server = Server::start([(callback(200), vec![reply])].into());
        let begun = Instant::now();
        let mut watch = |_: FetchEvent<'_>| match begun.elapsed() > Duration::from_millis(300) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let error = client(&server).download_match(&BoardRef::Number(200), &mut watch).unwrap_err();
        assert_eq!(error, FetchError::Cancelled);
        assert!(begun.elapsed() < Duration::from_millis(1300), "{:?}", begun.elapsed());
    }
}

#[test]
fn missing_or_foreign_partner_leaves_half_a_match() {
    let known = &known(20_000, 3)[0];
    let [(_, a), (_, mut b)] = boards(known, 100);
    let server = Server::start([(callback(200), vec![found(&a)])].into());
    let fetched = fetch(&server, 200).expect("half a match");
    assert!(fetched.import.matches[0].is_half());
    assert!(matches!(fetched.stopped, Some(FetchError::Partner(_))));
    b["game"]["partnerGameId"] = json!(999);
    let replies = [(callback(200), vec![found(&a)]), (callback(201), vec![found(&b)])];
    let server = Server::start(replies.into());
    let fetched = fetch(&server, 200).expect("half a match");
    assert_eq!(fetched.import.matches.len(), 1);
    assert!(fetched.import.matches[0].is_half());
}

/// Returns a month with `known`, of which the first has this number, and games of another variant in between.
fn month(known: &[ExportedMatch], number: u64, others: usize) -> Value {
    let boards = (number..).zip(known).map(|(number, known)| {
        let (id, answer) = boards(known, number)[0].clone();
        json!({
            "url": format!("https://www.chess.com/game/live/{id}"), "uuid": answer["game"]["uuid"],
            "rules": "bughouse", "tcn": "mC", "end_time": 1_764_545_363 + number, "time_control": "900",
            "white": {"username": "raven", "rating": 1900, "result": "win"},
            "black": {"username": "Gnejs", "rating": 1800, "result": "resigned"}
        })
    });
    let others = std::iter::repeat_n(json!({"rules": "chess", "tcn": "mC"}), others);
    json!({"games": others.chain(boards).collect::<Vec<_>>()})
}

const ARCHIVES: &str = "/pub/player/raven/games/archives";
const NOVEMBER: &str = "/pub/player/raven/games/2025/11";

fn player_site(known: &[ExportedMatch]) -> Replies {
    let mut replies = site(known, 100);
    let months = ["2025/10", "2025/11"]
        .map(|it| format!("https://api.chess.com/pub/player/raven/games/{it}"));
    replies.insert(ARCHIVES.to_owned(), vec![found(json!({"archives": months}))]);
    let path = "/pub/player/raven/games/2025/11".to_owned();
    replies.insert(path, vec![found(month(known, 100, 300))]);
    replies
}

#[test]
fn latest_month_skips_known_matches() {
    let known = &known(60_000, 3)[..3];
    let server = Server::start(player_site(known));
    let ids = HashSet::from(["202".to_owned()]);
    let fetched = client(&server).player("Raven", &Period::Latest, &ids, &mut go).expect("a month");
    assert_eq!((fetched.import.matches.len(), fetched.known, fetched.skipped), (2, 1, 300));
    assert!(fetched.missing.is_empty() && fetched.stopped.is_none());
    let paths = server.paths();
    assert_eq!(paths[..2], [ARCHIVES, "/pub/player/raven/games/2025/11"]);
    assert_eq!(paths[2..], [200, 201, 204, 205].map(callback));
    for (period, expect) in [
        (Period::Last(2), 2),
        (Period::Month("2025/11".to_owned()), 3),
        (Period::Since("2025.11.30".to_owned()), 3),
        (Period::Since("2025.12.01".to_owned()), 0),
    ] {
        let none = HashSet::new();
        let fetched = client(&server).player("raven", &period, &none, &mut go).expect("matches");
        assert_eq!(fetched.import.matches.len(), expect, "{period:?}");
    }
    let server = Server::start(Replies::new());
    let error = client(&server).player("raven", &Period::Latest, &ids, &mut go).unwrap_err();
    assert_eq!(error.to_string(), "chess.com has no player named raven");
    let month = Period::Month("2025/09".to_owned());
    let error = client(&server).player("raven", &month, &ids, &mut go).unwrap_err();
    assert_eq!(error.to_string(), "chess.com has no games of raven in 2025/09");
}

#[test]
fn rows_before_an_error_are_kept() {
    let known = &known(60_000, 3)[..3];
    let mut replies = player_site(known);
    replies.insert(callback(202), vec![Reply::Answer(403, "", "<html>".to_owned())]);
    let server = Server::start(replies);
    let none = HashSet::new();
    let fetched =
        client(&server).player("raven", &Period::Latest, &none, &mut go).expect("a month");
    assert_eq!((fetched.import.matches.len(), fetched.left), (1, 2));
    assert!(matches!(fetched.stopped, Some(FetchError::Browser(_))));
    // One failed match does not prevent the others.
    let mut replies = player_site(known);
    replies.remove(&callback(202));
    let server = Server::start(replies);
    let fetched =
        client(&server).player("raven", &Period::Latest, &none, &mut go).expect("a month");
    assert_eq!((fetched.import.matches.len(), fetched.missing.len()), (2, 1));
}

/// Runs `tandem fetch` in `home`. Returns the exit code, standard output and standard error.
fn program(server: &Server, home: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .arg("fetch")
        .args(arguments)
        .env("TANDEM_FETCH_BASE", &server.base)
        .env("XDG_CACHE_HOME", home)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

/// A file with a match of October gets all later matches, and its bytes are preserved.
#[test]
fn append_adds_later_matches_and_keeps_old_bytes() {
    let known = &known(60_000, 3)[..3];
    let mut replies = player_site(known);
    let path = "/pub/player/raven/games/2025/10".to_owned();
    replies.insert(path, vec![found(month(&[], 0, 7))]);
    let server = Server::start(replies);
    let home = tempfile::tempdir().expect("a folder");
    let out = home.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
    let own = b"[WhiteA \"Someone\"]\r\n[BlackB \"Raven\"]\r\n[Date \"2025.10.05\"]\r\n[GameIdA \"7\"]\r\n\r\n\
                1A. e4{A:!}  {C:caf\xe9, my own words}\r\n\t1a. e5 *\r\n";
    std::fs::write(&out, own).expect("written");
    let run = |arguments: &[&str]| program(&server, home.path(), arguments);
    let (code, _, said) = run(&["raven", "-o", &out, "--append"]);
    assert_eq!((code, said.as_str()), (0, "3 bughouse matches, 307 other games skipped\n"));
    let lists = ["2025/11", "2025/10"].map(|month| format!("/pub/player/raven/games/{month}"));
    assert_eq!(server.paths()[1..3], lists);
    let whole = std::fs::read(&out).expect("read");
    assert!(whole.starts_with(own) && whole.len() > own.len());
    // A second run requests only the month of the latest match and no board, and changes no byte.
    let before = server.paths().len();
    let (code, _, said) = run(&["raven", "-o", &out, "--append"]);
    let words = "0 bughouse matches, 3 already there, 300 other games skipped\n";
    assert_eq!((code, said.as_str()), (0, words));
    assert_eq!(server.paths()[before..], [ARCHIVES, &lists[0]]);
    assert_eq!(std::fs::read(&out).expect("read"), whole);
}

#[test]
fn the_command_fetches_links_numbers_and_names() {
    let known = &known(60_000, 3)[..3];
    let mut replies = player_site(known);
    for (id, answer) in boards(&known[0], 100_000_000) {
        replies.insert(callback(id), vec![found(answer)]);
    }
    let server = Server::start(replies);
    let home = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| program(&server, home.path(), arguments);
    let out = home.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
    let link = "https://www.chess.com/game/live/200000001?move=3";
    let (code, text, said) = run(&[link]);
    assert_eq!((code, said.as_str()), (0, "1 bughouse match\n"));
    assert!(text.contains("[GameIdA \"200000000\"]") && text.contains("[WhiteB \"Paaso\"]"));
    let said = "3 bughouse matches, 300 other games skipped\n";
    assert_eq!(run(&["raven", "-o", &out, "--append"]), (0, String::new(), said.to_owned()));
    let before = std::fs::read(&out).expect("read");
    let said = "0 bughouse matches, 3 already there, 300 other games skipped\n";
    assert_eq!(run(&["raven", "-o", &out, "--append"]), (0, String::new(), said.to_owned()));
    assert_eq!(std::fs::read(&out).expect("read"), before);
    let (code, _, said) = run(&["raven", "--last", "1", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &said["matches"], &said["skipped"]), (0, &json!(1), &json!(300)));
    for (arguments, expect) in [
        (vec!["333333333"], "no finished game with the number 333333333"),
        (vec!["nobody"], "chess.com has no player named nobody"),
        (vec!["1A. e4"], "not a link, a game number or a player's name: 1A. e4"),
        (
            vec!["https://www.pychess.org/aB3dE6gH"],
            "open www.pychess.org/aB3dE6gH in one, save the page",
        ),
        (vec!["raven", "--month", "2025"], "invalid date 2025; use 2026-08 for --month"),
        (vec!["raven", "--month", "2025-13"], "invalid date 2025-13; use 2026-08 for --month"),
        (vec!["raven", "--month", "2025-00"], "invalid date 2025-00"),
        (vec!["raven", "--since", "2025-02-30"], "invalid date 2025-02-30"),
        (vec!["raven", "--since", "2025-02-29"], "invalid date 2025-02-29"),
        (vec![link, "--last", "1"], "--month, --since and --last need the name of a player"),
        (
            vec!["https://www.chess.com/game/daily/200000000"],
            "200000000 is a daily game; bughouse is played live",
        ),
    ] {
        let (code, text, said) = run(&arguments);
        assert_eq!((code, text.as_str()), (2, ""), "{said}");
        assert!(said.contains(expect), "{said}");
    }
}

#[test]
fn wrong_arguments_send_no_request() {
    let server = Server::start(player_site(&known(60_000, 3)[..1]));
    let home = tempfile::tempdir().expect("a folder");
    let path = |name: &str| home.path().join(name).to_str().expect("UTF-8").to_owned();
    std::fs::write(path("packed.bpgn.gz"), b"x").expect("written");
    std::fs::write(path("lines.bgn"), "{\"pgn\":{},\"moves\":[]}\n").expect("written");
    for (out, words) in [
        ("no/such/folder.bpgn", "no such folder"),
        ("", "this is a folder, not a file"),
        ("packed.bpgn.gz", "packed.bpgn.gz"),
        ("picture.svg", "picture.svg"),
        ("lines.bgn", "lines.bgn"),
    ] {
        for more in [&[][..], &["--append"]] {
            let out = path(out);
            let arguments = [&["raven", "-o", &out], more].concat();
            let (code, text, said) = program(&server, home.path(), &arguments);
            assert_eq!((code, text.as_str()), (2, ""), "{arguments:?}: {said}");
            assert!(said.contains(words), "{arguments:?}: {said}");
        }
    }
    for period in
        [["--month", "2025-13"], ["--since", "2025-02-30"], ["--since", "2025-11"], ["--last", "0"]]
    {
        let (code, ..) = program(&server, home.path(), &[&["raven"], &period[..]].concat());
        assert_eq!(code, 2, "{period:?}");
    }
    assert_eq!(server.paths(), [""; 0]);
}

#[test]
fn nothing_downloaded_is_a_failure() {
    let mut replies = player_site(&known(60_000, 3)[..1]);
    replies.insert(NOVEMBER.to_owned(), vec![found(month(&[], 0, 7))]);
    let server = Server::start(replies);
    let home = tempfile::tempdir().expect("a folder");
    let (code, text, said) = program(&server, home.path(), &["raven", "--month", "2025-11"]);
    let words = "0 bughouse matches, 7 other games skipped\n";
    assert_eq!((code, text.as_str(), said.as_str()), (2, "", words));
}

#[test]
fn a_byte_order_mark_before_json_is_ignored() {
    let mut replies = player_site(&known(60_000, 3)[..1]);
    for answers in replies.values_mut() {
        for answer in answers {
            if let Reply::Answer(_, _, body) = answer {
                body.insert(0, '\u{feff}');
            }
        }
    }
    let server = Server::start(replies);
    let none = HashSet::new();
    let fetched =
        client(&server).player("raven", &Period::Latest, &none, &mut go).expect("a month");
    assert_eq!((fetched.import.matches.len(), fetched.skipped), (1, 300));
}

#[test]
fn unchanged_game_list_is_not_sent() {
    let known = &known(60_000, 3)[..1];
    let mut replies = player_site(known);
    for (path, etag) in [(ARCHIVES, "ETag: \"a\"\r\n"), (NOVEMBER, "ETag: W/\"b\"\r\n")] {
        let Some(Reply::Answer(_, _, body)) = replies[path].first().cloned() else {
            panic!("{path}")
        };
        let unchanged = Reply::Answer(304, "", String::new());
        replies.insert(path.to_owned(), vec![Reply::Answer(200, etag, body), unchanged]);
    }
    let server = Server::start(replies);
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CacheFolder::new(folder.path(), 1 << 20);
    let none = HashSet::new();
    for _ in 0..2 {
        let base = Some(server.base.clone());
        let mut client = Client::new(base, Some(cache.clone())).expect("a client");
        let fetched = client.player("raven", &Period::Latest, &none, &mut go).expect("a month");
        assert_eq!((fetched.import.matches.len(), fetched.skipped), (1, 300));
    }
    let requests = server.requests.lock().expect("a list");
    let tags: Vec<_> = requests
        .iter()
        .map(|head| head.lines().find(|line| line.to_lowercase().starts_with("if-none-match")))
        .map(|line| line.and_then(|line| line.split_once(": ")).map(|(_, tag)| tag.trim()))
        .collect();
    // The second time, the boards come from the cache.
    assert_eq!(tags, [None, None, None, None, Some("\"a\""), Some("W/\"b\"")]);
}

#[test]
fn player_without_bughouse_costs_at_most_a_year_of_requests() {
    let months: Vec<String> = (1..=40)
        .map(|number| format!("{}/{:02}", 2020 + (number - 1) / 12, (number - 1) % 12 + 1))
        .collect();
    let chess =
        json!({"games": [{"rules": "chess", "tcn": "mC"}, {"rules": "chess", "tcn": "mC"}]});
    let month = |month: &String| (format!("/pub/player/raven/games/{month}"), vec![found(&chess)]);
    let mut replies: Replies = months.iter().map(month).collect();
    let all = months.iter().map(|it| format!("https://api.chess.com/pub/player/raven/games/{it}"));
    let list = json!({"archives": all.collect::<Vec<_>>()});
    replies.insert(ARCHIVES.to_owned(), vec![found(list)]);
    let server = Server::start(replies);
    let none = HashSet::new();
    for period in [Period::Latest, Period::Last(3), Period::Since("2020.01.01".to_owned())] {
        let before = server.paths().len();
        let fetched = client(&server).player("raven", &period, &none, &mut go).expect("a list");
        assert!(fetched.older && fetched.import.matches.is_empty(), "{period:?}");
        assert_eq!(server.paths().len() - before, 1 + MAX_MONTHS, "{period:?}");
    }
}

#[test]
fn board_name_is_not_used_as_a_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let [(_, mut answer), _] = boards(&known(20_000, 3)[0], 100);
    let partner = "../../x";
    answer["game"]["partnerGameId"] = json!(partner);
    let mut other = answer.clone();
    other["game"]["id"] = json!(201);
    other["game"]["uuid"] = json!(partner);
    let path = format!("/callback/live/game/{partner}");
    let replies = [(callback(200), vec![found(&answer)]), (path, vec![found(&other)])];
    let server = Server::start(replies.into());
    let cache = CacheFolder::new(folder.path().join("a/b"), 1 << 20);
    let mut client = Client::new(Some(server.base.clone()), Some(cache)).expect("a client");
    let fetched = client.download_match(&BoardRef::Number(200), &mut go).expect("half a match");
    assert!(fetched.import.matches[0].is_half());
    assert_eq!(server.paths(), [callback(200)]);
    assert!(!folder.path().join("x.board.json").exists());
}

#[test]
fn aborted_download_leaves_no_half_match() {
    let known = &known(60_000, 3)[..2];
    let mut replies = player_site(known);
    replies.insert(callback(203), vec![Reply::Answer(403, "", "<html>".to_owned())]);
    let server = Server::start(replies);
    let none = HashSet::new();
    let fetched = client(&server).player("raven", &Period::Latest, &none, &mut go).expect("a list");
    // A half match in the file would be known, and skipped the next time.
    assert_eq!((fetched.import.matches.len(), fetched.left), (1, 1));
    assert!(fetched.stopped.is_some_and(|error| error.browser_address().is_some()));
}

#[test]
fn every_match_is_reported_on_arrival() {
    let known = &known(60_000, 3)[..3];
    let server = Server::start(player_site(known));
    let (mut arrived, mut told) = (Vec::new(), Vec::new());
    let mut watch = |event: FetchEvent<'_>| {
        match event {
            FetchEvent::Match(found) => arrived.push(found.clone()),
            FetchEvent::Progress(progress) => told.push(progress),
        }
        ControlFlow::Continue(())
    };
    let none = HashSet::new();
    let fetched =
        client(&server).player("raven", &Period::Latest, &none, &mut watch).expect("a list");
    assert_eq!(arrived, fetched.import.matches);
    assert_eq!(arrived.len(), 3);
    assert!(told.iter().any(|it| (it.done, it.total, it.skipped) == (2, Some(3), 300)));
}

#[test]
fn half_match_is_completed_by_a_later_download() {
    let known = &known(60_000, 3)[..2];
    let mut replies = player_site(known);
    let whole = replies.remove(&callback(203)).expect("a board");
    let server = Server::start(replies.clone());
    let home = tempfile::tempdir().expect("a folder");
    let out = home.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
    let (code, _, said) = program(&server, home.path(), &["raven", "-o", &out, "--append"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("2 bughouse matches, 1 without the partner board"), "{said}");
    let text = std::fs::read_to_string(&out).expect("read");
    let noted = text.replacen("[Event ", "[Annotator \"me\"]\n[Event ", 2);
    std::fs::write(&out, &noted).expect("written");
    replies.insert(callback(203), whole);
    let server = Server::start(replies);
    let arguments = ["raven", "-o", &out, "--append"];
    let (code, _, said) = program(&server, home.path(), &arguments);
    assert_eq!(
        (code, said.lines().last()),
        (0, Some("1 bughouse match, 1 already there, 300 other games skipped"))
    );
    let completed = std::fs::read_to_string(&out).expect("read");
    assert_eq!(completed.matches("[Event ").count(), 2);
    assert_eq!(completed.matches("[Annotator \"me\"]").count(), 2, "{completed}");
    assert!(!completed.contains("[WhiteB \"\"]"), "{completed}");
    let (code, _, said) = program(&server, home.path(), &arguments);
    assert_eq!(
        (code, said.as_str()),
        (0, "0 bughouse matches, 2 already there, 300 other games skipped\n")
    );
}
