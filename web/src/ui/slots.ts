/** Stands for something drawn in a text, such as a guest: the object replacement character. */
export const SLOT = '\uFFFC';

/** The text before and after its slot. */
export function aroundSlot(text: string): [string, string] {
  const [before = '', after = ''] = text.split(SLOT);
  return [before, after];
}
