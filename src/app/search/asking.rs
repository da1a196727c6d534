//! What is asked of all matches of the file: where a position occurs, what was played next, who plays how.

use super::HitRow;
use crate::{
    app::{
        Action, Effect, ExerciseAction, Focus, LibraryAction, Panel, context::Cx, issues::sentence,
        library::Arrival,
    },
    archive::{Collection, RecordId, RowNumber},
    rules::{Bfen, Board, BoardId, Position},
    search::{NextMove, PlayerRow, Portrait, Question, Walked},
    text::{grouped, plural},
    timeline::Moment,
};
use std::collections::BTreeMap;

/// No more hits than this are listed; all are counted.
pub const MOST_HITS: usize = 5000;

/// What the panel is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AskPage {
    /// Where something is so.
    #[default]
    Moments,
    /// What was played next.
    Openings,
    /// Who plays how.
    Players,
}

impl AskPage {
    /// In the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Moments, Self::Openings, Self::Players];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moments => "Positions",
            Self::Openings => "Openings",
            Self::Players => "Players",
        }
    }
}

/// What is asked, and what has been answered.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    /// What the panel is about.
    pub page: AskPage,
    /// What is sought, as far as it has been typed.
    pub question: String,
    /// Whether it is asked of variations too.
    pub in_variations: bool,
    /// Whether the form stands below the question.
    pub form: bool,
    /// What is wrong with the question.
    pub refused: Option<String>,
    /// The question that the moments answer.
    pub answered: String,
    /// The row of the moment that was shown last.
    pub row: Option<usize>,
    /// The board whose next moves are shown.
    pub board: BoardId,
    /// The player who is shown; none for the list of all.
    pub player: Option<String>,
    /// What each page has been asked, in the order of [`AskPage::ALL`].
    asked: [Asked; 3],
}

/// What one page has been asked.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// What has been found so far.
    pub answer: Answer,
    /// How far it has come, as long as it runs.
    pub walked: Option<Walked>,
    /// How far it had come when it was stopped.
    pub stopped: Option<Walked>,
    /// Why it ended too early.
    pub failed: Option<String>,
    /// What was asked last.
    ask: Option<Ask>,
}

/// What has been found.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Answer {
    /// Nothing was asked.
    #[default]
    Nothing,
    /// Where it is so: the first of them, and how many in all.
    Moments(Vec<HitRow>, usize),
    /// The next moves, the most frequent first.
    Openings(Vec<NextMove>),
    /// Who plays.
    Players(Vec<PlayerRow>),
    /// How somebody plays.
    Portrait(Box<Portrait>),
}

/// What a thread is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Where this is so.
    Moments(Question),
    /// What was played next here.
    Openings(Box<Board>),
    /// Who plays.
    Players,
    /// How this one plays.
    Portrait(String),
}

impl Ask {
    /// The page that it is for.
    #[must_use]
    pub const fn page(&self) -> AskPage {
        match self {
            Self::Moments(_) => AskPage::Moments,
            Self::Openings(_) => AskPage::Openings,
            Self::Players | Self::Portrait(_) => AskPage::Players,
        }
    }
}

/// A question to a thread of its own.
#[derive(Clone, Debug)]
pub struct AskJob {
    /// What.
    pub ask: Ask,
    /// Of which files.
    pub list: Collection,
    /// Of which of its records, in their order.
    pub rows: Vec<RowNumber>,
}

/// Two are equal if they ask the same of the same records.
impl PartialEq for AskJob {
    fn eq(&self, other: &Self) -> bool {
        self.ask == other.ask && self.rows == other.rows
    }
}

/// What a thread has found so far.
#[derive(Debug)]
pub struct Told {
    /// The page that asked.
    pub page: AskPage,
    /// What was found since the last time, of moments; else all so far.
    pub answer: Answer,
    /// How far it has come; nothing when that is all.
    pub walked: Option<Walked>,
    /// Why it ended too early.
    pub failed: Option<String>,
}

/// What a person does in the panel, and what a thread answers.
#[derive(Debug)]
pub enum SearchAction {
    /// Show this page.
    Page(AskPage),
    /// The question is this now.
    Type(String),
    /// It is asked of variations too, or not; asked again where it was.
    InVariations(bool),
    /// Show the form below the question, or hide it.
    ShowForm(bool),
    /// Ask it.
    Start,
    /// Write what stands on a board as the question.
    TakeBoard(BoardId),
    /// Give up what runs.
    Stop,
    /// Show the moment in this row.
    GoTo(usize),
    /// Show the next result, or the previous one.
    Step(bool),
    /// Show the panel with the field for a query, which takes the keyboard.
    Focus,
    /// Show the next moves of this board.
    Board(BoardId),
    /// Show this player, or all of them.
    Player(Option<String>),
    /// Look for exercises at the moments that were found.
    Exercises,
    /// Cancel the queries and forget the results: another file is shown.
    Forget,
    /// The list has changed, so that the next query runs again.
    Outdate,
    /// A thread has found something.
    Told(Box<Told>),
}

impl Asked {
    /// Whether the query has covered all its matches.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.walked.is_none() && self.stopped.is_none()
    }

    /// Stops the query and keeps its results.
    pub(in crate::app) fn stop(&mut self) {
        self.stopped = self.walked.take().or(self.stopped);
    }

    /// How far it had come when it was stopped, or how far it has come where that may take long.
    #[must_use]
    pub fn progress(&self) -> Option<String> {
        if let Some(Walked { records, total, .. }) = self.stopped {
            let matches = plural(total, "match", "matches");
            let (records, total) = (grouped(records), grouped(total));
            return Some(format!("Stopped after {records} of {total} {matches}"));
        }
        let (Some(walked), Some(Ask::Moments(question))) = (self.walked, &self.ask) else {
            return None;
        };
        let Walked { records, total, kept } = walked;
        let mut words = format!("{} of {} matches searched", grouped(records), grouped(total));
        if kept > 0 {
            words.push_str(&format!(", {} of them in an earlier search", grouped(kept)));
        }
        question.asks_forced().then_some(words)
    }
}

impl SearchState {
    pub(in crate::app) fn update(&mut self, action: SearchAction, cx: &mut Cx<'_>) {
        match action {
            SearchAction::Page(page) => self.page = page,
            SearchAction::Type(text) => {
                self.question = text;
                self.refused = None;
            }
            SearchAction::Focus => {
                self.page = AskPage::Moments;
                cx.show_panel(Panel::Search);
                cx.shell.focus = Some(Focus::Question);
            }
            SearchAction::InVariations(too) => {
                self.in_variations = too;
                if self.of(AskPage::Moments).ask.is_some() {
                    self.ask_moments(cx);
                }
            }
            SearchAction::ShowForm(shown) => self.form = shown,
            SearchAction::Start => self.ask_moments(cx),
            SearchAction::TakeBoard(board) => {
                self.question = board_question(&cx.position(), board);
                self.ask_moments(cx);
            }
            SearchAction::Stop => self.of_mut(self.page).stop(),
            SearchAction::GoTo(row) => self.show_hit(row, cx),
            SearchAction::Step(forward) => self.step_hit(forward, cx),
            SearchAction::Board(board) => self.board = board,
            SearchAction::Player(player) => {
                self.player = player;
                self.ask_players(cx);
            }
            SearchAction::Exercises => self.seek_exercises(cx),
            SearchAction::Forget => self.forget(),
            SearchAction::Outdate => self.outdate(),
            SearchAction::Told(told) => self.take(*told),
        }
    }

    /// Shows the moment in a row of the results on the boards.
    fn show_hit(&mut self, row: usize, cx: &mut Cx<'_>) {
        let hit = self.hits().get(row).map(|row| row.hit.clone());
        let Some(hit) = hit else { return };
        self.row = Some(row);
        cx.shell.table = false;
        let place = match hit.variation {
            Some(name) => Arrival::Named(name),
            None => Arrival::Moment(hit.moment),
        };
        cx.request(Action::Library(LibraryAction::ShowAt(hit.record, place)));
    }

    /// Shows the next result or the previous one; after the last one the first.
    fn step_hit(&mut self, forward: bool, cx: &mut Cx<'_>) {
        let Some(last) = self.hits().len().checked_sub(1) else {
            return;
        };
        let row = match (self.row, forward) {
            (None, true) => 0,
            (None | Some(0), false) => last,
            (Some(row), true) if row >= last => 0,
            (Some(row), true) => row + 1,
            (Some(row), false) => row - 1,
        };
        self.show_hit(row, cx);
    }

    fn ask_moments(&mut self, cx: &mut Cx<'_>) {
        match self.question.parse() {
            Ok(question) => {
                self.refused = None;
                self.answered = self.question.clone();
                self.row = None;
                let in_variations = self.in_variations;
                self.start(Ask::Moments(Question { in_variations, ..question }), cx);
            }
            Err(error) => self.refused = Some(sentence(&format!("{error}"))),
        }
    }

    fn ask_players(&mut self, cx: &mut Cx<'_>) {
        let player = self.player.clone();
        self.start(player.map_or(Ask::Players, Ask::Portrait), cx);
    }

    /// Queries again for the page that is shown if the boards or the list have changed since.
    pub(in crate::app) fn refresh(&mut self, cx: &mut Cx<'_>) {
        if cx.shell.panel != Panel::Search || cx.is_playing() || cx.library.file().is_none() {
            return;
        }
        match (self.page, &self.shown().ask) {
            (AskPage::Players, None) => self.ask_players(cx),
            (AskPage::Openings, asked) => {
                let board = &cx.position().boards[self.board];
                if !matches!(asked, Some(Ask::Openings(asked)) if **asked == *board) {
                    self.start(Ask::Openings(Box::new(board.clone())), cx);
                }
            }
            _ => {}
        }
    }

    /// Runs a query over the listed matches, in place of the previous one of its page.
    fn start(&mut self, ask: Ask, cx: &mut Cx<'_>) {
        let Some(file) = cx.library.file() else { return };
        let mut rows: Vec<RowNumber> = file.filter.rows.clone();
        rows.sort_unstable();
        *self.of_mut(ask.page()) = Asked {
            walked: Some(Walked::none_of(rows.len())),
            ask: Some(ask.clone()),
            ..Asked::default()
        };
        let list = file.list.clone();
        cx.run(Effect::Ask(Box::new(AskJob { ask, list, rows })));
    }

    /// What `page` has been asked.
    #[must_use]
    pub const fn of(&self, page: AskPage) -> &Asked {
        &self.asked[page as usize]
    }

    /// What the page that is shown has been asked.
    #[must_use]
    pub const fn shown(&self) -> &Asked {
        self.of(self.page)
    }

    /// The moments that were found and are listed.
    #[must_use]
    pub fn hits(&self) -> &[HitRow] {
        match &self.of(AskPage::Moments).answer {
            Answer::Moments(rows, _) => rows,
            _ => &[],
        }
    }

    pub(in crate::app) const fn of_mut(&mut self, page: AskPage) -> &mut Asked {
        &mut self.asked[page as usize]
    }

    /// Gives up what runs and forgets what was found: another file is shown.
    fn forget(&mut self) {
        self.asked = <[Asked; 3]>::default();
        self.refused = None;
        self.row = None;
    }

    /// What was asked was about another list.
    fn outdate(&mut self) {
        for asked in &mut self.asked {
            asked.ask = None;
        }
    }

    /// Looks for exercises at the moments that were found.
    fn seek_exercises(&self, cx: &mut Cx<'_>) {
        let mut rows: Vec<RowNumber> = Vec::new();
        let mut moments: BTreeMap<RecordId, Vec<Moment>> = BTreeMap::new();
        // An exercise is a moment of a match.
        let of_match = |row: &&HitRow| row.hit.variation.is_none();
        for hit in self.hits().iter().filter(of_match).map(|row| &row.hit) {
            if !moments.contains_key(&hit.record) {
                rows.extend(RowNumber::try_from(hit.record));
            }
            moments.entry(hit.record).or_default().push(hit.moment);
        }
        cx.request(Action::Exercises(ExerciseAction::Seek(rows, Some(moments))));
    }

    fn take(&mut self, told: Told) {
        let asked = self.of_mut(told.page);
        match (&mut asked.answer, told.answer) {
            (Answer::Moments(rows, count), Answer::Moments(more, found)) => {
                rows.extend(more);
                rows.truncate(MOST_HITS);
                *count += found;
            }
            (answer, new) => *answer = new,
        }
        asked.walked = told.walked;
        asked.failed = told.failed.map(|why| sentence(&why));
    }
}

/// What stands on a board, as a question: the pieces, and whose turn it is.
fn board_question(position: &Position, board: BoardId) -> String {
    let bfen = position.bfen(board);
    let mut fields = bfen.split(' ');
    let pieces = fields.next().and_then(|pieces| pieces.split('[').next());
    let (pieces, turn) = (pieces.unwrap_or_default(), fields.next().unwrap_or("w"));
    debug_assert!(Bfen::parse(&bfen, None).is_ok());
    format!("{pieces} turn:{turn}")
}
