import { settings } from '../app/settings.svelte';

/** What keys do at a table. */
export interface KeyActions {
  undo: () => void;
  end: () => void;
  draw: () => void;
  bar: () => void;
  hint: () => void;
  hand: () => void;
  cafe: () => void;
  talk: () => void;
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
  t: 'talk',
  '/': 'command',
  '?': 'help',
};

/** Which of them a key means, if any: not while somebody writes, and single letters only where they are wanted. */
export function actionOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>, writing: boolean, single: boolean): keyof KeyActions | null {
  if (event.key === 'Escape') return 'escape';
  if (writing || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'z' ? 'undo' : null;
  return single ? (letters[event.key.toLowerCase()] ?? null) : null;
}

export function keyHandler(does: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    // A dialog has keys of its own.
    if (document.querySelector('dialog:modal')) return;
    const meant = actionOfKey(event, target.matches('input, textarea, select'), settings.keys);
    if (!meant || (meant !== 'escape' && document.querySelector('[aria-modal=true]'))) return;
    if (meant !== 'escape') event.preventDefault();
    does[meant]();
  };
}
