import { connectionProblem } from '../api/connectivity.svelte';
import { t } from '../i18n/i18n.svelte';
import type { TextSource } from '../ui/notices.svelte';

let ofScreen = $state.raw<TextSource | null>(null);

/** What the header says about the connection; null if all is well. The current screen knows more than the app. */
export function headerStatus(): string | null {
  if (ofScreen) return ofScreen();
  const problem = connectionProblem();
  return problem && t(`app.${problem}`);
}

/** For an effect of a screen: says something about its connection until the returned function is called. */
export function showHeaderStatus(source: TextSource): () => void {
  ofScreen = source;
  return () => {
    if (ofScreen === source) ofScreen = null;
  };
}
