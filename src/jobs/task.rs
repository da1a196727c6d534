//! [`Task`]: the work of a job, with its title and lane.

use super::{JobContext, Lane};
use crate::app::Action;

/// The work of a job and all that it needs. Its file also has the work itself.
///
/// A new job is a struct with this trait, an arm in [`Jobs::run`](super::Jobs::run), and a
/// [`JobKind`](crate::app::JobKind) with an arm in the handling of failed jobs. The compiler asks for all three.
pub(super) trait Task: Send + 'static {
    /// The task, as the subject of an error message: `saving the settings`.
    const TITLE: &'static str;
    const LANE: Lane;

    /// Does the work, and sends progress and results.
    fn run(self, context: &JobContext<Action>);
}
