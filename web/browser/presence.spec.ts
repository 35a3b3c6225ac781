import { expect, test } from './fixtures';
import { register } from './games';
import { Player } from './player';

test('players see who is here and who is away', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await register(ann.page, 'Ann');
  await register(ben.page, 'Ben');
  await ann.page.goto('/new');
  await ann.page.getByRole('button', { name: 'Open the table' }).click();
  const link = await ann.page.getByRole('textbox', { name: 'Invite your friends' }).inputValue();
  await ben.page.goto(link);
  await ben.page.getByRole('button', { name: 'Sit down here' }).click();

  for (const [one, other] of [[ann, 'Ben'], [ben, 'Ann']] as const) {
    const seat = one.page.getByRole('region', { name: 'Players' }).getByRole('listitem').filter({ hasText: other });
    await expect(seat).toContainText('Here');
    await expect(seat).not.toContainText('Away');
  }

  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  const players = ann.page.getByRole('list', { name: 'Players' });
  await expect(ann.hand.first()).toBeVisible();
  await expect(players).toContainText('Ben');
  await expect(players).not.toContainText('Away');

  await ben.page.goto('/');
  await expect(players.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('Away');
  await ben.page.goto(link);
  await expect(players).not.toContainText('Away');
});
