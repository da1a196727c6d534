//! Adds the missing parts of the variations of another record to this record in one pass.
//!
//! The variations of this record are a tree of outlines, to which the missing plies are added. Each point is looked up
//! once, with the plies that follow it, so the time is linear in both records. The result is written by the module
//! `addition` and parsed again, and must contain exactly the old variations and the additions.

use super::{
    outline::{Outline, OutlinePly, get_mut, in_text_order, outlines, ply_mut},
    variation_editor::check_glyph,
};
use crate::{
    document::{ChangeError, Document, change::applied, place::RecordEditor, plies::san_text},
    file::{Edit, EditSet},
    notation::{DIAGRAM_NAG, PlyName, variation::MAX_DEPTH},
    replay::{
        BranchIndex, MatchWalk, Point, Variation, VariationKind, VariationPath, VariationPlace,
        VariationPly,
    },
    rules::{BoardId, ByBoard, Move, Position, San, Seat},
    timeline::Moment,
};
use std::collections::{HashMap, HashSet};

/// A point with its position and the last ply on each board.
#[derive(Clone)]
struct JoinPoint {
    point: Point,
    position: Position,
    last: ByBoard<Option<PlyName>>,
}

/// The state of a join: the variations of the document with the additions so far.
struct Join<'d> {
    editor: RecordEditor<'d>,
    /// The variations. At each place, the new ones follow the old ones, so that places in the record stay valid.
    all: Vec<Outline>,
    /// The points after the plies that follow a point, which are looked up when the point is reached.
    following: HashMap<Point, HashMap<(Seat, Move), Point>>,
    /// The places after plies whose comment is known to have words.
    with_words: HashSet<VariationPlace>,
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
    let mut join = Join::of(document);
    let joined = join.join_roots(other, roots)?;
    if join.changes == 0 {
        return Ok((None, joined));
    }
    let changed = with_additions(document, join.editor.additions(&join.all)?)?;
    if in_text_order(document, join.all) == outlines(&changed) {
        Ok((Some(changed), joined))
    } else {
        Err(ChangeError::Misread)
    }
}

/// Returns `document` after `edits`, which must not change the plies of the match.
pub(super) fn with_additions(
    document: &Document,
    edits: Vec<Edit>,
) -> Result<Document, ChangeError> {
    let changed = document.with_text(applied(&EditSet::new(edits)?, document.text())?);
    let is_same = changed.played().plies == document.played().plies;
    if is_same { Ok(changed) } else { Err(ChangeError::Misread) }
}

/// Returns the variations of `document`, followed by new ones, with `plies` played from the point `from`. Plies that
/// the match or a variation already contains add nothing.
pub(super) fn with_plies(
    document: &Document,
    from: &Point,
    plies: &[(Seat, Move)],
) -> Result<Vec<Outline>, ChangeError> {
    let (variations, played) = (document.variations(), document.played());
    if let Point::Match(moment) = from
        && *moment > played.plies.len()
    {
        return Err(ChangeError::NoPly(*moment));
    }
    let (point, existing) = variations.follow(played, from.clone(), plies);
    let mut join = Join::of(document);
    let position = variations.position(played, &point);
    let mut here = join.point(point, position);
    for &(seat, mv) in &plies[existing..] {
        here = join.step(&here, (seat, mv))?;
        here.position.play(seat, mv);
    }
    Ok(join.all)
}

impl<'d> Join<'d> {
    fn of(document: &'d Document) -> Self {
        Self {
            editor: RecordEditor::of(document),
            all: outlines(document),
            following: HashMap::new(),
            with_words: HashSet::new(),
            changes: 0,
        }
    }

    /// Adds the missing parts of the variations `roots` of `other`. Returns the number of variations from which
    /// something was added.
    fn join_roots(&mut self, other: &Document, roots: &[usize]) -> Result<usize, ChangeError> {
        let mut walk = MatchWalk::of(self.editor.document.played());
        let mut joined = 0;
        for &index in roots {
            let root = &other.variations().roots[index];
            walk.go_to(root.after as usize);
            let position = match root.variation.kind {
                VariationKind::Alternative => walk.here.before.clone(),
                VariationKind::Continuation => walk.here.after.clone(),
            };
            let path = VariationPath::root(index);
            let branches_off_at = other.variations().branches_off_at(&path);
            let start = self.point(Point::Match(branches_off_at), position);
            let before = self.changes;
            self.join_tree(other, &path, &root.variation, start)?;
            joined += usize::from(self.changes > before);
        }
        Ok(joined)
    }

    /// Adds the missing parts of `variation`, which is at `path` in `other` and begins at `here`.
    fn join_tree(
        &mut self,
        other: &Document,
        path: &VariationPath,
        variation: &Variation,
        mut here: JoinPoint,
    ) -> Result<(), ChangeError> {
        for (index, ply) in variation.plies.iter().enumerate() {
            let mut after = self.step(&here, (ply.ply.seat, ply.ply.mv))?;
            ply.ply.play_on(&mut after.position);
            if let Point::Variation(at) = &after.point {
                self.copy_notes(at, other, ply, || path.clone().after(index + 1))?;
            }
            for (branch, inner) in ply.branches.iter().enumerate() {
                let start = match inner.kind {
                    VariationKind::Alternative => &here,
                    VariationKind::Continuation => &after,
                };
                let path = path.branch(BranchIndex { ply: index, branch });
                self.join_tree(other, &path, inner, start.clone())?;
            }
            here = after;
        }
        Ok(())
    }

    /// Returns the existing point `point`, at which the position is `position`.
    fn point(&self, point: Point, position: Position) -> JoinPoint {
        let document = self.editor.document;
        let last = ByBoard::from_fn(|board: BoardId| document.last_ply_on(&point, board));
        JoinPoint { point, position, last }
    }

    /// Returns the point after `ply` at `here`, still with the position before the ply. Adds the ply if it is missing.
    fn step(&mut self, here: &JoinPoint, ply: (Seat, Move)) -> Result<JoinPoint, ChangeError> {
        let document = self.editor.document;
        let following = self.following.entry(here.point.clone()).or_insert_with(|| {
            // If a ply occurs twice, the first one counts.
            let choices = document.variations().choices(document.played(), &here.point);
            choices
                .into_iter()
                .rev()
                .map(|choice| ((choice.ply.seat, choice.ply.mv), choice.to))
                .collect()
        });
        let point = match following.get(&ply) {
            Some(point) => point.clone(),
            None => {
                let point = Point::Variation(self.add_ply(here, ply.0, ply.1)?);
                self.following.entry(here.point.clone()).or_default().insert(ply, point.clone());
                point
            }
        };
        let mut after = JoinPoint { point, ..here.clone() };
        let mut count = |name: PlyName| after.last[name.seat.board()] = Some(name);
        match &after.point {
            Point::Match(moment) => count(document.played().plies[moment - 1].name()),
            Point::Variation(place) => {
                let index = place.path.branches.first().map_or(place.plies - 1, |turn| turn.ply);
                if matches!(here.point, Point::Match(_)) && index == 1 {
                    // The variation begins with a ply of the match.
                    count(self.all[place.path.root].plies[0].name);
                }
                count(ply_mut(&mut self.all, place)?.name);
            }
        }
        Ok(after)
    }

    /// Adds a ply after `here`, and returns the place after it. At the end of a variation the ply continues the
    /// variation, elsewhere it begins a new one.
    fn add_ply(
        &mut self,
        here: &JoinPoint,
        seat: Seat,
        mv: Move,
    ) -> Result<VariationPlace, ChangeError> {
        if !here.position.legal_moves(seat).contains(&mv) {
            return Err(ChangeError::IllegalInVariation);
        }
        let name = self.editor.document.name_after(here.last[seat.board()], seat);
        let san = san_text(&here.position, seat, mv);
        let VariationPlace { path, plies } = match &here.point {
            Point::Match(moment) => self.add_root(*moment, seat, &san),
            Point::Variation(place) => place.clone(),
        };
        let ply = OutlinePly::bare(name, mv, san);
        self.changes += 1;
        let variation = get_mut(&mut self.all, &path)?;
        let Some(next) = variation.plies.get_mut(plies) else {
            variation.plies.push(ply);
            return Ok(path.after(plies + 1));
        };
        if path.branches.len() + 2 > MAX_DEPTH {
            return Err(ChangeError::TooDeep);
        }
        let turn = BranchIndex { ply: plies, branch: next.branches.len() };
        next.branches.push(Outline::alternative(vec![ply]));
        Ok(path.branch(turn).after(1))
    }

    /// Adds a variation that departs from the match at `moment`, where `seat` is to play `san`. Returns the place in it
    /// from which this ply is played.
    fn add_root(&mut self, moment: Moment, seat: Seat, san: &str) -> VariationPlace {
        let at_end = moment == self.editor.document.played().plies.len();
        let repeated = if at_end { self.repeated(moment, seat, san) } else { None };
        let plies: Vec<OutlinePly> = repeated.into_iter().collect();
        let place = VariationPath::root(self.all.len()).after(plies.len());
        let kind = if at_end && plies.is_empty() {
            VariationKind::Continuation
        } else {
            VariationKind::Alternative
        };
        self.all.push(Outline { after: moment + usize::from(!at_end), kind, plies });
        place
    }

    /// Returns the ply of the match before `moment` if a variation in which `seat` plays `san` at `moment` must begin
    /// with a copy of it. Otherwise returns `None`. The copy is necessary if `san` would also be legal in place of that
    /// ply. Without the copy, the variation would read back as an alternative to that ply.
    fn repeated(&self, moment: Moment, seat: Seat, san: &str) -> Option<OutlinePly> {
        let played = self.editor.document.played();
        let index = moment.checked_sub(1)?;
        let ply = played.plies.get(index)?;
        let before = played.position_after(index);
        let san = San::parse(san.as_bytes()).ok()?.san;
        let is_legal = before.resolve(seat, &san).is_ok();
        if !is_legal {
            return None;
        }
        Some(OutlinePly::bare(ply.name(), ply.mv, ply.san(&before)))
    }

    /// Copies the glyph, the diagram and the comment of `theirs` to the ply before `at`. A glyph or comment that this ply already
    /// has stays. `theirs` is the ply before `place` in `other`.
    fn copy_notes(
        &mut self,
        at: &VariationPlace,
        other: &Document,
        theirs: &VariationPly,
        place: impl Fn() -> VariationPlace,
    ) -> Result<(), ChangeError> {
        let ours = ply_mut(&mut self.all, at)?;
        if let (true, Some(glyph)) = (ours.glyphs.is_empty(), theirs.glyphs.first()) {
            let decoded = other.record().encoding.decode(glyph.of(other.text()));
            let sign = decoded.trim();
            // In a plain variation, a glyph may consist of words. Such a glyph is not copied.
            if !sign.is_empty() && check_glyph(sign).is_ok() {
                ours.glyphs.push(sign.into());
                self.changes += 1;
            }
        }
        if theirs.has_diagram() && ours.diagrams.is_empty() {
            ours.diagrams.push(DIAGRAM_NAG.into());
            self.changes += 1;
        }
        if theirs.comments.is_empty() || self.with_words.contains(at) {
            return Ok(());
        }
        let document = self.editor.document;
        let has_words = |words: Option<String>| words.is_some_and(|words| !words.is_empty());
        if has_words(document.variation_comment(at)) {
            self.with_words.insert(at.clone());
            return Ok(());
        }
        let words = other.variation_comment(&place()).unwrap_or_default();
        if words.is_empty() {
            return Ok(());
        }
        let form = document.variation_form(&at.path);
        let comment =
            self.editor.comment_with_words(document.variations().ply(at), form, &words)?;
        if ours.comments.first() != Some(&comment) {
            ours.comments.splice(..ours.comments.len().min(1), [comment]);
            self.changes += 1;
            self.with_words.insert(at.clone());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentEdit, Merge, MergeError, VariationEdit};
    use proptest::prelude::*;

    fn open(text: &str) -> Document {
        Document::from_text(text)
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
                if ours.glyphs.is_empty()
                    && let Some(glyph) = ply.glyphs.first()
                {
                    let text = other.record().encoding.decode(glyph.of(other.text())).into_owned();
                    let _ = edit(document, VariationEdit::Glyph { at: at.clone(), text });
                }
                if ply.has_diagram() {
                    edit(document, VariationEdit::AddDiagram(at.clone()))?;
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
        let count_joined = all.map(|all| all.into_iter().filter(|joined| *joined).count());
        let text = |document: &Document| String::from_utf8_lossy(document.text()).into_owned();
        let roots: Vec<usize> = (0..count).collect();
        let found = joined(document, other, &roots);
        let found =
            found.map(|(found, count)| (found.map_or(text(document), |it| text(&it)), count));
        let expect = count_joined.map(|count| (text(&expect), count));
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

    #[test]
    fn words_are_joined_into_an_empty_line_comment() {
        let into = open("1A. e4 (1A. d4 ;\n) *\n");
        let from = open("1A. e4 {C:(1A. d4 (C:x))} *\n");
        check(&into, &from);
        let (merged, _) = into.with_variations_of(&from).unwrap();
        assert_eq!(String::from_utf8_lossy(merged.text()), "1A. e4 (1A. d4 {C:x}\n) *\n");
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
            let mut join = Join::of(&into);
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(join.join_roots(&from, &all).unwrap(), 1);
            assert_eq!(join.changes, 2);
            join.following.len()
        };
        // The points before each of the five plies of a variation in `from`.
        assert_eq!((points(50), points(100)), (5, 5));
    }
}
