// What goes over the wire between a client and the server (docs/server-protocol.md).
// Made from the Rust types by `cargo xtask types`: change those, never this file.

/** A message from a client: what it asks, and a number of its own by which it knows the answer. */
export type Asked = {
  /** The client's number for it. */
  id?: number, } & (
  | { "do": "sit",
  /** Which seat. */
  seat?: number | null,
  /** The share of the seed. */
  share?: string | null, }
  | { "do": "leave" }
  | { "do": "add_bot",
  /** Where. */
  seat: number,
  /** How well it plays. */
  level: Level, }
  | { "do": "remove",
  /** Which. */
  seat: number, }
  | { "do": "start" }
  | { "do": "act",
  /** The number of moves that the client has seen: what this answers. */
  seq: number,
  /** In the notation, in order. */
  actions: Array<string>, }
  | { "do": "undo",
  /** The number of moves that the client has seen. */
  seq: number, }
  | { "do": "answer_undo",
  /** The number of moves that the client has seen: whoever has gone on since asks about something else. */
  seq: number,
  /** Yes or no. */
  agree: boolean, }
  | { "do": "back" }
  | { "do": "say",
  /** A line of 1 to 300 characters. */
  text: string, }
  | { "do": "react",
  /** Which. */
  with: Reaction, }
  | { "do": "mute",
  /** Whom. */
  seat: number,
  /** Whether to mute. */
  muted: boolean, }
  | { "do": "hint",
  /** The number of moves that the client has seen. */
  seq: number, }
  | { "do": "rematch" }
  | { "do": "share" }
  | { "do": "close" }
  | { "do": "ping" });

/** Who played an action. */
export type By = "player" | "bot" | "clock";

/** How long a turn may take. */
export type Clock =
  | { "kind": "none" }
  | { "kind": "seconds",
  /** How many. */
  each: number, }
  | { "kind": "days",
  /** How many. */
  each: number, };

/** The body of every answer that is none. */
export type Failure = {
  /** What went wrong. */
  error: FailureTold,
};

/** What went wrong. */
export type FailureTold = {
  /** For programs. */
  code: string,
  /** For people, in English. */
  message: string,
};

/** Some of one's games, the last opened first. */
export type GamesPage = {
  /** The games; there may be fewer than were asked for even if there are more. */
  games: Array<TableListed>,
  /** What to ask for as `after` to see more; nothing if there are no more. */
  next: string | null,
};

/** Something that happened at a table. */
export type Happening = {
  /** Its number. */
  n: number,
  /** When, in milliseconds since 1970. */
  at: number, } & (
  | { "what": "opened" }
  | { "what": "sat", seat: number, name: string, }
  | { "what": "left", seat: number, }
  | { "what": "dealt" }
  | { "what": "acted", seat: number, action: string, by: By, events: Array<Seen>, scores: Array<number>, }
  | { "what": "undone", seat: number, steps: number, }
  | { "what": "undo_asked", seat: number, steps: number, }
  | { "what": "undo_agreed", seat: number, }
  | { "what": "undo_declined", seat: number, }
  | { "what": "minded", seat: number, }
  | { "what": "returned", seat: number, }
  | { "what": "said", seat: number, text: string, }
  | { "what": "muted", seat: number, muted: boolean, }
  | { "what": "followed", table: string, }
  | { "what": "shared", seat: number, }
  | { "what": "closed", why: string | null, });

/** A turn that the house would play. */
export type HintedTurn = {
  /** What to play, in order. */
  actions: Array<string>,
  /** The points it scores at once. */
  points: number,
  /** How far ahead of the best opponent one can hope to be at the end. */
  value: number,
};

/** Something that you can do, and what it would score. */
export type LegalAction = {
  /** In the notation. */
  action: string,
  /** What each table, or the `bar`, would pay. */
  points: Record<string, number>,
  /** Whether it would eliminate you. */
  eliminates?: boolean,
};

/** How well a bot of the house plays. */
export type Level = "novice" | "casual" | "regular" | "expert" | "master";

/** A link to another device, told once. */
export type LinkMade = {
  /** To be given to `POST /api/v1/links/{code}` on the other device. */
  code: string,
  /** Until when, in milliseconds since 1970. */
  expires: number,
};

/** A visitor. */
export type Me = {
  /** As others see it. */
  visitor: string,
  /** The name to show. */
  name: string,
  /** Whether it is a bot from outside. */
  program: boolean,
};

/** A name. */
export type Named = {
  /** 1 to 24 characters. */
  name: string,
};

/** A bot that sits down at once. */
export type NewBot = {
  /** Where. */
  seat: number,
  /** How well it plays. */
  level: Level,
};

/** What a new table is to be. */
export type NewTable = {
  /** What is agreed. The game and the number of players must be named, the rest may. */
  options: Pick<TableOptions, 'game' | 'players'> & Partial<TableOptions>,
  /** Bots that sit down at once. */
  bots?: Array<NewBot>,
};

/** How things are now. */
export type Now = {
  /** The number of this push: name it when you come back. */
  n: number,
  /** If this answers a question of yours, its number. */
  id?: number,
  /** What has happened since the push you saw last. */
  happened: Array<Happening>,
  /** Who sits at the table and what is agreed, if that has changed. */
  room?: RoomShown,
  /** The café as you see it, once the cards are dealt. */
  scene?: Scene,
};

/** A token, told once. */
export type ProgramMade = {
  /** As others see it. */
  visitor: string,
  /** To be shown as `Authorization: Bearer …`. */
  token: string,
};

/** A friendly gesture. */
export type Reaction = "hello" | "bravo" | "cheers" | "hmm" | "thanks";

/** A finished game, step by step, with everything in the open: nothing of it is told before the end. What was taken back
 * is not in it, and what was said at the table is not either. */
export type Replay = {
  /** The table: who sat where, and what was agreed. */
  table: RoomShown,
  /** The day on which the cards were dealt. */
  date: string,
  /** What the order of the cards followed from; nothing if somebody wrote the order down. */
  seed: string | null,
  /** What the dealer had committed to; nothing if somebody wrote the order down. */
  secret: string | null,
  /** By player: what they added to the seed. */
  shares: Array<string | null>,
  /** All guests in the order in which they were drawn. */
  guests: Array<string>,
  /** Card game: all tables in the order in which they were laid. */
  tables: Array<string>,
  /** The café as the cards were dealt. */
  start: Scene,
  /** Everything that was played, in order. */
  steps: Array<ReplayStep>,
  /** How it ended. */
  result: ResultShown,
};

/** An action of a finished game. */
export type ReplayStep = {
  /** Whose turn it was. */
  seat: number,
  /** Who played it. */
  by: By,
  /** When, in milliseconds since 1970. */
  at: number,
  /** What, in the notation. */
  action: string,
  /** What it brought about: which table paid how much, and why. */
  events: Array<Seen>,
  /** All points of the action together. */
  points: number,
  /** The café afterwards, all hands open. */
  scene: Scene,
};

/** How a game ended. */
export type ResultShown = {
  /** Why, in one word. */
  why: string,
  /** By player: what the cards left cost, as a positive number. */
  penalties: Array<number>,
  /** By player: the points at the end. */
  final: Array<number>,
  /** Who won, ascending; several if they share the win. */
  winners: Array<number>,
  /** By player: 1 for the winners, and so on; players who share a place leave the next ones out. */
  places: Array<number>,
};

/** A table, as everybody sees it. */
export type RoomShown = {
  /** Its name. */
  id: string,
  /** What is agreed. */
  options: TableOptions,
  /** What the dealer has committed to, before anybody sat down. */
  commitment: string,
  /** Who may add bots and so on. */
  host: string,
  /** Who sits where. */
  seats: Array<SeatShown>,
  /** Whether the cards are dealt. */
  started: boolean,
  /** Whether the game is over, or the table closed. */
  over: boolean,
  /** Whether the table was closed before the end. */
  closed: boolean,
  /** Where the same people went on. */
  followed: string | null,
  /** Whether a player has let everybody who has the link see the finished game. */
  shared: boolean,
};

/** The café as one viewer sees it. Cells, guests, tiles and nations are written as in the notation. */
export type Scene = {
  /** Your seat, if you have one. */
  seat: number | null,
  /** How many moves there were: what an action answers. */
  seq: number,
  /** Whose turn it is. */
  turn: number,
  /** How many guests were seated in this turn. */
  placed: number,
  /** At one of these tables an opener waits for company. */
  pending: Array<string>,
  /** Whose tables they are. */
  tables: Record<string, string>,
  /** Who sits where. */
  seated: Record<string, string>,
  /** By player: the points so far. */
  scores: Array<number>,
  /** By player: the hand, if you may see it. */
  hands: Array<Array<string> | null>,
  /** By player: how many cards are in hand. */
  hand_sizes: Array<number>,
  /** Card game, by player: how many lie face down. */
  down_sizes: Array<number>,
  /** Card game, by player: what lies face down, if you may see it. */
  down: Array<Array<string> | null>,
  /** How many guests are still to be drawn. */
  guest_stock: number,
  /** How many tables are still to be laid. */
  table_stock: number,
  /** The guests you have not seen, in whatever hand or stock they are. */
  unseen: Array<string>,
  /** Card game: the tables still to be laid, sorted. */
  tables_left: Array<string>,
  /** Board game: who stands at the bar, in order. */
  bar: Array<string>,
  /** Board game: what the places at the bar are worth. */
  bar_values: Array<number>,
  /** Board game: who is out, in order. */
  out: Array<number>,
  /** When the time of the player to move is up, in milliseconds since 1970. */
  deadline: number | null,
  /** Whether the last action can be taken back without asking. */
  may_undo: boolean,
  /** Somebody asks to take back. */
  vote: VoteShown | null,
  /** If it is your turn: everything that you can do. */
  legal: Array<LegalAction>,
  /** How the game ended. */
  result: ResultShown | null,
};

/** A seat. */
export type SeatShown = {
  /** Nothing if it is free. */
  name: string,
  /** The visitor in it. */
  visitor: string | null,
  /** The level of the bot of the house in it. */
  bot: Level | null,
  /** Whether it is a bot from outside. */
  program: boolean,
  /** Whether the seat is kept for somebody. */
  kept_for: string | null,
  /** Whether a bot looks after it. */
  minded: boolean,
  /** Whether the host has muted its player. */
  muted: boolean,
};

/** What an action brought about, as one viewer may know it. */
export type Seen =
  | { "event": "seated", guest: string, seat: string, }
  | { "event": "scored", table: string, nation: string, guests: number, doubled: boolean, points: number, }
  | { "event": "party_scored", table: string, nation: string, doubled: boolean, points: number, }
  | { "event": "cleared", table: string, }
  | { "event": "laid", table: string, nation: string, }
  | { "event": "drew", player: number, tile: string | null, }
  | { "event": "laid_down", player: number, tile: string | null, }
  | { "event": "at_bar", tile: string, place: number, points: number, }
  | { "event": "swapped", guest: string, joker: string, seat: string, }
  | { "event": "eliminated", player: number, tile: string, place: number, }
  | { "event": "passed", player: number, }
  | { "event": "turn_passed", to: number, }
  | { "event": "game_over", why: string, };

/** A position after some actions. Nothing in it is left to chance: the position brought its own stocks along. */
export type Studied = {
  /** Which game it is of. */
  game: "card" | "board",
  /** The café afterwards, as the seat sees it at a table. */
  scene: Scene,
  /** What was played, in order. */
  steps: Array<StudiedStep>,
  /** Why the next action could not be played; those after it were not looked at. */
  refused: StudyRefused | null,
};

/** An action of a study. */
export type StudiedStep = {
  /** Whose turn it was. */
  seat: number,
  /** What, in the notation. */
  action: string,
  /** What it brought about: which table paid how much, and why. */
  events: Array<Seen>,
  /** All points of the action together. */
  points: number,
  /** By player: the points afterwards. */
  scores: Array<number>,
};

/** Something to be studied. */
export type Study = {
  /** A position as docs/protocol.md describes it, with the stocks in the order in which they are drawn. */
  position: Record<string, unknown>,
  /** What is played in it, in order: 40 actions at the most, of whichever player is to move. */
  actions?: Array<string>,
  /** As whom one looks at it; without it, as who is to move in the end. */
  seat?: number,
};

/** Why an action cannot be played, as a table would say it. */
export type StudyRefused = {
  /** What was tried. */
  action: string,
  /** For programs. */
  code: string,
  /** For people, in English. */
  message: string,
  /** The tables that are in the way. */
  tables: Array<string>,
};

/** A table in a list. */
export type TableListed = {
  /** The table. */
  table: RoomShown,
  /** When it was opened, in milliseconds since 1970. */
  opened: number,
  /** When something happened there last, in milliseconds since 1970. */
  touched: number,
  /** Whose turn it is, in a game that goes on and is yours or for watching. */
  to_move: number | null,
  /** The points so far, or at the end; none if the game is neither yours nor for watching. */
  scores: Array<number>,
  /** How the game ended, if it did. */
  result: ResultShown | null,
  /** Where you sit, in the list of your own games. */
  seat: number | null,
};

/** What is agreed when a table is opened. */
export type TableOptions = {
  /** `card` or `board`. */
  game: "card" | "board",
  /** How many play. */
  players: number,
  /** Whether ladies' parties and regulars' tables are played. */
  parties: boolean,
  /** How long a turn may take. */
  clock: Clock,
  /** Whether the table is listed for everybody; else only those who know its link find it. */
  public: boolean,
  /** Whether others may watch. */
  watching: boolean,
  /** Whether players may ask the house for a hint. */
  hints: boolean,
  /** Whether players may take back. */
  undo: boolean,
};

/** A message to a client. */
export type Tell =
  | { "tell": "welcome",
  /** Milliseconds since 1970. */
  now: number,
  /** Your visitor's id. */
  visitor: string, }
  | { "tell": "now" } & Now
  | { "tell": "done",
  /** The client's number of the question. */
  id: number, }
  | { "tell": "refused",
  /** The client's number of the question. */
  id: number,
  /** For programs. */
  code: string,
  /** For people, in English. */
  message: string,
  /** The tables that are in the way, if the rules are. */
  tables: Array<string>, }
  | { "tell": "hint",
  /** The client's number of the question. */
  id: number,
  /** The best turns, best first. */
  turns: Array<HintedTurn>, }
  | { "tell": "reacted",
  /** From whom. */
  seat: number,
  /** Which. */
  with: Reaction, }
  | { "tell": "presence",
  /** By seat: whether its player looks at the table. */
  here: Array<boolean>,
  /** How many others watch. */
  watching: number, }
  | { "tell": "closing" };

/** Somebody asks to take back. */
export type VoteShown = {
  /** Who asks. */
  seat: number,
  /** How many actions. */
  steps: number,
  /** Who has agreed. */
  agreed: Array<number>,
};
