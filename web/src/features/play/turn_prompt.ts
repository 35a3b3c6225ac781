import { gameFacts } from '../../api/game_facts';
import type { GameView } from '../../api/messages';
import { isLegal, seatableGuests } from '../../game/offers';
import type { PlainKey } from '../../i18n/keys';

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
export function turnPrompt({ view, isBoardGame, chosen, hasSeat, hasBar }: TurnPromptInput): PlainKey {
  const canSeat = seatableGuests(view).size > 0;
  const handSize = view.hand_sizes[view.turn] ?? 0;
  const canParty = view.legal.some(({ action }) => action.kind === 'party');
  const handFull: PlainKey = canSeat ? 'turn.full' : 'turn.fullOnly';

  if (view.pending.length > 0) return !chosen ? 'turn.bringCompany' : hasSeat ? 'turn.pickChair' : 'turn.noCompany';
  if (chosen) {
    if (hasSeat) return 'turn.pickChair';
    if (hasBar) return canSeat ? 'turn.orBar' : 'turn.mustBar';
    return isLegal(view, `down ${chosen}`) ? handFull : 'turn.noChair';
  }
  if (handSize === 0) return 'turn.empty';
  if (view.placed > 0) return canSeat ? 'turn.orEnd' : 'turn.onlyEnd';
  if (isLegal(view, 'pass')) return 'turn.onlyPass';
  if (canParty) return canSeat ? 'turn.orParty' : 'turn.onlyParty';
  if (isBoardGame) return canSeat ? 'turn.pick' : 'turn.onlyBar';
  if (!canSeat) return isLegal(view, 'draw') ? 'turn.onlyDraw' : handFull;
  return handSize === gameFacts.card.handLimit ? handFull : 'turn.pick';
}
