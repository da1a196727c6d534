//! Serializes a path, or an `Option` or `Vec` of paths, as bytes, since Unix paths need not be UTF-8. RON writes bytes
//! as `b"…"`, in which most text stays readable.

use crate::file::system;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::ByteBuf;
use std::path::PathBuf;

/// A path or a container of paths.
pub(super) trait Paths: Sized {
    /// The serialized form: `Self` with a byte string in place of each path.
    type Stored: Serialize + for<'de> Deserialize<'de>;

    fn to_stored(&self) -> Self::Stored;

    fn from_stored(stored: Self::Stored) -> Self;
}

impl Paths for PathBuf {
    type Stored = ByteBuf;

    fn to_stored(&self) -> ByteBuf {
        ByteBuf::from(system::path_bytes(self))
    }

    fn from_stored(stored: ByteBuf) -> Self {
        system::path_of(stored.into_vec())
    }
}

impl Paths for Option<PathBuf> {
    type Stored = Option<ByteBuf>;

    fn to_stored(&self) -> Self::Stored {
        self.as_ref().map(Paths::to_stored)
    }

    fn from_stored(stored: Self::Stored) -> Self {
        stored.map(Paths::from_stored)
    }
}

impl Paths for Vec<PathBuf> {
    type Stored = Vec<ByteBuf>;

    fn to_stored(&self) -> Self::Stored {
        self.iter().map(Paths::to_stored).collect()
    }

    fn from_stored(stored: Self::Stored) -> Self {
        stored.into_iter().map(Paths::from_stored).collect()
    }
}

pub(super) fn serialize<S: Serializer>(paths: &impl Paths, to: S) -> Result<S::Ok, S::Error> {
    paths.to_stored().serialize(to)
}

pub(super) fn deserialize<'de, P: Paths, D: Deserializer<'de>>(from: D) -> Result<P, D::Error> {
    Ok(P::from_stored(P::Stored::deserialize(from)?))
}
