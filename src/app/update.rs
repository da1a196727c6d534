//! How an [`Action`] changes the [`State`].

use super::{
    Action, Content, Dialog, Effect, KeyChoice, Keymap, Open, Panel, State, Step, Switch, Then,
    action::FileAnswer, issues::sentence,
};
use crate::{
    rules::{BoardId, BySeat},
    timeline::{self, Timeline},
};
use std::path::Path;

impl State {
    /// Does what `action` asks for, and says what the world has to do.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let before = (self.revision, self.playhead().moment());
        let thinking = self.thinking();
        let mut effects = self.act(action);
        effects.extend(self.heard_since(before));
        // Work on what is no longer shown is stopped.
        effects.extend(self.cancel_thinking(&thinking));
        effects.extend(self.think());
        effects.extend(self.think_about_problem());
        effects.extend(self.keep_asking());
        let file = self.library.file.as_mut();
        let list = file.and_then(|file| file.filter.job.take());
        effects.extend(list.map(Effect::List));
        if self.saving.touched != self.saving.kept {
            self.saving.kept = self.saving.touched;
            let recovery = self.recovery();
            let keeps = recovery.is_some();
            match recovery {
                Some(recovery) => effects.push(Effect::KeepRecovery(Box::new(recovery))),
                None if self.saving.keeps => effects.push(Effect::ForgetRecovery),
                None => {}
            }
            self.saving.keeps = keeps;
        }
        effects
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Do(command) if self.can(command) => return self.command(command),
            Action::Do(command) => {
                if let Some(why) = self.why_not(command) {
                    self.tell(why.to_owned());
                }
            }
            Action::Play(command) => {
                self.play(command);
                if let timeline::Command::GoTo(_) = command {
                    self.take_board(self.board_played_last());
                }
                if let timeline::Command::Speed(_) | timeline::Command::SkipWaits(_) = command {
                    return vec![self.keep()];
                }
            }
            Action::Tick(dt_s) => {
                if let Some(Open {
                    document,
                    content: Content::Match(open),
                    ..
                }) = &mut self.open
                {
                    open.advance(dt_s, document);
                }
            }
            Action::Open(path) => return self.act(Action::OpenAll(vec![path])),
            Action::OpenAll(mut paths) => {
                self.shell.dialog = None;
                // Standard input belongs to the command line: a window would wait for it for ever.
                for path in &mut paths {
                    if path == Path::new("-") {
                        *path = Path::new(".").join(&path);
                    }
                }
                return self.guarded(Then::Open(paths));
            }
            Action::Grown(grown) => self.grown(*grown),
            Action::KeepMegabytes(megabytes) => {
                self.settings.keep_mb = megabytes;
                return vec![self.keep()];
            }
            Action::StopReading => self.stop_reading(),
            Action::Listed(asked, rows) => self.take_list(asked, rows),
            Action::StepList(step) => self.step_list(step),
            Action::Sort(by) => self.sort_by(by),
            Action::Opened(opened) => return self.opened(*opened),
            Action::FileAsked(answer) => match answer {
                FileAnswer::Chosen(path) => return self.update(Action::Open(path)),
                FileAnswer::Cancelled => {}
                FileAnswer::NotToBeHad => self.shell.dialog = Some(Dialog::OpenPath(String::new())),
            },
            Action::Choose(id) => {
                // A click on the match that is shown leaves it where it stands.
                if self
                    .library
                    .file
                    .as_ref()
                    .is_some_and(|file| file.chosen != id)
                {
                    self.choose(id);
                }
            }
            Action::Filter(words) => self.filter(words),
            Action::GoToIssue(index) => self.go_to_issue(index),
            Action::ShowIssue(index) => {
                self.go_to_issue(index);
                self.show_panel(Panel::Text);
            }
            Action::Pasted(text) => return self.guarded(Then::Paste(text)),
            Action::Show(panel) => self.show_panel(panel),
            Action::Ask(action) => return self.ask(action),
            Action::Dialog(dialog) => {
                if dialog.is_none() {
                    // What was to follow a save was called off with the question about it.
                    self.call_off();
                }
                self.shell.dialog = dialog;
            }
            Action::CloseNotice(index) => {
                self.shell.notices.close(index);
            }
            Action::Accept(index) => {
                if let Some(offer) = self.shell.notices.close(index) {
                    return self.accept(&offer);
                }
            }
            Action::Thought(thought) => self.thought(*thought),
            Action::StopThinking => return self.stop_thinking(),
            Action::ThinkAgain => self.think_again(),
            Action::ClickGame(square) => self.click_game(square),
            Action::TypeTry(typed) => {
                if let Some(game) = self.game_mut() {
                    game.problem.typed = typed;
                    game.problem.refused.clear();
                }
            }
            Action::TryTyped => self.try_typed(),
            Action::ShowAnswer => {
                if let Some(game) = self.game_mut() {
                    game.problem.revealed = true;
                }
            }
            Action::ShowSolver => self.show_solver(),
            Action::StopSolving => return self.stop_solving(),
            Action::HeatKind(kind) => {
                if let Some(game) = self.game_mut() {
                    game.heat_kind = kind;
                }
            }
            Action::GoInGame(step) => self.go_in_game(step),
            Action::TakeInHand(board) => self.take_board(Some(board)),
            Action::Theme(theme) => {
                self.settings.theme = theme;
                return vec![self.keep()];
            }
            Action::BoardColors(boards) => {
                self.settings.boards = boards;
                return vec![self.keep()];
            }
            Action::SetKey(command, choice) => {
                let keys = &mut self.settings.keys;
                match choice {
                    KeyChoice::Usual => keys.remove(command.info().id),
                    KeyChoice::None => keys.insert(command.info().id.to_owned(), String::new()),
                    KeyChoice::Key(key) => keys.insert(command.info().id.to_owned(), key.id()),
                };
                return self.keys_changed();
            }
            Action::UsualKeys => {
                self.settings.keys.clear();
                return self.keys_changed();
            }
            Action::Pieces(name) => {
                name.clone_into(&mut self.settings.pieces);
                return vec![self.keep()];
            }
            Action::Type(field, text) => self.type_into(field, text),
            Action::Enter(field) => {
                // Nothing moves away under a hand that writes.
                if field.is_of_moment() {
                    self.play(timeline::Command::Pause);
                }
            }
            Action::Leave(field) => self.leave(field),
            Action::GiveUp(field) => self.forget_draft(&field),
            Action::Edit(edit) => self.edit(&edit),
            Action::PickUp(seat, origin, dragged) => self.pick_up(seat, origin, dragged),
            Action::ClickSquare(board, square) => self.click_square(board, square),
            Action::PutDown(Some((board, square))) => {
                self.put_down(board, square);
            }
            Action::PutDown(None) => {
                self.empty_hand();
            }
            Action::Promote(role) if self.game_views().is_some() => self.promote_try(role),
            Action::Promote(role) => self.promote(role),
            Action::PlayTyped(typed) => self.play_typed(&typed),
            Action::GoToLine(at) => {
                if let Some(variation) = self
                    .shown_mut()
                    .and_then(|shown| shown.attempt.variation.as_mut())
                {
                    variation.go_to(at);
                }
            }
            Action::Guarded(then) => return self.guarded(then),
            Action::AnswerUnsaved(save) => return self.answer_unsaved(save),
            Action::PathAsked(what, answer) => match answer {
                FileAnswer::Chosen(path) => return self.save_path(what, path, true),
                FileAnswer::Cancelled => self.call_off(),
                FileAnswer::NotToBeHad => {
                    let path = self.path_beside(what).unwrap_or_default();
                    let path = path.to_string_lossy().into_owned();
                    self.shell.dialog = Some(Dialog::SavePath(what, path));
                }
            },
            Action::SavePath(what, path, replace) => return self.save_path(what, path, replace),
            Action::KeepMine => {
                if let Some(Dialog::ChangedOnDisk(to) | Dialog::Differences(to)) =
                    self.shell.dialog.take()
                {
                    return self.save_to(to, false, true);
                }
            }
            Action::TakeTheirs => {
                return self.go_on(Then::Reload);
            }
            Action::Saved(saved) => return self.saved(*saved),
            Action::Written(written) => self.written_elsewhere(*written),
            Action::Found(found) => self.found(found),
            Action::Recover(index, take) => return self.recover(index, take),
            Action::Recovered(recovered) => self.recovered(*recovered),
            Action::SavePicture => return self.save_picture(),
            Action::CopyPicture => return self.copy_picture(),
            Action::AskForPicture => {
                if let Some(Dialog::Picture(choice)) = &self.shell.dialog {
                    return vec![Effect::AskForPicture(choice.path.clone().into())];
                }
            }
            Action::PictureAsked(answer) => self.picture_asked(answer),
            Action::Drawn(drawn) => self.drawn(&drawn),
            Action::LessMotion => self.shell.less_motion = true,
            Action::Layout(layout) => {
                if layout != self.settings.layout {
                    self.settings.layout = layout;
                    return vec![self.keep()];
                }
            }
            Action::Greet => {
                if !self.settings.welcomed {
                    self.settings.welcomed = true;
                    self.shell.dialog = Some(Dialog::Welcome);
                    return vec![self.keep()];
                }
            }
            Action::Mark(board, mark) => self.mark(board, mark),
            Action::JobFailed(kind) => self.job_failed(kind),
            Action::Say(text) => self.say(sentence(&text)),
        }
        Vec::new()
    }

    /// Whether pieces that are moved at the end of a match are written into its record, the other way round.
    pub(super) fn toggle_entering(&mut self) {
        if let Some(file) = &mut self.library.file {
            file.entering = !file.entering;
        }
    }

    /// Turns `switch` on or off.
    pub(super) fn switch(&mut self, switch: Switch) -> Vec<Effect> {
        switch.turn(&mut self.settings);
        vec![self.keep()]
    }

    /// Does what is also remembered for the next time.
    pub(super) fn play_and_keep(&mut self, command: timeline::Command) -> Vec<Effect> {
        self.play(command);
        vec![self.keep()]
    }

    /// Both boards as BFEN 0.1, or as a `FEN` tag holds them, with the clocks.
    pub(super) fn copy(&mut self, as_tag: bool) -> Vec<Effect> {
        let Some(open) = &self.open else {
            return Vec::new();
        };
        if open.as_game().is_some() {
            return self.copy_game_position();
        }
        let position = self.position();
        let text = if as_tag {
            let (moment, time) = (self.playhead().moment(), self.playhead().time());
            let clocks = open.document.timeline().clocks(moment, time);
            position.thief_fen(&BySeat::from_fn(|seat| clocks[seat].ms))
        } else {
            BoardId::ALL.map(|id| position.bfen(id)).join(" | ")
        };
        vec![Effect::Copy(text)]
    }

    fn go_to_issue(&mut self, index: usize) {
        let Some(open) = &self.open else { return };
        if let Some(issue) = open.issues.get(index) {
            let (moment, span) = (issue.moment, issue.span);
            self.go_to(moment);
            match self.open.as_mut().map(|open| &mut open.content) {
                Some(Content::Match(open)) => open.shown.lit = Some(span),
                Some(Content::Game(game)) => game.shown.lit = Some(span),
                None => {}
            }
        }
    }

    /// Goes to the moment after so many plies, of a match or a game.
    pub(super) fn go_to(&mut self, moment: usize) {
        if self.game_views().is_some() {
            self.go_in_game(Step::after(moment));
        } else {
            self.play(timeline::Command::GoTo(moment));
        }
    }

    /// A ply on or back, in the line where one is tried.
    pub(super) fn step(&mut self, forward: bool) {
        if !self.step_line(forward) {
            self.play(timeline::Command::Step { forward });
        }
    }

    pub(super) fn play(&mut self, command: timeline::Command) {
        let stays = matches!(
            command,
            timeline::Command::Speed(_) | timeline::Command::SkipWaits(_)
        );
        if !stays {
            self.settle();
        }
        let mut playhead = self.playhead();
        if let Some(Open {
            document,
            content: Content::Match(open),
            ..
        }) = &mut self.open
        {
            open.run(command, document);
            playhead = open.shown.playhead;
        } else {
            playhead.run(command, &Timeline::default());
        }
        self.settings.speed = playhead.speed_index();
        self.settings.skip_waits = playhead.skips_waits();
    }

    /// Steps on the board in hand; where none is, on the board of the ply that was played last.
    pub(super) fn step_board(&mut self, forward: bool) {
        let board = self.board();
        // It stays in hand: going back, the ply before may be the other board's.
        self.take_board(Some(board));
        self.play(timeline::Command::StepOnBoard { board, forward });
    }

    /// The board that is stepped on; where none was named, that of the ply that was played last.
    pub(super) fn board(&self) -> BoardId {
        let named = self.shown_match().and_then(|open| open.board);
        named
            .or_else(|| self.board_played_last())
            .unwrap_or(BoardId::A)
    }

    fn take_board(&mut self, board: Option<BoardId>) {
        if let Some(Content::Match(open)) = self.open.as_mut().map(|open| &mut open.content) {
            open.board = board;
        }
    }

    pub(super) fn board_played_last(&self) -> Option<BoardId> {
        let plies = &self.open.as_ref()?.document.played().plies;
        let last = self.playhead().moment().checked_sub(1)?;
        plies.get(last).map(|ply| ply.seat.board())
    }

    pub(super) fn step_row(&mut self, down: bool) {
        let Some(open) = self.shown_match() else {
            return;
        };
        let moment = open.moves.row_step(open.shown.playhead.moment(), down);
        self.play(timeline::Command::GoTo(moment));
    }

    /// Shows a panel, with the side that it stands in.
    pub(super) const fn show_panel(&mut self, panel: Panel) {
        self.shell.panel = panel;
        self.settings.side = true;
    }

    fn keys_changed(&mut self) -> Vec<Effect> {
        self.shell.keymap = Keymap::of(&self.settings.keys);
        vec![self.keep()]
    }

    pub(super) fn keep(&mut self) -> Effect {
        Effect::Keep(Box::new(self.settings.clone()))
    }
}
