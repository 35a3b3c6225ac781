//! In which orders bots can sit.

use super::Entrant;

/// Every order in which these can sit. Two of the same level change places without anybody noticing: that is one order.
///
/// ```
/// use cafe_bots::Level;
/// use cafe_lab::{Entrant, arena::seating_orders};
/// let [master, regular] = [Level::Master, Level::Regular].map(Entrant::Level);
/// let orders = seating_orders(&[master, regular, regular]);
/// assert_eq!(orders, [[master, regular, regular], [regular, master, regular], [regular, regular, master]]);
/// ```
#[must_use]
pub fn seating_orders(entrants: &[Entrant]) -> Vec<Vec<Entrant>> {
    if entrants.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (place, &first) in entrants.iter().enumerate() {
        if entrants[..place].contains(&first) {
            continue;
        }
        let mut others = entrants.to_vec();
        others.remove(place);
        orders.extend(seating_orders(&others).into_iter().map(|others| [vec![first], others].concat()));
    }
    orders
}
