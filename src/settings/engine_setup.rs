use crate::engine::SearchLimit;
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, path::PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSetup {
    /// The path of the engine; `None` for the first one found.
    pub path: Option<PathBuf>,
    /// Whether each board has an engine process of its own, so that both are searched in parallel.
    pub two: bool,
    /// The engine of board B if `two` is set; `None` for a second process of the engine at `path`.
    pub second_path: Option<PathBuf>,
    /// The number of lines shown per board, from 1 to 5.
    pub lines: u32,
    pub threads: u32,
    pub hash_mb: u32,
    pub limit: SearchLimit,
}

impl Default for EngineSetup {
    fn default() -> Self {
        Self {
            path: None,
            two: false,
            second_path: None,
            lines: 3,
            threads: 1,
            hash_mb: 64,
            limit: SearchLimit::Nodes(2_000_000),
        }
    }
}

/// A numeric option in the settings dialog.
#[derive(Debug)]
pub struct EngineOption {
    /// The name in the settings file.
    pub key: &'static str,
    /// The label in the settings dialog.
    pub name: &'static str,
    /// The unit shown after the number, with a space before it; empty if there is none.
    pub unit: &'static str,
    /// The valid values.
    pub range: RangeInclusive<u32>,
    /// Returns the field of the setup that holds the value of the option.
    pub field: fn(&mut EngineSetup) -> &mut u32,
}

/// The numeric options, in display order.
pub static ENGINE_OPTIONS: [EngineOption; 3] = [
    option("engine_setup.lines", "Lines per board", "", 1..=5, |setup| &mut setup.lines),
    option("engine_setup.threads", "Threads", "", 1..=512, |setup| &mut setup.threads),
    option("engine_setup.hash_mb", "Hash", " MB", 1..=65_536, |setup| &mut setup.hash_mb),
];

const fn option(
    key: &'static str,
    name: &'static str,
    unit: &'static str,
    range: RangeInclusive<u32>,
    field: fn(&mut EngineSetup) -> &mut u32,
) -> EngineOption {
    EngineOption { key, name, unit, range, field }
}

impl EngineOption {
    /// Sets the option to `value`, clamped to its range. Returns whether clamping changed the value.
    pub fn set(&self, setup: &mut EngineSetup, value: u32) -> bool {
        let limited = value.clamp(*self.range.start(), *self.range.end());
        *(self.field)(setup) = limited;
        limited != value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_number_is_an_option() {
        let setup = serde_json::to_value(EngineSetup::default()).expect("JSON");
        let fields = setup.as_object().expect("fields").iter();
        let numbers = fields.filter(|(_, value)| value.is_number());
        let names: BTreeSet<_> = numbers.map(|(name, _)| format!("engine_setup.{name}")).collect();
        let options: BTreeSet<_> = ENGINE_OPTIONS.iter().map(|it| it.key.to_owned()).collect();
        assert_eq!(names, options);
    }
}
