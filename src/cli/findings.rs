//! `tandem analyse --findings`: prints what each player found, missed and gave away, one finding a line.

use super::{
    Analyse, Exit, Result, Stream,
    analyse::uci_moves,
    archives::{Matches, print_skipped, write_records},
    write_json,
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, Theme, match_hash},
        report::ReportWriter,
        review::Review,
    },
    archive::RecordId,
    document::{Document, Header},
    kriegspiel::Notation,
    rules::{BySeat, Role, Seat},
};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn run(args: &Analyse, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let (matches, done) = Matches::open_reported(&args.files, args.unpack, err)?;
    let rows = matches.bughouse_rows(args.game, "analyse")?;
    let written = matches.select_rows(&rows, |selection| {
        print_skipped(selection, "analyse", err)?;
        write_records(selection, out, err, |record, out, _| {
            if record.notation == Notation::Bpgn {
                let document = Document::from_text(record.text);
                args.write_findings(&matches, record.id, &document, out)?;
            }
            Ok(Exit::Fine)
        })
    })?;
    Ok(done.max(written))
}

impl Analyse {
    fn write_findings(
        &self,
        matches: &Matches,
        id: RecordId,
        document: &Document,
        out: &mut dyn Write,
    ) -> Result<()> {
        let (played, timeline) = (document.played(), document.timeline());
        let mut ledger = Ledger::within(played, timeline, self.limits());
        let review = if self.review { super::review::review_of(document) } else { None };
        ledger.estimates = review.as_ref().map_or_else(Vec::new, Review::findings);
        let names = Header::of(document).names();
        let file = matches.list.place(id).map(|(file, _)| file.path.display().to_string());
        let game = matches.list.number_in_file(id).map_or(id + 1, |(number, _)| number);
        let hash = match_hash(played);
        let prefix = match (&file, self.files.len()) {
            (Some(file), 2..) => format!("{file}:"),
            _ => String::new(),
        };
        for finding in ledger.findings.iter().chain(&ledger.estimates) {
            if self.json {
                let mut line = finding_json(&ledger, finding, document);
                line["id"] = json!(finding.id(hash).to_string());
                line["file"] = json!(file);
                line["game"] = json!(game);
                line["player"] = json!(player(&names, finding.seat));
                write_json(&line, out)?;
            } else {
                let sentence = ReportWriter::of(played, &ledger, &names).sentence(finding);
                let when = timeline_name(document, finding.shown());
                let name = &names[finding.seat];
                writeln!(out, "{prefix}{game} {when} {name}: {}", sentence.text)?;
            }
        }
        if ledger.unfinished && !self.json {
            writeln!(out, "{prefix}{game}: some positions were not fully searched.")?;
        }
        Ok(())
    }
}

/// Returns the name of the player at `seat`, or `None` if unknown.
fn player(names: &BySeat<String>, seat: Seat) -> Option<&str> {
    Some(names[seat].as_str()).filter(|name| *name != seat.name())
}

/// Returns the name of the ply before `moment`, or `start`.
fn timeline_name(document: &Document, moment: usize) -> String {
    document.ply_name(moment).unwrap_or_else(|| "start".to_owned())
}

fn finding_json(ledger: &Ledger, finding: &Finding, document: &Document) -> Value {
    let played = document.played();
    let chess960 = played.set_up.chess960;
    let mv = finding.played.and_then(|ply| played.plies.get(ply));
    let themes: Vec<&str> = finding.themes.iter().map(Theme::word).collect();
    let mut line = json!({
        "id": Value::Null,
        "file": Value::Null,
        "game": Value::Null,
        // The first moment of the chance, as a number of plies.
        "ply": finding.from,
        "seat": finding.seat.letter(),
        "player": Value::Null,
        "kind": finding.kind.word(),
        // The number of moves of the win, or of the mate that a defence avoids; null for a sit.
        "in": Some(finding.length).filter(|&length| length > 0),
        "first": uci_moves(&finding.first, chess960),
        "piece": finding.piece.map(Role::upper_char),
        // The move that decided; null if the match ended first, and for a sit that lasted to the end.
        "played": mv.map(|ply| ply.mv.uci(chess960)),
        // The time from the first moment to that move, in milliseconds; null without clocks.
        "took_ms": finding.took_ms,
        // The moment of that move, or at which the chance was gone.
        "until": finding.until,
        "themes": themes,
        "decided": finding.decided,
    });
    match finding.kind {
        FindingKind::PieceLost => line["avoidable"] = json!(finding.avoidable),
        kind if kind.is_joint() => {
            // The number of moves to mate after the piece was won, and the lead of the waiting seat on its diagonal.
            line["mate"] = json!(finding.mate);
            line["lead_ms"] = json!(finding.lead_ms);
        }
        FindingKind::Sit | FindingKind::Think => {
            if let Some(wait) = ledger.wait(finding) {
                line[finding.kind.word()] = super::analyse::wait_json(document, wait);
            }
        }
        _ => {}
    }
    line
}
