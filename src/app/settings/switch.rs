//! [`Switch`]: what can be switched on and off in the settings, each with its field; and whether what a command
//! switches is on.

use crate::app::{Command, Side, State};
use crate::{rules::Color, settings::Settings, timeline::Repeat};

/// The switches, and the fields of the settings that keep them.
macro_rules! switches {
    ($($switch:ident: $field:ident,)*) => {
        /// What can be switched on and off in the settings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is explained by its field of the settings")]
        pub enum Switch {
            $($switch,)*
        }

        impl Switch {
            /// All, in no order.
            pub const ALL: &[Self] = &[$(Self::$switch,)*];

            /// Whether it is on.
            #[must_use]
            pub const fn is_on(self, settings: &Settings) -> bool {
                match self {
                    $(Self::$switch => settings.$field,)*
                }
            }

            /// Turns it on, or off.
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
    Sounds: sounds,
    ToggleSide: side,
    KeepBackup: backup,
}

impl State {
    /// Whether what `command` switches is on; `None` where it is no switch.
    #[must_use]
    pub fn is_on(&self, command: Command) -> Option<bool> {
        Some(match command {
            Command::Switch(switch) => switch.is_on(&self.settings),
            Command::ToggleMatches => self.matches_shown,
            Command::Table => self.table,
            Command::SkipWaits => self.playhead.skips_waits(),
            Command::Loop => self.playhead.repeat() != Repeat::None,
            Command::Enter => self.entering,
            Command::ToggleDiagram => self.has_diagram(),
            Command::AsReferee => self.is_side(Side::Referee),
            Command::AsWhite => self.is_side(Side::Seat(Color::White)),
            Command::AsBlack => self.is_side(Side::Seat(Color::Black)),
            _ => return None,
        })
    }

    fn is_side(&self, side: Side) -> bool {
        self.game_views().is_some() && self.game.side == side
    }
}
