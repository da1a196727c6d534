//! The options that an engine has, as it lists them: [`EngineOption`].

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: OptionKind,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check,
    /// A number.
    Spin {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// Something to be done.
    Button,
    /// A text.
    Text,
}

impl EngineOption {
    /// Reads what follows `option` in a line: `name Hash type spin default 16 min 1 max 131072`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.trim().strip_prefix("name ")?.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = match words.next()? {
            "check" => OptionKind::Check,
            "spin" => {
                let words: Vec<&str> = words.collect();
                let number = |name: &str, missing| {
                    let at = words.iter().position(|word| *word == name);
                    let value = at.and_then(|at| words.get(at + 1)?.parse().ok());
                    value.unwrap_or(missing)
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

    /// `value` as the option takes it: a number within its range, a word that it lists. `None` where it takes none
    /// such.
    #[must_use]
    pub fn fitted(&self, value: &str) -> Option<String> {
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
