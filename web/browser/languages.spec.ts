import { expect, test } from './fixtures';
import { languageName, languages, textsIn } from './translations';

test('a chosen language is used on every screen and remembered', async ({ page }) => {
  await page.goto('/');
  for (const language of languages) {
    const texts = textsIn(language);
    await page.getByRole('banner').getByRole('button').click();
    await page.getByRole('button', { name: languageName(language) }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['home.title']);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', texts['app.description']);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['home.title']);
    await page.getByRole('link', { name: texts['home.friends'] }).click();
    await expect(page.getByRole('button', { name: texts['new.open'] })).toBeVisible();
    await page.goBack();
  }
});

test('a language chosen in one tab changes the other, which keeps input', async ({ page, context }) => {
  await page.goto('/me');
  await page.getByRole('textbox').first().fill('Colette');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('banner').getByRole('button').click();
  await other.getByRole('button', { name: languageName('fr') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('textbox').first()).toHaveValue('Colette');
});

test('the browser’s locale selects the language', async ({ newVisitor }) => {
  for (const [locale, language] of [
    ['de-AT', 'de'],
    ['fr-CA', 'fr'],
    ['nl-BE', 'nl'],
    ['it-CH', 'it'],
    ['pl-PL', 'en'],
  ] as const) {
    const page = await newVisitor({ locale });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 }), locale).toHaveText(textsIn(language)['home.title']);
  }
});

test('letters stand apart only in scripts that allow it', async ({ page }) => {
  await page.goto('/');
  const title = page.getByRole('heading', { level: 1 });
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.locator('html')).toHaveAttribute('data-script', 'Latn');
  await expect(title).not.toHaveCSS('letter-spacing', 'normal');
  await page.evaluate(() => (document.documentElement.dataset.script = 'Deva'));
  await expect(title).toHaveCSS('letter-spacing', 'normal');
  await expect(title).toHaveCSS('font-family', /Josefin.*Source Sans.*Devanagari/);
});
