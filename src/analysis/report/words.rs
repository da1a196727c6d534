//! The report in sentences.

use super::{
    Arrival, DecisiveLoss, DiagonalClocks, JointChance, MateChance, Outcome, PartnerChance, Report,
    Think, Wait, WaitChance, WantedPieces, joint_words,
    moment::partner_wins,
    phrases::{format_moves, or, seconds},
    sitting_words,
};
use crate::{
    replay::Match,
    rules::{Move, Seat, role_name},
    timeline::{Moment, Sit},
};

/// The maximum number of moments that a sentence names.
const MAX_NAMED_MOMENTS: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The main moment of the sentence, to which its link leads.
    pub moment: Moment,
    /// Further moments of the sentence, in order.
    pub others: Vec<Moment>,
    pub subject: Subject,
    pub text: String,
    /// The wording of the sentence in an earlier version of the program, or the distinctive beginning of that wording.
    /// `None` if the wording never changed. A comment with the earlier wording counts as the same sentence.
    pub earlier: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A forced mate or joint win that was missed, or that was still available when the match ended. The winning line
    /// can be shown.
    MissedWin,
    /// Any other event at the moment.
    Event,
    /// A win of the partner that depended on the player: a joint win, or a capture of a piece that mates. The partner's
    /// sentences describe the win fully.
    PartnerWin,
    /// The whole match. The moment is an example.
    Match,
}

impl Sentence {
    fn new(moment: Moment, subject: Subject, text: String) -> Self {
        Self { moment, others: Vec::new(), subject, text, earlier: None }
    }
}

impl From<Outcome> for Subject {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Played => Self::Event,
            Outcome::Missed { .. } | Outcome::Unplayed => Self::MissedWin,
        }
    }
}

/// Returns the sentences about `seat` in the order of the match. Sentences about wanted pieces and the longest thinks
/// come last.
#[must_use]
pub fn sentences(played: &Match, report: &Report, seat: Seat) -> Vec<Sentence> {
    let seat_report = &report.seats[seat];
    let writer = ReportWriter { played };
    let mut sentences = Vec::new();
    sentences.extend(seat_report.new_chances().map(|it| writer.chance(it)));
    sentences.extend(seat_report.new_joint_wins().map(|it| writer.joint(it)));
    sentences.extend(seat_report.partner_chances.iter().map(|it| writer.partner_missed(it)));
    let partner = &report.seats[seat.partner()];
    sentences.extend(partner.new_joint_wins().filter_map(|it| writer.partner_joint(it)));
    sentences.extend(partner.partner_chances.iter().filter_map(|it| writer.missed_capture(it)));
    sentences.extend(seat_report.arrivals.iter().map(|it| writer.arrival(it)));
    sentences.extend(seat_report.decisive_losses.iter().map(|it| writer.loss(it)));
    sentences.extend(seat_report.waits.iter().map(|it| writer.wait(it)));
    sentences.sort_by_key(|sentence| sentence.moment);
    sentences.extend(writer.wanted_pieces(&seat_report.wanted_pieces));
    if let Some(longest) = seat_report.thinks.first() {
        let thinks: Vec<String> =
            seat_report.thinks.iter().map(|think| writer.think(think)).collect();
        // Sits may be longer than these thinks, and have their own sentences.
        let besides = if seat_report.waits.is_empty() { "" } else { " besides sits" };
        let text = format!("Longest thinks{besides}: {}.", thinks.join(", "));
        sentences.push(Sentence::new(longest.ply, Subject::Match, text));
    }
    sentences
}

#[must_use]
pub fn chance_sentence(played: &Match, chance: &MateChance) -> Sentence {
    ReportWriter { played }.chance(chance)
}

#[must_use]
pub fn joint_sentence(played: &Match, chance: &JointChance) -> Sentence {
    ReportWriter { played }.joint(chance)
}

/// Describes the clocks of a sit: ` Diagonal: 12.3 s ahead of White B at the start, 4.0 s behind at the end. White A
/// was safe for the first 12.3 s.`
fn clocks_words(clocks: DiagonalClocks, sit: Sit) -> String {
    let (seat, other) = (sit.seat.name(), sit.seat.partner().opponent().name());
    let lead = |ms: i32| {
        let by = seconds(ms.unsigned_abs());
        // Below 0.1 s the text would be `0.0 s`.
        match ms {
            ..=-100 => (format!("{by} behind"), ""),
            100.. => (format!("{by} ahead"), " of"),
            _ => ("level".to_owned(), " with"),
        }
    };
    let safe = match clocks.safe_ms {
        0 => "never safe".to_owned(),
        ms if ms >= sit.to - sit.from => "safe throughout".to_owned(),
        ms => format!("safe for the first {}", seconds(ms)),
    };
    let ((before, of), (after, _)) = (lead(clocks.before_ms), lead(clocks.after_ms));
    format!(" Diagonal: {before}{of} {other} at the start, {after} at the end. {seat} was {safe}.")
}

struct ReportWriter<'a> {
    played: &'a Match,
}

impl ReportWriter<'_> {
    fn name(&self, ply: usize) -> String {
        self.played.plies[ply].name().to_string()
    }

    fn before(&self, moment: Moment) -> String {
        self.placed("before", moment)
    }

    fn when(&self, moment: Moment) -> String {
        self.placed("at", moment)
    }

    fn placed(&self, preposition: &str, moment: Moment) -> String {
        if moment < self.played.plies.len() {
            format!("{preposition} {}", self.name(moment))
        } else {
            "at the end".to_owned()
        }
    }

    /// Returns a sentence with the text `text`. `text` names `moment` in the words of [`Self::when`]. Earlier versions
    /// used the words of [`Self::before`].
    fn at_moment(&self, moment: Moment, subject: Subject, text: String) -> Sentence {
        let earlier = text.replacen(&self.when(moment), &self.before(moment), 1);
        let earlier = Some(earlier).filter(|earlier| *earlier != text);
        Sentence { earlier, ..Sentence::new(moment, subject, text) }
    }

    fn moves(&self, moment: Moment, seat: Seat, played: &[Move]) -> String {
        let position = self.played.position_after(moment);
        format_moves(position.board_of(seat), played)
    }

    fn chance(&self, chance: &MateChance) -> Sentence {
        let first = self.moves(chance.moment, chance.seat, &chance.first);
        let mate = format!("mate in {}", chance.moves);
        let when = self.when(chance.moment);
        let text = match chance.outcome {
            Outcome::Played => {
                let mv = self.played.plies[chance.moment].mv;
                let mv = self.moves(chance.moment, chance.seat, &[mv]);
                format!("Found a {mate} {when}: {mv}.")
            }
            Outcome::Missed { used_ms } => {
                let mv = self.played.plies[chance.moment].mv;
                let mv = self.moves(chance.moment, chance.seat, &[mv]);
                let after = used_ms.map_or(String::new(), |ms| format!(" after {}", seconds(ms)));
                format!("Missed a {mate} {when}: {first}. Played {mv}{after}.")
            }
            Outcome::Unplayed => format!("Had a {mate} {when}: {first}."),
        };
        self.at_moment(chance.moment, chance.outcome.into(), text)
    }

    /// Describes a joint win to the seat that should sit.
    fn joint(&self, chance: &JointChance) -> Sentence {
        let position = self.played.position_after(chance.moment);
        let moved = self.played.plies.get(chance.moment).map(|ply| ply.seat);
        let is_own_move = moved == Some(chance.seat);
        let is_partners_fault = matches!(chance.outcome, Outcome::Missed { .. }) && !is_own_move;
        let verb = match chance.outcome {
            Outcome::Played => "Found and played",
            Outcome::Missed { .. } if is_partners_fault => "Partner missed",
            Outcome::Missed { .. } => "Missed",
            Outcome::Unplayed => "Had",
        };
        let when = self.when(chance.moment);
        let sitting = sitting_words(chance.lead_ms);
        // "Partner missed" implies that this seat sits and that the move is the partner's, so the rest omits both.
        let how = if is_partners_fault {
            let first = self.moves(chance.moment, chance.seat.partner(), &chance.joint.first);
            joint_words(&first, &chance.joint, "mate")
        } else {
            format!("sit; {}", partner_wins(&position, chance.seat, &chance.joint))
        };
        let mut text = format!("{verb} a joint win {when}: {how} ({sitting}).");
        if is_own_move {
            text += &self.played_instead(chance.moment);
        }
        self.at_moment(chance.moment, chance.outcome.into(), text)
    }

    /// Describes a joint win to the partner, who should win the piece. Returns `None` if `chance.seat` made the next
    /// move instead of sitting.
    fn partner_joint(&self, chance: &JointChance) -> Option<Sentence> {
        let partner = chance.seat.partner();
        let moved = self.played.plies.get(chance.moment).map(|ply| ply.seat);
        if moved.is_some_and(|seat| seat != partner) {
            return None;
        }
        let first = self.moves(chance.moment, partner, &chance.joint.first);
        let how = joint_words(&first, &chance.joint, "partner mates");
        let (verb, instead) = match chance.outcome {
            Outcome::Played => ("Played", String::new()),
            Outcome::Missed { .. } => ("Missed", self.played_instead(chance.moment)),
            Outcome::Unplayed => ("Had", String::new()),
        };
        let when = self.when(chance.moment);
        let text = format!("{verb} a joint win {when}: {how}.{instead}");
        Some(self.at_moment(chance.moment, Subject::PartnerWin, text))
    }

    /// Describes a missed capture to the partner, who should have captured. Returns `None` unless the partner made
    /// the next move.
    fn missed_capture(&self, chance: &PartnerChance) -> Option<Sentence> {
        let partner = chance.seat.partner();
        self.played.plies.get(chance.moment).filter(|ply| ply.seat == partner)?;
        let kinds: Vec<&str> = chance.kinds.iter().map(|&(role, _)| role_name(role)).collect();
        let captures = self.moves(chance.moment, partner, &chance.captures);
        let (before, moves, kinds) = (self.before(chance.moment), chance.moves(), or(kinds));
        let instead = self.played_instead(chance.moment);
        let text = format!(
            "Missed {captures} {before}: with the {kinds}, partner mates in {moves}.{instead}"
        );
        Some(Sentence::new(chance.moment, Subject::PartnerWin, text))
    }

    /// Names the move that was played at `moment`: ` Played fxe3.`
    fn played_instead(&self, moment: Moment) -> String {
        let Some(ply) = self.played.plies.get(moment) else {
            return String::new();
        };
        format!(" Played {}.", self.moves(moment, ply.seat, &[ply.mv]))
    }

    /// Returns one sentence about all moments at which one more piece would have mated, or `None` if there are none.
    fn wanted_pieces(&self, wanted: &[WantedPieces]) -> Option<Sentence> {
        let (first, others) = wanted.split_first()?;
        let times = match others.len() {
            0 => "once".to_owned(),
            n => format!("{} times", n + 1),
        };
        let mut named: Vec<String> =
            wanted.iter().take(MAX_NAMED_MOMENTS).map(|it| self.before(it.moment)).collect();
        if wanted.len() > MAX_NAMED_MOMENTS {
            named.push(format!("{} more", wanted.len() - MAX_NAMED_MOMENTS));
        }
        let named = named.join(", ");
        let text = format!("One more piece would have mated {times}: {named}.");
        let others = others.iter().map(|it| it.moment).collect();
        Some(Sentence { others, ..Sentence::new(first.moment, Subject::Match, text) })
    }

    fn partner_missed(&self, chance: &PartnerChance) -> Sentence {
        let kinds: Vec<&str> = chance.kinds.iter().map(|&(role, _)| role_name(role)).collect();
        let captures = self.moves(chance.moment, chance.seat.partner(), &chance.captures);
        let before = self.before(chance.moment);
        let kinds = or(kinds);
        let moves = chance.moves();
        let earlier = format!(
            "The partner had it {before}: {captures} takes a {kinds}, with which there is a mate in {moves}."
        );
        let text =
            format!("Partner missed {captures} {before}: the {kinds} means mate in {moves}.");
        Sentence { earlier: Some(earlier), ..Sentence::new(chance.moment, Subject::Event, text) }
    }

    fn arrival(&self, arrival: &Arrival) -> Sentence {
        let (role, ply) = (role_name(arrival.role), self.name(arrival.ply));
        let moves = arrival.moves;
        let text = format!("Got a {role} from {ply}: mate in {moves}.");
        let earlier = format!("The {role} of {ply} came in time: mate in {moves}.");
        Sentence { earlier: Some(earlier), ..Sentence::new(arrival.ply + 1, Subject::Event, text) }
    }

    fn loss(&self, loss: &DecisiveLoss) -> Sentence {
        let role = role_name(loss.role);
        let taken = self.name(loss.taken);
        let (text, earlier) = match loss.mated {
            Some((dropped, mate)) if dropped == mate => {
                let mate = self.name(mate);
                (
                    format!("{taken} won the {role} that mated ({mate})."),
                    format!("Lost the {role} to {taken} that {mate} mated with."),
                )
            }
            Some((dropped, mate)) => {
                let (dropped, mate) = (self.name(dropped), self.name(mate));
                (
                    format!(
                        "{taken} won the {role} that led to mate (drop {dropped}, mate {mate})."
                    ),
                    format!(
                        "Lost the {role} to {taken} that {dropped} dropped and {mate} mated with."
                    ),
                )
            }
            None => {
                let (to, moves) = (loss.to.name(), loss.moves);
                (
                    format!("{taken} won a {role}: {to} had mate in {moves}."),
                    format!(
                        "Lost a {role} to {taken}; with that {role}, {to} could mate in {moves}."
                    ),
                )
            }
        };
        Sentence { earlier: Some(earlier), ..Sentence::new(loss.taken, Subject::Event, text) }
    }

    fn wait(&self, wait: &Wait) -> Sentence {
        let sit = wait.sit;
        let how_long = seconds(sit.to - sit.from);
        let begin = match sit.begins.checked_sub(1) {
            Some(ply) => format!("after {}", self.name(ply)),
            None => "at the start".to_owned(),
        };
        let kinds: Vec<&str> = wait.wanted.iter().copied().map(role_name).collect();
        let purpose = match kinds.as_slice() {
            [] => String::new(),
            _ => format!(", waiting for a {}", or(kinds)),
        };
        let mut text = match wait.stuck {
            true => format!("Could not move for {how_long} {begin}, in check{purpose}."),
            false => format!("Sat for {how_long} {begin}{purpose}."),
        };
        match &wait.partner {
            Some(chance) => text += &self.chance_during_sit(sit.seat, chance),
            None if wait.wanted.is_empty() => {}
            None => text += " Partner could not win one.",
        }
        match (wait.arrival, wait.mate) {
            (Some((role, ply)), mate) => {
                let mate = mate.map_or(String::new(), |moves| format!(": mate in {moves}"));
                text += &format!(" Got a {} from {}{mate}.", role_name(role), self.name(ply));
            }
            (None, Some(moves)) => text += &format!(" Then had a mate in {moves}."),
            (None, None) if wait.wanted.is_empty() => {}
            (None, None) => text += " Got none.",
        }
        text += &wait.clocks.map_or(String::new(), |clocks| clocks_words(clocks, sit));
        let earlier = Some(format!("Waited {how_long} {begin}"));
        Sentence { earlier, ..Sentence::new(sit.begins, Subject::Event, text) }
    }

    /// Describes how the partner of `seat` could have won a wanted piece during a sit.
    fn chance_during_sit(&self, seat: Seat, chance: &WaitChance) -> String {
        let first = self.moves(chance.moment, seat.partner(), &chance.first);
        let before = self.before(chance.moment);
        match (chance.is_at_hand, chance.moves) {
            (true, _) => format!(" Partner could take one {before}: {first}."),
            (false, moves) => {
                format!(" Partner could win one by force in {moves} moves {before}: {first}.")
            }
        }
    }

    fn think(&self, think: &Think) -> String {
        format!("{} {}", self.name(think.ply), seconds(think.ms))
    }
}
