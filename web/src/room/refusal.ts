import { nationName } from '../game/names';
import { formatList } from '../i18n/i18n.svelte';
import { errorText } from '../ui/notices.svelte';

/** Why a request was refused: a value, which becomes text where it is shown. */
export interface Refusal {
  readonly code: string;
  /** The café tables that are in the way. */
  readonly tables: readonly string[];
}

/** `nations`: the nation of each table on the board. */
export function refusalText({ code, tables }: Refusal, nations: Readonly<Record<string, string>>): string {
  const names = tables.map((cell) => nationName(nations[cell] ?? ''));
  return errorText(code, { tables: formatList(names), n: names.length });
}
