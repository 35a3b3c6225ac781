/** The chat of a game, and the list of keyboard shortcuts. */
export const en = {
  'chat.empty': 'No messages yet. Say hello!',
  'chat.players': 'Mute players',
  'chat.mute': 'Mute for me',
  'chat.unmute': 'Unmute for me',
  'chat.muteForAll': 'Mute for everyone',
  'chat.unmuteForAll': 'Unmute for everyone',
  'chat.watching': 'Only players can chat.',
  'chat.reactions': 'Reactions',
  'chat.placeholder': 'Write a message',
  'chat.send': 'Send',

  'keys.title': 'Keyboard shortcuts',
  'keys.arrows': 'Move around your hand and the café',
  'keys.enter': 'Pick a guest; seat the guest',
  'keys.pages': 'Next chair that scores',
  'keys.hand': 'Go to your hand',
  'keys.toCafe': 'Go to the café',
  'keys.end': 'Confirm, or end your turn',
  'keys.undo': 'Undo',
  'keys.draw': 'Draw a card',
  'keys.bar': 'Send the guest to the bar',
  'keys.hint': 'Get a hint',
  'keys.talk': 'Chat',
  'keys.command': 'Type a move',
  'keys.escape': 'Go back one step',
  'keys.help': 'Show these shortcuts',
  'key.enter': 'Enter',
  'key.pages': 'PgUp PgDn',
  'key.escape': 'Esc',
} as const;

export type ChatKey = keyof typeof en;
