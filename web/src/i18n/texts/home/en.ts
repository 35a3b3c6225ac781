/** The home screen. */
export const en = {
  'home.title': 'Bring the world to the table',
  'home.lead': 'Guests from twelve nations, and never enough chairs. Seat the right people together and score at every table.',
  'home.play': 'Play now',
  'home.play.hint': 'The quick card game against a bot',
  'home.playBoard': 'Play the board game',
  'home.playBoard.hint': 'The big café, against a bot',
  'home.friends': 'Play with friends',
  'home.friends.hint': 'Open a game and share the link',
  'home.learn': 'New here? Learn it in a few minutes',

  'home.step1': 'Pick a guest',
  'home.step1.text': 'Tap someone in your hand.',
  'home.step2': 'Find a chair',
  'home.step2.text': 'Highlighted chairs show what they score, and why.',
  'home.step3': 'Fill the table',
  'home.step3.text': 'Everyone from the table’s own nation? Double points.',

  'home.continue': 'Continue',
  'home.continue.title': 'Continue where you left off',
  'home.continue.yours': 'It’s your turn in the game with {names}.',
  'home.continue.theirs': 'Your game with {names} is under way.',
  'home.continue.lobby': 'Your game is open and waiting for players.',

  'home.mine': 'Your games',
  'home.mine.none': 'No games yet. Start one and you’ll find it here.',
  'home.public': 'Open games',
  'home.public.none': 'No open games right now. Open one and it will show up here.',
  'home.finished': 'Finished',
  'home.more': 'Show more',
  'home.row': '{game} · {status}',
  'home.yours': 'Your turn',
  'home.theirs': '{name}’s turn',
  'home.waiting': '{n, plural, one {# free seat} other {# free seats}}',
  'home.playing': 'In progress',
  'home.closed': 'Closed',
  'home.won': 'You won',
  'home.shared': 'Shared win',
  'home.lost': '{n, plural, one {{name} won} other {{name} shared the win}}',
} as const;

export type HomeKey = keyof typeof en;
