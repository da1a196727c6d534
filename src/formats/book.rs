//! The findings about players in files: counts as JSON and CSV, and the book of mistakes of one player.

use super::name::with_extension_of;
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Theme},
        puzzles::{printed_main_line, puzzles_of_findings},
        report::{Missed, MistakeKind, Phase, Tally},
        tactics::{Limits, Solver},
    },
    archive::{Cell, Collection, write_csv_line},
    diagram::{DrawnPart, PdfError, PrintedBook, PrintedMistake, PrintedTable, Watch, print_book},
    document::Document,
    formats::{PuzzlePaper, PuzzleSetError},
    rules::Team,
    search::{BookRow, MistakeOf},
    text::{count_text, write_json},
};
use serde_json::{Value, json};
use std::{
    borrow::Borrow,
    io::{self, Write},
    iter::once,
    path::Path,
};

/// The maximum number of mistakes on paper, each with a diagram.
const MAX_PRINTED: usize = 40;

/// Returns the counts about a player as JSON.
pub fn summary_json(name: &str, missed: &Missed) -> Value {
    json!({
        "player": name,
        "matches": missed.matches,
        // The number of findings of each kind, as in `--findings`.
        "findings": kinds(&missed.own),
        // The number of mistakes with each theme.
        "themes": themes(&missed.own),
        // The number of mistakes, and of those that decided a match.
        "mistakes": missed.mistakes(),
        "decided": missed.own.decided,
        // The number of mistakes by phase of the match and by month.
        "phases": phases(&missed.own),
        "months": counts(&missed.own.months),
        "matches_by_month": counts(&missed.matches_by_month),
        // The same counts for the partners.
        "partner": {
            "findings": kinds(&missed.partner),
            "themes": themes(&missed.partner),
            "mistakes": missed.partner.mistakes,
            "decided": missed.partner.decided,
            "phases": phases(&missed.partner),
            "months": counts(&missed.partner.months),
        },
        // How long partners waited for a piece that the player could win, how often, and the pieces won in time.
        "kept_waiting_ms": missed.kept_waiting_ms,
        "waits": missed.waits,
        "sent": counts(missed.sent.iter().map(|(piece, count)| (piece.to_string(), count))),
        // Missed mates by length in moves, and by the piece of the first move.
        "by_length": counts(missed.mates.iter().map(|(moves, count)| (moves.to_string(), count))),
        "begun_by": counts(missed.begun_by.iter().map(|(kind, count)| (kind.letters(), count))),
    })
}

fn kinds(tally: &Tally) -> Value {
    counts(FindingKind::ALL.map(|kind| (kind.word(), tally.count(kind))))
}

fn themes(tally: &Tally) -> Value {
    counts(tally.themes.iter().map(|(theme, count)| (theme.word(), count)))
}

fn phases(tally: &Tally) -> Value {
    counts(tally.phases.iter().map(|(phase, count)| (phase.word(), count)))
}

fn counts<K: Into<String>, N: Borrow<usize>>(counts: impl IntoIterator<Item = (K, N)>) -> Value {
    let counts = counts.into_iter().map(|(key, count)| (key.into(), json!(count.borrow())));
    Value::Object(counts.collect())
}

/// The columns of the CSV table before the kinds of findings.
const SUMMARY_COLUMNS: [&str; 5] = ["player", "matches", "mistakes", "decided", "partner_mistakes"];

/// Writes the counts about players as a CSV table, with the findings by kind.
///
/// # Errors
/// Errors of `out`.
pub fn write_summary_csv<'p>(
    players: impl IntoIterator<Item = (&'p str, &'p Missed)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let words = FindingKind::ALL.map(FindingKind::word);
    let head = SUMMARY_COLUMNS.iter().chain(&words).map(|&column| Cell::Text(column.into()));
    write_csv_line(out, head)?;
    for (name, missed) in players {
        let own = [missed.matches, missed.mistakes(), missed.own.decided, missed.partner.mistakes];
        let of_kinds = FindingKind::ALL.map(|kind| missed.count(kind));
        let counts = own.into_iter().chain(of_kinds).map(|count| Cell::Number(count as u64));
        write_csv_line(out, once(Cell::Text(name.into())).chain(counts))?;
    }
    Ok(())
}

/// A format of the book of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// Pages for print: the counts, then the mistakes with diagrams.
    Pages,
    /// A table with one line a mistake.
    Csv,
    /// The counts, as `tandem analyse --summary --json` prints them, then one line a mistake.
    Json,
}

impl BookFormat {
    /// All formats, in the order of dialogs.
    pub const ALL: [Self; 3] = [Self::Pages, Self::Csv, Self::Json];

    /// Returns the name and the file name extensions of the format, the preferred extension first.
    pub const fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Pages => ("Pages for print (PDF)", &["pdf"]),
            Self::Csv => ("Table (CSV)", &["csv"]),
            Self::Json => ("JSON", &["jsonl", "json"]),
        }
    }

    /// Returns the format that has the extension of `path`, or `None`.
    pub fn named(path: &Path) -> Option<Self> {
        with_extension_of(path, &Self::ALL, |format| format.names().1)
    }
}

/// The book of mistakes of a player.
#[derive(Clone, Copy, Debug)]
pub struct BookFile<'a> {
    pub name: &'a str,
    pub missed: &'a Missed,
    /// The listed mistakes.
    pub rows: &'a [BookRow],
    /// The matches.
    pub list: &'a Collection,
}

impl BookFile<'_> {
    /// Returns the bytes of a file in `format`. `paper` is the width and height of pages, in points.
    ///
    /// # Errors
    /// If the PDF writer fails or `watch` cancels.
    pub fn write(
        &self,
        format: BookFormat,
        paper: (f32, f32),
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, PuzzleSetError> {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        match format {
            BookFormat::Json => {
                let lines = self.rows.iter().map(row_json);
                for line in once(summary_json(self.name, self.missed)).chain(lines) {
                    let _ = write_json(&mut text, &line);
                    text.push(b'\n');
                }
            }
            BookFormat::Csv => {
                let _ = self.write_csv(&mut text);
            }
            BookFormat::Pages => return self.pages(paper, watch),
        }
        Ok(text)
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = [
            "date", "player", "kind", "moves", "themes", "phase", "decided", "file", "game",
            "after", "mistake",
        ];
        write_csv_line(out, head.into_iter().map(|column| Cell::Text(column.into())))?;
        for row in self.rows {
            let finding = &row.mistake.finding;
            let kinds: Vec<&str> = row.mistake.reasons().map(|it| it.kind.word()).collect();
            let text = |text: &str| Cell::Text(text.to_owned().into());
            let cells = [
                text(&row.date),
                text(&row.player),
                text(&kinds.join(" ")),
                Cell::Number(u64::from(finding.length)),
                text(&row.mistake.themes().iter().map(Theme::word).collect::<Vec<_>>().join(" ")),
                text(row.phase().word()),
                text(if finding.decided { "yes" } else { "no" }),
                text(&row.file),
                Cell::Number(row.game as u64),
                text(row.after.as_deref().unwrap_or("start")),
                text(&row.text),
            ];
            write_csv_line(out, cells.into_iter())?;
        }
        Ok(())
    }

    fn pages(&self, paper: (f32, f32), watch: Watch<'_>) -> Result<Vec<u8>, PuzzleSetError> {
        let paper = PuzzlePaper::load(paper)?;
        let matches = count_text(self.missed.matches, "match", "matches");
        let book = PrintedBook {
            title: format!("Book of mistakes: {}", self.name),
            about: format!("{matches}. {}", headline(self.missed)),
            tables: tables(self.missed),
            notes: team_lines(self.missed),
            mistakes: self.printed_mistakes(watch)?,
            left_out: self.rows.len().saturating_sub(MAX_PRINTED),
        };
        Ok(print_book(&book, &paper.sheet(), watch)?)
    }

    /// Returns the mistakes as [`BookFile::write`] prints them. The line of each missed mate is searched for.
    ///
    /// # Errors
    /// If `watch` cancels.
    pub fn printed_mistakes(&self, watch: Watch<'_>) -> Result<Vec<PrintedMistake>, PdfError> {
        let mut solver = Solver::new(Limits::default());
        let mut printed = Vec::new();
        for row in self.rows.iter().take(MAX_PRINTED) {
            // The progress is that of the pages.
            if watch(DrawnPart { done: 0, all: self.rows.len() }).is_break() {
                return Err(PdfError::Stopped);
            }
            printed.extend(self.printed(row, &mut solver));
        }
        Ok(printed)
    }

    /// Returns a mistake with its match for print; `None` if the match cannot be read.
    fn printed(&self, row: &BookRow, solver: &mut Solver) -> Option<PrintedMistake> {
        let mut text = Vec::new();
        self.list.read(row.record, &mut text).ok()?;
        let mut words = format!("{}: {}", row.player, row.text);
        if let Some(line) = missed_line(row, &text, solver) {
            words.push_str(&format!(" Line: {line}."));
        }
        Some(PrintedMistake {
            document: Document::from_text(text),
            moment: row.moment(),
            flipped: row.mistake.finding.seat.team() == Team::Second,
            text: words,
            source: row.source(),
        })
    }
}

/// Returns the main line of the mate that `row` missed in the match with bytes `text`; `None` for another mistake, and for
/// a mate in 1, whose line is its first move.
fn missed_line(row: &BookRow, text: &[u8], solver: &mut Solver) -> Option<String> {
    let is_missed_mate = |it: &&Finding| it.kind == FindingKind::MateMissed && it.length > 1;
    let finding = row.mistake.reasons().find(is_missed_mate)?;
    let wanted = (finding.kind, finding.seat, finding.from);
    let found = puzzles_of_findings(0, text, &[wanted], solver);
    Some(printed_main_line(found.puzzles.first()?))
}

fn row_json(row: &BookRow) -> Value {
    let finding = &row.mistake.finding;
    let id_and_kind =
        |it: &Finding| json!({ "id": row.id(it).to_string(), "kind": it.kind.word() });
    json!({
        "id": row.id(finding).to_string(),
        "file": row.file,
        "game": row.game,
        "ply": finding.from,
        "seat": finding.seat.letter(),
        "player": row.player,
        "partner": row.of == MistakeOf::Partner,
        "kind": finding.kind.word(),
        // The other reasons why the move was a mistake.
        "also": row.mistake.others.iter().map(id_and_kind).collect::<Vec<_>>(),
        "themes": row.mistake.themes().iter().map(Theme::word).collect::<Vec<_>>(),
        "phase": row.phase().word(),
        "date": row.date,
        "decided": finding.decided,
        "text": row.text,
    })
}

/// Returns the most important counts as a sentence: `12 mistakes (1.5 a match), 3 of them decided a match. 9 by partners.`
pub fn headline(missed: &Missed) -> String {
    let mistakes = count_text(missed.mistakes(), "mistake", "mistakes");
    let rate = per_match(missed.mistakes(), missed.matches);
    let decided = match missed.own.decided {
        0 => String::new(),
        decided => format!(", {decided} of them decided a match"),
    };
    format!("{mistakes} ({rate} a match){decided}. {} by partners.", missed.partner.mistakes)
}

/// Formats `count` per match with one decimal: `1.5`; a dash without matches.
pub fn per_match(count: usize, matches: usize) -> String {
    match (10 * count + matches / 2).checked_div(matches) {
        None => "–".to_owned(),
        Some(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
    }
}

/// Formats `ms` with units: `4.7 s`, `2 min 5 s`, `1 h 3 min`.
fn spoken_duration(ms: u32) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..60 => format!("{seconds}.{} s", ms % 1000 / 100),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Returns how long partners waited, and which pieces came in time, as sentences.
pub fn team_lines(missed: &Missed) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(mean_ms) = missed.kept_waiting_ms.checked_div(missed.waits as u64) {
        let whole = u32::try_from(missed.kept_waiting_ms).unwrap_or(u32::MAX);
        lines.push(format!(
            "Partners waited {} in all for pieces that could be won: {}.{} s on average, {}.",
            spoken_duration(whole),
            mean_ms / 1000,
            mean_ms % 1000 / 100,
            count_text(missed.waits, "time", "times"),
        ));
    }
    let missed_pieces =
        missed.count(FindingKind::CaptureMissed) + missed.count(FindingKind::JointMissed);
    let sent: usize = missed.sent.values().sum();
    if sent + missed_pieces > 0 {
        let pieces: Vec<String> =
            [('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight"), ('P', "pawn")]
                .into_iter()
                .filter_map(|(letter, name)| {
                    let count = *missed.sent.get(&letter)?;
                    Some(count_text(count, name, &format!("{name}s")))
                })
                .collect();
        let pieces =
            if pieces.is_empty() { String::new() } else { format!(" ({})", pieces.join(", ")) };
        lines.push(format!(
            "Sent {} of {} in time{pieces}.",
            sent,
            count_text(sent + missed_pieces, "mating piece", "mating pieces"),
        ));
    }
    lines
}

/// Returns the tables of the printed book.
fn tables(missed: &Missed) -> Vec<PrintedTable> {
    let row = |name: &str, own: usize, third: String| [name.to_owned(), own.to_string(), third];
    let partner = |count: usize| count.to_string();
    let table = |title: &str, columns: [&str; 2], rows: Vec<[String; 3]>| PrintedTable {
        head: [title, columns[0], columns[1]].map(str::to_owned),
        rows,
    };
    let columns = ["Player", "Partners"];
    let kinds = MistakeKind::ALL.map(|it| {
        let own = missed.count(it.kind);
        let of = it.chances(&missed.own).map_or_else(String::new, |all| format!(" of {all}"));
        [it.name.to_owned(), format!("{own}{of}"), partner(missed.partner.count(it.kind))]
    });
    let themes = Theme::ALL.into_iter().filter_map(|theme| {
        let count = |tally: &Tally| tally.themes.get(&theme).copied().unwrap_or(0);
        let (own, partners) = (count(&missed.own), count(&missed.partner));
        (own + partners > 0).then(|| row(theme.name(), own, partner(partners)))
    });
    let phases = Phase::ALL.map(|phase| {
        let count = |tally: &Tally| tally.phases.get(&phase).copied().unwrap_or(0);
        row(phase.name(), count(&missed.own), partner(count(&missed.partner)))
    });
    let months = missed.matches_by_month.iter().map(|(month, &matches)| {
        let own = missed.own.months.get(month).copied().unwrap_or(0);
        row(
            month,
            own,
            format!("{} ({})", per_match(own, matches), count_text(matches, "match", "matches")),
        )
    });
    vec![
        table("Kind", columns, kinds.to_vec()),
        table("Theme", columns, themes.collect()),
        table("Phase, in moves of both boards", columns, phases.to_vec()),
        table("Month", ["Mistakes", "A match"], months.collect()),
    ]
}
