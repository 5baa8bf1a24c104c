import * as v from 'valibot'
import { type CallName, calls, statusFor } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { messageOf } from '#contract/messages.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { type LedgerCall, LedgerRefusal, ledgerCalls, refuse } from './ledger-calls.ts'

/** The data that a server has stored, without times. */
export type Ledger = {
  readonly receipts: readonly (Pick<Receipt, 'id' | 'receiptNo' | 'amount' | 'images' | 'status'> & {
    readonly owner: string
  })[]
  /** Each customer's current answer. */
  readonly answers: readonly { readonly owner: string; readonly text: string }[]
  /** Every write that was processed under an idempotency key. A replayed response is not a second write. */
  readonly effects: readonly { readonly owner: string; readonly key: string; readonly route: string }[]
  readonly pageViews: readonly { readonly owner: string; readonly path: string }[]
}

/**
 * Rules that the reference server breaks: it ignores idempotency keys (`keyless`), ignores the request's owner
 * (`ownerless`), or looks up the key before the write's transaction begins (`early`).
 */
export type LedgerFaults = {
  readonly keyless?: boolean
  readonly ownerless?: boolean
  readonly early?: boolean
}

type Session = { readonly customerId: string; readonly token: string }

/** Creates a reference server for the outbox's calls. It is much faster than the real server. `now` is its clock. */
export function ledgerServer(now: () => number, sessions: readonly Session[], faults: LedgerFaults = {}) {
  const { handlers, receipts, answers, pageViews } = ledgerCalls(now)
  const stored = new Map<string, { readonly print: string; readonly result: unknown }>()
  const effects: { owner: string; key: string; route: string }[] = []
  const routes = (Object.keys(handlers) as CallName[]).map(name => ({
    name,
    call: calls[name] as CallDefinition,
    path: new RegExp(`^${calls[name].path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))

  function routeOf({ method }: Request, pathname: string) {
    const found = routes.find(({ call, path }) => call.method === method && path.test(pathname))
    if (!found) throw new Error(`The reference server has no call ${method} ${pathname}`)
    return { ...found, params: { ...found.path.exec(pathname)?.groups } }
  }

  /** Processes a write once for each key. A refused write leaves no trace, so that the client can retry it. */
  function runOnce(
    name: CallName,
    key: string,
    call: LedgerCall,
    run: () => unknown,
    known: typeof stored,
  ): unknown {
    const place = `${call.owner} ${key}`
    const omits: readonly string[] = calls[name].fingerprintOmits
    const counted = Object.entries(call.body).filter(([field]) => !omits.includes(field))
    const print = JSON.stringify([name, call.params, counted])
    const earlier = faults.keyless ? undefined : known.get(place)
    if (earlier) return earlier.print === print ? earlier.result : refuse('IDEMPOTENCY_KEY_REUSED')
    const result = run()
    stored.set(place, { print, result })
    effects.push({ owner: call.owner, key, route: name })
    return result
  }

  async function resultOf(
    request: Request,
    { name, call, params }: ReturnType<typeof routeOf>,
    pause: () => Promise<void>,
  ) {
    const { headers } = request
    const token = headers.get('authorization')?.slice('Bearer '.length)
    const session = sessions.find(one => one.token === token)
    if (call.auth === 'bearer' && !session) refuse('UNAUTHORIZED')
    const owner = session?.customerId ?? ''
    if (!faults.ownerless && (headers.get('x-owner') ?? owner) !== owner) refuse('OWNER_MISMATCH')
    const known = faults.early ? new Map(stored) : stored
    if (call.bodyKind !== 'none') await pause()
    const bytes = call.bodyKind === 'bytes' ? await request.arrayBuffer() : new ArrayBuffer(0)
    const body = v.safeParse(call.body, call.bodyKind === 'json' ? await request.json() : {})
    const parameters = v.safeParse(call.params, params)
    if (!body.success || !parameters.success) return refuse('VALIDATION')
    const received = { owner, body: body.output, params: parameters.output as LedgerCall['params'] }
    const whole = { ...received, headers, bytes: new Uint8Array(bytes) }
    const effect = () => handlers[name]?.(whole)
    const key = headers.get('idempotency-key')
    return key === null || !call.idempotent ? effect() : runOnce(name, key, whole, effect, known)
  }

  return {
    /** Awaits `pause` after looking up the session and before reading the body, if the call has a body. */
    async fetch(request: Request, pause = async () => {}): Promise<Response> {
      const route = routeOf(request, new URL(request.url).pathname)
      const result = await resultOf(request, route, pause).catch(error => {
        if (error instanceof LedgerRefusal) return error
        throw error
      })
      const key = request.headers.get('idempotency-key')
      const headers = {
        'Content-Type': 'application/json',
        'X-Request-Id': 'reference',
        ...(key === null ? {} : { 'Idempotency-Key': key }),
        ...(result instanceof Response ? Object.fromEntries(result.headers) : {}),
      }
      if (!(result instanceof LedgerRefusal)) return respond(request, result, { status: 200, headers })
      const { code, current } = result
      const named = key === null ? {} : { idempotencyKey: key }
      const body = {
        error: code,
        message: messageOf(code),
        requestId: headers['X-Request-Id'],
        current,
        ...named,
      }
      return respond(request, body, { status: statusFor(route.call, code), headers })
    },
    ledger: (): Ledger => ({
      receipts: [...receipts.values()].map(({ id, owner, receiptNo, amount, images, status }) => ({
        id,
        owner,
        receiptNo,
        amount,
        images,
        status,
      })),
      answers: [...answers.values()].map(({ owner, text }) => ({ owner, text })),
      effects: [...effects],
      pageViews: [...pageViews.values()],
    }),
  }
}

const respond = ({ method }: Request, body: unknown, init: ResponseInit) =>
  new Response(method === 'HEAD' ? null : JSON.stringify(body), init)
