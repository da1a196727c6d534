//! How moves and roles are serialized in the caches: as numbers.

use crate::rules::{Move, Reserve, Role, Square};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A value that is serialized as a number.
pub(super) trait Packed: Sized + Copy {
    fn pack(self) -> u32;

    /// Returns `None` if no value has the number `packed`.
    fn unpack(packed: u32) -> Option<Self>;
}

impl Packed for Role {
    fn pack(self) -> u32 {
        self as u32
    }

    fn unpack(packed: u32) -> Option<Self> {
        Reserve::ROLES.into_iter().find(|&role| role as u32 == packed)
    }
}

/// `None` is 0.
impl Packed for Option<Role> {
    fn pack(self) -> u32 {
        self.map_or(0, Role::pack)
    }

    fn unpack(packed: u32) -> Option<Self> {
        Some(Role::unpack(packed))
    }
}

/// The number holds the type in two bits, two squares, the role and the promotion.
impl Packed for Move {
    fn pack(self) -> u32 {
        let packed = |kind: u32, from: Square, to: Square, roles: u32| {
            kind | (from as u32) << 2 | (to as u32) << 8 | roles << 14
        };
        match self {
            Self::Normal { role, from, to, promotion } => {
                let promoted = promotion.map_or(0, |role| role as u32);
                packed(0, from, to, role as u32 | promoted << 3)
            }
            Self::EnPassant { from, to } => packed(1, from, to, 0),
            Self::Castle { king, rook } => packed(2, king, rook, 0),
            Self::Drop { role, to } => packed(3, to, to, role as u32),
        }
    }

    fn unpack(packed: u32) -> Option<Self> {
        let square = |shift: u32| Square::new(packed >> shift & 63);
        let role =
            |shift: u32| Role::ALL.into_iter().find(|&role| role as u32 == packed >> shift & 7);
        let (from, to) = (square(2), square(8));
        Some(match packed & 3 {
            0 => Self::Normal { role: role(14)?, from, to, promotion: role(17) },
            1 => Self::EnPassant { from, to },
            2 => Self::Castle { king: from, rook: to },
            _ => Self::Drop { role: role(14)?, to },
        })
    }
}

pub(super) fn serialize<T: Packed, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.pack().serialize(to)
}

pub(super) fn deserialize<'de, T: Packed, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::unpack(u32::deserialize(from)?).ok_or_else(|| D::Error::custom("no move or role"))
}

/// Serializes a list of such values.
pub(super) mod list {
    use super::{Deserialize, Deserializer, Packed, Serialize, Serializer};
    use serde::de::Error as _;

    pub(in crate::analysis) fn serialize<T: Packed, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        values.iter().map(|value| value.pack()).collect::<Vec<u32>>().serialize(to)
    }

    pub(in crate::analysis) fn deserialize<'de, T: Packed, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let numbers = Vec::<u32>::deserialize(from)?;
        let values = numbers.into_iter().map(T::unpack).collect::<Option<Vec<T>>>();
        values.ok_or_else(|| D::Error::custom("no move"))
    }
}
