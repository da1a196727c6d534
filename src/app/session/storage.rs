//! [`Storage`]: the kind of place where the open records are stored.

/// The kind of place where the records of a [`FileSession`](super::FileSession) are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In files that can be saved in place.
    InPlace,
    /// In files that cannot be saved in place (archives and BGN), or built in.
    ReadOnly,
    /// In no file yet, but the sources can be imported again.
    Imported,
    /// In no file: pasted, new, recovered, or read from standard input.
    NoFile,
}

impl Storage {
    /// Returns whether the records are in files or built in. Unsaved changes do not matter.
    pub const fn is_in_file(self) -> bool {
        matches!(self, Self::InPlace | Self::ReadOnly)
    }

    /// Returns whether the records, without unsaved changes, can be loaded again.
    pub const fn can_be_read_again(self) -> bool {
        !matches!(self, Self::NoFile)
    }
}
