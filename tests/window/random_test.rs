//! Keys and clicks at random, as a child or a cat gives them: the program goes on, and the file is whole.
//! `TANDEM_EVENTS` says how many.

use crate::Test;
use crate::display::Display;
use crate::window::Window;

/// These tests.
pub const TESTS: &[Test] = &[Test {
    name: "random_keys_and_clicks_end_nothing",
    needs_display: true,
    run: random_keys_and_clicks_end_nothing,
}];

const SAMPLE: &[u8] = include_bytes!("../../assets/samples/bpgn-1.2.bpgn");

/// How many events there are where nobody says otherwise.
const FEW: usize = 400;

/// So many go to the program at once.
const AT_ONCE: usize = 50;

/// Keys with a meaning, but for those that save or close.
const KEYS: [&str; 40] = [
    "Right",
    "Left",
    "Up",
    "Down",
    "Home",
    "End",
    "space",
    "Escape",
    "Return",
    "Tab",
    "shift+Tab",
    "BackSpace",
    "Delete",
    "ctrl+z",
    "ctrl+y",
    "ctrl+f",
    "ctrl+k",
    "ctrl+t",
    "ctrl+1",
    "ctrl+2",
    "ctrl+3",
    "ctrl+4",
    "ctrl+5",
    "ctrl+e",
    "ctrl+p",
    "ctrl+n",
    "ctrl+comma",
    "ctrl+plus",
    "ctrl+minus",
    "alt+f",
    "alt+v",
    "F1",
    "F5",
    "bracketright",
    "bracketleft",
    "f",
    "a",
    "n",
    "exclam",
    "question",
];

/// The numbers of a linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }

    /// The words for one event.
    fn event(&mut self, words: &mut Vec<String>) {
        let mut say = |part: &[&str]| words.extend(part.iter().map(|word| (*word).to_owned()));
        match self.below(10) {
            0..=4 => say(&["key", KEYS[self.below(KEYS.len())]]),
            5 => {
                let letter = char::from(b'a' + u8::try_from(self.below(26)).unwrap_or(0));
                say(&["key", &letter.to_string()]);
            }
            6 => say(&["click", if self.below(2) == 0 { "4" } else { "5" }]),
            7 => say(&["click", if self.below(4) == 0 { "3" } else { "1" }]),
            _ => {
                let (x, y) = (self.below(1280), self.below(800));
                say(&["mousemove", &x.to_string(), &y.to_string()]);
            }
        }
    }
}

fn random_keys_and_clicks_end_nothing() {
    let count =
        std::env::var("TANDEM_EVENTS").map_or(FEW, |count| count.parse().expect("a number"));
    let display = Display::start();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("random.bpgn");
    std::fs::write(&path, SAMPLE).expect("should be writable");
    let mut numbers = Numbers(23);
    let mut window = Window::open(&display, &[&path]);
    let (mut done, mut starts) = (0, 1);
    while done < count {
        let mut words = Vec::new();
        for _ in 0..AT_ONCE.min(count - done) {
            numbers.event(&mut words);
            done += 1;
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if !window.events(&words) {
            // A menu or a dialog has an entry that ends the program.
            window = Window::open(&display, &[&path]);
            starts += 1;
        }
        // A button of a dialog may have saved, which writes all of the file or nothing.
        let bytes = std::fs::read(&path).expect("the file is there");
        assert!(
            bytes.starts_with(b"[") && bytes.len() > 500,
            "{} bytes",
            bytes.len()
        );
    }
    window.wait_rest();
    assert!(window.events(&["mousemove", "1399", "899"]));
    println!("{done} events, {starts} starts");
    window.kill();
}
