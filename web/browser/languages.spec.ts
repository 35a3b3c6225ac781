import { expect, test } from './cafe';
import { languageNames, words, type Language } from './words';

test('the page speaks each of its five languages at a tap, on every screen, and remembers', async ({ page }) => {
  await page.goto('/');
  for (const language of Object.keys(words) as Language[]) {
    const its = words[language];
    await page.getByRole('banner').getByRole('button').click();
    await page.getByRole('button', { name: languageNames[language] }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(its['home.title']);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', its['app.description']);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(its['home.title']);
    await page.getByRole('link', { name: its['home.friends'] }).click();
    await expect(page.getByRole('button', { name: its['new.open'] })).toBeVisible();
    await page.goBack();
  }
});

test('a language that is chosen in one tab is spoken in the other, and what was begun there stays', async ({ page, context }) => {
  await page.goto('/me');
  await page.getByRole('textbox').first().fill('Colette');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('banner').getByRole('button').click();
  await other.getByRole('button', { name: languageNames.fr }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('textbox').first()).toHaveValue('Colette');
});

for (const [locale, language] of [
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['nl-BE', 'nl'],
  ['it-CH', 'it'],
  ['pl-PL', 'en'],
] as const) {
  test(`a browser from ${locale} is greeted in ${languageNames[language]}`, async ({ somebody }) => {
    const page = await somebody({ locale });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[language]['home.title']);
  });
}
