import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/points.css';
import { mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { loadLanguage } from '../i18n/i18n.svelte';

/** Mounts a component into the page for one test, in English and with the styles of the client. */
export async function render<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Promise<HTMLElement> {
  await loadLanguage('en');
  const target = document.createElement('div');
  document.body.append(target);
  const instance = mount(component, { target, props });
  onTestFinished(async () => {
    await unmount(instance);
    target.remove();
  });
  return target;
}
