import { type Fields, fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import { DAY_MS } from '../../time.ts'
import type { Audience, Bot, Sending } from '../../world/bot-state.ts'
import { campaignOf } from '../../world/sent.ts'
import {
  AUDIENCE_NOT_FOUND,
  audienceBody,
  audienceOf,
  audienceRefusal,
  changeOf,
  created,
  INVALID_ID,
  idsIn,
  jobsBody,
  nameProblem,
  uploadProblem,
  withUsers,
} from './audiences.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidParameter,
  invalidProperty,
  type Operation,
  onFound,
} from './operation.ts'

const NO_IDS = 'UPLOAD_AUDIENCE_GROUP_NO_VALID_AUDIENCE_IDS'

/** LINE converts numbers and booleans to text. */
const optionalText = (value: unknown): string => String(value ?? '')

/** LINE also accepts flags as text. Returns null for any other value. */
function booleanOf(value: unknown): boolean | null {
  if (value === undefined || value === null || value === 'false') return false
  return typeof value === 'boolean' ? value : value === 'true' ? true : null
}

/** The request's fields, and a function that returns its ids or LINE's error for them. */
type Upload = {
  readonly fields: Fields
  readonly ids: (isIfa: boolean) => readonly string[] | BotAnswer
}

function create(call: BotCall, { fields, ids }: Upload): BotAnswer {
  const { description: name, isIfaAudience, uploadDescription } = fields
  const isIfa = booleanOf(isIfaAudience)
  if (isIfa === null) return invalidProperty('isIfaAudience')
  const refused = nameProblem(name) ?? uploadProblem(uploadDescription)
  if (refused !== null) return refused
  const userIds = ids(isIfa)
  if ('status' in userIds) return userIds
  const fresh = { type: 'UPLOAD', name: String(name), isIfa, userIds } as const
  return created(call, fresh, userIds.length > 0 ? { name: optionalText(uploadDescription) } : undefined)
}

function add(call: BotCall, { fields, ids }: Upload): BotAnswer {
  const { audienceGroupId: id, uploadDescription } = fields
  const refused = uploadProblem(uploadDescription)
  if (refused !== null) return refused
  const userIds = ids(audienceOf(call.bot, id)?.isIfa === true)
  if ('status' in userIds) return userIds
  if (userIds.length === 0) return audienceRefusal('no valid audience ids', NO_IDS, 'audiences')
  return withUsers(call, id, optionalText(uploadDescription), userIds)
}

const byJson = (handle: typeof create) => (call: BotCall) => {
  const fields = fieldsOf(call.body)
  return handle(call, { fields, ids: isIfa => idsIn(fields.audiences, isIfa) })
}

/** The uploaded file has one id per line. Returns null if the body is not a valid upload form. */
async function uploadIn({ bytes, headers }: BotCall): Promise<Upload | null> {
  try {
    const type = headers.get('content-type') ?? ''
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData()
    const { file, ...fields } = Object.fromEntries(form)
    if (file === undefined) return null
    const lines = (typeof file === 'string' ? file : await file.text()).split(/\r?\n/)
    const all = [...new Set(lines.map(line => line.trim()).filter(line => line !== ''))]
    const ids = (isIfa: boolean) => {
      if (all.length === 0) return WITHOUT_IDS
      return isIfa || all.every(isUserId) ? all : WRONG_ID
    }
    return { fields: { ...fields, isIfaAudience: fields.isIfaAudience === 'true' }, ids }
  } catch {
    return null
  }
}

const byFile = (handle: typeof create) => async (call: BotCall) => {
  const upload = await uploadIn(call)
  return upload === null ? NO_FILE : handle(call, upload)
}

const NO_FILE = invalidField('May not be null', 'file')
const WRONG_ID = audienceRefusal(INVALID_ID, INVALID_ID, 'file')
const WITHOUT_IDS = audienceRefusal('no valid audience ids', NO_IDS, 'file')

/** LINE can create an audience from a message for up to 60 days. */
const MESSAGE_AGE_MS = 60 * DAY_MS

/** Without a `url`, a tap on any of the message's links counts. */
function reactedTo({ reactions }: Bot, sending: Sending, type: 'CLICK' | 'IMP', url?: string) {
  const { messages, delivered } = sending
  const users = messages.flatMap(({ id }) => {
    const { opened = {}, clicks = {} } = ownEntry(reactions, id) ?? {}
    if (type === 'IMP') return Object.keys(opened)
    return Object.keys(clicks).flatMap(each =>
      url === undefined || url === each ? Object.keys(ownEntry(clicks, each) ?? {}) : [],
    )
  })
  return delivered.filter(userId => users.includes(userId))
}

function fromMessage(type: 'CLICK' | 'IMP') {
  return (call: BotCall): BotAnswer => {
    const { description: name, requestId, clickUrl } = fieldsOf(call.body)
    const refused = nameProblem(name)
    if (refused !== null) return refused
    if (type === 'CLICK' && typeof (clickUrl ?? '') === 'object') return invalidProperty('clickUrl')
    const sending = campaignOf(call.bot, requestId)
    if (sending === undefined) return audienceRefusal('request not found', 'REQUEST_NOT_FOUND')
    if (sending.at + MESSAGE_AGE_MS <= call.now)
      return audienceRefusal('too old messages', 'TOO_OLD_MESSAGES')
    const link = type === 'CLICK' && (clickUrl ?? '') !== '' ? { clickUrl: String(clickUrl) } : {}
    const same = Object.values(call.bot.audiences).some(
      each => each.type === type && each.requestId === requestId && each.clickUrl === link.clickUrl,
    )
    if (same) return audienceRefusal('duplicate request id', 'AUDIENCE_GROUP_REQUESTID_DUPLICATE')
    const userIds = reactedTo(call.bot, sending, type, link.clickUrl)
    return created(call, { type, name: String(name), requestId: sending.requestId, ...link, userIds })
  }
}

const onAudience = onFound(({ bot, params }) => audienceOf(bot, params.audienceGroupId), AUDIENCE_NOT_FOUND)

function rename(audience: Audience, call: BotCall): BotAnswer {
  const { description: name } = fieldsOf(call.body)
  return nameProblem(name) ?? { status: 200, change: changeOf(call, { ...audience, name: String(name) }) }
}

function remove({ id }: Audience, { bot }: BotCall): BotAnswer {
  const { [String(id)]: _, ...audiences } = bot.audiences
  return { status: 200, change: { audiences } }
}

function detail(audience: Audience, { now }: BotCall): BotAnswer {
  return { status: 200, body: { audienceGroup: audienceBody(audience, now), jobs: jobsBody(audience, now) } }
}

const SIZE = { usual: 20, most: 40 }
const STATUSES = ['IN_PROGRESS', 'READY', 'FAILED', 'EXPIRED', 'INACTIVE', 'ACTIVATING']

const ROUTES: readonly (string | null)[] = [null, 'MESSAGING_API', 'OA_MANAGER', 'POINT_AD', 'AD_MANAGER']

const tooLow = (name: string) => audienceRefusal(`${name}: must be greater than or equal to 1`, 'TOO_LOW')

function pageBody({ query, now }: BotCall, all: readonly Audience[]): BotAnswer {
  const page = Number(query.get('page'))
  if (!Number.isInteger(page) || page < 1) return tooLow('page')
  const size = Number(query.get('size') ?? SIZE.usual)
  if (!Number.isInteger(size) || size < 1) return tooLow('size')
  if (size > SIZE.most) return audienceRefusal(`size: must be less than or equal to ${SIZE.most}`, 'TOO_HIGH')
  const status = query.get('status')
  if (status !== null && !STATUSES.includes(status)) return invalidParameter('status')
  if (!ROUTES.includes(query.get('createRoute'))) return invalidParameter('createRoute')
  const part = (query.get('description') ?? '').toLowerCase()
  const found = all
    .filter(({ name }) => name.toLowerCase().includes(part))
    .map(audience => audienceBody(audience, now))
    .filter(audience => status === null || audience.status === status)
    .filter(({ createRoute }) => (query.get('createRoute') ?? createRoute) === createRoute)
  const { length: totalCount } = found
  const audienceGroups = found.slice((page - 1) * size, page * size)
  const counts = { totalCount, readWriteAudienceGroupTotalCount: totalCount }
  const hasNextPage = page * size < totalCount
  return { status: 200, body: { audienceGroups, hasNextPage, ...counts, page, size } }
}

function list(call: BotCall): BotAnswer {
  const all = Object.values(call.bot.audiences)
  const newestFirst = all.toSorted((one, other) => other.createdAt - one.createdAt)
  return pageBody(call, newestFirst)
}

/** In the emulator, no Business Manager shares audiences with the account. */
function sharedList(call: BotCall): BotAnswer {
  return call.query.get('includesOwnedAudienceGroups') === 'true' ? list(call) : pageBody(call, [])
}

const path = '/v2/bot/audienceGroup'
const one = `${path}/:audienceGroupId`

export const AUDIENCE_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: `${path}/upload`, takesJson: true, handle: byJson(create) },
  { method: 'PUT', path: `${path}/upload`, takesJson: true, handle: byJson(add) },
  { method: 'POST', path: `${path}/click`, takesJson: true, handle: fromMessage('CLICK') },
  { method: 'POST', path: `${path}/imp`, takesJson: true, handle: fromMessage('IMP') },
  { method: 'GET', path: `${path}/list`, handle: list },
  { method: 'GET', path: `${path}/shared/list`, handle: sharedList },
  { method: 'GET', path: `${path}/shared/:audienceGroupId`, handle: onAudience(detail) },
  { method: 'PUT', path: `${one}/updateDescription`, takesJson: true, handle: onAudience(rename) },
  { method: 'GET', path: one, handle: onAudience(detail) },
  { method: 'DELETE', path: one, handle: onAudience(remove) },
]

/** Operations of api-data.line.me. */
export const AUDIENCE_FILES: readonly Operation[] = [
  { method: 'POST', path: `${path}/upload/byFile`, takesBytes: true, handle: byFile(create) },
  { method: 'PUT', path: `${path}/upload/byFile`, takesBytes: true, handle: byFile(add) },
]
