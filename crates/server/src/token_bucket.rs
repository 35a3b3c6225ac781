//! Rate limits by token bucket.
//!
//! Written by hand because a socket's bucket may go below zero (the caller decides how far), which the usual crates do not
//! offer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Capacity and refill rate of a bucket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct BucketConfig {
    /// Maximum number of tokens.
    pub(crate) capacity: f64,
    /// Tokens added per second.
    pub(crate) per_second: f64,
}

/// The tokens that one client has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    tokens: f64,
    updated_at: Instant,
}

impl TokenBucket {
    /// Returns a full bucket.
    pub(crate) fn new(config: BucketConfig) -> TokenBucket {
        TokenBucket { tokens: config.capacity, updated_at: Instant::now() }
    }

    fn tokens_at(self, now: Instant, config: BucketConfig) -> f64 {
        let refilled = now.duration_since(self.updated_at).as_secs_f64() * config.per_second;
        (self.tokens + refilled).min(config.capacity)
    }

    /// Takes tokens even if there are not enough. Returns what is left, which may be negative.
    pub(crate) fn take(&mut self, cost: f64, config: BucketConfig) -> f64 {
        let now = Instant::now();
        (self.tokens, self.updated_at) = (self.tokens_at(now, config) - cost, now);
        self.tokens
    }

    /// Takes tokens if there are enough. Returns whether there were.
    fn try_take(&mut self, cost: f64, config: BucketConfig) -> bool {
        let now = Instant::now();
        let tokens = self.tokens_at(now, config);
        let is_enough = tokens >= cost;
        (self.tokens, self.updated_at) = (if is_enough { tokens - cost } else { tokens }, now);
        is_enough
    }
}

/// Maximum number of buckets in memory.
const MAX_BUCKETS: usize = 100_000;

/// A bucket for each key. Full buckets are forgotten.
pub(crate) struct TokenBuckets<K> {
    config: BucketConfig,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

impl<K: Eq + Hash> TokenBuckets<K> {
    /// Returns full buckets for all keys.
    pub(crate) fn new(config: BucketConfig) -> TokenBuckets<K> {
        TokenBuckets { config, buckets: Mutex::default() }
    }

    /// Takes tokens from a key's bucket if there are enough. Returns whether there were.
    pub(crate) fn try_take(&self, key: K, cost: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            let now = Instant::now();
            buckets.retain(|_, bucket| bucket.tokens_at(now, self.config) < self.config.capacity);
            // With that many clients at once a limit for each does not help: start again rather than scan all buckets on
            // every request.
            if buckets.len() >= MAX_BUCKETS {
                buckets.clear();
            }
        }
        buckets.entry(key).or_insert_with(|| TokenBucket::new(self.config)).try_take(cost, self.config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No refill while a test runs.
    const TEN: BucketConfig = BucketConfig { capacity: 10.0, per_second: 0.0 };

    #[test]
    fn an_empty_bucket_refuses_and_other_keys_are_unaffected() {
        let buckets = TokenBuckets::new(TEN);
        assert!(buckets.try_take("Ann", 6.0));
        assert!(!buckets.try_take("Ann", 6.0), "only 4 are left");
        assert!(buckets.try_take("Ann", 4.0), "a refusal costs nothing");
        assert!(buckets.try_take("Ben", 10.0));
    }

    #[test]
    fn refill_stops_at_the_capacity() {
        let config = BucketConfig { capacity: 10.0, per_second: 2.0 };
        let bucket = TokenBucket { tokens: 1.0, ..TokenBucket::new(config) };
        let later = |seconds| bucket.updated_at + std::time::Duration::from_secs(seconds);
        assert_eq!(bucket.tokens_at(later(3), config), 7.0);
        assert_eq!(bucket.tokens_at(later(3600), config), 10.0);
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let buckets = TokenBuckets::new(TEN);
        for key in 0..MAX_BUCKETS + 5 {
            buckets.try_take(key, 1.0);
        }
        assert!(buckets.buckets.lock().unwrap_or_else(PoisonError::into_inner).len() <= MAX_BUCKETS);
    }
}
