import { expect, phone, test } from './fixtures';
import { Player, mouse, touch } from './player';
import { openPreparedGame } from './prepared_games';

for (const [name, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(options);

    test('the turn since mine can be replayed and skipped', async ({ page }) => {
      const me = new Player(page, name === 'phone' ? touch : mouse);
      await openPreparedGame(page, 'cardLater');
      await me.turn();
      const recap = me.button(/^Replay: /);
      await recap.click();
      const replay = page.getByRole('status').filter({ has: page.getByRole('progressbar', { name: 'Replay' }) });
      await expect(replay).toBeVisible();
      await replay.getByRole('button', { name: 'Skip' }).click();
      await expect(replay).toBeHidden();
      await recap.click();
      await expect(replay).toBeVisible();
      // It ends by itself.
      await expect(replay).toBeHidden();
      await expect(me.panel).toContainText('Your turn');
    });

    test('the full name of the chosen guest is in the panel', async ({ page }) => {
      const me = new Player(page, name === 'phone' ? touch : mouse);
      await openPreparedGame(page, 'cardLater');
      await me.turn();
      const card = me.hand.first();
      const label = (await card.getAttribute('aria-label')) ?? '';
      await card.click();
      await expect(me.panel).toContainText(label.split(' · ').at(-1) ?? '');
    });
  });
}

test('a turn of the log marks its chairs', async ({ page }) => {
  const me = new Player(page);
  await openPreparedGame(page, 'cardLater');
  await me.turn();
  const row = page.getByRole('region', { name: 'Turns so far' }).getByRole('button').filter({ hasText: '→' }).last();
  const seat = /→ *([a-e][1-5])/.exec((await row.textContent()) ?? '')?.[1] ?? '';
  await row.hover();
  await expect(me.chair(seat)).toContainClass('marked');
  await page.mouse.move(0, 0);
  await row.focus();
  await expect(me.chair(seat)).toContainClass('marked');
});
