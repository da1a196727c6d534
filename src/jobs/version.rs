//! The check for a new version.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, ShellAction},
    import::fetch::newer_version,
};

/// Asks the copy of Tandem at this web address for its version.
pub(super) struct CheckVersion(pub(super) String);

impl Task for CheckVersion {
    const TITLE: &'static str = "the check for a new version";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let found = newer_version(&self.0, &|| context.cancel().flow());
        context.send(ShellAction::VersionFound(found));
    }
}
