//! Keyboard focus: F6 moves between regions, Tab between fields and groups, and arrow keys within a group.

use crate::app::{FocusStep, Region};
use eframe::egui::{
    Color32, Context, CornerRadius, Id, LayerId, Memory, Order, Pos2, Rect, Stroke, StrokeKind, Ui,
    text_edit::TextEditState,
};
use std::collections::BTreeMap;

/// The regions in the order in which they get the focus, after the boards.
const FOCUS_ORDER: [Region; 8] = [
    Region::Timeline,
    Region::Transport,
    Region::Messages,
    Region::Tabs,
    Region::Panel,
    Region::Matches,
    Region::OpenMatches,
    Region::Menus,
];

/// The width of the ring around the focused widget, in points.
pub const RING_WIDTH: f32 = 2.0;

/// The maximum number of buttons in a row of the panel that are Tab stops of their own. More of them are a list, in which
/// arrow keys move.
const MAX_SINGLE: usize = 8;

/// The places of the regions, as marked in frame `pass`.
#[derive(Clone, Debug, Default)]
struct MarkedRegions {
    pass: u64,
    places: Vec<(Region, Rect)>,
}

fn marks_id() -> Id {
    Id::unique("regions")
}

/// Marks `rect` as `region` in this frame. Where regions overlap, the smallest one counts.
pub fn mark(ctx: &Context, region: Region, rect: Rect) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<MarkedRegions>(marks_id());
        if marks.pass != pass {
            marks.pass = pass;
            marks.places.clear();
        }
        marks.places.push((region, rect));
    });
}

/// Returns the place that was marked last as `region` in this frame.
pub fn last_marked(ctx: &Context, region: Region) -> Option<Rect> {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let marks = data.get_temp_mut_or_default::<MarkedRegions>(marks_id());
        let mut places = marks.places.iter().rev();
        let found = places.find(|(marked, _)| *marked == region);
        if marks.pass == pass { found.map(|(_, rect)| *rect) } else { None }
    })
}

/// Marks the space left in `ui` as `region`, and returns that space.
pub fn mark_here(ui: &Ui, region: Region) -> Rect {
    let rect = ui.available_rect_before_wrap();
    mark(ui.ctx(), region, rect);
    rect
}

/// What a single press of Tab moves to: a field, or a row of buttons.
#[derive(Debug)]
struct FocusStop {
    region: Region,
    is_text: bool,
    parts: Vec<(Id, Rect)>,
}

impl FocusStop {
    /// Returns a stop for each button if these are a few buttons of the panel, otherwise the stop itself.
    fn single_buttons(self) -> Vec<Self> {
        let Self { region, is_text, parts } = self;
        if region != Region::Panel || parts.len() > MAX_SINGLE {
            return vec![Self { region, is_text, parts }];
        }
        parts.into_iter().map(|part| Self { region, is_text, parts: vec![part] }).collect()
    }
}

/// The widget that last had the focus in each region.
#[derive(Debug, Default)]
pub struct Regions {
    last: BTreeMap<Region, Id>,
    /// Whether Tab or F6 has led to the boards, and nothing else was pressed since.
    is_at_boards: bool,
}

impl Regions {
    /// Paints a ring around the focused widget, or around the boards after Tab or F6 has led there. A text field has a
    /// frame of its own.
    pub fn ring_ui(&mut self, ctx: &Context, ink: Color32) {
        let focused = ctx.memory(Memory::focused);
        self.is_at_boards &= focused.is_none() && !ctx.input(|input| input.pointer.any_pressed());
        let place = match focused {
            Some(id) if TextEditState::load(ctx, id).is_none() => ctx.viewport(|viewport| {
                let widget = viewport.this_pass.widgets.get(id)?;
                Some((widget.layer_id, widget.interact_rect.expand(2.0)))
            }),
            None if self.is_at_boards => {
                let marks: Option<MarkedRegions> = ctx.data(|data| data.get_temp(marks_id()));
                let places = marks.map_or(Vec::new(), |marks| marks.places).into_iter();
                let mut boards = places.filter(|(region, _)| *region == Region::Boards);
                boards.next().map(|(_, rect)| (LayerId::background(), rect.shrink(2.0)))
            }
            _ => None,
        };
        if let Some((layer, rect)) = place.filter(|(_, rect)| rect.is_positive()) {
            let rect = rect.intersect(ctx.content_rect());
            let stroke = Stroke::new(RING_WIDTH, ink);
            let painter = ctx.layer_painter(layer);
            painter.rect_stroke(rect, CornerRadius::same(5), stroke, StrokeKind::Inside);
        }
    }

    /// Records the focused widget as the last one of its region.
    pub fn follow(&mut self, ctx: &Context) {
        if let Some(id) = ctx.memory(Memory::focused)
            && let Some(region) = region_of(ctx, id)
        {
            self.last.insert(region, id);
        }
    }

    /// Moves the focus to the next or previous Tab stop, or with an arrow key to another widget of the same stop.
    /// Beyond the last or first stop are the boards, to which keys go without a focus.
    pub fn step(&mut self, ctx: &Context, step: FocusStep) {
        let stops = stops(ctx);
        let focused = ctx.memory(Memory::focused);
        let here =
            stops.iter().position(|stop| stop.parts.iter().any(|(id, _)| Some(*id) == focused));
        match step {
            FocusStep::Next => {
                let next = here.map_or(0, |here| here + 1);
                self.enter(ctx, stops.get(next));
            }
            FocusStep::Previous => {
                let previous = here.map_or(stops.len(), |here| here).checked_sub(1);
                self.enter(ctx, previous.and_then(|previous| stops.get(previous)));
            }
            _ => {
                if let Some(stop) = here.and_then(|here| stops.get(here))
                    && let Some(id) = neighbour(&stop.parts, focused, step)
                {
                    ctx.memory_mut(|memory| memory.request_focus(id));
                }
            }
        }
        ctx.request_repaint();
    }

    /// If `forward`, moves the focus to the next region that has widgets, otherwise to the previous one. If no region
    /// has widgets in that direction, clears the focus, so that keys go to the boards.
    pub fn go(&mut self, ctx: &Context, forward: bool) {
        let stops = stops(ctx);
        let focused = ctx.memory(Memory::focused);
        let here = focused.and_then(|id| region_of(ctx, id)).map(pane);
        let mut panes: Vec<Region> = stops.iter().map(|stop| pane(stop.region)).collect();
        panes.dedup();
        let index = here.and_then(|here| panes.iter().position(|pane| *pane == here));
        let next_index = match (index, forward) {
            (None, true) => Some(0),
            (None, false) => panes.len().checked_sub(1),
            (Some(index), true) => Some(index + 1),
            (Some(index), false) => index.checked_sub(1),
        };
        let next = next_index.and_then(|index| panes.get(index));
        self.enter(ctx, stops.iter().find(|stop| Some(&pane(stop.region)) == next));
        ctx.request_repaint();
    }

    /// Focuses the widget that last had the focus in the region of `stop`, if that widget belongs to `stop`; otherwise
    /// the first widget of `stop`. If `stop` is `None`, clears the focus, so that keys go to the boards.
    fn enter(&mut self, ctx: &Context, stop: Option<&FocusStop>) {
        self.is_at_boards = stop.is_none();
        let Some(stop) = stop else {
            return clear_focus(ctx);
        };
        let last = self.last.get(&stop.region);
        let remembered = stop.parts.iter().find(|(id, _)| Some(id) == last);
        if let Some((id, _)) = remembered.or(stop.parts.first()) {
            ctx.memory_mut(|memory| memory.request_focus(*id));
        }
    }
}

pub fn clear_focus(ctx: &Context) {
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
}

/// Returns [`Region::Tabs`] for the panel below the tabs, since F6 treats both as one region. Returns other regions
/// unchanged.
fn pane(region: Region) -> Region {
    match region {
        Region::Panel => Region::Tabs,
        region => region,
    }
}

/// Returns the region of the widget `id`; `None` in a menu, in a dialog, and outside all regions.
pub fn region_of(ctx: &Context, id: Id) -> Option<Region> {
    let marks: MarkedRegions = ctx.data(|data| data.get_temp(marks_id()))?;
    let place = ctx.viewport(|viewport| {
        let widget = viewport.prev_pass.widgets.get(id)?;
        if widget.layer_id.order >= Order::Foreground {
            return None;
        }
        Some(widget.rect.center())
    })?;
    region_at(&marks, place)
}

fn region_at(marks: &MarkedRegions, place: Pos2) -> Option<Region> {
    let around = marks.places.iter().filter(|(_, rect)| rect.contains(place));
    let smallest = around.min_by(|(_, one), (_, other)| one.area().total_cmp(&other.area()));
    smallest.map(|(region, _)| *region)
}

/// Returns the ids of the focusable widgets in `layer`, in order.
pub fn focusable(ctx: &Context, layer: LayerId) -> Vec<Id> {
    ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(layer);
        widgets
            .filter(|widget| widget.enabled && widget.sense.is_focusable())
            .map(|widget| widget.id)
            .collect()
    })
}

/// Returns the Tab stops of the window, in order.
fn stops(ctx: &Context) -> Vec<FocusStop> {
    let Some(marks) = ctx.data(|data| data.get_temp::<MarkedRegions>(marks_id())) else {
        return Vec::new();
    };
    let mut parts: Vec<(Region, Id, Rect)> = ctx.viewport(|viewport| {
        let widgets = &viewport.prev_pass.widgets;
        let mut layers: Vec<LayerId> = widgets.layer_ids().collect();
        layers.retain(|layer| layer.order < Order::Foreground);
        layers.sort_by_key(|layer| (layer.order, layer.id.value()));
        let all = layers.iter().flat_map(|layer| widgets.get_layer(*layer));
        all.filter(|widget| widget.enabled && widget.sense.is_focusable())
            // Widgets that are scrolled out of view must not get the focus.
            .filter(|widget| widget.interact_rect.is_positive())
            .filter_map(|widget| {
                let region = region_at(&marks, widget.rect.center())?;
                Some((region, widget.id, widget.rect))
            })
            .collect()
    });
    let place = |region| FOCUS_ORDER.iter().position(|other| *other == region);
    parts.retain(|(region, ..)| place(*region).is_some());
    parts.sort_by_key(|(region, ..)| place(*region));
    let mut stops: Vec<FocusStop> = Vec::new();
    for (region, id, rect) in parts {
        let is_text = TextEditState::load(ctx, id).is_some();
        match stops.last_mut() {
            Some(stop) if stop.region == region && !stop.is_text && !is_text => {
                stop.parts.push((id, rect));
            }
            _ => stops.push(FocusStop { region, is_text, parts: vec![(id, rect)] }),
        }
    }
    stops.into_iter().flat_map(FocusStop::single_buttons).collect()
}

/// Returns the widget nearest to `focused` in the direction of `step`. If there is none, returns the previous widget
/// for left and up, and the next one for right and down. Returns `None` if `focused` is not in `parts`.
fn neighbour(parts: &[(Id, Rect)], focused: Option<Id>, step: FocusStep) -> Option<Id> {
    let here = parts.iter().position(|(id, _)| Some(*id) == focused)?;
    let from = parts[here].1;
    let distance = |rect: &Rect| {
        let apart = rect.center() - from.center();
        let (along, across) = match step {
            FocusStep::Left => (from.left() - rect.right(), apart.y),
            FocusStep::Right => (rect.left() - from.right(), apart.y),
            FocusStep::Up => (from.top() - rect.bottom(), apart.x),
            _ => (rect.top() - from.bottom(), apart.x),
        };
        let is_horizontal = matches!(step, FocusStep::Left | FocusStep::Right);
        let is_in_other_row =
            is_horizontal && across.abs() > from.height().max(rect.height()) / 2.0;
        if along <= -2.0 || is_in_other_row {
            return None;
        }
        Some(along.max(0.0) * 4.0 + across.abs())
    };
    let others = parts.iter().filter(|(id, _)| Some(*id) != focused);
    let nearest = others
        .filter_map(|(id, rect)| Some((*id, distance(rect)?)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other));
    let in_order = match step {
        FocusStep::Left | FocusStep::Up => here.checked_sub(1).and_then(|before| parts.get(before)),
        _ => parts.get(here + 1),
    };
    nearest.map(|(id, _)| id).or(in_order.map(|(id, _)| *id))
}
