import { fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { type BotAnswer, type BotCall, invalidField, type Operation, onFound, refusal } from './operation.ts'
import { INVALID_MENU_ID, isMenuId } from './rich-menus.ts'

const ALIAS = /^[a-z0-9_-]{1,32}$/
const MAX_ALIASES = 1000
const NOT_FOUND = refusal(404, 'richmenu alias not found', [])
/** The delete operation's response for an unknown alias. */
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
    return invalidField('invalid richmenu alias id', 'richMenuAliasId')
  if (Object.hasOwn(bot.menuAliases, alias)) return refusal(400, 'conflict richmenu alias id', [])
  const richMenuId = menuIdIn(call)
  if (typeof richMenuId !== 'string') return richMenuId
  if (Object.keys(bot.menuAliases).length >= MAX_ALIASES)
    return refusal(400, 'rich menu alias limit exceeded', [])
  return { status: 200, change: { menuAliases: { ...bot.menuAliases, [alias]: richMenuId } } }
}

const aliasIn = ({ params: { richMenuAliasId = '' } }: BotCall): string => richMenuAliasId

const onAlias = onFound(call => ownEntry(call.bot.menuAliases, aliasIn(call)), NOT_FOUND)

const listed = ([richMenuAliasId, richMenuId]: readonly [string, string]) => ({ richMenuAliasId, richMenuId })

function list({ bot }: BotCall): BotAnswer {
  return { status: 200, body: { aliases: Object.entries(bot.menuAliases).map(listed) } }
}

function detail(richMenuId: string, call: BotCall): BotAnswer {
  return { status: 200, body: listed([aliasIn(call), richMenuId]) }
}

function update(_: string, call: BotCall): BotAnswer {
  const richMenuId = menuIdIn(call)
  if (typeof richMenuId !== 'string') return richMenuId
  return { status: 200, change: { menuAliases: { ...call.bot.menuAliases, [aliasIn(call)]: richMenuId } } }
}

function remove(call: BotCall): BotAnswer {
  const { [aliasIn(call)]: removed, ...menuAliases } = call.bot.menuAliases
  return removed === undefined ? NOT_DELETED : { status: 200, change: { menuAliases } }
}

const path = '/v2/bot/richmenu/alias'

export const RICH_MENU_ALIAS_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path, takesJson: true, handle: create },
  { method: 'GET', path: `${path}/list`, handle: list },
  { method: 'GET', path: `${path}/:richMenuAliasId`, handle: onAlias(detail) },
  { method: 'POST', path: `${path}/:richMenuAliasId`, takesJson: true, handle: onAlias(update) },
  { method: 'DELETE', path: `${path}/:richMenuAliasId`, handle: remove },
]
