//! Every form of position in real files, and the errors for invalid ones.

use proptest::prelude::*;
use tandem::rules::{Bfen, BoardId, BySeat};

/// Reads `text` and compares both boards as BFEN 0.1, with clocks and notes, or the error.
fn check(text: &str, expect: &str) {
    let got = match Bfen::parse(text, Some(180)) {
        Err(error) => format!("{}: {error}", error.at),
        Ok(read) => {
            let mut lines = vec![read.position.bfen(BoardId::A)];
            if text.contains('|') {
                lines.push(read.position.bfen(BoardId::B));
            }
            let clocks: Vec<i32> = read.clocks.iter().copied().flatten().collect();
            if !clocks.is_empty() {
                lines.push(format!("{clocks:?}"));
            }
            lines.extend(
                read.notes
                    .iter()
                    .filter(|note| {
                        text.contains('|')
                            || !note.to_string().starts_with("the position has one board")
                    })
                    .map(ToString::to_string),
            );
            lines.join("\n")
        }
    };
    assert_eq!(got, expect, "{text}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

#[test]
fn thiefs_form_has_a_ninth_rank_and_clocks() {
    check(
        "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN w - - 45 56 | Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60",
        "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1[BBBNqrppp] w - - 0 1\n\
         Q~4rk1/8/8/8/8/8/8/R3K2R[] w KQ - 0 1\n\
         [45000, 56000, 45000, 60000]",
    );
}

#[test]
fn brackets_mean_move_counts() {
    check(
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR[QNPrbp] w KQkq - 45 56",
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR[QNPrbp] w KQkq - 45 56",
    );
}

#[test]
fn an_empty_reserve_may_be_written_in_four_ways() {
    for tail in ["[]", "[-]", "/", ""] {
        check(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{tail} w KQkq - 0 1"), START);
    }
}

#[test]
fn short_forms_may_omit_parts() {
    for tail in ["w KQkq", "w KQkq -", "w KQkq - - -", "w KQkq - -"] {
        check(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ {tail}"), START);
    }
    check("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    check(
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1\nboard A: missing side to move; assumed White",
    );
}

#[test]
fn shredder_letters_are_castling_rights_and_are_written_as_x_fen() {
    check(
        "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1",
        "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR[] w KQkq - 0 1",
    );
    check("4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1", "4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1");
    for inner in [
        "8/8/8/k7/8/8/8/3K1R1R[] w F - 0 1",
        // A reader that does not know promoted pieces would take the outer rook for the castling one.
        "8/8/8/k7/8/8/8/3K1R1R~[] w F - 0 1",
        "1k6/8/8/8/8/8/8/R~1R1K3[] w C - 0 1",
    ] {
        check(inner, inner);
    }
    check("8/8/8/k7/8/8/8/3K1R1R[] w H - 0 1", "8/8/8/k7/8/8/8/3K1R1R[] w K - 0 1");
}

#[test]
fn byte_order_mark_and_blanks_before_a_position_are_ignored() {
    for before in ["\u{feff}", " \n\t", "\u{feff}\r\n  "] {
        check(&format!("{before}{START}"), START);
        check(
            &format!("{before}4k3/8/8/8/8/8/8/4K3 x"),
            &format!(
                "{}: board A: the side to move must be 'w' or 'b', not 'x'",
                before.len() + 20
            ),
        );
    }
}

#[test]
fn small_numbers_are_counts_when_the_time_control_is_far_above() {
    check(
        "brkbqnrn/pppppppp/8/8/8/8/PPPPPPPP/BRKBQNRN w - - 4 7",
        "brkbqnrn/pppppppp/8/8/8/8/PPPPPPPP/BRKBQNRN[] w - - 4 7",
    );
}

#[test]
fn castling_rights_without_pieces_are_dropped_and_reported() {
    check(
        "4k3/8/8/8/8/8/8/4K2R[] w KQ e6 0 1",
        "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1\nboard A: ignored castling right Q: the king or \
         rook is not in place\nboard A: en passant square e6, but there is no pawn to capture; ignored",
    );
}

#[test]
fn en_passant_square_is_written_only_if_legal() {
    check("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1");
    check("4k3/8/8/3p4/8/8/8/4K3[] w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3[] w - - 0 1");
    check("4r1k1/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "4r1k1/8/8/3pP3/8/8/8/4K3[] w - - 0 1");
    check("6k1/8/8/r2pP2K/8/8/8/8[] w - d6 0 1", "6k1/8/8/r2pP2K/8/8/8/8[] w - - 0 1");
}

#[test]
fn a_bad_position_names_its_rank_file_or_field() {
    check("", "0: board A: missing position");
    check("7/8/8 w", "0: board A: rank 8 has 7 squares");
    check("8/1 w", "2: board A: rank 7 has 1 square");
    check("8/8/9/8 w", "4: board A: '9' in rank 6 is not a piece");
    check("8/8/8 w", "5: board A: 3 ranks instead of 8");
    check("8/8/x7/8 w", "4: board A: 'x' in rank 6 is not a piece");
    check("8/8/P~7/8 w", "5: board A: '~' in rank 6 must follow a queen, rook, bishop or knight");
    check("4k3/8/8/8/8/8/8/8 w", "0: board A: white has 0 kings");
    check("4k3/4k3/8/8/8/8/8/4K3 w", "0: board A: black has 2 kings");
    check("4k2P/8/8/8/8/8/8/4K3 w", "0: board A: a pawn stands on h8");
    check(
        "4k3/4R3/8/8/8/8/8/4K3 w",
        "0: board A: black is in check, but the other side is to move",
    );
    check("4k3/8/8/8/8/8/8/4K3[K] w", "20: board A: 'K' in the reserve cannot be dropped");
    check("4k3/8/8/8/8/8/8/4K3[Q w", "21: board A: missing ']' after the reserve");
    check("4k3/8/8/8/8/8/8/4K3 x", "20: board A: the side to move must be 'w' or 'b', not 'x'");
    check("4k3/8/8/8/8/8/8/4K3 white", "20: board A: the side to move must be 'w', not 'white'");
    check(
        "4k3/8/8/8/8/8/8/4K3 BLACK - - 0 1",
        "20: board A: the side to move must be 'b', not 'black'",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 KQkq",
        "20: board A: the side to move must be 'w' or 'b', not a word starting with 'K'",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w Z",
        "22: board A: 'Z' is not a castling right; use KQkq, A-H, a-h or '-'",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - e4",
        "24: board A: the en passant field must be '-' or a square of rank 3 or 6",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "26: board A: the last two fields must be numbers or '-'",
    );
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1 9", "30: board A: unexpected text after the position");
    check(&format!("{START} | 8/8 w"), "64: board B: 2 ranks instead of 8");
    check(&format!("{START}|{START}|"), "118: board B: a match has only two boards");
}

#[test]
fn malformed_examples_of_bfen_0_1_have_messages() {
    check(
        "r2q1rk1/ppp2ppp/2n1bn2/3p4/3P4/2NB~/5N2/R1BQ1RK1[QNNPrbp] b - - 0 12",
        "31: board A: rank 3 has 4 squares",
    );
    check(
        "r7/8/8/8/8/8/8/R6K[QQQQQQQRRRRRBBBBNNNNPPPPPPPPqqqqqqqrrrrrbbbbnnnnnpppppppp] w - - 0 50",
        "0: board A: black has 0 kings",
    );
    check(
        "Q~Q~Q~/Q~Q~Q~/Q~Q~Q~/8/8/q~q~q~/q~q~q~/q~q~q~[] w - - 0 100",
        "0: board A: rank 8 has 3 squares",
    );
}

#[test]
fn both_written_forms_read_back_to_the_same_position() {
    let text = "r1b1k1nr/ppp1qpPp/2n5/1B1p1n1N/3P4/2P5/P1P1QPnP/R1BK2NR/PPBpp b kq - 142 164 | 2Nrkb1r/pPpbqppp/2p5/8/3N4/2P1B3/P1P1QPpP/R3K2R/Ppb w KQk - 142 163";
    let read = Bfen::parse(text, Some(180)).unwrap();
    let thief = read.position.thief_fen(&read.clocks);
    assert_eq!(Bfen::parse(&thief, Some(180)).unwrap(), read);
    let plain = BoardId::ALL.map(|id| read.position.bfen(id)).join(" | ");
    let again = Bfen::parse(&plain, Some(180)).unwrap();
    assert_eq!(again.position, read.position);
    assert_eq!(again.clocks, BySeat::default());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "[rnbqkpRNBQKP1-8/~|\\[\\] wb-]{0,120}") {
        let _ = Bfen::parse(&text, None);
    }

    #[test]
    fn any_characters_are_read_or_refused_without_a_panic(text in "\\PC{0,60}") {
        let _ = Bfen::parse(&text, None);
    }
}
