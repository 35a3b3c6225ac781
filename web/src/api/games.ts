import { request, segment } from './http';
import type { GameReplay, StudyBody, StudyResult } from './messages';
import { parseReplay, parseStudy } from './parse';
import type * as Wire from './wire';

/** A finished game. */
export async function loadReplay(room: string): Promise<GameReplay> {
  return parseReplay(await request<Wire.GameReplay>('GET', `/rooms/${segment(room)}/replay`));
}

/** The position of a finished game after some steps, as docs/protocol.md describes it. */
export function loadPosition(room: string, step: number): Promise<Record<string, unknown>> {
  return request('GET', `/rooms/${segment(room)}/positions/${step}`);
}

/** Plays actions from a given position, without a room. */
export async function study(body: StudyBody): Promise<StudyResult> {
  return parseStudy(await request<Wire.StudyResult>('POST', '/study', body));
}

/** The address of a finished game's record. */
export function recordUrl(room: string): string {
  return `/api/v1/rooms/${segment(room)}/record`;
}
