import { openRoomSocket } from '../source/room_socket';
import { SocketSource } from '../source/socket';
import type { GameSource, SourceListener } from '../source/source';
import { accessDeniedReason } from './access';
import { startAnnouncer } from './effects/announcer';
import { HighlightedTables } from './effects/highlighted_tables.svelte';
import { LeavingTables } from './effects/leaving_tables';
import { ScorePopups } from './effects/score_popups';
import { startSoundEffects } from './effects/sound_effects';
import { startRoomNotices } from './effects/room_notices';
import { MuteList } from './mute_list.svelte';
import { RoomClient } from './room_client.svelte';

/** A room that is open on this page: its client, and the effects that live as long. */
export class RoomSession {
  readonly client: RoomClient;
  readonly mutedPlayers: MuteList;
  readonly scorePopups: ScorePopups;
  readonly leavingTables: LeavingTables;
  readonly highlightedTables: HighlightedTables;
  readonly #disposers: (() => void)[];

  /** Connects to the room on the server, unless another source is given. */
  constructor(room: string, connect: (listener: SourceListener) => GameSource = serverSource(room)) {
    this.client = new RoomClient(connect);
    const { subscribe } = this.client;
    this.mutedPlayers = new MuteList(room);
    this.scorePopups = new ScorePopups(subscribe);
    this.leavingTables = new LeavingTables(subscribe);
    this.highlightedTables = new HighlightedTables(subscribe);
    this.#disposers = [
      startSoundEffects(subscribe),
      startAnnouncer(subscribe, (player) => this.mutedPlayers.has(player)),
      startRoomNotices(subscribe),
      () => this.scorePopups.dispose(),
      () => this.leavingTables.dispose(),
      () => this.highlightedTables.dispose(),
    ];
  }

  close(): void {
    for (const dispose of this.#disposers) dispose();
    this.client.close();
  }
}

function serverSource(room: string): (listener: SourceListener) => GameSource {
  return (listener) => new SocketSource({ connect: (last) => openRoomSocket(room, last), deniedReason: () => accessDeniedReason(room), ...listener });
}
