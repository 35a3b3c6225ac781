//! Fitting a network to what came of positions.

use cafe_bots::{Features, HIDDEN_WIDTH, NATION_COUNT, NATION_WIDTH, Net, Rng, weighted_sums};

/// A position and what came of it: the change of the margin up to the end, in points.
#[derive(Clone, Debug)]
pub struct TrainingSample<const NATION: usize, const GLOBAL: usize> {
    /// The features of the position.
    pub features: Features<NATION, GLOBAL>,
    /// What came of it.
    pub target: f32,
}

/// A network that knows nothing yet.
pub(crate) fn random_net(nation: usize, whole: usize, rng: &mut Rng) -> Net {
    let mut throw = |inputs: usize| (rng.unit() - 0.5) * 2.0 * (2.0 / inputs as f32).sqrt();
    Net {
        nation_weights: (0..nation).map(|_| std::array::from_fn(|_| throw(nation))).collect(),
        nation_biases: [0.0; NATION_WIDTH],
        hidden_weights: (0..NATION_WIDTH + whole)
            .map(|row| {
                // The nations' sums are sums of twelve: begin gently.
                let gently = if row < NATION_WIDTH { 0.1 } else { 1.0 };
                std::array::from_fn(|_| gently * throw(whole + NATION_WIDTH))
            })
            .collect(),
        hidden_biases: [0.0; HIDDEN_WIDTH],
        output_weights: std::array::from_fn(|_| UNIT * throw(HIDDEN_WIDTH)),
        skip_weights: vec![0.0; NATION_WIDTH + whole],
        output_bias: 0.0,
    }
}

/// A network of the same size whose weights are all 0.
fn zeroed_like(net: &Net) -> Net {
    Net::zeroed(net.nation_weights.len(), net.skip_weights.len() - NATION_WIDTH)
}

/// The same with a value so many times as large.
fn scaled(mut net: Net, times: f32) -> Net {
    net.output_weights.iter_mut().chain(&mut net.skip_weights).for_each(|weight| *weight *= times);
    net.output_bias *= times;
    net
}

/// Values are learned in units of this many points.
const UNIT: f32 = 20.0;
/// How many lessons make a step.
const BATCH: usize = 256;
/// How long the steps remember the direction, and the size, of those before them.
const KEEP: [f32; 2] = [0.9, 0.999];

/// How a network was fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The mean squared error before, in points.
    pub variance: f32,
    /// The mean squared error that is left.
    pub error: f32,
}

/// Fits a network to the lessons, going through all of them `rounds` times, by stochastic gradient descent with moments
/// (Adam). The rate falls to nothing, so that the last steps average rather than chase.
pub fn fit<const NATION: usize, const GLOBAL: usize>(
    net: &mut Net,
    lessons: &[TrainingSample<NATION, GLOBAL>],
    rounds: usize,
    rate: f32,
    rng: &mut Rng,
) -> Fit {
    let mut now = scaled(net.clone(), 1.0 / UNIT);
    let mut weights = now.to_flat();
    let (mut mean, mut square) = (vec![0.0_f32; weights.len()], vec![0.0_f32; weights.len()]);
    let mut forgotten = [1.0_f32; 2];
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let steps = rounds * lessons.len().div_ceil(BATCH);
    let mut step = 0;
    let mut error = 0.0_f64;
    for _ in 0..rounds {
        rng.shuffle(&mut order);
        error = 0.0;
        for batch in order.chunks(BATCH) {
            // Two halves side by side, always the same two, so that the sums are always the same.
            let half = |part: &[usize]| {
                let mut slope = zeroed_like(&now);
                let error: f32 = part.iter().map(|&index| add_slope(&now, &lessons[index], &mut slope)).sum();
                (slope.to_flat(), f64::from(error))
            };
            let (first, second) = batch.split_at(batch.len() / 2);
            let ((mut slope, here), (other, there)) = rayon::join(|| half(first), || half(second));
            slope.iter_mut().zip(&other).for_each(|(slope, other)| *slope += other);
            error += here + there;
            forgotten = [forgotten[0] * KEEP[0], forgotten[1] * KEEP[1]];
            let rate = rate * (1.0 - step as f32 / steps as f32);
            step += 1;
            for i in 0..weights.len() {
                let slope = slope[i] / batch.len() as f32;
                mean[i] = KEEP[0] * mean[i] + (1.0 - KEEP[0]) * slope;
                square[i] = KEEP[1] * square[i] + (1.0 - KEEP[1]) * slope * slope;
                let direction = mean[i] / (1.0 - forgotten[0]);
                let size = (square[i] / (1.0 - forgotten[1])).sqrt() + 1e-8;
                weights[i] -= rate * direction / size;
            }
            now.set_flat(weights.iter().copied());
        }
    }
    *net = scaled(now, UNIT);
    let count = lessons.len().max(1) as f64;
    let mean = lessons.iter().map(|lesson| f64::from(lesson.target)).sum::<f64>() / count;
    let variance = lessons
        .iter()
        .map(|lesson| {
            let off = f64::from(lesson.target) - mean;
            off * off
        })
        .sum::<f64>()
        / count;
    Fit { variance: variance as f32, error: (error / count) as f32 * UNIT * UNIT }
}

/// Adds what one lesson says about each weight; returns the squared error.
fn add_slope<const NATION: usize, const GLOBAL: usize>(
    net: &Net,
    lesson: &TrainingSample<NATION, GLOBAL>,
    slope: &mut Net,
) -> f32 {
    let features = &lesson.features;
    let mut by_nation = [[0.0_f32; NATION_WIDTH]; NATION_COUNT];
    let mut nations = [0.0_f32; NATION_WIDTH];
    for (sums_of, nation) in by_nation.iter_mut().zip(&features.nations) {
        *sums_of = weighted_sums(&net.nation_biases, &net.nation_weights, nation);
        for (all, sum) in nations.iter_mut().zip(sums_of) {
            *all += sum.max(0.0);
        }
    }
    let inputs: Vec<f32> = nations.iter().chain(&features.global).copied().collect();
    let all = weighted_sums(&net.hidden_biases, &net.hidden_weights, &inputs);
    let mut value = net.output_bias;
    value += inputs.iter().zip(&net.skip_weights).map(|(feature, weight)| feature * weight).sum::<f32>();
    value += all.iter().zip(&net.output_weights).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>();
    let miss = value - lesson.target / UNIT;

    slope.output_bias += miss;
    let mut back = [0.0_f32; HIDDEN_WIDTH];
    for (j, back) in back.iter_mut().enumerate() {
        if all[j] > 0.0 {
            slope.output_weights[j] += miss * all[j];
            *back = miss * net.output_weights[j];
            slope.hidden_biases[j] += *back;
        }
    }
    let mut back_nations = [0.0_f32; NATION_WIDTH];
    for (row, &input) in inputs.iter().enumerate() {
        slope.skip_weights[row] += miss * input;
        if input != 0.0 {
            for (slope, back) in slope.hidden_weights[row].iter_mut().zip(&back) {
                *slope += input * back;
            }
        }
        if let Some(back_nation) = back_nations.get_mut(row) {
            let through: f32 =
                net.hidden_weights[row].iter().zip(&back).map(|(weight, back)| weight * back).sum();
            *back_nation = miss * net.skip_weights[row] + through;
        }
    }
    for (sums_of, nation) in by_nation.iter().zip(&features.nations) {
        let mut back = [0.0_f32; NATION_WIDTH];
        for (j, back) in back.iter_mut().enumerate() {
            if sums_of[j] > 0.0 {
                *back = back_nations[j];
                slope.nation_biases[j] += *back;
            }
        }
        for (row, &feature) in nation.iter().enumerate() {
            if feature != 0.0 {
                for (slope, back) in slope.nation_weights[row].iter_mut().zip(&back) {
                    *slope += feature * back;
                }
            }
        }
    }
    miss * miss
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_every_weight_is_what_a_small_step_shows() {
        let mut rng = Rng::new(5);
        let net = scaled(random_net(3, 4, &mut rng), 1.0 / UNIT);
        let features = Features {
            nations: std::array::from_fn(|_| std::array::from_fn(|_| rng.unit())),
            global: std::array::from_fn(|_| rng.unit()),
        };
        let lesson: TrainingSample<3, 4> = TrainingSample { features, target: 7.0 };
        let mut slope = zeroed_like(&net);
        add_slope(&net, &lesson, &mut slope);
        let (flat, slope) = (net.to_flat(), slope.to_flat());
        for (i, slope) in slope.iter().enumerate() {
            let error = |step: f32| {
                let mut moved = net.clone();
                let mut weights = flat.clone();
                weights[i] += step;
                moved.set_flat(weights.iter().copied());
                f64::from(add_slope(&moved, &lesson, &mut zeroed_like(&net))) / 2.0
            };
            let shown = (error(1e-3) - error(-1e-3)) / 2e-3;
            let close = (shown - f64::from(*slope)).abs() < 0.03 * (1.0 + shown.abs());
            assert!(close, "weight {i}: {shown} by a small step, {slope} worked out");
        }
    }

    #[test]
    fn a_network_learns_a_rule_it_is_shown() {
        let mut rng = Rng::new(6);
        let mut net = random_net(2, 3, &mut rng);
        let lessons: Vec<TrainingSample<2, 3>> = (0..4000)
            .map(|_| {
                let features = Features {
                    nations: std::array::from_fn(|_| std::array::from_fn(|_| rng.unit())),
                    global: std::array::from_fn(|_| rng.unit()),
                };
                // Couples count, and twice as much in an empty café.
                let couples: f32 =
                    features.nations.iter().map(|[lady, gentleman]| lady.min(*gentleman)).sum();
                let target = couples * if features.global[0] > 0.5 { 8.0 } else { 4.0 };
                TrainingSample { features, target }
            })
            .collect();
        let fit = fit(&mut net, &lessons, 40, 0.005, &mut rng);
        assert!(fit.error < fit.variance / 4.0, "{fit:?}");
    }
}
