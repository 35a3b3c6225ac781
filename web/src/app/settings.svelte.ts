import { storage } from '../api/storage';

export const themes = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof themes)[number];

/** Where an action is played by itself if it is the only legal one. Where people play, a quick draw would tell them that nothing fitted. */
export const autoActionModes = ['bots', 'always', 'never'] as const;
export type AutoActionMode = (typeof autoActionModes)[number];

/** What the user chose on this device. */
export interface Settings {
  theme: Theme;
  /** Ask before an action that cannot be undone. */
  confirm: boolean;
  sounds: boolean;
  /** Letters and numbers around the café. */
  coordinates: boolean;
  /** Single letters as shortcuts: speech input and unsteady hands can trigger them by accident. */
  keys: boolean;
  autoActions: AutoActionMode;
}

type Flag = Exclude<keyof Settings, 'theme' | 'autoActions'>;

const flag = (name: Flag, initial: boolean): boolean => {
  const stored = storage.get(`cafe.${name}`);
  return stored === null ? initial : stored === 'yes';
};

export const settings = $state<Settings>({
  theme: themes.find((theme) => theme === storage.get('cafe.theme')) ?? 'auto',
  confirm: flag('confirm', true),
  sounds: flag('sounds', false),
  coordinates: flag('coordinates', false),
  keys: flag('keys', true),
  autoActions: autoActionModes.find((mode) => mode === storage.get('cafe.autoActions')) ?? 'bots',
});

/** Draws the page in the chosen theme. */
export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function setTheme(theme: Theme): void {
  settings.theme = theme;
  storage.set('cafe.theme', theme);
  applyTheme();
}

export function setAutoActions(mode: AutoActionMode): void {
  settings.autoActions = mode;
  storage.set('cafe.autoActions', mode);
}

function setFlag(name: Flag, on: boolean): void {
  settings[name] = on;
  storage.set(`cafe.${name}`, on ? 'yes' : 'no');
}

export const setConfirm = (on: boolean): void => setFlag('confirm', on);
export const setSounds = (on: boolean): void => setFlag('sounds', on);
export const setCoordinates = (on: boolean): void => setFlag('coordinates', on);
export const setShortcuts = (on: boolean): void => setFlag('keys', on);
