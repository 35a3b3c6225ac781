import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { Player } from './player';
import { openPreparedGame } from './prepared_games';

function tab({ page }: Player): Locator {
  return page.getByRole('tab', { name: /^Chat/ });
}

function messages({ page }: Player): Locator {
  return page.getByRole('list', { name: 'Chat' });
}

async function send({ page }: Player, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text);
  await page.keyboard.press('Enter');
}

test('players chat, react and mute each other', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  await openPreparedGame(ann.page, 'together', 0);
  await openPreparedGame(ben.page, 'together', 1);
  await tab(ann).click();
  await send(ann, 'Bonjour!');
  await expect(messages(ann)).toContainText('Bonjour!');

  // The closed tab counts new messages.
  await expect(tab(ben)).toHaveAccessibleName(/1 new message/);
  await tab(ben).click();
  await expect(messages(ben)).toContainText('Bonjour!');
  await expect(tab(ben)).toHaveAccessibleName('Chat');
  await ben.page.getByRole('button', { name: 'Bravo!' }).click();
  await expect(ann.page.getByRole('list', { name: 'Players' })).toContainText('Bravo!');

  await send(ben, 'Coffee?');
  await expect(messages(ann)).toContainText('Coffee?');
  await ann.page.getByText('Mute players').click();
  await ann.page.getByRole('button', { name: 'Mute for me' }).click();
  await expect(messages(ann)).not.toContainText('Coffee?');
  await expect(messages(ann)).toContainText('Bonjour!');
  await ann.page.getByRole('button', { name: 'Unmute for me' }).click();
  await expect(messages(ann)).toContainText('Coffee?');

  await ann.page.getByRole('button', { name: 'Mute for everyone' }).click();
  await expect(ben.page.getByText('The host has muted you.')).toBeVisible();
  await expect(ben.page.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0);
  await ann.page.getByRole('button', { name: 'Unmute for everyone' }).click();
  await expect(ben.page.getByRole('textbox', { name: 'Write a message' })).toBeVisible();
});

test('a message is sent once however often Enter is pressed', async ({ page, newVisitor }) => {
  const [ann, ben] = [new Player(page), new Player(await newVisitor())];
  // Messages to Ann can be delayed.
  const delayed: (() => void)[] = [];
  let delay = false;
  await page.routeWebSocket(/\/socket/, (page) => {
    const server = page.connectToServer();
    server.onMessage((message) => (delay ? delayed.push(() => page.send(message)) : page.send(message)));
  });
  await openPreparedGame(ann.page, 'together', 0);
  await openPreparedGame(ben.page, 'together', 1);
  await tab(ann).click();
  await tab(ben).click();
  delay = true;
  await send(ann, 'Bonjour!');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(messages(ben)).toContainText('Bonjour!');
  delay = false;
  for (const deliver of delayed) deliver();
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveValue('');
  await expect(messages(ann).getByText('Bonjour!')).toHaveCount(1);
  await send(ann, 'Ça va?');
  await expect(messages(ben)).toContainText('Ça va?');
  await expect(messages(ben).getByText('Bonjour!')).toHaveCount(1);
});
