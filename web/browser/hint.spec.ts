import { parseGuest, parseAction } from '../src/game/notation';
import type { ServerMessage } from '../src/api/wire';
import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson, playedGame } from './prepare';

test('the house says what it would play: the guest is chosen, or a sentence says what else', async ({ page }) => {
  let advice: string | undefined;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const told = JSON.parse(payload.toString()) as ServerMessage;
      if (told.type === 'hint') advice = told.turns[0]?.actions[0];
    }),
  );
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1)}`);
  await me.turn();
  await me.button('Ask the house').click();
  await expect.poll(() => advice).toBeDefined();
  const action = parseAction(advice ?? '');
  if (!('guest' in action)) await expect(page.getByRole('alert')).toContainText('The house would');
  else await expect(me.chosen).toHaveAccessibleName(new RegExp(`^${parseGuest(action.guest.code).nation} `));
});

test('the chair that the house would take is marked', async ({ page }) => {
  await openLesson(page, 'card', 'nation');
  const me = new Player(page);
  await me.button('Ask the house').click();
  await expect(me.chosen).toHaveAccessibleName('IT · Italy, gentleman');
  await expect(me.chair('d1')).toContainClass('hinted');
});

test('where hints are off, nobody can ask', async ({ page }) => {
  const me = new Player(page);
  await page.goto(`/t/${await playedGame(page, 'card', 1, { hints: false })}`);
  await me.turn();
  await expect(me.button('Ask the house')).toHaveCount(0);
});
