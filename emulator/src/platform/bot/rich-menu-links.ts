import { ownEntry } from '../../own-entry.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import type { Bot } from '../../world/bot-state.ts'
import { userOf } from '../../world/selectors.ts'
import { type BotAnswer, type BotCall, invalidBody, type Operation, refusal } from './operation.ts'
import { unusable } from './rich-menus.ts'

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => Object(body)
const without = (links: Bot['menuLinks'], userIds: readonly string[]): Bot['menuLinks'] =>
  Object.fromEntries(Object.entries(links).filter(([userId]) => !userIds.includes(userId)))

/** POST /v2/bot/user/all/richmenu/{richMenuId}: the menu of users without a link to another menu. */
function setDefault({ bot, params }: BotCall): BotAnswer {
  const { richMenuId = '' } = params
  return unusable(bot, richMenuId) ?? { status: 200, change: { defaultMenu: richMenuId } }
}

function getDefault({ bot }: BotCall): BotAnswer {
  const { defaultMenu } = bot
  return defaultMenu === null
    ? refusal(404, 'no default richmenu')
    : { status: 200, body: { richMenuId: defaultMenu } }
}

/** POST /v2/bot/user/{userId}/richmenu/{richMenuId} */
function link({ scenario, bot, params }: BotCall): BotAnswer {
  const { userId = '', richMenuId = '' } = params
  const refused = unusable(bot, richMenuId)
  if (refused !== null) return refused
  if (userOf(scenario, userId) === undefined) return refusal(404, 'Not found')
  return { status: 200, change: { menuLinks: { ...bot.menuLinks, [userId]: richMenuId } } }
}

function linked({ bot, params }: BotCall): BotAnswer {
  const richMenuId = ownEntry(bot.menuLinks, params.userId ?? '')
  return richMenuId === undefined
    ? refusal(404, 'the user has no richmenu')
    : { status: 200, body: { richMenuId } }
}

/** Returns the `userIds` of a body: 1 to 500 ids; otherwise the refusal. */
function usersIn(body: unknown): readonly string[] | BotAnswer {
  const { userIds } = fieldsOf(body)
  const size = Array.isArray(userIds) ? userIds.length : 0
  if (size < 1 || size > 500)
    return invalidBody([{ message: 'size must be between 1 and 500', property: 'userIds' }])
  const wrong = (userIds as unknown[]).findIndex(userId => !isUserId(userId))
  if (wrong >= 0) return invalidBody([{ message: 'invalid user id', property: `userIds[${wrong}]` }])
  return userIds as string[]
}

/** POST /v2/bot/richmenu/bulk/link */
function bulkLink({ bot, body }: BotCall): BotAnswer {
  const { richMenuId } = fieldsOf(body)
  const userIds = usersIn(body)
  if ('status' in userIds) return userIds
  const refused = unusable(bot, richMenuId)
  if (refused !== null) return refused
  const links = Object.fromEntries(userIds.map(userId => [userId, String(richMenuId)]))
  return { status: 202, change: { menuLinks: { ...bot.menuLinks, ...links } } }
}

/** POST /v2/bot/richmenu/bulk/unlink */
function bulkUnlink({ bot, body }: BotCall): BotAnswer {
  const userIds = usersIn(body)
  return 'status' in userIds
    ? userIds
    : { status: 202, change: { menuLinks: without(bot.menuLinks, userIds) } }
}

type Links = Bot['menuLinks']

/** Returns the links after one operation of a batch, or null if the operation is invalid. */
function afterOperation(bot: Bot, links: Links, operation: unknown): Links | null {
  const { type, from, to } = fieldsOf(operation)
  if (type === 'unlinkAll') return {}
  if (typeof from !== 'string' || !Object.hasOwn(bot.richMenus, from)) return null
  const affected = Object.entries(links).filter(([, menu]) => menu === from)
  const users = affected.map(([userId]) => userId)
  if (type === 'unlink') return without(links, users)
  if (type !== 'link' || typeof to !== 'string' || unusable(bot, to) !== null) return null
  return { ...links, ...Object.fromEntries(users.map(userId => [userId, to])) }
}

/** Returns the links after a batch, or the refusal. */
function afterBatch({ bot, body }: BotCall): { readonly links: Links } | BotAnswer {
  const { operations } = fieldsOf(body)
  const size = Array.isArray(operations) ? operations.length : 0
  if (size < 1 || size > 1000)
    return invalidBody([{ message: 'size must be between 1 and 1000', property: 'operations' }])
  let links: Links = bot.menuLinks
  for (const [at, operation] of (operations as unknown[]).entries()) {
    const next = afterOperation(bot, links, operation)
    if (next === null) return invalidBody([{ message: 'invalid operation', property: `operations[${at}]` }])
    links = next
  }
  return { links }
}

/** POST /v2/bot/richmenu/batch */
function batch(call: BotCall): BotAnswer {
  const after = afterBatch(call)
  if ('status' in after) return after
  const batches = { ...call.bot.batches, [call.requestId]: call.now }
  return { status: 202, change: { menuLinks: after.links, batches } }
}

/** GET /v2/bot/richmenu/progress/batch: a batch has succeeded as soon as LINE accepted it. */
function progress({ bot, query }: BotCall): BotAnswer {
  const at = ownEntry(bot.batches, query.get('requestId') ?? '')
  if (at === undefined) return refusal(404, 'Not found')
  const time = new Date(at).toISOString()
  return { status: 200, body: { phase: 'succeeded', acceptedTime: time, completedTime: time } }
}

const ofAll = '/v2/bot/user/all/richmenu'
const ofUser = '/v2/bot/user/:userId/richmenu'
const post = { method: 'POST', takesJson: true } as const

export const RICH_MENU_LINK_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: `${ofAll}/:richMenuId`, handle: setDefault },
  { method: 'GET', path: ofAll, handle: getDefault },
  { method: 'DELETE', path: ofAll, handle: () => ({ status: 200, change: { defaultMenu: null } }) },
  { method: 'POST', path: `${ofUser}/:richMenuId`, handle: link },
  { method: 'GET', path: ofUser, handle: linked },
  {
    method: 'DELETE',
    path: ofUser,
    handle: ({ bot, params }) => ({
      status: 200,
      change: { menuLinks: without(bot.menuLinks, [params.userId ?? '']) },
    }),
  },
  { ...post, path: '/v2/bot/richmenu/bulk/link', handle: bulkLink },
  { ...post, path: '/v2/bot/richmenu/bulk/unlink', handle: bulkUnlink },
  { ...post, path: '/v2/bot/richmenu/batch', handle: batch },
  {
    ...post,
    path: '/v2/bot/richmenu/validate/batch',
    handle(call) {
      const after = afterBatch(call)
      return 'status' in after ? after : { status: 200 }
    },
  },
  { method: 'GET', path: '/v2/bot/richmenu/progress/batch', handle: progress },
]
