import { settings } from '../app/settings.svelte';

/** The keyboard shortcuts of a game. */
export interface KeyActions {
  undo: () => void;
  end: () => void;
  draw: () => void;
  bar: () => void;
  hint: () => void;
  hand: () => void;
  cafe: () => void;
  chat: () => void;
  command: () => void;
  help: () => void;
  escape: () => void;
}

const letters: Readonly<Record<string, keyof KeyActions>> = {
  u: 'undo',
  e: 'end',
  d: 'draw',
  b: 'bar',
  i: 'hint',
  h: 'hand',
  c: 'cafe',
  t: 'chat',
  '/': 'command',
  '?': 'help',
};

/** The shortcut of a key: none but Escape while the user types, and single letters only if they are switched on. */
export function actionOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>, isTyping: boolean, lettersEnabled: boolean): keyof KeyActions | null {
  if (event.key === 'Escape') return 'escape';
  if (isTyping || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'z' ? 'undo' : null;
  return lettersEnabled ? (letters[event.key.toLowerCase()] ?? null) : null;
}

export function keyHandler(actions: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    // A dialog handles its own keys.
    if (document.querySelector('dialog:modal')) return;
    const action = actionOfKey(event, target.matches('input, textarea, select'), settings.keys);
    if (!action || (action !== 'escape' && document.querySelector('[aria-modal=true]'))) return;
    if (action !== 'escape') event.preventDefault();
    actions[action]();
  };
}
