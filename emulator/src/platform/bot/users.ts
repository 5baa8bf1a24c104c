import { LINK_TOKEN_LIFETIME_MS } from '../../limits.ts'
import { friendshipOf, userOf } from '../../world/selectors.ts'
import { withToken } from '../../world/token-map.ts'
import { accountOf, botUserId, friendsOf, isFriend, pageOf, publicProfile } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidParameter,
  NOT_FOUND,
  type Operation,
  onUserId,
  refusal,
} from './operation.ts'

function info({ scenario }: BotCall): BotAnswer {
  const { id, name } = accountOf(scenario)
  return {
    status: 200,
    body: {
      userId: botUserId(scenario),
      basicId: id,
      displayName: name,
      pictureUrl: `https://profile.line-scdn.net/oa/${encodeURIComponent(id)}`,
      chatMode: 'bot',
      markAsReadMode: 'auto',
    },
  }
}

/** LINE only returns the profiles of friends. */
function profile({ scenario, params }: BotCall): BotAnswer {
  const user = userOf(scenario, params.userId ?? '')
  if (user === undefined || !isFriend(scenario, user.userId)) return NOT_FOUND
  const status = user.statusMessage === null ? {} : { statusMessage: user.statusMessage }
  const [language = ''] = scenario.environment.language.split('-')
  return { status: 200, body: { ...publicProfile(user), ...status, language } }
}

const FOLLOWERS = { usual: 300, most: 1000 }

function followers({ scenario, query }: BotCall): BotAnswer {
  const limit = Number(query.get('limit') ?? FOLLOWERS.usual)
  if (!Number.isInteger(limit) || limit < 1 || limit > FOLLOWERS.most) return invalidParameter('limit')
  const page = pageOf(friendsOf(scenario), query.get('start'), limit)
  if (page === null) return refusal(400, 'Invalid start param')
  const { items, ...next } = page
  return { status: 200, body: { userIds: items, ...next } }
}

function linkToken({ scenario, bot, params, now, secret }: BotCall): BotAnswer {
  const { userId = '' } = params
  const known = userOf(scenario, userId) !== undefined && friendshipOf(scenario, userId) !== 'none'
  if (!known) return NOT_FOUND
  const token = secret(24)
  const lifetimeMs = LINK_TOKEN_LIFETIME_MS
  const right = { userId, expiresAt: now + lifetimeMs }
  const linkTokens = withToken(bot.linkTokens, token, right, now, { lifetimeMs })
  return { status: 200, body: { linkToken: token }, change: { linkTokens } }
}

export const USER_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/info', handle: info },
  { method: 'GET', path: '/v2/bot/profile/:userId', handle: onUserId(profile) },
  { method: 'GET', path: '/v2/bot/followers/ids', handle: followers },
  { method: 'POST', path: '/v2/bot/user/:userId/linkToken', handle: onUserId(linkToken) },
]
