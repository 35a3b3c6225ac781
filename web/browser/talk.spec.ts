import type { Locator } from '@playwright/test';
import { expect, test } from './cafe';
import { Player } from './player';
import { sitTogether } from './prepare';

function talk({ page }: Player): Locator {
  return page.getByRole('tab', { name: /^Talk/ });
}

function lines({ page }: Player): Locator {
  return page.getByRole('list', { name: 'Talk' });
}

async function say({ page }: Player, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Say something' }).fill(text);
  await page.keyboard.press('Enter');
}

test('two people talk and wave to each other; who is muted is not heard any more', async ({ page, somebody }) => {
  const [ann, ben] = [new Player(page), new Player(await somebody())];
  await sitTogether(ann, ben);
  await talk(ann).click();
  await say(ann, 'Bonjour!');
  await expect(lines(ann)).toContainText('Bonjour!');

  // One who looks elsewhere sees that something was said.
  await expect(talk(ben)).toHaveAccessibleName(/1 new line/);
  await talk(ben).click();
  await expect(lines(ben)).toContainText('Bonjour!');
  await expect(talk(ben)).toHaveAccessibleName('Talk');
  await ben.page.getByRole('button', { name: 'Bravo!' }).click();
  await expect(ann.page.getByRole('list', { name: 'Players' })).toContainText('Bravo!');

  await say(ben, 'Coffee?');
  await expect(lines(ann)).toContainText('Coffee?');
  await ann.page.getByText('Who is heard').click();
  await ann.page.getByRole('button', { name: 'Mute for me' }).click();
  await expect(lines(ann)).not.toContainText('Coffee?');
  await expect(lines(ann)).toContainText('Bonjour!');
  await ann.page.getByRole('button', { name: 'Hear again' }).click();
  await expect(lines(ann)).toContainText('Coffee?');

  await ann.page.getByRole('button', { name: 'Mute for all' }).click();
  await expect(ben.page.getByText('The host has asked you to be silent.')).toBeVisible();
  await expect(ben.page.getByRole('textbox', { name: 'Say something' })).toHaveCount(0);
  await ann.page.getByRole('button', { name: 'Let speak' }).click();
  await expect(ben.page.getByRole('textbox', { name: 'Say something' })).toBeVisible();
});

test('a line is said once, however often Enter is pressed before it is answered', async ({ page, somebody }) => {
  const [ann, ben] = [new Player(page), new Player(await somebody())];
  // Ann hears nothing from the house for a while.
  const late: (() => void)[] = [];
  let deaf = false;
  await page.routeWebSocket(/\/socket/, (page) => {
    const house = page.connectToServer();
    house.onMessage((message) => (deaf ? late.push(() => page.send(message)) : page.send(message)));
  });
  await sitTogether(ann, ben);
  await talk(ann).click();
  await talk(ben).click();
  deaf = true;
  await say(ann, 'Bonjour!');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(lines(ben)).toContainText('Bonjour!');
  deaf = false;
  for (const hear of late) hear();
  await expect(page.getByRole('textbox', { name: 'Say something' })).toHaveValue('');
  await expect(lines(ann).getByText('Bonjour!')).toHaveCount(1);
  await say(ann, 'Ça va?');
  await expect(lines(ben)).toContainText('Ça va?');
  await expect(lines(ben).getByText('Bonjour!')).toHaveCount(1);
});
