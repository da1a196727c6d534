//! Adds the missing parts of the variations of another record to this record in one pass.
//!
//! Each point of this record is looked up once, with the plies that follow it, so the time is linear in both records.
//! Missing plies are collected as [`NewPly`] and written by the module `addition`. The result is parsed again, and must
//! contain exactly the old variations and the additions.

use super::{
    VariationForm,
    addition::{Additions, LineId, NewLine, NewPly, NewRoot, PlyId},
    variation_editor::is_nag,
};
use crate::{
    document::{ChangeError, Document, place::RecordEditor, plies::san_text},
    notation::{PlyName, variation::MAX_DEPTH},
    replay::{
        BranchIndex, MatchWalk, Point, Variation, VariationKind, VariationPath, VariationPlace,
        VariationPly,
    },
    rules::{BoardId, ByBoard, Move, Position, Seat},
    timeline::Moment,
};
use std::collections::HashMap;

type NodeId = usize;

/// A point of the joined record, with cached lookups.
struct Node {
    point_kind: PointKind,
    /// Whether the plies that follow the point have been looked up.
    is_expanded: bool,
    /// Whether the ply before the point has a glyph and whether it has a comment. `None` until looked up.
    notes: Option<[bool; 2]>,
}

#[derive(Clone)]
enum PointKind {
    /// A point of the old record.
    Existing(Point),
    /// The point after an added ply.
    New(PlyId),
}

/// A point with its position and the last ply on each board.
#[derive(Clone)]
struct JoinPoint {
    node: NodeId,
    position: Position,
    last: ByBoard<Option<PlyName>>,
}

/// The state of a join: the variations of the document, and the plies added to it from `other`.
struct Join<'d> {
    editor: RecordEditor<'d>,
    other: &'d Document,
    nodes: Vec<Node>,
    points: HashMap<Point, NodeId>,
    edges: HashMap<(NodeId, Seat, Move), NodeId>,
    added: Additions,
    /// The number of plies, glyphs and comments that were added.
    changes: usize,
}

/// Adds the missing parts of the variations `roots` of `other`, a record of the same match, to `document`. Returns the
/// new document and the number of variations from which something was added. The document is `None` if nothing was
/// missing.
pub(super) fn joined(
    document: &Document,
    other: &Document,
    roots: &[usize],
) -> Result<(Option<Document>, usize), ChangeError> {
    let mut join = Join::of(document, other);
    let joined = join.join_roots(roots)?;
    if join.changes == 0 {
        return Ok((None, joined));
    }
    let changed = join.added.applied(&join.editor)?;
    Ok((Some(changed), joined))
}

/// Returns the additions that play `plies` from the point `from`. Plies that the match or a variation already contains
/// add nothing.
pub(super) fn additions(
    document: &Document,
    from: &Point,
    plies: &[(Seat, Move)],
) -> Result<Additions, ChangeError> {
    let (variations, played) = (document.variations(), document.played());
    if let Point::Match(moment) = from
        && *moment > played.plies.len()
    {
        return Err(ChangeError::NoPly(*moment));
    }
    let (point, existing) = variations.follow(played, from.clone(), plies);
    let mut join = Join::of(document, document);
    let mut here = join.point(point.clone(), variations.position(played, &point));
    for &(seat, mv) in &plies[existing..] {
        let before = here.node;
        here.node = join.add_ply(&here, seat, mv)?;
        here.position.play(seat, mv);
        join.update_last_plies(before, &mut here);
    }
    Ok(join.added)
}

impl<'d> Join<'d> {
    fn of(document: &'d Document, other: &'d Document) -> Self {
        Self {
            editor: RecordEditor::of(document),
            other,
            nodes: Vec::new(),
            points: HashMap::new(),
            edges: HashMap::new(),
            added: Additions::default(),
            changes: 0,
        }
    }

    /// Adds the missing parts of the variations `roots` of the other record. Returns the number of variations from
    /// which something was added.
    fn join_roots(&mut self, roots: &[usize]) -> Result<usize, ChangeError> {
        let mut walk = MatchWalk::of(self.editor.document.played());
        let mut joined = 0;
        for &index in roots {
            let root = &self.other.variations().roots[index];
            walk.go_to(root.after as usize);
            let position = match root.variation.kind {
                VariationKind::Alternative => walk.here.before.clone(),
                VariationKind::Continuation => walk.here.after.clone(),
            };
            let path = VariationPath::root(index);
            let branches_off_at = self.other.variations().branches_off_at(&path);
            let start = self.point(Point::Match(branches_off_at), position);
            let before = self.changes;
            self.join_tree(&path, &root.variation, start)?;
            joined += usize::from(self.changes > before);
        }
        Ok(joined)
    }

    /// Adds the missing parts of `variation`, which is at `path` in the other record and begins at `here`.
    fn join_tree(
        &mut self,
        path: &VariationPath,
        variation: &Variation,
        mut here: JoinPoint,
    ) -> Result<(), ChangeError> {
        for (index, ply) in variation.plies.iter().enumerate() {
            let after = self.join_ply(&here, ply)?;
            self.copy_notes(after.node, ply, || path.clone().after(index + 1))?;
            for (branch, inner) in ply.branches.iter().enumerate() {
                let start = match inner.kind {
                    VariationKind::Alternative => &here,
                    VariationKind::Continuation => &after,
                };
                let start = start.clone();
                self.join_tree(&path.branch(BranchIndex { ply: index, branch }), inner, start)?;
            }
            here = after;
        }
        Ok(())
    }

    /// Plays `ply` of the other record at `here`, and adds it if it is missing there. Returns the point after the ply.
    fn join_ply(&mut self, here: &JoinPoint, ply: &VariationPly) -> Result<JoinPoint, ChangeError> {
        let (seat, mv) = (ply.ply.seat, ply.ply.mv);
        self.expand(here.node);
        let node = match self.edges.get(&(here.node, seat, mv)) {
            Some(node) => *node,
            None => self.add_ply(here, seat, mv)?,
        };
        let mut after = JoinPoint { node, ..here.clone() };
        ply.ply.play_on(&mut after.position);
        self.update_last_plies(here.node, &mut after);
        Ok(after)
    }

    /// Updates `after.last`, the last ply on each board, for the step from node `before` to `after`.
    fn update_last_plies(&self, before: NodeId, after: &mut JoinPoint) {
        let document = self.editor.document;
        let mut count = |name: PlyName| after.last[name.seat.board()] = Some(name);
        match &self.nodes[after.node].point_kind {
            PointKind::New(id) => count(self.added.plies[*id].name),
            PointKind::Existing(Point::Match(moment)) => {
                let index = moment.checked_sub(1);
                if let Some(ply) = index.and_then(|index| document.record().plies.get(index)) {
                    count(ply.name());
                }
            }
            PointKind::Existing(Point::Variation(place)) => {
                let starts_variation =
                    matches!(self.nodes[before].point_kind, PointKind::Existing(Point::Match(_)));
                let variations = document.variations();
                let plies = if starts_variation {
                    // The path may begin with a ply of the match.
                    variations.plies_to(place)
                } else {
                    variations.ply(place).into_iter().collect()
                };
                plies.into_iter().for_each(|ply| count(ply.ply.name()));
            }
        }
    }

    /// Returns the existing point `point`, at which the position is `position`.
    fn point(&mut self, point: Point, position: Position) -> JoinPoint {
        let document = self.editor.document;
        let last = ByBoard::from_fn(|board: BoardId| document.last_ply_on(&point, board));
        JoinPoint { node: self.node(point), position, last }
    }

    /// Returns the node of an existing point, which is created on first use.
    fn node(&mut self, point: Point) -> NodeId {
        if let Some(id) = self.points.get(&point) {
            return *id;
        }
        let id = self.nodes.len();
        let point_kind = PointKind::Existing(point.clone());
        self.nodes.push(Node { point_kind, is_expanded: false, notes: None });
        self.points.insert(point, id);
        id
    }

    /// Looks up the plies that follow `node` and the nodes after them. If a ply occurs twice, the first one counts.
    fn expand(&mut self, node: NodeId) {
        if std::mem::replace(&mut self.nodes[node].is_expanded, true) {
            return;
        }
        let PointKind::Existing(point) = self.nodes[node].point_kind.clone() else { return };
        let document = self.editor.document;
        for choice in document.variations().choices(document.played(), &point) {
            let to = self.node(choice.to);
            self.edges.entry((node, choice.ply.seat, choice.ply.mv)).or_insert(to);
        }
    }

    /// Adds a ply after `here`, and returns the node of the ply. At the end of a variation the ply continues the
    /// variation, elsewhere it begins a new one.
    fn add_ply(&mut self, here: &JoinPoint, seat: Seat, mv: Move) -> Result<NodeId, ChangeError> {
        if !here.position.legal_moves(seat).contains(&mv) {
            return Err(ChangeError::IllegalInVariation);
        }
        let name = self.editor.document.name_after(here.last[seat.board()], seat);
        let line = self.line_after(&self.nodes[here.node].point_kind.clone(), (seat, mv))?;
        let ply = self.added.plies.len();
        let place = self.added.lines[line].plies.len();
        self.added.lines[line].plies.push(ply);
        self.added.plies.push(NewPly {
            name,
            mv,
            san: san_text(&here.position, seat, mv),
            glyph: Vec::new(),
            comment: Vec::new(),
            branches: Vec::new(),
            line: (line, place),
        });
        let node = self.nodes.len();
        self.nodes.push(Node {
            point_kind: PointKind::New(ply),
            is_expanded: true,
            notes: Some([false; 2]),
        });
        self.edges.insert((here.node, seat, mv), node);
        self.changes += 1;
        Ok(node)
    }

    /// Returns the line in which a new ply after `point_kind` is written. The ply must not exist yet.
    fn line_after(
        &mut self,
        point_kind: &PointKind,
        ply: (Seat, Move),
    ) -> Result<LineId, ChangeError> {
        match point_kind {
            PointKind::Existing(Point::Match(moment)) => Ok(self.add_root_line(*moment, ply)),
            PointKind::Existing(Point::Variation(place)) => {
                let variation = self.editor.variation(&place.path)?;
                let depth = place.path.branches.len();
                let form = self.editor.document.variation_form(&place.path);
                if place.plies < variation.plies.len() {
                    let line = self.add_branch_line(depth, form)?;
                    let on = place.path.clone().after(place.plies + 1);
                    self.added.branches.entry(on).or_default().push(line);
                    return Ok(line);
                }
                if let Some(line) = self.added.tails.get(&place.path) {
                    return self.add_alternative_line(self.added.lines[*line].plies[0]);
                }
                let line = self.added.line(form, depth);
                self.added.tails.insert(place.path.clone(), line);
                Ok(line)
            }
            PointKind::New(id) => {
                let (line, place) = self.added.plies[*id].line;
                match self.added.lines[line].plies.get(place + 1) {
                    Some(next) => self.add_alternative_line(*next),
                    None => Ok(line),
                }
            }
        }
    }

    /// Adds a line of alternatives to the added ply `on`.
    fn add_alternative_line(&mut self, on: PlyId) -> Result<LineId, ChangeError> {
        let NewLine { form, depth, .. } = self.added.lines[self.added.plies[on].line.0];
        let line = self.add_branch_line(depth, form)?;
        self.added.plies[on].branches.push(line);
        Ok(line)
    }

    /// Adds a line within a variation that is itself `depth` levels deep.
    fn add_branch_line(
        &mut self,
        depth: usize,
        form: VariationForm,
    ) -> Result<LineId, ChangeError> {
        if depth + 2 > MAX_DEPTH {
            return Err(ChangeError::TooDeep);
        }
        Ok(self.added.line(form, depth + 1))
    }

    /// Adds a line that departs from the match at `moment` and begins with `ply`.
    fn add_root_line(&mut self, moment: Moment, ply: (Seat, Move)) -> LineId {
        let line = self.added.line(VariationForm::InComment, 0);
        let at_end = moment == self.editor.document.played().plies.len();
        let repeats = if at_end { self.editor.repeated(moment, ply) } else { None };
        let branch_moment = if at_end { moment } else { moment + 1 };
        let root = NewRoot { line, branches_off_at: moment, repeats };
        self.added.roots.entry(branch_moment).or_default().push(root);
        line
    }

    /// Copies the glyph and the comment of `theirs` to the ply before `node`. A glyph or comment that this ply already
    /// has stays. `theirs` is the ply before `place` in the other record.
    fn copy_notes(
        &mut self,
        node: NodeId,
        theirs: &VariationPly,
        place: impl Fn() -> VariationPlace,
    ) -> Result<(), ChangeError> {
        let [has_glyph, has_comment] = match self.nodes[node].notes {
            Some(notes) => notes,
            None => self.existing_notes(node),
        };
        let mut notes = [has_glyph, has_comment];
        if let Some(glyph) = theirs.glyphs.first().filter(|_| !has_glyph) {
            let sign = self.other.record().encoding.decode(glyph.of(self.other.text()));
            // In a plain variation, a glyph may consist of words. Such a glyph is not copied.
            notes[0] = self.set_glyph(node, sign.trim()).unwrap_or(false);
        }
        if !has_comment && !theirs.comments.is_empty() {
            let words = self.other.variation_comment(&place()).unwrap_or_default();
            if !words.is_empty() {
                notes[1] = self.set_comment(node, &words)?;
            }
        }
        self.changes +=
            (0..2).filter(|&kind| notes[kind] && ![has_glyph, has_comment][kind]).count();
        self.nodes[node].notes = Some(notes);
        Ok(())
    }

    /// Returns whether the ply before `node` has a glyph and whether it has a comment. A ply of the match counts as
    /// having both, since nothing is copied to it.
    fn existing_notes(&self, node: NodeId) -> [bool; 2] {
        let PointKind::Existing(Point::Variation(place)) = &self.nodes[node].point_kind else {
            return [true; 2];
        };
        let document = self.editor.document;
        let ply = document.variations().ply(place);
        let words = document.variation_comment(place);
        [
            ply.is_some_and(|ply| !ply.glyphs.is_empty()),
            words.is_some_and(|words| !words.is_empty()),
        ]
    }

    /// Sets the glyph of the ply before `node` to `sign`. Returns whether anything changed.
    fn set_glyph(&mut self, node: NodeId, sign: &str) -> Result<bool, ChangeError> {
        is_nag(sign)?;
        match &self.nodes[node].point_kind {
            PointKind::New(id) => sign.as_bytes().clone_into(&mut self.added.plies[*id].glyph),
            PointKind::Existing(Point::Variation(at)) => {
                let edits = self.editor.variation_glyph(at, sign)?;
                self.added.glyphs.extend(edits.into_iter().map(|edit| (at.clone(), edit)));
            }
            PointKind::Existing(Point::Match(_)) => return Ok(false),
        }
        Ok(!sign.is_empty())
    }

    /// Sets the comment on the ply before `node` to `words`. Returns whether anything changed.
    fn set_comment(&mut self, node: NodeId, words: &str) -> Result<bool, ChangeError> {
        match &self.nodes[node].point_kind {
            PointKind::New(id) => {
                let line = self.added.plies[*id].line.0;
                let bytes = self.editor.words(words)?;
                self.added.lines[line].form.check(&bytes)?;
                self.added.plies[*id].comment = bytes;
                Ok(true)
            }
            PointKind::Existing(Point::Variation(at)) => {
                let edits = self.editor.variation_comment(at, words)?;
                let is_changed = !edits.is_empty();
                self.added.comments.extend(edits.into_iter().map(|edit| (at.clone(), edit)));
                Ok(is_changed)
            }
            PointKind::Existing(Point::Match(_)) => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        document::{DocumentEdit, Merge, MergeError, VariationEdit},
        file::{FileRange, Source},
    };
    use proptest::prelude::*;

    fn open(text: &str) -> Document {
        let range = FileRange::new(0, text.len() as u64);
        Document::open(Source::from_bytes("match.bpgn", text.as_bytes().to_vec()), range)
    }

    /// A simple implementation for comparison: one edit after the other, each of which parses the whole record again.
    fn one_by_one(
        document: &mut Document,
        other: &Document,
        path: &VariationPath,
    ) -> Result<bool, ChangeError> {
        let before = document.text().to_vec();
        let variations = other.variations();
        let variation = variations.get(path).ok_or(ChangeError::NoVariation)?;
        let from = Point::Match(variations.branches_off_at(path));
        let edit = |document: &mut Document, edit| {
            let (changed, _) = document.changed(&[DocumentEdit::Variation(edit)])?;
            *document = changed;
            Ok::<_, ChangeError>(())
        };
        for (index, ply) in variation.plies.iter().enumerate() {
            let place = path.clone().after(index + 1);
            let plies = variations.plies_to(&place).into_iter();
            let plies: Vec<(Seat, Move)> = plies.map(|it| (it.ply.seat, it.ply.mv)).collect();
            edit(document, VariationEdit::Play { from: from.clone(), plies: plies.clone() })?;
            let (there, _) = document.variations().follow(document.played(), from.clone(), &plies);
            if let Point::Variation(at) = there {
                let ours = document.variations().ply(&at).expect("it was played");
                if let Some(glyph) = ply.glyphs.first().filter(|_| ours.glyphs.is_empty()) {
                    let text = other.record().encoding.decode(glyph.of(other.text())).into_owned();
                    let _ = edit(document, VariationEdit::Glyph { at: at.clone(), text });
                }
                let ours = document.variation_comment(&at).unwrap_or_default();
                let text = other.variation_comment(&place).unwrap_or_default();
                if ours.is_empty() && !text.is_empty() {
                    edit(document, VariationEdit::Comment { at, text })?;
                }
            }
            for branch in 0..ply.branches.len() {
                one_by_one(document, other, &path.branch(BranchIndex { ply: index, branch }))?;
            }
        }
        Ok(document.text() != before)
    }

    /// Checks that both implementations agree for all variations of `other`: they fail, or give the same text and
    /// count.
    fn check(document: &Document, other: &Document) {
        let count = other.variations().roots.len();
        let mut expect = document.with_text(document.text().to_vec());
        let all = (0..count).map(|root| one_by_one(&mut expect, other, &VariationPath::root(root)));
        let all: Result<Vec<bool>, ChangeError> = all.collect();
        let all = all.map(|all| all.into_iter().filter(|joined| *joined).count());
        let text = |document: &Document| String::from_utf8_lossy(document.text()).into_owned();
        let roots: Vec<usize> = (0..count).collect();
        let found = joined(document, other, &roots);
        let found =
            found.map(|(found, count)| (found.map_or(text(document), |it| text(&it)), count));
        let expect = all.map(|count| (text(&expect), count));
        assert_eq!(found, expect, "into {}\nfrom {}", text(document), text(other));
    }

    /// Returns a strategy for plies with number and seat, which may be out of turn.
    fn ply() -> impl Strategy<Value = String> {
        const MOVES: [&str; 12] =
            ["e4", "d4", "Nf3", "Nc3", "e5", "d5", "Nf6", "exd5", "Qxd5", "P@e6", "a3", "a6"];
        let notes = prop::sample::select(vec![
            "",
            "",
            "",
            "",
            "!",
            "?!",
            " $3",
            " (C:one)",
            " (C:[%csl Ge4])",
            " (C:)",
            " (and more)",
        ]);
        let name = prop::sample::select(vec!["1A. ", "1a. ", "1B. ", "1b. ", "2A. ", "2a. ", ""]);
        (name, prop::sample::select(MOVES.to_vec()), notes)
            .prop_map(|(name, mv, notes)| format!("{name}{mv}{notes}"))
    }

    fn group() -> impl Strategy<Value = String> {
        let line =
            prop::collection::vec(ply(), 1..4).prop_map(|plies| format!("({})", plies.join(" ")));
        line.prop_recursive(3, 16, 3, |inner| {
            (prop::collection::vec(ply(), 1..4), prop::collection::vec((0..4_usize, inner), 0..3))
                .prop_map(|(mut plies, inner)| {
                    for (at, inner) in inner {
                        let at = at % plies.len();
                        plies[at] += &format!(" {inner}");
                    }
                    format!("({})", plies.join(" "))
                })
        })
    }

    /// Returns a strategy for records of one match, with variations in comments or in the movetext.
    fn record() -> impl Strategy<Value = String> {
        const PLIES: [&str; 5] = ["1A. e4", "1a. d5", "1B. e4", "2A. exd5", "1b. P@e6"];
        let groups = prop::collection::vec(group(), 0..3);
        prop::collection::vec((groups, any::<bool>(), any::<bool>()), 5).prop_map(|notes| {
            let mut text = "[WhiteA \"a\"]\n\n".to_owned();
            for (ply, (groups, plain, words)) in PLIES.iter().zip(notes) {
                text += ply;
                match (groups.is_empty(), plain) {
                    (true, _) if words => text += " {C:Words.}",
                    (true, _) => {}
                    (false, true) => text += &format!(" {}", groups.join(" ").replace("(C:", "(")),
                    (false, false) => text += &format!(" {{C:{}}}", groups.join(" ")),
                }
                text.push(' ');
            }
            text + "*\n"
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn join_equals_sequential_edits(into in record(), from in record()) {
            check(&open(&into), &open(&from));
            check(&open(&into), &open(&into));
        }
    }

    #[test]
    fn results_keep_their_order() {
        let into = "1A. e4 {C:Mine (1A. d4 1a. d5 2A. c4)} 1a. e5 *\n";
        let from = "1A. e4 {C:(1A. d4! (C:a) (1A. c4) 1a. d5 (1a. Nf6 $5 (C:b)) 2A. c4 (2A. Nf3) \
                    2a. e6 (2a. c6 3A. Nf3) 3A. Nc3)} 1a. e5 {C:(2A. Nf3 (2A. f4))} *\n";
        let (into, from) = (open(into), open(from));
        check(&into, &from);
        let (merged, merge) = into.with_variations_of(&from).unwrap();
        assert_eq!(
            String::from_utf8_lossy(merged.text()),
            "1A. e4 {C:Mine (1A. d4! (C:a) 1a. d5 (1a. Nf6 $5 (C:b)) 2A. c4 (2A. Nf3) \
             2a. e6 (2a. c6 3A. Nf3) 3A. Nc3) (1A. c4)} 1a. e5 {C:(2A. Nf3 (2A. f4))} *\n"
        );
        assert_eq!(merge, Merge { added: 1, joined: 1 });
        assert!(matches!(
            merged.with_variations_of(&open("1A. e4 *")),
            Err(MergeError::OtherPly(2))
        ));
    }

    /// Each point is looked up once, however many variations contain it.
    #[test]
    fn many_variations_are_joined_in_linear_time() {
        let points = |count: usize| {
            let text = |group: &str| {
                open(&format!("1A. e4 1a. e5 {{C:{}}} *\n", [group].repeat(count).join(" ")))
            };
            let into = text("(1a. a6 2A. Nf3 1B. a3 1b. a6)");
            let from = text("(1a. a6 2A. Nf3 1B. a3 1b. h6 2B. d4)");
            let mut join = Join::of(&into, &from);
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(join.join_roots(&all).unwrap(), 1);
            assert_eq!(join.changes, 2);
            join.nodes.len()
        };
        // The points are those after the first ply of each variation, and one in a continuation.
        assert_eq!((points(50), points(100)), (50 + 7, 100 + 7));
    }
}
