//! Pictures of a game of Kriegspiel, as seen by the referee or a player. A player's picture shows only what that player
//! knows.

use super::{
    AnimationError, BoardPart, BoardScene, Hidden, LastMove, Look, PlacedPiece, Scene, SeatPart,
    SeatScene, Show, Veil, Watch,
    animation::encode_plies,
    missing_characters,
    problem::{ProblemDiagram, possible_squares},
};
use crate::{
    document::GameHeader,
    kriegspiel::{
        Game, HeardMove, Hearing, Line, PieceProbabilities, PlayerSight, Referee, Uncertain, View,
        WrittenTries, announcement_phrase, announcement_words, lines_of_game, stipulation,
    },
    rules::{Bitboard, Board, BoardId, Claim, Color, Piece, Reserve, Role, Seat, Square},
    text::count_text,
    timeline::Reading,
};
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug)]
pub struct GameView<'a> {
    pub game: &'a Game,
    /// The player whose view is shown; `None` for the view recorded in the file.
    pub seat: Option<Color>,
    pub caption: &'a GameCaption,
}

/// The texts beside the board of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCaption {
    pub header: GameHeader,
    /// The comments before the first move, such as the solution of a problem.
    pub comments: Vec<String>,
}

impl GameCaption {
    /// Returns the characters that no font has. They are drawn as boxes.
    pub fn missing_characters(&self) -> Vec<char> {
        missing_characters(&(self.header.names.concat() + &self.header.about()))
    }
}

impl GameView<'_> {
    /// Returns the plies as this view shows them. The list is empty if the record does not contain the view.
    pub(super) fn lines(&self) -> Vec<Line> {
        lines_of_game(self.game, self.viewer(), usize::MAX).unwrap_or_default()
    }

    /// Returns the player whose view is shown; `None` for the referee's view.
    fn viewer(&self) -> Option<Color> {
        self.seat.or(self.game.view.seat())
    }

    /// Formats the players, White first, with their ratings if known: `Anna (1850) – Ben`.
    pub(super) fn title(&self) -> String {
        let GameHeader { names, ratings, .. } = &self.caption.header;
        let player = |place: usize| match ratings[place].as_str() {
            "" => names[place].clone(),
            rating => format!("{} ({rating})", names[place]),
        };
        format!("{} – {}", player(0), player(1))
    }

    /// Returns what a problem with moves asks for after `plies` plies, its position. Returns `None` in the view of the
    /// player who is not to move.
    pub(super) fn stipulation(&self, plies: usize) -> Option<String> {
        let (question, turn) = (self.game.question?, self.game.turn());
        let is_shown =
            plies >= self.game.plies().max(1) && self.viewer().is_none_or(|it| it == turn);
        if is_shown { Some(stipulation(question, self.game.view.rules(), turn)) } else { None }
    }

    /// Formats how the game ended and its result, such as `Ben checkmated 1-0`. Empty if neither is known in this view.
    pub(super) fn ending(&self) -> String {
        let loser = &self.caption.header.names[self.game.turn().fold_wb(0, 1)];
        let reason = self.game.end_for(self.viewer()).map(|end| end.reason(loser));
        let result = self.game.result.filter(|result| result.is_decided());
        let result = result.map(|result| result.text().to_owned());
        reason.into_iter().chain(result).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn view_name(&self) -> &'static str {
        match self.viewer() {
            Some(Color::White) => "White’s view",
            Some(Color::Black) => "Black’s view",
            None => "referee’s view",
        }
    }
}

/// Formats the announcement after the ply of `line`, preceded by the illegal tries before that ply.
pub(super) fn line_words(line: &Line) -> String {
    let mated = matches!(line.mv, Some((_, Claim::Mate)));
    let color = line.name.color;
    let announcement = announcement_words(line.response, color, mated);
    match &line.tries {
        WrittenTries::Counted(0) | WrittenTries::Unannounced => announcement,
        WrittenTries::Counted(count) => {
            let tries = count_text(*count, "illegal try", "illegal tries");
            format!("After {tries}: {}", announcement_phrase(line.response, color, mated))
        }
        WrittenTries::Listed(tries) if tries.is_empty() => announcement,
        WrittenTries::Listed(tries) => {
            // A file lists the latest try first, but this text lists the earliest first.
            let tries: Vec<&str> = tries.iter().rev().map(String::as_str).collect();
            format!("Illegal: {}. {announcement}", tries.join(", "))
        }
    }
}

/// Returns the comments and variations of a ply.
pub(super) fn line_notes(line: &Line) -> Vec<String> {
    let variations = line.notes.variations.iter().map(|it| format!("({it})"));
    line.notes.comments.iter().cloned().chain(variations).collect()
}

/// Draws the scenes of a game one after the other. Each scene continues from the one before it, so that all scenes of a
/// game take time in proportion to its length.
pub(super) struct SceneWalk<'v> {
    view: GameView<'v>,
    lines: Vec<Line>,
    knowledge: Knowledge<'v>,
    /// The number of plies of the last scene.
    plies: usize,
}

/// What is known after some plies: the board to the referee, or what a player sees.
enum Knowledge<'v> {
    Referee(&'v Referee, Box<Board>),
    Player(Box<Hearing>, Box<PlayerSight>),
}

impl<'v> SceneWalk<'v> {
    /// Returns `None` if the record does not contain the view.
    pub(super) fn of(view: GameView<'v>) -> Option<Self> {
        let knowledge = match (&view.game.view, view.viewer()) {
            (View::Referee(referee), None) => {
                Knowledge::Referee(referee, Box::new(referee.board_after(0)))
            }
            (_, viewer) => {
                let hearing = view.game.hearing(viewer?)?;
                let sight = hearing.sight(0);
                Knowledge::Player(Box::new(hearing), Box::new(sight))
            }
        };
        Some(Self { view, lines: view.lines(), knowledge, plies: 0 })
    }

    /// Plays on to the position after `plies` plies, or after the last ply if there are fewer.
    fn go_to(&mut self, plies: usize) {
        let plies = plies.min(self.lines.len());
        let from = if plies < self.plies { 0 } else { self.plies };
        match &mut self.knowledge {
            Knowledge::Referee(referee, board) => {
                if from == 0 {
                    **board = referee.board_after(0);
                }
                for ply in &referee.plies[from..plies] {
                    board.play(ply.mv);
                }
            }
            Knowledge::Player(hearing, sight) => {
                if from == 0 {
                    **sight = hearing.sight(0);
                }
                hearing.plies[from..plies].iter().for_each(|heard| sight.hear(heard));
            }
        }
        self.plies = plies;
    }

    /// Returns the scene after `plies` plies. With `chances`, a player's view also shows the probabilities of the
    /// opponent's pieces.
    pub(super) fn scene(
        &mut self,
        plies: usize,
        chances: Option<&PieceProbabilities>,
        show: &Show,
    ) -> Scene {
        self.go_to(plies);
        let view = self.view;
        if chances.is_none()
            && let Some(problem) = ProblemDiagram::of(view, show.flipped)
        {
            return problem_scene(view, problem, show);
        }
        let (board, veil, position) = match &self.knowledge {
            Knowledge::Referee(referee, after) => {
                let board = referee_board(referee, after, plies, show.flipped);
                (board, None, after.chess_fen())
            }
            Knowledge::Player(hearing, sight) => {
                let (board, mut veil) = player_board(hearing, sight, plies, show.flipped);
                if let Some(chances) = chances {
                    let hidden = hearing.seat.other();
                    let certain = |square| Some(chances.certain(square)?.of(hidden));
                    veil.add_probabilities(|square| chances.of_any(square), certain);
                }
                (board, Some(veil), sight.own.pieces().to_string())
            }
        };
        // The last ply with its announcement in the notation of the file: `3... ?? (CS:0)`.
        let last_ply = self.lines[..self.plies].last().map_or_else(
            || "at the start".to_owned(),
            |last| {
                let dots = last.name.color.fold_wb(".", "...");
                let (number, mv) = (last.name.number, last.move_text());
                format!("{number}{dots} {mv} {}", last.code())
            },
        );
        Scene {
            title: format!("{}, {last_ply}", view.caption.header.names.join(" – ")),
            position,
            caption: if show.caption.is_empty() { last_ply } else { show.caption.clone() },
            hidden: Hidden { clocks: true, reserves: true, ..show.hidden },
            boards: vec![board_part(view, board, veil, show)],
        }
    }
}

fn board_part(view: GameView<'_>, board: BoardScene, veil: Option<Veil>, show: &Show) -> BoardPart {
    let part = |color: Color| SeatPart {
        scene: SeatScene {
            seat: Seat::new(BoardId::A, color),
            reserve: Reserve::EMPTY,
            arrived: None,
        },
        name: view.caption.header.names[color.fold_wb(0, 1)].clone(),
        rating: view.caption.header.ratings[color.fold_wb(0, 1)].clone(),
        clock: Reading::default(),
    };
    let marks = show.marks.iter().filter(|(id, _)| *id == BoardId::A);
    BoardPart {
        above: part(board.below.other()),
        below: part(board.below),
        marks: marks.map(|(_, mark)| *mark).collect(),
        board,
        veil,
    }
}

/// Returns the scene of a problem as it is published. Its caption stands in place of the names.
fn problem_scene(view: GameView<'_>, problem: ProblemDiagram, show: &Show) -> Scene {
    let ProblemDiagram { board, veil, position, caption } = problem;
    let words = caption.replace("    ", ", ").replace('\n', "; ");
    Scene {
        title: format!("Kriegspiel problem: {words}"),
        position,
        caption: if show.caption.is_empty() { caption } else { show.caption.clone() },
        hidden: Hidden { clocks: true, reserves: true, names: true, ..show.hidden },
        boards: vec![board_part(view, board, Some(veil), show)],
    }
}

/// Returns the scene after `plies` plies, or `None` if the record does not contain the view. With `chances`, a player's
/// view also shows the probabilities of the opponent's pieces.
pub fn game_scene(
    view: GameView<'_>,
    plies: usize,
    chances: Option<&PieceProbabilities>,
    show: &Show,
) -> Option<Scene> {
    let mut scene = SceneWalk::of(view)?.scene(plies, chances, show);
    if show.caption.is_empty()
        && let Some(words) = view.stipulation(plies)
    {
        scene.title.push_str(&format!(", {words}"));
        scene.caption.push_str(&format!("\n{words}"));
    }
    Some(scene)
}

/// Renders a game as a GIF with one frame for each of `moments`. A moment is the number of plies played. `chances[n]`
/// holds the probabilities of the opponent's pieces after `n` plies; a frame without an entry shows none. `speed` is in
/// plies per second, `width` in pixels.
///
/// # Errors
/// If the record does not contain the view, there are too many frames or pixels, or `watch` cancels.
pub fn game_animation(
    view: GameView<'_>,
    moments: RangeInclusive<usize>,
    chances: &[PieceProbabilities],
    show: &Show,
    look: &Look<'_>,
    (speed, width): (f64, u32),
    watch: Watch<'_>,
) -> Result<Vec<u8>, AnimationError> {
    let mut walk = SceneWalk::of(view);
    let scenes = walk
        .iter_mut()
        .flat_map(|walk| moments.clone().map(|plies| walk.scene(plies, chances.get(plies), show)));
    encode_plies(&scenes.collect::<Vec<_>>(), look, speed, width, watch)
}

/// Returns `pieces` as drawn on a board. Kriegspiel does not mark promoted pieces.
pub fn placed_pieces(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Vec<PlacedPiece> {
    let pieces = pieces.into_iter();
    pieces.map(|(square, piece)| PlacedPiece { square, piece, promoted: false }).collect()
}

/// Returns the referee's view of `board`, the position after `plies` plies, with White at the bottom unless `flipped`.
pub fn referee_board(referee: &Referee, board: &Board, plies: usize, flipped: bool) -> BoardScene {
    let last = plies.checked_sub(1).and_then(|last| referee.plies.get(last));
    BoardScene {
        id: BoardId::A,
        below: Color::from_white(!flipped),
        pieces: placed_pieces(board.pieces().iter()),
        last: last.map(|ply| LastMove::of(ply.mv)),
        check: board.is_check().then(|| board.king(board.turn())),
        mate: board.is_chess_mate(),
    }
}

/// Returns the board after `plies` plies, as the player of `hearing` sees it, and its veil, without probabilities.
/// `sight` is what that player sees then. The player is at the bottom, or at the top if `flipped`. The start of a
/// problem is its diagram: the known pieces of both sides, and the squares of the hidden ones.
pub fn player_board(
    hearing: &Hearing,
    sight: &PlayerSight,
    plies: usize,
    flipped: bool,
) -> (BoardScene, Veil) {
    let seat = hearing.seat;
    let last = plies.checked_sub(1).and_then(|last| hearing.plies.get(last));
    let pieces = sight.own.pieces();
    let king = pieces.by_role(Role::King).first();
    let own_move = last.and_then(|heard| match heard.mv {
        HeardMove::Own { attempt, .. } => Some(attempt.squares()),
        HeardMove::Other { .. } => None,
    });
    let mut board = BoardScene {
        id: BoardId::A,
        below: if flipped { seat.other() } else { seat },
        pieces: placed_pieces(pieces.iter()),
        last: own_move.map(|(from, to)| LastMove { from: Some(from), to }),
        check: if sight.checks.is_empty() { None } else { king },
        mate: false,
    };
    if hearing.shows_diagram(plies) {
        board.pieces = placed_pieces(hearing.start.pieces().iter());
        let uncertain = hearing.uncertain.as_ref();
        let unseen = uncertain.map_or(Bitboard::EMPTY, Uncertain::possible_squares);
        let veil = Veil {
            squares: unseen.into_iter().collect(),
            possible: possible_squares(uncertain.map(Uncertain::hidden)),
            ..Veil::default()
        };
        return (board, veil);
    }
    let unseen = |square: &Square| pieces.piece_at(*square).is_none();
    let rays = king.map(|king| sight.checks.squares(king, pieces.occupied()));
    let veil = Veil {
        squares: Square::ALL.into_iter().filter(unseen).collect(),
        rays: rays.into_iter().flatten().collect(),
        capture_square: last.and_then(|heard| heard.response.capture),
        ..Veil::default()
    };
    (board, veil)
}
