//! The notice about a new version, with a server on this machine in place of the user's copy of Tandem on the web.

use crate::{
    site::{Server, found},
    window::{SHORT, Window},
};
use tandem::app::{Action, Command, Dialog, SettingsPage, ShellAction, Switch};

const SWITCH: Command = Command::Switch(Switch::Updates);

#[test]
fn new_version_is_named_once_it_may_be_asked_for() {
    let server = Server::start([("/version.txt".to_owned(), vec![found("99.1.0\n")])].into());
    let mut window = Window::of(SHORT);
    // Without an address the switch says what it needs.
    window.update(Action::RunCommand(SWITCH));
    window.settle();
    assert!(window.has_containing("This needs the web address"), "{:?}", window.names());
    assert!(!window.state().settings.updates);
    let number = window.state().shell.notices[0].number;
    window.update(Action::Shell(ShellAction::CloseNotice(number)));
    window.change_settings(|it| it.page = server.base.clone());
    let page = Dialog::Settings(SettingsPage::Matches, None);
    window.update(Action::Shell(ShellAction::Dialog(Some(page))));
    window.settle();
    assert!(window.has(SWITCH.info().name), "{:?}", window.names());
    assert!(window.has("Sends this address nothing but the version you have"));
    assert_eq!(server.paths(), [""; 0], "nothing is sent before the switch is on");
    window.update(Action::RunCommand(SWITCH));
    window.wait("the version is known", |window| !window.state().shell.notices.is_empty());
    window.update(Action::Shell(ShellAction::Dialog(None)));
    window.settle();
    let words =
        format!("Tandem 99.1.0 is available. This is version {}.", env!("CARGO_PKG_VERSION"));
    assert!(window.has(&words) && window.has("Copy address"), "{:?}", window.names());
    assert_eq!(server.paths(), ["/version.txt"]);
    let today = window.state().shell.today.clone();
    window.wait_settings_saved("the date", |settings| {
        settings.updates && !today.is_empty() && settings.update_date == today
    });
}
