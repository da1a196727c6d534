//! `tandem search`: finds the moments that match a query.

use super::{
    CliError, Exit, Result, Search, Stream,
    archives::{Matches, UsedEndings, check_walk, print_skipped, print_skipped_games},
    list::push_text_row,
    parse_filter,
    review::review_folder,
    stop_if, user_names, write_json,
};
use crate::{
    archive::large_text,
    file::{Reader, Text, Unpacker},
    import::{board::is_board_export, is_match_text},
    kriegspiel::{self, Notation},
    notation::Record,
    replay::Match,
    search::{
        Hit, HitFindings, SEARCH_TERMS, SearchQuery, SearchQueryError, lone_player, search,
        search_text,
    },
    text::{one_line, quoted_word},
};
use serde::Serialize;
use std::{
    borrow::Cow,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

pub(super) fn run(args: &Search, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let parsed: SearchQuery = args.query.parse().map_err(query_error)?;
    let query = SearchQuery {
        in_variations: args.variations,
        review_folder: review_folder(),
        ..parsed.with_user(&user_names())
    };
    let filter = parse_filter(args.find.as_deref())?;
    let mut done = Exit::Fine;
    for paths in grouped_boards(&args.files) {
        let path = &paths[0];
        if paths.len() == 1 && args.search_large(path, &query, out, err)? {
            continue;
        }
        let (mut matches, opened) = Matches::open_reported(&paths, args.unpack, err)?;
        let are_rows_printed = !(args.count || args.json);
        let used = if are_rows_printed { UsedEndings::Results } else { UsedEndings::None };
        matches.replay(&filter, used, err)?;
        done = done.max(opened);
        matches.select(&filter, |selection| {
            if query.skips_games() {
                print_skipped(selection, "search", err)?;
            }
            let mut count = 0;
            let mut written = Ok(());
            let (mut found, mut text) = (HitFindings::default(), Vec::new());
            let searched = search(selection, &query, |walked, hits| {
                count += hits.len();
                if !args.count {
                    written = hits.into_iter().try_for_each(|hit| {
                        let Some(row) = selection.index.row(hit.record) else { return Ok(()) };
                        if !args.json {
                            let mut line = String::new();
                            push_text_row(hit.record + 1, &row, &mut line);
                            if !query.comments.is_empty() {
                                let _ = matches.list.read(hit.record, &mut text);
                                push_comment(&query, &hit, row.notation, &text, &mut line);
                            }
                            return args.write(path, &hit, &line, out);
                        }
                        let ids = query.has_finding_terms().then(|| {
                            // A read error ends the search itself.
                            let _ = matches.list.read(hit.record, &mut text);
                            let ids = found.of(&query, &hit, &text).into_iter();
                            ids.map(|id| id.to_string()).collect()
                        });
                        let estimated = query.is_estimated();
                        let output = HitOutput::of(path, &hit);
                        write_json(&HitOutput { findings: ids, estimated, ..output }, out)
                    });
                }
                match written {
                    Ok(()) => err.walked(walked),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            written?;
            check_walk(searched)?;
            if args.count {
                writeln!(out, "{}{count}", args.prefix(path))?;
            }
            Ok(())
        })?;
    }
    Ok(done)
}

/// Returns the help on queries: all terms, with their meanings.
pub(super) fn terms_text() -> String {
    let mut text = "QUERY is a list of terms separated by spaces. A result is a position in which all of them hold:"
        .to_owned();
    for term in SEARCH_TERMS {
        text += &format!("\n  {:<23}  {}", term.example, term.meaning());
    }
    text
}

/// Returns `error` with the command that lists the matches of a player, which a search cannot.
fn query_error(mut error: SearchQueryError) -> CliError {
    let player = match &mut error {
        SearchQueryError::Term(_, suggestions) => {
            let player = suggestions.iter().find_map(|it| lone_player(&it.query));
            suggestions.retain(|it| lone_player(&it.query).is_none());
            player
        }
        SearchQueryError::OnlyPlayer(query) => lone_player(query),
        _ => None,
    };
    let command = player.map(|name| {
        format!("; for the matches of a player, use tandem list --find {}", quoted_word(&name))
    });
    CliError::Query(error, command.unwrap_or_default())
}

/// Appends to `line` the comment at `hit` that the query finds in its record, `text`.
fn push_comment(
    query: &SearchQuery,
    hit: &Hit,
    notation: Notation,
    text: &[u8],
    line: &mut String,
) {
    let comment = match notation {
        Notation::Bpgn => {
            let record = Record::parse(text);
            query.comment_excerpt(hit, &record, text, &Match::replay(&record, text))
        }
        Notation::Kriegspiel => {
            query.comment_excerpt_in_game(hit, &kriegspiel::notation::Record::parse(text), text)
        }
    };
    if let Some(comment) = comment {
        *line += "  ";
        *line += &one_line(&comment);
    }
}

/// Returns each of `paths` alone, except that single-board exports, which may be boards of one match, are together in the
/// place of the first.
fn grouped_boards(paths: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    let mut groups: Vec<Vec<PathBuf>> = Vec::new();
    let mut boards: Option<usize> = None;
    for path in paths {
        match boards {
            _ if paths.len() == 1 || !is_board_file(path) => groups.push(vec![path.clone()]),
            Some(boards) => groups[boards].push(path.clone()),
            None => {
                boards = Some(groups.len());
                groups.push(vec![path.clone()]);
            }
        }
    }
    groups
}

/// Returns whether the file at `path` is a single-board export. Standard input and pipes, which can be read only once, are
/// none.
fn is_board_file(path: &Path) -> bool {
    let Ok(text) = Reader::open(path).map(Text::from) else { return false };
    Unpacker::head(&text, MAX_HEAD_BYTES).is_ok_and(|(head, _)| is_board_export(&head))
}

/// The number of bytes read from the start of a file to detect a single-board export.
const MAX_HEAD_BYTES: u64 = 64 << 10;

#[derive(Serialize)]
struct HitOutput<'a> {
    file: Cow<'a, str>,
    game: usize,
    ply: usize,
    /// The place in a variation, such as `21B/1/3`; `None` in the match itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<&'a str>,
    /// The ids of the findings that the terms ask for, as in `tandem analyse --findings`; `None` without such terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<String>>,
    /// Whether a term of the query is an estimate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
}

impl<'a> HitOutput<'a> {
    fn of(path: &'a Path, hit: &'a Hit) -> Self {
        Self {
            file: path.to_string_lossy(),
            game: hit.record + 1,
            ply: hit.moment,
            variation: hit.variation.as_deref(),
            findings: None,
            estimated: false,
        }
    }
}

impl Search {
    /// Searches the file at `path` in one pass, without an index, and returns `true`. Returns `false` if the caller
    /// must search with an index. This is the case if the file is small, compressed or BGN, if it has no match, or if
    /// filters, players or text output are requested.
    fn search_large(
        &self,
        path: &Path,
        query: &SearchQuery,
        out: &mut dyn Write,
        err: &mut Stream<'_>,
    ) -> Result<bool> {
        let is_row_printed = !(self.count || self.json);
        let needs_index = self.find.is_some()
            || !query.by.is_empty()
            || !query.players.is_empty()
            || query.has_finding_terms()
            || query.is_estimated()
            || is_row_printed;
        let large = if needs_index { None } else { large_text(path).ok().flatten() };
        let Some(text) = large else { return Ok(false) };
        if !is_match_text(&text)? {
            return Ok(false);
        }
        let (mut records, mut games, mut count, mut readable) = (0, 0, 0, false);
        let mut written = Ok(());
        let searched = search_text(&text, query, |chunk| {
            records += chunk.records;
            games += chunk.skipped_games;
            readable |= chunk.has_matches;
            err.progress(format_args!("{records} matches"));
            count += chunk.hits.len();
            if !self.count {
                let mut hits = chunk.hits.iter();
                written = hits.try_for_each(|hit| write_json(&HitOutput::of(path, hit), out));
            }
            stop_if(written.is_err())
        });
        written?;
        check_walk(searched)?;
        print_skipped_games(games, "search", err)?;
        if self.count && readable {
            writeln!(out, "{}{count}", self.prefix(path))?;
        }
        Ok(readable)
    }

    /// Returns the name of the file as the prefix of a line, or an empty prefix if there is only one file.
    fn prefix(&self, path: &Path) -> String {
        match self.files.as_slice() {
            [_] => String::new(),
            _ => format!("{}:", path.display()),
        }
    }

    fn write(
        &self,
        path: &Path,
        hit: &Hit,
        line: &str,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let prefix = self.prefix(path);
        match &hit.variation {
            Some(place) => writeln!(out, "{prefix}{place:>4}  {line}"),
            None => writeln!(out, "{prefix}{:>4}  {line}", hit.moment),
        }
    }
}
