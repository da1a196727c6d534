//! Sound effects. They are synthesized here and played by a program of the system, so that no audio library is linked.
//! Without such a program they stay silent.

use super::desktop::{Desktop, silent_command};
use crate::app::Sound;
use std::{
    collections::{HashMap, hash_map::Entry},
    f32::consts::TAU,
    io::Write as _,
    path::PathBuf,
    process::Child,
};
use tempfile::NamedTempFile;

/// The sample rate in Hz.
const RATE: u32 = 44_100;

/// Plays sounds. The sound files are deleted on drop.
pub(super) struct Sounds {
    players: &'static [&'static [&'static str]],
    files: HashMap<Sound, NamedTempFile>,
    /// The index of the player that works; `None` before the first sound.
    player: Option<usize>,
    /// Whether no player works.
    is_mute: bool,
    /// Running player processes.
    playing: Vec<Child>,
}

impl Sounds {
    /// Creates a player. The sound files are written when first needed.
    pub(super) fn on(desktop: Desktop) -> Self {
        Self {
            players: desktop.players(),
            files: HashMap::new(),
            player: None,
            is_mute: false,
            playing: Vec::new(),
        }
    }

    /// Starts to play `sound` without waiting.
    pub(super) fn play(&mut self, sound: Sound) {
        if self.is_mute {
            return;
        }
        // This reaps the players that have exited.
        self.playing.retain_mut(|child| !matches!(child.try_wait(), Ok(Some(_))));
        let Some(path) = self.file(sound) else {
            self.is_mute = true;
            return;
        };
        let known = self.player.map_or(0..self.players.len(), |place| place..place + 1);
        for place in known {
            let [program, arguments @ ..] = self.players[place] else {
                continue;
            };
            let started = silent_command(program).args(arguments).arg(&path).spawn();
            if let Ok(child) = started {
                self.player = Some(place);
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
                file.write_all(&wav(sound)).ok()?;
                entry.insert(file)
            }
        };
        Some(file.path().to_owned())
    }
}

/// Encodes the sound as WAVE: mono, 16 bits.
fn wav(sound: Sound) -> Vec<u8> {
    let samples = samples(sound);
    let bytes = u32::try_from(samples.len() * 2).unwrap_or(0);
    let mut file = Vec::with_capacity(44 + samples.len() * 2);
    file.extend(b"RIFF");
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    for half in [1_u16, 1] {
        file.extend(half.to_le_bytes());
    }
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * 2).to_le_bytes());
    for half in [2_u16, 16] {
        file.extend(half.to_le_bytes());
    }
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    for sample in samples {
        file.extend(sample.to_le_bytes());
    }
    file
}

/// Synthesizes a sound like wood on wood: two decaying tones of a small block, and the click of the touch. A drop is
/// higher and shorter than a move; a flag fall is a bell.
fn samples(sound: Sound) -> Vec<i16> {
    // Each tone: frequency in Hz, amplitude, and decay per second. Then the amplitude of the click and the duration in
    // seconds.
    let (tones, click, seconds): (&[(f32, f32, f32)], f32, f32) = match sound {
        Sound::Move => (&[(420.0, 0.5, 55.0), (960.0, 0.25, 80.0)], 0.25, 0.11),
        Sound::Drop => (&[(620.0, 0.5, 70.0), (1450.0, 0.3, 95.0)], 0.3, 0.09),
        Sound::Flag => (&[(880.0, 0.35, 5.0), (1760.0, 0.2, 8.0), (2640.0, 0.1, 12.0)], 0.05, 0.7),
    };
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "thousands of samples, each between -1 and 1"
    )]
    let count = (seconds * RATE as f32) as u32;
    let mut noise: u32 = 1;
    let sample = |index: u32| {
        #[expect(clippy::cast_precision_loss, reason = "thousands of samples")]
        let time = index as f32 / RATE as f32;
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "16 bits")]
        let rough = (noise >> 16) as f32 / 32_768.0 - 1.0;
        let ring: f32 = tones
            .iter()
            .map(|&(hertz, share, fade)| share * (-fade * time).exp() * (TAU * hertz * time).sin())
            .sum();
        let touch = click * (-900.0 * time).exp() * rough;
        // A fade to silence.
        let end = (1.0 - time / seconds).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1")]
        let level = ((ring + touch) * end * 0.7 * f32::from(i16::MAX)) as i16;
        level
    };
    (0..count).map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_a_short_wave_that_ends_in_silence() {
        for sound in [Sound::Move, Sound::Drop, Sound::Flag] {
            let file = wav(sound);
            assert_eq!(&file[..4], b"RIFF");
            assert_eq!(&file[8..16], b"WAVEfmt ");
            let length = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
            assert_eq!(length + 8, file.len());
            let samples = samples(sound);
            let loudest = samples.iter().map(|s| s.unsigned_abs()).max().unwrap();
            assert!((6_000..30_000).contains(&loudest), "{sound:?} {loudest}");
            assert!(samples.last().unwrap().unsigned_abs() < 60, "{sound:?}");
            assert!(samples.len() < RATE as usize, "{sound:?}");
        }
    }
}
