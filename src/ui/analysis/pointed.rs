//! The ply that the pointer is over, in whichever part of the window that is.

use eframe::egui::{Context, Id};

fn id() -> Id {
    Id::unique("pointed ply")
}

/// Notes that the pointer is over ply `ply`, from 0.
pub fn point_at(ctx: &Context, ply: usize) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id(), (pass, ply)));
}

/// The ply that the pointer is over, in a part that was painted before in this frame, or last in the frame before.
pub fn pointed(ctx: &Context) -> Option<usize> {
    let now = ctx.cumulative_pass_nr();
    let (pass, ply) = ctx.data(|data| data.get_temp::<(u64, usize)>(id()))?;
    (pass + 1 >= now).then_some(ply)
}
