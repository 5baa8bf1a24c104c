import { fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { type BotAnswer, type BotCall, invalidBody, type Operation, refusal } from './operation.ts'
import { INVALID_MENU_ID, isMenuId } from './rich-menus.ts'

const ALIAS = /^[a-z0-9_-]{1,32}$/
const MAX_ALIASES = 1000
const NOT_FOUND = refusal(404, 'richmenu alias not found', [])
/** For an unknown alias, LINE's delete operation returns a different status than the others. */
const NOT_DELETED = refusal(400, 'richmenu alias not found', [])
function menuIdIn({ bot, body }: BotCall): string | BotAnswer {
  const { richMenuId } = fieldsOf(body)
  if (!isMenuId(richMenuId)) return INVALID_MENU_ID
  const image = ownEntry(bot.richMenus, richMenuId)?.image ?? null
  return image === null ? refusal(400, 'richmenu not found', []) : richMenuId
}

function create(call: BotCall): BotAnswer {
  const { bot, body } = call
  const { richMenuAliasId: alias } = fieldsOf(body)
  if (typeof alias !== 'string' || !ALIAS.test(alias))
    return invalidBody([{ message: 'invalid richmenu alias id', property: 'richMenuAliasId' }])
  if (Object.hasOwn(bot.menuAliases, alias)) return refusal(400, 'conflict richmenu alias id', [])
  const richMenuId = menuIdIn(call)
  if (typeof richMenuId !== 'string') return richMenuId
  if (Object.keys(bot.menuAliases).length >= MAX_ALIASES)
    return refusal(400, 'rich menu alias limit exceeded', [])
  return { status: 200, change: { menuAliases: { ...bot.menuAliases, [alias]: richMenuId } } }
}

function onAlias(handle: (alias: string, richMenuId: string, call: BotCall) => BotAnswer) {
  return (call: BotCall): BotAnswer => {
    const { richMenuAliasId: alias = '' } = call.params
    const richMenuId = ownEntry(call.bot.menuAliases, alias)
    return richMenuId === undefined ? NOT_FOUND : handle(alias, richMenuId, call)
  }
}

const listed = ([richMenuAliasId, richMenuId]: readonly [string, string]) => ({ richMenuAliasId, richMenuId })

const path = '/v2/bot/richmenu/alias'

export const RICH_MENU_ALIAS_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path, takesJson: true, handle: create },
  {
    method: 'GET',
    path: `${path}/list`,
    handle: ({ bot }) => ({ status: 200, body: { aliases: Object.entries(bot.menuAliases).map(listed) } }),
  },
  {
    method: 'GET',
    path: `${path}/:richMenuAliasId`,
    handle: onAlias((alias, richMenuId) => ({ status: 200, body: listed([alias, richMenuId]) })),
  },
  {
    method: 'POST',
    path: `${path}/:richMenuAliasId`,
    takesJson: true,
    handle: onAlias((alias, _, call) => {
      const richMenuId = menuIdIn(call)
      if (typeof richMenuId !== 'string') return richMenuId
      return { status: 200, change: { menuAliases: { ...call.bot.menuAliases, [alias]: richMenuId } } }
    }),
  },
  {
    method: 'DELETE',
    path: `${path}/:richMenuAliasId`,
    handle({ bot, params }) {
      const { richMenuAliasId: alias = '' } = params
      const { [alias]: removed, ...menuAliases } = bot.menuAliases
      return removed === undefined ? NOT_DELETED : { status: 200, change: { menuAliases } }
    },
  },
]
