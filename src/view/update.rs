//! How an [`Action`] changes the [`State`].

use super::{
    Action, Command, Dialog, Effect, MatchRow, Notice, OpenFile, OpenMatch, Opened, Panel, State,
    action::FileAnswer, filter_matches, issues::sentence,
};
use crate::{
    archive::{Archive, RecordId},
    document::{Document, source_of_position},
    file::Source,
    rules::{BoardId, BySeat},
    timeline::{self, Timeline},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// More messages than this are not kept.
const MAX_NOTICES: usize = 4;

impl State {
    /// Does what `action` asks for, and says what the world has to do.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Do(command) => return self.command(command),
            Action::Play(command) => {
                self.play(command);
                if let timeline::Command::GoTo(_) = command {
                    self.in_hand = self.board_played_last();
                }
                if let timeline::Command::Speed(_) | timeline::Command::SkipWaits(_) = command {
                    return vec![self.keep()];
                }
            }
            Action::Tick(dt_s) => {
                if let Some(open) = &self.open {
                    self.playhead.advance(dt_s, open.document.timeline());
                }
            }
            Action::Open(path) => {
                self.dialog = None;
                // Standard input belongs to the command line: a window would wait for it for ever.
                let path = if path == Path::new("-") {
                    Path::new(".").join(path)
                } else {
                    path
                };
                return vec![self.read(path, None, None)];
            }
            Action::Opened(opened) => return self.opened(*opened),
            Action::FileAsked(answer) => match answer {
                FileAnswer::Chosen(path) => return self.update(Action::Open(path)),
                FileAnswer::Cancelled => {}
                FileAnswer::NotToBeHad => self.dialog = Some(Dialog::OpenPath(String::new())),
            },
            Action::Choose(id) => self.choose(id),
            Action::Filter(words) => {
                self.filter = words;
                self.refilter();
            }
            Action::GoToIssue(index) => self.go_to_issue(index),
            Action::ShowIssue(index) => {
                self.go_to_issue(index);
                self.panel = Panel::Text;
            }
            Action::Pasted(text) => self.paste(&text),
            Action::Show(panel) => self.panel = panel,
            Action::Dialog(dialog) => self.dialog = dialog,
            Action::CloseNotice(index) => {
                if index < self.notices.len() {
                    self.notices.remove(index);
                }
            }
            Action::TakeInHand(board) => self.in_hand = Some(board),
            Action::Theme(theme) => {
                self.settings.theme = theme;
                return vec![self.keep()];
            }
            Action::BoardColors(boards) => {
                self.settings.boards = boards;
                return vec![self.keep()];
            }
            Action::Pieces(name) => {
                name.clone_into(&mut self.settings.pieces);
                return vec![self.keep()];
            }
            Action::Say(text) => self.say(sentence(&text)),
        }
        Vec::new()
    }

    /// Asks for the file at `path`, to be shown from match `game` and ply `at`.
    pub fn read(&mut self, path: PathBuf, game: Option<usize>, at: Option<String>) -> Effect {
        self.reading = Some(path.clone());
        Effect::Read { path, game, at }
    }

    /// Shows `archive`, under the name `path`, from its first match or match `game`, counted from 1, at
    /// its start or where `at` says.
    pub fn show(
        &mut self,
        path: &Path,
        archive: Arc<Archive>,
        game: Option<usize>,
        at: Option<&str>,
    ) {
        let records = archive.records().len();
        let rows = archive
            .records()
            .iter()
            .enumerate()
            .map(|(id, summary)| MatchRow::of(id, summary))
            .collect::<Vec<_>>();
        let many = rows.len() > 1;
        self.file = Some(OpenFile {
            path: path.to_owned(),
            archive,
            rows,
            chosen: 0,
        });
        self.matches_shown = many;
        self.filter.clear();
        self.refilter();
        self.choose(game.map_or(0, |game| game.saturating_sub(1)));
        if let Some(game) = game
            && !(1..=records).contains(&game)
        {
            self.say(format!("There is no match {game}: the file has {records}."));
        }
        if let Some(at) = at {
            self.go_to_name(at);
        }
    }

    fn opened(&mut self, opened: Opened) -> Vec<Effect> {
        self.reading = None;
        let path = &opened.path;
        match opened.archive {
            Err(error) => self.say(sentence(&error.to_string())),
            Ok(archive) if !archive.has_matches() => {
                let what = if archive.source().bytes().is_empty() {
                    "The file is empty"
                } else {
                    "There is no bughouse match in this file"
                };
                self.say(format!("{what}: {}.", path.display()));
            }
            Ok(archive) => {
                self.show(path, archive, opened.game, opened.at.as_deref());
                if path != Path::new("-") {
                    self.settings.remember(path);
                    return vec![self.keep()];
                }
            }
        }
        Vec::new()
    }

    fn choose(&mut self, id: RecordId) {
        let Some(file) = &mut self.file else { return };
        // Where there is no such record, the first.
        let id = if id < file.rows.len() { id } else { 0 };
        let Some(range) = file.archive.range(id) else {
            return;
        };
        file.chosen = id;
        let document = Document::open(file.archive.source().clone(), range);
        self.open = Some(OpenMatch::of(document));
        self.playhead = self.playhead.rewound();
        self.in_hand = None;
        self.lit = None;
    }

    fn go_to_name(&mut self, at: &str) {
        let Some(open) = &self.open else { return };
        match open.document.moment_named(at) {
            Some(moment) => self.play(timeline::Command::GoTo(moment)),
            None => self.say(format!(
                "There is no ply {at} in this match; it is shown from its start."
            )),
        }
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        use timeline::Command as Play;
        match command {
            Command::Open => return vec![Effect::AskForFile],
            Command::OpenPath => self.dialog = Some(Dialog::OpenPath(String::new())),
            Command::NextMatch => self.step_match(true),
            Command::PreviousMatch => self.step_match(false),
            Command::CopyPosition => return self.copy(false),
            Command::CopyFenTag => return self.copy(true),
            Command::Paste => return vec![Effect::AskForClipboard],
            Command::Quit => return vec![Effect::Quit],
            Command::ShowMoves => self.panel = Panel::Moves,
            Command::ShowTags => self.panel = Panel::Tags,
            Command::ShowIssues => self.panel = Panel::Issues,
            Command::ShowText => self.panel = Panel::Text,
            Command::ToggleMatches => self.matches_shown = !self.matches_shown,
            Command::FilterMatches => {
                self.matches_shown = true;
                self.focus_filter = true;
            }
            Command::Flip => {
                self.settings.flipped = !self.settings.flipped;
                return vec![self.keep()];
            }
            Command::SwitchBoards => {
                self.settings.switched = !self.settings.switched;
                return vec![self.keep()];
            }
            Command::MoveClocks => {
                self.settings.move_clocks = !self.settings.move_clocks;
                return vec![self.keep()];
            }
            Command::Coordinates => {
                self.settings.coordinates = !self.settings.coordinates;
                return vec![self.keep()];
            }
            Command::PlayPause => self.play(Play::Toggle),
            Command::StepForward => self.play(Play::Step { forward: true }),
            Command::StepBack => self.play(Play::Step { forward: false }),
            Command::BoardForward => self.step_board(true),
            Command::BoardBack => self.step_board(false),
            Command::RowDown => self.step_row(true),
            Command::RowUp => self.step_row(false),
            Command::Start => self.play(Play::Start),
            Command::End => self.play(Play::End),
            Command::Faster => {
                self.play(Play::Faster);
                return vec![self.keep()];
            }
            Command::Slower => {
                self.play(Play::Slower);
                return vec![self.keep()];
            }
            Command::SkipWaits => {
                self.play(Play::SkipWaits(!self.playhead.skips_waits()));
                return vec![self.keep()];
            }
            Command::Palette => self.dialog = Some(Dialog::Palette(String::new())),
            Command::Keys => self.dialog = Some(Dialog::Keys),
            Command::About => self.dialog = Some(Dialog::About),
        }
        Vec::new()
    }

    /// Both boards as BFEN 0.1, or as a `FEN` tag holds them, with the clocks.
    fn copy(&mut self, as_tag: bool) -> Vec<Effect> {
        let Some(open) = &self.open else {
            return Vec::new();
        };
        let position = self.position();
        let text = if as_tag {
            let (moment, time) = (self.playhead.moment(), self.playhead.time());
            let clocks = open.document.timeline().clocks(moment, time);
            position.thief_fen(&BySeat::from_fn(|seat| clocks[seat].ms))
        } else {
            BoardId::ALL.map(|id| position.bfen(id)).join(" | ")
        };
        vec![Effect::Copy(text)]
    }

    /// Opens what was pasted: a position, or a match.
    fn paste(&mut self, text: &str) {
        let error = match source_of_position(text) {
            Ok(source) => {
                let path = source.path().to_owned();
                return self.show(&path, Arc::new(Archive::of(source)), None, None);
            }
            Err(error) => error,
        };
        let archive = Archive::of(Source::from_bytes("pasted.bpgn", text));
        if archive.has_matches() {
            self.show(Path::new("pasted.bpgn"), Arc::new(archive), None, None);
        } else {
            self.say(format!(
                "What was pasted is neither a match nor a position: {error}."
            ));
        }
    }

    fn go_to_issue(&mut self, index: usize) {
        let Some(open) = &self.open else { return };
        if let Some(issue) = open.issues.get(index) {
            let (moment, span) = (issue.moment, issue.span);
            self.play(timeline::Command::GoTo(moment));
            self.lit = Some(span);
        }
    }

    fn play(&mut self, command: timeline::Command) {
        self.lit = None;
        let none = Timeline::default();
        let line = self
            .open
            .as_ref()
            .map_or(&none, |open| open.document.timeline());
        self.playhead.run(command, line);
    }

    /// Steps on the board in hand; where none is, on the board of the ply that was played last.
    fn step_board(&mut self, forward: bool) {
        let board = self
            .in_hand
            .or_else(|| self.board_played_last())
            .unwrap_or(BoardId::A);
        // It stays in hand: going back, the ply before may be the other board's.
        self.in_hand = Some(board);
        self.play(timeline::Command::StepOnBoard { board, forward });
    }

    fn board_played_last(&self) -> Option<BoardId> {
        let plies = &self.open.as_ref()?.document.played().plies;
        let last = self.playhead.moment().checked_sub(1)?;
        plies.get(last).map(|ply| ply.seat.board())
    }

    fn step_row(&mut self, down: bool) {
        let Some(open) = &self.open else { return };
        let moment = open.moves.row_step(self.playhead.moment(), down);
        self.play(timeline::Command::GoTo(moment));
    }

    fn step_match(&mut self, forward: bool) {
        let Some(file) = &self.file else { return };
        let place = self.filtered.iter().position(|&id| id == file.chosen);
        let next = match (place, forward) {
            (Some(place), true) => self.filtered.get(place + 1),
            (Some(place), false) => place.checked_sub(1).and_then(|p| self.filtered.get(p)),
            (None, _) => self.filtered.first(),
        };
        if let Some(&id) = next {
            self.choose(id);
        }
    }

    fn refilter(&mut self) {
        self.filtered = self
            .file
            .as_ref()
            .map(|file| filter_matches(&file.rows, &self.filter))
            .unwrap_or_default();
    }

    fn say(&mut self, text: String) {
        self.notices.retain(|notice| notice.text != text);
        self.notices.push(Notice { text });
        if self.notices.len() > MAX_NOTICES {
            self.notices.remove(0);
        }
    }

    fn keep(&mut self) -> Effect {
        self.settings.speed = self.playhead.speed_index();
        self.settings.skip_waits = self.playhead.skips_waits();
        Effect::Keep(Box::new(self.settings.clone()))
    }
}
