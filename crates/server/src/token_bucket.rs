//! Rate limits by token bucket.
//!
//! Written by hand because a socket's bucket may go below zero (the caller decides how far), which the usual crates do not
//! offer.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;
use tokio::time::Instant;

/// Capacity and refill rate of a bucket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct BucketConfig {
    /// Maximum number of tokens.
    pub(crate) capacity: f64,
    /// Tokens added per second.
    pub(crate) per_second: f64,
}

impl BucketConfig {
    /// Returns the settings of a bucket that several clients share.
    fn times(self, times: u32) -> BucketConfig {
        let times = f64::from(times);
        BucketConfig { capacity: self.capacity * times, per_second: self.per_second * times }
    }
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
}

/// Maximum number of buckets in memory.
const MAX_BUCKETS: usize = 100_000;

/// A bucket for each key. With too many keys, the one that was not used for the longest time is forgotten.
pub(crate) struct TokenBuckets<K: Eq + Hash> {
    config: BucketConfig,
    buckets: Mutex<LruCache<K, TokenBucket>>,
}

impl<K: Clone + Eq + Hash> TokenBuckets<K> {
    /// Returns full buckets for all keys.
    pub(crate) fn new(config: BucketConfig) -> TokenBuckets<K> {
        TokenBuckets { config, buckets: Mutex::new(LruCache::unbounded()) }
    }

    /// Takes tokens from a key's bucket if there are enough. Returns whether there were.
    pub(crate) fn try_take(&self, key: K, cost: f64) -> bool {
        self.try_take_all(&[(key, 1)], cost)
    }

    /// Takes tokens from the buckets of several keys if all have enough. Returns whether they had. A bucket is as many times
    /// larger as its key says.
    pub(crate) fn try_take_all(&self, keys: &[(K, u32)], cost: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let is_enough = keys.iter().all(|(key, times)| {
            let config = self.config.times(*times);
            buckets.get(key).map_or(config.capacity, |bucket| bucket.tokens_at(now, config)) >= cost
        });
        if is_enough {
            self.take_from(&mut buckets, keys, cost);
        }
        is_enough
    }

    /// Takes tokens from the buckets of several keys even if there are not enough.
    pub(crate) fn take_all(&self, keys: &[(K, u32)], cost: f64) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        self.take_from(&mut buckets, keys, cost);
    }

    fn take_from(&self, buckets: &mut LruCache<K, TokenBucket>, keys: &[(K, u32)], cost: f64) {
        for (key, times) in keys {
            let config = self.config.times(*times);
            buckets.get_or_insert_mut(key.clone(), || TokenBucket::new(config)).take(cost, config);
        }
        while buckets.len() > MAX_BUCKETS {
            buckets.pop_lru();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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

    #[tokio::test(start_paused = true)]
    async fn bucket_refills_up_to_its_capacity() {
        let config = BucketConfig { capacity: 10.0, per_second: 2.0 };
        let mut bucket = TokenBucket::new(config);
        assert_eq!(bucket.take(15.0, config), -5.0);
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(bucket.take(0.0, config), 3.0);
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert_eq!(bucket.take(1.0, config), 9.0);
    }

    #[tokio::test(start_paused = true)]
    async fn refused_key_is_served_again_after_the_refill() {
        let buckets = TokenBuckets::new(BucketConfig { capacity: 10.0, per_second: 2.0 });
        assert!(buckets.try_take("Ann", 10.0) && !buckets.try_take("Ann", 3.0));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!buckets.try_take("Ann", 3.0), "only 2 are there");
        tokio::time::advance(Duration::from_millis(500)).await;
        assert!(buckets.try_take("Ann", 3.0));
    }

    #[test]
    fn all_buckets_must_have_enough() {
        let buckets = TokenBuckets::new(TEN);
        let take = |key| buckets.try_take_all(&[(key, 1), ("everybody", 2)], 10.0);
        assert!(take("Ann") && !take("Ann"));
        assert!(take("Ben"), "the shared bucket is twice as large");
        assert!(!take("Cid"), "and then empty");
        assert!(buckets.try_take("Cid", 10.0), "a refusal costs nothing");
    }

    #[test]
    fn with_too_many_keys_the_longest_unused_is_forgotten() {
        let buckets = TokenBuckets::new(TEN);
        assert!(buckets.try_take(0, 10.0));
        for key in 1..MAX_BUCKETS + 5 {
            buckets.try_take(key, 1.0);
            assert!(!buckets.try_take(0, 10.0), "it is in use");
        }
        assert_eq!(buckets.buckets.lock().unwrap_or_else(PoisonError::into_inner).len(), MAX_BUCKETS);
        assert!(buckets.try_take(1, 10.0), "it was forgotten and is full again");
    }
}
