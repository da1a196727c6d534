//! The actions of a frame. Widgets send them through [`SendAction`]; the window takes them after drawing.

use crate::app::{Action, Dialog, ShellAction};
use eframe::egui::{Context, Plugin, Response, Ui};

/// The actions that the window has not taken yet, in order.
#[derive(Debug, Default)]
struct Outbox(Vec<Action>);

impl Plugin for Outbox {
    fn debug_name(&self) -> &'static str {
        "outbox"
    }
}

/// Sends actions, which are applied to the state after the frame is drawn.
///
/// Limit: do not send while the memory or input of egui is borrowed.
pub trait SendAction {
    fn context(&self) -> &Context;

    /// Sends `action` after all actions already sent in this frame.
    fn send(&self, action: impl Into<Action>) {
        self.context().plugin_or_default::<Outbox>().lock().0.push(action.into());
    }

    /// Sends `action` ahead of all actions already sent in this frame, since those depend on its effect.
    fn send_first(&self, action: impl Into<Action>) {
        self.context().plugin_or_default::<Outbox>().lock().0.insert(0, action.into());
    }

    fn send_all(&self, actions: impl IntoIterator<Item = impl Into<Action>>) {
        actions.into_iter().for_each(|action| self.send(action));
    }

    /// Opens `dialog`, or replaces the open one.
    fn show_dialog(&self, dialog: Dialog) {
        self.send(ShellAction::Dialog(Some(dialog)));
    }

    fn close_dialog(&self) {
        self.send(ShellAction::Dialog(None));
    }

    /// Returns whether any action was sent in this frame.
    fn has_sent(&self) -> bool {
        !self.context().plugin_or_default::<Outbox>().lock().0.is_empty()
    }

    /// Returns all actions sent, and clears the queue.
    fn take_sent(&self) -> Vec<Action> {
        std::mem::take(&mut self.context().plugin_or_default::<Outbox>().lock().0)
    }
}

impl SendAction for Ui {
    fn context(&self) -> &Context {
        self.ctx()
    }
}

pub trait SendOnClick {
    /// If the widget was clicked, sends the action that `action` returns.
    fn on_click<A: Into<Action>>(&self, action: impl FnOnce() -> A);
}

impl SendOnClick for Response {
    fn on_click<A: Into<Action>>(&self, action: impl FnOnce() -> A) {
        if self.clicked() {
            self.ctx.send(action());
        }
    }
}

impl SendAction for Context {
    fn context(&self) -> &Context {
        self
    }
}
