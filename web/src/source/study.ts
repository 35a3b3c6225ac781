import { ApiError } from '../api/http';
import { PROTOCOL_VERSION, type GameView, type RoomEvent, type RoomView, type ServerMessage, type StudyBody, type StudyResult } from '../api/messages';
import { totalPoints } from '../game/offers';
import { refusedMessage, type GameSource, type RoomRequest, type SourceListener } from './source';
import { LEARNER, studyRoom, type StudyScript } from './study_room';

export interface StudyOptions {
  lesson: StudyScript;
  /** The learner's name and the bot's, in the language of the page. */
  names: readonly [string, string];
  study: (study: StudyBody) => Promise<StudyResult>;
  /** The lesson's position could not be loaded. */
  failed: (code: string) => void;
}

const done: ServerMessage = { type: 'done', id: 0 };

/**
 * The room of a lesson. It answers as a server's room would: the server studies the lesson's position and decides what
 * is legal, what it pays and why not. The lesson only decides which legal actions it accepts.
 */
export class StudySource implements GameSource {
  readonly #options: StudyOptions;
  #names: StudyOptions['names'];
  readonly #listener: SourceListener;
  #played: string[] = [];
  #view: GameView | null = null;
  /** Number of the last entry. */
  #number = 0;
  #ended = false;
  #end: (message: ServerMessage) => void = () => {};
  readonly #untilEnd = new Promise<ServerMessage>((resolve) => (this.#end = resolve));

  constructor(options: StudyOptions, listener: SourceListener) {
    this.#options = options;
    this.#names = options.names;
    this.#listener = listener;
    void this.#open();
  }

  request(request: RoomRequest): Promise<ServerMessage> {
    return Promise.race([this.#untilEnd, this.#answer(request)]);
  }

  reconnectNow(): void {
    if (!this.#view) void this.#open();
  }

  close(): void {
    this.#ended = true;
    this.#end(refusedMessage('closed'));
  }

  /** Names the players anew, after a change of language. */
  rename(names: StudyOptions['names']): void {
    if (names.every((name, player) => name === this.#names[player])) return;
    this.#names = names;
    if (!this.#view || this.#ended) return;
    this.#listener.onMessage({ type: 'update', number: ++this.#number, events: [], room: studyRoom(this.#options.lesson, names) });
  }

  async #answer(request: RoomRequest): Promise<ServerMessage> {
    if (this.#ended) return refusedMessage('closed');
    if (request.type === 'play') return this.#play(request.actions);
    if (request.type === 'undo' && this.#view?.can_undo) return this.#undo();
    if (request.type === 'hint') return this.#hint();
    if (request.type === 'past_view') return refusedMessage('no_such_position');
    return done;
  }

  async #open(): Promise<void> {
    const result = await this.#study([]);
    if (this.#ended) return;
    if (typeof result === 'string') {
      this.#options.failed(result);
      return;
    }
    this.#listener.onState('open');
    this.#listener.onMessage({ type: 'welcome', protocol: PROTOCOL_VERSION, now: Date.now(), visitor: LEARNER });
    this.#publish(result, [], studyRoom(this.#options.lesson, this.#names));
  }

  async #play(actions: readonly string[]): Promise<ServerMessage> {
    const { wants } = this.#options.lesson;
    if (this.#played.length >= wants.length) return done;
    const attempt = [...this.#played, ...actions];
    const result = await this.#study(attempt);
    if (typeof result === 'string') return refusedMessage(result);
    if (result.refused) return { ...refusedMessage(result.refused.code), message: result.refused.message, tables: result.refused.tables };
    // Legal, but not what the lesson teaches.
    if (!attempt.every((action, i) => wants[i]?.includes(action))) return refusedMessage('another_way');
    const events = result.steps.slice(this.#played.length).map(
      (step): RoomEvent => ({ number: ++this.#number, at: Date.now(), type: 'action_played', by: 'player', ...step }),
    );
    this.#played = attempt;
    return this.#publish(result, events);
  }

  async #undo(): Promise<ServerMessage> {
    const remaining = this.#played.slice(0, -1);
    const result = await this.#study(remaining);
    if (typeof result === 'string') return refusedMessage(result);
    this.#played = remaining;
    return this.#publish(result, [{ number: ++this.#number, at: Date.now(), type: 'undone', player: 0, count: 1 }]);
  }

  #hint(): ServerMessage {
    const legal = new Map(this.#view?.legal.map((item) => [item.action.notation, item]));
    const wanted = this.#options.lesson.wants[this.#played.length]?.flatMap((notation) => legal.get(notation) ?? [])[0];
    if (!wanted) return done;
    return { type: 'hint', id: 0, turns: [{ actions: [wanted.action], points: totalPoints(wanted) }] };
  }

  /** The position after these actions, or an error code. */
  async #study(actions: string[]): Promise<StudyResult | string> {
    try {
      return await this.#options.study({ position: this.#options.lesson.position, actions, player: 0 });
    } catch (error) {
      return error instanceof ApiError ? error.code : 'unknown';
    }
  }

  #publish(result: StudyResult, events: RoomEvent[], room?: RoomView): ServerMessage {
    const over = this.#played.length >= this.#options.lesson.wants.length;
    // A finished lesson offers no further actions.
    this.#view = over ? { ...result.view, legal: [], can_undo: false } : result.view;
    const message: ServerMessage = { type: 'update', number: ++this.#number, events, view: this.#view, ...(room ? { room } : {}) };
    if (!this.#ended) this.#listener.onMessage(message);
    return message;
  }
}
