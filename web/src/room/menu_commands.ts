/** Commands of the menu in the header that the open room carries out. */
export type MenuCommand = 'command' | 'keys' | 'leave';

const listeners = new Map<(command: MenuCommand) => void, readonly MenuCommand[]>();

export function runMenuCommand(command: MenuCommand): void {
  for (const [listener, commands] of listeners) if (commands.includes(command)) listener(command);
}

/** Whether a room is open that carries out this command. */
export function hasMenuCommand(command: MenuCommand): boolean {
  return [...listeners.values()].some((commands) => commands.includes(command));
}

/** Listens until the returned function is called, as an effect does. */
export function onMenuCommand(commands: readonly MenuCommand[], listener: (command: MenuCommand) => void): () => void {
  listeners.set(listener, commands);
  return () => listeners.delete(listener);
}
