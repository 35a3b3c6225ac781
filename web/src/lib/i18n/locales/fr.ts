import type { Messages } from '../i18n.svelte';
import { en } from './en';

export const fr: Messages = { ...en };
