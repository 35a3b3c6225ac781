//! Seating orders.

use super::Entrant;

/// Returns every distinct order in which the entrants can sit. Equal entrants are interchangeable.
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
        let mut rest = entrants.to_vec();
        rest.remove(place);
        orders.extend(seating_orders(&rest).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    orders
}
