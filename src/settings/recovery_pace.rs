//! [`RecoveryPace`]: decides when to write recovery data, so that a crash loses little and the disk is not busy.

use std::time::Duration;

/// The minimum time between the starts of two writes, and the maximum delay of a change.
const INTERVAL: Duration = Duration::from_secs(2);

/// Decides when to write. All times are measured from a fixed point that the caller chooses, and must not decrease.
///
/// A change is written at once if the last write began at least two seconds ago. Otherwise it is written two seconds
/// after that write began, together with the changes made until then.
#[derive(Clone, Debug, Default)]
pub struct RecoveryPace {
    /// The time of the first change that is not written yet.
    unwritten_since: Option<Duration>,
    /// The start of the last write.
    wrote_at: Option<Duration>,
}

impl RecoveryPace {
    /// Records a change at the time `now`.
    pub fn changed(&mut self, now: Duration) {
        self.unwritten_since.get_or_insert(now);
    }

    /// Returns the time at which the next write is due; `None` if everything is written.
    pub fn due(&self) -> Option<Duration> {
        let since = self.unwritten_since?;
        let next = self.wrote_at.map(|wrote| wrote + INTERVAL);
        Some(next.map_or(since, |next| next.max(since)))
    }

    /// Returns whether to write at the time `now`. If so, all changes count as written until [`RecoveryPace::failed`]
    /// is called.
    pub fn begin(&mut self, now: Duration) -> bool {
        let begins = self.due().is_some_and(|due| due <= now);
        if begins {
            self.unwritten_since = None;
            self.wrote_at = Some(now);
        }
        begins
    }

    /// Records that the last write failed. The next attempt is due two seconds after the failed write began.
    pub fn failed(&mut self) {
        if let Some(wrote) = self.wrote_at {
            self.unwritten_since = Some(wrote);
        }
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
    fn first_change_is_written_immediately_and_others_batched() {
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
    fn failed_write_is_retried() {
        let mut pace = RecoveryPace::default();
        pace.changed(ms(0));
        assert!(pace.begin(ms(0)));
        pace.failed();
        assert_eq!(pace.due(), Some(ms(2000)));
        assert!(pace.begin(ms(2000)));
    }

    proptest! {
        /// Simulates a window that is idle between changes and writes.
        #[test]
        fn delays_and_writes_keep_the_interval(
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
                    (Some(_), None) => unreachable!("a change is taken if no write is due"),
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
