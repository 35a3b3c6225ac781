import { describe, expect, test } from 'vitest';
import { parseAction } from '../api/notation';
import { seatings } from './seatings';

const seatingsOf = (notation: string): Record<string, string> => seatings(parseAction(notation));

describe('the guests that an action seats', () => {
  test('one guest, on a free seat or a joker’s', () => {
    expect(seatingsOf('RUm@c4')).toEqual({ c4: 'RUm' });
    expect(seatingsOf('swap RUm@c4')).toEqual({ c4: 'RUm' });
  });

  test('a joker with its nation, if the action names it', () => {
    expect(seatingsOf('JKf=ES@n4')).toEqual({ n4: 'JKf=ES' });
    expect(seatingsOf('JKf@n4')).toEqual({ n4: 'JKf' });
  });

  test('all guests of a party', () => {
    expect(seatingsOf('party b2 RUf@a1 JKf=RU@a2')).toEqual({ a1: 'RUf', a2: 'JKf=RU' });
  });

  test('none for other actions', () => {
    expect(['draw', 'end', 'close', 'bar RUm', 'down RUm'].map(seatingsOf)).toEqual([{}, {}, {}, {}, {}]);
  });
});
