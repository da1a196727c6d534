//! Finds the shared libraries that the window needs but the system lacks.
//!
//! winit and glutin report a missing library in a message of 500 characters or not at all. Therefore, after a failed
//! start, this module looks up the libraries by name. Loading the libraries would be `unsafe`.

use std::{collections::BTreeSet, path::PathBuf};

/// A library, and the Debian package that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Library {
    name: &'static str,
    package: &'static str,
}

/// Names of libraries, and the Debian packages that contain them.
const X11: [(&str, &str); 7] = [
    ("libX11.so.6", "libx11-6"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libGL.so.1", "libgl1"),
];

const WAYLAND: [(&str, &str); 4] = [
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libEGL.so.1", "libegl1"),
];

/// The folders searched for libraries that the loader cache does not list. Some systems have no cache, and libraries
/// installed by hand may be missing from it.
const FOLDERS: [&str; 6] =
    ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/run/current-system/sw/lib"];

/// The loader cache of `ldconfig`, which contains the library names as text.
const LOADER_CACHE: &str = "/etc/ld.so.cache";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Display {
    X11,
    Wayland,
}

impl Display {
    /// Returns the display server that winit chooses: Wayland before X11; `None` if neither is set up. `variable`
    /// returns the value of an environment variable. An empty variable counts as unset.
    pub(super) fn from_environment(
        variable: impl Fn(&str) -> Option<std::ffi::OsString>,
    ) -> Option<Self> {
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        if is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET") {
            Some(Self::Wayland)
        } else if is_set("DISPLAY") {
            Some(Self::X11)
        } else {
            None
        }
    }

    /// Returns the missing libraries of this display server. On systems other than Linux, where libraries have other
    /// names, the list is always empty.
    pub(super) fn missing(self) -> Vec<Library> {
        if !cfg!(target_os = "linux") {
            return Vec::new();
        }
        let cache = std::fs::read(LOADER_CACHE).unwrap_or_default();
        let user_folders = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&user_folders).collect();
        folders.extend(FOLDERS.iter().map(PathBuf::from));
        let is_there = |name: &str| {
            is_listed(&cache, name) || folders.iter().any(|folder| folder.join(name).exists())
        };
        self.missing_where(is_there)
    }

    fn missing_where(self, is_there: impl Fn(&str) -> bool) -> Vec<Library> {
        let libraries: &[_] = if self == Self::X11 { &X11 } else { &WAYLAND };
        let missing = libraries.iter().filter(|(name, _)| !is_there(name));
        missing.map(|&(name, package)| Library { name, package }).collect()
    }
}

/// Returns whether the loader cache contains exactly `name`.
fn is_listed(cache: &[u8], name: &str) -> bool {
    memchr::memmem::find_iter(cache, name.as_bytes()).any(|at| {
        let before = at.checked_sub(1).and_then(|at| cache.get(at));
        let after = cache.get(at + name.len());
        before.is_none_or(|byte| *byte == 0 || *byte == b'/') && after.is_none_or(|byte| *byte == 0)
    })
}

/// Formats the names and the packages: `libXi.so.6 and libGL.so.1 (on Debian: apt install libgl1 libxi6)`.
pub(super) fn libraries_text(missing: &[Library]) -> String {
    let names: Vec<&str> = missing.iter().map(|it| it.name).collect();
    let packages: BTreeSet<&str> = missing.iter().map(|it| it.package).collect();
    let packages: Vec<&str> = packages.into_iter().collect();
    let names = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    format!("{names} (on Debian: apt install {})", packages.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checked_display_is_the_one_winit_uses() {
        let named = |set: &[(&str, &str)]| {
            Display::from_environment(|name| {
                let found = set.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| value.into())
            })
        };
        assert_eq!(named(&[]), None);
        assert_eq!(named(&[("DISPLAY", "")]), None);
        assert_eq!(named(&[("DISPLAY", ":0")]), Some(Display::X11));
        let both = [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")];
        assert_eq!(named(&both), Some(Display::Wayland));
        let socket = [("DISPLAY", ":0"), ("WAYLAND_SOCKET", "3")];
        assert_eq!(named(&socket), Some(Display::Wayland));
    }

    #[test]
    fn library_is_listed_only_by_its_full_name() {
        let list = b"glibc-ld.so.cache1.1\0libX11-xcb.so.1\0/lib/x/libX11-xcb.so.1\0libXi.so.6.1\0xlibGL.so.1\0";
        assert!(is_listed(list, "libX11-xcb.so.1"));
        assert!(!is_listed(list, "libXi.so.6"));
        assert!(!is_listed(list, "libGL.so.1"));
        assert!(!is_listed(b"", "libGL.so.1"));
    }

    #[test]
    fn missing_library_is_named_with_its_package() {
        let but = |missing: &'static [&str]| move |name: &str| !missing.contains(&name);
        let words = |missing| libraries_text(&Display::X11.missing_where(but(missing)));
        assert_eq!(words(&["libXi.so.6"]), "libXi.so.6 (on Debian: apt install libxi6)");
        assert_eq!(
            words(&["libX11-xcb.so.1", "libXcursor.so.1", "libXi.so.6"]),
            "libX11-xcb.so.1, libXcursor.so.1 and libXi.so.6 (on Debian: apt install libx11-xcb1 libxcursor1 libxi6)"
        );
        assert_eq!(Display::Wayland.missing_where(|_| true), []);
    }

    #[test]
    fn libc_is_found() {
        if cfg!(target_os = "linux") && std::path::Path::new(LOADER_CACHE).exists() {
            let list = std::fs::read(LOADER_CACHE).expect("it is there");
            assert!(is_listed(&list, "libc.so.6"));
        }
    }
}
