import { expect, phone, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame, type PreparedName } from './prepared_games';

/** The height of capitals in a font of 11 pixels. */
const MIN_CAPITALS_PX = 8;

test.use(phone);

for (const name of ['board', 'boardThreePlayers', 'boardFourPlayers', 'cardFivePlayers'] satisfies PreparedName[]) {
  test(`phone shows scores, hands and bots: ${name}`, async ({ page }) => {
    const me = new Player(page);
    await openPreparedGame(page, name);
    await me.turn();
    const { hand_sizes, player } = me.view;
    const list = page.getByRole('list', { name: 'Players' });
    await expect(list.getByText('bot', { exact: true })).toHaveCount(hand_sizes.length - 1);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 780 });
      const seen = await list.evaluate(async (list) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        // The letters of a card are one path; their pen is a fifth of their height.
        const letters = [...list.querySelectorAll<SVGPathElement>('svg.chip .letters')].map((path) => 5 * Number(path.getAttribute('stroke-width')) * (path.getScreenCTM()?.d ?? 0));
        const marks = [...list.querySelectorAll('.mark svg')].filter((mark) => mark.getBoundingClientRect().width >= 16).length;
        const inside = [...list.querySelectorAll('svg, b, .name')].every((element) => {
          const [box, cell] = [element.getBoundingClientRect(), element.closest('li')?.getBoundingClientRect()];
          return cell !== undefined && box.left >= cell.left - 1 && box.right <= cell.right + 1 && box.bottom <= cell.bottom + 1;
        });
        return { letters, marks, inside, overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth };
      });
      expect(Math.min(...seen.letters, 99), `smallest capitals at ${width}`).toBeGreaterThanOrEqual(MIN_CAPITALS_PX);
      if (name.startsWith('board')) expect(seen.letters).toHaveLength(hand_sizes.reduce((sum, size, i) => sum + (i === player ? 0 : size), 0));
      expect(seen, `${width} pixels`).toMatchObject({ marks: hand_sizes.length - 1, inside: true, overflows: false });
    }
  });
}
