//! [`Switch`]: the boolean settings with their fields.

use crate::settings::Settings;

/// Defines [`Switch`] from the switches and their fields in the settings.
macro_rules! switches {
    ($($switch:ident: $field:ident,)*) => {
        /// A boolean setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Switch {
            $($switch,)*
        }

        impl Switch {
            /// All switches, in no particular order.
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
        }
    };
}

switches! {
    Flip: flipped,
    SwitchBoards: switched,
    Coordinates: coordinates,
    Motion: motion,
    MoveClocks: move_clocks,
    Figurines: figurines,
    Tenths: tenths,
    Tactics: tactics,
    TacticArrows: tactic_arrows,
    Flow: flow,
    OnlyMine: only_mine,
    DiagonalsChart: diagonals_chart,
    ProbabilityChart: probability_chart,
    Engine: engine,
    Sounds: sounds,
    ToggleSide: side,
    HideResults: hide_results,
    KeepBackup: backup,
    Downloads: downloads,
    ImportChat: chat,
    Updates: updates,
    HighContrast: high_contrast,
}
