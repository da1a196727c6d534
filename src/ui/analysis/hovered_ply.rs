//! The hovered ply: the ply under the pointer, in any panel of the window.

use eframe::egui::{Context, Id};

fn id() -> Id {
    Id::unique("pointed ply")
}

/// Makes `ply`, counted from 0, the hovered ply.
pub fn point_at(ctx: &Context, ply: usize) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id(), (pass, ply)));
}

/// Returns the ply hovered in this frame or the previous one, counted from 0; `None` if there is none.
pub fn hovered_ply(ctx: &Context) -> Option<usize> {
    let now = ctx.cumulative_pass_nr();
    let (pass, ply) = ctx.data(|data| data.get_temp::<(u64, usize)>(id()))?;
    if pass + 1 >= now { Some(ply) } else { None }
}
