//! The value network.
//!
//! One small layer of rectified units reads the features of a nation; it is the same for all twelve nations, and its
//! outputs are summed over them, so what is learned about one nation holds for all. These sums and the global features
//! feed a second rectified layer and, through skip weights, the output directly: a value in points.
//!
//! Evaluation uses only additions, multiplications and comparisons in a fixed order, so a value is the same on every
//! machine.

use crate::features::Features;

/// Number of units that read one nation.
pub const NATION_WIDTH: usize = 16;
/// Number of units of the second layer.
pub const HIDDEN_WIDTH: usize = 32;

/// The weights of one network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By nation feature: its weight in each nation unit.
    pub nation_weights: Vec<[f32; NATION_WIDTH]>,
    /// Biases of the nation units.
    pub nation_biases: [f32; NATION_WIDTH],
    /// By nation unit, then by global feature: its weight in each hidden unit.
    pub hidden_weights: Vec<[f32; HIDDEN_WIDTH]>,
    /// Biases of the hidden units.
    pub hidden_biases: [f32; HIDDEN_WIDTH],
    /// By hidden unit: its weight in the output.
    pub output_weights: [f32; HIDDEN_WIDTH],
    /// By nation unit, then by global feature: its direct weight in the output.
    pub skip_weights: Vec<f32>,
    /// Bias of the output.
    pub output_bias: f32,
}

impl Net {
    /// Returns a network for this many features whose weights are all 0.
    #[must_use]
    pub fn zeroed(nation_features: usize, global_features: usize) -> Net {
        let inputs = NATION_WIDTH + global_features;
        Net {
            nation_weights: vec![[0.0; NATION_WIDTH]; nation_features],
            nation_biases: [0.0; NATION_WIDTH],
            hidden_weights: vec![[0.0; HIDDEN_WIDTH]; inputs],
            hidden_biases: [0.0; HIDDEN_WIDTH],
            output_weights: [0.0; HIDDEN_WIDTH],
            skip_weights: vec![0.0; inputs],
            output_bias: 0.0,
        }
    }

    /// Returns the value of a position, in points.
    #[inline]
    #[must_use]
    pub fn value<const NATION: usize, const GLOBAL: usize>(
        &self,
        features: &Features<NATION, GLOBAL>,
    ) -> f32 {
        let mut nations = [0.0_f32; NATION_WIDTH];
        for nation in &features.nations {
            let sums = weighted_sums(&self.nation_biases, &self.nation_weights, nation);
            for (total, sum) in nations.iter_mut().zip(sums) {
                *total += sum.max(0.0);
            }
        }
        let (nation_rows, global_rows) = self.hidden_weights.split_at(NATION_WIDTH);
        let hidden = weighted_sums(&self.hidden_biases, nation_rows, &nations);
        let hidden = weighted_sums(&hidden, global_rows, &features.global);
        let mut products = [0.0_f32; HIDDEN_WIDTH];
        for (product, (sum, weight)) in products.iter_mut().zip(hidden.iter().zip(&self.output_weights)) {
            *product = sum.max(0.0) * weight;
        }
        let inputs = nations.iter().chain(&features.global);
        let skipped = inputs.zip(&self.skip_weights).map(|(input, weight)| input * weight);
        self.output_bias + skipped.sum::<f32>() + products.iter().sum::<f32>()
    }

    /// Returns all weights as one list, in the order of the fields.
    #[must_use]
    pub fn to_flat(&self) -> Vec<f32> {
        let mut flat: Vec<f32> = self.nation_weights.iter().flatten().copied().collect();
        flat.extend(self.nation_biases);
        flat.extend(self.hidden_weights.iter().flatten());
        flat.extend(self.hidden_biases);
        flat.extend(self.output_weights);
        flat.extend(&self.skip_weights);
        flat.push(self.output_bias);
        flat
    }

    /// Replaces the weights by those of [`to_flat`](Net::to_flat), as far as the list goes.
    pub fn set_flat(&mut self, flat: impl IntoIterator<Item = f32>) {
        let nation = self.nation_weights.iter_mut().flatten().chain(&mut self.nation_biases);
        let hidden = self.hidden_weights.iter_mut().flatten().chain(&mut self.hidden_biases);
        let output =
            self.output_weights.iter_mut().chain(&mut self.skip_weights).chain([&mut self.output_bias]);
        for (weight, value) in nation.chain(hidden).chain(output).zip(flat) {
            *weight = value;
        }
    }
}

/// Returns the weighted sums of some features, each starting from its bias. Many features are 0 and skipped.
#[inline]
#[must_use]
pub fn weighted_sums<const UNITS: usize>(
    biases: &[f32; UNITS],
    weights: &[[f32; UNITS]],
    features: &[f32],
) -> [f32; UNITS] {
    let mut sums = *biases;
    for (&feature, weights) in features.iter().zip(weights) {
        if feature != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += feature * weight;
            }
        }
    }
    sums
}
