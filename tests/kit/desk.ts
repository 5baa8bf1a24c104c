import { deepStrictEqual } from 'node:assert'
import * as v from 'valibot'
import type { DeskAction } from '#contract/approvals.ts'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import type { DeskErrorBody } from '#contract/desk/errors.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { Role } from '#contract/desk/roles.ts'
import {
  type DeskAnswer,
  type DeskBody,
  type DeskCallName,
  type DeskParams,
  type DeskQuery,
  deskCalls,
} from '#contract/desk-calls.ts'
import { createDesk } from '#server/desk/app.ts'
import type { DeskHandlers } from '#server/desk/handler.ts'
import { handlers } from '#server/desk/handlers.ts'
import { invitePerson } from '#server/desk/people.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createAuthenticator } from './authenticator.ts'
import type { TestServer } from './server.ts'
import { unlimited } from './unlimited.ts'

export const DESK_ORIGIN = 'https://desk.example'

type Input<N extends DeskCallName> = {
  readonly params?: DeskParams<N>
  readonly query?: DeskQuery<N>
  readonly body?: DeskBody<N>
  /** Additional headers; null removes a header that browsers send. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** A body that the call's schema does not allow. */
  readonly rawBody?: unknown
  /** Called after the server has authenticated the caller, while it waits for the request body. */
  readonly whileArriving?: () => Promise<unknown>
}

export type DeskCalled<N extends DeskCallName> = {
  readonly status: number
  readonly headers: Headers
  readonly body: DeskAnswer<N>
  readonly error: DeskErrorBody
}

/**
 * Returns the body of a request. With `whileArriving`, it is a stream that sends the body after that function has
 * finished.
 */
function bodyOf({ rawBody, body, whileArriving }: Input<DeskCallName>): RequestInit {
  const text = JSON.stringify(rawBody ?? body ?? {})
  if (whileArriving === undefined) return { body: text }
  const bytes = new TextEncoder().encode(text)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await whileArriving()
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body: stream, duplex: 'half' } as RequestInit
}

type Options = {
  readonly demo?: boolean
  readonly origin?: string
  readonly rateLimits?: boolean
  readonly handlers?: DeskHandlers
}

export async function testDesk(server: TestServer, options: Options = {}) {
  const origin = options.origin ?? DESK_ORIGIN
  const deps = deskDepsOf(server.deps, { origin, demo: options.demo ?? false })
  const rateLimit = options.rateLimits ? createRateLimit(server.clock) : unlimited
  const desk = createDesk(deps, { rateLimit, handlers: options.handlers ?? handlers })

  const browser = () => deskBrowser(desk.fetch, origin)

  /** Invites a person, as the command line does. Returns the person's id and the token of the invitation link. */
  const invite = (name: string, role: Role, place: StaffPlace = 'event') =>
    invitePerson(
      server.deps.db,
      { name, role, ...(role === 'staff' ? { place } : {}) },
      { now: server.clock.now(), random: server.deps.random, by: null },
    )

  /** Invites a new person, accepts the invitation, and returns the person's browser. */
  async function join(role: Role, name: string = role, place?: StaffPlace) {
    const { token, personId } = await invite(name, role, place)
    const one = browser()
    const { body } = await one.call('invitationOptions', { body: { token } })
    const response = one.authenticator.create(body.options)
    const joined = await one.call('acceptInvitation', { body: { token, response } })
    if (joined.status !== 200) throw new Error(`joining failed: ${joined.error.error}`)
    /** Asks for a second person's approval. Returns the id of the request, or `refused: …`. */
    async function ask(input: DeskAction): Promise<string> {
      // Requests are listed newest first, so this one must be the newest.
      server.clock.advance(1)
      const { body, error } = await one.call('askApproval', { body: { input } })
      return body?.approvals?.[0]?.id ?? `refused: ${error?.error}`
    }
    return { ...one, personId, ask }
  }

  return { desk, deps, browser, invite, join }
}

/** Creates a browser for a desk. It sends the usual headers and keeps the cookies of the session and the device. */
export function deskBrowser(serve: Fetch, origin: string) {
  let cookie: string | null = null
  let device: string | null = null
  const authenticator = createAuthenticator(origin)

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookies = [cookie, device].filter(one => one !== null)
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '))
    const response = await serve(new Request(`${origin}${path}`, { ...init, headers }), { ip: '192.0.2.1' })
    for (const set of response.headers.getSetCookie()) {
      const value = /Max-Age=0/.test(set) ? null : (set.split(';')[0] ?? null)
      if (/^(__Host-)?desk=/.test(set)) cookie = value
      else device = value
    }
    return response
  }

  async function call<N extends DeskCallName>(name: N, input: Input<N> = {}): Promise<DeskCalled<N>> {
    const { method, path, answer }: DeskCallDefinition = deskCalls[name]
    const params = (input.params ?? {}) as Record<string, string>
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const query = new URLSearchParams((input.query ?? {}) as Record<string, string>)
    const sent = new Headers(
      method === 'GET'
        ? { 'Sec-Fetch-Site': 'same-origin' }
        : { 'Sec-Fetch-Site': 'same-origin', Origin: origin, 'Content-Type': 'application/json' },
    )
    for (const [header, value] of Object.entries(input.headers ?? {}))
      value === null ? sent.delete(header) : sent.set(header, value)
    const response = await send(query.size > 0 ? `${filled}?${query}` : filled, {
      method,
      headers: sent,
      ...(method === 'POST' ? bodyOf(input) : {}),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isJson ? await response.json() : await response.blob()
    if (response.status === 200 && answer !== null) deepStrictEqual(v.parse(answer, body), body)
    return { status: response.status, headers: response.headers, body, error: body }
  }

  /** Reads the effect that a request would have now, and approves exactly that. */
  async function approve(id: string): Promise<DeskCalled<'decideApproval'>> {
    const listed = await call('approvals')
    const seen = listed.status === 200 && listed.body.approvals.find(one => one.id === id)?.seen
    return call('decideApproval', { params: { id }, body: { approve: true, ...(seen ? { seen } : {}) } })
  }

  return {
    call,
    approve,
    send,
    authenticator,
    cookie: () => cookie,
    setCookie: (value: string | null) => {
      cookie = value
    },
    device: () => device,
    /** Replaces the device cookie, or deletes it if null, as a person can in the browser. */
    setDevice: (value: string | null) => {
      device = value
    },
  }
}
