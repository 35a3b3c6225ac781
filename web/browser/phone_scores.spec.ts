import { expect, phone, test } from './cafe';
import { Player } from './player';
import { playedGame } from './prepare';

/** As tall as the capitals of a font of 11 pixels. */
const SMALLEST_CAPITALS_PX = 8;

for (const width of [360, 390]) {
  test.describe(`on a phone that is ${width} pixels wide`, () => {
    test.use({ ...phone, viewport: { width, height: 780 } });
    for (const [game, players] of [['board', 2], ['board', 3], ['board', 4], ['card', 5]] as const) {
      test(`${players} players of the ${game} game see scores, open hands and who is a bot, at ${width} pixels`, async ({ page }) => {
        const me = new Player(page);
        await page.goto(`/t/${await playedGame(page, game, 2, { players })}`);
        await me.turn();
        const list = page.getByRole('list', { name: 'Players' });
        await expect(list.getByText('bot', { exact: true })).toHaveCount(players - 1);
        const seen = await list.evaluate((all) => {
          // The letters of a card are one drawing, with a pen of four on capitals twenty high.
          const letters = [...all.querySelectorAll<SVGGElement>('svg.chip g[stroke-width="4"]')].filter((one) => one.childElementCount === 2).map((one) => 20 * (one.getScreenCTM()?.d ?? 0));
          const signs = [...all.querySelectorAll('.mark svg')].filter((one) => one.getBoundingClientRect().width >= 16).length;
          const inside = [...all.querySelectorAll('svg, b, .name')].every((one) => {
            const [box, cell] = [one.getBoundingClientRect(), one.closest('li')?.getBoundingClientRect()];
            return cell !== undefined && box.left >= cell.left - 1 && box.right <= cell.right + 1 && box.bottom <= cell.bottom + 1;
          });
          return { letters, signs, inside, wide: document.documentElement.scrollWidth > document.documentElement.clientWidth };
        });
        expect(Math.min(...seen.letters, 99), 'the height of the smallest capitals').toBeGreaterThanOrEqual(SMALLEST_CAPITALS_PX);
        if (game === 'board') expect(seen.letters).toHaveLength(me.view.hand_sizes.reduce((sum, one, i) => sum + (i === me.view.player ? 0 : one), 0));
        expect(seen).toMatchObject({ signs: players - 1, inside: true, wide: false });
      });
    }
  });
}
