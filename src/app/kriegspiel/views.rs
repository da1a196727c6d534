//! The views of a game of Kriegspiel: one for the referee, and one for each player. They are computed when the game is
//! opened or changed.

use super::{GameMomentView, GameScene, GameSteps, HeardRow};
use crate::{
    document::{GameDocument, GameHeader},
    kriegspiel::{
        HeardMove, Hearing, View, hide_end, lines_of_game, lines_of_hearing,
        notation::{PlyNotes, color_title, write},
        tags_and_lines, visible_tags,
    },
    notation::GameResult,
    rules::Color,
};

/// The point of view from which a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The referee, who sees everything.
    #[default]
    Referee,
    /// The player of this colour.
    Seat(Color),
}

/// A game of Kriegspiel with the rows of its panels in every available view.
#[derive(Clone, Debug)]
pub struct GameViews {
    pub header: GameHeader,
    /// The steps in the view of the file.
    pub steps: GameSteps,
    /// The referee's rows; `None` if the file is a player's view.
    referee: Option<Vec<HeardRow>>,
    /// The players' views, Black's first; `None` for a view that the file does not have.
    seats: [Option<SeatView>; 2],
}

/// A player's view. Invariant: a view contains nothing that only the other side knows.
#[derive(Clone, Debug)]
pub struct SeatView {
    pub hearing: Hearing,
    /// The announcements as rows.
    pub rows: Vec<HeardRow>,
    /// The steps of this view, without the other side's tries if the rules do not announce them.
    pub steps: GameSteps,
    /// The indices of the tags visible to this player.
    pub tags: Vec<usize>,
}

impl Side {
    /// Returns `Referee`, `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Referee => "Referee",
            Self::Seat(color) => color_title(color),
        }
    }

    /// Returns the colour of the player; `None` for the referee.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Referee => None,
            Self::Seat(color) => Some(color),
        }
    }

    pub const ALL: [Self; 3] = [Self::Referee, Self::Seat(Color::White), Self::Seat(Color::Black)];
}

impl GameViews {
    pub fn of(document: &GameDocument) -> Self {
        let game = document.game();
        let moments = 1..=game.plies();
        let notes: Vec<PlyNotes> = moments.map(|moment| document.notes(moment)).collect();
        let referee =
            lines_of_game(game, None, usize::MAX).map(|lines| HeardRow::all(&lines, &notes));
        // A player's file has only the player's own notes; a referee's notes are hidden from players.
        let player_notes = if referee.is_some() { &[][..] } else { &notes };
        let seats = [Color::Black, Color::White].map(|seat| {
            let hearing = game.hearing(seat)?;
            Some(SeatView::of(document, hearing, player_notes))
        });
        Self { header: GameHeader::of(document), steps: steps_of_game(&game.view), referee, seats }
    }

    /// Returns the view of `seat`; `None` if the file is the other player's view.
    pub const fn seat(&self, seat: Color) -> Option<&SeatView> {
        self.seats[seat as usize].as_ref()
    }

    /// Returns the rows of `side`; `None` if the file does not have that view.
    pub fn rows(&self, side: Side) -> Option<&[HeardRow]> {
        match side {
            Side::Referee => self.referee.as_deref(),
            Side::Seat(seat) => self.seat(seat).map(|view| view.rows.as_slice()),
        }
    }

    /// Returns the steps in the view of `side`, or in that of the file if it does not have that view.
    pub fn steps_of(&self, side: Side) -> &GameSteps {
        let seat = side.color().and_then(|seat| self.seat(seat));
        seat.map_or(&self.steps, |view| &view.steps)
    }

    /// Returns whether the file is a player's view rather than the referee's.
    pub const fn is_filtered(&self) -> bool {
        self.referee.is_none()
    }

    /// Returns `side` if the file has that view, or else the first view that it has.
    pub fn side_or_own(&self, side: Side) -> Side {
        if self.rows(side).is_some() {
            return side;
        }
        let own = Side::ALL.into_iter().find(|side| self.rows(*side).is_some());
        own.unwrap_or_default()
    }

    /// Returns the scene of the game `document` at the step `at.step`, in the view `at.side`. Returns `None` if the
    /// file does not have that view.
    pub fn scene(
        &self,
        document: &GameDocument,
        at: &GameMomentView,
        flipped: bool,
    ) -> Option<GameScene> {
        Some(match (at.side, &document.game().view) {
            (Side::Referee, View::Referee(referee)) => {
                GameScene::of_referee(referee, at.step, flipped)
            }
            (Side::Referee, View::Seat(_)) => return None,
            (Side::Seat(seat), _) => {
                GameScene::of_hearing(&self.seat(seat)?.hearing, at.step, flipped)
            }
        })
    }
}

impl SeatView {
    fn of(document: &GameDocument, hearing: Hearing, notes: &[PlyNotes]) -> Self {
        let lines = lines_of_hearing(&hearing, usize::MAX);
        let (record, turn) = (document.record(), document.game().turn());
        Self {
            rows: HeardRow::all(&lines, notes),
            steps: steps_of_hearing(&hearing),
            tags: visible_tags(record, document.text(), hearing.seat, turn),
            hearing,
        }
    }
}

/// Returns the text of a file with the first `plies` plies of `document` in the view of `side`. If this omits plies of
/// the game, the result in the file is `*`. Returns `None` if the record does not have that view.
pub(super) fn text_after(document: &GameDocument, side: Side, plies: usize) -> Option<String> {
    let (record, game) = (document.record(), document.game());
    let (mut tags, lines) = tags_and_lines(record, document.text(), game, side.color(), plies)?;
    let mut result = record.ending.result;
    if lines.len() < game.plies() {
        hide_end(&mut tags);
        result = Some(GameResult::Unknown);
    }
    Some(write(&tags, &lines, result))
}

fn steps_of_game(view: &View) -> GameSteps {
    match view {
        View::Referee(referee) => {
            let plies = referee.plies.iter();
            GameSteps(plies.map(|ply| ply.tries.len().max(ply.try_count as usize)).collect())
        }
        View::Seat(hearing) => steps_of_hearing(hearing),
    }
}

fn steps_of_hearing(hearing: &Hearing) -> GameSteps {
    let tries = hearing.plies.iter().map(|heard| match &heard.mv {
        HeardMove::Own { tries, try_count, .. } => tries.len().max(*try_count as usize),
        HeardMove::Other { tries } => tries.unwrap_or(0) as usize,
    });
    GameSteps(tries.collect())
}
