// The cafés of the two games (docs/rules.md).
// Generated from the Rust sources by `cargo xtask types`; do not edit.

export const floorPlans = {
  card: {
    /** Cells on each side of the floor. */
    floorSize: 5,
    /** The four seats of each table, in reading order. */
    tables: {
      b4: ['b5', 'a4', 'c4', 'b3'],
      d4: ['d5', 'c4', 'e4', 'd3'],
      c3: ['c4', 'b3', 'd3', 'c2'],
      b2: ['b3', 'a2', 'c2', 'b1'],
      d2: ['d3', 'c2', 'e2', 'd1'],
    },
    /** The nations of tables that are never replaced. */
    nations: {},
    /** The points of the places at the bar. */
    bar: [],
  },
  board: {
    /** Cells on each side of the floor. */
    floorSize: 16,
    /** The four seats of each table, in reading order. */
    tables: {
      b15: ['b16', 'a15', 'c15', 'b14'],
      d15: ['d16', 'c15', 'e15', 'd14'],
      f15: ['f16', 'e15', 'g15', 'f14'],
      m15: ['m16', 'l15', 'n15', 'm14'],
      o15: ['o16', 'n15', 'p15', 'o14'],
      b13: ['b14', 'a13', 'c13', 'b12'],
      d13: ['d14', 'c13', 'e13', 'd12'],
      f13: ['f14', 'e13', 'g13', 'f12'],
      m13: ['m14', 'l13', 'n13', 'm12'],
      o13: ['o14', 'n13', 'p13', 'o12'],
      m11: ['m12', 'l11', 'n11', 'm10'],
      o11: ['o12', 'n11', 'p11', 'o10'],
      b6: ['b7', 'a6', 'c6', 'b5'],
      d6: ['d7', 'c6', 'e6', 'd5'],
      b4: ['b5', 'a4', 'c4', 'b3'],
      d4: ['d5', 'c4', 'e4', 'd3'],
      k4: ['k5', 'j4', 'l4', 'k3'],
      m4: ['m5', 'l4', 'n4', 'm3'],
      o4: ['o5', 'n4', 'p4', 'o3'],
      b2: ['b3', 'a2', 'c2', 'b1'],
      d2: ['d3', 'c2', 'e2', 'd1'],
      k2: ['k3', 'j2', 'l2', 'k1'],
      m2: ['m3', 'l2', 'n2', 'm1'],
      o2: ['o3', 'n2', 'p2', 'o1'],
    },
    /** The nations of tables that are never replaced. */
    nations: { b15: 'ES', d15: 'DE', f15: 'RU', m15: 'US', o15: 'IN', b13: 'IN', d13: 'CN', f13: 'IT', m13: 'CU', o13: 'TR', m11: 'GB', o11: 'DE', b6: 'CF', d6: 'RU', b4: 'IT', d4: 'CU', k4: 'GB', m4: 'ES', o4: 'CN', b2: 'TR', d2: 'FR', k2: 'CF', m2: 'US', o2: 'FR' },
    /** The points of the places at the bar. */
    bar: [1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26, -28, -30],
  },
} as const;
