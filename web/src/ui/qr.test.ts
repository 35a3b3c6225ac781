import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { qrCode } from './qr';

const SCALE = 4;

/** Rasterises the path and decodes it with another library. */
function read(text: string): string | undefined {
  const { size, path } = qrCode(text);
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;
  return decode(pixels, side, side)?.data;
}

test('a QR reader decodes a link', () => {
  const link = 'https://cafe.example/t/4f3kq9x2b7mzw1ha';
  expect(read(link)).toBe(link);
});

test('a QR reader decodes every character of a link', () => {
  const link = 'http://192.168.178.20:7878/me#A9-_%7Ecode';
  expect(read(link)).toBe(link);
});
