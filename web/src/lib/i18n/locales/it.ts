import type { Messages } from '../i18n.svelte';
import { en } from './en';

export const it: Messages = { ...en };
