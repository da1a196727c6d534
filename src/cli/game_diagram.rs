//! `tandem diagram` for games of Kriegspiel, as seen by the referee or a player.

use super::{
    CliError, Diagram, Exit, Result, Stream, check_obstacle,
    kriegspiel::check_view,
    picture_files::{check_is_still, moment_range, write_all},
    ply_named, print_partial, write,
};
use crate::{
    diagram::{GameCaption, GameView, Look, Show, UNWATCHED, Watch, game_animation, game_scene},
    document::{Content, GameDocument, GameHeader},
    formats::FileFormat,
    kriegspiel::{BeliefError, BeliefWalk, Limits, PieceProbabilities, Progress},
    rules::Color,
};
use std::{io::Write, ops::ControlFlow};

/// A game of Kriegspiel with the header of its picture or page.
pub(super) struct TitledGame {
    document: Box<GameDocument>,
    number: usize,
    /// The player whose view is drawn; `None` for the referee's view.
    seat: Option<Color>,
    pub(super) caption: GameCaption,
}

impl TitledGame {
    /// Returns the game in `content`, record `number` of its file. `side` is the player given by `--as`.
    pub(super) fn of(content: Content, number: usize, side: Option<Color>) -> Result<Self> {
        let Content::Game(document) = content else {
            return Err(CliError::NoKriegspiel(number));
        };
        let view = &document.game().view;
        check_obstacle(number, document.game().obstacle)?;
        check_view(view, side, number)?;
        let seat = side.or(view.seat());
        let header = GameHeader::of(&document);
        let caption = GameCaption { header, comments: document.notes(0).comments };
        Ok(Self { document, number, seat, caption })
    }

    pub(super) fn view(&self) -> GameView<'_> {
        GameView { game: self.document.game(), seat: self.seat, caption: &self.caption }
    }

    /// Draws the game in `format`. `size` is the width in pixels.
    pub(super) fn draw(
        &self,
        args: &Diagram,
        (format, size): (FileFormat, u32),
        look: &Look<'_>,
        show: &Show,
        out: &mut dyn Write,
        err: &mut Stream<'_>,
    ) -> Result {
        if args.belief && self.seat.is_none() {
            return Err(CliError::WhoseBelief);
        }
        // An unflipped board already has the player at the bottom, or White in the referee's view.
        let show = &Show { flipped: false, ..show.clone() };
        let view = self.view();
        let last = view.game.plies();
        let mut done = Exit::Fine;
        if view.game.cut_short && args.at.is_none() && args.to.is_none() {
            print_partial(self.number, err)?;
            done = Exit::Errors;
        }
        let animated = format == FileFormat::Animation && args.at.is_none();
        if !animated {
            check_is_still(args)?;
        }
        let at = args.at.as_deref().unwrap_or("end");
        let (range, speed) = match (animated, at) {
            (true, _) => moment_range(args, |name| self.document.moment_named(name))?,
            (false, "all") => (0..=last, 1.0),
            (false, at) => {
                let at = ply_named(self.document.moment_named(at), at)?;
                (at..=at, 1.0)
            }
        };
        let chances = if args.belief { self.probabilities(*range.end(), err)? } else { Vec::new() };
        let err = &*err;
        let animation = |range, watch: Watch<'_>| {
            game_animation(view, range, &chances, show, look, (speed, size), watch)
        };
        if animated {
            write(&args.out, &animation(range, &|part| err.drawn("Frame", part))?, out)?;
            return Ok(done);
        }
        let draw = |plies: usize| -> Result<Vec<u8>> {
            let FileFormat::Picture(format) = format else {
                return Ok(animation(plies..=plies, UNWATCHED)?);
            };
            let scene =
                game_scene(view, plies, chances.get(plies), show).ok_or(CliError::WhoseBelief)?;
            Ok(format.draw(&scene, look, size)?)
        };
        if at == "all" {
            write_all(args, last, err, draw)?;
        } else {
            write(&args.out, &draw(*range.end())?, out)?;
        }
        Ok(done)
    }

    /// Returns the probabilities of the opponent's pieces: at the start, then after each of the first `plies` plies. In
    /// the referee's view, the list is empty.
    fn probabilities(&self, plies: usize, err: &mut Stream<'_>) -> Result<Vec<PieceProbabilities>> {
        let hearing = self.seat.and_then(|seat| self.document.game().hearing(seat));
        let Some(hearing) = hearing else { return Ok(Vec::new()) };
        let game = self.number;
        let error = |why: BeliefError| CliError::Belief { game, why };
        let mut walk = BeliefWalk::start(&hearing, Limits::default()).map_err(error)?;
        let mut all = vec![walk.belief().chances()];
        let plies = plies.min(hearing.plies.len());
        while all.len() <= plies
            && walk
                .step(&mut |part| print_belief_progress(err, part, plies))
                .map_err(error)?
                .is_some()
        {
            all.push(walk.belief().chances());
        }
        if !walk.belief().is_exact() {
            writeln!(
                err,
                "tandem: game {game}: too many possible positions; probabilities are estimates"
            )?;
        }
        Ok(all)
    }
}

/// Shows on the progress line how far the possible positions after a move have been computed, in per cent. Always
/// returns [`ControlFlow::Continue`].
pub(super) fn print_belief_progress(
    err: &Stream<'_>,
    part: Progress,
    plies: usize,
) -> ControlFlow<()> {
    let percent = part.done * 100 / part.total.max(1);
    err.watch(format_args!(
        "Possible positions after move {} of {plies}: {percent} %",
        part.ply + 1
    ))
}
