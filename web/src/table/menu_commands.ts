/** What the menu can call for at a table; whoever sits there hears it. */
export type MenuCommand = 'command' | 'keys';

const heard = new Set<(bell: MenuCommand) => void>();

export function runMenuCommand(bell: MenuCommand): void {
  for (const one of heard) one(bell);
}

/** Whether anybody would come. */
export function hasMenuCommands(): boolean {
  return heard.size > 0;
}

/** For an effect: hears until the returned function is called. */
export function onMenuCommand(hear: (bell: MenuCommand) => void): () => void {
  heard.add(hear);
  return () => heard.delete(hear);
}
