//! [`VariationTrack`]: the data of the timeline in a variation.

use crate::{
    app::{Tick, Track},
    document::Document,
    replay::{Point, VariationPlace, VariationPly},
    text::to_u32,
    timeline::{MatchTime, Moment},
};

/// The time between two plies of a variation in the timeline, in milliseconds. Variations have no clocks.
const PLY_MS: MatchTime = 1000;

/// The match up to a variation, followed by the plies of the variation, one per second.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationTrack {
    /// The ticks (marks of plies) of the match up to the variation, then the ticks of the variation. Sits and plot are
    /// those of the whole match, because a variation has no clocks.
    pub track: Track,
    /// The moment at which the variation branches off: the number of ticks before the variation.
    pub branches_off_at: Moment,
    /// The start of the variation, in match time.
    pub start: MatchTime,
    /// The end of the variation, in match time.
    pub end: MatchTime,
    /// The current moment: the number of ticks before the current point.
    pub moment: Moment,
    /// The current match time.
    pub time: MatchTime,
    /// The plies of the variation and of its parents, each with the point after that ply.
    pub plies: Vec<(VariationPly, Point)>,
}

impl VariationTrack {
    /// Creates the track of the variation that contains `place`, up to the end of the variation. `track` is the
    /// timeline of the match `document`. `waited_s` is the playback time since the last ply, in seconds.
    pub fn of(document: &Document, track: &Track, place: &VariationPlace, waited_s: f32) -> Self {
        let variations = document.variations();
        let branches_off_at = variations.branches_off_at(&place.path);
        let start = document.timeline().time_of(branches_off_at);
        let before = variations.plies_to(&place.path.clone().after(0)).len();
        let own_plies = variations.get(&place.path).map_or(0, |it| it.plies.len());
        let all = variations.plies_to(&place.path.clone().after(own_plies));
        let mut point = Point::Variation(place.path.clone().after(own_plies));
        let mut plies = Vec::with_capacity(all.len());
        for ply in all.into_iter().rev() {
            let back = match &point {
                Point::Variation(place) => variations.back(place),
                Point::Match(moment) => Point::Match(*moment),
            };
            plies.push((ply.clone(), std::mem::replace(&mut point, back)));
        }
        plies.reverse();
        let at = |index: usize| {
            let plies = MatchTime::try_from(index).unwrap_or(MatchTime::MAX);
            start.saturating_add(plies.saturating_mul(PLY_MS))
        };
        let mut ticks = track.ticks[..branches_off_at.min(track.ticks.len())].to_vec();
        ticks.extend(plies.iter().enumerate().map(|(index, (played, _))| {
            let has_comment = !played.comments.is_empty() || !played.glyphs.is_empty();
            Tick::of(&played.ply, at(index + 1), has_comment)
        }));
        let end = at(plies.len());
        let waited = to_u32(waited_s.clamp(0.0, 1.0) * 1000.0);
        Self {
            branches_off_at,
            start,
            end,
            moment: branches_off_at + before + place.plies,
            time: at(before + place.plies).saturating_add(waited).min(end),
            plies,
            track: Track { ticks, end: track.end.max(end), ..track.clone() },
        }
    }

    /// Returns the point of the variation nearest to `time`. Returns `None` if `time` is before or nearest to the start
    /// of the variation.
    pub fn point_at(&self, time: MatchTime) -> Option<&Point> {
        let passed = time.checked_sub(self.start)?;
        let index = (passed + PLY_MS / 2) / PLY_MS;
        let index = usize::try_from(index).ok()?.checked_sub(1)?;
        let (_, point) = self.plies.get(index.min(self.plies.len().checked_sub(1)?))?;
        Some(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        file::{FileRange, Source},
        replay::VariationPath,
    };

    #[test]
    fn variation_plies_are_one_second_apart_and_clickable() {
        let text = "1A. e4{10} 1a. e5{10} {C:(1a. c5 2A. Nf3 2a. d6)} 2A. d4{8} *";
        let range = FileRange::new(0, text.len() as u64);
        let document = Document::open(Source::from_bytes("match.bpgn", text), range);
        let track = Track::of(&document);
        let place = VariationPath::root(0).after(2);
        let shown = VariationTrack::of(&document, &track, &place, 0.0);
        assert_eq!(shown.branches_off_at, 1);
        assert_eq!(shown.track.ticks[..1], track.ticks[..1]);
        let times = shown.track.ticks[1..].iter().map(|it| it.time - shown.start);
        assert_eq!(times.collect::<Vec<_>>(), [1000, 2000, 3000]);
        assert_eq!((shown.time, shown.end), (shown.start + 2000, shown.start + 3000));
        for (tick, (_, point)) in shown.track.ticks[1..].iter().zip(&shown.plies) {
            assert_eq!(shown.point_at(tick.time), Some(point));
        }
    }
}
