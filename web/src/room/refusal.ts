import { atTables } from '../game/names';
import { errorText } from '../ui/notices.svelte';

/** Why a request was refused: a value, which becomes text where it is shown. */
export interface Refusal {
  readonly code: string;
  /** The café tables that are in the way. */
  readonly tables: readonly string[];
}

/** `nations`: the nation of each table on the board. */
export function refusalText({ code, tables }: Refusal, nations: Readonly<Record<string, string>>): string {
  return errorText(code, { atTables: atTables(tables.map((cell) => nations[cell] ?? '')) });
}
