import { BriefElements } from './brief_elements';
import { expect, test } from './fixtures';
import { openLesson } from './games';
import { Player } from './player';

test('points of the bar rise from their place with the reason', async ({ page }) => {
  await openLesson(page, 'board', 'bar');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const popups = await BriefElements.observe(page, '.pill.rise');
  await me.attempt('bar GBm');
  await expect.poll(() => popups.texts).toContain('+3 Place 3 at the bar');
  await expect(me.cafe.getByText('Place 3 at the bar')).toHaveCount(0);
});

test('a player who cannot pay the bar is warned, then eliminated', async ({ page }) => {
  const bar = ['USm', 'ESf', 'USf', 'ESf', 'TRm', 'TRf', 'CFm'];
  await openLesson(page, 'board', 'bar', { scores: [5, 10], bar });
  const me = new Player(page);
  await me.choose('GBm');
  await me.button(/^To the bar \(−6\)$/).click();
  await expect(me.panel).toContainText('You can’t afford this. You’d be out of the game.');
  await me.button('Cancel').click();
  await expect(me.panel).not.toContainText('out of the game');
  await expect(me.hand).toHaveCount(5);

  await me.button(/^To the bar/).click();
  await me.button(/^To the bar/).click();
  await expect(page.getByRole('list', { name: 'Players' }).getByRole('listitem').first()).toContainText('out of the game');
  await expect(me.cafe.getByRole('img', { name: 'Bar place 8: British gentleman' })).toBeVisible();
});
