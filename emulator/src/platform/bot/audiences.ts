import { fieldsOf } from '../../fields.ts'
import { AUDIENCE_LIFETIME_MS, AUDIENCE_READY_MS, MAX_AUDIENCES } from '../../limits.ts'
import { ownEntry } from '../../own-entry.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import type { Audience, Bot } from '../../world/bot-state.ts'
import { type BotAnswer, type BotCall, invalidProperty } from './operation.ts'

/** In characters. */
const MAX_NAME = 120
/** In characters. */
const MAX_UPLOAD_DESCRIPTION = 300

export function audienceRefusal(message: string, code: string, property?: string): BotAnswer {
  const detail = property === undefined ? { message: code } : { message: code, property }
  return { status: 400, body: { message, details: [detail] } }
}

export const AUDIENCE_NOT_FOUND = audienceRefusal('audience group not found', 'AUDIENCE_GROUP_NOT_FOUND')

/** The id is a number in JSON and text in a path. */
export function audienceOf({ audiences }: Bot, id: unknown): Audience | undefined {
  return ownEntry(audiences, String(id))
}

export function nameProblem(name: unknown): BotAnswer | null {
  if (typeof name !== 'string' || name.trim() === '')
    return audienceRefusal('audienceGroupName is empty', 'AUDIENCE_GROUP_NAME_EMPTY')
  if (name.length > MAX_NAME)
    return audienceRefusal('size over audienceGroupName', 'AUDIENCE_GROUP_NAME_SIZE_OVER')
  return /\p{Cc}/u.test(name) ? audienceRefusal('wrong audienceGroupName', 'AUDIENCE_GROUP_NAME_WRONG') : null
}

export function uploadProblem(description: unknown): BotAnswer | null {
  if (typeof description === 'object' && description !== null) return invalidProperty('uploadDescription')
  if (String(description ?? '').length <= MAX_UPLOAD_DESCRIPTION) return null
  return audienceRefusal('size over uploadDescription', 'AUDIENCE_GROUP_UPLOAD_DESCRIPTION_SIZE_OVER')
}

/** LINE adds the users some time after accepting the request. */
function statusOf(
  { type, userIds, createdAt, jobs }: Audience,
  now: number,
): 'IN_PROGRESS' | 'READY' | 'EXPIRED' {
  if (now >= createdAt + AUDIENCE_LIFETIME_MS) return 'EXPIRED'
  // LINE never finishes an audience without users.
  if (type === 'UPLOAD' && userIds.length === 0) return 'IN_PROGRESS'
  const latest = jobs.at(-1)?.at ?? createdAt
  return now < latest + AUDIENCE_READY_MS ? 'IN_PROGRESS' : 'READY'
}

const seconds = (ms: number) => Math.floor(ms / 1000)

function sharedBody({ id, type, name, createdAt, isIfa, requestId, clickUrl }: Audience) {
  return {
    audienceGroupId: id,
    createRoute: 'MESSAGING_API',
    type,
    description: name,
    created: seconds(createdAt),
    permission: 'READ_WRITE',
    isIfaAudience: isIfa,
    expireTimestamp: seconds(createdAt + AUDIENCE_LIFETIME_MS),
    ...(requestId === undefined ? {} : { requestId }),
    ...(clickUrl === undefined ? {} : { clickUrl }),
  }
}

export function audienceBody(audience: Audience, now: number) {
  const status = statusOf(audience, now)
  return { ...sharedBody(audience), status, audienceCount: audience.userIds.length }
}

export function jobsBody({ id, jobs }: Audience, now: number) {
  return jobs.map(({ id: jobId, at, name, count }) => ({
    audienceGroupJobId: jobId,
    audienceGroupId: id,
    description: name,
    type: 'DIFF_ADD',
    audienceCount: count,
    created: seconds(at),
    jobStatus: now < at + AUDIENCE_READY_MS ? 'WORKING' : 'FINISHED',
  }))
}

/** The id has 13 digits, because LINE's clients read it as a number. */
const newId = (secret: BotCall['secret']) => 1e12 + (Number.parseInt(toHex(secret(16)), 16) % 9e12)
const toHex = (text: string) => Buffer.from(text).toString('hex').slice(0, 12)

export function changeOf({ bot }: BotCall, audience: Audience): Partial<Bot> {
  return { audiences: { ...bot.audiences, [audience.id]: audience } }
}

type NewAudience = Pick<Audience, 'type' | 'name' | 'userIds'> &
  Partial<Pick<Audience, 'isIfa' | 'requestId' | 'clickUrl'>>

export function created(call: BotCall, fresh: NewAudience, job?: { readonly name: string }): BotAnswer {
  if (Object.keys(call.bot.audiences).length >= MAX_AUDIENCES)
    return audienceRefusal('too many audience groups', 'AUDIENCE_GROUP_COUNT_MAX_OVER')
  const base = { id: newId(call.secret), createdAt: call.now, isIfa: false, jobs: [], ...fresh }
  const audience = job === undefined ? base : { ...base, jobs: [newJob(call, job.name, fresh.userIds)] }
  return { status: 202, body: sharedBody(audience), change: changeOf(call, audience) }
}

function newJob({ now, secret }: BotCall, name: string, { length: count }: readonly string[]) {
  return { id: newId(secret), at: now, name, count }
}

export function withUsers(call: BotCall, id: unknown, name: string, userIds: readonly string[]): BotAnswer {
  const audience = audienceOf(call.bot, id)
  if (audience === undefined) return AUDIENCE_NOT_FOUND
  if (audience.type !== 'UPLOAD')
    return audienceRefusal('wrong audience group type', 'AUDIENCE_GROUP_TYPE_WRONG')
  if (statusOf(audience, call.now) === 'EXPIRED')
    return audienceRefusal('audience group expired', 'AUDIENCE_GROUP_CAN_NOT_UPLOAD_STATUS_EXPIRED')
  const jobs = [...audience.jobs, newJob(call, name, userIds)].slice(-MAX_JOBS)
  const all = [...new Set([...audience.userIds, ...userIds])]
  return { status: 202, change: changeOf(call, { ...audience, userIds: all, jobs }) }
}

const MAX_JOBS = 50

/** An advertising id (IFA) can be any text. */
export function idsIn(audiences: unknown, isIfa: boolean): readonly string[] | BotAnswer {
  const list: readonly unknown[] | null = Array.isArray(audiences ?? []) ? ((audiences ?? []) as []) : null
  if (list === null) return invalidProperty('audiences')
  if (list.length > MAX_JSON_IDS)
    return audienceRefusal(
      'too many audience ids',
      'UPLOAD_AUDIENCE_GROUP_TOO_MANY_AUDIENCE_IDS',
      'audiences',
    )
  const ids = list.map(entry => fieldsOf(entry).id)
  if (ids.some(id => typeof id !== 'string' || (!isIfa && !isUserId(id))))
    return audienceRefusal('Invalid audience id format', INVALID_ID, 'audiences')
  return [...new Set(ids as readonly string[])]
}

export const INVALID_ID = 'UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT'

const MAX_JSON_IDS = 10_000

/** Returns null if the audience does not exist or is not `READY`. */
export function usersOf({ bot, now }: BotCall, id: unknown): readonly string[] | null {
  const audience = audienceOf(bot, id)
  return audience === undefined || statusOf(audience, now) !== 'READY' ? null : audience.userIds
}
