import type { Locator, Page } from '@playwright/test';
import { en } from '../src/i18n/learn/en';
import written from '../src/features/learn/lessons.json' with { type: 'json' };
import { expect, phone, test } from './cafe';
import { press } from './keyboard';
import { Player, type Touch } from './player';

type Game = 'card' | 'board';

const steps = { card: written.card.lessons, board: written.board.lessons };
type Step = (typeof steps)[Game][number];

/** What the coach says at a step. */
function says(game: Game, step: Step | undefined, part: 'title' | 'done'): string {
  return en[`${game}.${step?.id ?? ''}.${part}` as keyof typeof en];
}

function coach(page: Page, game: Game, step: Step | undefined): Locator {
  return page.getByRole('region', { name: says(game, step, 'title'), exact: true });
}

function learned(page: Page): Locator {
  return page.getByRole('region', { name: 'Well done' });
}

/** Does what a step asks for, and reads what it taught. */
async function follow(me: Player, game: Game, step: Step): Promise<void> {
  await expect(coach(me.page, game, step)).toBeVisible();
  for (const [i, [action = '']] of step.wants.entries()) {
    await me.attempt(action);
    // Before the next guest this one must have sat down; after the last one a full table may have left.
    if (i < step.wants.length - 1) await expect(me.chair(action.split('@')[1] ?? '')).not.toHaveAccessibleName(/free/);
  }
  await expect(learned(me.page)).toContainText(says(game, step, 'done'));
  const points = step.points.reduce((sum, one) => sum + one, 0);
  if (points > 0) await expect(learned(me.page).getByRole('listitem').last()).toContainText(`+${points}`);
}

const tap: Touch = (target) => target.tap();
const click: Touch = (target) => target.click();

for (const [game, device, uses, touch] of [
  ['card', 'with the mouse', {}, click],
  ['board', 'with a finger on a phone', phone, tap],
] as const) {
  test.describe(device, () => {
    test.use(uses);
    test(`the ${game} game is learned ${device}, step by step to the end, and a first game follows`, async ({ page }) => {
      await page.goto('/learn');
      await touch(page.getByRole('link', { name: `Begin: ${game === 'card' ? 'Card game' : 'Board game'}` }));
      const me = new Player(page, touch);
      for (const step of steps[game]) {
        await follow(me, game, step);
        await touch(learned(page).getByRole('button', { name: 'Next' }));
      }
      await expect(page.getByRole('heading', { name: 'You know all you need' })).toBeVisible();
      await touch(page.getByRole('button', { name: 'Play your first game' }));
      await expect(page).toHaveURL(/\/t\//);
      await expect(me.hand).toHaveCount(game === 'card' ? 7 : 5);
    });
  });
}

test('who tries something else in a lesson is told why not, loses nothing, and can still do it right', async ({ page }) => {
  await page.goto('/learn/card');
  const me = new Player(page);
  await me.attempt('ITm@a4');
  await expect(page.getByRole('alert')).toContainText('No table at this chair belongs to the guest’s nation.');
  await me.attempt('draw');
  await expect(page.getByRole('alert')).toContainText('That would be allowed, too. But in this step, try what is asked for.');
  await expect(me.hand).toHaveCount(3);
  await expect(me.chosen).toHaveAccessibleName(/Italy, gentleman/);
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await follow(me, 'card', steps.card[0] as Step);
});

test('who leaves in the middle of the tutorial goes on at the same step later', async ({ page }) => {
  const [first, second, third] = steps.card;
  await page.goto('/learn/card');
  await follow(new Player(page), 'card', first as Step);
  await learned(page).getByRole('button', { name: 'Next' }).click();
  await coach(page, 'card', second).getByRole('button', { name: 'Skip this step' }).click();
  await expect(coach(page, 'card', third)).toBeVisible();
  await page.goto('/learn');
  await expect(page.getByRole('listitem').filter({ hasText: 'Card game' })).toContainText(`1 of ${steps.card.length} steps done`);
  await page.getByRole('link', { name: 'Continue: Card game' }).click();
  await expect(coach(page, 'card', third)).toBeVisible();
  await coach(page, 'card', third).getByRole('button', { name: 'Back' }).click();
  await expect(coach(page, 'card', second)).toBeVisible();
});

test('a lesson is done with the keyboard alone, and the next one is read out from its title', async ({ page }) => {
  const [first, second] = steps.card;
  await page.goto('/learn/card');
  await follow(new Player(page, press), 'card', first as Step);
  await press(learned(page).getByRole('button', { name: 'Next' }));
  await expect(coach(page, 'card', second).getByRole('heading')).toBeFocused();
});
