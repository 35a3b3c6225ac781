import type { Note } from '../check/problems';

export const notes: Record<string, Note> = {
  'chat.empty': 'In the chat before the first message.',
  'chat.players': 'Opens a list of players who can be muted.',
  'chat.mute': ['Button: the reader no longer sees the messages of this player.', 24],
  'chat.unmute': ['The opposite.', 24],
  'chat.muteForAll': ['Button of the host: the player can no longer write.', 26],
  'chat.unmuteForAll': ['The opposite.', 28],
  'chat.watching': 'For spectators, in place of the field for messages.',
  'chat.reactions': 'Name of the row of gestures, for screen readers.',
  'chat.placeholder': 'In the field for a message, before one is typed.',
  'chat.send': ['Button: sends the message.', 12],
  'keys.title': 'Title of the dialog with keyboard shortcuts.',
  'keys.*': 'What a key does, beside the key.',
  'key.enter': ['The Enter key as it is labelled on keyboards of this language.', 10],
  'key.pages': ['The keys Page Up and Page Down, as they are labelled.', 14],
  'key.escape': ['The Escape key, as it is labelled.', 8],
};
