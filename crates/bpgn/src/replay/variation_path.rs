//! Places in the tree of variations ([`VariationPath`], [`VariationPlace`], [`Point`]) and the moves available there.

use super::{Match, Ply, Variation, VariationKind, VariationPly, Variations};
use crate::notation::Record;
use bughouse::{Move, Position, Seat};

/// The path to a variation: first a variation on a ply of the match, then a branch at each level.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariationPath {
    /// The index of the outermost variation in [`Variations::roots`].
    pub root: usize,
    /// The branches to follow, outermost first.
    pub branches: Vec<BranchIndex>,
}

/// One step of a path: from a variation to one of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchIndex {
    /// The index of the ply with the branch.
    pub ply: usize,
    /// The index among the branches of that ply.
    pub branch: usize,
}

/// A place in a variation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariationPlace {
    pub path: VariationPath,
    /// The number of plies of the variation that have been played.
    pub plies: usize,
}

/// A place in the match or in one of its variations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// The place after this number of plies of the match.
    Match(usize),
    Variation(VariationPlace),
}

/// A ply that can be played next.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub ply: Ply,
    /// The place after the ply.
    pub to: Point,
}

impl VariationPath {
    /// Returns the path to the variation with the index `root` in [`Variations::roots`].
    pub const fn root(root: usize) -> Self {
        Self { root, branches: Vec::new() }
    }

    /// Returns the path to the branch `turn` of this variation.
    pub fn branch(&self, turn: BranchIndex) -> Self {
        let mut path = self.clone();
        path.branches.push(turn);
        path
    }

    /// Returns the path to the parent variation and the branch to take there, or `None` for a variation on a ply of the
    /// match.
    pub fn parent(&self) -> Option<(Self, BranchIndex)> {
        let mut path = self.clone();
        let turn = path.branches.pop()?;
        Some((path, turn))
    }

    /// Returns the place after `plies` plies of this variation.
    pub const fn after(self, plies: usize) -> VariationPlace {
        VariationPlace { path: self, plies }
    }
}

impl Variations {
    /// Returns the variation at `path`, or `None` if there is none.
    pub fn get(&self, path: &VariationPath) -> Option<&Variation> {
        let mut found = &self.roots.get(path.root)?.variation;
        for turn in &path.branches {
            found = found.plies.get(turn.ply)?.branches.get(turn.branch)?;
        }
        Some(found)
    }

    /// Returns the ply that leads to `place`, or `None` at the start of a variation.
    pub fn ply(&self, place: &VariationPlace) -> Option<&VariationPly> {
        let index = place.plies.checked_sub(1)?;
        self.get(&place.path)?.plies.get(index)
    }

    /// Returns the number of plies of the match that are played before the variation at `path`. A branch has the number
    /// of its outermost parent.
    pub fn branches_off_at(&self, path: &VariationPath) -> usize {
        let Some(root) = self.roots.get(path.root) else { return 0 };
        let back = usize::from(root.variation.kind == VariationKind::Alternative);
        (root.after as usize).saturating_sub(back)
    }

    /// Returns the name of `place`, such as `21B/1/3`: the ply of the match, the number of the variation on that ply,
    /// and the number of plies played in the variation. For each branch, two numbers precede the last one: the number
    /// of the ply in the parent variation, and the number of the branch on that ply.
    pub fn place_name(&self, record: &Record, place: &VariationPlace) -> String {
        let root = place.path.root;
        let after = self.roots.get(root).map_or(0, |root| root.after);
        let ply = (after as usize).checked_sub(1).and_then(|index| record.plies.get(index));
        let ply_name = ply.map_or("0".to_owned(), |ply| ply.name().to_string());
        let mut name = format!("{ply_name}/{}", root + 1 - self.first_root_beside(root));
        for turn in &place.path.branches {
            name += &format!("/{}/{}", turn.ply + 1, turn.branch + 1);
        }
        format!("{name}/{}", place.plies)
    }

    /// Returns the place with this name in the variations of `played`, or `None` if there is no such place. See
    /// [`Variations::place_name`].
    pub fn place_named(&self, played: &Match, name: &str) -> Option<VariationPlace> {
        let (ply, place_in_variation) = name.split_once('/')?;
        let after = match ply {
            "0" => 0,
            name => {
                let mut plies = played.plies.iter();
                plies.position(|ply| ply.name().to_string() == name)? + 1
            }
        };
        self.parse_place_name(after, place_in_variation)
    }

    /// Parses a name written by [`Variations::place_name`]. `after` is the number of plies of the match up to the ply
    /// in the name, and `rest` is the name after the first slash. If the last number is missing, the place is the end
    /// of the variation. Returns `None` if there is no such place.
    pub fn parse_place_name(&self, after: usize, rest: &str) -> Option<VariationPlace> {
        let mut numbers = Vec::new();
        for part in rest.split('/') {
            numbers.push(part.parse::<usize>().ok()?.checked_sub(1)?);
        }
        let (first, rest) = numbers.split_first()?;
        let roots = self.roots.iter().enumerate();
        let mut roots_on_ply = roots.filter(|(_, root)| root.after as usize == after);
        let mut path = VariationPath::root(roots_on_ply.nth(*first)?.0);
        let mut turns = rest.chunks_exact(2);
        for turn in &mut turns {
            path = path.branch(BranchIndex { ply: turn[0], branch: turn[1] });
        }
        let count = self.get(&path)?.plies.len();
        let plies = match turns.remainder() {
            [ply] => ply + 1,
            _ => count,
        };
        if plies <= count { Some(path.after(plies)) } else { None }
    }

    /// Returns the place from which the variation at `path` is played: in its parent variation or in the match.
    pub fn start(&self, path: &VariationPath) -> Point {
        let Some((parent, turn)) = path.parent() else {
            return Point::Match(self.branches_off_at(path));
        };
        let alternative = self.get(path).is_none_or(|it| it.kind == VariationKind::Alternative);
        let plies = turn.ply + usize::from(!alternative);
        self.normalized(Point::Variation(parent.after(plies)))
    }

    /// Returns the place from which the variation is played if `point` is the start of a variation. Otherwise returns
    /// `point`.
    pub fn normalized(&self, point: Point) -> Point {
        match point {
            Point::Variation(place) if place.plies == 0 => self.start(&place.path),
            point => point,
        }
    }

    /// Returns the place one ply before `place`. Before the first ply of a variation, this is a place in its parent or
    /// in the match.
    pub fn back(&self, place: &VariationPlace) -> Point {
        let plies = place.plies.saturating_sub(1);
        self.normalized(Point::Variation(place.path.clone().after(plies)))
    }

    /// Returns the plies that lead from the match to `place`, including those of parent variations.
    pub fn plies_to(&self, place: &VariationPlace) -> Vec<&VariationPly> {
        let mut plies = match self.start(&place.path) {
            Point::Match(_) => Vec::new(),
            Point::Variation(start) => self.plies_to(&start),
        };
        let own = self.get(&place.path).into_iter().flat_map(|variation| &variation.plies);
        plies.extend(own.take(place.plies));
        plies
    }

    /// Returns the number of plies of the variation at `path` that lead to `place`. Returns 0 if `place` is neither in
    /// that variation nor in one of its branches.
    pub fn plies_toward(&self, path: &VariationPath, place: &VariationPlace) -> usize {
        let turns = &place.path.branches;
        if path.root != place.path.root || !turns.starts_with(&path.branches) {
            return 0;
        }
        turns.get(path.branches.len()).map_or(place.plies, |turn| {
            let branch = self.get(&path.branch(*turn));
            let continues = branch.is_some_and(|it| it.kind == VariationKind::Continuation);
            turn.ply + usize::from(continues)
        })
    }

    /// Returns the position at `point`. `played` must be the match of these variations.
    pub fn position(&self, played: &Match, point: &Point) -> Position {
        match point {
            Point::Match(moment) => played.position_after(*moment),
            Point::Variation(place) => {
                let mut position = played.position_after(self.branches_off_at(&place.path));
                for ply in self.plies_to(place) {
                    ply.ply.play_on(&mut position);
                }
                position
            }
        }
    }

    /// Returns the plies that can be played at `point`: first the next ply of the match or variation, then those of its
    /// variations in text order.
    pub fn choices(&self, played: &Match, point: &Point) -> Vec<Choice> {
        match point {
            Point::Match(moment) => self.choices_of_match(played, *moment),
            Point::Variation(place) => {
                let mut choices = Vec::new();
                self.add_choices(&place.path, place.plies, &mut choices);
                if let Some(ply) = place.plies.checked_sub(1) {
                    self.add_branches(&place.path, ply, VariationKind::Continuation, &mut choices);
                }
                choices
            }
        }
    }

    /// Returns the plies that can be played after `moment` plies of the match.
    fn choices_of_match(&self, played: &Match, moment: usize) -> Vec<Choice> {
        let next =
            played.plies.get(moment).map(|&ply| Choice { ply, to: Point::Match(moment + 1) });
        let mut choices: Vec<Choice> = next.into_iter().collect();
        let after = |plies: usize| u32::try_from(plies).unwrap_or(u32::MAX);
        let first = self.first_root_on(after(moment));
        for (root, root_variation) in self.roots.iter().enumerate().skip(first) {
            if root_variation.after > after(moment + 1) {
                break;
            }
            let ply_number = root_variation.after as usize;
            let plies = &root_variation.variation.plies;
            // An alternative may begin with the same move as the ply of the match that it is on. Its second ply is then
            // a choice after that ply.
            let repeats = |ply: &VariationPly| {
                let of_match = ply_number.checked_sub(1).and_then(|index| played.plies.get(index));
                of_match.is_some_and(|other| (other.seat, other.mv) == (ply.ply.seat, ply.ply.mv))
            };
            let index = match root_variation.variation.kind {
                VariationKind::Alternative if ply_number == moment + 1 => 0,
                VariationKind::Continuation if ply_number == moment => 0,
                VariationKind::Alternative if ply_number == moment && repeats(&plies[0]) => 1,
                _ => continue,
            };
            self.add_choices(&VariationPath::root(root), index, &mut choices);
        }
        choices
    }

    /// Adds ply `index` of a variation and the first plies of its alternatives.
    fn add_choices(&self, path: &VariationPath, index: usize, choices: &mut Vec<Choice>) {
        let variation = self.get(path);
        let Some(ply) = variation.and_then(|variation| variation.plies.get(index)) else { return };
        choices.push(Choice { ply: ply.ply, to: Point::Variation(path.clone().after(index + 1)) });
        self.add_branches(path, index, VariationKind::Alternative, choices);
    }

    /// Adds the first plies of the branches of `kind` on ply `index` of a variation.
    fn add_branches(
        &self,
        path: &VariationPath,
        index: usize,
        kind: VariationKind,
        choices: &mut Vec<Choice>,
    ) {
        let variation = self.get(path);
        let Some(ply) = variation.and_then(|variation| variation.plies.get(index)) else { return };
        for (branch, variation) in ply.branches.iter().enumerate() {
            if variation.kind == kind {
                let turn = BranchIndex { ply: index, branch };
                self.add_choices(&path.branch(turn), 0, choices);
            }
        }
    }

    /// Plays `moves` from `point` as long as the match or a variation contains them. Returns the place reached and the
    /// number of moves played.
    pub fn follow(&self, played: &Match, point: Point, moves: &[(Seat, Move)]) -> (Point, usize) {
        let mut here = self.normalized(point);
        for (count, (seat, mv)) in moves.iter().enumerate() {
            let choices = self.choices(played, &here);
            let found =
                choices.into_iter().find(|choice| choice.ply.seat == *seat && choice.ply.mv == *mv);
            match found {
                Some(choice) => here = choice.to,
                None => return (here, count),
            }
        }
        (here, moves.len())
    }
}
