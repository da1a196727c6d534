//! [`Tabs`]: the hidden tabs, and the place of the shown one.

use crate::{
    app::{Center, Open, RecordSession, Round},
    archive::RecordId,
    timeline::Moment,
};
use std::{cmp::Ordering, collections::VecDeque, path::PathBuf};

/// The hidden tabs, and the place of the shown one among them.
#[derive(Clone, Debug, Default)]
pub struct Tabs {
    /// The hidden tabs, from left to right.
    pub(super) hidden: Vec<Tab>,
    /// The number of hidden tabs to the left of the shown one.
    pub(super) shown_index: usize,
    /// The number of the shown tab.
    pub(super) shown: u64,
    /// The highest number given to a tab. Tabs keep their numbers.
    last: u64,
    /// The files to open next, each in a tab of its own.
    pub(super) queue: VecDeque<PathBuf>,
    /// The number of the list whose files are opened in tabs. The first of them replaces it.
    pub(super) replaced_list: Option<u64>,
}

/// A hidden tab.
#[derive(Clone, Debug, Default)]
pub(super) struct Tab {
    pub(super) number: u64,
    /// The number of the file; `None` for the start page.
    pub(super) opened: Option<u64>,
    pub(super) record: RecordSession,
    /// The record with its view; `None` if it is to be loaded again, at `moment`.
    pub(super) open: Option<Open>,
    pub(super) moment: Moment,
    /// The revision of the file when the tab was hidden.
    pub(super) revision: u64,
    /// The puzzles that were left to look at a match.
    pub(super) paused: Option<Round>,
    pub(super) matches: bool,
    pub(super) center: Center,
    /// Whether the boards are turned around.
    pub(super) flipped: bool,
}

impl Tabs {
    /// Returns the number of tabs.
    pub const fn count(&self) -> usize {
        self.hidden.len() + 1
    }

    /// Returns the number of the shown tab. It identifies the tab, and does not depend on its place.
    pub(in crate::app) const fn shown(&self) -> u64 {
        self.shown
    }

    /// Returns whether a hidden tab shows the file with the number `opened`.
    pub(in crate::app) fn shows(&self, opened: u64) -> bool {
        self.hidden.iter().any(|tab| tab.opened == Some(opened))
    }

    /// Returns the record and the moment of a hidden tab of the file with the number `opened`.
    pub(in crate::app) fn place_in(&self, opened: u64) -> Option<(RecordId, Moment)> {
        let tab = self.hidden.iter().find(|tab| tab.opened == Some(opened))?;
        Some((tab.record.id, tab.moment))
    }

    /// Returns the index of the first hidden tab that `is_wanted`.
    pub(super) fn position(&self, is_wanted: impl Fn(&Tab) -> bool) -> Option<usize> {
        let place = self.hidden.iter().position(is_wanted)?;
        Some(if place < self.shown_index { place } else { place + 1 })
    }

    /// Returns the hidden tab at `index`; `None` for the shown one.
    pub(super) fn get(&self, index: usize) -> Option<&Tab> {
        match index.cmp(&self.shown_index) {
            Ordering::Less => self.hidden.get(index),
            Ordering::Equal => None,
            Ordering::Greater => self.hidden.get(index - 1),
        }
    }

    /// Removes and returns the hidden tab at `index`.
    pub(super) fn remove(&mut self, index: usize) -> Tab {
        if index > self.shown_index {
            return self.hidden.remove(index - 1);
        }
        self.shown_index -= 1;
        self.hidden.remove(index)
    }

    /// Makes the hidden tab at `index` the shown one, with `left` in the place of the tab shown so far. Returns the tab
    /// to show.
    pub(super) fn turn_to(&mut self, index: usize, left: Tab) -> Tab {
        self.hidden.insert(self.shown_index, left);
        self.shown_index = index;
        let tab = self.hidden.remove(index);
        self.shown = tab.number;
        tab
    }

    /// Makes the tab after the shown one, or else that before it, the shown one in its place. Returns the tab to show;
    /// `None` if there is no hidden tab.
    pub(super) fn take_next(&mut self) -> Option<Tab> {
        if self.shown_index == self.hidden.len() {
            self.shown_index = self.shown_index.checked_sub(1)?;
        }
        let tab = self.hidden.remove(self.shown_index);
        self.shown = tab.number;
        Some(tab)
    }

    /// Hides `left` and makes a new tab after it the shown one. Returns the number of the new tab.
    pub(super) fn add_after(&mut self, left: Tab) -> u64 {
        self.hidden.insert(self.shown_index, left);
        self.shown_index += 1;
        self.last += 1;
        self.shown = self.last;
        self.shown
    }
}
