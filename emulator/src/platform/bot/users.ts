import { fieldsOf } from '../../fields.ts'
import { LINK_TOKEN_LIFETIME_MS, MAX_MISSION_STICKERS } from '../../limits.ts'
import { appended } from '../../world/long-list.ts'
import { friendshipOf, userOf } from '../../world/selectors.ts'
import { withToken } from '../../world/token-map.ts'
import { accountProfile, friendsOf, isFriend, publicProfile } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  NOT_FOUND,
  type Operation,
  onUserId,
  pageAnswer,
  refusal,
} from './operation.ts'

function info({ scenario }: BotCall): BotAnswer {
  return { status: 200, body: { ...accountProfile(scenario), chatMode: 'bot', markAsReadMode: 'auto' } }
}

/** LINE only returns the profiles of friends. */
function profile({ scenario, params }: BotCall): BotAnswer {
  const user = userOf(scenario, params.userId ?? '')
  if (user === undefined || !isFriend(scenario, user.userId)) return NOT_FOUND
  const status = user.statusMessage === null ? {} : { statusMessage: user.statusMessage }
  const [language = ''] = scenario.environment.language.split('-')
  return { status: 200, body: { ...publicProfile(user), ...status, language } }
}

function followers(call: BotCall): BotAnswer {
  return pageAnswer(call, friendsOf(call.scenario), { name: 'userIds', usual: 300, most: 1000 })
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

/** Only stores the sticker set, because the emulator has no sticker shop. */
function missionSticker({ bot, body, scenario, now }: BotCall): BotAnswer {
  const { to, productId, productType, sendPresentMessage } = fieldsOf(body)
  const isSticker = productType === 'STICKER' && typeof productId === 'string' && productId !== ''
  const isUser = typeof to === 'string' && userOf(scenario, to) !== undefined
  if (!isSticker || sendPresentMessage !== false || !isUser) return refusal(400, 'invalid request')
  const sticker = { at: now, userId: to, productId }
  const missionStickers = appended(bot.missionStickers, sticker, MAX_MISSION_STICKERS)
  return { status: 200, change: { missionStickers } }
}

export const USER_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/info', handle: info },
  { method: 'GET', path: '/v2/bot/profile/:userId', handle: onUserId(profile) },
  { method: 'GET', path: '/v2/bot/followers/ids', handle: followers },
  { method: 'POST', path: '/v2/bot/user/:userId/linkToken', handle: onUserId(linkToken) },
  { method: 'POST', path: '/shop/v3/mission', takesJson: true, handle: missionSticker },
]
