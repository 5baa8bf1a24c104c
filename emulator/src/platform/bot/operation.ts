import type * as v from 'valibot'
import { ownEntry } from '../../own-entry.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import type { App, Scenario } from '../../scenario/schema.ts'
import type { Bot, Sending } from '../../world/bot-state.ts'
import type { Line } from '../../world/line.ts'
import type { MessagesProblem, World } from '../../world/state.ts'
import { bearerOf } from '../access.ts'
import { textOf } from '../body.ts'
import { json } from '../responses.ts'
import type { LineCall, Route } from '../route.ts'
import { isWithinRateLimit } from './rate-limits.ts'
import { unknownToken } from './token-reasons.ts'

/** A back end's call with a valid channel access token. */
export type BotCall = {
  readonly world: World
  readonly scenario: Scenario
  readonly bot: Bot
  /** LINE's time, in ms since 1970. */
  readonly now: number
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Null unless the operation takes JSON. */
  readonly body: unknown
  /** Null unless the operation takes a file. */
  readonly bytes: Uint8Array | null
  readonly requestId: string
  readonly secret: Line['secret']
  /** The channel to which the request's token belongs. */
  readonly channelId: string
  readonly origin: string
}

export type BotAnswer = {
  readonly status: number
  /** The JSON body. Default: `{}`. */
  readonly body?: unknown
  /** Sent instead of `body`. */
  readonly file?: { readonly type: string; readonly base64: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly change?: Partial<Bot>
  readonly sent?: { readonly sending: Sending; readonly retryKey: string | null }
  readonly apps?: readonly App[]
}

export type Operation = {
  readonly method: Route['method']
  readonly path: string
  readonly takesJson?: boolean
  /** True if the request's body is a file. */
  readonly takesBytes?: boolean
  /** True if the operation is for channels of LIFF apps instead of the Messaging API channel. */
  readonly ofLoginChannels?: boolean
  /** The result depends only on the call, except for the webhook test, which sends a request. */
  readonly handle: (call: BotCall) => BotAnswer | Promise<BotAnswer>
}

/** Returns an error in the Messaging API's format. */
export function refusal(status: number, message: string, details?: MessagesProblem['details']): BotAnswer {
  return { status, body: details === undefined ? { message } : { message, details } }
}

export function invalidBody(details: MessagesProblem['details']): BotAnswer {
  return refusal(400, `The request body has ${details.length} error(s)`, details)
}

/** Returns LINE's error for the fields that a valibot schema refuses. */
export function invalidIssues(issues: readonly v.BaseIssue<unknown>[]): BotAnswer {
  const nameOf = ({ key }: v.IssuePathItem) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)
  return invalidBody(
    issues.map(({ message, path = [] }) => ({
      message,
      property: path.map(nameOf).join('').replace(/^\./, ''),
    })),
  )
}

export function invalidField(message: string, property: string): BotAnswer {
  return invalidBody([{ message, property }])
}

export const NOT_FOUND = refusal(404, 'Not found')

export const invalidParameter = (name: string): BotAnswer =>
  refusal(400, `The value for the '${name}' parameter is invalid`)

/** `name` is a path such as `userIds[0]`. */
export const invalidProperty = (name: string): BotAnswer =>
  refusal(400, `The property, '${name}', in the request body is invalid (line: -, column: -)`)

export function onUserId(handle: (call: BotCall) => BotAnswer) {
  return (call: BotCall): BotAnswer =>
    isUserId(call.params.userId) ? handle(call) : invalidParameter('userId')
}

/** Returns a wrapper for handlers of one resource, which responds with `missing` if `find` returns undefined. */
export function onFound<T>(find: (call: BotCall) => T | undefined, missing: BotAnswer) {
  return (handle: (found: T, call: BotCall) => BotAnswer) =>
    (call: BotCall): BotAnswer => {
      const found = find(call)
      return found === undefined ? missing : handle(found, call)
    }
}

type Paging = {
  /** Name of the list in the response. */
  readonly name: string
  readonly usual: number
  /** Default: `usual`. */
  readonly most?: number
  readonly wrongLimit?: BotAnswer
  readonly wrongStart?: BotAnswer
}

/** Responds with the page that `limit` and `start` select. `next` is the `start` of the next page, if any. */
export function pageAnswer({ query }: BotCall, all: readonly unknown[], paging: Paging): BotAnswer {
  const { name, usual, most = usual, wrongLimit = invalidParameter('limit') } = paging
  const limit = Number(query.get('limit') ?? usual)
  if (!Number.isInteger(limit) || limit < 1 || limit > most) return wrongLimit
  const start = query.get('start')
  const text = start === null ? '0' : Buffer.from(start, 'base64url').toString('utf8')
  const from = Number(text)
  if (!/^\d+$/.test(text) || from > all.length)
    return paging.wrongStart ?? refusal(400, 'Invalid start param')
  const end = from + limit
  const next = end < all.length ? { next: Buffer.from(String(end)).toString('base64url') } : {}
  return { status: 200, body: { [name]: all.slice(from, end), ...next } }
}

const AUTHENTICATION = 'Authentication failed due to the following reason'
const INVALID_TOKEN = `${AUTHENTICATION}: invalid token. Confirm that the access token in the authorization header is valid.`

/**
 * Returns the id of the channel to which the token belongs, or LINE's error. The operations for LIFF apps refuse tokens
 * with a key id (v2.1): LINE's reference names only short-lived and stateless tokens.
 */
function callingChannel({ request, line, explain }: LineCall, ofLoginChannels: boolean): string | BotAnswer {
  const token = bearerOf(request)
  const { scenario, channelTokens } = line.world()
  if (token === scenario.messaging.accessToken) return scenario.messaging.channelId
  const record = ownEntry(channelTokens, token ?? '')
  if (record === undefined) explain(unknownToken(line.world(), request))
  if (record === undefined || (ofLoginChannels && record.keyId !== undefined))
    return refusal(401, INVALID_TOKEN)
  return record.expiresAt > line.now()
    ? record.channelId
    : refusal(401, `${AUTHENTICATION}: access token expired`)
}

/** For the token of a LINE Login channel. */
const WRONG_CHANNEL = refusal(403, 'Access to this API is not available for your account')

async function jsonBody(request: Request): Promise<{ readonly value: unknown } | BotAnswer> {
  const text = await textOf(request)
  if (text === null) return refusal(413, 'Request Entity Too Large')
  try {
    return { value: JSON.parse(text) }
  } catch {
    return refusal(400, 'The request body could not be parsed as JSON (line: -, column: -)')
  }
}

async function answerOf(operation: Operation, call: LineCall, requestId: string): Promise<BotAnswer> {
  const { takesJson = false, takesBytes = false, ofLoginChannels = false, handle } = operation
  const channelId = callingChannel(call, ofLoginChannels)
  if (typeof channelId !== 'string') return channelId
  const { line, params, url, request } = call
  if (!ofLoginChannels && channelId !== line.world().scenario.messaging.channelId) return WRONG_CHANNEL
  if (!isWithinRateLimit(line, operation, channelId))
    return refusal(429, 'The API rate limit has been exceeded. Try again later.')
  const body = takesJson ? await jsonBody(request) : { value: null }
  if (!('value' in body)) return body
  const bytes = takesBytes ? new Uint8Array(await call.request.arrayBuffer()) : null
  const world = line.world()
  const { scenario, bot } = world
  const given = handle({
    world,
    scenario,
    bot,
    now: line.now(),
    params,
    query: url.searchParams,
    headers: request.headers,
    body: body.value,
    bytes,
    requestId,
    secret: line.secret,
    origin: call.origin,
    channelId,
  })
  // Awaiting a synchronous answer would let other requests change the state before the answer's change is applied.
  const answer = given instanceof Promise ? await given : given
  if (answer.sent !== undefined) line.dispatch({ type: 'bot-sent', ...answer.sent })
  if (answer.apps !== undefined) line.dispatch({ type: 'apps-changed', apps: answer.apps })
  if (answer.change !== undefined) line.dispatch({ type: 'bot-changed', change: answer.change })
  return answer
}

function fileResponse({ type, base64 }: NonNullable<BotAnswer['file']>): Response {
  return new Response(Buffer.from(base64, 'base64'), { headers: { 'content-type': type } })
}

export function routesFor(host: string, operations: readonly Operation[]): readonly Route[] {
  return operations.map(operation => ({
    host,
    method: operation.method,
    path: operation.path,
    async handler(call) {
      const requestId = crypto.randomUUID()
      const { status, body = {}, file, headers = {} } = await answerOf(operation, call, requestId)
      const response = file === undefined ? json(body, status) : fileResponse(file)
      for (const [name, value] of Object.entries({ 'x-line-request-id': requestId, ...headers }))
        response.headers.set(name, value)
      return response
    },
  }))
}
