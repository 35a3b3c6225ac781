import type { Page } from '@playwright/test';

/** What comes into a page for a moment only: looking for it again and again might miss it. */
export class Coming {
  readonly texts: string[] = [];

  /** Looks out for all that matches from now on. */
  static async of(page: Page, selector: string): Promise<Coming> {
    const coming = new Coming();
    const name = `came${Math.random().toString(36).slice(2)}`;
    await page.exposeFunction(name, (text: string) => coming.texts.push(text));
    await page.evaluate(
      ([name, selector]) => {
        const tell = (window as unknown as Record<string, (text: string) => void>)[name];
        new MutationObserver((changes) => {
          for (const node of changes.flatMap((one) => [...one.addedNodes])) {
            if (!(node instanceof Element)) continue;
            for (const found of [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]) tell?.(found.textContent ?? '');
          }
        }).observe(document.body, { childList: true, subtree: true });
      },
      [name, selector] as const,
    );
    return coming;
  }
}
