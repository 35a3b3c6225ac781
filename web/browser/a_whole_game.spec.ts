import { expect, test } from './cafe';
import { Player } from './player';

for (const [game, door] of [
  ['card game', 'Play now'],
  ['board game', 'Play the board game'],
] as const) {
  test(`a stranger opens the café, plays the ${game} against the house to its end, and is told why it ended`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: door }).click();
    const me = new Player(page);
    await me.play();
    const rows = me.result.getByRole('row');
    await expect(rows).toHaveCount(3);
    const why = /No table is left|The last guest|closed the café|The last chair|The bar is full|Only one player|nearly empty|no guest left|Nobody can/;
    await expect(me.result).toContainText(why);
  });
}
