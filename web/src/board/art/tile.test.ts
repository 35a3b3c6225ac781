import { describe, expect, it } from 'vitest';
import { nations } from '../../api/game_facts';
import { lettering } from './letters';
import { tableTop } from './table_top';
import { tile } from './tile';

const guests = nations.flatMap((nation) => ['f', 'm'].flatMap((sex) => [`${nation}${sex}`, `JK${sex}=${nation}`])).concat('JKf', 'JKm');
const pictures = [...guests.flatMap((guest) => [0, 1, 2, 3].map((look) => tile(guest, look))), ...nations.map((nation) => tableTop(nation, false)), tableTop('', true)];

describe('pictures', () => {
  it('are whole: every tag that is opened is closed, and nothing is missing in them', () => {
    for (const picture of pictures) {
      const open: string[] = [];
      for (const [, closing, name, alone] of picture.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
        if (closing) expect(open.pop()).toBe(name);
        else if (!alone) open.push(name ?? '');
      }
      expect(open).toEqual([]);
      expect(picture).not.toMatch(/undefined|null|NaN|""/);
    }
  });

  it('show four different people of each kind', () => {
    for (const guest of guests) expect(new Set([0, 1, 2, 3].map((look) => tile(guest, look))).size).toBe(4);
  });

  it('have all letters they need', () => {
    for (const word of [...nations, 'JK']) expect(lettering(word, { x: 0, y: 0, height: 20, ink: '#000' })).not.toContain('d=""');
  });
});
