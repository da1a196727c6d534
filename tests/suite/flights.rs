//! The paths of moving pieces when a ply is played.

use tandem::{
    app::{Flight, Place},
    notation::Record,
    replay::Match,
    rules::{BoardId, Role, Seat},
};

/// Checks the flights of the last ply of `text`, one per line.
fn check(text: &str, expect: &[&str]) {
    let record = Record::parse(text.as_bytes());
    let played = Match::replay(&record, text.as_bytes());
    let last = played.plies.len() - 1;
    let flights = Flight::of(&played.plies[last], &played.position_after(last));
    let place = |place| match place {
        Place::Square(board, square) => format!("{}:{square}", board_letter(board)),
        Place::Reserve(seat, role) => format!("{}[{}]", seat_letter(seat), letter(role)),
    };
    let found: Vec<String> = flights
        .iter()
        .map(|f| format!("{} {} {}", f.piece.char(), place(f.from), place(f.to)))
        .collect();
    assert_eq!(found, expect, "{text}");
    for flight in flights {
        assert_eq!(flight.back().back(), flight);
        assert_eq!(flight.back().to, flight.from);
    }
}

const fn board_letter(board: BoardId) -> char {
    board.letter()
}

const fn seat_letter(seat: Seat) -> char {
    seat.letter()
}

fn letter(role: Role) -> char {
    role.upper_char()
}

#[test]
fn captured_piece_goes_to_the_partner() {
    check("1A. e4", &["P A:e2 A:e4"]);
    check("1A. e4 1a. d5 2A. exd5", &["P A:e4 A:d5", "p A:d5 b[P]"]);
    check("1A. e4 1a. d5 2A. exd5 1B. e4 1b. P@d3", &["p b[P] B:d3"]);
    check("1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6", &["P A:e5 A:d6", "p A:d5 b[P]"]);
    check("1B. e4 1b. e5 2B. Nf3 2b. Nc6 3B. Bc4 3b. Bc5 4B. O-O", &["K B:e1 B:g1", "R B:h1 B:f1"]);
}

#[test]
fn captured_promoted_piece_flies_as_itself_and_arrives_as_a_pawn() {
    check(
        "[SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4q~3/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"] 1A. Kxe2",
        &["K A:e1 A:e2", "q A:e2 b[P]"],
    );
}
