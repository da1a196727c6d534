//! [`Storage`]: where the open records are kept outside the program.

/// Where the records of an [`OpenFile`](super::OpenFile) are kept outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In files that are saved in their place.
    InPlace,
    /// In files that cannot be saved in their place, packed ones and BGN, or in the program itself: the sample.
    ReadOnly,
    /// In no file yet, though the files that they were made from can be read again.
    Imported,
    /// In no file: pasted, new, recovered, or read from standard input.
    Nowhere,
}

impl Storage {
    /// Whether some file holds the records as they were opened.
    #[must_use]
    pub const fn is_in_file(self) -> bool {
        matches!(self, Self::InPlace | Self::ReadOnly)
    }

    /// Whether the records can be had again as they were opened.
    #[must_use]
    pub const fn can_be_read_again(self) -> bool {
        !matches!(self, Self::Nowhere)
    }
}
