//! [`WindowLayout`]: the layout of the window, computed from sizes alone.
//!
//! Boards have priority: the panel is placed beside or below the boards, whichever leaves larger boards. A part without
//! room folds to a rail: a narrow strip that opens the part over the boards, as a drawer.

mod boards;
mod charts;
mod evaluation_row;
mod low_game;
mod rectangle;

pub use boards::{Arrangement, BoardLayout, BoardsLayout, SeatLayout};
pub use charts::Charts;
pub use rectangle::Rectangle;

use crate::settings::Layout;
use boards::{BoardsRoom, TIMELINE_FROM};

/// The minimum window width, in points, at which the list of matches is unfolded.
const MIN_LIST_WINDOW_WIDTH: f32 = 1280.0;

/// The default width of the unfolded list, in points: number, teams and result fit.
const DEFAULT_LIST_WIDTH: f32 = 240.0;

/// The default width of the panel in the narrowest window with an unfolded list, in points. Number, move and clock without
/// tenths of four columns fit on one line in small text.
const NARROW_PANEL_WIDTH: f32 = 331.0;

/// The default width of the panel in a window as wide as `FULL_PANEL_WINDOW_WIDTH`, in points. Number, move and clock
/// of four columns fit on one line.
const FULL_PANEL_WIDTH: f32 = 480.0;

/// The window width at which the panel beside an unfolded list reaches `FULL_PANEL_WIDTH`, in points.
const FULL_PANEL_WINDOW_WIDTH: f32 = 1600.0;

/// The minimum side of a square, in points, at which the panel is shown below boards side by side.
const MIN_SQUARE_ABOVE_PANEL: f32 = 25.0;

/// The minimum side of a square, in points, at which the panel is shown beside the boards. It is smaller than
/// `MIN_SQUARE_ABOVE_PANEL`, since boards that leave room beside them are limited by the height of the window.
const MIN_SQUARE_BESIDE_PANEL: f32 = 23.0;

/// The minimum side of a square, in points, at which the panel is shown below stacked boards. It is larger than
/// `MIN_SQUARE_ABOVE_PANEL`, since the panel below stacked boards is low.
const MIN_STACKED_SQUARE_WITH_PANEL: f32 = 32.0;

/// The width reserved for the margins beside the boards and the gap between the boards, in points.
const BOARD_MARGINS: f32 = 24.0;

/// If the panel is below the boards, spare height up to this limit goes to the timeline, in points. Any further spare
/// height goes to the panel.
const TIMELINE_GROWTH: f32 = 24.0;

/// The minimum width that the user can give to the match list, in points.
const MIN_LIST: f32 = 120.0;

/// The minimum width that the user can give to the panel beside the boards, in points.
const MIN_PANEL: f32 = 200.0;

/// The minimum height that the user can give to the panel below the boards, in points.
const MIN_BELOW: f32 = 140.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardCount {
    /// One board, for a game of Kriegspiel.
    One = 1,
    /// Two boards, for a match.
    Two = 2,
}

/// The input of the layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutRequest {
    /// The window below its menus.
    pub room: Rectangle,
    pub pixels_per_point: f32,
    pub count: BoardCount,
    /// The charts of the timeline.
    pub charts: Charts,
    /// The height of a button, in points.
    pub button_height: f32,
    /// The width of a folded part, in points; 0 if buttons of the menu bar open the folded parts.
    pub rail_width: f32,
    /// Whether the match list is enabled.
    pub list: bool,
    /// Whether the panel is enabled.
    pub panel: bool,
    /// Whether an enabled panel never folds, however small the boards get, because it is used together with them.
    pub keeps_panel: bool,
    /// The sizes of the panels as set by the user.
    pub shares: Layout,
}

/// Whether and where a part of the window is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fold {
    #[default]
    Off,
    /// Not enough room for the part: a rail (narrow strip) opens it as a drawer.
    Rail(Rectangle),
    Open(Rectangle),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    Right,
    Below,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WindowLayout {
    pub list: Fold,
    pub panel: Fold,
    pub panel_place: PanelPlace,
    pub arrangement: Arrangement,
    /// The space that the list and the panel leave for the boards.
    pub center: Rectangle,
    /// The layout of the boards and their parts in `center`.
    pub boards: BoardsLayout,
}

/// A placement of panel and boards to consider.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    panel: Option<PanelPlace>,
    arrangement: Arrangement,
}

impl Candidate {
    const WITH_PANEL: [Self; 4] = [
        Self { panel: Some(PanelPlace::Right), arrangement: Arrangement::SideBySide },
        Self { panel: Some(PanelPlace::Right), arrangement: Arrangement::Low },
        Self { panel: Some(PanelPlace::Below), arrangement: Arrangement::SideBySide },
        Self { panel: Some(PanelPlace::Below), arrangement: Arrangement::Stacked },
    ];

    const WITHOUT_PANEL: [Self; 3] = [
        Self { panel: None, arrangement: Arrangement::SideBySide },
        Self { panel: None, arrangement: Arrangement::Low },
        Self { panel: None, arrangement: Arrangement::Stacked },
    ];
}

/// A candidate with the sizes that decide about it, in points.
#[derive(Clone, Copy, Debug)]
struct CandidateSizes {
    candidate: Candidate,
    center_width: f32,
    /// The side of a square.
    square: f32,
}

/// The sizes of the panels, in points.
#[derive(Clone, Copy, Debug)]
struct PanelSizes {
    list: f32,
    right: f32,
    below: f32,
}

impl PanelSizes {
    /// Returns the default sizes. Each size grows more slowly than the window. There is one exception: at the width
    /// where the list unfolds, the panel becomes narrower.
    fn preferred(room: &Rectangle, with_list: bool) -> Self {
        let width = room.width;
        let right =
            if with_list && (MIN_LIST_WINDOW_WIDTH..FULL_PANEL_WINDOW_WIDTH).contains(&width) {
                let fraction = (width - MIN_LIST_WINDOW_WIDTH)
                    / (FULL_PANEL_WINDOW_WIDTH - MIN_LIST_WINDOW_WIDTH);
                NARROW_PANEL_WIDTH + (FULL_PANEL_WIDTH - NARROW_PANEL_WIDTH) * fraction
            } else {
                // In a window 1280 points wide, a cell of the move list, with a move and its clock, still fits on one
                // line.
                (0.4 * width - 128.0).min(FULL_PANEL_WIDTH).max(150.0 + 0.12 * width)
            };
        Self {
            list: DEFAULT_LIST_WIDTH.max(80.0 + 0.055 * width),
            right: right.min(width * 0.5),
            below: (room.height * 0.22).clamp(150.0, 420.0),
        }
    }

    /// Returns the sizes that the user has chosen, limited so that the boards have room. A panel without a chosen size
    /// gets its default size.
    fn chosen(request: &LayoutRequest) -> Self {
        let LayoutRequest { room, shares, .. } = request;
        let preferred = Self::preferred(room, request.list);
        let size = |share: Option<f32>, whole: f32, preferred: f32, least: f32, most: f32| {
            let most = (whole * most).max(least.min(whole * 0.5));
            share.map_or(preferred, |share| (share * whole).clamp(least.min(most), most))
        };
        Self {
            list: size(shares.list_share, room.width, preferred.list, MIN_LIST, 0.3),
            right: size(shares.panel_share, room.width, preferred.right, MIN_PANEL, 0.5),
            below: size(shares.below_share, room.height, preferred.below, MIN_BELOW, 0.6),
        }
    }
}

impl WindowLayout {
    pub fn of(request: &LayoutRequest) -> Self {
        Planner::of(request).layout()
    }

    /// Returns the side of a square, in points.
    pub fn square(&self) -> f32 {
        let board = self.boards.boards.first();
        board.map_or(0.0, |it| it.board.width / 8.0)
    }
}

/// The request, and the limits on the placement of panel and boards.
#[derive(Clone, Copy, Debug)]
struct Planner {
    request: LayoutRequest,
    /// Limits while the list is folded, otherwise `None`: the placement, and the side of a square, in a window just
    /// wide enough to unfold the list. The limits ensure that widening the window to that width neither shrinks the
    /// boards nor moves the panel below the boards.
    unfolded: Option<(Candidate, f32)>,
}

impl Planner {
    fn of(request: &LayoutRequest) -> Self {
        let folded = request.list && request.room.width < MIN_LIST_WINDOW_WIDTH;
        let unfolded = folded.then(|| {
            let mut wide_request = *request;
            wide_request.room.width = MIN_LIST_WINDOW_WIDTH;
            // Sizes that the user has chosen do not affect the limits.
            wide_request.shares = Layout::default();
            let wide_planner = Self { request: wide_request, unfolded: None };
            (wide_planner.candidate(), wide_planner.layout().square())
        });
        Self { request: *request, unfolded }
    }

    fn layout(&self) -> WindowLayout {
        let candidate = self.candidate();
        let mut sizes = PanelSizes::chosen(&self.request);
        let (center, ..) = self.parts(candidate, &sizes);
        self.distribute_spare_room(candidate, center, &mut sizes);
        let (center, list, panel) = self.parts(candidate, &sizes);
        WindowLayout {
            list,
            panel,
            panel_place: candidate.panel.unwrap_or(PanelPlace::Right),
            arrangement: candidate.arrangement,
            boards: self.boards_room(center).place(candidate.arrangement),
            center,
        }
    }

    fn boards_room(&self, room: Rectangle) -> BoardsRoom {
        BoardsRoom {
            room,
            request: self.request,
            max_square: self.unfolded.map_or(f32::INFINITY, |(_, side)| side),
        }
    }

    /// Returns whether the panel, now at `place`, would move below the boards when the list unfolds.
    fn would_move_below(&self, place: PanelPlace) -> bool {
        let unfolded = self.unfolded.and_then(|(candidate, _)| candidate.panel);
        place == PanelPlace::Right && unfolded == Some(PanelPlace::Below)
    }

    /// Returns the candidate with the largest boards. Candidates without the panel are considered only if the panel is
    /// off, or has no room anywhere and may fold.
    fn candidate(&self) -> Candidate {
        let with_panel = if self.request.panel {
            let roomy =
                self.largest(&Candidate::WITH_PANEL, |sizes| self.has_room_for_panel(sizes));
            if roomy.is_none() && self.request.keeps_panel {
                self.largest(&Candidate::WITH_PANEL, |_| true)
            } else {
                roomy
            }
        } else {
            None
        };
        let without_panel = || self.largest(&Candidate::WITHOUT_PANEL, |_| true);
        let fallback = Candidate { panel: None, arrangement: Arrangement::SideBySide };
        with_panel.or_else(without_panel).unwrap_or(fallback)
    }

    /// Returns the one of `candidates` with the largest boards among those that `is_allowed`.
    fn largest(
        &self,
        candidates: &[Candidate],
        is_allowed: impl Fn(&CandidateSizes) -> bool,
    ) -> Option<Candidate> {
        let preferred = PanelSizes::preferred(&self.request.room, self.request.list);
        let mut best: Option<CandidateSizes> = None;
        for &candidate in candidates {
            let (center, ..) = self.parts(candidate, &preferred);
            let Some(square) = self.boards_room(center).square(candidate.arrangement) else {
                continue;
            };
            let sizes = CandidateSizes { candidate, center_width: center.width, square };
            if is_allowed(&sizes) && best.is_none_or(|best| square > best.square) {
                best = Some(sizes);
            }
        }
        best.map(|best| best.candidate)
    }

    /// Returns whether a candidate with the panel leaves enough room for the boards.
    fn has_room_for_panel(&self, sizes: &CandidateSizes) -> bool {
        let CandidateSizes { candidate, center_width, square } = *sizes;
        let Some(place) = candidate.panel else { return true };
        // In a low window the boards and the timeline come first.
        if self.request.room.height < TIMELINE_FROM || self.would_move_below(place) {
            return false;
        }
        match (place, candidate.arrangement) {
            // Whether the panel fits depends on the width of the center, not on the side of a square. A low window
            // has small boards, but may have room beside them.
            (PanelPlace::Right, _) => {
                let count = f32::from(self.request.count as u8);
                center_width >= count * 8.0 * MIN_SQUARE_BESIDE_PANEL + BOARD_MARGINS
            }
            (PanelPlace::Below, Arrangement::SideBySide | Arrangement::Low) => {
                square >= MIN_SQUARE_ABOVE_PANEL
            }
            (PanelPlace::Below, Arrangement::Stacked) => square >= MIN_STACKED_SQUARE_WITH_PANEL,
        }
    }

    /// Returns the space for the boards, the place of the list, and the place of the panel.
    fn parts(&self, candidate: Candidate, sizes: &PanelSizes) -> (Rectangle, Fold, Fold) {
        let mut remaining = self.request.room;
        let is_list_unfolded = self.request.room.width >= MIN_LIST_WINDOW_WIDTH;
        let has_rail = self.request.list && !is_list_unfolded;
        let rail_width = self.request.rail_width;
        let rail = if has_rail { Some(Fold::Rail(remaining.cut_left(rail_width))) } else { None };
        let panel = match candidate.panel {
            _ if !self.request.panel => Fold::Off,
            None => Fold::Rail(remaining.cut_right(rail_width)),
            Some(PanelPlace::Right) => Fold::Open(remaining.cut_right(sizes.right)),
            Some(PanelPlace::Below) => {
                let mut below = remaining.cut_bottom(sizes.below);
                if self.request.list && is_list_unfolded {
                    let list = Fold::Open(below.cut_left(sizes.list));
                    return (remaining, list, Fold::Open(below));
                }
                Fold::Open(below)
            }
        };
        let list = match rail {
            Some(rail) => rail,
            None if self.request.list => Fold::Open(remaining.cut_left(sizes.list)),
            None => Fold::Off,
        };
        (remaining, list, panel)
    }

    /// Gives the list and the panel the space that the boards cannot use. A part whose size the user has chosen keeps
    /// that size.
    fn distribute_spare_room(
        &self,
        candidate: Candidate,
        center: Rectangle,
        sizes: &mut PanelSizes,
    ) {
        let room = self.boards_room(center);
        let Some(square) = room.square(candidate.arrangement) else { return };
        let (width, height) = room.size(candidate.arrangement, square);
        if candidate.panel == Some(PanelPlace::Below) {
            if self.request.shares.below_share.is_none() {
                sizes.below += (center.height - height - TIMELINE_GROWTH).max(0.0);
            }
            return;
        }
        let mut spare = (center.width - width).max(0.0);
        if candidate.panel == Some(PanelPlace::Right) && self.request.shares.panel_share.is_none() {
            let more = (self.request.room.width * 0.36 - sizes.right).clamp(0.0, spare);
            sizes.right += more;
            spare -= more;
        }
        if self.request.list && self.request.shares.list_share.is_none() {
            sizes.list += (self.request.room.width * 0.2 - sizes.list).clamp(0.0, spare);
        }
    }
}
