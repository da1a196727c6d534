//! [`FrameClock`]: the time between two frames during playback.

/// The maximum lateness of a frame, in seconds. A later frame means that the computer was suspended or the window
/// hidden. Even slow machines with very large files stay far below this limit.
const MAX_LATENESS_S: f64 = 2.0;

/// Measures the time between frames, at any frame rate. Time in which the window was invisible does not count.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameClock {
    /// The time of the last frame, and the delay after which the next frame is due, both in seconds.
    last: Option<(f64, f64)>,
}

impl FrameClock {
    /// Returns the seconds from the last frame to `now`, or 0 for the first frame. If the frame is more than
    /// `MAX_LATENESS_S` late, returns only the delay after which it was due.
    pub fn elapsed_s(&mut self, now: f64) -> f64 {
        let last = self.last.replace((now, 0.0));
        last.map_or(0.0, |(before, due_s)| {
            let elapsed_s = (now - before).max(0.0);
            if elapsed_s > due_s + MAX_LATENESS_S { due_s } else { elapsed_s }
        })
    }

    /// Sets the delay after which the next frame is due, in seconds from the last frame.
    pub const fn due_in(&mut self, seconds: f64) {
        if let Some((_, due_s)) = &mut self.last {
            *due_s = seconds;
        }
    }

    /// Stops the clock; the next frame counts as the first one.
    pub const fn stop(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::FrameClock;

    #[test]
    fn late_frame_counts_only_planned_time() {
        let mut clock = FrameClock::default();
        assert_eq!(clock.elapsed_s(10.0), 0.0);
        assert_eq!(clock.elapsed_s(10.5), 0.5);
        // A variation played at a quarter of the speed needs a frame only every four seconds.
        clock.due_in(4.0);
        assert_eq!(clock.elapsed_s(14.75), 4.25);
        clock.due_in(0.25);
        assert_eq!(clock.elapsed_s(3614.75), 0.25);
        assert_eq!(clock.elapsed_s(3615.0), 0.25);
        // If the system clock is set back, no time has passed.
        assert_eq!(clock.elapsed_s(3000.0), 0.0);
        clock.stop();
        assert_eq!(clock.elapsed_s(4000.0), 0.0);
    }
}
