//! The notice about a new version, which the user switches on.

use crate::{
    app::{Cx, Effect, Offer},
    import::fetch::{VERSION, version_url},
    platform,
};

/// Looks for a new version if the user has switched that on.
pub(super) fn check_version(cx: &mut Cx<'_>) {
    if platform::HAS_NETWORK && cx.settings.updates && !cx.settings.page.is_empty() {
        let today = cx.shell.today.clone();
        cx.change_settings(|settings| settings.update_date = today);
        let page = cx.settings.page.clone();
        cx.run(Effect::CheckVersion(page));
    }
}

/// Shows the version found. A missing answer and a version that is not newer are shown only if the user has just
/// switched the check on.
pub(super) fn show(cx: &mut Cx<'_>, found: Option<String>) {
    let was_asked = std::mem::take(&mut cx.shell_mut().asks_version);
    let Some(newer) = found else {
        if was_asked {
            let url = version_url(&cx.settings.page);
            cx.warn(format!("No version found at {url}. Tandem looks again tomorrow."));
        }
        return;
    };
    if !newer.is_empty() {
        let text = format!("Tandem {newer} is available. This is version {VERSION}.");
        let page = cx.settings.page.clone();
        cx.notify_with_offer(text, Offer::Copy(page));
    } else if was_asked {
        cx.notify(format!("Version {VERSION} is the latest one there."));
    }
}
