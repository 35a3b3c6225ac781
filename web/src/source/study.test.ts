import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/http';
import type { ServerMessage, StudyBody, StudyResult } from '../api/wire';
import { lessonsOf } from '../features/learn/lessons';
import { StudySource } from './study';

const lesson = lessonsOf('card').find((one) => one.id === 'opener')!;

/** A house that refuses Cubans, and lets everybody else sit down for 4 points from the second on. */
function answer({ actions = [] }: StudyBody): StudyResult {
  const bad = actions.findIndex((action) => action.startsWith('CU'));
  const played = bad < 0 ? actions : actions.slice(0, bad);
  const legal = ['CUm@b5', 'ITm@d1', 'ITf@e2', 'draw'].map((action) => ({ action, points: { d2: 4 } }));
  return {
    game: 'card',
    view: { player: 0, seq: played.length, turn: 0, legal, can_undo: played.length > 0 } as unknown as StudyResult['view'],
    steps: played.map((action, i) => ({ player: 0, action, events: [], points: i === 0 ? 0 : 4, scores: [4 * i, 0] })),
    refused: bad < 0 ? null : { action: actions[bad]!, code: 'wrong_nation', message: 'nation', tables: ['d2'] },
  };
}

async function sit(study: (study: StudyBody) => Promise<StudyResult> = async (asked) => answer(asked)) {
  const told: ServerMessage[] = [];
  const failed: string[] = [];
  const asked: StudyBody[] = [];
  const options = {
    lesson,
    names: ['You', 'The house'] as const,
    study: (one: StudyBody) => (asked.push(one), study(one)),
    failed: (code: string) => void failed.push(code),
  };
  const source = new StudySource(options, { onMessage: (one) => void told.push(one), onState: () => undefined });
  await Promise.resolve();
  await new Promise((done) => setTimeout(done));
  return { source, told, failed, asked };
}

const act = (...actions: string[]) => ({ type: 'play' as const, seq: 0, actions });
const last = (told: readonly ServerMessage[]) => told.at(-1) as Extract<ServerMessage, { type: 'update' }>;

describe('the source of a lesson', () => {
  test('opens with a table at which one sits, in the position of the lesson', async () => {
    const { told, asked } = await sit();
    expect(told.map((one) => one.type)).toEqual(['welcome', 'update']);
    expect(asked[0]).toEqual({ position: lesson.position, actions: [], player: 0 });
    expect(last(told).room?.occupants.map((seat) => seat.name)).toEqual(['You', 'The house']);
    expect(last(told).view?.legal).toHaveLength(4);
  });

  test('refuses what the server refuses, with its own reason', async () => {
    const { source, told } = await sit();
    expect(await source.request(act('CUm@d1'))).toMatchObject({ type: 'refused', code: 'wrong_nation', tables: ['d2'] });
    expect(told).toHaveLength(2);
  });

  test('has no past views', async () => {
    const { source } = await sit();
    expect(await source.request({ type: 'past_view', actions: 0 })).toMatchObject({ type: 'refused', code: 'no_such_position' });
  });

  test('asks for another way when something legal does not bring the lesson on, and nothing has happened', async () => {
    const { source, told, asked } = await sit();
    expect(await source.request(act('draw'))).toMatchObject({ type: 'refused', code: 'another_way' });
    expect(told).toHaveLength(2);
    await source.request(act('ITf@e2'));
    expect(asked.at(-1)?.actions).toEqual(['ITf@e2']);
  });

  test('tells what was played, and when the lesson is over nothing more can be done', async () => {
    const { source, told } = await sit();
    await source.request(act('ITf@e2'));
    expect(last(told).events).toMatchObject([{ type: 'action_played', player: 0, action: 'ITf@e2' }]);
    expect(last(told).view?.legal).toHaveLength(4);
    await source.request(act('ITm@d1'));
    expect(last(told).events).toMatchObject([{ type: 'action_played', action: 'ITm@d1', scores: [4, 0] }]);
    expect(last(told).view).toMatchObject({ legal: [], can_undo: false });
    expect(await source.request(act('draw'))).toMatchObject({ type: 'done' });
  });

  test('takes back one action', async () => {
    const { source, told, asked } = await sit();
    await source.request(act('ITf@e2'));
    await source.request({ type: 'undo', seq: 1 });
    expect(asked.at(-1)?.actions).toEqual([]);
    expect(last(told).events).toMatchObject([{ type: 'undone', count: 1 }]);
    expect(last(told).view?.seq).toBe(0);
  });

  test('advises what the lesson wants and the server allows', async () => {
    const { source } = await sit();
    const [plainest] = lesson.wants[0]!;
    const told = await source.request({ type: 'hint', seq: 0 });
    // The plainest way is none that this house offers.
    expect(plainest).toBe('ITf@d1');
    expect(told).toMatchObject({ type: 'hint', turns: [{ actions: ['ITf@e2'], points: 4 }] });
  });

  test('says that the café cannot be reached, and tries again when asked to', async () => {
    let down = true;
    const { source, told, failed } = await sit(async (asked) => {
      if (down) throw new ApiError('offline', '');
      return answer(asked);
    });
    expect([failed, told]).toEqual([['offline'], []]);
    down = false;
    source.reconnectNow();
    await new Promise((done) => setTimeout(done));
    expect(last(told).type).toBe('update');
  });
});
