//! Set operations shared by the small sets that are stored as the bits of a `u32`.

/// Implements the operations of a set of numbered items for a `struct Set(u32)`. Iteration is in ascending order.
macro_rules! bit_set {
    ($set:ident of $item:ty, from $from_index:expr) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// Returns true if the set contains `item`.
            #[must_use]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 != 0
            }

            /// Returns true if the set is empty.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Number of elements.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;
            #[inline]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl Iterator for $set {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                if self.0 == 0 {
                    return None;
                }
                let first = $from_index(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(first)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                // `self.len()` would resolve to `ExactSizeIterator::len`, which calls this method.
                let len = $set::len(*self);
                (len, Some(len))
            }
        }

        impl ExactSizeIterator for $set {}
    };
}
pub(crate) use bit_set;
