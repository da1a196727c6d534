//! The search itself: finds the moments in an archive that satisfy a [`SearchQuery`].

use super::{
    BoardTerms, SearchQuery, Selection, WalkProgress,
    cached_match::{CachedMatch, last_on_boards},
    comments::Comments,
    drop_text::DropText,
    forced::facts,
    long_turns::{TurnAt, longest_at},
    losses::pass_losses,
    mailbox::Mailbox,
    match_facts::MatchFacts,
    mate::may_mate,
    moments::{Moves, for_each_match},
    ply_word::PlyWord,
    query::{BY_ANY, MomentContext},
    reachable_squares::{ReachableSquares, may_match_single_board},
    reserve_bounds::ReserveBounds,
    text_walk::{CHUNK_BYTES, IsWanted, walk_wanted},
    variations::in_variations,
    walk::{QueryInput, RecordOutcome, walk},
};
use crate::{
    analysis::ledger::{LongTurn, TurnKind},
    archive::{RecordId, WalkError},
    file::Text,
    kriegspiel::Notation,
    notation::{PlyText, Record},
    replay::{Match, SetUp, TimedPly, Variations},
    rules::{BoardId, ByBoard, BySeat, Position, San},
    timeline::{Moment, Sit, Timeline},
};
use memchr::memchr;
use std::ops::ControlFlow;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    pub record: RecordId,
    /// The number of plies played; in a variation, including those of the variation.
    pub moment: Moment,
    /// The board that matches. If both match, this is board A, unless the query has a term about a ply or sit for board
    /// B only.
    pub board: BoardId,
    /// The place in a variation, such as `21B/1/3`; `None` in the main line.
    pub variation: Option<String>,
}

/// Finds the moments that satisfy `query`. Calls `on_chunk` after each chunk with its hits, in list order; `on_chunk`
/// may cancel. The hits in a match precede those in its variations. If all terms are about positions, only the first of
/// consecutive matching moments is a hit.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn search(
    selection: &Selection<'_>,
    query: &SearchQuery,
    mut on_chunk: impl FnMut(WalkProgress, Vec<Hit>) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let search = Search::of(query);
    let rows = query.rows_of_players(selection);
    let players = Selection { rows: &rows, ..*selection };
    // The move cache has neither facts about forced mates nor comments, so terms about these need the text.
    let mut selection = players;
    if query.mate_depth().is_some() || !query.comments.is_empty() {
        selection.moves = None;
    }
    let in_variations = query.can_match_variations();
    walk(
        &selection,
        |buffers: &mut Buffers, record, input, hits: &mut Vec<Hit>| {
            let mut hit = |(moment, board), variation| {
                hits.push(Hit { record, moment, board, variation });
            };
            match input {
                QueryInput::Cached(cached) if in_variations && cached.may_have_variations => {
                    return RecordOutcome::NeedsText;
                }
                QueryInput::Cached(cached) => {
                    let by = query.seats_by(selection.index, record);
                    search.search_cached_match(cached, None, by, |found| hit(found, None));
                }
                QueryInput::Text(text) => {
                    buffers.facts = None;
                    buffers.by = query.seats_by(selection.index, record);
                    search.search_record(buffers, text, hit);
                }
                QueryInput::Game(text) => {
                    let found = query.moments_in_game(text).into_iter();
                    found.for_each(|moment| hit((moment, BoardId::A), None));
                }
                QueryInput::NoMatch => {}
            }
            RecordOutcome::Done
        },
        |walked, hits| pass_losses(query, &players, walked, hits, &mut on_chunk),
    )
}

#[derive(Default)]
pub struct TextHits {
    pub records: usize,
    /// The number of games of Kriegspiel among the records, if the query [skips](SearchQuery::skips_games) them.
    pub skipped_games: usize,
    /// Whether any record has a tag or a ply.
    pub has_matches: bool,
    pub hits: Vec<Hit>,
}

/// Like [`search`], for all records of `text`, which is read once and not indexed. `query` must not name players, since
/// only an index has their names, and must have no estimated terms.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn search_text(
    text: &Text,
    query: &SearchQuery,
    mut on_chunk: impl FnMut(TextHits) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    debug_assert!(
        query.by.is_empty() && query.players.is_empty(),
        "players are known from an index"
    );
    debug_assert!(!query.is_estimated(), "a review reads the record again");
    let search = Search::of(query);
    let may_match = |text: &[u8]| search.may_match_text(text);
    let is_rare = search.drop.as_ref().is_some_and(DropText::is_rare) || !query.comments.is_empty();
    let is_wanted: IsWanted<'_> = &may_match;
    walk_wanted(
        text,
        CHUNK_BYTES,
        if is_rare { Some(is_wanted) } else { None },
        |buffers: &mut Buffers, read, chunk: &mut TextHits| {
            let record = chunk.records;
            chunk.records += 1;
            chunk.has_matches |= read.is_none_or(|read| read.record.is_readable());
            let Some(read) = read else { return };
            if Notation::of(read.record, read.text) == Notation::Kriegspiel {
                chunk.skipped_games += usize::from(query.skips_games());
                let found = query.moments_in_game(read.text).into_iter();
                let hit = |moment| Hit { record, moment, board: BoardId::A, variation: None };
                chunk.hits.extend(found.map(hit));
            } else if may_match(read.text) {
                buffers.facts = None;
                buffers.by = BY_ANY;
                let hit = |(moment, board), variation| {
                    chunk.hits.push(Hit { record, moment, board, variation });
                };
                search.search_parsed(buffers, read.record, read.text, hit);
            }
        },
        |records, mut chunk| {
            let before = records - chunk.records;
            chunk.hits.iter_mut().for_each(|hit| hit.record += before);
            on_chunk(chunk)
        },
    )
}

#[derive(Default)]
pub(super) struct Buffers {
    record: Record,
    played: Match,
    timed_plies: Vec<TimedPly>,
    timeline: Timeline,
    plies: Vec<[u8; 2]>,
    /// The facts about forced mates in the current match, from the cache or computed by the search.
    pub(super) facts: Option<MatchFacts>,
    /// The seats of the players named by `by:` in the current match; all seats without `by:`.
    pub(super) by: BySeat<bool>,
}

/// A query prepared for the search of many records.
pub(super) struct Search<'q> {
    query: &'q SearchQuery,
    /// Whether all terms are about forced mates, so that moves need not be replayed.
    pub(super) only_forced: bool,
    /// Whether all terms are about the durations of long turns, so that moves need not be replayed.
    only_times: bool,
    /// Whether all terms are about reserves, so that only plies which change a reserve are compared.
    only_reserves: bool,
    /// A test of the raw text for the drop of the query; `None` if the query has no drop.
    drop: Option<DropText>,
    /// The standard starting position.
    standard_start: Mailbox,
}

impl<'q> Search<'q> {
    pub(super) fn of(query: &'q SearchQuery) -> Self {
        let drops = query.parts().filter_map(|terms| terms.drop);
        Self {
            query,
            only_forced: query.is_only_about_forced_mates(),
            only_times: query.is_only_about_times(),
            only_reserves: query.is_only_about_reserves(),
            drop: drops.map(DropText::of).max_by_key(DropText::is_rare),
            standard_start: Mailbox::of(&Position::default()),
        }
    }

    /// Calls `hit` for each hit in a record. Its second argument is the name of the place in a variation, or `None` in
    /// the main line.
    pub(super) fn search_record(
        &self,
        buffers: &mut Buffers,
        text: &[u8],
        hit: impl FnMut((Moment, BoardId), Option<String>),
    ) {
        if self.may_match_text(text) {
            let mut record = std::mem::take(&mut buffers.record);
            record.parse_into(text);
            self.search_parsed(buffers, &record, text, hit);
            buffers.record = record;
        }
    }

    /// Returns whether `text` may contain the drop and the comments of the query. Returns `true` for a query without.
    fn may_match_text(&self, text: &[u8]) -> bool {
        self.drop.as_ref().is_none_or(|needle| needle.is_in(text))
            && self.query.comments.iter().all(|words| words.may_be_in(text))
    }

    /// Like [`Self::search_record`], for a parsed `record` whose bytes are `text`.
    fn search_parsed(
        &self,
        buffers: &mut Buffers,
        record: &Record,
        text: &[u8],
        mut hit: impl FnMut((Moment, BoardId), Option<String>),
    ) {
        let set_up = SetUp::of_record(record, text);
        if set_up.unreadable.is_some() {
            // The positions are those of another match.
            return;
        }
        if self.query.comments.is_empty() {
            self.search_match(buffers, record, text, &set_up, |found| hit(found, None));
        } else {
            self.search_comments(buffers, record, text, &set_up, |found| hit(found, None));
        }
        if self.query.can_match_variations() && memchr(b'(', text).is_some() {
            let played = &mut buffers.played;
            played.replay_into(record, text);
            in_variations(self.query, record, text, played, |found, name| {
                hit(found, Some(name));
            });
        }
    }

    /// Like [`Self::search_match`], for a query with terms about comments.
    fn search_comments(
        &self,
        buffers: &mut Buffers,
        record: &Record,
        text: &[u8],
        set_up: &SetUp,
        mut hit: impl FnMut((Moment, BoardId)),
    ) {
        let played = &mut buffers.played;
        played.replay_into(record, text);
        let variations = &Variations::of(record, text, played);
        let plies = played.plies.len();
        let mut found = Comments { record, text, variations }.by_moment(plies);
        found.retain(|(_, comments)| self.query.matches_comments(comments));
        if self.query.is_empty_on_boards() {
            for (moment, _) in found {
                let ply = moment.checked_sub(1).and_then(|index| record.plies.get(index));
                if self.query.by.is_empty() || ply.is_some_and(|ply| buffers.by[ply.seat]) {
                    hit((moment, ply.map_or(BoardId::A, |ply| ply.seat.board())));
                }
            }
        } else if !found.is_empty() {
            self.search_match(buffers, record, text, set_up, |(moment, board)| {
                if found.iter().any(|(commented, _)| *commented == moment) {
                    hit((moment, board));
                }
            });
        }
    }

    /// Calls `hit` with the hits in the main line of a match. Cheap tests come first.
    fn search_match(
        &self,
        buffers: &mut Buffers,
        record: &Record,
        text: &[u8],
        set_up: &SetUp,
        hit: impl FnMut((Moment, BoardId)),
    ) {
        let Buffers { played, timed_plies, timeline, plies: words, facts: known, by, .. } = buffers;
        let plies = &record.plies[..record.readable_plies()];
        let last_plies = last_on_boards(&record.plies);
        let end = self.last_ply(plies.len(), |terms, board, index| {
            let on = plies[index].seat.board();
            board.is_none_or(|board| board == on)
                && (!terms.mate || last_plies[on] == Some(index))
                && matches_drop(terms, &plies[index])
                && (!terms.mate || may_mate(plies, index, set_up))
        });
        let Some(end) = end else { return };
        if !self.may_match_pattern(&set_up.position, &plies[..end]) {
            return;
        }
        let compute_facts = |played: &mut Match, moves| {
            played.replay_into(record, text);
            facts(played, moves)
        };
        let mut known = self.query.mate_depth().map(|moves| (known, moves));
        if let (Some((known, moves)), true) = (&mut known, self.only_forced) {
            let facts = known.get_or_insert_with(|| compute_facts(played, *moves));
            return self.search_facts(facts, hit);
        }
        let mut turns = None;
        if self.query.needs_times() {
            let long = self.long_turns(record, text, set_up, timed_plies, timeline);
            if long.is_empty() {
                return;
            }
            played.replay_into(record, text);
            let all = timeline.sits();
            let at = |turn: &Sit| {
                TurnAt::of(&LongTurn { turn: *turn, kind: TurnKind::of(played, &all, turn) })
            };
            turns = Some(long.iter().map(at).collect());
        }
        self.report_matches(
            end,
            turns,
            |end| {
                let facts = known.map(|(known, moves)| {
                    &*known.get_or_insert_with(|| compute_facts(played, moves))
                });
                words.clear();
                // A term about the next ply needs one more.
                let count = end + usize::from(self.query.is_estimated());
                let mating = play(record, &set_up.position, count, last_plies, words);
                let start = self.start_of(&set_up.position);
                Moves { start, plies: words, mating, facts, by: *by }
            },
            hit,
        );
    }

    /// Returns the turns of a match that are long enough for the query.
    fn long_turns(
        &self,
        record: &Record,
        text: &[u8],
        set_up: &SetUp,
        plies: &mut Vec<TimedPly>,
        timeline: &mut Timeline,
    ) -> Vec<Sit> {
        let least = self.query.min_turn_ms();
        TimedPly::read_into(record, text, plies);
        if !Timeline::may_sit_over(set_up, plies, least) {
            return Vec::new();
        }
        plies.truncate(Match::count_playable(record, set_up));
        timeline.read_plies(set_up, plies.iter().copied());
        timeline.sits_over(least)
    }

    /// Calls `hit` with the hits in a cached match. `facts` are its facts about forced mates; `None` if no term is
    /// about these. `by` are the seats of the players named by `by:`.
    pub(super) fn search_cached_match(
        &self,
        cached: &CachedMatch<'_>,
        facts: Option<&MatchFacts>,
        by: BySeat<bool>,
        hit: impl FnMut((Moment, BoardId)),
    ) {
        let moves = Moves { facts, by, ..cached.moves(&self.standard_start) };
        let end = self.last_ply(moves.plies.len(), |terms, board, index| {
            let ply = PlyWord::from_bytes(moves.plies[index]);
            let on = ply.board();
            board.is_none_or(|board| board == on)
                && (!terms.mate || moves.mating[on] == Some(index))
                && terms.matches_drop(ply)
        });
        let Some(end) = end else { return };
        let turns =
            if self.query.needs_times() { Some(cached.turns().unwrap_or_default()) } else { None };
        self.report_matches(end, turns, |_| moves, hit);
    }

    /// Calls `hit` with the hits among the first `end` plies. `turns` are its long turns; `None` if no term is about
    /// these. `moves` takes the number of plies and returns their moves; it is called only if these are needed.
    fn report_matches<'m>(
        &self,
        mut end: usize,
        turns: Option<Vec<TurnAt>>,
        moves: impl FnOnce(usize) -> Moves<'m>,
        mut hit: impl FnMut((Moment, BoardId)),
    ) {
        let timed = turns.is_some();
        let mut turns = turns.unwrap_or_default();
        if timed {
            let least = self.query.min_turn_ms();
            turns.retain(|turn| turn.ms > least && turn.begins <= end);
            let Some(last) = turns.iter().map(|turn| turn.begins).max() else { return };
            end = last;
            if self.only_times {
                return self.report_turns(&turns, hit);
            }
        }
        for_each_match((self.query, self.only_reserves), &moves(end), end, &turns, &mut hit);
    }

    /// Calls `hit` with the moments at which `turns` begin. All terms of the query must be about their durations.
    fn report_turns(&self, turns: &[TurnAt], mut hit: impl FnMut((Moment, BoardId))) {
        let mut moments: Vec<Moment> = turns.iter().map(|turn| turn.begins).collect();
        moments.sort_unstable();
        moments.dedup();
        for moment in moments {
            let at = MomentContext {
                position: &self.standard_start,
                ply: None,
                next: None,
                mates: false,
                turns: longest_at(turns, moment),
                facts: None,
                by: BY_ANY,
            };
            if let Some(board) = self.query.board(&at) {
                hit((moment, board));
            }
        }
    }

    /// Calls `hit` with the moments that satisfy the query. All of its terms must be about forced mates.
    pub(super) fn search_facts(&self, facts: &MatchFacts, mut hit: impl FnMut((Moment, BoardId))) {
        let is_event = self.query.is_event();
        let mut previous_end = None;
        for (moments, facts) in facts.ranges() {
            let board = self.query.board(&MomentContext {
                position: &self.standard_start,
                ply: None,
                next: None,
                mates: false,
                turns: ByBoard::default(),
                facts: Some(facts),
                by: BY_ANY,
            });
            let Some(board) = board else { continue };
            let first = previous_end != Some(moments.start);
            previous_end = Some(moments.end);
            if is_event {
                moments.for_each(|moment| hit((moment, board)));
            } else if first {
                hit((moments.start, board));
            }
        }
    }

    fn start_of(&self, position: &Position) -> Mailbox {
        if *position == Position::default() {
            self.standard_start.clone()
        } else {
            Mailbox::of(position)
        }
    }

    /// Returns the three sets of terms, each with its board. The terms for either board have `None` as the board.
    fn parts(&self) -> [(&BoardTerms, Option<BoardId>); 3] {
        [
            (&self.query.either, None),
            (&self.query.on[BoardId::A], Some(BoardId::A)),
            (&self.query.on[BoardId::B], Some(BoardId::B)),
        ]
    }

    /// Returns the number of plies, among the first `end`, up to and including the last one that may satisfy the terms
    /// about plies. Returns `None` if no ply may satisfy them. `is_possible` is whether the ply at an index may satisfy
    /// terms about any board, or only about the given one.
    fn last_ply(
        &self,
        mut end: usize,
        is_possible: impl Fn(&BoardTerms, Option<BoardId>, usize) -> bool,
    ) -> Option<usize> {
        for (terms, board) in self.parts().into_iter().filter(|(terms, _)| terms.is_ply()) {
            end = (0..end).rev().find(|&index| is_possible(terms, board, index))? + 1;
        }
        Some(end)
    }

    /// Returns whether the patterns may match. Each board is tested alone, which is faster than replaying the match.
    fn may_match_pattern(&self, start: &Position, plies: &[PlyText]) -> bool {
        let holds = |terms: &BoardTerms| terms.pattern.has_any_reserve();
        if self.query.parts().any(holds) && !ReserveBounds::of(start, plies).can_supply(self.query)
        {
            return false;
        }
        if self.query.parts().all(|terms| terms.pattern.has_only_reserves()) {
            return true;
        }
        let reach = ReachableSquares::of(plies);
        self.query.is_possible(|terms, id| {
            let pattern = &terms.pattern;
            let board = &start.boards[id];
            pattern.has_only_reserves()
                || reach.may_match_pattern(pattern, id, board) && {
                    let fragile = reach.fragile(pattern, id);
                    may_match_single_board(plies, id, board, pattern, fragile)
                }
        })
    }
}

/// Plays the first `end` plies of `record`, which begins at `start`, and appends the plies to `words`. Returns for each
/// board the index of the last written ply on that board if the ply mates.
fn play(
    record: &Record,
    start: &Position,
    end: usize,
    last_plies: ByBoard<Option<usize>>,
    words: &mut Vec<[u8; 2]>,
) -> ByBoard<Option<usize>> {
    let mut mating = ByBoard::default();
    Match::walk(record, start.clone(), |_, ply| {
        if let Some(ply) = ply {
            let board = ply.seat.board();
            if ply.mate && last_plies[board] == Some(words.len()) {
                mating[board] = last_plies[board];
            }
            words.push(PlyWord::of(ply).bytes());
        }
        if words.len() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    mating
}

/// Returns whether `ply` may match the drop term of `terms`, judging by its text. Without such a term, any ply matches.
fn matches_drop(terms: &BoardTerms, ply: &PlyText) -> bool {
    let Some(drop) = terms.drop else { return true };
    let San::Drop { role, to } = ply.san else { return false };
    drop.to.is_none_or(|wanted| wanted == to)
        && (drop.role.is_none() || role.is_none() || drop.role == role)
}
