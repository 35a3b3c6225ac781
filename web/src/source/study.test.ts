import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/http';
import { PROTOCOL_VERSION, type ServerMessage, type StudyBody, type StudyResult } from '../api/messages';
import { parseStudy } from '../api/parse';
import type * as Wire from '../api/wire';
import { lessonsOf } from '../features/learn/lessons';
import { StudySource } from './study';

const lesson = lessonsOf('card').find(({ id }) => id === 'opener')!;

/** A server that refuses Cubans and pays 4 points for every guest after the first. */
function studyResult({ actions = [] }: StudyBody): StudyResult {
  const firstRefused = actions.findIndex((action) => action.startsWith('CU'));
  const played = firstRefused < 0 ? actions : actions.slice(0, firstRefused);
  const legal = ['CUm@b5', 'ITm@d1', 'ITf@e2', 'draw'].map((action) => ({ action, points: { d2: 4 } }));
  return parseStudy({
    game: 'card',
    view: { player: 0, seq: played.length, turn: 0, legal, can_undo: played.length > 0 } as unknown as Wire.GameView,
    steps: played.map((action, i) => ({ player: 0, action, events: [], points: i === 0 ? 0 : 4, scores: [4 * i, 0] })),
    refused: firstRefused < 0 ? null : { action: actions[firstRefused]!, code: 'wrong_nation', message: 'nation', tables: ['d2'] },
  });
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function openStudy(study: (body: StudyBody) => Promise<StudyResult> = async (body) => studyResult(body)) {
  const messages: ServerMessage[] = [];
  const failures: string[] = [];
  const requests: StudyBody[] = [];
  const options = {
    lesson,
    names: ['You', 'Bot'] as const,
    study: (body: StudyBody) => (requests.push(body), study(body)),
    failed: (code: string) => void failures.push(code),
  };
  const source = new StudySource(options, { onMessage: (message) => void messages.push(message), onState: () => undefined });
  await nextTask();
  return { source, messages, failures, requests };
}

const play = (...actions: string[]) => ({ type: 'play' as const, seq: 0, actions });
const lastUpdate = (messages: readonly ServerMessage[]) => messages.at(-1) as Extract<ServerMessage, { type: 'update' }>;

describe('study source', () => {
  test('opens with the position of the lesson', async () => {
    const { messages, requests } = await openStudy();
    expect(messages.map((message) => message.type)).toEqual(['welcome', 'update']);
    expect(messages[0]).toMatchObject({ protocol: PROTOCOL_VERSION });
    expect(requests[0]).toEqual({ position: lesson.position, actions: [], player: 0 });
    expect(lastUpdate(messages).room?.occupants.map(({ name }) => name)).toEqual(['You', 'Bot']);
    expect(lastUpdate(messages).view?.legal).toHaveLength(4);
  });

  test('names the players anew after a change of language', async () => {
    const { source, messages } = await openStudy();
    source.rename(['You', 'Bot']);
    expect(messages).toHaveLength(2);
    source.rename(['Du', 'Computer']);
    expect(lastUpdate(messages).room?.occupants.map(({ name }) => name)).toEqual(['Du', 'Computer']);
  });

  test('uses the latest names if its position is still loading', async () => {
    let arrive = (): void => {};
    const opening = openStudy((body) => new Promise((resolve) => (arrive = () => resolve(studyResult(body)))));
    const { source, messages } = await opening;
    source.rename(['Du', 'Computer']);
    expect(messages).toEqual([]);
    arrive();
    await nextTask();
    expect(lastUpdate(messages).room?.occupants.map(({ name }) => name)).toEqual(['Du', 'Computer']);
  });

  test('passes on refusals of the server', async () => {
    const { source, messages } = await openStudy();
    expect(await source.request(play('CUm@d1'))).toMatchObject({ type: 'refused', code: 'wrong_nation', tables: ['d2'] });
    expect(messages).toHaveLength(2);
  });

  test('has no past views', async () => {
    const { source } = await openStudy();
    expect(await source.request({ type: 'past_view', actions: 0 })).toMatchObject({ type: 'refused', code: 'no_such_position' });
  });

  test('refuses a legal action that the lesson does not want', async () => {
    const { source, messages, requests } = await openStudy();
    expect(await source.request(play('draw'))).toMatchObject({ type: 'refused', code: 'another_way' });
    expect(messages).toHaveLength(2);
    await source.request(play('ITf@e2'));
    expect(requests.at(-1)?.actions).toEqual(['ITf@e2']);
  });

  test('offers nothing more when the lesson is over', async () => {
    const { source, messages } = await openStudy();
    await source.request(play('ITf@e2'));
    expect(lastUpdate(messages).events).toMatchObject([{ type: 'action_played', player: 0, action: { notation: 'ITf@e2' } }]);
    expect(lastUpdate(messages).view?.legal).toHaveLength(4);
    await source.request(play('ITm@d1'));
    expect(lastUpdate(messages).events).toMatchObject([{ type: 'action_played', action: { notation: 'ITm@d1' }, scores: [4, 0] }]);
    expect(lastUpdate(messages).view).toMatchObject({ legal: [], can_undo: false });
    expect(await source.request(play('draw'))).toMatchObject({ type: 'done' });
  });

  test('undoes one action', async () => {
    const { source, messages, requests } = await openStudy();
    await source.request(play('ITf@e2'));
    await source.request({ type: 'undo', seq: 1 });
    expect(requests.at(-1)?.actions).toEqual([]);
    expect(lastUpdate(messages).events).toMatchObject([{ type: 'undone', count: 1 }]);
    expect(lastUpdate(messages).view?.seq).toBe(0);
  });

  test('hints at a wanted action that is legal', async () => {
    const { source } = await openStudy();
    const [firstWanted] = lesson.wants[0]!;
    const answer = await source.request({ type: 'hint', seq: 0 });
    // This server does not offer the lesson's first choice.
    expect(firstWanted).toBe('ITf@d1');
    expect(answer).toMatchObject({ type: 'hint', turns: [{ actions: [{ notation: 'ITf@e2' }], points: 4 }] });
  });

  test('reports a failure and opens again on reconnectNow', async () => {
    let offline = true;
    const { source, messages, failures } = await openStudy(async (body) => {
      if (offline) throw new ApiError('offline', '');
      return studyResult(body);
    });
    expect([failures, messages]).toEqual([['offline'], []]);
    offline = false;
    source.reconnectNow();
    await nextTask();
    expect(lastUpdate(messages).type).toBe('update');
  });

  test('settles waiting requests as closed when it ends', async () => {
    const { source } = await openStudy(async (body) => ((body.actions?.length ?? 0) > 0 ? new Promise(() => {}) : studyResult(body)));
    const answer = source.request(play('ITf@e2'));
    source.close();
    await expect(answer).resolves.toMatchObject({ type: 'refused', code: 'closed' });
    await expect(source.request(play('draw'))).resolves.toMatchObject({ code: 'closed' });
  });
});
