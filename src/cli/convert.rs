//! `tandem convert`: a file, or one match of it, in another form.

use super::{
    Convert, Done, Paper, Side, Stop, Stream, archive_of, bughouse_of, check_name_of_records,
    check_target, diagram,
    forms::has_side,
    game_pages::{are_games, to_pages},
    kriegspiel::to_kriegspiel,
    many::{Matches, matches_of, write_each},
    read, say_boxes, say_cut_short, say_shown_in_part, summary, write,
};
use crate::{
    archive::Archive,
    diagram::{PieceSet, Sheet, Theme, letters_without_face_in},
    document::{Content, Document},
    file::{FileError, FileRange, Source, atomic_write_with},
    formats::{
        Form, FormRow, Holds, LIST_FORMS, ListError, ListExport, Paged, TextWriter, Writer,
        check_name, form_named,
    },
    notation::Records,
    rules::count_words,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    ops::ControlFlow,
    path::Path,
};

pub(super) fn run(
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let form = form(asked)?;
    let writer = form.row().writer;
    let usual = if writer.is_paper() { "print" } else { "green" };
    let theme = diagram::theme(asked.theme.as_deref().unwrap_or(usual))?;
    let pieces = PieceSet::load(&asked.pieces)?;
    if asked.side.is_some() && !has_side(&writer) {
        return Err(Stop::NoSide(form.row().name));
    }
    if (form, asked.game) != (Form::Bpgn, None) {
        check_target(&asked.file, &asked.out)?;
    }
    check_name(&asked.out, form)?;
    if asked.plain_variations && form != Form::Bpgn {
        return Err(Stop::NoPlainVariations(form.row().name));
    }
    if form != Form::Bpgn && LIST_FORMS.contains(&form) {
        return to_list(form, asked, out, err);
    }
    if let Writer::Text(text_of) = writer {
        return to_texts(text_of, asked, out, err);
    }
    let (file, done) = read(&asked.file, err)?;
    if form == Form::Bpgn {
        let archive = || Archive::of(file.source.clone());
        check_name_of_records(&asked.file, &asked.out, archive)?;
    }
    if (form, asked.game) == (Form::Bpgn, None) {
        if !file.is_as_written() {
            check_target(&asked.file, &asked.out)?;
        }
        if !file.source.bytes().is_empty() && done == Done::Fine && !holds_match(&file.source) {
            return Err(Stop::NoMatch(asked.file.clone()));
        }
        if asked.plain_variations {
            check_target(&asked.file, &asked.out)?;
            write(&asked.out, &plain_variations(file.source), out)?;
        } else {
            write(&asked.out, file.source.bytes(), out)?;
        }
        return Ok(done);
    }
    let source = file.source;
    let which = match form.row().holds {
        Holds::Match => asked.game.or(Some(1)),
        _ => asked.game,
    };
    if let Writer::Paged(writer) = &writer
        && let archive = archive_of(source.clone())?
        && are_games(&archive, which)
    {
        say_which(form, asked, archive.records().len(), err)?;
        let sheet = sheet_of(asked, theme, &pieces, false);
        let look = (theme, &sheet);
        return Ok(done.max(to_pages(&archive, asked, (writer, which), look, out, err)?));
    }
    let archive = match writer {
        Writer::Bytes | Writer::Games => archive_of(source)?,
        _ => bughouse_of(source, which, "convert")?,
    };
    if matches!(writer, Writer::Games) {
        return Ok(done.max(to_kriegspiel(&archive, asked, out, err)?));
    }
    Ok(done.max(in_form(form, asked, &archive, (theme, &pieces), out, err)?))
}

/// The matches of `archive`, or the one that is asked for, in a form that shows both boards or is BPGN.
fn in_form(
    form: Form,
    asked: &Convert,
    archive: &Archive,
    (theme, pieces): (&Theme, &PieceSet),
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let one = summary(archive, asked.game)?;
    say_which(form, asked, archive.records().len(), err)?;
    let open = |range| Document::open(archive.source().clone(), range);
    let flipped = asked.side == Some(Side::Black);
    let mut shown = Shown::of(archive, asked.game);
    let games = shown.rest.len();
    let mut boxes = BTreeSet::new();
    let bytes = match form.row().writer {
        Writer::Paged(Paged::Page(writer)) => {
            let document = shown.next().unwrap_or_else(|| open(one.range));
            (writer.of_match)(&document, theme, pieces, flipped, 0).into_bytes()
        }
        Writer::Paged(Paged::Paper(writer)) => (writer.of_matches)(
            &mut shown.by_ref().zip(1..).map(|(document, number)| {
                err.progress(format_args!("Match {number} of {games}"));
                boxes.extend(letters_without_face_in(&document));
                document
            }),
            &sheet_of(asked, theme, pieces, flipped),
            &|part| {
                err.progress(format_args!("Page {} of {}", part.done + 1, part.all));
                ControlFlow::Continue(())
            },
        )?,
        _ if asked.plain_variations => {
            with_plain_variations(&Content::open(archive.source().clone(), one.range))
        }
        _ => archive.source().slice(one.range).to_vec(),
    };
    say_boxes(&Vec::from_iter(boxes), err)?;
    write(&asked.out, &bytes, out)?;
    shown.say_cut_short(err)
}

fn sheet_of<'a>(
    asked: &Convert,
    theme: &'a Theme,
    pieces: &'a PieceSet,
    flipped: bool,
) -> Sheet<'a> {
    Sheet {
        points: match asked.paper {
            Paper::A4 => Sheet::A4,
            Paper::Letter => Sheet::LETTER,
        },
        theme,
        pieces,
        flipped,
    }
}

/// A form of one match is one of many matches of the file: which.
fn say_which(
    form: Form,
    asked: &Convert,
    games: usize,
    err: &mut dyn Write,
) -> std::io::Result<()> {
    if form.row().holds != Holds::Match || asked.game.is_some() || games <= 1 {
        return Ok(());
    }
    let form = form.row().name;
    writeln!(
        err,
        "tandem: {form} is of one match; this is match 1 of {games}, and --game N takes another"
    )
}

/// The matches that a form shows, one after the other.
struct Shown<'a> {
    source: &'a Source,
    /// The numbers and places of those that are left.
    rest: std::vec::IntoIter<(usize, FileRange)>,
    /// Those that cannot be played to their end.
    cut_short: Vec<usize>,
}

impl<'a> Shown<'a> {
    /// All of `archive`, or match `game`.
    fn of(archive: &'a Archive, game: Option<usize>) -> Self {
        let all = (1..).zip(archive.records().iter().map(|record| record.range));
        let wanted: Vec<_> = all
            .filter(|(number, _)| game.is_none_or(|game| game == *number))
            .collect();
        Self {
            source: archive.source(),
            rest: wanted.into_iter(),
            cut_short: Vec::new(),
        }
    }

    /// Says which of those that were shown cannot be played to their end; then it is not fine.
    fn say_cut_short(&self, err: &mut dyn Write) -> Result<Done, Stop> {
        for game in &self.cut_short {
            say_shown_in_part(*game, err)?;
        }
        Ok(if self.cut_short.is_empty() {
            Done::Fine
        } else {
            Done::Errors
        })
    }
}

impl Iterator for Shown<'_> {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        let (number, range) = self.rest.next()?;
        let document = Document::open(self.source.clone(), range);
        if document.played().cut_short {
            self.cut_short.push(number);
        }
        Some(document)
    }
}

/// The file with the variations of all its matches plain in the movetext.
fn plain_variations(source: Source) -> Vec<u8> {
    let archive = Archive::of(source);
    let mut out = Vec::with_capacity(archive.source().bytes().len());
    let mut at = 0;
    for record in archive.records() {
        let between = FileRange::new(at, record.range.start.max(at));
        out.extend_from_slice(archive.source().slice(between));
        let content = Content::open(archive.source().clone(), record.range);
        out.extend(with_plain_variations(&content));
        at = record.range.end;
    }
    let end = archive.source().bytes().len() as u64;
    out.extend_from_slice(archive.source().slice(FileRange::new(at.min(end), end)));
    out
}

/// The bytes of a record with its variations plain in the movetext; a game of Kriegspiel has none.
fn with_plain_variations(content: &Content) -> Vec<u8> {
    match content {
        Content::Match(document) => document.with_plain_variations(),
        Content::Game(document) => document.text().to_vec(),
    }
}

/// Whether there is any record with a tag or a ply; no more than that is read.
fn holds_match(source: &Source) -> bool {
    let mut records = Records::of(source.bytes());
    while let Some((record, ..)) = records.read_next() {
        if record.is_readable() {
            return true;
        }
    }
    false
}

/// Writes the matches as texts, one below the other, made by all cores, of a file that need not fit in memory.
fn to_texts(
    text_of: TextWriter,
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let (matches, done) = matches_of(&asked.file, err)?;
    let rows = matches.bughouse(asked.game, "convert")?;
    let first = rows.first().map(|&row| row as usize + 1);
    let mut written = done;
    write_with(&asked.out, out, |to| {
        let each = matches.select_rows(&rows, |selection| {
            write_each(selection, to, err, |number, document, out, err| {
                if Some(number) != first {
                    writeln!(out)?;
                }
                out.extend_from_slice(text_of(document).as_bytes());
                say_cut_short(number, document, err)
            })
        })?;
        written = done.max(each);
        Ok::<_, Stop>(())
    })?;
    Ok(written)
}

/// Lets `write` write to the file `target`, or to `out` where that is `-`.
fn write_with<E: From<FileError>>(
    target: &Path,
    out: &mut dyn Write,
    mut write: impl FnMut(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if target == Path::new("-") {
        write(out)
    } else {
        atomic_write_with(target, |file| write(file)).map(drop)
    }
}

/// Writes matches in a form of lists, made by all cores, of files that need not fit in memory.
fn to_list(
    form: Form,
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let matches = Matches::open(&asked.file, err)?;
    let list = &matches.list;
    // A folder that was asked for may hold what is written.
    for file in &list.files {
        check_target(&file.path, &asked.out)?;
    }
    if matches.has_no_match() {
        return Err(Stop::NoMatch(asked.file.clone()));
    }
    if let Some(torn) = matches.torn() {
        return Err(Stop::InPart(torn));
    }
    let done = matches.say_damage(err)?;
    let rows = matches.rows(asked.game)?;
    let export = ListExport {
        list,
        rows: &rows,
        changed: &BTreeMap::new(),
        each: &|behind| {
            err.progress(format_args!("Match {} of {}", behind + 1, rows.len()));
            ControlFlow::Continue(())
        },
    };
    let mut in_part = 0;
    write_with(&asked.out, out, |to| {
        in_part = export.write(form, to)?;
        Ok::<_, ListError>(())
    })?;
    if in_part == 0 {
        return Ok(done);
    }
    let matches = count_words(in_part, "match", "matches");
    writeln!(
        err,
        "tandem: {matches} cannot be played to the end; the plies behind that are kept as text"
    )?;
    Ok(done.max(Done::Errors))
}

/// The form that is asked for, or that the name of the target tells.
fn form(asked: &Convert) -> Result<Form, Stop> {
    let named = form_named(&asked.out, &Form::all(FormRow::is_converted));
    asked
        .to
        .or(named)
        .ok_or_else(|| Stop::Form(asked.out.clone()))
}
