//! Sound effects, played by an audio player of the system, so that no audio library is linked. Without a player there
//! is no sound.

use super::desktop::{Desktop, silent_command};
use crate::app::Sound;
use std::{
    collections::{HashMap, hash_map::Entry},
    io::Write as _,
    path::PathBuf,
    process::Child,
};
use tempfile::NamedTempFile;

/// Plays sounds from temporary files, which are deleted on drop.
pub(super) struct Sounds {
    players: &'static [&'static [&'static str]],
    files: HashMap<Sound, NamedTempFile>,
    /// The index in `players` of the player in use; `None` before the first sound.
    player: Option<usize>,
    /// Whether sound is off, because no player works or a sound file could not be written.
    is_mute: bool,
    playing: Vec<Child>,
}

impl Sounds {
    /// Creates a player without sound files. Each file is written when its sound is first played.
    pub(super) fn on(desktop: Desktop) -> Self {
        Self {
            players: desktop.players(),
            files: HashMap::new(),
            player: None,
            is_mute: false,
            playing: Vec::new(),
        }
    }

    pub(super) fn play(&mut self, sound: Sound) {
        if self.is_mute {
            return;
        }
        // Reaps the player processes that have exited.
        self.playing.retain_mut(|child| !matches!(child.try_wait(), Ok(Some(_))));
        let Some(path) = self.file(sound) else {
            self.is_mute = true;
            return;
        };
        let candidates = self.player.map_or(0..self.players.len(), |index| index..index + 1);
        for index in candidates {
            let [program, arguments @ ..] = self.players[index] else { continue };
            let started = silent_command(program).args(arguments).arg(&path).spawn();
            if let Ok(child) = started {
                self.player = Some(index);
                self.playing.push(child);
                return;
            }
        }
        self.is_mute = true;
    }

    fn file(&mut self, sound: Sound) -> Option<PathBuf> {
        let file = match self.files.entry(sound) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let mut file =
                    tempfile::Builder::new().prefix("tandem-").suffix(".wav").tempfile().ok()?;
                file.write_all(wav(sound)).ok()?;
                entry.insert(file)
            }
        };
        Some(file.path().to_owned())
    }
}

/// Returns a WAVE file: mono, 16 bits.
const fn wav(sound: Sound) -> &'static [u8] {
    match sound {
        Sound::Move => include_bytes!("../../assets/sounds/move.wav"),
        Sound::Drop => include_bytes!("../../assets/sounds/drop.wav"),
        Sound::Flag => include_bytes!("../../assets/sounds/flag.wav"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_a_short_wave_that_ends_in_silence() {
        for sound in [Sound::Move, Sound::Drop, Sound::Flag] {
            let file = wav(sound);
            let field = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
            assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
            assert_eq!(field(4) as usize + 8, file.len());
            let rate = field(24) as usize;
            let samples: Vec<i16> =
                file[44..].as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect();
            let loudest = samples.iter().map(|s| s.unsigned_abs()).max().unwrap();
            assert!((6_000..30_000).contains(&loudest), "{sound:?} {loudest}");
            assert!(samples.last().unwrap().unsigned_abs() < 60, "{sound:?}");
            assert!(samples.len() < rate, "{sound:?}");
        }
    }
}
