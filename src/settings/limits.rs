//! The valid range of every setting. The user or another program may edit the settings file; no value in it may prevent
//! the window from opening.

use super::{
    ENGINE_OPTIONS, Layout, SetChoice, Settings,
    values::{MAX_RECENT, limit_watched},
};
use crate::{engine::SearchLimit, timeline::SPEEDS};
use std::{
    collections::BTreeMap,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

/// The valid sizes of text and buttons, in per cent of the default.
pub const TEXT_PERCENTS: RangeInclusive<u16> = 80..=200;

/// The valid size limits of the cache, in megabytes.
pub const KEEP_MEGABYTES: RangeInclusive<u32> = 0..=1_000_000;

/// The valid node limits of an engine search.
pub const ENGINE_NODES: RangeInclusive<u64> = 10_000..=1_000_000_000_000;

/// The valid depth limits of an engine search, in plies.
pub const ENGINE_DEPTH: RangeInclusive<u32> = 1..=200;

/// The valid time limits of an engine search, in seconds.
pub const ENGINE_SECONDS: RangeInclusive<u32> = 1..=86_400;

/// The valid shares of the window for a panel, from none to all of it.
const SHARES: RangeInclusive<f32> = 0.0..=1.0;

/// The valid widths and heights of the window, in points. No graphics system supports larger windows.
const WINDOW_SIDES: RangeInclusive<f32> = 1.0..=16_384.0;

/// The maximum length of the name of a piece set, command, shortcut or player, in bytes.
const MAX_NAME_BYTES: usize = 100;

/// The maximum length of a text that the user types, in bytes: a URL, a file name or names of players.
const MAX_TEXT_BYTES: usize = 500;

/// The maximum length of a path on any system, in bytes.
const MAX_PATH_BYTES: usize = 4096;

/// The maximum number of entries in `keys` (custom shortcuts) and in `downloaded` (players). This limit is far above
/// the number of commands.
const MAX_KEYS: usize = 1000;

impl Settings {
    /// Limits every setting: clamps numbers, drops what is too long, and resets other invalid values. Returns the names
    /// of the changed settings. Keeps unknown names, such as commands of a later version.
    pub fn limit(&mut self) -> Vec<&'static str> {
        let Self {
            pieces,
            speed,
            downloaded,
            watched,
            my_names,
            my_file,
            keys,
            engine_setup,
            layout: Layout { window, maximized: _, list_share, panel_share, below_share },
            keep_mb,
            page,
            update_date,
            text_percent,
            recent,
            puzzle_set: SetChoice { filter, unsolved: _, daily: _ },
            problems,
            // The others have no limit: choices, and counts.
            ..
        } = self;
        let is_search_limited = limit_search(&mut engine_setup.limit);
        let paths = [
            ("engine_setup.path", limit_path(&mut engine_setup.path)),
            ("engine_setup.second_path", limit_path(&mut engine_setup.second_path)),
        ];
        let numbers = ENGINE_OPTIONS.iter().map(|option| {
            let value = *(option.field)(engine_setup);
            (option.key, option.set(engine_setup, value))
        });
        let limited = [
            ("pieces", limit_pieces(pieces)),
            ("puzzle_set.player", limit_text(&mut filter.player)),
            ("speed", limit_speed(speed)),
            ("downloaded", limit_keys(downloaded)),
            ("keys", limit_keys(keys)),
        ];
        let others = [
            ("engine_setup.limit", is_search_limited),
            ("layout.window", limit_window(window)),
            ("layout.list_share", limit_share(list_share)),
            ("layout.panel_share", limit_share(panel_share)),
            ("layout.below_share", limit_share(below_share)),
            ("keep_mb", limit_number(keep_mb, &KEEP_MEGABYTES)),
            ("my_names", limit_text(my_names)),
            ("my_file", limit_text(my_file)),
            ("page", limit_text(page)),
            ("update_date", limit_text(update_date)),
            ("text_percent", limit_number(text_percent, &TEXT_PERCENTS)),
            ("recent", limit_recent(recent)),
            ("problems", problems.limit()),
            ("watched", limit_watched(watched)),
        ];
        let all = limited.into_iter().chain(paths).chain(numbers).chain(others);
        all.filter(|(_, is_changed)| *is_changed).map(|(name, _)| name).collect()
    }
}

fn limit_speed(speed: &mut u8) -> bool {
    let last = u8::try_from(SPEEDS.len() - 1).unwrap_or(u8::MAX);
    limit_number(speed, &(0..=last))
}

fn limit_search(limit: &mut SearchLimit) -> bool {
    match limit {
        SearchLimit::Nodes(nodes) => limit_number(nodes, &ENGINE_NODES),
        SearchLimit::Depth(plies) => limit_number(plies, &ENGINE_DEPTH),
        SearchLimit::Seconds(seconds) => limit_number(seconds, &ENGINE_SECONDS),
    }
}

fn limit_number<N: Ord + Copy>(value: &mut N, range: &RangeInclusive<N>) -> bool {
    let limited = (*value).clamp(*range.start(), *range.end());
    std::mem::replace(value, limited) != limited
}

fn limit_share(share: &mut Option<f32>) -> bool {
    share.take_if(|share| !SHARES.contains(share)).is_some()
}

fn limit_window(window: &mut Option<[f32; 2]>) -> bool {
    window.take_if(|sides| !sides.iter().all(|side| WINDOW_SIDES.contains(side))).is_some()
}

fn limit_pieces(pieces: &mut String) -> bool {
    let is_long = pieces.len() > MAX_NAME_BYTES;
    if is_long {
        *pieces = Settings::default().pieces;
    }
    is_long
}

fn limit_text(text: &mut String) -> bool {
    let is_long = text.len() > MAX_TEXT_BYTES;
    if is_long {
        text.clear();
    }
    is_long
}

fn limit_keys(keys: &mut BTreeMap<String, String>) -> bool {
    let before = keys.len();
    let mut remaining = MAX_KEYS;
    keys.retain(|id, key| {
        let fits = id.len() <= MAX_NAME_BYTES && key.len() <= MAX_NAME_BYTES && remaining > 0;
        remaining -= usize::from(fits);
        fits
    });
    keys.len() != before
}

fn is_too_long(path: &Path) -> bool {
    path.as_os_str().len() > MAX_PATH_BYTES
}

fn limit_path(path: &mut Option<PathBuf>) -> bool {
    path.take_if(|path| is_too_long(path)).is_some()
}

fn limit_recent(recent: &mut Vec<PathBuf>) -> bool {
    let before = recent.len();
    recent.retain(|path| !is_too_long(path));
    recent.truncate(MAX_RECENT);
    recent.len() != before
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn defaults_are_within_the_limits() {
        let mut settings = Settings::default();
        assert!(settings.limit().is_empty());
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn every_text_and_number_has_a_limit() {
        let defaults = serde_json::to_value(Settings::default()).expect("JSON");
        for (key, value) in defaults.as_object().expect("fields") {
            let large: Vec<Value> = match value {
                _ if key == "version" => continue,
                Value::String(_) => vec!["x".repeat(5000).into()],
                Value::Number(_) => vec![u32::MAX.into(), u16::MAX.into(), u8::MAX.into()],
                _ => continue,
            };
            let settings = large.into_iter().find_map(|large| {
                let mut changed = defaults.clone();
                changed[key] = large;
                serde_json::from_value::<Settings>(changed).ok()
            });
            // A choice has no other value.
            if let Some(mut settings) = settings {
                assert_eq!(settings.limit(), [key]);
            }
        }
    }

    #[test]
    fn clamped_settings_are_within_limits() {
        let mut settings = Settings {
            speed: u8::MAX,
            text_percent: 0,
            keep_mb: u32::MAX,
            layout: Layout {
                window: Some([f32::NAN, 600.0]),
                list_share: Some(f32::INFINITY),
                panel_share: Some(1.0),
                ..Layout::default()
            },
            ..Settings::default()
        };
        let names = ["speed", "layout.window", "layout.list_share", "keep_mb", "text_percent"];
        assert_eq!(settings.limit(), names);
        assert_eq!((settings.speed, settings.text_percent, settings.keep_mb), (6, 80, 1_000_000));
        let kept = Layout { panel_share: Some(1.0), ..Layout::default() };
        assert_eq!(settings.layout, kept);
        assert!(settings.limit().is_empty());
    }
}
