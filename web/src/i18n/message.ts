/**
 * The small part of ICU MessageFormat that the client needs: `{name}`,
 * `{n, plural, =0 {…} one {…} other {# guests}}`, where `#` is the number in the language's own form, and
 * `{you, select, yes {You draw} other {{name} draws}}`.
 */
export type Values = Record<string, string | number>;

type Part = string | { name: string } | { name: string; by: 'plural' | 'select'; cases: Map<string, Part[]> } | { hash: true };

const cache = new Map<string, Part[]>();

export function format(message: string, language: string, values: Values = {}): string {
  let parts = cache.get(message);
  if (!parts) {
    parts = parse(message);
    cache.set(message, parts);
  }
  return write(parts, language, values, undefined);
}

function write(parts: Part[], language: string, values: Values, count: number | undefined): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('hash' in part) return count === undefined ? '#' : number(count, language);
      const value = values[part.name];
      if ('cases' in part) {
        if (part.by === 'select') return write(part.cases.get(String(value)) ?? part.cases.get('other') ?? [], language, values, count);
        const n = Number(value ?? 0);
        const chosen = part.cases.get(`=${n}`) ?? part.cases.get(plural(n, language)) ?? part.cases.get('other') ?? [];
        return write(chosen, language, values, n);
      }
      if (value === undefined) return `{${part.name}}`;
      return typeof value === 'number' ? number(value, language) : value;
    })
    .join('');
}

/** Creates an `Intl` object once for each language: creating one is slow. */
function perLanguage<T>(create: (language: string) => T): (language: string) => T {
  const created = new Map<string, T>();
  return (language) => {
    const value = created.get(language) ?? create(language);
    created.set(language, value);
    return value;
  };
}

const plurals = perLanguage((language) => new Intl.PluralRules(language));
const numbers = perLanguage((language) => new Intl.NumberFormat(language));

/** The plural form of a number. For small whole numbers our languages agree, except French for 0, so the slow `Intl.PluralRules` is not needed. */
export function plural(n: number, language: string): string {
  if (!Number.isInteger(n) || n < 0 || n >= 1000) return plurals(language).select(n);
  return n === 1 || (n === 0 && language === 'fr') ? 'one' : 'other';
}

/** The word before the last item. English has no comma before it. By hand, because creating an `Intl.ListFormat` takes longer than drawing a table. */
const conjunctions: Readonly<Record<string, string>> & { en: string } = { de: 'und', en: 'and', fr: 'et', it: 'e', nl: 'en' };

/** `Ann, Ben and Cleo`, as the language joins them. */
export function list(items: readonly string[], language: string): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunctions[language] ?? conjunctions.en} ${last}`;
}

/** A number as the language writes it, with a real minus sign. */
export function number(value: number, language: string): string {
  // Small whole numbers look the same in all languages. `+ 0` turns −0 into 0.
  const digits = Number.isInteger(value) && Math.abs(value) < 1000 ? String(value + 0) : numbers(language).format(value + 0);
  return digits.replace('-', '−');
}

/** The names of the values in a message, for the test that translations use the same ones. */
export function namesIn(message: string): string[] {
  const names = new Set<string>();
  const walk = (parts: Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string' || 'hash' in part) continue;
      names.add(part.name);
      if ('cases' in part) part.cases.forEach(walk);
    }
  };
  walk(parse(message));
  return [...names].sort();
}

function parse(source: string): Part[] {
  let at = 0;

  function sequence(inPlural: boolean): Part[] {
    const parts: Part[] = [];
    let text = '';
    const flush = (): void => {
      if (text) parts.push(text);
      text = '';
    };
    while (at < source.length && source[at] !== '}') {
      const c = source[at]!;
      if (c === '{') {
        flush();
        at += 1;
        parts.push(placeholder(inPlural));
      } else if (c === '#' && inPlural) {
        flush();
        parts.push({ hash: true });
        at += 1;
      } else {
        text += c;
        at += 1;
      }
    }
    flush();
    return parts;
  }

  function word(): string {
    const start = at;
    while (at < source.length && !'{},'.includes(source[at]!)) at += 1;
    return source.slice(start, at).trim();
  }

  function expect(c: string): void {
    if (source[at] !== c) throw new SyntaxError(`expected ${c} at ${at} of ${source}`);
    at += 1;
  }

  function placeholder(inPlural: boolean): Part {
    const name = word();
    if (source[at] === '}') {
      at += 1;
      return { name };
    }
    expect(',');
    const by = word();
    if (by !== 'plural' && by !== 'select') throw new SyntaxError(`expected plural or select: ${source}`);
    expect(',');
    const cases = new Map<string, Part[]>();
    for (let key = word(); source[at] === '{'; key = word()) {
      at += 1;
      cases.set(key, sequence(inPlural || by === 'plural'));
      expect('}');
    }
    expect('}');
    if (!cases.has('other')) throw new SyntaxError(`"other" is missing: ${source}`);
    return { name, by, cases };
  }

  const parts = sequence(false);
  if (at < source.length) throw new SyntaxError(`unmatched brace in ${source}`);
  return parts;
}
