//! [`Notice`]: what the window says to a person, and how it is said.

use crate::{app::UnpackWhole, document::shortened, rules::Numbers};
use std::path::PathBuf;

/// No message is longer, in bytes.
const LONGEST: usize = 2000;

/// More messages than this are not kept.
const MAX_NOTICES: usize = 4;

/// Messages, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// How many there have been.
    said: u64,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which of all that were said in this session, counted.
    pub number: u64,
    /// A sentence.
    pub text: String,
    /// Whether something is wrong; else it is good news, or good to know.
    pub warns: bool,
    /// What else could be done.
    pub offers: Vec<Offer>,
}

impl Notice {
    /// Whether it goes by itself after some seconds. What warns, or asks something, stays until it is put away or
    /// another match is shown.
    #[must_use]
    pub fn passes(&self) -> bool {
        !self.warns && self.offers.iter().all(Offer::is_passing)
    }
}

/// What a message offers to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The numbers of a position that was pasted can be taken for something else.
    Numbers {
        /// The position.
        text: String,
        /// What they would be taken for.
        numbers: Numbers,
    },
    /// The file has changed on the disk and can be read again.
    Reload,
    /// All of a packed file can be unpacked, though it is over the limits.
    UnpackWhole(UnpackWhole),
    /// A text can be put into the clipboard.
    Copy(String),
    /// A file that was written can be opened with the program that the person has chosen for its kind.
    Open(PathBuf),
    /// The folder of that file can be shown.
    ShowInFolder(PathBuf),
}

impl Offer {
    /// What stands on its button.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Numbers { numbers, .. } => format!("Take them for {}", numbers.name()),
            Self::Reload => "Read it again".to_owned(),
            Self::UnpackWhole(_) => "Unpack it all the same".to_owned(),
            Self::Copy(_) => "Copy the address".to_owned(),
            Self::Open(_) => "Open".to_owned(),
            Self::ShowInFolder(_) => "Show in folder".to_owned(),
        }
    }

    /// Whether nothing is lost where nobody takes it.
    const fn is_passing(&self) -> bool {
        matches!(self, Self::Open(_) | Self::ShowInFolder(_))
    }
}

impl std::ops::Deref for Notices {
    type Target = [Notice];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl Notices {
    /// Adds a message.
    pub(in crate::app) fn push(&mut self, text: String, warns: bool, offers: Vec<Offer>) {
        let text = shortened(text, LONGEST);
        self.said += 1;
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { number: self.said, text, warns, offers });
        if self.list.len() > MAX_NOTICES {
            // Rather what would go by itself than what warns.
            let first = self.list.iter().position(Notice::passes);
            self.list.remove(first.unwrap_or(0));
        }
    }

    /// Puts all messages aside.
    pub(in crate::app) fn put_aside(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.list)
    }

    /// Shows messages again that were put aside, before those that came since.
    pub(in crate::app) fn take_back(&mut self, aside: Vec<Notice>) {
        self.list.splice(0..0, aside);
    }

    /// Puts the message at `index` away.
    pub(in crate::app) fn close(&mut self, index: usize) {
        if index < self.list.len() {
            self.list.remove(index);
        }
    }

    /// Puts the message with this number away.
    pub(in crate::app) fn close_number(&mut self, number: u64) {
        self.list.retain(|notice| notice.number != number);
    }

    /// Puts away messages with these words, which have turned out to be wrong.
    pub(in crate::app) fn take_back_words(&mut self, words: &[&str]) {
        self.list.retain(|notice| !words.contains(&&*notice.text));
    }

    /// How many messages there have been.
    pub(in crate::app) const fn said(&self) -> u64 {
        self.said
    }

    /// Puts away what was said before, when so many messages had been: it is outdated.
    pub(in crate::app) fn outdate(&mut self, said: u64) {
        self.list.retain(|notice| notice.number > said);
    }

    /// Puts away what offers something about a file that is no longer shown.
    pub(in crate::app) fn forget_offers(&mut self) {
        self.list.retain(|notice| notice.offers.is_empty());
    }
}
