//! [`NoticeTimer`]: determines when notices expire. Warnings and most offers do not expire.

use crate::app::Notice;
use eframe::egui::Context;
use std::{collections::BTreeMap, time::Duration};

/// The display time of a notice without text and buttons, in seconds.
const BASE_DISPLAY_S: f64 = 4.0;

/// The extra time for each character of a notice, in seconds.
const PER_CHARACTER_S: f64 = 0.05;

/// The extra time for a notice with a button, in seconds.
const WITH_OFFER_S: f64 = 8.0;

#[derive(Default)]
pub struct NoticeTimer {
    /// The time of the frame that first showed each notice, in seconds, by its number.
    first_seen: BTreeMap<u64, f64>,
}

impl NoticeTimer {
    /// Returns the numbers of the expired notices, and requests a repaint for when the next one expires.
    pub fn expired(&mut self, notices: &[Notice], ctx: &Context) -> Vec<u64> {
        let now = ctx.input(|input| input.time);
        let expiring = || notices.iter().filter(|notice| notice.expires());
        self.first_seen.retain(|number, _| expiring().any(|notice| notice.number == *number));
        let mut expired = Vec::new();
        let mut next = f64::INFINITY;
        for notice in expiring() {
            // A notice expires even while others hide it.
            let since = *self.first_seen.entry(notice.number).or_insert(now);
            let left_s = since + display_time_s(notice) - now;
            if left_s > 0.0 {
                next = next.min(left_s);
            } else {
                expired.push(notice.number);
            }
        }
        if next.is_finite() {
            ctx.request_repaint_after(Duration::from_secs_f64(next));
        }
        expired
    }
}

fn display_time_s(notice: &Notice) -> f64 {
    let characters = u32::try_from(notice.text.chars().count()).unwrap_or(u32::MAX);
    let offers = if notice.offers.is_empty() { 0.0 } else { WITH_OFFER_S };
    BASE_DISPLAY_S + PER_CHARACTER_S * f64::from(characters) + offers
}
