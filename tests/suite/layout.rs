//! The layout of the window at every size: no overlap, no clipping, boards first, and a larger window never shows less.

use proptest::prelude::*;
use tandem::app::{
    Arrangement, BoardCount, BoardLayout, Charts, Fold, LayoutRequest, PanelPlace, Rectangle,
    WindowLayout,
};
use tandem::settings::Layout;

/// The height of the menus, in points.
const MENUS: f32 = 29.0;

fn request(width: f32, height: f32, scale: f32, list: bool, panel: bool) -> LayoutRequest {
    let (width, height) = (width / scale, height / scale);
    LayoutRequest {
        room: Rectangle::new(0.0, MENUS, width, height - MENUS),
        pixels_per_point: scale,
        count: BoardCount::Two,
        charts: Charts { diagonals: true, probability: false },
        button_height: 18.0,
        rail_width: 16.0,
        list,
        panel,
        keeps_panel: false,
        shares: Layout::default(),
    }
}

fn game(request: LayoutRequest) -> LayoutRequest {
    LayoutRequest { count: BoardCount::One, ..request }
}

/// Returns every visible part with its name.
fn parts(layout: &WindowLayout) -> Vec<(String, Rectangle)> {
    let mut parts = Vec::new();
    for (name, fold) in [("list", layout.list), ("panel", layout.panel)] {
        match fold {
            Fold::Off => {}
            Fold::Rail(place) | Fold::Open(place) => parts.push((name.to_owned(), place)),
        }
    }
    let boards = &layout.boards;
    for (name, place) in
        [("header", boards.header), ("timeline", boards.timeline), ("transport", boards.transport)]
    {
        parts.push((name.to_owned(), place));
    }
    for (number, board) in boards.boards.iter().enumerate() {
        let BoardLayout { board, seats, text } = board;
        parts.push((format!("board {number}"), *board));
        parts.push((format!("text {number}"), *text));
        for (seat, side) in seats.iter().zip(["upper", "lower"]) {
            parts.push((format!("{side} bar {number}"), seat.bar));
            parts.push((format!("{side} reserve {number}"), seat.reserve));
        }
    }
    parts.retain(|(_, place)| !place.is_empty());
    parts
}

fn names(layout: &WindowLayout) -> Vec<String> {
    let shown = |(name, _): (String, Rectangle)| name;
    let mut names: Vec<String> = parts(layout).into_iter().map(shown).collect();
    // A rail does not count as the part.
    for (name, fold) in [("list", layout.list), ("panel", layout.panel)] {
        if matches!(fold, Fold::Rail(_)) {
            names.retain(|other| other != name);
        }
    }
    names.sort();
    names
}

fn overlap(a: &Rectangle, b: &Rectangle) -> bool {
    let gap = 0.02;
    a.left + gap < b.right()
        && b.left + gap < a.right()
        && a.top + gap < b.bottom()
        && b.top + gap < a.bottom()
}

fn check(request: &LayoutRequest) -> WindowLayout {
    let layout = WindowLayout::of(request);
    let parts = parts(&layout);
    let room = request.room;
    for (index, (name, place)) in parts.iter().enumerate() {
        let inside = place.left >= room.left - 0.02
            && place.right() <= room.right() + 0.02
            && place.top >= room.top - 0.02
            && place.bottom() <= room.bottom() + 0.02;
        assert!(inside, "{name} is cut: {place:?} in {request:?}");
        for (other, taken) in &parts[..index] {
            assert!(
                !overlap(place, taken),
                "{name} {place:?} lies over {other} {taken:?} in {request:?}"
            );
        }
    }
    for board in &layout.boards.boards {
        let side = board.board.width * request.pixels_per_point / 8.0;
        assert!((side - side.round()).abs() < 0.01, "whole pixels: {side}");
        let squares = (board.board.width - board.board.height).abs();
        assert!(squares < 0.01, "a board is a square: {board:?}");
        for seat in &board.seats {
            let reserve = seat.reserve;
            if !reserve.is_empty() && layout.arrangement == Arrangement::SideBySide {
                let piece = (reserve.height - 4.0) / (board.board.width / 8.0);
                assert!(piece >= 0.6, "a piece in hand has {piece} of a square");
            }
        }
    }
    layout
}

/// Sizes in pixels, from a phone to a large screen.
const WIDTHS: [f32; 16] = [
    360.0, 420.0, 480.0, 600.0, 700.0, 800.0, 900.0, 1000.0, 1199.0, 1200.0, 1280.0, 1600.0,
    1920.0, 2560.0, 3200.0, 3840.0,
];
const HEIGHTS: [f32; 12] =
    [400.0, 480.0, 600.0, 640.0, 720.0, 800.0, 900.0, 1000.0, 1080.0, 1200.0, 1440.0, 2160.0];

fn every_window(mut look: impl FnMut(LayoutRequest)) {
    for width in WIDTHS {
        for height in HEIGHTS {
            for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
                for (list, panel) in [(false, false), (false, true), (true, false), (true, true)] {
                    let request = request(width, height, scale, list, panel);
                    look(request);
                    look(game(request));
                }
            }
        }
    }
}

#[test]
fn nothing_overlaps_and_nothing_is_cut() {
    every_window(|request| {
        check(&request);
        // Where only touch is.
        check(&LayoutRequest { button_height: 44.0, rail_width: 0.0, ..request });
    });
}

#[test]
fn a_kept_panel_never_folds() {
    every_window(|request| {
        let layout = check(&LayoutRequest { keeps_panel: true, ..request });
        let usual = check(&request);
        if !request.panel {
            return assert_eq!(layout, usual);
        }
        assert!(matches!(layout.panel, Fold::Open(_)), "{request:?}");
        if matches!(usual.panel, Fold::Open(_)) {
            assert_eq!(layout, usual);
        }
    });
    // A small window with large text.
    for (width, height, least) in [(900.0, 600.0, 240.0), (640.0, 480.0, 130.0)] {
        let request = request(width, height, 1.5, true, true);
        assert!(matches!(check(&request).panel, Fold::Rail(_)));
        let layout = check(&LayoutRequest { keeps_panel: true, ..request });
        let side = layout.square() * 8.0 * 1.5;
        assert!(side >= least, "{width} × {height}: {side}");
    }
}

#[test]
fn no_more_than_a_tenth_of_the_height_is_empty() {
    every_window(|request| {
        // Boards beside open panels are as wide as the panels allow. The view of a game has no timeline that could
        // grow.
        if request.count == BoardCount::One || request.room.height < 420.0 {
            return;
        }
        let layout = check(&request);
        let parts = parts(&layout);
        let inside = |place: &&Rectangle| {
            place.left >= layout.center.left && place.bottom() <= layout.center.bottom()
        };
        let places = parts.iter().map(|(_, place)| place).filter(inside);
        let mut spans: Vec<(f32, f32)> = places.map(|it| (it.top, it.bottom())).collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut empty = 0.0;
        let mut reached = layout.center.top;
        for (top, bottom) in spans {
            empty += (top - reached).max(0.0);
            reached = reached.max(bottom);
        }
        empty += (layout.center.bottom() - reached).max(0.0);
        let most = 0.1 * (request.room.height + MENUS) + 30.0;
        assert!(empty <= most, "{empty} > {most} in {request:?}");
    });
}

#[test]
fn boards_are_within_a_tenth_of_the_largest_fit() {
    every_window(|request| {
        let layout = check(&request);
        let boards = &layout.boards.boards;
        let (Some(first), Some(last)) = (boards.first(), boards.last()) else { return };
        let edge = |fold: fn(f32, f32) -> f32, of: fn(&Rectangle) -> f32, start: f32| {
            let places = boards.iter().flat_map(|it| {
                let seats = it.seats.iter().flat_map(|seat| [seat.bar, seat.reserve]);
                seats.chain([it.board, it.text]).collect::<Vec<_>>()
            });
            places.filter(|it| !it.is_empty()).map(|it| of(&it)).fold(start, fold)
        };
        let high = edge(f32::max, Rectangle::bottom, last.board.bottom())
            - edge(f32::min, |it| it.top, first.board.top);
        let wide = edge(f32::max, Rectangle::right, last.board.right())
            - edge(f32::min, |it| it.left, first.board.left);
        let center = layout.center;
        let rows = layout.boards.header.height + layout.boards.transport.height;
        // The timeline without spare height, and the margins.
        let timeline = if layout.boards.timeline.is_empty() { 0.0 } else { 90.0 };
        let least = 1.1 * high + rows + timeline + 20.0;
        let too_high = least > center.height;
        let too_wide = 1.1 * wide + 6.0 > center.width;
        // A column of text beside each board is not square.
        let words = layout.arrangement == Arrangement::Stacked && 1.2 * wide > center.width;
        // Beside a rail, the boards are as large as beside the open list.
        let folded = matches!(layout.list, Fold::Rail(_));
        // At this size, one pixel per square exceeds the tolerance.
        let coarse = first.board.width * request.pixels_per_point < 80.0;
        // From this size on, boards have their seats above and below them, which needs more height.
        let largest_low = layout.arrangement == Arrangement::Low && layout.square() > 35.0;
        assert!(
            too_high || too_wide || words || coarse || folded || largest_low,
            "{wide} × {high} in {center:?}, {request:?}"
        );
    });
}

#[test]
fn a_larger_window_never_shows_less() {
    every_window(|request| {
        let layout = check(&request);
        for (wider, higher) in [(1.0, 0.0), (0.0, 1.0), (40.0, 0.0), (0.0, 40.0), (300.0, 200.0)] {
            let mut larger = request;
            larger.room.width += wider / request.pixels_per_point;
            larger.room.height += higher / request.pixels_per_point;
            let grown = check(&larger);
            let (before, after) = (names(&layout), names(&grown));
            let lost: Vec<_> = before.iter().filter(|it| !after.contains(it)).collect();
            assert!(lost.is_empty(), "{lost:?} lost, {wider}, {higher} in {request:?}");
            if before == after {
                let pixel = 1.02 / request.pixels_per_point;
                assert!(
                    grown.square() >= layout.square() - pixel,
                    "{} from {}, {wider}, {higher} in {request:?}",
                    grown.square(),
                    layout.square()
                );
            }
        }
    });
}

/// Whether a part is open, not a rail.
fn is_open(fold: Fold) -> bool {
    matches!(fold, Fold::Open(_))
}

#[test]
fn wider_window_never_shrinks_a_board_without_a_panel() {
    for height in HEIGHTS.into_iter().chain([768.0]) {
        for scale in [1.0_f32, 1.5, 2.0] {
            for (list, panel) in [(false, true), (true, false), (true, true)] {
                let mut before: Option<WindowLayout> = None;
                for width in 320..=2000_u16 {
                    let (width, height) = (f32::from(width) * scale, height * scale);
                    let request = request(width, height, scale, list, panel);
                    let layout = check(&request);
                    if let Some(before) = before.replace(layout.clone()) {
                        let (had, has) = (names(&before), names(&layout));
                        let lost: Vec<_> = had.iter().filter(|it| !has.contains(it)).collect();
                        assert!(lost.is_empty(), "{lost:?} lost in {request:?}");
                        let unfolds = is_open(layout.panel) && !is_open(before.panel);
                        // In a narrow window the margins grow with the width, and boards above one another have no
                        // spare height, so they may lose one pixel.
                        let least = match before.arrangement {
                            Arrangement::SideBySide | Arrangement::Low => before.square(),
                            Arrangement::Stacked => before.square() - 1.0 / scale,
                        };
                        assert!(
                            unfolds || layout.square() >= least - 0.01,
                            "{} from {} in {request:?}",
                            layout.square(),
                            before.square(),
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn opening_the_list_keeps_boards_and_panel_in_place() {
    for height in HEIGHTS {
        let at = |width| WindowLayout::of(&request(width, height, 1.0, true, true));
        let (folded, unfolded) = (at(1279.0), at(1280.0));
        assert!(matches!(folded.list, Fold::Rail(_)) && is_open(unfolded.list));
        assert!(unfolded.square() >= folded.square(), "{height}");
        assert_eq!(folded.panel_place, unfolded.panel_place, "{height}");
        if let (PanelPlace::Right, Fold::Open(panel)) = (unfolded.panel_place, unfolded.panel) {
            assert!(panel.width >= 280.0, "{} in {height}", panel.width);
        }
    }
}

#[test]
fn list_and_panel_beside_the_boards_are_wide_enough_to_read() {
    let wide = |fold| match fold {
        Fold::Open(place) => place.width,
        _ => 0.0,
    };
    for height in HEIGHTS {
        for width in [1280.0, 1440.0, 1599.0, 1600.0, 1920.0, 2000.0, 2560.0, 3840.0] {
            for with_list in [false, true] {
                let layout = WindowLayout::of(&request(width, height, 1.0, with_list, true));
                if with_list {
                    assert!(wide(layout.list) >= 240.0, "{width} × {height}");
                }
                let least = if width < 1600.0 { 280.0 } else { 480.0 };
                if layout.panel_place == PanelPlace::Right {
                    assert!(wide(layout.panel) >= least, "{width} × {height}");
                }
            }
        }
    }
}

#[test]
fn panel_sizes_return_after_shrinking() {
    let before = WindowLayout::of(&request(1280.0, 800.0, 1.0, true, true));
    let shares = Layout { panel_share: Some(0.35), ..Layout::default() };
    let chosen = |width, height| {
        WindowLayout::of(&LayoutRequest { shares, ..request(width, height, 1.0, false, true) })
    };
    let wide = |layout: &WindowLayout| match layout.panel {
        Fold::Open(place) => place.width,
        _ => 0.0,
    };
    for (width, height, panel) in
        [(1280.0, 800.0, 448.0), (900.0, 600.0, 315.0), (1280.0, 800.0, 448.0)]
    {
        let wide = wide(&chosen(width, height));
        assert!((wide - panel).abs() < 0.1, "{wide} in {width}");
    }
    assert_eq!(before, WindowLayout::of(&request(1280.0, 800.0, 1.0, true, true)));
}

#[test]
fn boards_have_priority() {
    let side = |width, height, list, panel| {
        let layout = WindowLayout::of(&request(width, height, 1.0, list, panel));
        layout.square() * 8.0
    };
    for (width, height, list, panel, least) in [
        (360.0, 640.0, true, true, 216.0),
        (700.0, 1000.0, true, true, 320.0),
        (900.0, 600.0, true, true, 280.0),
        (900.0, 600.0, false, true, 288.0),
        (1280.0, 800.0, true, true, 336.0),
        (1280.0, 800.0, false, true, 424.0),
        (1920.0, 1080.0, true, true, 576.0),
        (2560.0, 1440.0, true, true, 896.0),
        (3840.0, 2160.0, true, true, 1400.0),
    ] {
        let side = side(width, height, list, panel);
        assert!(side >= least - 0.01, "{width} × {height}, list {list}: {side}");
    }
}

#[test]
fn tall_window_has_the_panel_below_and_narrow_one_stacks_the_boards() {
    let layout = WindowLayout::of(&request(700.0, 1000.0, 1.0, true, true));
    assert_eq!(layout.panel_place, PanelPlace::Below);
    assert_eq!(layout.arrangement, Arrangement::SideBySide);
    assert!(matches!(layout.list, Fold::Rail(_)));
    let layout = WindowLayout::of(&request(360.0, 640.0, 1.0, true, true));
    assert_eq!(layout.arrangement, Arrangement::Stacked);
    assert!(matches!(layout.panel, Fold::Rail(_)));
    let layout = WindowLayout::of(&request(1280.0, 800.0, 1.0, true, true));
    assert!(matches!(layout.list, Fold::Open(_)));
    assert_eq!(layout.panel_place, PanelPlace::Right);
}

#[test]
fn engine_line_uses_the_room_beside_the_hint() {
    let side = |width, height| {
        let layout = WindowLayout::of(&request(width, height, 1.0, false, true));
        layout.boards.boards[0]
    };
    let board = side(1280.0, 800.0);
    // The hint may take a second line, the engine line never does.
    let first = Rectangle { height: board.text.height.min(18.0), ..board.text };
    assert_eq!(board.evaluation_row(0.0), first, "nothing is exact");
    let rest = board.evaluation_row(200.0);
    assert!(rest.left > board.text.left + 200.0 && rest.right() == board.text.right());
    assert!(board.evaluation_row(board.text.width).is_empty(), "no room");
    // A window without space for text has no evaluations.
    assert!(side(900.0, 250.0).evaluation_row(0.0).is_empty());
}

proptest! {
    #[test]
    fn engine_line_is_beside_the_exact_hint(
        width in 200.0_f32..3840.0,
        height in 180.0_f32..2160.0,
        exact in prop::option::of(0.0_f32..2000.0),
    ) {
        let layout = WindowLayout::of(&request(width, height, 1.0, false, true));
        for board in &layout.boards.boards {
            let exact = exact.unwrap_or(0.0);
            let row = board.evaluation_row(exact);
            let mut words = board.text;
            let words = words.cut_left(exact);
            prop_assert!(row.is_empty() || !overlap(&row, &words), "{row:?} over {words:?}");
            let text = board.text;
            let inside = row.left >= text.left && row.right() <= text.right() + 0.02
                && row.top == text.top && row.height == text.height.min(18.0);
            prop_assert!(row.is_empty() || inside, "{row:?} in {text:?}");
            prop_assert!(row.is_empty() || row.width >= 100.0, "{row:?}");
        }
    }

    #[test]
    fn any_window_size_and_shares_give_a_valid_layout(
        width in 200.0_f32..3840.0,
        height in 180.0_f32..2160.0,
        scale in 1.0_f32..3.0,
        (list, panel, one) in any::<(bool, bool, bool)>(),
        shares in prop::array::uniform3(prop::option::of(0.0_f32..1.0)),
    ) {
        let [list_share, panel_share, below_share] = shares;
        let shares = Layout { list_share, panel_share, below_share, ..Layout::default() };
        let count = if one { BoardCount::One } else { BoardCount::Two };
        let request = request(width * scale, height * scale, scale, list, panel);
        check(&LayoutRequest { shares, count, ..request });
    }
}

#[test]
fn side_seats_mirror_each_other() {
    let mut seen = 0;
    every_window(|request| {
        let layout = WindowLayout::of(&request);
        if layout.arrangement != Arrangement::Stacked {
            return;
        }
        for board in &layout.boards.boards {
            let [upper, lower] = &board.seats;
            let near = |a: f32, b: f32| assert!((a - b).abs() < 0.02, "{a} {b} in {request:?}");
            near(upper.bar.height, lower.bar.height);
            near(upper.reserve.height, lower.reserve.height);
            near(upper.reserve.top - upper.bar.bottom(), lower.bar.top - lower.reserve.bottom());
            near(upper.reserve.top - upper.bar.bottom(), 4.0);
            seen += 1;
        }
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn names_beside_a_small_board_use_the_whole_width() {
    let mut seen = 0;
    every_window(|request| {
        let layout = WindowLayout::of(&game(request));
        let [board] = layout.boards.boards.as_slice() else { return };
        if layout.arrangement != Arrangement::SideBySide || board.board.width >= 300.0 {
            return;
        }
        for place in [&board.seats[0].bar, &board.seats[1].bar, &board.text] {
            assert!(place.width >= board.board.width, "{request:?}");
            assert!((place.left - board.text.left).abs() < 0.02, "{request:?}");
            assert!((place.width - board.text.width).abs() < 0.02, "{request:?}");
        }
        let wider = board.text.width > board.board.width + 1.0;
        seen += u32::from(wider && board.seats[0].reserve.width <= board.board.width + 1.0);
    });
    assert!(seen > 10, "{seen}");
}

#[test]
fn bars_have_equal_distances_to_the_board() {
    let mut seen = 0;
    every_window(|request| {
        let layout = WindowLayout::of(&game(request));
        let pixel = 1.0 / request.pixels_per_point;
        for BoardLayout { board, seats, .. } in &layout.boards.boards {
            let [upper, lower] = seats.map(|seat| seat.bar);
            if upper.is_empty() || layout.arrangement == Arrangement::Low {
                continue;
            }
            // A board begins at a whole pixel.
            let above = board.top - upper.bottom();
            let below = lower.top - board.bottom();
            let near = above >= below - 0.02 && above <= below + pixel + 0.02;
            assert!(near, "{above} {below} in {request:?}");
            seen += u32::from(below > pixel + 1.0);
        }
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn board_is_centred_without_a_timeline() {
    let mut seen = 0;
    every_window(|request| {
        let layout = WindowLayout::of(&game(request));
        let boards = &layout.boards;
        let [board] = boards.boards.as_slice() else {
            panic!("one board");
        };
        assert!(boards.timeline.is_empty());
        let is_low = layout.arrangement == Arrangement::Low;
        if boards.header.is_empty() || board.text.is_empty() || is_low {
            return;
        }
        let above = boards.header.top - layout.center.top;
        let below = boards.transport.top - board.text.bottom();
        // The difference is at most the margins and gaps.
        assert!((above - below).abs() < 16.0, "{above} {below} in {request:?}");
        seen += u32::from(above > 100.0);
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn second_chart_takes_room_in_high_windows_only() {
    for (width, height) in [(640_u16, 480_u16), (900, 600), (1280, 800), (1920, 1080), (2560, 1440)]
    {
        for scale in [1.0, 1.5] {
            let square = |diagonals, probability| {
                let request = request(f32::from(width), f32::from(height), scale, true, true);
                let charts = Charts { diagonals, probability };
                check(&LayoutRequest { charts, ..request }).square()
            };
            let one = square(true, false);
            assert_eq!(one, square(false, true), "{width} × {height}");
            let (none, both) = (square(false, false), square(true, true));
            assert!(both <= one && one <= none, "{width} × {height}: {both}, {one}, {none}");
            if f32::from(height) / scale < 560.0 {
                assert_eq!(both, one, "{width} × {height}");
            }
        }
    }
}
