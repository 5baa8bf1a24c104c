type Pair = { readonly id: string; readonly secret: string }

/** Variables for the Messaging API channel, the unambiguous names ("bot", "messaging") first. */
export const MESSAGING_NAMES = {
  id: ['LINE_BOT_CHANNEL_ID', 'LINE_MESSAGING_CHANNEL_ID', 'LINE_MESSAGE_CHANNEL_ID', 'LINE_CHANNEL_ID'],
  secret: [
    ...['LINE_BOT_CHANNEL_SECRET', 'LINE_MESSAGING_CHANNEL_SECRET', 'LINE_MESSAGE_CHANNEL_SECRET'],
    ...['CHANNEL_SECRET', 'LINE_CHANNEL_SECRET'],
  ],
  token: [
    ...['LINE_BOT_CHANNEL_ACCESS_TOKEN', 'LINE_BOT_CHANNEL_TOKEN'],
    ...['LINE_MESSAGING_CHANNEL_ACCESS_TOKEN', 'LINE_MESSAGING_ACCESS_TOKEN'],
    ...['CHANNEL_ACCESS_TOKEN', 'LINE_CHANNEL_ACCESS_TOKEN', 'LINE_CHANNEL_TOKEN', 'LINE_ACCESS_TOKEN'],
  ],
} as const

/** Variables that `exec` sets for the Messaging API channel. */
export const MESSAGING_VARIABLES = {
  // LINE's PHP SDK for Laravel uses the names with BOT; LINE's Node examples use the shorter names.
  id: ['LINE_CHANNEL_ID', 'LINE_BOT_CHANNEL_ID'],
  secret: ['LINE_CHANNEL_SECRET', 'CHANNEL_SECRET', 'LINE_BOT_CHANNEL_SECRET'],
  token: ['LINE_CHANNEL_ACCESS_TOKEN', 'CHANNEL_ACCESS_TOKEN', 'LINE_BOT_CHANNEL_ACCESS_TOKEN'],
} as const

/** Variables that `exec` sets for the LINE Login channel. */
export const LOGIN_VARIABLES: readonly Pair[] = [
  { id: 'LINE_LOGIN_CHANNEL_ID', secret: 'LINE_LOGIN_CHANNEL_SECRET' },
  // Auth.js
  { id: 'AUTH_LINE_ID', secret: 'AUTH_LINE_SECRET' },
  // better-auth, NextAuth.js 4 and Laravel Socialite
  { id: 'LINE_CLIENT_ID', secret: 'LINE_CLIENT_SECRET' },
  // laravel-line-sdk
  { id: 'LINE_LOGIN_CLIENT_ID', secret: 'LINE_LOGIN_CLIENT_SECRET' },
  // nuxt-auth-utils
  { id: 'NUXT_OAUTH_LINE_CLIENT_ID', secret: 'NUXT_OAUTH_LINE_CLIENT_SECRET' },
]

/** LINE's examples use this name for both kinds of channel. */
export const AMBIGUOUS_ID = 'LINE_CHANNEL_ID'

const OTHER_KIND = /_(?:BOT|MESSAGING|MESSAGE|PAY|NOTIFY|WORKS)_/

/** Matches names such as `NEXT_PUBLIC_LINE_CLIENT_ID`, `LINE_TH_CLIENT_ID` or `SOCIAL_AUTH_LINE_KEY`. */
const isLoginId = (name: string): boolean =>
  /^(?:[A-Z0-9]+_)*LINE_(?:(?:[A-Z0-9]+_)*(?:CHANNEL|CLIENT)_ID|KEY)$/.test(name) &&
  !OTHER_KIND.test(name) &&
  name !== AMBIGUOUS_ID

/** Returns the LINE Login variables that `exec` sets, plus any similar ones in `names`. */
export function loginPairs(names: readonly string[]): readonly Pair[] {
  const others = names.filter(name => isLoginId(name) && LOGIN_VARIABLES.every(({ id }) => id !== name))
  return [...LOGIN_VARIABLES, ...others.map(id => ({ id, secret: id.replace(/(?:ID|KEY)$/, 'SECRET') }))]
}
