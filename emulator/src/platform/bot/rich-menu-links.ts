import { fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import type { Bot } from '../../world/bot-state.ts'
import { userOf } from '../../world/selectors.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidProperty,
  NOT_FOUND,
  type Operation,
  onUserId,
  refusal,
} from './operation.ts'
import { INVALID_MENU_ID, isMenuId, unusable } from './rich-menus.ts'

const without = (links: Bot['menuLinks'], userIds: readonly string[]): Bot['menuLinks'] =>
  Object.fromEntries(Object.entries(links).filter(([userId]) => !userIds.includes(userId)))

function setDefault({ bot, params }: BotCall): BotAnswer {
  const { richMenuId = '' } = params
  return unusable(bot, richMenuId) ?? { status: 200, change: { defaultMenu: richMenuId } }
}

function getDefault({ bot }: BotCall): BotAnswer {
  const { defaultMenu } = bot
  return defaultMenu === null
    ? refusal(404, 'no default richmenu', [])
    : { status: 200, body: { richMenuId: defaultMenu } }
}

function link({ scenario, bot, params }: BotCall): BotAnswer {
  const { userId = '', richMenuId = '' } = params
  const refused = unusable(bot, richMenuId)
  if (refused !== null) return refused
  if (userOf(scenario, userId) === undefined) return NOT_FOUND
  return { status: 200, change: { menuLinks: { ...bot.menuLinks, [userId]: richMenuId } } }
}

function unlink({ bot, params: { userId = '' } }: BotCall): BotAnswer {
  return { status: 200, change: { menuLinks: without(bot.menuLinks, [userId]) } }
}

function linked({ bot, params }: BotCall): BotAnswer {
  const richMenuId = ownEntry(bot.menuLinks, params.userId ?? '')
  return richMenuId === undefined
    ? refusal(404, 'the user has no richmenu', [])
    : { status: 200, body: { richMenuId } }
}

function usersIn(body: unknown): readonly string[] | BotAnswer {
  const { userIds } = fieldsOf(body)
  const size = Array.isArray(userIds) ? userIds.length : 0
  if (size < 1 || size > 500) return invalidField('size must be between 1 and 500', 'userIds')
  const wrong = (userIds as unknown[]).findIndex(userId => !isUserId(userId))
  if (wrong >= 0) return invalidProperty(`userIds[${wrong}]`)
  return userIds as string[]
}

function bulkLink({ bot, body }: BotCall): BotAnswer {
  const { richMenuId } = fieldsOf(body)
  const userIds = usersIn(body)
  if ('status' in userIds) return userIds
  if (!isMenuId(richMenuId)) return INVALID_MENU_ID
  if (ownEntry(bot.richMenus, richMenuId) === undefined) return refusal(404, 'richmenu not found', [])
  const refused = unusable(bot, richMenuId)
  if (refused !== null) return refused
  const links = Object.fromEntries(userIds.map(userId => [userId, richMenuId]))
  return { status: 202, change: { menuLinks: { ...bot.menuLinks, ...links } } }
}

function bulkUnlink({ bot, body }: BotCall): BotAnswer {
  const userIds = usersIn(body)
  return 'status' in userIds
    ? userIds
    : { status: 202, change: { menuLinks: without(bot.menuLinks, userIds) } }
}

const ofAll = '/v2/bot/user/all/richmenu'
const ofUser = '/v2/bot/user/:userId/richmenu'
const post = { method: 'POST', takesJson: true } as const

export const RICH_MENU_LINK_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: `${ofAll}/:richMenuId`, handle: setDefault },
  { method: 'GET', path: ofAll, handle: getDefault },
  { method: 'DELETE', path: ofAll, handle: () => ({ status: 200, change: { defaultMenu: null } }) },
  { method: 'POST', path: `${ofUser}/:richMenuId`, handle: onUserId(link) },
  { method: 'GET', path: ofUser, handle: onUserId(linked) },
  { method: 'DELETE', path: ofUser, handle: onUserId(unlink) },
  { ...post, path: '/v2/bot/richmenu/bulk/link', handle: bulkLink },
  { ...post, path: '/v2/bot/richmenu/bulk/unlink', handle: bulkUnlink },
]
