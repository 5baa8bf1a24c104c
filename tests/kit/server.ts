import { deepStrictEqual } from 'node:assert'
import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { onTestFinished, TestRunner } from 'vitest'
import { type Answer, type CallName, calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { pathOf } from '#contract/request.ts'
import type { ErrorBody } from '#contract/schema/common.ts'
import { createApp } from '#server/app.ts'
import type { ServerDeps } from '#server/deps.ts'
import { sharedRateLimit } from '#server/http/rate-buckets.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { CHANNEL_ID, fakeLine, type LineUserData } from './line.ts'
import { memoryObjects } from './memory-objects.ts'
import { NOON } from './noon.ts'
import { profileForm } from './profile-form.ts'
import { openSeeded, testDialect } from './seeded.ts'
import { unlimited } from './unlimited.ts'

type Options = {
  /** Start time of the clock, in milliseconds since 1970. */
  readonly now?: number
  /** Enables production's rate limits. Off by default, so that tests can make any number of calls. */
  readonly rateLimits?: boolean
  readonly deps?: Partial<ServerDeps>
  /** Database system to use instead of the test run's default. */
  readonly dialect?: ServerDeps['dialect']
  /** Called with every log line. */
  readonly onLog?: (line: string) => void
}

export type CallOptions = {
  readonly token?: string
  readonly body?: unknown
  readonly form?: Record<string, string>
  readonly bytes?: Uint8Array
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  /** Shorthand for the header `Idempotency-Key`. */
  readonly key?: string
}

/** The response of a call. `body` is parsed for status 200, `error` for any other status. */
export type Called<N extends CallName> = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Answer<N>
  readonly error: ErrorBody
}

type MakeCall = <N extends CallName>(name: N, given?: CallOptions) => Promise<Called<N>>

export type Session = { readonly token: string; readonly customerId: string; readonly user: LineUserData }
/** `call` makes a call with the session's token. */
export type SignedIn = Session & { readonly call: MakeCall }
export type TestServer = Awaited<ReturnType<typeof testServer>>

export { eachTest } from './each-test.ts'
export { columnsOf, insert, remove, rowOf, rowsOf, update } from './rows.ts'
export { profileForm }

/**
 * Starts the real server with its own database and a fake LINE. If a test starts it, it is closed when the test ends.
 */
export async function testServer(options: Options = {}) {
  let now = options.now ?? NOON
  let phones = 0
  const clock = {
    now: () => now,
    advance(ms: number) {
      now += ms
    },
  }
  const line = await fakeLine(clock)
  const dialect = options.dialect ?? testDialect
  const db = await openSeeded(now, dialect)
  if (TestRunner.getCurrentTest()) onTestFinished(() => db.destroy())
  const objects = memoryObjects()
  const log = options.onLog ? pino({ level: 'debug' }, { write: options.onLog }) : pino({ level: 'silent' })
  const deps: ServerDeps = {
    db,
    dialect,
    objects,
    clock,
    random: { bytes: length => randomBytes(length) },
    line: { fetch: request => line.fetch(request), channelId: CHANNEL_ID, channelSecret: null },
    messaging: null,
    noticeTargets: { mail: null, lineIds: [] },
    receiptReader: null,
    timeStamper: null,
    log,
    metrics: null,
    allowedOrigins: [],
    trustProxy: 0,
    hsts: 'max-age=31536000; includeSubDomains',
    ...options.deps,
  }
  const counted = dialect === 'postgres' ? sharedRateLimit(db, clock) : createRateLimit(clock)
  const app = createApp(deps, { rateLimit: options.rateLimits ? counted : unlimited })

  /** Makes a call by name. Throws if a 200 response does not have exactly the contract's keys. */
  async function call<N extends CallName>(name: N, given: CallOptions = {}): Promise<Called<N>> {
    const route: CallDefinition = calls[name]
    const response = await app.fetch(requestOf(route, given))
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    const body = json && text !== '' ? JSON.parse(text) : undefined
    if (response.status === 200 && json && text !== '') deepStrictEqual(v.parse(route.answer, body), body)
    return { status: response.status, headers: response.headers, text, body, error: body }
  }
  const newUser = (): LineUserData => ({
    userId: `U${randomUUID().replaceAll('-', '')}`,
    displayName: 'ผู้ทดสอบ',
  })

  /**
   * Registers a customer and returns the session. With `register: false`, the customer stays provisional. A new
   * customer has no ticket or reward row yet, like customers from before registration created them.
   */
  async function signIn(user = newUser(), { register = true } = {}): Promise<SignedIn> {
    phones += 1
    const phone = `08${String(phones).padStart(8, '0')}`
    const whole = { ...profileForm, phone, consentTerms: 'true', consentPrivacy: 'true' }
    const form = { lineUserId: user.userId, idToken: await line.idToken(user), ...(register ? whole : {}) }
    const known = await db
      .selectFrom('customer')
      .select('id')
      .where('line_user_id', '=', user.userId)
      .executeTakeFirst()
    const { status, body, text } = await call('register', { form })
    if (status !== 200) throw new Error(`register answered ${status}: ${text}`)
    for (const table of known === undefined ? (['ticket', 'reward'] as const) : [])
      await db.deleteFrom(table).where('customer_id', '=', body.customerId).execute()
    const { accessToken: token, customerId } = body
    return signedIn({ call }, { token, customerId, user })
  }

  return {
    fetch: app.fetch,
    call,
    deps,
    db: deps.db,
    objects,
    clock,
    line,
    idToken: line.idToken,
    newUser,
    signIn,
    close: () => db.destroy(),
  }
}

const ORIGIN = 'https://campaign.example'

export const signedIn = ({ call }: { readonly call: MakeCall }, session: Session): SignedIn => ({
  ...session,
  call: (name, given) => call(name, { token: session.token, ...given }),
})

/** Returns the request that `call` sends. */
export function requestOf(route: CallDefinition, given: CallOptions): Request {
  const url = new URL(pathOf(route, given.params ?? {}), ORIGIN)
  for (const [name, value] of Object.entries(given.query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers(given.headers)
  if (given.token !== undefined) headers.set('Authorization', `Bearer ${given.token}`)
  if (given.key !== undefined) headers.set('Idempotency-Key', given.key)
  const body = bodyOf(given, headers)
  return new Request(url, { method: route.method, headers, ...(body === undefined ? {} : { body }) })
}

function bodyOf(given: CallOptions, headers: Headers): BodyInit | undefined {
  if (given.bytes) return given.bytes as BodyInit
  if (given.form) return new URLSearchParams(given.form)
  if (given.body === undefined) return undefined
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  return JSON.stringify(given.body)
}
