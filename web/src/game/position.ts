import type { GameReplay, GameResult } from '../api/wire';
import { turns } from './turns';

/** The position after some steps of a finished game, as `cafe engine` reads it (docs/protocol.md). */
export function positionAfter(replay: GameReplay, at: number): object {
  const { options } = replay.room;
  const played = replay.steps.slice(0, at);
  const scene = played.at(-1)?.view ?? replay.start;
  const drawn = replay.guests.length - scene.guest_stock;
  const laid = replay.tables.length - scene.table_stock;
  const shared = {
    game: options.game,
    players: options.players,
    parties: options.parties,
    turn: scene.turn,
    placed: scene.placed,
    pending: scene.pending.length > 0 ? scene.pending : null,
    over: scene.result !== null,
    seated: scene.seated,
    hands: scene.hands.map((hand) => hand ?? []),
    scores: scene.scores,
    guest_stock: replay.guests.slice(drawn),
    ...(scene.result ? { result: claimed(scene.result) } : {}),
  };
  if (options.game === 'card') return { ...shared, tables: scene.tables, down: scene.down.map((cards) => cards ?? []), table_stock: replay.tables.slice(laid) };
  const all = turns(played.map((step, i) => ({ number: i + 1, at: step.at, type: 'action_played', player: step.player, action: step.action, by: step.by, events: step.events, scores: step.view.scores })));
  const current = all.at(-1);
  const going = current && !current.over ? current.steps.flatMap((step) => step.events) : [];
  const others = all.findLastIndex((turn) => turn.steps[0]?.action !== 'pass');
  return {
    ...shared,
    bar: scene.bar,
    out: scene.eliminated,
    turns: all.filter((turn) => turn.over).length,
    saved: going.filter((event) => event.type === 'scored' && event.doubled && event.guests === 4).length,
    passes: all.length - 1 - others,
  };
}

/** A position claims why it ended, what was left and who won; the places follow from that. */
function claimed({ why, penalties, final, winners }: GameResult): object {
  return { why, penalties, final, winners };
}
