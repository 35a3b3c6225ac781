import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

const OTHER_VERSION = 999;
const reloadPage = { name: 'There’s a new version. Reload to continue.' };

test('another version in the header of a response offers a reload', async ({ page }) => {
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-cafe-protocol': String(OTHER_VERSION) } });
  });
  await openPreparedGame(page, 'card');
  await expect(page.getByRole('heading', reloadPage)).toBeVisible();
  await expect(new Player(page).hand).toHaveCount(0);
});

test('another version in the socket’s welcome offers a reload', async ({ page }) => {
  let version: number | null = OTHER_VERSION;
  await page.routeWebSocket(/\/socket/, (client) => {
    const server = client.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text.toString()) as { type: string; protocol?: number };
      client.send(JSON.stringify(message.type === 'welcome' && version !== null ? { ...message, protocol: version } : message));
    });
  });
  await openPreparedGame(page, 'card');
  await expect(page.getByRole('heading', reloadPage)).toBeVisible();
  await expect(new Player(page).hand).toHaveCount(0);

  version = null;
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(new Player(page).hand.first()).toBeVisible();
});
