import { parseGuest, parseAction } from '../src/api/notation';
import type { ServerMessage } from '../src/api/wire';
import { expect, test } from './fixtures';
import { openLesson } from './games';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

test('a hint selects the guest or names the action', async ({ page }) => {
  let advice: string | undefined;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as ServerMessage;
      if (message.type === 'hint') advice = message.turns[0]?.actions[0];
    }),
  );
  const me = new Player(page);
  await openPreparedGame(page, 'card');
  await me.turn();
  await me.button('Hint').click();
  await expect.poll(() => advice).toBeDefined();
  const action = parseAction(advice ?? '');
  if (!('guest' in action)) await expect(page.getByRole('alert')).toContainText('Hint: ');
  else await expect(me.chosen).toHaveAccessibleName(new RegExp(`^${parseGuest(action.guest.code).nation} `));
});

test('a hint marks the chair', async ({ page }) => {
  await openLesson(page, 'card', 'nation');
  const me = new Player(page);
  await me.button('Hint').click();
  await expect(me.chosen).toHaveAccessibleName('IT · Italian gentleman');
  await expect(me.chair('d1')).toContainClass('hinted');
});

test('a game without hints has no hint button', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardNoHints');
  await me.turn();
  await expect(me.button('Hint')).toHaveCount(0);
});
