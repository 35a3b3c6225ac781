//! Tests of the bots. They are one program, so that the generic search is compiled and linked once.

mod casual_level;
mod determinism;
mod endgame;
mod known_turns;
mod legality;
mod playout_vectors;
mod sampled_worlds;
mod turns;
mod weights;
