//! How moves and roles are serialized in the caches.

/// Serializes a role as a number, 0 for none.
pub(super) mod role {
    use crate::rules::{Reserve, Role};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde passes the field")]
    pub(in crate::analysis) fn serialize<S: Serializer>(
        role: &Option<Role>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        role.map_or(0, |role| role as u8).serialize(serializer)
    }

    pub(in crate::analysis) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Role>, D::Error> {
        Ok(of_number(u8::deserialize(deserializer)?))
    }

    pub(in crate::analysis) fn of_number(number: u8) -> Option<Role> {
        Reserve::ROLES.into_iter().find(|&role| role as u8 == number)
    }
}

/// Serializes moves as numbers: the type in two bits, two squares, the role and the promotion.
pub(super) mod moves {
    use crate::rules::{Move, Role, Square};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub(in crate::analysis) fn serialize<S: Serializer>(
        moves: &[Move],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        moves.iter().map(number).collect::<Vec<u32>>().serialize(serializer)
    }

    pub(in crate::analysis) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Move>, D::Error> {
        let numbers = Vec::<u32>::deserialize(deserializer)?;
        let moves = numbers.into_iter().map(of_number).collect::<Option<Vec<Move>>>();
        moves.ok_or_else(|| D::Error::custom("no move"))
    }

    pub(in crate::analysis) fn number(mv: &Move) -> u32 {
        let packed = |kind: u32, from: Square, to: Square, roles: u32| {
            kind | (from as u32) << 2 | (to as u32) << 8 | roles << 14
        };
        match *mv {
            Move::Normal { role, from, to, promotion } => {
                let promoted = promotion.map_or(0, |role| role as u32);
                packed(0, from, to, role as u32 | promoted << 3)
            }
            Move::EnPassant { from, to } => packed(1, from, to, 0),
            Move::Castle { king, rook } => packed(2, king, rook, 0),
            Move::Drop { role, to } => packed(3, to, to, role as u32),
        }
    }

    pub(in crate::analysis) fn of_number(packed: u32) -> Option<Move> {
        let square = |shift: u32| Square::new(packed >> shift & 63);
        let role =
            |shift: u32| Role::ALL.into_iter().find(|&role| role as u32 == packed >> shift & 7);
        let (from, to) = (square(2), square(8));
        Some(match packed & 3 {
            0 => Move::Normal { role: role(14)?, from, to, promotion: role(17) },
            1 => Move::EnPassant { from, to },
            2 => Move::Castle { king: from, rook: to },
            _ => Move::Drop { role: role(14)?, to },
        })
    }
}

/// Serializes a role as its number.
pub(super) mod some_role {
    use super::role::of_number;
    use crate::rules::Role;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field")]
    pub(in crate::analysis) fn serialize<S: Serializer>(
        role: &Role,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (*role as u8).serialize(serializer)
    }

    pub(in crate::analysis) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Role, D::Error> {
        of_number(u8::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("no role"))
    }
}

/// Serializes a move as its number.
pub(super) mod some_move {
    use super::moves::{number, of_number};
    use crate::rules::Move;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub(in crate::analysis) fn serialize<S: Serializer>(
        mv: &Move,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        number(mv).serialize(serializer)
    }

    pub(in crate::analysis) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Move, D::Error> {
        of_number(u32::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("no move"))
    }
}
