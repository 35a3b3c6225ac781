import type { Page } from '@playwright/test';
import { PSEUDO_LANGUAGE } from '../src/i18n/language';

/** Shows the page in the pseudo-language without a reload, as if it was chosen in another tab. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  await page.evaluate((language) => {
    localStorage.setItem('cafe.language', language);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cafe.language' }));
  }, PSEUDO_LANGUAGE);
  await page.locator(`html[lang="${PSEUDO_LANGUAGE}"]`).waitFor();
}

/**
 * Texts that do not come from a catalogue: what remains of a text, of an accessible name or of a title without the marked parts. Codes, cells, moves
 * and numbers are the same in all languages; names belong to players.
 */
export function textsOutsideCatalogues(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((names) => {
    const found = new Set<string>();
    // A picture may stand in the middle of a text: its end is another node.
    let depth = 0;
    const nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const rest = unmarked(node.textContent ?? '');
      const parent = node.parentElement;
      // Languages are offered in their own names, moves are typed in notation, and names of players are not translated.
      if (!parent || parent.closest('script, style, noscript, code, [lang]:not(html), [translate=no]')) continue;
      if (parent.checkVisibility({ visibilityProperty: true }) || parent.closest('title')) check(rest, parent);
    }
    if (depth !== 0) found.add(`${depth} texts do not end`);
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]:not(:has([lang]))`)) if (element.checkVisibility({ visibilityProperty: true })) check(unmarked(element.getAttribute(name) ?? ''), element);
    }
    return [...found];

    function check(rest: string, element: Element): void {
      const words = rest.replace(/https?:\S+/g, '').match(/[\p{L}\p{N}@=]{2,}/gu) ?? [];
      const wrong = words.filter((word) => !names.includes(word) && !isCode(word));
      if (wrong.length > 0) found.add(`“${wrong.join(' ')}” in ${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`);
    }

    /** A text without its marked parts, which may contain others. */
    function unmarked(text: string): string {
      let rest = '';
      for (const c of text) {
        if (c === '⟦') depth += 1;
        if (depth === 0) rest += c;
        if (c === '⟧') depth -= 1;
      }
      return rest;
    }

    /** A number, nation, guest, cell, move, or a hash. */
    function isCode(word: string): boolean {
      return /^(\d+|[A-Z]{2}|[A-Z]{2}[fm](=[A-Z]{2})?(@[a-p]\d{1,2})?|[a-p]\d{1,2}|[\da-f]{64})$/.test(word);
    }
  }, names);
}

/** Texts from a catalogue that reach over the edge of their button, link or heading. */
export function textsOutsideButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const found = new Set<string>();
    for (const button of document.querySelectorAll('button, a, summary, th, legend, label, [role=tab]')) {
      if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || button.closest('[inert]')) continue;
      const edge = button.getBoundingClientRect();
      const nodes = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (!node.textContent?.includes('⟦') || node.parentElement?.closest('.visually-hidden')) continue;
        // A flag that hangs over the edge on purpose.
        if (node.parentElement && getComputedStyle(node.parentElement).position === 'absolute') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const isOutside = [...range.getClientRects()].some((box) => box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX || box.top < edge.top - SLACK_PX || box.bottom > edge.bottom + SLACK_PX);
        if (isOutside) found.add(`“${node.textContent.trim()}” in ${button.tagName.toLowerCase()}.${button.getAttribute('class') ?? ''}`);
      }
    }
    return [...found];
  });
}

/** Words from a catalogue that are broken over two lines, where a language would need a hyphen. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent ?? '';
      if (!text.includes('⟦') || !node.parentElement?.checkVisibility({ visibilityProperty: true }) || node.parentElement.closest('.visually-hidden')) continue;
      for (const word of text.matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
        if (lines.size > 1) found.add(`“${word[0]}” in ${node.parentElement.tagName.toLowerCase()}.${node.parentElement.className}`);
      }
    }
    return [...found];
  });
}
