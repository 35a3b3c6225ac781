import { clippedTexts } from './clipped_text';
import { expect, test } from './fixtures';
import { brokenWords, showPseudoLanguage, textsOutsideButtons, textsOutsideCatalogues } from './pseudo_text';
import { screens, settled } from './screens';

const devices = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

/** Players, bots, and what one of them says. */
const names = ['Guest', 'Fleur', 'Irma', 'Bonjour'];

test.use({ hasTouch: true, viewport: devices.phone });

test('the checks find what they look for', async ({ page }) => {
  await page.goto('/');
  await showPseudoLanguage(page);
  await settled(page);
  await page.evaluate(() => {
    const [title, button] = [document.querySelector('h1'), document.querySelector<HTMLElement>('main .button')];
    title?.append(' Welcome');
    title?.setAttribute('aria-label', 'Hello');
    if (button) Object.assign(button.style, { width: '60px', whiteSpace: 'nowrap', overflow: 'hidden' });
  });
  expect(await textsOutsideCatalogues(page, names)).toEqual([expect.stringContaining('“Welcome” in h1'), expect.stringContaining('“Hello” in h1')]);
  expect(await textsOutsideButtons(page)).not.toEqual([]);
  expect(await clippedTexts(page)).not.toEqual([]);
});

for (const [name, { open }] of Object.entries(screens)) {
  test(`${name}: every text comes from a catalogue and has room for a longer one`, async ({ page }) => {
    await open(page);
    await showPseudoLanguage(page);
    await settled(page);
    for (const [device, size] of Object.entries(devices)) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect.soft(await textsOutsideCatalogues(page, names), `not from a catalogue, ${device}`).toEqual([]);
      expect.soft(await clippedTexts(page), `cut off, ${device}`).toEqual([]);
      expect.soft(await textsOutsideButtons(page), `outside its button, ${device}`).toEqual([]);
      expect.soft(await brokenWords(page), `broken words, ${device}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(overflow, `pixels wider than the screen, ${device}`).toBeLessThanOrEqual(0);
    }
  });
}
