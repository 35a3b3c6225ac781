/** What one chose on this device. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const stored = {
  theme: (localStorage.getItem('cafe.theme') ?? 'auto') as Theme,
  confirm: localStorage.getItem('cafe.confirm') !== 'no',
};
export const settings = $state(stored);

export function dress(theme: Theme = settings.theme): void {
  settings.theme = theme;
  localStorage.setItem('cafe.theme', theme);
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function askBefore(confirm: boolean): void {
  settings.confirm = confirm;
  localStorage.setItem('cafe.confirm', confirm ? 'yes' : 'no');
}
