//! When unsaved changes are written, so that little is lost and the disk is left alone.

use std::time::Duration;

/// The time between two writes at least, and between a change and its being written at most.
const INTERVAL: Duration = Duration::from_secs(2);

/// Decides when to write; it reads no clock. Times are counted from any one moment, and go forward.
///
/// The first change is written at once, and later ones together, two seconds after the last write began.
#[derive(Clone, Debug, Default)]
pub struct RecoveryPace {
    /// When the first change came that is not written.
    unwritten_since: Option<Duration>,
    /// When the last write began.
    wrote_at: Option<Duration>,
}

impl RecoveryPace {
    /// Something was changed or typed.
    pub fn changed(&mut self, now: Duration) {
        self.unwritten_since.get_or_insert(now);
    }

    /// When the next write is due; never while all is written.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        let since = self.unwritten_since?;
        let next = self.wrote_at.map(|wrote| wrote + INTERVAL);
        Some(next.map_or(since, |next| next.max(since)))
    }

    /// Whether to write now. If so all changes so far count as written, until [`RecoveryPace::failed`] is
    /// said.
    #[must_use]
    pub fn begin(&mut self, now: Duration) -> bool {
        let begins = self.due().is_some_and(|due| due <= now);
        if begins {
            self.unwritten_since = None;
            self.wrote_at = Some(now);
        }
        begins
    }

    /// The last write has failed: it is tried again two seconds after it began.
    pub fn failed(&mut self) {
        if let Some(wrote) = self.wrote_at {
            self.unwritten_since = Some(wrote);
        }
    }

    /// Nothing is unsaved any more.
    pub fn saved(&mut self) {
        self.unwritten_since = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_first_change_at_once_and_the_others_together() {
        let mut pace = RecoveryPace::default();
        assert_eq!(pace.due(), None);
        assert!(!pace.begin(ms(0)));
        pace.changed(ms(100));
        assert!(pace.begin(ms(100)));
        assert_eq!(pace.due(), None);
        pace.changed(ms(200));
        pace.changed(ms(300));
        assert_eq!(pace.due(), Some(ms(2100)));
        assert!(!pace.begin(ms(2099)));
        assert!(pace.begin(ms(2100)));
        pace.changed(ms(9000));
        assert_eq!(pace.due(), Some(ms(9000)));
    }

    #[test]
    fn a_write_that_failed_is_tried_again_and_one_that_is_not_needed_is_left() {
        let mut pace = RecoveryPace::default();
        pace.changed(ms(0));
        assert!(pace.begin(ms(0)));
        pace.failed();
        assert_eq!(pace.due(), Some(ms(2000)));
        assert!(pace.begin(ms(2000)));
        pace.changed(ms(2500));
        pace.saved();
        assert_eq!(pace.due(), None);
        assert!(!pace.begin(ms(9000)));
    }

    proptest! {
        /// A window that sleeps until the next change or the next write that is due.
        #[test]
        fn no_change_waits_longer_and_no_two_writes_are_closer(
            gaps in proptest::collection::vec(0_u64..5000, 1..60),
        ) {
            let mut pace = RecoveryPace::default();
            let mut changes: Vec<_> = gaps
                .iter()
                .scan(0, |now, gap| { *now += gap; Some(ms(*now)) })
                .collect();
            changes.reverse();
            let (mut waiting, mut writes) = (Vec::new(), Vec::<Duration>::new());
            loop {
                let now = match (changes.last().copied(), pace.due()) {
                    (None, None) => break,
                    (Some(change), due) if due.is_none_or(|due| change <= due) => {
                        changes.pop();
                        waiting.push(change);
                        pace.changed(change);
                        change
                    }
                    (_, Some(due)) => due,
                    (Some(_), None) => unreachable!("a change comes before what is never due"),
                };
                if pace.begin(now) {
                    prop_assert!(writes.last().is_none_or(|last| now - *last >= INTERVAL));
                    writes.push(now);
                    for change in waiting.drain(..) {
                        prop_assert!(now - change <= INTERVAL);
                    }
                }
            }
            prop_assert!(waiting.is_empty(), "everything is written in the end");
        }
    }
}
