//! `cafe`: the command line of the café.

fn main() {}
