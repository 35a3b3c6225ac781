import { expect, test } from './fixtures';
import { openLesson } from './games';
import { Player } from './player';

test('the panel offers a party as the main action if nobody can sit down alone', async ({ page }) => {
  await openLesson(page, 'card', 'party');
  const me = new Player(page);
  await expect(me.panel).toContainText('No one can sit down alone, but you can throw a party.');
  const party = me.button(/^Throw a party \(\+\d+\)$/);
  await expect(party).toContainClass('primary');
  await expect(me.button('Draw a card')).not.toContainClass('primary');
  await party.click();
  await expect(page.getByRole('dialog', { name: /^Party at / })).toBeVisible();
});
