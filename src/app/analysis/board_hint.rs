//! [`BoardHint`]: the result of exact analysis for one board, in one sentence.

use crate::{
    analysis::{
        report::{joint_words, one_more, or},
        tactics::{BoardTactics, ExtraPiece, Joint, Mate},
    },
    rules::{Board, BoardId, ByBoard, BySeat, Move, Position, Role, Seat, color_name, role_name},
    text::capital,
};

/// The hint beside a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardHint {
    pub seat: Seat,
    /// Whether `seat` can force mate whatever happens on the other board.
    pub is_mate: bool,
    /// The most urgent statement, beginning with the player's name.
    pub text: String,
    /// The same statement for narrow boards, with fewer and fewer details; begins with the seat's colour instead of the
    /// player's name. At least one text.
    pub shorter: Vec<String>,
    /// All statements about the board, most urgent first.
    pub all: Vec<String>,
    /// The first moves to choose from in the mate that `text` describes; empty if `text` describes no mate on this
    /// board.
    pub moves: Vec<Move>,
    /// Whether the board has a winning line that can be added as a variation.
    pub has_line: bool,
}

const MAX_NAMED_MOVES: usize = 3;

/// Returns the hints beside both boards of `position`; `None` for a board without a hint. `tactics` are the results of
/// the exact analysis of `position`.
pub fn board_hints(
    position: &Position,
    tactics: &ByBoard<BoardTactics>,
    names: &BySeat<&str>,
) -> ByBoard<Option<BoardHint>> {
    let writer = HintWriter { position, names };
    ByBoard::from_fn(|id| {
        let mut statements = writer.board(id, &tactics[id]);
        let other = id.other();
        statements.extend(writer.fatal(other, &tactics[other]));
        // The sort is stable: ties keep their order.
        statements.sort_by_key(|statement| statement.urgency);
        writer.hint(statements)
    })
}

/// The urgency of a statement, from most to least urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    Mate,
    Stuck,
    Joint,
    PartnerCan,
    Fatal,
    Threat,
    Unless,
    Wanted,
    ThreatWith,
    Unfinished,
}

struct Statement {
    urgency: Urgency,
    seat: Seat,
    phrase: String,
    /// The phrases for narrow boards, with fewer and fewer details; empty if `phrase` is short enough.
    shorter: Vec<String>,
    moves: Vec<Move>,
}

impl Statement {
    const fn of(urgency: Urgency, seat: Seat, phrase: String, moves: Vec<Move>) -> Self {
        Self { urgency, seat, phrase, shorter: Vec::new(), moves }
    }

    /// Returns the text between the player's name and the phrase.
    const fn separator(&self) -> &'static str {
        match self.urgency {
            Urgency::Joint | Urgency::ThreatWith => ":",
            _ => "",
        }
    }
}

struct HintWriter<'a> {
    position: &'a Position,
    names: &'a BySeat<&'a str>,
}

impl HintWriter<'_> {
    fn hint(&self, statements: Vec<Statement>) -> Option<BoardHint> {
        let describe = |statement: &Statement| {
            let Statement { seat, phrase, .. } = statement;
            format!("{}{} {phrase}", self.names[*seat], statement.separator())
        };
        let all: Vec<String> = statements.iter().map(describe).collect();
        let first = statements.into_iter().next()?;
        let start = capital(color_name(first.seat.color())) + first.separator();
        let phrases = if first.shorter.is_empty() { vec![first.phrase] } else { first.shorter };
        let shorter = phrases.iter().map(|phrase| format!("{start} {phrase}"));
        Some(BoardHint {
            seat: first.seat,
            is_mate: first.urgency == Urgency::Mate,
            text: all.first()?.clone(),
            shorter: shorter.collect(),
            all,
            moves: first.moves,
            has_line: false,
        })
    }

    /// Returns the statements about the player to move on board `id` and that player's opponent.
    fn board(&self, id: BoardId, findings: &BoardTactics) -> Vec<Statement> {
        let seat = self.position.turn(id);
        let board = &self.position.boards[id];
        let mut statements = Vec::new();
        let mut add_statement = |urgency, seat, phrase, moves| {
            statements.push(Statement::of(urgency, seat, phrase, moves));
        };
        if let Some(mate) = &findings.mate {
            let phrase = format!("mates in {}: {}", mate.moves, first_moves(board, mate));
            add_statement(Urgency::Mate, seat, phrase, shown_moves(mate));
        }
        if findings.stuck {
            let phrase = "is stuck and needs a piece".to_owned();
            add_statement(Urgency::Stuck, seat, phrase, Vec::new());
        }
        if let (Some(mate), Some(passed)) = (&findings.threat, board.null_move()) {
            let first = first_moves(&passed, mate);
            let phrase = format!("threatens mate in {}: {first}", mate.moves);
            add_statement(Urgency::Threat, seat.opponent(), phrase, shown_moves(mate));
        }
        if findings.unfinished {
            let phrase = "may have another win (search incomplete)".to_owned();
            add_statement(Urgency::Unfinished, seat, phrase, Vec::new());
        }
        if let Some(unless) = &findings.conditional_mate {
            let kinds = pieces(unless.refuted_by.iter().copied());
            let mate = &unless.mate;
            let first = first_moves(board, mate);
            let phrase = |opponent: &str| {
                let condition = match unless.refuted_by.as_slice() {
                    [] => String::new(),
                    _ => format!(" unless {opponent} gets {kinds}"),
                };
                format!("mates in {}{condition}: {first}", mate.moves)
            };
            let opponent = seat.opponent();
            let whole = phrase(self.names[opponent]);
            statements.push(Statement {
                shorter: vec![phrase(color_name(opponent.color()))],
                ..Statement::of(Urgency::Unless, seat, whole, shown_moves(mate))
            });
        }
        statements.extend(findings.joint.as_ref().and_then(|joint| self.joint(seat, joint)));
        statements.extend(self.wanted(seat, findings));
        statements.extend(self.threat_with(seat, findings));
        statements
    }

    /// Describes the joint win `joint`: `seat` sits while the partner wins the missing piece by force. Returns `None`
    /// if the partner can capture that piece at once, a case that [`HintWriter::wanted`] describes.
    fn joint(&self, seat: Seat, joint: &Joint) -> Option<Statement> {
        if joint.is_at_hand() {
            return None;
        }
        let partner = seat.partner();
        let first = list_moves(self.position.board_of(partner), &joint.first);
        let held = &self.position.reserves[seat];
        let phrase = |name: &str| {
            format!("sit; {}", joint_words(&format!("{name}'s {first}"), joint, held, "mate"))
        };
        Some(Statement {
            shorter: vec![phrase("partner"), format!("sit; partner plays {first}")],
            ..Statement::of(Urgency::Joint, seat, phrase(self.names[partner]), Vec::new())
        })
    }

    /// Describes the mates that `seat` would have with one more piece in reserve. Pieces that the partner wins by a capture
    /// at once have a statement for each length of the mate; all others share one statement.
    fn wanted(&self, seat: Seat, findings: &BoardTactics) -> Vec<Statement> {
        let captures =
            |extra: &ExtraPiece| findings.winning_captures(self.position, seat, extra.role);
        let (now, later): (Vec<&ExtraPiece>, Vec<&ExtraPiece>) =
            findings.wanted.iter().partition(|extra| !captures(extra).is_empty());
        let kinds = |group: &[&ExtraPiece]| {
            let roles = group.iter().map(|extra| extra.role);
            one_more(&self.position.reserves[seat], roles)
        };
        let mut statements = Vec::new();
        for group in group_by_mate_length(&now) {
            let partner = seat.partner();
            let capturing: Vec<Move> = group.iter().flat_map(|extra| captures(extra)).collect();
            let captures_text = list_moves(self.position.board_of(partner), &capturing);
            let length = in_moves(group[0].mate.moves);
            let mates = format!("mates{length} with {}", kinds(&group));
            let whole = format!("{mates}; {} can take one: {captures_text}", self.names[partner]);
            statements.push(Statement {
                shorter: vec![
                    format!("{mates}; partner can take one: {captures_text}"),
                    format!("mates{length} after partner's {captures_text}"),
                ],
                ..Statement::of(Urgency::PartnerCan, seat, whole, shown_moves(&group[0].mate))
            });
        }
        let groups = group_by_mate_length(&later);
        let mut shorter = Vec::new();
        let phrase = match groups.as_slice() {
            [] => return statements,
            [only] => format!("needs {} to mate{}", kinds(only), in_moves(only[0].mate.moves)),
            groups => {
                let needs = groups.iter().map(|group| {
                    let moves = group[0].mate.moves;
                    format!("{} to mate in {moves}", kinds(group))
                });
                shorter.push(format!("needs {} to mate", kinds(&later)));
                format!("needs {}", or(needs.collect::<Vec<String>>()))
            }
        };
        let moves = shown_moves(&groups[0][0].mate);
        statements.push(Statement { urgency: Urgency::Wanted, seat, phrase, shorter, moves });
        statements
    }

    /// Describes the threats that the opponent of `seat` would have with one more piece. `seat` is to move.
    fn threat_with(&self, seat: Seat, findings: &BoardTactics) -> Vec<Statement> {
        let kinds: Vec<&ExtraPiece> = findings.threat_with.iter().collect();
        let held = &self.position.reserves[seat.opponent()];
        let statement = |group: Vec<&ExtraPiece>| {
            let pieces = one_more(held, group.iter().map(|extra| extra.role));
            let short = format!("{pieces} would threaten mate");
            let whole = format!("{short}{}", in_moves(group[0].mate.moves));
            let moves = shown_moves(&group[0].mate);
            Statement {
                shorter: vec![short],
                ..Statement::of(Urgency::ThreatWith, seat.opponent(), whole, moves)
            }
        };
        group_by_mate_length(&kinds).into_iter().map(statement).collect()
    }

    /// Warns the partner of the player to move on board `id`. The warning names the pieces that the partner must not lose:
    /// with one of these pieces, the opponent on board `id` would mate after every move. The player to move there could
    /// only sit.
    fn fatal(&self, id: BoardId, findings: &BoardTactics) -> Option<Statement> {
        let seat = self.position.turn(id);
        if findings.fatal.is_empty() {
            return None;
        }
        let kinds = pieces(findings.fatal.iter().map(|extra| extra.role));
        let short = format!("must not lose {kinds}");
        let whole = format!("{short}: every move of {} would allow mate", self.names[seat]);
        Some(Statement {
            shorter: vec![short],
            ..Statement::of(Urgency::Fatal, seat.partner(), whole, Vec::new())
        })
    }
}

/// Groups pieces by the length of the mate that they make possible, shortest first. Invariant: no group is empty.
fn group_by_mate_length<'m>(kinds: &[&'m ExtraPiece]) -> Vec<Vec<&'m ExtraPiece>> {
    let mut sorted = kinds.to_vec();
    sorted.sort_by_key(|extra| extra.mate.moves);
    let groups = sorted.chunk_by(|one, next| one.mate.moves == next.mate.moves);
    groups.map(<[_]>::to_vec).collect()
}

/// Joins the names of the roles, such as `a knight or a queen`.
fn pieces(roles: impl Iterator<Item = Role>) -> String {
    or(roles.map(|role| format!("a {}", role_name(role))).collect())
}

fn in_moves(moves: u8) -> String {
    match moves {
        1 => String::new(),
        moves => format!(" in {moves}"),
    }
}

fn first_moves(board: &Board, mate: &Mate) -> String {
    list_moves(board, &mate.first)
}

/// Lists the first [`MAX_NAMED_MOVES`] of `moves` in SAN, such as `N@f7 or Qxg7`. Further moves are only counted.
fn list_moves(board: &Board, moves: &[Move]) -> String {
    let san = |&mv: &Move| board.san(mv).to_string();
    let mut phrase: Vec<String> = moves.iter().take(MAX_NAMED_MOVES).map(san).collect();
    if moves.len() > MAX_NAMED_MOVES {
        phrase.push(format!("{} more", moves.len() - MAX_NAMED_MOVES));
    }
    or(phrase)
}

/// Returns the first moves of `mate` that are drawn on the boards.
fn shown_moves(mate: &Mate) -> Vec<Move> {
    mate.first.iter().take(MAX_NAMED_MOVES).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::{BoardHint, board_hints};
    use crate::{
        analysis::tactics::{Limits, Solver},
        rules::{Bfen, BoardId, BySeat, Seat},
    };

    /// Returns all statements about both boards of `fen`.
    fn findings(fen: &str) -> [Vec<String>; 2] {
        hints(fen).map(|hint| hint.map_or(Vec::new(), |hint| hint.all))
    }

    fn hints(fen: &str) -> [Option<BoardHint>; 2] {
        let position = Bfen::parse(fen, None).expect(fen).position;
        let tactics = Solver::new(Limits::default()).both(&position);
        let names = BySeat::from_fn(|seat| match seat {
            Seat::WhiteA => "Anna",
            Seat::BlackA => "Ben",
            Seat::WhiteB => "Carla",
            Seat::BlackB => "Dan",
        });
        let hints = board_hints(&position, &tactics, &names);
        BoardId::ALL.map(|id| hints[id].clone())
    }

    /// A board without tactics: it has only two kings, far apart.
    const QUIET: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

    #[test]
    fn wanted_piece_is_described_with_its_capture() {
        let smothered = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
        let [a, b] = findings(&format!("{smothered} | {QUIET}"));
        assert_eq!(a, ["Anna needs a knight to mate"]);
        assert!(b.is_empty());
        // Anna's partner Dan can take a knight.
        let taking = "4k3/8/8/3b4/8/1N6/8/4K3[] b - - 0 1";
        let [a, _] = findings(&format!("{smothered} | {taking}"));
        assert_eq!(a, ["Anna mates with a knight; Dan can take one: Bxb3"]);
    }

    #[test]
    fn joint_win_names_the_partners_move() {
        let smothered = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
        let skewer = "6k1/8/8/8/8/8/r7/4K2N[] b - - 0 1";
        let [a, _] = findings(&format!("{smothered} | {skewer}"));
        assert_eq!(
            a,
            [
                "Anna: sit; Dan's Ra1 wins a knight in 2 moves, then mate in 1",
                "Anna needs a knight to mate",
            ]
        );
    }

    /// In a real match, a knight mates in 2 and a queen in 1, and White A already has a rook.
    #[test]
    fn all_wanted_pieces_are_in_one_statement() {
        let fen = "r5k1/p1p3rp/2p2p2/3p1n2/3P2Nn/2P2PB1/P1P4P/R1B2RK1[Nb] b - - 0 19";
        let [a, _] = findings(&format!("{fen} | {QUIET}"));
        let words = "Ben needs a queen to mate in 1 or a knight to mate in 2";
        assert!(a.iter().any(|it| it == words), "{a:?}");
        let fen = "r1b2rk1/p1p2p1p/5P1p/3pP3/1q1P3n/2N1P1P1/PPP2nPK/R1BQ4[RBNNbbpp] w - - 0 18";
        let [a, _] = findings(&format!("{fen} | {QUIET}"));
        let words = "Anna needs a queen to mate in 1 or another rook to mate in 3";
        assert!(a.iter().any(|it| it == words), "{a:?}");
    }

    #[test]
    fn capture_that_lets_the_partner_be_mated_as_fast_is_not_named() {
        let fen = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | 5brk/6pp/2N5/3b4/8/8/8/K7[N] b - - 0 1";
        let [a, _] = findings(fen);
        assert_eq!(a, ["Anna needs a knight to mate"]);
    }

    #[test]
    fn narrow_board_shows_the_move_without_names() {
        let fen = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | 4k3/8/8/3b4/8/1N6/8/4K3[] b - - 0 1";
        let [a, _] = hints(fen);
        let shorter = [
            "White mates with a knight; partner can take one: Bxb3",
            "White mates after partner's Bxb3",
        ];
        assert_eq!(a.expect("a hint").shorter, shorter);
        let [a, _] = hints("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        assert_eq!(a.expect("a hint").shorter, ["White mates in 1: N@f7"]);
        let skewer = "6k1/8/8/8/8/8/r7/4K2N[] b - - 0 1";
        let [a, _] = hints(&format!("6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | {skewer}"));
        let shorter = [
            "White: sit; partner's Ra1 wins a knight in 2 moves, then mate in 1",
            "White: sit; partner plays Ra1",
        ];
        assert_eq!(a.expect("a hint").shorter, shorter);
    }

    #[test]
    fn decisive_piece_is_named_beside_its_board() {
        // Ben is to move and cannot free his king. If his partner Carla loses a knight, Anna receives it.
        let smothered = "6rk/6pp/8/8/8/8/8/6K1[] b - - 0 1";
        let [a, b] = findings(&format!("{smothered} | {QUIET}"));
        assert_eq!(a, ["Anna: a knight would threaten mate"]);
        assert!(b.is_empty(), "Ben's rook can move: {b:?}");
        let stuck = "k7/8/1K6/8/8/8/8/8[] b - - 0 1";
        let [a, b] = findings(&format!("{stuck} | {QUIET}"));
        assert_eq!(a, ["Anna: a queen would threaten mate"]);
        assert_eq!(b, ["Carla must not lose a queen: every move of Ben would allow mate"]);
    }

    #[test]
    fn side_without_a_reply_to_check_waits() {
        let stuck = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1"
            .replace("R5K1[] w", "6K1[] b")
            .replacen("6k1", "R5k1", 1);
        let [a, _] = findings(&format!("{stuck} | {QUIET}"));
        assert_eq!(a, ["Ben is stuck and needs a piece"]);
    }
}
