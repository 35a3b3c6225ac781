import { tick } from 'svelte';
import type { RoomClient } from '../../room/room_client.svelte';
import type { TurnDraft } from '../../room/turn_draft.svelte';

/** A part of the screen that can hold the focus. */
type Region = 'hand' | 'cafe' | 'turn';

const regions: Readonly<Record<string, Region>> = { '.below': 'hand', '.cafe': 'cafe', '.turn': 'turn' };

export interface PlayFocusOptions {
  client: RoomClient;
  draft: TurnDraft;
  page: () => HTMLElement | undefined;
  enterCafe: () => void;
  enterHand: () => void;
  /** Reads further state whose changes can remove the focused element. */
  changes: () => unknown;
}

/** Keeps the keyboard focus in the game: when the focused element disappears, a suitable one in its place gets it. */
export class PlayFocus {
  /** Where the focus was last. */
  region: Region | null = null;
  readonly #options: PlayFocusOptions;

  /** Creates an effect, so only during the setup of a component. */
  constructor(options: PlayFocusOptions) {
    this.#options = options;
    const { client, draft } = options;
    $effect(() => {
      void [options.changes(), draft.staged, draft.chosen, draft.jokerChoices, draft.partyTables, client.busy];
      void tick().then(() => this.#restore());
    });
  }

  track(event: FocusEvent): void {
    const target = event.target as Element;
    const found = Object.entries(regions).find(([selector]) => target.closest(selector));
    if (found) this.region = found[1];
  }

  /** Moves the focus to the button that confirms the staged action. */
  enterConfirmation(options?: FocusOptions): void {
    this.#focus('.turn .primary', options);
  }

  #restore(): void {
    const { client, draft, enterCafe, enterHand } = this.#options;
    // The right place is not known before the pending action is answered.
    if (this.region === null || client.busy || document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
    if (draft.staged) this.enterConfirmation({ preventScroll: true });
    else if (draft.chosen && this.region === 'cafe') enterCafe();
    else if (this.region === 'turn' && !client.myTurn) this.#focus('.turn section', { preventScroll: true });
    else enterHand();
  }

  #focus(selector: string, options?: FocusOptions): void {
    this.#options.page()?.querySelector<HTMLElement>(selector)?.focus(options);
  }
}
