import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, phone, test } from './fixtures';
import { Player } from './player';

test.use(phone);

// The first lesson is a table like any other, with a fixed deal.
test.beforeEach(async ({ page }) => {
  await page.goto('/learn/card');
  // Parts that are still being drawn move those below them.
  await expect(page.getByRole('region', { name: 'Café' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('a guest dropped on a legal chair sits there', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.touch(me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })));
  await finger.dragOver(me.chair('d1'));
  await expect(me.offers.and(me.chair('d1'))).toBeVisible();
  await finger.release();
  await expect(me.chair('d1')).toHaveAccessibleName(/: IT · Italian gentleman$/);
  await expect(page.getByRole('region', { name: 'Well done' })).toBeVisible();
});

test('a guest dropped on an illegal chair returns, with a reason', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.touch(me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })));
  await finger.dragOver(me.chair('a4'));
  await finger.release();
  await expect(page.getByRole('alert')).toContainText('This chair isn’t at a table of the guest’s nation.');
  await expect(me.chair('a4')).toHaveAccessibleName(/free/);
  await expect(me.hand).toHaveCount(3);
});

test('a tap that moves a little selects and does not drag', async ({ page }) => {
  const me = new Player(page);
  const finger = await Finger.on(page);
  await finger.touch(me.hand.and(page.getByRole('button', { name: 'Italian gentleman' })));
  await finger.move(3, -3);
  await expect(ghost(page)).toHaveCount(0);
  await finger.release();
  await expect(me.chosen).toHaveAccessibleName(/Italian gentleman/);
  await expect(me.hand).toHaveCount(3);
});

/** The dragged guest, which is drawn above everything and has no role. */
function ghost(page: Page): Locator {
  return page.locator('.ghost');
}

interface Point {
  x: number;
  y: number;
}

/** One finger as input of the browser, which may also scroll, as with a real one. */
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

  async touch(guest: Locator): Promise<void> {
    await guest.scrollIntoViewIfNeeded();
    this.#at = await centre(guest);
    await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [this.#at] });
  }

  async move(x: number, y: number): Promise<void> {
    const STEPS = 6;
    const from = this.#at;
    for (let step = 1; step <= STEPS; step += 1) {
      this.#at = { x: from.x + (x * step) / STEPS, y: from.y + (y * step) / STEPS };
      await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [this.#at] });
    }
  }

  /** Moves the dragged guest over the target. It is drawn beside the finger, which would hide it. */
  async dragOver(target: Locator): Promise<void> {
    const { x, y } = await centre(target);
    await this.move(x - this.#at.x, y - this.#at.y);
    await expect(ghost(this.#page)).toBeVisible();
    await expect(async () => {
      const [guest, goal] = [await centre(ghost(this.#page)), await centre(target)];
      const [x, y] = [goal.x - guest.x, goal.y - guest.y];
      if (Math.hypot(x, y) > 12) await this.move(x, y);
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(12);
    }).toPass();
  }

  async release(): Promise<void> {
    await this.#screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

async function centre(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the target has no box');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
