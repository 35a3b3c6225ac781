//! A queue in which visitors take turns.

use std::collections::{HashMap, VecDeque};

use cafe_room::VisitorId;

/// A queue in which visitors take turns, and each visitor's items keep their order.
pub(super) struct FairQueue<T> {
    /// The visitors with items, the next one first.
    visitors: VecDeque<VisitorId>,
    items: HashMap<VisitorId, VecDeque<T>>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { visitors: VecDeque::new(), items: HashMap::new() }
    }
}

impl<T> FairQueue<T> {
    /// Adds an item of a visitor. The visitor's items that are cancelled are removed, so they do not pile up.
    pub(super) fn push(&mut self, visitor: VisitorId, item: T, is_cancelled: impl Fn(&T) -> bool) {
        let items = self.items.entry(visitor.clone()).or_insert_with(|| {
            self.visitors.push_back(visitor);
            VecDeque::new()
        });
        items.retain(|item| !is_cancelled(item));
        items.push_back(item);
    }

    /// Removes the next item.
    pub(super) fn pop(&mut self) -> Option<T> {
        let visitor = self.visitors.pop_front()?;
        let items = self.items.get_mut(&visitor)?;
        let item = items.pop_front();
        if items.is_empty() {
            self.items.remove(&visitor);
        } else {
            self.visitors.push_back(visitor);
        }
        item
    }
}
