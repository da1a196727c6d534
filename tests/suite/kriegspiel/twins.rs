//! Pairs of games that sound the same to one player while the opponent plays differently.
//!
//! What that player hears is defined here independently: captures and checks of every move, the pawn tries before the
//! player's own moves, and the number of the opponent's illegal attempts.

use shakmaty::Color;
use std::cell::Cell;
use tandem::{
    kriegspiel::{
        Rules,
        notation::{Line, PlyName, PlyNotes, Response, WrittenTries, write},
        response,
    },
    rules::{Attempt, Board, Claim, Move, Reserve},
};

/// Two games that the player of `seat` cannot distinguish.
pub struct Twins {
    pub seat: Color,
    /// The texts from the referee's view.
    pub texts: [String; 2],
    /// The number of plies of each.
    pub plies: usize,
    /// The number of plies of the other side that differ.
    pub different: usize,
}

/// Reproducible pseudo-random numbers.
struct Random(Cell<u64>);

impl Random {
    fn below(&self, n: usize) -> usize {
        let next = self.0.get().wrapping_mul(6_364_136_223_846_793_005);
        self.0.set(next.wrapping_add(1_442_695_040_888_963_407));
        usize::try_from(self.0.get() >> 33).expect("31 bits") % n
    }
}

/// One of the two games, up to the current ply.
struct Game {
    board: Board,
    lines: Vec<Line>,
}

/// A legal move, its announcement, and the board after it.
type Played = (Move, Response, Board);

impl Game {
    fn moves(&self, rules: Rules) -> Vec<Played> {
        let moves = self.board.legal_moves(&Reserve::EMPTY).into_iter();
        moves
            .map(|mv| {
                let mut after = self.board.clone();
                after.play(mv);
                (mv, response(&self.board, mv, &after, rules), after)
            })
            .collect()
    }

    fn illegal(&self) -> Vec<Attempt> {
        let own = self.board.own_pieces(self.board.turn());
        let tries = own.attempts().into_iter();
        tries.filter(|&one| self.board.legal_move_for(one).is_none()).collect()
    }

    fn play(&mut self, (mv, response, after): &Played, tries: &[Attempt], comment: &str) {
        let color = self.board.turn();
        let own = self.board.own_pieces(color);
        let attempt = Attempt::of(*mv).expect("no drop");
        let claim = match (after.is_chess_mate(), after.is_check()) {
            (true, _) => Claim::Mate,
            (_, true) => Claim::Check,
            _ => Claim::None,
        };
        let number = u16::try_from(self.lines.len() / 2 + 1).expect("few");
        let tries = tries.iter().rev();
        self.lines.push(Line {
            name: PlyName { number, color },
            mv: Some((own.san(attempt, response.capture.is_some()), claim)),
            response: *response,
            tries: WrittenTries::Listed(tries.map(|&it| own.san(it, false).to_string()).collect()),
            notes: PlyNotes {
                comments: Vec::from_iter(Some(comment.to_owned()).filter(|it| !it.is_empty())),
                ..PlyNotes::default()
            },
        });
        self.board = after.clone();
    }
}

/// Returns what a player hears of a move of their own or of the opponent, and whether the move ends the game.
fn heard(played: &Played, own: bool) -> (Response, bool, bool) {
    let response = if own { Response { pawn_tries: None, ..played.1 } } else { played.1 };
    (response, played.2.has_move(), own && played.2.is_chess_mate())
}

/// Returns two games of at most `plies` plies that the player of `seat` cannot distinguish.
pub fn twins(seed: u64, seat: Color, icc: bool, plies: usize) -> Twins {
    let random = Random(Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let rules = if icc { Rules::ICC } else { Rules::default() };
    let mut games = [(); 2].map(|()| Game { board: Board::default(), lines: Vec::new() });
    let mut different = 0;
    for ply in 0..plies {
        let own = games[0].board.turn() == seat;
        let [one, other] = [0, 1].map(|it: usize| games[it].moves(rules));
        let mut pairs = Vec::new();
        for first in &one {
            for second in &other {
                let same_move = Attempt::of(first.0) == Attempt::of(second.0);
                if heard(first, own) == heard(second, own) && (!own || same_move) {
                    pairs.push((first, second, same_move));
                }
            }
        }
        // Pairs of different moves are preferred.
        if !own && pairs.iter().any(|pair| !pair.2) {
            pairs.retain(|pair| !pair.2);
        }
        if pairs.is_empty() {
            break;
        }
        let (first, second, same_move) = pairs[random.below(pairs.len())];
        different += usize::from(!same_move);
        let tries = tries(&random, &games, own);
        let words = ["nothing", "the secret of this game"];
        for (place, played) in [first, second].into_iter().enumerate() {
            let comment = if ply % 3 == 1 { words[place] } else { "" };
            games[place].play(played, &tries[place], comment);
        }
    }
    let texts = [0, 1].map(|place: usize| text_of(&games[place], place, rules));
    Twins { seat, texts, plies: games[0].lines.len(), different }
}

/// Returns up to two tries for each game: the same ones for the player, and equally many for the opponent.
fn tries(random: &Random, games: &[Game; 2], own: bool) -> [Vec<Attempt>; 2] {
    let mut illegal = [0, 1].map(|place: usize| games[place].illegal());
    if own {
        let both: Vec<Attempt> =
            illegal[0].iter().copied().filter(|one| illegal[1].contains(one)).collect();
        illegal = [both.clone(), both];
    }
    let most = illegal[0].len().min(illegal[1].len()).min(2);
    let count = random.below(most + 1);
    let start = random.below(64);
    illegal.map(|all| {
        let turned = all.iter().cycle().skip(start % all.len().max(1));
        turned.take(count).copied().collect()
    })
}

/// Returns the whole file, with tags that reveal what happened.
fn text_of(game: &Game, place: usize, rules: Rules) -> String {
    let fen = game.board.chess_fen();
    let told = [
        ("Event", "A pair"),
        ("Site", "?"),
        ("Date", "2026.11.22"),
        ("Round", "1"),
        ("White", "Anna"),
        ("Black", "Ben"),
        ("Result", "1/2-1/2"),
        ("Variant", &rules.name()),
        ("TimeControl", "300+0"),
        ("ECO", ["B00", "C20"][place]),
        ("Opening", ["one", "the secret opening"][place]),
        ("Annotator", ["nobody", "the secret keeper"][place]),
        ("Termination", ["no", "by a secret knight"][place]),
        ("FinalFEN", &fen),
        ("Anything", ["x", "secret"][place]),
    ];
    let tags = told.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let result = tandem::notation::GameResult::Draw;
    write(&tags, &game.lines, Some(result))
}
