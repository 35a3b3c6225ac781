import type { RoomEvent, ServerMessage } from '../src/api/wire';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('score sheet lists every turn and adds up to the result', async ({ page }) => {
  const events: RoomEvent[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as ServerMessage;
      if (message.type === 'update') events.push(...message.events);
    }),
  );
  const me = new Player(page);
  await openPreparedGame(page, 'cardOver');
  await me.result.getByRole('button', { name: 'View the café' }).click();
  await page.getByRole('tab', { name: 'Score sheet' }).click();

  const sheet = page.getByRole('table', { name: 'Score sheet' });
  const rows = (await sheet.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((one) => ({ gain: one.querySelector('small')?.textContent ?? '', total: one.querySelector('b')?.textContent ?? '' })))));
  const number = (text: string): number => Number(text.replace('−', '-'));
  const sums = [0, 0];
  for (const row of rows) {
    const mover = row.findIndex(({ total }) => total !== '');
    sums[mover] = (sums[mover] ?? 0) + number(row[mover]?.gain ?? '');
    expect(number(row[mover]?.total ?? '')).toBe(sums[mover]);
  }
  expect(sums).toEqual(me.view.scores);
  const final = await sheet.getByRole('row', { name: /^Total/ }).getByRole('cell').allInnerTexts();
  expect(final.map(number)).toEqual(me.view.result?.final);

  // The first turn in which guests sat down: no table was full before.
  const actions = events.flatMap((one) => (one.type === 'action_played' ? [one] : []));
  const ends = actions.map(({ events }) => events.some(({ type }) => type === 'turn_passed' || type === 'game_over'));
  expect(rows).toHaveLength(ends.filter(Boolean).length);
  const first = actions.findIndex(({ events }) => events.some(({ type }) => type === 'seated'));
  const last = ends.indexOf(true, first);
  const seated = actions.slice(0, last + 1).flatMap(({ events }) => events.flatMap((one) => (one.type === 'seated' ? [one.seat] : [])));
  const turn = ends.slice(0, last + 1).filter(Boolean).length;
  const taken = (): Promise<string[]> => me.cafe.getByRole('button', { name: /^Chair [^:]+: / }).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.cell ?? '').sort());
  await sheet.getByRole('button', { name: `Show turn ${turn}`, exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: `Turn ${turn} ·` })).toBeVisible();
  await expect.poll(taken).toEqual(seated.sort());
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(taken).toEqual(Object.keys(me.view.seated).sort());
});
