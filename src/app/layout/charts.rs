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
    pub const fn count(self) -> usize {
        self.diagonals as usize + self.probability as usize
    }

    pub const fn is_empty(self) -> bool {
        self.count() == 0
    }

    /// Returns the height of the timeline below boards that are side by side, in points. `window_height` is the height
    /// of the window below its menus. It grows more than the timeline does, so that the boards do not shrink.
    pub(super) fn timeline_height(self, window_height: f32) -> f32 {
        if self.is_empty() {
            return LANES_HEIGHT;
        }
        let growth = |from: f32| 0.5 * (window_height - from);
        let one =
            (LANES_HEIGHT + growth(CHART_FROM)).min((window_height * 0.1).max(ONE_CHART_HEIGHT));
        let second = if self.count() > 1 { growth(SECOND_CHART_FROM) } else { 0.0 };
        one.clamp(LANES_HEIGHT, MAX_ONE_CHART_HEIGHT) + second.clamp(0.0, SECOND_CHART_HEIGHT)
    }

    /// Returns the limit on the spare height that the timeline takes, in points.
    pub(super) const fn max_growth(self) -> f32 {
        if self.is_empty() { MAX_EXTRA_LANES } else { MAX_EXTRA_TIMELINE }
    }
}

/// The height of a timeline without charts, in points.
pub(super) const LANES_HEIGHT: f32 = 52.0;

/// The minimum height of a timeline with a readable chart, in points.
const ONE_CHART_HEIGHT: f32 = 80.0;

/// The window height from which the timeline grows until it has room for a chart, in points. The chart is readable in
/// windows higher by twice what it needs beside the lanes: from 440 points on, such as 800 pixels with a title bar and
/// text of 150 %.
const CHART_FROM: f32 = 384.0;

/// The window height from which the timeline grows until it has room for a second chart, in points.
const SECOND_CHART_FROM: f32 = 600.0;

/// The maximum height of a timeline with a chart, without spare height, in points.
const MAX_ONE_CHART_HEIGHT: f32 = 90.0;

/// The height that a second chart adds in a high window, in points.
const SECOND_CHART_HEIGHT: f32 = 38.0;

/// The timeline gets all spare height up to this limit, in points. A part of any further spare height is left empty.
const MAX_EXTRA_TIMELINE: f32 = 120.0;

/// As `MAX_EXTRA_TIMELINE`, without charts.
const MAX_EXTRA_LANES: f32 = 16.0;
