//! The export dialog, with a live preview.

use crate::{
    app::{
        ANIMATION_SPEEDS, Command, Dialog, JobKind, MAX_PRINTED_MATCHES, PICTURE_WIDTHS,
        PictureAction, PictureChoice, SettingsPage, State, notes, palette, pictures,
    },
    diagram::{Background, Hidden, Rgb, Scene, raster, svg},
    document::Document,
    formats::{FileFormat, FormatKind, TextWriter},
    platform,
    rules::BoardId,
    settings::BoardColors,
    text::{grouped, to_u32},
    ui::{
        art::load_texture,
        outbox::{SendAction as _, SendOnClick as _},
        page_preview::{AROUND_PREVIEW, framed_image, has_room_for_preview, page_height, pages_ui},
        shell::{cancel_button, dialog_head, dialog_title, dialog_width},
        widgets::{
            Stage, cached, check_box, error_label, grid_line, grid_row, is_entered, job_ui,
            low_button, name_field, paper_row, small, wide_field,
        },
    },
};
use eframe::egui::{
    Button, Context, DragValue, Grid, Id, Key, Label, RadioButton, RichText, TextEdit, Ui, Vec2,
    vec2,
};

/// The width of the preview, in points.
const PREVIEW_WIDTH: f32 = 420.0;

/// The width of the window below which rows of options are short, in points.
const NARROW: f32 = 520.0;

/// Returns the distance of the dialog from the upper edge of the window, in points, or `None` if the window is too
/// narrow for a preview. The distance does not depend on the format, so that the format buttons stay in place.
pub fn picture_top(ctx: &Context) -> Option<f32> {
    let window = ctx.content_rect();
    let top = (window.height() - page_height(ctx) - AROUND_PREVIEW) / 2.0;
    if has_room_for_preview(ctx) { Some(top.max(8.0)) } else { None }
}

/// The properties of the match that determine which options the dialog shows.
struct MatchFacts {
    /// Whether the match has clocks; `false` for a picture or an animation of a variation.
    has_clocks: bool,
    /// The reason why the range of moves is invalid; `None` if the range is valid.
    invalid_range: Option<String>,
    /// Whether the match or game has moves, and so a final position.
    has_moves: bool,
    /// The number of diagrams of the match; `None` in a game of Kriegspiel.
    diagrams: Option<usize>,
    /// The current ply and whether a diagram follows it; `None` where no diagram can be added.
    diagram_here: Option<(String, bool)>,
}

pub fn picture_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State, choice: &mut PictureChoice) {
    // If a text field or a button has the focus, it uses Enter itself.
    let nothing_focused = ui.memory(|memory| memory.focused().is_none());
    let mut entered = nothing_focused && ui.input(|input| input.key_pressed(Key::Enter));
    let has_preview = has_room_for_preview(ui.ctx());
    if !has_preview {
        dialog_width(ui, 330.0);
    }
    dialog_title(ui, if choice.for_paper { "Print" } else { "Export" });
    ui.add_space(4.0);
    let is_drawing = state.jobs.is_running(JobKind::Picture);
    let in_variation = match choice.format {
        FileFormat::Animation => choice.in_variation,
        _ => choice.variation.is_some(),
    };
    let document = if in_variation { None } else { state.match_document() };
    // A print-out has the match with its variations.
    let clocked =
        if choice.format == FileFormat::Print { state.match_document() } else { document };
    let facts = MatchFacts {
        has_clocks: clocked.is_some_and(|document| document.timeline().has_clocks()),
        invalid_range: pictures::moment_range(state, choice).err().map(|error| error.to_string()),
        has_moves: state.open.as_ref().is_some_and(|open| open.content.played_plies() > 0),
        diagrams: state.match_document().map(Document::diagram_count),
        diagram_here: document
            .and_then(|document| document.ply_name(state.moment()))
            .map(|ply| (ply, notes::has_diagram(state))),
    };
    let least = least_size(ui, has_preview);
    let mut width = 0.0;
    let options = ui.horizontal_top(|ui| {
        ui.set_min_height(least.y);
        let column = ui.vertical(|ui| {
            dialog_width(ui, 330.0);
            ui.set_min_width(least.x);
            ui.add_enabled_ui(!is_drawing, |ui| {
                entered |= options_ui(ui, &facts, choice);
            });
        });
        width = column.response.rect.width();
        if has_preview {
            ui.set_min_width(PREVIEW_WIDTH);
            chosen_preview_ui(ui, stage, state, choice);
        }
    });
    let size = least.max(vec2(width, options.response.rect.height()));
    ui.data_mut(|data| data.insert_temp(least_size_id(), size));
    ui.add_space(4.0);
    ui.add_enabled_ui(!is_drawing, |ui| {
        entered |= path_ui(ui, choice);
    });
    ui.add_space(6.0);
    if is_drawing {
        let stop = |ui: &mut Ui| ui.button("Stop").on_hover_text("Cancel export");
        return job_ui(ui, &state.jobs, JobKind::Picture, stop, || PictureAction::Stop);
    }
    ui.horizontal(|ui| {
        let ready = !choice.path.trim().is_empty() && facts.invalid_range.is_none();
        if choice.for_paper
            && let Some(printer) = &state.shell.printer
        {
            let print = ui.button("Print").on_hover_text(format!("Print on {printer}"));
            if print.clicked() || entered {
                ui.send(PictureAction::Print);
            }
            entered = false;
        }
        let save = match (choice.replace, choice.for_paper) {
            (true, _) => "Replace",
            (false, true) => "Save as PDF",
            (false, false) => "Save",
        };
        let save = ui.add_enabled(ready, Button::new(save));
        if ready && (save.clicked() || entered) {
            ui.send(PictureAction::Save);
        }
        let is_picture = matches!(choice.format, FileFormat::Picture(_));
        if is_picture {
            ui.button(Command::CopyPicture.info().name).on_click(|| Command::CopyPicture);
        }
        cancel_button(ui);
    });
}

/// Shows the preview of the chosen format.
fn chosen_preview_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State, choice: &mut PictureChoice) {
    let Some(scene) = pictures::picture(state, choice) else { return };
    match (choice.format.kind(), state.match_document()) {
        (FormatKind::Text(write), Some(document)) => {
            text_preview_ui(ui, document, choice.format, write);
        }
        (FormatKind::Print, _) => page_preview_ui(ui, stage, state, choice),
        _ => preview_ui(ui, stage, &scene, choice),
    }
}

fn least_size_id() -> Id {
    Id::unique("least size of the export dialog")
}

/// Returns the least width of the options, and the least height of the options and the preview, so that the dialog keeps
/// its size when another format is chosen: the greatest so far. With a preview, a page has room.
fn least_size(ui: &Ui, has_preview: bool) -> Vec2 {
    let seen: Vec2 = ui.data(|data| data.get_temp(least_size_id())).unwrap_or_default();
    let room = ui.ctx().content_rect().size();
    if has_preview {
        // The window may have become smaller.
        return vec2(seen.x.min(room.x - PREVIEW_WIDTH - 60.0).max(0.0), page_height(ui.ctx()));
    }
    vec2(0.0, seen.y.min(room.y - AROUND_PREVIEW).max(0.0))
}

/// Shows the options. Returns whether Enter was pressed in the caption.
fn options_ui(ui: &mut Ui, facts: &MatchFacts, choice: &mut PictureChoice) -> bool {
    let mut entered = false;
    Grid::new("picture").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        if !choice.for_paper {
            short_rows(ui, "Format", &choice.formats(), |ui, format| {
                let name = format.row().export_label.unwrap_or_default();
                if ui.radio(choice.format == *format, name).clicked() {
                    choice.set_format(*format);
                }
            });
        }
        if choice.format.is_paged() {
            page_options_ui(ui, facts, choice);
        } else if choice.format.is_drawing() {
            entered = picture_options_ui(ui, facts, choice);
        }
    });
    entered
}

/// Returns the label of the board options. A game of Kriegspiel has only one board.
const fn boards_label(choice: &PictureChoice) -> &'static str {
    if choice.game { "Board" } else { "Boards" }
}

fn page_options_ui(ui: &mut Ui, facts: &MatchFacts, choice: &mut PictureChoice) {
    if choice.format == FileFormat::Print {
        paper_row(ui, &mut choice.letter);
    }
    grid_row(ui, boards_label(choice), |ui| check_box(ui, &mut choice.flipped, "Flipped"));
    if choice.format == FileFormat::Print && !choice.listed.is_empty() {
        grid_line(ui, "Print", |ui| printed_matches_ui(ui, choice));
    }
    if choice.format == FileFormat::Print && facts.has_moves && choice.prints_range() {
        moves_ui(ui, facts, choice);
    }
    if choice.format == FileFormat::Print && !choice.game {
        let is_available = facts.has_clocks || choice.prints_listed;
        grid_row(ui, "Show", |ui| clocks_ui(ui, is_available, &mut choice.clocks));
    }
    if choice.format == FileFormat::Print && facts.has_moves {
        grid_row(ui, "At the end", |ui| {
            check_box(ui, &mut choice.final_diagram, "Diagram of the final position")
        });
    }
    if let Some(count) = facts.diagrams
        && !choice.prints_listed_now()
    {
        grid_line(ui, "Diagrams", |ui| diagrams_ui(ui, count, facts.diagram_here.as_ref()));
        let words = match facts.diagram_here {
            Some(_) => "The box adds it to the match, as “Insert diagram” does.",
            None => "“Insert diagram” in the Edit menu adds one after the current move.",
        };
        grid_row(ui, "", |ui| ui.add(Label::new(small(words)).wrap()));
    }
}

/// Shows the check box for clocks, which is off and disabled if there are none.
fn clocks_ui(ui: &mut Ui, is_available: bool, clocks: &mut bool) {
    let mut shown = *clocks && is_available;
    ui.add_enabled_ui(is_available, |ui| {
        if check_box(ui, &mut shown, "Clocks").changed() {
            *clocks = shown;
        }
    });
}

/// Shows the choice between the open match and all listed ones.
fn printed_matches_ui(ui: &mut Ui, choice: &mut PictureChoice) {
    let before = choice.prints_listed;
    ui.radio_value(&mut choice.prints_listed, false, "This match");
    let count = choice.listed.len();
    if count > MAX_PRINTED_MATCHES {
        let most = grouped(MAX_PRINTED_MATCHES);
        let words = format!("Filter the list to {most} matches or fewer to print them at once.");
        let listed = ui.add_enabled(false, RadioButton::new(false, "Listed matches"));
        listed.on_disabled_hover_text(words);
    } else {
        let words = format!("{count} listed matches");
        let listed = ui.radio_value(&mut choice.prints_listed, true, words);
        listed.on_hover_text(
            "Each match begins on a new page. Games of Kriegspiel are printed alone",
        );
    }
    if choice.prints_listed != before {
        choice.page = 0;
    }
}

/// Shows how many diagrams are printed, a check box for a diagram at the current ply, and how to add others.
fn diagrams_ui(ui: &mut Ui, count: usize, here: Option<&(String, bool)>) {
    ui.label(if count == 0 { "None".to_owned() } else { count.to_string() });
    if let Some((ply, on)) = here
        && check_box(ui, &mut on.clone(), format!("After {ply}")).changed()
    {
        ui.send(Command::ToggleDiagram);
    }
}

fn animation_options_ui(ui: &mut Ui, facts: &MatchFacts, choice: &mut PictureChoice) {
    if choice.variation.is_some() {
        grid_line(ui, "Animate", |ui| {
            ui.radio_value(&mut choice.in_variation, true, "Variation up to here");
            ui.radio_value(&mut choice.in_variation, false, "Match");
        });
    }
    let label = ui.label("Speed");
    let field = DragValue::new(&mut choice.speed).range(ANIMATION_SPEEDS).suffix("×");
    ui.add(field).labelled_by(label.id);
    ui.end_row();
    if !choice.in_variation {
        moves_ui(ui, facts, choice);
    }
}

/// Shows the range of moves and, if it is invalid, the reason.
fn moves_ui(ui: &mut Ui, facts: &MatchFacts, choice: &mut PictureChoice) {
    grid_line(ui, "Moves", |ui| {
        ply_ui(ui, "First move", "start", &mut choice.from);
        ui.label("to");
        ply_ui(ui, "Last move", "end", &mut choice.to);
        ui.label(small("such as 12b"));
    });
    if let Some(words) = &facts.invalid_range {
        let words = RichText::new(words).small().color(ui.visuals().error_fg_color);
        grid_row(ui, "", |ui| ui.add(Label::new(words).wrap()));
    }
}

/// Shows the options of pictures and animations; returns whether Enter was pressed in the caption.
fn picture_options_ui(ui: &mut Ui, facts: &MatchFacts, choice: &mut PictureChoice) -> bool {
    let is_animation = choice.format == FileFormat::Animation;
    if is_animation {
        animation_options_ui(ui, facts, choice);
    }
    let label = ui.label("Width");
    ui.horizontal(|ui| {
        let field = DragValue::new(&mut choice.width).range(PICTURE_WIDTHS).speed(4).suffix(" px");
        ui.add(field).labelled_by(label.id);
    });
    ui.end_row();
    grid_line(ui, boards_label(choice), |ui| {
        if !choice.game {
            for (only, name) in [(None, "Both"), (Some(BoardId::A), "A"), (Some(BoardId::B), "B")] {
                ui.radio_value(&mut choice.only, only, name);
            }
        }
        check_box(ui, &mut choice.flipped, "Flipped");
    });
    short_rows(ui, "Board colours", &BoardColors::ALL, |ui, colors| {
        ui.radio_value(&mut choice.colors, *colors, colors.name());
    });
    grid_line(ui, "Background", |ui| {
        for (background, name) in [
            (Background::Theme, "White"),
            (Background::Transparent, "None"),
            (Background::Color(Rgb(0x17, 0x19, 0x1f)), "Dark"),
        ] {
            ui.radio_value(&mut choice.background, background, name);
        }
    });
    // A game of Kriegspiel has neither clocks nor reserves.
    let is_game = choice.game;
    let hidden = &mut choice.hidden;
    let parts: [PartSwitch; 5] = [
        ("Names", |hidden| &mut hidden.names),
        ("Clocks", |hidden| &mut hidden.clocks),
        ("Reserves", |hidden| &mut hidden.reserves),
        ("Coordinates", |hidden| &mut hidden.coordinates),
        ("Last move", |hidden| &mut hidden.last_move),
    ];
    let available: Vec<_> = parts
        .into_iter()
        .filter(|(name, _)| !(is_game && matches!(*name, "Clocks" | "Reserves")))
        .collect();
    short_rows(ui, "Show", &available, |ui, (name, field)| {
        let hides = field(hidden);
        let is_available = *name != "Clocks" || facts.has_clocks;
        let mut shown = !*hides && is_available;
        ui.add_enabled_ui(is_available, |ui| {
            if check_box(ui, &mut shown, *name).changed() {
                *hides = !shown;
            }
        });
    });
    ui.label("Caption");
    let field = TextEdit::singleline(&mut choice.caption)
        .id_salt("caption")
        .hint_text("Line below the boards")
        .desired_width(f32::INFINITY);
    let field = ui.add(field);
    name_field(&field, "Caption", &choice.caption);
    ui.end_row();
    is_entered(&field)
}

/// Shows a field for a ply such as `12b`.
fn ply_ui(ui: &mut Ui, words: &str, hint: &str, ply: &mut String) {
    let field = TextEdit::singleline(ply).id_salt(words).hint_text(hint).desired_width(56.0);
    let field = ui.add(field);
    name_field(&field, words, ply);
}

/// An optional part of a picture: its name, and the field that hides it.
type PartSwitch = (&'static str, fn(&mut Hidden) -> &mut bool);

/// Shows `label` in the grid and lays out `all` beside it in rows of three, or of two in a narrow window, because the
/// grid cannot measure rows that wrap.
fn short_rows<T>(ui: &mut Ui, label: &str, all: &[T], mut each: impl FnMut(&mut Ui, &T)) {
    let columns = if ui.ctx().content_rect().width() < NARROW { 2 } else { 3 };
    ui.label(label);
    ui.vertical(|ui| {
        for row in all.chunks(columns) {
            ui.horizontal(|ui| row.iter().for_each(|one| each(ui, one)));
        }
    });
    ui.end_row();
}

/// Shows the destination and, if it is invalid, the error. Returns whether Enter was pressed in the path.
fn path_ui(ui: &mut Ui, choice: &mut PictureChoice) -> bool {
    let mut entered = false;
    ui.horizontal(|ui| {
        let width = ui.available_width() - if platform::HAS_DISK { 96.0 } else { 0.0 };
        let field = wide_field(&mut choice.path, "File path").id_salt("picture path");
        let field = ui.add(field.desired_width(width));
        name_field(&field, "Picture path", &choice.path);
        if field.changed() {
            choice.replace = false;
            choice.error.clear();
            choice.follow_name();
        }
        entered = is_entered(&field);
        // A browser has no dialog that returns a path: the picture is a download.
        if platform::HAS_DISK {
            ui.button("Browse…").on_click(|| PictureAction::AskForPath);
        }
    });
    let words =
        if choice.replace { "A file with this name already exists." } else { &choice.error };
    if !words.is_empty() {
        error_label(ui, RichText::new(words).small());
    }
    entered
}

fn text_preview_ui(ui: &mut Ui, document: &Document, format: FileFormat, write: TextWriter) {
    let source = (document.text().to_vec(), format);
    let text = cached(ui, Id::unique("text preview"), source, |_| {
        let text = write(document);
        let lines: Vec<String> =
            text.lines().take(24).map(|line| line.chars().take(600).collect()).collect();
        Some(lines.join("\n"))
    });
    ui.vertical(|ui| {
        ui.set_width(PREVIEW_WIDTH);
        let words = RichText::new(text.unwrap_or_default()).monospace().size(9.0);
        ui.add(Label::new(words.weak()).wrap());
    });
}

/// Shows one page of the print-out, and buttons and keys for the others.
fn page_preview_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State, choice: &mut PictureChoice) {
    let side = state.game().map(|game| game.moment_view.side);
    let options =
        (choice.letter, choice.flipped, choice.final_diagram, choice.clocks, choice.prints_listed);
    let moments = pictures::moment_range(state, choice).ok();
    let source = (choice.format, state.revision(), options, moments, side);
    let sheet = choice.sheet(stage.art.set());
    let laid_out = cached(ui, Id::unique("page preview"), source, |_| {
        pictures::page_preview(state, choice, &sheet)
    });
    let Some(preview) = laid_out else { return };
    pages_ui(ui, &stage.tokens, &preview, &mut choice.page, |page, width| {
        preview.render(page, &sheet, width)
    });
}

/// Shows the picture as it will be exported, redrawn only if its SVG text has changed.
fn preview_ui(ui: &mut Ui, stage: &Stage<'_>, scene: &Scene, choice: &PictureChoice) {
    let pixel = ui.ctx().pixels_per_point();
    let width = to_u32(PREVIEW_WIDTH * pixel);
    let look = choice.look(stage.art.set());
    let svg = svg(scene, &look, width);
    let texture = cached(ui, Id::unique("picture preview"), svg, |_| {
        Some(load_texture(ui.ctx(), "picture", &raster(scene, &look, width)))
    });
    let Some(texture) = texture else { return };
    let size: Vec2 = texture.size_vec2() / pixel;
    // The picture of a single board is taller than wide, so its height is limited by the room above the buttons.
    let room = (ui.ctx().content_rect().height() - AROUND_PREVIEW).max(120.0);
    let image = (texture.id(), size * (room / size.y).min(1.0));
    framed_image(ui, &stage.tokens, image, &scene.title);
}

/// Offers the ways to share the open match. All but the link work without a website.
pub fn share_ui(ui: &mut Ui, state: &State) {
    dialog_head(ui, 420.0, "Share");
    for (command, about) in [
        (Command::CopyPicture, "This position as an image, to paste into a chat or a document."),
        (Command::ExportPage, "One file that plays the match in any browser, without a network."),
        (Command::ExportAnimation, "A moving picture for chats and messages."),
        (Command::Export, "A picture file of this position, or another format."),
        (Command::CopyMatch, "The record as text, for a message or another program."),
        (Command::CopyLink, "Opens the match here, at this move, for everyone who has the link."),
    ] {
        let lacks_address = state.settings.page.is_empty() && platform::HAS_DISK;
        if command == Command::CopyLink && lacks_address {
            link_ui(ui);
            continue;
        }
        let reason = palette::disabled_reason(state, command);
        ui.add_space(4.0);
        let button = Button::new(command.info().name).min_size(vec2(150.0, 0.0));
        let button = ui.add_enabled(reason.is_none(), button);
        if button.clicked() {
            // The dialog “Export” replaces this one.
            if command != Command::Export {
                ui.close_dialog();
            }
            ui.send(command);
        }
        ui.weak(reason.unwrap_or(about));
    }
    ui.add_space(6.0);
    cancel_button(ui);
}

/// Explains what a link needs, while no web address is set.
fn link_ui(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(small("A link to this move needs a web page with Tandem."));
        if ui.add(low_button(ui, "Set web address…")).clicked() {
            ui.show_dialog(Dialog::Settings(SettingsPage::Matches, None));
        }
    });
}
