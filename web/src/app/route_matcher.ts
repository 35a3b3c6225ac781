import type { Component } from 'svelte';

/** Reads a parameter of an address; undefined if the text does not fit. An absent parameter has no text. */
export type Parser<T> = (text: string | undefined) => T | undefined;
type Parsers<Name extends string = string> = Record<Name, Parser<unknown>>;
type Parsed<P extends Parsers> = { [Name in keyof P]: Exclude<ReturnType<P[Name]>, undefined> };

/** The names in a pattern: `'id'` in `/t/:id`. */
type ParameterNames<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? ParameterNames<Head> | ParameterNames<Tail>
  : Pattern extends `:${infer Name}?`
    ? Name
    : Pattern extends `:${infer Name}`
      ? Name
      : never;

export interface ScreenModule<Props extends object = Record<string, unknown>> {
  default: Component<Props>;
}

/** A screen and the addresses that lead to it. */
export interface Route {
  readonly pattern: string;
  /** Readers of the parts of the path that start with a colon. A trailing `?` in the pattern makes a part optional. */
  readonly params: Parsers;
  /** Readers of query parameters. One that is absent or does not fit is left out. */
  readonly query: Parsers;
  readonly layout: 'normal' | 'compact';
  /** Whether other path parameters need a new instance of the screen. */
  readonly remount: boolean;
  /** The component of the screen; a promise if it is not part of the first chunk. */
  readonly load: () => Promise<ScreenModule> | ScreenModule;
}

type Props<Path extends Parsers, Query extends Parsers> = Parsed<Path> & Partial<Parsed<Query>>;

interface RouteOptions<Pattern extends string, Path extends Parsers, Query extends Parsers> {
  pattern: Pattern;
  params?: Path;
  query?: Query;
  layout?: Route['layout'];
  remount?: boolean;
  load: () => Promise<ScreenModule<Props<NoInfer<Path>, NoInfer<Query>>>> | ScreenModule<Props<NoInfer<Path>, NoInfer<Query>>>;
}

/** Defines a route. Its types ensure that the screen takes the parameters of the pattern and the query. */
export function route<const Pattern extends string, Path extends Parsers<ParameterNames<Pattern>> = Parsers<ParameterNames<Pattern>>, Query extends Parsers = Parsers<never>>(
  options: RouteOptions<Pattern, Path, Query>,
): Route {
  return { params: {}, query: {}, layout: 'normal', remount: true, ...options } as unknown as Route;
}

/** A route that fits an address, with the parameters for its screen. */
export interface RouteMatch {
  route: Route;
  params: Record<string, unknown>;
  /** Changes when the screen has to be created anew. */
  key: string;
}

export function matchRoute(routes: readonly Route[], url: URL): RouteMatch | null {
  for (const route of routes) {
    const path = matchPath(route, url.pathname);
    if (!path) continue;
    const key = route.pattern + (route.remount ? JSON.stringify(path) : '');
    return { route, params: { ...path, ...readQuery(route, url.searchParams) }, key };
  }
  return null;
}

function matchPath({ pattern, params }: Route, pathname: string): Record<string, unknown> | null {
  const expected = pattern.split('/').filter(Boolean);
  const segments = pathname.split('/').filter(Boolean);
  if (segments.length > expected.length) return null;
  const values: Record<string, unknown> = {};
  for (const [i, part] of expected.entries()) {
    const segment = segments[i];
    if (!part.startsWith(':')) {
      if (segment !== part) return null;
      continue;
    }
    if (segment === undefined && !part.endsWith('?')) return null;
    const name = part.replace(/^:|\?$/g, '');
    const value = params[name]?.(segment === undefined ? undefined : decode(segment));
    if (value === undefined) return null;
    values[name] = value;
  }
  return values;
}

function readQuery({ query }: Route, given: URLSearchParams): Record<string, unknown> {
  const values = Object.entries(query).map(([name, parse]) => [name, parse(given.get(name) ?? undefined)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** A segment that is not valid percent-encoding is taken literally. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
