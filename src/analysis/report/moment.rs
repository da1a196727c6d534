//! Describes the tactics of one moment in words.

use super::phrases::{format_moves, one_more, or};
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Joint, Mate},
    rules::{BoardId, ByBoard, BySeat, Move, Position, Reserve, Seat, role_name},
    timeline::{ClockPrecision, Diagonal, Reading, gap_size_text},
};

/// Describes the tactics of each board of `position` in phrases without full stops, the most urgent first. A board
/// without tactics has no phrases. `clocks` are those of the moment. `names` are the names of the players, or of the seats
/// where the players are unknown.
pub fn moment_words(
    position: &Position,
    tactics: &ByBoard<BoardTactics>,
    clocks: &BySeat<Reading>,
    names: &BySeat<String>,
) -> ByBoard<Vec<String>> {
    // A wanted piece that the partner can capture at once has its own phrase, so the joint win needs none.
    ByBoard::from_fn(|id| {
        let mut words = board_words(position, id, &tactics[id], names);
        if let Some(joint) = tactics[id].joint.as_ref().filter(|joint| !joint.is_at_hand()) {
            let seat = position.turn(id);
            let lead = sitting_words(
                Diagonal::lead_ms(clocks, seat),
                clocks[seat].precision,
                &names[seat],
            );
            let partner = partner_wins(position, seat, joint, names);
            words.insert(0, format!("joint win: sit; {partner}; {lead}"));
        }
        words
    })
}

/// Describes a joint win: `Q@e8 wins a queen in 2 moves, then mate in 1`. `first` is the text of its first moves.
/// `held` is the reserve of the sitting player, who needs one piece more. `mate` is the text for the mate: `mate` or, for
/// example, `Ann mates`.
pub fn joint_words(first: &str, joint: &Joint, held: &Reserve, mate: &str) -> String {
    let kinds = one_more(held, joint.delivers.iter().copied());
    let in_moves = match joint.moves {
        1 => String::new(),
        moves => format!(" in {moves} moves"),
    };
    // The opponent may choose which piece is captured, and with it the length of the mate.
    let at_most = if joint.delivers.len() > 1 { "at most " } else { "" };
    match joint.mate {
        Some(1) => format!("{first} wins {kinds}{in_moves}, then {mate} in 1"),
        Some(moves) => format!("{first} wins {kinds}{in_moves}, then {mate} in {at_most}{moves}"),
        None => format!("{first} leaves no reply{in_moves}"),
    }
}

/// Describes a joint win to `seat`, which sits: `Dan's Q@e8 wins a queen, then mate in 2`.
fn partner_wins(position: &Position, seat: Seat, joint: &Joint, names: &BySeat<String>) -> String {
    let first = format_moves(position.board_of(seat.partner()), &joint.first);
    let partner = partner_name(seat, names).unwrap_or("partner");
    joint_words(&format!("{partner}'s {first}"), joint, &position.reserves[seat], "mate")
}

/// Describes which team can wait longer. `lead_ms` is how far the clock of the sitting player, `sitter`, is ahead of that
/// of the partner's opponent, in milliseconds; `None` if unknown.
pub fn sitting_words(lead_ms: Option<i32>, precision: ClockPrecision, sitter: &str) -> String {
    let Some(lead_ms) = lead_ms else { return "if the opponents cannot wait".to_owned() };
    let gap = gap_size_text(lead_ms.unsigned_abs(), precision);
    if lead_ms.unsigned_abs() < precision.step_ms() {
        "the clocks on the diagonal are even".to_owned()
    } else if lead_ms > 0 {
        format!("{sitter} can outwait the opponents by {gap}")
    } else {
        format!("the opponents can outwait {sitter} by {gap}")
    }
}

/// Returns the name of the partner of `seat`, or `None` if it is unknown.
fn partner_name(seat: Seat, names: &BySeat<String>) -> Option<&str> {
    let partner = seat.partner();
    if names[partner] == partner.name() { None } else { Some(&names[partner]) }
}

fn board_words(
    position: &Position,
    id: BoardId,
    board_tactics: &BoardTactics,
    names: &BySeat<String>,
) -> Vec<String> {
    let seat = position.turn(id);
    let board = &position.boards[id];
    let first = |mate: &Mate| format_moves(board, &mate.first);
    let mut words = Vec::new();
    if board_tactics.stuck {
        words.push("stuck and needs a piece".to_owned());
    }
    if let Some(mate) = &board_tactics.mate {
        words.push(format!("mates in {}: {}", mate.moves, first(mate)));
    }
    if let Some(unless) = &board_tactics.conditional_mate {
        let kinds = unless.refuted_by.iter().copied().map(role_name).collect();
        let condition = match unless.refuted_by.as_slice() {
            [] => String::new(),
            _ => format!(" unless a {} comes", or(kinds)),
        };
        let mate = &unless.mate;
        words.push(format!("mates in {}{condition}: {}", mate.moves, first(mate)));
    }
    words.extend(board_tactics.wanted.iter().map(|more| {
        let captures = board_tactics.winning_captures(position, seat, more.role);
        wanted(position, seat, more, &captures, names)
    }));
    if let (Some(mate), Some(after_null_move)) = (&board_tactics.threat, board.null_move()) {
        let moves = format_moves(&after_null_move, &mate.first);
        words.push(format!("threatened with mate in {}: {moves}", mate.moves));
    }
    if let Some(after_null_move) = board.null_move() {
        words.extend(board_tactics.threat_with.iter().map(|more| {
            let moves = format_moves(&after_null_move, &more.mate.first);
            let (role, moves_to_mate) = (role_name(more.role), more.mate.moves);
            format!("a {role} would threaten mate in {moves_to_mate}: {moves}")
        }));
    }
    words.extend(board_tactics.fatal.iter().map(|more| {
        let (role, moves) = (role_name(more.role), more.mate.moves);
        let partner = partner_name(seat, names).unwrap_or("the partner");
        let opponent = &names[seat.opponent()];
        format!(
            "{partner} must not lose a {role}: with it {opponent} mates in {moves} after any move"
        )
    }));
    if board_tactics.unfinished {
        words.push("search incomplete".to_owned());
    }
    words
}

/// Describes the wanted piece `more`, which the partner of `seat` wins by one of `captures`.
fn wanted(
    position: &Position,
    seat: Seat,
    more: &ExtraPiece,
    captures: &[Move],
    names: &BySeat<String>,
) -> String {
    let board = position.board_of(seat);
    let first = format_moves(board, &more.mate.first);
    let (kind, moves) = (one_more(&position.reserves[seat], [more.role]), more.mate.moves);
    if captures.is_empty() {
        return format!("needs {kind} to mate in {moves}: {first}");
    }
    let partner = partner_name(seat, names).unwrap_or("the partner");
    let captures = format_moves(position.board_of(seat.partner()), captures);
    format!("mates in {moves} with {kind}: {first}; {partner} can take one: {captures}")
}
