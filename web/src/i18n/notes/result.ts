import type { Note } from '../check/problems';

export const notes: Record<string, Note> = {
  'over.youWon': 'Large title of the result, if the reader won alone.',
  'over.won': 'The same if somebody else won. {name}: that player.',
  'over.shared': 'The same if several won. {names}: list of names, beginning with “You” if the reader is one of them; then {you} is yes.',
  'over.why.*': 'Below the title: why the game ended.',
  'over.player': ['Column of the final scores.', 12],
  'over.points': ['Column: points won in the game.', 12],
  'over.penalty': ['Column: points lost for what was left in the hand.', 14],
  'over.final': ['Column: points minus penalty.', 12],
  'over.cost': 'Below the table: what the penalty is. Card game.',
  'over.costBoard': 'The same. Board game.',
  'over.chart': 'Name of the chart of points, for screen readers.',
  'over.look': ['Button: closes the result and shows the board.', 24],
  'over.replay': ['Button: opens the replay of this game.', 28],
  'over.share': ['Button: sends or copies a link to the replay.', 24],
  'over.linkCopied': 'Instead of that button, after it was pressed.',
  'over.verify': ['Button: opens the check that nobody chose the order of the cards.', 28],
  'over.rematch': ['Main button: opens a new game with the same players.', 22],
  'copy.byHand': 'Above a field with a link or text, if the browser does not let the page copy.',
};
