//! Which finding decided the match.

use super::{Finding, FindingKind};

/// Clears [`Finding::decided`] of all `findings` that may have decided the match, but for one: the last mistake. Without a
/// mistake, it is the last lost piece that led to the mate or, without one, the last win or, without one, the last sit
/// that lost the match. `findings` are those of a match, in their order.
pub(super) fn keep_decision(findings: &mut [Finding]) {
    let candidates = (0..findings.len()).filter(|&index| findings[index].decided);
    let decision = candidates.max_by_key(|&index| {
        let finding = &findings[index];
        let is_mistake = finding.is_mistake();
        // A move that both misses a win and allows the mate that was played lost by the mate.
        let is_mated = finding.kind == FindingKind::DefenceMissed || finding.mated.is_some();
        let is_piece_lost = !is_mistake && finding.kind == FindingKind::PieceLost;
        (is_mistake, is_piece_lost, !finding.kind.is_wait(), finding.shown(), is_mated)
    });
    for (index, finding) in findings.iter_mut().enumerate() {
        finding.decided = decision == Some(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    fn decided(kinds: &[(FindingKind, usize)]) -> Vec<bool> {
        let finding = |&(kind, ply)| Finding {
            played: Some(ply),
            decided: true,
            ..Finding::new(kind, Seat::BlackB, ply, ply)
        };
        let mut findings: Vec<Finding> = kinds.iter().map(finding).collect();
        keep_decision(&mut findings);
        findings.iter().map(|it| it.decided).collect()
    }

    #[test]
    fn last_mistake_decides() {
        use FindingKind::{DefenceMissed, JointMissed, MateFound, MateMissed, PieceLost, Sit};
        assert_eq!(
            decided(&[(MateMissed, 3), (JointMissed, 5), (MateFound, 8)]),
            [false, true, false]
        );
        // One move misses a win and allows the mate.
        assert_eq!(decided(&[(DefenceMissed, 5), (JointMissed, 5)]), [true, false]);
        assert_eq!(decided(&[(JointMissed, 5), (DefenceMissed, 5)]), [false, true]);
        // A piece that could not be kept is no mistake.
        assert_eq!(decided(&[(PieceLost, 2), (MateFound, 8), (Sit, 9)]), [true, false, false]);
        assert_eq!(decided(&[(MateFound, 8), (Sit, 9)]), [true, false]);
        assert!(decided(&[]).is_empty());
    }
}
