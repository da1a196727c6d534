//! `tandem diagram` for games of Kriegspiel, as seen by the referee or a player.

use super::{
    Diagram, Done, Side, Stop, Stream,
    picture_files::{moment, moment_range, print_frame_progress, write_all},
    write,
};
use crate::{
    diagram::{GameView, Look, Show, UNWATCHED, game_animation, game_scene},
    document::GameDocument,
    formats::FileFormat,
    kriegspiel::{Belief, Limits, PieceProbabilities, Progress, View},
    notation::KnownTag,
    rules::Color,
};
use std::{io::Write, ops::ControlFlow};

/// A game of Kriegspiel to be drawn, with the options of the command.
pub(super) struct GameDiagram<'a> {
    args: &'a Diagram,
    document: &'a GameDocument,
    /// The player whose view is drawn; `None` for the referee's view.
    seat: Option<Color>,
    names: [String; 2],
    ratings: [String; 2],
}

impl<'a> GameDiagram<'a> {
    pub(super) fn of(args: &'a Diagram, document: &'a GameDocument) -> Result<Self, Stop> {
        let view_seat = match &document.game().view {
            View::Referee(_) => None,
            View::Seat(hearing) => Some(hearing.seat),
        };
        let side = args.side.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        if let (Some(seat), Some(side)) = (view_seat, side)
            && seat != side
        {
            let game = args.game.unwrap_or(1);
            return Err(Stop::OtherView { game, seat });
        }
        let seat = side.or(view_seat);
        if args.belief && seat.is_none() {
            return Err(Stop::WhoseBelief);
        }
        let (names, ratings) = players(document);
        Ok(Self { args, document, seat, names, ratings })
    }

    /// Draws the game in `format`. `size` is the width in pixels.
    pub(super) fn draw(
        &self,
        (format, size): (FileFormat, u32),
        look: &Look<'_>,
        show: &Show,
        out: &mut dyn Write,
        err: &mut Stream<'_>,
    ) -> Result<Done, Stop> {
        let args = self.args;
        // An unflipped board already has the player at the bottom, or White in the referee's view.
        let show = &Show { flipped: false, ..show.clone() };
        let view = GameView {
            game: self.document.game(),
            seat: self.seat,
            names: &self.names,
            ratings: &self.ratings,
            about: "",
        };
        let last = self.document.game().plies();
        let mut done = Done::Fine;
        if self.document.game().cut_short && args.at.is_none() && args.to.is_none() {
            let game = args.game.unwrap_or(1);
            writeln!(err, "tandem: game {game} stops at an illegal move")?;
            done = Done::Errors;
        }
        let animated = format == FileFormat::Animation && args.at.is_none();
        if !animated && (args.from.is_some() || args.to.is_some() || args.speed.is_some()) {
            return Err(Stop::NoAnimation);
        }
        let at = args.at.as_deref().unwrap_or("end");
        let (range, speed) = match (animated, at) {
            (true, _) => moment_range(args, |name| self.document.moment_named(name))?,
            (false, "all") => (0..=last, 1.0),
            (false, at) => {
                let at = moment(self.document.moment_named(at), at)?;
                (at..=at, 1.0)
            }
        };
        let probabilities = self.probabilities(*range.end(), err)?;
        let err = &*err;
        if animated {
            let watch = |part| print_frame_progress(err, part);
            let size = (speed, size);
            let drawn = game_animation(view, range, &probabilities, show, look, size, &watch)?;
            write(&args.out, &drawn, out)?;
            return Ok(done);
        }
        let draw = |plies: usize| -> Result<Vec<u8>, Stop> {
            let FileFormat::Picture(format) = format else {
                let (still, size) = (plies..=plies, (speed, size));
                return Ok(game_animation(
                    view,
                    still,
                    &probabilities,
                    show,
                    look,
                    size,
                    UNWATCHED,
                )?);
            };
            let scene = game_scene(view, plies, probabilities.get(plies), show);
            let scene = scene.ok_or(Stop::WhoseBelief)?;
            Ok(format.draw(&scene, look, size)?)
        };
        if at == "all" {
            write_all(args, last, err, || &draw)?;
        } else {
            write(&args.out, &draw(*range.end())?, out)?;
        }
        Ok(done)
    }

    /// Returns the probabilities of the opponent's pieces: at the start, then after each of the first `plies` plies.
    /// Without `--belief`, the list is empty.
    fn probabilities(
        &self,
        plies: usize,
        err: &mut Stream<'_>,
    ) -> Result<Vec<PieceProbabilities>, Stop> {
        let hearing = self.seat.and_then(|seat| self.document.game().hearing(seat));
        let Some(hearing) = hearing.filter(|_| self.args.belief) else { return Ok(Vec::new()) };
        let game = self.args.game.unwrap_or(1);
        let mut belief = Belief::start(&hearing, Limits::default());
        let mut all = vec![belief.chances()];
        let plies = plies.min(hearing.plies.len());
        for heard in &hearing.plies[..plies] {
            belief
                .hear(heard, &mut |part| print_belief_progress(err, part, plies))
                .map_err(|why| Stop::BeliefError { game, why })?;
            all.push(belief.chances());
        }
        if !belief.is_exact() {
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
    err.progress(format_args!(
        "Possible positions after move {} of {plies}: {percent} %",
        part.ply + 1
    ));
    ControlFlow::Continue(())
}

/// Returns the value of `tag`. Returns `None` if the value is missing, empty, or a placeholder such as `?` or
/// `????.??.??`.
fn value(document: &GameDocument, tag: KnownTag) -> Option<String> {
    let value = document.record().tag_text(document.text(), tag);
    let value = value.unwrap_or_default();
    let is_known = !value.chars().all(|c| matches!(c, '?' | '-' | '.' | ' '));
    is_known.then(|| value.trim().to_owned())
}

/// Returns the event, the date and the result as one line. Unknown values are left out.
pub(super) fn about(document: &GameDocument) -> String {
    let tags = [KnownTag::Event, KnownTag::Date].into_iter();
    let result = document.game().result.filter(|it| it.is_decided());
    let result = result.map(|it| it.text().to_owned());
    let all: Vec<String> = tags.filter_map(|tag| value(document, tag)).chain(result).collect();
    all.join(" · ")
}

/// Returns the names and the ratings of the players, White first. An unknown name is replaced by the label of its tag,
/// and an unknown rating is empty.
pub(super) fn players(document: &GameDocument) -> ([String; 2], [String; 2]) {
    let colors = [Color::White, Color::Black];
    (
        colors.map(|color| {
            let tag = KnownTag::player_of(color);
            value(document, tag).unwrap_or_else(|| tag.label().to_owned())
        }),
        colors.map(|color| value(document, KnownTag::rating_of(color)).unwrap_or_default()),
    )
}
