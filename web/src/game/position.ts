import type { GameReplay, GameResult } from '../api/wire';
import { groupTurns } from './turns';

/** The position after some steps of a finished game, as `cafe engine` reads it (docs/protocol.md). */
export function positionAfter(replay: GameReplay, at: number): object {
  const { options } = replay.room;
  const played = replay.steps.slice(0, at);
  const view = played.at(-1)?.view ?? replay.start;
  const drawn = replay.guests.length - view.guest_stock;
  const laid = replay.tables.length - view.table_stock;
  const shared = {
    game: options.game,
    players: options.players,
    parties: options.parties,
    turn: view.turn,
    placed: view.placed,
    pending: view.pending.length > 0 ? view.pending : null,
    over: view.result !== null,
    seated: view.seated,
    hands: view.hands.map((hand) => hand ?? []),
    scores: view.scores,
    guest_stock: replay.guests.slice(drawn),
    ...(view.result ? { result: claimed(view.result) } : {}),
  };
  if (options.game === 'card') return { ...shared, tables: view.tables, down: view.down.map((cards) => cards ?? []), table_stock: replay.tables.slice(laid) };
  const all = groupTurns(played.map((step, i) => ({ number: i + 1, at: step.at, type: 'action_played', player: step.player, action: step.action, by: step.by, events: step.events, scores: step.view.scores })));
  const current = all.at(-1);
  const going = current && !current.over ? current.steps.flatMap((step) => step.events) : [];
  const others = all.findLastIndex((turn) => turn.steps[0]?.action !== 'pass');
  return {
    ...shared,
    bar: view.bar,
    out: view.eliminated,
    turns: all.filter((turn) => turn.over).length,
    saved: going.filter((event) => event.type === 'scored' && event.doubled && event.guests === 4).length,
    passes: all.length - 1 - others,
  };
}

/** A position claims why it ended, what was left and who won; the places follow from that. */
function claimed({ why, penalties, final, winners }: GameResult): object {
  return { why, penalties, final, winners };
}
