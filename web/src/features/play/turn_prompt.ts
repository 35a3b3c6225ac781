import { gameFacts } from '../../api/game_facts';
import type { GameView } from '../../api/messages';
import { isLegal, seatableGuests } from '../../game/offers';
import type { Key } from '../../i18n/locales/en';

export interface TurnPromptInput {
  view: GameView;
  isBoardGame: boolean;
  /** Code of the chosen card. */
  chosen: string | null;
  /** Whether the chosen guest can be seated. */
  hasSeat: boolean;
  /** Whether the chosen guest may go to the bar. */
  hasBar: boolean;
}

/** What the player to move can do next. */
export function turnPrompt({ view, isBoardGame, chosen, hasSeat, hasBar }: TurnPromptInput): Key {
  const canSeat = seatableGuests(view).size > 0;
  const handSize = view.hand_sizes[view.turn] ?? 0;
  const handFull: Key = canSeat ? 'table.full' : 'table.fullOnly';

  if (view.pending.length > 0) return !chosen ? 'table.bringCompany' : hasSeat ? 'table.chooseSeat' : 'table.noCompany';
  if (chosen) {
    if (hasSeat) return 'table.chooseSeat';
    if (hasBar) return 'table.onlyBar';
    return isLegal(view, `down ${chosen}`) ? handFull : 'table.noSeat';
  }
  if (handSize === 0) return 'table.empty';
  if (view.placed > 0) return canSeat ? 'table.orEnd' : 'table.onlyEnd';
  if (isLegal(view, 'pass')) return 'table.onlyPass';
  if (isBoardGame) return canSeat ? 'table.choose' : 'table.onlyBar';
  if (!canSeat) return isLegal(view, 'draw') ? 'table.onlyDraw' : handFull;
  return handSize === gameFacts.card.handLimit ? handFull : 'table.choose';
}
