//! `tandem diagram`: a position as SVG, PNG or PDF, or a range of moves as an animated GIF.

use super::{
    BoardSelection, Diagram, Hide, RecordFile, Result, Stream, check_start,
    format_arguments::output_format,
    game_diagram::TitledGame,
    picture_files::{check_inputs, check_is_still, moment_range, write_all},
    ply_named, print_cut_short, print_missing_characters, write,
};
use crate::{
    diagram::{
        Background, Hidden, Look, PieceSet, Scene, Show, Theme, UNWATCHED, animation,
        animation_of_variation, below, board_mark,
    },
    document::Content,
    formats::{FileFormat, FormatRow, check_name},
    replay::Point,
    rules::{BoardId, Color},
};
use std::{io::Write, ops::RangeInclusive};

/// The widths allowed for a picture, in pixels.
const WIDTHS: RangeInclusive<u32> = 32..=8192;

/// The widths allowed for an animation, in pixels. The maximum is lower, since an animation has many frames.
const ANIMATION_WIDTHS: RangeInclusive<u32> = 32..=2048;

/// The default widths of a picture, in pixels: for two boards, then for one board.
const DEFAULT_WIDTHS: [u32; 2] = [1200, 640];

/// The default widths of an animation, in pixels: for two boards, then for one board.
const DEFAULT_ANIMATION_WIDTHS: [u32; 2] = [800, 440];

pub(super) fn run(args: &Diagram, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let fits = FormatRow::is_drawn;
    let format = output_format(args.format, &args.out, fits, "picture format", "--format")?;
    let theme = theme(&args.theme)?;
    let pieces = PieceSet::load(&args.pieces)?;
    let background = args.background.parse::<Background>()?;
    let show = show(args)?;
    let size = picture_size(args, format, show.boards.len())?;
    check_inputs(args, &args.out)?;
    check_name(&args.out, format)?;
    let (file, mut done) = RecordFile::open(&args.file, args.unpack, err)?;
    let matches = file.with_position(err)?.into_matches(&args.file)?;
    let look = Look { theme, pieces: &pieces, background };
    let document = match matches.content(args.game)? {
        Content::Match(document) => *document,
        game => {
            check_show_of_game(&show)?;
            let size = picture_size(args, format, 1)?;
            let game = TitledGame::of(game, args.game.unwrap_or(1), args.side)?;
            return Ok(done.max(game.draw(args, (format, size), &look, &show, out, err)?));
        }
    };
    check_start(args.game.unwrap_or(1), &document)?;
    if args.belief {
        return Err("--belief needs a game of Kriegspiel".into());
    }
    if args.at.is_none() && args.to.is_none() {
        // By default the last moment is drawn. If an illegal move makes that moment unreachable, the move is reported.
        done = done.max(print_cut_short(args.game.unwrap_or(1), &document, err)?);
    }
    // Names and caption are the same at every moment, so moment 0 suffices.
    print_missing_characters(&Scene::of(&document, 0, &show).missing_characters(), err)?;
    if format == FileFormat::Animation && args.at.is_none() {
        let (moment_range, speed) = moment_range(args, |name| document.moment_named(name))?;
        let watch = |part| err.drawn("Frame", part);
        let drawn = animation(&document, &show, &look, moment_range, speed, size, &watch)?;
        write(&args.out, &drawn, out)?;
        return Ok(done);
    }
    check_is_still(args)?;
    let draw = |point: &Point| -> Result<Vec<u8>> {
        Ok(match (format, point) {
            (FileFormat::Picture(format), Point::Match(moment)) => {
                format.draw(&Scene::of(&document, *moment, &show), &look, size)?
            }
            (FileFormat::Picture(format), Point::Variation(place)) => {
                format.draw(&Scene::in_variation(&document, place, &show), &look, size)?
            }
            (_, Point::Match(moment)) => {
                let still = *moment..=*moment;
                animation(&document, &show, &look, still, 1.0, size, UNWATCHED)?
            }
            // The animation starts where the variation departs from the match.
            (_, Point::Variation(place)) => {
                animation_of_variation(&document, place, &show, &look, 1.0, size)?
            }
        })
    };
    let at = args.at.as_deref().unwrap_or("end");
    if at == "all" {
        write_all(args, document.played().plies.len(), err, |moment| draw(&Point::Match(moment)))?;
    } else {
        let point = ply_named(document.point_named(at), at)?;
        write(&args.out, &draw(&point)?, out)?;
    }
    Ok(done)
}

/// Returns the width in pixels: that of `--size`, or the default for `boards` boards (1 or 2). Fails if the width is
/// out of range.
fn picture_size(args: &Diagram, format: FileFormat, boards: usize) -> Result<u32> {
    let (default, widths) = match format {
        FileFormat::Animation => (DEFAULT_ANIMATION_WIDTHS, ANIMATION_WIDTHS),
        _ => (DEFAULT_WIDTHS, WIDTHS),
    };
    let size = args.size.unwrap_or(default[2 - boards]);
    if !widths.contains(&size) {
        let words = "use 32 to 8192 pixels (animations: 32 to 2048)";
        return Err(format!("invalid width {size}; {words}").into());
    }
    Ok(size)
}

fn show(args: &Diagram) -> Result<Show> {
    let boards = match args.board {
        BoardSelection::A => vec![BoardId::A],
        BoardSelection::B => vec![BoardId::B],
        BoardSelection::Both => BoardId::ALL.to_vec(),
    };
    let marks = args.mark.iter().map(|text| board_mark(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some((id, _)) = marks.iter().find(|(id, _)| !boards.contains(id)) {
        let letter = id.letter();
        return Err(format!("--mark {letter}:…: --board leaves out board {letter}").into());
    }
    let hide = |what| args.hide.contains(&what);
    Ok(Show {
        flipped: args.side.unwrap_or(Color::White) != below(boards[0], false),
        boards,
        hidden: Hidden {
            names: hide(Hide::Names),
            clocks: hide(Hide::Clocks),
            reserves: hide(Hide::Reserves),
            coordinates: hide(Hide::Coordinates),
            last_move: hide(Hide::LastMove),
        },
        marks,
        caption: args.caption.clone().unwrap_or_default(),
    })
}

/// Fails if `show` has parts on board B, which a game of Kriegspiel does not have.
fn check_show_of_game(show: &Show) -> Result<()> {
    if show.boards == [BoardId::B] {
        return Err("--board b: a game of Kriegspiel has only board A".into());
    }
    if show.marks.iter().any(|(id, _)| *id == BoardId::B) {
        return Err("--mark B:…: a game of Kriegspiel has only board A".into());
    }
    Ok(())
}

/// Returns the theme called `name`, or an error that lists the themes.
pub(super) fn theme(name: &str) -> Result<&'static Theme> {
    Theme::named(name).ok_or_else(|| {
        let list = Theme::ALL.map(|theme| theme.name).join(", ");
        format!("unknown theme {name}; use {list}").into()
    })
}
