import type { Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { languageName, languages, rulesIn } from './translations';

for (const game of ['card', 'board'] as const) {
  test.describe('on a phone', () => {
    test.use(phone);
    test(`${game} rules fit a phone in every language`, async ({ page }) => {
      await page.goto(`/rules/${game}`);
      // An example is drawn when it comes into view.
      const examples = page.getByRole('figure');
      await expect(examples).toHaveCount(4);
      for (const example of await examples.all()) {
        await example.scrollIntoViewIfNeeded();
        await expect(example.locator('[data-floor]')).toBeVisible();
      }
      await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
      for (const language of languages) {
        await page.getByRole('button', { name: languageName(language) }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(rulesIn(language).title);
        expect(await overflowing(page), language).toEqual([]);
      }
    });
  });

  test(`${game} rules: table of contents links to every section`, async ({ page }) => {
    await page.goto(`/rules/${game}`);
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    const titles = await links.allInnerTexts();
    expect(await page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(titles);
    for (const title of titles) {
      await links.and(page.getByRole('link', { name: title, exact: true })).click();
      await expect(page.getByRole('article').getByRole('heading', { name: title, exact: true })).toBeInViewport();
    }
    // A link to a section works in a new page.
    await page.goto('about:blank');
    await page.goto(`/rules/${game}#parties`);
    await expect(page.getByRole('heading', { name: 'Variant: parties' })).toBeInViewport();
  });
}

for (const [game, { guest, chair, pays, wrong, why }] of Object.entries({
  card: { guest: 'Italian gentleman', chair: 'd1', pays: 'Italian table: 2 guests, doubled+4', wrong: 'a4', why: 'This chair isn’t at a table of the guest’s nation.' },
  board: { guest: 'Cuban lady', chair: 'e4', pays: 'Cuban table: 2 guests+2', wrong: 'a4', why: 'This chair isn’t at a table of the guest’s nation.' },
})) {
  test(`${game} rules: an example answers with points or a reason`, async ({ page }) => {
    await page.goto(`/rules/${game}`);
    const example = page.getByRole('region', { name: 'Who can sit where' }).getByRole('figure');
    await example.scrollIntoViewIfNeeded();
    const seat = (cell: string) => example.getByRole('button', { name: new RegExp(`^Chair ${cell}\\b`) });
    await example.getByRole('button', { name: guest }).click();
    await seat(wrong).click();
    await expect(example.getByText(why)).toBeVisible();
    await seat(chair).click();
    await expect(example.getByRole('listitem')).toHaveText(pays);
    await expect(seat(chair)).toHaveAccessibleName(new RegExp(guest));
    await example.getByRole('button', { name: 'Start over' }).click();
    await expect(seat(chair)).toHaveAccessibleName(/free/);
  });
}

/** Elements that reach beyond the screen; a wide table may scroll in its own frame. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const elements = [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} px`, ...elements.map((one) => one.outerHTML.slice(0, 80))];
  });
}
