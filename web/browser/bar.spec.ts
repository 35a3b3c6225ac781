import { expect, test } from './cafe';
import { Coming } from './coming';
import { Player } from './player';
import { openLesson } from './prepare';

test('every place at the bar has a name, free or taken', async ({ page }) => {
  await openLesson(page, 'board', 'bar');
  const { cafe } = new Player(page);
  await expect(cafe.getByRole('img', { name: 'Bar place 1: USA, gentleman' })).toBeVisible();
  await expect(cafe.getByRole('img', { name: 'Bar place 3, pays 3' })).toBeVisible();
  await expect(cafe.getByRole('img', { name: 'Bar place 7, costs 4' })).toBeVisible();
});

test('what the bar pays scorePopups from the place, with the reason', async ({ page }) => {
  await openLesson(page, 'board', 'bar');
  const me = new Player(page);
  await expect(me.hand.first()).toBeVisible();
  const risen = await Coming.of(page, '.pill.rise');
  await me.attempt('bar GBm');
  await expect.poll(() => risen.texts).toContain('+3Place 3 at the bar');
  await expect(me.cafe.getByText('Place 3 at the bar')).toHaveCount(0);
});

test('who cannot pay the bar is warned first, can think better of it, and else is out of the game', async ({ page }) => {
  const bar = ['USm', 'ESf', 'USf', 'ESf', 'TRm', 'TRf', 'CFm'];
  await openLesson(page, 'board', 'bar', { scores: [5, 10], bar });
  const me = new Player(page);
  await me.choose('GBm');
  await me.button(/^To the bar \(−6\)$/).click();
  await expect(me.panel).toContainText('You cannot pay this. You would be out of the game.');
  await me.button('Take back').click();
  await expect(me.panel).not.toContainText('out of the game');
  await expect(me.hand).toHaveCount(5);

  await me.button(/^To the bar/).click();
  await me.button(/^To the bar/).click();
  await expect(page.getByRole('list', { name: 'Players' }).getByRole('listitem').first()).toContainText('out of the game');
  await expect(me.cafe.getByRole('img', { name: 'Bar place 8: Great Britain, gentleman' })).toBeVisible();
});
