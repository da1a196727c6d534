//! Serializes bytes and paths as RON's `b"…"`, which escapes everything but printable ASCII. Text in any encoding
//! survives, and most of it stays readable.

pub(super) mod text {
    use serde::{Deserializer, Serializer, de};

    pub(in crate::settings) fn serialize<S: Serializer>(
        bytes: &[u8],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(in crate::settings) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<u8>, D::Error> {
        struct Bytes;
        impl de::Visitor<'_> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                Ok(bytes)
            }
        }
        from.deserialize_byte_buf(Bytes)
    }
}

/// Serializes a path, or an `Option` or `Vec` of paths, as bytes, since Unix paths need not be UTF-8.
pub(super) mod paths {
    use super::text;
    use crate::file::system;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::path::PathBuf;

    /// A path or a container of paths.
    pub(in crate::settings) trait Paths: Sized {
        /// The serialized form: `Self` with a byte string in place of each path.
        type Stored: Serialize + for<'de> Deserialize<'de>;

        fn to_stored(&self) -> Self::Stored;

        fn from_stored(stored: Self::Stored) -> Self;
    }

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub(in crate::settings) struct Bytes(#[serde(with = "text")] Vec<u8>);

    impl Paths for PathBuf {
        type Stored = Bytes;

        fn to_stored(&self) -> Bytes {
            Bytes(system::path_bytes(self))
        }

        fn from_stored(stored: Bytes) -> Self {
            system::path_of(stored.0)
        }
    }

    impl Paths for Option<PathBuf> {
        type Stored = Option<Bytes>;

        fn to_stored(&self) -> Self::Stored {
            self.as_ref().map(Paths::to_stored)
        }

        fn from_stored(stored: Self::Stored) -> Self {
            stored.map(Paths::from_stored)
        }
    }

    impl Paths for Vec<PathBuf> {
        type Stored = Vec<Bytes>;

        fn to_stored(&self) -> Self::Stored {
            self.iter().map(Paths::to_stored).collect()
        }

        fn from_stored(stored: Self::Stored) -> Self {
            stored.into_iter().map(Paths::from_stored).collect()
        }
    }

    pub(in crate::settings) fn serialize<S: Serializer>(
        paths: &impl Paths,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        paths.to_stored().serialize(to)
    }

    pub(in crate::settings) fn deserialize<'de, P: Paths, D: Deserializer<'de>>(
        from: D,
    ) -> Result<P, D::Error> {
        Ok(P::from_stored(P::Stored::deserialize(from)?))
    }
}
