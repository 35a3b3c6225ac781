//! A small network that learns what positions are worth.
//!
//! Every nation is looked at in the same way: its numbers become a few rectified sums, and these are added up over the
//! twelve nations, so that what is learned about one is known about all. The sums and the numbers that concern the whole
//! café become another layer of rectified sums, and these a value in points.
//!
//! Only additions, multiplications and comparisons: the value is the same on every machine.

use serde::{Deserialize, Serialize};

/// How many sums a nation has.
pub const NATION_WIDTH: usize = 16;
/// How many sums the café has.
pub const WIDTH: usize = 32;
/// How many nations there are.
pub const NATIONS: usize = 12;

/// What a player looks at when weighing a position, as numbers of about the size of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signs<const NATION: usize, const WHOLE: usize> {
    /// By nation: its cards and its tables.
    pub nations: [[f32; NATION]; NATIONS],
    /// What concerns the whole café.
    pub whole: [f32; WHOLE],
}

/// The weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Net {
    /// By sign of a nation: its weight in each of the nation's sums.
    pub nation_into: Vec<[f32; NATION_WIDTH]>,
    /// Where each of a nation's sums starts.
    pub nation_start: [f32; NATION_WIDTH],
    /// By nations' sum and then by sign of the whole: its weight in each of the café's sums.
    pub into: Vec<[f32; WIDTH]>,
    /// Where each of the café's sums starts.
    pub start: [f32; WIDTH],
    /// What each of the café's sums counts for.
    pub out: [f32; WIDTH],
    /// By nations' sum and then by sign of the whole: what it counts for by itself.
    pub straight: Vec<f32>,
    /// What everything starts from.
    pub base: f32,
}

impl Net {
    /// The value, in points.
    #[inline]
    #[must_use]
    pub fn value<const NATION: usize, const WHOLE: usize>(&self, signs: &Signs<NATION, WHOLE>) -> f32 {
        let mut nations = [0.0_f32; NATION_WIDTH];
        for nation in &signs.nations {
            let sums = sums(&self.nation_start, &self.nation_into, nation);
            for (all, sum) in nations.iter_mut().zip(sums) {
                *all += sum.max(0.0);
            }
        }
        let (from_nations, from_whole) = self.into.split_at(NATION_WIDTH);
        let all = sums(&self.start, from_nations, &nations);
        let all = sums(&all, from_whole, &signs.whole);
        let mut parts = [0.0_f32; WIDTH];
        for (part, (sum, weight)) in parts.iter_mut().zip(all.iter().zip(&self.out)) {
            *part = sum.max(0.0) * weight;
        }
        let straight =
            nations.iter().chain(&signs.whole).zip(&self.straight).map(|(sign, weight)| sign * weight);
        self.base + straight.sum::<f32>() + parts.iter().sum::<f32>()
    }
}

impl Net {
    /// All weights in a row.
    #[must_use]
    pub fn flat(&self) -> Vec<f32> {
        let mut flat: Vec<f32> = self.nation_into.iter().flatten().copied().collect();
        flat.extend(self.nation_start);
        flat.extend(self.into.iter().flatten());
        flat.extend(self.start);
        flat.extend(self.out);
        flat.extend(&self.straight);
        flat.push(self.base);
        flat
    }

    /// Takes all weights from a row.
    pub fn set(&mut self, flat: &[f32]) {
        let mut flat = flat.iter().copied();
        let inner = self.nation_into.iter_mut().flatten().chain(&mut self.nation_start);
        let inner = inner.chain(self.into.iter_mut().flatten()).chain(&mut self.start);
        let all = inner.chain(&mut self.out).chain(&mut self.straight).chain([&mut self.base]);
        all.zip(flat.by_ref()).for_each(|(weight, value)| *weight = value);
    }

    /// A network of the same size whose weights are all 0.
    #[must_use]
    pub fn zero(&self) -> Net {
        Net {
            nation_into: vec![[0.0; NATION_WIDTH]; self.nation_into.len()],
            nation_start: [0.0; NATION_WIDTH],
            into: vec![[0.0; WIDTH]; self.into.len()],
            start: [0.0; WIDTH],
            out: [0.0; WIDTH],
            straight: vec![0.0; self.straight.len()],
            base: 0.0,
        }
    }
}

/// Weighted sums of signs, many of which are 0.
#[inline]
#[must_use]
pub fn sums<const SUMS: usize>(start: &[f32; SUMS], weights: &[[f32; SUMS]], signs: &[f32]) -> [f32; SUMS] {
    let mut sums = *start;
    for (&sign, weights) in signs.iter().zip(weights) {
        if sign != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += sign * weight;
            }
        }
    }
    sums
}
