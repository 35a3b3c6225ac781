import type { Locator, Page } from '@playwright/test';
import { en } from '../src/i18n/texts/learn/en';
import lessons from '../src/features/learn/lessons.json' with { type: 'json' };
import { expect, phone, test } from './fixtures';
import { keyboard } from './keyboard_input';
import { Player, mouse, touch } from './player';

type Game = 'card' | 'board';

const steps = { card: lessons.card.lessons, board: lessons.board.lessons };
type Step = (typeof steps)[Game][number];

/** A text of the coach. */
function coachText(game: Game, step: Step | undefined, part: 'title' | 'done'): string {
  return en[`${game}.${step?.id ?? ''}.${part}` as keyof typeof en];
}

function coach(page: Page, game: Game, step: Step | undefined): Locator {
  return page.getByRole('region', { name: coachText(game, step, 'title'), exact: true });
}

function summary(page: Page): Locator {
  return page.getByRole('region', { name: 'Well done' });
}

/** Does what a step asks for, and reads its summary. */
async function follow(me: Player, game: Game, step: Step): Promise<void> {
  await expect(coach(me.page, game, step)).toBeVisible();
  for (const [i, [action = '']] of step.wants.entries()) {
    await me.attempt(action);
    // The next guest waits until this one has sat down; after the last one a full table may have left.
    if (i < step.wants.length - 1) await expect(me.chair(action.split('@')[1] ?? '')).not.toHaveAccessibleName(/free/);
  }
  await expect(summary(me.page)).toContainText(coachText(game, step, 'done'));
  const points = step.points.reduce((sum, part) => sum + part, 0);
  if (points > 0) await expect(summary(me.page).getByRole('listitem').last()).toContainText(`+${points}`);
}

for (const [game, device, options, activate] of [
  ['card', 'mouse', {}, mouse],
  ['board', 'touch', phone, touch],
] as const) {
  test.describe(device, () => {
    test.use(options);
    test(`${game} tutorial by ${device} leads to a first game`, async ({ page }) => {
      await page.goto('/learn');
      await activate(page.getByRole('link', { name: `Start: ${game === 'card' ? 'Card game' : 'Board game'}` }));
      const me = new Player(page, activate);
      for (const step of steps[game]) {
        await follow(me, game, step);
        await activate(summary(page).getByRole('button', { name: 'Next' }));
      }
      await expect(page.getByRole('heading', { name: 'You’re ready to play' })).toBeVisible();
      await activate(page.getByRole('button', { name: 'Play your first game' }));
      await expect(page).toHaveURL(/\/t\//);
      await expect(me.hand).toHaveCount(game === 'card' ? 7 : 5);
    });
  });
}

test('another action in a lesson is explained and changes nothing', async ({ page }) => {
  await page.goto('/learn/card');
  const me = new Player(page);
  await me.attempt('ITm@a4');
  await expect(page.getByRole('alert')).toContainText('This chair isn’t at a table of the guest’s nation.');
  await me.attempt('draw');
  await expect(page.getByRole('alert')).toContainText('That’s allowed too, but in this step, try what it asks for.');
  await expect(me.hand).toHaveCount(3);
  await expect(me.chosen).toHaveAccessibleName(/Italian gentleman/);
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await follow(me, 'card', steps.card[0] as Step);
});

test('the tutorial continues at the same step later', async ({ page }) => {
  const [first, second, third] = steps.card;
  await page.goto('/learn/card');
  await follow(new Player(page), 'card', first as Step);
  await summary(page).getByRole('button', { name: 'Next' }).click();
  await coach(page, 'card', second).getByRole('button', { name: 'Skip this step' }).click();
  await expect(coach(page, 'card', third)).toBeVisible();
  await page.goto('/learn');
  await expect(page.getByRole('listitem').filter({ hasText: 'Card game' })).toContainText(`1 of ${steps.card.length} steps done`);
  await page.getByRole('link', { name: 'Continue: Card game' }).click();
  await expect(coach(page, 'card', third)).toBeVisible();
  await coach(page, 'card', third).getByRole('button', { name: 'Back' }).click();
  await expect(coach(page, 'card', second)).toBeVisible();
});

test('keyboard alone completes a lesson; focus on next title', async ({ page }) => {
  const [first, second] = steps.card;
  await page.goto('/learn/card');
  await follow(new Player(page, keyboard), 'card', first as Step);
  await keyboard(summary(page).getByRole('button', { name: 'Next' }));
  await expect(coach(page, 'card', second).getByRole('heading')).toBeFocused();
});
