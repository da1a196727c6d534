//! [`Notice`]: what the window says to a person, and how it is said.

use crate::{app::State, rules::Numbers};

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
    pub offer: Option<Offer>,
}

impl Notice {
    /// Whether it goes by itself after some seconds. What warns, or offers something, stays until it is put away.
    #[must_use]
    pub const fn passes(&self) -> bool {
        !self.warns && self.offer.is_none()
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
    /// A text can be put into the clipboard.
    Copy(String),
}

impl Offer {
    /// What stands on its button.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Numbers { numbers, .. } => format!("Take them for {}", numbers.name()),
            Self::Reload => "Read it again".to_owned(),
            Self::Copy(_) => "Copy the address".to_owned(),
        }
    }
}

impl std::ops::Deref for Notices {
    type Target = [Notice];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl Notices {
    fn push(&mut self, text: String, warns: bool, offer: Option<Offer>) {
        self.said += 1;
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice {
            number: self.said,
            text,
            warns,
            offer,
        });
        if self.list.len() > MAX_NOTICES {
            // Rather what would go by itself than what warns.
            let first = self.list.iter().position(Notice::passes);
            self.list.remove(first.unwrap_or(0));
        }
    }

    /// Puts the message at `index` away; gives what it offered.
    pub(in crate::app) fn close(&mut self, index: usize) -> Option<Offer> {
        (index < self.list.len()).then(|| self.list.remove(index).offer)?
    }

    /// Puts away what offers something about a file that is no longer shown.
    pub(in crate::app) fn forget_offers(&mut self) {
        self.list.retain(|notice| notice.offer.is_none());
    }
}

impl State {
    /// Says that something is wrong.
    pub(in crate::app) fn say(&mut self, text: String) {
        self.shell.notices.push(text, true, None);
    }

    /// Says what is good to know.
    pub(in crate::app) fn tell(&mut self, text: String) {
        self.shell.notices.push(text, false, None);
    }

    /// Says what is good to know, and offers to do something about it.
    pub(in crate::app) fn offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, false, Some(offer));
    }
}
