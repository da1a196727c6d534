//! [`Switch`]: the boolean settings with their fields.

use crate::settings::Settings;

/// Defines [`Switch`] from the switches. Each has its field in the settings and, if the settings dialog shows it on the
/// page about matches, its heading there.
macro_rules! switches {
    ($($switch:ident($field:ident, $heading:expr),)*) => {
        /// A boolean setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Switch {
            $($switch,)*
        }

        impl Switch {
            /// All switches, in the order of the settings dialog.
            pub const ALL: &[Self] = &[$(Self::$switch,)*];

            pub const fn is_on(self, settings: &Settings) -> bool {
                match self {
                    $(Self::$switch => settings.$field,)*
                }
            }

            /// Toggles the switch.
            pub(in crate::app) const fn turn(self, settings: &mut Settings) {
                let field = match self {
                    $(Self::$switch => &mut settings.$field,)*
                };
                *field = !*field;
            }

            /// Returns the heading on the page about matches, or `None` if the switch is not on that page.
            pub const fn heading(self) -> Option<&'static str> {
                match self {
                    $(Self::$switch => $heading,)*
                }
            }
        }
    };
}

switches! {
    MoveClocks(move_clocks, Some("Move list")),
    Figurines(figurines, Some("Move list")),
    Tenths(tenths, Some("Clocks")),
    DiagonalsChart(diagonals_chart, Some("Timeline")),
    ProbabilityChart(probability_chart, Some("Timeline")),
    Sounds(sounds, Some("Playing")),
    HideResults(hide_results, Some("Playing")),
    SwitchBoards(switched, Some("Boards")),
    NextArrows(next_arrows, Some("Boards")),
    Tactics(tactics, Some("Analysis")),
    TacticArrows(tactic_arrows, Some("Analysis")),
    Flow(flow, Some("Analysis")),
    KeepBackup(backup, Some("Saving")),
    Downloads(downloads, Some("Import")),
    ImportChat(chat, Some("Import")),
    // On the page about the appearance.
    Coordinates(coordinates, None),
    Motion(motion, None),
    HighContrast(high_contrast, None),
    // Below the web address.
    Updates(updates, None),
    // In menus and panels.
    OnlyMine(only_mine, None),
    Engine(engine, None),
    ToggleSide(side, None),
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn every_boolean_setting_has_a_switch() {
        let fields = |settings: &Settings| {
            let Ok(Value::Object(fields)) = serde_json::to_value(settings) else {
                panic!("fields")
            };
            fields
        };
        let before = fields(&Settings::default());
        let booleans = before.iter().filter(|(_, value)| value.is_boolean());
        let turned = Switch::ALL.iter().flat_map(|switch| {
            let mut settings = Settings::default();
            switch.turn(&mut settings);
            fields(&settings).into_iter().filter(|(name, value)| before[name] != *value)
        });
        let mut turned: BTreeSet<String> = turned.map(|(name, _)| name).collect();
        // One belongs to the playback, the other to the first start.
        turned.extend(["skip_waits".to_owned(), "welcomed".to_owned()]);
        assert_eq!(turned, booleans.map(|(name, _)| name.clone()).collect());
    }
}
