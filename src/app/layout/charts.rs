//! [`Charts`]: the charts of the timeline.

/// The charts below the lanes of the timeline. A low timeline shows fewer of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charts {
    /// The leads on both diagonals.
    pub diagonals: bool,
    /// The estimated win probability.
    pub probability: bool,
}

impl Charts {
    pub const fn is_empty(self) -> bool {
        !self.diagonals && !self.probability
    }

    /// Returns the height of the timeline, in points, given the height that it has with the diagonals alone.
    /// `window_height` is the height of the window below its menus.
    pub(super) fn timeline_height(self, with_diagonals: f32, window_height: f32) -> f32 {
        if self.is_empty() {
            with_diagonals.min(LANES_HEIGHT)
        } else if self.diagonals && self.probability {
            with_diagonals + (0.25 * (window_height - 560.0)).clamp(0.0, SECOND_CHART_HEIGHT)
        } else {
            with_diagonals
        }
    }

    /// Returns the limit on the spare height that the timeline takes, in points.
    pub(super) const fn max_growth(self) -> f32 {
        if self.is_empty() { MAX_EXTRA_LANES } else { MAX_EXTRA_TIMELINE }
    }
}

/// The height of a timeline without charts, in points.
const LANES_HEIGHT: f32 = 52.0;

/// The height that a second chart adds in a high window, in points.
const SECOND_CHART_HEIGHT: f32 = 48.0;

/// The timeline gets all spare height up to this limit, in points. A part of any further spare height is left empty.
const MAX_EXTRA_TIMELINE: f32 = 120.0;

/// As `MAX_EXTRA_TIMELINE`, without charts.
const MAX_EXTRA_LANES: f32 = 16.0;
