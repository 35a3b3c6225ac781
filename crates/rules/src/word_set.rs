//! What every small set kept as the bits of one `u32` can do.

/// Gives a `struct Set(u32)` the operations of a set of things that are numbered from 0. It iterates over them by number.
macro_rules! word_set {
    ($set:ident of $item:ty, from $from_number:expr) => {
        impl $set {
            /// Nothing at all.
            pub const EMPTY: $set = $set(0);

            /// Whether it is in the set.
            #[must_use]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 != 0
            }

            /// Whether the set is empty.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in the set.
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
                let first = $from_number(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(first)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                // By value: `self.len()` would be the iterator's own, which asks here.
                let left = $set::len(*self);
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $set {}
    };
}
pub(crate) use word_set;
