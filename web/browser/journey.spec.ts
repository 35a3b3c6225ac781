import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { keyboard } from './keyboard_input';
import { Player } from './player';

/** Presses Tab until a control has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('with the keyboard alone from home through the set-up to the first move', async ({ page }) => {
  await page.goto('/');
  await tabTo(page.getByRole('link', { name: /^Play with friends/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Open a game' })).toBeFocused();

  await tabTo(page.getByRole('textbox', { name: 'Your name' }));
  await page.keyboard.type('Ottoline');
  // A group of radio buttons is one stop, with arrow keys inside.
  await tabTo(page.getByRole('radio', { name: 'Card game' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Board game' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await tabTo(page.getByRole('radio', { name: 'Friends' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Bots' })).toBeChecked();
  await tabTo(page.getByRole('radio', { name: 'Casual' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Novice' })).toBeChecked();
  await tabTo(page.getByRole('switch', { name: /^Parties/ }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: /^Parties/ })).toBeChecked();
  await tabTo(page.getByRole('button', { name: 'Open game' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('region', { name: 'Players' })).toContainText('Ottoline (you)');
  await expect(page.getByRole('region', { name: 'About this game' })).toContainText(/Parties\s*Yes/);
  await tabTo(page.getByRole('button', { name: 'Start game' }));
  await page.keyboard.press('Enter');

  const me = new Player(page, keyboard);
  await me.turn();
  await me.act(me.best());
});

/** The roles and names that a screen reader finds in a part of the page. */
async function expectTree(part: Locator, tree: string): Promise<void> {
  await expect(part).toMatchAriaSnapshot(tree);
}

async function openLobby(page: Page): Promise<void> {
  await page.goto('/new');
  await page.getByRole('radio', { name: 'Bots' }).check({ force: true });
  await page.getByRole('button', { name: 'Open game' }).click();
  await expect(page.getByRole('region', { name: 'Players' })).toContainText('(you)');
}

test('the accessibility tree tells where one is, from home to the first move', async ({ page }) => {
  await page.goto('/');
  await expectTree(
    page.locator('body'),
    `
    - link "Skip to content"
    - banner:
      - link "Café International"
      - navigation "Main menu":
        - link "Learn to play"
        - link "Rules"
        - link "Profile"
      - button "Settings"
    - main:
      - heading "Bring the world to the table" [level=1]
      - paragraph
      - button /Play now/
      - link /Learn to play/
      - button /Play the board game/
      - link /Play with friends/
    `,
  );
  await page.goto('/new');
  await expectTree(
    page.getByRole('main'),
    `
    - heading "Open a game" [level=1]
    - textbox "Your name"
    - group "Game":
      - radio "Card game" [checked]
      - radio "Board game"
    - group "Players":
      - radio "2" [checked]
      - radio "3"
    - group "Opponents":
      - radio "Friends" [checked]
      - radio "Bots"
    - group "Time per turn":
      - radio "No limit" [checked]
    - switch /Parties/
    - switch /Undo/ [checked]
    - button "Open game"
    `,
  );
  await openLobby(page);
  await expectTree(
    page.getByRole('main'),
    `
    - heading "Take a seat" [level=1]
    - region "Players":
      - list:
        - listitem:
          - strong: /\\(you\\)/
          - button "Leave seat"
        - listitem:
          - button /Remove/
    - button "Start game"
    - region "Invite friends":
      - heading "Invite friends" [level=2]
    - region "About this game":
      - term: Game
      - definition: Card game
      - link "Read the rules"
    - button "Close this game"
    - link "Go to the home page"
    `,
  );
  await page.getByRole('button', { name: 'Start game' }).click();
  const me = new Player(page);
  await me.turn();
  await expectTree(
    page.getByRole('banner'),
    `
    - link "Café International"
    - link "Rules"
    - button "Settings"
    `,
  );
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();
  await expect(me.panel).toContainText('Your turn');
  await me.act(me.best());
});

for (const path of ['/', '/new', '/me', '/learn', '/rules']) {
  test(`forced colours on ${path}: what is selected has a mark of its own`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const unmarked = await page.evaluate(() => {
      const shown = (element: Element): string => {
        const { backgroundColor, outlineStyle, borderTopWidth } = getComputedStyle(element);
        return `${backgroundColor} ${outlineStyle} ${borderTopWidth}`;
      };
      const pairs = [...document.querySelectorAll('input:checked + span, a[aria-current]')].filter((element) => element.checkVisibility());
      return pairs.flatMap((selected) => {
        const others = selected.matches('a') ? [...(selected.parentElement?.querySelectorAll('a:not([aria-current])') ?? [])] : [...(selected.closest('div, label')?.parentElement?.querySelectorAll('input:not(:checked) + span') ?? [])];
        const other = others.find((element) => element.checkVisibility());
        return other && shown(other) === shown(selected) ? [selected.textContent] : [];
      });
    });
    expect(unmarked).toEqual([]);
  });
}
