import { describe, expect, test } from 'vitest';
import { handLook, nextLooks, noLooks, seatLook } from './looks';

const handLooks = (looks: typeof noLooks, code: string, count: number): number[] => Array.from({ length: count }, (_, n) => handLook(looks, code, n));

describe('looks', () => {
  test('a guest keeps the look from the hand to the seat', () => {
    const before = nextLooks(noLooks, ['DEf', 'DEf', 'DEf'], {});
    const [first, second, third] = handLooks(before, 'DEf', 3);
    const after = nextLooks(before, ['DEf', 'DEf'], { b5: 'DEf' }, [{ code: 'DEf', look: second! }]);
    expect(seatLook(after, 'b5')).toBe(second);
    expect(handLooks(after, 'DEf', 2)).toEqual([first, third]);
  });

  test('a joker keeps the look when seated for a nation', () => {
    const before = nextLooks(noLooks, ['JKf', 'JKf'], {});
    const look = handLook(before, 'JKf', 0);
    const after = nextLooks(before, ['JKf'], { b5: 'JKf=ES' }, [{ code: 'JKf', look }]);
    expect(seatLook(after, 'b5')).toBe(look);
  });

  test('two guests of one code leave in order', () => {
    const before = nextLooks(noLooks, ['DEf', 'DEf', 'DEf'], {});
    const [first, , third] = handLooks(before, 'DEf', 3);
    const leaving = [{ code: 'DEf', look: third! }, { code: 'DEf', look: first! }];
    const middle = nextLooks(before, ['DEf', 'DEf'], { b5: 'DEf' }, leaving);
    expect(seatLook(middle, 'b5')).toBe(third);
    const after = nextLooks(middle, ['DEf'], { b5: 'DEf', a4: 'DEf' }, leaving.slice(1));
    expect(seatLook(after, 'a4')).toBe(first);
  });

  test('guests of one code look different', () => {
    const looks = nextLooks(noLooks, ['DEf', 'DEf'], { b5: 'DEf', a4: 'DEf' });
    expect(new Set([...handLooks(looks, 'DEf', 2), seatLook(looks, 'b5'), seatLook(looks, 'a4')]).size).toBe(4);
  });

  test('a seat taken by another guest gets a new look', () => {
    const before = nextLooks(noLooks, [], { b5: 'DEf' });
    const after = nextLooks(before, [], { b5: 'FRm' });
    expect(after.seated.b5?.guest).toBe('FRm');
    expect(before.seated.b5?.guest).toBe('DEf');
  });

  test('an unchanged view keeps all looks', () => {
    const before = nextLooks(noLooks, ['DEf', 'RUm'], { b5: 'DEf' });
    expect(nextLooks(before, ['DEf', 'RUm'], { b5: 'DEf' })).toEqual(before);
  });
});
