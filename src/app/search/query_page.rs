//! The pages of the Search panel and their queries: positions, openings, players and missed mates.

use super::{BookAction, BookForm, BookResult, HitRow, book::MAX_BOOK_ROWS, hit_row::turn_summary};
use crate::{
    app::{
        Arrival, Center, Effect, FileSession, Focus, JobKind, JobProgress, LibraryAction, Panel,
        PlaybackAction, PuzzleAction, Session, context::Cx,
    },
    archive::{Collection, FilterForm, RecordId, RowNumber},
    rules::{Bfen, Board, BoardId, Color, Position, Seat},
    search::{
        BookPlayer, NextMove, PlayerBoards, PlayerMissed, PlayerProfile, PlayerRow, SearchQuery,
        SearchQueryError, WalkProgress, lone_player, sort_latest_first,
    },
    text::{grouped, plural, quoted_word},
    timeline::Moment,
};
use std::{cmp::Reverse, collections::BTreeMap};

/// The maximum number of listed results. Further results are only counted.
pub const MAX_HITS: usize = 5000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchPage {
    /// Positions, drops, mates and sits.
    #[default]
    Moments,
    /// The next moves.
    Openings,
    Players,
    /// The mates that each player missed.
    Missed,
    /// The book of mistakes, which replaces the boards.
    Book,
}

impl SearchPage {
    pub const ALL: [Self; 5] =
        [Self::Moments, Self::Openings, Self::Players, Self::Missed, Self::Book];

    /// The pages of the panel.
    pub const TABS: [Self; 4] = [Self::Moments, Self::Openings, Self::Players, Self::Missed];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Moments => "Positions",
            Self::Openings => "Openings",
            Self::Players => "Players",
            Self::Missed => "Missed mates",
            Self::Book => "Book of mistakes",
        }
    }
}

/// The form of the Search panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchForm {
    pub page: SearchPage,
    /// The typed query, which may be invalid.
    query: String,
    /// The error in the typed query, if any.
    error: Option<SearchQueryError>,
    /// Whether variations are searched as well.
    pub in_variations: bool,
    /// Whether the fields are shown below the query.
    pub has_fields: bool,
    /// The board whose position is looked up on the Openings page.
    pub board: BoardId,
    /// The board whose moves the Openings page counts; `None` for both.
    pub played_on: Option<BoardId>,
    /// The colour of the player named in the match filter: only boards on which that player has this colour are
    /// counted. `None` counts the boards of all players.
    pub played_as: Option<Color>,
}

impl SearchForm {
    pub fn query(&self) -> &str {
        &self.query
    }

    pub fn set_query(&mut self, query: String) {
        self.query = query;
        self.error = None;
    }

    pub const fn error(&self) -> Option<&SearchQueryError> {
        self.error.as_ref()
    }

    /// Clears a query about matches of another file if a game of Kriegspiel is shown.
    fn drop_unsuitable_query(&mut self, session: &Session) {
        let is_about_matches =
            self.query.parse::<SearchQuery>().is_ok_and(|query| query.skips_games());
        if is_about_matches && session.library.file().is_some_and(FileSession::shows_game) {
            self.set_query(String::new());
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct SearchState {
    pub form: SearchForm,
    pub book: BookForm,
    /// Whether the Players page has shown the user's own profile, as it does once per file.
    has_shown_own_profile: bool,
    /// The text of the query that gave the current results.
    pub executed_query: String,
    /// The index of the result that was opened last.
    pub row: Option<usize>,
    /// The player whose profile is on the Players page; `None` for the list of all players.
    pub player: Option<String>,
    /// The player whose book of mistakes is shown; `None` for the user, or the first of the listed players.
    pub book_player: Option<String>,
    /// The latest query of each page, in the order of [`SearchPage::ALL`].
    pages: [QueryPage; 5],
    /// The searches in the files of hidden tabs, by the number of the file. Their own maps are empty.
    hidden: BTreeMap<u64, Self>,
}

/// The latest query of a page, with its results.
#[derive(Clone, Debug, Default)]
pub struct QueryPage {
    pub answer: QueryResult,
    /// The sits and thinks among the listed moments, by player; empty if the query is not about these.
    pub turns: String,
    /// The number of matches searched when the query was cancelled; `None` if the query was not cancelled.
    pub stopped: Option<u64>,
    /// Whether a query was started since the file was opened.
    is_started: bool,
    /// The number of matches that the query covers.
    pub matches: usize,
    /// The latest query; `None` if no query was started since the match list last changed.
    query: Option<ArchiveQuery>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum QueryResult {
    #[default]
    Nothing,
    /// The first moments found, at most [`MAX_HITS`], and the number of all moments found.
    Moments(Vec<HitRow>, usize),
    /// The next moves, most frequent first.
    Openings(Vec<NextMove>),
    Players(Vec<PlayerRow>),
    PlayerProfile(Box<PlayerProfile>),
    /// The players with the mates that each missed, most mates first.
    Missed(Vec<PlayerMissed>),
    Book(Box<BookResult>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ArchiveQuery {
    /// Moments that match a query.
    Moments(Box<SearchQuery>),
    /// The next moves in this position, counted on all boards (`None`) or only on the boards of a player.
    Openings(Box<Board>, Option<PlayerBoards>),
    Players,
    PlayerProfile(String),
    /// The mates that each player missed.
    Missed,
    /// The mistakes of a player and the partners.
    Book(BookPlayer),
}

impl ArchiveQuery {
    pub const fn page(&self) -> SearchPage {
        match self {
            Self::Moments(_) => SearchPage::Moments,
            Self::Openings(..) => SearchPage::Openings,
            Self::Players | Self::PlayerProfile(_) => SearchPage::Players,
            Self::Missed => SearchPage::Missed,
            Self::Book(_) => SearchPage::Book,
        }
    }

    /// Returns whether the query counts the results of matches.
    pub const fn counts_results(&self) -> bool {
        matches!(self, Self::Openings(..) | Self::Players | Self::PlayerProfile(_))
    }

    /// Returns the progress of the query. The progress has a text only if the query is slow.
    pub fn progress(&self, walked: WalkProgress) -> JobProgress {
        let is_slow = match self {
            Self::Moments(query) => query.needs_forced_mates() || query.is_estimated(),
            Self::Missed | Self::Book(_) => true,
            _ => false,
        };
        let WalkProgress { records, total, cached } = walked;
        let mut detail = String::new();
        if is_slow {
            let matches = plural(total, "match", "matches");
            detail = format!("Searched {} of {} {matches}", grouped(records), grouped(total));
        }
        if is_slow && cached > 0 {
            detail.push_str(&format!(", {} of them in an earlier search", grouped(cached)));
        }
        JobProgress::new(records, total, detail)
    }
}

/// A query to run in the background.
#[derive(Clone, Debug)]
pub struct QueryJob {
    pub query: ArchiveQuery,
    pub list: Collection,
    /// The rows to search, in order.
    pub rows: Vec<RowNumber>,
    /// Whether reviews are cached.
    pub uses_cache: bool,
}

#[derive(Debug)]
pub enum SearchAction {
    /// Run the typed query.
    Start,
    /// Start the query of the visible page if the form has changed it.
    Refresh,
    /// Run this query on the Positions page.
    Run(String),
    /// Count the mates that each player missed.
    CountMissed,
    /// Search for the position on this board.
    UseBoard(BoardId),
    /// Cancel the running query.
    Stop,
    /// Show the moment in this row.
    GoTo(usize),
    /// Show the next result.
    NextHit,
    /// Show the previous result.
    PreviousHit,
    /// Show the panel, and focus the query field.
    Focus,
    /// List the matches of a player, and show the openings that the player has played with this colour.
    OpeningsOf(String, Color),
    /// Show the profile of this player; `None` for the list of all players.
    Player(Option<String>),
    Book(BookAction),
    /// Look for puzzles at the moments found.
    Puzzles,
    /// Cancel all queries and drop their results, because another file is shown.
    Forget,
    /// The tab of another file is shown: keep the results of the file with this number for its return.
    FileLeft(Option<u64>),
    /// Mark all results as outdated, because the match list has changed.
    MarkOutdated,
    /// A partial or complete result of the query on this page. A result with moments contains only those found since
    /// the previous result. Other results contain everything found so far.
    Found(SearchPage, QueryResult),
}

impl QueryPage {
    /// Returns whether a query was started since the match list last changed.
    pub const fn has_query(&self) -> bool {
        self.query.is_some()
    }

    /// Returns whether the results are estimates.
    pub fn is_estimated(&self) -> bool {
        matches!(&self.query, Some(ArchiveQuery::Moments(query)) if query.is_estimated())
    }

    /// Describes where a cancelled query stopped, such as `Stopped after 3 of 12 matches`. Returns `None` if the query
    /// was not cancelled.
    pub fn stopped_text(&self) -> Option<String> {
        let (records, total) = (usize::try_from(self.stopped?).ok()?, self.matches);
        let matches = plural(total, "match", "matches");
        Some(format!("Stopped after {} of {} {matches}", grouped(records), grouped(total)))
    }
}

impl SearchState {
    pub(in crate::app) fn update(&mut self, action: SearchAction, cx: &mut Cx<'_>) {
        match action {
            // Every action on the search is followed by `refresh`.
            SearchAction::Refresh => {}
            SearchAction::Focus => {
                self.form.page = SearchPage::Moments;
                cx.show_panel(Panel::Search);
                cx.focus(Focus::SearchQuery);
            }
            SearchAction::Start => self.query_moments(cx),
            SearchAction::Run(query) => {
                let form = &mut self.form;
                (form.page, form.has_fields) = (SearchPage::Moments, false);
                form.set_query(query);
                self.query_moments(cx);
            }
            SearchAction::CountMissed => self.start(ArchiveQuery::Missed, cx),
            SearchAction::UseBoard(board) => {
                let query = board_query(&cx.position(), board);
                self.form.set_query(query);
                self.query_moments(cx);
            }
            SearchAction::Stop => {
                let page = self.form.page;
                self.stop(page, cx);
            }
            SearchAction::GoTo(row) => self.show_hit(row, cx),
            SearchAction::NextHit => self.step_hit(true, cx),
            SearchAction::PreviousHit => self.step_hit(false, cx),
            SearchAction::OpeningsOf(player, color) => {
                let form = &mut self.form;
                form.page = SearchPage::Openings;
                (form.played_on, form.played_as) = (None, Some(color));
                list_matches_of(cx, player);
                cx.request(PlaybackAction::GoTo(0));
            }
            SearchAction::Player(player) => {
                self.player = player;
                self.query_players(cx);
            }
            SearchAction::Book(action) => self.update_book(action, cx),
            SearchAction::Puzzles => self.seek_puzzles(cx),
            SearchAction::Forget => self.forget(cx),
            SearchAction::FileLeft(left) => self.turn_to_file(cx, left),
            SearchAction::MarkOutdated => {
                self.pages.iter_mut().for_each(|page| page.query = None);
            }
            SearchAction::Found(page, answer) => self.apply_result(page, answer),
        }
    }

    /// Shows the moment in this row of the results on the boards.
    fn show_hit(&mut self, row: usize, cx: &mut Cx<'_>) {
        let hit = self.hits().get(row).map(|row| row.hit.clone());
        let Some(hit) = hit else { return };
        self.row = Some(row);
        cx.show_center(Center::Boards);
        let place = match hit.variation {
            Some(name) => Arrival::Named(name),
            None => Arrival::Moment(hit.moment),
        };
        cx.request(LibraryAction::ShowAt(hit.record, place));
    }

    /// Shows the next or the previous result, wrapping around.
    fn step_hit(&mut self, forward: bool, cx: &mut Cx<'_>) {
        let Some(last) = self.hits().len().checked_sub(1) else { return };
        let row = match (self.row, forward) {
            (None, true) => 0,
            (None | Some(0), false) => last,
            (Some(row), true) if row >= last => 0,
            (Some(row), true) => row + 1,
            (Some(row), false) => row - 1,
        };
        self.show_hit(row, cx);
    }

    fn query_moments(&mut self, cx: &mut Cx<'_>) {
        let form = &mut self.form;
        match form.query.parse::<SearchQuery>() {
            Ok(query) => {
                form.error = None;
                // The fields leave no room for results in a low window.
                form.has_fields = false;
                form.query.clone_into(&mut self.executed_query);
                self.row = None;
                let in_variations = form.in_variations;
                let query = query.with_user(&cx.settings.names());
                self.start(
                    ArchiveQuery::Moments(Box::new(SearchQuery { in_variations, ..query })),
                    cx,
                );
            }
            Err(error) => match only_player(cx, &form.query, &error) {
                Some(player) => {
                    form.error = None;
                    list_matches_of(cx, player.clone());
                    cx.show_matches(true);
                    let quoted = quoted_word(&player);
                    cx.notify(format!(
                        "Listed the matches of {player}. For moves, add a term: by:{quoted} sit>20."
                    ));
                }
                None => form.error = Some(error),
            },
        }
    }

    fn query_players(&mut self, cx: &mut Cx<'_>) {
        let player = self.player.clone();
        self.start(player.map_or(ArchiveQuery::Players, ArchiveQuery::PlayerProfile), cx);
    }

    /// Runs the query of the visible page: on the Players page if its results are missing or outdated, and on the
    /// Openings page if the position or the chosen player has changed. Queries of other pages run on request. Does
    /// nothing during playback, without a file, and while another panel is selected.
    pub(in crate::app) fn refresh(&mut self, cx: &mut Cx<'_>) {
        if cx.shell.center == Center::Book && self.page_state(SearchPage::Book).query.is_none() {
            self.query_book(cx);
        }
        if cx.shell.panel != Panel::Search || cx.is_playing() || cx.library.file().is_none() {
            return;
        }
        let form = &self.form;
        match (form.page, &self.page_state(form.page).query) {
            (SearchPage::Players, None) => {
                // The first time, the page shows the user's own profile if the user has played in the open match.
                if !std::mem::replace(&mut self.has_shown_own_profile, true) {
                    self.player = cx.own_seat().map(|(_, name)| name);
                }
                self.query_players(cx);
            }
            (SearchPage::Openings, latest) => {
                let board = &cx.position().boards[form.board];
                let file = cx.library.file();
                let filter = file.map(|file| &file.filter.listing.filter);
                let named = filter.filter(|filter| filter.names_player()).cloned();
                let player = named.zip(form.played_as);
                let boards = player.map(|(filter, color)| PlayerBoards { filter, color });
                let query = ArchiveQuery::Openings(Box::new(board.clone()), boards);
                if latest.as_ref() != Some(&query) {
                    self.start(query, cx);
                }
            }
            _ => {}
        }
    }

    /// Starts a query over the listed matches. The query replaces the previous query of the same page.
    pub(super) fn start(&mut self, query: ArchiveQuery, cx: &mut Cx<'_>) {
        let Some(file) = cx.library.file() else { return };
        // Without a filter, all matches are listed, even while the rows of an earlier filter are still shown.
        let mut rows: Vec<RowNumber> = if file.filter.listing.filter.is_empty() {
            (0..).take(file.matches()).collect()
        } else {
            file.filter.rows.clone()
        };
        rows.sort_unstable();
        *self.page_mut(query.page()) = QueryPage {
            is_started: true,
            matches: rows.len(),
            query: Some(query.clone()),
            ..QueryPage::default()
        };
        let list = file.list.clone();
        let uses_cache = cx.settings.keep_mb > 0;
        cx.run(Effect::ArchiveQuery(Box::new(QueryJob { query, list, rows, uses_cache })));
    }

    pub const fn page_state(&self, page: SearchPage) -> &QueryPage {
        &self.pages[page as usize]
    }

    /// Returns the listed results of the Positions page.
    pub fn hits(&self) -> &[HitRow] {
        match &self.page_state(SearchPage::Moments).answer {
            QueryResult::Moments(rows, _) => rows,
            _ => &[],
        }
    }

    const fn page_mut(&mut self, page: SearchPage) -> &mut QueryPage {
        &mut self.pages[page as usize]
    }

    /// Cancels all queries and drops their results, because another file is shown.
    fn forget(&mut self, cx: &mut Cx<'_>) {
        let started = SearchPage::ALL.into_iter().filter(|page| self.page_state(*page).is_started);
        cx.cancel(started.map(JobKind::Search));
        self.pages = <[QueryPage; 5]>::default();
        self.book_player = None;
        self.book = BookForm::default();
        self.form.error = None;
        self.form.drop_unsuitable_query(cx);
        self.row = None;
        self.has_shown_own_profile = false;
    }

    /// Stops all queries, keeps their results for the file `left`, and shows those kept for the shown file.
    fn turn_to_file(&mut self, cx: &mut Cx<'_>, left: Option<u64>) {
        for page in SearchPage::ALL {
            self.stop(page, cx);
        }
        let mut hidden = std::mem::take(&mut self.hidden);
        let SearchForm { page, in_variations, has_fields, .. } = self.form;
        let query = self.form.query.clone();
        let mut form =
            SearchForm { page, query, in_variations, has_fields, ..SearchForm::default() };
        form.drop_unsuitable_query(cx);
        let blank = Self { form, ..Self::default() };
        let shown = cx.library.file().map(|file| file.opened);
        let kept = shown.and_then(|shown| hidden.remove(&shown)).unwrap_or(blank);
        let before = std::mem::replace(self, kept);
        hidden.extend(left.map(|left| (left, before)));
        hidden.retain(|opened, _| cx.library.files().any(|file| file.opened == *opened));
        self.hidden = hidden;
    }

    /// Looks for puzzles at the moments found.
    fn seek_puzzles(&self, cx: &mut Cx<'_>) {
        let mut rows: Vec<RowNumber> = Vec::new();
        let mut moments: BTreeMap<RecordId, Vec<Moment>> = BTreeMap::new();
        // Puzzles start from moments of the match, not of a variation.
        let of_match = |row: &&HitRow| row.hit.variation.is_none();
        for hit in self.hits().iter().filter(of_match).map(|row| &row.hit) {
            if !moments.contains_key(&hit.record) {
                rows.extend(RowNumber::try_from(hit.record));
            }
            moments.entry(hit.record).or_default().push(hit.moment);
        }
        cx.request(PuzzleAction::Seek(rows, Some(moments)));
    }

    /// Cancels the query of `page` if the query is running; results found so far stay.
    pub(in crate::app) fn stop(&mut self, page: SearchPage, cx: &mut Cx<'_>) {
        let kind = JobKind::Search(page);
        if let Some(done) = cx.jobs.progress(kind).map(|progress| progress.done) {
            self.page_mut(page).stopped = Some(done);
            cx.cancel([kind]);
        }
    }

    fn apply_result(&mut self, page: SearchPage, answer: QueryResult) {
        let chosen = self.row.and_then(|row| self.hits().get(row)).map(|row| row.hit.clone());
        let QueryPage { answer: current, turns, .. } = &mut self.pages[page as usize];
        match (&mut *current, answer) {
            (QueryResult::Moments(rows, count), QueryResult::Moments(more, found)) => {
                rows.extend(more);
                rows.truncate(MAX_HITS);
                *count += found;
            }
            (QueryResult::Book(book), QueryResult::Book(more)) => {
                let rows = std::mem::take(&mut book.rows);
                **book = *more;
                book.rows.splice(0..0, rows);
                book.rows.truncate(MAX_BOOK_ROWS);
                sort_latest_first(&mut book.rows);
            }
            (answer, mut new) => {
                if let QueryResult::Book(book) = &mut new {
                    sort_latest_first(&mut book.rows);
                }
                *answer = new;
            }
        }
        if let QueryResult::Moments(rows, _) = current {
            // Longest turns first. The sort is stable, so other rows keep their order.
            rows.sort_by_key(|row| Reverse(row.turn_ms()));
            *turns = turn_summary(rows);
            self.row = rows.iter().position(|row| Some(&row.hit) == chosen.as_ref());
        }
    }
}

/// Lists the matches of `player`.
fn list_matches_of(cx: &mut Cx<'_>, player: String) {
    let words = cx.library.file().map_or("", |file| &file.filter.words);
    let form = FilterForm { player, ..FilterForm::of(words) };
    cx.request(LibraryAction::Filter(form.text()));
}

/// Returns the player whom the invalid query `text` names and nothing else: as `player:larso` or `by:larso`, or as a bare
/// word that is the name of a player in the open list.
fn only_player(session: &Session, text: &str, error: &SearchQueryError) -> Option<String> {
    let lone = lone_player(text);
    let typed = match (&lone, error) {
        (Some(name), _) => name.clone(),
        (None, SearchQueryError::Term(..)) => text.trim().replace('"', ""),
        _ => return None,
    };
    let name = typed.to_lowercase();
    let mut rows = session.library.file()?.list.index.rows();
    let listed = rows.find_map(|row| {
        let players = Seat::ALL.map(|seat| row.player(seat).trim());
        let player = players.into_iter().find(|player| player.to_lowercase() == name)?;
        Some(player.to_owned())
    });
    listed.or(lone)
}

/// Returns the text of a query for the pieces and the side to move on `board`.
fn board_query(position: &Position, board: BoardId) -> String {
    let bfen = position.bfen(board);
    let mut fields = bfen.split(' ');
    let pieces = fields.next().and_then(|pieces| pieces.split('[').next());
    let (pieces, turn) = (pieces.unwrap_or_default(), fields.next().unwrap_or("w"));
    debug_assert!(Bfen::parse(&bfen, None).is_ok());
    format!("{pieces} turn:{turn}")
}
