//! A pile that tiles or tables are drawn from.

use std::fmt;

/// Up to `N` items in drawing order, without allocation.
#[derive(Clone, Copy)]
pub(crate) struct Stock<T, const N: usize> {
    pile: [T; N],
    drawn: u8,
    length: u8,
}

impl<T: Copy, const N: usize> Stock<T, N> {
    /// Creates a pile; the first item is drawn first. `filler` fills the unused entries.
    ///
    /// # Panics
    /// If there are more than `N` items.
    pub(crate) fn new(items: &[T], filler: T) -> Stock<T, N> {
        let mut pile = [filler; N];
        pile[..items.len()].copy_from_slice(items);
        Stock { pile, drawn: 0, length: items.len() as u8 }
    }

    /// The items left, in drawing order.
    pub(crate) fn items(&self) -> &[T] {
        &self.pile[usize::from(self.drawn)..usize::from(self.length)]
    }

    /// Number of items left.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.length - self.drawn)
    }

    /// Removes and returns the top item.
    #[inline]
    pub(crate) fn draw(&mut self) -> Option<T> {
        if self.drawn == self.length {
            return None;
        }
        let top = self.pile[usize::from(self.drawn)];
        self.drawn += 1;
        Some(top)
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Stock<T, N> {
    fn eq(&self, other: &Stock<T, N>) -> bool {
        self.items() == other.items()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Stock<T, N> {}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Stock<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}
