//! [`Notice`]: what the window says to a person, and how it is said.

use crate::{
    app::{State, UnpackWhole},
    document::shortened,
    rules::Numbers,
};
use std::path::{Path, PathBuf};

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
    fn push(&mut self, text: String, warns: bool, offers: Vec<Offer>) {
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

impl State {
    /// Says that something is wrong.
    pub(in crate::app) fn say(&mut self, text: String) {
        self.shell.notices.push(text, true, Vec::new());
    }

    /// Says what is good to know.
    pub(in crate::app) fn tell(&mut self, text: String) {
        self.shell.notices.push(text, false, Vec::new());
    }

    /// Says what is good to know, and offers to do something about it.
    pub(in crate::app) fn offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, false, vec![offer]);
    }

    /// Says that something is wrong, and offers to do something about it.
    pub(in crate::app) fn say_and_offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, true, vec![offer]);
    }

    /// Says that the file at `path` was written, and offers to open it and to show where it is.
    pub(in crate::app) fn tell_written(&mut self, text: String, path: &Path) {
        let offers = vec![Offer::Open(path.to_owned()), Offer::ShowInFolder(path.to_owned())];
        self.shell.notices.push(text, false, offers);
    }
}
