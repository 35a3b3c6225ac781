//! A model test of the room: random requests of several visitors. The fuzz target `room` runs the same.

mod checks;
mod hidden;
mod run;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_requests_keep_the_invariants(
        setup in any::<[u8; 4]>(),
        steps in prop::collection::vec(any::<[u8; 4]>(), 0..120),
    ) {
        run::run(setup, &steps);
    }
}
