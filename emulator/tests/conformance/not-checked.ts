/** Checks that LINE makes and the emulator does not, for the support page. */
export const NOT_CHECKED: readonly string[] = [
  'whether a URL can be loaded, and the format and the size of its file',
  'whether a sticker exists',
  'whether a latitude and a longitude are in range',
  'whether a sender’s name contains a word that LINE forbids, such as “LINE”',
  'whether the earliest time of a date picker is before its latest',
  'rate limits',
]

/** Behaviour that the emulator guesses because LINE does not document it, for the support page. */
export const GUESSES: readonly string[] = [
  'the text of the 403 for `sendMessages` in a browser outside LINE, and in an app that was opened from a QR code; only the text after a refused scope was seen in public reports',
  'fields that LIFF’s reference calls unavailable (`emojis`, `quoteToken`, `trackingId`) are refused, not ignored',
  'the text of the error for an action other than a URI action, for such a field, for bubbles of different sizes and for too many animated images',
  'LINE’s reference says that these calls are refused, but shows no response, so status and text are those of its other errors: the profile, the friendship and the user information without their scope (403), `sendMessages` without `chat_message.write` or outside a chat (403), a refresh token that has expired or belongs to another channel (400, `invalid_grant`)',
  '`shareTargetPicker` rejects with LINE’s message for invalid messages, and the picker does not appear',
  'how `accessTokenHash` and `utouId` are computed; their form is LINE’s',
  'the refresh token of a LIFF login works like one of LINE Login',
  'LIFF checks messages like the Messaging API, whose texts and paths were seen in public error reports',
]
