//! [`Scene`]: the content of a picture of one moment. It has a [`BoardScene`] for each board and a [`SeatScene`] for
//! each seat.

use super::{Mark, Veil, missing_characters};
use crate::{
    document::{Document, Header},
    replay::{Match, Point, VariationPlace},
    rules::{Board, BoardId, Color, Move, Piece, Position, Reserve, Role, Seat, Square, castled},
    timeline::{MatchTime, Moment, Reading},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    pub square: Square,
    pub piece: Piece,
    pub promoted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The origin square; `None` for a drop.
    pub from: Option<Square>,
    pub to: Square,
}

impl LastMove {
    pub fn of(mv: Move) -> Self {
        match mv {
            Move::Castle { king, rook } => Self { from: Some(king), to: castled(king, rook).0 },
            mv => Self { from: mv.from(), to: mv.to() },
        }
    }

    /// Returns the names of the origin and target squares. A drop has no origin.
    pub(super) fn names(self) -> [Option<String>; 2] {
        [self.from, Some(self.to)].map(|square| Some(square?.to_string()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardScene {
    pub id: BoardId,
    /// The colour of the player at the bottom.
    pub below: Color,
    /// The pieces, from a1 to h8.
    pub pieces: Vec<PlacedPiece>,
    /// The last move; `None` before the first move. A player's view of Kriegspiel shows only the player's own moves.
    pub last: Option<LastMove>,
    /// The square of the king in check, if any.
    pub check: Option<Square>,
    pub mate: bool,
}

/// A seat's reserve at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatScene {
    pub seat: Seat,
    pub reserve: Reserve,
    /// The role of the piece that the last ply added to the reserve, if any.
    pub arrived: Option<Role>,
}

/// The content of a picture, the same for all output formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The boards from left to right.
    pub boards: Vec<BoardPart>,
    /// A description of the picture, for use as alternative text.
    pub title: String,
    /// Both boards in BFEN, separated by ` | `. For Kriegspiel, the FEN of the board or, in a player's view, only the
    /// player's own pieces in the notation of a FEN.
    pub position: String,
    /// The text below the boards; empty for none.
    pub caption: String,
    pub hidden: Hidden,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BoardPart {
    pub board: BoardScene,
    /// The seat at the top.
    pub above: SeatPart,
    /// The seat at the bottom.
    pub below: SeatPart,
    pub marks: Vec<Mark>,
    /// The veil over a board of Kriegspiel; `None` in the referee's view and for bughouse.
    pub veil: Option<Veil>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SeatPart {
    pub scene: SeatScene,
    /// The player's name; if unknown, the name of the seat.
    pub name: String,
    /// The player's rating; empty if unknown.
    pub rating: String,
    pub clock: Reading,
}

impl Scene {
    /// Returns the characters of the picture that no font has. They are drawn as boxes.
    pub fn missing_characters(&self) -> Vec<char> {
        let mut text = self.caption.clone();
        if !self.hidden.names {
            let parts = self.boards.iter();
            for part in parts.flat_map(|board| [&board.above, &board.below]) {
                text.push_str(&part.name);
                text.push_str(&part.rating);
            }
        }
        missing_characters(&text)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// `true` hides the names and ratings.
    pub names: bool,
    /// `true` hides the clocks. Clocks are also hidden if none of them is known.
    pub clocks: bool,
    pub reserves: bool,
    pub coordinates: bool,
    /// `true` hides the highlights of the last move and of the piece just added to a reserve.
    pub last_move: bool,
}

/// The options for the content of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// The boards to show, from left to right.
    pub boards: Vec<BoardId>,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    pub hidden: Hidden,
    /// Arrows and circles in addition to the saved ones.
    pub marks: Vec<(BoardId, Mark)>,
    /// The text below the boards; empty for none.
    pub caption: String,
}

impl Default for Show {
    fn default() -> Self {
        Self {
            boards: BoardId::ALL.to_vec(),
            flipped: false,
            hidden: Hidden::default(),
            marks: Vec::new(),
            caption: String::new(),
        }
    }
}

impl Scene {
    /// Returns the scene of `document` at `moment`. The clocks are those at the start of the moment.
    pub fn of(document: &Document, moment: Moment, show: &Show) -> Self {
        let position = document.played().position_after(moment);
        Self::at(document, &position, moment, document.timeline().time_of(moment), show)
    }

    /// Returns the scene of `document` at `point`.
    pub fn at_point(document: &Document, point: &Point, show: &Show) -> Self {
        match point {
            Point::Match(moment) => Self::of(document, *moment, show),
            Point::Variation(place) => Self::in_variation(document, place, show),
        }
    }

    /// Returns the scene of `document` during `moment`, with the clocks at the match time `time`. `position` is the
    /// position at `moment`.
    pub fn at(
        document: &Document,
        position: &Position,
        moment: Moment,
        time: MatchTime,
        show: &Show,
    ) -> Self {
        let played = document.played();
        let header = Header::of(document);
        let clocks = document.timeline().clocks(moment, time);
        let marks = marks(document, &Point::Match(moment), show);
        let seat = |seat: Seat| SeatPart {
            scene: SeatScene::of(seat, position, played, moment),
            name: header.seats[seat].name.clone(),
            rating: header.seats[seat].rating.clone(),
            clock: clocks[seat],
        };
        let part = |&id: &BoardId| {
            let board = BoardScene::of(id, position, played, moment, show.flipped);
            let marks = marks.iter().filter(|(board, _)| *board == id);
            BoardPart {
                above: seat(Seat::new(id, board.below.other())),
                below: seat(Seat::new(id, board.below)),
                marks: marks.map(|(_, mark)| *mark).collect(),
                veil: None,
                board,
            }
        };
        Self {
            boards: show.boards.iter().map(part).collect(),
            title: title(document, &header, moment),
            position: BoardId::ALL.map(|id| position.bfen(id)).join(" | "),
            caption: show.caption.clone(),
            hidden: show.hidden,
        }
    }

    /// Returns the scene of `document` at `place` in a variation. Clocks are hidden, since variations have no times.
    pub fn in_variation(document: &Document, place: &VariationPlace, show: &Show) -> Self {
        let variations = document.variations();
        let point = Point::Variation(place.clone());
        let position = variations.position(document.played(), &point);
        let branches_off_at = variations.branches_off_at(&place.path);
        let mut scene = Self::at(document, &position, branches_off_at, 0, show);
        scene.hidden.clocks = true;
        let plies = variations.plies_to(place);
        let marks = marks(document, &point, show);
        for part in &mut scene.boards {
            let id = part.board.id;
            let last = plies.iter().rfind(|ply| ply.ply.seat.board() == id);
            if let Some(last) = last {
                part.board.last = Some(LastMove::of(last.ply.mv));
            }
            let own_marks = marks.iter().filter(|(board, _)| *board == id);
            part.marks = own_marks.map(|(_, mark)| *mark).collect();
            for seat in [&mut part.above.scene, &mut part.below.scene] {
                let last = plies.last().map(|last| last.ply);
                let last_of_partner = last.filter(|ply| ply.seat.partner() == seat.seat);
                seat.arrived = last_of_partner.and_then(|ply| ply.taken);
            }
        }
        if let Some(ply) = document.variation_san(place) {
            let teams = scene.title.rsplit_once(", ").map_or("", |(teams, _)| teams);
            scene.title = format!("{teams}, in a variation after {ply}");
        }
        scene
    }
}

/// Returns the marks saved with the ply before `point`, followed by those of `show`, without duplicates.
fn marks(document: &Document, point: &Point, show: &Show) -> Vec<(BoardId, Mark)> {
    let mut marks = document.saved_marks(point);
    for mark in &show.marks {
        if !marks.contains(mark) {
            marks.push(*mark);
        }
    }
    marks
}

/// Returns the title of a picture: `raven & death – Gnejs & Paaso, after 12b. Qxd3`.
fn title(document: &Document, header: &Header, moment: Moment) -> String {
    let played = document.played();
    let when = match moment.min(played.plies.len()).checked_sub(1) {
        None => "at the start".to_owned(),
        Some(last) => {
            let ply = &played.plies[last];
            format!("after {}. {}", ply.name(), ply.san(&played.position_after(last)))
        }
    };
    format!("{}, {when}", header.teams())
}

/// Returns the last move on board `id` before `moment`, or `None` if there is none.
fn last_move(id: BoardId, played: &Match, moment: Moment) -> Option<LastMove> {
    let plies = &played.plies[..moment.min(played.plies.len())];
    plies.iter().rev().find(|ply| ply.seat.board() == id).map(|ply| LastMove::of(ply.mv))
}

impl BoardScene {
    /// Returns board `id` of `position`, the position of `played` at `moment`. The first team, White A and Black B, is
    /// at the bottom, or the second if `flipped`.
    pub fn of(
        id: BoardId,
        position: &Position,
        played: &Match,
        moment: usize,
        flipped: bool,
    ) -> Self {
        let board = &position.boards[id];
        Self {
            id,
            below: below(id, flipped),
            pieces: pieces(board),
            last: last_move(id, played, moment),
            check: board.is_check().then(|| board.king(board.turn())),
            mate: board.is_checkmate(),
        }
    }

    /// Returns board A without pieces, with the colour `below` at the bottom.
    pub const fn empty(below: Color) -> Self {
        Self { id: BoardId::A, below, pieces: Vec::new(), last: None, check: None, mate: false }
    }

    /// Returns the column and row of `square`, each from 0 to 7, counted from the upper left corner.
    pub fn place(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// Returns the square at a column and row, each from 0 to 7, counted from the upper left corner.
    pub fn square_at(&self, column: u8, row: u8) -> Square {
        let (file, rank) = match self.below {
            Color::White => (column.min(7), 7 - row.min(7)),
            Color::Black => (7 - column.min(7), row.min(7)),
        };
        Square::from_coords(
            crate::rules::File::new(u32::from(file)),
            crate::rules::Rank::new(u32::from(rank)),
        )
    }
}

impl SeatScene {
    pub fn of(seat: Seat, position: &Position, played: &Match, moment: usize) -> Self {
        let arrived = moment
            .checked_sub(1)
            .and_then(|ply| played.plies.get(ply))
            .filter(|ply| ply.seat.partner() == seat)
            .and_then(|ply| ply.taken);
        Self { seat, reserve: position.reserves[seat], arrived }
    }
}

/// Returns the colour at the bottom of board `id`: White on A and Black on B; the reverse if `flipped`.
pub fn below(id: BoardId, flipped: bool) -> Color {
    Color::from_white((id == BoardId::A) != flipped)
}

fn pieces(board: &Board) -> Vec<PlacedPiece> {
    board
        .pieces()
        .iter()
        .map(|(square, piece)| PlacedPiece { square, piece, promoted: board.is_promoted(square) })
        .collect()
}
