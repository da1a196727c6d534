//! A virtual display: Xvfb with a window manager.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use image::RgbImage;
use tempfile::TempDir;

use crate::wait::wait_for;

/// Larger than the window, so that the pointer can be parked outside it.
const SCREEN: &str = "1400x900x24";

/// Windows are placed at the top left corner without a frame: anything not black was painted by the program, and window
/// coordinates are screen coordinates.
const WINDOW_MANAGER: &str = r#"<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
  <applications>
    <application class="*">
      <decor>no</decor>
      <position force="yes"><x>0</x><y>0</y></position>
    </application>
  </applications>
</openbox_config>
"#;

/// The running server. Both processes are killed on drop.
pub struct Display {
    name: String,
    server: Child,
    window_manager: Option<Child>,
    /// The folder of the framebuffer and the window manager's settings.
    folder: TempDir,
}

impl Display {
    /// Starts a server on the first free number, and waits for the window manager.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN])
            // No key repeat: on a busy machine a key may be released long after it was pressed.
            .arg("-r")
            .args(["-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb should be installed");

        let mut number = String::new();
        let stdout = server.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut number).expect("Xvfb should say its number");
        let name = format!(":{}", number.trim());
        assert_ne!(name, ":", "Xvfb did not start");

        let mut display = Self { name, server, window_manager: None, folder };
        display.manage_windows();
        display
    }

    fn manage_windows(&mut self) {
        let settings = self.folder.path().join("rc.xml");
        std::fs::write(&settings, WINDOW_MANAGER).expect("should be writable");
        let window_manager = Command::new("openbox")
            .arg("--config-file")
            .arg(settings)
            .env("DISPLAY", &self.name)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox should be installed");
        self.window_manager = Some(window_manager);
        wait_for("openbox", Duration::from_mins(5), || self.xdotool(&["get_desktop"]));
        // A pointer over a button would change its colour.
        self.xdotool(&["mousemove", "1399", "899"]);
    }

    /// Returns the process of the server.
    pub fn server(&self) -> u32 {
        self.server.id()
    }

    /// Returns the value for `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs xdotool and returns its output, or `None` if it fails.
    pub fn xdotool(&self, args: &[&str]) -> Option<String> {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.name)
            .stdin(Stdio::null())
            .output()
            .expect("xdotool should be installed");
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    }

    /// Returns the current screen.
    pub fn picture(&self) -> RgbImage {
        let (header, bytes) = self.framebuffer();
        let mut picture = RgbImage::new(header.width, header.height);
        let rows = bytes[header.start..].chunks_exact(header.row);
        for (row, target) in rows.zip(picture.rows_mut()) {
            for (pixel, target) in row.chunks_exact(4).zip(target) {
                target.0 = [pixel[2], pixel[1], pixel[0]];
            }
        }
        picture
    }

    /// Returns whether there is more than one colour besides the screen's black. A window that was only cleared has
    /// one.
    pub fn is_painted(&self) -> bool {
        // A sample, since this is called every other millisecond.
        const EVERY_ROW: usize = 5;
        const EVERY_PIXEL: usize = 7;
        let (header, bytes) = self.framebuffer();
        let mut seen: Option<&[u8]> = None;
        for row in bytes[header.start..].chunks_exact(header.row).step_by(EVERY_ROW) {
            for pixel in row.chunks_exact(4).step_by(EVERY_PIXEL) {
                let color = &pixel[..3];
                if color == [0; 3] || seen == Some(color) {
                    continue;
                }
                if seen.is_some() {
                    return true;
                }
                seen = Some(color);
            }
        }
        false
    }

    fn framebuffer(&self) -> (Header, Vec<u8>) {
        let path: PathBuf = self.folder.path().join("Xvfb_screen0");
        let bytes = std::fs::read(path).expect("Xvfb should keep its framebuffer");
        (Header::read(&bytes), bytes)
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for process in self.window_manager.iter_mut().chain([&mut self.server]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The fields needed of an X window dump's header (`XWDFile.h`): big-endian words.
struct Header {
    width: u32,
    height: u32,
    /// Bytes per row.
    row: usize,
    /// The offset of the first row, after the header and the colour map.
    start: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Self {
        let word = |index: usize| {
            let word = bytes[index * 4..][..4].try_into().expect("four bytes");
            u32::from_be_bytes(word)
        };
        let size = |index| usize::try_from(word(index)).expect("a small number");
        assert_eq!((word(1), word(11)), (7, 32), "a dump with 32-bit pixels");
        assert_eq!(word(7), 0, "pixels with the lowest byte first");
        Self { width: word(4), height: word(5), row: size(12), start: size(0) + size(19) * 12 }
    }
}
