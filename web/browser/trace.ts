import { readFile } from 'node:fs/promises';

/* Main thread work from a Chromium trace, for the benchmarks. */

export const TRACE_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time of the thread, which other programs on the machine do not lengthen. */
  tdur?: number;
}

export const kinds = ['scripting', 'style', 'layout', 'paint', 'other'] as const;
type Kind = (typeof kinds)[number];
export type Sums = Record<Kind, number>;

const kindOf: Readonly<Record<string, Kind>> = {
  EventDispatch: 'scripting',
  FunctionCall: 'scripting',
  FireAnimationFrame: 'scripting',
  TimerFire: 'scripting',
  RunMicrotasks: 'scripting',
  EvaluateScript: 'scripting',
  MinorGC: 'scripting',
  MajorGC: 'scripting',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Own time of the events of a thread, in milliseconds by kind; what an event contains counts for the inner event. */
function sumUp(events: readonly TraceEvent[]): Sums {
  const sums: Sums = { scripting: 0, style: 0, layout: 0, paint: 0, other: 0 };
  const open: { end: number; kind: Kind }[] = [];
  const sorted = events.filter((event) => event.ph === 'X' && event.dur !== undefined).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const event of sorted) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= event.ts) open.pop();
    const time = (event.tdur ?? event.dur ?? 0) / 1_000;
    const around = open.at(-1);
    const kind = kindOf[event.name] ?? around?.kind ?? 'other';
    sums[kind] += time;
    if (around) sums[around.kind] -= time;
    open.push({ end: event.ts + (event.dur ?? 0), kind });
  }
  return sums;
}

/** Main thread work of a recorded trace. */
export interface Work {
  /** Milliseconds by kind. */
  sums: Sums;
  total: number;
  frames: number;
  /** Length of the longest task, in milliseconds. */
  longestTask: number;
}

/** Reads a trace. The main thread is the one that handled most events of the page. */
export async function readWork(path: string): Promise<Work> {
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const counts = new Map<string, number>();
  for (const event of traceEvents) if (event.name === 'EventDispatch' || event.name === 'FunctionCall') counts.set(`${event.pid} ${event.tid}`, (counts.get(`${event.pid} ${event.tid}`) ?? 0) + 1);
  const [main] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [''];
  const events = traceEvents.filter((event) => `${event.pid} ${event.tid}` === main);
  const sums = sumUp(events.filter((event) => kindOf[event.name] !== undefined));
  const tasks = events.filter((event) => event.name === 'ThreadControllerImpl::RunTask' || event.name === 'RunTask').map((event) => (event.tdur ?? event.dur ?? 0) / 1_000);
  return {
    sums,
    total: Object.values(sums).reduce((sum, time) => sum + time, 0),
    frames: events.filter((event) => event.name === 'Commit').length,
    longestTask: Math.max(0, ...tasks),
  };
}

/** `scripting 0.12, style 0.03, …`, each divided by the same number. */
export function formatWork({ sums, total }: Work, by = 1): string {
  return [...kinds.filter((kind) => kind !== 'other').map((kind) => `${kind} ${(sums[kind] / by).toFixed(2)}`), `total ${(total / by).toFixed(2)}`].join(', ');
}
