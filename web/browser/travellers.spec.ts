import { expect, test } from './cafe';
import { Player } from './player';
import { openLesson } from './prepare';

test('parties with a traveller say for whom they would sit, so that no two look alike', async ({ page }) => {
  await openLesson(page, 'board', 'party', { hands: [['ITf', 'JKf', 'TRf', 'TRf', 'GBm'], ['CNf', 'DEf', 'ESm', 'GBf', 'USm']] });
  const me = new Player(page);
  await me.cafe.getByRole('button', { name: /^TR Party\. Table .* b2:/ }).click();
  const ways = page.getByRole('dialog', { name: 'A party at table Turkey' }).getByRole('listitem');
  await expect(ways.filter({ hasText: 'as TR' })).not.toHaveCount(0);
  const names = await ways.getByRole('button').evaluateAll((all) => all.map((one) => one.textContent + [...one.querySelectorAll('[aria-label]')].map((chip) => chip.getAttribute('aria-label')).join()));
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
});
