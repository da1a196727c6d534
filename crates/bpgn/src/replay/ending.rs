//! The end of a match: the written result, the position on the boards, and contradictions between them.

use super::{Issue, Problem};
use crate::{
    Span,
    notation::{Cause, ClosingComment, GameResult, Record},
};
use bughouse::{Seat, Team};

/// The end of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The result to display: the result in the `Result` tag if it is decided, otherwise the result after the moves.
    pub result: Option<GameResult>,
    /// The checkmated seat; `None` if the record contains no mate. If it contains several, the last one counts. A
    /// mate after which the record has further plies of the same board counts only with a `#`, since the record itself
    /// takes it for none.
    pub mated: Option<Seat>,
    /// The losing team; `None` if neither the position nor the closing comment shows it.
    pub lost: Option<Team>,
    /// How the match ended, such as by mate or resignation; `None` if unknown.
    pub cause: Option<Cause>,
    /// Whether the record contradicts `result`: by a mate on the board, otherwise by the closing comment, otherwise by
    /// the result after the moves.
    pub is_contradicted: bool,
    /// The result that the boards or the closing comment show in place of a contradicted one, or that a mate shows where
    /// the record has none.
    pub correction: Option<GameResult>,
}

impl Ending {
    /// Reads the end of `record`, whose bytes are `text`. `mated` are the seats that are mated on the boards, in the
    /// order of the mates. Adds contradictions to `issues`.
    pub(super) fn of(
        record: &Record,
        text: &[u8],
        mated: &[Seat],
        issues: &mut Vec<Issue>,
    ) -> Self {
        let last_ply = record.plies.last().map(|ply| Span::at(ply.span.end));
        let written = [record.ending.result_span, record.ending.reason];
        let written = written.into_iter().find(|span| !span.is_empty());
        let span = written.or(last_ply).unwrap_or_default();
        let mut issue = |problem| issues.push(Issue { span, problem });
        let tag = record.result_tag(text);
        let result = record.result_with(tag);
        let players = Seat::ALL.map(|seat| record.player(text, seat));
        let players = players.each_ref().map(|name| name.as_deref().unwrap_or_default().as_bytes());
        let reason = record.reason(text);
        let ClosingComment { cause, lost: named } =
            ClosingComment::read(reason.as_bytes(), players, Cause::from_bytes);
        let winner = result.and_then(GameResult::winner);
        let last_mated = mated.last().copied();
        let mut is_contradicted = false;
        if let (Some(tag), Some(moves)) = (tag, record.ending.result)
            && (tag.is_decided() && moves.is_decided() && tag != moves)
        {
            issue(Problem::Results { tag, moves });
            // A mate or the comment may confirm the tag.
            let lost = last_mated.or(named).map(Seat::team);
            is_contradicted = lost.is_none() || lost == winner;
        }
        if let (Some(seat), Some(result)) = (last_mated, result)
            && contradicts(mated, result)
        {
            issue(Problem::MateAgainstResult { mated: seat, result });
            is_contradicted = true;
        } else if let (Some(named), Some(won)) = (named, winner)
            && named.team() == won
        {
            issue(Problem::CommentAgainstResult { named, result: GameResult::win_of(won) });
            is_contradicted |= mated.is_empty();
        }
        let lost = last_mated.or(named).map(Seat::team);
        let is_missing = !result.is_some_and(GameResult::is_decided) && are_of_one_team(mated);
        if let (Some(seat), true) = (last_mated, is_missing) {
            issue(Problem::MateWithoutResult { mated: seat });
        }
        let shown = if is_contradicted || is_missing { lost } else { None };
        Self {
            result,
            mated: last_mated,
            lost,
            cause: cause.or(last_mated.map(|_| Cause::Mate)),
            is_contradicted,
            correction: shown.map(|lost| GameResult::win_of(lost.other())),
        }
    }
}

/// Returns whether mates of all seats in `mated` contradict `result`. Mates against both teams contradict nothing, since
/// the order of moves on different boards is uncertain.
fn contradicts(mated: &[Seat], result: GameResult) -> bool {
    let is_of_winner = |won: Team| mated.iter().all(|seat| seat.team() == won);
    are_of_one_team(mated) && result.winner().map_or(result.is_decided(), is_of_winner)
}

/// Returns whether `mated` are seats of one team.
fn are_of_one_team(mated: &[Seat]) -> bool {
    let is_mated = |team: Team| mated.iter().any(|seat| seat.team() == team);
    is_mated(Team::First) != is_mated(Team::Second)
}
