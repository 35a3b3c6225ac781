import { describe, expect, test } from 'vitest';
import { seatings } from './seatings';

describe('who sits where after an action', () => {
  test('one guest on a chair, whether free or a traveller’s', () => {
    expect(seatings('RUm@c4')).toEqual({ c4: 'RUm' });
    expect(seatings('swap RUm@c4')).toEqual({ c4: 'RUm' });
  });

  test('a traveller sits as somebody, if that was said', () => {
    expect(seatings('JKf=ES@n4')).toEqual({ n4: 'JKf=ES' });
    expect(seatings('JKf@n4')).toEqual({ n4: 'JKf' });
  });

  test('all guests of a party', () => {
    expect(seatings('party b2 RUf@a1 JKf=RU@a2')).toEqual({ a1: 'RUf', a2: 'JKf=RU' });
  });

  test('nobody, when nobody is seated', () => {
    expect(['draw', 'end', 'close', 'bar RUm', 'down RUm'].map(seatings)).toEqual([{}, {}, {}, {}, {}]);
  });
});
