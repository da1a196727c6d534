//! What is asked of all matches of the file: where a position occurs, what was played next, who plays how.

use super::HitRow;
use crate::app::{Effect, Focus, Panel, State, issues::sentence};
use crate::{
    archive::{Collection, RowNumber},
    rules::{Bfen, Board, BoardId, Position},
    search::{NextMove, PlayerRow, Portrait, Question, Walked},
    text::{grouped, plural},
};
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
    /// Show the next moves of this board.
    Board(BoardId),
    /// Show this player, or all of them.
    Player(Option<String>),
    /// A thread has found something.
    Told(Box<Told>),
}

impl State {
    pub(in crate::app) fn update_search(&mut self, action: SearchAction) -> Vec<Effect> {
        match action {
            SearchAction::Page(page) => self.search.page = page,
            SearchAction::Type(text) => {
                self.search.question = text;
                self.search.refused = None;
            }
            SearchAction::InVariations(too) => {
                self.search.in_variations = too;
                if self.search.of(AskPage::Moments).ask.is_some() {
                    return self.ask_moments();
                }
            }
            SearchAction::ShowForm(shown) => self.search.form = shown,
            SearchAction::Start => return self.ask_moments(),
            SearchAction::TakeBoard(board) => {
                self.search.question = board_question(&self.position(), board);
                return self.ask_moments();
            }
            SearchAction::Stop => {
                let page = self.search.page;
                self.search.of_mut(page).stop();
            }
            SearchAction::GoTo(row) => self.show_hit(row),
            SearchAction::Board(board) => self.search.board = board,
            SearchAction::Player(player) => {
                self.search.player = player;
                return self.ask_players();
            }
            SearchAction::Told(told) => self.search.take(*told),
        }
        Vec::new()
    }

    /// Shows the page with the field for a question, which takes the keyboard.
    pub(in crate::app) fn ask_in_words(&mut self) {
        self.search.page = AskPage::Moments;
        self.shell.focus = Some(Focus::Question);
    }

    /// Shows the moment in a row of what was found, on the boards.
    fn show_hit(&mut self, row: usize) {
        let hit = self.search.hits().get(row).map(|row| row.hit.clone());
        let Some(hit) = hit else { return };
        self.search.row = Some(row);
        self.shell.table = false;
        self.choose(hit.record);
        match hit.variation {
            Some(place) => self.go_to_name(&place),
            None => self.go_to_when_shown(hit.moment),
        }
    }

    /// Shows the next of the moments that were found, or the one before; from the last on again the first.
    pub(in crate::app) fn step_hit(&mut self, forward: bool) {
        let Some(last) = self.search.hits().len().checked_sub(1) else {
            return;
        };
        let row = match (self.search.row, forward) {
            (None, true) => 0,
            (None | Some(0), false) => last,
            (Some(row), true) if row >= last => 0,
            (Some(row), true) => row + 1,
            (Some(row), false) => row - 1,
        };
        self.show_hit(row);
    }

    fn ask_moments(&mut self) -> Vec<Effect> {
        match self.search.question.parse() {
            Ok(question) => {
                self.search.refused = None;
                self.search.answered = self.search.question.clone();
                self.search.row = None;
                self.start(Ask::Moments(Question {
                    in_variations: self.search.in_variations,
                    ..question
                }))
            }
            Err(error) => {
                self.search.refused = Some(sentence(&format!("{error}")));
                Vec::new()
            }
        }
    }

    fn ask_players(&mut self) -> Vec<Effect> {
        let player = self.search.player.clone();
        self.start(player.map_or(Ask::Players, Ask::Portrait))
    }

    /// Asks for what the panel shows, where the boards or the list have changed since it was asked.
    pub(in crate::app) fn keep_asking(&mut self) -> Vec<Effect> {
        if self.shell.panel != Panel::Search || self.is_playing() || self.library.file().is_none() {
            return Vec::new();
        }
        let page = self.search.page;
        match (page, &self.search.of(page).ask) {
            (AskPage::Players, None) => self.ask_players(),
            (AskPage::Openings, asked) => {
                let board = &self.position().boards[self.search.board];
                match asked {
                    Some(Ask::Openings(asked)) if **asked == *board => Vec::new(),
                    _ => self.start(Ask::Openings(Box::new(board.clone()))),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Asks of the matches that are listed, in place of what the page asked before.
    fn start(&mut self, ask: Ask) -> Vec<Effect> {
        let Some(file) = self.library.file() else {
            return Vec::new();
        };
        let mut rows: Vec<RowNumber> = file.filter.rows.clone();
        rows.sort_unstable();
        *self.search.of_mut(ask.page()) = Asked {
            walked: Some(Walked::none_of(rows.len())),
            ask: Some(ask.clone()),
            ..Asked::default()
        };
        vec![Effect::Ask(Box::new(AskJob { ask, list: file.list.clone(), rows }))]
    }
}

impl Asked {
    /// Whether all matches were asked that were to be.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.walked.is_none() && self.stopped.is_none()
    }

    /// It is given up, and what was found is kept.
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
    pub(in crate::app) fn forget(&mut self) {
        self.asked = <[Asked; 3]>::default();
        self.refused = None;
        self.row = None;
    }

    /// What was asked was about another list.
    pub(in crate::app) fn outdate(&mut self) {
        for asked in &mut self.asked {
            asked.ask = None;
        }
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
