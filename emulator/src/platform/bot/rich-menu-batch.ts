import { type Fields, fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { DAY_MS } from '../../time.ts'
import type { Bot } from '../../world/bot-state.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidParameter,
  NOT_FOUND,
  type Operation,
} from './operation.ts'
import { isMenuId } from './rich-menus.ts'

type Links = Bot['menuLinks']
const MAX_OPERATIONS = 1000
const TYPES: readonly unknown[] = ['link', 'unlink', 'unlinkAll']
/** LINE keeps a batch's `resumeRequestKey` and progress for 14 days. */
const BATCH_LIFETIME_MS = 14 * DAY_MS

const oneError = (message: string, property: string, status = 400): BotAnswer => ({
  ...invalidField(message, property),
  status,
})

function operationProblem({ richMenus }: Bot, operation: Fields, at: number): BotAnswer | null {
  const { type, from, to } = operation
  const property = (name: string) => `operations[${at}].${name}`
  if (!TYPES.includes(type)) return oneError('invalid type', property('type'))
  for (const [name, id] of Object.entries({
    ...(type === 'unlinkAll' ? {} : { from }),
    ...(type === 'link' ? { to } : {}),
  })) {
    if (id === undefined || id === null) return oneError('must be specified', property(name))
    if (!isMenuId(id)) return oneError('invalid richMenuId', property(name))
    const menu = ownEntry(richMenus, id)
    if (menu === undefined) return oneError(`Richmenu (${id}) is not found`, property(name), 404)
    if (name === 'to' && menu.image === null)
      return oneError(`'to' richmenu (${id}) must have image but it doesn't`, property(name))
  }
  return null
}

function operationsIn({ bot, body }: BotCall): readonly Fields[] | BotAnswer {
  const { operations, resumeRequestKey: key } = fieldsOf(body)
  const list: readonly unknown[] = Array.isArray(operations) ? operations : []
  if (list.length < 1 || list.length > MAX_OPERATIONS)
    return oneError(`size must be between 1 and ${MAX_OPERATIONS}`, 'operations')
  if (key !== undefined && key !== null && !/^[0-9a-zA-Z\-_]{1,100}$/.test(String(key)))
    return oneError('invalid resumeRequestKey', 'resumeRequestKey')
  const all = list.map(fieldsOf)
  const types = all.map(({ type }) => type)
  if (types.includes('unlinkAll') && types.some(type => type !== 'unlinkAll'))
    return oneError("'unlinkAll' type can't be combined with other type", 'operations[].type')
  for (const [at, operation] of all.entries()) {
    const refused = operationProblem(bot, operation, at)
    if (refused !== null) return refused
  }
  const sources = all.flatMap(({ from }) => (from === undefined ? [] : [from]))
  const twice = sources.find((from, at) => sources.indexOf(from) !== at)
  return twice === undefined ? all : oneError(`from richmenu (${twice}) is duplicated`, 'operations[].from')
}

/** All operations apply to the links as they were before the batch. */
function linksAfter(links: Links, operations: readonly Fields[]): Links {
  if (operations.some(({ type }) => type === 'unlinkAll')) return {}
  const replaced = new Map(operations.map(({ from, to }) => [from, typeof to === 'string' ? to : null]))
  return Object.fromEntries(
    Object.entries(links).flatMap(([userId, menu]) => {
      const to = replaced.get(menu)
      return to === null ? [] : [[userId, to ?? menu]]
    }),
  )
}

function batch(call: BotCall): BotAnswer {
  const operations = operationsIn(call)
  if ('status' in operations) return operations
  const { bot, now, requestId } = call
  const recent = Object.entries(bot.batches).filter(([, at]) => at + BATCH_LIFETIME_MS > now)
  const batches = { ...Object.fromEntries(recent), [requestId]: now }
  return { status: 202, change: { menuLinks: linksAfter(bot.menuLinks, operations), batches } }
}

function validate(call: BotCall): BotAnswer {
  const operations = operationsIn(call)
  return 'status' in operations ? operations : { status: 200 }
}

/** In the emulator, a batch has succeeded as soon as it is accepted. */
function progress({ bot, query, now }: BotCall): BotAnswer {
  const requestId = query.get('requestId') ?? ''
  if (requestId === '') return invalidParameter('requestId')
  const at = ownEntry(bot.batches, requestId)
  if (at === undefined || at + BATCH_LIFETIME_MS <= now) return NOT_FOUND
  const time = new Date(at).toISOString()
  return { status: 200, body: { phase: 'succeeded', acceptedTime: time, completedTime: time } }
}

const post = { method: 'POST', takesJson: true } as const

export const RICH_MENU_BATCH_OPERATIONS: readonly Operation[] = [
  { ...post, path: '/v2/bot/richmenu/batch', handle: batch },
  { ...post, path: '/v2/bot/richmenu/validate/batch', handle: validate },
  { method: 'GET', path: '/v2/bot/richmenu/progress/batch', handle: progress },
]
