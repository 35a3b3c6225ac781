//! A pile that is drawn from the top.

use std::fmt;

/// Up to `N` things in drawing order, without allocation.
#[derive(Clone, Copy)]
pub(crate) struct Stock<T, const N: usize> {
    pile: [T; N],
    drawn: u8,
    length: u8,
}

impl<T: Copy, const N: usize> Stock<T, N> {
    /// A pile of these; the first is drawn first. `filler` fills the places that are never looked at.
    ///
    /// # Panics
    /// If there are more than `N`.
    pub(crate) fn new(items: &[T], filler: T) -> Stock<T, N> {
        let mut pile = [filler; N];
        pile[..items.len()].copy_from_slice(items);
        Stock { pile, drawn: 0, length: items.len() as u8 }
    }

    /// What is left, in drawing order.
    pub(crate) fn left(&self) -> &[T] {
        &self.pile[usize::from(self.drawn)..usize::from(self.length)]
    }

    /// How many are left.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.length - self.drawn)
    }

    /// Takes the top one.
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
        self.left() == other.left()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Stock<T, N> {}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Stock<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.left()).finish()
    }
}
