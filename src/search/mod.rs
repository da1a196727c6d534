//! Queries over the matches of an archive: positions, drops, mates and sits, opening statistics, player profiles.
//!
//! Records are replayed on all cores, one chunk of the file at a time. A large file has a move cache beside its index
//! ([`MoveCache`]), so most queries need not read its text. Facts about forced mates are slow to compute, so searches
//! cache those that they find ([`search_and_cache`]).
//!
//! ```
//! use tandem::search::SearchQuery;
//!
//! let query: SearchQuery = "N@f7 mate".parse()?;
//! assert!(query.either.mate && query.either.drop.is_some());
//! let why = "Zz9".parse::<SearchQuery>().expect_err("no piece has that letter");
//! assert!(why.to_string().contains("Zz9"));
//! # Ok::<(), tandem::search::SearchQueryError>(())
//! ```

mod book;
mod by_player;
mod cached_match;
mod comments;
mod drop_text;
mod drops;
mod endings;
mod forced;
mod form;
mod hit_findings;
mod long_turns;
mod losses;
mod mailbox;
mod match_facts;
mod mate;
mod mate_cache;
mod mate_cache_writer;
mod mate_search;
mod missed;
mod moments;
mod move_cache;
mod openings;
mod parse;
mod pattern;
mod players;
mod ply_word;
mod query;
mod query_error;
mod reachable_squares;
mod record_cache;
mod reserve_bounds;
mod run;
mod score;
mod suggestions;
mod terms;
mod text_walk;
mod time_used;
mod variations;
mod walk;

pub use book::{BookPlayer, BookRow, BookRows, sort_latest_first};
pub use comments::CommentWords;
pub use drops::drops;
pub use endings::replay_endings;
pub use forced::{FindingTerms, JointLength, MateTerms};
pub use form::SearchQueryForm;
pub use hit_findings::HitFindings;
pub use mate_search::{book, missed, search_and_cache};
pub use missed::{BookEntry, MistakeOf, PlayerMissed, month_of};
pub use move_cache::MoveCache;
pub use openings::{MoveTally, NextMove, PlayerBoards, openings};
pub use pattern::BoardPattern;
pub use players::{PlayerProfile, PlayerRow, RatingAt, player_profile, players};
pub use query::{BoardTerms, Drop, SearchQuery};
pub use query_error::SearchQueryError;
pub use run::{Hit, TextHits, search, search_text};
pub use score::Score;
pub use suggestions::{SearchSuggestion, lone_player, own_moves_query};
pub use terms::{SEARCH_TERMS, SearchTerm, search_examples};
pub use text_walk::walk_text;
pub use walk::{Selection, WalkProgress, WalkedRecord, walk_all};
