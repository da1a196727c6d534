//! [`search_and_cache`]: a search for forced mates that uses and fills the mate cache.

use super::{
    BoardTerms, FindingTerms, Hit, MateTerms, MoveCache, SearchQuery, Selection, WalkProgress,
    losses::pass_losses,
    match_facts::MatchFacts,
    mate_cache::{self, CachedFacts, MateBuffers, MateCache},
    mate_cache_writer::{MateCacheWriter, MateChunk},
    missed::{BookEntry, ByPlayer, CollectedFindings, FindingCollector, PlayerMissed, is_named},
    record_cache::{Cached, ChunkBuffer},
    run::{Buffers, Search, search},
    walk::{self, Chunking, RecordOutcome, walk_cached},
};
use crate::{
    analysis::{ledger::FindingKind, report::Missed},
    archive::{Collection, Index, RecordId, RowNumber, WalkError},
    kriegspiel::Notation,
    rules::{BoardId, Seat},
    timeline::Moment,
};
use std::{cmp::Reverse, ops::ControlFlow};

/// Like [`search`], with the same hits, but reads facts about forced mates from the mate cache of `list`, since they
/// are slow to compute. Also stores new facts there, from the first record to the one where the search ends.
/// [`WalkProgress::cached`] is the number of records whose facts were cached.
///
/// Facts are stored only if `selection` is the whole list and every record is searched for mates. Other terms usually
/// exclude some records first.
///
/// # Errors
/// As [`search`]. Cache errors are ignored.
pub fn search_and_cache(
    list: &Collection,
    selection: &Selection<'_>,
    query: &SearchQuery,
    mut on_chunk: impl FnMut(WalkProgress, Vec<Hit>) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    match query.mate_depth().and_then(|moves| mate_cache::slot(list, moves)) {
        None => search(selection, query, on_chunk),
        Some(_) => {
            let rows = query.rows_of_players(selection);
            let selection = &Selection { rows: &rows, ..*selection };
            walk_mates((list, query), selection, None, |walked, found| {
                pass_losses(query, selection, walked, found.hits, &mut on_chunk)
            })
        }
    }
}

/// Returns the counted findings about all players in `selection`, most missed mates first, including players without any.
/// Uses and fills the mate cache of `list` like [`search_and_cache`]. After each chunk, calls `on_chunk` with the
/// progress and a function that returns the partial result; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation. Cache errors are ignored.
pub fn missed(
    list: &Collection,
    selection: &Selection<'_>,
    mut on_chunk: impl FnMut(WalkProgress, &dyn Fn() -> Vec<PlayerMissed>) -> ControlFlow<()>,
) -> Result<Vec<PlayerMissed>, WalkError> {
    let collector = FindingCollector { index: selection.index, names: None };
    let mut all = collector.players(selection.rows);
    walk_mates((list, &missed_query()), selection, Some(collector), |walked, found| {
        add_all(&mut all, found.findings.by_player);
        on_chunk(walked, &|| sorted(all.clone()))
    })?;
    Ok(sorted(all))
}

/// Returns the findings about one player in `selection`: a player with the names `names`, ignoring case. The counts are
/// those of [`missed`]. Uses the mate cache of `list`. After each chunk, calls `on_chunk` with the progress, the partial
/// counts and the mistakes found in that chunk; `on_chunk` may cancel.
///
/// # Errors
/// As [`missed`].
pub fn book(
    list: &Collection,
    selection: &Selection<'_>,
    names: &[String],
    mut on_chunk: impl FnMut(WalkProgress, &Missed, Vec<BookEntry>) -> ControlFlow<()>,
) -> Result<Missed, WalkError> {
    let index = selection.index;
    let plays = |&row: &RowNumber| {
        let row = index.row(row as usize);
        row.is_some_and(|row| Seat::ALL.into_iter().any(|seat| is_named(names, row.player(seat))))
    };
    let rows: Vec<RowNumber> = selection.rows.iter().copied().filter(plays).collect();
    // The cache is filled only by a walk over the whole list. That pays if most of the list is needed anyway.
    let is_most = 2 * rows.len() >= selection.rows.len();
    let walked_rows = if is_most { selection.rows } else { &rows };
    let collector = FindingCollector { index, names: Some(names) };
    let mut missed = Missed::default();
    for player in collector.players(&rows).values() {
        missed.add(player);
    }
    let selection = Selection { rows: walked_rows, ..*selection };
    walk_mates((list, &missed_query()), &selection, Some(collector), |walked, found| {
        for player in found.findings.by_player.values() {
            missed.add(player);
        }
        on_chunk(walked, &missed, found.findings.entries)
    })?;
    Ok(missed)
}

/// Returns the query whose facts hold the findings.
fn missed_query() -> SearchQuery {
    let findings = FindingTerms { missed: true, ..FindingTerms::default() };
    let forced = MateTerms { findings, ..MateTerms::default() };
    let either = BoardTerms { forced, ..BoardTerms::default() };
    SearchQuery { either, ..SearchQuery::default() }
}

fn add_all(all: &mut ByPlayer, more: ByPlayer) {
    for (name, missed) in more {
        all.entry(name).or_default().add(&missed);
    }
}

fn sorted(all: ByPlayer) -> Vec<PlayerMissed> {
    let players = all.into_iter().map(|(name, missed)| PlayerMissed { name, missed });
    let mut players: Vec<PlayerMissed> = players.collect();
    players.sort_by_cached_key(|PlayerMissed { name, missed }| {
        let lost = missed.count(FindingKind::PieceLost);
        (Reverse((missed.mates(), missed.mistakes(), lost)), name.clone())
    });
    players
}

/// Runs `query` with the mate cache of `list`. With a `collector`, collects findings instead of hits.
fn walk_mates(
    (list, query): (&Collection, &SearchQuery),
    selection: &Selection<'_>,
    collector: Option<FindingCollector<'_>>,
    mut on_chunk: impl FnMut(WalkProgress, ChunkHits) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let with_slot = |moves| Some((moves, mate_cache::slot(list, moves)?));
    let slot = query.mate_depth().and_then(with_slot);
    let known = slot.as_ref().map_or_else(MateCache::default, |(moves, _)| {
        MateCache::open(list, selection, query, *moves)
    });
    let mut writer = slot.and_then(|(_, slot)| MateCacheWriter::of(slot, selection, &known));
    let chunking = Chunking {
        records: match writer {
            None if known.records() == selection.index.len() => walk::CHUNK_RECORDS,
            _ => mate_cache::CHUNK_RECORDS,
        },
        known: known.records(),
    };
    let searcher = MateSearcher {
        search: Search::of(query),
        query,
        index: selection.index,
        in_variations: query.can_match_variations(),
        needs_text: !query.comments.is_empty(),
        known: &known,
        moves: selection.moves.filter(|moves| moves.0.belongs_to(selection)),
        stores_facts: writer.is_some(),
        collector,
    };
    let mut cached = 0;
    let walked = walk_cached(
        selection,
        chunking,
        |worker, id, found| searcher.search_cached(worker, id, found),
        |worker, record, found| {
            let is_match = record.notation == Notation::Bpgn;
            let text = if is_match { Some(record.text) } else { None };
            searcher.search_text(worker, record.id, text, found);
        },
        |walked, found: ChunkHits| {
            cached += found.cached;
            if let Some(writer) = &mut writer {
                writer.take(&found.new_facts);
            }
            let flow = on_chunk(WalkProgress { cached, ..walked }, found);
            if let (Some(writer), true) = (&mut writer, flow.is_break()) {
                // The program may end while it waits for the other threads, so commit first.
                writer.finish();
            }
            flow
        },
    );
    if let Some(writer) = &mut writer {
        writer.finish();
    }
    walked
}

#[derive(Default)]
struct Worker {
    buffers: Buffers,
    mates: MateBuffers,
    moves: ChunkBuffer,
}

#[derive(Default)]
struct ChunkHits {
    hits: Vec<Hit>,
    /// The findings; empty unless findings are collected.
    findings: CollectedFindings,
    /// The number of records whose facts came from the cache.
    cached: usize,
    /// The facts to be stored in the mate cache; empty unless facts are stored.
    new_facts: MateChunk,
}

impl ChunkHits {
    fn hit(&mut self, record: RecordId, at: (Moment, BoardId), variation: Option<String>) {
        let (moment, board) = at;
        self.hits.push(Hit { record, moment, board, variation });
    }
}

struct MateSearcher<'a> {
    search: Search<'a>,
    query: &'a SearchQuery,
    index: &'a Index,
    in_variations: bool,
    /// Whether a term is about comments, which are not cached.
    needs_text: bool,
    known: &'a MateCache,
    moves: Option<&'a MoveCache>,
    stores_facts: bool,
    /// Collects findings instead of hits; `None` if hits are collected.
    collector: Option<FindingCollector<'a>>,
}

impl MateSearcher<'_> {
    fn search_cached(
        &self,
        worker: &mut Worker,
        id: RecordId,
        found: &mut ChunkHits,
    ) -> RecordOutcome {
        let Worker { mates, moves, .. } = worker;
        let Some((known, bytes)) = self.known.record(id, mates) else {
            return RecordOutcome::NeedsText;
        };
        match &known {
            Cached::ReadText => return RecordOutcome::NeedsText,
            Cached::Match(_) if self.needs_text => return RecordOutcome::NeedsText,
            Cached::Match(known) if known.may_have_variations && self.in_variations => {
                return RecordOutcome::NeedsText;
            }
            Cached::Match(known) => {
                if let Some(collector) = self.collector {
                    collector.add(id, &known.facts.findings, &mut found.findings);
                } else if self.search_match(id, &known.facts, moves, found)
                    == RecordOutcome::NeedsText
                {
                    return RecordOutcome::NeedsText;
                }
            }
            Cached::NoMatch => {}
        }
        found.cached += 1;
        if self.stores_facts {
            let block = &mut found.new_facts.block;
            block.push_bytes(bytes);
        }
        RecordOutcome::Done
    }

    fn search_match(
        &self,
        id: RecordId,
        facts: &MatchFacts,
        block: &mut ChunkBuffer,
        found: &mut ChunkHits,
    ) -> RecordOutcome {
        if self.search.only_forced {
            self.search.search_facts(facts, |at| found.hit(id, at, None));
            return RecordOutcome::Done;
        }
        match self.moves.map(|moves| moves.record(id, block)) {
            Some(Cached::Match(cached)) if cached.plies().len() + 1 == facts.moments => {
                let by = self.query.seats_by(self.index, id);
                let hit = |at| found.hit(id, at, None);
                self.search.search_cached_match(&cached, Some(facts), by, hit);
                RecordOutcome::Done
            }
            _ => RecordOutcome::NeedsText,
        }
    }

    /// Searches the text of a record. `text` is `None` if the record is not a match.
    fn search_text(
        &self,
        worker: &mut Worker,
        id: RecordId,
        text: Option<&[u8]>,
        found: &mut ChunkHits,
    ) {
        let Worker { buffers, mates, .. } = worker;
        let (known, bytes) = self.known.record(id, mates).unzip();
        let is_known = bytes.is_some();
        buffers.facts = match known {
            Some(Cached::Match(known)) => Some(known.facts),
            _ => None,
        };
        found.cached += usize::from(buffers.facts.is_some());
        if let Some(text) = text {
            buffers.by = self.query.seats_by(self.index, id);
            self.search.search_record(buffers, text, |at, place| found.hit(id, at, place));
        }
        if let (Some(collector), Some(facts)) = (self.collector, &buffers.facts) {
            found.hits.clear();
            collector.add(id, &facts.findings, &mut found.findings);
        }
        if !self.stores_facts {
            return;
        }
        let MateChunk { block, is_new, is_partial } = &mut found.new_facts;
        *is_new |= !is_known;
        match (bytes, text, &buffers.facts) {
            (Some(bytes), ..) => block.push_bytes(bytes),
            (None, None, _) => block.push(&Cached::<CachedFacts>::NoMatch),
            (None, Some(text), Some(facts)) => {
                block.push(&Cached::Match(CachedFacts::of(text, facts.clone())));
            }
            (None, Some(_), None) => *is_partial = true,
        }
    }
}
