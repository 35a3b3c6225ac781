import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, phone, test } from './cafe';
import { Player } from './player';

test.use(phone);

// The first lesson is a table like every other, and the same guests come every time.
test.beforeEach(async ({ page }) => {
  await page.goto('/learn/card');
  // Whatever is still being laid moves what is below it.
  await expect(page.getByRole('region', { name: 'Café' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('a guest whom a finger carries to a glowing chair sits there', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.takes(me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })));
  await finger.carriesOver(me.chair('d1'));
  await expect(me.offers.and(me.chair('d1'))).toBeVisible();
  await finger.letsGo();
  await expect(me.chair('d1')).toHaveAccessibleName(/: IT · Italy, gentleman$/);
  await expect(page.getByRole('region', { name: 'Well done' })).toBeVisible();
});

test('a guest whom a finger carries to a wrong chair goes back to the hand, and the page says why', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.takes(me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })));
  await finger.carriesOver(me.chair('a4'));
  await finger.letsGo();
  await expect(page.getByRole('alert')).toContainText('No table at this chair belongs to the guest’s nation.');
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('a finger that only trembles chooses a guest, and carries nobody', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.takes(me.hand.and(page.getByRole('button', { name: 'Italy, gentleman' })));
  await finger.moves(3, -3);
  await expect(carried(page)).toHaveCount(0);
  await finger.letsGo();
  await expect(me.chosen).toHaveAccessibleName(/Italy, gentleman/);
  await expect(me.hand).toHaveCount(3);
});

/** The guest on the way, who is drawn above everything and has no role. */
function carried(page: Page): Locator {
  return page.locator('.ghost');
}

interface Point {
  x: number;
  y: number;
}

/** One finger as the screen feels it: the browser itself makes of it what it makes of a real one, and may as well scroll. */
class Finger {
  readonly #page: Page;
  readonly #screen: CDPSession;
  #at: Point = { x: 0, y: 0 };

  private constructor(page: Page, screen: CDPSession) {
    this.#page = page;
    this.#screen = screen;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async takes(guest: Locator): Promise<void> {
    await guest.scrollIntoViewIfNeeded();
    this.#at = await middle(guest);
    await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [this.#at] });
  }

  async moves(x: number, y: number): Promise<void> {
    const STEPS = 6;
    const from = this.#at;
    for (let step = 1; step <= STEPS; step += 1) {
      this.#at = { x: from.x + (x * step) / STEPS, y: from.y + (y * step) / STEPS };
      await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [this.#at] });
    }
  }

  /** A finger hides what is below it, so the guest is carried beside it: who does so looks at the guest, not at the finger. */
  async carriesOver(place: Locator): Promise<void> {
    const { x, y } = await middle(place);
    await this.moves(x - this.#at.x, y - this.#at.y);
    await expect(carried(this.#page)).toBeVisible();
    await expect(async () => {
      const [guest, goal] = [await middle(carried(this.#page)), await middle(place)];
      const [x, y] = [goal.x - guest.x, goal.y - guest.y];
      if (Math.hypot(x, y) > 12) await this.moves(x, y);
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(12);
    }).toPass();
  }

  async letsGo(): Promise<void> {
    await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

async function middle(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('no finger reaches what is not seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
