//! `tandem convert`: a file, or one of its matches, in another format.

use super::{
    Convert, Done, Paper, RecordFile, Side, Stop, Stream,
    archives::{Matches, matches_of, unless_unread, write_each},
    check_name_of_records, check_target, copy, diagram,
    format_arguments::has_side,
    game_pages::{are_games, to_pages},
    kriegspiel::to_kriegspiel,
    say_boxes, say_cut_short, say_shown_in_part, write, write_with,
};
use crate::{
    archive::RowNumber,
    diagram::{PieceSet, Sheet, Theme, letters_without_face_in},
    document::{Content, Document},
    file::{FileRange, Source, Text},
    formats::{
        FileFormat, FormatRow, Holds, InOtherForm, LIST_FORMATS, ListError, ListExport, MatchLink,
        Paged, TextWriter, Writer, check_name, form_named,
    },
    search::walk_text,
    text::count_words,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    ops::ControlFlow,
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
    if (form, asked.game) != (FileFormat::Bpgn, None) {
        check_target(&asked.file, &asked.out)?;
    }
    check_name(&asked.out, form)?;
    if asked.plain_variations && form != FileFormat::Bpgn {
        return Err(Stop::NoPlainVariations(form.row().name));
    }
    let is_list = LIST_FORMATS.contains(&form);
    let is_of_many = is_list || writer.is_paper() || matches!(writer, Writer::Text(_));
    if asked.find.is_some() && !is_of_many {
        return Err(Stop::NoFind(form.row().name));
    }
    if is_list && (form != FileFormat::Bpgn || asked.find.is_some()) {
        return to_list(form, asked, out, err);
    }
    if form == FileFormat::Link {
        return to_link(asked, out, err);
    }
    if let Writer::Text(text_of) = writer {
        return to_texts(text_of, asked, out, err);
    }
    let (file, done) = RecordFile::open(&asked.file, err)?;
    if form == FileFormat::Bpgn {
        check_name_of_records(&asked.file, &asked.out, &file)?;
        if asked.game.is_none() {
            return to_bpgn(&file, done, asked, out, err);
        }
    }
    let matches = file.into_matches(&asked.file)?;
    let look = (theme, &pieces);
    let written = match writer {
        Writer::Paged(writer) => to_paged(form, &writer, asked, &matches, look, out, err)?,
        Writer::Games => to_kriegspiel(&matches, asked, out, err)?,
        _ => one_to_bpgn(&matches, asked, out)?,
    };
    Ok(done.max(written))
}

/// Writes the whole file as BPGN: the exact bytes, or with the variations of all matches moved into the movetext.
/// `done` is the status of reading it.
fn to_bpgn(
    file: &RecordFile,
    done: Done,
    asked: &Convert,
    out: &mut dyn Write,
    err: &Stream<'_>,
) -> Result<Done, Stop> {
    if !file.is_as_written() {
        check_target(&asked.file, &asked.out)?;
    }
    let text = &file.text;
    if text.length() > 0 && done == Done::Fine {
        file.check_holds_match(&asked.file)?;
    }
    if asked.plain_variations {
        check_target(&asked.file, &asked.out)?;
    }
    write_with(&asked.out, out, |to| {
        if asked.plain_variations {
            write_plain_variations(text, to, err)
        } else {
            copy(text, FileRange::new(0, text.length()), to)
        }
    })?;
    Ok(done)
}

/// Writes one match as BPGN.
fn one_to_bpgn(matches: &Matches, asked: &Convert, out: &mut dyn Write) -> Result<Done, Stop> {
    let content = matches.content(asked.game)?;
    if asked.plain_variations {
        write(&asked.out, &with_plain_variations(&content), out)?;
    } else {
        write(&asked.out, content.text(), out)?;
    }
    Ok(Done::Fine)
}

/// Writes one match as an address.
fn to_link(asked: &Convert, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let (file, done) = RecordFile::open(&asked.file, err)?;
    let matches = file.into_matches(&asked.file)?;
    say_which(FileFormat::Link, asked, matches.list.index.len(), err)?;
    let text = matches.content(asked.game)?.text().to_vec();
    let fragment = MatchLink { text, at: None }.fragment()?;
    let page = asked.page.as_deref().unwrap_or_default();
    write(&asked.out, format!("{page}{fragment}\n").as_bytes(), out)?;
    Ok(done)
}

/// Writes the selected matches in a format with boards.
fn to_paged(
    form: FileFormat,
    writer: &Paged,
    asked: &Convert,
    matches: &Matches,
    (theme, pieces): (&Theme, &PieceSet),
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let which = match form.row().holds {
        Holds::Match => asked.game.or(Some(1)),
        _ => asked.game,
    };
    let all = matches.list.index.len();
    if are_games(matches, which) {
        say_which(form, asked, all, err)?;
        let sheet = sheet_of(asked, theme, pieces, false);
        return to_pages(matches, asked, (writer, which), (theme, &sheet), out, err);
    }
    let rows = found(matches, asked, matches.bughouse(which, "convert")?)?;
    say_which(form, asked, all, err)?;
    let flipped = asked.side == Some(Side::Black);
    let mut shown = ExportedMatches::of(matches, &rows);
    let mut boxes = BTreeSet::new();
    let made = match writer {
        Paged::Page(writer) => {
            let page = shown.next();
            let page = page.map(|it| (writer.of_match)(&it, theme, pieces, flipped, 0));
            Ok(page.unwrap_or_default().into_bytes())
        }
        Paged::Paper(writer) => (writer.of_matches)(
            &mut shown.by_ref().zip(1..).map(|(document, number)| {
                err.progress(format_args!("Match {number} of {}", rows.len()));
                boxes.extend(letters_without_face_in(&document));
                document
            }),
            &sheet_of(asked, theme, pieces, flipped),
            &|part| {
                err.progress(format_args!("Page {} of {}", part.done + 1, part.all));
                ControlFlow::Continue(())
            },
        ),
    };
    shown.unread()?;
    let bytes = made?;
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

/// Reports which match is written in a format for one match.
fn say_which(
    form: FileFormat,
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
        "tandem: {form} holds one match; wrote match 1 of {games}. Use --game N for another"
    )
}

/// The matches of an export, read one at a time.
struct ExportedMatches<'a> {
    matches: &'a Matches,
    /// The remaining rows.
    rest: std::slice::Iter<'a, RowNumber>,
    /// The numbers of matches that cannot be played to the end.
    cut_short: Vec<usize>,
    /// The read error that ended the iteration.
    unread: Option<Stop>,
}

impl<'a> ExportedMatches<'a> {
    /// Creates an iterator over the matches `rows`.
    fn of(matches: &'a Matches, rows: &'a [RowNumber]) -> Self {
        Self { matches, rest: rows.iter(), cut_short: Vec::new(), unread: None }
    }

    /// Returns the read error, if there was one.
    fn unread(&mut self) -> Result<(), Stop> {
        self.unread.take().map_or(Ok(()), Err)
    }

    /// Reports the matches that cannot be played to the end; the status is then an error.
    fn say_cut_short(&self, err: &mut dyn Write) -> Result<Done, Stop> {
        for game in &self.cut_short {
            say_shown_in_part(*game, err)?;
        }
        Ok(if self.cut_short.is_empty() { Done::Fine } else { Done::Errors })
    }
}

impl Iterator for ExportedMatches<'_> {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        let number = *self.rest.next()? as usize + 1;
        let place = self.matches.place(Some(number));
        let read = place.and_then(|(file, range)| Ok(Document::read_long(&file.text, range)?));
        match read {
            Ok(document) => {
                if document.played().cut_short {
                    self.cut_short.push(number);
                }
                Some(document)
            }
            Err(stop) => {
                self.unread = Some(stop);
                self.rest = [].iter();
                None
            }
        }
    }
}

/// Writes `text` with the variations of all matches moved into the movetext, using all cores. Text between records is
/// preserved.
fn write_plain_variations(text: &Text, to: &mut dyn Write, err: &Stream<'_>) -> Result<(), Stop> {
    let mut at = 0;
    let mut ended = Ok(());
    let walked = walk_text(
        text,
        |(): &mut (), record, made: &mut Vec<(FileRange, Vec<u8>)>| {
            let whole = FileRange::new(0, record.text.len() as u64);
            let content = Content::open(Source::from_bytes("", record.text), whole);
            made.push((record.range, with_plain_variations(&content)));
        },
        |records, made| {
            err.progress(format_args!("{records} matches"));
            ended = made.iter().try_for_each(|(range, bytes)| {
                copy(text, FileRange::new(at, range.start), to)?;
                at = range.end;
                to.write_all(bytes)?;
                Ok::<_, Stop>(())
            });
            match ended {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    ended?;
    unless_unread(walked)?;
    copy(text, FileRange::new(at, text.length()), to)
}

/// Returns the bytes of a record with its variations in the movetext; a game of Kriegspiel has none.
fn with_plain_variations(content: &Content) -> Vec<u8> {
    match content {
        Content::Match(document) => document.with_plain_variations(),
        Content::Game(document) => document.text().to_vec(),
    }
}

/// Writes the matches as text, one after the other, using all cores. The file need not fit in memory.
fn to_texts(
    text_of: TextWriter,
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let (matches, done) = matches_of(&asked.file, err)?;
    let rows = found(&matches, asked, matches.bughouse(asked.game, "convert")?)?;
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

/// Writes matches in a list format, using all cores. The files need not fit in memory.
fn to_list(
    form: FileFormat,
    asked: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result<Done, Stop> {
    let matches = Matches::open(&asked.file, err)?;
    let list = &matches.list;
    // The output may be in an input folder.
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
    let rows = found(&matches, asked, matches.rows(asked.game)?)?;
    let export = ListExport {
        list,
        rows: &rows,
        changed: &BTreeMap::new(),
        each: &|behind| {
            err.progress(format_args!("Match {} of {}", behind + 1, rows.len()));
            ControlFlow::Continue(())
        },
    };
    let mut other = InOtherForm::default();
    write_with(&asked.out, out, |to| {
        other = export.write(form, to)?;
        Ok::<_, ListError>(())
    })?;
    if other.reworded > 0 {
        let matches = count_words(other.reworded, "match", "matches");
        let form = form.row().name;
        writeln!(
            err,
            "tandem: {form} cannot represent parts of {matches}: stray text became comments, \
             invalid lag was dropped, and only the first of duplicate tags was kept"
        )?;
    }
    if other.in_part == 0 {
        return Ok(done);
    }
    let matches = count_words(other.in_part, "match", "matches");
    writeln!(err, "tandem: {matches} not playable to the end; kept the remaining moves as text")?;
    Ok(done.max(Done::Errors))
}

/// Returns those of `rows` that fit `--find`.
fn found(
    matches: &Matches,
    asked: &Convert,
    mut rows: Vec<RowNumber>,
) -> Result<Vec<RowNumber>, Stop> {
    let Some(find) = &asked.find else { return Ok(rows) };
    let fitting: BTreeSet<RowNumber> =
        matches.list.index.filter(&find.parse()?).into_iter().collect();
    rows.retain(|row| fitting.contains(row));
    if rows.is_empty() { Err(Stop::NothingFits) } else { Ok(rows) }
}

/// Returns the requested format, or the one of the output name.
fn form(asked: &Convert) -> Result<FileFormat, Stop> {
    let named = form_named(&asked.out, &FileFormat::all(FormatRow::is_converted));
    asked.to.or(named).ok_or_else(|| Stop::FileFormat(asked.out.clone()))
}
