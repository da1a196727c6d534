//! [`Missed`]: the findings about a player in several matches, counted.
//!
//! The book of mistakes in the window and `tandem analyse --summary` both show a [`Missed`].

use crate::{
    analysis::ledger::{Finding, FindingKind, Mistake, Theme},
    rules::{Move, Role, role_name},
    text::count_text,
};
use std::collections::{BTreeMap, BTreeSet};

/// The findings about a player in several matches, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missed {
    /// The number of matches of the player, with or without findings.
    pub matches: usize,
    /// The number of matches by month, such as `2026.11`. Matches without a date are left out.
    pub matches_by_month: BTreeMap<String, usize>,
    /// The findings of the player.
    pub own: Tally,
    /// The findings of the player's partners.
    pub partner: Tally,
    /// The number of missed mates, by length in moves.
    pub mates: BTreeMap<u8, usize>,
    /// The number of missed mates, by kind of first move. A mate with first moves of several kinds counts once for each
    /// kind.
    pub begun_by: BTreeMap<FirstMove, usize>,
    /// How long partners waited for a piece that the player could win, in milliseconds.
    pub kept_waiting_ms: u64,
    /// The number of those waits whose length is known.
    pub waits: usize,
    /// The pieces won in time for a waiting partner, by letter.
    pub sent: BTreeMap<char, usize>,
}

/// Findings, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of findings, by kind.
    pub kinds: BTreeMap<FindingKind, usize>,
    /// The number of mistakes. A move that is a mistake for two reasons is one mistake, and two findings.
    pub mistakes: usize,
    /// The number of mistakes, by theme.
    pub themes: BTreeMap<Theme, usize>,
    /// The number of mistakes by phase of the match.
    pub phases: BTreeMap<Phase, usize>,
    /// The number of mistakes by month, such as `2026.11`. Matches without a date are left out.
    pub months: BTreeMap<String, usize>,
    /// The number of mistakes that decided a match.
    pub decided: usize,
}

impl Tally {
    /// Counts `finding`, unless it is a lost piece that could not have been kept.
    pub fn add_finding(&mut self, finding: &Finding) {
        if !finding.kind.is_mistake() || finding.is_mistake() {
            *self.kinds.entry(finding.kind).or_default() += 1;
        }
    }

    /// Counts `mistake`, in a match of `month` (empty if unknown).
    pub fn add_mistake(&mut self, mistake: &Mistake, month: &str) {
        self.mistakes += 1;
        for theme in mistake.themes().iter() {
            *self.themes.entry(theme).or_default() += 1;
        }
        self.decided += usize::from(mistake.finding.decided);
        *self.phases.entry(Phase::of(mistake)).or_default() += 1;
        if !month.is_empty() {
            *self.months.entry(month.to_owned()).or_default() += 1;
        }
    }

    fn add(&mut self, other: &Self) {
        self.mistakes += other.mistakes;
        self.decided += other.decided;
        add_counts(&mut self.kinds, &other.kinds);
        add_counts(&mut self.themes, &other.themes);
        add_counts(&mut self.phases, &other.phases);
        add_counts(&mut self.months, &other.months);
    }

    /// Returns the number of findings of `kind`.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.kinds.get(&kind).copied().unwrap_or(0)
    }
}

/// A kind of mistake, with the findings that count as its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MistakeKind {
    pub kind: FindingKind,
    /// The finding in which the player made use of such a chance; `None` if there is no such finding.
    pub avoided: Option<FindingKind>,
    /// The name on the screen.
    pub name: &'static str,
}

impl MistakeKind {
    pub const ALL: [Self; 6] = [
        Self::new(FindingKind::MateMissed, Some(FindingKind::MateFound), "Mates missed"),
        Self::new(
            FindingKind::CaptureMissed,
            Some(FindingKind::CaptureMade),
            "Mating captures missed",
        ),
        Self::new(FindingKind::JointMissed, Some(FindingKind::JointMade), "Joint wins missed"),
        Self::new(FindingKind::JointSpoiled, None, "Moved instead of sitting"),
        Self::new(FindingKind::PieceLost, None, "Mating pieces given away"),
        Self::new(FindingKind::DefenceMissed, Some(FindingKind::DefenceFound), "Defences missed"),
    ];

    const fn new(kind: FindingKind, avoided: Option<FindingKind>, name: &'static str) -> Self {
        Self { kind, avoided, name }
    }

    /// Returns the number of chances of this kind in `tally`, used or not; `None` if there were none, or if only mistakes
    /// are known.
    pub fn chances(self, tally: &Tally) -> Option<usize> {
        let chances = tally.count(self.kind) + tally.count(self.avoided?);
        if chances == 0 { None } else { Some(chances) }
    }
}

/// A part of a match, by the number of plies on both boards before the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The first 40 plies, about ten moves of each player.
    Opening,
    /// From ply 40 on.
    Middle,
    /// From ply 100 on.
    Late,
}

impl Phase {
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Late];

    /// Returns the name of the phase on the screen. It counts the moves of both boards, as the match list does.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "First 40 moves",
            Self::Middle => "Moves 41 to 100",
            Self::Late => "After move 100",
        }
    }

    /// Returns the phase in which the chance of the main reason of `mistake` began.
    pub const fn of(mistake: &Mistake) -> Self {
        match mistake.finding.from {
            ..40 => Self::Opening,
            40..100 => Self::Middle,
            100.. => Self::Late,
        }
    }

    /// Returns the word for the phase in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Late => "late",
        }
    }
}

/// The kind of a mate's first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FirstMove {
    /// The role of the piece that moves or is dropped. For a promotion, this is the pawn.
    pub role: Role,
    pub is_drop: bool,
}

impl FirstMove {
    pub const fn of(mv: Move) -> Self {
        Self { role: mv.role(), is_drop: matches!(mv, Move::Drop { .. }) }
    }

    /// Returns `N@` for a drop, `N` for a move.
    pub fn letters(self) -> String {
        let letter = self.role.upper_char();
        if self.is_drop { format!("{letter}@") } else { letter.to_string() }
    }

    fn words(self) -> String {
        let verb = if self.is_drop { "drops" } else { "moves" };
        format!("{} {verb}", role_name(self.role))
    }
}

impl Missed {
    /// Counts a finding of the player.
    pub fn add_finding(&mut self, finding: &Finding) {
        self.own.add_finding(finding);
        if finding.kind == FindingKind::MateMissed {
            *self.mates.entry(finding.length).or_default() += 1;
            let kinds: BTreeSet<FirstMove> =
                finding.first.iter().map(|&mv| FirstMove::of(mv)).collect();
            for kind in kinds {
                *self.begun_by.entry(kind).or_default() += 1;
            }
        }
        if finding.kind.is_joint()
            && finding.kind != FindingKind::JointSpoiled
            && let Some(took_ms) = finding.took_ms
        {
            self.kept_waiting_ms += u64::from(took_ms);
            self.waits += 1;
        }
        if let (FindingKind::CaptureMade | FindingKind::JointMade, Some(piece)) =
            (finding.kind, finding.piece)
        {
            *self.sent.entry(piece.upper_char()).or_default() += 1;
        }
    }

    /// Counts a match of `month` (empty if unknown).
    pub fn add_match(&mut self, month: &str) {
        self.matches += 1;
        if !month.is_empty() {
            *self.matches_by_month.entry(month.to_owned()).or_default() += 1;
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.kept_waiting_ms += other.kept_waiting_ms;
        self.waits += other.waits;
        self.own.add(&other.own);
        self.partner.add(&other.partner);
        add_counts(&mut self.matches_by_month, &other.matches_by_month);
        add_counts(&mut self.mates, &other.mates);
        add_counts(&mut self.begun_by, &other.begun_by);
        add_counts(&mut self.sent, &other.sent);
    }

    pub fn mates(&self) -> usize {
        self.mates.values().sum()
    }

    /// Returns the most frequent kind of first move and its count, or `None` if no mates were missed.
    pub fn most_frequent_first_move(&self) -> Option<(FirstMove, usize)> {
        let kinds = self.begun_by.iter().map(|(&kind, &count)| (kind, count));
        kinds.max_by_key(|&(_, count)| count)
    }

    /// Returns the number of the player's findings of `kind`.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.own.count(kind)
    }

    /// Returns the number of the player's mistakes.
    pub const fn mistakes(&self) -> usize {
        self.own.mistakes
    }

    pub const fn is_empty(&self) -> bool {
        self.own.mistakes == 0
    }

    /// Describes the mistakes: `missed 12 mates (7 in 1, 5 in 2), 9 of them knight drops; gave away 1 mating piece`.
    pub fn words(&self) -> String {
        let mut parts = Vec::new();
        if self.mates() > 0 {
            let by_length = self.mates.iter().map(|(moves, count)| format!("{count} in {moves}"));
            let by_length: Vec<String> = by_length.collect();
            let mates = count_text(self.mates(), "mate", "mates");
            let mut words = format!("missed {mates} ({})", by_length.join(", "));
            if let Some((kind, count)) =
                self.most_frequent_first_move().filter(|&(_, count)| count > 1)
            {
                words += &format!(", {count} of them {}", kind.words());
            }
            parts.push(words);
        }
        for (kind, verb, one, many) in [
            (FindingKind::CaptureMissed, "missed", "mating capture", "mating captures"),
            (FindingKind::JointMissed, "missed", "joint win", "joint wins"),
            (FindingKind::JointSpoiled, "spoiled", "joint win", "joint wins"),
            (FindingKind::PieceLost, "gave away", "mating piece", "mating pieces"),
            (FindingKind::DefenceMissed, "missed", "defence", "defences"),
        ] {
            match self.count(kind) {
                0 => {}
                count => parts.push(format!("{verb} {}", count_text(count, one, many))),
            }
        }
        if parts.is_empty() { "missed nothing".to_owned() } else { parts.join("; ") }
    }
}

fn add_counts<K: Ord + Clone>(all: &mut BTreeMap<K, usize>, more: &BTreeMap<K, usize>) {
    for (key, count) in more {
        *all.entry(key.clone()).or_default() += count;
    }
}
