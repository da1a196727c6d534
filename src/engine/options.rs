//! [`EngineOption`]: an option of a UCI engine.

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    /// One of these values.
    Combo(Vec<String>),
    /// An action without a value.
    Button,
    Text,
}

impl EngineOption {
    /// Parses the declaration of an option after the word `option`: `name Hash type spin default 16 min 1 max 131072`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.trim().strip_prefix("name ")?.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = match words.next()? {
            "check" => OptionKind::Check,
            "spin" => {
                let words: Vec<&str> = words.collect();
                let number = |name: &str, default| {
                    let at = words.iter().position(|word| *word == name);
                    let value = at.and_then(|at| words.get(at + 1)?.parse().ok());
                    value.unwrap_or(default)
                };
                OptionKind::Spin { min: number("min", i64::MIN), max: number("max", i64::MAX) }
            }
            "combo" => {
                let choices = rest.split(" var ").skip(1);
                OptionKind::Combo(choices.map(|word| word.trim().to_owned()).collect())
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            _ => return None,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// Converts `value` to a form that the option accepts: clamps a number to the range, and corrects the case of a
    /// choice. Returns `None` if the option does not accept `value`.
    pub fn accepted_value(&self, value: &str) -> Option<String> {
        match &self.kind {
            OptionKind::Check => matches!(value, "true" | "false").then(|| value.to_owned()),
            OptionKind::Spin { min, max } => {
                let value: i64 = value.parse().ok()?;
                Some(value.min(*max).max(*min).to_string())
            }
            OptionKind::Combo(choices) => {
                let choice = choices.iter().find(|it| it.eq_ignore_ascii_case(value));
                choice.cloned()
            }
            OptionKind::Button => None,
            OptionKind::Text => Some(value.to_owned()),
        }
    }
}
