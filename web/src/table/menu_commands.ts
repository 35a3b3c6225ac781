/** What the menu can call for at a table; whoever sits there hears it. */
export type Bell = 'command' | 'keys';

const heard = new Set<(bell: Bell) => void>();

export function ring(bell: Bell): void {
  for (const one of heard) one(bell);
}

/** Whether anybody would come. */
export function answered(): boolean {
  return heard.size > 0;
}

/** For an effect: hears until the returned function is called. */
export function onBell(hear: (bell: Bell) => void): () => void {
  heard.add(hear);
  return () => heard.delete(hear);
}
