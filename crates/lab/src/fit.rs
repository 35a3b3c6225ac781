//! Fitting a network to training samples by stochastic gradient descent (Adam).

use cafe_bots::{Features, HIDDEN_WIDTH, NATION_COUNT, NATION_WIDTH, Net, Rng, weighted_sums};

/// A position and its target value.
#[derive(Clone, Debug)]
pub struct TrainingSample<const NATION: usize, const GLOBAL: usize> {
    /// The features of the position.
    pub features: Features<NATION, GLOBAL>,
    /// The change of the margin until the end of the game, in points.
    pub target: f32,
}

/// Targets are fitted in units of this many points.
const POINTS_PER_UNIT: f32 = 20.0;
/// Number of samples per gradient step.
const BATCH_SIZE: usize = 256;
/// Decay rates of the first and second moments (Adam's β₁ and β₂).
const DECAY: [f32; 2] = [0.9, 0.999];

/// The quality of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The variance of the targets, in squared points.
    pub variance: f32,
    /// The mean squared error of the last epoch, in squared points.
    pub error: f32,
}

/// Returns a network with random weights.
pub(crate) fn random_net(nation_features: usize, global_features: usize, rng: &mut Rng) -> Net {
    let inputs = NATION_WIDTH + global_features;
    let mut random = |inputs: usize| (rng.unit() - 0.5) * 2.0 * (2.0 / inputs as f32).sqrt();
    let nation_weights =
        (0..nation_features).map(|_| std::array::from_fn(|_| random(nation_features))).collect();
    let hidden_row = |row: usize| {
        // The nation inputs are sums over twelve nations.
        let scale = if row < NATION_WIDTH { 0.1 } else { 1.0 };
        std::array::from_fn(|_| scale * random(inputs))
    };
    let hidden_weights = (0..inputs).map(hidden_row).collect();
    let output_weights = std::array::from_fn(|_| POINTS_PER_UNIT * random(HIDDEN_WIDTH));
    Net { nation_weights, hidden_weights, output_weights, ..Net::zeroed(nation_features, global_features) }
}

/// Returns a network of the same size whose weights are all 0.
fn zeroed_like(net: &Net) -> Net {
    Net::zeroed(net.nation_weights.len(), net.skip_weights.len() - NATION_WIDTH)
}

/// Multiplies the output of a network.
fn scaled(mut net: Net, factor: f32) -> Net {
    net.output_weights.iter_mut().chain(&mut net.skip_weights).for_each(|weight| *weight *= factor);
    net.output_bias *= factor;
    net
}

/// Fits a network to the samples, for a number of epochs. The learning rate falls linearly to 0, so that the last steps
/// average rather than follow single batches.
pub fn fit<const NATION: usize, const GLOBAL: usize>(
    net: &mut Net,
    samples: &[TrainingSample<NATION, GLOBAL>],
    epochs: usize,
    rate: f32,
    rng: &mut Rng,
) -> Fit {
    let mut current = scaled(net.clone(), 1.0 / POINTS_PER_UNIT);
    let mut weights = current.to_flat();
    let (mut mean, mut square) = (vec![0.0_f32; weights.len()], vec![0.0_f32; weights.len()]);
    let mut decayed = [1.0_f32; 2];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = epochs * samples.len().div_ceil(BATCH_SIZE);
    let mut step = 0;
    let mut error = 0.0_f64;
    for _ in 0..epochs {
        rng.shuffle(&mut order);
        error = 0.0;
        for batch in order.chunks(BATCH_SIZE) {
            let (gradient, batch_error) = batch_gradient(&current, samples, batch);
            error += batch_error;
            decayed = [decayed[0] * DECAY[0], decayed[1] * DECAY[1]];
            let rate = rate * (1.0 - step as f32 / steps as f32);
            step += 1;
            for i in 0..weights.len() {
                let slope = gradient[i] / batch.len() as f32;
                mean[i] = DECAY[0] * mean[i] + (1.0 - DECAY[0]) * slope;
                square[i] = DECAY[1] * square[i] + (1.0 - DECAY[1]) * slope * slope;
                let direction = mean[i] / (1.0 - decayed[0]);
                let size = (square[i] / (1.0 - decayed[1])).sqrt() + 1e-8;
                weights[i] -= rate * direction / size;
            }
            current.set_flat(weights.iter().copied());
        }
    }
    *net = scaled(current, POINTS_PER_UNIT);
    let count = samples.len().max(1) as f64;
    let mean = samples.iter().map(|sample| f64::from(sample.target)).sum::<f64>() / count;
    let squared_deviation = |sample: &TrainingSample<NATION, GLOBAL>| {
        let deviation = f64::from(sample.target) - mean;
        deviation * deviation
    };
    let variance = samples.iter().map(squared_deviation).sum::<f64>() / count;
    Fit { variance: variance as f32, error: (error / count) as f32 * POINTS_PER_UNIT * POINTS_PER_UNIT }
}

/// Returns the summed gradient and the summed squared error of a batch.
///
/// Two threads compute half a batch each: always the same halves, so that the sums are reproducible.
fn batch_gradient<const NATION: usize, const GLOBAL: usize>(
    net: &Net,
    samples: &[TrainingSample<NATION, GLOBAL>],
    batch: &[usize],
) -> (Vec<f32>, f64) {
    let half = |indices: &[usize]| {
        let mut gradient = zeroed_like(net);
        let error: f32 = indices.iter().map(|&index| add_gradient(net, &samples[index], &mut gradient)).sum();
        (gradient.to_flat(), f64::from(error))
    };
    let (first, second) = batch.split_at(batch.len() / 2);
    let ((mut gradient, error), (other, other_error)) = rayon::join(|| half(first), || half(second));
    gradient.iter_mut().zip(&other).for_each(|(slope, other)| *slope += other);
    (gradient, error + other_error)
}

/// Adds the gradient of one sample by backpropagation and returns its squared error.
fn add_gradient<const NATION: usize, const GLOBAL: usize>(
    net: &Net,
    sample: &TrainingSample<NATION, GLOBAL>,
    gradient: &mut Net,
) -> f32 {
    let features = &sample.features;
    let mut nation_sums = [[0.0_f32; NATION_WIDTH]; NATION_COUNT];
    let mut nations = [0.0_f32; NATION_WIDTH];
    for (sums, nation) in nation_sums.iter_mut().zip(&features.nations) {
        *sums = weighted_sums(&net.nation_biases, &net.nation_weights, nation);
        for (total, sum) in nations.iter_mut().zip(sums) {
            *total += sum.max(0.0);
        }
    }
    let inputs: Vec<f32> = nations.iter().chain(&features.global).copied().collect();
    let hidden_sums = weighted_sums(&net.hidden_biases, &net.hidden_weights, &inputs);
    let mut value = net.output_bias;
    value += inputs.iter().zip(&net.skip_weights).map(|(input, weight)| input * weight).sum::<f32>();
    value +=
        hidden_sums.iter().zip(&net.output_weights).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>();
    let error = value - sample.target / POINTS_PER_UNIT;

    gradient.output_bias += error;
    let mut hidden_delta = [0.0_f32; HIDDEN_WIDTH];
    for (unit, delta) in hidden_delta.iter_mut().enumerate() {
        if hidden_sums[unit] > 0.0 {
            gradient.output_weights[unit] += error * hidden_sums[unit];
            *delta = error * net.output_weights[unit];
            gradient.hidden_biases[unit] += *delta;
        }
    }
    let mut nations_delta = [0.0_f32; NATION_WIDTH];
    for (row, &input) in inputs.iter().enumerate() {
        gradient.skip_weights[row] += error * input;
        if input != 0.0 {
            for (slope, delta) in gradient.hidden_weights[row].iter_mut().zip(&hidden_delta) {
                *slope += input * delta;
            }
        }
        if let Some(nation_delta) = nations_delta.get_mut(row) {
            let through_hidden: f32 =
                net.hidden_weights[row].iter().zip(&hidden_delta).map(|(weight, delta)| weight * delta).sum();
            *nation_delta = error * net.skip_weights[row] + through_hidden;
        }
    }
    for (sums, nation) in nation_sums.iter().zip(&features.nations) {
        let mut deltas = [0.0_f32; NATION_WIDTH];
        for (unit, delta) in deltas.iter_mut().enumerate() {
            if sums[unit] > 0.0 {
                *delta = nations_delta[unit];
                gradient.nation_biases[unit] += *delta;
            }
        }
        for (row, &feature) in nation.iter().enumerate() {
            if feature != 0.0 {
                for (slope, delta) in gradient.nation_weights[row].iter_mut().zip(&deltas) {
                    *slope += feature * delta;
                }
            }
        }
    }
    error * error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_features<const NATION: usize, const GLOBAL: usize>(rng: &mut Rng) -> Features<NATION, GLOBAL> {
        Features {
            nations: std::array::from_fn(|_| std::array::from_fn(|_| rng.unit())),
            global: std::array::from_fn(|_| rng.unit()),
        }
    }

    #[test]
    fn gradient_matches_finite_differences() {
        let mut rng = Rng::new(5);
        let net = scaled(random_net(3, 4, &mut rng), 1.0 / POINTS_PER_UNIT);
        let sample: TrainingSample<3, 4> =
            TrainingSample { features: random_features(&mut rng), target: 7.0 };
        let mut gradient = zeroed_like(&net);
        add_gradient(&net, &sample, &mut gradient);
        let flat = net.to_flat();
        for (i, slope) in gradient.to_flat().iter().enumerate() {
            let error = |step: f32| {
                let mut moved = net.clone();
                let mut weights = flat.clone();
                weights[i] += step;
                moved.set_flat(weights);
                f64::from(add_gradient(&moved, &sample, &mut zeroed_like(&net))) / 2.0
            };
            let difference = (error(1e-3) - error(-1e-3)) / 2e-3;
            let close = (difference - f64::from(*slope)).abs() < 0.03 * (1.0 + difference.abs());
            assert!(close, "weight {i}: finite difference {difference}, gradient {slope}");
        }
    }

    #[test]
    fn network_learns_a_simple_rule() {
        let mut rng = Rng::new(6);
        let mut net = random_net(2, 3, &mut rng);
        let samples: Vec<TrainingSample<2, 3>> = (0..4000)
            .map(|_| {
                let features: Features<2, 3> = random_features(&mut rng);
                // Couples count, and twice as much if the first global feature is large.
                let couples: f32 =
                    features.nations.iter().map(|[lady, gentleman]| lady.min(*gentleman)).sum();
                let target = couples * if features.global[0] > 0.5 { 8.0 } else { 4.0 };
                TrainingSample { features, target }
            })
            .collect();
        let fit = fit(&mut net, &samples, 40, 0.005, &mut rng);
        assert!(fit.error < fit.variance / 4.0, "{fit:?}");
    }
}
