export function bytesOf(hexadecimal: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hexadecimal.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hexadecimal.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function hexadecimalOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
