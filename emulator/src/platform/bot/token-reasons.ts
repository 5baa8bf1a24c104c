import { ownEntry } from '../../own-entry.ts'
import type { World } from '../../world/state.ts'
import { bearerOf } from '../access.ts'

/** Enough characters to identify a longer token without disclosing it. */
const SHOWN_CHARACTERS = 8
/** Texts up to this length, such as `undefined`, appear whole in a reason. LINE's tokens are longer. */
const SHORT_CHARACTERS = 12

const NO_HEADER =
  'The request has no Authorization header. (If its value has spaces around it, Node 20 drops it in HTTP/2)'

const shown = (token: string): string =>
  token.length <= SHORT_CHARACTERS
    ? `"${token}"`
    : `"${token.slice(0, SHOWN_CHARACTERS)}..." (${token.length} characters)`

function problemOf(world: World, request: Request): string {
  if (!request.headers.has('authorization')) return NO_HEADER
  const token = bearerOf(request)
  if (token === null) return 'The Authorization header is not "Bearer", one space and a token'
  if (/^(undefined|null|none|nil)$/i.test(token))
    return `The token is "${token}": the variable that the program reads is not set`
  if (ownEntry(world.accessTokens, token) !== undefined)
    return `The token ${shown(token)} is the access token of a user. The Messaging API needs that of the channel`
  return `The token ${shown(token)} is not one of the channel's`
}

/** Says why the token is invalid, which tokens the channel has, and what to do. Never contains a whole token. */
export function unknownToken(world: World, request: Request): string {
  const { channelId, accessToken } = world.scenario.messaging
  const issued = Object.values(world.channelTokens).filter(token => token.channelId === channelId).length
  const others = issued === 0 ? '' : `, and ${issued} issued ${issued === 1 ? 'token' : 'tokens'}`
  return `${problemOf(world, request)}. The Messaging API channel ${channelId} has ${shown(accessToken)}${others}. Read the token from LINE_CHANNEL_ACCESS_TOKEN, which liff-emulator passes to a back end, or set this variable to the program's token when you start the emulator`
}
