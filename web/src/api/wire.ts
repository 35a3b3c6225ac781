// The wire format between client and server (docs/server-protocol.md).
// Generated from the Rust types by `cargo xtask types`; do not edit.

/** Version of the messages. A server with another one may not be understood. */
export const PROTOCOL_VERSION: number = 3;

/** A message from a client. */
export type ClientMessage = {
  /** Chosen by the client; the answer carries the same id. */
  id?: number, } & (
  | { "type": "take_seat",
  /** Which seat. */
  player?: number | null,
  /** Share of the seed: 64 random hexadecimal digits. */
  share?: string | null, }
  | { "type": "leave", }
  | { "type": "add_bot",
  /** Which seat. */
  player: number,
  /** Playing strength. */
  level: Level, }
  | { "type": "remove",
  /** Which seat. */
  player: number, }
  | { "type": "start", }
  | { "type": "play",
  /** The `seq` of the view this answers. */
  seq: number,
  /** Actions in notation, in order. */
  actions: Array<string>, }
  | { "type": "undo",
  /** The `seq` of the view this answers. */
  seq: number, }
  | { "type": "answer_undo",
  /** The `seq` of the view this answers: after further moves the answer is stale. */
  seq: number,
  /** The `id` of the undo request: once another one has replaced it, the answer is stale. */
  vote: number,
  /** Whether you agree. */
  agree: boolean, }
  | { "type": "resume", }
  | { "type": "hand_over", }
  | { "type": "resign", }
  | { "type": "nudge", }
  | { "type": "propose_end", }
  | { "type": "answer_end",
  /** The `id` of the proposal: once another one has replaced it, the answer is stale. */
  vote: number,
  /** Whether you agree. */
  agree: boolean, }
  | { "type": "claim_end", }
  | { "type": "chat",
  /** 1 to 300 characters. */
  text: string, }
  | { "type": "react",
  /** Which one. */
  reaction: Reaction, }
  | { "type": "mute",
  /** Whose seat. */
  player: number,
  /** Whether to mute. */
  muted: boolean, }
  | { "type": "hint",
  /** The `seq` of the view this answers. */
  seq: number, }
  | { "type": "past_view",
  /** Number of actions; undone ones do not count. */
  actions: number, }
  | { "type": "rematch", }
  | { "type": "share", }
  | { "type": "close", }
  | { "type": "ping", });

/** Time limit for a turn. */
export type Clock =
  | { "kind": "none" }
  | { "kind": "seconds",
  /** Seconds per turn. */
  per_turn: number, }
  | { "kind": "days",
  /** Days per turn. */
  per_turn: number, };

/** A device on which you are signed in. */
export type Device = {
  /** To be sent to `DELETE /api/v1/me/devices/{id}`. */
  id: string,
  /** Name of the browser that signed in, if it is known. */
  browser: string | null,
  /** Name of its operating system, if it is known. */
  system: string | null,
  /** When the device signed in, in milliseconds since 1970. */
  created_at: number,
  /** When the device was last used, accurate to about an hour, in milliseconds since 1970. */
  used_at: number,
  /** Whether this device sent the request. */
  is_current: boolean,
};

/** An open proposal to end the game. */
export type EndVoteView = {
  /** To be sent with an answer. */
  id: number,
  /** The player who proposes it. */
  player: number,
  /** The players who agreed. */
  agreed: Array<number>,
  /** The players whose agreement is missing. */
  missing: Array<number>,
};

/** The body of every error response. */
export type ErrorBody = {
  /** The error. */
  error: ErrorDetail,
};

/** An error. */
export type ErrorDetail = {
  /** Code for programs. */
  code: string,
  /** English text for people. */
  message: string,
};

/** An event of the game, as one viewer may know it. */
export type GameEvent =
  | { "type": "seated", guest: string, seat: string, }
  | { "type": "scored", table: string, nation: string, guests: number, doubled: boolean, points: number, }
  | { "type": "party_scored", table: string, nation: string, doubled: boolean, points: number, }
  | { "type": "cleared", table: string, }
  | { "type": "laid", table: string, nation: string, }
  | { "type": "drew", player: number, tile: string | null, }
  | { "type": "laid_down", player: number, tile: string | null, }
  | { "type": "at_bar", tile: string, place: number, points: number, }
  | { "type": "swapped", guest: string, joker: string, seat: string, }
  | { "type": "eliminated", player: number, tile: string, place: number, }
  | { "type": "passed", player: number, }
  | { "type": "turn_passed", to: number, }
  | { "type": "game_over", why: string, };

/** A game that is over, step by step, with all hands open. Undone actions and chat are not part of it. */
export type GameReplay = {
  /** The room: settings and occupants. */
  room: RoomView,
  /** The day the game started. */
  date: string,
  /** The seed of the deal; null if the deal was fixed. */
  seed: string | null,
  /** Number of the deal among those that follow from secret and shares, if it was chosen because it is friendly to the first
   * player; null if the deal was not chosen. */
  friendly_deal: number | null,
  /** The secret the server committed to; null if the deal was fixed. */
  secret: string | null,
  /** By player: the share of the seed. */
  shares: Array<string | null>,
  /** All guests in drawing order. */
  guests: Array<string>,
  /** Card game: all tables in drawing order. */
  tables: Array<string>,
  /** The game as dealt. */
  start: GameView,
  /** The actions in order. */
  steps: Array<ReplayStep>,
  /** The result. */
  result: GameResult,
};

/** The result of a game. */
export type GameResult = {
  /** Why the game ended: an ending of the rules, `resigned` or `agreement`. */
  why: string,
  /** By player: the penalty for the cards left, as a positive number. There is none in a game that was not played to its end. */
  penalties: Array<number>,
  /** By player: the final score. */
  final: Array<number>,
  /** The winners, ascending; several if they tie, none if the players agreed to end the game. */
  winners: Array<number>,
  /** By player: the place, from 1. Players who tie share a place, and the following places are skipped. All are 0 if the
   * players agreed to end the game. */
  places: Array<number>,
  /** The players who resigned, in that order. They rank last, whatever their points. */
  resigned: Array<number>,
};

/** The game as one viewer sees it. Cells, guests, tiles and nations are in notation. */
export type GameView = {
  /** The player you are; null for a spectator. */
  player: number | null,
  /** Number of actions and undos so far. Requests refer to it. */
  seq: number,
  /** The player to move. */
  turn: number,
  /** Number of guests seated in this turn. */
  placed: number,
  /** The tables at one of which the opener still needs company. */
  pending: Array<string>,
  /** Card game: the nation of each table. The board's tables are part of its plan. */
  tables: Record<string, string>,
  /** The guest on each occupied seat. */
  seated: Record<string, string>,
  /** By player: the score. */
  scores: Array<number>,
  /** By player: what the tiles left would cost if the game ended now, as a positive number; in a finished game, what they
   * cost. It is exact: in the card game it follows from the numbers of cards, and in the board game hands lie open. */
  penalties: Array<number>,
  /** By player: the final score if the game ended now; in a finished game, the final score. */
  totals: Array<number>,
  /** By player: the hand, if you may see it. */
  hands: Array<Array<string> | null>,
  /** By player: the size of the hand. */
  hand_sizes: Array<number>,
  /** Card game, by player: the number of cards face down. */
  down_sizes: Array<number>,
  /** Card game, by player: the cards face down, if you may see them. */
  down: Array<Array<string> | null>,
  /** Number of guests still to be drawn. */
  guest_stock: number,
  /** Number of tables still to be laid. */
  table_stock: number,
  /** The guests you have not seen, in other hands and in the stock. */
  unseen: Array<string>,
  /** Card game: the tables still to be laid, sorted. */
  tables_left: Array<string>,
  /** Board game: the guests at the bar, in order. */
  bar: Array<string>,
  /** Board game: the points of the places at the bar. */
  bar_values: Array<number>,
  /** Board game: the eliminated players, in order. */
  eliminated: Array<number>,
  /** When the turn of the player to move runs out of time, in milliseconds since 1970. */
  deadline: number | null,
  /** Whether you can undo your last action without asking. */
  can_undo: boolean,
  /** The open undo request. */
  undo_vote: UndoVoteView | null,
  /** The open proposal to end the game. */
  end_vote: EndVoteView | null,
  /** From when you may nudge the player to move, in milliseconds since 1970; null if you may not. */
  nudge_at: number | null,
  /** From when you may claim the end because the player to move is silent, in milliseconds since 1970; null if you may not. */
  claim_at: number | null,
  /** Your legal actions, if it is your turn. */
  legal: Array<LegalAction>,
  /** If it is your turn, the tiles in your hand that have no legal seat, sorted; of equal ones only the first. */
  unseatable: Array<UnseatableTile>,
  /** The result of a finished game. */
  result: GameResult | null,
};

/** A turn that a hint suggests. */
export type HintTurn = {
  /** Actions in notation, in order. */
  actions: Array<string>,
  /** Points scored at once. */
  points: number,
  /** Expected final margin over the best opponent. */
  value: number,
  /** Whether `value` is exact: the end of the game could be solved. Otherwise it is an estimate. */
  exact: boolean,
  /** Whether the turn goes on after these actions, because they reveal a new table. */
  continues: boolean,
  /** The tables that the turn fills. */
  fills: Array<string>,
  /** The tables whose points are doubled. */
  doubled: Array<string>,
  /** Number of tiles in your hand after the turn, with those that you draw. */
  hand_size: number,
  /** The result if the turn ends the game. Left out if the game goes on, or if the result depends on a tile that is drawn. */
  result?: GameResult,
};

/** What the home page shows. */
export type Home = {
  /** You; null if this device has no visitor. */
  me: Me | null,
  /** Whether you have not played yet: the server knows of no game of yours that has started. */
  is_new: boolean,
  /** Your unfinished games: at most 100. */
  running: RoomPage,
  /** Your latest finished games. */
  finished: RoomPage,
  /** The public rooms, as `GET /api/v1/rooms` lists them: at most 100. */
  public: Array<RoomListItem>,
};

/** A legal action and what it would bring. */
export type LegalAction = {
  /** In notation. */
  action: string,
  /** By table, or `bar`: the points. */
  points: Record<string, number>,
  /** The tables whose points are doubled. */
  doubled?: Array<string>,
  /** For a guest seated where nobody sits: the most points that your next guest of this turn can score there. Left out if
   * none could follow. */
  follow_up?: number,
  /** Whether it would eliminate you. */
  eliminates?: boolean,
  /** The result if it would end the game. Left out if the game goes on, or if the result depends on a tile that is drawn. */
  result?: GameResult,
};

/** How well a bot plays. */
export type Level = "novice" | "casual" | "regular" | "expert" | "master";

/** A link that signs in another device. The code is sent only once. */
export type LinkCreated = {
  /** To be sent to `POST /api/v1/links/{code}` by the other device. */
  code: string,
  /** When the link expires, in milliseconds since 1970. */
  expires_at: number,
};

/** The visitor of this device. */
export type Me = {
  /** Visitor id, as others see it. */
  visitor: string,
  /** Display name. */
  name: string,
  /** Whether the visitor is an external bot. */
  is_program: boolean,
};

/** A display name. */
export type NameBody = {
  /** 1 to 24 characters. */
  name: string,
};

/** A bot to seat in a new room. */
export type NewBot = {
  /** Which seat. */
  player: number,
  /** Playing strength. */
  level: Level,
};

/** A room to open. */
export type NewRoomBody = {
  /** Settings. The game and the number of players are required. */
  options: Pick<RoomOptions, 'game' | 'players'> & Partial<RoomOptions>,
  /** Bots to seat at once. */
  bots?: Array<NewBot>,
};

/** The occupant of a seat. */
export type OccupantView = {
  /** Display name; empty if the seat is free. */
  name: string,
  /** The visitor in the seat. */
  visitor: string | null,
  /** The level of the bot in the seat. */
  bot: Level | null,
  /** Whether the visitor is an external bot. */
  is_program: boolean,
  /** The visitor the seat is reserved for. */
  reserved_for: string | null,
  /** Whether a bot plays for the visitor. */
  bot_plays: boolean,
  /** Whether the visitor resigned. If the game goes on, a bot plays on in the seat. */
  resigned: boolean,
  /** Whether the host muted the visitor. */
  muted: boolean,
  /** Whether the visitor contributed a share to the seed. */
  has_share: boolean,
};

/** What played an action. */
export type PlayedBy = "player" | "bot" | "clock";

/** The identity of a new external bot. The token is sent only once. */
export type ProgramCreated = {
  /** Visitor id, as others see it. */
  visitor: string,
  /** To be sent as `Authorization: Bearer …`. */
  token: string,
};

/** A reaction. */
export type Reaction = "hello" | "bravo" | "cheers" | "hmm" | "thanks";

/** An action of a finished game. */
export type ReplayStep = {
  /** The player to move. */
  player: number,
  /** What played it. */
  by: PlayedBy,
  /** When, in milliseconds since 1970. */
  at: number,
  /** The action in notation. */
  action: string,
  /** What it caused: which table paid how much, and why. */
  events: Array<GameEvent>,
  /** Total points of the action. */
  points: number,
  /** The game after the action, all hands open. */
  view: GameView,
};

/** An event of a room: an entry of its log, without what the viewer may not know. */
export type RoomEvent = {
  /** Number of the entry. */
  number: number,
  /** When, in milliseconds since 1970. */
  at: number, } & (
  | { "type": "opened" }
  | { "type": "seat_taken", player: number, name: string, }
  | { "type": "seat_left", player: number, }
  | { "type": "started" }
  | { "type": "action_played", player: number, action: string, by: PlayedBy, events: Array<GameEvent>, scores: Array<number>, }
  | { "type": "undone", player: number, count: number, }
  | { "type": "undo_requested", player: number, count: number, }
  | { "type": "undo_agreed", player: number, }
  | { "type": "undo_declined", player: number, }
  | { "type": "bot_took_over", player: number, by_choice: boolean, }
  | { "type": "player_returned", player: number, }
  | { "type": "resigned", player: number, claimed_by: number | null, ends_game: boolean, }
  | { "type": "nudged", player: number, to: number, }
  | { "type": "end_proposed", player: number, }
  | { "type": "end_agreed", player: number, }
  | { "type": "end_declined", player: number, }
  | { "type": "ended_by_agreement", player: number, }
  | { "type": "chat", player: number, text: string, }
  | { "type": "muted", player: number, muted: boolean, }
  | { "type": "rematch_opened", room: string, }
  | { "type": "replay_shared", player: number, }
  | { "type": "closed", reason: string | null, });

/** A room in a list. */
export type RoomListItem = {
  /** Settings and occupants. */
  room: RoomView,
  /** When the room was opened, in milliseconds since 1970. */
  opened_at: number,
  /** Time of the last entry, accurate to about a minute, in milliseconds since 1970. */
  updated_at: number,
  /** When the turn of the player to move runs out of time, in milliseconds since 1970, in a running game that you may see. */
  deadline: number | null,
  /** The player to move in a running game that you may see. */
  to_move: number | null,
  /** By player: the score at the end of the last turn, or the final score; empty if you may not see the game. */
  scores: Array<number>,
  /** The café at the end of the last turn, if you may see the game: a letter for the nation of each table, a space, and a letter
   * for the nation of the guest on each seat or `.` if it is free, all in reading order. `A` is the first nation by code. */
  cafe: string,
  /** The result of a finished game that you may see. */
  result: GameResult | null,
  /** The player you are, in the list of your own rooms. */
  player: number | null,
};

/** The settings of a room. */
export type RoomOptions = {
  /** `card` or `board`. */
  game: "card" | "board",
  /** Number of players. */
  players: number,
  /** Whether the party variant is played. */
  parties: boolean,
  /** Time limit for a turn. */
  clock: Clock,
  /** Whether the room is listed publicly. A private room is found by its link only. */
  public: boolean,
  /** Whether others may watch the game. */
  spectators: boolean,
  /** Whether players may ask for hints. */
  hints: boolean,
  /** Whether players may undo actions. */
  undo: boolean,
  /** Whether the deal is chosen to be friendly to the first player (docs/shuffle.md): for a first game. Only bots may have the
   * other seats. */
  friendly_deal: boolean,
};

/** A page of a list of rooms. */
export type RoomPage = {
  /** The rooms. A page may have fewer than `limit` even if more follow. */
  rooms: Array<RoomListItem>,
  /** Value of `after` for the next page; null on the last one. */
  next: string | null,
};

/** What happened since the last update, and the state now. */
export type RoomUpdate = {
  /** Number of the last entry. Send it as `last` when you reconnect. */
  number: number,
  /** Id of your request, if this answers one. */
  id?: number,
  /** What happened since the last update. */
  events: Array<RoomEvent>,
  /** Whether `events` replace all earlier ones, because too much happened: the actions that were not undone, and the newest
   * other events. */
  condensed?: boolean,
  /** Settings and occupants, if they changed. */
  room?: RoomView,
  /** The game as you see it, once it has started. */
  view?: GameView,
};

/** A room as everybody sees it. */
export type RoomView = {
  /** Id of the room. */
  id: string,
  /** Settings of the room. */
  options: RoomOptions,
  /** Commitment to the secret of the deal, published before anybody takes a seat. */
  commitment: string,
  /** The visitor who may add bots, mute players and so on. */
  host: string,
  /** By player: the occupant of the seat. */
  occupants: Array<OccupantView>,
  /** Whether the game has started. */
  started: boolean,
  /** Whether the game is over or the room closed. */
  over: boolean,
  /** Whether the room was closed before the end. */
  closed: boolean,
  /** The room of the rematch. */
  next_room: string | null,
  /** Whether a player shared the finished game with everybody who has the link. */
  shared: boolean,
};

/** A message to a client. */
export type ServerMessage =
  | { "type": "welcome",
  /** The server's [`PROTOCOL_VERSION`](super::PROTOCOL_VERSION). A client with another one does not read on: it may not
   * understand the messages. */
  protocol: number,
  /** The server's time in milliseconds since 1970, for the clocks. */
  now: number,
  /** Your visitor id. */
  visitor: string, }
  | { "type": "update" } & RoomUpdate
  | { "type": "done",
  /** Id of the request. */
  id: number, }
  | { "type": "refused",
  /** Id of the request. */
  id: number,
  /** Code for programs. */
  code: string,
  /** English text for people. */
  message: string,
  /** The café tables that are in the way, for a refusal of the rules. */
  tables: Array<string>, }
  | { "type": "hint",
  /** Id of the request. */
  id: number,
  /** The best turns, best first. */
  turns: Array<HintTurn>, }
  | { "type": "past_view",
  /** Id of the request. */
  id: number,
  /** The game as you saw it then, without legal actions. Its `seq` is the number of actions. */
  view: GameView, }
  | { "type": "reaction",
  /** The player. */
  player: number,
  /** Which one. */
  reaction: Reaction, }
  | { "type": "presence",
  /** By player: whether the visitor in the seat is connected. */
  online: Array<boolean>,
  /** Number of other viewers. */
  spectators: number, }
  | { "type": "closing" };

/** A position to study. */
export type StudyBody = {
  /** A position as in docs/protocol.md, with the stocks in drawing order. */
  position: Record<string, unknown>,
  /** At most 40 actions in notation, played in order by the players to move. */
  actions?: Array<string>,
  /** Whose view to return; by default that of the player to move at the end. */
  player?: number,
};

/** Why an action of a study was refused. */
export type StudyRefusal = {
  /** The action. */
  action: string,
  /** Code for programs. */
  code: string,
  /** English text for people. */
  message: string,
  /** The café tables that are in the way. */
  tables: Array<string>,
};

/** A position after some actions. Nothing is random: the position includes its stocks. */
export type StudyResult = {
  /** The game. */
  game: "card" | "board",
  /** The position after the actions, as the player sees it. */
  view: GameView,
  /** The actions that were played. */
  steps: Array<StudyStep>,
  /** Why the next action was refused; the ones after it were ignored. */
  refused: StudyRefusal | null,
};

/** An action of a study. */
export type StudyStep = {
  /** The player to move. */
  player: number,
  /** The action in notation. */
  action: string,
  /** What it caused: which table paid how much, and why. */
  events: Array<GameEvent>,
  /** Total points of the action. */
  points: number,
  /** By player: the score after the action. */
  scores: Array<number>,
};

/** An open undo request. */
export type UndoVoteView = {
  /** To be sent with an answer. */
  id: number,
  /** The player who asks. */
  player: number,
  /** Number of actions to undo. */
  count: number,
  /** The players who agreed. */
  agreed: Array<number>,
};

/** Why no seat is legal: the reason at a seat that comes nearest to being legal. Seats and tables are cells. */
export type UnseatableReason =
  | { "type": "no_table" }
  | { "type": "no_free_seat", tables: Array<string>, }
  | { "type": "unbalanced", seat: string, table: string, ladies: number, gentlemen: number, }
  | { "type": "no_follower", seat: string, tables: Array<string>, }
  | { "type": "last_placement", seat: string, tables: Array<string>, }
  | { "type": "away_from_opener", seat: string, tables: Array<string>, };

/** A tile in your hand that has no legal seat. */
export type UnseatableTile = {
  /** The tile in notation. */
  tile: string,
  /** Why no seat is legal. */
  reason: UnseatableReason,
};
