import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { createGame } from './games';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

async function openLeaveSheet(page: Page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Leave or resign' }).click();
  return page.getByRole('dialog', { name: 'Leave the game' });
}

async function openTogether(ann: Player, ben: Player): Promise<void> {
  for (const [i, player] of [ann, ben].entries()) {
    await openPreparedGame(player.page, 'together', i);
    await expect(player.hand.first()).toBeVisible();
  }
}

for (const [name, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(options);

    test('resigning says what happens and asks once', async ({ page }) => {
      await page.goto(`/t/${await createGame([page], { game: 'card', until: 0 })}`);
      const me = new Player(page);
      await me.turn();
      const sheet = await openLeaveSheet(page);
      await expect(sheet).toContainText(/You give up: the game ends and .+ wins\./);
      await sheet.getByRole('button', { name: 'Resign' }).click();
      await expect(sheet).toContainText('This can’t be undone.');
      expect(me.view.result).toBeNull();
      await sheet.getByRole('button', { name: 'Cancel' }).click();
      await sheet.getByRole('button', { name: 'Resign' }).click();
      await sheet.getByRole('button', { name: 'Resign' }).click();
      await expect(me.result).toContainText('A player resigned.');
      expect(me.view.result?.resigned).toEqual([me.view.player ?? 0]);
    });
  });
}

test('a bot plays until the player is back', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await openTogether(ann, ben);
  // The other player is to move, so the bot has nothing to do yet.
  const away = ann.view.turn === ann.view.player ? ben : ann;
  await (await openLeaveSheet(away.page)).getByRole('button', { name: 'Let a bot play' }).click();
  await expect(away.panel).toContainText('A bot is playing for you.');
  await away.button('I’m back').click();
  await expect(away.panel).not.toContainText('A bot is playing for you.');
});

test('players can agree to end a game', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await openTogether(ann, ben);
  await (await openLeaveSheet(ann.page)).getByRole('button', { name: 'Offer to end the game' }).click();
  await expect(ann.panel).toContainText('You offered to end the game.');
  await ben.button('Play on').click();
  await expect(ann.page.getByRole('alert')).toContainText('wants to play on.');
  await (await openLeaveSheet(ann.page)).getByRole('button', { name: 'Offer to end the game' }).click();
  await ben.button('End the game').click();
  for (const player of [ann, ben]) await expect(player.result).toContainText('The players agreed to stop.');
});
