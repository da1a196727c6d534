//! Export of pictures, animations, pages and text.

use super::{JobContext, Lane, desktop::Desktop, pace::watch, task::Task};
use crate::{
    app::{Action, DrawOutcome, ExportResult, GamePicture, JobProgress, PictureAction, PictureJob},
    diagram::{
        DrawnPart, Excerpt, Look, PageView, PieceSet, Sheet, Watch, animation,
        animation_of_variation, game_animation, game_html, html, missing_characters_in, print,
        print_games,
    },
    document::{Content, Document},
    file::{FileRange, Fingerprint, Source, atomic_write},
    formats::FormatKind,
    rules::BoardId,
    settings::typed_path,
};
use std::{collections::BTreeSet, path::Path, time::Duration};

pub(super) struct DrawPicture {
    pub(super) job: Box<PictureJob>,
    pub(super) desktop: Desktop,
}

impl Task for DrawPicture {
    const TITLE: &'static str = "drawing the picture";
    const LANE: Lane = Lane::Pictures;

    /// Exports a picture, animation, page or text, and reports progress. A cancelled job leaves no file.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, desktop } = self;
        context.report(JobProgress { detail: "Drawing…".to_owned(), ..JobProgress::default() });
        let is_paged = job.choice.format.is_paged();
        let detail = |part: DrawnPart| match part {
            // While pages are laid out, the number of all grows.
            DrawnPart { done: 0, all } if is_paged => format!("Laying out page {all}"),
            DrawnPart { done, all } if is_paged => format!("Page {} of {all}", done + 1),
            DrawnPart { done, all } => format!("Frame {} of {all}", done + 1),
        };
        let result = draw(&job, desktop, &watch(context, Duration::from_millis(250), detail));
        context.finish(None);
        context.send(PictureAction::ExportResult(Box::new(result)));
    }
}

fn draw(job: &PictureJob, desktop: Desktop, watch: Watch<'_>) -> ExportResult {
    let typed = typed_path(&job.choice.path);
    let to = std::path::absolute(&typed).unwrap_or(typed);
    let outcome = try_draw(job, &to, desktop, watch).unwrap_or_else(|outcome| outcome);
    ExportResult { to, outcome }
}

fn try_draw(
    job: &PictureJob,
    to: &Path,
    desktop: Desktop,
    watch: Watch<'_>,
) -> Result<DrawOutcome, DrawOutcome> {
    if job.choice.prints {
        let bytes = bytes_of(job, watch)?;
        desktop.print(&bytes).map_err(DrawOutcome::NotPrinted)?;
        return Ok(DrawOutcome::Printed);
    }
    if !job.choice.replace && Fingerprint::of(to).is_ok() {
        return Ok(DrawOutcome::Exists);
    }
    let bytes = bytes_of(job, watch)?;
    atomic_write(to, &bytes, false).map_err(DrawOutcome::NoFile)?;
    Ok(DrawOutcome::Done(missing_characters_of(job)))
}

/// Returns the characters of the export that no installed font can draw.
fn missing_characters_of(job: &PictureJob) -> Vec<char> {
    match job.choice.format.kind() {
        FormatKind::Picture(_) | FormatKind::Animation => job.scene.missing_characters(),
        FormatKind::Print => match &job.game {
            Some(shown) => shown.caption.missing_characters(),
            None => match &job.listed {
                Some(listed) => {
                    let missing = listed.documents().flat_map(|it| missing_characters_in(&it));
                    BTreeSet::from_iter(missing).into_iter().collect()
                }
                None => missing_characters_in(&document_of(job)),
            },
        },
        // Text and web pages are shown by other programs, in their own fonts.
        FormatKind::Text(_) | FormatKind::Records | FormatKind::Page => Vec::new(),
    }
}

fn document_of(job: &PictureJob) -> Document {
    let (source, range) = source_of(job);
    Document::open(source, range)
}

fn source_of(job: &PictureJob) -> (Source, FileRange) {
    let range = FileRange::new(0, job.text.len() as u64);
    (Source::from_bytes("match", job.text.clone()), range)
}

fn bytes_of(job: &PictureJob, watch: Watch<'_>) -> Result<Vec<u8>, DrawOutcome> {
    let no_picture = DrawOutcome::NoPicture;
    let choice = &job.choice;
    let pieces = PieceSet::load(&job.pieces).map_err(|error| no_picture(error.into()))?;
    let look = choice.look(&pieces);
    if let Some(shown) = &job.game
        && let Some(bytes) = bytes_of_game(job, shown, &look, watch)
    {
        return bytes;
    }
    match choice.format.kind() {
        FormatKind::Picture(format) => {
            format.draw(&job.scene, &look, choice.width).map_err(no_picture)
        }
        FormatKind::Animation => {
            let show = choice.show(&BoardId::ALL);
            let (speed, width) = (f64::from(choice.speed), choice.width);
            let document = document_of(job);
            match &choice.variation {
                Some(place) if choice.in_variation => {
                    animation_of_variation(&document, place, &show, &look, speed, width)
                }
                _ => {
                    let moment_range = job.moment_range.clone();
                    animation(&document, &show, &look, moment_range, speed, width, watch)
                }
            }
            .map_err(DrawOutcome::NoAnimation)
        }
        FormatKind::Page => {
            let document = document_of(job);
            let view = PageView {
                theme: look.theme,
                pieces: &pieces,
                flipped: choice.flipped,
                moment: job.moment,
                findings: &job.findings,
            };
            Ok(html(&document, &view).into_bytes())
        }
        FormatKind::Print => {
            let sheet = choice.sheet(&pieces);
            let Some(listed) = &job.listed else {
                let document = document_of(job);
                let excerpt = Excerpt::of(&job.moment_range, document.played().plies.len());
                let printed = print([document], &Sheet { excerpt, ..sheet }, watch);
                return printed.map_err(|error| no_picture(error.into()));
            };
            let mut documents = listed.documents();
            let printed = print(documents.by_ref(), &sheet, watch);
            if let Some(error) = documents.read_error {
                return Err(DrawOutcome::NoFile(error));
            }
            printed.map_err(|error| no_picture(error.into()))
        }
        FormatKind::Text(write) => Ok(write(&document_of(job)).into_bytes()),
        // The export dialog offers none of them.
        FormatKind::Records => Ok(job.text.clone()),
    }
}

/// Renders a game of Kriegspiel as an animation, page or PDF; `None` for other formats.
fn bytes_of_game(
    job: &PictureJob,
    shown: &GamePicture,
    look: &Look<'_>,
    watch: Watch<'_>,
) -> Option<Result<Vec<u8>, DrawOutcome>> {
    let choice = &job.choice;
    let (source, range) = source_of(job);
    let content = Content::open(source, range);
    let view = shown.view(content.as_game()?.game());
    Some(match choice.format.kind() {
        FormatKind::Animation => {
            let show = choice.show(&[BoardId::A]);
            let size = (f64::from(choice.speed), choice.width);
            let (moment_range, chances) = (job.moment_range.clone(), &shown.chances);
            game_animation(view, moment_range, chances, &show, look, size, watch)
                .map_err(DrawOutcome::NoAnimation)
        }
        FormatKind::Page => {
            let (theme, flipped) = (look.theme, choice.flipped);
            Ok(game_html(view, theme, look.pieces, flipped, job.moment).into_bytes())
        }
        FormatKind::Print => {
            let sheet = choice.sheet(look.pieces);
            print_games(&mut |lay_out| lay_out(view), &sheet, watch)
                .map_err(|error| DrawOutcome::NoPicture(error.into()))
        }
        FormatKind::Picture(_) | FormatKind::Text(_) | FormatKind::Records => return None,
    })
}
