//! `tandem convert`: writes a file, or one of its matches, in another format.

use super::{
    CliError, Convert, Exit, PaperSize, RecordFile, Result, Stream,
    archives::{Matches, UsedEndings, check_walk, open_matches, write_each},
    check_name_of_records, check_target,
    convert_options::{check_options, check_options_for_kriegspiel},
    copy, diagram,
    format_arguments::output_format,
    game_pages::{are_kriegspiel, to_pages},
    kriegspiel::to_kriegspiel,
    picture_files::moments_between,
    print_all_partial, print_cut_short, print_missing_characters, stop_if, write, write_with,
};
use crate::{
    archive::{RowFilter, RowNumber},
    diagram::{Excerpt, PageView, PieceSet, Sheet, Theme, html, missing_characters_in, print},
    document::Content,
    file::{FileRange, Source, Text},
    formats::{
        FileFormat, FormatKind, FormatRow, InexactCounts, LIST_FORMATS, ListError, ListExport,
        ListedDocuments, MatchLink, TextWriter, check_name,
    },
    rules::Color,
    search::walk_text,
    text::count_text,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
};

pub(super) fn run(args: &Convert, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let format = output_format(args.to, &args.out, FormatRow::is_converted, "format", "--to")?;
    check_options(args, format)?;
    let default_theme = if format == FileFormat::Print { "print" } else { "green" };
    let theme = diagram::theme(args.theme.as_deref().unwrap_or(default_theme))?;
    let pieces = PieceSet::load(args.pieces.as_deref().unwrap_or("tandem"))?;
    if (format, args.game) != (FileFormat::Bpgn, None) {
        check_target(&args.file, &args.out)?;
    }
    check_name(&args.out, format)?;
    let is_list = LIST_FORMATS.contains(&format);
    if is_list && (format != FileFormat::Bpgn || args.find.is_some()) {
        return to_list(format, args, out, err);
    }
    if let FormatKind::Text(text_of) = format.kind() {
        return to_texts(text_of, args, out, err);
    }
    let (file, done) = RecordFile::open(&args.file, args.unpack, err)?;
    if format == FileFormat::Bpgn {
        check_name_of_records(&args.file, &args.out, &file)?;
        if args.game.is_none() {
            return to_bpgn(&file, done, args, out, err);
        }
    }
    let matches = file.into_matches(&args.file)?;
    let look = (theme, &pieces);
    let written = match format {
        FileFormat::Page | FileFormat::Print => to_paged(format, args, &matches, look, out, err)?,
        FileFormat::Kriegspiel => to_kriegspiel(&matches, args, out, err)?,
        FileFormat::Link => to_link(&matches, args, out, err)?,
        FileFormat::Bpgn => one_to_bpgn(&matches, args, out)?,
        // Lists and texts are written above, and no argument names a drawing.
        FileFormat::Bgn
        | FileFormat::Csv
        | FileFormat::Columns
        | FileFormat::Picture(_)
        | FileFormat::Animation => {
            return Err(format!("convert cannot write {}", format.row().name).into());
        }
    };
    Ok(done.max(written))
}

/// Writes the whole file as BPGN: unchanged, or with the variations of all matches moved to the movetext. `done` is the
/// exit status so far, from reading the file.
fn to_bpgn(
    file: &RecordFile,
    done: Exit,
    args: &Convert,
    out: &mut dyn Write,
    err: &Stream<'_>,
) -> Result {
    if !file.is_as_written() {
        check_target(&args.file, &args.out)?;
    }
    let text = &file.text;
    if done == Exit::Fine {
        file.check_holds_match(&args.file)?;
    }
    if args.plain_variations {
        check_target(&args.file, &args.out)?;
    }
    write_with(&args.out, out, |to| {
        if args.plain_variations {
            write_plain_variations(text, to, err)
        } else {
            copy(text, FileRange::new(0, text.length()), to)
        }
    })?;
    Ok(done)
}

fn one_to_bpgn(matches: &Matches, args: &Convert, out: &mut dyn Write) -> Result {
    let content = matches.content(args.game)?;
    if args.plain_variations {
        write(&args.out, &with_plain_variations(&content), out)?;
    } else {
        write(&args.out, content.text(), out)?;
    }
    Ok(Exit::Fine)
}

fn to_link(matches: &Matches, args: &Convert, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    print_match_number(FileFormat::Link, args, matches.list.index.len(), err)?;
    let text = matches.content(args.game)?.text().to_vec();
    let fragment = MatchLink { text, at: None }.fragment()?;
    let page = args.page.as_deref().unwrap_or_default();
    write(&args.out, format!("{page}{fragment}\n").as_bytes(), out)?;
    Ok(Exit::Fine)
}

/// Writes the selected matches as pages, for a browser or on paper.
fn to_paged(
    format: FileFormat,
    args: &Convert,
    matches: &Matches,
    (theme, pieces): (&Theme, &PieceSet),
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let game = match format {
        FileFormat::Page => args.game.or(Some(1)),
        _ => args.game,
    };
    let all = matches.list.index.len();
    let is_game = are_kriegspiel(matches, game);
    let flipped = args.side == Some(Color::Black) && !is_game;
    let sheet = Sheet {
        points: args.paper.unwrap_or(PaperSize::A4).points(),
        theme,
        pieces,
        flipped,
        final_diagram: args.final_diagram || is_game,
        clocks: !args.no_clocks,
        excerpt: None,
    };
    if is_game {
        check_options_for_kriegspiel(args)?;
        let rows = filtered_rows(matches, args, matches.rows(game)?, err)?;
        print_match_number(format, args, all, err)?;
        return to_pages(matches, args, format, &rows, &sheet, out, err);
    }
    let rows = filtered_rows(matches, args, matches.bughouse_rows(game, "convert")?, err)?;
    print_match_number(format, args, all, err)?;
    let excerpt = match &args.moves {
        Some(moves) => excerpt(matches, &rows, moves)?,
        None => None,
    };
    let sheet = Sheet { excerpt, ..sheet };
    let mut exported = ListedDocuments::of(&matches.list, &rows);
    let mut missing = BTreeSet::new();
    let output = match format {
        FileFormat::Page => {
            let view = PageView { theme, pieces, flipped, moment: 0, findings: &[] };
            let page = exported.next().map(|it| html(&it, &view));
            Ok(page.unwrap_or_default().into_bytes())
        }
        _ => print(
            exported.by_ref().zip(1..).map(|(document, number)| {
                err.progress(format_args!("Match {number} of {}", rows.len()));
                missing.extend(missing_characters_in(&document));
                document
            }),
            &sheet,
            &|part| err.drawn("Page", part),
        ),
    };
    if let Some(error) = exported.read_error.take() {
        return Err(error.into());
    }
    let bytes = output?;
    print_missing_characters(&Vec::from_iter(missing), err)?;
    write(&args.out, &bytes, out)?;
    print_all_partial(&exported.cut_short, err)
}

/// Returns the part `moves` of the only match in `rows`: `12A..20b`, where either end may be missing. Returns `None` for
/// the whole match.
fn excerpt(matches: &Matches, rows: &[RowNumber], moves: &str) -> Result<Option<Excerpt>> {
    let [row] = rows else { return Err("--moves is for one match; use --game N".into()) };
    let Some((from, to)) = moves.split_once("..") else {
        return Err(format!("--moves {moves}: use FROM..TO, such as 12A..20b").into());
    };
    let content = matches.content(Some(*row as usize + 1))?;
    let moments = moments_between(from, to, |name| content.moment_named(name))?;
    let moments = moments.ok_or("--moves: the first move must not come after the last one")?;
    let plies = content.played_plies();
    if *moments.end() == 0 && plies > 0 {
        return Err(format!("--moves {moves} has no moves; the first one is 1").into());
    }
    Ok(Excerpt::of(&moments, plies))
}

/// If the file has several matches but the format, a link or a page, holds only one, reports that match 1 is written.
/// Reports nothing if `--game` is given.
fn print_match_number(
    format: FileFormat,
    args: &Convert,
    games: usize,
    err: &mut dyn Write,
) -> std::io::Result<()> {
    if format == FileFormat::Print || args.game.is_some() || games <= 1 {
        return Ok(());
    }
    let format = format.row().name;
    writeln!(
        err,
        "tandem: {format} holds one match; wrote match 1 of {games}. Use --game N for another"
    )
}

/// Writes `text` with the variations of all matches moved to the movetext. Runs on all cores. Text between records is
/// copied.
fn write_plain_variations(text: &Text, to: &mut dyn Write, err: &Stream<'_>) -> Result<()> {
    let mut at = 0;
    let mut ended = Ok(());
    let walked = walk_text(
        text,
        |(): &mut (), record, converted: &mut Vec<(FileRange, Vec<u8>)>| {
            let whole = FileRange::new(0, record.text.len() as u64);
            let content = Content::open(Source::from_bytes("", record.text), whole);
            converted.push((record.range, with_plain_variations(&content)));
        },
        |records, converted| {
            err.progress(format_args!("{records} matches"));
            ended = converted.iter().try_for_each(|(range, bytes)| {
                copy(text, FileRange::new(at, range.start), to)?;
                at = range.end;
                to.write_all(bytes)?;
                Ok::<_, CliError>(())
            });
            stop_if(ended.is_err())
        },
    );
    ended?;
    check_walk(walked)?;
    copy(text, FileRange::new(at, text.length()), to)
}

/// Returns the bytes of a record with its variations moved to the movetext. A game of Kriegspiel stays unchanged.
fn with_plain_variations(content: &Content) -> Vec<u8> {
    match content {
        Content::Match(document) => document.with_plain_variations(),
        Content::Game(document) => document.text().to_vec(),
    }
}

/// Writes each match as text, converted by `text_of`. Runs on all cores. The file may be larger than memory.
fn to_texts(
    text_of: TextWriter,
    args: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let (matches, done) = open_matches(&args.file, args.unpack, err)?;
    let rows = filtered_rows(&matches, args, matches.bughouse_rows(args.game, "convert")?, err)?;
    let first = rows.first().map(|&row| row as usize + 1);
    let mut written = done;
    write_with(&args.out, out, |to| {
        let each = matches.select_rows(&rows, |selection| {
            write_each(selection, to, err, |number, document, out, err| {
                if Some(number) != first {
                    writeln!(out)?;
                }
                out.write_all(text_of(document).as_bytes())?;
                print_cut_short(number, document, err)
            })
        })?;
        written = done.max(each);
        Ok::<_, CliError>(())
    })?;
    Ok(written)
}

/// Writes the matches in a list format. Runs on all cores. The files may be larger than memory.
fn to_list(
    format: FileFormat,
    args: &Convert,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
) -> Result {
    let matches = Matches::open(std::slice::from_ref(&args.file), args.unpack, err)?;
    let list = &matches.list;
    // The output file may be one of the files in an input folder.
    for file in &list.files {
        check_target(&file.path, &args.out)?;
    }
    if matches.has_no_match() {
        return Err(CliError::NoMatch(args.file.clone()));
    }
    if let Some(torn) = matches.truncation_message() {
        return Err(torn.into());
    }
    let done = matches.print_damage(err)?;
    let rows = filtered_rows(&matches, args, matches.rows(args.game)?, err)?;
    let export = ListExport {
        list,
        rows: &rows,
        changed: &BTreeMap::new(),
        hidden: None,
        on_progress: &|finished| {
            err.watch(format_args!("Match {} of {}", finished + 1, rows.len()))
        },
    };
    let mut inexact = InexactCounts::default();
    write_with(&args.out, out, |to| {
        inexact = export.write(format, to)?;
        Ok::<_, ListError>(())
    })?;
    if inexact.reworded > 0 {
        let matches = count_text(inexact.reworded, "match", "matches");
        let format = format.row().name;
        writeln!(
            err,
            "tandem: {format} cannot represent parts of {matches}: stray text became comments, \
             invalid lag was dropped, and only the first of duplicate tags was kept"
        )?;
    }
    if inexact.in_part == 0 {
        return Ok(done);
    }
    let matches = count_text(inexact.in_part, "match", "matches");
    writeln!(err, "tandem: {matches} not playable to the end; kept the remaining moves as text")?;
    Ok(done.max(Exit::Errors))
}

/// Returns the `rows` that satisfy `--find`, or all without `--find`. Fails if no row satisfies it.
fn filtered_rows(
    matches: &Matches,
    args: &Convert,
    mut rows: Vec<RowNumber>,
    err: &Stream<'_>,
) -> Result<Vec<RowNumber>> {
    let Some(find) = &args.find else { return Ok(rows) };
    let filter = find.parse::<RowFilter>()?.with_files(&matches.list.files);
    let index = matches.replayed(&filter, UsedEndings::None, err)?;
    let matching: BTreeSet<RowNumber> = index.filter(&filter).into_iter().collect();
    rows.retain(|row| matching.contains(row));
    if rows.is_empty() { Err("no matches found with --find".into()) } else { Ok(rows) }
}
