//! [`Mistake`]: a move that was a mistake, with all reasons for it.

use super::{Finding, FindingKind, Themes};

/// A mistake of a player. One move is one mistake, for whatever number of reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The main reason: the one that decided the match or, without it, the first.
    pub finding: Finding,
    /// The other reasons, in the order of the match.
    pub others: Vec<Finding>,
}

impl Mistake {
    /// Returns the mistakes among the `findings` of a match, in their order.
    pub fn all(findings: &[Finding]) -> Vec<Self> {
        let mut mistakes: Vec<Self> = Vec::new();
        for finding in findings.iter().filter(|it| it.is_mistake()) {
            match mistakes.iter_mut().find(|mistake| mistake.is_by_move_of(finding)) {
                Some(mistake) => mistake.add(finding.clone()),
                None => mistakes.push(Self { finding: finding.clone(), others: Vec::new() }),
            }
        }
        mistakes
    }

    /// Returns whether `finding` is about the same move. What was missed at the end of the match, without a move, stays
    /// apart.
    fn is_by_move_of(&self, finding: &Finding) -> bool {
        let Finding { seat, played, .. } = self.finding;
        played.is_some() && (seat, played) == (finding.seat, finding.played)
    }

    fn add(&mut self, mut finding: Finding) {
        if finding.decided {
            std::mem::swap(&mut self.finding, &mut finding);
            self.others.insert(0, finding);
        } else {
            self.others.push(finding);
        }
    }

    /// Iterates over the reasons, the main one first.
    pub fn reasons(&self) -> impl Iterator<Item = &Finding> {
        std::iter::once(&self.finding).chain(&self.others)
    }

    pub fn has_kind(&self, kind: FindingKind) -> bool {
        self.reasons().any(|it| it.kind == kind)
    }

    pub fn themes(&self) -> Themes {
        self.reasons().fold(Themes::NONE, |themes, it| themes.union(it.themes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    #[test]
    fn move_with_two_reasons_is_one_mistake() {
        use FindingKind::{CaptureMissed, DefenceMissed, JointMissed, MateFound, MateMissed};
        let finding = |kind, seat, played: Option<usize>, decided| Finding {
            played,
            decided,
            ..Finding::new(kind, seat, 4, 6)
        };
        let findings = [
            finding(MateFound, Seat::BlackB, Some(6), false),
            finding(JointMissed, Seat::BlackB, Some(6), false),
            finding(DefenceMissed, Seat::BlackB, Some(6), true),
            finding(MateMissed, Seat::BlackB, Some(8), false),
            finding(MateMissed, Seat::BlackA, None, false),
            finding(CaptureMissed, Seat::BlackA, None, false),
        ];
        let kinds: Vec<Vec<FindingKind>> = Mistake::all(&findings)
            .iter()
            .map(|it| it.reasons().map(|it| it.kind).collect())
            .collect();
        let expected = [
            vec![DefenceMissed, JointMissed],
            vec![MateMissed],
            vec![MateMissed],
            vec![CaptureMissed],
        ];
        assert_eq!(kinds, expected);
    }
}
