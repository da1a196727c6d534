//! A brute-force implementation of Kriegspiel on shakmaty's chess: every position is a [`Chess`], every set a list, and
//! every order of attempts is tried.

use super::games::{board, is_legal, same};
use super::referee::walk;
use shakmaty::{Chess, Color, EnPassantMode, Move, MoveList, Position as _, Square, fen::Fen};
use std::collections::{BTreeMap, BTreeSet};
use tandem::{
    kriegspiel::{Heard, HeardMove, Hearing},
    rules::{Attempt, CheckDirections},
};

/// Capture and checks.
pub type Announcement = (Option<Square>, CheckDirections);

pub fn said(before: &Chess, mv: Move) -> (Announcement, Chess) {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let capture = match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        mv => mv.capture().map(|_| mv.to()),
    };
    let checks = after.checkers().into_iter().map(|at| walk(&after, at));
    ((capture, checks.collect()), after)
}

/// Returns the text that distinguishes two positions.
pub fn key(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::PseudoLegal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn different(positions: Vec<Chess>) -> Vec<Chess> {
    let mut seen = BTreeSet::new();
    positions.into_iter().filter(|position| seen.insert(key(position))).collect()
}

fn attempts(position: &Chess, color: Color) -> Vec<Attempt> {
    board(position).own_pieces(color).attempts()
}

/// Returns the positions that are consistent with the first `plies` plies of `hearing`, starting from `start`.
pub fn believe(start: &Chess, hearing: &Hearing, plies: usize) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    for heard in &hearing.plies[..plies] {
        positions = different(positions.iter().flat_map(|it| hear(it, heard)).collect());
    }
    positions
}

fn hear(position: &Chess, heard: &Heard) -> Vec<Chess> {
    let announced = (heard.response.capture, heard.response.checks);
    let moves: Vec<Move> = match &heard.mv {
        HeardMove::Own { attempt, tries, .. } => {
            let illegal = |one: &tandem::kriegspiel::Try| {
                one.attempt.is_none_or(|it| !is_legal(position, it))
            };
            let moves = position.legal_moves().into_iter();
            moves.filter(|&mv| same(*attempt, mv) && tries.iter().all(illegal)).collect()
        }
        HeardMove::Other { tries } => {
            let all = attempts(position, position.turn());
            let illegal = all.into_iter().filter(|&it| !is_legal(position, it));
            let enough = illegal.count() >= usize::try_from(tries.unwrap_or(0)).expect("few");
            position.legal_moves().into_iter().filter(|_| enough).collect()
        }
    };
    moves
        .into_iter()
        .map(|mv| said(position, mv))
        .filter(|(said, _)| *said == announced)
        .map(|(_, after)| after)
        .collect()
}

/// Whether the side to move has a plan that mates within `left` plies in each of `positions`.
pub fn is_forced(positions: &[Chess], left: u32) -> bool {
    let with_moves = positions.iter().map(|it| (it.clone(), it.legal_moves()));
    has_plan(&with_moves.collect::<Vec<_>>(), left)
}

fn has_plan(positions: &[(Chess, MoveList)], left: u32) -> bool {
    let us = positions[0].0.turn();
    attempts(&positions[0].0, us).into_iter().any(|attempt| {
        let mut legal = Vec::new();
        let mut illegal = Vec::new();
        for (position, moves) in positions {
            match moves.iter().find(|&&mv| same(attempt, mv)) {
                Some(&mv) => legal.push((position, mv)),
                None => illegal.push((position.clone(), moves.clone())),
            }
        }
        !legal.is_empty() && wins(&legal, left) && (illegal.is_empty() || has_plan(&illegal, left))
    })
}

fn wins(legal: &[(&Chess, Move)], left: u32) -> bool {
    let mut groups: BTreeMap<String, Vec<Chess>> = BTreeMap::new();
    for &(position, mv) in legal {
        let (first, after) = said(position, mv);
        if after.is_checkmate() {
            continue;
        }
        let replies = after.legal_moves();
        if left < 3 || replies.is_empty() {
            return false;
        }
        for reply in replies {
            let (second, next) = said(&after, reply);
            let heard = format!("{first:?}{second:?}");
            groups.entry(heard).or_default().push(next);
        }
    }
    let mut groups = groups.into_values();
    groups.all(|group| is_forced(&different(group), left - 2))
}
