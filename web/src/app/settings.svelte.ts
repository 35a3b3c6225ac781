/** What one chose on this device. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const stored = {
  theme: (localStorage.getItem('cafe.theme') ?? 'auto') as Theme,
  confirm: localStorage.getItem('cafe.confirm') !== 'no',
  /** Nobody is startled by a café that was not asked to make a sound. */
  sounds: localStorage.getItem('cafe.sounds') === 'yes',
  /** Single letters as shortcuts; who speaks to the page or slips on keys can do without. */
  keys: localStorage.getItem('cafe.keys') !== 'no',
};
export const settings = $state(stored);

export function setTheme(theme: Theme = settings.theme): void {
  settings.theme = theme;
  localStorage.setItem('cafe.theme', theme);
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setConfirm(confirm: boolean): void {
  settings.confirm = confirm;
  localStorage.setItem('cafe.confirm', confirm ? 'yes' : 'no');
}

export function setSounds(sounds: boolean): void {
  settings.sounds = sounds;
  localStorage.setItem('cafe.sounds', sounds ? 'yes' : 'no');
}

export function setShortcuts(keys: boolean): void {
  settings.keys = keys;
  localStorage.setItem('cafe.keys', keys ? 'yes' : 'no');
}
