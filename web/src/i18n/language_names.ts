/** The name of a language in that language, as it begins a line: `Français`. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return (name[0] ?? '').toLocaleUpperCase(language) + name.slice(1);
}

/** Languages in the order of their names. */
export function sortedByName(languages: readonly string[]): { code: string; name: string }[] {
  const named = languages.map((code) => ({ code, name: languageName(code) }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
