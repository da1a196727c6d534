//! Search queries on all matches of a list.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    app::{
        Action, ArchiveQuery, BookChoice, BookResult, HitRow, MAX_BOOK_ROWS, MAX_HITS, QueryJob,
        QueryResult, SearchAction,
    },
    archive::WalkError,
    file::Text,
    search::{
        BookPlayer, BookRows, Hit, MoveCache, PlayerRow, SearchQuery, Selection, WalkProgress,
        book, missed, openings, player_profile, players, replay_endings, search_and_cache,
    },
    text::sentence,
};
use std::{cmp::Reverse, collections::HashMap, ops::ControlFlow, path::PathBuf, time::Duration};

/// The maximum number of players offered for the book of mistakes.
const MAX_PLAYERS: usize = 100;

/// The maximum number of matches in which the mistakes of all players are counted before the book of one is shown.
const MAX_COUNTED: usize = 100;

const REPORT_INTERVAL: Duration = Duration::from_millis(60);

/// A query over the listed matches.
pub(super) struct RunQuery {
    pub(super) job: Box<QueryJob>,
    /// The folder of cached reviews, if the cache is in use.
    pub(super) reviews: Option<PathBuf>,
}

impl Task for RunQuery {
    const TITLE: &'static str = "the search";
    const LANE: Lane = Lane::Latest;

    /// Runs the query, with partial results. Then builds the move cache if there is none, because a large file is
    /// usually searched more than once.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, reviews } = self;
        let mut reporter =
            ProgressReporter { job: &job, reviews, context, pace: Pace::every(REPORT_INTERVAL) };
        let texts: Vec<&Text> = job.list.files.iter().map(|file| &file.text).collect();
        let moves = MoveCache::open(&job.list);
        let index = &job.list.index;
        let selection = Selection { index, texts: &texts, rows: &job.rows, moves: moves.as_ref() };
        let replayed = if job.query.counts_results() {
            replay_endings(&selection, |_, _| context.cancel().flow())
        } else {
            Ok(index.clone())
        };
        let result = replayed
            .and_then(|index| reporter.run_query(&Selection { index: &index, ..selection }));
        match result {
            Ok(()) => {
                context.finish(None);
                if moves.is_none() && !matches!(job.query, ArchiveQuery::Players) {
                    // The next query cancels this job. A failure is ignored: without the cache, queries read the text.
                    drop(MoveCache::build(&job.list, |_| context.cancel().flow()));
                }
            }
            Err(WalkError::File(error)) => {
                context.finish(Some(sentence(&error.to_string())));
            }
            Err(WalkError::Cancelled) => {}
        }
    }
}

/// Sorts `all` by the number of mistakes in `counts`, and returns the first of them for the list of players.
fn book_choices(all: &mut [PlayerRow], counts: &HashMap<String, usize>) -> Vec<BookChoice> {
    // The sort is stable: ties, and players whose mistakes are not counted, keep the order of their matches.
    all.sort_by_key(|player| Reverse(counts.get(&player.name).copied()));
    let choice = |player: &PlayerRow| BookChoice {
        mistakes: counts.get(&player.name).copied(),
        name: player.name.clone(),
    };
    all.iter().take(MAX_PLAYERS).map(choice).collect()
}

struct ProgressReporter<'j> {
    job: &'j QueryJob,
    reviews: Option<PathBuf>,
    context: &'j JobContext<Action>,
    pace: Pace,
}

impl ProgressReporter<'_> {
    fn run_query(&mut self, selection: &Selection<'_>) -> Result<(), WalkError> {
        match &self.job.query {
            ArchiveQuery::Moments(query) => {
                let review_folder = self.reviews.take();
                let with_cache = SearchQuery { review_folder, ..(**query).clone() };
                let (mut listed, mut rows, mut found) = (0, Vec::new(), 0);
                let mut text = Vec::new();
                let mut row = |hit: Hit| {
                    let row = selection.index.row(hit.record)?;
                    let file = selection.texts.get(row.file)?;
                    // If the file is unreadable, the search itself reports the error.
                    file.read_range(row.range, &mut text).ok()?;
                    Some(HitRow::of(hit, &row, &text, query))
                };
                search_and_cache(&self.job.list, selection, &with_cache, |walked, hits| {
                    found += hits.len();
                    let more = hits.into_iter().take(MAX_HITS - listed).filter_map(&mut row);
                    let before = rows.len();
                    rows.extend(more);
                    listed += rows.len() - before;
                    self.report_paced(walked, || {
                        let rows = std::mem::take(&mut rows);
                        QueryResult::Moments(rows, std::mem::take(&mut found))
                    })
                })?;
                self.report(QueryResult::Moments(rows, found));
            }
            ArchiveQuery::Openings(board, player) => {
                let mut all = Vec::new();
                openings(selection, board, player.as_ref(), |walked, moves| {
                    all = moves.to_vec();
                    self.report_paced(walked, || QueryResult::Openings(all.clone()))
                })?;
                self.report(QueryResult::Openings(all));
            }
            ArchiveQuery::Players => {
                let all = players(selection.index, selection.rows);
                self.report(QueryResult::Players(all));
            }
            ArchiveQuery::PlayerProfile(name) => {
                let whole = player_profile(selection, name, |walked, player_profile| {
                    self.report_paced(walked, || {
                        QueryResult::PlayerProfile(Box::new(player_profile.clone()))
                    })
                })?;
                self.report(QueryResult::PlayerProfile(Box::new(whole)));
            }
            ArchiveQuery::Book(player) => self.run_book(selection, player)?,
            ArchiveQuery::Missed => {
                let whole = missed(&self.job.list, selection, |walked, partial| {
                    self.report_paced(walked, || QueryResult::Missed(partial()))
                })?;
                self.report(QueryResult::Missed(whole));
            }
        }
        Ok(())
    }

    fn run_book(
        &mut self,
        selection: &Selection<'_>,
        player: &BookPlayer,
    ) -> Result<(), WalkError> {
        let mut all = players(selection.index, selection.rows);
        // Without a chosen player, the counts decide whose book is shown.
        let is_chosen = player.chosen.is_some();
        let counts = if is_chosen { HashMap::new() } else { self.count_mistakes(selection)? };
        let choices = book_choices(&mut all, &counts);
        let names = player.names(&all);
        let mut partial =
            BookResult { names: names.clone(), players: choices, ..BookResult::default() };
        let (mut texts, mut listed) = (BookRows::new(&self.job.list), 0);
        let whole = book(&self.job.list, selection, &names, |walked, missed, entries| {
            let room = MAX_BOOK_ROWS.saturating_sub(listed);
            let rows = entries.into_iter().take(room).filter_map(|entry| texts.row(entry));
            let before = partial.rows.len();
            partial.rows.extend(rows);
            listed += partial.rows.len() - before;
            self.report_paced(walked, || {
                partial.missed.clone_from(missed);
                let rows = std::mem::take(&mut partial.rows);
                QueryResult::Book(Box::new(BookResult { rows, ..partial.clone() }))
            })
        })?;
        if is_chosen {
            partial.players = book_choices(&mut all, &self.count_mistakes(selection)?);
        }
        self.report(QueryResult::Book(Box::new(BookResult { missed: whole, ..partial })));
        Ok(())
    }

    /// Returns the number of mistakes of each player; empty if the matches are more than [`MAX_COUNTED`].
    fn count_mistakes(
        &mut self,
        selection: &Selection<'_>,
    ) -> Result<HashMap<String, usize>, WalkError> {
        if selection.rows.len() > MAX_COUNTED {
            return Ok(HashMap::new());
        }
        let counted = missed(&self.job.list, selection, |walked, _| {
            if self.pace.is_due() {
                self.context.report(self.job.query.progress(walked));
            }
            self.context.cancel().flow()
        })?;
        Ok(counted.into_iter().map(|it| (it.name, it.missed.mistakes())).collect())
    }

    /// Reports a partial result and the progress if a report is due. Returns `Break` if the job is cancelled.
    fn report_paced(
        &mut self,
        walked: WalkProgress,
        partial_result: impl FnOnce() -> QueryResult,
    ) -> ControlFlow<()> {
        if self.context.is_cancelled() {
            return ControlFlow::Break(());
        }
        if self.pace.is_due() {
            self.report(partial_result());
            self.context.report(self.job.query.progress(walked));
        }
        ControlFlow::Continue(())
    }

    fn report(&self, result: QueryResult) {
        self.context.send(SearchAction::Found(self.job.query.page(), result));
    }
}
