//! A match as a replay page for any browser, without a network: [`html`].
//!
//! The page contains the moves as a table, readable without scripts, and a position for each moment. Its content
//! security policy forbids loading anything.

use super::{
    LastMove, PieceSet, Theme,
    columns::title,
    escape::Escaped,
    page_variations::{PageVariations, PlaceData},
    svg::{define_board, define_piece, define_promoted},
};
use crate::{
    document::{Document, Header, MoveCell, MoveList, MoveRow, Unfolded},
    replay::Match,
    rules::{BoardId, Position, Seat, Team, color_name},
    timeline::{MatchTime, Moment},
};
use serde::Serialize;
use std::{collections::BTreeSet, fmt::Write as _};

const PAGE: &str = include_str!("../../assets/replay/page.html");
pub(super) static STYLE: &str = include_str!("../../assets/replay/page.css");
const SCRIPT: &str = include_str!("../../assets/replay/page.js");

/// The input of the script.
#[derive(Serialize)]
struct Data {
    /// Whether the second team is at the bottom.
    flipped: bool,
    /// The initial moment.
    moment: Moment,
    /// The match time of the last ply.
    end: MatchTime,
    moments: Vec<MomentData>,
    variations: Vec<PlaceData>,
}

/// A moment. Values that are unchanged since the previous moment are omitted.
#[derive(Serialize)]
struct MomentData {
    /// The match time at which it begins.
    t: MatchTime,
    /// In words: `12b. Qxd3`.
    said: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    /// For each board, origin and target of the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<[Option<[Option<String>; 2]>; 2]>,
    /// For each board, the king in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<[Option<String>; 2]>,
    /// The four clocks when the moment begins, and when it ends.
    clocks: [Option<i32>; 4],
    stops: [Option<i32>; 4],
}

/// Returns a page that replays `document`, starting at `moment`.
#[must_use]
pub fn html(
    document: &Document,
    theme: &Theme,
    pieces: &PieceSet,
    flipped: bool,
    moment: Moment,
) -> String {
    let header = Header::of(document);
    let team = |team: Team| team.seats().map(|seat| header.seats[seat].name.as_str());
    let teams = [Team::First, Team::Second].map(|t| team(t).join(" & "));
    let about = [&header.event, &header.result].into_iter().filter(|text| !text.is_empty());
    let about: Vec<_> = about.map(String::as_str).collect();
    let PageVariations { places, texts } = PageVariations::of(document);
    let data = Data {
        flipped,
        moment,
        end: document.timeline().end(),
        moments: moments(document),
        variations: places,
    };
    let data = in_script(&data);
    let mut drawings = piece_drawings(pieces);
    define_promoted(theme, &mut drawings);
    define_board(theme, pieces, &mut drawings);
    fill(
        PAGE,
        &[
            ("title", &Escaped(&teams.join(" – ")).to_string()),
            ("about", &Escaped(&about.join(" · ")).to_string()),
            ("style", &(colors(theme) + STYLE)),
            ("pieces", &drawings),
            ("boards", &boards(&header)),
            ("moves", &moves(document, &header, &texts)),
            ("match", &data),
            ("script", SCRIPT),
        ],
    )
}

/// Replaces each `{{name}}` in `page` by its value; values are not expanded again.
pub(super) fn fill(page: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(page.len() + 65_536);
    let mut parts = page.split("{{");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if let Some((name, rest)) = part.split_once("}}") {
            let value = values.iter().find(|(known, _)| *known == name);
            out.push_str(value.map_or("", |(_, value)| value));
            out.push_str(rest);
        }
    }
    out
}

/// Serialises `data` as JSON for use in a script element, where only `<` has to be escaped.
pub(super) fn in_script(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c")
}

/// Defines the pieces of both colours by name.
pub(super) fn piece_drawings(pieces: &PieceSet) -> String {
    let mut drawings = String::new();
    for slot in 0..12 {
        define_piece(pieces, slot, &mut drawings);
    }
    drawings
}

pub(super) fn colors(theme: &Theme) -> String {
    format!(
        ":root {{ --card: {}; }}\n\
         .team.first {{ --team: {}; }} .team.second {{ --team: {}; }}\n",
        theme.card, theme.first, theme.second,
    )
}

/// Writes both boards, empty, with their seats; the script fills them.
fn boards(header: &Header) -> String {
    let mut out = String::new();
    for (place, board) in BoardId::ALL.into_iter().enumerate() {
        let _ = writeln!(
            out,
            r#"<div class="part"><svg class="board" id="board{place}" viewBox="0 0 360 360" role="img"></svg>"#
        );
        for seat in Seat::ALL.into_iter().filter(|seat| seat.board() == board) {
            let number = seat as usize;
            let team = match seat.team() {
                Team::First => "first",
                Team::Second => "second",
            };
            let color = color_name(seat.color());
            let words = &header.seats[seat];
            let _ = writeln!(
                out,
                r#"<div class="seat" id="seat{number}"><div class="bar"><span class="team {team}"></span><span class="disc {color}" role="img" aria-label="{color}"></span><b>{}</b><span class="rating">{}</span><span id="clock{number}"></span></div><svg class="reserve" id="reserve{number}" viewBox="0 0 360 34" role="img" aria-label="Reserve of {}"></svg></div>"#,
                Escaped(&words.name),
                Escaped(&words.rating),
                seat.name(),
            );
        }
        out.push_str("</div>\n");
    }
    out
}

/// Writes the move table, with `variations` as their markup.
fn moves(document: &Document, header: &Header, variations: &[String]) -> String {
    let mut out = String::from("<thead><tr>");
    for seat in Seat::ALL {
        let _ = write!(out, "<th>{}</th>", Escaped(&title(&header.seats[seat])));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    let folded = BTreeSet::new();
    for row in &MoveList::with(document, Unfolded::These(&folded)).rows {
        let _ = match row {
            MoveRow::Plies(cells) => {
                out.push_str("<tr>");
                for cell in cells.iter() {
                    out.push_str("<td>");
                    if let Some(cell) = cell {
                        out.push_str(&ply(cell));
                    }
                    out.push_str("</td>");
                }
                writeln!(out, "</tr>")
            }
            MoveRow::Comment { text, .. } => {
                let lines: Vec<_> = text.lines().map(|l| Escaped(l).to_string()).collect();
                let text = lines.join("\n");
                writeln!(out, r#"<tr class="comment"><td colspan="4">{text}</td></tr>"#)
            }
            MoveRow::Variation(row) => writeln!(
                out,
                r#"<tr class="variation"><td colspan="4">{}</td></tr>"#,
                variations.get(row.path.root).map_or("", String::as_str)
            ),
            MoveRow::Diagram { moment } => writeln!(
                out,
                r##"<tr class="diagram"><td colspan="4"><a href="#" data-m="{moment}" aria-label="Diagram"></a></td></tr>"##
            ),
            MoveRow::Ending(text) => {
                writeln!(out, r#"<tr class="ending"><td colspan="4">{}</td></tr>"#, Escaped(text))
            }
        };
    }
    out.push_str("</tbody>\n");
    out
}

fn ply(cell: &MoveCell) -> String {
    let clock = if cell.clock.is_empty() {
        String::new()
    } else {
        format!(" <small>{}</small>", Escaped(&cell.clock))
    };
    let text = format!("{}. {}{}{clock}", cell.number, Escaped(&cell.san), Escaped(&cell.glyph));
    if cell.played {
        format!(r##"<a href="#" data-m="{}">{text}</a>"##, cell.ply + 1)
    } else {
        format!(r#"<span class="unplayed">{text}</span>"#)
    }
}

fn moments(document: &Document) -> Vec<MomentData> {
    let played = document.played();
    let mut position = played.set_up.position.clone();
    // Scanning back at every moment would be slow while one board waits for the other.
    let mut last = [None; 2];
    let mut out = vec![moment(document, 0, &position, last, None)];
    for (index, ply) in played.plies.iter().enumerate() {
        let before = BoardId::ALL.map(|id| position.bfen(id));
        let said = format!("{}{}. {}", ply.number, ply.seat.letter(), played.san(index, &position));
        ply.play_on(&mut position);
        last[ply.seat.board() as usize] = Some(LastMove::of(ply.mv));
        let before = Some((said, before));
        out.push(moment(document, index + 1, &position, last, before));
    }
    out
}

/// Returns the data of `moment`, with the `last` move on each board; `before` holds the boards at the previous moment.
fn moment(
    document: &Document,
    moment: Moment,
    position: &Position,
    last: [Option<LastMove>; 2],
    before: Option<(String, [String; 2])>,
) -> MomentData {
    let played: &Match = document.played();
    let timeline = document.timeline();
    let t = timeline.time_of(moment);
    let shown = |time| {
        let clocks = timeline.clocks(moment, time);
        Seat::ALL.map(|seat| clocks[seat].ms)
    };
    let clocks = shown(t);
    let stops =
        if moment < played.plies.len() { shown(timeline.time_of(moment + 1)) } else { clocks };
    let squares = |last: LastMove| {
        let from = last.from.map(|square| square.to_string());
        [from, Some(last.to.to_string())]
    };
    let last = last.map(|last| last.map(squares));
    let check = BoardId::ALL.map(|id| {
        let board = &position.boards[id];
        let king = || board.king(board.turn()).to_string();
        board.is_check().then(king)
    });
    let (said, before) = before.unzip();
    let changed = |id: BoardId| {
        let now = position.bfen(id);
        let same = before.as_ref().is_some_and(|b| b[id as usize] == now);
        (!same).then_some(now)
    };
    MomentData {
        t,
        said: said.unwrap_or_else(|| "at the start".to_owned()),
        a: changed(BoardId::A),
        b: changed(BoardId::B),
        last: (moment > 0).then_some(last),
        check: check.iter().any(Option::is_some).then_some(check),
        clocks,
        stops,
    }
}
