import { generate } from 'lean-qr';

/** A QR code as one path with modules one unit wide, including the quiet zone around it. */
export interface QrCode {
  size: number;
  path: string;
}

const QUIET = 4;

export function qrCode(text: string): QrCode {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      let run = 0;
      while (code.get(x + run, y)) run += 1;
      if (run > 0) path += `M${x + QUIET} ${y + QUIET}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { size: code.size + 2 * QUIET, path };
}
