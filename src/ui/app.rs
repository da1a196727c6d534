//! [`App`]: draws the state in each frame, and applies the resulting actions to the state.

use super::{
    art::{Art, MAX_TEXTURE, image_of},
    clipboard::ClipboardLog,
    frame_clock::FrameClock,
    input_order::InputOrder,
    keyboard::{Keyboard, step_promotion},
    keys,
    library::{MatchesView, matches_ui, table_ui},
    moves::MovesView,
    notice_timer::NoticeTimer,
    outbox::SendAction as _,
    playback::center_ui,
    puzzles::puzzle_ui,
    regions, run,
    search::book_ui,
    shell::{
        Dividers, Drawer, dialog_ui, menu_ui, notices_ui, part_ui, side_ui, start_ui, tab_strip_ui,
    },
    sizes::{TextGrowth, fit_to_screen, layout_of_window, rect_of, rectangle_of},
    system_dialogs::SystemDialogs,
    theme::{self, Shade, Tokens},
    widgets::{Motion, RowList, Stage},
};
use crate::{
    app::{
        self, Action, BoardCount, BookAction, Center, Command, Dialog, Effect, FileSession, Focus,
        Forms, KeyContext, KeyHandler, KeyPress, LayoutRequest, LibraryAction, ListKey, ListStep,
        OpenedFiles, PlaybackAction, Region, ReviewAction, SearchAction, SettingsAction, Shell,
        ShellAction, State, WindowEffect, WindowLayout, key_handler,
    },
    clock::{SystemTime, UNIX_EPOCH},
    diagram::{PieceSetError, raster},
    engine::engine_folders,
    file::UnpackLimits,
    jobs::{Desktop, Jobs, Services},
    parallel,
    settings::{ProgressStore, RecoveryStore, Settings, Store, StoreError, Theme},
    text::Day,
};
use eframe::egui::{
    self, Align2, CentralPanel, Color32, CornerRadius, FocusDirection, Frame, Id, Margin, Panel,
    Ui, ViewportCommand,
};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The maximum time that the first frame waits for the files to be loaded.
const FIRST_READ_WAIT: Duration = Duration::from_millis(60);

/// The maximum time that a frame waits for a record to be loaded.
const RECORD_READ_WAIT: Duration = Duration::from_millis(12);

/// The delay between a visible change and the frame that shows the change, in seconds. With this margin, rounding never
/// puts the frame before the change.
const FRAME_DELAY_S: f64 = 0.0005;

/// The width of a rail, in points. A finger needs more; where only touch is, the menu bar has buttons instead.
const RAIL_WIDTH: f32 = 16.0;

pub struct Launch {
    /// The file to show when the window opens, if it has been read already.
    pub opened: Option<OpenedFiles>,
    /// The files to read and show when the window opens.
    pub files: Vec<PathBuf>,
    /// The number of the match to show when the window opens, counted from 1; `None` for the first match.
    pub game: Option<usize>,
    /// The position to show in that match, such as `12b`; `None` for the start.
    pub at: Option<String>,
    /// Whether to show the first-steps guide when a match is opened, unless the user has already seen it.
    pub greet: bool,
    pub store: Store,
    /// In tests, the address of a server that replaces chess.com.
    pub fetch_base: Option<String>,
    /// The folder for cached indexes and unpacked files; `None` disables the cache.
    pub cache: Option<PathBuf>,
    /// The limits on unpacking a file.
    pub unpack: UnpackLimits,
    pub recovery: RecoveryStore,
    pub progress: ProgressStore,
    pub desktop: Desktop,
}

/// The settings that egui must be told about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    theme: Theme,
    text_percent: u16,
    high_contrast: bool,
    reduced_motion: bool,
    has_touch_only: bool,
}

pub struct App {
    state: State,
    jobs: Jobs,
    art: Result<Art, PieceSetError>,
    moves: MovesView,
    motion: Motion,
    /// The match list beside the boards.
    matches: MatchesView,
    /// The match list as a table.
    table: MatchesView,
    book: RowList,
    frame_clock: FrameClock,
    title: String,
    dividers: Dividers,
    /// The panels that were folded in the last frame.
    folded: Vec<Drawer>,
    /// The drawer that opens in the next frame, if its panel is folded then.
    requested_drawer: Option<Drawer>,
    notice_timer: NoticeTimer,
    keyboard: Keyboard,
    /// Whether the window has been compared with the size of the screen.
    is_fitted: bool,
    text_growth: TextGrowth,
}

impl App {
    pub fn new(cc: &eframe::CreationContext<'_>, launch: Launch) -> Self {
        let (settings, broken) = launch.store.load();
        Self::with(cc, launch, settings, broken)
    }

    /// Creates the window with `settings`, as read from the disk. `broken` is the error if the settings could not
    /// be read.
    pub fn with(
        cc: &eframe::CreationContext<'_>,
        mut launch: Launch,
        settings: Settings,
        broken: Option<StoreError>,
    ) -> Self {
        parallel::mark_ui_thread();
        let ctx = &cc.egui_ctx;
        if broken.as_ref().is_some_and(StoreError::forbids_saving) {
            launch.store = Store::nowhere();
        }
        theme::install_fonts(ctx);
        ctx.add_plugin(InputOrder::default());
        let art = Art::load(&settings.pieces);
        let services = Services {
            store: launch.store,
            recovery: launch.recovery,
            progress: launch.progress,
            cache: launch.cache,
            unpack: launch.unpack,
            fetch_base: launch.fetch_base,
            dialogs: Arc::new(SystemDialogs(launch.desktop)),
            desktop: launch.desktop,
            engine_folders: engine_folders(),
        };
        let window = ctx.clone();
        let mut jobs = Jobs::new(services, move || window.request_repaint());
        jobs.query_desktop();
        let mut app = Self {
            state: State::new(settings),
            jobs,
            art,
            moves: MovesView::default(),
            motion: Motion::default(),
            matches: MatchesView::default(),
            table: MatchesView::default(),
            book: RowList::default(),
            frame_clock: FrameClock::default(),
            title: String::new(),
            dividers: Dividers::default(),
            folded: Vec::new(),
            requested_drawer: None,
            notice_timer: NoticeTimer::default(),
            keyboard: Keyboard::default(),
            is_fitted: false,
            text_growth: TextGrowth::default(),
        };
        app.apply_look(ctx);
        app.update(Action::Shell(ShellAction::Today(today().to_string().replace('-', "."))), ctx);
        let art_error = match &app.art {
            Ok(art) => art.load_error(),
            Err(error) => Some(error.to_string()),
        };
        for words in broken.map(|error| error.to_string()).into_iter().chain(art_error) {
            app.update(Action::Shell(ShellAction::ShowError(words)), ctx);
        }
        // `show` does not add the file to the recent files.
        if let Some(OpenedFiles { list: Ok(list), read, game, at, .. }) = launch.opened
            && let [path] = read.paths.as_slice()
        {
            app.state.show(path, list, game, at.as_deref());
        }
        if launch.greet {
            app.update(Action::Shell(ShellAction::ShowFirstStepsOnce), ctx);
        }
        if !launch.files.is_empty() {
            for effect in app.state.read_first(launch.files, launch.game, launch.at) {
                app.perform(effect, ctx);
            }
            // Most files are read within this time, so that the first frame shows the match.
            if let Some(action) = app.jobs.wait(FIRST_READ_WAIT) {
                app.update(action, ctx);
            }
        }
        app
    }

    /// Returns the state from which the window is drawn.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the jobs, so that a test can pause one.
    #[doc(hidden)]
    pub const fn jobs(&mut self) -> &mut Jobs {
        &mut self.jobs
    }

    /// Applies `action` to the state, and performs the resulting effects.
    pub fn update(&mut self, action: Action, ctx: &egui::Context) {
        if self.toggle_drawer(&action, ctx) {
            return;
        }
        if matches!(action, Action::Library(LibraryAction::OpenedFiles(_))) {
            // The scroll position belongs to the previous file.
            self.matches = MatchesView::default();
            self.table = MatchesView::default();
        }
        match &action {
            Action::Library(LibraryAction::Filter(_))
            | Action::RunCommand(Command::FilterMatches | Command::Table) => {
                self.keyboard.stepped = false;
            }
            Action::Library(LibraryAction::Step(_))
            | Action::RunCommand(Command::NextMatch | Command::PreviousMatch) => {
                self.keyboard.stepped = true;
            }
            _ => {}
        }
        let (look, pieces) = (self.look(), self.state.settings.pieces.clone());
        let requests = self.state.shell.panel_requests;
        let asked_part = match action {
            Action::RunCommand(Command::FilterMatches) => Some(Drawer::List),
            Action::RunCommand(command) => {
                Drawer::ALL.into_iter().find(|drawer| drawer.command() == command)
            }
            _ => None,
        };
        let opened = self.state.library.file().map(|file| file.opened);
        for effect in self.state.update(action) {
            self.perform(effect, ctx);
        }
        if self.state.library.file().map(|file| file.opened) != opened {
            // The scroll position belongs to the file of another tab.
            self.matches = MatchesView::default();
            self.table = MatchesView::default();
        }
        let shows_panel = self.state.shell.panel_requests != requests;
        // Whether the part is folded is known in the next frame.
        let requested = if shows_panel { Some(Drawer::Panel) } else { asked_part };
        if requested.is_some_and(|drawer| drawer.is_shown(&self.state)) {
            self.requested_drawer = requested;
        }
        if shows_panel || self.state.shell.dialog.is_some() {
            // An open list drawer would take the keys meant for the panel or dialog.
            Drawer::List.close(ctx);
        }
        if self.look() != look {
            self.apply_look(ctx);
        }
        if self.state.settings.pieces != pieces {
            self.art = Art::load(&self.state.settings.pieces);
        }
    }

    /// Returns what egui must be told about.
    fn look(&self) -> Look {
        let Settings { theme, text_percent, high_contrast, .. } = self.state.settings;
        let Shell { reduced_motion, has_touch_only, .. } = self.state.shell;
        Look { theme, text_percent, high_contrast, reduced_motion, has_touch_only }
    }

    fn apply_look(&self, ctx: &egui::Context) {
        let Look { theme, text_percent, high_contrast, reduced_motion, has_touch_only } =
            self.look();
        theme::install_style(ctx, high_contrast, reduced_motion);
        let percent = text_percent + text_percent * self.text_growth.percent / 100;
        theme::set_text_size(ctx, percent);
        if has_touch_only {
            theme::install_touch_height(ctx, percent);
        }
        ctx.set_theme(theme::preference(theme));
    }

    fn tokens(&self, dark: bool) -> Tokens {
        let Settings { boards, high_contrast, .. } = self.state.settings;
        Tokens::of(Shade { dark, high_contrast }, boards)
    }

    /// Starts the job of `effect`, or performs an effect that only the window can perform.
    fn perform(&mut self, effect: Effect, ctx: &egui::Context) {
        let is_reading_record = matches!(effect, Effect::ReadRecord(_));
        if run::performs(&effect) {
            return;
        }
        match self.jobs.run(effect) {
            Some(WindowEffect::Quit) => ctx.send_viewport_cmd(ViewportCommand::Close),
            Some(WindowEffect::NextRegion) => self.keyboard.regions.go(ctx, true),
            Some(WindowEffect::PreviousRegion) => self.keyboard.regions.go(ctx, false),
            Some(WindowEffect::OpenMenus) => self.keyboard.menus.open(ctx, 0),
            Some(WindowEffect::FullScreen) => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Some(WindowEffect::Copy(text)) => {
                ctx.copy_text(run::full_address(text));
                ClipboardLog::of_program().check_text_copy();
            }
            Some(WindowEffect::CopyPicture(job)) => {
                if let Ok(art) = &self.art {
                    let look = job.choice.look(art.set());
                    ctx.copy_image(image_of(&raster(&job.scene, &look, job.choice.width)));
                }
            }
            Some(WindowEffect::AskForClipboard) => {
                ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
            }
            None => {}
        }
        // Most records arrive within the same frame, which avoids a flash of empty boards between two matches.
        if is_reading_record && let Some(action) = self.jobs.wait(RECORD_READ_WAIT) {
            self.update(action, ctx);
        }
    }

    /// Advances playback by the time since the last frame, and requests a repaint for the next visible change.
    fn tick(&mut self, ctx: &egui::Context) {
        if !self.state.is_playing() {
            return self.frame_clock.stop();
        }
        let now = ctx.input(|input| input.time);
        #[expect(clippy::cast_possible_truncation, reason = "a few seconds")]
        let dt_s = self.frame_clock.elapsed_s(now) as f32;
        self.update(Action::Playback(PlaybackAction::Tick(dt_s)), ctx);
        let pixels = ctx.content_rect().width() * ctx.pixels_per_point();
        let Some(left_s) = self.state.until_change_s(pixels) else {
            // Playback has reached its end.
            return;
        };
        // egui subtracts the predicted duration of a frame from the requested delay, so that duration is added here.
        let predicted_s = f64::from(ctx.input(|input| input.predicted_dt));
        let wait_s = left_s + predicted_s + FRAME_DELAY_S;
        self.frame_clock.due_in(wait_s);
        ctx.request_repaint_after(Duration::from_secs_f64(wait_s));
    }

    /// Handles a request to close the window: asks for confirmation if there are unsaved changes, otherwise saves the
    /// layout.
    fn confirm_close(&mut self, ctx: &egui::Context) {
        let closing = ctx.input(|input| input.viewport().close_requested());
        if closing && !self.state.shell.is_quitting && self.state.has_unsaved_work() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.update(Action::RunCommand(Command::Quit), ctx);
        } else if closing {
            let layout = layout_of_window(ctx, &self.state.settings.layout);
            self.update(Action::Settings(SettingsAction::Layout(layout)), ctx);
        }
    }

    /// Dismisses expired notices. Warnings and most offers do not expire.
    fn dismiss_expired(&mut self, ctx: &egui::Context) {
        let expired = self.notice_timer.expired(&self.state.shell.notices, ctx);
        for number in expired {
            self.update(Action::Shell(ShellAction::CloseNotice(number)), ctx);
        }
    }

    /// Dispatches key presses and pasted text to their handlers. Events without a handler are left to the widgets.
    fn handle_keys(&mut self, ctx: &egui::Context) {
        self.keyboard.begin(ctx, KeyContext::of(&self.state));
        let events = ctx.input_mut(|input| std::mem::take(&mut input.events));
        let escaped = events.iter().any(keys::is_escape);
        let mut unhandled = Vec::with_capacity(events.len());
        let mut events = events.into_iter().peekable();
        while let Some(event) = events.next() {
            if self.keyboard.is_text_of_handled_key(&event) {
                continue;
            }
            let shown = KeyContext::of(&self.state);
            let context = self.keyboard.context(ctx, shown, escaped);
            if let egui::Event::Paste(text) = &event {
                if context.accepts_paste() {
                    self.update(Action::Library(LibraryAction::Pasted(text.clone())), ctx);
                } else {
                    unhandled.push(event);
                }
                continue;
            }
            let character = keys::character_of(events.peek());
            let handler = keys::press_of(&event).map(|press| {
                let press = KeyPress { character, ..press };
                let handler = key_handler(press, &context, &self.state.shell.keymap);
                self.keyboard.held.follow(press, handler)
            });
            match handler {
                None | Some(KeyHandler::View) => unhandled.push(event),
                Some(key_handler) => {
                    self.keyboard.is_key_handled = true;
                    // egui must not move the focus on Tab and arrow keys.
                    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
                    self.handle_key(key_handler, &context, ctx);
                }
            }
        }
        ctx.input_mut(|input| input.events = unhandled);
    }

    fn open_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if !dropped.is_empty()
            && let Some(paths) = run::dropped_paths(dropped)
        {
            self.update(Action::Library(LibraryAction::OpenAll(paths)), ctx);
        }
    }

    fn handle_key(&mut self, key_handler: KeyHandler, context: &KeyContext, ctx: &egui::Context) {
        match key_handler {
            KeyHandler::Command(command) => self.update(Action::RunCommand(command), ctx),
            KeyHandler::Menu(key) => self.keyboard.menus.handle_key(ctx, key),
            KeyHandler::Focus(step) if context.promotion => step_promotion(ctx, step),
            KeyHandler::Focus(step) => self.keyboard.regions.step(ctx, step),
            KeyHandler::TypeMove(letter) => {
                self.update(Action::Playback(PlaybackAction::TypeMove(letter)), ctx);
            }
            KeyHandler::RunQuery => self.update(Action::Search(SearchAction::Start), ctx),
            KeyHandler::List(key) if context.book => {
                let step = key.step(self.book.page());
                let action = step.map_or(BookAction::Open(None), BookAction::Step);
                self.update(Action::Search(SearchAction::Book(action)), ctx);
            }
            KeyHandler::List(key) => {
                let in_table = self.state.shell.center == Center::Table;
                if in_table && key == ListKey::Open {
                    return self.update(Action::RunCommand(Command::Table), ctx);
                }
                let list = if in_table { &self.table } else { &self.matches };
                // If the current match is not listed, no step opens the first listed one.
                let step = key.step(list.rows.page()).unwrap_or(ListStep::Down(0));
                self.update(Action::Library(LibraryAction::Step(step)), ctx);
                let file = self.state.library.file();
                let has_match = |file: &FileSession| {
                    file.filter.problem.is_none() && !file.filter.rows.is_empty()
                };
                if key == ListKey::Open && file.is_some_and(has_match) {
                    Drawer::List.close(ctx);
                    ctx.memory_mut(|memory| memory.surrender_focus(keys::filter_id(false)));
                }
            }
            KeyHandler::View | KeyHandler::Ignored => {}
        }
    }

    fn update_title(&mut self, ctx: &egui::Context) {
        let title = self.state.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            run::show_title(&title);
            self.title = title;
        }
        // egui gives the window no accessible name.
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| {
            node.set_label(self.title.as_str());
        });
    }

    fn parts_ui(&mut self, ui: &mut Ui, forms: &mut Forms, dialog: Option<&mut Dialog>) {
        let tokens = self.tokens(ui.visuals().dark_mode);
        let Ok(art) = &mut self.art else {
            notices_ui(ui, &tokens, &self.state.shell.notices);
            return;
        };
        let requested_drawer = self.requested_drawer.take();
        let motion = &mut self.motion;
        let mut stage = Stage { tokens, art, motion, forms };
        let state = &self.state;
        let panel = Frame::new().fill(tokens.panel);
        Panel::top("menu").frame(panel.inner_margin(Margin::symmetric(8, 3))).show(ui, |ui| {
            menu_ui(ui, &stage, state, &mut self.keyboard.menus);
        });
        if let Some(round) = state.puzzle() {
            puzzle_ui(ui, &mut stage, state, round);
            return overlay_ui(ui, &mut stage, state, dialog);
        }
        if state.tabs.count() > 1 {
            Panel::top("tabs").frame(panel.inner_margin(Margin::symmetric(8, 2))).show(ui, |ui| {
                regions::mark_here(ui, Region::OpenMatches);
                tab_strip_ui(ui, &tokens, state);
            });
        }
        if state.library.file().is_none() {
            CentralPanel::default().frame(Frame::new().fill(tokens.ground)).show(ui, |ui| {
                regions::mark_here(ui, Region::Transport);
                start_ui(ui, &mut stage, state);
            });
            return overlay_ui(ui, &mut stage, state, dialog);
        }
        if state.shell.center == Center::Table {
            CentralPanel::default().frame(panel.inner_margin(Margin::same(8))).show(ui, |ui| {
                regions::mark_here(ui, Region::Matches);
                table_ui(ui, &tokens, state, &mut self.table);
            });
            return overlay_ui(ui, &mut stage, state, dialog);
        }
        if state.shell.center == Center::Book {
            CentralPanel::default().frame(panel.inner_margin(Margin::same(8))).show(ui, |ui| {
                regions::mark_here(ui, Region::Panel);
                book_ui(ui, &tokens, state, &mut stage.forms.book, &mut self.book);
            });
            return overlay_ui(ui, &mut stage, state, dialog);
        }
        let request = layout_request(ui, state, &self.dividers);
        let layout = WindowLayout::of(&request);
        self.folded = Drawer::ALL.into_iter().filter(|it| it.is_folded(&layout)).collect();
        if let Some(drawer) = requested_drawer
            && self.folded.contains(&drawer)
        {
            drawer.open(ui.ctx());
        }
        let matches = &mut self.matches;
        Drawer::List.part_ui(ui, &tokens, layout.list, &state.shell.keymap, |ui| {
            matches_ui(ui, &tokens, state, matches);
        });
        let moves = &mut self.moves;
        let mut shows_report = false;
        Drawer::Panel.part_ui(ui, &tokens, layout.panel, &state.shell.keymap, |ui| {
            shows_report = state.shell.panel == app::Panel::Report;
            side_ui(ui, &mut stage, state, moves);
        });
        if state.shell.focus == Some(Focus::Mistake) && !shows_report {
            // Only the layout knows that the report is folded.
            ui.send(ReviewAction::Explain);
        }
        let frame = Frame::new().fill(tokens.ground);
        part_ui(ui, "boards", rect_of(layout.center), frame, |ui| {
            regions::mark_here(ui, Region::Boards);
            center_ui(ui, &mut stage, state, &layout);
        });
        let saved_layout = &state.settings.layout;
        self.dividers.ui(ui, &tokens, &layout, &request, saved_layout);
        overlay_ui(ui, &mut stage, state, dialog);
    }

    /// Opens or closes the drawer of a folded panel if `action` requires that. Returns whether `action` is then
    /// complete, so that it must not be applied to the state.
    fn toggle_drawer(&self, action: &Action, ctx: &egui::Context) -> bool {
        match action {
            Action::RunCommand(command) => {
                let mut shown = self.folded.iter().filter(|drawer| drawer.is_shown(&self.state));
                let drawer = shown.find(|drawer| drawer.command() == *command);
                drawer.inspect(|drawer| drawer.toggle(ctx)).is_some()
            }
            Action::Library(LibraryAction::Choose(_)) => {
                Drawer::List.close(ctx);
                false
            }
            _ => false,
        }
    }
}

/// Returns the current date in UTC, because the standard library does not know the local time zone.
fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::from_unix_seconds(seconds)
}

fn layout_request(ui: &Ui, state: &State, dividers: &Dividers) -> LayoutRequest {
    LayoutRequest {
        room: rectangle_of(ui.available_rect_before_wrap()),
        pixels_per_point: ui.ctx().pixels_per_point(),
        count: match state.game() {
            Some(_) => BoardCount::One,
            None => BoardCount::Two,
        },
        charts: state.charts(),
        button_height: ui.spacing().interact_size.y,
        rail_width: if state.shell.has_touch_only { 0.0 } else { RAIL_WIDTH },
        list: state.shell.matches && state.library.file().is_some(),
        panel: state.settings.side,
        // The review compares what the boards show with its words.
        keeps_panel: state.match_state().is_some_and(|open| open.review.is_started()),
        shares: dividers.shares(&state.settings.layout),
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        while let Some(action) = self.jobs.next_action() {
            self.update(action, ctx);
        }
        for words in ClipboardLog::of_program().failures() {
            self.update(Action::Shell(ShellAction::ClipboardFailed(words)), ctx);
        }
        for action in run::actions() {
            self.update(action, ctx);
        }
        self.open_dropped(ctx);
        if !self.is_fitted {
            self.is_fitted = fit_to_screen(ctx);
        }
        // Before the size of the screen is known, that of the window may not be the real one.
        if self.is_fitted && self.text_growth.follow(ctx, self.state.settings.text_percent) {
            self.apply_look(ctx);
        }
        if ctx.input(|input| input.events.contains(&egui::Event::WindowFocused(true))) {
            self.update(Action::Library(LibraryAction::WindowFocused), ctx);
        }
        self.handle_keys(ctx);
        self.confirm_close(ctx);
        self.tick(ctx);
        self.dismiss_expired(ctx);
        self.update_title(ctx);
        run::follow(&self.state);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        // Widgets change the forms and the dialog in place.
        let mut forms = self.state.take_forms();
        let mut dialog = forms.dialog.take();
        self.parts_ui(ui, &mut forms, dialog.as_mut());
        self.state.put_forms(Forms { dialog, ..forms });
        let ctx = ui.ctx().clone();
        let actions = ctx.take_sent();
        self.state.forget_focus();
        if !actions.is_empty() {
            ctx.request_repaint();
        }
        for action in actions {
            self.update(action, &ctx);
        }
        let ink = self.tokens(ctx.global_style().visuals.dark_mode).second;
        self.keyboard.regions.ring_ui(&ctx, ink);
        self.keyboard.end(&ctx);
    }

    fn raw_input_hook(&mut self, _ctx: &egui::Context, raw_input: &mut egui::RawInput) {
        // egui allocates a font atlas as wide as the largest texture, although a fraction of that width is enough. The
        // limit saves memory.
        if let Some(side) = &mut raw_input.max_texture_side {
            *side = (*side).min(MAX_TEXTURE);
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        self.tokens(visuals.dark_mode).ground.to_normalized_gamma_f32()
    }
}

fn overlay_ui(ui: &Ui, stage: &mut Stage<'_>, state: &State, dialog: Option<&mut Dialog>) {
    if let Some(dialog) = dialog {
        dialog_ui(ui.ctx(), stage, state, dialog);
    }
    drop_hint(ui, &stage.tokens);
}

/// Shows a hint while a file is dragged over the window.
fn drop_hint(ui: &Ui, tokens: &Tokens) {
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let layer = egui::LayerId::new(egui::Order::Foreground, Id::unique("drop hint"));
    let painter = ui.ctx().layer_painter(layer);
    let screen = ui.ctx().content_rect();
    painter.rect_filled(screen, CornerRadius::ZERO, Color32::from_black_alpha(160));
    let font = theme::semibold(22.0);
    painter.text(screen.center(), Align2::CENTER_CENTER, "Drop to open", font, tokens.on_team);
}
