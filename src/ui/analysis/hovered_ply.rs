//! The hovered ply: the one under the pointer in any panel of the window.

use eframe::egui::{Context, Id};

fn id() -> Id {
    Id::unique("pointed ply")
}

/// Sets the hovered ply to `ply`, zero-based.
pub fn point_at(ctx: &Context, ply: usize) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id(), (pass, ply)));
}

/// Returns the hovered ply, zero-based, as set earlier in this frame or in the previous one.
pub fn hovered_ply(ctx: &Context) -> Option<usize> {
    let now = ctx.cumulative_pass_nr();
    let (pass, ply) = ctx.data(|data| data.get_temp::<(u64, usize)>(id()))?;
    (pass + 1 >= now).then_some(ply)
}
