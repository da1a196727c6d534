//! Logistic regression without a constant term, and its cross-validation by match.

#![expect(clippy::needless_range_loop, reason = "indices of matrices")]

pub struct Sample {
    pub features: Vec<f64>,
    /// The part of the logit that is not fitted.
    pub known: f64,
    pub won: bool,
}

pub struct Model {
    pub weights: Vec<f64>,
}

/// The strength of the pull of each weight towards 0, in samples of a match.
const RIDGE: f64 = 0.1;

impl Model {
    /// Fits the weights by Newton's method. Every match counts as much as any other.
    pub fn fit(matches: &[&[Sample]]) -> Self {
        let count = matches[0][0].features.len();
        let mut weights = vec![0.0; count];
        for _ in 0..50 {
            let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
            let mut hessian = vec![vec![0.0; count]; count];
            for (i, row) in hessian.iter_mut().enumerate() {
                row[i] = RIDGE;
            }
            for samples in matches {
                let share = 10.0 / samples.len() as f64;
                for sample in *samples {
                    let p = logistic(sample.known + dot(&weights, &sample.features));
                    let error = f64::from(sample.won) - p;
                    for i in 0..count {
                        gradient[i] += share * error * sample.features[i];
                        for j in 0..count {
                            hessian[i][j] +=
                                share * p * (1.0 - p) * sample.features[i] * sample.features[j];
                        }
                    }
                }
            }
            let step = solve(hessian, gradient);
            for (weight, step) in weights.iter_mut().zip(step) {
                *weight += step;
            }
        }
        Self { weights }
    }

    pub fn predict(&self, sample: &Sample) -> f64 {
        logistic(sample.known + dot(&self.weights, &sample.features))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Solves a system of linear equations by elimination with pivots.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        let pivot = (i..count).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()));
        let pivot = pivot.unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        for j in i + 1..count {
            let factor = rows[j][i] / rows[i][i];
            for k in i..count {
                rows[j][k] -= factor * rows[i][k];
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..count).rev() {
        for j in i + 1..count {
            right[i] -= rows[i][j] * right[j];
        }
        right[i] /= rows[i][i];
    }
    right
}

/// Returns the predictions for each match by the model of all others.
fn left_out(matches: &[Vec<Sample>]) -> Vec<Vec<f64>> {
    let predictions = (0..matches.len()).map(|left| {
        let others = matches.iter().enumerate().filter(|(index, _)| *index != left);
        let others: Vec<&[Sample]> = others.map(|(_, samples)| samples.as_slice()).collect();
        let model = Model::fit(&others);
        matches[left].iter().map(|sample| model.predict(sample)).collect()
    });
    predictions.collect()
}

/// Returns for each match the mean Brier score of its moments from `from` to `to` percent, with that match left out of
/// the fit.
pub fn cross_validate(matches: &[Vec<Sample>], from: usize, to: usize) -> Vec<f64> {
    let mut scores = Vec::new();
    for (samples, predictions) in matches.iter().zip(left_out(matches)) {
        let moment = |percent: usize| ((samples.len() - 1) * percent + 50) / 100;
        let error = |moment: usize| (predictions[moment] - f64::from(samples[moment].won)).powi(2);
        let moments = moment(from)..=moment(to);
        let count = moments.clone().count() as f64;
        scores.push(moments.map(error).sum::<f64>() / count);
    }
    scores
}

/// How much lower a mean Brier score is than another, in percent, with the 95 % interval of a bootstrap by match.
pub struct Improvement {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Improvement {
    pub fn of(ours: &[f64], plain: &[f64]) -> Self {
        const SAMPLES: usize = 10_000;
        let by = |picked: &[usize]| {
            let sum = |scores: &[f64]| picked.iter().map(|&it| scores[it]).sum::<f64>();
            100.0 * (1.0 - sum(ours) / sum(plain))
        };
        let mut random = super::play::Random::new(1);
        let mut pick = || (0..ours.len()).map(|_| random.below(ours.len())).collect::<Vec<_>>();
        let mut all: Vec<f64> = (0..SAMPLES).map(|_| by(&pick())).collect();
        all.sort_by(f64::total_cmp);
        let everything: Vec<usize> = (0..ours.len()).collect();
        Self { mean: by(&everything), low: all[SAMPLES / 40], high: all[SAMPLES - SAMPLES / 40] }
    }
}

pub fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len() as f64
}

pub struct CalibrationRow {
    pub from: f64,
    pub to: f64,
    pub count: usize,
    pub won: f64,
}

/// Returns how often matches were won, by predicted probability. The view of either team counts.
pub fn calibration(matches: &[Vec<Sample>]) -> Vec<CalibrationRow> {
    let mut rows = Vec::new();
    let predicted = left_out(matches);
    for decile in 5..10 {
        let (from, to) = (f64::from(decile) / 10.0, f64::from(decile + 1) / 10.0);
        let (mut count, mut won) = (0, 0);
        for (samples, predictions) in matches.iter().zip(&predicted) {
            for (sample, &p) in samples.iter().zip(predictions) {
                let (p, win) = if p < 0.5 { (1.0 - p, !sample.won) } else { (p, sample.won) };
                if p >= from && p < to {
                    count += 1;
                    won += usize::from(win);
                }
            }
        }
        let won = 100.0 * won as f64 / count.max(1) as f64;
        rows.push(CalibrationRow { from: from * 100.0, to: to * 100.0, count, won });
    }
    rows
}
