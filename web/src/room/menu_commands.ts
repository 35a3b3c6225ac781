/** Commands of the menu in the header that the open room carries out. */
export type MenuCommand = 'command' | 'keys';

const listeners = new Set<(command: MenuCommand) => void>();

export function runMenuCommand(command: MenuCommand): void {
  for (const listener of listeners) listener(command);
}

/** Whether a room is open that carries out commands. */
export function hasMenuCommands(): boolean {
  return listeners.size > 0;
}

/** Listens until the returned function is called, as an effect does. */
export function onMenuCommand(listener: (command: MenuCommand) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
