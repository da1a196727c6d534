//! The actions of a frame: any widget sends them through [`SendAction`], and the window takes them after drawing.

use crate::app::{Action, Dialog, ShellAction};
use eframe::egui::{Context, Plugin, Response, Ui};

/// The actions sent since the window last took them, in order.
#[derive(Debug, Default)]
struct Outbox(Vec<Action>);

impl Plugin for Outbox {
    fn debug_name(&self) -> &'static str {
        "outbox"
    }
}

/// Sends actions to the state, which applies them after the frame is drawn.
///
/// Limit: must not be called while the memory or input of egui is borrowed.
pub trait SendAction {
    /// Returns the context of the window.
    fn context(&self) -> &Context;

    /// Sends `action` after those already sent.
    fn send(&self, action: impl Into<Action>) {
        self.context().plugin_or_default::<Outbox>().lock().0.push(action.into());
    }

    /// Sends `action` before all others of this frame, for actions that depend on its effect.
    fn send_first(&self, action: impl Into<Action>) {
        self.context().plugin_or_default::<Outbox>().lock().0.insert(0, action.into());
    }

    fn send_all(&self, actions: impl IntoIterator<Item = impl Into<Action>>) {
        actions.into_iter().for_each(|action| self.send(action));
    }

    /// Opens `dialog`, or updates it.
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

    /// Returns the actions sent so far and clears the queue.
    fn take_sent(&self) -> Vec<Action> {
        std::mem::take(&mut self.context().plugin_or_default::<Outbox>().lock().0)
    }
}

impl SendAction for Ui {
    fn context(&self) -> &Context {
        self.ctx()
    }
}

/// Sending an action by a click.
pub trait SendOnClick {
    /// Sends the action that `action` returns if the widget was clicked.
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
