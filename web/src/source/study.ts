import { ApiError } from '../api/http';
import type { RoomRequest, GameSource, SourceListener } from './socket';
import { PROTOCOL_VERSION, type GameView, type RoomEvent, type RoomView, type ServerMessage, type StudyBody, type StudyResult } from '../api/wire';
import type { Lesson } from '../features/learn/lessons';

/** Who one is at a lesson's table. */
const LEARNER = 'learner';

export interface StudyOptions {
  lesson: Lesson;
  /** Who sits there: oneself, and the other one. */
  names: readonly [string, string];
  study: (study: StudyBody) => Promise<StudyResult>;
  /** The café could not be reached to begin with. */
  failed: (code: string) => void;
}

/**
 * The line of a table that exists for a lesson only. It answers as the server's would, by asking the server to study the
 * lesson's position: what is legal, what it pays and why not are never decided here. Only which of the legal actions
 * bring the lesson on.
 */
export class StudySource implements GameSource {
  #options: StudyOptions;
  #listener: SourceListener;
  #played: string[] = [];
  #view: GameView | null = null;
  #n = 0;
  #ended = false;

  constructor(options: StudyOptions, listener: SourceListener) {
    this.#options = options;
    this.#listener = listener;
    void this.#open();
  }

  async request(request: RoomRequest): Promise<ServerMessage> {
    if (request.type === 'play') return this.#act(request.actions);
    if (request.type === 'undo' && this.#view?.can_undo) return this.#undo();
    if (request.type === 'hint') return this.#hint();
    return { type: 'done', id: 0 };
  }

  reconnectNow(): void {
    if (!this.#view) void this.#open();
  }

  close(): void {
    this.#ended = true;
  }

  async #open(): Promise<void> {
    const studied = await this.#study([]);
    if (typeof studied === 'string') {
      if (!this.#ended) this.#options.failed(studied);
      return;
    }
    this.#listener.onState('open');
    this.#listener.onMessage({ type: 'welcome', protocol: PROTOCOL_VERSION, now: Date.now(), visitor: LEARNER });
    this.#tell(studied, [], room(this.#options));
  }

  async #act(actions: readonly string[]): Promise<ServerMessage> {
    const { wants } = this.#options.lesson;
    if (this.#played.length >= wants.length) return { type: 'done', id: 0 };
    const tried = [...this.#played, ...actions];
    const studied = await this.#study(tried);
    if (typeof studied === 'string') return refused(studied);
    if (studied.refused) return refused(studied.refused.code, studied.refused.tables, studied.refused.message);
    // Allowed, but not what is to be learned here.
    if (!tried.every((action, i) => wants[i]?.includes(action))) return refused('another_way');
    const fresh = studied.steps.slice(this.#played.length).map(
      (step): RoomEvent => ({ number: ++this.#n, at: Date.now(), type: 'action_played', by: 'player', ...step }),
    );
    this.#played = tried;
    return this.#tell(studied, fresh);
  }

  async #undo(): Promise<ServerMessage> {
    const left = this.#played.slice(0, -1);
    const studied = await this.#study(left);
    if (typeof studied === 'string') return refused(studied);
    this.#played = left;
    return this.#tell(studied, [{ number: ++this.#n, at: Date.now(), type: 'undone', player: 0, count: 1 }]);
  }

  #hint(): ServerMessage {
    const legal = new Map(this.#view?.legal.map((one) => [one.action, one.points]));
    const action = this.#options.lesson.wants[this.#played.length]?.find((one) => legal.has(one));
    if (action === undefined) return { type: 'done', id: 0 };
    const points = Object.values(legal.get(action) ?? {}).reduce((sum, one) => sum + one, 0);
    return { type: 'hint', id: 0, turns: [{ actions: [action], points, value: points }] };
  }

  /** The position after these actions, or the code of what went wrong. */
  async #study(actions: string[]): Promise<StudyResult | string> {
    try {
      return await this.#options.study({ position: this.#options.lesson.position, actions, player: 0 });
    } catch (fault) {
      return fault instanceof ApiError ? fault.code : 'unknown';
    }
  }

  #tell(studied: StudyResult, happened: RoomEvent[], shown?: RoomView): ServerMessage {
    const over = this.#played.length >= this.#options.lesson.wants.length;
    // Who has done what was asked is done: nothing glows any more.
    this.#view = over ? { ...studied.view, legal: [], can_undo: false } : studied.view;
    const told: ServerMessage = { type: 'update', number: ++this.#n, events: happened, view: this.#view, ...(shown ? { room: shown } : {}) };
    if (!this.#ended) this.#listener.onMessage(told);
    return told;
  }
}

function refused(code: string, tables: string[] = [], message = ''): ServerMessage {
  return { type: 'refused', id: 0, code, message, tables };
}

/** The table around the lesson. */
function room({ lesson, names }: StudyOptions): RoomView {
  const seat = { reserved_for: null, bot_plays: false, muted: false, is_program: false };
  return {
    id: lesson.id,
    options: {
      game: lesson.game,
      players: 2,
      parties: lesson.position.parties === true,
      clock: { kind: 'none' },
      public: false,
      spectators: false,
      hints: true,
      undo: true,
    },
    commitment: '',
    host: LEARNER,
    occupants: [
      { ...seat, name: names[0], visitor: LEARNER, bot: null },
      { ...seat, name: names[1], visitor: null, bot: 'casual' },
    ],
    started: true,
    over: false,
    closed: false,
    next_room: null,
    shared: false,
  };
}
