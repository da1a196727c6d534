//! [`columns`]: a match as text in four columns, laid out as in section 2.3 of the BPGN standard.
//!
//! The columns are White A, Black A, White B and Black B, with names and ratings above. A ply extends the current row
//! if its column is to the right of the previous ply's; otherwise it begins a new row. Annotations follow the move,
//! comments are below the row, and diagrams show both boards.

use super::{BoardScene, below};
use crate::{
    document::{Document, Header, MoveCell, MoveList, MoveRow, SeatHeader},
    replay::Point,
    rules::{BoardId, Color, Piece, Position, Reserve, Seat},
};

/// The gap between columns, in characters.
const COLUMN_GAP: usize = 2;

/// The maximum width of a line in a comment, in characters.
const MAX_LINE_WIDTH: usize = 80;

const INDENT: &str = "    ";

/// Returns the match of `document` in four columns. Lines end with LF.
pub fn columns(document: &Document) -> String {
    let header = Header::of(document);
    let names = Seat::ALL.map(|seat| title(&header.seats[seat]));
    let list = MoveList::of(document);
    let number_width = number_width(&list);
    let mut widths = names.each_ref().map(|name| name.chars().count());
    for row in &list.rows {
        if let MoveRow::Plies(cells) = row {
            for (width, cell) in widths.iter_mut().zip(cells.iter()) {
                let cell = cell.as_ref().map(|cell| cell_text(document, cell, number_width));
                *width = (*width).max(cell.map_or(0, |text| text.chars().count()));
            }
        }
    }
    let mut out = line(&names, &widths);
    let mut position = document.played().set_up.position.clone();
    let mut plies = document.played().plies.iter().enumerate().peekable();
    for row in &list.rows {
        match row {
            MoveRow::Plies(cells) => {
                let cells = [0, 1, 2, 3].map(|column| match &cells[column] {
                    Some(cell) => cell_text(document, cell, number_width),
                    None => String::new(),
                });
                out.push_str(&line(&cells, &widths));
            }
            MoveRow::Comment { text, .. } | MoveRow::VariationText { text, .. } => {
                wrap(text, &mut out);
            }
            // `MoveList::of` lists variations as text, so it has no rows of this kind.
            MoveRow::Variation(_) => {}
            MoveRow::Diagram { at: at @ Point::Variation(_) } => {
                boards(&document.variations().position(document.played(), at), &mut out);
            }
            MoveRow::Diagram { at: Point::Match(moment) } => {
                while let Some((_, ply)) = plies.next_if(|(index, _)| index < moment) {
                    ply.play_on(&mut position);
                }
                boards(&position, &mut out);
            }
            MoveRow::Ending(_) => out.push_str(&ending(document)),
        }
    }
    out
}

/// Formats a player: `raven (2165)`.
pub(super) fn title(seat: &SeatHeader) -> String {
    let name = plain(&seat.name);
    if seat.rating.is_empty() { name } else { format!("{name} ({})", seat.rating) }
}

fn number_width(list: &MoveList) -> usize {
    let rows = list.rows.iter().filter_map(|row| match row {
        MoveRow::Plies(cells) => Some(cells),
        _ => None,
    });
    let numbers = rows.flat_map(|cells| cells.iter().flatten().map(|cell| cell.number));
    numbers.max().unwrap_or(0).to_string().len()
}

/// Formats a ply: ` 8. Bxc6+! {274}`.
///
/// Signs for check and mate are copied from the file, even wrong ones: the standard's own example marks a mate as a
/// check.
fn cell_text(document: &Document, cell: &MoveCell, number_width: usize) -> String {
    let suffix = match document.record().plies.get(cell.ply) {
        Some(ply) if cell.played => ply.claim.suffix(),
        _ => "",
    };
    let san = if cell.played { cell.san.trim_end_matches(['+', '#']) } else { &cell.san };

    let clock = if cell.clock.is_empty() { String::new() } else { format!(" {{{}}}", cell.clock) };
    // A ply that could not be played is written in square brackets.
    let (open, close) = if cell.played { ("", "") } else { ("[", "]") };
    format!(
        "{:>number_width$}. {open}{}{suffix}{}{close}{clock}",
        cell.number,
        plain(san),
        plain(&cell.glyph),
    )
}

fn line(cells: &[String; 4], widths: &[usize; 4]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        line.push_str(cell);
        line.extend(std::iter::repeat_n(' ', width + COLUMN_GAP - cell.chars().count()));
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// Formats the reason and the result: `{death checkmated} 0-1`.
fn ending(document: &Document) -> String {
    let ending = &document.record().ending;
    let reason = plain(&document.record().reason(document.text()));
    let reason = (!reason.is_empty()).then(|| format!("{{{reason}}}"));
    let result = ending.result.map(|result| result.text().to_owned());
    let words: Vec<_> = reason.into_iter().chain(result).collect();
    words.join(" ") + "\n"
}

/// Appends a comment to `out`, wrapped at word boundaries.
fn wrap(text: &str, out: &mut String) {
    for paragraph in text.lines() {
        let mut line = INDENT.to_owned();
        for word in plain(paragraph).split_whitespace() {
            let has_words = line.len() > INDENT.len();
            if has_words && line.chars().count() + 1 + word.chars().count() > MAX_LINE_WIDTH {
                out.push_str(&line);
                out.push('\n');
                line = INDENT.to_owned();
            } else if has_words {
                line.push(' ');
            }
            line.push_str(word);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// Appends both boards side by side, with letters for pieces, and the reserves above and below.
fn boards(position: &Position, out: &mut String) {
    use BoardId::{A, B};
    let row = |a: String, b: &str| format!("{}\n", format!("{INDENT}{a:<24}{b}").trim_end());
    let reserve = |board, color| {
        let seat = Seat::new(board, color);
        let roles = Reserve::ROLES.into_iter().rev();
        let letters = roles.flat_map(|role| {
            let count = usize::from(position.reserves[seat].count(role));
            std::iter::repeat_n(role.of(color).char(), count)
        });
        let letters: String = letters.collect();
        format!("  [{letters}]")
    };
    let rank = |board: BoardId, row: u8| {
        let scene = BoardScene::empty(below(board, false));
        let mut text = format!("{}  ", scene.square_at(0, row).rank());
        for column in 0..8 {
            let square = scene.square_at(column, row);
            let piece = position.boards[board].piece_at(square);
            text.push(piece.map_or('.', Piece::char));
            // As in BFEN, `~` marks a promoted piece.
            let promoted = position.boards[board].is_promoted(square);
            text.push(if promoted { '~' } else { ' ' });
        }
        text
    };
    out.push_str(&row(reserve(A, Color::Black), &reserve(B, Color::White)));
    for number in 0..8 {
        out.push_str(&row(rank(A, number), &rank(B, number)));
    }
    out.push_str(&row("   a b c d e f g h".to_owned(), "   h g f e d c b a"));
    out.push_str(&row(reserve(A, Color::White), &reserve(B, Color::Black)));
}

/// Returns `text` with control characters replaced by spaces.
pub(super) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}
