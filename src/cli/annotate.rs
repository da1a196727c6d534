//! `tandem annotate`: edits annotations. All other bytes of the file stay the same.

use super::{
    Annotate, RecordFile, Result, Stream, Switch, check_name_of_records, ply_named, write_changed,
};
use crate::{
    document::{Content, DocumentEdit},
    formats::{FileFormat, check_name},
};
use std::{collections::BTreeSet, io::Write};

pub(super) fn run(args: &Annotate, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    if !args.has_changes() {
        return Err("nothing to change: use --glyph, --comment, --diagram or --tag".into());
    }
    check_name(&args.out, FileFormat::Bpgn)?;
    let (file, done) = RecordFile::open_to_change(&args.file, &args.out, args.unpack, err)?;
    file.check_holds_match(&args.file)?;
    check_name_of_records(&args.file, &args.out, &file)?;
    let matches = file.into_records()?;
    let (source, range) = matches.place(args.game)?;
    let document = Content::read_unlimited(&source.text, range)?;
    let (changed, _) = document.changed(&changes(args, &document)?)?;
    write_changed(source, range, changed.text().to_vec(), &args.out, out)?;
    Ok(done)
}

impl Annotate {
    fn has_changes(&self) -> bool {
        let edits_ply = self.glyph.is_some() || self.comment.is_some() || self.diagram.is_some();
        edits_ply || !self.tag.is_empty()
    }
}

fn changes(args: &Annotate, document: &Content) -> Result<Vec<DocumentEdit>> {
    let mut changes = Vec::new();
    if let Some(at) = &args.at {
        let moment = ply_named(document.moment_named(at), at)?;
        if let Some(text) = args.glyph.clone() {
            changes.push(DocumentEdit::Glyph { moment, text });
        }
        if let Some(text) = args.comment.clone() {
            changes.push(DocumentEdit::Comment { moment, text });
        }
        if let Some(switch) = args.diagram {
            let on = switch == Switch::On;
            changes.push(DocumentEdit::Diagram { moment, on });
        }
    }
    let mut names = BTreeSet::new();
    for tag in &args.tag {
        let (name, value) =
            tag.split_once('=').ok_or_else(|| format!("--tag needs NAME=VALUE, not {tag}"))?;
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(format!("--tag {name} is given twice").into());
        }
        changes.push(DocumentEdit::Tag { name: name.to_owned(), value: value.to_owned() });
    }
    Ok(changes)
}
