//! `tandem convert`: a file, or one match of it, in another form.

use super::{
    Convert, Done, Form, Paper, Side, Stop, archive_of, bgn::to_bgn, bughouse_of, diagram,
    kriegspiel::to_kriegspiel, read, summary, write,
};
use crate::{
    diagram::{PieceSet, Sheet, columns, html, print},
    document::Document,
};
use std::{io::Write, path::Path};

pub(super) fn run(asked: &Convert, out: &mut dyn Write, err: &mut dyn Write) -> Result<Done, Stop> {
    let form = form(asked)?;
    let usual = if form == Form::Pdf { "print" } else { "green" };
    let theme = diagram::theme(asked.theme.as_deref().unwrap_or(usual))?;
    let pieces = PieceSet::load(&asked.pieces)?;
    if is_same_file(&asked.file, &asked.out) && (form, asked.game) != (Form::Bpgn, None) {
        return Err(Stop::OwnInput(asked.out.clone()));
    }
    if form == Form::Bgn {
        to_bgn(&asked.file, &asked.out, asked.game, out)?;
        return Ok(Done::Fine);
    }
    let source = read(&asked.file)?;
    if (form, asked.game) == (Form::Bpgn, None) {
        write(&asked.out, source.bytes(), out)?;
        return Ok(Done::Fine);
    }
    let archive = match form {
        Form::Bpgn | Form::Bgn | Form::Kriegspiel => archive_of(source)?,
        Form::Columns | Form::Pdf => bughouse_of(source, asked.game, "convert")?,
        Form::Html => bughouse_of(source, asked.game.or(Some(1)), "convert")?,
    };
    if form == Form::Kriegspiel {
        return to_kriegspiel(&archive, asked, out, err);
    }
    let one = summary(&archive, asked.game)?;
    let open = |range| Document::open(archive.source().clone(), range);
    let documents = || -> Vec<Document> {
        let all = archive.records().iter().map(|record| record.range);
        match asked.game {
            Some(_) => vec![open(one.range)],
            None => all.map(open).collect(),
        }
    };
    let flipped = asked.side == Some(Side::Black);
    let bytes = match form {
        Form::Bpgn | Form::Bgn | Form::Kriegspiel => archive.source().slice(one.range).to_vec(),
        Form::Columns => {
            let texts: Vec<_> = documents().iter().map(columns).collect();
            texts.join("\n").into_bytes()
        }
        Form::Html => html(&open(one.range), theme, &pieces, flipped, 0).into_bytes(),
        Form::Pdf => print(
            &documents(),
            &Sheet {
                points: match asked.paper {
                    Paper::A4 => Sheet::A4,
                    Paper::Letter => Sheet::LETTER,
                },
                theme,
                pieces: &pieces,
                flipped,
            },
        )?,
    };
    write(&asked.out, &bytes, out)?;
    Ok(Done::Fine)
}

/// Whether both are names of one file, which is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The form that is asked for, or that the name of the target tells.
fn form(asked: &Convert) -> Result<Form, Stop> {
    let named = || match asked
        .out
        .extension()?
        .to_str()?
        .to_ascii_lowercase()
        .as_str()
    {
        "bpgn" => Some(Form::Bpgn),
        "bgn" | "jsonl" | "ndjson" => Some(Form::Bgn),
        "txt" => Some(Form::Columns),
        "html" | "htm" => Some(Form::Html),
        "pdf" => Some(Form::Pdf),
        _ => None,
    };
    asked
        .to
        .or_else(named)
        .ok_or_else(|| Stop::Form(asked.out.clone()))
}
