//! The panels beside the boards, with edges that can be dragged. A panel that does not fit folds to a rail with a
//! drawer.

use crate::{
    app::{
        Command, Fold, Keymap, LayoutRequest, PanelPlace, Region, SettingsAction, State, Switch,
        WindowLayout,
    },
    settings::Layout,
    ui::{
        outbox::SendAction as _,
        regions,
        sizes::rect_of,
        theme::{self, Tokens},
        widgets::is_drag_cancelled,
    },
};
use eframe::egui::{
    Context, CursorIcon, Frame, Id, Margin, PointerButton, Popup, PopupCloseBehavior, Rect, Sense,
    Shape, Stroke, Ui, UiBuilder, WidgetInfo, accesskit::Role, epaint::TextShape, pos2, vec2,
};
use std::f32::consts::FRAC_PI_2;

/// The width of a drawer, in points, if there is enough room.
const DRAWER_WIDTH: f32 = 340.0;

/// The distance of the label of a rail from the middle of its arrow, in points.
const RAIL_LABEL_GAP: f32 = 16.0;

/// A drag of an edge can begin up to this distance from it, in points.
const DRAG_DISTANCE: f32 = 4.0;

/// Shows `content` as a panel that fills `rect`.
pub fn part_ui(ui: &mut Ui, salt: &str, rect: Rect, frame: Frame, content: impl FnOnce(&mut Ui)) {
    let inner = rect - frame.inner_margin;
    ui.painter().rect_filled(rect, 0.0, frame.fill);
    let builder = UiBuilder::new().id_salt(salt).max_rect(inner);
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(rect));
        content(ui);
    });
}

/// An edge of a panel that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// The edge of the match list.
    List,
    /// The left edge of the panel to the right of the boards.
    Right,
    /// The edge of the panel below the boards.
    Below,
}

impl Edge {
    const fn share(self, layout: &mut Layout) -> &mut Option<f32> {
        match self {
            Self::List => &mut layout.list_share,
            Self::Right => &mut layout.panel_share,
            Self::Below => &mut layout.below_share,
        }
    }
}

#[derive(Debug, Default)]
pub struct Dividers {
    /// The edge being dragged, and the share of the window that its panel would get.
    dragged: Option<(Edge, f32)>,
}

impl Dividers {
    /// Returns `layout` with the drag in progress.
    pub fn shares(&self, layout: &Layout) -> Layout {
        let mut layout = *layout;
        if let Some((edge, share)) = self.dragged {
            *edge.share(&mut layout) = Some(share);
        }
        layout
    }

    /// Shows the edges and handles drags. A double click resets the size, and a press of another button restores it.
    pub fn ui(
        &mut self,
        ui: &Ui,
        tokens: &Tokens,
        layout: &WindowLayout,
        request: &LayoutRequest,
        saved_layout: &Layout,
    ) {
        if let Fold::Open(list) = layout.list {
            let list = rect_of(list);
            let line = list.with_min_x(list.right());
            let share = |at: f32| (at - request.room.left) / request.room.width;
            self.edge_ui(ui, tokens, Edge::List, line, share, saved_layout);
        }
        if let Fold::Open(panel) = layout.panel {
            let panel = rect_of(panel);
            let room = rect_of(request.room);
            let (edge, line) = match layout.panel_place {
                PanelPlace::Right => (Edge::Right, panel.with_max_x(panel.left())),
                PanelPlace::Below => {
                    (Edge::Below, Rect::from_x_y_ranges(room.x_range(), panel.top()..=panel.top()))
                }
            };
            let share = |at: f32| match edge {
                Edge::Below => (room.bottom() - at) / room.height(),
                _ => (room.right() - at) / room.width(),
            };
            self.edge_ui(ui, tokens, edge, line, share, saved_layout);
        }
    }

    fn edge_ui(
        &mut self,
        ui: &Ui,
        tokens: &Tokens,
        edge: Edge,
        line: Rect,
        share: impl Fn(f32) -> f32,
        saved_layout: &Layout,
    ) {
        let id = ui.make_persistent_id(("edge", edge as u8));
        let near = line.expand(DRAG_DISTANCE);
        let response = ui.interact(near, id, Sense::CLICK | Sense::DRAG);
        let is_highlighted = response.hovered() || response.dragged();
        let stroke = if is_highlighted {
            Stroke::new(2.0, tokens.dim)
        } else {
            Stroke::new(1.0, tokens.line)
        };
        ui.painter().line_segment([line.min, line.max], stroke);
        let cursor = if edge == Edge::Below {
            CursorIcon::ResizeVertical
        } else {
            CursorIcon::ResizeHorizontal
        };
        let response = response.on_hover_and_drag_cursor(cursor);
        let chosen = if response.double_clicked() {
            Some(None)
        } else if is_drag_cancelled(ui) {
            self.dragged = None;
            None
        } else if response.drag_stopped() {
            self.dragged.take().map(|(_, share)| Some(share))
        } else {
            if let Some(at) = response.interact_pointer_pos()
                && response.dragged_by(PointerButton::Primary)
            {
                let at = if edge == Edge::Below { at.y } else { at.x };
                self.dragged = Some((edge, share(at).clamp(0.0, 1.0)));
            }
            None
        };
        if let Some(chosen) = chosen {
            let mut layout = *saved_layout;
            *edge.share(&mut layout) = chosen;
            ui.send(SettingsAction::Layout(layout));
        }
    }
}

/// A panel beside the boards. Without room it folds to a rail, and opens over the boards as a drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// The match list, on the left.
    List,
    /// The side panel, on the right.
    Panel,
}

impl Drawer {
    pub const ALL: [Self; 2] = [Self::List, Self::Panel];

    /// Returns whether the panel is folded in `layout`.
    pub const fn is_folded(self, layout: &WindowLayout) -> bool {
        match self {
            Self::List => matches!(layout.list, Fold::Rail(_)),
            Self::Panel => matches!(layout.panel, Fold::Rail(_)),
        }
    }

    /// Returns whether the user has the panel shown, beside the boards or folded.
    pub fn is_shown(self, state: &State) -> bool {
        match self {
            Self::List => state.shell.matches,
            Self::Panel => state.settings.side,
        }
    }

    fn id(self) -> Id {
        Id::unique(match self {
            Self::List => "drawer of the list",
            Self::Panel => "drawer of the panel",
        })
    }

    pub fn toggle(self, ctx: &Context) {
        Popup::toggle_id(ctx, self.id());
    }

    pub fn open(self, ctx: &Context) {
        Popup::open_id(ctx, self.id());
    }

    pub fn close(self, ctx: &Context) {
        Popup::close_id(ctx, self.id());
    }

    /// Returns the region of the open drawer, if any.
    pub(super) fn open_region(ctx: &Context) -> Option<Region> {
        let open = Self::ALL.into_iter().find(|it| Popup::is_id_open(ctx, it.id()));
        open.map(Self::region)
    }

    const fn region(self) -> Region {
        match self {
            Self::List => Region::Matches,
            Self::Panel => Region::Panel,
        }
    }

    /// Returns the label of the rail.
    const fn label(self) -> &'static str {
        match self {
            Self::List => "Match list",
            Self::Panel => "Side panel",
        }
    }

    pub const fn command(self) -> Command {
        match self {
            Self::List => Command::ToggleMatches,
            Self::Panel => Command::Switch(Switch::ToggleSide),
        }
    }

    /// Shows the panel beside the boards, or its rail and drawer if the panel is folded.
    pub fn part_ui(
        self,
        ui: &mut Ui,
        tokens: &Tokens,
        fold: Fold,
        keymap: &Keymap,
        content: impl FnOnce(&mut Ui),
    ) {
        match fold {
            Fold::Off => {}
            Fold::Open(place) => {
                let (salt, margin) = match self {
                    Self::List => ("matches", Margin::same(8)),
                    Self::Panel => ("side", Margin::symmetric(8, 6)),
                };
                let frame = Frame::new().fill(tokens.panel).inner_margin(margin);
                part_ui(ui, salt, rect_of(place), frame, |ui| {
                    regions::mark_here(ui, self.region());
                    content(ui);
                });
            }
            Fold::Rail(place) => {
                let (rail, name) = (rect_of(place), keymap.tooltip(self.command()));
                regions::mark(ui.ctx(), self.region(), rail);
                if rail.width() > 0.0 {
                    self.rail_button_ui(ui, tokens, rail, &name);
                }
                self.drawer_ui(ui, tokens, rail, &name, content);
            }
        }
    }

    /// Shows a rail labelled `name`.
    fn rail_button_ui(self, ui: &Ui, tokens: &Tokens, rail: Rect, name: &str) {
        let response = ui.interact(rail, ui.make_persistent_id(self.id()), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        let is_highlighted = response.hovered() || response.has_focus();
        let fill = if is_highlighted { tokens.card } else { tokens.panel };
        ui.painter().rect_filled(rail, 0.0, fill);
        let is_open = Popup::is_id_open(ui.ctx(), self.id());
        let to_right = (self == Self::List) != is_open;
        let tip = if to_right { 3.0 } else { -3.0 };
        let middle = rail.center();
        let points = [(-tip, -6.0), (tip, 0.0), (-tip, 6.0)]
            .map(|(x, y)| middle + vec2(x / 1.5, y))
            .to_vec();
        let ink = if is_highlighted { tokens.text } else { tokens.dim };
        ui.painter().add(Shape::line(points, Stroke::new(1.8, ink)));
        let font = theme::regular(theme::SMALL);
        let galley = ui.painter().layout_no_wrap(self.label().to_owned(), font, ink);
        // The text runs upwards.
        let start = middle + vec2(-galley.size().y / 2.0, RAIL_LABEL_GAP + galley.size().x);
        ui.painter().add(TextShape::new(start, galley, ink).with_angle(-FRAC_PI_2));
        if response.clicked() {
            self.toggle(ui.ctx());
        }
        response.on_hover_text(name);
    }

    /// If the drawer is open, shows `content` in it, beside the rail.
    fn drawer_ui(
        self,
        ui: &Ui,
        tokens: &Tokens,
        rail: Rect,
        name: &str,
        content: impl FnOnce(&mut Ui),
    ) {
        let screen = ui.ctx().content_rect();
        let width = DRAWER_WIDTH.min(screen.width() - 2.0 * rail.width());
        let left = match self {
            Self::List => rail.right(),
            Self::Panel => rail.left() - width,
        };
        let margin = 8.0;
        Popup::new(self.id(), ui.ctx().clone(), pos2(left, rail.top()), ui.layer_id())
            .open_memory(None)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .align_alternatives(&[])
            .accessible_name(name)
            .width(width)
            .frame(Frame::popup(ui.style()).fill(tokens.panel).inner_margin(Margin::same(8)))
            .show(|ui| {
                let size = vec2(width - 2.0 * margin, rail.height() - 2.0 * margin - 2.0);
                ui.set_min_size(size);
                ui.set_max_size(size);
                content(ui);
            });
    }
}
