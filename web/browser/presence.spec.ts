import { expect, test } from './fixtures';
import { register } from './games';
import { Player } from './player';

test('players see who is here and who is away', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await register(ann.page, 'Ann');
  await register(ben.page, 'Ben');
  await ann.page.goto('/new');
  await ann.page.getByRole('button', { name: 'Open game' }).click();
  const link = await ann.page.getByRole('textbox', { name: 'Invite friends' }).inputValue();
  await ben.page.goto(link);
  await ben.page.getByRole('button', { name: 'Sit here' }).click();

  for (const [one, other] of [[ann, 'Ben'], [ben, 'Ann']] as const) {
    const seat = one.page.getByRole('region', { name: 'Players' }).getByRole('listitem').filter({ hasText: other });
    await expect(seat).toContainText(/here/i);
    await expect(seat).not.toContainText(/away/i);
  }

  await ann.page.getByRole('button', { name: 'Start game' }).click();
  const players = ann.page.getByRole('list', { name: 'Players' });
  await expect(ann.hand.first()).toBeVisible();
  await expect(players).toContainText('Ben');
  await expect(players).not.toContainText(/away/i);

  await ben.page.goto('/');
  await expect(players.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText(/away/i);
  await ben.page.goto(link);
  await expect(players).not.toContainText(/away/i);
});
