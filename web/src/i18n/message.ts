import { formatNumber, pluralForm } from './intl';

/**
 * The small part of ICU MessageFormat that the client needs: `{name}`,
 * `{n, plural, =0 {…} one {…} other {# guests}}`, where `#` is the number in the language's own form, and
 * `{you, select, yes {You draw} other {{name} draws}}`.
 */
export type Values = Record<string, string | number>;

export type Part = string | { name: string } | { name: string; by: 'plural' | 'select'; cases: Map<string, Part[]> } | { hash: true };

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
      if ('hash' in part) return count === undefined ? '#' : formatNumber(count, language);
      const value = values[part.name];
      if ('cases' in part) {
        if (part.by === 'select') return write(part.cases.get(String(value)) ?? part.cases.get('other') ?? [], language, values, count);
        const n = Number(value ?? 0);
        const chosen = part.cases.get(`=${n}`) ?? part.cases.get(pluralForm(n, language)) ?? part.cases.get('other') ?? [];
        return write(chosen, language, values, n);
      }
      if (value === undefined) return `{${part.name}}`;
      return typeof value === 'number' ? formatNumber(value, language) : value;
    })
    .join('');
}

export function parse(source: string): Part[] {
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
