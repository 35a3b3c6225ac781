import type { Page } from '@playwright/test';

/** Records the texts of elements that are in the page only briefly, which polling could miss. */
export class BriefElements {
  readonly texts: string[] = [];

  static async observe(page: Page, selector: string): Promise<BriefElements> {
    const elements = new BriefElements();
    const name = `observed${Math.random().toString(36).slice(2)}`;
    await page.exposeFunction(name, (text: string) => elements.texts.push(text));
    await page.evaluate(
      ([name, selector]) => {
        const report = (window as unknown as Record<string, (text: string) => void>)[name];
        new MutationObserver((changes) => {
          for (const node of changes.flatMap((change) => [...change.addedNodes])) {
            if (!(node instanceof Element)) continue;
            for (const found of [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]) report?.(found.textContent ?? '');
          }
        }).observe(document.body, { childList: true, subtree: true });
      },
      [name, selector] as const,
    );
    return elements;
  }
}
