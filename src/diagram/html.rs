//! [`html`]: a replay page of a match for any browser.
//!
//! The page works without a network. It lists the moves in a table, which needs no scripts, and shows the position at
//! each moment. Its content security policy forbids loading anything.

use super::{
    LastMove, PieceSet, Theme,
    columns::title,
    escape::Escaped,
    page_variations::{MarkData, PageVariations, PlaceData, checks, marks_at},
    svg::{define_board, define_piece, define_promoted},
};
use crate::{
    document::{Document, Folding, Header, MoveCell, MoveList, MoveRow, VariationListing},
    replay::{GameResult, Match, Point},
    rules::{BoardId, Position, Seat, Team, color_name},
    timeline::{MatchTime, Moment, gap_size_text},
};
use serde::Serialize;
use std::fmt::{self, Write as _};

const PAGE: &str = include_str!("../../assets/replay/page.html");
const STYLE: &str = include_str!("../../assets/replay/page.css");
const SCRIPT: &str = include_str!("../../assets/replay/page.js");

const TIME: &str = r#"<span id="time"></span>
"#;

/// The timeline, the leads on both diagonals, and what is to be said about the moment.
const CAPTION: &str = r#"<svg id="track" height="74" role="img" aria-label="Timeline"></svg>
<p class="facts" id="facts"></p>
<p class="note" id="note" aria-live="polite"></p>
"#;

const SPEED: &str = r#"<label>Speed <select id="speed"><option value="0.25">¼</option><option value="0.5">½</option><option value="1" selected>1</option><option value="2">2</option><option value="4">4</option><option value="8">8</option><option value="16">16</option></select></label>
<label><input id="skip" type="checkbox"> Skip idle time</label>
"#;

/// The JSON data that the script of the page reads.
#[derive(Default, Serialize)]
pub(super) struct PageData {
    /// Whether the page shows a game of Kriegspiel, with one board and neither clocks nor reserves.
    pub game: bool,
    /// Whether squares without a piece are drawn as unseen.
    pub veiled: bool,
    /// Whether the second team is at the bottom; in a game of Kriegspiel, whether Black is.
    pub flipped: bool,
    /// The moment shown first.
    pub moment: Moment,
    /// The match time of the last ply, in milliseconds.
    pub end: MatchTime,
    /// The smallest difference of two clocks that is shown, in milliseconds: 100 with tenths, otherwise 1000.
    pub step: u32,
    pub moments: Vec<MomentData>,
    pub variations: Vec<PlaceData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<PageFinding>,
}

/// A sit or a long think on the timeline. The times are match times in milliseconds.
#[derive(Serialize)]
pub(super) struct TurnData {
    seat: usize,
    from: MatchTime,
    to: MatchTime,
    /// The length of the turn, as text.
    length: String,
    /// What the seat does: `sits` or `thinks`.
    verb: &'static str,
}

/// What the analysis of a match says about a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageFinding {
    #[serde(rename = "m")]
    pub moment: Moment,
    /// The seat that the finding is about.
    #[serde(serialize_with = "seat_number")]
    pub seat: Seat,
    pub kind: PageFindingKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageFindingKind {
    /// A win that was played.
    Found,
    /// A win that was there, while another move was played.
    Missed,
    Sit,
    Think,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn seat_number<S: serde::Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(*seat as u8)
}

/// The look of a page, and what it shows first.
#[derive(Clone, Copy)]
pub struct PageView<'a> {
    pub theme: &'a Theme,
    pub pieces: &'a PieceSet,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    /// The moment at which the page opens.
    pub moment: Moment,
    /// The findings, in the order of the match; empty if the match has not been analysed.
    pub findings: &'a [PageFinding],
}

/// The data of one moment. `a` and `b` are boards A and B as FEN or BFEN. In a match, a board is `None` if it equals
/// the board at the previous moment; a game of Kriegspiel has only `a`.
#[derive(Default, Serialize)]
pub(super) struct MomentData {
    /// The match time at which the moment begins, in milliseconds.
    pub t: MatchTime,
    /// The text of the ply that led to this moment: `12b. Qxd3`.
    pub said: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// For boards A and B, the origin and target squares of the last move. The whole field is `None` at the first
    /// moment of a match. A board is `None` before its first move. The origin of a drop is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<[Option<[Option<String>; 2]>; 2]>,
    /// For boards A and B, the square of the king if it is in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<[Option<String>; 2]>,
    /// The four clocks at the beginning of the moment, in milliseconds. An unknown clock is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Option<i32>; 4]>,
    /// The four clocks at the end of the moment, in milliseconds. An unknown clock is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<[Option<i32>; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkData>,
    /// On a veiled board, the squares from which the king may be checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rays: Vec<String>,
    /// On a veiled board, the square of a capture by the last ply; `None` without a capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
}

/// The parts of a page that differ between matches and games of Kriegspiel.
pub(super) struct PageParts<'a> {
    pub title: &'a str,
    /// Texts below the title, such as the event and the result. Empty texts are omitted.
    pub about: [&'a str; 2],
    /// The `class` attribute of the body with a leading space, or an empty string.
    pub class: &'a str,
    pub style: &'a str,
    pub caption: &'a str,
    /// The element that shows the time, if it is beside the buttons.
    pub time: &'a str,
    pub speed: &'a str,
    /// The label of the slider that selects the moment.
    pub seek: &'a str,
    /// SVG definitions in addition to those of the pieces and the board.
    pub svg_defs: String,
    pub boards: String,
    pub moves: String,
    /// The markup of the list of findings; empty if there are none.
    pub findings: String,
    pub data: PageData,
}

/// Returns a page that replays `document`.
pub fn html(document: &Document, view: &PageView<'_>) -> String {
    let &PageView { theme, pieces, flipped, moment, findings } = view;
    let header = Header::of(document);
    let PageVariations { places, texts } = PageVariations::of(document);
    let data = PageData {
        flipped,
        moment,
        end: document.timeline().end(),
        step: document.timeline().precision.step_ms(),
        moments: moments(document),
        variations: places,
        turns: turns(document),
        findings: findings.to_vec(),
        ..PageData::default()
    };
    let mut svg_defs = String::new();
    define_promoted(theme, &mut svg_defs);
    let players = Seat::ALL.map(|seat| {
        let player = &header.seats[seat];
        (seat, player.name.as_str(), player.rating.as_str())
    });
    let parts = PageParts {
        title: &header.teams(),
        about: [&header.event, &header.result],
        class: r#" class="match""#,
        style: "",
        caption: CAPTION,
        time: TIME,
        speed: SPEED,
        seek: "Match time",
        svg_defs,
        boards: boards(&players),
        moves: moves(document, &header, &texts),
        findings: finding_list(findings),
        data,
    };
    page(&parts, theme, pieces)
}

pub(super) fn page(parts: &PageParts<'_>, theme: &Theme, pieces: &PieceSet) -> String {
    let about: Vec<_> = parts.about.into_iter().filter(|text| !text.is_empty()).collect();
    let mut svg_defs = String::new();
    for slot in 0..12 {
        define_piece(pieces, slot, &mut svg_defs);
    }
    svg_defs += &parts.svg_defs;
    define_board(theme, pieces, &mut svg_defs);
    // In a script element, only `<` has to be escaped.
    let data = serde_json::to_string(&parts.data).unwrap_or_default().replace('<', "\\u003c");
    fill(&[
        ("title", &Escaped(parts.title).to_string()),
        ("about", &Escaped(&about.join(" · ")).to_string()),
        ("style", &(colors(theme) + STYLE + parts.style)),
        ("class", parts.class),
        ("pieces", &svg_defs),
        ("boards", &parts.boards),
        ("caption", parts.caption),
        ("seek", parts.seek),
        ("time", parts.time),
        ("speed", parts.speed),
        ("moves", &parts.moves),
        ("findings", &parts.findings),
        ("data", &data),
        ("script", SCRIPT),
    ])
}

/// Replaces each `{{name}}` in [`PAGE`] with its value. Placeholders inside a value are not replaced.
fn fill(values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(PAGE.len() + 65_536);
    let mut parts = PAGE.split("{{");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if let Some((name, rest)) = part.split_once("}}") {
            let value = values.iter().find(|(key, _)| *key == name);
            out.push_str(value.map_or("", |(_, value)| value));
            out.push_str(rest);
        }
    }
    out
}

fn colors(theme: &Theme) -> String {
    format!(
        ":root {{ --card: {}; --first: {}; --second: {}; }}\n\
         .team.first {{ --team: var(--first); }} .team.second {{ --team: var(--second); }}\n",
        theme.card, theme.first, theme.second,
    )
}

/// Returns the markup of the boards. The script of the page adds the pieces. Four `players` get two boards; the two
/// `players` of a game of Kriegspiel get one board without clocks and reserves.
pub(super) fn boards(players: &[(Seat, &str, &str)]) -> String {
    let mut out = String::new();
    let is_match = players.len() == 4;
    for (place, board) in BoardId::ALL.into_iter().enumerate().take(players.len() / 2) {
        let _ = writeln!(
            out,
            r#"<div class="part"><svg class="board" id="board{place}" viewBox="0 0 360 360" role="img"></svg>"#
        );
        for (seat, name, rating) in players.iter().filter(|(seat, ..)| seat.board() == board) {
            let number = *seat as usize;
            let color = color_name(seat.color());
            let _ = write!(out, r#"<div class="seat" id="seat{number}"><div class="bar">"#);
            if is_match {
                let team = match seat.team() {
                    Team::First => "first",
                    Team::Second => "second",
                };
                let _ = write!(out, r#"<span class="team {team}"></span>"#);
            }
            let _ = write!(
                out,
                r#"<span class="disc {color}" role="img" aria-label="{color}"></span><b>{}</b><span class="rating">{}</span>"#,
                Escaped(name),
                Escaped(rating),
            );
            let _ = match is_match {
                true => writeln!(
                    out,
                    r#"<span id="clock{number}"></span></div><svg class="reserve" id="reserve{number}" viewBox="0 0 360 34" role="img" aria-label="Reserve of {}"></svg></div>"#,
                    seat.name(),
                ),
                false => writeln!(out, "</div></div>"),
            };
        }
        out.push_str("</div>\n");
    }
    out
}

fn turns(document: &Document) -> Vec<TurnData> {
    let timeline = document.timeline();
    let turns = document.long_turns().into_iter();
    turns
        .map(|it| TurnData {
            seat: it.turn.seat as usize,
            from: it.turn.from,
            to: it.turn.to,
            length: gap_size_text(it.turn.ms, timeline.precision),
            verb: it.kind.verb(),
        })
        .collect()
}

/// Returns the list of mates and sits, with a link to the moment of each.
fn finding_list(findings: &[PageFinding]) -> String {
    let listed: Vec<_> = findings.iter().filter(|it| it.kind != PageFindingKind::Think).collect();
    if listed.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h2>Mates and sits</h2>\n<ul class=\"findings\">\n");
    for PageFinding { moment, text, .. } in listed {
        let text = Escaped(text);
        let _ = writeln!(out, r##"<li><a href="#" data-m="{moment}">{text}</a></li>"##);
    }
    out + "</ul>\n"
}

/// Returns a row of the table of moves whose only cell is as wide as all `columns`.
pub(super) fn wide_row(class: &str, columns: u8, content: impl fmt::Display) -> String {
    format!("<tr class=\"{class}\"><td colspan=\"{columns}\">{content}</td></tr>\n")
}

/// Returns a row of the table of moves with a diagram of `moment`.
pub(super) fn diagram_row(columns: u8, moment: Moment) -> String {
    let link = format!(r##"<a href="#" data-m="{moment}" aria-label="Diagram"></a>"##);
    wide_row("diagram", columns, link)
}

/// Returns the table of moves. `variations` holds the markup of each variation.
fn moves(document: &Document, header: &Header, variations: &[String]) -> String {
    let mut out = String::from("<thead><tr>");
    for seat in Seat::ALL {
        let _ = write!(out, "<th>{}</th>", Escaped(&title(&header.seats[seat])));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    let folded = Folding { all: Some(false), ..Folding::default() };
    for row in &MoveList::with(document, VariationListing::AsRows(&folded)).rows {
        match row {
            MoveRow::Plies(cells) => {
                let cells = cells.iter().map(|cell| cell.as_ref().map_or_else(String::new, ply));
                let cells: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
                out += &format!("<tr>{cells}</tr>\n");
            }
            MoveRow::Comment { text, .. } => {
                let lines: Vec<_> = text.lines().map(|l| Escaped(l).to_string()).collect();
                out += &wide_row("comment", 4, lines.join("\n"));
            }
            MoveRow::Variation(row) => {
                let text = variations.get(row.path.root).map_or("", String::as_str);
                out += &wide_row("variation", 4, text);
            }
            // The markup of a variation has its text and its diagrams.
            MoveRow::VariationText { .. } | MoveRow::Diagram { at: Point::Variation(_) } => {}
            MoveRow::Diagram { at: Point::Match(moment) } => out += &diagram_row(4, *moment),
            MoveRow::Ending(text) if text == GameResult::Unknown.text() => {}
            MoveRow::Ending(text) => out += &wide_row("ending", 4, Escaped(text)),
        }
    }
    out.push_str("</tbody>\n");
    out
}

fn ply(cell: &MoveCell) -> String {
    let clock = if cell.face.is_empty() {
        String::new()
    } else {
        format!(" <small>{}</small>", Escaped(&cell.face))
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
    // `last` is updated from moment to moment. Searching backwards for the last moves would be slow if one board has
    // had no move for a long time.
    let mut last = [None; 2];
    let mut out = vec![moment(document, 0, &position, last, None)];
    for (index, ply) in played.plies.iter().enumerate() {
        let before = BoardId::ALL.map(|id| position.bfen(id));
        let said = format!("{}. {}", ply.name(), ply.san(&position));
        ply.play_on(&mut position);
        last[ply.seat.board() as usize] = Some(LastMove::of(ply.mv));
        let before = Some((said, before));
        out.push(moment(document, index + 1, &position, last, before));
    }
    out
}

/// Returns the data of `moment`. `position` is the position at `moment`, and `last` the last move on each board.
/// `before` holds the text of the last ply, and both boards in BFEN before that ply; `None` at the first moment.
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
    let clocks_at = |time| {
        let clocks = timeline.clocks(moment, time);
        Seat::ALL.map(|seat| clocks[seat].ms)
    };
    let clocks = clocks_at(t);
    let stops =
        if moment < played.plies.len() { clocks_at(timeline.time_of(moment + 1)) } else { clocks };
    let last = last.map(|last| last.map(LastMove::names));
    let check = checks(position);
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
        clocks: Some(clocks),
        stops: Some(stops),
        marks: marks_at(document, &Point::Match(moment)),
        ..MomentData::default()
    }
}
