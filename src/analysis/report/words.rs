//! The findings of a match in sentences.

use super::{
    joint_words,
    phrases::{format_moves, one_more},
    sitting_words,
};
use crate::{
    analysis::{
        ledger::{
            DiagonalClocks, Finding, FindingKind, Ledger, SitCost, Think, TurnKind, Wait,
            WaitChance, WantedPieces, turn_start,
        },
        tactics::Joint,
    },
    replay::Match,
    rules::{BySeat, Move, Role, Seat, role_name},
    text::{capital, number_word},
    timeline::{ClockPrecision, Moment, Sit, gap_size_text},
};

/// The maximum number of moments that a sentence names.
const MAX_NAMED_MOMENTS: usize = 5;

/// The maximum number of moves that avoid a mate for a sentence to name them.
const MAX_NAMED_DEFENCES: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The main moment of the sentence, to which its link leads.
    pub moment: Moment,
    /// Further moments of the sentence, in order.
    pub others: Vec<Moment>,
    pub subject: Subject,
    pub text: String,
    /// The distinctive beginnings of the sentence in earlier versions of the program. A comment with one of them counts as
    /// the same sentence.
    pub earlier: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A finding. `line_of` is the seat whose winning line at the moment can be added as a variation, if a win was missed.
    /// `played` is the ply that the finding is about, if there is one.
    Finding { kind: FindingKind, line_of: Option<Seat>, played: Option<usize> },
    /// The whole match. The moment is an example.
    Match,
}

/// Writes the sentences of a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportWriter<'a> {
    played: &'a Match,
    ledger: &'a Ledger,
    names: &'a BySeat<String>,
    precision: ClockPrecision,
}

impl<'a> ReportWriter<'a> {
    /// `names` are the names of the players, or of the seats where the players are unknown.
    pub fn of(played: &'a Match, ledger: &'a Ledger, names: &'a BySeat<String>) -> Self {
        Self { played, ledger, names, precision: ClockPrecision::of_match(played) }
    }

    /// Returns the moment and the sentence of what decided the match, or `None` if nothing is known to have decided it.
    pub fn decision(&self) -> Option<(Moment, String)> {
        let finding = self.ledger.decision()?;
        let text = match (finding.mated, finding.is_mistake()) {
            (Some((dropped, mate)), false) => {
                let led = if dropped == mate { "mated" } else { "led to the mate" };
                let role = finding.piece.map_or("piece", role_name);
                let (when, mate) = (self.when(finding), self.ply_name(mate));
                format!("No mistake is proved; the {role} lost {when} {led} at {mate}.")
            }
            _ => format!("{}: {}", self.names[finding.seat], self.sentence(finding).text),
        };
        Some((finding.shown(), text))
    }

    /// Returns the sentences about `seat` in the order of the match. Sentences about wanted pieces and the longest thinks
    /// come last.
    pub fn sentences(&self, seat: Seat) -> Vec<Sentence> {
        let findings = self.ledger.of_seat(seat);
        let mut sentences: Vec<Sentence> = findings.map(|it| self.sentence(it)).collect();
        sentences.sort_by_key(|sentence| sentence.moment);
        sentences.extend(self.wanted_pieces(&self.ledger.wanted[seat]));
        let thinks = &self.ledger.thinks[seat];
        if let Some(longest) = thinks.first() {
            let listed: Vec<String> = thinks.iter().map(|think| self.think(think)).collect();
            let text = format!("Longest thinking times: {}.", listed.join(", "));
            let moment = longest.ply;
            let (others, earlier) = (Vec::new(), Vec::new());
            sentences.push(Sentence { moment, others, subject: Subject::Match, text, earlier });
        }
        sentences
    }

    /// Returns the sentence about `finding`.
    pub fn sentence(&self, finding: &Finding) -> Sentence {
        let text = match finding.kind {
            FindingKind::MateFound => self.mate_found(finding),
            FindingKind::MateMissed => self.mate_missed(finding),
            FindingKind::CaptureMade => self.capture_made(finding),
            FindingKind::CaptureMissed => self.capture_missed(finding),
            FindingKind::JointMade | FindingKind::JointMissed | FindingKind::JointSpoiled => {
                self.joint(finding)
            }
            FindingKind::PieceLost => self.piece_lost(finding),
            FindingKind::Sit | FindingKind::Think => {
                self.ledger.wait(finding).map_or_else(String::new, |wait| self.wait(wait))
            }
            FindingKind::DefenceFound | FindingKind::DefenceMissed => self.defence(finding),
            FindingKind::Estimate => self.estimate(finding),
        };
        let is_missed_win = finding.kind.is_missed_win();
        Sentence {
            moment: finding.shown(),
            others: Vec::new(),
            subject: Subject::Finding {
                kind: finding.kind,
                line_of: is_missed_win.then_some(finding.attacker()),
                played: finding.played,
            },
            text,
            earlier: self.earlier(finding),
        }
    }

    fn earlier(&self, finding: &Finding) -> Vec<String> {
        match (finding.kind, finding.played, self.ledger.wait(finding)) {
            (FindingKind::PieceLost, Some(ply), _) => {
                let role = finding.piece.map_or("piece", role_name);
                let taken = self.ply_name(ply);
                vec![
                    format!("Lost the {role} to {taken}"),
                    format!("Lost a {role} to {taken}"),
                    format!("{taken} won "),
                ]
            }
            (FindingKind::DefenceFound, ..) => {
                let (count, moves) = (finding.first.len(), finding.length);
                let defence = format!("against mate in {moves} {}", self.when(finding));
                vec![
                    format!("Found the only defence {defence}"),
                    format!("Found one of {count} defences {defence}"),
                ]
            }
            (FindingKind::DefenceMissed, ..) => {
                vec![format!("Allowed mate in {} {}:", finding.length, self.when(finding))]
            }
            (FindingKind::JointMade, ..) => vec!["Played a joint win: ".to_owned()],
            (FindingKind::MateFound, ..) => vec![self.mate_found_words(finding)],
            (FindingKind::Sit | FindingKind::Think, _, Some(wait)) => {
                let (how_long, begin) = self.length_and_begin(wait);
                // Earlier versions wrote match times, no minutes, and tenths that were not recorded.
                let ms = wait.sit.to - wait.sit.from;
                let in_seconds = format!("{}.{} s", ms / 1000, ms / 100 % 10);
                let verbs = ["Waited", "Sat for", "Thought for", "Could not move for"];
                let tenths = ClockPrecision::Tenths;
                let with_tenths = [wait.sit.ms, ms].map(|ms| gap_size_text(ms, tenths));
                let [how_long_then, match_time] = with_tenths;
                let beginnings = [how_long, how_long_then, match_time, in_seconds]
                    .map(|how_long| verbs.map(|verb| format!("{verb} {how_long} {begin}")));
                beginnings.concat()
            }
            _ => Vec::new(),
        }
    }

    /// Returns how long a sit lasted, and after which ply it began.
    fn length_and_begin(&self, wait: &Wait) -> (String, String) {
        let begin = match wait.sit.begins.checked_sub(1) {
            Some(ply) => format!("after {}", self.ply_name(ply)),
            None => "at the start".to_owned(),
        };
        (gap_size_text(wait.sit.ms, self.precision), begin)
    }

    fn ply_name(&self, ply: usize) -> String {
        self.played.plies[ply].name().to_string()
    }

    /// Returns when the finding was decided: `at 24A` or `at the end`.
    fn when(&self, finding: &Finding) -> String {
        match finding.played {
            Some(ply) => format!("at {}", self.ply_name(ply)),
            None => "at the end".to_owned(),
        }
    }

    fn before(&self, moment: Moment) -> String {
        if moment < self.played.plies.len() {
            format!("before {}", self.ply_name(moment))
        } else {
            "at the end".to_owned()
        }
    }

    fn moves(&self, moment: Moment, seat: Seat, moves: &[Move]) -> String {
        let position = self.played.position_after(moment);
        format_moves(position.board_of(seat), moves)
    }

    fn move_at(&self, ply: usize) -> String {
        let played = self.played.plies[ply];
        self.moves(ply, played.seat, &[played.mv])
    }

    /// Names the move that was played instead: ` Played fxe3 after 3.2 s.`
    fn instead(&self, finding: &Finding) -> String {
        let Some(ply) = finding.played else { return String::new() };
        format!(" Played {}{}.", self.move_at(ply), self.after(finding))
    }

    /// Returns how long the player took: ` after 3.2 s` for a whole turn, otherwise since when that counts.
    fn after(&self, finding: &Finding) -> String {
        let (Some(ply), Some(ms)) = (finding.played, finding.took_ms) else { return String::new() };
        let time = gap_size_text(ms, self.precision);
        if turn_start(self.played, ply) == Some(finding.from) {
            return format!(" after {time}");
        }
        let since = match finding.kind {
            FindingKind::DefenceMissed => "the reserves last changed",
            _ => "the chance came",
        };
        format!(", {time} after {since}")
    }

    fn mate_found(&self, finding: &Finding) -> String {
        let text = self.mate_found_words(finding);
        let Some((ply, mv)) = self.left_mate(finding) else { return text };
        let mv = self.moves(ply, finding.seat, &[mv]);
        format!("{text} At {}, {mv} would have mated at once.", self.ply_name(ply))
    }

    fn mate_found_words(&self, finding: &Finding) -> String {
        let Some(ply) = self.first_played(finding) else { return String::new() };
        let (mv, name) = (self.move_at(ply), self.ply_name(ply));
        format!("Found a mate in {} at {name}: {mv}.", finding.length)
    }

    /// Returns the first ply of the seat at which another move mated: while it played out the mate `finding`, or with the
    /// next ply, if that came too soon to be blamed.
    fn left_mate(&self, finding: &Finding) -> Option<(usize, Move)> {
        let seat = finding.seat;
        let plies = &self.played.plies;
        let mut own = (finding.from..plies.len()).filter(|&ply| plies[ply].seat == seat);
        let is_own_finding = |ply: usize| {
            let is_mate = |kind| matches!(kind, FindingKind::MateFound | FindingKind::MateMissed);
            let mut others = self.ledger.of_seat(seat).filter(|it| it.from > finding.from);
            others.any(|it| is_mate(it.kind) && it.from <= ply && it.until >= ply)
        };
        let next = (finding.until + 1..plies.len()).find(|&ply| plies[ply].seat == seat);
        let last = next.filter(|&ply| !is_own_finding(ply)).unwrap_or(finding.until);
        own.find_map(|ply| {
            if ply > last || plies[ply].mate {
                return None;
            }
            let position = self.played.position_after(ply);
            let board = position.board_of(seat);
            let mut moves = position.legal_moves(seat).into_iter();
            let mate = moves.find(|&mv| board.after_move(mv).is_checkmate())?;
            Some((ply, mate))
        })
    }

    /// Returns the first ply of the seat from the first moment of the finding on.
    fn first_played(&self, finding: &Finding) -> Option<usize> {
        let plies = &self.played.plies;
        (finding.from..plies.len()).find(|&ply| plies[ply].seat == finding.seat)
    }

    fn mate_missed(&self, finding: &Finding) -> String {
        let first = self.moves(finding.from, finding.seat, &finding.first);
        let (moves, when) = (finding.length, self.when(finding));
        format!("Missed a mate in {moves} {when}: {first}.{}", self.instead(finding))
    }

    fn capture_made(&self, finding: &Finding) -> String {
        let piece = a_piece(finding.piece);
        let mv = finding.played.map(|ply| format!(" ({})", self.move_at(ply))).unwrap_or_default();
        let (when, partner) = (self.when(finding), &self.names[finding.attacker()]);
        let after = self.after(finding);
        let missed = self.missed_at_once(finding);
        format!("Took {piece} {when}{mv}{after}: {partner} had mate in {}{missed}.", finding.length)
    }

    /// Returns the next move of the player for whom the capture `finding` made a mate, if it is no finding since it came too
    /// soon to be blamed.
    fn missed_at_once(&self, finding: &Finding) -> String {
        let attacker = finding.attacker();
        let Some(captured) = finding.played else { return String::new() };
        let plies = &self.played.plies;
        let mut later = captured + 1..plies.len();
        let Some(next) = later.find(|&ply| plies[ply].seat == attacker) else {
            return String::new();
        };
        let is_about = |it: &Finding| {
            matches!(it.kind, FindingKind::MateFound | FindingKind::MateMissed)
                && it.from <= next
                && it.until >= next
        };
        if self.ledger.of_seat(attacker).any(is_about) {
            return String::new();
        }
        format!(", but played {} at once", self.move_at(next))
    }

    fn capture_missed(&self, finding: &Finding) -> String {
        let first = self.moves(finding.from, finding.seat, &finding.first);
        let (when, partner) = (self.when(finding), &self.names[finding.attacker()]);
        let piece = finding.piece.map_or("piece", role_name);
        let (moves, instead) = (finding.length, self.instead(finding));
        format!("Missed {first} {when}: with the {piece}, {partner} mates in {moves}.{instead}")
    }

    fn joint(&self, finding: &Finding) -> String {
        let waiting = finding.attacker();
        let first = self.moves(finding.from, waiting.partner(), &finding.first);
        let joint = Joint {
            moves: finding.length,
            first: Vec::new(),
            delivers: finding.delivers.clone(),
            mate: finding.mate,
        };
        let held = self.played.position_after(finding.from).reserves[waiting];
        let (when, instead) = (self.when(finding), self.instead(finding));
        let deliverer = &self.names[waiting.partner()];
        // For a capture at once, it does not matter who can wait longer.
        let sitting = if joint.is_at_hand() {
            format!("{deliverer} could capture at once")
        } else {
            sitting_words(finding.lead_ms, self.precision, &self.names[waiting])
        };
        if finding.kind == FindingKind::JointSpoiled {
            let how = joint_words(&format!("{deliverer}'s {first}"), &joint, &held, "mate");
            return format!("Moved instead of sitting {when}: {how} ({sitting}).{instead}");
        }
        let how = joint_words(&first, &joint, &held, &format!("{} mates", self.names[waiting]));
        match finding.kind {
            FindingKind::JointMade => format!("Played a joint win: {how} ({sitting})."),
            _ => format!("Missed a joint win {when}: {how} ({sitting}).{instead}"),
        }
    }

    fn piece_lost(&self, finding: &Finding) -> String {
        let (piece, when) = (a_piece(finding.piece), self.when(finding));
        let to = &self.names[finding.attacker()];
        let consequence = match finding.mated {
            Some((dropped, mate)) if dropped == mate => {
                format!("{to} mated with it at {}", self.ply_name(mate))
            }
            Some((dropped, mate)) => {
                let (dropped, mate) = (self.ply_name(dropped), self.ply_name(mate));
                format!("{to} dropped it at {dropped} and mated at {mate}")
            }
            None => format!("it gave {to} mate in {}", finding.length),
        };
        let kept = if finding.avoidable { " that could have been kept" } else { "" };
        format!("Lost {piece} {when}{kept}; {consequence}.")
    }

    fn estimate(&self, finding: &Finding) -> String {
        let better = match finding.first.is_empty() {
            true => "sitting".to_owned(),
            false => self.moves(finding.from, finding.seat, &finding.first),
        };
        format!("Estimate: {better} was better.{}", self.instead(finding))
    }

    fn defence(&self, finding: &Finding) -> String {
        let first = self.moves(finding.from, finding.seat, &finding.first);
        let (moves, when) = (finding.length, self.when(finding));
        // The moves that avoid the shortest mate may be more, but lose to a longer one.
        let count = finding.first.len();
        if finding.kind == FindingKind::DefenceMissed {
            let avoids = match count {
                1 => format!("only {first} avoids a forced mate"),
                2..=MAX_NAMED_DEFENCES => format!("{first} avoids a forced mate"),
                _ => format!("{count} moves avoid a forced mate"),
            };
            return format!("Allowed mate in {moves} {when}: {avoids}.{}", self.instead(finding));
        }
        match count {
            1 => format!("Found the only move that avoids a forced mate {when}: {first}."),
            _ => format!("Found one of {count} moves that avoid a forced mate {when}: {first}."),
        }
    }

    fn wait(&self, wait: &Wait) -> String {
        let sit = wait.sit;
        let (how_long, begin) = self.length_and_begin(wait);
        if wait.kind == TurnKind::Think {
            let lost = self.lost_meanwhile(wait);
            return format!("Thought for {how_long} {begin}.{lost}");
        }
        let facing = match wait.faced_mate {
            Some(moves) => format!(", facing mate in {moves}"),
            None => String::new(),
        };
        let held = self.played.position_after(sit.begins).reserves[sit.seat];
        let kinds = one_more(&held, wait.wanted.iter().copied());
        // What the player waited for, the record does not tell.
        let purpose = if wait.wanted.is_empty() {
            String::new()
        } else {
            format!("; {kinds} would have mated")
        };
        let mut text = if wait.stuck {
            format!("Could not move for {how_long} {begin}, in check{facing}{purpose}.")
        } else {
            format!("Sat for {how_long} {begin}{facing}{purpose}.")
        };
        let partner = &self.names[sit.seat.partner()];
        match &wait.partner {
            Some(chance) => text += &self.chance_during_sit(wait, chance),
            None if wait.wanted.is_empty() || !wait.is_partner_unable => {}
            None => text += &format!(" {partner} could not have won one at once or by checks."),
        }
        match (wait.arrival, wait.mate) {
            (Some((role, ply)), mate) => {
                let mate = mate.map_or(String::new(), |moves| format!(": mate in {moves}"));
                text += &format!(" Got a {} from {}{mate}.", role_name(role), self.ply_name(ply));
            }
            (None, Some(moves)) => text += &format!(" Then had a mate in {moves}."),
            (None, None) if wait.wanted.is_empty() => {}
            (None, None) => text += " It did not come.",
        }
        if let Some(clocks) = wait.clocks {
            text += &self.clocks_words(clocks, sit);
        }
        text + self.lost_meanwhile(wait)
    }

    fn lost_meanwhile(&self, wait: &Wait) -> &'static str {
        match wait.cost {
            Some(SitCost::Match) => " The match was lost meanwhile.",
            _ => "",
        }
    }

    /// Describes how the partner could have won a wanted piece during a sit: ` Bob could have taken a queen (before 14b:
    /// Qxe4 or Nxd3).`
    fn chance_during_sit(&self, wait: &Wait, chance: &WaitChance) -> String {
        let seat = wait.sit.seat;
        let held = self.played.position_after(wait.sit.begins).reserves[seat];
        let piece = match wait.wanted.as_slice() {
            [role] => one_more(&held, [*role]),
            _ => "one".to_owned(),
        };
        let first = self.moves(chance.moment, seat.partner(), &chance.first);
        let partner = &self.names[seat.partner()];
        let before = self.before(chance.moment);
        let won = match (chance.is_at_hand, chance.moves) {
            (true, _) => format!("taken {piece}"),
            (false, moves) if chance.is_refusable() => {
                let other = &self.names[seat.diagonal()];
                format!("won {piece} in {moves} moves unless {other} waited")
            }
            (false, moves) => format!("won {piece} by force in {moves} moves"),
        };
        format!(" {partner} could have {won} ({before}: {first}).")
    }

    /// Describes the clocks of a sit: ` 12.3 s ahead of cy at the start, 4.0 s behind at the end. Safe for the first
    /// 12.3 s; after that the lead was gone.` A lead too small for the text is none.
    fn clocks_words(&self, clocks: DiagonalClocks, sit: Sit) -> String {
        let is_even = |ms: i32| ms.unsigned_abs() < self.precision.step_ms();
        let size = |ms: i32| gap_size_text(ms.unsigned_abs(), self.precision);
        let other = &self.names[sit.seat.diagonal()];
        let before = match clocks.before_ms {
            ms if is_even(ms) => format!("Even with {other}"),
            ms @ ..0 => format!("{} behind {other}", size(ms)),
            ms => format!("{} ahead of {other}", size(ms)),
        };
        let after = match clocks.after_ms {
            ms if is_even(ms) => "even".to_owned(),
            ms @ ..0 => format!("{} behind", size(ms)),
            ms => format!("{} ahead", size(ms)),
        };
        let gone =
            if clocks.after_ms > 0 { "the lead was gone for a time" } else { "the lead was gone" };
        let safe_time = gap_size_text(clocks.safe_ms, self.precision);
        let is_nearly_all = safe_time == gap_size_text(sit.ms, self.precision);
        let safe = if is_even(clocks.before_ms) {
            "Not safe: no lead to wait with.".to_owned()
        } else if clocks.before_ms < 0 {
            format!("Not safe: {other} could have waited longer.")
        } else if clocks.safe_ms >= sit.to - sit.from && !is_even(clocks.after_ms) {
            format!("Safe throughout: {other} would have run out of time first.")
        } else if is_even(clocks.after_ms) && (is_nearly_all || clocks.safe_ms >= sit.to - sit.from)
        {
            "Safe until then.".to_owned()
        } else if is_nearly_all {
            format!("Safe for most of it; then {gone}.")
        } else {
            format!("Safe for the first {safe_time}; after that {gone}.")
        };
        format!(" {before} at the start, {after} at the end. {safe}")
    }

    /// Returns one sentence about all moments at which one more piece would have mated, or `None` if there are none.
    fn wanted_pieces(&self, wanted: &[WantedPieces]) -> Option<Sentence> {
        let (first, others) = wanted.split_first()?;
        let name = |it: &WantedPieces| match self.played.plies.get(it.moment) {
            Some(ply) => ply.name().to_string(),
            None => "the end".to_owned(),
        };
        let named: Vec<String> = wanted.iter().take(MAX_NAMED_MOMENTS).map(name).collect();
        let more = match wanted.len().saturating_sub(MAX_NAMED_MOMENTS) {
            0 => String::new(),
            1 => " and one other".to_owned(),
            more => format!(" and {} others", number_word(more)),
        };
        let named = named.join(", ");
        let text = if self.played.plies.is_empty() {
            "With one extra piece there is a forced mate here.".to_owned()
        } else {
            format!("With one extra piece there was a forced mate at {named}{more}.")
        };
        let others = others.iter().map(|it| it.moment).collect();
        let times = match wanted.len() {
            1 => vec!["Once".to_owned()],
            2 => vec!["Twice".to_owned(), "2 times".to_owned()],
            count => [number_word(count), count.to_string()]
                .map(|count| format!("{} times", capital(&count)))
                .into(),
        };
        let earlier = times.iter().map(|it| format!("{it} one more piece would have mated"));
        let earlier = earlier.collect();
        Some(Sentence { moment: first.moment, others, subject: Subject::Match, text, earlier })
    }

    fn think(&self, think: &Think) -> String {
        format!("{} {}", self.ply_name(think.ply), gap_size_text(think.ms, self.precision))
    }
}

fn a_piece(role: Option<Role>) -> String {
    format!("a {}", role.map_or("piece", role_name))
}
