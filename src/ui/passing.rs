//! [`Passing`]: when a message that is no warning goes by itself.

use super::shell::in_sight;
use crate::app::Notice;
use eframe::egui::Context;
use std::time::Duration;

/// So long a message stays, in seconds, and so much longer for each letter.
const STAYS: f64 = 4.0;
const A_LETTER: f64 = 0.05;

/// So much longer a message stays that offers something, in seconds.
const OFFERS: f64 = 8.0;

/// Since when the messages have been seen that go by themselves.
#[derive(Default)]
pub struct Passing {
    /// Their numbers, and the clock of the frame in which each was first in sight, in seconds.
    seen: Vec<(u64, f64)>,
}

impl Passing {
    /// The numbers of the messages that have been seen for long enough. For the others a frame is asked for when
    /// the next is due, and none before.
    pub fn gone(&mut self, notices: &[Notice], ctx: &Context) -> Vec<u64> {
        let now = ctx.input(|input| input.time);
        let passing = || notices.iter().filter(|notice| notice.passes());
        let in_sight = in_sight(notices);
        self.seen.retain(|(number, _)| passing().any(|notice| notice.number == *number));
        let mut gone = Vec::new();
        let mut next = f64::INFINITY;
        for notice in passing() {
            let number = notice.number;
            let seen = self.seen.iter().find(|(known, _)| *known == number);
            let since = match seen {
                // What newer ones have put out of sight goes as if it were still seen.
                Some((_, since)) => *since,
                None if in_sight.contains(notice) => {
                    self.seen.push((number, now));
                    now
                }
                None => continue,
            };
            let left = since + stays_s(notice) - now;
            if left > 0.0 {
                next = next.min(left);
            } else {
                gone.push(number);
            }
        }
        if next.is_finite() {
            ctx.request_repaint_after(Duration::from_secs_f64(next));
        }
        gone
    }
}

/// How long `notice` is to be seen, in seconds.
fn stays_s(notice: &Notice) -> f64 {
    let letters = u32::try_from(notice.text.chars().count()).unwrap_or(u32::MAX);
    let offers = if notice.offers.is_empty() { 0.0 } else { OFFERS };
    STAYS + A_LETTER * f64::from(letters) + offers
}
