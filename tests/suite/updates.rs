//! The check for a new version, at a server on this machine.

use crate::site::{Reply, Server, found};
use std::ops::ControlFlow;
use tandem::{
    app::{Action, Effect, SettingsAction, ShellAction, State, Switch},
    import::fetch::{VERSION, newer_version},
    settings::Settings,
};

const PAGE: &str = "https://example.org/tandem/";

fn state(updates: bool) -> State {
    State::new(Settings { page: PAGE.to_owned(), updates, ..Settings::default() })
}

fn today(state: &mut State, date: &str) -> Vec<Effect> {
    state.update(Action::Shell(ShellAction::Today(date.to_owned())))
}

fn is_check(effect: &Effect) -> bool {
    matches!(effect, Effect::CheckVersion(page) if page == PAGE)
}

fn found_version(state: &mut State, version: Option<&str>) -> Vec<Effect> {
    let found = version.map(str::to_owned);
    state.update(Action::Shell(ShellAction::VersionFound(found)))
}

fn notices(state: &State) -> Vec<&str> {
    state.shell.notices.iter().map(|notice| notice.text.as_str()).collect()
}

#[test]
fn nothing_is_asked_until_switched_on() {
    assert!(!Settings::default().updates);
    let mut state = state(false);
    assert!(!today(&mut state, "2026.11.29").iter().any(is_check));
    let switched = state.update(Action::Settings(SettingsAction::Toggle(Switch::Updates)));
    assert!(switched.iter().any(is_check), "{switched:?}");
    let settings = Settings { page: String::new(), ..state.settings.clone() };
    state.update(Action::Settings(SettingsAction::Change(Box::new(settings))));
    let off = state.update(Action::Settings(SettingsAction::Toggle(Switch::Updates)));
    assert!(!off.iter().any(is_check), "{off:?}");
}

#[test]
fn one_request_a_day() {
    let mut state = state(true);
    assert!(today(&mut state, "2026.11.29").iter().any(is_check));
    found_version(&mut state, None);
    assert_eq!(notices(&state), [""; 0], "a failure is quiet");
    found_version(&mut state, Some("99.0.1"));
    assert_eq!(
        notices(&state),
        [format!("Tandem 99.0.1 is available. This is version {VERSION}.")]
    );
    assert!(!today(&mut state, "2026.11.29").iter().any(is_check), "asked today");
    assert!(today(&mut state, "2026.11.30").iter().any(is_check));
}

#[test]
fn switching_on_shows_the_outcome() {
    for (found, expect) in [
        (None, "No version found at https://example.org/tandem/version.txt."),
        (Some(""), "is the latest one there."),
    ] {
        let mut state = state(false);
        state.update(Action::Settings(SettingsAction::Toggle(Switch::Updates)));
        found_version(&mut state, found);
        assert!(notices(&state)[0].contains(expect), "{:?}", notices(&state));
    }
}

#[test]
fn request_has_only_the_version() {
    let server = Server::start([("/tandem/version.txt".to_owned(), vec![found("99.0\n")])].into());
    let page = format!("{}/tandem/index.html?game=3", server.base);
    let newer = newer_version(&page, &|| ControlFlow::Continue(()));
    assert_eq!(newer.as_deref(), Some("99.0"));
    let requests = server.requests.lock().expect("requests").clone();
    let [request] = &requests[..] else { panic!("{requests:?}") };
    let mut lines = request.trim_end().split("\r\n");
    assert_eq!(lines.next(), Some("GET /tandem/version.txt HTTP/1.1"));
    let mut headers: Vec<String> = lines.map(str::to_lowercase).collect();
    headers.sort();
    let names: Vec<&str> = headers.iter().filter_map(|it| Some(it.split_once(':')?.0)).collect();
    assert_eq!(names, ["accept", "host", "user-agent"]);
    assert_eq!(headers[2], format!("user-agent: tandem/{VERSION} (bughouse viewer)"));
}

#[test]
fn other_answers_are_no_version() {
    let ask = |reply: Reply| {
        let server = Server::start([("/version.txt".to_owned(), vec![reply])].into());
        newer_version(&server.base, &|| ControlFlow::Continue(()))
    };
    assert_eq!(ask(found(VERSION)).as_deref(), Some(""));
    assert_eq!(ask(found("0.0.1")).as_deref(), Some(""));
    for reply in [
        found("<!doctype html><title>Not found</title>"),
        found("1.x"),
        found(""),
        Reply::Answer(404, "", "9.9".to_owned()),
        Reply::Answer(302, "Location: /other\r\n", "9.9".to_owned()),
        Reply::Torn("99.99.99".to_owned()),
    ] {
        assert_eq!(ask(reply), None);
    }
    let server = Server::start([("/version.txt".to_owned(), vec![Reply::Hang])].into());
    assert_eq!(newer_version(&server.base, &|| ControlFlow::Break(())), None, "cancelled");
}
