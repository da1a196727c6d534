//! [`Rules`]: what the referee announces, as switches, and the named sets of rules.
//!
//! A set is named in the `Variant` or `Rules` tag, such as `Kriegspiel (English)`. A set that differs from a named one
//! is written as Berkeley with [modifiers](MODIFIERS): `Kriegspiel (Berkeley, check only)`.

use super::{Issue, Obstacle, Problem};
use crate::{file::Span, kriegspiel::notation::Record, notation::KnownTag};

/// What the referee announces, and what stalemate means. The default is Berkeley.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub capture: CaptureNews,
    pub pawn_tries: PawnTryNews,
    pub check: CheckNews,
    pub promotion: PromotionNews,
    pub tries: TryNews,
    pub stalemate: Stalemate,
}

/// What is announced about a capture, besides its square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptureNews {
    #[default]
    Square,
    /// Whether a pawn or a piece was taken.
    Taken,
    /// Whether a pawn or a piece has taken.
    Taker,
    TakenAndTaker,
}

/// What is announced to the side to move about its legal pawn captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PawnTryNews {
    #[default]
    Nothing,
    Number,
    /// Whether there is any.
    YesOrNo,
    /// The squares of the pawns that can capture.
    Squares,
    /// Whether there is any, if the player asks "Any?", at most once a turn. After "Try!" the player must try a pawn
    /// capture before any other move.
    OnQuestion,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckNews {
    #[default]
    Directions,
    /// Only that there is a check.
    Check,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromotionNews {
    #[default]
    Nothing,
    /// That a pawn was promoted.
    Promotion,
    /// The new piece.
    Piece,
}

/// Who hears of illegal tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TryNews {
    /// Both players: the opponent hears the number.
    #[default]
    Both,
    Mover,
}

/// What stalemate means for the player who cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    #[default]
    Draw,
    Loss,
}

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name in the tags, without `Kriegspiel`.
    pub name: &'static str,
    /// Other names, in lower case, without spaces and hyphens.
    aliases: &'static [&'static str],
    pub rules: Rules,
}

const BERKELEY: Rules = Rules {
    capture: CaptureNews::Square,
    pawn_tries: PawnTryNews::Nothing,
    check: CheckNews::Directions,
    promotion: PromotionNews::Nothing,
    tries: TryNews::Both,
    stalemate: Stalemate::Draw,
};

impl Rules {
    /// Every named set, one row each.
    pub const SETS: [RuleSet; 6] = [
        // Wolfe, "Kriegspiel PGN Notation v0.9", UC Berkeley: the rules of the standard.
        RuleSet { name: "Berkeley", aliases: &["berkeley"], rules: BERKELEY },
        // The help page "Kriegspiel" of the Internet Chess Club, as reproduced by Ciancarini, "La Scacchiera
        // Invisibile" (2004), and by kriegspiel.org: illegal tries are private. The encyclopedias, which follow
        // Cincinnati, make them public; the stricter reading is taken.
        RuleSet {
            name: "ICC",
            aliases: &["icc", "wild16", "iccwild16", "wild16/icc", "icc/wild16"],
            rules: Rules {
                capture: CaptureNews::Taken,
                pawn_tries: PawnTryNews::Number,
                tries: TryNews::Mover,
                ..BERKELEY
            },
        },
        // The rules of the Gambit Club, in Dickens and White, "Chess in Bedfordshire" (1933), reproduced by Favini,
        // "The dark side of the board" (2010). Later summaries announce en passant as such; the stricter reading of
        // 1933, which announces only the square, is taken.
        RuleSet {
            name: "English",
            aliases: &["english", "gambit", "eastern"],
            rules: Rules { pawn_tries: PawnTryNews::OnQuestion, ..BERKELEY },
        },
        // Moeser, "Kriegspiel – Cincinnati style", J'Adoube!, March 1977: "pawn capture" is announced without a
        // number. Others call rules with the number "Cincinnati"; the stricter reading is taken.
        RuleSet {
            name: "Cincinnati",
            aliases: &["cincinnati", "cincinnatistyle"],
            rules: Rules {
                capture: CaptureNews::Taken,
                pawn_tries: PawnTryNews::YesOrNo,
                ..BERKELEY
            },
        },
        // Williams, "Kriegsspiel rules at RAND" (1950), reproduced by Ciancarini (2004). Its rule of stalemate is that
        // of the ladder games.
        RuleSet {
            name: "RAND",
            aliases: &["rand"],
            rules: Rules {
                capture: CaptureNews::Taken,
                pawn_tries: PawnTryNews::Squares,
                promotion: PromotionNews::Promotion,
                stalemate: Stalemate::Loss,
                ..BERKELEY
            },
        },
        // Swart's problem in Ciancarini (2004), repeated by Bolognesi: whether a pawn or a piece has taken. No complete
        // text of the rules is known; the rest follows the English rules, from which Swart's problems come.
        RuleSet {
            name: "Dutch",
            aliases: &["dutch"],
            rules: Rules {
                capture: CaptureNews::Taker,
                pawn_tries: PawnTryNews::OnQuestion,
                ..BERKELEY
            },
        },
    ];

    /// The rules of the Internet Chess Club.
    pub const ICC: Self = Self::SETS[1].rules;

    /// Returns the value of a `Variant` tag, such as `Kriegspiel (ICC)`.
    pub fn name(self) -> String {
        if let Some(set) = Self::SETS.iter().find(|set| set.rules == self) {
            return format!("Kriegspiel ({})", set.name);
        }
        let differs = |set: &Modify| {
            let (mut base, mut own) = (BERKELEY, self);
            set(&mut base);
            set(&mut own);
            base != BERKELEY && own == self
        };
        let modifiers = MODIFIERS.iter().filter(|(_, set)| differs(set));
        let mut names = vec![Self::SETS[0].name];
        names.extend(modifiers.map(|(name, _)| *name));
        format!("Kriegspiel ({})", names.join(", "))
    }

    /// Returns the name without the game, such as `ICC`.
    pub fn short_name(self) -> String {
        let name = self.name();
        let inner = name.strip_prefix("Kriegspiel (").and_then(|name| name.strip_suffix(')'));
        inner.unwrap_or(&name).to_owned()
    }

    pub const fn names_taken(self) -> bool {
        matches!(self.capture, CaptureNews::Taken | CaptureNews::TakenAndTaker)
    }

    pub const fn names_taker(self) -> bool {
        matches!(self.capture, CaptureNews::Taker | CaptureNews::TakenAndTaker)
    }

    pub fn has_question(self) -> bool {
        self.pawn_tries == PawnTryNews::OnQuestion
    }
}

type Modify = fn(&mut Rules);

/// The words that change one switch of a set, after its name in a tag.
const MODIFIERS: &[(&str, Modify)] = &[
    ("captures by square", |it| it.capture = CaptureNews::Square),
    ("pawn or piece taken", |it| it.capture = CaptureNews::Taken),
    ("pawn or piece takes", |it| it.capture = CaptureNews::Taker),
    ("pawn or piece takes and is taken", |it| it.capture = CaptureNews::TakenAndTaker),
    ("no pawn tries", |it| it.pawn_tries = PawnTryNews::Nothing),
    ("number of pawn tries", |it| it.pawn_tries = PawnTryNews::Number),
    ("pawn tries yes or no", |it| it.pawn_tries = PawnTryNews::YesOrNo),
    ("squares of pawn tries", |it| it.pawn_tries = PawnTryNews::Squares),
    ("any?", |it| it.pawn_tries = PawnTryNews::OnQuestion),
    ("check directions", |it| it.check = CheckNews::Directions),
    ("check only", |it| it.check = CheckNews::Check),
    ("promotion not announced", |it| it.promotion = PromotionNews::Nothing),
    ("promotion announced", |it| it.promotion = PromotionNews::Promotion),
    ("promotion with piece", |it| it.promotion = PromotionNews::Piece),
    ("tries public", |it| it.tries = TryNews::Both),
    ("tries private", |it| it.tries = TryNews::Mover),
    ("stalemate is a draw", |it| it.stalemate = Stalemate::Draw),
    ("stalemate is a loss", |it| it.stalemate = Stalemate::Loss),
];

/// What a tag says about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamedRules {
    /// No set, or that of chess, from which the tag does not distinguish Kriegspiel.
    None,
    Some(Rules),
    Unknown,
}

impl NamedRules {
    fn of(value: &str) -> Self {
        let value = value.trim().to_ascii_lowercase();
        let value = value.strip_prefix("kriegspiel").unwrap_or(&value);
        // What stands after the parentheses is not about the rules.
        let inner =
            value.split_once('(').map(|(_, inner)| inner.split(')').next().unwrap_or(inner));
        let value = inner.unwrap_or(value).trim_matches(|letter: char| " -–:".contains(letter));
        if matches!(value, "" | "?" | "chess" | "standard" | "normal" | "from position") {
            return Self::None;
        }
        let mut parts = value.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let Some(mut rules) = set_named(first).or_else(|| modified(BERKELEY, first)) else {
            return Self::Unknown;
        };
        for part in parts {
            let Some(next) = modified(rules, part) else { return Self::Unknown };
            rules = next;
        }
        Self::Some(rules)
    }
}

fn set_named(name: &str) -> Option<Rules> {
    let name: String = name
        .chars()
        .filter(|letter| !" -_".contains(*letter))
        .flat_map(char::to_lowercase)
        .collect();
    let name = name.strip_suffix("rules").unwrap_or(&name);
    let set = Rules::SETS.iter().find(|set| set.aliases.contains(&name))?;
    Some(set.rules)
}

fn modified(mut rules: Rules, modifier: &str) -> Option<Rules> {
    let (_, set) = MODIFIERS.iter().find(|(name, _)| *name == modifier)?;
    set(&mut rules);
    Some(rules)
}

/// Returns the rules that `value`, the value of a tag, names. Returns `None` if it names no known rules.
pub(super) fn rules_named(value: &str) -> Option<Rules> {
    match NamedRules::of(value) {
        NamedRules::Some(rules) => Some(rules),
        NamedRules::None | NamedRules::Unknown => None,
    }
}

/// Returns the rules of `record`, as its `Variant` and `Rules` tags name them. If they name none, they are those of
/// Berkeley, or of ICC where the record announces pawn tries. Adds an issue about tags that name unknown rules or
/// contradict each other: then nothing can be concluded from the game, and the second value says so.
pub(super) fn rules_of(
    record: &Record,
    text: &[u8],
    issues: &mut Vec<Issue>,
) -> (Rules, Option<Obstacle>) {
    let mut found: Option<Rules> = None;
    let mut obstacle = None;
    let mut report = |span: Span, problem: Problem, why: Obstacle| {
        issues.push(Issue { span, problem });
        obstacle.get_or_insert(why);
    };
    for tag in KnownTag::Variant.find_all(&record.tags) {
        match NamedRules::of(&record.encoding.decode(tag.value.of(text))) {
            NamedRules::None => {}
            NamedRules::Unknown => report(tag.value, Problem::UnknownRules, Obstacle::Rules),
            NamedRules::Some(rules) if found.is_some_and(|it| it != rules) => {
                report(tag.value, Problem::OtherRules, Obstacle::TwoRules);
            }
            NamedRules::Some(rules) => found = Some(rules),
        }
    }
    let rules = match found {
        Some(rules) => rules,
        None if obstacle.is_none() && record.announces_pawn_tries() => Rules::ICC,
        None => BERKELEY,
    };
    (rules, obstacle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for set in Rules::SETS {
            assert_eq!(NamedRules::of(&set.rules.name()), NamedRules::Some(set.rules));
            for alias in set.aliases {
                assert_eq!(NamedRules::of(alias), NamedRules::Some(set.rules), "{alias}");
            }
        }
        for (name, set) in MODIFIERS {
            for base in Rules::SETS {
                let mut rules = base.rules;
                set(&mut rules);
                assert_eq!(NamedRules::of(&rules.name()), NamedRules::Some(rules), "{name}");
            }
        }
    }

    #[test]
    fn tags_name_rules_in_many_ways() {
        let cases = [
            ("Kriegspiel", NamedRules::None),
            ("Kriegspiel (Berkeley)", NamedRules::Some(BERKELEY)),
            ("Wild 16", NamedRules::Some(Rules::ICC)),
            ("kriegspiel (Wild-16)", NamedRules::Some(Rules::ICC)),
            ("English rules", NamedRules::Some(Rules::SETS[2].rules)),
            ("Kriegspiel (Antarctic)", NamedRules::Unknown),
            ("Kriegspiel (Berkeley, nonsense)", NamedRules::Unknown),
        ];
        for (value, expect) in cases {
            assert_eq!(NamedRules::of(value), expect, "{value}");
        }
    }
}
