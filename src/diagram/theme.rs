//! [`Theme`]: the colours of a picture.

use crate::rules::Team;
use std::{fmt, str::FromStr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    pub name: &'static str,
    pub light: Rgb,
    pub dark: Rgb,
    pub last_light: Rgb,
    pub last_dark: Rgb,
    /// In colour, the frame around the square of a drop; in black and white, around all squares of the last move.
    pub frame: Rgb,
    /// The highlight of a king in check, and the badge of a promoted piece.
    pub warning: Rgb,
    /// The background of names and reserves. Black and white pieces must both be visible on it.
    pub card: Rgb,
    /// The background of the picture.
    pub ground: Rgb,
    /// The colour of text.
    pub ink: Rgb,
    /// The colour of secondary text.
    pub dim: Rgb,
    /// The colour of the first team, White A and Black B.
    pub first: Rgb,
    /// The colour of the second team, Black A and White B.
    pub second: Rgb,
    /// Whether to avoid colour, as in print.
    pub black_and_white: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Theme,
    Transparent,
    Color(Rgb),
}

const COLORED: Theme = Theme {
    name: "",
    light: Rgb(0, 0, 0),
    dark: Rgb(0, 0, 0),
    last_light: Rgb(0, 0, 0),
    last_dark: Rgb(0, 0, 0),
    frame: Rgb(0x8a, 0x7a, 0x00),
    warning: Rgb(0xc8, 0x2c, 0x25),
    card: Rgb(0xdd, 0xe0, 0xe5),
    ground: Rgb(0xff, 0xff, 0xff),
    ink: Rgb(0x1c, 0x1f, 0x26),
    dim: Rgb(0x4d, 0x54, 0x60),
    first: Rgb(0xb4, 0x5f, 0x00),
    second: Rgb(0x1d, 0x6a, 0xa8),
    black_and_white: false,
};

impl Theme {
    /// All themes. The first is the default.
    pub const ALL: [Self; 5] = [
        Self {
            name: "green",
            light: Rgb(0xee, 0xee, 0xd6),
            dark: Rgb(0x7b, 0x99, 0x68),
            last_light: Rgb(0xee, 0xe8, 0x8c),
            last_dark: Rgb(0xb6, 0xb8, 0x42),
            card: Rgb(0xdd, 0xe2, 0xd6),
            ..COLORED
        },
        Self {
            name: "wood",
            light: Rgb(0xf0, 0xd9, 0xb5),
            dark: Rgb(0xb5, 0x88, 0x63),
            last_light: Rgb(0xe6, 0xd7, 0x6c),
            last_dark: Rgb(0xc3, 0xa5, 0x3a),
            card: Rgb(0xe8, 0xdf, 0xd2),
            ..COLORED
        },
        Self {
            name: "blue",
            light: Rgb(0xe4, 0xea, 0xf0),
            dark: Rgb(0x8a, 0xa4, 0xbe),
            last_light: Rgb(0xb9, 0xe4, 0xd4),
            last_dark: Rgb(0x6f, 0xb9, 0xab),
            frame: Rgb(0x12, 0x70, 0x5c),
            card: Rgb(0xd9, 0xe0, 0xe8),
            ..COLORED
        },
        Self {
            name: "grey",
            light: Rgb(0xe6, 0xe7, 0xea),
            dark: Rgb(0xa6, 0xaa, 0xb2),
            last_light: Rgb(0xea, 0xe1, 0x9a),
            last_dark: Rgb(0xc9, 0xbb, 0x62),
            ..COLORED
        },
        Self {
            name: "print",
            light: Rgb(0xff, 0xff, 0xff),
            dark: Rgb(0xc8, 0xc8, 0xc8),
            last_light: Rgb(0xff, 0xff, 0xff),
            last_dark: Rgb(0xc8, 0xc8, 0xc8),
            frame: Rgb(0, 0, 0),
            warning: Rgb(0, 0, 0),
            card: Rgb(0xff, 0xff, 0xff),
            ink: Rgb(0, 0, 0),
            dim: Rgb(0x33, 0x33, 0x33),
            first: Rgb(0, 0, 0),
            second: Rgb(0, 0, 0),
            black_and_white: true,
            ..COLORED
        },
    ];

    /// Returns the default theme.
    pub fn default_theme() -> &'static Self {
        &Self::ALL[0]
    }

    /// Returns the theme called `name`, ignoring case, or `None` if there is none.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|theme| theme.name.eq_ignore_ascii_case(name))
    }

    pub const fn team(&self, team: Team) -> Rgb {
        match team {
            Team::First => self.first,
            Team::Second => self.second,
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid background {0}; use theme, none, or a colour such as #ffffff")]
pub struct BackgroundError(String);

impl FromStr for Background {
    type Err = BackgroundError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "theme" => return Ok(Self::Theme),
            "none" | "transparent" => return Ok(Self::Transparent),
            _ => {}
        }
        let digits = text.strip_prefix('#').unwrap_or(text);
        let invalid = || BackgroundError(text.to_owned());
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(invalid());
        }
        let [_, red, green, blue] =
            u32::from_str_radix(digits, 16).map_err(|_| invalid())?.to_be_bytes();
        Ok(Self::Color(Rgb(red, green, blue)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast ratio of two colours, as defined by WCAG 2.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let luminance =
            |c: Rgb| 0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2) + 0.05;
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn text_contrast_is_at_least_4_5() {
        for theme in Theme::ALL {
            for (what, ink, paper) in [
                ("ink on card", theme.ink, theme.card),
                ("dim on card", theme.dim, theme.card),
                ("ink on ground", theme.ink, theme.ground),
            ] {
                let found = contrast(ink, paper);
                assert!(found >= 4.5, "{}: {what} {found:.2}", theme.name);
            }
            for team in [Team::First, Team::Second] {
                let found = contrast(theme.team(team), theme.card);
                assert!(found >= 3.0, "{}: {team:?} {found:.2}", theme.name);
            }
        }
    }

    #[test]
    fn backgrounds_are_named_or_hexadecimal() {
        assert_eq!("none".parse(), Ok(Background::Transparent));
        assert_eq!("theme".parse(), Ok(Background::Theme));
        assert_eq!("#102030".parse(), Ok(Background::Color(Rgb(16, 32, 48))));
        assert_eq!("FFFFFF".parse(), Ok(Background::Color(Rgb(255, 255, 255))));
        for wrong in ["", "#fff", "#gggggg", "red", "+12345", "é1234"] {
            assert!(wrong.parse::<Background>().is_err(), "{wrong}");
        }
    }
}
